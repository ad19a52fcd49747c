//! How far assignments reach.

use super::{complete, facts, has_reason, last};
use crate::read::read;

/// Name, scope and sign of every assignment.
fn scopes(source: &str) -> Vec<String> {
    let script = read(source, &facts());
    script
        .assignments
        .iter()
        .map(|one| {
            let sign = if one.append { " +" } else { "" };
            format!("{} {}{sign}", one.name, one.scope)
        })
        .collect()
}

#[test]
fn an_assignment_reaches_as_far_as_its_form_says() {
    assert_eq!(
        scopes("A=1; B+=2 c; export D=3 E; declare -x F=4 G+=5"),
        [
            "A shell",
            "B command +",
            "D environment",
            "F environment",
            "G environment +"
        ]
    );
    assert_eq!(
        scopes("declare A=1; typeset -r B=2; readonly C=3; readonly D"),
        ["A shell", "B shell", "C shell"]
    );
    assert_eq!(
        scopes("f() { local A=1; }; for B in c; do d; done"),
        ["A local", "B each"]
    );
    assert_eq!(
        scopes("env A=1 b; echo C=2; A=1 >f"),
        ["A command", "A shell"]
    );
}

#[test]
fn a_declaration_has_its_words_and_its_assignments() {
    assert_eq!(
        complete("export A=1 B=$x C D='a b'"),
        ["A=[1] B=[…] D=[a b] [export] [A=1] [B=…] [C] [D=a b]"]
    );
    // Nothing is split there, as in any assignment.
    assert_eq!(
        complete("export A=~/x B=$y$z C=*"),
        ["A=[…] B=[…] C=[*] [export] [A=…] [B=…] [C=*]"]
    );
    assert_eq!(complete("export A="), ["A= [export] [A=]"]);
    let script = read("export 'A=1' \"B\"=2", &facts());
    assert_eq!(script.assignments.len(), 2);
}

#[test]
fn an_exported_value_is_known() {
    assert_eq!(last("export A=1; c \"$A\""), "[c] [1]");
    assert_eq!(last("A=1; export A; c \"$A\""), "[c] [1]");
    assert_eq!(last("A=1; export A=$x; c \"$A\""), "[c] […]");
    // What else a declaration does to a value is not followed.
    for source in [
        "declare A=1; c \"$A\"",
        "A=1; declare A; c \"$A\"",
        "A=1; local A; c \"$A\"",
        "A=1; export $x; c \"$A\"",
        "A=1 export B=2; c \"$A\"",
    ] {
        let found = super::commands(&read(source, &facts()));
        assert_eq!(
            found.last().map(String::as_str),
            Some("[c] […]"),
            "{source}"
        );
    }
}

#[test]
fn a_declaration_that_evaluates_is_a_gap() {
    for source in [
        "declare -i n=x",
        "declare -n n=x",
        "declare -a n=x",
        "export -n $x",
        "export -f f",
        "declare 'a[$(b)]=1'",
        "export $x",
        "read 'a[$(b)]'",
        "read $x",
        "unset 'a[$(b)]'",
        "mapfile -C 'b' x",
        "let x=1",
    ] {
        has_reason(source, "evaluated");
    }
}

#[test]
fn the_environment_of_one_command_is_not_the_shell_s() {
    assert_eq!(complete("A=1 c \"$A\""), ["A=[1] [c] […]"]);
    assert_eq!(complete("A=1 B=$A c"), ["A=[1] B=[1] [c]"]);
    assert_eq!(last("A=0; A=1 c; d \"$A\""), "[d] [0]");
    assert_eq!(last("A=0; A=1 B=$A c; d \"$A$B\""), "[d] [0…]");
}

#[test]
fn another_path_makes_names_unknown() {
    let bindings = |source: &str| -> Vec<&'static str> {
        let script = read(source, &facts());
        script
            .commands
            .iter()
            .skip(1)
            .map(|command| command.binding.code())
            .collect()
    };
    assert_eq!(
        bindings("PATH=/x; ls; echo; ./a; /bin/ls"),
        ["unknown", "builtin", "file", "file"]
    );
    assert_eq!(bindings("export PATH=/x; ls"), ["unknown"]);
    assert_eq!(bindings("read PATH; ls"), ["unknown"]);
    assert_eq!(bindings("unset PATH; env ls"), ["unknown"]);
    assert_eq!(bindings(":; (PATH=/x); ls"), ["builtin", "file"]);
    assert_eq!(bindings("alias ls=rm; ls"), ["unknown"]);
    assert_eq!(bindings("hash -p /x ls; ls"), ["unknown"]);
    assert_eq!(bindings("enable -n echo; ls"), ["unknown"]);
}
