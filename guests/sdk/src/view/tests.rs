//! Tests of the views.

use crate::test_kit::{
    Builder, Fields, Join, dynamic, glob, one_match, one_of, placeholder, quoted_variable, script,
    variable,
};
use crate::{CommandView, EndedWith, Range, RedirectView, Script, ScriptView, Span, WordView};

fn last(script: &Script, ended: EndedWith) -> Vec<&str> {
    let commands = ScriptView::new(script).last_commands(ended);
    commands
        .iter()
        .map(|command| command.name().unwrap_or("?"))
        .collect()
}

fn could_fail(script: &Script) -> Vec<&str> {
    last(script, EndedWith::Failure)
}

#[test]
fn look_ups_outside_the_lists_give_nothing() {
    let mut script = script(&[&["ls"]]);
    script.commands[0].words = Range { start: 1, len: 7 };
    script.commands[0].redirects = Range {
        start: u32::MAX,
        len: u32::MAX,
    };
    script.commands[0].block = 99;
    script.words[0].pieces = Range { start: 5, len: 1 };
    let view = ScriptView::new(&script);
    let command = view.command(0).expect("there is one");
    assert_eq!(command.name(), None);
    assert_eq!(command.words().len() + command.arguments().len(), 0);
    assert_eq!(command.redirects().count(), 0);
    assert!(command.block().is_none() && !command.is_substituted());
    assert!(view.command(1).is_none() && view.word(9).is_none());
    assert_eq!(view.word(0).map(|word| word.pieces().len()), Some(0));
    assert!(view.last_commands(EndedWith::Failure).is_empty());
}

#[test]
fn a_span_that_is_none_gives_an_empty_text() {
    let script = script(&[&["echo", "é"]]);
    let view = ScriptView::new(&script);
    let at = |text, start, end| view.text(Span { text, start, end });
    assert_eq!(at(0, 0, 4), "echo");
    assert_eq!(at(1, 0, 4), "");
    assert_eq!(at(0, 4, 0), "");
    assert_eq!(at(0, 0, 400), "");
    let inside_a_character = u32::try_from(view.source().len()).expect("short") - 1;
    assert_eq!(at(0, 0, inside_a_character), "");
}

#[test]
fn a_circle_of_blocks_ends() {
    let mut script = Builder::new()
        .block("subshell", Join::Then, |inner| inner.command(&["ls"]))
        .build();
    script.blocks[0].parent = Some(1);
    let view = ScriptView::new(&script);
    assert!(!view.command(0).expect("there is one").is_substituted());
    assert_eq!(could_fail(&script), ["ls"]);
}

#[test]
fn only_the_last_stage_ends_a_pipeline() {
    let script = script(&[&["cat", "x"], &["sort"], &["grep", "y"]]);
    assert_eq!(could_fail(&script), ["grep"]);
}

#[test]
fn what_comes_before_a_semicolon_or_an_ampersand_ends_nothing() {
    let script = Builder::new()
        .command(&["a"])
        .background(&["b"])
        .command(&["c"])
        .build();
    assert_eq!(could_fail(&script), ["c"]);
}

#[test]
fn a_list_ends_with_whatever_could_skip_the_rest() {
    let both = Builder::new().command(&["a"]).and(&["b"]).build();
    assert_eq!(could_fail(&both), ["a", "b"]);
    assert_eq!(last(&both, EndedWith::Success), ["b"]);
    let either = Builder::new().command(&["a"]).or(&["b"]).build();
    assert_eq!(could_fail(&either), ["b"]);
    assert_eq!(last(&either, EndedWith::Success), ["a", "b"]);
    let mixed = Builder::new()
        .command(&["a"])
        .or(&["b"])
        .and(&["c"])
        .build();
    assert_eq!(could_fail(&mixed), ["b", "c"]);
}

