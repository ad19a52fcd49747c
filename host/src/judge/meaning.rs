//! What an exit code means (R3.5).

use serde::{Deserialize, Serialize};

use crate::read::vocabulary;

vocabulary! {
    /// How a run came to its end.
    EndingKind {
        /// The main command returned an exit code.
        Exited = "exited",
        /// A signal ended it.
        Signalled = "signalled",
        /// The time limit ended it.
        TimedOut = "timed-out",
        /// The caller gave up on it.
        Aborted = "aborted",
        /// A size limit ended it.
        Limit = "limit",
    }
}

/// How a run ended, as exit-code policies see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// How.
    pub kind: EndingKind,
    /// The exit code, or 128 plus the signal.
    pub status: i32,
    /// The end of standard output.
    pub stdout_tail: String,
    /// The end of standard error.
    pub stderr_tail: String,
}

vocabulary! {
    /// What a script was for, so that results can be shown compactly.
    Activity {
        /// Looking for something.
        Search = "search",
        /// Reading something.
        Read = "read",
        /// Listing something.
        List = "list",
        /// Anything else.
        Other = "other",
    }
}

/// What an ending means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meaning {
    /// Whether something went wrong.
    pub is_error: bool,
    /// The exit code in words, such as "no match".
    pub message: Option<String>,
    /// What else is worth knowing.
    pub hints: Vec<String>,
    /// What the script was for.
    pub activity: Activity,
    /// Whether success prints nothing.
    pub silent: bool,
    /// How many files it searched, read or listed, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<u32>,
}

impl Meaning {
    /// Returns the meaning without any policy: zero is success, everything else an error (R3.11).
    pub fn plain(status: i32) -> Self {
        Self {
            is_error: status != 0,
            message: None,
            hints: Vec::new(),
            activity: Activity::Other,
            silent: false,
            files: None,
        }
    }
}
