//! Ending process trees (R5.7): who is in one, signals to all of it, and proof that nothing is left.
//!
//! A subreaper gets every orphan below it as a child. So while anything of a tree lives, waiting for children says so,
//! whatever sessions or groups the processes moved to.

use nix::{sys::signal::Signal, unistd::Pid};

use crate::{
    outcome::ProcessName,
    sys::{
        process::{self, Ending, Waited},
        process_table::{self, Process, ProcessState},
    },
    warden::protocol::Exit,
};

/// Most processes named in one message.
const MAX_NAMES: usize = 64;

impl From<Ending> for Exit {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Code(code) => Self::Code { code },
            Ending::Signal(signal) => Self::Signal { signal },
        }
    }
}

/// Which processes belong to a tree.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tree<'a> {
    /// All of this pid namespace but this process, which is number 1 in it.
    Namespace,
    /// All that descend from this process, but for these children and theirs.
    Below {
        /// Children that are no part of it.
        spared: &'a [i32],
    },
}

impl Tree<'_> {
    /// Sends a signal to all of it.
    pub(super) fn signal(self, signal: Signal) {
        match self {
            Self::Namespace => process::signal(Pid::from_raw(-1), signal),
            Self::Below { .. } => self.visit(|process| {
                process::signal(Pid::from_raw(process.pid), signal);
            }),
        }
    }

    /// Asks all of it to end. What is stopped is woken, so that it can.
    pub(super) fn ask_to_end(self) {
        self.signal(Signal::SIGTERM);
        self.signal(Signal::SIGCONT);
    }

    /// Names what is alive in it.
    pub(super) fn names(self) -> Vec<ProcessName> {
        let mut names = Vec::new();
        self.visit(|process| {
            if names.len() < MAX_NAMES {
                names.push(ProcessName {
                    pid: process.pid,
                    name: process.name.clone(),
                });
            }
        });
        names.sort_by_key(|process| process.pid);
        names
    }

    fn visit(self, act: impl FnMut(&Process)) {
        // Where /proc can't be read nothing is found; then waiting for children still tells whether something is left.
        let processes = process_table::read_all().unwrap_or_default();
        let own = std::process::id().cast_signed();
        let spared = match self {
            Self::Namespace => &[],
            Self::Below { spared } => spared,
        };
        process_table::descendants(&processes, own, spared)
            .filter(|process| process.state == ProcessState::Alive)
            .for_each(act);
    }
}

/// Whether a process has children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Children {
    /// It has some.
    Some,
    /// It has none, and so none below them either.
    None,
}

/// Takes note of all children that ended; tells `ended` of each.
pub(super) fn reap(mut ended: impl FnMut(Pid, Exit)) -> Children {
    loop {
        match process::wait_any() {
            Ok(Waited::Ended(pid, ending)) => ended(pid, ending.into()),
            // Only ever done to something by somebody who wants it to stay; ending wakes it.
            Ok(Waited::Stopped(_)) => {}
            Ok(Waited::Nothing) | Err(_) => return Children::Some,
            Ok(Waited::NoChildren) => return Children::None,
        }
    }
}
