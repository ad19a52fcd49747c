//! `cd`. It looks whether the directory is there and may be entered; that what follows starts there is the reader's to know.
//!
//! Without an operand, and with `-`, it goes to a directory that a variable names. `CDPATH` would send it elsewhere, but
//! harmless runs are not given that, and setting it is an effect of its own.

use crate::{
    argument::{Argument, Text},
    model::{Context, Grammar, Tool},
    report::{Effect, Extent, Kind, Report, Rule, Target, When},
};

/// `cd`.
pub(super) static TOOL: Tool = Tool {
    names: &["cd"],
    summary: native!("goes to a directory"),
    grammar: Grammar::Own(describe),
};

fn describe<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let options = arguments
        .iter()
        .take_while(|argument| argument.text.certain().is_some_and(is_option))
        .count();
    let mut operands = arguments.get(options..).unwrap_or(&[]);
    if let Some((first, rest)) = operands.split_first()
        && first.text == Text::Certain("--")
    {
        operands = rest;
    }
    let Some((directory, more)) = operands.split_first() else {
        return report.add(Kind::Read, Target::Unknown, Extent::Flat, context.name);
    };
    let span = directory.span;
    if directory.text.certain().is_none() && !directory.text.is_no_option() {
        // It may become `-`, or an option with no directory behind it.
        let text = directory.text;
        report.effects.push(Effect {
            kind: Kind::Read,
            target: Target::Unknown,
            extent: Extent::Flat,
            when: if text.is_glob() && text.prefix().is_empty() {
                When::IfOption
            } else {
                When::Always
            },
            span,
        });
    }
    match directory.text {
        Text::Certain("-") => report.add(Kind::Read, Target::Unknown, Extent::Flat, span),
        text => report.touch(Kind::Read, text, Extent::Flat, span),
    }
    for operand in more {
        report.unknown(Rule::UnexpectedOperand, operand.text, operand.span);
    }
}

/// None of its options does more than choose what the directory is called.
fn is_option(text: &str) -> bool {
    text.strip_prefix('-').is_some_and(|letters| {
        !letters.is_empty() && letters.bytes().all(|letter| b"LPe@".contains(&letter))
    })
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn the_directory_is_looked_at() {
        assert_effects("cd src", &["read src"]);
        assert_effects("cd -P -- -odd", &["read -odd"]);
        assert_effects("cd -LP ../x", &["read ../x"]);
        assert_effects("cd \"$x\"", &["read ?", "read ?"]);
        assert_effects("cd \"src/$x\"", &["read ?"]);
        assert_effects("cd src/*", &["read src/…"]);
        assert_effects("cd */", &["read ? if an option", "read ./…"]);
        assert_allowed("cd src");
    }

    #[test]
    fn where_a_variable_leads_is_not_known() {
        assert_effects("cd", &["read ?"]);
        assert_effects("cd -", &["read ?"]);
        assert_effects("cd --", &["read ?"]);
    }

    #[test]
    fn there_is_one_directory() {
        assert_unknown("cd a b", Rule::UnexpectedOperand);
    }
}
