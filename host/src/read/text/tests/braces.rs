//! Tests of `braces.rs`.

use super::oracle::{Oracle, Random};
use crate::read::text::braces::*;

fn words(raw: &str) -> Option<Vec<String>> {
    match expand(raw) {
        Braces::Words(words) => Some(words.into_iter().map(|word| word.raw).collect()),
        Braces::None | Braces::Dynamic { .. } => None,
    }
}

#[test]
fn braces_expand() {
    for (raw, expanded) in [
        ("{a,b}", "a b"),
        ("x{a,b}y", "xay xby"),
        ("{a,b}{c,d}", "ac ad bc bd"),
        ("{a,{b,c}d}e", "ae bde cde"),
        ("x{,y}", "x xy"),
        ("{,}", ""),
        ("{\"\",a}", "\"\" a"),
        ("{'a,b',c}", "'a,b' c"),
        ("{a\\,b,c}", "a\\,b c"),
        ("{1..5}", "1 2 3 4 5"),
        ("{5..1..2}", "5 3 1"),
        ("{1..5..-2}", "1 3 5"),
        ("{01..10..4}", "01 05 09"),
        ("{-01..1}", "-01 000 001"),
        ("{9..10}", "9 10"),
        ("{a..e..2}", "a c e"),
        ("{C..A}", "C B A"),
        ("{3..3}", "3"),
        ("{a}b,c}", "a}b c"),
        ("{{},a}", "{} a"),
        ("{\"a,b\"..c}", "\"a,b\"..c"),
        ("{{a,b}..c}", "a..c b..c"),
        ("{1..x}{a,b}", "{1..x}a {1..x}b"),
        ("~/{a,b}", "~/a ~/b"),
        ("file{,~}", "file file~"),
        ("{é,世界}/", "é/ 世界/"),
    ] {
        assert_eq!(
            words(raw).map(|words| words.join(" ")).as_deref(),
            Some(expanded),
            "{raw}"
        );
    }
}

#[test]
fn other_braces_stay() {
    for raw in [
        "",
        "a",
        "{}",
        "{a}",
        "{",
        "}",
        "a{b",
        "a,b}",
        "{a..}",
        "{..a}",
        "{1..a}",
        "{1..2..}",
        "{a,b",
        "{a...c}",
        "'{a,b}'",
        "\"{a,b}\"",
        "\\{a,b}",
        "{a\\,b}",
        "{a','b}",
        "$'{a,\\'b}'",
        "${x}",
        "${x:-{a,b}}",
        "{$x}",
        "{1..$x}",
        "\"$(echo {a,b})\"",
        "$(echo {a,b})",
        "`echo {a,b}`",
        "\"$(awk '{print $1, $2}' f)\"",
        "@{u}",
        "stash@{0}",
        "HEAD@{1.day.ago},x",
        "{a,b\\}",
        "$((x))",
        "{}{}",
        "{1..2.}",
    ] {
        assert_eq!(expand(raw), Braces::None, "{raw}");
    }
}

#[test]
fn what_is_not_worked_out_says_so() {
    let dynamic = |prefix_len| Braces::Dynamic { prefix_len };
    for (raw, prefix_len) in [
        ("ab/{$x,c}", 3),
        ("é{a,b}$x", 2),
        ("{a,b}\"$x\"", 0),
        ("\\${a,b}$x", 0),
        ("a{1..100}", 1),
        ("a{1..99999999999}", 1),
        ("{Z..a}", 0),
        ("x*{a,b}`c`", 1),
        ("{a,\\\nb}", 0),
        ("{a,b}=~", 0),
        ("a={~,b}", 2),
        ("~{a,b}", 0),
        ("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", 0),
        ("a{b,<(c)}", 1),
        ("$$'\\'{a,b}", 0),
    ] {
        assert_eq!(expand(raw), dynamic(prefix_len), "{raw}");
    }
}

#[test]
fn cost_is_linear() {
    for part in [
        "{", "{,", "{a,", "${", "{}", "{1..x}", "{'", "\"$(", "{a,b}", "{,}",
    ] {
        let raw = format!("{}a,b}}", part.repeat(50_000 / part.len()));
        // It is enough that this ends: with the square of the length it would take minutes.
        assert_ne!(expand(&raw), Braces::Words(Vec::new()));
    }
}

/// Parts of words, none of which can run anything but `:`.
const PARTS: [&str; 44] = [
    "\"`: \"{1,2}\"`\"",
    "\"$(: \"{1,\" )\"",
    "$((1,(2)))",
    "\"a {b,\"",
    "{",
    "{",
    "{",
    "}",
    "}",
    "}",
    ",",
    ",",
    "..",
    "a",
    "b",
    "e",
    "1",
    "3",
    "05",
    "-2",
    "+4",
    "'x,y'",
    "\"{p,q}\"",
    "\\,",
    "\\{",
    "\\}",
    "''",
    "é",
    "~",
    "/",
    "=",
    ":",
    "{}",
    "{a,b}",
    "{1..3}",
    "${v}",
    "\\$",
    "$'x\\'{y,'",
    "$v",
    "$(: {1,2})",
    "`: {1,2}`",
    "\"$v\"",
    "${v:-{c,d}}",
    "\"$(: '},{')\"",
];

#[test]
fn bash_expands_the_same() {
    let Some(oracle) = Oracle::new() else {
        return;
    };
    let mut random = Random(0x5eed_b4ac);
    let raws: Vec<String> = (0..2500).map(|_| random.text(&PARTS, 9)).collect();
    // Bash expands the one with braces on, the other with braces off.
    let mut script = String::from(
        "set -f; v=V; r() { printf '%s' \"$#\"; printf '<%s>' \"$@\"; printf '\\n'; }\n",
    );
    for raw in &raws {
        let ours = words(raw).map_or(raw.clone(), |words| words.join(" "));
        script.push_str(&format!("set -B; r x {raw}\nset +B; r x {ours}\n"));
    }
    let printed = oracle.printed(&script);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), raws.len() * 2);
    let mut counts = [0; 3];
    for (raw, pair) in raws.iter().zip(lines.chunks(2)) {
        match expand(raw) {
            Braces::Dynamic { prefix_len } => {
                counts[0] += 1;
                let prefix = &raw[..prefix_len];
                let fields = pair[0].trim_end_matches('>').split("><").skip(1);
                assert!(
                    fields.clone().all(|field| field.starts_with(prefix)),
                    "{raw}: {prefix} of {}",
                    pair[0]
                );
            }
            Braces::None => {
                counts[1] += 1;
                assert_eq!(pair[0], pair[1], "{raw}");
            }
            Braces::Words(_) => {
                counts[2] += 1;
                assert_eq!(pair[0], pair[1], "{raw}");
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 120), "{counts:?}");
}
