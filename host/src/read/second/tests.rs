use super::{Difference, differences};
use crate::{
    limits::MAX_COMMAND_BYTES,
    read::script::{BlockKind, Connector, Dialect, Fields, Script, TextOrigin},
    span::Range,
};

mod bounds;
mod make;

use self::make::Make;

fn messages(script: &Script) -> Vec<String> {
    differences(script)
        .into_iter()
        .map(|difference| difference.message)
        .collect()
}

/// Asserts that there is no difference, and that there is one without each command, word and redirect.
fn assert_same(script: &Script) {
    assert_eq!(differences(script), [], "{}", script.source());
    for at in 0..script.commands.len() {
        let mut less = script.clone();
        less.commands.remove(at);
        assert_ne!(
            differences(&less),
            [],
            "without command {at}: {}",
            script.source()
        );
        let redirects = script.commands[at].redirects.len;
        for _ in 0..redirects {
            let mut less = script.clone();
            less.commands[at].redirects.len -= 1;
            assert_ne!(
                differences(&less),
                [],
                "without a redirect: {}",
                script.source()
            );
        }
        if script.commands[at].words.len > 1 {
            let mut less = script.clone();
            less.commands[at].words.len -= 1;
            assert_ne!(
                differences(&less),
                [],
                "without a word: {}",
                script.source()
            );
        }
    }
    for at in 0..script.words.len() {
        let mut other = script.clone();
        if other.words[at].values.pop().is_some() {
            other.words[at].values.push("another".to_owned());
            // A keyword, and text in which white space means nothing.
            let checked = !["time", "x + 1", "x + i"].contains(&script.text(script.words[at].span));
            assert!(
                !checked || !differences(&other).is_empty(),
                "word {at}: {}",
                script.source()
            );
        }
    }
}

#[test]
fn commands_of_a_list_are_compared() {
    let mut make = Make::of("git status && ls -la 'a b'");
    make.command(0, &["git", "status"]);
    make.command(0, &["ls", "-la", "'a b'"]);
    make.script.commands[1].connector = Connector::And;
    assert_same(&make.script);
    make.script.commands[1].connector = Connector::Or;
    assert_eq!(
        messages(&make.script),
        ["the second reader sees a command here"]
    );
    make.script.commands[1].connector = Connector::And;
    make.script.commands[1].background = true;
    assert_eq!(
        messages(&make.script),
        ["the second reader sees a command here"]
    );
}

#[test]
fn redirects_and_here_strings_are_compared() {
    let mut make = Make::of("cat < 'a b' >> out <<< \"$x\"");
    make.command(0, &["cat"]);
    make.redirect("<", "'a b'");
    make.redirect(">>", "out");
    make.redirect("<<<", "\"$x\"");
    assert_same(&make.script);
    make.script.redirects[1].operator = ">".to_owned();
    assert_eq!(
        messages(&make.script),
        ["the second reader reads this in another way"]
    );
}

#[test]
fn loops_are_compared() {
    let mut make = Make::of("for x in a $b *; do rm \"$x\"; done > log");
    let outer = make.placed(BlockKind::Loop, 0, "for x in a $b *; do rm \"$x\"; done");
    make.subject(outer, &["a", "$b", "*"]);
    let body = make.apart(BlockKind::Body, outer, "rm \"$x\"");
    make.command(body, &["rm", "\"$x\""]);
    make.command_of(0, Range::default());
    let block = make.script.blocks[outer as usize].clone();
    let after = make.script.commands.last_mut().unwrap();
    (after.pipeline, after.connector) = (block.pipeline.unwrap(), block.connector);
    make.redirect(">", "log");
    assert_same(&make.script);
    make.script.blocks[outer as usize].subject.len = 2;
    assert_eq!(
        messages(&make.script),
        ["the second reader sees the word `*` here"]
    );

    for keyword in ["while", "until"] {
        let source = format!("{keyword} a; do b; done");
        let mut make = Make::of(&source);
        let outer = make.placed(BlockKind::Loop, 0, &source);
        let condition = make.apart(BlockKind::Condition, outer, "a;");
        make.command(condition, &["a"]);
        let body = make.apart(BlockKind::Body, outer, "b;");
        make.command(body, &["b"]);
        assert_same(&make.script);
    }
}

