//! Effects: what a command does (R3.1).

use serde::{Deserialize, Serialize};

use crate::{read::vocabulary, span::Span};

vocabulary! {
    /// What kind of thing a command does.
    EffectKind {
        /// Reads a file or lists a directory.
        Read = "read",
        /// Changes a file that may exist.
        Write = "write",
        /// Makes a file or directory.
        Create = "create",
        /// Removes a file or directory.
        Delete = "delete",
        /// Runs a program; with target `(project)`: one that files of the project choose (R3.2).
        Execute = "execute",
        /// Talks to the network.
        Connect = "connect",
        /// Changes a variable that programs see.
        Environment = "environment",
        /// Signals or changes other processes.
        Process = "process",
        /// Changes the machine: clock, host name, services, kernel.
        System = "system",
        /// Not described by any policy that counts.
        Unknown = "unknown",
    }
}

impl EffectKind {
    /// Whether it changes what its target names.
    pub const fn changes(self) -> bool {
        matches!(self, Self::Write | Self::Create | Self::Delete)
    }
}

/// The target of an `execute` effect that runs what files of the project choose (R3.2).
pub const PROJECT_PROGRAM: &str = "(project)";

vocabulary! {
    /// Where an effect happens.
    Site {
        /// On this machine.
        Local = "local",
        /// On another one.
        Remote = "remote",
    }
}

/// One thing a command does.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts of the contract, not a state"
)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// The command, in `script.commands`.
    pub command: u32,
    /// What kind of thing.
    pub kind: EffectKind,
    /// What it is done to: a path, a host, a variable. None: not known before running.
    pub target: Option<String>,
    /// Whether `target` is the whole name. Otherwise it is the certain beginning of one.
    pub exact: bool,
    /// Whether everything below the target is meant too.
    pub recursive: bool,
    /// Whether symbolic links met below the target are followed.
    pub follows_links: bool,
    /// Whether it happens only if a file name that a glob finds is taken for an option. The span is that of the glob's
    /// word.
    pub only_if_option: bool,
    /// Whether it happens to things in the target, if that is a directory, and not to the directory itself.
    pub inside: bool,
    /// Whether the target is no path, though the kind of effect mostly has one: git's history has no place of its own.
    pub no_file: bool,
    /// Where it happens.
    pub site: Site,
    /// The words that say so.
    pub span: Span,
}

impl Effect {
    /// Creates an effect on a whole, certain target.
    pub fn exact(command: u32, kind: EffectKind, target: impl Into<String>, span: Span) -> Self {
        Self {
            command,
            kind,
            target: Some(target.into()),
            exact: true,
            recursive: false,
            follows_links: false,
            only_if_option: false,
            inside: false,
            no_file: false,
            site: Site::Local,
            span,
        }
    }

    /// Creates the effect of a command that nobody described.
    pub fn unknown(command: u32, span: Span) -> Self {
        Self {
            command,
            kind: EffectKind::Unknown,
            target: None,
            exact: false,
            recursive: false,
            follows_links: false,
            only_if_option: false,
            inside: false,
            no_file: false,
            site: Site::Local,
            span,
        }
    }
}
