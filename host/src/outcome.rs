//! What a call returns (R7.5). The serialised form is a public contract: versioned, and only growing.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{
    call::PreparedEdit,
    forms::{FormError, from_json},
    judge::{EndingKind, Meaning},
    plan::Shape,
    read::vocabulary,
};

/// The version of the JSON form (R1.3).
pub const OUTCOME_VERSION: u32 = 1;

/// What one output stream gave (R7.1, R7.2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stream {
    /// The text, whole or head and tail with a line between them that says what is left out.
    pub text: String,
    /// Bytes the command wrote.
    pub bytes: u64,
    /// Line feeds the command wrote.
    pub lines: u64,
    /// Bytes that `text` leaves out.
    pub omitted_bytes: u64,
    /// Lines that `text` leaves out.
    pub omitted_lines: u64,
    /// Where all of it is, if it did not stay in memory or `text` is not all of it.
    pub file: Option<PathBuf>,
    /// Whether it is not text. Then `text` says so instead of showing it.
    pub binary: bool,
}

vocabulary! {
    /// What is known of processes that the run started (R5.7).
    SurvivorState {
        /// There is none, and the kernel vouches for it: their pid namespace is gone.
        ProvenNone = "proven-none",
        /// None was found.
        NoneFound = "none-found",
        /// Some could not be ended; they are named.
        Named = "named",
    }
}

/// A process that was there when the main command ended, or could not be ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProcessName {
    /// Its id, as the run's pid namespace counts.
    pub pid: i32,
    /// Its name, at most 15 bytes, as the kernel keeps it.
    pub name: String,
}

/// How a run ended and what it left (R7.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Outcome {
    /// [`OUTCOME_VERSION`].
    pub version: u32,
    /// Standard output.
    pub stdout: Stream,
    /// Standard error.
    pub stderr: Stream,
    /// How it ended.
    pub ended: EndingKind,
    /// The exit code; 128 plus the signal after a signal, 143 at the time limit, 137 at a size limit (R5.5).
    pub exit_code: i32,
    /// The signal that ended the main command, if one did.
    pub signal: Option<i32>,
    /// What that means.
    pub meaning: Meaning,
    /// The walls it ran in.
    pub walls: Shape,
    /// What put them up, such as `landlock` or `bwrap`; `none` without walls.
    pub launcher: String,
    /// What is known of processes it started.
    pub survivors: SurvivorState,
    /// Processes that could not be ended.
    pub survivor_names: Vec<ProcessName>,
    /// Processes that were left when the main command ended, and were then ended.
    pub ended_children: Vec<ProcessName>,
    /// The working directory afterwards.
    pub cwd: String,
    /// How long it took, in milliseconds.
    pub elapsed_ms: u64,
    /// The files that were written as shown beforehand, instead of running the command (R8.1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<FileChange>,
    /// What else a person or a model should know.
    pub notes: Vec<String>,
}

/// A file that was changed (R8.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileChange {
    /// The file.
    pub path: PathBuf,
    /// The difference as a unified diff. Empty: it holds what it held.
    pub diff: String,
}

impl From<&PreparedEdit> for FileChange {
    fn from(edit: &PreparedEdit) -> Self {
        Self {
            path: edit.path().to_owned(),
            diff: edit.diff().to_owned(),
        }
    }
}

impl Outcome {
    /// Reads an outcome.
    ///
    /// # Errors
    /// The text is a newer form, or none.
    pub fn from_json(text: &str) -> Result<Self, FormError> {
        from_json("outcome", OUTCOME_VERSION, text)
    }
}
