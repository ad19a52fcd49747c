//! Tests of `conditional.rs`.

use super::oracle::{Oracle, Random};
use crate::read::{gaps::Trouble, text::conditional::*};

/// Ends of expansions, as a tree would give them, for those that the tests write.
fn end_in(source: &str) -> impl Fn(usize) -> Option<usize> {
    move |at| {
        let known = [
            "${v}",
            "${v:-a b}",
            "$(: ]])",
            "`: ]] `",
            "$((1 + 2))",
            "<(:)",
        ];
        let rest = source.get(at..)?;
        let found = known.iter().find(|text| rest.starts_with(**text))?;
        Some(at + found.len())
    }
}

fn read(source: &str) -> Result<Vec<Part>, Trouble> {
    words(source, 0, source.len(), &end_in(source))
}

/// Each part with a letter for its role.
fn show(source: &str) -> Option<String> {
    let letter = |role| match role {
        Role::Word => 'w',
        Role::Bracket => 'b',
        Role::Operator => 'o',
        Role::Unary => 'u',
        Role::Operand => 's',
        Role::Pattern => 'p',
        Role::Regex => 'r',
        Role::Number => 'n',
        Role::Name => 'v',
    };
    let parts = read(source).ok()?;
    let shown: Vec<_> = parts
        .iter()
        .filter(|part| part.role != Role::Bracket)
        .map(|part| format!("{}:{}", letter(part.role), &source[part.at.clone()]))
        .collect();
    Some(shown.join(" "))
}

#[test]
fn each_word_has_its_role() {
    for (source, expected) in [
        ("[[ a ]]", "s:a"),
        ("[[ -f a ]]", "u:-f s:a"),
        ("[[ a == b* ]]", "s:a o:== p:b*"),
        ("[[ a != @(b|c d) ]]", "s:a o:!= p:@(b|c d)"),
        ("[[ a =~ ^(b|c)+$ ]]", "s:a o:=~ r:^(b|c)+$"),
        ("[[ a =~ b|c && d ]]", "s:a o:=~ r:b|c o:&& s:d"),
        ("[[ $x -eq 1 ]]", "n:$x o:-eq n:1"),
        ("[[ a -nt b ]]", "s:a o:-nt s:b"),
        ("[[ a<b ]]", "s:a o:< s:b"),
        ("[[ -v x && -R y ]]", "u:-v v:x o:&& u:-R v:y"),
        (
            "[[ ! -f x && ( a == b || c ) ]]",
            "o:! u:-f s:x o:&& o:( s:a o:== p:b o:|| s:c o:)",
        ),
        ("[[ !(a)||b ]]", "o:! o:( s:a o:) o:|| s:b"),
        (
            "[[\n# c\na == b # c\n&&\n! # c\nd ]]",
            "s:a o:== p:b o:&& o:! s:d",
        ),
        ("[[ a \\\n== b ]]", "s:a o:== p:b"),
        (
            "[[ \"]]\" == ']]'$'\\']]' ]]",
            "s:\"]]\" o:== p:']]'$'\\']]'",
        ),
        (
            "[[ ${v:-a b} == x$(: ]])\"`: ]] `\" ]]",
            "s:${v:-a b} o:== p:x$(: ]])\"`: ]] `\"",
        ),
        ("[[ a[1] == b ]]", "s:a[1] o:== p:b"),
        ("[[ \"$$(\" == $$'\\' ]]", "s:\"$$(\" o:== p:$$'\\'"),
        ("[ a = b ]", "w:[ w:a w:= w:b w:]"),
        (
            "[ -f \\\n 'a b'\"c d\"\\ e ]",
            "w:[ w:-f w:'a b'\"c d\"\\ e w:]",
        ),
        ("[ ! a -a ${v:-a b} ]", "w:[ w:! w:a w:-a w:${v:-a b} w:]"),
        ("[ ]", "w:[ w:]"),
        ("[ a == <(:) ]", "w:[ w:a w:== w:<(:) w:]"),
    ] {
        assert_eq!(show(source).as_deref(), Some(expected), "{source}");
    }
}

