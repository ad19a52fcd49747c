//! Asks every policy and folds what they say (R3.14). A policy that fails can't be overlooked: its fault is part of the
//! answer, and what it should have said is replaced by the closed answer (R3.11).

use std::{fmt, sync::Arc};

use super::{
    edit::Edit,
    effect::Effect,
    judgement::{Condition, Finding, Judgement},
    meaning::{Ending, Meaning},
    memory::POLICY_FAILED,
    place::Resolved,
    policy::{
        Authority, ClassifierPolicy, EffectsPolicy, ExitCodesPolicy, Fault, Input, WarningsPolicy,
    },
    verdict::Verdict,
};
use crate::ids::{Digest, PolicyId};

/// All policies in force, named by a digest over their components, settings and authorities.
#[derive(Clone)]
pub struct PolicySet {
    /// Say what commands do.
    pub effects: Vec<Arc<dyn EffectsPolicy>>,
    /// Give verdicts.
    pub classifiers: Vec<Arc<dyn ClassifierPolicy>>,
    /// Warn.
    pub warnings: Vec<Arc<dyn WarningsPolicy>>,
    /// Explain exit codes; the first that answers is heard.
    pub exit_codes: Vec<Arc<dyn ExitCodesPolicy>>,
    /// Policies that were configured and could not be loaded. Their places stay closed.
    pub unloadable: Vec<Fault>,
    /// Names the set.
    pub digest: Digest,
}

impl fmt::Debug for PolicySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PolicySet")
            .field("effects", &self.effects.len())
            .field("classifiers", &self.classifiers.len())
            .field("warnings", &self.warnings.len())
            .field("exit_codes", &self.exit_codes.len())
            .field("unloadable", &self.unloadable)
            .field("digest", &self.digest)
            .finish()
    }
}

/// A judgement and whose it is, already cut down to what its policy's authority allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The policy.
    pub policy: PolicyId,
    /// What it says.
    pub judgement: Judgement,
}

/// What the effects policies say together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Described {
    /// The union of all effects, and `unknown` for every command that no granted policy described.
    pub effects: Vec<Effect>,
    /// All judgements.
    pub judgements: Vec<Judged>,
    /// The commands that are edits, as policies with `grant` say.
    pub edits: Vec<Edit>,
    /// The policies that failed.
    pub faults: Vec<Fault>,
}

impl PolicySet {
    /// Asks the effects policies (R3.20, first step).
    pub fn describe(&self, input: Input<'_>) -> Described {
        let mut described = Described {
            faults: self.unloadable.clone(),
            ..Described::default()
        };
        let mut known = vec![false; input.script.commands.len()];
        for policy in &self.effects {
            let description = match policy.describe(input) {
                Ok(description) => description,
                Err(fault) => {
                    described.faults.push(fault);
                    continue;
                }
            };
            if policy.authority() == Authority::Grant {
                described.edits.extend(description.edits);
                let commands = description
                    .effects
                    .iter()
                    .map(|effect| Some(effect.command))
                    .chain(description.judgements.iter().map(|one| one.command));
                for command in commands.flatten() {
                    if let Some(known) = known.get_mut(command as usize) {
                        *known = true;
                    }
                }
            }
            if policy.authority() >= Authority::Restrict {
                described.effects.extend(description.effects);
            }
            described.judgements.extend(
                description
                    .judgements
                    .into_iter()
                    .map(|judgement| limit(&**policy, judgement)),
            );
        }
        for (index, (known, command)) in known.iter().zip(&input.script.commands).enumerate() {
            // A command without words only assigns or redirects, which the host describes itself.
            if !known && !command.words.is_empty() {
                let index = u32::try_from(index).unwrap_or(u32::MAX);
                described.effects.push(Effect::unknown(index, command.span));
            }
        }
        described
    }

    /// Asks the classifiers, adding to what the effects policies said (R3.20, last step).
    pub fn classify(&self, input: Input<'_>, effects: &[Resolved], described: &mut Described) {
        for policy in &self.classifiers {
            match policy.classify(input, effects) {
                Ok(judgements) => described.judgements.extend(
                    judgements
                        .into_iter()
                        .map(|judgement| limit(&**policy, judgement)),
                ),
                Err(fault) => described.faults.push(fault),
            }
        }
    }

    /// Collects warnings. A policy that fails warns of that.
    pub fn warn(&self, input: Input<'_>, effects: &[Resolved]) -> Vec<Finding> {
        let mut findings = Vec::new();
        for policy in &self.warnings {
            match policy.warn(input, effects) {
                Ok(found) => findings.extend(found),
                Err(fault) => findings.push(Finding {
                    rule: POLICY_FAILED.to_owned(),
                    message: fault.to_string(),
                    span: None,
                    suggestion: None,
                }),
            }
        }
        findings
    }

    /// Explains an ending; what no policy explains has its plain meaning.
    pub fn interpret(&self, input: Input<'_>, ending: &Ending) -> (Meaning, Vec<Fault>) {
        let mut faults = Vec::new();
        for policy in &self.exit_codes {
            match policy.interpret(input, ending) {
                Ok(Some(meaning)) => return (meaning, faults),
                Ok(None) => {}
                Err(fault) => faults.push(fault),
            }
        }
        (Meaning::plain(ending.status), faults)
    }
}

/// Cuts a judgement down to what the policy's authority allows (R3.10).
fn limit<P: super::policy::Policy + ?Sized>(policy: &P, mut judgement: Judgement) -> Judged {
    judgement.verdict = match (policy.authority(), judgement.verdict) {
        (Authority::Advise, _) | (Authority::Restrict, Verdict::Allow) => Verdict::Pass,
        (_, verdict) => verdict,
    };
    Judged {
        policy: policy.id().clone(),
        judgement,
    }
}

impl Described {
    /// Returns the strictest verdict on a command: deny, ask, allow, pass.
    pub fn verdict(&self, command: u32) -> Verdict {
        self.on(command)
            .map(|judged| judged.judgement.verdict)
            .max()
            .unwrap_or(Verdict::Pass)
    }

    /// Returns the strictest verdict on a command without those judgements that something lifts.
    pub fn verdict_without(&self, command: u32, is_lifted: impl Fn(&Judgement) -> bool) -> Verdict {
        self.on(command)
            .map(|judged| &judged.judgement)
            .filter(|judgement| !is_lifted(judgement))
            .map(|judgement| judgement.verdict)
            .max()
            .unwrap_or(Verdict::Pass)
    }

    /// Returns everything that must hold for the `allow` on a command to count.
    pub fn conditions(&self, command: u32) -> Vec<Condition> {
        let mut conditions: Vec<_> = self
            .on(command)
            .flat_map(|judged| judged.judgement.conditions.iter().copied())
            .collect();
        conditions.sort_unstable();
        conditions.dedup();
        conditions
    }

    /// Returns the judgements with a verdict that is not ignored: those on the command, and on the whole script those
    /// that ask or deny. An `allow` of the whole script says nothing of its parts.
    fn on(&self, command: u32) -> impl Iterator<Item = &Judged> {
        self.judgements
            .iter()
            .filter(move |judged| match judged.judgement.command {
                Some(index) => index == command,
                None => judged.judgement.verdict > Verdict::Allow,
            })
    }
}
