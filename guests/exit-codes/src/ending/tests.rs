//! Tests of what endings mean.

use shellward_sdk::test_kit::{Builder, Join, ending, script};
use shellward_sdk::{Ending, Meaning, Script, ScriptView};

use super::interpret;

fn meaning(script: &Script, ending: &Ending) -> Option<Meaning> {
    interpret(ScriptView::new(script), ending)
}

/// What `script` ending with `status` is answered: the message, and whether it is an error.
fn said(script: &Script, status: i32) -> (Option<String>, bool) {
    let meaning = meaning(script, &ending(status));
    meaning.map_or((None, true), |meaning| (meaning.message, meaning.is_error))
}

fn is_answer(script: &Script, status: i32) -> bool {
    !said(script, status).1
}

#[test]
fn answers_are_no_errors() {
    let expected: [(&[&str], &str); 9] = [
        (&["grep", "-r", "x", "src"], "no matches"),
        (&["rg", "x"], "no matches"),
        (&["egrep", "x"], "no matches"),
        (&["diff", "a", "b"], "files differ"),
        (&["cmp", "a", "b"], "files differ"),
        (&["[", "-f", "nope", "]"], "condition is false"),
        (&["test", "-f", "nope"], "condition is false"),
        (&["git", "diff", "--no-index", "a", "b"], "files differ"),
        (&["/usr/bin/grep", "x", "f"], "no matches"),
    ];
    for (words, message) in expected {
        assert_eq!(
            said(&script(&[words]), 1),
            (Some(message.to_owned()), false),
            "{words:?}"
        );
    }
}

#[test]
fn other_codes_of_the_same_commands_stay_errors() {
    for (words, status) in [
        (&["grep", "x", "/nonexistent"], 2),
        (&["diff", "a", "b"], 2),
        (&["test", "1", "-x"], 2),
    ] {
        assert!(!is_answer(&script(&[words]), status), "{words:?} {status}");
    }
}

#[test]
fn every_command_that_could_have_ended_it_must_say_so() {
    let and = |second: &[&str]| {
        Builder::new()
            .command(&["grep", "x", "f"])
            .and(second)
            .build()
    };
    assert!(!is_answer(&and(&["make"]), 1));
    assert_eq!(
        said(&and(&["diff", "a", "b"]), 1),
        (Some("no matches, or files differ".to_owned()), false)
    );
    let or = Builder::new()
        .command(&["make"])
        .or(&["grep", "x", "f"])
        .build();
    assert!(is_answer(&or, 1));
    let then = Builder::new()
        .command(&["grep", "x", "f"])
        .command(&["make"])
        .build();
    assert!(!is_answer(&then, 1));
}

#[test]
fn a_compound_whose_last_stage_is_a_search_is_an_answer() {
    let script = Builder::new()
        .command(&["ls"])
        .pipe(&["grep", "zzz"])
        .command(&["echo", "---"])
        .command(&["grep", "-ril", "zzz", "."])
        .build();
    assert!(is_answer(&script, 1));
}

#[test]
fn negation_is_no_answer() {
    let script = Builder::new()
        .negated()
        .command(&["grep", "-q", "x", "f"])
        .build();
    assert!(!is_answer(&script, 1));
    let around = Builder::new()
        .negated()
        .block("group", Join::Then, |inner| inner.command(&["grep", "x"]))
        .build();
    assert!(!is_answer(&around, 1));
    let before = Builder::new()
        .negated()
        .command(&["make"])
        .command(&["grep", "!", "f"])
        .build();
    assert!(is_answer(&before, 1));
}

#[test]
fn what_leaves_early_is_no_answer() {
    let script = Builder::new()
        .command(&["make"])
        .or(&["exit", "1"])
        .command(&["grep", "x", "f"])
        .build();
    assert!(!is_answer(&script, 1));
    let errexit = Builder::new()
        .command(&["set", "-e"])
        .command(&["make"])
        .command(&["grep", "x", "f"])
        .build();
    assert!(!is_answer(&errexit, 1));
}

#[test]
fn names_that_mean_something_else_are_no_answer() {
    let function = Builder::new()
        .command(&["grep", "x"])
        .bound_to("function")
        .build();
    assert!(!is_answer(&function, 1));
    let remote = Builder::new().command(&["grep", "x"]).remote().build();
    assert!(!is_answer(&remote, 1));
    let xargs = Builder::new()
        .command(&["grep", "x"])
        .wrapped_in(&["xargs"])
        .build();
    assert!(!is_answer(&xargs, 1));
    assert!(!is_answer(&script(&[&["./grep", "x"]]), 1));
}

#[test]
fn a_partial_script_gets_the_plain_meaning() {
    let script = Builder::new()
        .command(&["grep", "x", "f"])
        .partial("node")
        .build();
    assert_eq!(meaning(&script, &ending(1)), None);
    assert_eq!(
        said(&script, 127),
        (Some("command not found".to_owned()), true)
    );
}

