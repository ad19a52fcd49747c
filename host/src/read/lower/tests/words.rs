//! Words, assignments and redirects.

use super::{commands, complete, facts, gaps, has_reason, words};
use crate::read::{ShellFacts, read};

#[test]
fn quotes_are_taken_away_as_bash_does() {
    words("c 'a b' \"c d\" e\\ f", "[c] [a b] [c d] [e f]");
    words(
        r#"c "a\qb" "\$x" "\`" "\\" "\"""#,
        r#"[c] [a\qb] [$x] [`] [\] ["]"#,
    );
    words("c '' \"\" a''b", "[c] [] [] [ab]");
    words(
        "r''m \"c\"d 'a\nb' \"a\nb\" \"a\\\nb\"",
        "[rm] [cd] [a\nb] [a\nb] [ab]",
    );
    words(
        r"c $'a\tb\x41\'' $'' \' \\ \é",
        "[c] [a\tbA'] [] ['] [\\] [é]",
    );
    words("c a#b 'it''s' \"'\" '\"'", "[c] [a#b] [its] ['] [\"]");
    words("c $ a$ \"$\" \"a$\" x[", "[c] [$] [a$] [$] [a$] [x[]");
}

#[test]
fn a_dollar_before_a_single_quote_in_double_quotes_is_a_dollar() {
    words("c \"$'x'\"", "[c] [$'x']");
}

#[test]
fn text_that_the_locale_may_replace_is_not_certain() {
    words("c $\"a b\" x$\"a\"", "[c] […] [x…]");
}

#[test]
fn an_escape_without_a_certain_value_makes_the_word_uncertain() {
    // The second reader takes what follows a NUL for part of the word.
    has_reason(r"c a$'\0'b", "readers");
    words(r"c $'\xff' $'\u00e9'", "[c] […] […]");
}

#[test]
fn variables_are_not_guessed() {
    words(
        "c $x \"$x\" a$x a\"$x\"b ${x} \"${x}\"",
        "[c] […*] […] [a…*] [a…] […*] […]",
    );
    words(
        "c $1 ${10} \"$#\" $? $$ $! $- $0 $_ \"$*\"",
        "[c] […*] […*] […] […] […] […*] […*] […*] […*] […]",
    );
    words("c \"$@\" \"a${@}b\" $@", "[c] […*] [a…*] […*]");
}

#[test]
fn globs_become_any_number_of_words() {
    words(
        "c * a* ?b [a] x[a-z]y '*' \\? \"[a]\"",
        "[c] […*] [a…*] […*] […*] [x…*] [*] [?] [[a]]",
    );
    words("c [a a]b ]", "[c] [[a] [a]b] []]");
}

#[test]
fn the_home_variable_is_the_home_directory_where_that_is_certain() {
    words(
        "c \"$HOME/a\" $HOME ${HOME}b",
        "[c] [/home/u/a] [/home/u] [/home/ub]",
    );
    assert_eq!(complete("HOME=/x; c \"$HOME\""), ["HOME=[/x]", "[c] [/x]"]);
    assert_eq!(complete("IFS=u; c $HOME"), ["IFS=[u]", "[c] […*]"]);
}

#[test]
fn a_tilde_is_the_home_directory_where_that_is_certain() {
    words(
        "~/bin/c ~ ~/a '~' \\~ \"~\" a~ x/~",
        "[/home/u/bin/c] [/home/u] [/home/u/a] [~] [~] [~] [a~] [x/~]",
    );
    words(
        "c ~u ~u/x ~+ ~- ~1 ~\"a\" V=~ a:~",
        "[c] […] […] […] […] […] […] [V=…] [a:…]",
    );
    words("V=~ W=~/a:~:b c", "V=[/home/u] W=[/home/u/a:/home/u:b] [c]");
    words("c ~ HOME=x", "[c] [/home/u] [HOME=x]");
    assert_eq!(complete("HOME=/x; c ~"), ["HOME=[/x]", "[c] [/x]"]);
    assert_eq!(complete("read HOME; c ~"), ["[read] [HOME]", "[c] […]"]);
    let unknown = ShellFacts {
        home: None,
        ..facts()
    };
    assert_eq!(commands(&read("c ~", &unknown)), ["[c] […]"]);
    let root = ShellFacts {
        home: Some("/".to_owned()),
        ..facts()
    };
    assert_eq!(commands(&read("c ~/a", &root)), ["[c] […]"]);
}

