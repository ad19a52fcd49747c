//! What passes and what doesn't, as data. `alike.rs` and `blind_spots.rs` ask the shells themselves.

mod alike;
mod blind_spots;
mod builtins;
mod shells;

use super::*;

/// Words that pass as arguments. Holes are found by [`holes`].
pub(super) const WORDS: [&str; 79] = [
    "a",
    "a.b/c",
    "-x",
    "--x=y",
    "+x",
    "a=b",
    "=",
    "==",
    "a==b",
    "a:b",
    "a,b",
    "a@b",
    "%x",
    "x%",
    "!",
    "!x",
    "a!b",
    "^x",
    "HEAD^",
    "HEAD~1",
    "a~b",
    "a#b",
    "a~",
    "@{u}",
    "a@{1}",
    "{}",
    "a{}b",
    "{a}",
    "{a,b}",
    "x{a,b}y{c,d}",
    "{a,b}{1..2}",
    "{1..3}",
    "{3..1}",
    "{-1..1}",
    "{a..c}",
    "{c..a}",
    "*",
    "a*",
    "?",
    "[ab]",
    "[a-c]*",
    "[!b]*",
    "b[.]c",
    "[",
    "]",
    "a]",
    "~",
    "~/x",
    "'a b'",
    "'it''s'",
    "''",
    "\"\"",
    "\"a b\"",
    "\"a\\nb\\$x\\\"\\\\\"",
    "\"a\\\nb\"",
    "a\\ b",
    "\\*",
    "\\~",
    "$x",
    "\"$x\"",
    "${x}",
    "\"${x}y\"",
    "$x/$x",
    "\"$x:$x\"",
    "\"$x: y\"",
    "\"$x:/y\"",
    "${x}[1]*",
    "\"$?\"",
    "$#",
    "\"$@\"",
    "\"${1:-d}\"",
    "${#x}",
    "${x#a}",
    "\"${x##*b}\"",
    "${x%c}",
    "${x/b/X}",
    "${x:1}",
    "$'a\\tb\\'c\\x41\\u41\\101'",
    "$((1+2))",
];

/// Words that don't pass as arguments, and why.
const REFUSED: [(&str, &str); 74] = [
    ("=ls", "zsh.equals"),
    ("=(x)", "zsh.equals"),
    ("*(.)", "zsh.parentheses"),
    ("*(e:'x':)", "zsh.parentheses"),
    ("*(+x)", "zsh.parentheses"),
    ("a(b|c)", "zsh.parentheses"),
    ("*(#qe:'x':)", "zsh.parentheses"),
    ("(a)", "zsh.parentheses"),
    ("**", "zsh.recursive-glob"),
    ("**/x", "zsh.recursive-glob"),
    ("***/x", "zsh.recursive-glob"),
    ("a[", "zsh.glob"),
    ("[a", "zsh.glob"),
    ("[[:alpha:]]", "zsh.glob"),
    ("[]a]", "zsh.glob"),
    ("[$x]", "zsh.glob"),
    ("{", "zsh.brace"),
    ("}", "zsh.brace"),
    ("a}", "zsh.brace"),
    ("{a,}", "zsh.brace"),
    ("{,a}", "zsh.brace"),
    ("{a,{b,c}}", "zsh.brace"),
    ("{a,b", "zsh.brace"),
    ("{a,'b'}", "zsh.brace"),
    ("{a,$x}", "zsh.brace"),
    ("$x{a,b}", "zsh.brace"),
    ("{A..c}", "zsh.brace"),
    ("{a..e..2}", "zsh.brace"),
    ("{01..03}", "zsh.brace"),
    ("{1,2..3}", "zsh.brace"),
    ("{a,b}$@", "zsh.brace"),
    ("\"${*}\"{1..3}", "zsh.brace"),
    ("$x~", "zsh.tilde"),
    ("a:$@~", "zsh.tilde"),
    ("''~", "zsh.tilde"),
    ("~x", "zsh.tilde"),
    ("~+", "zsh.tilde"),
    ("~-", "zsh.tilde"),
    ("~[x]", "zsh.tilde"),
    ("a=~", "zsh.tilde"),
    ("a:~/x", "zsh.tilde"),
    ("$x[1]", "zsh.subscript"),
    ("\"$x[1]\"", "zsh.subscript"),
    ("$1[1]", "zsh.subscript"),
    ("\"$@[1]\"", "zsh.subscript"),
    ("\"$?[1]\"", "zsh.subscript"),
    ("$x:h", "zsh.modifier"),
    ("\"$x:h\"", "zsh.modifier"),
    ("\"$?:h\"", "zsh.modifier"),
    ("\"$x:&\"", "zsh.modifier"),
    ("$#x", "zsh.flags"),
    ("\"$#x\"", "zsh.flags"),
    ("$#-", "zsh.flags"),
    ("$+x", "zsh.flags"),
    ("\"$=x\"", "zsh.flags"),
    ("$~x", "zsh.flags"),
    ("\"$^x\"", "zsh.flags"),
    ("\"$10\"", "zsh.positional"),
    ("$xé", "zsh.letters"),
    ("\"$é\"", "zsh.letters"),
    ("${(e)x}", "zsh.expansion"),
    ("${~x}", "zsh.expansion"),
    ("${^x}", "zsh.expansion"),
    ("${${x}}", "zsh.expansion"),
    ("${x[1]}", "zsh.expansion"),
    ("${x:h}", "zsh.expansion"),
    ("${x: -1}", "zsh.expansion"),
    ("${x:-~}", "zsh.expansion"),
    ("${x:-'a'}", "zsh.expansion"),
    ("${!x}", "zsh.expansion"),
    ("${x@Q}", "zsh.expansion"),
    ("$\"a\"", "zsh.quotes"),
    ("$'\\M-a'", "zsh.quotes"),
    ("$[1+2]", "zsh.arithmetic"),
];

