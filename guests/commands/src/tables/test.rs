//! `test` and `[`. They look at files and compare texts; `-v` and `-R` evaluate the subscript of a name (`a[$(cmd)]`),
//! so no word that is not certain may become one of them.
//!
//! What a word means depends on how many there are, as the shell's manual says: with three words the middle one decides
//! first, so `[ "$x" = y ]` is a comparison whatever `x` holds.

use crate::{
    argument::{Argument, Text},
    model::{Context, Grammar, Tool},
    report::{Extent, Kind, Report, Rule},
};

/// `test`.
pub(super) static TEST: Tool = Tool {
    names: &["test"],
    summary: native!("looks at files and compares texts"),
    grammar: Grammar::Own(describe_test),
};

/// `[`.
pub(super) static BRACKET: Tool = Tool {
    names: &["["],
    summary: native!("looks at files and compares texts"),
    grammar: Grammar::Own(describe_bracket),
};

/// Letters of the operators before a path.
pub(super) const BEFORE_FILE: &str = "abcdefghkprsuwxGLNOS";
/// Letters of the operators before a text: empty or not, a descriptor, a shell option.
const BEFORE_TEXT: &str = "nzto";
/// Operators between two paths.
pub(super) const BETWEEN_FILES: [&str; 3] = ["-ef", "-nt", "-ot"];
/// Operators between two texts or two numbers, and between two tests of one word each.
const BETWEEN_TEXTS: [&str; 13] = [
    "!=", "-a", "-eq", "-ge", "-gt", "-le", "-lt", "-ne", "-o", "<", "=", "==", ">",
];

fn describe_bracket<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    match arguments.split_last() {
        Some((last, words)) if last.text == Text::Certain("]") => {
            describe_test(words, context, report);
        }
        Some((last, _)) => report.unknown(Rule::UnknownExpression, last.text, last.span),
        None => report.unknown(Rule::UnknownExpression, Text::Certain(""), context.name),
    }
}

fn describe_test<'a>(words: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    if let Some(word) = words.iter().find(|word| word.text.is_many()) {
        return report.unknown(Rule::DynamicPosition, word.text, word.span);
    }
    match words {
        [] | [_] => {}
        [operator, operand] => describe_two(operator, operand, report),
        [left, operator, right] => describe_three(left, operator, right, report),
        [not, left, operator, right] if not.text == Text::Certain("!") => {
            describe_three(left, operator, right, report);
        }
        _ => describe_many(words, report),
    }
}

fn describe_two<'a>(operator: &Argument<'a>, operand: &Argument<'a>, report: &mut Report<'a>) {
    match operator.text {
        Text::Certain("!") => {}
        Text::Certain(text) if is_letter_of(BEFORE_TEXT, text) => {}
        Text::Certain(text) if is_letter_of(BEFORE_FILE, text) => look_at(operand, report),
        Text::Certain(_) => {
            report.unknown(Rule::UnknownExpression, operator.text, operator.span);
        }
        Text::Dynamic(_) => report.unknown(Rule::DynamicValue, operator.text, operator.span),
    }
}

fn describe_three<'a>(
    left: &Argument<'a>,
    operator: &Argument<'a>,
    right: &Argument<'a>,
    report: &mut Report<'a>,
) {
    match (left.text, operator.text, right.text) {
        (_, Text::Certain(text), _) if BETWEEN_TEXTS.contains(&text) => {}
        (_, Text::Certain(text), _) if BETWEEN_FILES.contains(&text) => {
            look_at(left, report);
            look_at(right, report);
        }
        (Text::Certain("("), Text::Certain(_), Text::Certain(")")) => {}
        (Text::Certain("!"), Text::Certain(_), _) => describe_two(operator, right, report),
        (Text::Certain(_), Text::Certain(_), _) => {
            report.unknown(Rule::UnknownExpression, operator.text, operator.span);
        }
        (Text::Dynamic(_), Text::Certain(_), _) => {
            report.unknown(Rule::DynamicValue, left.text, left.span);
        }
        (_, Text::Dynamic(_), _) => {
            report.unknown(Rule::DynamicValue, operator.text, operator.span);
        }
    }
}

