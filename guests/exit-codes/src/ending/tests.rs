//! Tests of what endings mean.

use shellward_sdk::test_kit::{Builder, Join, arithmetic, ending, script};
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
    let remote = Builder::new()
        .command(&["grep", "x"])
        .remote()
        .wrapped_in(&["ssh", "host"])
        .build();
    assert!(!is_answer(&remote, 1));
    let lost = (Some("the connection failed".to_owned()), true);
    assert_eq!(said(&remote, 255), lost);
    let sudo = Builder::new()
        .command(&["grep", "x"])
        .wrapped_in(&["sudo"])
        .build();
    assert!(!is_answer(&sudo, 1));
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

fn search(inner: Builder) -> Builder {
    inner.command(&["grep", "x", "f"])
}

fn make(inner: Builder) -> Builder {
    inner.command(&["make"])
}

#[test]
fn a_loop_or_a_branch_is_an_answer_if_all_its_bodies_are() {
    let each = |body: fn(Builder) -> Builder| {
        Builder::new()
            .for_each(Join::Then, &["a", "b"], body)
            .build()
    };
    assert!(is_answer(&each(search), 1));
    assert!(!is_answer(&each(make), 1));
    let either = |otherwise: fn(Builder) -> Builder| {
        Builder::new()
            .if_else(Join::Then, make, search, otherwise)
            .build()
    };
    assert!(is_answer(&either(search), 1));
    assert!(is_answer(&either(|nothing| nothing), 1));
    assert!(!is_answer(&either(make), 1));
    let until = Builder::new().while_do(Join::Then, make, search).build();
    assert!(is_answer(&until, 1));
}

#[test]
fn what_leaves_a_loop_early_is_no_answer() {
    let script = Builder::new()
        .for_each(Join::Then, &["a"], |body| {
            body.command(&["make"])
                .or(&["exit", "1"])
                .command(&["grep", "x", "f"])
        })
        .build();
    assert!(!is_answer(&script, 1));
}

#[test]
fn a_call_is_an_answer_if_every_function_of_that_name_is() {
    let called = |first: fn(Builder) -> Builder| {
        Builder::new()
            .function("f", first)
            .function("f", search)
            .command(&["f"])
            .bound_to("function")
            .build()
    };
    assert!(is_answer(&called(search), 1));
    assert!(!is_answer(&called(make), 1));
}

#[test]
fn the_text_of_a_shell_is_looked_into() {
    let handed = |inner: fn(Builder) -> Builder| {
        Builder::new()
            .shell(Join::Then, &["bash", "-c"], inner)
            .build()
    };
    assert!(is_answer(&handed(search), 1));
    assert!(!is_answer(&handed(make), 1));
}

#[test]
fn a_test_of_a_number_is_an_answer() {
    let script = Builder::new()
        .command(&["(("])
        .word(arithmetic("x > 3"))
        .bound_to("builtin")
        .build();
    let expected = (Some("the result is zero".to_owned()), false);
    assert_eq!(said(&script, 1), expected);
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
    let running = Builder::new()
        .command(&["find", "/", "-exec", "grep", "x", "{}", "+"])
        .redirect("2>", "/dev/null")
        .build();
    assert!(!is_answer(&running, 1));
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
    let by_itself = "the program around the command failed by itself";
    assert_eq!(said(&limited, 125), (Some(by_itself.to_owned()), true));
    assert_eq!(said(&script(&[&["make"]]), 125), (None, true));
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

#[test]
fn a_search_by_xargs_that_found_nothing_is_an_answer_if_nobody_complained() {
    let each = |words: &[&str]| {
        Builder::new()
            .command(&["git", "ls-files"])
            .pipe(words)
            .wrapped_in(&["xargs"])
            .open_ended()
            .build()
    };
    let expected = (Some("no matches".to_owned()), false);
    assert_eq!(said(&each(&["grep", "-n", "TODO"]), 123), expected);
    let failed = (Some("one of the runs failed".to_owned()), true);
    assert_eq!(said(&each(&["make"]), 123), failed);
    assert_eq!(said(&each(&["grep", "-s", "x"]), 123), failed);
    let complained = Ending {
        stderr_tail: "grep: x: No such file or directory".to_owned(),
        ..ending(123)
    };
    let told = meaning(&each(&["grep", "x"]), &complained).expect("something to say");
    assert!(told.is_error);
    assert!(said(&each(&["grep", "x"]), 125).1);
}

#[test]
fn failures_have_hints_and_warnings_of_npm_are_no_errors() {
    let make = script(&[&["make"]]);
    let full = Ending {
        stderr_tail: "cc: No space left on device".to_owned(),
        ..ending(2)
    };
    let told = meaning(&make, &full).expect("something to say");
    assert!(told.is_error && told.hints.iter().any(|hint| hint.contains("full")));
    let warned = Ending {
        stderr_tail: "npm WARN deprecated x@1.0.0".to_owned(),
        ..ending(0)
    };
    let told = meaning(&script(&[&["npm", "install"]]), &warned).expect("something to say");
    assert!(!told.is_error && told.hints.len() == 1);
    let answered = Ending {
        stderr_tail: "grep: x: Permission denied".to_owned(),
        ..ending(1)
    };
    let told = meaning(&script(&[&["grep", "-r", "y", "."]]), &answered).expect("an answer");
    assert!(!told.is_error && told.hints.is_empty());
}

#[test]
fn a_missing_program_is_named() {
    let missing = Ending {
        stderr_tail: "bash: line 1: rg: command not found".to_owned(),
        ..ending(127)
    };
    let told = meaning(&script(&[&["rg", "x"]]), &missing).expect("something to say");
    assert_eq!(told.message.as_deref(), Some("command not found"));
    assert!(told.hints.iter().any(|hint| hint.contains("ripgrep")));
}

#[test]
fn what_was_looked_at_is_counted() {
    let read = meaning(&script(&[&["cat", "a", "b", "c"]]), &ending(0)).expect("an activity");
    let files = read.attrs.iter().find(|attr| attr.key == "files");
    assert_eq!(files.map(|attr| attr.value.as_str()), Some("3"));
}
