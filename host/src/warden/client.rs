//! The host's end of the warden: starts it, hands it launches, and speaks with stages (R5.7).

use std::{
    io,
    os::{
        fd::{AsFd, AsRawFd as _, BorrowedFd, OwnedFd},
        unix::process::CommandExt as _,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Mutex,
    thread,
    time::Duration,
};

use nix::sys::socket::{Shutdown, shutdown};

use super::{
    entrance::{self, GREETING, WARDEN_ARGUMENT, WARDEN_NAME},
    protocol::{Control, Event, Launch},
};
use crate::sys::{descriptors, packets};

/// How long a new warden may take to greet.
const GREETING_WAIT: Duration = Duration::from_secs(10);

/// Why the warden could not do what was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WardenError {
    /// The program did not call [`enter`](super::enter), so it can't be started again as a warden.
    #[error(
        "can't start the warden: this program does not call `shellward::warden::enter()`\n\
         hint: call it first in `main`, or name the path of an installed warden"
    )]
    NotEntered,
    /// The warden's program could not be started.
    #[error("can't start {path} as the warden: {source}", path = .path.display())]
    Start {
        /// The program.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A program was started, but it is no warden, or one of another version.
    #[error(
        "{path} was started but is no warden of this version\n\
         hint: it must call `shellward::warden::enter()` first in `main`, built with the same version of shellward",
        path = .path.display()
    )]
    NoGreeting {
        /// The program.
        path: PathBuf,
    },
    /// The launch could not be handed over.
    #[error(
        "can't reach the warden: {source}\nhint: if it was ended by somebody, start a new session"
    )]
    Lost {
        /// Why.
        source: io::Error,
    },
}

impl WardenError {
    /// A name for this kind of failure that stays the same from version to version.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotEntered => "warden-not-entered",
            Self::Start { .. } => "warden-start",
            Self::NoGreeting { .. } => "warden-no-greeting",
            Self::Lost { .. } => "warden-lost",
        }
    }
}

/// A running warden. Dropping it ends everything it started, and then the warden itself.
#[derive(Debug)]
pub struct Warden {
    session: OwnedFd,
    process: Mutex<Option<Child>>,
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
    /// The command text, which the shell finds at [`TEXT_FD`](super::TEXT_FD).
    pub text: BorrowedFd<'a>,
    /// Where the shell reports its working directory, at [`REPORT_FD`](super::REPORT_FD).
    pub report: BorrowedFd<'a>,
    /// The working directory that was judged.
    pub cwd: BorrowedFd<'a>,
}

impl Warden {
    /// Starts this program again as a warden.
    ///
    /// # Errors
    /// [`WardenError::NotEntered`] when the program never called [`enter`](super::enter); otherwise as
    /// [`start_with`](Self::start_with).
    pub fn start() -> Result<Self, WardenError> {
        // A program that does not call it would run itself again, and again.
        if !entrance::was_called() {
            return Err(WardenError::NotEntered);
        }
        Self::start_with(Path::new("/proc/self/exe"))
    }

    /// Starts an installed program as the warden. It must be one that calls [`enter`](super::enter), such as
    /// `shellward` itself.
    ///
    /// # Errors
    /// [`WardenError::Start`] when it can't be started, [`WardenError::NoGreeting`] when it does not turn out to be a
    /// warden of this version.
    pub fn start_with(path: &Path) -> Result<Self, WardenError> {
        let start_error = |source| WardenError::Start {
            path: path.to_owned(),
            source,
        };
        let (session, theirs) = packets::pair().map_err(start_error)?;
        // Its own thread: callers may be on threads of an async runtime, which nothing is ever started from.
        let child = thread::scope(|scope| {
            thread::Builder::new()
                .name("warden-start".to_owned())
                .spawn_scoped(scope, || spawn(path, theirs))?
                .join()
                .unwrap_or_else(|_| Err(io::Error::other("the starting thread failed")))
        })
        .map_err(start_error)?;
        // From here on dropping it takes care of the process.
        let warden = Self {
            session,
            process: Mutex::new(Some(child)),
        };
        if warden.hears_greeting() {
            Ok(warden)
        } else {
            Err(WardenError::NoGreeting {
                path: path.to_owned(),
            })
        }
    }

