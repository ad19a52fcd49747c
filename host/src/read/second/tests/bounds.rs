//! What hostile text does to the other parser: nothing (R2.4).

use std::{
    thread,
    time::{Duration, Instant},
};

use proptest::prelude::*;

use super::super::{
    guard,
    outline::{Event, TheirWord},
    region::Bracket,
    theirs,
};

/// The least that a thread of an embedder has.
const STACK: usize = 2 * 1024 * 1024;

/// Reads a text as a region is read, on a small stack, within time.
fn read(text: String) -> Result<Vec<Event<TheirWord>>, theirs::Trouble> {
    let start = Instant::now();
    let shown: String = text.chars().take(60).collect();
    let reader = move || {
        guard::check_text(&text).map_err(theirs::Trouble::Refused)?;
        let events = theirs::outline(&text, Bracket::None)?;
        for event in &events {
            if let Event::Word(TheirWord::Plain(word)) = event {
                super::super::parts::is_read(word);
                drop(super::super::braces::expand(word));
            }
        }
        Ok(events)
    };
    let events = thread::Builder::new()
        .stack_size(STACK)
        .spawn(reader)
        .unwrap()
        .join()
        .unwrap();
    assert!(start.elapsed() < Duration::from_secs(20), "{shown}");
    events
}

#[test]
fn nesting_of_any_kind_neither_overflows_nor_hangs() {
    for (open, close) in [
        ("(", ")"),
        ("( ", " )"),
        ("((", "))"),
        ("( ( a; ", ") )"),
        ("(( a; ", "))"),
        ("{ ", "; }"),
        ("if a; then ", "; fi"),
        ("if ", "; then a; fi"),
        ("while ", "; do a; done"),
        ("until a; do ", "; done"),
        ("for x in a; do ", "; done"),
        ("for ((a;b;c)); do ", "; done"),
        ("for (( ((", "; b; c)) )); do a; done"),
        ("case x in a) ", "; esac"),
        ("case x in a) ", ";; esac"),
        ("f() { ", "; }"),
        ("function f { ", "; }"),
        ("coproc ", ""),
        ("! ", ""),
        ("[[ ( ", " ) ]]"),
        ("[[ ! ", " ]]"),
        ("[[ a =~ ( ", " ) ]]"),
        ("echo $(", ")"),
        ("echo \"a$(", ")\""),
        ("echo ${x:-", "}"),
        ("echo \"a${x:-", "}\""),
        ("echo ${x[", "]}"),
        ("echo $((", "))"),
        ("echo $(( ( ", " ) ))"),
        ("echo $((", ") )"),
        ("echo $[", "]"),
        ("echo `", "`"),
        ("echo \\`", "\\`"),
        ("a[", "]=b"),
        ("echo {a,", "}"),
        ("echo {", "}"),
        ("echo a[", ""),
        ("echo <(", ")"),
        ("cat <<E\n", "\nE"),
        ("cat <<a ", ""),
        ("x=(", ")"),
    ] {
        for levels in [8, 40, 100, 3000] {
            for inside in ["a", "a; b", "fi", ""] {
                drop(read(open.repeat(levels) + inside + &close.repeat(levels)));
                drop(read(open.repeat(levels) + inside));
            }
        }
    }
}

#[test]
fn long_text_is_read_in_time() {
    for unit in [
        "a ", "'", "\"", "''", "\"\"", "\"a\" ", "\\", "$", "`a` ", "{", "}", "[", "~", "$x",
        "${x}", "a;\n", "#\n", "é", "<", ">a ",
    ] {
        drop(read(format!(
            "echo {}",
            unit.repeat(128 * 1024 / unit.len() - 8)
        )));
    }
}

#[test]
fn odd_text_panics_nobody() {
    for text in [
        "",
        "\0",
        "'",
        "\"",
        "$'",
        "$\"",
        "`",
        "\\",
        "$(",
        "${",
        "$((",
        "$[",
        "<<",
        "<<-",
        "<<E",
        "<<E\n",
        "<<E\nE",
        "<<''\n\n",
        "<<(\na\n(",
        "<<<",
        ">",
        "2>",
        "2>&",
        "&>",
        "|&",
        ";;",
        "{fd}>x",
        "99999999999>x",
        "~99999999999999999999",
        "${x:-~99999999999999999999}",
        "{1..99999999999999999999}",
        "\u{feff}ls",
        "ls\u{a0}x",
        "ls\u{2028}x",
        "${é}",
        "$é",
        "a=(",
        "a=(b)c",
        "((",
        "((a",
        "[[",
        "[[ a",
        "[[ a =~",
        "case",
        "case x in",
        "case x in a",
        "for",
        "for x in",
        "time",
        "!",
        "time !",
        "function",
        "coproc",
        "a() b",
        "cat <<A <<B\nA\nB\n",
        "$(cat <<E\nE)",
        "${x:-<<E\n}",
        "$((<<E\n))",
        "`\\`",
        "\"`\"`",
        "'a'\\\n'b'",
    ] {
        drop(read(text.to_owned()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn no_text_panics_nobody(parts in prop::collection::vec(prop::sample::select(&PARTS[..]), 0..24)) {
        drop(read(parts.concat()));
    }
}

const PARTS: [&str; 76] = [
    "a",
    "b=",
    "é",
    "\u{1f600}",
    "\0",
    " ",
    "\t",
    "\n",
    "\\",
    "\\\n",
    "'",
    "\"",
    "`",
    "$",
    "$'",
    "$\"",
    "$(",
    "$((",
    "${",
    "${x",
    ":-",
    "}",
    ")",
    "))",
    "(",
    "((",
    "[",
    "]",
    "$[",
    "{",
    "{a,",
    "..",
    ",",
    "<",
    ">",
    "<<",
    "<<E",
    "<<-E",
    "<<'E'",
    "\nE\n",
    "<<<",
    ">&",
    "&>",
    "2",
    "999999999999",
    "~",
    "~9",
    "!",
    "#",
    "&",
    "&&",
    "|",
    "||",
    "|&",
    ";",
    ";;",
    "[[ ",
    " ]]",
    "=~",
    "case ",
    " in ",
    " esac",
    "if ",
    "then ",
    " fi",
    "for ",
    "do ",
    " done",
    "while ",
    "function ",
    "time ",
    "coproc ",
    "a() ",
    "x=(",
    "@(",
    "a[",
];
