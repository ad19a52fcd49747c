//! From the tree to the flat lists of a [`Script`] (R2.1, R2.2).
//!
//! The tree is a witness, not a judge. The host cuts the text into tokens as the shell's own lexer does, works out from
//! their order how they hang together, and reads every word itself; the tree says where `$(…)` and its like end, and is
//! compared with all of it, because its shapes mislead (a redirect after `a && b` is wrapped round both) and it does not
//! see everything. Where host and tree differ, and for every node that is not on the allowlist ([`kinds`]), there is a
//! gap.
//!
//! | file | turns |
//! | --- | --- |
//! | `witness`, `kinds` | nodes into what the tree says: tokens, and where parts of words begin and end |
//! | `lex`, `operators`, `compare` | text into tokens, with the bodies of here-documents |
//! | `grammar`, `compound` | tokens into lists and pipelines |
//! | `loops`, `branches`, `functions`, `conditions` | tokens into what holds commands, and what evaluates |
//! | `command`, `aliases`, `redirects` | the tokens of one command into words, assignments and redirects |
//! | `wrap`, `texts`, `posix`, `zsh` | a command into what it runs, and texts for other shells |
//! | `word`, `scan`, `parameter`, `substitutions`, `quoting` | the text of a word into pieces |
//! | `values`, `expressions`, `file_names`, `names` | pieces into values |
//! | `state`, `running`, `changes`, `builtins` | what is known of the shell at each point |

mod aliases;
mod branches;
mod builtins;
mod changes;
mod command;
mod compare;
mod compound;
mod conditions;
mod expressions;
mod file_names;
mod functions;
mod grammar;
mod kinds;
mod lex;
mod loops;
mod names;
mod operators;
mod parameter;
mod posix;
mod printed;
mod quoting;
mod redirects;
mod running;
mod scan;
mod state;
mod substitutions;
mod texts;
mod values;
mod witness;
mod word;
mod wrap;
mod zsh;

use std::{collections::BTreeSet, rc::Rc};

use tree_sitter::Node;

use self::{
    changes::{Changes, Subshells, changes},
    kinds::Class,
    lex::{Ending, Lexed, Region},
    state::State,
};
use super::{
    budget::{Budget, Spent},
    facts::ShellFacts,
    gaps::{Gaps, Trouble},
    script::{Block, BlockKind, Connector, Dialect, Script, Site, Wrapper},
};
use crate::{
    limits::{MAX_COMMANDS, MAX_LOWERING_STEPS, MAX_NESTING},
    span::{Range, Span},
};

pub(crate) use self::builtins::assigns_to_its_words;

/// How many steps are taken between two looks at the clock.
const STEPS_A_LOOK: usize = 256;

/// Lowers a tree into a script whose only block is there already; returns how many steps that took.
///
/// The budget is that for all of reading.
pub(super) fn lower(
    root: Node<'_>,
    facts: &ShellFacts,
    script: &mut Script,
    gaps: &mut Gaps,
    budget: &Budget,
) -> usize {
    let source = script.source().to_owned();
    let state = State::initial(&facts.cwd, facts.home.as_deref());
    let mut common = Common {
        facts,
        script,
        gaps,
        state,
        failed: None,
        frozen: BTreeSet::new(),
        wrappers: Vec::new(),
        site: Site::Local,
        pipelines: 0,
        budget,
        steps: 0,
        depth: 0,
        brace_words: 0,
        known_bytes: 0,
        levels: 0,
        text_bytes: source.len(),
        progress: Progress::Going,
    };
    lower_text(root, &source, 0, (facts.dialect, false), &mut common, 0);
    common.steps
}

/// Lowers the tree of one text into a block.
fn lower_text(
    root: Node<'_>,
    source: &str,
    text: u32,
    (dialect, is_posix): (Dialect, bool),
    common: &mut Common<'_>,
    block: u32,
) {
    let mut lowering = Lowering::of_text(common, source, text, (dialect, is_posix));
    lowering.zsh_hooks();
    lowering.grammar_aliases();
    lowering.region(root, Region::whole(source), block);
    if root.has_error() && lowering.common.gaps.is_empty() {
        lowering.gap(
            Trouble::new("syntax", "part of it is not understood"),
            0,
            source.len(),
        );
    }
}

/// Cuts one text into tokens and hands them over, with a lowering that can read their words.
fn lower_tokens(
    root: Node<'_>,
    source: &str,
    text: u32,
    dialect: Dialect,
    common: &mut Common<'_>,
    read: impl FnOnce(&mut Lowering<'_, '_, '_>, &[lex::Token]) -> bool,
) -> bool {
    let mut lowering = Lowering::of_text(common, source, text, (dialect, false));
    let lexed = Rc::new(lowering.lex(root, Region::whole(source)));
    lowering.region = Rc::clone(&lexed);
    read(&mut lowering, &lexed.tokens)
}

/// Whether lowering goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Going,
    Stopped,
}

