//! What allow rules on files and connections lift (R4.1, step 2): questions about the places that they cover, and the
//! floor's by its exact path.

use std::path::Path;

use super::{
    gather::{Gathered, anchors},
    situation::Situation,
};
use crate::{
    judge::{EffectKind, Judgement, PlaceClass, Resolved, Verdict},
    span::Span,
};

/// Findings that ask about nothing but the places at their span, by which rules on places lift them.
const ABOUT_PLACES: [&str; 5] = [
    "places.dangerous",
    "places.hidden",
    "places.outside-read",
    "places.outside-write",
    "places.redirect",
];

/// Whether a judgement asks about places and nothing else.
pub(super) fn is_about_places(judgement: &Judgement) -> bool {
    judgement.verdict == Verdict::Ask
        && !judgement.findings.is_empty()
        && judgement
            .findings
            .iter()
            .all(|finding| ABOUT_PLACES.contains(&finding.rule.as_str()))
}

/// Returns an allow rule that covers what a judgement asks about, if every part of it is covered.
pub(super) fn of_judgement(
    judgement: &Judgement,
    gathered: &Gathered,
    situation: &Situation,
) -> Option<u32> {
    let command = judgement.command?;
    let finding = judgement.findings.first()?;
    let mut findings = judgement.findings.iter();
    (is_about_places(judgement) && findings.all(|one| one.span == finding.span))
        .then(|| of_span(command, finding.span?, gathered, situation))?
}

/// Returns an allow rule that covers what happens at a part of a command, if everything that would be asked about is
/// covered by one.
pub(super) fn of_span(
    command: u32,
    span: Span,
    gathered: &Gathered,
    situation: &Situation,
) -> Option<u32> {
    let here = gathered
        .resolved
        .iter()
        .filter(|one| one.effect.command == command && one.effect.span == span)
        .filter(|one| is_asked_about(one));
    let mut lifting = None;
    for resolved in here {
        lifting = Some(of_effect(resolved, situation)?);
    }
    lifting
}

fn is_asked_about(resolved: &Resolved) -> bool {
    let changes = resolved.effect.kind.changes();
    match resolved.effect.kind {
        EffectKind::Connect | EffectKind::Unknown => true,
        _ => resolved
            .places
            .iter()
            .any(|place| changes || !is_open(place.class)),
    }
}

/// Whether reading there is no question.
const fn is_open(class: PlaceClass) -> bool {
    matches!(
        class,
        PlaceClass::Root | PlaceClass::Temp | PlaceClass::Public
    )
}

/// Returns an allow rule that covers one effect, if all its places are covered.
pub(super) fn of_effect(resolved: &Resolved, situation: &Situation) -> Option<u32> {
    let effect = &resolved.effect;
    if effect.kind == EffectKind::Connect {
        let target = effect.target.as_deref().filter(|_| effect.exact)?;
        return situation.rules.covering_domain(target);
    }
    let mut lifting = None;
    for place in &resolved.places {
        if !effect.kind.changes() && is_open(place.class) {
            continue;
        }
        let hidden = situation
            .hidden
            .iter()
            .filter(|hidden| effect.recursive && hidden.starts_with(Path::new(&place.canonical)));
        let hidden: Vec<&str> = hidden.filter_map(|hidden| hidden.to_str()).collect();
        let rule = situation
            .rules
            .covering_place(effect, place, &hidden, anchors(situation))?;
        lifting = Some(rule);
    }
    lifting
}

/// Returns the allow rule that names a path for which the floor asks.
pub(super) fn of_floor(path: &str, situation: &Situation) -> Option<u32> {
    situation.rules.naming_path(path, anchors(situation))
}
