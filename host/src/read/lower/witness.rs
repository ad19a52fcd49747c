//! What the tree says about a region: where its tokens are, and where parts of words begin and end that hold commands
//! or variables (R2.1).
//!
//! The text itself is read natively (`lex`, `scan`); this is the witness it is compared with. Every node has to be on
//! the allowlist of `kinds`.

use tree_sitter::{Node, TreeCursor};

use super::{
    Lowering, Progress,
    kinds::{Class, class_of, describe},
    lex::Region,
};
use crate::read::gaps::Trouble;

/// Most nodes looked at for the end of an arithmetic command.
const MAX_SIBLINGS: usize = 64;

/// What the tree takes a token for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnitKind {
    Word,
    Assignment,
    Operator,
    Keyword,
}

/// A token as the tree sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub(super) kind: UnitKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A node by which the native reader finds the end of something, or learns that it is there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark<'t> {
    pub(super) class: Class,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) node: Node<'t>,
}

/// What the tree says about one region. All lists are in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Witness<'t> {
    pub(super) units: Vec<Unit>,
    pub(super) marks: Vec<Mark<'t>>,
    /// Arithmetic commands, and tests in `[[ ]]`.
    pub(super) commands: Vec<Mark<'t>>,
    /// Bodies of here-documents, with the lines that end them.
    pub(super) bodies: Vec<(usize, usize)>,
    /// Where the tree's tokens mean nothing: inside of tests and arithmetic, and of what it did not understand.
    pub(super) loose: Vec<(usize, usize)>,
}

impl<'t> Witness<'t> {
    /// Returns the first mark that begins at a place, which is the outermost.
    pub(super) fn mark_at(&self, at: usize) -> Option<Mark<'t>> {
        let index = self.marks.partition_point(|mark| mark.start < at);
        self.marks
            .get(index)
            .filter(|mark| mark.start == at)
            .copied()
    }

    /// Returns the end of the arithmetic command or test that begins at a place.
    pub(super) fn command_at(&self, class: Class, at: usize) -> Option<usize> {
        let index = self.commands.partition_point(|mark| mark.start < at);
        self.commands
            .get(index)
            .filter(|mark| mark.start == at && mark.class == class)
            .map(|mark| mark.end)
    }

    /// Returns the mark of one class that begins at a place.
    pub(super) fn mark_of(&self, class: Class, at: usize) -> Option<Mark<'t>> {
        let index = self.marks.partition_point(|mark| mark.start < at);
        let here = self.marks.get(index..).unwrap_or(&[]);
        here.iter()
            .take_while(|mark| mark.start == at)
            .find(|mark| mark.class == class)
            .copied()
    }

    /// Returns the marks that lie in a part of the region.
    pub(super) fn marks_in(&self, from: usize, to: usize) -> &[Mark<'t>] {
        let first = self.marks.partition_point(|mark| mark.start < from);
        let last = self.marks.partition_point(|mark| mark.start < to);
        self.marks.get(first..last).unwrap_or(&[])
    }
}

/// Returns where a node begins. The parser takes blanks before an expansion in double quotes for a part of it.
pub(super) fn begin(node: Node<'_>, bytes: &[u8]) -> usize {
    let is_expansion = matches!(
        class_of(node.kind_id()),
        Class::Expansion | Class::Substitution | Class::Arithmetic
    );
    let text = bytes.get(node.byte_range()).unwrap_or(&[]);
    let blanks = text.iter().take_while(|byte| b" \t\n".contains(byte));
    let skipped = if is_expansion { blanks.count() } else { 0 };
    node.start_byte() + skipped
}

/// Moves on in document order; false at the end of the cursor's tree.
pub(super) fn advance(cursor: &mut TreeCursor<'_>, descend: bool) -> bool {
    if descend && cursor.goto_first_child() {
        return true;
    }
    loop {
        if cursor.goto_next_sibling() {
            return true;
        }
        if !cursor.goto_parent() {
            return false;
        }
    }
}

/// Collects what the tree says.
struct Collector<'t> {
    witness: Witness<'t>,
    region: Region,
    /// Up to here nodes are parts of a token that is known already.
    inside_to: usize,
}