/// What stands around the commands that are read, in the same shell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Scope {
    in_loop: bool,
    in_function: bool,
}

/// A substitution in a word of a command, lowered after the command.
#[derive(Clone, Debug)]
struct Pending<'t> {
    node: Node<'t>,
    /// What is known of the shell when the word is expanded.
    state: State,
}

/// What lowering all texts of a script shares.
struct Common<'c> {
    facts: &'c ShellFacts,
    script: &'c mut Script,
    gaps: &'c mut Gaps,
    /// What is known of the shell where the lowering stands.
    state: State,
    /// What is known where an expansion failed since the line began, if one may have.
    failed: Option<State>,
    /// Variables that can't be given another value.
    frozen: BTreeSet<String>,
    /// What was looked through to come to the text that is read.
    wrappers: Vec<Wrapper>,
    site: Site,
    pipelines: u32,
    budget: &'c Budget,
    steps: usize,
    depth: usize,
    brace_words: usize,
    /// The length of all values that stand for something else.
    known_bytes: usize,
    /// How many shells run one another around.
    levels: usize,
    /// The length of all texts that were read.
    text_bytes: usize,
    progress: Progress,
}

/// The state of lowering one text. `region`, `at` and `end` change as substitutions are entered; `pending` is a stack
/// shared by all levels.
struct Lowering<'s, 'c, 't> {
    common: &'s mut Common<'c>,
    source: &'s str,
    text: u32,
    dialect: Dialect,
    /// Whether it is for `sh`, which may be another shell.
    is_posix: bool,
    /// Names that the text may define as functions, sorted.
    defined: Vec<String>,
    region: Rc<Lexed<'t>>,
    at: usize,
    end: usize,
    /// How many substitutions are open.
    nested: usize,
    /// How many lists are open around, in this region.
    lists: usize,
    scope: Scope,
    /// What the functions defined so far may change.
    function_changes: Changes,
    function_bodies: Vec<(Rc<Lexed<'t>>, usize, usize)>,
    pending: Vec<Pending<'t>>,
    /// Variables that words gave a value to, for who reads a redirect.
    assigned: Vec<String>,
}

impl<'s, 'c> Lowering<'s, 'c, '_> {
    /// Starts on a text.
    fn of_text(
        common: &'s mut Common<'c>,
        source: &'s str,
        text: u32,
        (dialect, is_posix): (Dialect, bool),
    ) -> Self {
        Self {
            common,
            source,
            text,
            dialect,
            is_posix,
            defined: running::defined_functions(source),
            region: Rc::new(Lexed::default()),
            at: 0,
            end: source.len(),
            nested: 0,
            lists: 0,
            scope: Scope::default(),
            function_changes: Changes::default(),
            function_bodies: Vec::new(),
            pending: Vec::new(),
            assigned: Vec::new(),
        }
    }
}

impl<'t> Lowering<'_, '_, 't> {
    /// Lowers a region as a list of commands of one block.
    fn region(&mut self, root: Node<'t>, region: Region, block: u32) {
        let lexed = Rc::new(self.lex(root, region));
        let outer = std::mem::replace(&mut self.region, lexed);
        let (at, end) = (self.at, self.end);
        (self.at, self.end) = (0, region.to);
        let scope = std::mem::take(&mut self.scope);
        let lists = std::mem::take(&mut self.lists);
        // What fails in a substitution ends that alone.
        let failed = std::mem::take(&mut self.common.failed);
        if region.ending == Ending::Parenthesis {
            self.lost_separator();
        }
        self.everything(block, Connector::First);
        self.common.failed = failed;
        self.lists = lists;
        self.scope = scope;
        (self.at, self.end) = (at, end);
        self.region = outer;
    }

    /// Keeps a gap over bytes of the text.
    fn gap(&mut self, trouble: Trouble, from: usize, to: usize) {
        let span = span(self.text, from, to);
        self.common.gaps.add_unless_covered(trouble, span);
    }

    /// Keeps a gap that is worth saying even inside another.
    fn gap_inside(&mut self, trouble: Trouble, from: usize, to: usize) {
        let span = span(self.text, from, to);
        self.common.gaps.add(trouble, span);
    }

    fn progress(&self) -> Progress {
        self.common.progress
    }

