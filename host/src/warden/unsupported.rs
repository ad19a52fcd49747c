//! The warden where there is none yet: the same names, and an error that says so.

use std::{
    io,
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    path::Path,
};

use super::protocol::{Control, Event, Launch};

/// Why the warden could not do what was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WardenError {
    /// There is no warden on this system.
    #[error("commands can't be run on this system yet: shellward's warden needs Linux")]
    Unsupported,
}

impl WardenError {
    /// A name for this kind of failure that stays the same from version to version.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unsupported => "warden-unsupported",
        }
    }
}

/// Returns at once: no process of this system is a warden.
pub fn enter() {}

/// A running warden, of which there is none here.
#[derive(Debug)]
pub struct Warden {
    never: std::convert::Infallible,
}

/// The descriptors of a run, lent for handing them over.
#[derive(Clone, Copy, Debug)]
pub struct LaunchFds<'a> {
    /// Standard input of the command.
    pub stdin: BorrowedFd<'a>,
    /// Standard output of the command.
    pub stdout: BorrowedFd<'a>,
    /// Standard error of the command.
    pub stderr: BorrowedFd<'a>,
    /// The command text.
    pub text: BorrowedFd<'a>,
    /// Where the shell reports its working directory.
    pub report: BorrowedFd<'a>,
    /// The working directory that was judged.
    pub cwd: BorrowedFd<'a>,
}

impl Warden {
    /// Refuses.
    ///
    /// # Errors
    /// Always [`WardenError::Unsupported`].
    pub fn start() -> Result<Self, WardenError> {
        Err(WardenError::Unsupported)
    }

    /// Refuses.
    ///
    /// # Errors
    /// Always [`WardenError::Unsupported`].
    pub fn start_with(_path: &Path) -> Result<Self, WardenError> {
        Err(WardenError::Unsupported)
    }

    /// Can't be reached.
    ///
    /// # Errors
    /// None, since there is no warden to call it on.
    pub fn run(&self, _launch: &Launch, _fds: LaunchFds<'_>) -> Result<RunChannel, WardenError> {
        match self.never {}
    }
}

/// What a run says, and what it is told. There is none here.
#[derive(Debug)]
pub struct RunChannel {
    socket: OwnedFd,
    never: std::convert::Infallible,
}

impl RunChannel {
    /// Can't be reached.
    ///
    /// # Errors
    /// None, since there is no run to call it on.
    pub fn receive(&self) -> io::Result<Option<Event>> {
        match self.never {}
    }

    /// Can't be reached.
    ///
    /// # Errors
    /// None, since there is no run to call it on.
    pub fn send(&self, _control: Control) -> io::Result<()> {
        match self.never {}
    }
}

impl AsFd for RunChannel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}