#[test]
fn a_connector_nobody_knows_skips_nothing() {
    let mut script = Builder::new().command(&["a"]).command(&["b"]).build();
    "sometimes".clone_into(&mut script.commands[1].connector);
    assert_eq!(could_fail(&script), ["a", "b"]);
}

#[test]
fn a_subshell_alone_ends_as_its_inside() {
    let script = Builder::new()
        .block("subshell", Join::Then, |inner| {
            inner.command(&["cd", "x"]).and(&["grep", "y"])
        })
        .build();
    assert_eq!(could_fail(&script), ["cd", "grep"]);
}

fn group(builder: Builder, join: Join, words: &[&[&str]]) -> Builder {
    builder.block("group", join, |inner| {
        words
            .iter()
            .fold(inner, |inner, words| inner.command(words))
    })
}

#[test]
fn a_block_takes_part_in_a_list_as_a_command_does() {
    let and = group(Builder::new().command(&["a"]), Join::And, &[&["b"], &["c"]]).build();
    assert_eq!(could_fail(&and), ["a", "c"]);
    assert_eq!(last(&and, EndedWith::Success), ["c"]);
    let or = group(Builder::new().command(&["a"]), Join::Or, &[&["b"], &["c"]]).build();
    assert_eq!(could_fail(&or), ["c"]);
    assert_eq!(last(&or, EndedWith::Success), ["a", "c"]);
    let first = group(Builder::new(), Join::Then, &[&["a"], &["b"]]).or(&["c"]);
    assert_eq!(could_fail(&first.clone().build()), ["c"]);
    assert_eq!(could_fail(&first.and(&["d"]).build()), ["c", "d"]);
    let then = group(Builder::new(), Join::Then, &[&["a"]])
        .command(&["b"])
        .build();
    assert_eq!(could_fail(&then), ["b"]);
    let background = group(Builder::new().command(&["a"]), Join::Background, &[&["b"]]).build();
    assert_eq!(could_fail(&background), ["b"]);
}

#[test]
fn a_list_in_a_block_is_looked_into() {
    let script = Builder::new()
        .command(&["a"])
        .block("subshell", Join::And, |inner| {
            inner
                .command(&["b"])
                .or(&["c"])
                .block("group", Join::And, |inner| {
                    inner.command(&["d"]).command(&["e"])
                })
        })
        .build();
    assert_eq!(could_fail(&script), ["a", "c", "e"]);
    assert_eq!(last(&script, EndedWith::Success), ["e"]);
}

#[test]
fn a_block_ends_a_pipeline_only_as_its_last_stage() {
    let last_stage = group(
        Builder::new().command(&["a"]),
        Join::Pipe,
        &[&["b"], &["c"]],
    )
    .build();
    assert_eq!(could_fail(&last_stage), ["c"]);
    let view = ScriptView::new(&last_stage);
    let is_last = |index| view.command(index).is_some_and(CommandView::is_last_stage);
    assert!(!is_last(0) && is_last(1) && is_last(2));
    let first_stage = group(Builder::new(), Join::Then, &[&["a"]])
        .pipe(&["b"])
        .build();
    assert_eq!(could_fail(&first_stage), ["b"]);
    assert_eq!(
        first_stage.blocks[1].pipeline,
        Some(first_stage.commands[1].pipeline)
    );
}

#[test]
fn the_redirects_of_a_block_end_it_only_if_they_fail() {
    let mut script = group(Builder::new(), Join::Then, &[&["a"]])
        .command(&[])
        .redirect(">", "out")
        .build();
    // As a reader would write it: at the place of the block.
    script.commands[1].pipeline = script.blocks[1].pipeline.expect("it has a place");
    "first".clone_into(&mut script.commands[1].connector);
    assert_eq!(could_fail(&script), ["a", "?"]);
    assert_eq!(last(&script, EndedWith::Success), ["a"]);
}

