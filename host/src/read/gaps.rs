//! Collects what was not understood (R2.1). No reading of text here.

use std::borrow::Cow;

use super::script::Gap;
use crate::span::Span;

/// Most gaps kept. One is enough to make a script partial; more than these help nobody.
const MAX_GAPS: usize = 64;

/// Why something was not understood.
#[derive(Clone, Debug)]
pub(super) struct Trouble {
    /// A stable code.
    pub(super) reason: &'static str,
    /// The same in words a person understands.
    pub(super) message: Cow<'static, str>,
    /// The parser's name for the node, or empty.
    pub(super) node: String,
}

impl Trouble {
    /// Creates a trouble that belongs to no node of the tree.
    pub(super) fn new(reason: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            reason,
            message: message.into(),
            node: String::new(),
        }
    }

    /// Names the node it was found at.
    pub(super) fn at_node(mut self, node: &str) -> Self {
        node.clone_into(&mut self.node);
        self
    }
}

/// The gaps found so far.
#[derive(Debug, Default)]
pub(super) struct Gaps {
    found: Vec<Gap>,
}

impl Gaps {
    /// Whether everything was understood so far.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Keeps a gap. A bound is always kept, since it says that the rest was not even looked at.
    pub(super) fn add(&mut self, trouble: Trouble, span: Span) {
        if self.found.len() == MAX_GAPS && trouble.reason.starts_with("bound.") {
            self.found.pop();
        }
        if self.found.len() < MAX_GAPS {
            self.found.push(Gap {
                reason: trouble.reason.to_owned(),
                message: trouble.message.into_owned(),
                node: trouble.node,
                span,
            });
        }
    }

    /// Keeps a gap unless one around it is known: the inside of a loop that is not read needs no gap of its own.
    pub(super) fn add_unless_covered(&mut self, trouble: Trouble, span: Span) {
        let covered = self.found.iter().any(|gap| {
            gap.span.text == span.text && gap.span.start <= span.start && span.end <= gap.span.end
        });
        if !covered {
            self.add(trouble, span);
        }
    }

    /// Returns the gaps in the order in which they are written.
    pub(super) fn into_sorted(mut self) -> Vec<Gap> {
        self.found
            .sort_by_key(|gap| (gap.span.text, gap.span.start, gap.span.end));
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_covered_gap_is_not_repeated() {
        let mut gaps = Gaps::default();
        gaps.add(Trouble::new("node", "outer"), Span::source(2, 9));
        gaps.add_unless_covered(Trouble::new("node", "inner"), Span::source(3, 4));
        gaps.add_unless_covered(Trouble::new("node", "before"), Span::source(0, 3));
        let messages: Vec<_> = gaps
            .into_sorted()
            .into_iter()
            .map(|gap| gap.message)
            .collect();
        assert_eq!(messages, ["before", "outer"]);
    }

    #[test]
    fn gaps_are_bounded() {
        let mut gaps = Gaps::default();
        for _ in 0..1000 {
            gaps.add(Trouble::new("node", "again"), Span::source(0, 1));
        }
        gaps.add(Trouble::new("bound.steps", "no more"), Span::source(1, 2));
        let kept = gaps.into_sorted();
        assert_eq!(kept.len(), MAX_GAPS);
        assert_eq!(kept.last().unwrap().reason, "bound.steps");
    }
}
