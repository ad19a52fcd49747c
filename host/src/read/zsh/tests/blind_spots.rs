//! What is refused is read in another way by the real zsh, and the tables are its own.

use super::{super::*, reason, shells::Shells};

/// A script that zsh reads in its own way, and the check that says so.
struct BlindSpot {
    script: &'static str,
    /// Printed by zsh, and not by bash.
    seen: &'static str,
    reason: &'static str,
    check: fn() -> Result<(), Trouble>,
}

const fn blind(
    script: &'static str,
    seen: &'static str,
    reason: &'static str,
    check: fn() -> Result<(), Trouble>,
) -> BlindSpot {
    BlindSpot {
        script,
        seen,
        reason,
        check,
    }
}

fn argument(raw: &str) -> Result<(), Trouble> {
    check_word(raw, &[], WordRole::Argument)
}

fn name(raw: &str) -> Result<(), Trouble> {
    check_word(raw, &[], WordRole::CommandName)
}

/// Runs the pre-scan as if it were a check.
fn scanned(source: &str) -> Result<(), Trouble> {
    let mut gaps = Gaps::default();
    prescan(source, 0, &mut gaps);
    match gaps.into_sorted().first().map(|gap| gap.reason.as_str()) {
        Some("zsh.equals") => Err(Trouble::new("zsh.equals", "")),
        Some(_) => Err(Trouble::new("zsh.number-range", "")),
        None => Ok(()),
    }
}

