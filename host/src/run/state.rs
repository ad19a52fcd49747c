//! Where a run is between its start and its end, and what the warden is told on the way. PURE.

use std::time::Duration;

use crate::{
    judge::EndingKind,
    warden::protocol::{Control, Exit},
};

/// Exit code at the time limit, whatever the shell made of the signal (R5.5).
const TIMED_OUT: i32 = 143;
/// Exit code at a size limit (R5.5).
const LIMIT_HIT: i32 = 137;

/// Why the host ends a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// Its time is over.
    TimedOut,
    /// Its output is not kept any more.
    Limit,
    /// The caller gave up on it.
    Aborted,
}

impl Cause {
    /// What the warden is told. Only the time limit leaves a grace: output past its limit would be lost during it, and
    /// who aborts wants it over (R5.7).
    const fn control(self) -> Control {
        match self {
            Self::TimedOut => Control::Terminate,
            Self::Limit | Self::Aborted => Control::Kill,
        }
    }
}

/// Where a run is. It ends with the warden's word, not with a state of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The warden was asked to start it.
    Starting,
    /// The walls are up and the shell runs.
    Running,
    /// The warden was told to end it.
    Ending {
        /// Why; the first reason counts.
        cause: Cause,
        /// The strongest thing it was told.
        told: Control,
        /// When to stop believing that it will, counted from the start of the run.
        give_up: Duration,
    },
}

impl State {
    /// The shell runs.
    #[must_use]
    pub(super) const fn started(self) -> Self {
        match self {
            Self::Starting | Self::Running => Self::Running,
            Self::Ending { .. } => self,
        }
    }

    /// The run is to end. Also returns what to tell the warden, if it hasn't been told as much.
    #[must_use]
    pub(super) fn end(self, cause: Cause, give_up: Duration) -> (Self, Option<Control>) {
        let control = cause.control();
        match self {
            Self::Starting | Self::Running => {
                let told = control;
                let ending = Self::Ending {
                    cause,
                    told,
                    give_up,
                };
                (ending, Some(control))
            }
            Self::Ending {
                cause: first,
                told: Control::Terminate,
                ..
            } if control == Control::Kill => {
                let ending = Self::Ending {
                    cause: first,
                    told: control,
                    give_up,
                };
                (ending, Some(control))
            }
            Self::Ending { .. } => (self, None),
        }
    }

    /// How a run ended whose main command ended like this, and its exit code.
    pub(super) const fn ended(self, exit: Exit) -> (EndingKind, i32) {
        match (self, exit) {
            (Self::Ending { cause, .. }, exit) => match cause {
                Cause::TimedOut => (EndingKind::TimedOut, TIMED_OUT),
                Cause::Limit => (EndingKind::Limit, LIMIT_HIT),
                Cause::Aborted => (EndingKind::Aborted, status(exit)),
            },
            (Self::Starting | Self::Running, Exit::Code { .. }) => {
                (EndingKind::Exited, status(exit))
            }
            (Self::Starting | Self::Running, Exit::Signal { .. }) => {
                (EndingKind::Signalled, status(exit))
            }
        }
    }
}

/// The exit code as shells count.
const fn status(exit: Exit) -> i32 {
    match exit {
        Exit::Code { code } => code,
        Exit::Signal { signal } => 128 + signal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIVE_UP: Duration = Duration::from_secs(9);
    const CLEAN: Exit = Exit::Code { code: 0 };
    const KILLED: Exit = Exit::Signal { signal: 9 };

    #[test]
    fn run_that_ends_by_itself_keeps_its_exit() {
        let running = State::Starting.started();
        assert_eq!(
            running.ended(Exit::Code { code: 3 }),
            (EndingKind::Exited, 3)
        );
        assert_eq!(running.ended(KILLED), (EndingKind::Signalled, 137));
    }

    #[test]
    fn time_limit_is_polite_and_exits_with_143_whatever_the_shell_says() {
        let (ending, control) = State::Running.end(Cause::TimedOut, GIVE_UP);
        assert_eq!(control, Some(Control::Terminate));
        for exit in [CLEAN, KILLED] {
            assert_eq!(ending.ended(exit), (EndingKind::TimedOut, 143));
        }
    }

    #[test]
    fn size_limit_kills_and_exits_with_137() {
        let (ending, control) = State::Running.end(Cause::Limit, GIVE_UP);
        assert_eq!(control, Some(Control::Kill));
        assert_eq!(ending.ended(CLEAN), (EndingKind::Limit, 137));
    }

    #[test]
    fn run_can_be_aborted_before_it_started() {
        let (ending, control) = State::Starting.end(Cause::Aborted, GIVE_UP);
        assert_eq!(control, Some(Control::Kill));
        assert_eq!(ending.started(), ending);
        assert_eq!(ending.ended(KILLED), (EndingKind::Aborted, 137));
    }

    #[test]
    fn abort_during_the_grace_kills_but_the_first_cause_counts() {
        let (ending, _) = State::Running.end(Cause::TimedOut, GIVE_UP);
        let (ending, control) = ending.end(Cause::Aborted, GIVE_UP);
        assert_eq!(control, Some(Control::Kill));
        assert_eq!(ending.ended(KILLED), (EndingKind::TimedOut, 143));
    }

    #[test]
    fn nothing_is_told_twice() {
        for cause in [Cause::TimedOut, Cause::Limit, Cause::Aborted] {
            let (ending, _) = State::Running.end(cause, GIVE_UP);
            assert_eq!(ending.end(cause, GIVE_UP), (ending, None));
            assert_eq!(ending.end(Cause::TimedOut, GIVE_UP), (ending, None));
        }
    }
}
