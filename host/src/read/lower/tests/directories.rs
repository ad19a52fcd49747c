//! Where commands start: what `cd` does along the ways control takes.

use super::{cwds, facts};
use crate::read::{ShellFacts, read};

/// Where the last command may start.
fn end(source: &str) -> String {
    cwds(source).pop().unwrap_or_default()
}

#[test]
fn cd_goes_by_the_names() {
    for (source, expected) in [
        ("cd x && a", "/w/x"),
        ("cd /x/../y && a", "/y"),
        ("cd ../../.. && a", "/"),
        ("cd -L x && a", "/w/x"),
        ("cd && a", "/home/u"),
        ("cd ~/x && a", "/home/u/x"),
        ("x=sub; cd \"$x/a\" && b", "/w/sub/a"),
        ("x=sub; cd $x && b", "/w/sub"),
        ("command cd x && a", "/w/x"),
        ("builtin cd x && a", "/w/x"),
        ("cd x >f && a", "/w/x"),
        ("cd x 2>/dev/null || a", "/w"),
    ] {
        assert_eq!(end(source), expected, "{source}");
    }
}

#[test]
fn a_cd_that_may_have_failed_leaves_both() {
    for (source, expected) in [
        ("cd x; a", "/w /w/x"),
        ("cd x || cd y; a", "/w /w/x /w/y"),
        ("cd x && cd ..; a", "/w /w/x"),
        ("cd x || true && a", "/w /w/x"),
        ("b && cd x; a", "/w /w/x"),
        ("if b; then cd x; fi; a", "/w /w/x"),
    ] {
        assert_eq!(end(source), expected, "{source}");
    }
}

#[test]
fn too_many_directories_are_unknown() {
    assert_eq!(
        end("if a; then cd /b; fi; if a; then cd /c; fi; if a; then cd /d; fi; e"),
        "/b /c /d /w"
    );
    assert_eq!(
        end("if a; then cd /b; fi; if a; then cd /c; fi; if a; then cd /d; fi; cd /e; f"),
        ""
    );
}

#[test]
fn a_directory_that_is_not_certain_is_unknown() {
    for source in [
        "cd \"$x\"; a",
        "cd -; a",
        "cd +1; a",
        "cd x y; a",
        "cd -P x; a",
        "cd ''; a",
        "cd x*; a",
        "cd $(b); a",
        "pushd x; a",
        "popd; a",
        "HOME=/x cd; a",
        "CDPATH=/z; cd x; a",
        "CDPATH=/z cd x; a",
        "read CDPATH; cd x; a",
        "read HOME; cd; a",
        "cd ~v; a",
    ] {
        assert_eq!(end(source), "", "{source}");
    }
    assert_eq!(end("CDPATH=/z; cd ./x && a"), "/w/x");
    assert_eq!(end("CDPATH=/z; cd /x && a"), "/x");
    assert_eq!(end("cd \"$x\"; cd /y && a"), "/y");
    let homeless = ShellFacts {
        home: None,
        ..facts()
    };
    let script = read("cd && a", &homeless);
    assert!(
        script
            .commands
            .last()
            .is_some_and(|last| last.cwds.is_empty())
    );
}

#[test]
fn a_shell_of_its_own_does_not_move_the_one_around() {
    for source in [
        "(cd x; b); a",
        "( (cd x) ); a",
        "cd x | b; a",
        "cd x & a",
        "b $(cd x); a",
        "{ cd x; } | b; a",
        "bash -c 'cd x'; a",
        "env cd x; a",
        "find . -exec cd x \\;; a",
    ] {
        assert_eq!(end(source), "/w", "{source}");
    }
    assert_eq!(cwds("(cd x && b)"), ["/w", "/w/x"]);
    assert_eq!(cwds("bash -c 'cd x && b'"), ["/w", "/w/x"]);
    assert_eq!(cwds("cd x && bash -c b"), ["/w", "/w/x"]);
}

#[test]
fn a_loop_that_moves_is_lost_from_its_first_round_on() {
    assert_eq!(cwds("while a; do cd ..; b; done; c"), ["", "", "", ""]);
    assert_eq!(cwds("for x in a b; do cd /y && b; done"), ["", "/y"]);
    assert_eq!(
        cwds("while a; do (cd ..; b); done; c")
            .last()
            .map(String::as_str),
        Some("/w")
    );
    assert_eq!(cwds("until cd x; do a; done; b"), ["", "", ""]);
    assert_eq!(
        cwds("while time -p cd ..; do a; done")
            .last()
            .map(String::as_str),
        Some("")
    );
}

#[test]
fn a_wrapper_may_start_a_command_elsewhere() {
    assert_eq!(cwds("env -C x ls; a"), ["/w/x", "/w"]);
    assert_eq!(cwds("env -C /x ls"), ["/x"]);
    assert_eq!(cwds("env -C \"$x\" ls"), [""]);
    assert_eq!(cwds("cd y; env -C x ls"), ["/w", "/w/x /w/y/x"]);
    assert_eq!(cwds("ssh h 'rm x'; a"), ["", "/w"]);
}
