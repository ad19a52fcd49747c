//! Here-documents and here-strings: their bodies, and the texts made of them.

use super::{commands, complete, facts, gaps, last, shape};
use crate::read::{TextOrigin, read};

/// Of each here-document: its operator, its text, and where that stands in the source.
fn bodies(source: &str) -> Vec<(String, String, String)> {
    let script = read(source, &facts());
    let body = |redirect: &crate::read::Redirect| {
        let text = script.texts.get(redirect.body? as usize)?;
        assert_eq!(text.origin, TextOrigin::HereDocument);
        Some((
            redirect.operator.clone(),
            text.content.clone(),
            script.text(text.at?).to_owned(),
        ))
    };
    script.redirects.iter().filter_map(body).collect()
}

fn body(operator: &str, content: &str, written: &str) -> (String, String, String) {
    (operator.to_owned(), content.to_owned(), written.to_owned())
}

#[test]
fn a_quoted_delimiter_makes_the_body_data() {
    assert_eq!(
        complete("cat <<'E' | b\na $x $(rm y)\nE\nc"),
        ["[cat] <<[a $x $(rm y)\n]", "[b]", "[c]"]
    );
    assert_eq!(
        bodies("cat <<'E'\na $x\nE"),
        [body("<<", "a $x\n", "a $x\n")]
    );
    assert_eq!(complete("cat <<\\E\n$x\nE"), ["[cat] <<[$x\n]"]);
}

#[test]
fn a_bare_delimiter_expands_the_body() {
    assert_eq!(complete("cat <<E\na b\nE"), ["[cat] <<[a b\n]"]);
    assert_eq!(complete("cat <<E\na $x\nE"), ["[cat] <<[a …]"]);
    assert_eq!(
        complete("cat <<E\n$(a) $(b)\nE"),
        ["[cat] <<[…]", "[a]", "[b]"]
    );
    // What is not certain stands in the text as it is written.
    assert_eq!(bodies("cat <<E\na $x\nE"), [body("<<", "a $x\n", "a $x\n")]);
}

#[test]
fn tabs_are_stripped_where_that_is_asked_for() {
    assert_eq!(
        bodies("cat <<-E\n\ta\n\t\tb\n\tE"),
        [body("<<-", "a\nb\n", "\ta\n\t\tb\n")]
    );
    assert_eq!(bodies("cat <<'E'\n\ta\nE"), [body("<<", "\ta\n", "\ta\n")]);
}

#[test]
fn an_empty_body_is_certain() {
    assert_eq!(complete("cat <<'E'\nE\na"), ["[cat] <<[]", "[a]"]);
}

#[test]
fn commands_go_on_behind_the_operator_and_the_body() {
    assert_eq!(
        shape("a <<'E' && b\nx\nE\nc"),
        ["a 0/0.0 first", "b 0/1.0 and", "c 0/2.0 then"]
    );
    assert_eq!(
        complete("while read x; do a; done <<'E'\nb\nE\nc"),
        ["[read] [x]", "[a]", "<<[b\n]", "[c]"]
    );
}

#[test]
fn a_body_that_only_cat_reads_is_the_value_of_its_substitution() {
    assert_eq!(
        last("c \"$(cat <<'E'\na 'b\" $x\nE\n)\""),
        "[cat] <<[a 'b\" $x\n]"
    );
    assert_eq!(
        complete("c \"$(cat <<'E'\na 'b\nE\n)\"").first(),
        Some(&"[c] [a 'b]".to_owned())
    );
    assert_eq!(last("x=$(cat <<'E'\nab\nE\n); c \"$x\""), "[c] [ab]");
    for source in [
        "c \"$(cat <<E\n$x\nE\n)\"",
        "c \"$(cat -n <<'E'\na\nE\n)\"",
        "c \"$(cat <<'E' | b\na\nE\n)\"",
        "c \"$(tac <<'E'\na\nE\n)\"",
        "cat() { b; }; c \"$(cat <<'E'\na\nE\n)\"",
        "PATH=/x; c \"$(cat <<'E'\na\nE\n)\"",
    ] {
        let found = commands(&read(source, &facts()));
        assert!(found.contains(&"[c] […]".to_owned()), "{source}: {found:?}");
    }
}

#[test]
fn a_here_string_is_one_word() {
    assert_eq!(complete("cat <<<\"$HOME\""), ["[cat] <<<[/home/u]"]);
    assert_eq!(complete("cat <<<$x"), ["[cat] <<<[…]"]);
    assert_eq!(complete("cat <<<*"), ["[cat] <<<[*]"]);
    assert_eq!(complete("cat <<<$(a)"), ["[cat] <<<[…]", "[a]"]);
    assert!(bodies("cat <<<a").is_empty());
}

#[test]
fn bodies_that_are_not_read_are_gaps() {
    for source in [
        "cat <<E\na",
        "cat <<E",
        "cat <<\"E F\"\na\nE F",
        "cat <<$x\na\n$x",
        "cat <<E\n`a`\nE",
        "cat <<E\n`a \\`b\\``\nE",
        "cat <<E\n${x@P}\nE",
        "cat <<E\n$((y))\nE",
    ] {
        assert!(!gaps(source).is_empty());
    }
}

#[test]
fn a_substitution_in_a_body_is_found_even_beside_a_gap() {
    let found = commands(&read("cat <<E\n$(rm a) `c`\nE", &facts()));
    assert!(found.contains(&"[rm] [a]".to_owned()), "{found:?}");
}

#[test]
fn commands_that_bash_joins_behind_a_here_document_in_a_substitution_are_a_gap() {
    for source in [
        "a \"$(cat <<E\nx\nE\nb; c)\"",
        "a \"$( (cat <<E\nx\nE\n) ; b)\"",
        "a <(b && cat <<E\nx\nE\nc; d)",
        "a \"$(cat <<E\nx\nE\nfor x in b; do c; done)\"",
    ] {
        assert_eq!(gaps(source)[0].0, "here-document.reprinted", "{source}");
    }
    for source in [
        "a \"$(cat <<E\nx\nE\n)\"",
        "a \"$(cat <<E\nx\nE\nb\nc)\"",
        "a \"$(b; cat <<E\nx\nE\nc\nd)\"",
        "a \"$(b && cat <<E\nx\nE\n)\"",
        // It is read once where it stands alone.
        "if b; then cat <<E\nx\nE\nfi; c; d",
        "a `cat <<E\nx\nE\nb; c`",
    ] {
        complete(source);
    }
}
