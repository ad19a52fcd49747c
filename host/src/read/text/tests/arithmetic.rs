//! Tests of `arithmetic.rs`.

use super::oracle::{Oracle, Random};
use crate::read::text::arithmetic::*;

/// Names as they are written, those that may be assigned with a `=` after.
fn names(text: &str) -> Option<String> {
    let names = read(text).ok()?;
    let show = |name: Variable| {
        let sign = match name.access {
            Access::Assigned => "=",
            Access::Read => "",
        };
        let dollar = match name.form {
            Form::Dollar => "$",
            Form::Bare => "",
        };
        assert!(text[name.at.clone()].contains(&name.name), "{text}");
        format!("{dollar}{}{sign}", name.name)
    };
    Some(names.into_iter().map(show).collect::<Vec<_>>().join(" "))
}

#[test]
fn every_variable_is_found() {
    for (text, expected) in [
        ("", ""),
        ("1 + 2*(3-0x1F) / 017 % 16#fF", ""),
        ("i < 10 && j >= k || !x", "i j k x"),
        ("a ? b : c, d ^ ~e", "a b c d e"),
        ("\n x\t\n", "x"),
        ("$x * ${y} + $1 + ${10} + $# - $?", "$x $y $1 $10 $# $?"),
        ("_a9", "_a9"),
        ("x = 1", "x="),
        ("x == 1", "x"),
        ("x += y", "x= y"),
        ("x <<= 1, y >>= 2, z |= 4", "x= y= z="),
        ("x <= 1 && y >= 2 && z != 3", "x y z"),
        ("i++, --j, ++ k, l --", "i= j= k= l="),
        ("+++i", "i="),
        ("i + +j", "i j"),
        // The value of `$y` may have a sign.
        ("x-$y", "x= $y"),
        ("x - $y", "x $y"),
        ("10-$y", "$y"),
        ("$((x + 1)) * 2", "x"),
        ("$(( $((a)) + (b) ))", "a b"),
        ("x +$((y))", "x= y"),
    ] {
        assert_eq!(names(text).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn what_can_be_evaluated_is_not_read() {
    for text in [
        "a[0]",
        "a[$(id)]",
        "x[",
        "$(id)",
        "`id`",
        "$[1]",
        "${x:-1}",
        "${#x}",
        "${!x}",
        "${x[0]}",
        "${x@P}",
        "\"1\"",
        "'1'",
        "\\1",
        "1 \\\n+ 2",
        "$",
        "$@",
        "$*",
        "$-",
        "$$",
        "$!",
        "${}",
        "${@}",
        "${01}",
        "@",
        "#",
        "1.5",
        "é",
        "{",
        "}",
        ";",
        "x;y",
        // A value becomes a part of a name, a number or a base.
        "a$x",
        "1$x",
        "0x$x",
        "16#$x",
        "$x$y",
        "$x#1",
        "${x}y",
        "${x}1",
        "$10",
        "$((1))2",
        "$((1))$x",
        "a$((1))",
        "$x = 3",
        "$x += 3",
        "$x[0]",
        // Parentheses that don't match: `$((1) + (2))` is a command.
        "(",
        ")",
        "1) + (2",
        "$((1) )",
        "$((1)",
        "$(( (1) + (2) ) )",
        "1 <(2)",
        "1 >(2)",
        "08",
        "1a",
        "0x",
        "2#",
        "65#1",
        "1#0",
        "08#1",
        "1##2",
        "16#@",
    ] {
        let trouble = read(text).expect_err(text);
        assert_eq!(trouble.reason, "evaluated");
    }
}

#[test]
fn numbers_are_told_from_other_values() {
    for value in [
        "0",
        "7",
        "-4",
        "+4",
        "9223372036854775807",
        "-9223372036854775808",
    ] {
        assert!(is_number(value), "{value}");
    }
    for value in [
        "",
        "-",
        "+",
        "--4",
        "- 4",
        " 4",
        "4 ",
        "4\n",
        "010",
        "08",
        "00",
        "-01",
        "9223372036854775808",
        "0x1",
        "2#1",
        "x",
        "1+1",
        "٣",
    ] {
        assert!(!is_number(value), "{value}");
    }
}

/// What stands where a value is wanted, mostly.
const OPERANDS: [&str; 26] = [
    "x", "y", "z", "x", "y", "z", "a", "x1", "$x", "$y", "${z}", "$1", "$#", "$?", "1", "2", "07",
    "0x1f", "16#f", "x++", "--y", "(x)", "$((z))", "-$x", "!y", "",
];

/// What stands between them.
const OPERATORS: [&str; 40] = [
    "+", "-", "*", "/", "%", "**", "<", ">", "<<", "<=", "=", "==", "+=", "-=", "<<=", "&&", "||",
    "&", "^", "?", ":", ",", "++", "--", "+ ", "- ", " + ", " - ", " = ", " += ", " = ", " ", "\n",
    "(", ")", "$((", "))", "#", "[", "",
];

/// Variables that a part or two parts side by side can name.
const VARIABLES: [&str; 14] = [
    "x", "y", "z", "a", "x1", "x7", "a7", "z7", "y7", "a1", "x2", "xy", "_x", "a4",
];

/// A script that evaluates an expression and prints what all variables are in the end.
///
/// Those that it does not name have a value that tells when it is evaluated.
fn script(text: &str, names: &[Variable], round: usize) -> String {
    let mut script = String::from("(trap 'printf \"%s|\"");
    for variable in VARIABLES {
        script.push_str(&format!(" \"${variable}\""));
    }
    script.push_str("; printf \"\\n\"' EXIT; set -- 7\n");
    for (index, variable) in VARIABLES.into_iter().enumerate() {
        let value = if names.iter().any(|name| name.name == variable) {
            ["7", "-4", "+2", "0"][(index + round) % 4]
        } else {
            "a[$(printf R%s AN >&2)]"
        };
        script.push_str(&format!("{variable}='{value}'; "));
    }
    script.push_str(&match round % 3 {
        0 => format!("\n: $(({text}))\n"),
        1 => format!("\n(({text}))\n"),
        _ => format!("\ns=abc; : \"${{s:$(({text}))}}\"\n"),
    });
    script.push_str("(exit 0))\n");
    script
}

#[test]
fn bash_touches_only_what_was_named() {
    let Some(oracle) = Oracle::new() else {
        return;
    };
    let mut random = Random(0x5eed_a217);
    let mut read_ones = Vec::new();
    while read_ones.len() < 600 {
        let mut text = random.text(&OPERANDS, 1);
        for _ in 0..=random.below(5) {
            text.push_str(&random.text(&OPERATORS, 1));
            text.push_str(&random.text(&OPERANDS, 1));
        }
        if let Ok(names) = read(&text) {
            read_ones.push((text, names));
        }
    }
    let scripts = read_ones.iter().enumerate();
    let scripts: String = scripts
        .map(|(round, (text, names))| script(text, names, round))
        .collect();
    let output = oracle.run(&scripts);
    let stdout = String::from_utf8(output.stdout).unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(!stderr.contains("RAN"), "{stderr}");
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(lines.len(), read_ones.len(), "{stderr}");
    let mut changed = 0;
    for (round, ((text, names), line)) in read_ones.iter().zip(lines).enumerate() {
        for (index, (variable, value)) in VARIABLES.into_iter().zip(line.split('|')).enumerate() {
            let mut named = names.iter().filter(|name| name.name == variable).peekable();
            let before = match named.peek() {
                Some(_) => ["7", "-4", "+2", "0"][(index + round) % 4],
                None => "a[$(printf R%s AN >&2)]",
            };
            if value != before {
                changed += 1;
                assert!(
                    named.any(|name| name.access == Access::Assigned),
                    "{text}: {variable} is {value}"
                );
                assert!(is_number(value), "{text}: {variable} is {value}");
            }
        }
    }
    assert!(changed > 50, "{changed}");
}
