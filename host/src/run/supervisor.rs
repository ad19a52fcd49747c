//! Watches one run from its start to its end: one loop, one owner, messages only.
//!
//! Four things happen to a run: the warden says something, its output has to stop, its time is over, or the caller gives
//! up on it. They meet in one `select!`, every arm of which can be cancelled without loss. Output is read elsewhere (see
//! `output::Capture`), so nothing here ever waits for a disk, a pipe or a slow listener. The call ends when the warden
//! says that the main command ended, whoever still holds its pipes (R5.9).

use std::{
    fmt,
    io::{self, PipeReader, Read as _},
    os::fd::AsFd,
    sync::Arc,
    time::Duration,
};

use tokio::{
    sync::{Notify, mpsc, watch},
    time::{Instant, Interval, MissedTickBehavior, interval_at, sleep_until},
};

use super::{
    progress::Progress,
    spawn::{RunError, RunPipes},
    state::{Cause, State},
};
use crate::{
    judge::EndingKind,
    limits::{
        CWD_REPORT_BYTES, FOREGROUND_CEILING, PROGRESS_EVERY, PROGRESS_FIRST, PROGRESS_LINES,
        WARDEN_MARGIN,
    },
    outcome::{ProcessName, Stream, SurvivorState},
    output::{Capture, CaptureLimits, Captured, Notice, OutputFiles},
    sys::readiness::Readiness,
    warden::{
        RunChannel,
        protocol::{Control, Event, Exit},
    },
};

/// How a run ended and what it gave, before anybody says what that means.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct Finished {
    /// How it ended.
    pub ended: EndingKind,
    /// The exit code; 128 plus the signal after a signal, 143 at the time limit, 137 at a size limit (R5.5).
    pub exit_code: i32,
    /// The signal that ended the main command, if one did.
    pub signal: Option<i32>,
    /// Standard output.
    pub stdout: Stream,
    /// Standard error.
    pub stderr: Stream,
    /// All of standard output, if it stayed in memory.
    pub stdout_whole: Option<Vec<u8>>,
    /// The end of standard output, for exit-code policies.
    pub stdout_tail: String,
    /// The end of standard error, for exit-code policies.
    pub stderr_tail: String,
    /// Processes that were left when the main command ended, and were then ended.
    pub left: Vec<ProcessName>,
    /// What is known of survivors.
    pub survivors: SurvivorState,
    /// Processes that could not be ended.
    pub survivor_names: Vec<ProcessName>,
    /// What the shell reported as its working directory: a claim, for `shell::cwd`.
    pub cwd_report: Vec<u8>,
    /// How long it took.
    pub elapsed: Duration,
    /// What went wrong with the output, for people.
    pub notes: Vec<String>,
}

/// The host's end of the warden's run socket; a trait so that this loop is tested without processes.
pub(super) trait Channel: AsFd + fmt::Debug + Send + Sync {
    /// The next event; none if there is none yet.
    fn receive(&self) -> io::Result<Option<Event>>;
    /// Tells the run to end.
    fn send(&self, control: Control) -> io::Result<()>;
}

impl Channel for RunChannel {
    fn receive(&self) -> io::Result<Option<Event>> {
        Self::receive(self)
    }

    fn send(&self, control: Control) -> io::Result<()> {
        Self::send(self, control)
    }
}

/// A run that was started. Dropping it, or the future of [`Run::finish`], ends the run at once.
#[derive(Debug)]
pub(crate) struct Run {
    channel: Box<dyn Channel>,
    capture: Capture,
    notices: mpsc::Receiver<Notice>,
    report: PipeReader,
    limit: Duration,
    patience: Duration,
    started: Instant,
    progress: watch::Sender<Option<Progress>>,
    abort: Arc<Notify>,
}

/// A view of a run for whoever doesn't wait for it. Clones see the same run.
#[derive(Clone, Debug)]
pub struct RunHandle {
    progress: watch::Receiver<Option<Progress>>,
    abort: Arc<Notify>,
}

impl RunHandle {
    /// Gives up on the run: it is killed at once, with all it started, and ends as aborted.
    pub fn abort(&self) {
        self.abort.notify_one();
    }

