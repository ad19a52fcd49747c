//! `${…}` with an operator.

use super::{complete, gaps, has_reason, last, words};

#[test]
fn an_operator_leaves_a_value_uncertain() {
    words(
        "c ${x:-a} \"${x:-a}\" ${x-} ${x:+a} \"${x:?a}\"",
        "[c] […*] […] […*] […*] […]",
    );
    words(
        "c ${x%.c} ${x##*/} \"${x/a/b}\" ${x^^} ${x,}",
        "[c] […*] […*] […] […*] […*]",
    );
    words("c ${x:1} \"${x:1:2}\" ${x@Q}", "[c] […*] […] […*]");
    words("c \"a${x%/*}/b\"", "[c] [a…]");
    assert_eq!(last("x=abc; c \"${x:0:1}\" \"${x%c}\""), "[c] […] […]");
}

#[test]
fn a_length_is_one_number() {
    words("c ${#x} \"${#x}\" ${#}", "[c] […] […] […]");
    assert_eq!(last("IFS=1; c ${#x}"), "[c] […*]");
}

#[test]
fn arrays_are_read_where_nothing_is_evaluated() {
    words(
        "c ${x[0]} ${x[@]} \"${x[@]}\" \"${x[*]}\" \"${#x[@]}\"",
        "[c] […*] […*] […*] […*] […]",
    );
    for source in ["c ${x[y]}", "c ${x[$y]}", "c ${x[1+1]}", "c \"${x[$(a)]}\""] {
        has_reason(source, "evaluated");
    }
}

#[test]
fn commands_in_an_operand_are_commands() {
    assert_eq!(complete("c ${x:-$(b)}"), ["[c] […*]", "[b]"]);
    assert_eq!(complete("c \"${x:-$(b)}\""), ["[c] […]", "[b]"]);
    assert_eq!(complete("c ${x//a/$(b)}"), ["[c] […*]", "[b]"]);
    assert_eq!(complete("c ${x:-${y:-$(b)}}"), ["[c] […*]", "[b]"]);
    words(
        "c ${x:-'a b'} ${x:-\"a}\"} ${x:-a\\}b}",
        "[c] […*] […*] […*]",
    );
}

#[test]
fn an_operator_that_assigns_makes_the_variable_unknown() {
    assert_eq!(last("c ${x:=a}; d \"$x\""), "[d] […]");
    assert_eq!(last("x=a; : \"${x=b}\"; d \"$x\""), "[d] […]");
    assert_eq!(last("x=a; (: ${x:=b}); d \"$x\""), "[d] [a]");
    words("c ${x:=a} \"$x\"", "[c] […*] […]");
}

#[test]
fn forms_that_evaluate_are_gaps() {
    for source in [
        "c ${!x}",
        "c ${!x*}",
        "c ${x@P}",
        "c ${x@E}",
        "c ${x@A}",
        "c \"${x:-'a'}\"",
        "c ${x:$y}",
        "c ${x:a}",
        "c ${x:1:y}",
        "c ${1:=a}",
        "c ${}",
        "c ${x y}",
        "c ${x:-a",
    ] {
        assert!(!gaps(source).is_empty());
    }
}
