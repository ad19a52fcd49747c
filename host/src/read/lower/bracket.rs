//! `[ … ]`: the parser takes it for an expression, the shell for a command like any other. `[[ … ]]` is not read.

use tree_sitter::Node;

use super::{
    Lowering, Progress,
    kinds::{Class, class_of},
    tokens::{Token, TokenKind, advance},
};

/// What the parser makes of the words between `[` and `]`.
const EXPRESSIONS: [&str; 3] = [
    "binary_expression",
    "parenthesized_expression",
    "unary_expression",
];

impl<'t> Lowering<'_, 't> {
    /// Whether a node is a test in `[ ]`.
    pub(super) fn is_single_bracket(&self, node: Node<'t>) -> bool {
        class_of(node.kind_id()) == Class::Test
            && self
                .bytes
                .get(node.byte_range())
                .is_some_and(|text| !text.starts_with(b"[["))
    }

    /// Returns the words of a test in `[ ]`, brackets included; None if the node is none, or has a part that is not known.
    ///
    /// Where they begin and end is still checked, and their text is read, as for any other command.
    pub(super) fn test_words(&mut self, node: Node<'t>) -> Option<Vec<Token<'t>>> {
        if !self.is_single_bracket(node) {
            return None;
        }
        let mut words = Vec::new();
        let mut cursor = node.walk();
        let mut more = cursor.goto_first_child();
        while more && self.step(cursor.node()) == Progress::Going {
            let node = cursor.node();
            let is_expression = EXPRESSIONS.contains(&node.kind());
            if !is_expression {
                add_part(&mut words, node)?;
            }
            more = advance(&mut cursor, is_expression);
        }
        Some(words)
    }
}

/// Adds a word or, where nothing stands between, a part of the last one. None: it is not known.
fn add_part<'t>(words: &mut Vec<Token<'t>>, node: Node<'t>) -> Option<()> {
    let is_leaf = node.child_count() == 0;
    let is_word = matches!(
        class_of(node.kind_id()),
        Class::Word | Class::Substitution | Class::Expansion
    );
    if node.is_missing() || node.is_error() || !(is_leaf || is_word) {
        return None;
    }
    // What a leaf is called says nothing here: `-f` and `=` are words.
    let parts = (!is_leaf).then_some(node);
    match words.last_mut() {
        Some(last) if last.end == node.start_byte() => {
            // A word has one node to find its variables by.
            if last.node.is_some() || parts.is_some() {
                return None;
            }
            last.end = node.end_byte();
        }
        _ => words.push(Token {
            kind: TokenKind::Word,
            start: node.start_byte(),
            end: node.end_byte(),
            node: parts,
        }),
    }
    Some(())
}
