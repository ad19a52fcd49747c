//! Tests of `here.rs`.

use super::oracle::{Oracle, Random};
use crate::read::text::here::*;

fn read(source: &str, raw: &str, tabs: Tabs) -> Option<(String, usize)> {
    let delimiter = delimiter(raw).unwrap();
    let body = body(source, 0, source.len(), &delimiter, tabs)?;
    Some((value(source, &body, delimiter.lines, tabs)?, body.end))
}

#[test]
fn plain_delimiters_are_read() {
    for (raw, text, lines) in [
        ("EOF", "EOF", Lines::Expanded),
        ("a-b_c.d!+:1", "a-b_c.d!+:1", Lines::Expanded),
        ("'EOF'", "EOF", Lines::Verbatim),
        ("\"E.F\"", "E.F", Lines::Verbatim),
        ("\\EOF", "EOF", Lines::Verbatim),
    ] {
        let expected = Delimiter {
            text: text.to_owned(),
            lines,
        };
        assert_eq!(delimiter(raw), Some(expected), "{raw}");
    }
    for raw in [
        "", "''", "\\", "'", "\"", "'EOF", "E'O'F", "E\\OF", "$x", "\"$x\"", "'a b'", "\\'a'",
        "''a''", "é", "$'a'",
    ] {
        assert_eq!(delimiter(raw), None, "{raw}");
    }
}

#[test]
fn a_quoted_one_is_read_as_it_is() {
    let source = "\ta $x `y` \\\n\\EOF\n\tEOF\nEOF\nls\n";
    let (value, end) = read(source, "'EOF'", Tabs::Kept).unwrap();
    assert_eq!(value, "\ta $x `y` \\\n\\EOF\n\tEOF\n");
    assert_eq!(&source[end..], "ls\n");
    let (value, end) = read(source, "'EOF'", Tabs::Stripped).unwrap();
    assert_eq!(value, "a $x `y` \\\n\\EOF\n");
    assert_eq!(&source[end..], "EOF\nls\n");
}

#[test]
fn an_unquoted_one_joins_lines_and_drops_backslashes() {
    for (source, value) in [
        ("a\\\nb\nE\n", Some("ab\n")),
        ("a\\\\\nE\n", Some("a\\\n")),
        (
            "\\$x \\` \\\\ \\\" \\n \"'\nE\n",
            Some("$x ` \\ \\\" \\n \"'\n"),
        ),
        ("5 $ $. $\nE\n", Some("5 $ $. $\n")),
        // The joined line is the delimiter, or it is not.
        ("a\n\\\nE\nb\nE\n", Some("a\n")),
        ("E\\\n\nb\nE\n", Some("")),
        ("a\\\nE\nE\n", Some("aE\n")),
        ("$x\nE\n", None),
        ("$\\\n(x)\nE\n", None),
        ("`x`\nE\n", None),
        ("$'x'\nE\n", None),
        ("\\\\$x\nE\n", None),
    ] {
        assert_eq!(
            read(source, "E", Tabs::Kept).map(|read| read.0).as_deref(),
            value,
            "{source:?}"
        );
    }
}

#[test]
fn one_that_is_not_closed_is_not_read() {
    let delimiter = delimiter("E").unwrap();
    let ends =
        |source: &str, limit: usize| body(source, 0, limit, &delimiter, Tabs::Kept).is_some();
    assert!(ends("a\nE", 3));
    assert!(!ends("a\nE)", 3));
    assert!(!ends("a\nE)\nE\n", 7));
    assert!(!ends("a\n E\n", 5));
    assert!(!ends("a\nE \n", 5));
    assert!(!ends("a\nE\\\n", 5));
    assert!(!ends("", 0));
    assert!(!ends("a\nE\n", 2));
}

#[test]
fn a_substitution_that_prints_one_has_a_value() {
    for (text, value) in [
        (
            "$(cat <<'EOF'\nfix: $x\n\nit's\n\nEOF\n)",
            Some("fix: $x\n\nit's"),
        ),
        ("$(cat <<EOF\na\nEOF\n)", Some("a")),
        ("$( \n cat<<-\t\"EOF\" \t\n\ta\n\tEOF\n \t\n)", Some("a")),
        ("$(cat <<\\E\nE\n)", Some("")),
        ("$(cat <<EOF\n$x\nEOF\n)", None),
        ("$(cat <<'EOF'\na\nEOF\nls)", None),
        ("$(cat <<'EOF' | sh\na\nEOF\n)", None),
        ("$(cat <<'EOF' >x\na\nEOF\n)", None),
        ("$(cat x <<'EOF'\na\nEOF\n)", None),
        ("$(cat 3<<'EOF'\na\nEOF\n)", None),
        ("$(cat <<'EOF' # c\na\nEOF\n)", None),
        ("$(cats <<'EOF'\na\nEOF\n)", None),
        ("$(cat <<'EOF'\na\nEOF)", None),
        ("$(cat <<'EOF'\na)\nEOF\n", None),
        ("$(cat <<<'EOF'\na\nEOF\n)", None),
        ("`cat <<'EOF'\na\nEOF\n`", None),
        ("$((cat <<'EOF'\na\nEOF\n))", None),
    ] {
        assert_eq!(cat_substitution(text).as_deref(), value, "{text:?}");
    }
}

/// Parts of here-documents. What they could run is the builtin `:`.
const PARTS: [&str; 26] = [
    "a", "E", "E", "E\n", "\nE\n", "\nE\n", "\n", "\n", "\n\t", "\t", " ", "\\", "\\\\", "\\\n",
    "\\\n", "\"", "'", "é", "$", "$ ", "\\$", "\\`", ")", "$v", "$(:)", "#",
];

#[test]
fn bash_reads_the_same() {
    let Some(oracle) = Oracle::new() else {
        return;
    };
    let mut random = Random(0x5eed_4e4e);
    let mut counts = [0; 2];
    for round in 0..700 {
        let raw = ["E", "'E'", "\\E"][round % 3];
        let (operator, tabs) = [("<<", Tabs::Kept), ("<<-", Tabs::Stripped)][round % 2];
        let source = random.text(&PARTS, 12);
        let Some((value, end)) = read(&source, raw, tabs) else {
            counts[0] += 1;
            continue;
        };
        counts[1] += 1;
        // What follows the end is replaced, so that nothing but this one is there to be read.
        let head = &source[..end];
        let newline = if head.ends_with('\n') { "" } else { "\n" };
        let script = format!(
            "IFS= read -rd '' x {operator}{raw}\n{head}{newline}printf '<%s>' \"$x\"\n\
             x() {{ local l; IFS= read -rd '' l; printf '%s' \"$l\"; }}\n\
             printf '<%s>' \"$(x {operator}{raw}\n{head}{newline})\"\n"
        );
        let expected = format!("<{value}><{}>", value.trim_end_matches('\n'));
        assert_eq!(
            oracle.printed(&script),
            expected,
            "{source:?} {operator}{raw}\n{script}"
        );
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}
