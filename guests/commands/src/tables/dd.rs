//! `dd`. Its operands are `key=value`.

use crate::{
    argument::{Argument, Dynamic, Spread, Text},
    model::{Context, Grammar, Tool},
    report::{Extent, Kind, Report, Rule},
};

/// `dd`.
pub(super) static TOOL: Tool = Tool {
    names: &["dd"],
    summary: native!("copies bytes"),
    grammar: Grammar::Own(describe),
};

/// Operands that only say how bytes are copied.
const PLAIN: [&str; 13] = [
    "bs=", "cbs=", "conv=", "count=", "ibs=", "iflag=", "iseek=", "obs=", "oflag=", "oseek=",
    "seek=", "skip=", "status=",
];

fn describe<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    for argument in arguments {
        let (text, span) = (argument.text, argument.span);
        if let Some(file) = value(text, "if=") {
            report.touch(Kind::Read, file, Extent::Flat, span);
        } else if let Some(file) = value(text, "of=") {
            report.touch(Kind::Write, file, Extent::Flat, span);
        } else if !PLAIN.iter().any(|key| value(text, key).is_some())
            && !matches!(text, Text::Certain("--" | "--help" | "--version"))
        {
            report.unknown(Rule::UnexpectedOperand, text, span);
        }
    }
}

/// Returns what follows a key, if the text certainly is that operand.
fn value<'a>(text: Text<'a>, key: &str) -> Option<Text<'a>> {
    let prefix = text.prefix().strip_prefix(key)?;
    match text {
        Text::Certain(_) => Some(Text::Certain(prefix)),
        // The rest of the file names that a glob matches, or of what a variable holds.
        Text::Dynamic(dynamic) if dynamic.spread != Spread::Split && !text.is_many() => {
            Some(Text::Dynamic(Dynamic {
                prefix,
                spread: Spread::One,
            }))
        }
        Text::Dynamic(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn without_an_output_it_prints() {
        assert_allowed("dd if=notes bs=1 count=10 status=none");
        assert_allowed("dd bs=1M");
        assert_allowed("dd --help");
        assert_effects("dd if=notes", &["read notes"]);
    }

    #[test]
    fn outputs_are_written() {
        assert_effects("dd if=a of=b", &["read a", "write b"]);
        assert_effects("dd of=/dev/sda", &["write /dev/sda"]);
        assert_effects("dd if=\"$x\" of=\"$y\"", &["read ?", "write ?"]);
        assert_effects("dd of=a of=b", &["write a", "write b"]);
    }

    #[test]
    fn what_may_be_an_output_is_unknown() {
        assert_unknown("dd \"$x\"", Rule::UnexpectedOperand);
        assert_unknown("dd o\"$x\"", Rule::UnexpectedOperand);
        assert_unknown("dd bs=$x", Rule::UnexpectedOperand);
        assert_unknown("dd frob=1", Rule::UnexpectedOperand);
        assert_unknown("dd *", Rule::UnexpectedOperand);
    }
}