    /// Counts a step; past the bound, lowering stops.
    fn step(&mut self, at: usize) -> Progress {
        self.common.steps += 1;
        let is_late =
            self.common.steps.is_multiple_of(STEPS_A_LOOK) && self.common.budget.is_late();
        if is_late {
            self.stop(Spent::Time.trouble(), at);
        }
        if self.common.steps > MAX_LOWERING_STEPS {
            let message = format!("it takes more than {MAX_LOWERING_STEPS} steps");
            self.stop(Trouble::new("bound.steps", message), at);
        }
        self.progress()
    }

    /// Counts a command; past the bound, lowering stops.
    fn count_command(&mut self, start: usize) -> Progress {
        if self.common.script.commands.len() >= MAX_COMMANDS {
            let message = format!("it has more than {MAX_COMMANDS} commands");
            self.stop(Trouble::new("bound.commands", message), start);
        }
        self.progress()
    }

    fn stop(&mut self, trouble: Trouble, start: usize) {
        if self.progress() == Progress::Going {
            self.gap_inside(trouble, start, self.source.len());
            self.common.progress = Progress::Stopped;
        }
    }

    /// Whether the lowering stands in a substitution.
    fn is_nested(&self) -> bool {
        self.nested > 0
    }

    /// Notes what the body of a function may change wherever it is called.
    fn note_function_body(&mut self, from: usize, to: usize) {
        let region = Rc::clone(&self.region);
        let tokens = region.tokens.get(from..to).unwrap_or(&[]);
        self.common.steps += tokens.len();
        let state = self.common.state.clone();
        let found = changes(
            self.source,
            self.dialect,
            tokens,
            Subshells::Ignored,
            &|name| self.may_be_anything(name, &state),
        );
        self.function_changes = self.function_changes.and(found);
        self.function_bodies.push((region, from, to));
    }

    /// Adds a block; returns its index.
    fn open_block(&mut self, block: Block) -> u32 {
        let index = index(self.common.script.blocks.len());
        self.common.script.blocks.push(block);
        index
    }

    /// Notes the substitutions in a part of the text that is not read, so that deny rules see their commands (R2.4).
    fn pend_substitutions(&mut self, from: usize, to: usize) {
        let region = Rc::clone(&self.region);
        let marks = region.witness.marks_in(from, to).iter();
        let inside = marks.filter(|mark| mark.class == Class::Substitution);
        let state = self.common.state.clone();
        self.pending.extend(inside.map(|mark| Pending {
            node: mark.node,
            state: state.clone(),
        }));
    }

    /// Lowers what waits since `base`, in the order in which it is written.
    fn drain_pending(&mut self, base: usize, block: u32) {
        if let Some(waiting) = self.pending.get_mut(base..) {
            // Blanks that the parser counts as part of one don't change the order.
            waiting.sort_by_key(|pending| pending.node.start_byte());
        }
        let mut next = base;
        let end = self.pending.len();
        while next < end {
            let Some(pending) = self.pending.get(next).cloned() else {
                break;
            };
            let after = std::mem::replace(&mut self.common.state, pending.state);
            self.substitution(pending.node, block);
            self.common.state = after;
            next += 1;
        }
        self.pending.truncate(base);
    }

    /// Lowers the inside of a substitution into a block of its own. It runs in a shell of its own.
    fn substitution(&mut self, node: Node<'t>, parent: u32) {
        let Some(region) = Region::inside(node, self.source.as_bytes()) else {
            let trouble =
                Trouble::new("node", "this substitution is not read").at_node(node.kind());
            self.gap(trouble, node.start_byte(), node.end_byte());
            return;
        };
        if !self.enter() {
            return;
        }
        let start = witness::begin(node, self.source.as_bytes());
        let whole = self.span(start, node.end_byte());
        let block = self.open_block(Block::apart(BlockKind::Substitution, Some(parent), whole));
        let state = self.common.state.clone();
        self.nested += 1;
        self.region(node, region, block);
        self.nested -= 1;
        self.common.state = state;
        self.common.depth -= 1;
    }

    /// Goes one level deeper, unless that is too deep. Brackets are counted before parsing; this bounds the rest.
    fn enter(&mut self) -> bool {
        if self.common.depth >= MAX_NESTING {
            let at = self.token().map_or(self.end, |token| token.start);
            let message = format!("it is nested deeper than {MAX_NESTING} levels");
            self.stop(Trouble::new("bound.nesting", message), at);
            return false;
        }
        self.common.depth += 1;
        true
    }
}

/// Creates a span; a text is within `MAX_COMMAND_BYTES`, so both places fit.
fn span(text: u32, from: usize, to: usize) -> Span {
    Span {
        text,
        start: index(from),
        end: index(to),
    }
}

/// Converts a place or a length of a list, which the bounds keep far below the limit.
fn index(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

fn range(start: usize, end: usize) -> Range {
    Range {
        start: index(start),
        len: index(end - start),
    }
}

#[cfg(test)]
mod tests;
