//! What is known of variables along the ways control takes.

use super::last;

#[test]
fn a_value_is_known_where_it_was_given() {
    for (source, expected) in [
        ("x=a; c \"$x\"", "[c] [a]"),
        ("x=a\nc \"$x\"", "[c] [a]"),
        ("x=a && c \"$x\"", "[c] [a]"),
        ("x=a y=$x; c \"$y\"", "[c] [a]"),
        ("x=a; y=b; c $x$y \"$x$z\"", "[c] [ab] [a…]"),
        ("x=a; x+=b; c \"$x\"", "[c] [ab]"),
        ("x=; c \"$x\"", "[c] []"),
        ("x='a b'; c \"$x\" $x", "[c] [a b] […*]"),
        ("x=*; c \"$x\" $x", "[c] [*] […*]"),
        ("x=; c $x", "[c] […*]"),
        ("x='~'; c $x", "[c] [~]"),
        ("x='{a,b}'; c $x", "[c] [{a,b}]"),
        ("x=~/a:~; c \"$x\"", "[c] [/home/u/a:/home/u]"),
        ("x=a; { x=b; }; c \"$x\"", "[c] [b]"),
        ("x=a; ls; c \"$x\"", "[c] [a]"),
    ] {
        assert_eq!(last(source), expected, "{source}");
    }
}

#[test]
fn what_runs_in_a_shell_of_its_own_changes_nothing() {
    for source in [
        "x=a; (x=b); c \"$x\"",
        "x=a; ( (x=b) ); c \"$x\"",
        "x=a; x=b | d; c \"$x\"",
        "x=a; d | x=b; c \"$x\"",
        "x=a; x=b & c \"$x\"",
        "x=a; y=$(x=b); c \"$x\"",
        "x=a; d <(x=b); c \"$x\"",
        "x=a; bash -c 'x=b'; c \"$x\"",
        "x=a; x=b d; c \"$x\"",
        "x=a; { x=b; } | d; c \"$x\"",
        "x=a; (. f); c \"$x\"",
        "x=a; { . f; } & c \"$x\"",
    ] {
        assert_eq!(last(source), "[c] [a]", "{source}");
    }
}

#[test]
fn what_may_have_changed_is_not_known() {
    for source in [
        "x=a; read x; c \"$x\"",
        "x=a; unset x; c \"$x\"",
        "x=a; mapfile x <f; c \"$x\"",
        "x=a; . f; c \"$x\"",
        "x=a; eval b; c \"$x\"",
        "x=a; $y; c \"$x\"",
        "x=a; source f; c \"$x\"",
        "x=a; : ${x:=b}; c \"$x\"",
        "x=a; cat >\"${x:=b}\"; c \"$x\"",
        "x=a; x=$y; c \"$x\"",
        "x=a; x=$(b); c \"$x\"",
        "x=a; declare x; c \"$x\"",
        "x=$y; x+=a; c \"$x\"",
        "RANDOM=1; x=$RANDOM; c \"$x\"",
        "PWD=a; c \"$PWD\"",
        "OLDPWD=a; c \"$OLDPWD\"",
        "BASH=a; c \"$BASH\"",
    ] {
        assert_eq!(last(source), "[c] […]", "{source}");
    }
}

#[test]
fn a_variable_that_is_read_only_keeps_its_value() {
    assert_eq!(last("readonly x=1; c \"$x\""), "[c] […]");
    assert_eq!(last("x=1; readonly x; x=2; c \"$x\""), "[c] […]");
    assert_eq!(last("declare -r x=1; x=2; c \"$x\""), "[c] […]");
}

#[test]
fn a_redirect_that_fails_keeps_a_value_as_it_was() {
    for source in [
        "x=a; { x=b; } >f; c \"$x\"",
        "x=a; export x=b >f; c \"$x\"",
        "x=a; for x in b; do d; done >f; c \"$x\"",
        "x=a; if d; then x=b; else x=b; fi >f; c \"$x\"",
    ] {
        assert_eq!(last(source), "[c] [a|b]", "{source}");
    }
}

#[test]
fn an_unquoted_value_is_split_by_the_ifs_of_the_script() {
    assert_eq!(last("IFS=,; x=a,b; c $x \"$x\""), "[c] […*] [a,b]");
    assert_eq!(last("read IFS; x=a; c $x \"$x\""), "[c] […*] [a]");
    assert_eq!(last("IFS=, read y; x=a; c $x"), "[c] [a]");
}

#[test]
fn too_many_values_are_unknown() {
    let words = |count: usize| -> String {
        let words: Vec<String> = (0..count).map(|number| format!("w{number}")).collect();
        words.join(" ")
    };
    let script = |count: usize| format!("for x in {}; do c \"$x\"; done", words(count));
    assert!(last(&script(64)).starts_with("[c] [w0|w1|"));
    assert_eq!(last(&script(65)), "[c] […]");
    let squared = format!(
        "for x in {}; do for y in {}; do c \"$x$y\"; done; done",
        words(9),
        words(9)
    );
    assert_eq!(last(&squared), "[c] [w…]");
}

#[test]
fn control_does_not_go_on_behind_an_exit() {
    assert_eq!(last("x=a; b || { x=c; exit 1; }; d \"$x\""), "[d] [a]");
    assert_eq!(last("x=a; b || { x=c; exit; }; d \"$x\""), "[d] [a]");
    for source in [
        "x=a; b || { x=c; exit 1 2; }; d \"$x\"",
        "x=a; b || { x=c; exit $y; }; d \"$x\"",
        "x=a; b || { x=c; exit >f; }; d \"$x\"",
        "x=a; b || { x=c; (exit); }; d \"$x\"",
        "x=a; b || { x=c; exit | e; }; d \"$x\"",
        "x=a; b || { x=c; exit & }; d \"$x\"",
        "x=a; b || { x=c; bash -c exit; }; d \"$x\"",
        "x=a; b || { x=c; env exit; }; d \"$x\"",
    ] {
        assert_eq!(last(source), "[d] [a|c]", "{source}");
    }
}
