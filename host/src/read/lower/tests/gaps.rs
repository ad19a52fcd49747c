//! What is not read, and what is unsure after it.

use super::{commands, complete, facts, gaps, has_reason, words};
use crate::read::{Reading, read};

#[test]
fn continuations_that_join_tokens_are_gaps() {
    for source in [
        "a b\\\nc",
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
        ("for x in a; do b; done", "for_statement"),
        ("for ((i=0;i<3;i++)); do b; done", "c_style_for_statement"),
        ("select x in a; do b; done", "for_statement"),
        ("while a; do b; done", "while_statement"),
        ("until a; do b; done", "while_statement"),
        ("if a; then b; fi", "if_statement"),
        ("case a in b) c;; esac", "case_statement"),
        ("f() { a; }", "function_definition"),
        ("function f { a; }", "function_definition"),
        ("[[ -f a ]]", "test_command"),
        ("[ $((1)) = 1 ]", "test_command"),
        ("((1+1))", "compound_statement"),
        ("a $((1+1))", "arithmetic_expansion"),
        ("a $[1]", "arithmetic_expansion"),
        ("a ${x:-b}", "expansion"),
        ("a ${#x}", "expansion"),
        ("a ${!x}", "expansion"),
        ("a ${x[0]}", "expansion"),
        ("export A=1", "declaration_command"),
        ("declare -i a", "declaration_command"),
        ("unset a", "unset_command"),
        ("a <<E\nb\nE", "heredoc_redirect"),
        ("a <<<b", "herestring_redirect"),
        ("a;;b", ";;"),
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
        "if true; then rm -r a; fi",
        "for x in $(rm -r a); do b; done",
        "while b; do c && (rm -r a); done",
        "case $(rm -r a) in x) b;; esac",
        "f() { b | rm -r a; }",
        "cat <<E\n$(rm -r a)\nE",
        "cat <<E | rm -r a\nx\nE",
        "a ${x:-$(rm -r a)}",
        "V=($(rm -r a))",
        "V[$(rm -r a)]=b",
        "a $((1+$(rm -r a)))",
        "[[ -n $(rm -r a) ]]",
        "[ -n $((1+$(rm -r a))) ]",
        "[ a = *$(rm -r a) ]",
        "if [ -n \"$(rm -r a)\" ]; then b; fi",
        "export X=$(rm -r a)",
        "rm -r a; done",
        "b {x,$(rm -r a)}",
        "b ) ; rm -r a",
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
fn wrappers_are_gaps_by_name_and_by_path() {
    for source in [
        "sudo a",
        "/usr/bin/env a",
        "\\time a",
        "X=1 timeout 3 a",
        "find . -exec rm {} ';'",
        "find . -okdir a +",
        "sh -c 'a'",
        "bash -lc a",
        "bash $x",
        "xargs rm",
        "command -v a",
        "exec a",
        "builtin cd",
        "a | xargs b",
        "$(nice a)",
    ] {
        has_reason(source, "wrapper");
    }
    for source in ["find . -name a", "bash script.sh", "sh --version", "sh"] {
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
            .map(|command| command.cwd.as_deref() == Some("/w"))
            .collect()
    };
    assert_eq!(known("ls; echo a; pwd; A=1; printf x; ls"), [true; 6]);
    for source in [
        "cd x; ls",
        "eval x; ls",
        "greet; ls",
        "$x; ls",
        "(cd x); ls",
        "source f; ls",
        "sudo a; ls",
    ] {
        assert_eq!(known(source), [true, false], "{source}");
    }
    assert_eq!(known("cd \"$(git x)\"; ls"), [true, true, false]);
    assert_eq!(known("echo $(cd x) $(ls)"), [true, true, false]);
    assert_eq!(known("for x in a; do ls; cd ..; done"), [false, false]);
}
