//! Remembers what policies said (R4.9). Evaluations are pure (R3.20): the same script, session and places get the same
//! answer, so it needn't be asked for twice.
//!
//! Everything that an answer depends on is compared, and compared whole: no digest can make two scripts one. Answers in
//! which a policy failed are not kept, since a fault may pass.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{
    fold::{Described, PolicySet},
    judgement::Finding,
    place::Resolved,
    policy::{Input, Session},
};
use crate::{
    ids::Digest, limits::REMEMBERED_SCRIPT_BYTES, limits::REMEMBERED_SCRIPTS, read::Script,
};

/// The rule of a finding that stands for a policy which failed.
pub(super) const POLICY_FAILED: &str = "policy-failed";

/// What was said, the latest last. Cheap to clone; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    entries: Arc<Mutex<VecDeque<Entry>>>,
}

#[derive(Debug)]
struct Entry {
    policies: Digest,
    script: Script,
    session: Session,
    /// What the effects policies said.
    described: Described,
    /// What classifiers and warnings said of the places that these effects led to.
    placed: Option<Placed>,
}

#[derive(Debug)]
struct Placed {
    effects: Vec<Resolved>,
    described: Described,
    warnings: Vec<Finding>,
}

impl Entry {
    fn is_of(&self, policies: &PolicySet, input: Input<'_>) -> bool {
        self.policies == policies.digest
            && self.script.source() == input.script.source()
            && self.session == *input.session
            && self.script == *input.script
    }
}

impl Memory {
    /// Asks the effects policies, or remembers what they said.
    pub fn describe(&self, policies: &PolicySet, input: Input<'_>) -> Described {
        if let Some(entry) = self.entries().iter().find(|one| one.is_of(policies, input)) {
            return entry.described.clone();
        }
        let described = policies.describe(input);
        let is_small = input.script.source().len() <= REMEMBERED_SCRIPT_BYTES;
        if described.faults.is_empty() && is_small {
            let mut entries = self.entries();
            if entries.len() == REMEMBERED_SCRIPTS {
                entries.pop_front();
            }
            entries.push_back(Entry {
                policies: policies.digest,
                script: input.script.clone(),
                session: input.session.clone(),
                described: described.clone(),
                placed: None,
            });
        }
        described
    }

    /// Asks classifiers and warnings about resolved effects, or remembers what they said.
    pub fn judge(
        &self,
        policies: &PolicySet,
        input: Input<'_>,
        effects: &[Resolved],
        described: &mut Described,
    ) -> Vec<Finding> {
        {
            let entries = self.entries();
            let known = entries.iter().find(|one| one.is_of(policies, input));
            let placed = known.and_then(|entry| entry.placed.as_ref());
            if let Some(placed) = placed.filter(|placed| placed.effects == effects) {
                described.clone_from(&placed.described);
                return placed.warnings.clone();
            }
        }
        policies.classify(input, effects, described);
        let warnings = policies.warn(input, effects);
        let has_failed = warnings.iter().any(|finding| finding.rule == POLICY_FAILED);
        if described.faults.is_empty() && !has_failed {
            let mut entries = self.entries();
            if let Some(entry) = entries.iter_mut().find(|one| one.is_of(policies, input)) {
                entry.placed = Some(Placed {
                    effects: effects.to_vec(),
                    described: described.clone(),
                    warnings: warnings.clone(),
                });
            }
        }
        warnings
    }

    /// Forgets everything.
    pub fn forget(&self) {
        self.entries().clear();
    }

    /// What a thread left that panicked here is whole all the same: entries are made before they are put in.
    fn entries(&self) -> MutexGuard<'_, VecDeque<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