#[test]
fn what_is_not_understood_is_a_gap() {
    for source in [
        "",
        "[",
        "[[",
        "[[ ]]",
        "[[ a",
        "[[ a ]] b ]]",
        "[[ a == ]]",
        "[[ -f ]]",
        "[[ a b ]]",
        "[[ a -foo b ]]",
        "[[ -foo b ]]",
        "[[ a\n]]",
        "[[ a\n&& b ]]",
        "[[ a ==\nb ]]",
        "[[ -f\na ]]",
        "[[ a && ]]",
        "[[ && a ]]",
        "[[ ! ]]",
        "[[ ( a ]]",
        "[[ a ) ]]",
        "[[ () ]]",
        "[[ (a)b ]]",
        "[[ a ; b ]]",
        "[[ a & b ]]",
        "[[ a | b ]]",
        "[[ a 2<b ]]",
        "[[ a << b ]]",
        "[[ a >& b ]]",
        "[[ {x}<b ]]",
        "[[ a <(:) ]]",
        "[[ a == (b) ]]",
        "[[ @(a) == b ]]",
        "[[ a =~ b c ]]",
        "[[ a =~ (b ]]",
        "[[ a =~ b;c ]]",
        "[[ a =~ b||c ]]",
        "[[ a =~ <b ]]",
        "[[ a =~ (b;c) ]]",
        "[[ a =~ (b\n) ]]",
        "[[ a =~ #b ]]",
        "[[ a # ]]",
        "[[ a \"==\" b ]]",
        "[[ \\-f a ]]",
        "[[ a =\\\n= b ]]",
        "[[ $(x) ]]",
        "[[ `x` ]]",
        "[[ \"$(x) ]]",
        "[[ 'a ]]",
        "[[ \"a ]]",
        "[[ $'a ]]",
        "[[ a[1 == 2] ]]",
        "[[ x && a[1 2] ]]",
        "[[ \"$\\\n(: ]] )\" ]]",
        "[[a ]]",
        "[[ a]]",
        "[ a",
        "[ a\n]",
        "[ a; ]",
        "[ a < b ]",
        "[ a && b ]",
        "[ ( a ) ]",
        "[ a ] # ]",
        "[ a | b ]",
        "[ a #]",
        "[a ]",
        "test a",
    ] {
        let trouble = read(source).expect_err(source);
        assert_eq!(trouble.reason, "conditional");
    }
}

/// Parts of conditionals.
const PARTS: [&str; 72] = [
    "a",
    "b",
    "-f",
    "-v",
    "-n",
    "!",
    "==",
    "!=",
    "=",
    "=~",
    "-eq",
    "-nt",
    "<",
    ">",
    "&&",
    "||",
    "(",
    ")",
    "]]",
    "]",
    "[[",
    "'a b'",
    "\"]]\"",
    "\\]",
    "${v}",
    "${v:-a b}",
    "$(: ]])",
    "`: ]] `",
    "$v",
    "$((1 + 2))",
    "^(b|c)$",
    "b|c",
    "@(a|b c)",
    "+(a)",
    "!(a)",
    "?(a)*",
    "(b c)",
    "a[1]",
    "a[",
    "2",
    "x",
    " ",
    " ",
    " ",
    "\n",
    " ",
    " ",
    "\t",
    "\\\n",
    " # c\n",
    "#",
    "{",
    "}",
    "a=b",
    "=(a)",
    "time",
    "if",
    "<(:)",
    "|",
    ";",
    "&",
    "{a,b}",
    "~",
    "*",
    "?",
    "$",
    "\\ ",
    "$'b'",
    "x -eq 1",
    " a == b ",
    " -f x ",
    "b$",
];

/// Parts of patterns and regular expressions.
const PATTERN_PARTS: [&str; 38] = [
    "(",
    ")",
    "(",
    ")",
    "@(",
    "!(",
    "+(",
    "?",
    "*",
    "|",
    "|",
    "a",
    "b",
    "[^)]",
    "[[:alpha:]]",
    "[",
    "]",
    "^",
    "$",
    "{2}",
    "'x)'",
    "\"(\"",
    "\\(",
    "\\)",
    "\\ ",
    " ",
    "$v",
    "${v}",
    "$(: ]])",
    "$$",
    "#",
    "<",
    "&",
    ";",
    "$'b'",
    "\n",
    "!",
    "-",
];