#[test]
fn negation_swaps_what_could_have_ended_a_block() {
    let inside = |inner: Builder| inner.command(&["a"]).and(&["b"]);
    let plain = Builder::new().block("group", Join::Then, inside).build();
    assert_eq!(could_fail(&plain), ["a", "b"]);
    let negated = Builder::new()
        .negated()
        .block("group", Join::Then, inside)
        .build();
    assert_eq!(could_fail(&negated), ["b"]);
    assert_eq!(last(&negated, EndedWith::Success), ["a", "b"]);
    let list = Builder::new().negated().command(&["a"]).and(&["b"]).build();
    assert_eq!(could_fail(&list), ["a", "b"]);
}

#[test]
fn a_block_that_may_end_anywhere_leaves_every_command_in_question() {
    let looped = |builder: Builder| {
        builder.block("loop", Join::And, |inner| {
            inner
                .command(&["b"])
                .block("substitution", Join::Then, |inner| inner.command(&["x"]))
                .command(&["c"])
        })
    };
    assert_eq!(could_fail(&looped(Builder::new()).build()), ["b", "c"]);
    let beside = looped(Builder::new().command(&["z"]).command(&["a"])).build();
    assert_eq!(could_fail(&beside), ["a", "b", "c"]);
    let mut nowhere = group(Builder::new().command(&["a"]), Join::Then, &[&["b"]]).build();
    nowhere.blocks[1].pipeline = None;
    assert_eq!(could_fail(&nowhere), ["a", "b"]);
}

#[test]
fn a_loop_ends_as_its_body_or_well() {
    let each = Builder::new()
        .for_each(Join::Then, &["a", "b"], |body| {
            body.command(&["test"]).and(&["grep"])
        })
        .build();
    assert_eq!(could_fail(&each), ["test", "grep"]);
    assert_eq!(last(&each, EndedWith::Success), ["grep"]);
    let endless = Builder::new()
        .while_do(
            Join::Then,
            |it| it.command(&["read"]),
            |it| it.command(&["a"]).command(&["grep"]),
        )
        .build();
    assert_eq!(could_fail(&endless), ["grep"]);
    let before = Builder::new()
        .for_each(Join::Then, &["a"], |body| body.command(&["a"]))
        .or(&["grep"])
        .build();
    assert_eq!(could_fail(&before), ["grep"]);
}

#[test]
fn the_expressions_of_a_loop_can_fail_it() {
    let mut script = Builder::new()
        .while_do(
            Join::Then,
            |it| it.command(&["(("]),
            |it| it.command(&["a"]),
        )
        .build();
    assert_eq!(could_fail(&script), ["a"]);
    script.texts[0].content.replace_range(0..5, "for  ");
    assert_eq!(could_fail(&script), ["((", "a"]);
    script.texts[0].content.replace_range(0..5, "other");
    assert_eq!(could_fail(&script), ["((", "a"]);
}

#[test]
fn a_branch_ends_as_one_of_its_bodies_or_well() {
    let branch = Builder::new()
        .if_else(
            Join::Then,
            |it| it.command(&["make"]),
            |it| it.command(&["a"]).command(&["b"]),
            |it| it.command(&["c"]),
        )
        .build();
    assert_eq!(could_fail(&branch), ["b", "c"]);
    let case = Builder::new()
        .block("branch", Join::Then, |inner| {
            inner
                .block("body", Join::Then, |it| it.command(&["a"]))
                .subject("x")
                .block("body", Join::Then, |it| it)
                .subject("*")
        })
        .subject("w")
        .build();
    assert_eq!(could_fail(&case), ["a"]);
    let source = ScriptView::new(&case).source();
    assert_eq!(source, "case w in x) a;;'*') ;; esac");
}

