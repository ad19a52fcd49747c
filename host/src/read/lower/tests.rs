//! What is read, rule by rule. Each script is summed up in a line a command.

use super::super::{Dialect, Fields, Reading, Script, ShellFacts, Word, read};
use crate::limits::{MAX_COMMANDS, MAX_NESTING};

fn facts() -> ShellFacts {
    ShellFacts {
        dialect: Dialect::Bash,
        path: None,
        home: Some("/home/u".to_owned()),
        cwd: "/w".to_owned(),
        functions: vec!["greet".to_owned()],
    }
}

/// A certain word as it is passed; an uncertain one as its beginning and a mark for how many it becomes.
fn show_word(word: &Word) -> String {
    match (word.certain(), word.fields) {
        (Some(value), _) => format!("[{value}]"),
        (None, Fields::One) => format!("[{}…]", word.prefix),
        (None, _) => format!("[{}…*]", word.prefix),
    }
}

fn show_command(script: &Script, command: &super::super::Command) -> String {
    let word = |index: Option<u32>| {
        index
            .and_then(|index| script.word(index))
            .map_or(String::new(), show_word)
    };
    let mut parts = Vec::new();
    for assignment in script.assignments(command) {
        let sign = if assignment.append { "+=" } else { "=" };
        parts.push(format!(
            "{}{sign}{}",
            assignment.name,
            word(assignment.value)
        ));
    }
    parts.extend(script.words(command).iter().map(show_word));
    for redirect in script.redirects(command) {
        let descriptor = redirect
            .descriptor
            .map_or(String::new(), |number| number.to_string());
        parts.push(format!(
            "{descriptor}{}{}",
            redirect.operator,
            word(redirect.target)
        ));
    }
    parts.join(" ")
}

fn commands(script: &Script) -> Vec<String> {
    script
        .commands
        .iter()
        .map(|command| show_command(script, command))
        .collect()
}

/// Reads a script that must be complete.
fn complete(source: &str) -> Vec<String> {
    let script = read(source, &facts());
    assert_eq!(
        script.reading,
        Reading::Complete,
        "{source:?}: {:?}",
        script.gaps
    );
    commands(&script)
}

/// Reads a script that must be partial; returns reasons and nodes of its gaps.
fn gaps(source: &str) -> Vec<(String, String)> {
    let script = read(source, &facts());
    assert_eq!(
        script.reading,
        Reading::Partial,
        "{source:?}: {:?}",
        commands(&script)
    );
    script
        .gaps
        .into_iter()
        .map(|gap| (gap.reason, gap.node))
        .collect()
}

fn has_reason(source: &str, reason: &str) {
    let gaps = gaps(source);
    assert!(
        gaps.iter().any(|(found, _)| found == reason),
        "{source:?}: {gaps:?}"
    );
}

#[track_caller]
fn words(source: &str, expected: &str) {
    assert_eq!(complete(source), [expected], "{source:?}");
}

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
    words(r"c a$'\0'b $'\xff' $'\u00e9'", "[c] [a…] […] […]");
}

#[test]
fn variables_are_not_guessed() {
    words(
        "c $x \"$x\" a$x a\"$x\"b ${x} \"${x}\"",
        "[c] […*] […] [a…*] [a…] […*] […]",
    );
    words(
        "c $1 ${10} \"$#\" $? $$ $! $- $0 $_ \"$*\"",
        "[c] […*] […*] […] […*] […*] […*] […*] […*] […*] […]",
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
    words("c ~ HOME=x", "[c] […] [HOME=x]");
    assert_eq!(complete("HOME=/x; c ~"), ["HOME=[/x]", "[c] […]"]);
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
    for source in ["c {a,b}", "c {1..3}", "c x{a,}y", "c {'a,b'}", "c >{a,b}"] {
        has_reason(source, "node");
    }
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
        "c >&-a",
        "c >& -a",
        "c <<E\nx\nE",
        "c <<<x",
        "c >",
        "c 2>(x)",
        "c 99999999999>f",
    ] {
        assert!(!gaps(source).is_empty());
    }
}

