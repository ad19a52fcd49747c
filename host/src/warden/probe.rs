//! What a canary tries inside of walls (R6.1, R6.7). Runs in place of the shell, under the same walls.
//!
//! Each attempt is harmless even when it succeeds: it opens but writes nothing, makes an empty file and removes it.
#![expect(unsafe_code, reason = "makes system calls that have no safe wrapper")]

use std::{
    fs::{self, File, OpenOptions, Permissions},
    io::{self, Read as _, Write as _},
    os::unix::fs::PermissionsExt as _,
};

use nix::errno::Errno;
use serde::{Deserialize, Serialize};

use super::{REPORT_FD, TEXT_FD, entrance::PROBE_ARGUMENT, stage};
use crate::sys::process;

/// Something that walls refuse, or must not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, tag = "kind", rename_all = "kebab-case")]
pub enum Attempt {
    /// Making a file of this name.
    Create {
        /// The name, where nothing is yet.
        path: String,
    },
    /// Opening a file for writing, without writing.
    OpenToWrite {
        /// A file that exists.
        path: String,
    },
    /// Setting a file's mode to what it is.
    ChangeMode {
        /// A file that exists.
        path: String,
    },
    /// Opening a file for reading.
    Read {
        /// A file that exists.
        path: String,
    },
    /// Listing a directory.
    List {
        /// A directory that exists.
        path: String,
    },
    /// Making a socket.
    Socket {
        /// The number of its family.
        family: i32,
    },
    /// Making a user namespace.
    Namespace,
    /// Making an `io_uring`, whose requests no filter sees.
    Ring,
}

/// A question to a probe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// What to try.
    pub attempt: Attempt,
    /// What should come of it.
    pub expected: Expected,
    /// What it means when something else did, for people.
    pub meaning: String,
}

/// What should come of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expected {
    /// It is refused.
    Refused,
    /// It works, so that walls that refuse everything don't pass for good ones.
    Works,
}

/// The program and arguments that make a stage start a probe instead of a shell. The questions are its text, as a JSON
/// list; the meanings of those with an unexpected answer are its report, as a JSON list.
pub fn argv() -> Vec<String> {
    vec![stage::OWN_PROGRAM.to_owned(), PROBE_ARGUMENT.to_owned()]
}

/// Runs as a probe.
pub(super) fn run() {
    if answer().is_err() {
        process::exit(1);
    }
}

fn answer() -> io::Result<()> {
    let mut text = String::new();
    File::from(process::adopt(TEXT_FD)?).read_to_string(&mut text)?;
    let questions: Vec<Question> = serde_json::from_str(&text)?;
    let unexpected: Vec<String> = questions
        .into_iter()
        .filter_map(|question| {
            let outcome = question.attempt.make();
            let as_expected = match question.expected {
                Expected::Refused => outcome.is_err(),
                Expected::Works => outcome.is_ok(),
            };
            (!as_expected).then_some(question.meaning)
        })
        .collect();
    let report = serde_json::to_vec(&unexpected)?;
    File::from(process::adopt(REPORT_FD)?).write_all(&report)
}

impl Attempt {
    fn make(&self) -> io::Result<()> {
        match self {
            Self::Create { path } => {
                drop(OpenOptions::new().write(true).create_new(true).open(path)?);
                fs::remove_file(path)
            }
            Self::OpenToWrite { path } => OpenOptions::new().write(true).open(path).map(drop),
            Self::ChangeMode { path } => {
                let mode = fs::metadata(path)?.permissions().mode();
                fs::set_permissions(path, Permissions::from_mode(mode))
            }
            Self::Read { path } => File::open(path).map(drop),
            Self::List { path } => fs::read_dir(path).map(drop),
            Self::Socket { family } => make_socket(*family),
            Self::Namespace => make_namespace(),
            Self::Ring => make_ring(),
        }
    }
}

fn make_socket(family: i32) -> io::Result<()> {
    // SAFETY: takes numbers only; a descriptor it may return ends with this process.
    let result = unsafe { libc::socket(family, libc::SOCK_DGRAM, 0) };
    outcome(result.into())
}

fn make_namespace() -> io::Result<()> {
    // SAFETY: takes a number only; this process has one thread and does nothing more of weight.
    let result = unsafe { libc::unshare(libc::CLONE_NEWUSER) };
    outcome(result.into())
}

fn make_ring() -> io::Result<()> {
    let mut parameters = [0_u8; 120];
    // SAFETY: the structure has 120 bytes, which are zero, ours, and alive during the call.
    let result = unsafe { libc::syscall(libc::SYS_io_uring_setup, 1, parameters.as_mut_ptr()) };
    outcome(result)
}

fn outcome(result: libc::c_long) -> io::Result<()> {
    Errno::result(result)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_work_without_walls_and_leave_nothing() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("file").to_str().unwrap().to_owned();
        Attempt::Create { path: path.clone() }.make().unwrap();
        assert!(!fs::exists(&path).unwrap());

        fs::write(&path, "kept").unwrap();
        for attempt in [
            Attempt::OpenToWrite { path: path.clone() },
            Attempt::ChangeMode { path: path.clone() },
            Attempt::Read { path: path.clone() },
            Attempt::Socket {
                family: libc::AF_INET,
            },
        ] {
            attempt.make().unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "kept");
    }

    #[test]
    fn what_is_not_there_counts_as_refused() {
        let path = "/nonexistent/file".to_owned();
        assert!(Attempt::List { path: path.clone() }.make().is_err());
        assert!(Attempt::Create { path: path.clone() }.make().is_err());
        assert!(Attempt::Read { path }.make().is_err());
        assert!(Attempt::Socket { family: -1 }.make().is_err());
    }
}
