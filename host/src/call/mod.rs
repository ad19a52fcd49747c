//! The call: what an agent or a person wants run (R1). Nothing here reads the command.

mod coerce;
mod form;

use std::{path::PathBuf, time::Duration};

pub use self::form::{CALL_VERSION, CallForm, ShellName};
use crate::{
    ids::Digest,
    limits::{DESCRIPTION_CHARS, MAX_COMMAND_BYTES},
    untrusted::tame,
};

/// A call that has been checked for form.
///
/// It is made step by step, or from a [`CallForm`], which is all that is read from outside:
///
/// ```compile_fail
/// fn is_read_from_outside<T: serde::de::DeserializeOwned>() {}
/// is_read_from_outside::<shellward::Call>();
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    command: String,
    timeout: Option<Duration>,
    description: Option<String>,
    stdin: Option<String>,
    shell: Option<ShellName>,
    walls: WallsWish,
    edits: Vec<PreparedEdit>,
    background: Background,
    caller: Caller,
}

/// What a file will hold once a call has run (R1.2, R8.1).
///
/// Only the session makes one, from what the call's own command gives: taken from outside, it would write any file past
/// every check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreparedEdit {
    /// The file, without `..` and symbolic links.
    pub(crate) path: PathBuf,
    /// What it held when this was computed.
    pub(crate) base: Digest,
    /// What it will hold.
    pub(crate) content: Vec<u8>,
    /// The difference, for a person.
    pub(crate) diff: String,
}

impl PreparedEdit {
    /// Returns the file.
    pub fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// Returns the difference as a unified diff.
    pub fn diff(&self) -> &str {
        &self.diff
    }
}

/// Whether the caller wants to go on while it runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    /// The caller waits for its end.
    #[default]
    No,
    /// It is to run as a task.
    Wished,
}

/// Who wants it run. A model is told where it would only wait (R1.4); a person who types it may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Caller {
    /// A person, or a program that stands for one.
    #[default]
    Person,
    /// A model that can have background tasks.
    Model,
    /// A model where background tasks are off.
    ModelWithoutTasks,
}

/// Whether the caller wants the run inside walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WallsWish {
    /// As configured.
    #[default]
    AsConfigured,
    /// None (`dangerouslyDisableSandbox`, R6.9). It makes the call ask.
    Without,
}

/// A call whose form is wrong. It names the field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// There is no command.
    #[error("`command` is empty (hint: give the shell command to run)")]
    EmptyCommand,
    /// A shell can't be given a NUL.
    #[error("`command` has a NUL character at byte {at} (hint: take it out; no shell accepts one)")]
    NulInCommand {
        /// Where.
        at: usize,
    },
    /// It is too long.
    #[error(
        "`command` has {bytes} bytes, and at most {MAX_COMMAND_BYTES} are read (hint: put the text into a file and run \
         that)"
    )]
    CommandTooLong {
        /// How long it is.
        bytes: usize,
    },
    /// It is no object, or no JSON.
    #[error("a call is an object in JSON with a `command`: {why}")]
    NotAnObject {
        /// What the reader of JSON says.
        why: String,
    },
    /// There is a field that no call has.
    #[error("`{field}` is no field of a call (hint: there are `{known}`)")]
    UnknownField {
        /// Its name.
        field: String,
        /// Those that there are.
        known: String,
    },
    /// A field is of another type.
    #[error("`{field}` must be {wanted}, and is {got}")]
    WrongType {
        /// The field.
        field: &'static str,
        /// What it must be.
        wanted: &'static str,
        /// What it is.
        got: &'static str,
    },
    /// It is of a version that is not read.
    #[error(
        "`version` is {version}, and this shellward reads {CALL_VERSION} (hint: update shellward, or leave it out)"
    )]
    Version {
        /// Its version.
        version: u64,
    },
    /// There is no such shell.
    #[error("`shell` is `{name}` (hint: bash or zsh)")]
    UnknownShell {
        /// Its name.
        name: String,
    },
    /// The shell is not built in.
    #[error("`shell` is `{}`, which is not built in (hint: bash or zsh)", .0.code())]
    ShellNotBuiltIn(ShellName),
    /// There is no such time limit.
    #[error("`timeout` is zero (hint: give the limit in milliseconds, at least 1)")]
    ZeroTimeout,
}

