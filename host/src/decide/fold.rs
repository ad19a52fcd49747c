//! The second phase (R4.1): what was gathered becomes one answer. Readable from top to bottom: deny, hard ask, an allow
//! source for every command, otherwise ask.

use super::{
    confine, edits,
    gather::Gathered,
    harmless, lifting,
    reasons::{self, Against},
    situation::Situation,
    trace::{Reason, RuleReference, Standing, Step, TraceEntry},
};
use crate::{
    call::Call,
    judge::{Mode, Verdict},
    plan::{AutoAllow, Shape},
    read::Reading,
    rules::Wish,
};

/// The answer.
#[derive(Debug)]
pub(super) struct Folded {
    /// `allow`, `ask` or `deny`.
    pub(super) verdict: Verdict,
    /// What decided.
    pub(super) reason: Reason,
    /// Whether every command is harmless.
    pub(super) harmless: Harmless,
    /// Everything gathered and what became of it.
    pub(super) trace: Vec<TraceEntry>,
}

/// Whether a run is harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Harmless {
    /// Every command is.
    Yes,
    /// Every command is, as long as walls keep what they read to where it may be read.
    Confined,
    /// Some command is not.
    No,
}

impl Harmless {
    fn of(obstacles: &[Option<String>], gathered: &Gathered, situation: &Situation) -> Self {
        let all = obstacles.iter().all(Option::is_none);
        if !all || gathered.script.reading != Reading::Complete {
            return Self::No;
        }
        let mut commands = (0..).zip(obstacles).map(|(index, _)| index);
        if commands.any(|index| confine::needs(index, gathered, situation)) {
            Self::Confined
        } else {
            Self::Yes
        }
    }
}

/// Folds.
pub(super) fn fold(call: &Call, gathered: &Gathered, situation: &Situation) -> Folded {
    let mut obstacles: Vec<Option<String>> = (0..)
        .zip(&gathered.script.commands)
        .map(|(index, _)| harmless::obstacle(index, gathered, situation))
        .collect();
    let harmless_alone: Vec<bool> = obstacles.iter().map(Option::is_none).collect();
    if obstacles.iter().any(Option::is_some) {
        for (index, obstacle) in (0..).zip(&mut obstacles) {
            if obstacle.is_none() {
                *obstacle = harmless::obstacle_among_others(index, gathered, situation);
            }
        }
    }
    let harmless = Harmless::of(&obstacles, gathered, situation);
    let grounds = Grounds {
        auto_allow: auto_allow_holds(gathered, situation),
        edits: accepted_edits(gathered, situation),
    };

    let mut against = reasons::gather(call, gathered, situation, harmless != Harmless::No);
    for reason in &mut against {
        reason.lifted_by = if reason.lifting.by_confinement && harmless == Harmless::Confined {
            Some("the walls of a confined run".to_owned())
        } else {
            lifted_by(reason, gathered, situation, &grounds)
        };
    }
    let sources = sources(gathered, situation, &obstacles, &grounds);

    let standing: Vec<&Against> = against
        .iter()
        .filter(|reason| reason.lifted_by.is_none())
        .collect();
    let deny = first(&standing, Verdict::Deny);
    let ask = first(&standing, Verdict::Ask);
    // What would need no question alone is no reason to show for one.
    let asked = sources.iter().zip(&harmless_alone);
    let own = asked.filter(|(_, alone)| !**alone);
    let missing = own
        .map(|(source, _)| source)
        .chain(&sources)
        .find_map(For::missing);
    let (verdict, reason) = match (deny, ask, missing) {
        (Some(deny), _, _) => (Verdict::Deny, deny.reason.clone()),
        (None, Some(ask), _) => (Verdict::Ask, ask.reason.clone()),
        (None, None, Some(missing)) => (Verdict::Ask, missing.clone()),
        (None, None, None) => (Verdict::Allow, allowing(&sources, gathered, situation)),
    };
    Folded {
        trace: trace(&against, &sources, verdict, &reason)
            .into_iter()
            .chain(gathered.consulted.trace(verdict))
            .collect(),
        verdict,
        reason,
        harmless,
    }
}

/// What allows besides rules and being harmless.
struct Grounds {
    /// Whether being contained allows.
    auto_allow: bool,
    /// For each command whether it is a plain edit that the mode takes for granted.
    edits: Vec<bool>,
}

impl Grounds {
    fn accepts_edit(&self, command: u32) -> bool {
        self.edits.get(command as usize).copied().unwrap_or(false)
    }
}

fn accepted_edits(gathered: &Gathered, situation: &Situation) -> Vec<bool> {
    if situation.mode != Mode::AcceptEdits {
        return Vec::new();
    }
    let commands = (0..).zip(&gathered.script.commands);
    commands
        .map(|(index, _)| edits::is_plain_edit(index, gathered, situation))
        .collect()
}

/// Whether being contained allows: it is on, the walls stand, no part is excluded, and no ask rule matches.
fn auto_allow_holds(gathered: &Gathered, situation: &Situation) -> bool {
    situation.auto_allow == AutoAllow::On
        && gathered.walled.shape == Shape::Work
        && !gathered.walled.has_excluded_part
        && gathered.restricting.iter().all(|hit| hit.wish != Wish::Ask)
}

/// The strictest come first, in the order of the steps.
fn first<'a>(standing: &[&'a Against], verdict: Verdict) -> Option<&'a Against> {
    standing
        .iter()
        .copied()
        .filter(|one| one.verdict == verdict)
        .min_by_key(|one| one.reason.step)
}

