//! How runs end (R5.5, R5.7, R5.9), with real shells and the real warden.

use std::time::{Duration, Instant};

use shellward::{judge::EndingKind, outcome::SurvivorState};

use super::run_support::{Desk, block_on, dialects};

const SHORT: Duration = Duration::from_millis(300);

#[test]
fn exit_code_and_signal_are_the_scripts() {
    for dialect in dialects() {
        let mut desk = Desk::new();
        desk.dialect = dialect;
        for (script, ended, code) in [
            ("true", EndingKind::Exited, 0),
            ("exit 3", EndingKind::Exited, 3),
            ("exec sh -c 'exit 4'", EndingKind::Exited, 4),
            ("sh -c 'kill -9 $$'; exit", EndingKind::Exited, 137),
            ("kill -9 $$", EndingKind::Signalled, 137),
        ] {
            let finished = desk.run(script);
            assert_eq!(
                (finished.ended, finished.exit_code),
                (ended, code),
                "{script}"
            );
        }
    }
}

#[test]
fn time_limit_ends_children_that_left_the_group_and_the_parent() {
    let mut desk = Desk::new();
    desk.timeout = SHORT;
    let started = Instant::now();
    let finished = desk.run("sleep 300 & (setsid sleep 300 &) ; sleep 300");
    assert_eq!(
        (finished.ended, finished.exit_code),
        (EndingKind::TimedOut, 143)
    );
    assert!(started.elapsed() < Duration::from_secs(3));
    assert_eq!(finished.survivors, SurvivorState::NoneFound);
    assert_eq!(desk.processes(), Vec::<String>::new());
}

#[test]
fn script_deaf_to_the_polite_signal_is_killed() {
    for dialect in dialects() {
        let mut desk = Desk::new();
        desk.dialect = dialect;
        desk.timeout = SHORT;
        let finished = desk.run("trap '' TERM; while :; do sleep 300; done");
        assert_eq!(
            (finished.ended, finished.exit_code),
            (EndingKind::TimedOut, 143)
        );
        assert_eq!(desk.processes(), Vec::<String>::new());
    }
}

#[test]
fn output_printed_before_the_time_limit_is_there() {
    let mut desk = Desk::new();
    desk.timeout = SHORT;
    let finished = desk.run("echo early; echo wrong >&2; sleep 300");
    assert_eq!(finished.stdout.text, "early\n");
    assert_eq!(finished.stderr.text, "wrong\n");
}

#[test]
fn output_printed_while_ending_is_there() {
    let mut desk = Desk::new();
    desk.timeout = SHORT;
    let finished = desk.run("trap 'echo bye; exit' TERM; sleep 300 & wait");
    assert_eq!(finished.stdout.text, "bye\n");
    assert_eq!(finished.exit_code, 143);
}

#[test]
fn call_ends_with_its_main_command_and_names_what_was_left() {
    for script in ["sleep 300 & echo hi", "(setsid sleep 300 &); echo hi"] {
        let desk = Desk::new();
        let started = Instant::now();
        let finished = desk.run(script);
        assert!(started.elapsed() < Duration::from_secs(3));
        assert_eq!(
            (finished.ended, finished.exit_code),
            (EndingKind::Exited, 0)
        );
        assert_eq!(finished.stdout.text, "hi\n");
        let left: Vec<&str> = finished.left.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(left, ["sleep"], "{script}");
        assert_eq!(desk.processes(), Vec::<String>::new());
    }
}

#[test]
fn abort_ends_everything_at_once() {
    let desk = Desk::new();
    let run = desk.start("trap '' TERM; sleep 300 & sleep 300").unwrap();
    run.handle().abort();
    let finished = block_on(run.finish()).unwrap();
    assert_eq!(finished.ended, EndingKind::Aborted);
    desk.assert_deserted();
}

#[test]
fn dropped_run_dies() {
    let desk = Desk::new();
    drop(desk.start("(setsid sleep 300 &); sleep 300").unwrap());
    desk.assert_deserted();
}

#[test]
fn lost_warden_is_said_and_leaves_nothing() {
    let desk = Desk::new();
    // The parent of the shell is the process that would have told of its end; by then it has told of the start.
    let error = desk
        .try_run("sleep 1; kill -9 $PPID; sleep 300")
        .unwrap_err();
    assert_eq!(error.code(), "warden-lost");
    desk.assert_deserted();
}

#[test]
fn script_with_a_nul_byte_is_refused_before_anything_starts() {
    let error = Desk::new().try_run("echo a\0; echo b").unwrap_err();
    assert_eq!(error.code(), "nul-in-command");
}
