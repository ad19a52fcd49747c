//! Tests of `supervisor.rs` with a warden that is played by the test, so that every order of events can be had.

use std::{
    collections::VecDeque,
    io::{PipeWriter, Write as _},
    os::fd::BorrowedFd,
    sync::{Mutex, mpsc::Sender},
};

use super::*;
use crate::{
    limits::OUTPUT_CHARS,
    run::spawn::{RunWriters, capture_limits, make_pipes},
    sys::descriptors::set_nonblocking,
};

/// The host's end of the played warden.
#[derive(Debug)]
struct Played {
    /// A byte for each event; its end of file is the warden's.
    wake: PipeReader,
    events: Arc<Mutex<VecDeque<Event>>>,
    told: Sender<Control>,
}

impl AsFd for Played {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.wake.as_fd()
    }
}

impl Channel for Played {
    fn receive(&self) -> io::Result<Option<Event>> {
        match (&self.wake).read(&mut [0]) {
            Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(_) => Ok(self.events.lock().unwrap().pop_front()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn send(&self, control: Control) -> io::Result<()> {
        self.told.send(control).map_err(io::Error::other)
    }
}

/// The other end: what the run and its warden do.
struct Stage {
    wake: PipeWriter,
    events: Arc<Mutex<VecDeque<Event>>>,
    told: std::sync::mpsc::Receiver<Control>,
    writers: RunWriters,
    directory: tempfile::TempDir,
}

impl Stage {
    fn say(&mut self, event: Event) {
        self.events.lock().unwrap().push_back(event);
        self.wake.write_all(b".").unwrap();
    }

    fn end(&mut self, exit: Exit) {
        self.say(Event::Ended {
            exit,
            left: Vec::new(),
            survivors: SurvivorState::NoneFound,
            survivor_names: Vec::new(),
        });
    }
}

const LONG: Duration = Duration::from_mins(1);
const SHORT: Duration = Duration::from_millis(20);
const CLEAN: Exit = Exit::Code { code: 0 };
const KILLED: Exit = Exit::Signal { signal: 9 };

fn start(limit: Duration) -> (Run, Stage) {
    let directory = tempfile::tempdir().unwrap();
    let files = OutputFiles::new(directory.path(), "1");
    let (pipes, writers) = make_pipes().unwrap();
    let (reader, wake) = io::pipe().unwrap();
    set_nonblocking(&reader).unwrap();
    let events = Arc::new(Mutex::new(VecDeque::new()));
    let (told, hears) = std::sync::mpsc::channel();
    let channel = Played {
        wake: reader,
        events: Arc::clone(&events),
        told,
    };
    let stage = Stage {
        wake,
        events,
        told: hears,
        writers,
        directory,
    };
    let run = Run::watch(
        channel,
        pipes,
        (files, capture_limits(OUTPUT_CHARS)),
        limit,
        SHORT,
    )
    .unwrap();
    (run, stage)
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

/// Lets the stage answer the first control it is told.
fn answer(mut stage: Stage, exit: Exit) -> std::thread::JoinHandle<(Control, Stage)> {
    std::thread::spawn(move || {
        let control = stage.told.recv().unwrap();
        stage.end(exit);
        (control, stage)
    })
}

#[test]
fn run_that_exits_gives_its_code_and_output() {
    let (run, mut stage) = start(LONG);
    stage.say(Event::Started { pid: 7 });
    stage.writers.stdout.write_all(b"out\n").unwrap();
    stage.writers.stderr.write_all(b"err\n").unwrap();
    stage.writers.report.write_all(b"/somewhere\n").unwrap();
    stage.end(Exit::Code { code: 3 });
    let finished = block_on(run.finish()).unwrap();
    assert_eq!(
        (finished.ended, finished.exit_code),
        (EndingKind::Exited, 3)
    );
    assert_eq!(finished.signal, None);
    assert_eq!(finished.stdout.text, "out\n");
    assert_eq!(finished.stderr.text, "err\n");
    assert_eq!(finished.stderr_tail, "err\n");
    assert_eq!(finished.cwd_report, b"/somewhere\n");
    assert_eq!(finished.notes, Vec::<String>::new());
}

#[test]
fn run_killed_by_a_signal_counts_from_128() {
    let (run, mut stage) = start(LONG);
    stage.end(Exit::Signal { signal: 11 });
    let finished = block_on(run.finish()).unwrap();
    assert_eq!(finished.ended, EndingKind::Signalled);
    assert_eq!((finished.exit_code, finished.signal), (139, Some(11)));
}

#[test]
fn call_ends_although_the_pipes_are_held() {
    let (run, mut stage) = start(LONG);
    stage.writers.stdout.write_all(b"before\n").unwrap();
    stage.end(CLEAN);
    let finished = block_on(run.finish()).unwrap();
    assert_eq!(finished.stdout.text, "before\n");
    // Only now do the writing ends close.
    drop(stage);
}

#[test]
fn time_limit_asks_the_warden_to_end_it() {
    let (run, stage) = start(SHORT);
    let warden = answer(stage, CLEAN);
    let finished = block_on(run.finish()).unwrap();
    assert_eq!(
        (finished.ended, finished.exit_code),
        (EndingKind::TimedOut, 143)
    );
    assert!(finished.elapsed >= SHORT);
    assert_eq!(warden.join().unwrap().0, Control::Terminate);
}

#[test]
fn end_that_is_there_already_is_no_time_limit_hit() {
    let (run, mut stage) = start(Duration::ZERO);
    stage.end(CLEAN);
    let finished = block_on(run.finish()).unwrap();
    assert_eq!(finished.ended, EndingKind::Exited);
}

#[test]
fn no_time_limit_goes_beyond_the_ceiling() {
    let (run, _stage) = start(Duration::MAX);
    assert_eq!(run.limit, FOREGROUND_CEILING);
}

#[test]
fn abort_kills_at_once() {
    let (run, stage) = start(LONG);
    run.handle().abort();
    let warden = answer(stage, KILLED);
    let finished = block_on(run.finish()).unwrap();
    assert_eq!(
        (finished.ended, finished.exit_code),
        (EndingKind::Aborted, 137)
    );
    assert_eq!(warden.join().unwrap().0, Control::Kill);
}

#[test]
fn walls_that_fail_are_an_error_in_the_wardens_words() {
    let (run, mut stage) = start(LONG);
    stage.say(Event::Failed {
        message: "no namespaces here".to_owned(),
    });
    let error = block_on(run.finish()).unwrap_err();
    assert_eq!(error.code(), "not-started");
    assert!(error.to_string().contains("no namespaces here"));
}

#[test]
fn failure_after_the_start_is_no_failure_to_start() {
    let (run, mut stage) = start(LONG);
    stage.say(Event::Started { pid: 7 });
    stage.say(Event::Failed {
        message: "killed by somebody".to_owned(),
    });
    let error = block_on(run.finish()).unwrap_err();
    assert_eq!(error.code(), "warden-lost");
    assert!(error.to_string().contains("killed by somebody"));
}

#[test]
fn lost_warden_is_an_error_not_a_success() {
    let (run, mut stage) = start(LONG);
    stage.say(Event::Started { pid: 7 });
    let Stage { wake, .. } = stage;
    drop(wake);
    assert_eq!(block_on(run.finish()).unwrap_err().code(), "warden-lost");
}

#[test]
fn warden_that_ends_nothing_is_given_up_on() {
    let (mut run, stage) = start(SHORT);
    run.patience = SHORT;
    assert_eq!(block_on(run.finish()).unwrap_err().code(), "warden-silent");
    assert_eq!(stage.told.recv().unwrap(), Control::Terminate);
}

#[test]
fn children_and_survivors_are_named() {
    let (run, mut stage) = start(LONG);
    let sleeper = ProcessName {
        pid: 12,
        name: "sleep".to_owned(),
    };
    stage.say(Event::Ended {
        exit: CLEAN,
        left: vec![sleeper.clone()],
        survivors: SurvivorState::Named,
        survivor_names: vec![sleeper.clone()],
    });
    let finished = block_on(run.finish()).unwrap();
    assert_eq!(finished.left, std::slice::from_ref(&sleeper));
    assert_eq!(finished.survivors, SurvivorState::Named);
    assert_eq!(finished.survivor_names, [sleeper]);
}

#[test]
fn output_that_cannot_be_kept_ends_the_run_at_a_limit() {
    let (run, mut stage) = start(LONG);
    // Without its directory the output can't move to a file.
    std::fs::remove_dir(stage.directory.path()).unwrap();
    let mut stdout = stage.writers.stdout.try_clone().unwrap();
    stage.say(Event::Started { pid: 7 });
    let writer = std::thread::spawn(move || {
        for _ in 0..=crate::limits::OUTPUT_MEMORY_BYTES / 4096 {
            if stdout.write_all(&[b'x'; 4096]).is_err() {
                return;
            }
        }
    });
    let warden = answer(stage, KILLED);
    let finished = block_on(run.finish()).unwrap();
    assert_eq!(
        (finished.ended, finished.exit_code),
        (EndingKind::Limit, 137)
    );
    assert!(finished.notes[0].starts_with("standard output is not complete"));
    assert_eq!(warden.join().unwrap().0, Control::Kill);
    writer.join().unwrap();
}

#[test]
fn report_that_is_too_long_is_read_no_further() {
    let (run, mut stage) = start(LONG);
    stage.writers.report.write_all(&[b'/'; 9000]).unwrap();
    stage.end(CLEAN);
    let finished = block_on(run.finish()).unwrap();
    assert_eq!(finished.cwd_report.len(), CWD_REPORT_BYTES + 1);
}

#[test]
fn progress_comes_while_it_runs_and_ends_with_it() {
    let (run, mut stage) = start(LONG);
    let mut handle = run.handle();
    stage.writers.stdout.write_all(b"one\ntwo").unwrap();
    let first = block_on(async {
        let listening = async {
            let first = handle.progress().await;
            stage.end(CLEAN);
            (first, handle.progress().await)
        };
        let (finished, (first, last)) = tokio::join!(run.finish(), listening);
        assert_eq!(finished.unwrap().exit_code, 0);
        assert_eq!(last, None);
        first.unwrap()
    });
    assert_eq!(first.last.lines, ["one", "two"]);
    assert!(first.last.incomplete);
    assert_eq!(first.stdout.bytes, 7);
    assert_eq!(first.limit, LONG);
    assert!(first.elapsed >= PROGRESS_FIRST);
}

#[test]
fn dropped_run_closes_the_channel() {
    let (run, mut stage) = start(LONG);
    drop(run);
    assert!(stage.wake.write_all(b".").is_err());
}

#[test]
fn dropped_future_closes_the_channel() {
    let (run, mut stage) = start(LONG);
    block_on(async {
        let finish = run.finish();
        tokio::select! {
            biased;
            _ = finish => panic!("it can't have ended"),
            () = tokio::task::yield_now() => {}
        }
    });
    assert!(stage.wake.write_all(b".").is_err());
}

#[test]
fn run_can_be_waited_for_on_another_thread() {
    fn sendable(_: &impl Send) {}
    let (run, _stage) = start(LONG);
    sendable(&run.finish());
}
