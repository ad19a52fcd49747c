//! Shapes of text in which shell and reader may differ: what is not closed, quotes in comments, `#` inside words, escaped
//! blanks and operators, commands that were not read.

use super::{
    Marked,
    marks::{Ending, Mark, begins_word},
};
use crate::{report::Report, rules::Rule};

/// Operators that end a command, or begin a redirect.
const OPERATORS: &[u8] = b";|&<>";

/// Looks at the shape of a text.
pub(super) fn look(marked: &Marked<'_>, ending: Ending, report: &mut Report) {
    look_at_ends(marked, ending, report);
    look_at_brackets(marked, ending, report);
    look_at_comments(marked, report);
    look_at_quoted_lines(marked, report);
    for (at, byte, mark) in marked.bytes() {
        look_at_byte(marked, at, byte, mark, report);
    }
}

fn look_at_ends(marked: &Marked<'_>, ending: Ending, report: &mut Report) {
    let text = marked.text.trim();
    let begins = ["-", "&&", "||", ";", "|", "&", ">", "<<"]
        .iter()
        .any(|start| text.starts_with(start));
    let ends = ["&&", "|", "||"].iter().any(|end| text.ends_with(end))
        && marked
            .text
            .trim_end()
            .len()
            .checked_sub(1)
            .and_then(|at| marked.at(at))
            .is_some_and(|(_, mark)| mark == Mark::Bare);
    if begins || ends || ending == Ending::AfterBackslash {
        report.add_in_text(Rule::Incomplete, marked.span(0, marked.text.len()));
    }
}

fn look_at_brackets(marked: &Marked<'_>, ending: Ending, report: &mut Report) {
    if let Ending::InQuotes(start) = ending {
        report.add_in_text(Rule::Malformed, marked.span(start, marked.text.len()));
    }
    // A `)` of a `case` closes nothing, so only what stays open counts, and braces and brackets that are closed by others.
    let mut open: Vec<(u8, usize)> = Vec::new();
    for (at, byte, mark) in marked.bytes() {
        if mark != Mark::Bare {
            continue;
        }
        match byte {
            b'(' | b'{' => open.push((byte, at)),
            b')' if open.last().is_some_and(|(byte, _)| *byte == b'(') => {
                open.pop();
            }
            b'}' => match open.pop() {
                Some((b'{', _)) => {}
                _ => report.add_in_text(Rule::Malformed, marked.span(at, at + 1)),
            },
            _ => {}
        }
    }
    if let Some((_, at)) = open.first() {
        report.add_in_text(Rule::Malformed, marked.span(*at, *at + 1));
    }
}

/// A quote in a comment, with more lines behind it.
fn look_at_comments(marked: &Marked<'_>, report: &mut Report) {
    for (at, byte, mark) in marked.bytes() {
        let is_quote = mark == Mark::Comment && matches!(byte, b'\'' | b'"');
        if is_quote
            && marked
                .text
                .get(at..)
                .is_some_and(|rest| rest.trim_end().contains('\n'))
        {
            report.add_in_text(Rule::CommentQuote, marked.span(at, at + 1));
            return;
        }
    }
}

/// A line inside quotes that begins with `#`.
fn look_at_quoted_lines(marked: &Marked<'_>, report: &mut Report) {
    let mut after_newline = None;
    for (at, byte, mark) in marked.bytes() {
        let is_quoted = matches!(mark, Mark::Single | Mark::Double);
        match (byte, after_newline) {
            (b'\n', _) if is_quoted => after_newline = Some(at),
            (b' ' | b'\t', Some(_)) if is_quoted => {}
            (b'#', Some(start)) if is_quoted => {
                report.add_in_text(Rule::QuotedNewline, marked.span(start, at + 1));
                return;
            }
            _ => after_newline = None,
        }
    }
}

fn look_at_byte(marked: &Marked<'_>, at: usize, byte: u8, mark: Mark, report: &mut Report) {
    let before = at.checked_sub(1).and_then(|at| marked.at(at));
    let rule = match (byte, mark) {
        (b' ' | b'\t', Mark::Escaped) => Rule::EscapedSpace,
        (_, Mark::Escaped) if OPERATORS.contains(&byte) => Rule::EscapedOperator,
        (b'#', Mark::Bare) if is_inside_word(before) => Rule::MidWordHash,
        (b'`', Mark::Bare | Mark::Double) => Rule::Substitution,
        (b'(', Mark::Bare | Mark::Double)
            if matches!(before, Some((b'$', mark)) if mark != Mark::Escaped)
                || (mark == Mark::Bare && matches!(before, Some((b'<' | b'>', Mark::Bare)))) =>
        {
            Rule::Substitution
        }
        _ => return,
    };
    report.add_in_text(rule, marked.span(at.saturating_sub(1), at + 1));
}

/// Whether a `#` stands in a word, and not for a length (`${#x}`) or a number of arguments (`$#`).
fn is_inside_word(before: Option<(u8, Mark)>) -> bool {
    before.is_some_and(|(byte, mark)| {
        !begins_word(byte) && !matches!(byte, b'$' | b'{') && mark != Mark::Comment
    })
}
