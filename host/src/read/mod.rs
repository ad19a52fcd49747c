//! Reading a command (R2). PURE: no files, no environment, no processes.
//!
//! [`read`] is the way in. It refuses what is past a bound, looks for characters that mislead, has tree-sitter parse the
//! text and lowers the tree into a flat [`Script`]. Whatever is not understood is a [`Gap`], and a script with a gap is
//! [`Reading::Partial`]: never harmless, but deny and ask rules still see the commands that were found.

mod bounds;
mod facts;
mod gaps;
mod lower;
mod parser;
mod prescan;
mod script;
mod wrappers;

pub use facts::{ShellFacts, is_builtin};
pub(crate) use script::vocabulary;
pub use script::*;

use self::{
    gaps::{Gaps, Trouble},
    parser::NoTree,
};
use crate::{limits::MAX_PARSE_TIME, span::Span};

/// Reads a command as the shell that the facts describe would.
///
/// ```
/// use shellward::read::{Dialect, Reading, ShellFacts, read};
///
/// let facts = ShellFacts {
///     dialect: Dialect::Bash,
///     path: None,
///     home: Some("/home/u".to_owned()),
///     cwd: "/work".to_owned(),
///     functions: Vec::new(),
/// };
/// let script = read("grep -v \"$x\" ~/'my file' | wc", &facts);
/// assert_eq!(script.reading, Reading::Complete);
///
/// let words = script.words(&script.commands[0]);
/// assert_eq!(words[0].certain(), Some("grep"));
/// assert_eq!(words[2].certain(), None);
/// assert_eq!(words[3].certain(), Some("/home/u/my file"));
///
/// let script = read("while true; do ls; done", &facts);
/// assert_eq!(script.reading, Reading::Partial);
/// assert_eq!(script.gaps[0].message, "a `while` loop is not read");
/// ```
pub fn read(source: &str, facts: &ShellFacts) -> Script {
    let mut script = Script::unread(facts.dialect, source);
    let whole = Span::source(0, u32::try_from(source.len()).unwrap_or(u32::MAX));
    script
        .blocks
        .push(Block::apart(BlockKind::Script, None, whole));
    let mut gaps = Gaps::default();
    script.reading = Reading::Partial;
    match facts.dialect {
        Dialect::Bash => read_bash(source, whole, facts, &mut script, &mut gaps),
        Dialect::Zsh | Dialect::PowerShell => {
            let message = format!("{} is not read yet: only bash is", facts.dialect);
            gaps.add(Trouble::new("dialect", message), whole);
        }
    }
    if gaps.is_empty() {
        script.reading = Reading::Complete;
    }
    script.gaps = gaps.into_sorted();
    script
}

fn read_bash(source: &str, whole: Span, facts: &ShellFacts, script: &mut Script, gaps: &mut Gaps) {
    if let Some(trouble) = bounds::exceeded(source) {
        gaps.add(trouble, whole);
        return;
    }
    prescan::scan(source, gaps);
    match parser::parse_bash(source) {
        Ok(tree) => lower::lower(tree.root_node(), facts, script, gaps),
        Err(NoTree::NoParser) => {
            script.reading = Reading::Unavailable;
            gaps.add(
                Trouble::new("parser", "there is no parser for bash in this build"),
                whole,
            );
        }
        Err(NoTree::OutOfTime) => {
            let message = format!(
                "parsing takes longer than {} ms",
                MAX_PARSE_TIME.as_millis()
            );
            gaps.add(Trouble::new("bound.time", message), whole);
        }
    }
}
