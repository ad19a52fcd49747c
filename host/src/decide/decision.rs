//! What the host concludes (R4.2), as data. Its JSON form is a public contract: versioned, and only growing.

use serde::{Deserialize, Serialize};

use super::{
    suggestions::Suggestion,
    trace::{Reason, TraceEntry},
};
use crate::{
    forms::{FormError, from_json},
    ids::Digest,
    judge::{Finding, Resolved, Verdict},
    outcome::FileChange,
    plan::Shape,
    read::Script,
};

/// The version of the JSON form (R1.3).
pub const DECISION_VERSION: u32 = 1;

/// What the host concludes about a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Decision {
    /// [`DECISION_VERSION`].
    pub version: u32,
    /// `allow`, `ask` or `deny`.
    pub verdict: Verdict,
    /// What decided, the part it is about, and what would make it allowed.
    pub reason: Reason,
    /// What was read.
    pub script: Script,
    /// What its commands do, and the places they touch.
    pub effects: Vec<Resolved>,
    /// What will be lost.
    pub warnings: Vec<Finding>,
    /// The walls it would run in.
    pub walls: WallsAnswer,
    /// Whether it may run beside others: harmless and changing no state of the session (R4.10).
    pub concurrent: bool,
    /// The policy set it was made with (R3.13).
    pub policy_set: Digest,
    /// What it would write, if that is known beforehand (R8.1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<FileChange>,
    /// What the decision could not know, such as what names mean.
    pub notes: Vec<String>,
    /// For what is asked about: the rules that would allow it, each of which was tried (R4.5).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<Suggestion>,
    /// Everything gathered and what became of it.
    pub trace: Vec<TraceEntry>,
}

/// The walls a call would run in (R4.2, R6.9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WallsAnswer {
    /// Their shape.
    pub shape: Shape,
    /// Why there are none, or why these.
    pub because: String,
}

impl Decision {
    /// Reads a decision.
    ///
    /// # Errors
    /// The text is a newer form, or none.
    pub fn from_json(text: &str) -> Result<Self, FormError> {
        from_json("decision", DECISION_VERSION, text)
    }

    /// Returns the decision as JSON.
    ///
    /// # Errors
    /// Never for a decision this crate made; the error type is that of the encoder.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }
}
