//! Edits: commands that do nothing but change files in a way that can be computed beforehand (R8.1).

use serde::{Deserialize, Serialize};

/// A command that is an edit of files by a program which can be run for its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The command, in `script.commands`.
    pub command: u32,
    /// The files, as the command names them. Each is edited for itself.
    pub files: Vec<String>,
    /// The script of the program that edits, which is `sed`.
    pub script: String,
    /// Options that change what the script means, such as `-E`.
    pub options: Vec<String>,
}
