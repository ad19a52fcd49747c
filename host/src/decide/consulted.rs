//! What hooks and the prompt judge said, and how far it counts (R4.7, R4.11). Asks nobody. PURE.

use super::{
    reasons::{Against, refusing},
    trace::{Reason, RuleReference, Standing, Step, TraceEntry},
};
use crate::{judge::Verdict, limits::HOOK_REASON_CHARS, rules::Source, untrusted::tame};

/// Everything that was said.
#[derive(Clone, Debug, Default)]
pub(super) struct Consulted(Vec<Said>);

/// What one of them said.
#[derive(Clone, Debug)]
pub(super) struct Said {
    /// A hook or a prompt rule.
    step: Step,
    /// What for. Pass: it was to say something and didn't, or it has no say.
    verdict: Verdict,
    message: String,
    reference: RuleReference,
    /// Whether its allow lifts asks.
    lifts: bool,
}

impl Said {
    /// Notes what was said. The words are others'.
    pub(super) fn new(
        step: Step,
        verdict: Verdict,
        name: &str,
        source: &Source,
        words: &str,
    ) -> Self {
        let what = match step {
            Step::PromptRule => "prompt rule",
            _ => "hook",
        };
        let words = tame(words, HOOK_REASON_CHARS);
        let separator = if words.is_empty() { "" } else { ": " };
        let name = tame(name, HOOK_REASON_CHARS);
        let verb = verb(verdict);
        Self {
            step,
            verdict,
            message: format!("the {what} `{name}`{verb}{separator}{words}"),
            reference: RuleReference::of(name, source),
            lifts: false,
        }
    }

    /// Says whether it lifts asks.
    pub(super) fn lifting(mut self, lifts: bool) -> Self {
        self.lifts = lifts;
        self
    }

    fn reason(&self) -> Reason {
        Reason::new(self.step, self.message.clone()).by_rule(self.reference.clone())
    }

    /// Whether it is an allow source (R4.1, step 3).
    fn is_source(&self) -> bool {
        self.verdict == Verdict::Allow && (self.lifts || self.step == Step::PromptRule)
    }
}

const fn verb(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Deny => " denies it",
        Verdict::Ask => " asks",
        Verdict::Allow => " allows it",
        Verdict::Pass => "",
    }
}

impl Consulted {
    /// Adds what was said.
    pub(super) fn hear(&mut self, said: impl IntoIterator<Item = Said>) {
        self.0.extend(said);
    }

    /// Forgets what spoke for the call, which has become another. What spoke against it stays.
    pub(super) fn keep_against(&mut self) {
        self.0.retain(|said| said.verdict >= Verdict::Ask);
    }

    /// Whether something denies.
    pub(super) fn denies(&self) -> bool {
        self.0.iter().any(|said| said.verdict == Verdict::Deny)
    }

    /// What speaks against running.
    pub(super) fn against(&self) -> impl Iterator<Item = Against> {
        let against = self.0.iter().filter(|said| said.verdict >= Verdict::Ask);
        against.map(|said| refusing(said.verdict, said.reason()))
    }

    /// What lifts an ask: a hook whose layer may. Never the floor's, and never another hook's.
    pub(super) fn lifter(&self, against: &Against) -> Option<String> {
        let is_liftable = against.verdict == Verdict::Ask
            && !matches!(against.reason.step, Step::FloorAsk | Step::Hook);
        let mut lifting = self.0.iter().filter(|_| is_liftable);
        let said = lifting.find(|said| said.lifts && said.verdict == Verdict::Allow)?;
        Some(format!("hook {}", said.reference.text))
    }

    /// What allows every command.
    pub(super) fn source(&self) -> Option<Reason> {
        self.0
            .iter()
            .find(|said| said.is_source())
            .map(Said::reason)
    }

    /// The lines of the trace for what speaks neither against running nor decided.
    pub(super) fn trace(&self, verdict: Verdict) -> impl Iterator<Item = TraceEntry> {
        let others = self.0.iter().filter(|said| said.verdict < Verdict::Ask);
        others.map(move |said| TraceEntry {
            verdict: said.verdict,
            standing: if said.is_source() && verdict == Verdict::Allow {
                Standing::Holds
            } else {
                Standing::Outranked
            },
            lifted_by: None,
            reason: said.reason(),
        })
    }
}
