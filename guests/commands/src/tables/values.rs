//! Readers of values that several tools take in the same way of their own.

use crate::{
    argument::{Dynamic, Span, Spread, Text},
    report::{Extent, Kind, Report, Rule, Target},
};

/// Reads a number of digits only. Where the tool takes any other word for an operand instead, nothing else will do.
pub(super) fn digits<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    let (rule, is_number) = match text {
        Text::Certain(text) => {
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            (Rule::UnknownValue, digits && !text.is_empty())
        }
        Text::Dynamic(dynamic) => (Rule::DynamicValue, dynamic.spread == Spread::Number),
    };
    if !is_number {
        report.unknown(rule, text, span);
    }
}

/// Reads a file's name from which some versions take a leading `=` away, if it is attached to a letter.
pub(super) fn input<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    match text {
        Text::Certain("-") => {}
        text if text.prefix().starts_with('=') => report.unknown(Rule::UnknownValue, text, span),
        text => report.touch(Kind::Read, text, Extent::Flat, span),
    }
}

/// Describes that the command which begins here is run. What it does is not looked at.
pub(super) fn command<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.add(Kind::Execute, Target::of(text), Extent::Flat, span);
    report.unknown(Rule::RunsCommand, text, span);
}

/// Says that anything may be read.
pub(super) fn anything(span: Span, report: &mut Report<'_>) {
    let (target, extent) = (Target::Unknown, Extent::DeepThroughLinks);
    report.add(Kind::Read, target, extent, span);
}

/// Whether an uncertain word may begin with a character, or does.
pub(super) fn may_begin_with(dynamic: Dynamic<'_>, character: char) -> bool {
    dynamic.prefix.is_empty()
        || dynamic.prefix.starts_with(character)
        || dynamic.spread == Spread::Split
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(read: crate::model::Reader, text: Text<'_>) -> (usize, Vec<Rule>) {
        let mut report = Report::default();
        read(text, Span::default(), &mut report);
        let rules = report.reasons.iter().map(|reason| reason.rule);
        (report.effects.len(), rules.collect())
    }

    fn open(prefix: &str, spread: Spread) -> Text<'_> {
        Text::Dynamic(Dynamic { prefix, spread })
    }

    #[test]
    fn only_digits_are_a_number_of_digits() {
        assert_eq!(told(digits, Text::Certain("12")), (0, vec![]));
        assert_eq!(told(digits, open("", Spread::Number)), (0, vec![]));
        for text in ["", "2x", "-1", "0x1", "foo", "1.5"] {
            let expected = (1, vec![Rule::UnknownValue]);
            assert_eq!(told(digits, Text::Certain(text)), expected, "{text}");
        }
        let expected = (1, vec![Rule::DynamicValue]);
        assert_eq!(told(digits, open("1", Spread::One)), expected);
    }

    #[test]
    fn a_leading_equals_sign_makes_a_file_uncertain() {
        assert_eq!(told(input, Text::Certain("-")), (0, vec![]));
        assert_eq!(told(input, Text::Certain("a=b")), (1, vec![]));
        let expected = (1, vec![Rule::UnknownValue]);
        assert_eq!(told(input, Text::Certain("=../x")), expected);
        assert_eq!(told(input, open("=", Spread::One)), expected);
    }

    #[test]
    fn a_beginning_tells_what_a_word_may_begin_with() {
        let may = |prefix, spread| may_begin_with(Dynamic { prefix, spread }, '@');
        assert!(may("", Spread::One) && may("@x", Spread::One) && may("a", Spread::Split));
        assert!(!may("a", Spread::One));
    }
}
