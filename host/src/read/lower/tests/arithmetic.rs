//! `$((…))` and `((…))`.

use super::{complete, facts, has_reason, last, shape, words};
use crate::read::{PieceKind, read};

#[test]
fn arithmetic_over_numbers_is_read() {
    words("c $((1+2)) \"a$((3*4))\"", "[c] […] [a…]");
    assert_eq!(last("x=1; c $((x+1)) \"$((x))\""), "[c] […] […]");
    assert_eq!(last("c $(($#+$?))"), "[c] […]");
    words("c $((x=1))", "[c] […]");
}

#[test]
fn a_value_that_may_be_no_number_is_a_gap() {
    for source in [
        "c $((x))",
        "c $(($x))",
        "x=a; c $((x))",
        "x=$y; c $((x))",
        "c $((x+=1))",
        "c $((x++))",
        "c $((1+$(b)))",
        "c $((a[0]))",
        "((x))",
        "((a[0]=1))",
        "((x=y))",
        "((0&&(x=1))); ((x))",
        "read x; ((x+1))",
        "x=1; read x; ((x+1))",
        "x='a[$(b)]'; ((x))",
    ] {
        has_reason(source, "evaluated");
    }
}

#[test]
fn an_expression_alone_is_a_command() {
    assert_eq!(complete("(( 1 + 2 ))"), ["[((] […]"]);
    assert_eq!(
        shape("((1)) && a || ((2)); b"),
        [
            "(( 0/0.0 first",
            "a 0/1.0 and",
            "(( 0/2.0 or",
            "b 0/3.0 then"
        ]
    );
    let script = read("((x = 1 + 2))", &facts());
    let command = script.commands.first().unwrap();
    assert_eq!(command.binding.code(), "builtin");
    assert_eq!(script.text(command.span), "((x = 1 + 2))");
    let expression = script.words(command).get(1).unwrap();
    assert_eq!(script.text(expression.span), "x = 1 + 2");
    let kinds: Vec<_> = script
        .pieces(expression)
        .iter()
        .map(|piece| piece.kind)
        .collect();
    assert_eq!(kinds, [PieceKind::Arithmetic]);
}

#[test]
fn a_number_stays_one() {
    assert_eq!(
        complete("i=0; while ((i<3)); do ((i++)); c \"$i\"; done; d \"$i\""),
        ["i=[0]", "[((] […]", "[((] […]", "[c] […]", "[d] […]"]
    );
    assert_eq!(last("((x=1)); c $((x+1))"), "[c] […]");
    assert_eq!(last("x=$((1+2)); c $((x+1)) \"$x\""), "[c] […] […]");
    // Digits may be split where IFS holds some.
    assert_eq!(last("IFS=1; x=$((1+2)); c $x"), "[c] […*]");
}

#[test]
fn broken_expressions_are_gaps() {
    for source in ["((1+))", "((1+2)", "c $((1+))", "(( ))a", "c $[1]"] {
        assert!(!super::gaps(source).is_empty());
    }
}