/// Block, pipeline, stage and connector of every command, and a `!` if its pipeline is negated.
fn shape(source: &str) -> Vec<String> {
    let script = read(source, &facts());
    assert_eq!(
        script.reading,
        Reading::Complete,
        "{source:?}: {:?}",
        script.gaps
    );
    let line = |command: &super::super::Command| {
        let name = script.name(command).unwrap_or("-").to_owned();
        let (block, pipeline, stage) = (command.block, command.pipeline, command.stage);
        let sign = if command.negated { " !" } else { "" };
        format!(
            "{name} {block}/{pipeline}.{stage} {}{sign}",
            command.connector
        )
    };
    script.commands.iter().map(line).collect()
}

/// The same of every block but the first; one that stands in no pipeline has none.
fn blocks(source: &str) -> Vec<String> {
    let script = read(source, &facts());
    let line = |block: &super::super::Block| {
        let parent = block.parent.unwrap_or_default();
        let pipeline = block
            .pipeline
            .map_or("-".to_owned(), |number| number.to_string());
        let sign = if block.negated { " !" } else { "" };
        format!(
            "{} {parent}/{pipeline}.{} {}{sign}",
            block.kind, block.stage, block.connector
        )
    };
    script.blocks.iter().skip(1).map(line).collect()
}

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
    for source in [
        "[ a > b ]",
        "[ (a) ]",
        "[ a && b ]",
        "[ -f a[b] ]",
        "[ a 2>f ]",
        "[ $((1)) = 1 ]",
        "[ a = {b,c} ]",
        "[ -f a\\\nb ]",
        "[ -f #a ]",
        "[ a ] b",
        "[ a",
        "[[ -f a ]]",
    ] {
        assert!(!gaps(source).is_empty());
    }
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

#[test]
fn continuations_that_join_tokens_are_gaps() {
    for source in [
        "a b\\\nc",
        "a \"$\\\n(b)\"",
        "a $\\\n(b)",
        "a \"$x\\\ny\"",
        "a &\\\n& b",
        "a 2\\\n>f",
        "a >\\\n>f",
        "a\\\n#b",
        "a $\\\n{x}",
    ] {
        assert!(!gaps(source).is_empty());
    }
    has_reason("a \"$\\\n(b)\"", "prescan.continuation");
}

#[test]
fn white_space_of_the_grammar_that_is_none_for_bash_is_a_gap() {
    for source in [
        "\\ a",
        "a \\\tb",
        "a\\\tb",
        "a\rb",
        "a\u{a0}b",
        "a \u{3000}b",
    ] {
        assert!(!gaps(source).is_empty());
    }
}

#[test]
fn text_that_tree_and_shell_cut_in_different_places_is_a_gap() {
    for source in [
        r"a $'x\\' 'y'",
        r"a $'x\\';b 'y'",
        "a ] ] b",
        "a } }",
        "a `b '`'`'",
        "a b<(c)",
        "{a; }",
    ] {
        has_reason(source, "readers");
    }
}

#[test]
fn other_syntax_is_named() {
    for (source, node) in [
        ("for x in a; do b; done", "for_statement"),
        ("for ((i=0;i<3;i++)); do b; done", "c_style_for_statement"),
        ("select x in a; do b; done", "for_statement"),
        ("while a; do b; done", "while_statement"),
        ("until a; do b; done", "while_statement"),
        ("if a; then b; fi", "if_statement"),
        ("case a in b) c;; esac", "case_statement"),
        ("f() { a; }", "function_definition"),
        ("function f { a; }", "function_definition"),
        ("[[ -f a ]]", "test_command"),
        ("[ $((1)) = 1 ]", "test_command"),
        ("((1+1))", "compound_statement"),
        ("a $((1+1))", "arithmetic_expansion"),
        ("a $[1]", "arithmetic_expansion"),
        ("a ${x:-b}", "expansion"),
        ("a ${#x}", "expansion"),
        ("a ${!x}", "expansion"),
        ("a ${x[0]}", "expansion"),
        ("export A=1", "declaration_command"),
        ("declare -i a", "declaration_command"),
        ("unset a", "unset_command"),
        ("a <<E\nb\nE", "heredoc_redirect"),
        ("a <<<b", "herestring_redirect"),
        ("a;;b", ";;"),
    ] {
        let gaps = gaps(source);
        assert!(
            gaps.iter().any(|(_, found)| found == node),
            "{source:?}: {gaps:?}"
        );
    }
}

