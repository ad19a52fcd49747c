//! Everything that speaks against running, each with what may lift it (R4.1, steps 1 and 2).

use super::{
    confine,
    gather::{FloorFinding, Gathered},
    lifting,
    situation::Situation,
    sleep,
    trace::{Reason, RuleReference, Step},
};
use crate::{
    call::{Call, WallsWish},
    judge::{Effect, EffectKind, Judgement, Lifter, PlaceClass, Resolved, Verdict},
    read::{Command, Reading, Script},
    rules::{Certainty, Wish},
};

/// Most characters of a command that are shown in the rule that would allow it.
const MAX_REMEDY_CHARS: usize = 200;

/// What helps where no rule does.
const APPROVAL_ONLY: &str = "no rule; a person can approve it, each time";

/// A reason against running.
#[derive(Clone, Debug)]
pub(super) struct Against {
    /// `ask` or `deny`.
    pub(super) verdict: Verdict,
    /// The reason.
    pub(super) reason: Reason,
    /// What may lift it.
    pub(super) lifting: Lifting,
    /// The path for which the floor asks, which an allow rule may name.
    pub(super) floor_path: Option<String>,
    /// What lifts it.
    pub(super) lifted_by: Option<String>,
}

/// What may lift a reason.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent ways, not a state"
)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lifting {
    /// An allow rule whose text is the call's.
    pub(super) by_exact_rule: bool,
    /// An allow rule that covers the command.
    pub(super) by_covering_rule: bool,
    /// Auto-allow: the walls hold.
    pub(super) by_auto_allow: bool,
    /// The walls of a confined run.
    pub(super) by_confinement: bool,
    /// Allow rules on files and connections that cover what happens there.
    pub(super) by_place_rule: bool,
}

impl Lifting {
    /// Whether it lets nothing lift that another doesn't.
    const fn is_within(self, other: Self) -> bool {
        (!self.by_exact_rule || other.by_exact_rule)
            && (!self.by_covering_rule || other.by_covering_rule)
            && (!self.by_auto_allow || other.by_auto_allow)
            && (!self.by_confinement || other.by_confinement)
            && (!self.by_place_rule || other.by_place_rule)
    }
}

const NOTHING_LIFTS: Lifting = Lifting {
    by_exact_rule: false,
    by_covering_rule: false,
    by_auto_allow: false,
    by_confinement: false,
    by_place_rule: false,
};
const EXACT_RULE_LIFTS: Lifting = Lifting {
    by_exact_rule: true,
    ..NOTHING_LIFTS
};

fn against(verdict: Verdict, reason: Reason, lifting: Lifting) -> Against {
    Against {
        verdict,
        reason,
        lifting,
        floor_path: None,
        lifted_by: None,
    }
}

/// A reason that no rule and no walls lift.
pub(super) fn refusing(verdict: Verdict, reason: Reason) -> Against {
    against(verdict, reason, NOTHING_LIFTS)
}

/// Lists all reasons.
pub(super) fn gather(
    call: &Call,
    gathered: &Gathered,
    situation: &Situation,
    all_harmless: bool,
) -> Vec<Against> {
    let mut reasons = Vec::new();
    reasons.extend(floor(gathered));
    reasons.extend(rules(gathered, situation));
    reasons.extend(reading(gathered));
    reasons.extend(policies(gathered));
    let resolved = gathered.resolved.iter();
    reasons.extend(resolved.filter_map(|one| {
        opened_by_shell(gathered, one).or_else(|| in_no_place_of_work(gathered, one))
    }));
    reasons.extend(gathered.consulted.against());
    reasons.extend(sleep::refusal(call, &gathered.script));
    if !all_harmless {
        reasons.extend(walls(call, gathered));
    }
    reasons
}

fn floor(gathered: &Gathered) -> impl Iterator<Item = Against> {
    gathered.floor.iter().map(|finding| {
        let (verdict, step) = if finding.denies {
            (Verdict::Deny, Step::Floor)
        } else {
            (Verdict::Ask, Step::FloorAsk)
        };
        let mut reason =
            Reason::new(step, finding.message.clone()).at(Some(finding.command), finding.span);
        reason.remedy = (!finding.denies).then(|| floor_remedy(finding));
        Against {
            floor_path: finding.path.clone().filter(|_| !finding.denies),
            ..against(verdict, reason, NOTHING_LIFTS)
        }
    })
}

