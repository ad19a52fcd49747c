//! What is not read, and what is unsure after it.

use super::{commands, complete, facts, gaps, has_reason, words};
use crate::read::{Reading, read};

#[test]
fn continuations_that_join_tokens_are_gaps() {
    for source in [
        "a \"$\\\n(b)\"",
        "a $\\\n(b)",
        "a \"$x\\\ny\"",
        "a &\\\n& b",
        "a 2\\\n>f",
        "a >\\\n>f",
        "a\\\n#b",
        "a $\\\n{x}",
    ] {
        assert!(!gaps(source).is_empty());
    }
    has_reason("a \"$\\\n(b)\"", "prescan.continuation");
}

#[test]
fn white_space_of_the_grammar_that_is_none_for_bash_is_a_gap() {
    for source in [
        "\\ a",
        "a \\\tb",
        "a\\\tb",
        "a\rb",
        "a\u{a0}b",
        "a \u{3000}b",
    ] {
        assert!(!gaps(source).is_empty());
    }
}

#[test]
fn text_that_tree_and_shell_cut_in_different_places_is_a_gap() {
    for source in [
        r"a $'x\\' 'y'",
        r"a $'x\\';b 'y'",
        "a ] ] b",
        "a } }",
        "a `b '`'`'",
        "a b<(c)",
        "{a; }",
    ] {
        has_reason(source, "readers");
    }
}

#[test]
fn other_syntax_is_named() {
    for (source, node) in [
        ("a $[1]", "arithmetic_expansion"),
        ("a ${!x}", "expansion"),
        ("a ${x@P}", "expansion"),
        ("a \"${x:-'b'}\"", "expansion"),
        ("a=(b)", "array"),
        ("a $((x))", "arithmetic_expansion"),
        ("a ${x[y]}", "subscript"),
        ("coproc a", "command"),
    ] {
        let gaps = gaps(source);
        assert!(
            gaps.iter().any(|(_, found)| found == node),
            "{source:?}: {gaps:?}"
        );
    }
}

#[test]
fn the_grammar_of_bash_is_checked() {
    for source in [
        "a &&", "| a", "a | | b", "a && ; b", "a & ; b", "(a", "a)", "{ a; ", "a; }", "()", "( )",
        "{ }", "(a) b", "{ a; } b", "a (b)", "! ! a", "a | ! b", "!\na", "then a", "do a", "fi",
        "coproc a", "} a", "a 'b", "a \"b", "a $(b", "a `b", "a \\",
    ] {
        assert!(!gaps(source).is_empty());
    }
    words("a if } then { b !", "[a] [if] [}] [then] [{] [b] [!]");
    words("'if' a", "[if] [a]");
}

#[test]
fn commands_in_what_is_not_read_are_found() {
    for source in [
        "coproc rm -r a",
        "V=($(rm -r a))",
        "V[$(rm -r a)]=b",
        "a $((1+$(rm -r a)))",
        "if true; then rm -r a; done",
        "for x in b; do rm -r a; fi",
        "case b in c) rm -r a;; esac d",
        "f() rm -r a",
        "[[ -n $(rm -r a) && ]]",
        "[ -n $((1+$(rm -r a))) ]",
        "rm -r a; done",
        "b ) ; rm -r a",
        "{ b; rm -r a",
    ] {
        let script = read(source, &facts());
        assert_eq!(script.reading, Reading::Partial);
        let found = commands(&script);
        assert!(
            found.iter().any(|command| command == "[rm] [-r] [a]"),
            "{source:?}: {found:?}"
        );
    }
}

#[test]
fn a_command_that_was_not_found_behind_a_wrapper_is_a_gap() {
    for source in [
        "sudo $x a",
        "bash -c \"$x\"",
        "bash $x",
        "env -S \"$x\" a",
        "gdb a",
    ] {
        has_reason(source, "wrapper");
    }
    for source in [
        "find . -name a",
        "bash script.sh",
        "sh --version",
        "sh",
        "command -v a",
        "timeout 3",
    ] {
        complete(source);
    }
}

#[test]
fn names_are_bound() {
    let script = read("cd; ls; ./x; greet; $x; A=1; \"e\"cho", &facts());
    let bindings: Vec<_> = script
        .commands
        .iter()
        .map(|command| command.binding.code())
        .collect();
    assert_eq!(
        bindings,
        [
            "builtin", "file", "file", "function", "unknown", "builtin", "builtin"
        ]
    );
}

#[test]
fn the_directory_is_certain_until_something_may_change_it() {
    let known = |source: &str| -> Vec<bool> {
        read(source, &facts())
            .commands
            .iter()
            .map(|command| command.cwds == ["/w"])
            .collect()
    };
    assert_eq!(known("ls; echo a; pwd; A=1; printf x; ls"), [true; 6]);
    for source in [
        "cd $x; ls",
        "cd -; ls",
        "pushd x; ls",
        "eval x; ls",
        "greet; ls",
        "$x; ls",
        "source f; ls",
        "CDPATH=/; cd x; ls",
    ] {
        assert_eq!(known(source).last(), Some(&false), "{source}");
    }
    for source in [
        "(cd x); ls",
        "cd x | cat; ls",
        "cd x & ls",
        "echo $(cd x); ls",
        "false && cd x || ls",
    ] {
        assert_eq!(known(source).last(), Some(&true), "{source}");
    }
    assert_eq!(known("for x in a; do ls; cd ..; done"), [false, false]);
}

#[test]
fn the_directory_is_followed() {
    let cwds = |source: &str| -> Vec<String> {
        let script = read(source, &facts());
        assert_eq!(
            script.reading,
            Reading::Complete,
            "{source}: {:?}",
            script.gaps
        );
        script.commands.last().unwrap().cwds.clone()
    };
    for (source, expected) in [
        ("cd x && ls", &["/w/x"][..]),
        ("cd x; ls", &["/w", "/w/x"]),
        ("cd x || exit; ls", &["/w/x"]),
        ("cd x || exit 1; ls", &["/w/x"]),
        ("cd x || exit 1 2; ls", &["/w", "/w/x"]),
        ("cd x || exit > f; ls", &["/w", "/w/x"]),
        ("cd x || ls", &["/w"]),
        ("! cd x || ls", &["/w/x"]),
        ("cd && ls", &["/home/u"]),
        ("cd ../x/./y && ls", &["/x/y"]),
        ("cd -- x && ls", &["/w/x"]),
        ("if cd x; then ls; fi", &["/w/x"]),
        ("if ! cd x; then ls; fi", &["/w"]),
        ("(cd x && ls)", &["/w/x"]),
        ("{ cd x; } && ls", &["/w/x"]),
        ("d=/a; cd \"$d\" && ls", &["/a"]),
        ("cd x && cd y && ls", &["/w/x/y"]),
        ("f() { ls; }", &["/w"]),
        ("f() { cd x && ls; }", &[]),
        (
            "for d in a b; do (cd \"$d\" && ls); done",
            &["/w/a", "/w/b"],
        ),
        ("f() { ls; }; x=$(cd y; f)", &[]),
    ] {
        if source.ends_with("f)") {
            let script = read(source, &facts());
            assert!(script.commands.first().unwrap().cwds.is_empty(), "{source}");
            continue;
        }
        assert_eq!(cwds(source), expected, "{source}");
    }
}
