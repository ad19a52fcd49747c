//! Shows how files change (R8.1).

use std::fmt::Write as _;

use super::ui::{BAD, FAINT, GOOD, HEAD};
use crate::{outcome::FileChange, untrusted::tame};

/// Most lines of one file's difference that are shown.
const MAX_LINES: usize = 200;
/// Longest line, in characters.
const MAX_CHARS: usize = 300;

/// Returns the differences, coloured by line.
pub(super) fn shown(changes: &[FileChange]) -> String {
    let mut text = String::new();
    for change in changes {
        if change.diff.is_empty() {
            let path = change.path.display().to_string();
            writeln!(text, "  {} stays as it is", tame(&path, MAX_CHARS)).ok();
            continue;
        }
        let mut lines = change.diff.lines();
        for line in lines.by_ref().take(MAX_LINES) {
            writeln!(text, "  {}", coloured(&tame(line, MAX_CHARS))).ok();
        }
        let left = lines.count();
        if left > 0 {
            writeln!(text, "  {FAINT}… and {left} lines more{FAINT:#}").ok();
        }
    }
    text
}

fn coloured(line: &str) -> String {
    let style = match line.as_bytes() {
        [b'-', b'-', b'-', ..] | [b'+', b'+', b'+', ..] => HEAD,
        [b'-', ..] => BAD,
        [b'+', ..] => GOOD,
        [b'@', ..] => FAINT,
        _ => return line.to_owned(),
    };
    format!("{style}{line}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_differences_are_cut_and_say_so() {
        let diff = "+line\n".repeat(MAX_LINES + 7);
        let change = FileChange {
            path: "f".into(),
            diff,
        };
        let text = shown(&[change]);
        assert_eq!(text.lines().count(), MAX_LINES + 1);
        assert!(text.contains("and 7 lines more"), "{text}");
    }

    #[test]
    fn control_characters_of_a_file_do_not_reach_the_terminal() {
        let change = FileChange {
            path: "f".into(),
            diff: "+a\u{1b}]0;title\u{7}\n".to_owned(),
        };
        assert!(!shown(&[change]).contains('\u{7}'));
    }
}