#[test]
fn arithmetic_loops_are_compared() {
    let source = "for ((i=0; i < 3; i++)); do (( x + i )); done";
    let mut make = Make::of(source);
    let outer = make.placed(BlockKind::Loop, 0, source);
    let condition = make.apart(BlockKind::Condition, outer, "i=0; i < 3; i++");
    for expression in ["i=0", "i < 3", "i++"] {
        make.back();
        make.word("((");
        make.word(expression);
        let start = u32::try_from(make.script.words.len() - 2).unwrap();
        make.command_of(condition, Range { start, len: 2 });
    }
    let body = make.apart(BlockKind::Body, outer, "(( x + i ));");
    make.command(body, &["((", "x + i"]);
    assert_eq!(differences(&make.script), []);
    make.script.commands.remove(1);
    assert_eq!(messages(&make.script).len(), 1);
}

#[test]
fn branches_are_compared() {
    let source = "if a; then b; elif c; then d; else e; fi";
    let mut make = Make::of(source);
    let outer = make.placed(BlockKind::Branch, 0, source);
    for (kind, text) in [
        (BlockKind::Condition, "a"),
        (BlockKind::Body, "b"),
        (BlockKind::Condition, "c"),
        (BlockKind::Body, "d"),
        (BlockKind::Body, "e;"),
    ] {
        let block = make.apart(kind, outer, text);
        make.command(block, &[text.trim_end_matches(';')]);
    }
    assert_same(&make.script);
    make.script.blocks[4].kind = BlockKind::Body;
    assert_eq!(
        messages(&make.script),
        ["the second reader sees a condition here"]
    );
}

#[test]
fn cases_are_compared() {
    let source = "case $w in p|'q r') x;; *) y; esac";
    let mut make = Make::of(source);
    let outer = make.placed(BlockKind::Branch, 0, source);
    make.subject(outer, &["$w"]);
    let first = make.apart(BlockKind::Body, outer, "p|'q r') x");
    make.subject(first, &["p", "'q r'"]);
    make.command(first, &["x"]);
    let second = make.apart(BlockKind::Body, outer, "*) y");
    make.subject(second, &["*"]);
    make.command(second, &["y"]);
    assert_same(&make.script);
}

#[test]
fn functions_are_compared() {
    let mut make = Make::of("f() { a; }; f");
    let outer = make.placed(BlockKind::Function, 0, "f() { a; }");
    make.function("f", outer);
    let group = make.placed(BlockKind::Group, outer, "{ a; }");
    make.command(group, &["a"]);
    make.command(0, &["f"]);
    assert_same(&make.script);
    make.script.functions[0].name = "g".to_owned();
    assert_eq!(
        messages(&make.script),
        ["the second reader sees a function here"]
    );
}

#[test]
fn substitutions_are_compared_by_themselves() {
    let mut make = Make::of("a \"$(b \"$(c 'd')\")\" <(e) `f`");
    make.command(0, &["a", "\"$(b \"$(c 'd')\")\"", "<(e)", "`f`"]);
    make.back();
    let outer = make.apart(BlockKind::Substitution, 0, "$(b \"$(c 'd')\")");
    make.command(outer, &["b", "\"$(c 'd')\""]);
    make.back();
    let inner = make.apart(BlockKind::Substitution, outer, "$(c 'd')");
    make.command(inner, &["c", "'d'"]);
    let process = make.apart(BlockKind::Substitution, 0, "<(e)");
    make.command(process, &["e"]);
    let old = make.apart(BlockKind::Substitution, 0, "`f`");
    make.command(old, &["f"]);
    assert_same(&make.script);
    // Not known of: it stays in the text, and the other parser finds it.
    make.script.blocks.truncate(3);
    make.script.commands.truncate(3);
    assert!(messages(&make.script)[0].starts_with("the second reader sees "));
}