fn generated(random: &mut Random, brackets: [&str; 2]) -> String {
    let mut source = format!("{} ", brackets[0]);
    if random.below(3) == 0 {
        source.push_str(["a =~ ", "a == ", "(a != ", "(a =~ "][random.below(4)]);
        source.push_str(&random.text(&PATTERN_PARTS, 6));
        source.push_str([" ", ")", " && b", "&&b"][random.below(4)]);
        return source + " " + brackets[1];
    }
    for _ in 0..=random.below(7) {
        source.push_str(&random.text(&PARTS, 1));
        if random.below(4) > 0 {
            source.push(' ');
        }
    }
    source + " " + brackets[1]
}

/// The parts as bash prints them.
fn printed(source: &str, parts: &[Part]) -> String {
    let text = |part: &Part| &source[part.at.clone()];
    let joins = |part: &Part| {
        part.role == Role::Bracket || matches!(text(part), "&&" | "||" | "!" | "(" | ")")
    };
    let mut words = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let begins = part.role == Role::Operand && index > 0 && joins(&parts[index - 1]);
        if begins && joins(&parts[index + 1]) {
            words.push("-n");
        }
        words.push(text(part));
    }
    // A doubled negation is dropped, and the quotes after a `$` become plain ones.
    let text = words.join(" ").replace("! ! ", "").replace("$$", "\0");
    let text = text.replace("$'", "'").replace("$\"", "\"");
    text.replace('\0', "$$")
}

#[test]
fn bash_reads_the_same_conditional() {
    let Some(oracle) = Oracle::new() else {
        return;
    };
    let mut random = Random(0x5eed_c04d);
    let mut read_ones = Vec::new();
    while read_ones.len() < 400 {
        let source = generated(&mut random, ["[[", "]]"]);
        if let Ok(parts) = read(&source) {
            read_ones.push((source, parts));
        }
    }
    // One that bash can't parse would end the script, so each is a text of its own.
    let mut script = String::new();
    for (source, _) in &read_ones {
        let quoted = source.replace('\'', r"'\''");
        script.push_str(&format!(
            "eval 'f() {{ {quoted}\n}}'; declare -f f; printf '\\0'; unset -f f\n"
        ));
    }
    let output = oracle.run(&script);
    let all = String::from_utf8(output.stdout).unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(all.matches('\0').count(), read_ones.len(), "{stderr}");
    for ((source, parts), function) in read_ones.iter().zip(all.split('\0')) {
        let body = function
            .strip_prefix("f () \n{ \n    ")
            .and_then(|body| body.strip_suffix("\n}\n"));
        assert_eq!(
            body,
            Some(printed(source, parts).as_str()),
            "{source}\n{stderr}"
        );
    }
}

#[test]
fn bash_passes_the_same_words_to_the_command() {
    let Some(oracle) = Oracle::new() else {
        return;
    };
    let mut random = Random(0x5eed_c0de);
    let mut read_ones = Vec::new();
    while read_ones.len() < 400 {
        let source = generated(&mut random, ["[", "]"]);
        if let Ok(parts) = read(&source) {
            read_ones.push((source, parts));
        }
    }
    let mut script = String::from("set -f +B\n[() { printf '<%s>' \"$@\"; printf '\\n'; }\n");
    for (source, parts) in &read_ones {
        let words: Vec<_> = parts.iter().map(|part| &source[part.at.clone()]).collect();
        // Substitutions of processes have another name each time.
        if !source.contains("<(") {
            script.push_str(&format!("{source}\n{}\n", words.join("  ")));
        }
    }
    let output = oracle.printed(&script);
    let lines: Vec<&str> = output.split(">\n").collect();
    assert!(lines.len() > 400);
    for pair in lines.chunks_exact(2) {
        assert_eq!(pair[0], pair[1]);
    }
}
