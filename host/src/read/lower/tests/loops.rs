//! `for`, `select`, `while`, `until`: what they hold, and what their variables may be.

use super::{blocks, complete, facts, gaps, held, last, shape};
use crate::read::{AssignmentScope, read};

#[test]
fn a_for_holds_its_words_and_a_body() {
    assert_eq!(
        held("for x in a 'b c'; do d; e; done"),
        [
            "loop 0 \"for x in a 'b c'; do d; e; done\" [a] [b c]",
            "body 1 \"d; e\"",
        ]
    );
    assert_eq!(
        shape("a && for x in b; do c | d; done; e"),
        [
            "a 0/0.0 first",
            "c 2/2.0 first",
            "d 2/2.1 first",
            "e 0/3.0 then"
        ]
    );
    assert_eq!(
        blocks("a | for x in b; do c; done"),
        ["loop 0/0.1 first", "body 1/-.0 first"]
    );
}

#[test]
fn a_while_holds_a_condition_and_a_body() {
    assert_eq!(
        held("while a | b; do c; done"),
        [
            "loop 0 \"while a | b; do c; done\"",
            "condition 1 \"a | b\"",
            "body 1 \"c\"",
        ]
    );
    assert_eq!(
        blocks("! until a; do b; done || c"),
        [
            "loop 0/0.0 first !",
            "condition 1/-.0 first",
            "body 1/-.0 first"
        ]
    );
}

#[test]
fn what_nothing_waits_for_is_marked() {
    assert_eq!(
        held("until a; do b; done & (c) & { d; }"),
        [
            "loop 0 \"until a; do b; done\" &",
            "condition 1 \"a\"",
            "body 1 \"b\"",
            "subshell 0 \"(c)\" &",
            "group 0 \"{ d; }\"",
        ]
    );
    let script = read("a; b && c & d", &facts());
    let marks: Vec<bool> = script
        .commands
        .iter()
        .map(|command| command.background)
        .collect();
    assert_eq!(marks, [false, true, true, false]);
}

#[test]
fn redirects_of_a_loop_are_a_command_at_its_place() {
    assert_eq!(
        shape("while a; do b; done <f >g"),
        ["a 2/1.0 first", "b 3/2.0 first", "- 0/0.0 first"]
    );
    assert_eq!(last("while a; do b; done <f >g"), "<[f] >[g]");
}

#[test]
fn a_loop_variable_has_every_word_as_a_value() {
    assert_eq!(
        complete("for x in b a b; do c \"$x\" \"p$x\" $x; done"),
        ["[c] [a|b] [pa|pb] [a|b]"]
    );
    assert_eq!(
        complete("for x in a b; do for y in c d; do e \"$x$y\"; done; done"),
        ["[e] [ac|ad|bc|bd]"]
    );
    assert_eq!(complete("for x in {1..3}; do c $x; done"), ["[c] [1|2|3]"]);
    assert_eq!(complete("for x in 'a b' c; do d $x; done"), ["[d] […*]"]);
    assert_eq!(last("for x in a b; do c; done; d \"$x\""), "[d] [a|b]");
}

#[test]
fn a_loop_variable_of_uncertain_words_is_not_certain() {
    for source in [
        "for x; do c \"$x\"; done",
        "for x in \"$@\"; do c \"$x\"; done",
        "for x in a $y; do c \"$x\"; done",
        "for x in a $(b); do c \"$x\"; done",
        "for x in a *; do c \"$x\"; done",
    ] {
        let found = complete(source);
        let command = found.iter().find(|command| command.starts_with("[c]"));
        assert_eq!(command.map(String::as_str), Some("[c] […]"), "{source}");
    }
}

#[test]
fn a_loop_variable_of_a_pattern_begins_as_the_pattern_does() {
    assert_eq!(
        complete("for x in a/b*.c; do c \"$x\" \"$x/d\" \"./$x\" $x; done"),
        ["[c] [a/b…] [a/b…] [./…] […*]"]
    );
}

#[test]
fn a_loop_variable_is_assigned_by_no_command() {
    let script = read("for x in a; do y=1; done", &facts());
    let found: Vec<_> = script
        .assignments
        .iter()
        .map(|one| (one.name.as_str(), one.scope, one.value.is_some()))
        .collect();
    assert_eq!(
        found,
        [
            ("x", AssignmentScope::Each, false),
            ("y", AssignmentScope::Shell, true)
        ]
    );
    let owned: Vec<_> = script
        .commands
        .iter()
        .flat_map(|command| script.assignments(command))
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(owned, ["y"]);
}

