//! The mode, which comes last (R4.1): it makes answers stricter and never milder, so it hides nothing that was gathered.
//! What `accept-edits` allows is an allow source like others, in `edits` and `fold`.

use super::{
    fold::{Folded, Harmless},
    trace::{Reason, Standing, Step, TraceEntry},
};
use crate::judge::{Mode, Verdict};

/// Applies it.
pub(super) fn apply(folded: Folded, mode: Mode) -> Folded {
    let why = match mode {
        Mode::Default | Mode::AcceptEdits => return folded,
        Mode::Plan if folded.harmless != Harmless::No => return folded,
        Mode::Plan => "in the mode plan, only what reads and prints may run",
        Mode::DontAsk if folded.verdict == Verdict::Allow => return folded,
        Mode::DontAsk => "in the mode dont-ask, what would be asked is denied",
    };
    if folded.verdict == Verdict::Deny {
        return folded;
    }
    deny(folded, mode, why)
}

/// Turns an answer into a no, with what was decided before it in the trace.
fn deny(folded: Folded, mode: Mode, why: &str) -> Folded {
    let before = folded.reason;
    let message = match folded.verdict {
        Verdict::Ask => format!("{why}: {}", before.message),
        Verdict::Allow | Verdict::Pass | Verdict::Deny => why.to_owned(),
    };
    let mut reason = Reason::new(Step::Mode, message);
    reason.command = before.command;
    reason.span = before.span;
    reason.rule.clone_from(&before.rule);
    reason.policy.clone_from(&before.policy);
    let another = format!("another mode than {mode}");
    reason.remedy = Some(match before.remedy {
        Some(remedy) if mode == Mode::DontAsk => format!("{another}, or {remedy}"),
        Some(_) | None => another,
    });
    let mut trace = folded.trace;
    for entry in &mut trace {
        if entry.standing == Standing::Decided {
            entry.standing = Standing::Outranked;
        }
    }
    trace.push(TraceEntry {
        verdict: Verdict::Deny,
        standing: Standing::Decided,
        lifted_by: None,
        reason: reason.clone(),
    });
    Folded {
        verdict: Verdict::Deny,
        reason,
        harmless: folded.harmless,
        trace,
    }
}
