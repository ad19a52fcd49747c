//! Reading a command (R2). PURE: no files, no environment, no processes.
//!
//! [`read`] is the way in. It refuses what is past a bound, looks for characters that mislead, has tree-sitter parse the
//! text and lowers the tree into a flat [`Script`]. Whatever is not understood is a [`Gap`], and a script with a gap is
//! [`Reading::Partial`]: never harmless, but deny and ask rules still see the commands that were found.

mod bounds;
mod budget;
mod facts;
mod gaps;
mod lower;
mod parser;
mod prescan;
mod script;
mod second;
mod text;
mod wrappers;
mod zsh;

pub use facts::{Alias, AliasReach, ShellFacts, is_builtin};
pub(crate) use lower::assigns_to_its_words;
pub(crate) use script::vocabulary;
pub use script::*;
pub(crate) use wrappers::is_transparent;

use self::{
    budget::Budget,
    gaps::{Gaps, Trouble},
    parser::NoTree,
};
use crate::{limits::MAX_STEPS_READ_TWICE, span::Span};

/// Reads a command as the shell that the facts describe would.
///
/// ```
/// use shellward::read::{Dialect, Reading, ShellFacts, read};
///
/// let mut facts = ShellFacts::of(Dialect::Bash, "/work");
/// facts.home = Some("/home/u".to_owned());
/// let script = read("grep -v \"$x\" ~/'my file' | wc", &facts);
/// assert_eq!(script.reading, Reading::Complete);
///
/// let words = script.words(&script.commands[0]);
/// assert_eq!(words[0].certain(), Some("grep"));
/// assert_eq!(words[2].certain(), None);
/// assert_eq!(words[3].certain(), Some("/home/u/my file"));
///
/// let script = read("for f in a b; do head -1 \"$f\"; done", &facts);
/// assert_eq!(script.reading, Reading::Complete);
/// assert_eq!(script.words(&script.commands[0])[2].values, ["a", "b"]);
///
/// let script = read("coproc ls", &facts);
/// assert_eq!(script.reading, Reading::Partial);
/// assert_eq!(script.gaps[0].message, "a coprocess is not read");
/// ```
pub fn read(source: &str, facts: &ShellFacts) -> Script {
    read_in_stages(source, facts, &mut |_| {})
}

/// A part of reading, as far as it can be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Bounds, and characters that mislead.
    Prescan,
    /// Making the tree.
    Parse,
    /// Making the script of it.
    Lower,
    /// Reading it again with the other parser.
    Second,
}

/// Reads like [`read`] and says when each stage of the source's own reading is done, for benchmarks. Stages that are not
/// come to are not named.
pub fn read_in_stages(source: &str, facts: &ShellFacts, done: &mut dyn FnMut(Stage)) -> Script {
    let mut script = Script::unread(facts.dialect, source);
    let whole = Span::source(0, u32::try_from(source.len()).unwrap_or(u32::MAX));
    script
        .blocks
        .push(Block::apart(BlockKind::Script, None, whole));
    script.reading = Reading::Partial;
    let budget = Budget::new();
    let mut gaps = Gaps::default();
    let steps = match facts.dialect {
        Dialect::Bash | Dialect::Zsh => read_tree(
            source,
            (whole, &budget),
            facts,
            &mut script,
            &mut gaps,
            done,
        ),
        Dialect::PowerShell => {
            let message = format!("{} is not read yet", facts.dialect);
            gaps.add(Trouble::new("dialect", message), whole);
            0
        }
    };
    if gaps.is_empty() && facts.dialect == Dialect::Bash && steps > MAX_STEPS_READ_TWICE {
        let message = format!(
            "reading it takes more than {MAX_STEPS_READ_TWICE} steps, so it is not read a second time"
        );
        gaps.add(Trouble::new("bound.steps", message), whole);
    }
    if gaps.is_empty() {
        for difference in second::differences(&script) {
            let message = format!("the two readers disagree: {}", difference.message);
            gaps.add(Trouble::new("readers", message), difference.span);
        }
        done(Stage::Second);
    }
    if gaps.is_empty() {
        script.reading = Reading::Complete;
    }
    script.gaps = gaps.into_sorted();
    script
}

/// Parses and lowers; returns how many steps that took.
fn read_tree(
    source: &str,
    (whole, budget): (Span, &Budget),
    facts: &ShellFacts,
    script: &mut Script,
    gaps: &mut Gaps,
    done: &mut dyn FnMut(Stage),
) -> usize {
    if let Some(trouble) = bounds::exceeded(source) {
        gaps.add(trouble, whole);
        return 0;
    }
    prescan::scan(source, 0, gaps);
    if facts.dialect == Dialect::Zsh {
        zsh::prescan(source, 0, gaps);
    }
    done(Stage::Prescan);
    let tree = parser::parse_bash(source, budget);
    done(Stage::Parse);
    let mut steps = 0;
    match tree {
        Ok(tree) => steps = lower::lower(tree.root_node(), facts, script, gaps, budget),
        Err(none) => {
            if none == NoTree::NoParser {
                script.reading = Reading::Unavailable;
            }
            gaps.add(none.trouble(), whole);
        }
    }
    done(Stage::Lower);
    steps
}
