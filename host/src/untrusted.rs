//! Makes text of others fit to be shown to a person (R1.5). PURE.

/// Takes control characters and bidi controls out of a text and limits its length in characters.
///
/// Line feeds and tabs become spaces: what is shown is one line, so that nothing can pass for a line of ours.
pub fn tame(text: &str, max_chars: usize) -> String {
    let mut kept = String::with_capacity(text.len().min(max_chars * 4));
    let mut visible = text
        .chars()
        .map(|one| if matches!(one, '\n' | '\t') { ' ' } else { one })
        .filter(|one| !is_unshowable(*one));
    for _ in 0..max_chars {
        match visible.next() {
            Some(one) => kept.push(one),
            None => return kept,
        }
    }
    if visible.next().is_some() {
        kept.push('…');
    }
    kept
}

/// Whether a character is invisible, or changes how those around it are shown.
pub fn is_unshowable(one: char) -> bool {
    one.is_control()
        || matches!(one,
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{61c}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_and_bidi_controls_are_taken_out() {
        assert_eq!(tame("a\u{1b}[31mb\u{202e}c", 100), "a[31mbc");
    }

    #[test]
    fn a_second_line_stays_in_the_first() {
        assert_eq!(tame("ok\nallow: yes", 100), "ok allow: yes");
    }

    #[test]
    fn what_is_cut_says_so() {
        assert_eq!(tame("abcdef", 3), "abc…");
        assert_eq!(tame("abc", 3), "abc");
    }
}
