//! Judgements: a verdict, what must hold for it, and the findings behind it (R3.1, R3.3).

use serde::{Deserialize, Serialize};

use super::{edit::Edit, effect::Effect, verdict::Verdict};
use crate::{read::vocabulary, span::Span};

vocabulary! {
    /// What the host must bring about for an `allow` to count (R3.1, R3.2).
    Condition {
        /// It runs inside walls.
        Contained = "contained",
        /// It can't reach the network.
        NoNetwork = "no-network",
        /// Git runs no program that the repository names.
        GitNeutral = "git-neutral",
        /// The name is the program's own, and not that of a shim which runs another one as files of the project choose.
        ProgramItself = "program-itself",
    }
}

vocabulary! {
    /// What may lift an ask of a policy. A deny is lifted by nothing.
    Lifter {
        /// An allow rule on the identical text.
        ExactRule = "exact-rule",
        /// An allow rule that covers the command.
        CoveringRule = "covering-rule",
        /// The walls hold, and that is enough where auto-allow is on.
        AutoAllow = "auto-allow",
    }
}

/// One reason behind a verdict, or one warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// A stable id, such as `git.force-push`.
    pub rule: String,
    /// A sentence a person understands.
    pub message: String,
    /// Where in the script.
    pub span: Option<Span>,
    /// What to do instead.
    pub suggestion: Option<String>,
}

/// What one policy says of one command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// The command, in `script.commands`. None: the script as a whole.
    pub command: Option<u32>,
    /// The verdict.
    pub verdict: Verdict,
    /// What must hold for an `allow` to count.
    pub conditions: Vec<Condition>,
    /// The reasons.
    pub findings: Vec<Finding>,
    /// What may lift an ask.
    pub lifted_by: Vec<Lifter>,
}

/// What an effects policy says of a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// What the commands do.
    pub effects: Vec<Effect>,
    /// What it thinks of them.
    pub judgements: Vec<Judgement>,
    /// Those that are edits.
    pub edits: Vec<Edit>,
}