/// Words of one role that pass.
pub(super) const IN_ROLES: [(&str, WordRole); 31] = [
    ("ls", WordRole::CommandName),
    ("./x", WordRole::CommandName),
    ("[", WordRole::CommandName),
    ("\"l\"s", WordRole::CommandName),
    ("$x", WordRole::CommandName),
    ("export", WordRole::CommandName),
    ("\\repeat", WordRole::CommandName),
    ("a", WordRole::AssignmentValue),
    ("~/a:~/b:~", WordRole::AssignmentValue),
    ("*", WordRole::AssignmentValue),
    ("{a,b}", WordRole::AssignmentValue),
    ("a=b", WordRole::AssignmentValue),
    ("\"a $x\"", WordRole::AssignmentValue),
    ("f", WordRole::RedirectTarget),
    ("\"$x\"", WordRole::RedirectTarget),
    ("~/f", WordRole::RedirectTarget),
    ("a*", WordRole::Pattern),
    ("[a-c]", WordRole::Pattern),
    ("\"a b\"", WordRole::Pattern),
    ("a~b", WordRole::Pattern),
    ("*", WordRole::ForWord),
    ("{1..3}", WordRole::ForWord),
    ("$x", WordRole::ForWord),
    ("==", WordRole::ConditionalOperand),
    ("a*", WordRole::ConditionalOperand),
    ("~", WordRole::ConditionalOperand),
    ("^a.c$", WordRole::ConditionalOperand),
    ("{a,b}", WordRole::HereString),
    ("EOF", WordRole::Delimiter),
    ("'EOF'", WordRole::Delimiter),
    ("\\EOF", WordRole::Delimiter),
];

/// Words of one role that don't pass, and why.
const REFUSED_IN_ROLES: [(&str, WordRole, &str); 25] = [
    ("repeat", WordRole::CommandName, "zsh.reserved"),
    ("foreach", WordRole::CommandName, "zsh.reserved"),
    ("nocorrect", WordRole::CommandName, "zsh.reserved"),
    ("end", WordRole::CommandName, "zsh.reserved"),
    ("-", WordRole::CommandName, "zsh.reserved"),
    ("run-help", WordRole::CommandName, "zsh.reserved"),
    ("x=1", WordRole::CommandName, "zsh.equals"),
    ("1=x", WordRole::CommandName, "zsh.equals"),
    ("é=x", WordRole::CommandName, "zsh.equals"),
    ("{a,b}", WordRole::CommandName, "zsh.glob"),
    ("{x", WordRole::CommandName, "zsh.glob"),
    ("l*", WordRole::CommandName, "zsh.glob"),
    ("x[1]", WordRole::CommandName, "zsh.glob"),
    ("%1", WordRole::CommandName, "zsh.job"),
    ("=ls", WordRole::AssignmentValue, "zsh.equals"),
    ("(a b)", WordRole::AssignmentValue, "zsh.parentheses"),
    ("a\\:~", WordRole::AssignmentValue, "zsh.tilde"),
    ("{a,b}", WordRole::RedirectTarget, "zsh.glob"),
    ("a*", WordRole::RedirectTarget, "zsh.glob"),
    ("=f", WordRole::RedirectTarget, "zsh.equals"),
    ("x(a|b)", WordRole::Pattern, "zsh.parentheses"),
    ("~", WordRole::Pattern, "zsh.tilde"),
    ("(a)(b)", WordRole::ConditionalOperand, "zsh.parentheses"),
    ("!", WordRole::ConditionalOperand, "readers"),
    ("$x", WordRole::Delimiter, "zsh.here-document"),
];

