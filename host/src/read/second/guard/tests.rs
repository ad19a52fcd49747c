use brush_parser::{Token, uncached_tokenize_str};

use super::*;
use crate::read::second::theirs::options;

fn tokens(text: &str) -> Vec<Token> {
    uncached_tokenize_str(text, &options().tokenizer_options()).unwrap()
}

fn refused(text: &str) -> bool {
    prepare(&tokens(text)).is_err()
}

#[test]
fn deep_blocks_are_refused_and_long_lists_are_not() {
    for (open, close) in [
        ("{ a; ", "; }"),
        ("( a; ", ")"),
        ("if a; then ", "; fi"),
        ("while a; do ", "; done"),
        ("for x in a; do ", "; done"),
        ("case x in a) ", ";; esac"),
        ("f() { ", "; }"),
        ("coproc { ", "; }"),
    ] {
        let deep = |levels: usize| open.repeat(levels) + "b" + &close.repeat(levels);
        assert!(refused(&deep(MAX_DEPTH + 1)), "{open}");
        assert!(!refused(&deep(8)), "{open}");
        let is_list = open == "coproc { " || !refused(&format!("{open}b{close}\n").repeat(200));
        assert!(is_list, "{open}");
    }
}

#[test]
fn words_that_look_like_closers_hide_no_depth() {
    for level in [
        "{ echo }; ",
        "{ x=(\n}\n); ",
        "{ echo x=(a) }; ",
        "{ ((\n}\n)); ",
        "{ [[ a\n}\n]]; ",
        "case x in\n}) { ",
        "case x in esac) ",
        "case x in (esac) ",
        "{ cat <<}\n}\n",
        "{ cat <(a) }; ",
        "if a; then echo fi; ",
    ] {
        let many = level.repeat(4 * MAX_DEPTH);
        assert!(Depth::check(&tokens(&many)).is_err(), "{level}");
    }
}

#[test]
fn only_touching_brackets_are_arithmetic() {
    let lines = |text: &str| {
        let prepared = prepare(&tokens(text)).unwrap();
        prepared
            .iter()
            .filter(|token| token.to_str() == "\n")
            .count()
    };
    for text in ["((a))", "((a + (b)))", "for ((a; b; c)); do x; done"] {
        assert_eq!(lines(text), 0, "{text}");
    }
    for text in ["( (a) )", "((a); b)", "((a) )", "( (a) || b)"] {
        assert_eq!(lines(text), 1, "{text}");
    }
    assert_eq!(lines("( ( (a) ) )"), 2);
}

#[test]
fn many_words_and_operators_are_refused() {
    assert!(refused(&"a ".repeat(MAX_TOKENS + 1)));
    assert!(refused(&"a;".repeat(MAX_OPERATORS + 1)));
    assert!(!refused(&"a ".repeat(MAX_OPERATORS + 1)));
}

#[test]
fn numbers_without_end_are_refused() {
    for text in [
        "ls 99999999999>x",
        "ls ${x:-~99999999999999999999}",
        "a[~99999999999999999999]=x",
    ] {
        assert!(refused(text), "{text}");
    }
    for text in ["ls 2>x", "ls 99999999999 x", "ls ~12/x", "date +%s~1234"] {
        assert!(!refused(text), "{text}");
    }
}

#[test]
fn nested_expansions_are_counted() {
    for (text, count) in [
        ("${x} ${#x} ${x:-y} $(a b)", 0),
        ("${x:-${y}} \"$(a \"$(b)\")\"", 2),
        ("$((1 + 2))", 1),
        ("$\\\n{x:-$\\\n\\\n(a `b`)}", 2),
        ("'${a.b} ${c}'", 0),
    ] {
        assert_eq!(nested(text.as_bytes()), count, "{text}");
    }
    let honest = "\"${x:-$(( (i + 1) % ${#a[@]} ))}/${y%.*}-$((2 * (i + j)))\"";
    assert_eq!(check_word(honest), Ok(()));
    for bomb in [
        "a[".repeat(40),
        "\"a${x:-".repeat(40),
        "$(( ".repeat(40),
        "$(\"\"(".repeat(30),
    ] {
        assert!(check_word(&bomb).is_err(), "{bomb}");
    }
}

#[test]
fn here_documents_are_bounded() {
    assert!(check_text(&"cat <<a ".repeat(MAX_DOCUMENTS + 1)).is_err());
    assert!(check_text(&format!("cat <<a\n{}", "x\n".repeat(30_000))).is_err());
    assert!(check_text(&"echo a\n".repeat(10_000)).is_ok());
    for line in [
        "<<E$(a)",
        "<<E >${x}",
        "<<E 'a\nb'",
        "<\\\n<E ${x}",
        "<<E `a`",
        "<<\"a\nb\"",
    ] {
        assert!(check_text(&format!("cat {line}\nE\n")).is_err(), "{line}");
    }
    for line in [
        "<<'E' | sed 's/a/b/' >\"$x\"",
        "<<\\E && ls",
        "<<-E",
        "<<<${x}",
        "<<< \"$(a)\"",
    ] {
        assert!(check_text(&format!("cat {line}\nE\n")).is_ok(), "{line}");
    }
}