    /// Waits for the next progress report. None: there will be no more.
    ///
    /// A listener that is too slow misses reports and gets the latest; it never holds up the run or the reading of its
    /// output, and nothing queues up for it (R5.8).
    ///
    /// # Cancel safety
    /// A report that came meanwhile is there the next time.
    pub async fn progress(&mut self) -> Option<Progress> {
        self.progress.changed().await.ok()?;
        self.progress.borrow_and_update().clone()
    }
}

/// What happened to a run.
enum News {
    Said(io::Result<Event>),
    OutputStopped,
    OutputLost,
    TimeIsOver,
    Aborted,
    ProgressIsDue,
}

/// What the warden said of the end.
struct End {
    exit: Exit,
    left: Vec<ProcessName>,
    survivors: SurvivorState,
    survivor_names: Vec<ProcessName>,
}

impl Run {
    /// Starts to read what a run prints. `patience` is how long the warden may take to end it.
    pub(super) fn watch(
        channel: impl Channel + 'static,
        pipes: RunPipes,
        (files, limits): (OutputFiles, CaptureLimits),
        limit: Duration,
        patience: Duration,
    ) -> io::Result<Self> {
        // The reader sends at most two notices, so there is always room and it never waits.
        let (sender, notices) = mpsc::channel(2);
        let notify = move |notice| drop(sender.try_send(notice));
        let capture = Capture::start(pipes.output, files, limits, notify)?;
        Ok(Self {
            channel: Box::new(channel),
            capture,
            notices,
            report: pipes.report,
            limit: limit.min(FOREGROUND_CEILING),
            patience: patience + WARDEN_MARGIN,
            started: Instant::now(),
            progress: watch::Sender::new(None),
            abort: Arc::new(Notify::new()),
        })
    }

    /// Returns a view of the run.
    pub(crate) fn handle(&self) -> RunHandle {
        RunHandle {
            progress: self.progress.subscribe(),
            abort: Arc::clone(&self.abort),
        }
    }

    /// Waits until the run ends, and ends it at its limits.
    ///
    /// # Panics
    /// Outside of a tokio runtime with I/O and time enabled.
    ///
    /// # Cancel safety
    /// Dropping the future ends the run at once; what it printed is lost.
    ///
    /// # Errors
    /// [`RunError::NotStarted`] when nothing ran, [`RunError::WardenLost`] and [`RunError::WardenSilent`] when the end is
    /// not known, [`RunError::OutputLost`] and [`RunError::Prepare`] when the host failed.
    pub(crate) async fn finish(self) -> Result<Finished, RunError> {
        let Self {
            channel,
            capture,
            mut notices,
            report,
            limit,
            patience,
            started,
            progress,
            abort,
        } = self;
        let readiness =
            Readiness::of(channel.as_fd()).map_err(RunError::prepare("a watch on the warden"))?;
        let mut supervisor = Supervisor {
            channel,
            state: State::Starting,
            started,
            limit,
            patience,
        };
        let mut ticks = ticks(started);
        let end = loop {
            let news = tokio::select! {
                said = readiness.read(|| supervisor.channel.receive()) => News::Said(said),
                notice = notices.recv() => match notice {
                    Some(Notice::Stopped) => News::OutputStopped,
                    Some(Notice::Done(_)) | None => News::OutputLost,
                },
                () = sleep_until(supervisor.deadline()) => News::TimeIsOver,
                () = abort.notified() => News::Aborted,
                _ = ticks.tick() => News::ProgressIsDue,
            };
            if matches!(news, News::ProgressIsDue) {
                let glance = capture.glance(PROGRESS_LINES);
                progress.send_replace(Some(Progress::new(glance, started.elapsed(), limit)));
            } else if let Some(end) = supervisor.react(news)? {
                break end;
            }
        };
        capture.finish();
        let captured = captured(&mut notices).await?;
        Ok(supervisor.finished(end, captured, read_report(report)))
    }
}

struct Supervisor {
    channel: Box<dyn Channel>,
    state: State,
    started: Instant,
    limit: Duration,
    patience: Duration,
}

impl Supervisor {
    /// When time is over: for the command while it runs, for the warden after that.
    fn deadline(&self) -> Instant {
        let after = match self.state {
            State::Starting | State::Running => self.limit,
            State::Ending { give_up, .. } => give_up,
        };
        self.started + after
    }