/// The reason of a check that failed; empty: it passed.
pub(super) fn reason(checked: Result<(), Trouble>) -> &'static str {
    checked.map_or_else(|trouble| trouble.reason, |()| "")
}

fn holes(places: &[(usize, usize)]) -> Vec<std::ops::Range<usize>> {
    places.iter().map(|&(start, end)| start..end).collect()
}

fn word(raw: &str, role: WordRole) -> &'static str {
    reason(check_word(raw, &[], role))
}

#[test]
fn words_that_both_shells_read_alike_pass() {
    for raw in WORDS {
        assert_eq!(word(raw, WordRole::Argument), "", "{raw}");
    }
    for (raw, role) in IN_ROLES {
        assert_eq!(word(raw, role), "", "{raw} as {role:?}");
    }
}

#[test]
fn words_that_zsh_reads_in_its_own_way_are_named() {
    for (raw, wanted) in REFUSED {
        assert_eq!(word(raw, WordRole::Argument), wanted, "{raw}");
    }
    for (raw, role, wanted) in REFUSED_IN_ROLES {
        assert_eq!(word(raw, role), wanted, "{raw} as {role:?}");
    }
}

#[test]
fn words_that_end_early_are_a_disagreement() {
    for raw in [
        "'a", "\"a", "a\\", "\"a\\", "${x:-", "$((1", "$'a", "#a", "a b", "a;b", "a|b", "a&b",
        "a>b", "`a`", "\"`a`\"", "a\\\nb",
    ] {
        assert_eq!(word(raw, WordRole::Argument), "readers", "{raw:?}");
    }
}

#[test]
fn substitutions_are_stepped_over_where_they_were_said_to_be() {
    let check = |raw: &str, places: &[(usize, usize)]| {
        reason(check_word(raw, &holes(places), WordRole::Argument))
    };
    assert_eq!(check("a$(x 'y)')b", &[(1, 10)]), "");
    assert_eq!(check("\"$(x)\"<(y)", &[(1, 5), (6, 10)]), "");
    assert_eq!(check("\"${x:-`y`}\"", &[(6, 9)]), "");
    assert_eq!(check("$(($(x)+1))", &[(3, 7)]), "");
    // Not there, not all there, or something else.
    assert_eq!(check("$(x)", &[]), "zsh.arithmetic");
    assert_eq!(check("a$(x)", &[(0, 5)]), "readers");
    assert_eq!(check("ab", &[(0, 1)]), "readers");
    assert_eq!(check("'$(x)'", &[(1, 5)]), "readers");
    assert_eq!(check("$(x)(e:'y':)", &[(0, 4)]), "zsh.parentheses");
}

#[test]
fn expansions_in_one_another_are_bounded() {
    for (open, close) in [("${x:-", "}"), ("$((", "))"), ("$((${x:-", "}))")] {
        let nested = |depth: usize| format!("{}1{}", open.repeat(depth), close.repeat(depth));
        assert_eq!(word(&nested(4), WordRole::Argument), "", "{open}");
        for depth in [9, 20_000] {
            assert_eq!(
                word(&nested(depth), WordRole::Argument),
                "bound.nesting",
                "{open}"
            );
        }
    }
}

#[test]
fn bodies_of_here_documents_are_read_like_double_quotes() {
    let check = |body: &str| reason(check_here_document(body, &[]));
    assert_eq!(
        check("it's \"$x\" ${x:-y} \\$x \\` * {a} ~ $'a' $\"b\" (x)\n"),
        ""
    );
    assert_eq!(reason(check_here_document("$(x)\n", &holes(&[(0, 4)]))), "");
    for (body, wanted) in [
        ("$x[1]\n", "zsh.subscript"),
        ("$x:h\n", "zsh.modifier"),
        ("${(e)x}\n", "zsh.expansion"),
        ("$[1]\n", "zsh.arithmetic"),
        ("$=x\n", "zsh.flags"),
        ("`x`\n", "readers"),
    ] {
        assert_eq!(check(body), wanted, "{body}");
    }
}

