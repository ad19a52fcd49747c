//! The traits a policy fulfils, what it is given, and how it can fail (R3.10, R3.11).

use serde::{Deserialize, Serialize};

use super::{
    judgement::{Description, Finding, Judgement},
    meaning::{Ending, Meaning},
    place::Resolved,
};
use crate::{ids::PolicyId, read::Script, read::vocabulary};

vocabulary! {
    /// How far a policy's word counts. It is granted by configuration, never taken (R3.10).
    Authority {
        /// It may warn.
        Advise = "advise",
        /// It may ask and deny; its `allow` counts as `pass`, and its effects make nothing harmless.
        Restrict = "restrict",
        /// It may also allow.
        Grant = "grant",
    }
}

vocabulary! {
    /// The session's stance.
    Mode {
        /// Ask about what no source allows.
        Default = "default",
        /// Only look: what is not harmless is denied.
        Plan = "plan",
        /// Plain edits in the folders of work need no question.
        AcceptEdits = "accept-edits",
        /// Nobody is asked: what would be asked is denied.
        DontAsk = "dont-ask",
    }
}

impl Mode {
    /// Reads a mode as people write it: its word in the contract, or the spelling of other tools (`acceptEdits`,
    /// `dontAsk`).
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "acceptEdits" => Some(Self::AcceptEdits),
            "dontAsk" => Some(Self::DontAsk),
            code => Self::from_code(code),
        }
    }
}

vocabulary! {
    /// The strongest walls at hand (R6.2).
    Walls {
        /// None.
        None = "none",
        /// Those for harmless runs only.
        Observe = "observe",
        /// Those for approved runs too.
        Work = "work",
    }
}

/// What policies may know of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The working directory.
    pub cwd: String,
    /// The home directory; empty if there is none.
    pub home: String,
    /// The session's temporary directory.
    pub temp: String,
    /// The folders it may work in.
    pub roots: Vec<String>,
    /// Its stance.
    pub mode: Mode,
    /// Whether commands run as uid 0.
    pub superuser: bool,
    /// The walls at hand.
    pub walls: Walls,
}

/// What every evaluation is given.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// What was read.
    pub script: &'a Script,
    /// The session.
    pub session: &'a Session,
}

vocabulary! {
    /// Why a policy gave no answer. The words are stable (R3.11).
    FaultCode {
        /// Its file can't be read.
        Unreadable = "unreadable",
        /// It is not a WebAssembly component, or not one for this machine.
        NotAComponent = "not-a-component",
        /// It imports something that it was not granted.
        ImportNotGranted = "import-not-granted",
        /// It has none of the roles, or not in the shape the contract gives them.
        WrongShape = "wrong-shape",
        /// It refused its settings.
        SettingsRefused = "settings-refused",
        /// It could not be started.
        StartFailed = "start-failed",
        /// It trapped: a panic, a failed allocation, a wild access.
        Trap = "trap",
        /// It took too long.
        TimedOut = "timed-out",
        /// It wanted too much memory.
        Memory = "memory",
        /// Its result is too large or has too many items.
        ResultTooLarge = "result-too-large",
        /// The script is too large to hand over.
        ScriptTooLarge = "script-too-large",
        /// A span of its result lies outside the script.
        BadSpan = "bad-span",
        /// Its result speaks of a command that is not there.
        MissingCommand = "missing-command",
        /// Its result has a condition the host doesn't know.
        UnknownCondition = "unknown-condition",
        /// Its result has a word the host doesn't know where one of a closed meaning is needed.
        UnknownWord = "unknown-word",
    }
}

/// A policy that gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("policy `{policy}` failed ({code}): {message}")]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The policy.
    pub policy: PolicyId,
    /// Why.
    pub code: FaultCode,
    /// The same in words, with the value at fault.
    pub message: String,
}

/// What all policies have.
pub trait Policy: Send + Sync {
    /// Its name in the configuration.
    fn id(&self) -> &PolicyId;
    /// How far its word counts.
    fn authority(&self) -> Authority;
}

/// Says what commands do (R3.1).
pub trait EffectsPolicy: Policy {
    /// Describes the commands it knows.
    ///
    /// # Errors
    /// Every failure of the policy is a [`Fault`]; [`PolicySet`](super::PolicySet) turns it into the closed answer.
    fn describe(&self, input: Input<'_>) -> Result<Description, Fault>;
}

/// Gives verdicts on scripts and their resolved effects (R3.3).
pub trait ClassifierPolicy: Policy {
    /// Judges the script.
    ///
    /// # Errors
    /// Every failure of the policy is a [`Fault`].
    fn classify(&self, input: Input<'_>, effects: &[Resolved]) -> Result<Vec<Judgement>, Fault>;
}

/// Warns of what will be lost (R3.6).
pub trait WarningsPolicy: Policy {
    /// Warns, or says nothing.
    ///
    /// # Errors
    /// Every failure of the policy is a [`Fault`].
    fn warn(&self, input: Input<'_>, effects: &[Resolved]) -> Result<Vec<Finding>, Fault>;
}

/// Explains exit codes (R3.5).
pub trait ExitCodesPolicy: Policy {
    /// Explains an ending, or has nothing to say.
    ///
    /// # Errors
    /// Every failure of the policy is a [`Fault`].
    fn interpret(&self, input: Input<'_>, ending: &Ending) -> Result<Option<Meaning>, Fault>;
}
