//! The second reader (R2.7): what was read as complete is read again by `brush-parser`, another grammar by other hands.
//!
//! [`differences`] is the way in. It is PURE, knows nothing of tree-sitter, and takes nothing from the lowering but its
//! result. Both readings become the same flat list of [`outline`] events, which must be equal, part by part of each
//! word. Text is handed over one level at a time: what stands in a substitution or a here-document is cut out of the
//! text around it and compared by itself. That keeps the other parser, which recurses and goes back over its text, away
//! from deep nesting; [`guard`] refuses what is left that it would fail on.
//!
//! | file | does |
//! | --- | --- |
//! | `region` | cuts a script into texts of one level, with names in place of what was cut out |
//! | `guard` | refuses what the other parser would take too long for, overflow on or panic on |
//! | `outline` | the neutral form, and how two of them are compared |
//! | `ours`, `theirs` | a script, and the other parser's tree, as outlines |
//! | `tests_of` | `[[ … ]]` of the other parser's tree |
//! | `parts`, `ansi`, `braces` | words: quotes taken away, expansions found, braces expanded |

mod ansi;
mod braces;
mod guard;
mod ours;
mod outline;
mod parts;
mod region;
mod tests_of;
mod theirs;

use tracing::dispatcher::{self, Dispatch};

use self::region::Region;
use super::script::{Dialect, Script};
use crate::{limits::MAX_COMMAND_BYTES, span::Span};

/// Most differences that are said. One is enough to make a script partial.
const MAX_DIFFERENCES: usize = 8;

/// A place that the two readers do not read in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// Where.
    pub(super) span: Span,
    /// What is different, in words a person understands.
    pub(super) message: String,
}

impl Difference {
    fn new(span: Span, message: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
        }
    }

    /// The second reader is not asked, since it would fail.
    fn refused(span: Span, why: &str) -> Self {
        Self::new(span, format!("the second reader can't read this: {why}"))
    }
}

/// Reads a complete script of bash again and returns where the second reading differs; none for other shells, which
/// have one reader.
pub(super) fn differences(script: &Script) -> Vec<Difference> {
    if script.dialect != Dialect::Bash {
        return Vec::new();
    }
    // The other parser writes what it reads into the trace, where command text has no business.
    dispatcher::with_default(&Dispatch::none(), || compare(script))
}

fn compare(script: &Script) -> Vec<Difference> {
    let whole = script
        .blocks
        .first()
        .map_or(Span::source(0, 0), |block| block.span);
    // Whoever reads has checked this already; here the other parser's stack hangs on it.
    if script
        .texts
        .iter()
        .any(|text| text.content.len() > MAX_COMMAND_BYTES)
    {
        return vec![Difference::refused(whole, "it is too long")];
    }
    let regions = match region::regions(script) {
        Ok(regions) => regions,
        Err(difference) => return vec![difference],
    };
    let differing = |region: &Region<'_>| outline::compare(region).err();
    regions
        .iter()
        .filter_map(differing)
        .take(MAX_DIFFERENCES)
        .collect()
}

#[cfg(test)]
mod tests;