    /// Does what news call for. Some: the run is over.
    fn react(&mut self, news: News) -> Result<Option<End>, RunError> {
        match news {
            News::Said(Ok(Event::Started { .. })) => self.state = self.state.started(),
            News::Said(Ok(Event::Failed { message })) => {
                return Err(match self.state {
                    State::Starting => RunError::NotStarted { message },
                    // It may not have started either, but that is not known.
                    State::Running | State::Ending { .. } => RunError::WardenLost { message },
                });
            }
            News::Said(Ok(Event::Ended {
                exit,
                left,
                survivors,
                survivor_names,
            })) => {
                return Ok(Some(End {
                    exit,
                    left,
                    survivors,
                    survivor_names,
                }));
            }
            News::Said(Err(error)) => return Err(lost(&error)),
            News::OutputStopped => self.end(Cause::Limit),
            News::OutputLost => return Err(RunError::OutputLost),
            News::Aborted => self.end(Cause::Aborted),
            News::TimeIsOver => return self.time_is_over(),
            News::ProgressIsDue => {}
        }
        Ok(None)
    }

    fn time_is_over(&mut self) -> Result<Option<End>, RunError> {
        // The runtime may not have seen yet what has been said: an end that is there is no time limit hit.
        match self.channel.receive() {
            Ok(None) => {}
            Ok(Some(event)) => return self.react(News::Said(Ok(event))),
            Err(error) => return Err(lost(&error)),
        }
        match self.state {
            State::Starting | State::Running => {
                self.end(Cause::TimedOut);
                Ok(None)
            }
            State::Ending { .. } => Err(RunError::WardenSilent {
                waited: self.patience,
            }),
        }
    }

    fn end(&mut self, cause: Cause) {
        let give_up = self.started.elapsed() + self.patience;
        let (state, control) = self.state.end(cause, give_up);
        self.state = state;
        if let Some(control) = control {
            // Fails only when the run is over; then the channel says so itself.
            drop(self.channel.send(control));
        }
    }

    fn finished(&self, end: End, captured: Captured, cwd_report: Vec<u8>) -> Finished {
        let (ended, exit_code) = self.state.ended(end.exit);
        let Captured { stdout, stderr } = captured;
        let problems = [("standard output", &stdout), ("standard error", &stderr)];
        let notes = problems.into_iter().filter_map(|(name, spilled)| {
            let problem = spilled.problem.as_ref()?;
            Some(format!("{name} is not complete: {problem}"))
        });
        Finished {
            ended,
            exit_code,
            signal: match end.exit {
                Exit::Code { .. } => None,
                Exit::Signal { signal } => Some(signal),
            },
            notes: notes.collect(),
            stdout: stdout.stream,
            stderr: stderr.stream,
            stdout_whole: stdout.whole,
            stdout_tail: stdout.tail,
            stderr_tail: stderr.tail,
            left: end.left,
            survivors: end.survivors,
            survivor_names: end.survivor_names,
            cwd_report,
            elapsed: self.started.elapsed(),
        }
    }
}

fn lost(error: &io::Error) -> RunError {
    RunError::WardenLost {
        message: error.to_string(),
    }
}

/// The times of progress reports (R5.8). A late one is skipped, not made up for.
fn ticks(started: Instant) -> Interval {
    let mut ticks = interval_at(started + PROGRESS_FIRST, PROGRESS_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    ticks
}

/// Waits for the reader's last notice.
async fn captured(notices: &mut mpsc::Receiver<Notice>) -> Result<Captured, RunError> {
    loop {
        match notices.recv().await {
            // What was too much came with the end: the notes say so.
            Some(Notice::Stopped) => {}
            Some(Notice::Done(captured)) => return Ok(*captured),
            None => return Err(RunError::OutputLost),
        }
    }
}

/// Reads what is in the report's pipe now, and one byte more than is believed.
fn read_report(report: PipeReader) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Ends with "would block" where a survivor holds the other end: what came before is there all the same.
    drop(
        report
            .take(CWD_REPORT_BYTES as u64 + 1)
            .read_to_end(&mut bytes),
    );
    bytes
}

#[cfg(test)]
mod tests;
