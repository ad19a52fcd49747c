//! Draws what was read (R2.1, R4.8): a tree of blocks and commands in the order in which control reaches them, with
//! what only the run will know beside it. Readable without colour.
//!
//! It shows a script and knows nothing of decisions. All text of the script is untrusted: certain words are quoted,
//! what can't be seen is made visible, and no command can look like a heading: a heading ends in a colon, and begins
//! with a word that is quoted where it is a command's name.

mod commands;
mod control;
mod redirects;
mod sheet;
mod tree;
mod walk;
mod words;

#[cfg(test)]
mod tests;

use self::walk::Walk;
use crate::read::{Reading, Script};

/// The reason of a gap where the second reader read something else.
const DISAGREEMENT: &str = "readers";

/// Returns the drawing of a script. None: there is nothing to draw, or it would only repeat the source.
pub(super) fn reading(script: &Script) -> Option<String> {
    let sheet = Walk::over(script);
    let repeats = script.reading == Reading::Complete && sheet.is_only(script.source().trim());
    (!sheet.is_empty() && !repeats).then(|| sheet.render())
}

/// Says how far a script was understood.
pub(super) fn understanding(script: &Script) -> String {
    let disagreements = script
        .gaps
        .iter()
        .filter(|gap| gap.reason == DISAGREEMENT)
        .count();
    let doubt = match disagreements {
        0 => String::new(),
        1 => "; its two readers disagree in 1 place".to_owned(),
        many => format!("; its two readers disagree in {many} places"),
    };
    format!("{}, {}{doubt}", script.dialect, script.reading)
}
