//! From a token to a [`Word`]: what the tree witnesses in it, and what reading its text gives (R2.2).

use tree_sitter::Node;

use super::{
    Lowering, Pending, index,
    kinds::{Class, class_of, describe},
    scan::{Scan, disagreement},
    span,
    tokens::{Token, advance},
};
use crate::{
    read::{
        gaps::Trouble,
        script::{Fields, Word},
    },
    span::Range,
};

/// Where a word stands, which decides about splitting, globs and tildes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// A word of a command.
    Argument,
    /// The value of an assignment: neither split nor expanded to file names.
    Assignment,
    /// The target of a redirect.
    Target,
}

/// A variable or substitution in a word, as the tree sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark<'t> {
    pub(super) class: Class,
    pub(super) node: Node<'t>,
}

impl<'t> Lowering<'_, 't> {
    /// Lowers the word from `start` to the end of a token; returns its index.
    pub(super) fn word(&mut self, token: Token<'t>, start: usize, context: Context) -> u32 {
        let marks = self.marks.len();
        let pending = self.pending.len();
        let pieces = self.script.pieces.len();
        let seen = match token.node {
            _ if self.is_dollar(token) => Err(disagreement()),
            Some(node) => self.mark(node, start),
            None => Ok(()),
        };
        let mut scan = Scan::new(
            self.source,
            start..token.end,
            context,
            self.home,
            self.marks.get(marks..).unwrap_or(&[]),
            &mut self.script.pieces,
            &mut self.pending,
        );
        let read = seen.and_then(|()| scan.run());
        let fields = if read.is_ok() {
            scan.fields
        } else {
            Fields::Many
        };
        let (certain, prefix) = (scan.certain, scan.prefix);
        self.marks.truncate(marks);
        if let Err(trouble) = read {
            self.gap(trouble, start, token.end);
            self.pending.truncate(pending);
            self.pending.extend(token.node.map(Pending::Unread));
        }
        let is_one_value = certain && fields == Fields::One;
        self.script.words.push(Word {
            span: span(start, token.end),
            values: if is_one_value {
                vec![prefix.clone()]
            } else {
                Vec::new()
            },
            fields,
            prefix,
            pieces: Range {
                start: index(pieces),
                len: index(self.script.pieces.len() - pieces),
            },
        });
        index(self.script.words.len() - 1)
    }

    /// Pushes the variables and substitutions of a word; an unknown node in it is a trouble.
    fn mark(&mut self, root: Node<'t>, start: usize) -> Result<(), Trouble> {
        if root.child_count() == 0 && class_of(root.kind_id()) == Class::Word && !root.is_missing()
        {
            return Ok(());
        }
        let mut cursor = root.walk();
        let mut trouble = Ok(());
        loop {
            let node = cursor.node();
            self.step(node);
            let class = class_of(node.kind_id());
            let inside = node.start_byte() >= start;
            let descend = match class {
                Class::Expansion | Class::Substitution => {
                    self.marks.push(Mark { class, node });
                    false
                }
                Class::Word | Class::WordPart => true,
                Class::Assignment => node == root,
                // The name and the sign of an assignment lie before its value.
                _ if !inside => false,
                _ => {
                    let text = self.source.get(node.byte_range()).unwrap_or("");
                    trouble =
                        Err(Trouble::new("node", describe(node.kind(), text)).at_node(node.kind()));
                    false
                }
            };
            if node.is_missing() {
                trouble = Err(
                    Trouble::new("syntax", "part of this word is missing").at_node(node.kind())
                );
            }
            if !advance(&mut cursor, descend) {
                return trouble;
            }
        }
    }
}