#[test]
fn braces_that_expand_nothing_are_letters() {
    words(
        "c {} {a} x@{1} HEAD@{u} {a,b '{a,b}' \\{a,b}",
        "[c] [{}] [{a}] [x@{1}] [HEAD@{u}] [{a,b] [{a,b}] [{a,b}]",
    );
    has_reason("c >{a,b}", "node");
    words(
        "c {a,b} {1..3} x{a,}y {'a,b'}",
        "[c] [a] [b] [1] [2] [3] [xay] [xy] [{a,b}]",
    );
    words("c {a,$x} {*,b} {a,b}$x", "[c] […*] […*] [b] […*]");
    words("V={a,b} c", "V=[{a,b}] [c]");
}

#[test]
fn assignments_stand_before_a_command_or_alone() {
    words("A=1 B='x y' c A=2", "A=[1] B=[x y] [c] [A=2]");
    words("A= B=\"\" A+=z", "A= B=[] A+=[z]");
    words("A=* B=$x C=$@ D=a\"$x\" c", "A=[*] B=[…] C=[…] D=[a…] [c]");
    let script = read("A=1; B=2 c", &facts());
    let scopes: Vec<_> = script
        .assignments
        .iter()
        .map(|assignment| assignment.scope.code())
        .collect();
    assert_eq!(scopes, ["shell", "command"]);
}

#[test]
fn arrays_are_not_read() {
    for source in ["A=(b c)", "A=(b) c", "A[0]=b", "A[$(rm x)]=b c", "A+=(b)"] {
        has_reason(source, "node");
    }
}

#[test]
fn a_value_that_the_shell_evaluates_is_a_gap() {
    for source in [
        "RANDOM='a[$(rm x)]'",
        "OPTIND=$x c",
        "SECONDS=a",
        "HISTCMD+=a c",
    ] {
        has_reason(source, "evaluated");
    }
    words("RANDOM=42 OPTIND= c", "RANDOM=[42] OPTIND= [c]");
    for source in [
        "test -v 'a[$(rm x)]'",
        "printf -v 'a[$(rm x)]' b",
        "printf -vx b",
        "printf $x",
        "test $x",
        "test \"$x\" \"$y\"",
        "[ -v 'a[$(rm x)]' ]",
        "! [ ! -v a ] | b",
        "V=1 [ -v a ]",
        "[ $x ]",
        "V=1 [ \"$x\" \"$y\" ]",
        ">f [ -z a -a \"$x\" 'a[0]' ]",
    ] {
        has_reason(source, "evaluated");
    }
    words("test -f \"$x\"", "[test] [-f] […]");
    words("test \"$x\" = y", "[test] […] [=] [y]");
    words("[ \"$x\" = \"$y\" ]", "[[] […] [=] […] []]");
    words("test a == b", "[test] [a] [==] [b]");
    words("printf 'a%s' -v", "[printf] [a%s] [-v]");
}

#[test]
fn redirects_keep_operator_descriptor_and_target() {
    words(
        "c >o 2>>e <i >|f &>g &>>h 2>&1 <&3 >&w",
        "[c] >[o] 2>>[e] <[i] >|[f] &>[g] &>>[h] 2>&[1] <&[3] >&[w]",
    );
    words("c 2>&- <&-", "[c] 2>&[-] <&[-]");
    words("c 2 >f a2>g 12>h", "[c] [2] [a2] >[f] >[g] 12>[h]");
    words("c >$x >\"$x\" >*", "[c] >[…*] >[…] >[…*]");
    words(">f", ">[f]");
    words(">f V=a c", "V=[a] [c] >[f]");
}

#[test]
fn words_after_a_redirect_target_are_arguments() {
    words(">o c a", "[c] [a] >[o]");
    words(
        "c >o a b 2>&1 d <&- e",
        "[c] [a] [b] [d] [e] >[o] 2>&[1] <&[-]",
    );
    words("c >o a=b x", "[c] [a=b] [x] >[o]");
    words(">|h x y", "[x] [y] >|[h]");
    assert_eq!(complete("a && b >f c"), ["[a]", "[b] [c] >[f]"]);
}

#[test]
fn a_target_that_bash_expands_twice_is_a_gap() {
    for source in [
        "c >& '$(rm x)'",
        "c >&\"$x\"",
        "c 1>&$x",
        "c <& '`rm x`'",
        "c >&'*'",
        "c >&'~'",
        "c >&'a\\'",
    ] {
        has_reason(source, "evaluated");
    }
    words(
        "c >'$(rm x)' &>'$x' >&a.txt 2>&1-",
        "[c] >[$(rm x)] &>[$x] >&[a.txt] 2>&[1-]",
    );
}

#[test]
fn redirects_in_forms_that_are_not_read_are_gaps() {
    for source in [
        "c {fd}>x",
        "c <>f",
        "c >& -a",
        "c >",
        "c 2>(x)",
        "c 99999999999>f",
    ] {
        assert!(!gaps(source).is_empty());
    }
}