impl Call {
    /// Checks a command for form (R1.1).
    ///
    /// # Errors
    /// The command is empty, too long, or holds a NUL.
    ///
    /// # Examples
    /// ```
    /// use shellward::Call;
    ///
    /// assert_eq!(Call::new("git status")?.command(), "git status");
    /// assert!(Call::new(" ").is_err());
    /// # Ok::<(), shellward::CallError>(())
    /// ```
    pub fn new(command: impl Into<String>) -> Result<Self, CallError> {
        let command = command.into();
        if command.trim().is_empty() {
            return Err(CallError::EmptyCommand);
        }
        if let Some(at) = command.find('\0') {
            return Err(CallError::NulInCommand { at });
        }
        if command.len() > MAX_COMMAND_BYTES {
            return Err(CallError::CommandTooLong {
                bytes: command.len(),
            });
        }
        Ok(Self {
            command,
            timeout: None,
            description: None,
            stdin: None,
            shell: None,
            walls: WallsWish::default(),
            edits: Vec::new(),
            background: Background::default(),
            caller: Caller::default(),
        })
    }

    /// Limits the time. More than the maximum is clamped when it runs, and said (R5.5).
    ///
    /// # Errors
    /// The limit is zero.
    pub fn with_timeout(mut self, timeout: Duration) -> Result<Self, CallError> {
        if timeout.is_zero() {
            return Err(CallError::ZeroTimeout);
        }
        self.timeout = Some(timeout);
        Ok(self)
    }

    /// Gives the command text on its standard input.
    #[must_use]
    pub fn with_stdin(mut self, stdin: impl Into<String>) -> Self {
        self.stdin = Some(stdin.into());
        self
    }

    /// Says whether it wants walls.
    #[must_use]
    pub const fn with_walls(mut self, walls: WallsWish) -> Self {
        self.walls = walls;
        self
    }

    /// Gives it what its command would make of files. Running it then writes exactly that.
    #[must_use]
    pub(crate) fn with_edits(mut self, edits: Vec<PreparedEdit>) -> Self {
        self.edits = edits;
        self
    }

    /// Returns what it will write instead of running its command, if that is known beforehand.
    pub fn edits(&self) -> &[PreparedEdit] {
        &self.edits
    }

    /// Says in a few words what it does. They are untrusted: control characters are taken out, and the length is capped
    /// (R1.5).
    #[must_use]
    pub fn with_description(mut self, description: &str) -> Self {
        let tamed = tame(description, DESCRIPTION_CHARS);
        self.description = Some(tamed).filter(|text| !text.trim().is_empty());
        self
    }

    /// Names the shell it is written for.
    ///
    /// # Errors
    /// That shell is not built in.
    pub fn with_shell(mut self, shell: ShellName) -> Result<Self, CallError> {
        if shell == ShellName::Powershell {
            return Err(CallError::ShellNotBuiltIn(shell));
        }
        self.shell = Some(shell);
        Ok(self)
    }

    /// Says whether it is to run as a task.
    #[must_use]
    pub const fn with_background(mut self, background: Background) -> Self {
        self.background = background;
        self
    }

    /// Says who wants it run.
    #[must_use]
    pub const fn called_by(mut self, caller: Caller) -> Self {
        self.caller = caller;
        self
    }

    /// Returns the command.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Returns the time limit it asks for.
    pub const fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// Returns the text for its standard input.
    pub fn stdin(&self) -> Option<&str> {
        self.stdin.as_deref()
    }

    /// Returns whether it wants walls.
    pub const fn walls(&self) -> WallsWish {
        self.walls
    }

    /// Returns what the caller says that it does.
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// Returns the shell it names.
    pub const fn shell(&self) -> Option<ShellName> {
        self.shell
    }

    /// Returns whether it is to run as a task.
    pub const fn background(&self) -> Background {
        self.background
    }

    /// Returns who wants it run.
    pub const fn caller(&self) -> Caller {
        self.caller
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_field_and_what_is_wrong_with_it() {
        assert_eq!(Call::new(" \n"), Err(CallError::EmptyCommand));
        assert_eq!(Call::new("ls\0"), Err(CallError::NulInCommand { at: 2 }));
        let long = "x".repeat(MAX_COMMAND_BYTES + 1);
        assert!(matches!(
            Call::new(long),
            Err(CallError::CommandTooLong { .. })
        ));
        let call = Call::new("ls").unwrap();
        assert_eq!(
            call.with_timeout(Duration::ZERO),
            Err(CallError::ZeroTimeout)
        );
    }
}