/// What lifts a reason, if anything does.
fn lifted_by(
    against: &Against,
    gathered: &Gathered,
    situation: &Situation,
    grounds: &Grounds,
) -> Option<String> {
    let may = against.lifting;
    if let (true, Some(rule)) = (may.by_exact_rule, gathered.exact) {
        return Some(rule_name(rule, situation));
    }
    let opening = match (
        &against.floor_path,
        against.reason.command,
        against.reason.span,
    ) {
        (Some(path), ..) => lifting::of_floor(path, situation),
        (None, Some(command), Some(span)) if may.by_place_rule => {
            lifting::of_span(command, span, gathered, situation)
        }
        (None, ..) => None,
    };
    if let Some(rule) = opening {
        return Some(rule_name(rule, situation));
    }
    let covering = against
        .reason
        .command
        .filter(|_| may.by_covering_rule)
        .and_then(|command| *gathered.covered.get(command as usize)?);
    if let Some(rule) = covering {
        return Some(rule_name(rule, situation));
    }
    if may.by_auto_allow && grounds.auto_allow {
        return Some("auto-allow".to_owned());
    }
    let is_accepted = against.reason.command.is_some_and(|command| {
        grounds.accepts_edit(command) && edits::is_its_redirect(command, &against.reason, gathered)
    });
    if may.by_auto_allow && is_accepted {
        return Some("the mode accept-edits".to_owned());
    }
    gathered.consulted.lifter(against)
}

fn rule_name(rule: u32, situation: &Situation) -> String {
    situation
        .rules
        .entry(rule)
        .map_or_else(String::new, |entry| entry.rule.to_string())
}

/// What speaks for running one command.
enum For {
    /// An allow source.
    Source(Reason),
    /// Nothing; the reason says what is in the way and what would allow it.
    Nothing(Reason),
}

impl For {
    const fn source(&self) -> Option<&Reason> {
        match self {
            Self::Source(reason) => Some(reason),
            Self::Nothing(_) => None,
        }
    }

    const fn missing(&self) -> Option<&Reason> {
        match self {
            Self::Source(_) => None,
            Self::Nothing(reason) => Some(reason),
        }
    }
}

/// For each command what allows it, or why nothing does.
fn sources(
    gathered: &Gathered,
    situation: &Situation,
    obstacles: &[Option<String>],
    grounds: &Grounds,
) -> Vec<For> {
    (0..)
        .zip(&gathered.script.commands)
        .zip(obstacles)
        .map(|((index, command), obstacle)| {
            let about =
                |step, message: String| Reason::new(step, message).at(Some(index), command.span);
            let Some(obstacle) = obstacle else {
                return For::Source(about(Step::Harmless, "it only reads and prints".to_owned()));
            };
            let covering = gathered
                .exact
                .or_else(|| *gathered.covered.get(index as usize)?);
            if let Some((message, reference)) = by_rule(covering, situation) {
                return For::Source(about(Step::AllowRule, message).by_rule(reference));
            }
            if grounds.auto_allow {
                return For::Source(about(
                    Step::AutoAllow,
                    "it runs inside walls, and that is enough here".to_owned(),
                ));
            }
            if grounds.accepts_edit(index) {
                return For::Source(about(
                    Step::AcceptEdits,
                    "it edits files in the folders of work, and the mode takes that for granted"
                        .to_owned(),
                ));
            }
            if let Some(reason) = gathered.consulted.source() {
                return For::Source(reason.at(Some(index), command.span));
            }
            For::Nothing(
                about(Step::NoSource, obstacle.clone())
                    .with_remedy(reasons::rule_for(&gathered.script, command)),
            )
        })
        .collect()
}

fn by_rule(rule: Option<u32>, situation: &Situation) -> Option<(String, RuleReference)> {
    let reference = RuleReference::from(situation.rules.entry(rule?)?);
    let message = format!("the rule {} covers it", reference.text);
    Some((message, reference))
}

/// The reason shown for an allowed call: the least obvious of its sources.
fn allowing(sources: &[For], gathered: &Gathered, situation: &Situation) -> Reason {
    let mut reasons = sources.iter().filter_map(For::source);
    let first = reasons.clone().next();
    if let Some(reason) = reasons
        .find(|reason| reason.step != Step::Harmless)
        .or(first)
    {
        return reason.clone();
    }
    if let Some(reason) = gathered.consulted.source() {
        return reason;
    }
    match by_rule(gathered.exact, situation) {
        // A text of which no command could be read, allowed as it stands.
        Some((message, reference)) => Reason::new(Step::AllowRule, message).by_rule(reference),
        None => Reason::new(
            Step::Nothing,
            "there is nothing to do: only comments and white space",
        ),
    }
}

fn trace(
    against: &[Against],
    sources: &[For],
    verdict: Verdict,
    decided: &Reason,
) -> Vec<TraceEntry> {
    let reasons = against
        .iter()
        .map(|one| (one.verdict, &one.reason, one.lifted_by.clone()));
    let sources = sources.iter().map(|source| match source {
        For::Source(reason) => (Verdict::Allow, reason, None),
        For::Nothing(reason) => (Verdict::Ask, reason, None),
    });
    reasons
        .chain(sources)
        .map(|(speaks_for, reason, lifted_by)| TraceEntry {
            verdict: speaks_for,
            standing: if lifted_by.is_some() {
                Standing::Lifted
            } else if reason == decided {
                Standing::Decided
            } else if speaks_for < verdict {
                Standing::Outranked
            } else {
                Standing::Holds
            },
            lifted_by,
            reason: reason.clone(),
        })
        .collect()
}
