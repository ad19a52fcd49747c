//! How runs end (R5.5, R5.7, R5.9), with real shells and the real warden.

use shellward::{Call, judge::EndingKind, outcome::SurvivorState};

use super::run_support::{Desk, READY, dialects};

/// Grace and patience of the warden together are less, by far.
const PROMPT_MS: u64 = 10_000;

#[test]
fn exit_code_and_signal_are_the_scripts() {
    for dialect in dialects() {
        let mut desk = Desk::new();
        desk.dialect = dialect;
        for (script, ended, code, signal) in [
            ("true", EndingKind::Exited, 0, None),
            ("exit 3", EndingKind::Exited, 3, None),
            ("exec sh -c 'exit 4'", EndingKind::Exited, 4, None),
            ("sh -c 'kill -9 $$'; exit", EndingKind::Exited, 137, None),
            ("kill -9 $$", EndingKind::Signalled, 137, Some(9)),
        ] {
            let outcome = desk.run(script);
            assert_eq!(
                (outcome.ended, outcome.exit_code, outcome.signal),
                (ended, code, signal),
                "{script}"
            );
        }
    }
}

#[test]
fn time_limit_ends_children_that_left_the_group_and_the_parent() {
    let mut desk = Desk::new();
    let script = format!("sleep 300 & (setsid sleep 300 &) ; {READY}; sleep 300");
    let outcome = desk.run_into_limit(&script);
    let over = outcome
        .elapsed_ms
        .checked_sub(u64::try_from(desk.timeout.as_millis()).unwrap());
    println!("ended {over:?} ms after the limit");
    assert!(over.is_some_and(|over| over < PROMPT_MS), "{over:?}");
    assert_eq!(outcome.survivors, SurvivorState::NoneFound);
    assert_eq!(desk.processes(), Vec::<String>::new());
}

#[test]
fn script_deaf_to_the_polite_signal_is_killed() {
    for dialect in dialects() {
        let mut desk = Desk::new();
        desk.dialect = dialect;
        let script = format!("trap '' TERM; {READY}; while :; do sleep 300; done");
        let outcome = desk.run_into_limit(&script);
        assert_eq!(outcome.signal, Some(9), "{dialect}");
        assert_eq!(desk.processes(), Vec::<String>::new());
    }
}

#[test]
fn output_printed_before_the_time_limit_is_there() {
    let mut desk = Desk::new();
    let outcome = desk.run_into_limit(&format!("echo early; echo wrong >&2; {READY}; sleep 300"));
    assert_eq!(outcome.stdout.text, "early\n");
    assert_eq!(outcome.stderr.text, "wrong\n");
    assert!(outcome.meaning.is_error, "{:?}", outcome.meaning);
}

#[test]
fn output_printed_while_ending_is_there() {
    let mut desk = Desk::new();
    let script = format!("trap 'echo bye; exit' TERM; sleep 300 & {READY}; wait");
    let outcome = desk.run_into_limit(&script);
    assert_eq!(outcome.stdout.text, "bye\n");
    assert_eq!(outcome.signal, None);
}

#[test]
fn call_ends_with_its_main_command_and_names_what_was_left() {
    for script in ["sleep 300 & echo hi", "(setsid sleep 300 &); echo hi"] {
        let desk = Desk::new();
        let outcome = desk.run(script);
        println!("ended after {} ms", outcome.elapsed_ms);
        assert!(outcome.elapsed_ms < PROMPT_MS, "{}", outcome.elapsed_ms);
        assert_eq!((outcome.ended, outcome.exit_code), (EndingKind::Exited, 0));
        assert_eq!(outcome.stdout.text, "hi\n");
        let left = &outcome.ended_children;
        let left: Vec<&str> = left.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(left, ["sleep"], "{script}");
        assert_eq!(desk.processes(), Vec::<String>::new());
    }
}

#[test]
fn abort_ends_everything_at_once() {
    let desk = Desk::new();
    let script = format!("trap '' TERM; sleep 300 & {READY}; sleep 300");
    let (outcome, ()) = desk.run_beside(&script, async |handle| {
        desk.until_ready().await;
        handle.abort();
    });
    let outcome = outcome.unwrap();
    assert_eq!(outcome.ended, EndingKind::Aborted);
    assert!(outcome.meaning.is_error, "{:?}", outcome.meaning);
    desk.assert_deserted();
}

#[test]
fn abort_before_the_shell_is_there_ends_the_run() {
    let desk = Desk::new();
    let (outcome, ()) = desk.run_beside("sleep 300", async |handle| handle.abort());
    assert_eq!(outcome.unwrap().ended, EndingKind::Aborted);
    desk.assert_deserted();
}

#[test]
fn dropped_run_dies() {
    let desk = Desk::new();
    desk.run_and_drop(&format!("(setsid sleep 300 &); {READY}; sleep 300"));
    desk.assert_deserted();
}

#[test]
fn lost_warden_is_said_and_leaves_nothing() {
    let desk = Desk::new();
    // The parent of the shell is the process that would have told of its end. By the time that the host reports what the
    // script printed, it has told of the start.
    let script = "echo up; until [ -e go ]; do :; done; kill -9 $PPID; sleep 300";
    let (outcome, ()) = desk.run_beside(script, async |mut handle| {
        while handle.progress().await.unwrap().last.lines != ["up"] {}
        std::fs::write(desk.path("project/go"), "").unwrap();
    });
    let error = outcome.unwrap_err();
    assert!(error.to_string().contains("warden was lost"), "{error}");
    desk.assert_deserted();
}

#[test]
fn script_with_a_nul_byte_is_refused_before_anything_is_decided() {
    let error = Call::new("echo a\0; echo b").unwrap_err();
    assert!(
        error.to_string().contains("NUL character at byte 6"),
        "{error}"
    );
}
