//! The child that becomes the shell: from fork to exec (R5.7). Everything that needs memory was done before the fork.
#![expect(unsafe_code, reason = "forks")]

use std::{
    fs::File,
    io::{self, Read as _, Write as _},
    os::fd::{AsFd as _, OwnedFd, RawFd},
};

use landlock::RulesetCreated;
use nix::{
    errno::Errno,
    sys::{prctl, signal::Signal},
    unistd::{ForkResult, Pid, fork, getpid, getppid, setsid},
};
use seccompiler::BpfProgram;

use super::{REPORT_FD, TEXT_FD, walls};
use crate::sys::process::{self, Closing, Program};

/// What the shell is given.
pub(super) struct Streams {
    pub(super) stdin: OwnedFd,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
    pub(super) text: OwnedFd,
    pub(super) report: OwnedFd,
}

/// What still has to be done in the child.
pub(super) struct Walls {
    pub(super) landlock: Option<RulesetCreated>,
    pub(super) filters: Vec<BpfProgram>,
}

/// What failed on the way. The number is what travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Step {
    Parent = 1,
    Descriptors = 2,
    Landlock = 3,
    Filters = 4,
    Exec = 5,
}

impl Step {
    fn from_number(number: u8) -> Option<Self> {
        [
            Self::Parent,
            Self::Descriptors,
            Self::Landlock,
            Self::Filters,
            Self::Exec,
        ]
        .into_iter()
        .find(|step| *step as u8 == number)
    }

    fn words(self) -> &'static str {
        match self {
            Self::Parent => "could not stay with its stage",
            Self::Descriptors => "could not arrange its descriptors",
            Self::Landlock => "could not put Landlock into force",
            Self::Filters => "could not put system call filters into force",
            Self::Exec => "could not be started",
        }
    }
}

/// Starts the shell and waits until it runs.
pub(super) fn start(program: &Program, streams: Streams, walls: Walls) -> Result<Pid, String> {
    let fail = |error: io::Error| format!("can't start a process: {error}");
    let (reader, writer) = io::pipe().map_err(fail)?;
    let stage = getpid();
    // SAFETY: the stage has one thread, so the child finds no lock held by another.
    let forked = unsafe { fork() };
    match forked.map_err(|errno| fail(errno.into()))? {
        ForkResult::Child => {
            let (step, errno) = become_shell(program, &streams, walls, stage);
            say_failure(writer.into(), step, errno);
            process::exit(127)
        }
        ForkResult::Parent { child } => {
            // The command's readers must see its end, so none of this may stay open here.
            drop((streams, writer));
            match hear_failure(reader.into()) {
                None => Ok(child),
                Some((step, errno)) => Err(format!(
                    "{} {}: {}",
                    program.path().to_string_lossy(),
                    step.map_or("failed before it was started", Step::words),
                    errno.desc()
                )),
            }
        }
    }
}

fn become_shell(program: &Program, streams: &Streams, walls: Walls, stage: Pid) -> (Step, Errno) {
    let steps = || -> Result<(), (Step, Errno)> {
        let at = |step: Step| move |error: io::Error| (step, errno_of(&error));
        setsid().map_err(|errno| (Step::Parent, errno))?;
        prctl::set_pdeathsig(Signal::SIGKILL).map_err(|errno| (Step::Parent, errno))?;
        // The stage may have ended before the line above.
        if getppid() != stage {
            return Err((Step::Parent, Errno::ESRCH));
        }
        arrange(streams).map_err(at(Step::Descriptors))?;
        process::unblock_signals();
        if let Some(rules) = walls.landlock {
            walls::landlock::enforce(rules).map_err(at(Step::Landlock))?;
        }
        walls::seccomp::install(&walls.filters).map_err(|_| (Step::Filters, Errno::last()))?;
        Ok(())
    };
    match steps() {
        Ok(()) => (Step::Exec, program.exec()),
        Err(failed) => failed,
    }
}

/// Puts everything at its number; what else is open ends with exec, among it the pipe for failures. An open directory
/// would beat every wall.
fn arrange(streams: &Streams) -> io::Result<()> {
    process::place(streams.stdin.as_fd(), 0)?;
    process::place(streams.stdout.as_fd(), 1)?;
    process::place(streams.stderr.as_fd(), 2)?;
    process::place(streams.text.as_fd(), TEXT_FD)?;
    process::place(streams.report.as_fd(), REPORT_FD)?;
    process::close_range(3, TEXT_FD - 1, Closing::OnExec)?;
    process::close_range(REPORT_FD + 1, RawFd::MAX, Closing::OnExec)
}

fn errno_of(error: &io::Error) -> Errno {
    Errno::from_raw(error.raw_os_error().unwrap_or(libc::EIO))
}

fn say_failure(writer: OwnedFd, step: Step, errno: Errno) {
    let [a, b, c, d] = (errno as i32).to_ne_bytes();
    // Nobody to tell: then the stage is gone, and this process with it.
    drop(File::from(writer).write_all(&[step as u8, a, b, c, d]));
}

/// Waits for exec or a failure.
fn hear_failure(reader: OwnedFd) -> Option<(Option<Step>, Errno)> {
    let mut said = Vec::new();
    if let Err(error) = File::from(reader).read_to_end(&mut said) {
        return Some((None, errno_of(&error)));
    }
    match said.as_slice() {
        [] => None,
        [step, a, b, c, d] => {
            let errno = Errno::from_raw(i32::from_ne_bytes([*a, *b, *c, *d]));
            Some((Step::from_number(*step), errno))
        }
        _ => Some((None, Errno::EIO)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failure_travels_with_step_and_reason() {
        let (reader, writer) = io::pipe().unwrap();
        say_failure(writer.into(), Step::Exec, Errno::ENOENT);
        assert_eq!(
            hear_failure(reader.into()),
            Some((Some(Step::Exec), Errno::ENOENT))
        );
    }

    #[test]
    fn silence_means_that_the_shell_runs() {
        let (reader, writer) = io::pipe().unwrap();
        drop(writer);
        assert_eq!(hear_failure(reader.into()), None);
    }

    #[test]
    fn every_step_is_found_by_its_number() {
        for step in [
            Step::Parent,
            Step::Descriptors,
            Step::Landlock,
            Step::Filters,
            Step::Exec,
        ] {
            assert_eq!(Step::from_number(step as u8), Some(step));
        }
        assert_eq!(Step::from_number(0), None);
    }
}
