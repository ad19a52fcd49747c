//! Looks for what deny rules mean that are patterns, so that walls can stand before it (R6.3). The look is bounded; what it
//! did not reach is said. Decisions don't depend on it: they compare places with the rules themselves.

use std::path::{Path, PathBuf};

use crate::{
    decide::{gather::anchors, situation::Situation},
    limits::{MAX_DENIED_ENTRIES, MAX_DENIED_PLACES},
    rules::DeniedPattern,
    sys::files,
};

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::decide) struct Denied {
    /// What may not be read.
    pub(in crate::decide) to_read: Vec<PathBuf>,
    /// What may not be changed.
    pub(in crate::decide) to_change: Vec<PathBuf>,
    /// The rules that mean more than was looked at.
    pub(in crate::decide) unreached: Vec<String>,
}

/// Looks.
pub(super) fn gather(situation: &Situation) -> Denied {
    let mut denied = Denied::default();
    let mut budget = MAX_DENIED_ENTRIES;
    let mut patterns = situation.rules.denied_patterns(anchors(situation));
    patterns.sort_by(|one, other| one.from.cmp(&other.from));
    for group in patterns.chunk_by(|one, other| one.from == other.from) {
        look(group, &mut budget, &mut denied);
    }
    denied.unreached.sort_unstable();
    denied.unreached.dedup();
    denied
}

/// Walks down from where some patterns begin, only where one of them reaches. Links are not followed: a rule means what
/// they name, and not them.
fn look(patterns: &[DeniedPattern<'_>], budget: &mut usize, denied: &mut Denied) {
    let start = patterns.first().map(|pattern| PathBuf::from(&pattern.from));
    let mut open: Vec<PathBuf> = start.into_iter().collect();
    while let Some(directory) = open.pop() {
        let reaching = || {
            let text = directory.to_string_lossy();
            patterns
                .iter()
                .filter(move |pattern| pattern.reaches_below(&text))
        };
        if reaching().next().is_none() {
            continue;
        }
        let Some(entries) = files::entries(&directory, *budget) else {
            denied
                .unreached
                .extend(reaching().map(|pattern| pattern.text().to_owned()));
            continue;
        };
        *budget = budget.saturating_sub(entries.len());
        for (name, is_directory) in entries {
            let path = directory.join(name);
            if !add(&path, patterns, denied) && is_directory {
                open.push(path);
            }
        }
    }
}

/// Notes a path if a pattern means it. True: nothing below it need be looked at.
fn add(path: &Path, patterns: &[DeniedPattern<'_>], denied: &mut Denied) -> bool {
    let text = path.to_string_lossy();
    let mut hidden = false;
    for pattern in patterns.iter().filter(|pattern| pattern.means(&text)) {
        // A wall can stand only before a path that can be named, and only before so many.
        let is_full = denied.to_read.len() + denied.to_change.len() >= MAX_DENIED_PLACES;
        if path.to_str().is_none() || is_full {
            denied.unreached.push(pattern.text().to_owned());
        } else if pattern.hides() {
            denied.to_read.push(path.to_owned());
            hidden = true;
        } else {
            denied.to_change.push(path.to_owned());
        }
    }
    hidden
}