fn floor_remedy(finding: &FloorFinding) -> String {
    match &finding.path {
        Some(path) => format!(
            "only an allow rule on this very path, Edit(/{})",
            shown(path)
        ),
        None => APPROVAL_ONLY.to_owned(),
    }
}

fn rules(gathered: &Gathered, situation: &Situation) -> impl Iterator<Item = Against> {
    gathered.restricting.iter().map(|hit| {
        let reference = situation.rules.entry(hit.rule).map(RuleReference::from);
        let text = reference.as_ref().map_or("?", |rule| rule.text.as_str());
        let (verdict, step, message) = match (hit.wish, hit.certainty) {
            (Wish::Deny, Certainty::Certain) => (
                Verdict::Deny,
                Step::DenyRule,
                format!("the deny rule {text} matches"),
            ),
            (Wish::Deny, Certainty::Possible) => (
                Verdict::Ask,
                Step::AskRule,
                format!("the deny rule {text} may match, which is known only when it runs"),
            ),
            (Wish::Ask | Wish::Allow, _) => (
                Verdict::Ask,
                Step::AskRule,
                format!("the ask rule {text} matches"),
            ),
        };
        let mut reason = Reason::new(step, message).at(hit.command, hit.span);
        reason.rule = reference;
        let lifting = Lifting {
            by_confinement: confine::holds(hit, gathered, situation),
            ..NOTHING_LIFTS
        };
        against(verdict, reason, lifting)
    })
}

fn reading(gathered: &Gathered) -> Vec<Against> {
    let script = &gathered.script;
    if script.reading != Reading::Complete && script.gaps.is_empty() {
        // A reader that gives up without saying why is not taken for one that understood.
        let message = format!("the script is {}", script.reading);
        let reason = Reason::new(Step::Reading, message).with_remedy(exact_rule(script));
        return vec![against(Verdict::Ask, reason, EXACT_RULE_LIFTS)];
    }
    let of_gaps = script.gaps.iter().map(|gap| {
        let reason = Reason::new(Step::Reading, gap.message.clone())
            .at(None, gap.span)
            .with_remedy(exact_rule(script));
        against(Verdict::Ask, reason, EXACT_RULE_LIFTS)
    });
    of_gaps.collect()
}

fn policies(gathered: &Gathered) -> Vec<Against> {
    let faults = gathered.described.faults.iter().map(|fault| {
        let reason = Reason::new(Step::Fault, fault.to_string())
            .by_policy(fault.policy.clone())
            .with_remedy("repair or remove the policy in the configuration");
        against(Verdict::Ask, reason, EXACT_RULE_LIFTS)
    });
    let judged = gathered.described.judgements.iter().filter_map(|judged| {
        let (step, lifting) = match judged.judgement.verdict {
            Verdict::Deny => (Step::PolicyDeny, NOTHING_LIFTS),
            Verdict::Ask => (Step::PolicyAsk, lifting_of(&judged.judgement)),
            Verdict::Allow | Verdict::Pass => return None,
        };
        let finding = judged.judgement.findings.first();
        let message = finding.map_or_else(
            || format!("the policy `{}` says so without a reason", judged.policy),
            |finding| format!("{} ({})", finding.message, finding.rule),
        );
        let mut reason = Reason::new(step, message).by_policy(judged.policy.clone());
        reason.command = judged.judgement.command;
        reason.span = finding.and_then(|finding| finding.span).or_else(|| {
            let command = judged.judgement.command?;
            Some(gathered.script.commands.get(command as usize)?.span)
        });
        reason.remedy = finding.and_then(|finding| finding.suggestion.clone());
        if reason.remedy.is_none() && step == Step::PolicyAsk {
            reason.remedy = Some(remedy_for(gathered, reason.command, lifting));
        }
        Some(against(judged.judgement.verdict, reason, lifting))
    });
    faults.chain(judged).collect()
}

fn lifting_of(judgement: &Judgement) -> Lifting {
    let lifts = |lifter| judgement.lifted_by.contains(&lifter);
    Lifting {
        by_exact_rule: lifts(Lifter::ExactRule),
        by_covering_rule: lifts(Lifter::CoveringRule),
        by_auto_allow: lifts(Lifter::AutoAllow),
        by_confinement: false,
        by_place_rule: lifting::is_about_places(judgement),
    }
}

