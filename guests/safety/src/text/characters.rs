//! Characters that are not shown, or shown as something else.
//!
//! Where a parser was at work, the host has found them already and says so in a gap: then nothing is said twice.

use shellward_sdk::{ScriptView, Span};

use super::marks::{Mark, marks};
use crate::{report::Report, rules::Rule};

/// Looks for such characters in the source.
pub(super) fn look(script: ScriptView<'_>, report: &mut Report) {
    let text = script.source();
    if text
        .bytes()
        .all(|byte| matches!(byte, b'\t' | b'\n' | 0x20..=0x7e))
    {
        return;
    }
    let (marks, _) = marks(text);
    for (at, character) in text.char_indices() {
        let in_quotes = matches!(
            marks.get(at),
            Some(Mark::Single | Mark::Double | Mark::Comment)
        );
        let Some(rule) = rule_of(character, in_quotes) else {
            continue;
        };
        let start = u32::try_from(at).unwrap_or(u32::MAX);
        let end = u32::try_from(at + character.len_utf8()).unwrap_or(u32::MAX);
        let span = Span {
            text: 0,
            start,
            end,
        };
        if !is_told(script, span) {
            report.add_in_text(rule, span);
        }
    }
}

/// Whether a gap of the host's own look at characters lies there.
fn is_told(script: ScriptView<'_>, span: Span) -> bool {
    script.gaps().iter().any(|gap| {
        gap.reason.starts_with("prescan.")
            && gap.span.text == span.text
            && gap.span.start < span.end
            && span.start < gap.span.end
    })
}

fn rule_of(character: char, in_quotes: bool) -> Option<Rule> {
    match character {
        '\t' | '\n' | ' '..='~' => None,
        _ if character.is_control() => Some(Rule::ControlCharacter),
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}'
            // What joins emoji is at home in quotes.
            if !(in_quotes && character == '\u{200d}') =>
        {
            Some(Rule::InvisibleCharacter)
        }
        _ if !in_quotes && (character.is_whitespace() || character == '\u{2800}') => {
            Some(Rule::UnicodeSpace)
        }
        _ => None,
    }
}