impl<'t> Lowering<'_, '_, 't> {
    /// Collects what the tree says about a region of a node.
    pub(super) fn witness(&mut self, root: Node<'t>, region: Region) -> Witness<'t> {
        let mut collector = Collector {
            witness: Witness::default(),
            region,
            inside_to: region.from,
        };
        let mut cursor = root.walk();
        let whole = root.kind() == "program" || class_of(root.kind_id()) == Class::Substitution;
        let mut more = !whole || cursor.goto_first_child();
        while more && self.step(cursor.node().start_byte()) == Progress::Going {
            let node = cursor.node();
            let descend = self.look_at(node, &mut collector);
            more = advance(&mut cursor, descend);
        }
        collector.witness
    }

    /// Looks at one node; returns whether its children are to be looked at.
    fn look_at(&mut self, node: Node<'t>, collector: &mut Collector<'t>) -> bool {
        let (start, end) = (begin(node, self.source.as_bytes()), node.end_byte());
        let region = collector.region;
        if node.is_missing() {
            let message = format!("`{}` is missing", node.kind());
            self.gap(
                Trouble::new("syntax", message).at_node(node.kind()),
                start,
                end,
            );
            return false;
        }
        // The brackets of the substitution itself are outside of its region; some nodes have no text.
        let is_outside = start < region.from || end > region.to || start == end;
        let class = class_of(node.kind_id());
        if is_outside {
            return class == Class::Transparent;
        }
        let inside = start < collector.inside_to;
        let mark = Mark {
            class,
            start,
            end,
            node,
        };
        match class {
            Class::Error | Class::Unread => {
                let trouble = if class == Class::Error {
                    Trouble::new("syntax", "this is not understood")
                } else {
                    Trouble::new("node", describe(node.kind()))
                };
                self.gap(trouble.at_node(node.kind()), start, end);
                collector.witness.loose.push((start, end));
                true
            }
            Class::Substitution => {
                collector.witness.marks.push(mark);
                collector.unit(UnitKind::Word, start, end);
                false
            }
            Class::Expansion | Class::Arithmetic | Class::Array => {
                collector.witness.marks.push(mark);
                collector.unit(UnitKind::Word, start, end);
                true
            }
            Class::Test => {
                if !inside {
                    collector.witness.commands.push(mark);
                    collector.loose(start, end);
                }
                true
            }
            Class::ArithmeticOpen => {
                if !inside {
                    collector.arithmetic(mark);
                }
                false
            }
            Class::Body => {
                let end = node.next_sibling().map_or(end, |end| end.end_byte());
                collector.witness.bodies.push((start, end));
                collector.inside_to = collector.inside_to.max(node.end_byte());
                true
            }
            Class::Word => {
                collector.unit(UnitKind::Word, start, end);
                true
            }
            Class::Assignment => {
                collector.unit(UnitKind::Assignment, start, end);
                true
            }
            Class::Operator => {
                collector.unit(UnitKind::Operator, start, end);
                false
            }
            Class::Keyword => {
                collector.unit(UnitKind::Keyword, start, end);
                false
            }
            Class::Blank => false,
            Class::Transparent => true,
            Class::Part => {
                if !inside {
                    self.gap(Trouble::new("node", describe(node.kind())), start, end);
                }
                true
            }
        }
    }
}

impl<'t> Collector<'t> {
    /// Adds a token, unless it is a part of one.
    fn unit(&mut self, kind: UnitKind, start: usize, end: usize) {
        if start >= self.inside_to {
            self.witness.units.push(Unit { kind, start, end });
            self.inside_to = end;
        }
    }

    fn loose(&mut self, start: usize, end: usize) {
        self.witness.loose.push((start, end));
        self.inside_to = self.inside_to.max(end);
    }

    /// Adds an arithmetic command, or the head of a `for`, from its opening to its closing brackets.
    fn arithmetic(&mut self, open: Mark<'t>) {
        let mut next = open.node.next_sibling();
        for _ in 0..MAX_SIBLINGS {
            let Some(node) = next else { break };
            if node.kind() == "))" {
                let end = node.end_byte();
                self.witness.commands.push(Mark { end, ..open });
                return self.loose(open.start, end);
            }
            next = node.next_sibling();
        }
        self.loose(open.start, open.end);
    }
}
