//! The stage's vigil: waits for the main command, obeys the host, and ends everything that was started (R5.7, R5.9).

use std::{
    os::fd::{AsFd as _, BorrowedFd, OwnedFd},
    time::{Duration, Instant},
};

use nix::{
    poll::{PollFd, PollFlags, PollTimeout, poll},
    sys::{signal::Signal, signalfd::SignalFd},
    unistd::Pid,
};

use super::reap::{self, Children, Tree};
use crate::{
    outcome::{ProcessName, SurvivorState},
    sys::{packets, process},
    warden::protocol::{Control, Event, Exit},
};

/// How long what the main command left may still end by itself before it is asked to: process substitutions and the
/// like are about to.
const SETTLE: Duration = Duration::from_millis(50);
/// Between two rounds of killing, for what was forked meanwhile.
const ROUND: Duration = Duration::from_millis(3);

/// Who watches over a run, and who it is watched for.
pub(super) struct Vigil<'a> {
    /// The host's wishes come from here, and the result goes there.
    pub(super) host: &'a OwnedFd,
    /// At its end when the warden is gone.
    pub(super) lifeline: &'a OwnedFd,
    /// Tells of children.
    pub(super) signals: &'a SignalFd,
    /// The main command.
    pub(super) main: Pid,
    /// Between asking and killing.
    pub(super) grace: Duration,
    /// How long killing goes on.
    pub(super) patience: Duration,
    /// Whether the pid namespace is ours.
    pub(super) tree: Tree<'static>,
}

/// How far the end has come.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// The main command runs.
    Running,
    /// It ended; what it left may still do so.
    Settling { until: Instant },
    /// Everything was asked to end.
    Asked { until: Instant },
    /// Everything is being killed.
    Killing { until: Instant },
}

/// What was learned so far.
#[derive(Default)]
struct Course {
    exit: Option<Exit>,
    left: Vec<ProcessName>,
    /// Whether nobody listens any more.
    deserted: bool,
}

impl Vigil<'_> {
    /// Waits until the run is over and everything of it is gone, or patience is over. Returns the last message, if
    /// there still is somebody to tell.
    pub(super) fn keep(self) -> Option<Event> {
        let mut phase = Phase::Running;
        let mut course = Course::default();
        loop {
            let children = reap::reap(|pid, exit| {
                if pid == self.main {
                    course.exit = Some(exit);
                }
            });
            if children == Children::None {
                return course.end(self.survivors(Vec::new()));
            }
            let now = Instant::now();
            phase = match phase {
                Phase::Running if course.exit.is_some() => Phase::Settling {
                    until: now + SETTLE,
                },
                Phase::Settling { until } if now >= until => {
                    course.left = self.tree.names();
                    self.ask(now)
                }
                Phase::Asked { until } if now >= until => self.kill(now, &course),
                Phase::Killing { until } if now >= until => {
                    return course.end(self.survivors(self.tree.names()));
                }
                Phase::Killing { .. } => {
                    self.tree.signal(Signal::SIGKILL);
                    phase
                }
                Phase::Running | Phase::Settling { .. } | Phase::Asked { .. } => phase,
            };
            let wish = self.wait(phase, &mut course);
            phase = match (wish, phase) {
                (None, _)
                | (Some(_), Phase::Killing { .. })
                | (Some(Control::Terminate), Phase::Asked { .. }) => phase,
                (Some(Control::Terminate), Phase::Running | Phase::Settling { .. }) => {
                    self.ask(Instant::now())
                }
                (Some(Control::Kill), _) => self.kill(Instant::now(), &course),
            };
        }
    }

    fn ask(&self, now: Instant) -> Phase {
        self.tree.ask_to_end();
        Phase::Asked {
            until: now + self.grace,
        }
    }

    fn kill(&self, now: Instant, course: &Course) -> Phase {
        // Known even where processes can't be listed.
        if course.exit.is_none() {
            process::signal(self.main, Signal::SIGKILL);
        }
        self.tree.signal(Signal::SIGKILL);
        Phase::Killing {
            until: now + self.patience,
        }
    }

    /// What an empty or other list of survivors means here.
    fn survivors(&self, names: Vec<ProcessName>) -> (SurvivorState, Vec<ProcessName>) {
        let state = match (names.is_empty(), self.tree) {
            (false, _) => SurvivorState::Named,
            // Every process of a pid namespace descends from its first, and that has no children.
            (true, Tree::Namespace) => SurvivorState::ProvenNone,
            (true, Tree::Below { .. }) => SurvivorState::NoneFound,
        };
        (state, names)
    }

    /// Waits for news or for the phase to be over. Returns what is wished for.
    fn wait(&self, phase: Phase, course: &mut Course) -> Option<Control> {
        let timeout = match phase {
            Phase::Running => PollTimeout::NONE,
            Phase::Settling { until } | Phase::Asked { until } => until_then(until),
            Phase::Killing { .. } => until_then(Instant::now() + ROUND),
        };
        let children = PollFd::new(self.signals.as_fd(), PollFlags::POLLIN);
        let mut watched = vec![children];
        if !course.deserted {
            watched.push(PollFd::new(self.host.as_fd(), PollFlags::POLLIN));
            watched.push(PollFd::new(self.lifeline.as_fd(), PollFlags::POLLIN));
        }
        // An error means that something interrupted us: the next round sees what.
        let _ = poll(&mut watched, timeout);
        let ready = |place: usize| watched.get(place).and_then(PollFd::any) == Some(true);
        let (from_host, from_warden) = (ready(1), ready(2));
        process::drain(self.signals);
        if from_warden {
            course.deserted = true;
            return Some(Control::Kill);
        }
        if from_host {
            let wish = receive(self.host.as_fd());
            course.deserted = wish.is_none();
            return wish.or(Some(Control::Kill));
        }
        None
    }
}

impl Course {
    fn end(self, (survivors, survivor_names): (SurvivorState, Vec<ProcessName>)) -> Option<Event> {
        if self.deserted {
            return None;
        }
        Some(Event::Ended {
            // A main command that can't be ended has no exit code; the signal it was sent stands for it.
            exit: self.exit.unwrap_or(Exit::Signal {
                signal: libc::SIGKILL,
            }),
            left: self.left,
            survivors,
            survivor_names,
        })
    }
}

/// Reads what the host wants. None: it is gone, or says what nobody understands, which is as bad.
fn receive(host: BorrowedFd<'_>) -> Option<Control> {
    let packet = packets::receive(host).ok().flatten()?;
    serde_json::from_slice(&packet.bytes).ok()
}

/// A timeout that is over no sooner than the moment itself, so that nothing spins.
fn until_then(moment: Instant) -> PollTimeout {
    let left = moment.saturating_duration_since(Instant::now());
    let milliseconds = u16::try_from(left.as_millis() + 1).unwrap_or(u16::MAX);
    PollTimeout::from(milliseconds)
}