#[test]
fn the_grammar_of_bash_is_checked() {
    for source in [
        "a &&", "| a", "a | | b", "a && ; b", "a & ; b", "(a", "a)", "{ a; ", "a; }", "()", "( )",
        "{ }", "(a) b", "{ a; } b", "a (b)", "! ! a", "a | ! b", "!\na", "then a", "do a", "fi",
        "coproc a", "} a", "a 'b", "a \"b", "a $(b", "a `b", "a \\",
    ] {
        assert!(!gaps(source).is_empty());
    }
    words("a if } then { b !", "[a] [if] [}] [then] [{] [b] [!]");
    words("'if' a", "[if] [a]");
}

#[test]
fn commands_in_what_is_not_read_are_found() {
    for source in [
        "if true; then rm -r a; fi",
        "for x in $(rm -r a); do b; done",
        "while b; do c && (rm -r a); done",
        "case $(rm -r a) in x) b;; esac",
        "f() { b | rm -r a; }",
        "cat <<E\n$(rm -r a)\nE",
        "cat <<E | rm -r a\nx\nE",
        "a ${x:-$(rm -r a)}",
        "V=($(rm -r a))",
        "V[$(rm -r a)]=b",
        "a $((1+$(rm -r a)))",
        "[[ -n $(rm -r a) ]]",
        "[ -n $((1+$(rm -r a))) ]",
        "[ a = *$(rm -r a) ]",
        "if [ -n \"$(rm -r a)\" ]; then b; fi",
        "export X=$(rm -r a)",
        "rm -r a; done",
        "b {x,$(rm -r a)}",
        "b ) ; rm -r a",
    ] {
        let script = read(source, &facts());
        assert_eq!(script.reading, Reading::Partial);
        let found = commands(&script);
        assert!(
            found.iter().any(|command| command == "[rm] [-r] [a]"),
            "{source:?}: {found:?}"
        );
    }
}

#[test]
fn wrappers_are_gaps_by_name_and_by_path() {
    for source in [
        "sudo a",
        "/usr/bin/env a",
        "\\time a",
        "X=1 timeout 3 a",
        "find . -exec rm {} ';'",
        "find . -okdir a +",
        "sh -c 'a'",
        "bash -lc a",
        "bash $x",
        "xargs rm",
        "command -v a",
        "exec a",
        "builtin cd",
        "a | xargs b",
        "$(nice a)",
    ] {
        has_reason(source, "wrapper");
    }
    for source in ["find . -name a", "bash script.sh", "sh --version", "sh"] {
        complete(source);
    }
}

#[test]
fn names_are_bound() {
    let script = read("cd; ls; ./x; greet; $x; A=1; \"e\"cho", &facts());
    let bindings: Vec<_> = script
        .commands
        .iter()
        .map(|command| command.binding.code())
        .collect();
    assert_eq!(
        bindings,
        [
            "builtin", "file", "file", "function", "unknown", "builtin", "builtin"
        ]
    );
}

#[test]
fn the_directory_is_certain_until_something_may_change_it() {
    let known = |source: &str| -> Vec<bool> {
        read(source, &facts())
            .commands
            .iter()
            .map(|command| command.cwd.as_deref() == Some("/w"))
            .collect()
    };
    assert_eq!(known("ls; echo a; pwd; A=1; printf x; ls"), [true; 6]);
    for source in [
        "cd x; ls",
        "eval x; ls",
        "greet; ls",
        "$x; ls",
        "(cd x); ls",
        "source f; ls",
        "sudo a; ls",
    ] {
        assert_eq!(known(source), [true, false], "{source}");
    }
    assert_eq!(known("cd \"$(git x)\"; ls"), [true, true, false]);
    assert_eq!(known("echo $(cd x) $(ls)"), [true, true, false]);
    assert_eq!(known("for x in a; do ls; cd ..; done"), [false, false]);
}