const BLIND_SPOTS: [BlindSpot; 52] = [
    // That the last stage is the shell itself is for lowering to know: `LAST_STAGE_IS_THE_SHELL`.
    blind("v='a b *'; rec $v", "1<a b *>", "", || Ok(())),
    blind("rec | cd sub; rec \"${PWD##*/}\"", "1<sub>", "", || Ok(())),
    blind("rec =(rec in)", "temporary", "zsh.equals", || {
        scanned("rec =(rec in)")
    }),
    blind("rec *(e:'rec in':)", "1<in>", "zsh.parentheses", || {
        argument("*(e:'rec in':)")
    }),
    blind("rec a(e:'rec in':)", "1<in>", "zsh.parentheses", || {
        argument("a(e:'rec in':)")
    }),
    blind("rec *(+rec)", "0<>\n", "zsh.parentheses", || {
        argument("*(+rec)")
    }),
    blind("rec <1-5>", "1<1>", "zsh.number-range", || {
        scanned("rec <1-5>")
    }),
    blind("rec **/a", "<sub/a>", "zsh.recursive-glob", || {
        argument("**/a")
    }),
    blind("{ rec in }", "1<in>", "zsh.brace", || argument("}")),
    blind("{ rec in}", "1<in>", "zsh.brace", || argument("in}")),
    blind("{rec in;}", "1<in>", "zsh.glob", || name("{rec")),
    blind("rec {a,}", "2<a><>", "zsh.brace", || argument("{a,}")),
    blind("y=q; rec $y{a,b}", "<qa><qb>", "zsh.brace", || {
        argument("$y{a,b}")
    }),
    blind("rec $x[1]", "1<a>", "zsh.subscript", || argument("$x[1]")),
    blind("rec \"$2:t\"", "1<b>", "zsh.modifier", || {
        argument("\"$2:t\"")
    }),
    blind("rec $#x", "1<3>", "zsh.flags", || argument("$#x")),
    blind("rec $+x", "1<1>", "zsh.flags", || argument("$+x")),
    blind("rec \"$=x\"", "1<abc>", "zsh.flags", || argument("\"$=x\"")),
    blind("rec \"$^x\"", "1<abc>", "zsh.flags", || argument("\"$^x\"")),
    blind(
        "x='$(rec in)'; rec \"${(e)x}\"",
        "<1<in>>",
        "zsh.expansion",
        || argument("\"${(e)x}\""),
    ),
    blind("rec ${~:-*(e:'rec in':)}", "1<in>", "zsh.expansion", || {
        argument("${~:-*(e:'rec in':)}")
    }),
    blind("rec ${x:u}", "1<ABC>", "zsh.expansion", || {
        argument("${x:u}")
    }),
    blind("é=1; rec \"$é\"", "1<1>", "zsh.equals", || name("é=1")),
    blind("1=p; rec $1", "1<p>", "zsh.equals", || name("1=p")),
    blind("rec $'\\q'", "1<q>", "zsh.quotes", || argument("$'\\q'")),
    blind("rec $\"a\"", "1<$a>", "zsh.quotes", || argument("$\"a\"")),
    blind("v=/tmp; rec ~v", "1</tmp>", "zsh.tilde", || argument("~v")),
    blind("v=; rec $v~", "/home>", "zsh.tilde", || argument("$v~")),
    blind("rec a=~", "1<a=~>", "zsh.tilde", || argument("a=~")),
    blind("repeat 2 rec in", "1<in>\n1<in>", "zsh.reserved", || {
        name("repeat")
    }),
    blind(
        "2>/dev/null repeat 2 rec in",
        "1<in>\n1<in>",
        "zsh.reserved",
        || name("repeat"),
    ),
    blind(
        "foreach v (a b) rec $v; end",
        "1<b>",
        "zsh.reserved",
        || name("foreach"),
    ),
    blind("nocorrect v=1 rec $v", "0<>", "zsh.reserved", || {
        name("nocorrect")
    }),
    blind("() { rec in; }", "1<in>", "zsh.parentheses", || name("()")),
    blind("f g() { rec in; }; f", "1<in>", "zsh.parentheses", || {
        argument("g()")
    }),
    blind(
        "case abc in x(a|b)|a*) rec in;; esac",
        "1<in>",
        "zsh.parentheses",
        || check_word("x(a|b)", &[], WordRole::Pattern),
    ),
    blind(
        "case b in a) ;| b) rec in;; esac; rec end",
        "1<end>",
        "zsh.control",
        || check_control(";", b"| b)"),
    ),
    blind("rec a &! true; rec $?", "1<0>", "zsh.control", || {
        check_control("&", b"! true")
    }),
    blind(
        "rec a >! w; [ -f w ]; rec $?",
        "1<0>",
        "zsh.redirect",
        || check_redirect(None, ">", "!"),
    ),
    blind(
        "rec a 12>w; IFS= read -r v < w; rec $v",
        "<2<a><12>>",
        "zsh.redirect",
        || check_redirect(Some("12"), ">", "/dev/null"),
    ),
    blind(
        "rec in >/dev/null | { read -r v; rec \"$v\"; }",
        "<1<in>>",
        "zsh.multios",
        || {
            let mut streams = Streams::default();
            streams.pipe(Direction::Out);
            streams.redirect(None, ">", "/dev/null")
        },
    ),
    blind(
        "cat() { rec in; }; > /dev/null; NULLCMD=rec; > f; IFS= read -r v < f; rec $v",
        "1<0<>>",
        "zsh.null-command",
        || check_wordless(0, 1),
    ),
    blind("rec | v=1; rec $v", "1<1>", "", || Ok(())),
    blind(
        "path=/nowhere; rec $PATH",
        "1</nowhere>",
        "zsh.variable",
        || check_variable("path"),
    ),
    blind("functions[f]='rec in'; f", "1<in>", "zsh.glob", || {
        name("functions[f]='rec")
    }),
    blind(
        "chpwd() { rec in; }; cd sub",
        "1<in>",
        "zsh.function",
        || check_function("chpwd"),
    ),
    blind("zshexit() { rec in; }", "1<in>", "zsh.function", || {
        check_function("zshexit")
    }),
    blind(
        "a=(1 2); SECONDS='a[$(rec in >/dev/null; rec f > f)1]'; rec $(< f)",
        "1<1<f>>",
        "zsh.variable",
        || check_variable("SECONDS"),
    ),
    blind("rec $((010))", "1<10>", "zsh.arithmetic", || {
        argument("$((010))")
    }),
    blind("rec $((1.5*2))", "1<3.>", "zsh.arithmetic", || {
        argument("$((1.5*2))")
    }),
    blind(
        "command_not_found_handler() { rec in; }; nowhere",
        "1<in>",
        "zsh.function",
        || check_function("command_not_found_handler"),
    ),
    blind("rec <1-5> x", "2<1><x>", "zsh.number-range", || {
        scanned("rec <1-5> x")
    }),
];