#[test]
fn the_pre_scan_finds_what_the_tree_cuts_elsewhere() {
    let reasons = |source: &str| {
        let mut gaps = Gaps::default();
        prescan(source, 0, &mut gaps);
        let gaps = gaps.into_sorted();
        gaps.iter()
            .map(|gap| gap.reason.clone())
            .collect::<Vec<_>>()
    };
    for source in ["ls <1-5>", "ls a<->", "ls <1->x", "a <f <-9>"] {
        assert_eq!(reasons(source), ["zsh.number-range"], "{source}");
    }
    for source in ["ls =(x)", "=(x)", "a;=(x)", "x==(y)"] {
        assert_eq!(reasons(source), ["zsh.equals"], "{source}");
    }
    for source in [
        "a <f >g",
        "a <1 >2",
        "a <<-E\nE\n",
        "a < 1-5 >",
        "x=(a)",
        "",
        "<",
        "<1-",
    ] {
        assert!(reasons(source).is_empty(), "{source}");
    }
}

#[test]
fn operators_that_go_on_in_zsh_are_named() {
    for (operator, following, wanted) in [
        ("&", "! x", "zsh.control"),
        ("&", "| x", "zsh.control"),
        (";", "| x", "zsh.control"),
        (";;", "& x", "zsh.control"),
        (";|", "", "zsh.control"),
        ("&", " ! x", ""),
        ("&", "", ""),
        (";", " x", ""),
        (";;", "\n", ""),
        ("|&", " x", ""),
        ("&&", "! x", ""),
    ] {
        let found = reason(check_control(operator, following.as_bytes()));
        assert_eq!(found, wanted, "{operator}{following}");
    }
}

#[test]
fn redirects_of_zsh_alone_are_named() {
    for (descriptor, operator, target) in [
        (None, ">", "f"),
        (None, ">|", "f"),
        (None, "&>>", "f"),
        (Some("2"), ">", "/dev/null"),
        (Some("2"), ">&", "1"),
        (None, ">&", "-"),
        (None, ">&", "f"),
        (None, "<<<", "$x"),
        (None, "<>", "f"),
    ] {
        let found = reason(check_redirect(descriptor, operator, target));
        assert_eq!(found, "", "{operator}{target}");
    }
    for (descriptor, operator, target) in [
        (None, ">", "!"),
        (None, ">", "!f"),
        (None, ">>", "|f"),
        (None, "&>", "|"),
        (None, ">&", "p"),
        (None, "<&", "p"),
        (None, ">&", "1-"),
        (None, ">&", "10"),
        (None, ">&", "$x"),
        (None, "<&", "f"),
        (Some("10"), ">", "f"),
        (Some("{fd}"), ">", "f"),
        (None, ">!", "f"),
        (None, ">&|", "f"),
    ] {
        let found = reason(check_redirect(descriptor, operator, target));
        assert_eq!(found, "zsh.redirect", "{operator}{target}");
    }
}

#[test]
fn a_stream_that_is_redirected_twice_is_named() {
    let check = |piped: &[Direction], redirects: &[(Option<&str>, &str, &str)]| {
        let mut streams = Streams::default();
        for direction in piped {
            streams.pipe(*direction);
        }
        let checked = redirects
            .iter()
            .try_for_each(|(descriptor, operator, target)| {
                streams.redirect(*descriptor, operator, target)
            });
        reason(checked)
    };
    assert_eq!(check(&[], &[(None, ">", "f"), (Some("2"), ">&", "1")]), "");
    assert_eq!(check(&[Direction::Out], &[(Some("2"), ">&", "1")]), "");
    assert_eq!(check(&[Direction::In], &[(None, ">", "f")]), "");
    assert_eq!(
        check(&[], &[(Some("3"), ">", "f"), (Some("3"), ">&", "-")]),
        ""
    );
    for written in [
        &[(None, ">", "f"), (None, ">", "g")],
        &[(None, ">", "f"), (Some("1"), ">&", "2")],
        &[(None, "&>", "f"), (Some("2"), ">", "g")],
        &[(None, ">&", "f"), (Some("2"), ">", "g")],
    ] {
        assert_eq!(check(&[], written), "", "{written:?}");
    }
    for (piped, redirects) in [
        (&[][..], &[(None, "<", "f"), (None, "<", "g")][..]),
        (&[], &[(None, "<", "f"), (Some("0"), ">", "g")]),
        (&[], &[(None, ">", "f"), (Some("1"), "<", "g")]),
        (&[], &[(None, "<<", "E"), (None, "<<", "F")]),
        (&[Direction::Out], &[(None, ">", "/dev/null")]),
        (&[Direction::Out], &[(None, ">&", "2")]),
        (&[Direction::Both], &[(Some("2"), ">", "f")]),
        (&[Direction::In], &[(None, "<", "f")]),
    ] {
        assert_eq!(check(piped, redirects), "zsh.multios", "{redirects:?}");
    }
}

