//! The exit codes, all in one table. README and `--help` show the same.

use std::process::ExitCode;

/// What a process of the command line ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// `check`, `explain`: allowed. `run`: the command ended with 0.
    Fine,
    /// `run`: the command ended with this.
    Command(i32),
    /// Denied; nothing ran.
    Denied,
    /// A person must be asked, and nobody said yes; nothing ran.
    Asked,
    /// shellward itself failed: settings, machine, lost run.
    Failed,
    /// The arguments are wrong.
    Usage,
}

/// The table, for `--help`.
pub(super) const TABLE: &str = "\
Exit codes:
  0          check, explain: allowed; run: the command ended with 0
  1 to 255   run: what the command ended with (128 + n after signal n, 143 at the
             time limit, 137 at a size limit)
  120        denied; nothing ran
  121        must be asked, and nobody said yes; nothing ran
  122        shellward itself failed; the message says why
  2          the arguments are wrong
A command may end with 2 or 120 to 122 itself; --json tells which it was.";

impl From<Code> for ExitCode {
    fn from(code: Code) -> Self {
        match code {
            Code::Fine => Self::SUCCESS,
            // A code outside 0 to 255 can't come from a process.
            Code::Command(code) => Self::from(u8::try_from(code).unwrap_or(u8::MAX)),
            Code::Denied => Self::from(120),
            Code::Asked => Self::from(121),
            Code::Failed => Self::from(122),
            Code::Usage => Self::from(2),
        }
    }
}
