//! Hooks (R4.7): programs or parts of an embedder that are asked before something runs, and told after.
//!
//! A hook tightens whatever it says against a call. What it says for one counts only from the managed or user layer, and
//! never against a deny, an ask of the floor or another hook. All are asked, and the strictest answer holds, so their order
//! never matters.

use std::fmt;

pub use crate::config::FailureMode;
use crate::{
    call::{Call, CallForm},
    decide::Decision,
    outcome::Outcome,
    read::Reading,
    rules::{Anchors, Rule, RuleError, RuleSet, Source, Wish},
};

/// Something that is asked before a call runs, and told after.
///
/// It answers within [`HOOK_TIME`](crate::limits::HOOK_TIME): a later answer counts as none.
pub trait Hook: fmt::Debug + Send + Sync {
    /// Is asked before a call runs.
    ///
    /// # Errors
    /// It has no answer. What that means is its [`FailureMode`].
    fn before(&self, question: &BeforeRun<'_>) -> Result<Answer, HookFault>;

    /// Is told how a run ended. Does nothing, unless it is written.
    ///
    /// # Errors
    /// It could not take note. The outcome says so.
    fn after(&self, run: &AfterRun<'_>) -> Result<(), HookFault> {
        let _ = run;
        Ok(())
    }
}

/// What a hook is asked.
#[derive(Clone, Copy, Debug)]
pub struct BeforeRun<'a> {
    /// The call.
    pub call: &'a Call,
    /// The working directory.
    pub cwd: &'a str,
    /// What is concluded without any hook.
    pub decision: &'a Decision,
}

/// What a hook is told.
#[derive(Clone, Copy, Debug)]
pub struct AfterRun<'a> {
    /// The command that ran.
    pub command: &'a str,
    /// What came of it.
    pub outcome: &'a Outcome,
}

/// What a hook says before a call runs. Each but the first comes with a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// No opinion.
    Pass,
    /// It may run.
    Allow(String),
    /// A person must be asked.
    Ask(String),
    /// It must not run.
    Deny(String),
    /// Something else is to run: the whole new call, which is judged from the start.
    Change(Box<CallForm>, String),
}

/// Why a hook or a prompt judge has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct HookFault(String);

impl HookFault {
    /// Says why, in words for a person.
    pub fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

/// When a hook or a prompt rule has a say: where a rule matches any part of the script, and always where the script was not
/// fully understood.
#[derive(Clone, Debug)]
pub struct Condition(RuleSet);

impl Condition {
    /// Makes one of a rule.
    ///
    /// # Errors
    /// The rule can't be applied.
    pub fn new(rule: Rule) -> Result<Self, RuleError> {
        let mut rules = RuleSet::default();
        let source = Source {
            layer: "condition".to_owned(),
            file: None,
            line: None,
        };
        // As a rule that restricts: it matches generously.
        rules.add(Wish::Ask, rule, source)?;
        Ok(Self(rules))
    }

    /// Whether it holds.
    pub(super) fn holds(&self, decision: &Decision, anchors: Anchors<'_>) -> bool {
        decision.script.reading != Reading::Complete
            || !self.0.restricting(&decision.script).is_empty()
            || !self
                .0
                .restricting_places(&decision.effects, anchors)
                .is_empty()
    }
}

/// A hook in force.
#[derive(Clone, Debug)]
pub struct HookInForce<'a> {
    /// Its name, for people.
    pub name: &'a str,
    /// The layer it was written in, as rules name theirs.
    pub source: &'a Source,
    /// When it is asked. None: always.
    pub condition: Option<&'a Condition>,
    /// What it means if it has no answer.
    pub failure: FailureMode,
    /// Whether its place allows it to lift asks, as [`may_lift`] says of its layer. A program that runs may have changed may
    /// not, whatever its layer.
    pub may_lift: bool,
    /// The hook.
    pub hook: &'a dyn Hook,
}

/// Whether hooks of a layer may lift asks.
pub fn may_lift(layer: &str) -> bool {
    matches!(layer, "managed" | "user")
}
