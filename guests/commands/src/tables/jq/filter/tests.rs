//! Tests of the reader of filters, by hand and against the real `jq`.

use std::process::{Command, Stdio};

use super::*;
use crate::argument::Dynamic;

fn told(filter: &str) -> Finding {
    examine(Text::Certain(filter), &Dialect::JQ)
}

#[test]
fn lists_are_sorted() {
    for list in [KEYWORDS, IMPORTS, WORDS] {
        assert!(list.is_sorted_by(|left, right| left < right));
    }
}

/// Filters that `jq` understands.
const GOOD: &[&str] = &[
    ".",
    "..",
    ".a.b[0]?",
    ".a[] | select(.b == 1) | .c",
    ".[\"a b\"] // \"x\"",
    "{id, name: .n, \"k\": 1, (.a|tostring): [.b, .c]}",
    "$__loc__ | .line",
    "{import: 1, include: {def: .x}}",
    "\"a \\(.b | ascii_downcase) \\\"c\\\" \\(\"\\(1)\")\"",
    "def f(g; $x): g + $x; f(.a; 1)",
    "def f: def g: 1; g; f",
    "reduce .[] as $i (0; . + $i)",
    "foreach .[] as [$a, {b: $c}] (0; . + 1; [$a, $c])",
    "if .a then 1 elif .b then 2 else 3 end",
    "try error(\"x\") catch .",
    "label $out | 1, break $out",
    "@base64 \"x\\(.)\", @sh, (.a | @csv)",
    "# a comment\n.a # another",
    "to_entries | map(\"\\(.key)=\\(.value)\") | join(\",\")",
    "env.PATH, $ENV.HOME, input_filename",
    ".a |= (. + 1) | .b += 2 | del(.c)",
    "[paths(type == \"number\")] | length",
    "walk(if type == \"object\" then del(.x) else . end)",
    "1.5e3 + -2",
    ".. | .a? // empty",
    "limit(3; .[])",
    "sort_by(.a, .b) | group_by(.c) | unique",
];

#[test]
fn filters_that_make_values_of_values_are_understood() {
    for filter in GOOD {
        assert_eq!(told(filter), Finding::Understood, "{filter}");
    }
}

#[test]
fn what_is_imported_is_seen() {
    for filter in [
        "import \"x\" as $x; $x",
        "include \"x\"; .",
        "# c\nimport \"x\" as x; x::f",
        " \n\tmodule {}; .",
        "import \"x\" as $x {search: \"/y\"}; $x",
    ] {
        assert_eq!(told(filter), Finding::ReadsFiles, "{filter:?}");
    }
}

#[test]
fn what_is_not_known_is_not_understood() {
    for filter in [
        "system(\"id\")",
        ".a | exec",
        "{a: system}",
        "{(system): 1}",
        "\"\\(system)\"",
        "\"open",
        "# a\\\nimport \"x\" as $x; 1",
        "# a\\\rsystem",
        ".a)",
        ".a ` .b",
        "{a: [system]}",
        "{a: 1 | system}",
        "[.a, system]",
    ] {
        assert_eq!(told(filter), Finding::NotUnderstood, "{filter:?}");
    }
}

#[test]
fn a_certain_beginning_keeps_imports_away() {
    let open = |prefix| {
        let spread = Spread::One;
        examine(Text::Dynamic(Dynamic { prefix, spread }), &Dialect::JQ)
    };
    for prefix in [
        ".", ".a[\"", "[", "{", "map(", "  .x", "\"", "reduce ", "imports", "in(",
    ] {
        assert_eq!(open(prefix), Finding::Understood, "{prefix}");
    }
    for prefix in [
        "",
        " ",
        "#",
        "# x\n.",
        "i",
        "import",
        "import \"",
        "incl",
        "m",
        "module ",
    ] {
        assert_eq!(open(prefix), Finding::ReadsFiles, "{prefix}");
    }
}

/// Runs `jq` in an empty environment and says whether it understands a filter, if it is installed.
fn compiles(filter: &str) -> Option<bool> {
    let run = Command::new("jq")
        .args(["-n", filter])
        .env_clear()
        .env("HOME", "/nonexistent")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    // 2 and 3 are wrong use and what can't be compiled.
    Some(!matches!(run.status.code(), Some(2 | 3)))
}

#[test]
fn the_real_tool_understands_the_same() {
    for filter in GOOD {
        assert_ne!(compiles(filter), Some(false), "{filter}");
    }
}

#[test]
fn the_real_tool_takes_imports_only_at_the_beginning() {
    for filter in [
        ". | import \"x\" as $x; $x",
        "def f: 1; include \"x\"; f",
        "(import \"x\" as $x; 1)",
        ".a import \"x\" as $x; 1",
    ] {
        assert_ne!(compiles(filter), Some(true), "{filter}");
    }
}

#[test]
fn functions_of_the_real_tool_are_known() {
    let run = Command::new("jq")
        .args(["-n", "-r", "builtins | .[] | split(\"/\")[0]"])
        .stdin(Stdio::null())
        .output();
    let Ok(run) = run else { return };
    let names = String::from_utf8_lossy(&run.stdout).into_owned();
    let is_known = |name: &&str| WORDS.contains(name) || KEYWORDS.contains(name);
    let missing: Vec<_> = names
        .lines()
        .filter(|name| !name.starts_with('_') && !is_known(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