#[test]
fn a_call_ends_as_the_function_it_calls() {
    let called = Builder::new()
        .function("f", |body| body.command(&["a"]).command(&["b"]))
        .command(&["f"])
        .bound_to("function")
        .build();
    assert_eq!(could_fail(&called), ["b"]);
    let unseen = Builder::new().command(&["f"]).bound_to("function").build();
    assert_eq!(could_fail(&unseen), ["f"]);
    let itself = Builder::new()
        .function("f", |body| {
            body.command(&["a"])
                .or(&["f"])
                .bound_to("function")
                .and(&["b"])
        })
        .command(&["f"])
        .bound_to("function")
        .build();
    assert_eq!(could_fail(&itself), ["b"]);
    let defined = Builder::new()
        .command(&["a"])
        .function("f", |body| body.command(&["b"]))
        .build();
    assert!(could_fail(&defined).is_empty());
}

#[test]
fn a_text_handed_to_a_shell_ends_as_its_last_command() {
    let script = Builder::new()
        .shell(Join::Then, &["bash", "-c"], |inner| {
            inner.command(&["a"]).command(&["b"])
        })
        .build();
    assert_eq!(could_fail(&script), ["b"]);
}

#[test]
fn what_is_run_for_each_of_something_ends_nothing() {
    let script = Builder::new()
        .command(&["find", ".", "-exec", "grep", "x", "{}", ";"])
        .runs_each(3, |inner| inner.command(&["grep", "x"]).word(placeholder()))
        .build();
    assert_eq!(could_fail(&script), ["find"]);
    let view = ScriptView::new(&script);
    let inner = view.command(1).expect("there are two");
    assert!(inner.may_run_often() && inner.may_not_run() && inner.is_run_apart());
    assert!(!inner.is_substituted());
    let words: Vec<_> = inner
        .wrapper_words(&inner.wrappers()[0])
        .map(WordView::text)
        .collect();
    assert_eq!(words, ["find", ".", "-exec"]);
}

#[test]
fn what_nothing_waits_for_ends_nothing() {
    let last = Builder::new()
        .command(&["a"])
        .command(&["b"])
        .and(&["c"])
        .ampersand()
        .build();
    assert!(could_fail(&last).is_empty());
    assert_eq!(ScriptView::new(&last).source(), "a; b && c &");
    let awaited: Vec<_> = ScriptView::new(&last)
        .commands()
        .map(|command| !command.is_in_background())
        .collect();
    assert_eq!(awaited, [true, false, false]);
    let block = group(Builder::new(), Join::Then, &[&["a"]])
        .background(&["b"])
        .build();
    assert_eq!(could_fail(&block), ["b"]);
    let view = ScriptView::new(&block);
    assert!(view.command(0).is_some_and(CommandView::is_in_background));
    assert!(!view.command(1).is_some_and(CommandView::is_in_background));
}

#[test]
fn blocks_out_of_order_leave_every_command_in_question() {
    let mut script = Builder::new()
        .block("group", Join::Then, |inner| {
            inner
                .command(&["a"])
                .block("subshell", Join::Then, |inner| inner.command(&["b"]))
        })
        .build();
    assert_eq!(could_fail(&script), ["b"]);
    script.blocks.swap(1, 2);
    script.blocks[2].parent = Some(0);
    script.blocks[1].parent = Some(2);
    script.commands[0].block = 2;
    script.commands[1].block = 1;
    assert_eq!(could_fail(&script), ["a", "b"]);
}

#[test]
fn substitutions_do_not_end_a_script() {
    let mut script = Builder::new()
        .command(&["echo"])
        .block("substitution", Join::Then, |inner| {
            inner.command(&["grep", "x"])
        })
        .build();
    // As a reader would write it: the substitution stands in a word of `echo`.
    script.commands[0].span.end = script.blocks[1].span.end;
    assert_eq!(could_fail(&script), ["echo"]);
    let view = ScriptView::new(&script);
    assert!(view.command(1).is_some_and(CommandView::is_substituted));
}

