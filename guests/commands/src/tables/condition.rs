//! `[[`. A part of the shell's grammar: no word in it is split or becomes file names, and only what is written as an
//! operator is one. So every word is one operand, and the expression need not be read: wherever an operator could stand,
//! it is taken for one.
//!
//! It evaluates more than `test` does: `-v` and `-R` the subscript of a name, `-eq` and its kin both operands as
//! arithmetic, where the value of a variable can run a command (`a[$(cmd)]`).

use crate::{
    argument::{Argument, Dynamic, Spread, Text},
    check::is_variable,
    model::{Context, Grammar, Tool},
    report::{Report, Rule},
    tables::test::{BEFORE_FILE, BETWEEN_FILES, is_letter_of, look_at},
};

/// `[[`.
pub(super) static TOOL: Tool = Tool {
    names: &["[["],
    summary: native!("looks at files and compares texts"),
    grammar: Grammar::Own(describe),
};

/// Operators between two numbers.
const BETWEEN_NUMBERS: [&str; 6] = ["-eq", "-ge", "-gt", "-le", "-lt", "-ne"];

fn describe<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let words = match arguments.split_last() {
        Some((last, words)) if last.text == Text::Certain("]]") => words,
        Some((last, _)) => {
            return report.unknown(Rule::UnknownExpression, last.text, last.span);
        }
        None => {
            return report.unknown(Rule::UnknownExpression, Text::Certain(""), context.name);
        }
    };
    for (index, word) in words.iter().enumerate() {
        let Text::Certain(text) = word.text else {
            continue;
        };
        let before = index.checked_sub(1).and_then(|before| words.get(before));
        let after = words.get(index + 1);
        let sides = || [before, after].into_iter().flatten();
        if matches!(text, "-v" | "-R") {
            if let Some(name) = after {
                name_only(name, report);
            }
        } else if BETWEEN_NUMBERS.contains(&text) {
            for operand in sides() {
                number_only(operand, report);
            }
        } else if BETWEEN_FILES.contains(&text) {
            for file in sides() {
                look_at(file, report);
            }
        } else if is_letter_of(BEFORE_FILE, text)
            && let Some(file) = after
        {
            look_at(file, report);
        }
    }
}

/// The name of a variable is looked up; anything else may have a subscript.
fn name_only<'a>(name: &Argument<'a>, report: &mut Report<'a>) {
    if !name.text.certain().is_some_and(is_variable) {
        report.unknown(Rule::NoVariable, name.text, name.span);
    }
}

/// A number is itself; a name stands for what a variable holds, and that is evaluated in turn.
fn number_only<'a>(operand: &Argument<'a>, report: &mut Report<'a>) {
    match operand.text {
        Text::Certain(text) if is_integer(text) => {}
        Text::Certain(_) => report.unknown(Rule::UnknownValue, operand.text, operand.span),
        Text::Dynamic(Dynamic {
            spread: Spread::Number,
            ..
        }) => {}
        Text::Dynamic(_) => report.unknown(Rule::DynamicValue, operand.text, operand.span),
    }
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        check,
        report::Kind,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn files_are_looked_at() {
        assert_effects("[[ -f notes ]]", &["read notes"]);
        assert_effects("[[ ! -d \"$x\" ]]", &["read ?"]);
        assert_effects("[[ a -nt b ]]", &["read a", "read b"]);
        assert_effects("[[ ( -e a || -L b ) && $x == y ]]", &["read a", "read b"]);
        assert_allowed("[[ -f notes && -s notes ]]");
    }

    #[test]
    fn texts_and_patterns_are_compared_whatever_they_are() {
        for command in [
            "[[ $x == *.rs ]]",
            "[[ $x != \"$y\" ]]",
            "[[ $x =~ ^a+$y ]]",
            "[[ -z $x || -n \"$y\" ]]",
            "[[ $x < b ]]",
            "[[ $x ]]",
            "[[ -t 1 && -o errexit ]]",
        ] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
    }

    #[test]
    fn only_numbers_are_compared_as_numbers() {
        assert_allowed("[[ 3 -lt 10 && -1 -ne +2 ]]");
        assert_unknown("[[ $x -eq 1 ]]", Rule::DynamicValue);
        assert_unknown("[[ 1 -eq \"$x\" ]]", Rule::DynamicValue);
        assert_unknown("[[ x -gt 1 ]]", Rule::UnknownValue);
        assert_unknown("[[ 'a[$(id)]' -gt 1 ]]", Rule::UnknownValue);
        let span = crate::argument::Span::default();
        let count = Text::Dynamic(Dynamic {
            prefix: "",
            spread: Spread::Number,
        });
        let words = [count, Text::Certain("-eq"), Text::Certain("0")];
        let mut arguments: Vec<_> = words
            .into_iter()
            .map(|text| Argument::new(text, span))
            .collect();
        arguments.push(Argument::new(Text::Certain("]]"), span));
        let context = Context {
            name: span,
            late_options: crate::model::LateOptions::AreOptions,
        };
        let mut report = Report::default();
        check::describe(&TOOL.grammar, &arguments, context, &mut report);
        assert!(report.is_harmless() && report.effects.is_empty());
    }

    #[test]
    fn only_plain_names_are_looked_up() {
        assert_allowed("[[ -v HOME ]]");
        assert_unknown("[[ -v 'a[$(id)]' ]]", Rule::NoVariable);
        assert_unknown("[[ -v $x ]]", Rule::NoVariable);
        assert_unknown("[[ -R a.b ]]", Rule::NoVariable);
    }

    #[test]
    fn brackets_must_be_closed() {
        assert_unknown("[[ x", Rule::UnknownExpression);
        assert_unknown("[[", Rule::UnknownExpression);
        let kinds = crate::testing::tell("[[ x").effects;
        assert_eq!(kinds, [format!("{} ?", Kind::Unknown.code())]);
    }
}
