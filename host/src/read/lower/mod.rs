//! From the tree to the flat lists of a [`Script`] (R2.1, R2.2).
//!
//! The tree is a witness, not a judge. It says where tokens begin and end; the host reads every token itself, checks
//! that bash's own lexer would cut the text at the same places, and works out from the order of the tokens how they
//! hang together, because the tree's shapes mislead (a redirect after `a && b` is wrapped round both). Where host and
//! tree differ, and for every node that is not on the allowlist ([`kinds`]), there is a gap.
//!
//! | file | turns |
//! | --- | --- |
//! | `tokens` | nodes into tokens, the text between them into newlines, comments and nothing else |
//! | `bracket` | a test in `[ ]` into the tokens of a command |
//! | `statements` | tokens into commands, pipelines and blocks |
//! | `command` | the tokens of one command into words, assignments and redirects |
//! | `word`, `scan` | the text of a word into pieces, with what the tree saw in it as a witness |

mod bracket;
mod command;
mod kinds;
mod quoting;
mod redirect;
mod scan;
mod statements;
mod tokens;
mod word;

use tree_sitter::Node;

use self::{
    kinds::{Class, class_of},
    tokens::{Region, Token},
    word::Mark,
};
use super::{
    facts::ShellFacts,
    gaps::{Gaps, Trouble},
    script::{Block, BlockKind, Connector, Script},
};
use crate::{
    limits::{MAX_COMMANDS, MAX_LOWERING_STEPS, MAX_NESTING},
    span::Span,
};

/// Lowers a tree into a script whose only block is there already.
pub(super) fn lower(root: Node<'_>, facts: &ShellFacts, script: &mut Script, gaps: &mut Gaps) {
    let source = script.source().to_owned();
    let home = facts
        .home
        .as_deref()
        .filter(|home| is_plain_home(home) && !sets_home(&source));
    let mut lowering = Lowering {
        source: &source,
        bytes: source.as_bytes(),
        facts,
        script,
        gaps,
        tokens: Vec::new(),
        marks: Vec::new(),
        pending: Vec::new(),
        pipelines: 0,
        steps: 0,
        depth: 0,
        home,
        shell: ShellState::Known,
        progress: Progress::Going,
    };
    let region = Region::source(&source);
    lowering.statements(root, region, 0, Connector::First);
    if root.has_error() && lowering.gaps.is_empty() {
        lowering.gap(
            Trouble::new("syntax", "part of it is not understood"),
            region.from,
            region.to,
        );
    }
}

/// A home directory for which `~/x` is certainly its text followed by `/x`.
fn is_plain_home(home: &str) -> bool {
    home.starts_with('/') && !home.ends_with('/')
}

/// Whether the script gives HOME another value.
fn sets_home(source: &str) -> bool {
    source.match_indices("HOME").any(|(at, name)| {
        let after = source.get(at + name.len()..).unwrap_or("");
        after.starts_with('=') || after.starts_with("+=")
    })
}

/// Whether earlier commands may have changed what later text means. The order is how much is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ShellState {
    /// They haven't.
    Known,
    /// The working directory may be another.
    Elsewhere,
    /// Variables and names may be others, too.
    Unknown,
}

/// Whether lowering goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Going,
    Stopped,
}

/// A part of a command that holds commands of its own, lowered after the command.
#[derive(Clone, Copy, Debug)]
enum Pending<'t> {
    /// A substitution, and where it stands.
    Substitution(Node<'t>),
    /// Something that was not understood; commands in it are read for deny rules.
    Unread(Node<'t>),
}

impl<'t> Pending<'t> {
    fn node(self) -> Node<'t> {
        match self {
            Self::Substitution(node) | Self::Unread(node) => node,
        }
    }
}

/// The state of lowering one script. `tokens`, `marks` and `pending` are stacks shared by all levels.
struct Lowering<'s, 't> {
    source: &'s str,
    bytes: &'s [u8],
    facts: &'s ShellFacts,
    script: &'s mut Script,
    gaps: &'s mut Gaps,
    tokens: Vec<Token<'t>>,
    marks: Vec<Mark<'t>>,
    pending: Vec<Pending<'t>>,
    pipelines: u32,
    steps: usize,
    depth: usize,
    home: Option<&'s str>,
    shell: ShellState,
    progress: Progress,
}