#[test]
fn a_redirect_without_a_command_is_named() {
    assert_eq!(reason(check_wordless(0, 1)), "zsh.null-command");
    assert_eq!(reason(check_wordless(1, 1)), "");
    assert_eq!(reason(check_wordless(1, 0)), "");
}

#[test]
fn variables_of_zsh_itself_are_named() {
    for name in ["x", "_x1", "status2", "LANG", "LC_ALL", "TERM", "GIT_PAGER"] {
        assert_eq!(reason(check_variable(name)), "", "{name}");
    }
    for name in [
        "path",
        "fpath",
        "cdpath",
        "argv",
        "status",
        "options",
        "aliases",
        "functions",
        "commands",
        "PATH",
        "IFS",
        "RANDOM",
        "LINES",
        "COLUMNS",
        "SECONDS",
        "HISTSIZE",
        "NULLCMD",
        "ARGV0",
        "STTY",
        "HISTCHARS",
        "histchars",
        "TMPPREFIX",
        "chpwd_functions",
        "nameddirs",
        "match",
        "prompt",
        "ZLE_X",
        "1",
        "x[1]",
        "é",
        "",
        "$x",
    ] {
        assert_eq!(reason(check_variable(name)), "zsh.variable", "{name}");
    }
}

#[test]
fn functions_that_zsh_calls_by_itself_are_named() {
    for name in ["f", "ls", "a-b", "_x", "echo"] {
        assert_eq!(reason(check_function(name)), "", "{name}");
    }
    for name in [
        "chpwd",
        "precmd",
        "zshexit",
        "TRAPEXIT",
        "TRAPDEBUG",
        "command_not_found_handler",
        "zsh_directory_name",
        "if",
        "repeat",
        "",
        "-",
        "$x",
        "'f'",
        "a b",
    ] {
        assert_eq!(reason(check_function(name)), "zsh.function", "{name}");
    }
}

#[test]
fn arithmetic_of_both_shells_passes() {
    let check = |raw: &str| reason(check_arithmetic(raw, &[]));
    for raw in [
        "1+2",
        "i++",
        "i < 10",
        "x=3",
        "(1 + x) * 2",
        "a > 3 && b != 4 || !c",
        "x ? 1 : 2",
        "$x + ${x}",
        "${#x}",
        "",
        "1,2",
        "i += 2",
        "-7/2",
    ] {
        assert_eq!(check(raw), "", "{raw}");
    }
    for raw in [
        "a[1]", "a [1]", "f(1)", "010", "0x1f", "1.5", "16#ff", "#x", "##x", "1_000", "2**3",
        "1<<2", "1&2", "1|2", "1^2", "~1", "LINES=3", "path=1", "'1'", "\"1\"", "[#16] 1", "(1",
        "1)", "a\\b", "{1}", "10--7", "$x++", "n++--7",
    ] {
        assert_eq!(check(raw), "zsh.arithmetic", "{raw}");
    }
    assert_eq!(reason(check_arithmetic("$(x)+1", &holes(&[(0, 4)]))), "");
}

#[test]
fn conditions_that_evaluate_more_than_in_bash_are_named() {
    for (operator, operands) in [
        ("", &["a"][..]),
        ("-f", &["a"]),
        ("-z", &["$x"]),
        ("==", &["a", "b*"]),
        ("=~", &["a", "^b"]),
        ("-eq", &["1", "2"]),
        ("-nt", &["a", "b"]),
        ("-t", &["1"]),
        ("-v", &["x"]),
    ] {
        assert_eq!(
            reason(check_condition(operator, operands)),
            "",
            "{operator}"
        );
    }
    for (operator, operands) in [
        ("-t", &["'a[$(x)1]'"][..]),
        ("-v", &["'a[$(x)1]'"]),
        ("-R", &["x"]),
        ("-o", &["x"]),
        ("-f", &["a", "b"]),
        ("-after", &["a", "b"]),
    ] {
        let found = reason(check_condition(operator, operands));
        assert_eq!(found, "zsh.condition", "{operator}");
    }
}