#[test]
fn what_a_loop_changes_is_unknown_from_its_first_round_on() {
    for source in [
        "x=a; while b; do c \"$x\"; x=d; done",
        "x=a; for i in 1 2; do c \"$x\"; x=b; done",
        "x=a; until c \"$x\"; do read x; done",
        "x=a; for i in 1 2; do c \"$x\"; : ${x:=b}; done",
        "x=a; for i in 1 2; do c \"$x\"; eval b; done",
        "x=a; for i in 1 2; do c \"$x\"; $y; done",
        "x=a; for i in 1 2; do c \"$x\"; . f; done",
        "x=a; for i in 1 2; do c \"$x\"; unset x; done",
        "x=a; for i in 1 2; do c \"$x\"; for x in b; do d; done; done",
    ] {
        let found = complete(source);
        let command = found.iter().find(|command| command.starts_with("[c]"));
        assert_eq!(command.map(String::as_str), Some("[c] […]"), "{source}");
    }
    assert_eq!(
        complete("x=a; for i in 1 2; do c \"$x\"; (d); y=$x; done"),
        ["x=[a]", "[c] [a]", "[d]", "y=[a]"]
    );
}

#[test]
fn what_a_loop_changed_is_unknown_behind_it() {
    for source in [
        "x=a; while b; do x=c; done; d \"$x\"",
        "x=a; while true; do x=b; break; done; d \"$x\"",
        "for x in a b; do x=c; done; d \"$x\"",
        "x=a; while read x; do b; done; d \"$x\"",
        "for x in a*; do b; done; d \"$x\"",
    ] {
        assert_eq!(last(source), "[d] […]", "{source}");
    }
    assert_eq!(last("x=a; while b; do y=c; done; d \"$x\""), "[d] [a]");
}

#[test]
fn nothing_after_a_break_or_continue_is_followed() {
    assert_eq!(
        complete("for x in a b; do y=1; d && { y=2; continue; }; c \"$y\"; done"),
        ["y=[1]", "[d]", "y=[2]", "[continue]", "[c] [1]"]
    );
    // In a subshell it leaves nothing but that.
    assert_eq!(
        complete("for x in a b; do y=1; (break); c \"$y\"; done"),
        ["y=[1]", "[break]", "[c] [1]"]
    );
}

#[test]
fn substitutions_in_the_words_of_a_for_come_before_its_body() {
    assert_eq!(
        held("for x in $(a) b; do c; done"),
        [
            "loop 0 \"for x in $(a) b; do c; done\" […*] [b]",
            "substitution 1 \"$(a)\"",
            "body 1 \"c\"",
        ]
    );
}

#[test]
fn the_words_of_a_select_are_its_subject_and_its_variable_is_unknown() {
    let source = "select x in a b; do c \"$x\"; done";
    assert_eq!(
        held(source),
        [
            "loop 0 \"select x in a b; do c \\\"$x\\\"; done\" [a] [b]",
            "body 1 \"c \\\"$x\\\"\"",
        ]
    );
    assert_eq!(super::commands(&read(source, &facts())), ["[c] […]"]);
}

#[test]
fn a_for_of_expressions_holds_them_in_a_condition() {
    let source = "for ((i=0; i<3; i++)); do c \"$i\"; done";
    assert_eq!(
        held(source),
        [
            "loop 0 \"for ((i=0; i<3; i++)); do c \\\"$i\\\"; done\"",
            "condition 1 \"((i=0; i<3; i++))\"",
            "body 1 \"c \\\"$i\\\"\"",
        ]
    );
    assert_eq!(
        super::commands(&read(source, &facts())),
        ["[((] […]", "[((] […]", "[((] […]", "[c] […]"]
    );
}

#[test]
fn loops_that_are_not_whole_are_gaps_and_hold_their_commands_all_the_same() {
    for source in [
        "for 1x in a; do rm x; done",
        "for x in a; { rm x; }",
        "for x in a; do rm x",
        "while; do rm x; done",
        "while a; rm x; done",
        "while a; do done; rm x",
        "for ((i=0; i<3)); do rm x; done",
        "for x in a; do rm x; done b",
    ] {
        assert!(!gaps(source).is_empty());
        let found = super::commands(&read(source, &facts()));
        assert!(
            found.iter().any(|command| command.ends_with("[rm] [x]")),
            "{source}: {found:?}"
        );
    }
}