impl<'t> Lowering<'_, 't> {
    /// Keeps a gap over bytes of the source.
    fn gap(&mut self, trouble: Trouble, from: usize, to: usize) {
        self.gaps.add_unless_covered(trouble, span(from, to));
    }

    /// Keeps a gap that is worth saying even inside another.
    fn gap_inside(&mut self, trouble: Trouble, from: usize, to: usize) {
        self.gaps.add(trouble, span(from, to));
    }

    /// Counts a node; past the bound, lowering stops.
    fn step(&mut self, node: Node<'t>) -> Progress {
        self.steps += 1;
        if self.steps > MAX_LOWERING_STEPS {
            self.stop(
                "bound.steps",
                format!("it takes more than {MAX_LOWERING_STEPS} steps"),
                node.start_byte(),
            );
        }
        self.progress
    }

    /// Counts a command; past the bound, lowering stops.
    fn count_command(&mut self, start: usize) -> Progress {
        if self.script.commands.len() >= MAX_COMMANDS {
            self.stop(
                "bound.commands",
                format!("it has more than {MAX_COMMANDS} commands"),
                start,
            );
        }
        self.progress
    }

    fn stop(&mut self, reason: &'static str, message: String, start: usize) {
        if self.progress == Progress::Going {
            self.gap_inside(Trouble::new(reason, message), start, self.bytes.len());
            self.progress = Progress::Stopped;
        }
    }

    /// Notes what may be another from here on.
    fn forget_shell(&mut self, after: ShellState) {
        self.shell = self.shell.max(after);
        if self.shell == ShellState::Unknown {
            self.home = None;
        }
    }

    /// Adds a block; returns its index.
    fn open_block(&mut self, block: Block) -> u32 {
        let index = index(self.script.blocks.len());
        self.script.blocks.push(block);
        index
    }

    /// Lowers what waits since `base`, in the order in which it is written.
    fn drain_pending(&mut self, base: usize, block: u32) {
        if let Some(waiting) = self.pending.get_mut(base..) {
            waiting.sort_by_key(|pending| pending.node().start_byte());
        }
        let mut next = base;
        let end = self.pending.len();
        while next < end {
            let Some(&pending) = self.pending.get(next) else {
                break;
            };
            match pending {
                Pending::Substitution(node) => self.substitution(node, block),
                Pending::Unread(node) => self.unread(node, block),
            }
            next += 1;
        }
        self.pending.truncate(base);
    }

    /// Lowers the inside of a substitution into a block of its own.
    fn substitution(&mut self, node: Node<'t>, parent: u32) {
        let Some(region) = Region::inside(node, self.bytes) else {
            let trouble =
                Trouble::new("node", "this substitution is not read").at_node(node.kind());
            self.gap(trouble, node.start_byte(), node.end_byte());
            return;
        };
        let whole = span(node.start_byte(), node.end_byte());
        let block = self.open_block(Block::apart(BlockKind::Substitution, Some(parent), whole));
        self.statements(node, region, block, Connector::First);
    }

    /// Looks for commands in what is not read, so that deny rules see them (R2.4).
    fn unread(&mut self, root: Node<'t>, block: u32) {
        // A loop may run its beginning after its end, and a function runs who knows when.
        self.forget_shell(ShellState::Unknown);
        if !self.enter(root) {
            return;
        }
        let mut cursor = root.walk();
        let mut more = cursor.goto_first_child();
        while more && self.step(cursor.node()) == Progress::Going {
            let node = cursor.node();
            let descend = match class_of(node.kind_id()) {
                Class::Substitution => {
                    self.substitution(node, block);
                    false
                }
                Class::Transparent | Class::Assignment | Class::Loose | Class::Error => {
                    self.statements(node, Region::of(node), block, Connector::Then);
                    false
                }
                Class::Test if self.is_single_bracket(node) => {
                    self.statements(node, Region::of(node), block, Connector::Then);
                    false
                }
                _ => true,
            };
            more = tokens::advance(&mut cursor, descend);
        }
        self.depth -= 1;
    }

    /// Goes one level deeper, unless that is too deep. Brackets are counted before parsing; this bounds the rest.
    fn enter(&mut self, node: Node<'t>) -> bool {
        if self.depth >= MAX_NESTING {
            let message = format!("it is nested deeper than {MAX_NESTING} levels");
            self.gap_inside(
                Trouble::new("bound.nesting", message),
                node.start_byte(),
                node.end_byte(),
            );
            return false;
        }
        self.depth += 1;
        true
    }
}

/// Creates a span; the text is within `MAX_COMMAND_BYTES`, so both places fit.
fn span(from: usize, to: usize) -> Span {
    Span::source(index(from), index(to))
}

/// Converts a place or a length of a list, which the bounds keep far below the limit.
fn index(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
