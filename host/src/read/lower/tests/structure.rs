//! How commands hang together: pipelines, lists, blocks, substitutions.

use super::{blocks, commands, complete, facts, gaps, has_reason, shape, words};
use crate::read::read;

#[test]
fn operators_join_commands() {
    assert_eq!(
        shape("a; b && c || d | e |& f & g\n\nh"),
        [
            "a 0/0.0 first",
            "b 0/1.0 then",
            "c 0/2.0 and",
            "d 0/3.0 or",
            "e 0/3.1 or",
            "f 0/3.2 or",
            "g 0/4.0 background",
            "h 0/5.0 then"
        ]
    );
    assert_eq!(
        shape("a &&\n\n b |\n c"),
        ["a 0/0.0 first", "b 0/1.0 and", "c 0/1.1 and"]
    );
    assert_eq!(
        shape("! a | b && ! c; d"),
        [
            "a 0/0.0 first !",
            "b 0/0.1 first !",
            "c 0/1.0 and !",
            "d 0/2.0 then"
        ]
    );
    assert_eq!(shape("a \\\n | \\\nb"), ["a 0/0.0 first", "b 0/0.1 first"]);
}

#[test]
fn brackets_hold_blocks() {
    assert_eq!(
        shape("(a; b) | { c; } && d"),
        [
            "a 1/1.0 first",
            "b 1/2.0 then",
            "c 2/3.0 first",
            "d 0/4.0 and"
        ]
    );
    let script = read("{ a; (b); } >f 2>&1", &facts());
    assert_eq!(commands(&script), ["[a]", "[b]", ">[f] 2>&[1]"]);
    let blocks: Vec<_> = script
        .blocks
        .iter()
        .map(|block| (block.kind.code(), block.parent, script.text(block.span)))
        .collect();
    assert_eq!(
        blocks,
        [
            ("script", None, "{ a; (b); } >f 2>&1"),
            ("group", Some(0), "{ a; (b); }"),
            ("subshell", Some(1), "(b)")
        ]
    );
}

#[test]
fn blocks_stand_in_pipelines_as_commands_do() {
    assert_eq!(
        blocks("a && { b; } || (c) & (d; { e; }) | { f; }\n(g)"),
        [
            "group 0/1.0 and",
            "subshell 0/3.0 or",
            "subshell 0/5.0 background",
            "group 3/7.0 then",
            "group 0/5.1 background",
            "subshell 0/10.0 then"
        ]
    );
    assert_eq!(
        shape("a | { b; } >f && c"),
        [
            "a 0/0.0 first",
            "b 1/1.0 first",
            "- 0/0.1 first",
            "c 0/2.0 and"
        ]
    );
    assert_eq!(
        blocks("! (a) | b || (c)"),
        ["subshell 0/0.0 first !", "subshell 0/2.0 or"]
    );
    assert_eq!(
        shape("! (a; b) | c; (! d)"),
        [
            "a 1/1.0 first",
            "b 1/2.0 then",
            "c 0/0.1 first !",
            "d 2/4.0 first !"
        ]
    );
    assert_eq!(
        blocks("a && ! b $(c) <(d)"),
        ["substitution 0/-.0 first", "substitution 0/-.0 first"]
    );
}

#[test]
fn a_test_in_single_brackets_is_a_command() {
    words("[ -d x ]", "[[] [-d] [x] []]");
    words(
        "V=1 [ ! \"$x\" = 'a b'c ] 2>f",
        "V=[1] [[] [!] […] [=] [a bc] []] 2>[f]",
    );
    words("[ ! -e ~/bin ] >f", "[[] [!] [-e] [/home/u/bin] []] >[f]");
    words("[ a == b*c ]", "[[] [a] [==] [b…*] []]");
    words(
        "[ -f a.b/c-d -a 1 -lt 2 \\\n -o -x \\$ ]",
        "[[] [-f] [a.b/c-d] [-a] [1] [-lt] [2] [-o] [-x] [$] []]",
    );
    assert_eq!(
        complete("[ -n \"$(a | b)\" ] && { ! [ x ]; }"),
        ["[[] [-n] […] []]", "[a]", "[b]", "[[] [x] []]"]
    );
    assert_eq!(complete("[ a\n]"), ["[[] [a]", "[]]"]);
    assert_eq!(
        shape("[ a ] && b || ! [ c ] | d"),
        [
            "[ 0/0.0 first",
            "b 0/1.0 and",
            "[ 0/2.0 or !",
            "d 0/2.1 or !"
        ]
    );
}

#[test]
fn a_test_that_is_not_cut_like_a_command_is_a_gap() {
    assert!(!gaps("[ (a) ]").is_empty());
}

#[test]
fn commands_in_substitutions_are_commands() {
    assert_eq!(
        shape("a $(b | c) \"`d`\" <(e) > >(f)\ng"),
        [
            "a 0/0.0 first",
            "b 1/1.0 first",
            "c 1/1.1 first",
            "d 2/2.0 first",
            "e 3/3.0 first",
            "f 4/4.0 first",
            "g 0/5.0 then"
        ]
    );
    assert_eq!(
        complete("V=$(b) a \"x$(c \"$(d)\")\""),
        ["V=[…] [a] [x…]", "[b]", "[c] […]", "[d]"]
    );
    assert_eq!(complete("a $(<f)"), ["[a] […*]", "<[f]"]);
}

#[test]
fn backquotes_with_escapes_are_not_read() {
    has_reason("a `b \\`c\\``", "word");
    has_reason("a `b \\$x`", "word");
}

#[test]
fn comments_are_not_there() {
    assert_eq!(complete("# it's\na # b\n#c\nb;#d"), ["[a]", "[b]"]);
    assert_eq!(complete("a $(b # )\n)"), ["[a] […*]", "[b]"]);
    assert_eq!(complete("a \\\n#c\nb"), ["[a]", "[b]"]);
}

#[test]
fn nothing_to_do_is_complete_and_empty() {
    for source in ["", " \n\t\n", "# only\n  # comments"] {
        let script = read(source, &facts());
        assert!(script.is_empty(), "{source:?}: {:?}", script.gaps);
    }
}