/// What would make an ask go away.
fn remedy_for(gathered: &Gathered, command: Option<u32>, lifting: Lifting) -> String {
    let script = &gathered.script;
    let command = command.and_then(|command| script.commands.get(command as usize));
    match (lifting.by_covering_rule, lifting.by_exact_rule, command) {
        (true, _, Some(command)) => rule_for(script, command),
        (_, true, _) => exact_rule(script),
        _ => APPROVAL_ONLY.to_owned(),
    }
}

/// What a redirect opens that is no file: the shell itself does that, whatever policies say (R3.4).
fn opened_by_shell(gathered: &Gathered, resolved: &Resolved) -> Option<Against> {
    let effect = &resolved.effect;
    let is_opened = matches!(effect.kind, EffectKind::Connect | EffectKind::Unknown);
    if !is_opened || !is_of_redirect(gathered, effect) {
        return None;
    }
    let target = effect
        .target
        .as_deref()
        .unwrap_or("what is known only when it runs");
    let message = format!("the shell itself would open {target}");
    let reason = Reason::new(Step::Place, message)
        .at(Some(effect.command), effect.span)
        .with_remedy(exact_rule(&gathered.script));
    let lifting = Lifting {
        by_place_rule: effect.kind == EffectKind::Connect,
        ..EXACT_RULE_LIFTS
    };
    Some(against(Verdict::Ask, reason, lifting))
}

/// What is asked about whatever policies say, and also if none is there to say it: hidden and dangerous places, and what a
/// redirect writes. The policy on places says the same in more words, and more.
fn in_no_place_of_work(gathered: &Gathered, resolved: &Resolved) -> Option<Against> {
    let effect = &resolved.effect;
    let changes = effect.kind.changes();
    let grave = resolved.places.iter().find(|place| {
        place.class == PlaceClass::Hidden || (changes && place.class == PlaceClass::Dangerous)
    });
    let (message, lifting) = if let Some(place) = grave {
        let verb = if changes { "changes" } else { "reads" };
        (
            format!("{verb} {} ({})", place.canonical, place.class),
            Lifting {
                by_place_rule: true,
                ..NOTHING_LIFTS
            },
        )
    } else if changes && is_of_redirect(gathered, effect) {
        let lifting = Lifting {
            by_exact_rule: true,
            by_auto_allow: true,
            by_place_rule: true,
            ..NOTHING_LIFTS
        };
        (
            "a redirect writes, and no rule on the command covers that".to_owned(),
            lifting,
        )
    } else {
        return None;
    };
    let is_said = gathered.described.judgements.iter().any(|judged| {
        let mut findings = judged.judgement.findings.iter();
        judged.judgement.verdict >= Verdict::Ask
            && findings.any(|finding| finding.span == Some(effect.span))
            && lifting_of(&judged.judgement).is_within(lifting)
    });
    if is_said {
        return None;
    }
    let reason = Reason::new(Step::Place, message)
        .at(Some(effect.command), effect.span)
        .with_remedy(remedy_for(gathered, Some(effect.command), lifting));
    Some(against(Verdict::Ask, reason, lifting))
}

/// Whether an effect is of the shell itself.
pub(super) fn is_of_redirect(gathered: &Gathered, effect: &Effect) -> bool {
    let script = &gathered.script;
    let command = script.commands.get(effect.command as usize);
    command.is_some_and(|command| {
        let mut redirects = script.redirects(command).iter();
        redirects.any(|redirect| redirect.span == effect.span)
    })
}

fn walls(call: &Call, gathered: &Gathered) -> Vec<Against> {
    let mut reasons = Vec::new();
    if call.walls() == WallsWish::Without {
        let reason = Reason::new(
            Step::WithoutWalls,
            "the caller asks to run it without walls",
        );
        reasons.push(against(Verdict::Ask, reason, NOTHING_LIFTS));
    }
    if gathered.walled.is_refused {
        let message = format!("containment is required, and {}", gathered.walled.because);
        let reason = Reason::new(Step::Containment, message);
        reasons.push(against(Verdict::Deny, reason, NOTHING_LIFTS));
    }
    reasons
}

/// The rule that would allow one command.
pub(super) fn rule_for(script: &Script, command: &Command) -> String {
    format!(
        "an allow rule such as Bash({})",
        shown(script.text(command.span))
    )
}

/// The rule that would allow the identical text.
fn exact_rule(script: &Script) -> String {
    format!(
        "only an allow rule on the identical text, Bash({})",
        shown(script.source())
    )
}

fn shown(text: &str) -> String {
    crate::untrusted::tame(text.trim(), MAX_REMEDY_CHARS)
}
