//! `if` and `case`: what they hold, and what is known behind them.

use super::{blocks, commands, cwds, facts, gaps, held, last, shape};
use crate::read::read;

#[test]
fn an_if_holds_conditions_and_bodies_in_written_order() {
    assert_eq!(
        held("if a; then b; elif c; then d; else e; fi"),
        [
            "branch 0 \"if a; then b; elif c; then d; else e; fi\"",
            "condition 1 \"a\"",
            "body 1 \"b\"",
            "condition 1 \"c\"",
            "body 1 \"d\"",
            "body 1 \"e\"",
        ]
    );
    assert_eq!(
        shape("if a; then b | c; fi && d"),
        [
            "a 2/1.0 first",
            "b 3/2.0 first",
            "c 3/2.1 first",
            "d 0/3.0 and"
        ]
    );
    assert_eq!(
        blocks("! if a; then b; fi"),
        [
            "branch 0/0.0 first !",
            "condition 1/-.0 first",
            "body 1/-.0 first"
        ]
    );
}

#[test]
fn a_case_holds_a_body_for_each_list_of_patterns() {
    assert_eq!(
        held("case \"$w\" in a|b*) c;; (d) ;; *) e; esac"),
        [
            "branch 0 \"case \\\"$w\\\" in a|b*) c;; (d) ;; *) e; esac\" […]",
            "body 1 \"a|b*) c\" [a] [b…]",
            "body 1 \"(d)\" [d]",
            "body 1 \"*) e\" […]",
        ]
    );
    assert_eq!(
        held("case a\nin\n  b | 'c d' )\n    e\n    ;;\nesac"),
        [
            "branch 0 \"case a\\nin\\n  b | 'c d' )\\n    e\\n    ;;\\nesac\" [a]",
            "body 1 \"b | 'c d' )\\n    e\" [b] [c d]",
        ]
    );
    assert_eq!(
        held("case $(a) in $(b)) c;; esac"),
        [
            "branch 0 \"case $(a) in $(b)) c;; esac\" […]",
            "substitution 1 \"$(a)\"",
            "body 1 \"$(b)) c\" […]",
            "substitution 3 \"$(b)\"",
        ]
    );
}

#[test]
fn behind_a_branch_each_way_through_it_counts() {
    for (source, expected) in [
        ("x=a; if b; then x=c; fi; g \"$x\"", "[g] [a|c]"),
        ("x=a; if b; then x=c; else x=d; fi; g \"$x\"", "[g] [c|d]"),
        (
            "x=a; if b; then x=c; elif d; then x=e; fi; g \"$x\"",
            "[g] [a|c|e]",
        ),
        ("x=a; if x=b; then c; fi; g \"$x\"", "[g] [b]"),
        ("x=a; if b; then x=c; exit; fi; g \"$x\"", "[g] [a]"),
        ("x=a; if b; then unset x; fi; g \"$x\"", "[g] […]"),
        ("if b; then x=a; fi; g \"$x\"", "[g] […]"),
        (
            "x=a; case $v in b) x=c;; *) x=d;; esac; g \"$x\"",
            "[g] [a|c|d]",
        ),
        ("x=a; case $v in b) x=c;; esac; g \"$x\"", "[g] [a|c]"),
        ("x=a; b && x=c; g \"$x\"", "[g] [a|c]"),
        ("x=a; b || x=c; g \"$x\"", "[g] [a|c]"),
        ("x=a; b && x=c || x=d; g \"$x\"", "[g] [c|d]"),
    ] {
        let found = last(source);
        let sorted = |text: &str| {
            let mut values: Vec<String> = text
                .trim_start_matches("[g] [")
                .trim_end_matches(']')
                .split('|')
                .map(str::to_owned)
                .collect();
            values.sort();
            values
        };
        assert_eq!(sorted(&found), sorted(expected), "{source}");
    }
}

#[test]
fn a_body_starts_as_its_condition_ended() {
    assert_eq!(
        cwds("if cd a; then b; elif cd c; then d; else e; fi"),
        ["/w", "/w/a", "/w", "/w/c", "/w"]
    );
    assert_eq!(
        cwds("if cd a; then :; else exit; fi; b"),
        ["/w", "/w/a", "/w", "/w/a"]
    );
    assert_eq!(
        cwds("case $v in a) cd b;; c) d;; esac; e"),
        ["/w", "/w", "/w /w/b"]
    );
}

#[test]
fn a_body_that_is_fallen_into_may_start_as_the_one_before_ended() {
    assert_eq!(
        cwds("case $v in a) cd b;& c) d;; *) e;; esac"),
        ["/w", "/w /w/b", "/w"]
    );
    assert_eq!(cwds("case $v in a) cd b;;& c) d;; esac"), ["/w", "/w /w/b"]);
}

#[test]
fn words_of_the_grammar_are_words_elsewhere() {
    assert_eq!(
        last("case if in then) b;; esac; echo if done"),
        "[echo] [if] [done]"
    );
}

#[test]
fn branches_that_are_not_whole_are_gaps_and_hold_their_commands_all_the_same() {
    for source in [
        "if a; then rm x",
        "if a; rm x; fi",
        "if a; then fi; rm x",
        "if a; then rm x; else fi",
        "if a then rm x; fi",
        "if a; then rm x; fi b",
        "case a in b) rm x;;",
        "case a in b rm x;; esac",
        "case a b in c) rm x;; esac",
        "rm x; esac",
        "else rm x",
    ] {
        assert!(!gaps(source).is_empty());
        let found = commands(&read(source, &facts()));
        assert!(
            found.iter().any(|command| command.contains("rm")),
            "{source}: {found:?}"
        );
    }
}
