//! What passes is read alike by the shells themselves.
#![expect(
    clippy::print_stderr,
    reason = "how much was compared says how much it means"
)]

use std::ops::Range;

use super::{
    super::*,
    IN_ROLES, WORDS, reason,
    shells::{Random, Shells},
};

/// How many texts are made up for each role.
const GENERATED: usize = 1000;

/// Parts that generated words are made of: what either shell gives a meaning.
const PARTS: [&str; 74] = [
    "a",
    "b",
    "1",
    "2",
    "$x",
    "$y",
    "${x}",
    "$1",
    "$2",
    "$#",
    "$@",
    "$*",
    "$?",
    "\"",
    "\"",
    "'",
    "\\",
    "{",
    "}",
    "{a,b}",
    "{1..3}",
    "{",
    ",",
    "..",
    "*",
    "?",
    "[",
    "]",
    "[ab]",
    "~",
    "/",
    ":",
    "=",
    "#",
    "^",
    "!",
    "-",
    "+",
    "%",
    "@",
    ".",
    "_",
    "$",
    "${#x}",
    "${x:-a}",
    "${y:-b}",
    "${x#a}",
    "${x%%b*}",
    "${x/b/c}",
    "${x:1:1}",
    "$((1+2))",
    "$((x_+1))",
    "$'a\\tb'",
    "'a b'",
    "\"a b\"",
    "\"$x\"",
    "\\$",
    "\\\"",
    "\\ ",
    "\\*",
    ":h",
    "[1]",
    "é",
    "a=",
    "$(rec a)",
    "`rec b`",
    "(",
    ")",
    "<",
    ">",
    "|",
    "&",
    ";",
    " ",
];

/// Operands and operators of generated arithmetic.
const OPERANDS: [&str; 10] = [
    "1", "2", "10", " -7", "n", "$m", "(n+1)", "!n", "(m-2)", "(++k)",
];
const OPERATORS: [&str; 14] = [
    "+", "-", "*", "/", "%", "<", ">", "<=", "==", "!=", "&&", "||", " ? 5 :", ",",
];

/// Whether the value of a text is another in each shell, or process, by itself: `$$`, `$-`, `$_` and `$!`.
fn has_own_value(text: &str) -> bool {
    ["$$", "$-", "$_", "$!"]
        .iter()
        .any(|name| text.contains(name))
}

/// The substitutions among the parts of a generated word.
fn holes(raw: &str) -> Vec<Range<usize>> {
    let mut holes: Vec<Range<usize>> = ["$(rec a)", "`rec b`"]
        .iter()
        .flat_map(|part| raw.match_indices(part))
        .map(|(at, part)| at..at + part.len())
        .collect();
    holes.sort_by_key(|hole| hole.start);
    holes
}

/// How a word of a role gets into a script that shows what became of it.
fn script_of(role: WordRole) -> Option<fn(&str) -> String> {
    match role {
        WordRole::Argument => Some(|raw| format!("rec {raw}\n")),
        WordRole::AssignmentValue => Some(|raw| format!("v={raw}; rec \"$v\"\n")),
        WordRole::ForWord => Some(|raw| format!("for v in {raw}; do rec \"$v\"; done\n")),
        WordRole::Pattern => Some(|raw| format!("case abc in {raw}) rec yes;; *) rec no;; esac\n")),
        WordRole::ConditionalOperand => {
            Some(|raw| format!("[[ abc == {raw} ]]; rec $?; [[ -n {raw} ]]; rec $?\n"))
        }
        WordRole::HereString => {
            Some(|raw| format!("while IFS= read -r v; do rec \"$v\"; done <<< {raw}\n"))
        }
        WordRole::RedirectTarget => Some(|raw| format!(": > {raw}; for v in *; do rec $v; done\n")),
        // Names that are no function are only complained about.
        WordRole::CommandName => None,
        WordRole::Delimiter => Some(|raw| {
            let end = raw.trim_matches(['\'', '\\', '"']);
            format!("while IFS= read -r v; do rec \"$v\"; done <<{raw}\nit's \\$x\n{end}\n")
        }),
    }
}