#[test]
fn each_blind_spot_is_one_and_is_named() {
    let Some(shells) = Shells::new() else {
        return;
    };
    for BlindSpot {
        script,
        seen,
        reason: wanted,
        check,
    } in BLIND_SPOTS
    {
        let (zsh, bash) = (shells.zsh(script), shells.bash(script));
        assert!(zsh.contains(seen), "{script}: {zsh:?} has no {seen:?}");
        assert_ne!(zsh, bash, "{script}");
        assert_eq!(reason(check()), wanted, "{script}");
    }
}

#[test]
fn words_of_builtins_that_zsh_evaluates_run_commands() {
    let Some(shells) = Shells::new() else {
        return;
    };
    // Each is refused by `check_builtin`, `check_condition` or `check_variable`; in bash those here run nothing.
    for line in [
        "exit 'a[$(rec in >&3)1]'",
        "shift 'a[$(rec in >&3)1]'",
        "f() { return 'a[$(rec in >&3)1]'; }; f",
        "for v in a; do break 'a[$(rec in >&3)1]'; done",
        "printf %d 'a[$(rec in >&3)1]'",
        "printf '%*s' 'a[$(rec in >&3)1]' x",
        "printf '%\\x64' 'a[$(rec in >&3)1]'",
        "[ -t 'a[$(rec in >&3)1]' ]",
        "[[ -t 'a[$(rec in >&3)1]' ]]",
        "getopts b 'a[$(rec in >&3)1]' -b",
        "export 'a[$(rec in >&3)1]=x'",
        "LINES='a[$(rec in >&3)1]'",
        "COLUMNS='a[$(rec in >&3)1]' rec",
    ] {
        let script = format!("exec 3>&1; a=(1 2); {line}");
        assert!(shells.zsh(&script).contains("1<in>"), "{line}");
        assert!(!shells.bash(&script).contains("1<in>"), "{line}");
    }
}

#[test]
fn tables_are_those_of_zsh() {
    let Some(shells) = Shells::new() else {
        return;
    };
    let names = |script: &str| {
        let printed = shells.zsh(script);
        printed.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let builtins = names("print -rl -- ${(k)builtins}");
    let unknown: Vec<_> = builtins.iter().filter(|name| !is_builtin(name)).collect();
    assert!(builtins.len() > 90 && unknown.is_empty(), "{unknown:?}");
    let reserved = names("print -rl -- ${(k)reswords} ${(k)aliases}");
    let unknown: Vec<_> = reserved
        .iter()
        .filter(|name| !crate::read::zsh::names::is_reserved(name))
        .collect();
    assert!(reserved.len() > 30 && unknown.is_empty(), "{unknown:?}");
    // What the locale and the terminal are called, and what `getopts` found, is set often and does no more.
    let is_harmless =
        |name: &str| matches!(name, "LANG" | "TERM" | "OPTARG") || name.starts_with("LC_");
    let special = names("print -rl -- ${(k)parameters[(R)*(special|integer|float)*]}");
    let unknown: Vec<_> = special
        .iter()
        .filter(|name| check_variable(name).is_ok() && !is_harmless(name))
        .collect();
    assert!(special.len() > 60 && unknown.is_empty(), "{unknown:?}");
}
