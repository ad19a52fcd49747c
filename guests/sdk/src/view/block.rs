//! One block of a script.

use super::{CommandView, ScriptView, WordView, attr, command::is_conditional};
use crate::{Block, Span};

/// Kinds of blocks this was written for.
const KINDS: [&str; 9] = [
    "body",
    "branch",
    "condition",
    "function",
    "group",
    "loop",
    "script",
    "subshell",
    "substitution",
];

/// What holds commands together.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit::{Builder, Join}};
///
/// let script = Builder::new()
///     .for_each(Join::Then, &["a", "b"], |body| body.command(&["rm", "-r", "x"]))
///     .build();
/// let view = ScriptView::new(&script);
/// let looped = view.blocks().find(|block| block.kind() == "loop").expect("there is one");
/// let subject: Vec<_> = looped.subject().filter_map(|word| word.certain()).collect();
/// assert_eq!(subject, ["a", "b"]);
/// assert_eq!(looped.keyword(), "for");
/// let inside: Vec<_> = looped.commands().filter_map(|command| command.name()).collect();
/// assert_eq!(inside, ["rm"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BlockView<'a> {
    script: ScriptView<'a>,
    index: u32,
    block: &'a Block,
}

impl<'a> BlockView<'a> {
    pub(super) const fn new(script: ScriptView<'a>, index: u32, block: &'a Block) -> Self {
        Self {
            script,
            index,
            block,
        }
    }

    /// Returns its index in the script.
    pub const fn index(self) -> u32 {
        self.index
    }

    /// Returns the block itself.
    pub const fn raw(self) -> &'a Block {
        self.block
    }

    /// Returns what it is, such as "group", "loop" or "body".
    pub fn kind(self) -> &'a str {
        &self.block.kind
    }

    /// Whether its kind is one this was not written for, of which nothing is known.
    pub fn is_of_unknown_kind(self) -> bool {
        KINDS.binary_search(&self.kind()).is_err()
    }

    /// Returns where it stands.
    pub const fn span(self) -> Span {
        self.block.span
    }

    /// Returns it as written.
    pub fn text(self) -> &'a str {
        self.script.text(self.block.span)
    }

    /// Returns the first word of it as written, such as "for" or "while" of a loop.
    pub fn keyword(self) -> &'a str {
        let text = self.text();
        text.split(|character: char| !character.is_ascii_alphabetic())
            .next()
            .unwrap_or("")
    }

    /// Returns the block around it.
    pub fn parent(self) -> Option<Self> {
        self.script.block(self.block.parent?)
    }

    /// Whether it stands in no pipeline.
    pub const fn is_apart(self) -> bool {
        self.block.pipeline.is_none()
    }

    /// Goes through the words it runs on: those of a `for`, that of a `case`, the patterns of one of its bodies.
    pub fn subject(self) -> impl DoubleEndedIterator<Item = WordView<'a>> + ExactSizeIterator {
        self.script.words_in(self.block.subject)
    }

    /// Goes through the blocks directly in it.
    pub fn children(self) -> impl DoubleEndedIterator<Item = BlockView<'a>> {
        self.script
            .blocks()
            .filter(move |block| block.block.parent == Some(self.index) && block.index > self.index)
    }

    /// Goes through blocks that claim to be in it and come before it: there are none, or the lists are broken.
    pub(super) fn earlier_children(self) -> impl Iterator<Item = BlockView<'a>> {
        let earlier = self.script.blocks().take(self.index as usize + 1);
        earlier.filter(move |block| block.block.parent == Some(self.index))
    }

    /// Goes through the commands directly in it.
    pub fn own_commands(self) -> impl DoubleEndedIterator<Item = CommandView<'a>> {
        self.script
            .commands()
            .filter(move |command| command.raw().block == self.index)
    }

    /// Goes through all commands in it, at any depth.
    pub fn commands(self) -> impl Iterator<Item = CommandView<'a>> {
        self.script
            .commands()
            .filter(move |command| command.blocks().any(|block| block.index == self.index))
    }

    /// Whether what is around it may run without it, as far as its own place tells.
    pub(super) fn may_not_run(self) -> bool {
        match self.kind() {
            "body" | "function" => true,
            // Only the first condition of a branch is always looked at.
            "condition" => self.parent().is_none_or(|parent| {
                let mut conditions = parent
                    .children()
                    .filter(|block| block.kind() == "condition");
                conditions
                    .next()
                    .is_none_or(|first| first.index != self.index)
            }),
            "loop" if self.is_apart() => true,
            _ if self.is_of_unknown_kind() => true,
            _ => is_conditional(&self.block.connector),
        }
    }

    /// Returns a fact for which no field exists yet.
    pub fn attr(self, key: &str) -> Option<&'a str> {
        attr(&self.block.attrs, key)
    }
}