#[test]
fn words_that_pass_are_read_alike() {
    let Some(shells) = Shells::new() else {
        return;
    };
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut failures = Vec::new();
    for role in [
        WordRole::Argument,
        WordRole::AssignmentValue,
        WordRole::ForWord,
        WordRole::Pattern,
        WordRole::ConditionalOperand,
        WordRole::HereString,
        WordRole::RedirectTarget,
        WordRole::CommandName,
        WordRole::Delimiter,
    ] {
        let Some(script) = script_of(role) else {
            continue;
        };
        let is_listed = |listed: &&(&str, WordRole)| listed.1 == role;
        let mut texts: Vec<String> = IN_ROLES
            .iter()
            .filter(is_listed)
            .map(|(raw, _)| (*raw).to_owned())
            .collect();
        if role == WordRole::Argument {
            texts.extend(WORDS.map(str::to_owned));
        }
        // Targets would fill the directory with files that other words stand for.
        if !matches!(role, WordRole::RedirectTarget | WordRole::Delimiter) {
            let generated = (0..GENERATED).map(|_| random.text(&PARTS, 5));
            texts.extend(
                generated.filter(|raw| {
                    !has_own_value(raw) && check_word(raw, &holes(raw), role).is_ok()
                }),
            );
        }
        eprintln!("{role:?}: {} pass", texts.len());
        failures.extend(shells.differing(&texts, script));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn bodies_and_expressions_that_pass_are_read_alike() {
    let Some(shells) = Shells::new() else {
        return;
    };
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let bodies: Vec<String> = (0..GENERATED)
        .map(|_| random.text(&PARTS, 6))
        .filter(|body| !has_own_value(body))
        .filter(|body| check_here_document(&format!("{body}\n"), &holes(body)).is_ok())
        .collect();
    let expressions: Vec<String> = (0..GENERATED)
        .map(|_| {
            let mut expression = random.text(&OPERANDS, 1);
            for _ in 0..random.below(4) {
                expression += &random.text(&OPERATORS, 1);
                expression += &random.text(&OPERANDS, 1);
            }
            assert_eq!(
                reason(check_arithmetic(&expression, &[])),
                "",
                "{expression}"
            );
            // In a shell of its own, since dividing by zero ends a script.
            format!("(n=3; m=4; rec $(({expression})) $n $m)")
        })
        .collect();
    eprintln!(
        "{} bodies, {} expressions pass",
        bodies.len(),
        expressions.len()
    );
    let mut failures = shells.differing(&bodies, |body| {
        format!("while IFS= read -r v; do rec \"$v\"; done <<END\n{body}\nEND\n")
    });
    failures.extend(shells.differing(&expressions, |script| format!("{script}\n")));
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn scripts_of_both_shells_do_the_same() {
    let Some(shells) = Shells::new() else {
        return;
    };
    let scripts: Vec<String> = ALIKE.map(str::to_owned).into();
    for script in &scripts {
        assert_eq!(shells.zsh(script), shells.bash(script), "{script}");
        assert!(!shells.zsh(script).is_empty(), "{script}");
    }
}

/// Scripts whose constructs lowering may read for both.
const ALIKE: [&str; 48] = [
    "for i in a b; do rec $i; done",
    "for i in; do rec a; done; rec b",
    "for i; do rec $i; done",
    "for ((i=0; i<2; i++)); do rec $i; done",
    "i=0; while [ $i -lt 2 ]; do rec $i; i=$((i+1)); done",
    "until rec; do rec a; done",
    "if [[ -d sub && ! -f sub ]]; then rec a; elif rec; then rec b; else rec c; fi",
    "case abc in a*|x) rec a;; *) rec b;; esac",
    "case abc in (a*) rec a;& b) rec b;; esac",
    "f() { rec \"$#\" \"$@\"; }; f a 'b c'",
    "function f { rec a; }; f",
    "f() (x=1); f; rec $x",
    "f() { local v=1; g; }; g() { rec \"$v\"; }; f; rec \"$v\"",
    "echo() { rec own; }; echo x",
    "(x=2); rec $x; { x=3; }; rec $x",
    "x=$(x=5); rec \"$x\"",
    "v=1 w=$v; rec \"$w\"",
    "v=1 rec \"$v\"; rec \"$v\"",
    "v=1; v+=2; rec $v",
    "v=1 :; rec \"$v\"",
    "cd sub; rec \"${PWD##*/}\"; cd ..; rec \"${PWD##*/}\"",
    "cd sub/../sub; cd - >&2; rec \"${PWD##*/}\"",
    "cd nowhere || rec a; cd nowhere && rec b",
    "cd -P sub && rec \"${PWD##*/}\"; cd; rec \"${PWD##*/}\"",
    "! rec a; rec $?",
    "rec a && rec b || rec c; (exit 3); rec $?",
    "rec a & wait; rec b",
    "rec a # it's",
    "rec \"$(rec a # it's\n)\"",
    "rec a \\\n b",
    "rec 2>&1 a; rec >/dev/null b; rec c 2>/dev/null",
    "{ rec a; } 2>&1; (rec b) >/dev/null",
    "exec 3>&1; rec a >&3; exec 3>&-",
    "rec a |& while read -r v; do rec \"$v\"; done",
    "while read -r v; do rec \"$v\"; done < <(rec a)",
    "export V=1 W=$x; rec \"$V$W\"; readonly R=~; rec $R",
    "v='a b'; export W=$v; rec \"$W\"",
    "v=; rec $v a \"$v\"; rec \"$@\" \"$*\"",
    "printf '%s|%5s|%b\\n' a b 'c\\td'",
    "[ \"$x\" = abc -a ! -f x ] && rec a; test -n \"$v\" || rec b",
    "set -euo pipefail; rec a",
    "unset x; rec \"$x\"",
    "for v in a sub nosuch /dev/null; do [[ -a $v ]]; rec $?; [[ -b $v ]]; rec $?; [[ -c $v ]]; rec $?; [[ -d $v ]]; \
     rec $?; [[ -e $v ]]; rec $?; [[ -f $v ]]; rec $?; [[ -g $v ]]; rec $?; [[ -h $v ]]; rec $?; [[ -k $v ]]; rec $?; \
     [[ -n $v ]]; rec $?; [[ -p $v ]]; rec $?; [[ -r $v ]]; rec $?; [[ -s $v ]]; rec $?; [[ -u $v ]]; rec $?; done",
    "for v in a sub nosuch /dev/null; do [[ -w $v ]]; rec $?; [[ -x $v ]]; rec $?; [[ -z $v ]]; rec $?; \
     [[ -L $v ]]; rec $?; [[ -S $v ]]; rec $?; done; [[ -t 0 ]]; rec $?; [[ -v x ]]; rec $?; [[ -v nosuch ]]; rec $?",
    "for v in 1 2 3; do [[ $v -eq 2 ]]; rec $?; [[ $v -ne 2 ]]; rec $?; [[ $v -lt 2 ]]; rec $?; [[ $v -le 2 ]]; \
     rec $?; [[ $v -gt 2 ]]; rec $?; [[ $v -ge 2 ]]; rec $?; [[ $v < 2 ]]; rec $?; [[ $v > 2 ]]; rec $?; done",
    "[[ a -ef a ]]; rec $?; [[ a -ef ab ]]; rec $?; [[ a -nt a ]]; rec $?; [[ a -ot a ]]; rec $?; [[ abc =~ ^a.c$ ]]; \
     rec $?; [[ a != b && ! ( a = b ) || -n '' ]]; rec $?",
    "((i=3)); rec $i; ((i++)); rec $i; ((i > 3 && i < 9)) && rec yes; i=$((i*2)); rec $i",
    "a=1; while true; do rec $a; a=$((a+1)); [ $a -gt 3 ] && break; done | while read -r v; do rec \"$v\"; done",
];
