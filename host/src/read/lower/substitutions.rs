//! `$(…)`, backquotes, `<(…)` and `>(…)` in a word, where the tree says that they are (R2.2).

use super::{Pending, kinds::Class, witness::Mark};
use crate::read::{gaps::Trouble, script::PieceKind, text::here};

use super::scan::{Quoted, Scan, disagreement};

impl<'t> Scan<'_, 't> {
    /// Passes over what the tree sees up to a place.
    pub(super) fn skip_marks(&mut self, to: usize) {
        let skipped = self.marks.partition_point(|mark| mark.start < to);
        self.marks = self.marks.get(skipped..).unwrap_or(&[]);
    }

    pub(super) fn substitution(&mut self, kind: PieceKind, quoted: Quoted) -> Result<(), Trouble> {
        let mark = self.take_mark_at(Class::Substitution)?;
        let text = self
            .source
            .get(self.at..mark.end)
            .filter(|text| mark.end <= self.limit && text.ends_with(')'))
            .ok_or_else(disagreement)?;
        if self.around.cat_is_cat
            && kind == PieceKind::CommandSubstitution
            && let Some(value) = here::cat_substitution(text)
        {
            let values = [value];
            if self.is_passed_whole(&values, quoted) {
                self.known(kind, text.len(), &values, quoted);
                return Ok(());
            }
        }
        self.nested(kind, text.len(), quoted);
        Ok(())
    }

    pub(super) fn backquotes(&mut self, quoted: Quoted) -> Result<(), Trouble> {
        let mark = self.take_mark_at(Class::Substitution)?;
        let inside = self.rest(1);
        let len = inside
            .iter()
            .position(|&byte| byte == b'`')
            .ok_or_else(disagreement)?;
        if inside
            .get(..len)
            .is_some_and(|inside| inside.contains(&b'\\'))
        {
            return Err(
                Trouble::new("word", "a backslash inside backquotes is not read")
                    .at_node(mark.node.kind()),
            );
        }
        if mark.end != self.at + len + 2 {
            return Err(disagreement());
        }
        self.nested(PieceKind::CommandSubstitution, len + 2, quoted);
        Ok(())
    }

    pub(super) fn nested(&mut self, kind: PieceKind, len: usize, quoted: Quoted) {
        if kind == PieceKind::CommandSubstitution && quoted == Quoted::No {
            self.may_be_many();
        }
        self.dynamic(kind, len, quoted);
    }

    /// Takes the tree's next mark, which must be of this class and begin here.
    pub(super) fn take_mark_at(&mut self, class: Class) -> Result<Mark<'t>, Trouble> {
        let (first, rest) = self.marks.split_first().ok_or_else(disagreement)?;
        if first.class != class || first.start != self.at {
            return Err(disagreement());
        }
        self.marks = rest;
        if class == Class::Substitution {
            let mut state = self.around.state.clone();
            for (name, value) in &self.assigned {
                state.set(name, value.clone());
            }
            self.pending.push(Pending {
                node: first.node,
                state,
            });
        }
        Ok(*first)
    }

    /// Takes the tree's next mark, which must also end where this does.
    pub(super) fn take_mark(&mut self, class: Class, len: usize) -> Result<(), Trouble> {
        if self.take_mark_at(class)?.end == self.at + len {
            Ok(())
        } else {
            Err(disagreement())
        }
    }
}
