//! `[[ … ]]`.

use super::{complete, facts, gaps, has_reason, shape, words};
use crate::read::{Binding, PieceKind, read};

#[test]
fn every_part_of_a_test_is_a_word() {
    words(
        "[[ -f $x && \"$y\" == *.c || ! ( a < b ) ]]",
        "[[[] [-f] […] [&&] […] [==] […] [||] [!] [(] [a] [<] [b] [)] []]]",
    );
    words("[[ a ]]", "[[[] [a] []]]");
    words("[[ $x =~ ^a(b|c)$ ]]", "[[[] […] [=~] [^a(b|c)$] []]]");
    words("[[ a = 'b c' ]]", "[[[] [a] [=] [b c] []]]");
    let script = read("[[ -e a ]]", &facts());
    assert_eq!(
        script.commands.first().map(|command| command.binding),
        Some(Binding::Builtin)
    );
}

#[test]
fn nothing_in_a_test_is_split() {
    words("[[ -n $x ]]", "[[[] [-n] […] []]]");
    words("[[ $x == $y* ]]", "[[[] […] [==] […] []]]");
    words("[[ a* == b ]]", "[[[] [a*] [==] [b] []]]");
    let script = read("[[ a == b* ]]", &facts());
    let kinds: Vec<_> = script.pieces.iter().map(|piece| piece.kind).collect();
    assert!(kinds.contains(&PieceKind::Glob));
}

#[test]
fn a_test_stands_where_a_command_does() {
    assert_eq!(
        shape("[[ a ]] && b || ! [[ c ]] | d"),
        [
            "[[ 0/0.0 first",
            "b 0/1.0 and",
            "[[ 0/2.0 or !",
            "d 0/2.1 or !"
        ]
    );
    assert_eq!(
        complete("[[ -n $(a) ]] || b"),
        ["[[[] [-n] […] []]]", "[a]", "[b]"]
    );
    assert_eq!(
        complete("if [[ -d x ]]; then a; fi"),
        ["[[[] [-d] [x] []]]", "[a]"]
    );
}

#[test]
fn what_a_test_evaluates_is_a_gap() {
    for source in [
        "[[ $x -eq 1 ]]",
        "[[ x -eq 1 ]]",
        "[[ 1 -lt \"$x\" ]]",
        "[[ -v a[0] ]]",
        "[[ -v $x ]]",
        "[[ a[0] -eq 1 ]]",
    ] {
        has_reason(source, "evaluated");
    }
    words("[[ 2 -gt 1 ]]", "[[[] [2] [-gt] [1] []]]");
    words("[[ -v x ]]", "[[[] [-v] [x] []]]");
    assert_eq!(
        complete("x=3; [[ $x -eq 1 ]]").pop().as_deref(),
        Some("[[[] [3] [-eq] [1] []]]")
    );
    words(
        "[[ $# -gt 1 && $? -ne 0 ]]",
        "[[[] […] [-gt] [1] [&&] […] [-ne] [0] []]]",
    );
}

#[test]
fn broken_tests_are_gaps() {
    for source in [
        "[[ a = b",
        "[[ ]]",
        "[[ a b ]]",
        "[[ a == ]]",
        "[[ ( a ]]",
        "[[ a && ]]",
        "[[ a ]] b",
    ] {
        assert!(!gaps(source).is_empty());
    }
}