#[test]
fn a_subshell_is_looked_into() {
    let script = Builder::new()
        .block("subshell", Join::Then, |inner| {
            inner.command(&["cd", "src"]).command(&["grep", "x", "f"])
        })
        .build();
    assert!(is_answer(&script, 1));
}

#[test]
fn a_block_beside_commands_is_looked_into() {
    let search = |inner: Builder| inner.command(&["cd", "src"]).command(&["grep", "x", "f"]);
    let and = |first: &[&str]| {
        Builder::new()
            .command(first)
            .block("group", Join::And, search)
            .build()
    };
    assert!(is_answer(&and(&["[", "-d", "src", "]"]), 1));
    assert!(!is_answer(&and(&["make"]), 1));
    let or = Builder::new()
        .command(&["make"])
        .block("group", Join::Or, search)
        .build();
    assert!(is_answer(&or, 1));
}

#[test]
fn find_is_an_answer_only_if_it_was_merely_not_let_in() {
    let find = script(&[&["find", "/", "-name", "x"]]);
    let with = |stderr: &str| Ending {
        stderr_tail: stderr.to_owned(),
        ..ending(1)
    };
    let denied = "find: '/root': Permission denied\nfind: '/etc/ssl/private': Permission denied\n";
    let answer = meaning(&find, &with(denied)).expect("something to say");
    assert_eq!(
        (answer.is_error, answer.message.as_deref()),
        (false, Some("some places could not be searched"))
    );
    let mixed = format!("{denied}find: 'nowhere': No such file or directory\n");
    for stderr in ["", "find: unknown predicate `-nmae'", &mixed] {
        assert!(
            meaning(&find, &with(stderr)).is_none_or(|meaning| meaning.is_error),
            "{stderr}"
        );
    }
    let quiet = Builder::new()
        .command(&["find", "/", "-name", "x"])
        .redirect("2>", "/dev/null")
        .build();
    assert!(is_answer(&quiet, 1));
    assert!(!is_answer(&quiet, 2));
}

#[test]
fn signals_and_missing_programs_are_errors_with_a_name() {
    let make = script(&[&["make"]]);
    for (status, part) in [
        (126, "not executable"),
        (127, "not found"),
        (130, "SIGINT"),
        (137, "SIGKILL"),
        (139, "SIGSEGV"),
    ] {
        let (message, is_error) = said(&make, status);
        assert!(
            is_error && message.is_some_and(|message| message.contains(part)),
            "{status}"
        );
    }
    let signalled = Ending {
        ended: "signalled".to_owned(),
        ..ending(143)
    };
    assert!(
        meaning(&make, &signalled)
            .is_some_and(|meaning| meaning.is_error && meaning.message.is_some())
    );
}

#[test]
fn git_has_words_of_its_own_where_a_shell_would_name_a_signal() {
    let (message, is_error) = said(&script(&[&["git", "log"]]), 129);
    assert!(is_error && message.is_some_and(|message| message.contains("git")));
}

#[test]
fn a_reader_that_had_enough_is_no_error_but_a_broken_pipe_of_the_last_stage_is() {
    let pipeline = script(&[&["yes"], &["head", "-1"]]);
    let with = |stages: &[i32]| Ending {
        stages: stages.to_vec(),
        ..ending(141)
    };
    assert!(meaning(&pipeline, &with(&[141, 0])).is_some_and(|meaning| !meaning.is_error));
    for stages in [&[][..], &[0, 141], &[141, 1], &[2, 0]] {
        assert!(
            meaning(&pipeline, &with(stages)).is_some_and(|meaning| meaning.is_error),
            "{stages:?}"
        );
    }
}

#[test]
fn time_limits_of_the_command_and_of_the_host_are_told_apart() {
    let limited = Builder::new()
        .command(&["make"])
        .wrapped_in(&["timeout", "5"])
        .build();
    assert_eq!(said(&limited, 124), (Some("timed out".to_owned()), true));
    assert_eq!(said(&script(&[&["make"]]), 124), (None, true));
    let stopped = Ending {
        ended: "timed-out".to_owned(),
        ..ending(137)
    };
    assert_eq!(meaning(&script(&[&["make"]]), &stopped), None);
    let grep = meaning(
        &script(&[&["grep", "x"]]),
        &Ending {
            status: 1,
            ..stopped
        },
    )
    .expect("an activity");
    assert!(grep.is_error && grep.message.is_none());
}

#[test]
fn success_says_what_it_was_for_or_nothing() {
    let read = meaning(&script(&[&["cat", "x"]]), &ending(0)).expect("an activity");
    assert_eq!(
        (read.is_error, read.activity.as_str(), read.silent),
        (false, "read", false)
    );
    let silent = meaning(&script(&[&["mkdir", "x"]]), &ending(0)).expect("silent");
    assert_eq!((silent.activity.as_str(), silent.silent), ("other", true));
    assert_eq!(meaning(&script(&[&["make"]]), &ending(0)), None);
}