    fn hears_greeting(&self) -> bool {
        if !matches!(packets::wait(self.session.as_fd(), GREETING_WAIT), Ok(true)) {
            return false;
        }
        matches!(packets::receive(self.session.as_fd()), Ok(Some(packet)) if packet.bytes == GREETING)
    }

    /// Hands a launch over. What becomes of it is said on the returned channel.
    ///
    /// # Errors
    /// [`WardenError::Lost`] when the warden is gone or there are no descriptors left.
    pub fn run(
        &self,
        launch: &Launch,
        descriptors: LaunchFds<'_>,
    ) -> Result<RunChannel, WardenError> {
        let lost = |source| WardenError::Lost { source };
        let content = serde_json::to_vec(launch).map_err(|error| lost(error.into()))?;
        let launch = descriptors::memory_file(c"launch", &content).map_err(lost)?;
        let (ours, theirs) = packets::pair().map_err(lost)?;
        descriptors::set_nonblocking(&ours).map_err(lost)?;
        // In the order of `LaunchDescriptor`.
        let handed = [
            launch.as_fd(),
            theirs.as_fd(),
            descriptors.stdin,
            descriptors.stdout,
            descriptors.stderr,
            descriptors.text,
            descriptors.report,
            descriptors.cwd,
        ];
        packets::send(self.session.as_fd(), b"R", &handed).map_err(lost)?;
        Ok(RunChannel { socket: ours })
    }
}

impl Drop for Warden {
    fn drop(&mut self) {
        // The lifeline: closing alone would not do if some other process had inherited it.
        let _ = shutdown(self.session.as_raw_fd(), Shutdown::Both);
        let process = match self.process.get_mut() {
            Ok(process) => process.take(),
            Err(poisoned) => poisoned.into_inner().take(),
        };
        if let Some(mut process) = process {
            // Only takes note of its end, which may be a moment away. Without a thread the process stays a zombie until
            // this one ends, which harms nobody.
            drop(
                thread::Builder::new()
                    .name("warden-end".to_owned())
                    .spawn(move || process.wait()),
            );
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the warden starts all processes, and this starts the warden"
)]
fn spawn(path: &Path, session: OwnedFd) -> io::Result<Child> {
    Command::new(path)
        .arg0(WARDEN_NAME)
        .arg(WARDEN_ARGUMENT)
        .env_clear()
        .current_dir("/")
        .stdin(Stdio::from(session))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}

/// What a run says, and what it is told. Dropping it ends the run.
#[derive(Debug)]
pub struct RunChannel {
    socket: OwnedFd,
}

impl RunChannel {
    /// Returns the next event, or nothing if there is none yet. Never waits.
    ///
    /// # Errors
    /// [`io::ErrorKind::UnexpectedEof`] when the run's last event was received before, or the warden is gone;
    /// [`io::ErrorKind::InvalidData`] when what came is no event.
    pub fn receive(&self) -> io::Result<Option<Event>> {
        match packets::receive(self.socket.as_fd()) {
            Ok(Some(packet)) => Ok(Some(serde_json::from_slice(&packet.bytes)?)),
            Ok(None) => Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "the process that held the run is gone",
            )),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Tells the run to end.
    ///
    /// # Errors
    /// Fails when it is over already.
    pub fn send(&self, control: Control) -> io::Result<()> {
        packets::send(self.socket.as_fd(), &serde_json::to_vec(&control)?, &[])
    }
}

impl AsFd for RunChannel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn program_that_is_no_warden_is_told_from_one() {
        let error = Warden::start_with(Path::new("/bin/true")).unwrap_err();
        assert_eq!(error.code(), "warden-no-greeting");
        let error = Warden::start_with(Path::new("/nonexistent/warden")).unwrap_err();
        assert_eq!(error.code(), "warden-start");
        assert!(error.to_string().contains("/nonexistent/warden"));
    }

    #[test]
    fn client_can_be_shared_between_threads() {
        fn shared<T: Send + Sync>() {}
        shared::<Warden>();
        shared::<RunChannel>();
    }

    #[test]
    fn closed_channel_is_an_error_and_a_quiet_one_is_not() {
        let (ours, theirs) = packets::pair().unwrap();
        descriptors::set_nonblocking(&ours).unwrap();
        let channel = RunChannel { socket: ours };
        assert_eq!(channel.receive().unwrap(), None);
        drop(theirs);
        let error = channel.receive().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