#[test]
fn a_substitution_that_the_tree_hides_is_found() {
    for source in [
        "a \"$\\\n(b)\"",
        "a ${x:-`b`}",
        "a ${x:-$(b)}",
        "a \"${x:-$\\\n(b)}\"",
    ] {
        let word = source.strip_prefix("a ").unwrap();
        let mut make = Make::of(source);
        make.command(0, &["a", word]);
        assert_ne!(differences(&make.script), [], "{source}");
    }
}

#[test]
fn here_documents_are_compared() {
    for (operator, delimiter) in [("<<", "'EOF'"), ("<<-", "\\EOF")] {
        let source = format!("cat {operator}{delimiter} | grep x\n\ta $b `c`\nlast\nEOF\nnext");
        let mut make = Make::of(&source);
        make.command(0, &["cat"]);
        let lines = "\ta $b `c`\nlast\n";
        let value = if operator == "<<" {
            lines
        } else {
            "a $b `c`\nlast\n"
        };
        make.document(operator, lines, value);
        make.back();
        make.command(0, &["grep", "x"]);
        (
            make.script.commands[1].pipeline,
            make.script.commands[1].stage,
        ) = (0, 1);
        make.script.commands[1].connector = Connector::First;
        make.command(0, &["next"]);
        assert_same(&make.script);
    }
}

#[test]
fn a_here_document_that_ends_earlier_is_found() {
    let mut make = Make::of("cat <<E\na\nE\nrm x\nE\n");
    make.command(0, &["cat"]);
    make.document("<<", "a\nE\nrm x\n", "a\nE\nrm x\n");
    assert_ne!(differences(&make.script), []);
}

#[test]
fn what_expands_in_a_here_document_is_found() {
    for lines in ["a $(b)\n", "a `b`\n", "a $x\n"] {
        let mut make = Make::of(&format!("cat <<E\n{lines}E\n"));
        make.command(0, &["cat"]);
        make.document("<<", lines, lines);
        assert_ne!(differences(&make.script), [], "{lines}");
    }
    let mut make = Make::of("cat <<E\n$(b)\nE\n");
    make.command(0, &["cat"]);
    make.document("<<", "$(b)\n", "");
    let word = make.script.words.last_mut().unwrap();
    (word.values, word.fields) = (Vec::new(), Fields::One);
    let piece = make.script.pieces.last_mut().unwrap();
    (piece.kind, piece.literal) = (crate::read::script::PieceKind::CommandSubstitution, None);
    piece.span.end -= 1;
    let newline = crate::read::script::Piece {
        kind: crate::read::script::PieceKind::Literal,
        span: crate::span::Span::source(piece.span.end, piece.span.end + 1),
        literal: Some("\n".to_owned()),
        quoted: true,
    };
    make.script.pieces.push(newline);
    make.script.words.last_mut().unwrap().pieces.len = 2;
    make.back();
    let block = make.apart(BlockKind::Substitution, 0, "$(b)");
    make.command(block, &["b"]);
    assert_same(&make.script);
}

#[test]
fn tests_and_arithmetic_are_words() {
    let mut make = Make::of("[[ -f $x && a == 'b c' ]]; (( x + 1 ))");
    make.command(0, &["[[", "-f", "$x", "&&", "a", "==", "'b c'", "]]"]);
    make.command(0, &["((", "x + 1"]);
    assert_same(&make.script);
}

#[test]
fn words_of_wrappers_are_put_back() {
    let mut make = Make::of("time timeout 5 env A=1 rm x | xargs -n1 ls");
    let time = make.words(&["time"]);
    let timeout = make.words(&["timeout", "5"]);
    let env = make.words(&["env", "A=1"]);
    make.command(0, &["rm", "x"]);
    make.wrapped(&[("time", time), ("timeout", timeout), ("env", env)]);
    let xargs = make.words(&["xargs", "-n1"]);
    make.command(0, &["ls"]);
    make.wrapped(&[("time", time), ("xargs", xargs)]);
    let last = make.script.commands.last_mut().unwrap();
    (last.pipeline, last.stage, last.connector) = (0, 1, Connector::First);
    last.span.start += 27;
    assert_same(&make.script);
}