#[test]
fn negation_is_seen_before_a_pipeline_and_before_blocks_around_it() {
    let negated = |script: &Script| -> Vec<bool> {
        let view = ScriptView::new(script);
        view.commands().map(CommandView::is_negated).collect()
    };
    let list = Builder::new()
        .command(&["echo", "!"])
        .negated()
        .and(&["cat"])
        .pipe(&["grep", "x"])
        .command(&["ls"])
        .build();
    assert_eq!(
        ScriptView::new(&list).source(),
        "echo '!' && ! cat | grep x; ls"
    );
    assert_eq!(negated(&list), [false, true, true, false]);
    let group = Builder::new()
        .negated()
        .block("group", Join::Then, |inner| {
            inner
                .command(&["a"])
                .block("subshell", Join::Then, |inner| {
                    inner
                        .command(&["b"])
                        .block("substitution", Join::Then, |inner| inner.command(&["c"]))
                })
        })
        .command(&["d"])
        .build();
    assert_eq!(negated(&group), [true, true, false, false]);
}

#[test]
fn only_words_with_a_fixed_beginning_are_known_not_to_be_options() {
    let words = [
        (literal_or("-x"), true),
        (literal_or("x"), false),
        (glob("*"), true),
        (glob("./*"), false),
        (variable("x"), true),
        (quoted_variable("x"), true),
        (dynamic("pre", Fields::One), false),
        (dynamic("pre", Fields::Many), true),
        (one_of(&["a", "b"]), false),
        (one_of(&["a", "-b"]), true),
        (one_match("*.rs"), true),
        (one_match("src/*.rs"), false),
        (placeholder(), true),
    ];
    for (word, expected) in words {
        let script = Builder::new().command(&["cat"]).word(word).build();
        let word = ScriptView::new(&script).word(1).expect("there are two");
        assert_eq!(word.may_begin_with('-'), expected, "{}", word.text());
    }
}

fn literal_or(value: &str) -> crate::test_kit::TestWord {
    value.into()
}

#[test]
fn quoted_at_is_still_many_words() {
    let script = Builder::new().command(&["cat"]).word(variable("@")).build();
    assert!(
        ScriptView::new(&script)
            .word(1)
            .is_some_and(WordView::may_be_split)
    );
    let mut quoted = Builder::new()
        .command(&["cat"])
        .word(quoted_variable("@"))
        .build();
    "many".clone_into(&mut quoted.words[1].fields);
    assert!(
        ScriptView::new(&quoted)
            .word(1)
            .is_some_and(WordView::may_be_split)
    );
}

#[test]
fn a_variable_inside_a_glob_may_split_it() {
    let split = |pattern: &str| {
        let script = Builder::new().command(&["cat"]).word(glob(pattern)).build();
        ScriptView::new(&script)
            .word(1)
            .is_some_and(WordView::may_be_split)
    };
    assert!(!split("src/[ab]*"));
    assert!(split("src/[$x]*") && split("src/*`x`"));
}

#[test]
fn redirects_that_change_no_file_are_told_from_those_that_may() {
    let may_write = |operator: &str, target: crate::test_kit::TestWord| {
        let script = Builder::new()
            .command(&["ls"])
            .redirect(operator, target)
            .build();
        let command = ScriptView::new(&script).command(0).expect("there is one");
        command.redirects().any(RedirectView::may_write)
    };
    for (operator, target) in [
        ("<", "in"),
        ("2>&", "1"),
        (">&", "-"),
        (">&", "3-"),
        ("&>", "/dev/null"),
        ("2>", "/dev/null"),
    ] {
        assert!(!may_write(operator, target.into()), "{operator}{target}");
    }
    for (operator, target) in [
        (">", "out"),
        (">>", "out"),
        (">&", "out"),
        ("<>", "both"),
        (">", "1"),
    ] {
        assert!(may_write(operator, target.into()), "{operator}{target}");
    }
    assert!(may_write(">", variable("x")));
    assert!(may_write("2>&", variable("x")));
}

