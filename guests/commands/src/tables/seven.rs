//! `7z` and its kind. The first operand is a command, the second an archive; switches stand anywhere and have what they
//! take attached. `@list` names files with further names.

use crate::{
    argument::{Argument, Span, Text},
    model::{Context, Grammar, PathRole, Tool},
    report::{Extent, Kind, Report, Rule, Target},
};

/// `7z`.
pub(super) static TOOL: Tool = Tool {
    names: &["7z", "7za", "7zr", "7zz"],
    summary: native!("packs and unpacks archives"),
    grammar: Grammar::Own(describe),
};

/// Switches that change only what is printed or chosen: the switch itself, and those that begin so.
const PLAIN: [&str; 8] = ["-ba", "-bd", "-r", "-r-", "-slt", "-ssc", "-ssc-", "-y"];
const PLAIN_BEGINNINGS: [&str; 11] = [
    "-ao", "-bb", "-bs", "-m", "-mx", "-p", "-scs", "-sccUTF", "-t", "-v", "-x!",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Command {
    Prints,
    Extracts,
    Packs,
}

fn describe<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let mut operands = Vec::new();
    let mut into = None;
    let mut to_stdout = false;
    let mut deletes = false;
    let mut rest = arguments;
    while let Some((argument, after)) = rest.split_first() {
        rest = after;
        let (text, span) = (argument.text, argument.span);
        match text {
            Text::Certain("--") => {
                operands.extend(rest);
                break;
            }
            _ if text.is_no_option() => operands.push(*argument),
            Text::Certain("-so") => to_stdout = true,
            Text::Certain("-sdel") => deletes = true,
            Text::Certain(word) => {
                if let Some(directory) = word.strip_prefix("-o") {
                    into = Some((directory, span));
                } else if !is_plain(word) {
                    report.unknown(Rule::UnknownFlag, text, span);
                }
            }
            Text::Dynamic(_) => report.unknown(Rule::DynamicOption, text, span),
        }
    }
    let Some((name, operands)) = operands.split_first() else {
        return;
    };
    let command = match name.text {
        Text::Certain("l" | "t") => Command::Prints,
        Text::Certain("x" | "e") if to_stdout => Command::Prints,
        Text::Certain("x" | "e") => Command::Extracts,
        Text::Certain("a" | "u" | "d" | "rn") => Command::Packs,
        Text::Certain("i") => return,
        other => return report.unknown(Rule::UnknownSubcommand, other, name.span),
    };
    if let Some((directory, span)) = into {
        report.touch(Kind::Write, Text::Certain(directory), Extent::Inside, span);
    } else if command == Command::Extracts {
        report.add(
            Kind::Write,
            Target::Exact("."),
            Extent::Inside,
            context.name,
        );
    }
    if to_stdout {
        // An image of a disk may name files that hold it.
        report.add(Kind::Read, Target::Unknown, Extent::Flat, name.span);
    }
    describe_operands(operands, command, deletes, report);
}

fn describe_operands<'a>(
    operands: &[Argument<'a>],
    command: Command,
    deletes: bool,
    report: &mut Report<'a>,
) {
    for (index, operand) in operands.iter().enumerate() {
        let (text, span) = (operand.text, operand.span);
        if text.prefix().starts_with('@') || text.is_many() {
            report.unknown(Rule::UnexpectedOperand, text, span);
        } else if index > 0 && command == Command::Packs {
            let kind = if deletes { Kind::Delete } else { Kind::Read };
            report.touch(kind, text, Extent::Deep, span);
        } else if index == 0 && command == Command::Packs {
            archive_made(text, span, report);
        } else if index == 0 {
            PathRole::INPUT.touch(text, span, report);
        }
    }
}

/// A name without a dot gets an end.
fn archive_made<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.touch(Kind::Write, text, Extent::Flat, span);
    let name = text.prefix().rsplit('/').next().unwrap_or("");
    if !name.contains('.') {
        report.unknown(Rule::UnknownValue, text, span);
    }
}

fn is_plain(switch: &str) -> bool {
    PLAIN.contains(&switch)
        || PLAIN_BEGINNINGS
            .iter()
            .any(|beginning| switch.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn listing_testing_and_printing_are_harmless() {
        for command in [
            "7z l a.7z",
            "7z l -slt a.7z",
            "7zz t a.7z -pSecret",
            "7z x -so a.7z notes",
            "7z -ba l a.7z",
            "7z i",
            "7z",
        ] {
            assert_allowed(command);
        }
        assert_effects("7z l a.7z x", &["read a.7z"]);
        assert_effects("7z x -so a.7z x", &["read ?", "read a.7z"]);
    }

    #[test]
    fn the_rest_is_described_or_unknown() {
        assert_effects("7z x a.7z", &["write . inside", "read a.7z"]);
        assert_effects("7z x a.7z -odir -y", &["write dir inside", "read a.7z"]);
        assert_effects("7z a a.7z src", &["write a.7z", "read src deep"]);
        assert_effects("7z a -sdel a.7z src", &["write a.7z", "delete src deep"]);
        assert!(!tell("7z l -odir a.7z").harmless);
        assert_unknown("7z a b src", Rule::UnknownValue);
        assert_unknown("7z l @list", Rule::UnexpectedOperand);
        assert_unknown("7z l a.7z -i@list", Rule::UnknownFlag);
        assert_unknown("7z b", Rule::UnknownSubcommand);
        assert_unknown("7z \"$x\" a.7z", Rule::DynamicOption);
        assert_unknown("7z l *", Rule::DynamicOption);
    }
}
