//! Reasons, and what became of each (R4.1, R4.2): everything gathered is kept, also what was outranked.

use serde::{Deserialize, Serialize};

use crate::{
    ids::PolicyId,
    judge::Verdict,
    read::vocabulary,
    rules::{Entry, Source},
    span::Span,
};

vocabulary! {
    /// The step of the decision that a reason belongs to, in the order of R4.1.
    Step {
        /// A host rule that nobody lifts denies.
        Floor = "floor",
        /// A deny rule matches.
        DenyRule = "deny-rule",
        /// A policy denies.
        PolicyDeny = "policy-deny",
        /// It must be contained and can't be.
        Containment = "containment",
        /// A model would only wait (R1.4).
        Sleep = "sleep",
        /// A host rule asks that only the exact path lifts.
        FloorAsk = "floor-ask",
        /// An ask rule matches.
        AskRule = "ask-rule",
        /// It was not fully understood.
        Reading = "reading",
        /// A policy failed.
        Fault = "fault",
        /// A policy asks.
        PolicyAsk = "policy-ask",
        /// It touches a place that is asked about.
        Place = "place",
        /// The caller wants no walls.
        WithoutWalls = "without-walls",
        /// A hook says so (R4.7).
        Hook = "hook",
        /// A condition in words holds (R4.11).
        PromptRule = "prompt-rule",
        /// Nothing allows it.
        NoSource = "no-source",
        /// An allow rule covers it.
        AllowRule = "allow-rule",
        /// It only reads and prints.
        Harmless = "harmless",
        /// It is contained, and that is enough here.
        AutoAllow = "auto-allow",
        /// The mode takes plain edits for granted, and it is one.
        AcceptEdits = "accept-edits",
        /// There is nothing to do.
        Nothing = "nothing",
        /// The mode turned the answer into a no.
        Mode = "mode",
    }
}

/// The rule behind a reason, and where it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleReference {
    /// The rule.
    pub text: String,
    /// Where it was written, such as a layer or a file with its line.
    pub source: String,
}

impl From<&Entry> for RuleReference {
    fn from(entry: &Entry) -> Self {
        Self::of(entry.rule.to_string(), &entry.source)
    }
}

impl RuleReference {
    /// Says where a rule, or what counts like one, was written.
    pub(super) fn of(text: String, source: &Source) -> Self {
        let place = match (&source.file, source.line) {
            (Some(file), Some(line)) => format!("{}: {file}:{line}", source.layer),
            (Some(file), None) => format!("{}: {file}", source.layer),
            (None, _) => source.layer.clone(),
        };
        Self {
            text,
            source: place,
        }
    }
}

/// One reason for or against running.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// The step it belongs to.
    pub step: Step,
    /// A sentence fragment a person understands.
    pub message: String,
    /// The command it is about, in `script.commands`.
    pub command: Option<u32>,
    /// The part of the script it is about.
    pub span: Option<Span>,
    /// The rule behind it.
    pub rule: Option<RuleReference>,
    /// The policy behind it.
    pub policy: Option<PolicyId>,
    /// What would make it allowed.
    pub remedy: Option<String>,
}

impl Reason {
    /// Creates a reason about the script as a whole.
    pub fn new(step: Step, message: impl Into<String>) -> Self {
        Self {
            step,
            message: message.into(),
            command: None,
            span: None,
            rule: None,
            policy: None,
            remedy: None,
        }
    }

    /// Says which part it is about.
    #[must_use]
    pub fn at(mut self, command: Option<u32>, span: Span) -> Self {
        self.command = command;
        self.span = Some(span);
        self
    }

    /// Says which rule is behind it.
    #[must_use]
    pub fn by_rule(mut self, rule: RuleReference) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Says which policy is behind it.
    #[must_use]
    pub fn by_policy(mut self, policy: PolicyId) -> Self {
        self.policy = Some(policy);
        self
    }

    /// Says what would make it allowed.
    #[must_use]
    pub fn with_remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }
}

vocabulary! {
    /// What became of a reason.
    Standing {
        /// It decided.
        Decided = "decided",
        /// It holds, and another one decided.
        Holds = "holds",
        /// Something stricter holds.
        Outranked = "outranked",
        /// Something allows it all the same; `lifted_by` says what.
        Lifted = "lifted",
    }
}

/// One line of the trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceEntry {
    /// What it speaks for.
    pub verdict: Verdict,
    /// What became of it.
    pub standing: Standing,
    /// What lifted it.
    pub lifted_by: Option<String>,
    /// The reason.
    pub reason: Reason,
}