#[test]
fn a_text_for_a_shell_is_read_by_itself() {
    let mut make = Make::of("timeout 5 bash -c 'a; rm x' > log");
    let timeout = make.words(&["timeout", "5"]);
    let bash = make.words(&["bash", "-c", "'a; rm x'"]);
    let whole = make.text(TextOrigin::CommandString, "a; rm x");
    let block = make.placed(BlockKind::Script, 0, "a; rm x");
    make.script.blocks[block as usize].span = whole;
    for words in [&["a"][..], &["rm", "x"]] {
        make.command(block, words);
        make.wrapped(&[("timeout", timeout), ("bash", bash)]);
    }
    make.back();
    make.command_of(0, Range::default());
    let after = make.script.commands.last_mut().unwrap();
    (after.pipeline, after.connector) = (0, Connector::First);
    make.redirect(">", "log");
    assert_same(&make.script);
    make.script.commands[1].words.len = 1;
    assert_eq!(
        messages(&make.script),
        ["the second reader sees the word `x` more at the end"]
    );
}

#[test]
fn words_of_an_alias_stand_where_it_was_written() {
    let mut make = Make::of("ll src");
    make.word("ll");
    make.text(TextOrigin::Alias, "ls -l");
    make.command(0, &["ls", "-l"]);
    make.back();
    make.word("src");
    let command = make.script.commands.last_mut().unwrap();
    command.words.len += 1;
    command.span = crate::span::Span::source(0, 6);
    assert_eq!(differences(&make.script), []);
    make.script.commands[0].words.len -= 1;
    assert_eq!(
        messages(&make.script),
        ["the second reader sees the word `src` more at the end"]
    );
}

#[test]
fn braces_make_several_words_of_one_place() {
    let mut make = Make::of("rm {a,b}.c");
    make.command(0, &["rm", "{a,b}.c"]);
    // As one word that stands for itself it is a lie.
    let many = "the second reader sees what may become several words";
    assert_eq!(messages(&make.script), [many]);
    let mut word = make.script.words[1].clone();
    make.script.words[1].values = vec!["a.c".to_owned()];
    word.values = vec!["b.c".to_owned()];
    make.script.words.push(word);
    make.script.commands[0].words.len = 3;
    assert_eq!(differences(&make.script), []);
    make.script.words[2].values = vec!["c.c".to_owned()];
    assert_ne!(differences(&make.script), []);
}

#[test]
fn what_is_split_or_a_glob_is_not_certain() {
    for word in ["$x", "a*", "~/x", "a[b]"] {
        let mut make = Make::of(&format!("rm {word}"));
        make.command(0, &["rm", word]);
        let word = make.script.words.last_mut().unwrap();
        word.fields = Fields::One;
        assert_eq!(messages(&make.script).len(), 1, "{}", make.script.source());
    }
}

#[test]
fn other_shells_have_one_reader() {
    let mut script = Script::unread(Dialect::Zsh, "ls =ls");
    script.dialect = Dialect::Zsh;
    assert_eq!(differences(&script), []);
}

#[test]
fn a_script_that_says_nothing_of_a_text_differs() {
    for source in [
        "ls",
        "x=1",
        "> f",
        "f() { a; }",
        "echo 'open",
        "cat <<E\nopen",
    ] {
        assert_ne!(differences(&Make::of(source).script), [], "{source}");
    }
    for source in ["", " \n\t", "# only this", "\\\n"] {
        assert_eq!(differences(&Make::of(source).script), [], "{source:?}");
    }
}

#[test]
fn differences_are_bounded() {
    let mut make = Make::of(&"`a` ".repeat(20));
    for _ in 0..20 {
        make.apart(BlockKind::Substitution, 0, "`a`");
        make.word("`a`");
    }
    make.back();
    make.command(0, &["`a`"; 20]);
    assert_eq!(differences(&make.script).len(), super::MAX_DIFFERENCES);
    let long = Make::of(&"a".repeat(MAX_COMMAND_BYTES + 1));
    let too_long = "the second reader can't read this: it is too long";
    let found: Vec<Difference> = differences(&long.script);
    assert_eq!(found[0].message, too_long);
}
