//! Tests of the views.

use crate::test_kit::{
    Builder, Fields, Join, dynamic, glob, one_of, quoted_variable, script, variable,
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

#[test]
fn blocks_beside_commands_leave_every_command_in_question() {
    let script = Builder::new()
        .command(&["a"])
        .block("group", Join::And, |inner| {
            inner.command(&["b"]).command(&["c"])
        })
        .build();
    assert_eq!(could_fail(&script), ["a", "b", "c"]);
    let looped = Builder::new()
        .block("loop", Join::Then, |inner| {
            inner.command(&["a"]).command(&["b"])
        })
        .build();
    assert_eq!(could_fail(&looped), ["a", "b"]);
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
    let negated = |script: &Script, index| {
        let view = ScriptView::new(script);
        view.may_be_negated(view.command(index).expect("it exists"))
    };
    let plain = Builder::new()
        .command(&["echo", "wow!"])
        .and(&["grep", "x"])
        .build();
    assert!(!negated(&plain, 0) && !negated(&plain, 1));
    let pipeline = Builder::new()
        .negated()
        .command(&["cat"])
        .pipe(&["grep", "x"])
        .build();
    assert!(negated(&pipeline, 1));
    let group = Builder::new()
        .negated()
        .block("group", Join::Then, |inner| {
            inner.command(&["true"]).command(&["grep", "x"])
        })
        .build();
    assert!(negated(&group, 1));
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
