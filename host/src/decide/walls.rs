//! Chooses the walls for a run (R6.2, R6.3): the shape, and what an approval widens them by.

use std::path::{Path, PathBuf};

use super::{
    classes::protected_in,
    confine,
    fold::Harmless,
    gather::{Gathered, anchors, git},
    situation::Situation,
};
use crate::{
    judge::{PlaceClass, PlaceKind, Resolved},
    plan::{Network, Plan, Shape},
};

/// Plans the walls. What is harmless is only observed, and confined where nobody knows yet what it reads; for the rest the shape is what was gathered (R6.9).
pub(super) fn plan(gathered: &Gathered, situation: &Situation, harmless: Harmless) -> Plan {
    let filters: Vec<String> = gathered
        .git
        .iter()
        .flatten()
        .flatten()
        .flatten()
        .cloned()
        .collect();
    let is_confined = harmless == Harmless::Confined;
    let environment = if harmless != Harmless::No && gathered.git.iter().any(Option::is_some) {
        let mut environment = git::neutral_environment(&filters);
        environment.extend(is_confined.then(confine::environment).into_iter().flatten());
        environment
    } else {
        Vec::new()
    };
    let (denied_to_read, denied_to_change) = situation.rules.denied_paths(anchors(situation));
    let denied_to_read = || {
        let fixed = denied_to_read.iter().map(PathBuf::from);
        fixed.chain(gathered.denied.to_read.iter().cloned())
    };
    let base = Plan {
        shape: Shape::Observe,
        writable: Vec::new(),
        protected: Vec::new(),
        hidden: situation
            .hidden
            .iter()
            .cloned()
            .chain(denied_to_read())
            .collect(),
        readable: is_confined.then(|| confine::readable(situation)),
        temp: situation.temp.clone(),
        network: Network::Off,
        environment,
    };
    if harmless != Harmless::No {
        return base;
    }
    let approved = approved_changes(&gathered.resolved);
    let mut writable = situation.roots.clone();
    writable.extend(
        approved
            .iter()
            .filter(|path| !situation.roots.iter().any(|root| path.starts_with(root)))
            .cloned(),
    );
    // An approved change of a place opens what it holds only if everything below was shown.
    let is_approved = |path: &Path| {
        approved.iter().any(|approved| approved.starts_with(path))
            || changes_everything_above(path, &gathered.resolved)
    };
    let protected = situation
        .roots
        .iter()
        .flat_map(|root| protected_in(root))
        .chain(situation.rc_files.iter().cloned())
        .filter(|path| !is_approved(path))
        .chain(situation.settings_files.iter().cloned())
        .chain(denied_to_change.iter().map(PathBuf::from))
        .chain(gathered.denied.to_change.iter().cloned())
        .collect();
    let hidden = situation
        .hidden
        .iter()
        .filter(|path| **path == situation.state || !is_shown(path, &gathered.resolved))
        .cloned()
        .chain(denied_to_read())
        .collect();
    Plan {
        shape: gathered.walled.shape,
        writable,
        protected,
        hidden,
        network: network(situation),
        ..base
    }
}

/// Walls can't tell domains apart yet, so they keep a denied one away with all others.
fn network(situation: &Situation) -> Network {
    if situation.rules.denies_domains() {
        Network::Off
    } else {
        situation.network
    }
}

/// Says which deny rules the walls hold only in part, or more than in part.
pub(super) fn of_rules(gathered: &Gathered, situation: &Situation, plan: &Plan) -> Vec<String> {
    let unreached = gathered.denied.unreached.iter().map(|rule| {
        format!(
            "the deny rule {rule} means more files than were looked at, so the walls hold only for some of them (hint: \
             name the folders it means)"
        )
    });
    let is_closed = plan.shape == Shape::Work
        && situation.network != Network::Off
        && situation.rules.denies_domains();
    let note = is_closed.then(|| {
        "a deny rule on connections closes the network as a whole: walls can't tell domains apart yet".to_owned()
    });
    unreached.chain(note).collect()
}

/// The places that the effects shown would change, where they are certain and there: a wall can be opened only for what
/// exists.
fn approved_changes(resolved: &[Resolved]) -> Vec<PathBuf> {
    resolved
        .iter()
        .filter(|one| one.effect.kind.changes())
        .flat_map(|one| &one.places)
        .filter(|place| {
            matches!(place.kind, PlaceKind::File | PlaceKind::Directory)
                && !place.canonical.is_empty()
        })
        .map(|place| PathBuf::from(&place.canonical))
        .filter(|path| path != Path::new("/"))
        .collect()
}

fn changes_everything_above(path: &Path, resolved: &[Resolved]) -> bool {
    resolved
        .iter()
        .filter(|one| one.effect.kind.changes() && one.effect.recursive)
        .flat_map(|one| &one.places)
        // Only a person approves a dangerous one; no rule does.
        .any(|place| place.class == PlaceClass::Dangerous && path.starts_with(&place.canonical))
}

/// Says which of the changes shown the walls will stop all the same: what is not there yet, outside the folders that are
/// open.
pub(super) fn unopened(plan: &Plan, resolved: &[Resolved]) -> Vec<String> {
    if plan.shape != Shape::Work {
        return Vec::new();
    }
    resolved
        .iter()
        .filter(|one| one.effect.kind.changes())
        .flat_map(|one| &one.places)
        .filter(|place| place.kind == PlaceKind::Missing)
        .filter(|place| {
            let path = Path::new(&place.canonical);
            !plan.writable.iter().any(|open| path.starts_with(open))
        })
        .map(|place| {
            format!(
                "{} does not exist yet, and walls open only what is there: it can't be made (hint: make it first, or \
                 add its folder to `roots` in the settings)",
                place.canonical
            )
        })
        .collect()
}

/// Whether a hidden place was shown as one that the call touches.
fn is_shown(hidden: &Path, resolved: &[Resolved]) -> bool {
    resolved
        .iter()
        .flat_map(|one| &one.places)
        .any(|place| Path::new(&place.canonical).starts_with(hidden))
}
