//! Functions: their bodies, what their names mean, and what calling one changes.

use super::{commands, complete, cwds, facts, gaps, has_reason, held, last};
use crate::read::{Binding, read};

fn bindings(source: &str) -> Vec<String> {
    let script = read(source, &facts());
    script
        .commands
        .iter()
        .map(|command| {
            format!(
                "{} {}",
                script.name(command).unwrap_or("-"),
                command.binding
            )
        })
        .collect()
}

#[test]
fn a_function_holds_its_body() {
    assert_eq!(
        held("f() { a; }; g () (b)\nfunction h { c; }"),
        [
            "function 0 \"f() { a; }\"",
            "group 1 \"{ a; }\"",
            "function 0 \"g () (b)\"",
            "subshell 3 \"(b)\"",
            "function 0 \"function h { c; }\"",
            "group 5 \"{ c; }\"",
        ]
    );
    assert_eq!(
        held("f() if a; then b; fi"),
        [
            "function 0 \"f() if a; then b; fi\"",
            "branch 1 \"if a; then b; fi\"",
            "condition 2 \"a\"",
            "body 2 \"b\"",
        ]
    );
}

#[test]
fn what_a_function_does_is_seen_behind_either_form_of_its_name() {
    // The second round starts where the first one ended.
    for definition in [
        "g() { cd ..; git; g; }",
        "function g { cd ..; git; g; }",
        "function g() { cd ..; git; g; }",
        "function g while cd ..; do git; g; done",
        "function g if a; then cd ..; git; g; fi",
    ] {
        let script = read(&format!("{definition}; g"), &facts());
        let git = script
            .commands
            .iter()
            .find(|command| script.name(command) == Some("git"))
            .unwrap();
        assert!(git.cwds.is_empty(), "{definition}: {:?}", git.cwds);
    }
    assert_eq!(
        cwds("function g { cd /x; }; g; b").last().unwrap(),
        "",
        "where it is when it was called"
    );
}

#[test]
fn functions_are_listed_with_their_blocks() {
    let script = read("a-b() { c; }; function d() { e; } >f", &facts());
    let found: Vec<_> = script
        .functions
        .iter()
        .map(|one| (one.name.as_str(), one.block, script.text(one.span)))
        .collect();
    assert_eq!(
        found,
        [
            ("a-b", 1, "a-b() { c; }"),
            ("d", 3, "function d() { e; } >f")
        ]
    );
    // The redirect is made when the function is called.
    let redirect = script.commands.last().map(|command| command.block);
    assert_eq!(redirect, Some(3));
}

#[test]
fn a_name_is_a_function_from_its_definition_on() {
    assert_eq!(
        bindings("ls; ls() { :; }; command ls; ls; (ls)"),
        [
            "ls unknown",
            ": builtin",
            "ls unknown",
            "ls function",
            "ls function"
        ]
    );
    assert_eq!(
        bindings("if a; then ls() { b; }; fi; ls"),
        ["a file", "b file", "ls unknown"]
    );
    assert_eq!(
        bindings("f() { a; }; unset -f f; f"),
        ["a file", "unset builtin", "f unknown"]
    );
    assert_eq!(bindings("f() { f; }"), ["f function"]);
    assert_eq!(bindings("cd() { :; }; cd x"), [": builtin", "cd function"]);
}

#[test]
fn a_function_of_the_script_is_told_from_one_of_the_session() {
    let script = read("f() { a; }; f; greet", &facts());
    let own: Vec<bool> = script
        .commands
        .iter()
        .map(|command| script.calls_own_function(command))
        .collect();
    assert_eq!(own, [false, true, false]);
    assert_eq!(
        script.commands.last().map(|command| command.binding),
        Some(Binding::Function)
    );
}

