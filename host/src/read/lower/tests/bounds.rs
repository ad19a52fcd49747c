//! Bounds, spans, and text of any kind.

use super::{complete, facts, has_reason};
use crate::{
    limits::{MAX_COMMANDS, MAX_NESTING},
    read::{Dialect, Reading, ShellFacts, read},
};

#[test]
fn commands_past_the_bound_are_not_read() {
    assert_eq!(complete(&"a;".repeat(MAX_COMMANDS)).len(), MAX_COMMANDS);
    let script = read(&"a;".repeat(MAX_COMMANDS + 9), &facts());
    assert_eq!(script.commands.len(), MAX_COMMANDS);
    assert_eq!(
        script.gaps.first().map(|gap| gap.reason.as_str()),
        Some("bound.commands")
    );
}

#[test]
fn nesting_is_bounded_where_brackets_do_not_show_it() {
    let deep = format!("a {}", "$(b ".repeat(MAX_NESTING + 1));
    has_reason(&deep, "bound.nesting");
    let keywords = format!(
        "{}x{}",
        "if a && ".repeat(5 * MAX_NESTING),
        "; then b; fi".repeat(5 * MAX_NESTING)
    );
    assert_eq!(read(&keywords, &facts()).reading, Reading::Partial);
    let nested = format!("a {}b{}", "$(c ".repeat(40), ")".repeat(40));
    assert_eq!(complete(&nested).len(), 41);
}

#[test]
fn spans_point_into_the_source() {
    let script = read("A=1 c \"é $x\" 2>o | d", &facts());
    let texts: Vec<_> = script
        .commands
        .iter()
        .map(|command| script.text(command.span))
        .collect();
    assert_eq!(texts, ["A=1 c \"é $x\" 2>o", "d"]);
    let pieces: Vec<_> = script
        .pieces
        .iter()
        .map(|piece| (piece.kind.code(), script.text(piece.span), piece.quoted))
        .collect();
    assert_eq!(
        pieces,
        [
            ("literal", "c", false),
            ("literal", "é ", true),
            ("variable", "$x", true),
            ("literal", "1", false),
            ("literal", "o", false),
            ("literal", "d", false),
        ]
    );
    assert_eq!(
        script
            .redirects
            .first()
            .map(|redirect| script.text(redirect.span)),
        Some("2>o")
    );
    assert_eq!(
        script
            .assignments
            .first()
            .map(|assignment| script.text(assignment.span)),
        Some("A=1")
    );
}

#[test]
fn another_shell_is_not_read() {
    let dialect = Dialect::PowerShell;
    let script = read("ls", &ShellFacts { dialect, ..facts() });
    assert_eq!(script.reading, Reading::Partial);
    assert!(script.commands.is_empty());
    assert_eq!(
        script.gaps.first().map(|gap| gap.reason.as_str()),
        Some("dialect")
    );
}

/// Every script that can be cut out of a nasty one, and every one with a byte doubled, is read without a panic and
/// with all ranges inside their lists.
#[test]
fn any_text_gives_a_script_that_hangs_together() {
    let source = "V=~ c \"a$x`b`\" $'\\'' {a,b} [é]* $(d <(e)) >f 2>&1 | { g; } && (h) & # i\nif j; then k <<E\n$(l)\nE\nfi";
    for (at, _) in source.char_indices() {
        let (head, tail) = source.split_at(at);
        for text in [
            head.to_owned(),
            tail.to_owned(),
            format!("{head}{head}{tail}"),
            format!("{head}){tail}"),
        ] {
            let script = read(&text, &facts());
            for command in &script.commands {
                assert_eq!(script.words(command).len(), command.words.len as usize);
                assert_eq!(
                    script.assignments(command).len(),
                    command.assignments.len as usize
                );
                assert_eq!(
                    script.redirects(command).len(),
                    command.redirects.len as usize
                );
                assert!((command.block as usize) < script.blocks.len());
            }
            for word in &script.words {
                assert_eq!(script.pieces(word).len(), word.pieces.len as usize);
                assert!(!script.text(word.span).is_empty(), "{text:?}");
            }
        }
    }
}