#[test]
fn commands_past_the_bound_are_not_read() {
    assert_eq!(complete(&"a;".repeat(MAX_COMMANDS)).len(), MAX_COMMANDS);
    let script = read(&"a;".repeat(MAX_COMMANDS + 9), &facts());
    assert_eq!(script.commands.len(), MAX_COMMANDS);
    assert_eq!(
        script.gaps.first().map(|gap| gap.reason.as_str()),
        Some("bound.commands")
    );
}

#[test]
fn nesting_is_bounded_where_brackets_do_not_show_it() {
    let deep = format!("a {}", "$(b ".repeat(MAX_NESTING + 1));
    has_reason(&deep, "bound.nesting");
    let keywords = format!(
        "{}x{}",
        "if a && ".repeat(5 * MAX_NESTING),
        "; then b; fi".repeat(5 * MAX_NESTING)
    );
    assert_eq!(read(&keywords, &facts()).reading, Reading::Partial);
    let nested = format!("a {}b{}", "$(c ".repeat(40), ")".repeat(40));
    assert_eq!(complete(&nested).len(), 41);
}

#[test]
fn spans_point_into_the_source() {
    let script = read("A=1 c \"é $x\" 2>o | d", &facts());
    let texts: Vec<_> = script
        .commands
        .iter()
        .map(|command| script.text(command.span))
        .collect();
    assert_eq!(texts, ["A=1 c \"é $x\" 2>o", "d"]);
    let pieces: Vec<_> = script
        .pieces
        .iter()
        .map(|piece| (piece.kind.code(), script.text(piece.span), piece.quoted))
        .collect();
    assert_eq!(
        pieces,
        [
            ("literal", "c", false),
            ("literal", "é ", true),
            ("variable", "$x", true),
            ("literal", "1", false),
            ("literal", "o", false),
            ("literal", "d", false),
        ]
    );
    assert_eq!(
        script
            .redirects
            .first()
            .map(|redirect| script.text(redirect.span)),
        Some("2>o")
    );
    assert_eq!(
        script
            .assignments
            .first()
            .map(|assignment| script.text(assignment.span)),
        Some("A=1")
    );
}

#[test]
fn another_shell_is_not_read() {
    for dialect in [Dialect::Zsh, Dialect::PowerShell] {
        let script = read("ls", &ShellFacts { dialect, ..facts() });
        assert_eq!(script.reading, Reading::Partial);
        assert!(script.commands.is_empty());
        assert_eq!(
            script.gaps.first().map(|gap| gap.reason.as_str()),
            Some("dialect")
        );
    }
}

/// Every script that can be cut out of a nasty one, and every one with a byte doubled, is read without a panic and
/// with all ranges inside their lists.
#[test]
fn any_text_gives_a_script_that_hangs_together() {
    let source = "V=~ c \"a$x`b`\" $'\\'' {a,b} [é]* $(d <(e)) >f 2>&1 | { g; } && (h) & # i\nif j; then k <<E\n$(l)\nE\nfi";
    for (at, _) in source.char_indices() {
        let (head, tail) = source.split_at(at);
        for text in [
            head.to_owned(),
            tail.to_owned(),
            format!("{head}{head}{tail}"),
            format!("{head}){tail}"),
        ] {
            let script = read(&text, &facts());
            for command in &script.commands {
                assert_eq!(script.words(command).len(), command.words.len as usize);
                assert_eq!(
                    script.assignments(command).len(),
                    command.assignments.len as usize
                );
                assert_eq!(
                    script.redirects(command).len(),
                    command.redirects.len as usize
                );
                assert!((command.block as usize) < script.blocks.len());
            }
            for word in &script.words {
                assert_eq!(script.pieces(word).len(), word.pieces.len as usize);
                assert!(!script.text(word.span).is_empty(), "{text:?}");
            }
        }
    }
}
