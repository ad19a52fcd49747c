//! A text for zsh: what is read as bash reads it, and what is a gap because zsh does not.

use super::{commands, facts};
use crate::read::{Dialect, Reading, Script, ShellFacts, read};

fn read_zsh(source: &str) -> Script {
    let facts = ShellFacts {
        dialect: Dialect::Zsh,
        ..facts()
    };
    read(source, &facts)
}

#[test]
fn what_both_read_alike_is_read() {
    for (source, expected) in [
        (
            "ls -l 'a b' \"c\" | wc",
            &["[ls] [-l] [a b] [c]", "[wc]"][..],
        ),
        ("a && b || c; (d)", &["[a]", "[b]", "[c]", "[d]"]),
        ("for x in a b; do c \"$x\"; done", &["[c] [a|b]"]),
        ("if a; then b; fi", &["[a]", "[b]"]),
        ("while a; do b; done", &["[a]", "[b]"]),
        ("x=a; c \"$x\"", &["x=[a]", "[c] [a]"]),
        ("a >f 2>&1", &["[a] >[f] 2>&[1]"]),
        ("c \"$(a)\"", &["[c] […]", "[a]"]),
    ] {
        let script = read_zsh(source);
        assert_eq!(
            script.reading,
            Reading::Complete,
            "{source}: {:?}",
            script.gaps
        );
        assert_eq!(commands(&script), expected, "{source}");
    }
}

#[test]
fn of_commands_joined_before_a_background_sign_only_the_last_leaves_the_shell() {
    // Found by the oracle: the directory does change.
    for source in ["cd a && b & c", "cd a || b & c", "(a) && b &"] {
        let script = read_zsh(source);
        assert_eq!(script.reading, Reading::Partial, "{source}");
        assert_eq!(script.gaps[0].reason, "zsh.syntax", "{source}");
    }
    assert_eq!(read_zsh("a; b & c && d").reading, Reading::Complete);
}

#[test]
fn a_value_without_quotes_is_not_split() {
    let script = read_zsh("x='a b'; c $x");
    assert_eq!(script.reading, Reading::Complete, "{:?}", script.gaps);
    assert_eq!(commands(&script), ["x=[a b]", "[c] [a b]"]);
}

#[test]
fn the_last_command_of_a_pipeline_runs_in_the_shell() {
    let script = read_zsh("x=a; b | read x; c \"$x\"");
    assert_eq!(
        commands(&script).last().map(String::as_str),
        Some("[c] […]")
    );
    let script = read_zsh("b | cd x; c");
    let last = script.commands.last().map(|command| command.cwds.clone());
    assert_ne!(last, Some(vec!["/w".to_owned()]));
}

#[test]
fn what_zsh_reads_otherwise_is_a_gap() {
    for source in [
        "a =b",
        "a =(b)",
        "a **/*(.)",
        "select x in a; do b; done",
        "case a in b) c;& d) e;; esac",
        "[[ a =~ b ]]",
        "c ${(e)x}",
        "a <f <g",
        "time -p a",
        "exec -ax c",
        "exec -a x c",
        "a >&--b",
        "a | b >&-c",
        ">f",
        "{ >f; }",
        "{ a; } >f | b",
        "time -p { a; }",
        "time repeat 2 a",
        "time time a",
        "a | time b",
        "a &!b",
        "IFS=: a",
        "IFS=:; a",
        "c ${x[1]}",
        "c ${x[@]:1}",
        "a >f | b",
        "repeat 3 a",
        "a &| b",
        "a >! f",
    ] {
        let script = read_zsh(source);
        assert_eq!(
            script.reading,
            Reading::Partial,
            "{source}: {:?}",
            commands(&script)
        );
    }
}

#[test]
fn what_was_seen_to_be_the_same_is_read() {
    for (source, wanted) in [
        (
            "c ${x:-a} \"${x%.*}\" ${x#a/} ${x/a/b}",
            "[c] […*] […*] […*] […*]",
        ),
        ("c \"${x[@]}\" ${#x[@]}", "[c] […*] […*]"),
        ("c >f >g 2>h", "[c] >[f] >[g] 2>[h]"),
        ("time c a", "[c] [a]"),
        ("{ a; c; } >f 2>&1", ">[f] 2>&[1]"),
        ("for x in a b; do c; done <f", "<[f]"),
        ("a &! c", "[c]"),
        ("while IFS=: read -r x y; do c; done <f", "<[f]"),
    ] {
        let script = read_zsh(source);
        assert_eq!(
            script.reading,
            Reading::Complete,
            "{source}: {:?}",
            script.gaps
        );
        let last = commands(&script).pop().unwrap_or_default();
        assert!(last.ends_with(wanted), "{source}: {last}");
    }
}

#[test]
fn after_a_job_that_is_disowned_nothing_is_negated() {
    let script = read_zsh("a &! b && c");
    let negated: Vec<bool> = script
        .commands
        .iter()
        .map(|command| command.negated)
        .collect();
    assert_eq!(negated, [false, false, false]);
}

#[test]
fn a_function_that_zsh_calls_by_itself_is_a_gap() {
    let facts = ShellFacts {
        dialect: Dialect::Zsh,
        functions: vec!["precmd".to_owned()],
        ..facts()
    };
    let script = read("ls", &facts);
    let reasons: Vec<&str> = script.gaps.iter().map(|gap| gap.reason.as_str()).collect();
    assert_eq!(reasons, ["zsh.hook"]);
}
