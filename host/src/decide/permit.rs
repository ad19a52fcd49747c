//! The permit: proof that something may run, and of what was judged.
//!
//! It is made here and nowhere else: its fields are private and its constructor is visible to `decide` only. It can't be
//! copied or read from a file, and running consumes it.

use std::{os::fd::OwnedFd, path::PathBuf, time::Instant};

use crate::{
    call::{Call, PreparedEdit},
    ids::Digest,
    limits::PERMIT_LIFE,
    plan::Plan,
    read::Script,
    sys::files::Identity,
};

/// What a permit was made from. On any difference when it runs, the call is decided again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bond {
    /// The command text.
    pub(crate) text: Digest,
    /// The shell that will run it.
    pub(crate) shell: PathBuf,
    /// Device and inode of that shell.
    pub(crate) shell_identity: Identity,
    /// The session, and what names meant in it.
    pub(crate) facts: Digest,
    /// Rules and settings.
    pub(crate) configuration: Digest,
    /// The policies.
    pub(crate) policy_set: Digest,
}

/// Proof that a call may run, in these walls.
#[derive(Debug)]
pub struct Permit {
    call: Call,
    script: Script,
    bond: Bond,
    cwd: OwnedFd,
    cwd_path: PathBuf,
    cwd_identity: Identity,
    plan: Plan,
    notes: Vec<String>,
    made: Instant,
}

/// What a permit holds, once it has been found good and is spent.
#[derive(Debug)]
pub(crate) struct Spent {
    /// What may be started.
    pub(crate) permitted: Permitted,
    /// What was read; exit-code policies look at it.
    pub(crate) script: Script,
    /// The path of its working directory.
    pub(crate) cwd_path: PathBuf,
    /// Its device and inode.
    pub(crate) cwd_identity: Identity,
    /// The walls.
    pub(crate) plan: Plan,
    /// What the decision had to say.
    pub(crate) notes: Vec<String>,
}

/// What the door of running takes: only spending a permit makes one.
#[derive(Debug)]
pub(crate) struct Permitted {
    call: Call,
    cwd: OwnedFd,
}

impl Permitted {
    /// Returns the call.
    pub(crate) const fn call(&self) -> &Call {
        &self.call
    }

    /// Takes it apart: the call, and the working directory, open since before it was judged.
    pub(crate) fn into_parts(self) -> (Call, OwnedFd) {
        (self.call, self.cwd)
    }
}

/// A permit that is no longer good. The call must be decided again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the permit is no longer good: {what} (hint: decide the call again)")]
pub struct Stale {
    what: &'static str,
}

/// The working directory of a permit: judged by path, held open.
#[derive(Debug)]
pub(crate) struct JudgedCwd {
    /// The descriptor.
    pub(crate) descriptor: OwnedFd,
    /// The path.
    pub(crate) path: PathBuf,
    /// Device and inode.
    pub(crate) identity: Identity,
}

impl Permit {
    pub(in crate::decide) fn new(
        call: Call,
        script: Script,
        bond: Bond,
        cwd: JudgedCwd,
        plan: Plan,
        notes: Vec<String>,
    ) -> Self {
        Self {
            call,
            script,
            bond,
            cwd: cwd.descriptor,
            cwd_path: cwd.path,
            cwd_identity: cwd.identity,
            plan,
            notes,
            made: Instant::now(),
        }
    }

    /// Returns the walls it is for.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Spends the permit, if what it was made from still holds.
    ///
    /// # Errors
    /// Something changed, or it is too old.
    pub(crate) fn spend(self, now: &Bond) -> Result<Spent, Stale> {
        let stale = |what| Err(Stale { what });
        if self.made.elapsed() > PERMIT_LIFE {
            return stale("it is too old");
        }
        if self.bond.text != now.text || Digest::of(self.call.command().as_bytes()) != now.text {
            return stale("it was made for another command");
        }
        if (&self.bond.shell, self.bond.shell_identity) != (&now.shell, now.shell_identity) {
            return stale("the shell was replaced");
        }
        if self.bond.facts != now.facts {
            return stale("what names mean has changed");
        }
        if self.bond.configuration != now.configuration {
            return stale("rules or settings have changed");
        }
        if self.bond.policy_set != now.policy_set {
            return stale("the policies have changed");
        }
        Ok(Spent {
            permitted: Permitted {
                call: self.call,
                cwd: self.cwd,
            },
            script: self.script,
            cwd_path: self.cwd_path,
            cwd_identity: self.cwd_identity,
            plan: self.plan,
            notes: self.notes,
        })
    }

    /// Returns what it will write instead of running its command, if that is known.
    pub fn edits(&self) -> &[PreparedEdit] {
        self.call.edits()
    }

    /// Returns the text it is for.
    pub fn command(&self) -> &str {
        self.call.command()
    }
}