#[test]
fn a_body_knows_only_what_nothing_in_the_script_changes() {
    for (source, expected) in [
        ("f() { c \"$HOME\"; }; f", "[c] [/home/u]"),
        ("f() { c \"$HOME\"; }; f; HOME=/x; f", "[c] […]"),
        ("x=a; f() { c \"$x\"; }; f", "[c] […]"),
        ("x=a; f() { c \"$x\"; }; f; x=b; f", "[c] […]"),
        ("x=a; f() { c \"$x\"; }; x=b f", "[c] […]"),
        ("x=a; f() { c \"$x\"; }; for x in b; do f; done", "[c] […]"),
        ("x=a; f() { c \"$x\"; }; read x; f", "[c] […]"),
        ("x=a; f() { c \"$x\"; }; (x=b; f)", "[c] […]"),
        ("x=a; f() { c \"$x\"; }; y=$(x=b; f)", "[c] […]"),
        ("x=a; f() { c \"$x\"; x=b; }; f", "[c] […]"),
        ("x=a; f() { c \"$x\"; }; . y; f", "[c] […]"),
        ("x=a; f() { c \"$x\"; }; (. y; f)", "[c] […]"),
    ] {
        let found = commands(&read(source, &facts()));
        let body = found.iter().find(|command| command.starts_with("[c]"));
        assert_eq!(body.map(String::as_str), Some(expected), "{source}");
    }
}

#[test]
fn a_body_may_start_wherever_the_script_may_be() {
    assert_eq!(cwds("f() { a; }; f"), ["/w", "/w"]);
    assert_eq!(cwds("f() { a; }; cd x; f"), ["", "/w", "/w /w/x"]);
    assert_eq!(cwds("f() { a; }; (cd x; f)"), ["", "/w", "/w /w/x"]);
    assert_eq!(cwds("f() { a; }; $(cd x; f)").first(), Some(&String::new()));
}

#[test]
fn a_call_changes_what_the_body_may_change() {
    for (source, expected) in [
        ("x=a; f() { x=b; }; f; c \"$x\"", "[c] […]"),
        ("x=a; f() { read x; }; f; c \"$x\"", "[c] […]"),
        ("x=a; f() { . y; }; f; c \"$x\"", "[c] […]"),
        ("x=a; f() { g; }; g() { x=b; }; f; c \"$x\"", "[c] […]"),
        ("x=a; f() { x=b; }; f | d; c \"$x\"", "[c] [a]"),
        ("x=a; f() { x=b; }; (f); c \"$x\"", "[c] [a]"),
        ("x=a; f() { x=b; }; y=$(f); c \"$x\"", "[c] [a]"),
        ("x=a; f() { y=b; }; f; c \"$x\"", "[c] [a]"),
        ("x=a; f() { (x=b); }; f; c \"$y\"", "[c] […]"),
    ] {
        assert_eq!(last(source), expected, "{source}");
    }
    assert_eq!(cwds("f() { cd y; }; f; a").last(), Some(&String::new()));
    assert_eq!(cwds("f() { b; }; f; a").last(), Some(&"/w".to_owned()));
    assert_eq!(cwds("cd() { :; }; cd x; a").last(), Some(&"/w".to_owned()));
}

#[test]
fn a_definition_alone_changes_nothing() {
    assert_eq!(last("x=a; f() { x=b; cd y; }; c \"$x\""), "[c] [a]");
    assert_eq!(cwds("f() { cd y; }; a").last(), Some(&"/w".to_owned()));
}

#[test]
fn a_return_ends_only_a_function() {
    assert_eq!(
        complete("f() { x=a; b || { x=c; return; }; d \"$x\"; }"),
        ["x=[a]", "[b]", "x=[c]", "[return]", "[d] [a]"]
    );
    assert_eq!(
        complete("f() { x=a; b || { x=c; (return); }; d \"$x\"; }").last(),
        Some(&"[d] [a|c]".to_owned())
    );
    assert_eq!(last("x=a; b || { x=c; return; }; d \"$x\""), "[d] [a|c]");
}

#[test]
fn a_local_variable_is_of_the_function() {
    let script = read("f() { local A=1 B; }", &facts());
    let found: Vec<_> = script
        .assignments
        .iter()
        .map(|one| (one.name.as_str(), one.scope.code()))
        .collect();
    assert_eq!(found, [("A", "local")]);
}

#[test]
fn definitions_that_are_not_whole_are_gaps() {
    for source in [
        "f() ls",
        "f()",
        "f() {",
        "f( ) ; a",
        "function { a; }",
        "function f a",
        "f() { }",
        "$x() { a; }",
        "'f'() { a; }",
        "a/b() { c; }",
    ] {
        assert!(!gaps(source).is_empty());
    }
    has_reason("a/b() { c; }", "syntax");
}
