//! Prompt rules (R4.11): conditions in words, judged by a prompt judge.
//!
//! Deny and ask tighten. Allow is an allow source like a rule: it lifts nothing. A deny or ask rule without an answer asks; an
//! allow rule without one allows nothing.

use std::fmt;

use super::hooks::{Condition, HookFault};
use crate::rules::{Source, Wish};

/// Judges whether conditions in words hold.
///
/// It answers within [`PROMPT_TIME`](crate::limits::PROMPT_TIME): a later answer counts as none. The command and the
/// conditions come from different people, and neither is an instruction about the other: a judge keeps them apart.
pub trait PromptJudge: fmt::Debug + Send + Sync {
    /// Judges each condition. The answers are as many, in the same order.
    ///
    /// # Errors
    /// It has no answer.
    fn judge(&self, question: &PromptQuestion<'_>) -> Result<Vec<Holds>, HookFault>;
}

/// What a prompt judge is asked.
#[derive(Clone, Debug)]
pub struct PromptQuestion<'a> {
    /// The command. Untrusted.
    pub command: &'a str,
    /// What the caller says that it does. Untrusted.
    pub description: Option<&'a str>,
    /// The working directory.
    pub cwd: &'a str,
    /// The conditions.
    pub conditions: Vec<&'a str>,
}

/// Whether a condition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Holds {
    /// It does, because of this.
    Yes(String),
    /// It does not.
    No,
    /// Nobody can say.
    Unsure,
}

/// A rule in words.
#[derive(Clone, Debug)]
pub struct PromptRule {
    /// The condition.
    pub when: String,
    /// What it wants where the condition holds.
    pub wish: Wish,
    /// Where it is judged at all. None: everywhere.
    pub condition: Option<Condition>,
    /// Where it was written.
    pub source: Source,
}