/// Describes an expression of many words without reading it: wherever an operator could stand, it is taken for one.
fn describe_many<'a>(words: &[Argument<'a>], report: &mut Report<'a>) {
    for (index, word) in words.iter().enumerate() {
        let Text::Certain(text) = word.text else {
            report.unknown(Rule::DynamicValue, word.text, word.span);
            continue;
        };
        let next = words.get(index + 1);
        if matches!(text, "-v" | "-R") {
            report.unknown(Rule::UnknownExpression, word.text, word.span);
        } else if BETWEEN_FILES.contains(&text) {
            let before = index.checked_sub(1).and_then(|before| words.get(before));
            for file in [before, next].into_iter().flatten() {
                look_at(file, report);
            }
        } else if is_letter_of(BEFORE_FILE, text)
            && let Some(file) = next
        {
            look_at(file, report);
        }
    }
}

/// Whether a text is a dash and one of these letters.
pub(super) fn is_letter_of(letters: &str, text: &str) -> bool {
    let mut option = text.chars();
    matches!(
        (option.next(), option.next(), option.next()),
        (Some('-'), Some(letter), None) if letters.contains(letter)
    )
}

pub(super) fn look_at<'a>(file: &Argument<'a>, report: &mut Report<'a>) {
    report.touch(Kind::Read, file.text, Extent::Flat, file.span);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_allowed, assert_effects, assert_unknown};

    #[test]
    fn files_are_looked_at() {
        assert_effects("test -f notes", &["read notes"]);
        assert_effects("[ -d node_modules ]", &["read node_modules"]);
        assert_effects("[ ! -e notes ]", &["read notes"]);
        assert_effects("[ a -nt b ]", &["read a", "read b"]);
        assert_effects("[ ! a -ef b ]", &["read a", "read b"]);
        assert_effects("[ -f \"$x\" ]", &["read ?"]);
        assert_effects("[ -f a -o -d b ]", &["read a", "read b"]);
        // `-a` may be an operator before a path too.
        assert_effects("[ -f a -a -d b ]", &["read a", "read -d", "read b"]);
    }

    #[test]
    fn comparisons_are_harmless_whatever_is_compared() {
        for command in [
            "test",
            "[ ]",
            "[ x ]",
            "[ \"$x\" ]",
            "[ -n \"$x\" ]",
            "[ ! \"$x\" ]",
            "[ \"$x\" = \"$y\" ]",
            "[ \"$x\" -gt 3 ]",
            "[ ! \"$x\" = y ]",
            "[ '(' \"x\" ')' ]",
            "[ \"$x\" -o \"$y\" ]",
        ] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
    }

    #[test]
    fn operators_that_evaluate_are_unknown() {
        assert_unknown("test -v 'a[$(id)]'", Rule::UnknownExpression);
        assert_unknown("[ -R x ]", Rule::UnknownExpression);
        assert_unknown("[ ! -v x ]", Rule::UnknownExpression);
        assert_unknown("[ a = a -a -v x ]", Rule::UnknownExpression);
        assert_unknown("[ '(' -v x ')' ]", Rule::UnknownExpression);
    }

    #[test]
    fn a_word_that_may_be_an_operator_is_unknown() {
        assert_unknown("[ \"$x\" y ]", Rule::DynamicValue);
        assert_unknown("[ x \"$op\" y ]", Rule::DynamicValue);
        assert_unknown("[ ! \"$op\" y ]", Rule::DynamicValue);
        assert_unknown("[ \"$x\" -v 'a[$(id)]' ]", Rule::DynamicValue);
        assert_unknown("[ \"$x\" = y -a z = z ]", Rule::DynamicValue);
    }

    #[test]
    fn words_of_unknown_count_are_unknown() {
        assert_unknown("[ $x ]", Rule::DynamicPosition);
        assert_unknown("[ -f *.rs ]", Rule::DynamicPosition);
    }

    #[test]
    fn a_bracket_must_be_closed() {
        assert_unknown("[ x", Rule::UnknownExpression);
        assert_unknown("[", Rule::UnknownExpression);
    }
}