#[test]
fn output_is_taken_away_by_descriptor_one_only() {
    let takes = |operator: &str, target: &str| {
        let script = Builder::new()
            .command(&["ls"])
            .redirect(operator, target)
            .build();
        let command = ScriptView::new(&script).command(0).expect("there is one");
        command.redirects().any(RedirectView::takes_output)
    };
    assert!(takes(">", "out") && takes("1>", "out") && takes("&>", "out") && takes(">&", "2"));
    assert!(!takes("2>", "out") && !takes("<", "in") && !takes(">&", "1"));
}

#[test]
fn parts_that_may_be_left_out_or_repeated_are_told() {
    let script = Builder::new()
        .command(&["a"])
        .while_do(Join::Then, |it| it.command(&["b"]), |it| it.command(&["c"]))
        .block("branch", Join::Or, |inner| {
            inner
                .block("condition", Join::Then, |it| it.command(&["d"]))
                .block("body", Join::Then, |it| it.command(&["e"]))
                .block("condition", Join::Then, |it| it.command(&["f"]))
                .block("body", Join::Then, |it| it.command(&["g"]))
        })
        .function("h", |it| it.command(&["i"]))
        .block("sometimes", Join::Then, |it| it.command(&["j"]))
        .command(&["k"])
        .open_ended()
        .build();
    let view = ScriptView::new(&script);
    let told: Vec<_> = view
        .commands()
        .map(|it| {
            (
                it.name().unwrap_or(""),
                it.may_run_often(),
                it.may_not_run(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("a", false, false),
            ("b", true, false),
            ("c", true, true),
            ("d", false, true),
            ("e", false, true),
            ("f", false, true),
            ("g", false, true),
            ("i", true, true),
            ("j", true, true),
            ("k", true, true),
        ]
    );
    assert!(view.source().contains("if d; then e; elif f; then g; fi"));
    let plain = Builder::new()
        .if_else(
            Join::Then,
            |it| it.command(&["a"]),
            |it| it.command(&["b"]),
            |it| it,
        )
        .build();
    let view = ScriptView::new(&plain);
    let skipped: Vec<_> = view.commands().map(CommandView::may_not_run).collect();
    assert_eq!(skipped, [false, true]);
}

#[test]
fn one_directory_is_certain_and_several_are_not() {
    let script = Builder::new()
        .command(&["a"])
        .command(&["b"])
        .starts_in(&["/work/a", "/work"])
        .command(&["c"])
        .starts_in(&[])
        .build();
    let view = ScriptView::new(&script);
    let told: Vec<_> = view
        .commands()
        .map(|it| (it.cwd(), it.cwds().len()))
        .collect();
    assert_eq!(told, [(Some("/work"), 1), (None, 2), (None, 0)]);
}

#[test]
fn several_values_must_hold_together() {
    let about = |word: crate::test_kit::TestWord| {
        let script = Builder::new().command(&["rm"]).word(word).build();
        let word = ScriptView::new(&script).word(1).expect("there are two");
        let is_root = |value: &str| value == "/";
        (word.must_be(is_root), word.may_be(is_root))
    };
    assert_eq!(about("/".into()), (true, true));
    assert_eq!(about(one_of(&["/", "a"])), (false, true));
    assert_eq!(about(one_of(&["b", "a"])), (false, false));
    assert_eq!(about(variable("x")), (false, true));
    assert_eq!(about(glob("*")), (false, true));
}

#[test]
fn a_body_points_into_the_source() {
    let script = Builder::new()
        .command(&["cat"])
        .here_document("one\n")
        .command(&["ls"])
        .build();
    let view = ScriptView::new(&script);
    assert_eq!(view.source(), "cat <<'EOF'; ls\none\nEOF");
    let redirect = view
        .command(0)
        .and_then(|command| command.redirects().next())
        .expect("there is one");
    assert!(!redirect.may_write() && !redirect.takes_output());
    assert_eq!(redirect.target().map(WordView::text), Some("one\n"));
    assert_eq!(redirect.body(), Some("one\n"));
}
