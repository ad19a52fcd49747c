//! Deciding (R4): gather everything, fold it, and make permits. Policies are seen only as trait objects, so nothing here
//! needs WebAssembly, and nothing needs an async runtime.

mod approver;
mod classes;
mod concurrent;
mod confine;
mod consult;
mod consulted;
mod decision;
mod edits;
mod fold;
mod gather;
mod harmless;
pub mod hooks;
mod lifting;
mod mode;
mod permit;
mod plainly;
pub mod prompt_rules;
mod reasons;
mod situation;
mod sleep;
mod suggestions;
mod trace;
mod walls;

pub(crate) use self::gather::Editing;
pub(crate) use self::permit::{Bond, JudgedCwd, Permitted, Spent};
pub use self::{
    approver::{Answer, Approver, Asked},
    classes::{hidden_places, rc_files},
    consult::{Consultants, decide_with},
    decision::{DECISION_VERSION, Decision, WallsAnswer},
    permit::{Permit, Stale},
    situation::{Runner, Situation, WallsAtHand},
    suggestions::Suggestion,
    trace::{Reason, RuleReference, Standing, Step, TraceEntry},
};
use self::{
    consulted::Consulted,
    fold::{Harmless, fold},
    gather::gather,
};
use crate::{
    call::{Call, PreparedEdit},
    judge::{Mode, Verdict},
    outcome::FileChange,
    plan::{Plan, Shape},
};

/// A decision that has not been acted on.
///
/// It knows the walls it planned, so that a permit made from it is for them and no others.
#[derive(Debug)]
#[must_use = "a decision that is dropped was made for nothing"]
pub struct Decided {
    call: Call,
    decision: Decision,
    plan: Plan,
    edit: Option<Editing>,
}

/// What to do next.
#[derive(Debug)]
pub enum Next {
    /// It may run.
    Run(Permit),
    /// A person must be asked first.
    Ask(Question),
    /// It must not run.
    Refuse,
}

/// A question for a person. Only their yes makes a permit of it.
#[derive(Debug)]
#[must_use = "a question that is dropped counts as a no"]
pub struct Question {
    permit: Permit,
}

impl Question {
    /// Turns a person's yes into a permit. Nobody but a person says yes: one who was shown the question, or one who typed
    /// the command and said so beforehand (R10.8).
    pub fn approve(self) -> Permit {
        self.permit
    }

    /// Returns what it would write instead of running its command, if that is known.
    pub fn edits(&self) -> &[PreparedEdit] {
        self.permit.edits()
    }

    /// Returns the walls it would run in.
    pub const fn plan(&self) -> &Plan {
        self.permit.plan()
    }
}

/// Decides a call. Asks nobody: hooks and prompt rules are heard by [`decide_with`].
pub fn decide(call: Call, situation: &Situation) -> Decided {
    decide_consulted(call, situation, Consulted::default(), situation.mode)
}

/// Decides a call, given what others said of it. The mode comes last (R4.1), so it is given apart: who is asked before it
/// must see what it would be about.
fn decide_consulted(
    call: Call,
    situation: &Situation,
    consulted: Consulted,
    mode: Mode,
) -> Decided {
    let mut gathered = gather(&call, situation);
    gathered.consulted = consulted;
    let folded = mode::apply(fold(&call, &gathered, situation), mode);
    let suggestions = suggestions::suggest(&call, &mut gathered, &folded, situation);
    let plan = walls::plan(&gathered, situation, folded.harmless);
    let (shape, because) = match folded.harmless {
        _ if situation.runner == Runner::Elsewhere => (
            Shape::Open,
            "another program runs it, without walls of shellward",
        ),
        Harmless::Yes => (Shape::Observe, "harmless runs are observed"),
        Harmless::Confined => (
            Shape::Observe,
            "what it reads is known only when it runs, so it can read only where nobody asks",
        ),
        Harmless::No => (gathered.walled.shape, gathered.walled.because.as_str()),
    };
    let walls = WallsAnswer {
        shape,
        because: because.to_owned(),
    };
    let mut notes = Vec::new();
    if situation.facts.path.is_none() {
        notes.push(
            "no session was asked what names mean; a known name is taken for the system's tool"
                .to_owned(),
        );
    }
    notes.extend(walls::unopened(&plan, &gathered.resolved));
    notes.extend(walls::of_rules(&gathered, situation, &plan));
    Decided {
        decision: Decision {
            version: DECISION_VERSION,
            verdict: folded.verdict,
            reason: folded.reason,
            effects: gathered.resolved,
            warnings: gathered.warnings,
            walls,
            concurrent: folded.verdict == Verdict::Allow
                && folded.harmless != Harmless::No
                && concurrent::keeps_the_session(&gathered.script),
            policy_set: situation.policies.digest,
            edits: call.edits().iter().map(FileChange::from).collect(),
            notes,
            suggestions,
            trace: folded.trace,
            script: gathered.script,
        },
        call,
        plan,
        edit: gathered.edit,
    }
}

impl Decided {
    /// Returns the decision.
    pub const fn decision(&self) -> &Decision {
        &self.decision
    }

    /// Returns the call as it was decided, which is another one than was asked about if a hook changed it.
    pub const fn call(&self) -> &Call {
        &self.call
    }

    /// Returns the walls it planned.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the edit that the call is, if its result can be computed beforehand.
    pub(crate) const fn edit(&self) -> Option<&Editing> {
        self.edit.as_ref()
    }

    /// Takes the decision, giving up the chance to act on it.
    pub fn into_decision(self) -> Decision {
        self.decision
    }

    /// Makes the next step possible: a permit, or a question whose yes becomes one. Both are bound to what was judged.
    pub(crate) fn next(self, bond: Bond, cwd: JudgedCwd) -> (Decision, Next) {
        let Self {
            call,
            decision,
            plan,
            edit: _,
        } = self;
        let permit = || {
            Permit::new(
                call,
                decision.script.clone(),
                bond,
                cwd,
                plan,
                decision.notes.clone(),
            )
        };
        let next = match decision.verdict {
            Verdict::Allow => Next::Run(permit()),
            Verdict::Ask | Verdict::Pass => Next::Ask(Question { permit: permit() }),
            Verdict::Deny => Next::Refuse,
        };
        (decision, next)
    }
}
