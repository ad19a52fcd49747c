//! Characters that the tree or a person's eye takes for something else, found before parsing (R2.5).
//!
//! It looks at bytes and knows no quotes: a rare text that only holds such a character as data is asked about.

use super::gaps::{Gaps, Trouble};
use crate::span::Span;

/// Looks for all of them in the text of this number and keeps the first of each kind.
pub(super) fn scan(source: &str, text: u32, gaps: &mut Gaps) {
    let span = |at, len| span(text, at, len);
    let bytes = source.as_bytes();
    if bytes
        .iter()
        .any(|&byte| !matches!(byte, b'\t' | b'\n' | 0x20..=0x7e))
    {
        scan_characters(source, text, gaps);
    }
    if let Some(at) = bytes.windows(3).position(|window| window == b"$\\\n") {
        let trouble = Trouble::new(
            "prescan.continuation",
            "a line continuation after `$` joins it to the next line, which can hide a command",
        );
        gaps.add(trouble, span(at, 3));
    }
    if let Some(at) = bytes.windows(3).position(|window| window == b"@P}") {
        let trouble = Trouble::new(
            "prescan.prompt-expansion",
            "`@P` expands a value as a prompt, which runs the commands in it",
        );
        gaps.add(trouble, span(at, 3));
    }
}

fn scan_characters(source: &str, text: u32, gaps: &mut Gaps) {
    let mut seen: Vec<&'static str> = Vec::new();
    for (at, character) in source.char_indices() {
        let Some((reason, what)) = suspicious(character) else {
            continue;
        };
        if seen.contains(&reason) {
            continue;
        }
        seen.push(reason);
        let message = format!(
            "{what} (U+{:04X}) is not read the same way by everybody",
            u32::from(character)
        );
        gaps.add(
            Trouble::new(reason, message),
            span(text, at, character.len_utf8()),
        );
    }
}

/// Returns why a character is not to be trusted.
fn suspicious(character: char) -> Option<(&'static str, &'static str)> {
    match character {
        '\t' | '\n' | ' '..='~' => None,
        '\r' => Some(("prescan.carriage-return", "a carriage return")),
        _ if character.is_control() => Some(("prescan.control", "a control character")),
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            Some((
                "prescan.bidi",
                "a character that turns the direction of text around",
            ))
        }
        '\u{ad}'
        | '\u{34f}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200d}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206a}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}' => Some(("prescan.invisible", "an invisible character")),
        _ if character.is_whitespace() || character == '\u{2800}' => Some((
            "prescan.white-space",
            "white space that the shell takes for a letter",
        )),
        _ => None,
    }
}

fn span(text: u32, at: usize, len: usize) -> Span {
    // The text is within MAX_COMMAND_BYTES here, so both fit.
    let start = u32::try_from(at).unwrap_or(u32::MAX);
    Span {
        text,
        start,
        end: start.saturating_add(u32::try_from(len).unwrap_or(u32::MAX)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reasons(source: &str) -> Vec<String> {
        let mut gaps = Gaps::default();
        scan(source, 0, &mut gaps);
        gaps.into_sorted()
            .into_iter()
            .map(|gap| gap.reason)
            .collect()
    }

    #[test]
    fn plain_text_of_any_language_passes() {
        for source in [
            "ls -l\n\tx",
            "echo 'grüße, 世界 🎉'",
            "a \\\n b",
            "echo \"$ \\\n\"",
            "",
        ] {
            assert!(reasons(source).is_empty(), "{source:?}");
        }
    }

    #[test]
    fn each_blind_spot_has_its_own_reason() {
        for (source, reason) in [
            ("echo \"$\\\n(touch x)\"", "prescan.continuation"),
            ("echo ${x@P}", "prescan.prompt-expansion"),
            ("ls\rx", "prescan.carriage-return"),
            ("ls\r\n", "prescan.carriage-return"),
            ("ls \u{1}x", "prescan.control"),
            ("ls \u{7f}", "prescan.control"),
            ("ls \u{85}", "prescan.control"),
            ("ls\u{a0}x", "prescan.white-space"),
            ("ls\u{1680}x", "prescan.white-space"),
            ("ls\u{2003}x", "prescan.white-space"),
            ("ls\u{2028}x", "prescan.white-space"),
            ("ls\u{202f}x", "prescan.white-space"),
            ("ls\u{3000}x", "prescan.white-space"),
            ("ls\u{180e}x", "prescan.invisible"),
            ("ls\u{200b}x", "prescan.invisible"),
            ("ls\u{feff}x", "prescan.invisible"),
            ("ls\u{e0041}x", "prescan.invisible"),
            ("ls \u{202e}x", "prescan.bidi"),
            ("ls \u{2066}x", "prescan.bidi"),
        ] {
            assert_eq!(reasons(source), [reason], "{source:?}");
        }
    }

    #[test]
    fn a_gap_points_at_the_character() {
        let mut gaps = Gaps::default();
        scan("ab\u{a0}\u{a0}", 0, &mut gaps);
        let gaps = gaps.into_sorted();
        assert_eq!(gaps.len(), 1);
        assert_eq!(gaps.first().map(|gap| gap.span), Some(Span::source(2, 4)));
    }
}
