//! `(( ))` and `[[ ]]`, which evaluate what they are given (R2.2).

use std::rc::Rc;

use super::{
    Lowering, Progress,
    command::Made,
    grammar::Place,
    names::is_name,
    scan::{Around, Quoted, Scan},
    state::{Flow, Value},
    word::Context,
};
use crate::read::{
    gaps::Trouble,
    script::{Binding, PieceKind},
    text::{arithmetic, conditional},
};

impl Lowering<'_, '_, '_> {
    /// `((…))`.
    pub(super) fn arithmetic_command(&mut self, place: Place) -> Flow {
        let Some(token) = self.token() else {
            return Flow::never();
        };
        self.at += 1;
        let text = self.text_of(token).to_owned();
        let inside = text
            .strip_prefix("((")
            .and_then(|text| text.strip_suffix("))"))
            .unwrap_or("");
        let (from, to) = trimmed(inside, token.start + 2);
        let before = self.common.state.clone();
        self.evaluated_command(place, (token.start, token.end), (from, to), token.start);
        let flow = Flow::either(&self.common.state);
        self.after_compound(place, flow, before)
    }

    /// Adds a command that evaluates an expression: the words `((` and the expression.
    pub(super) fn evaluated_command(
        &mut self,
        place: Place,
        whole: (usize, usize),
        expression: (usize, usize),
        open: usize,
    ) {
        if self.count_command(whole.0) == Progress::Stopped {
            return;
        }
        let pending = self.pending.len();
        let first = self.word_count();
        self.literal_word(open, open + 2);
        let (start, end) = expression;
        self.zsh_arithmetic(start, end);
        let state = self.common.state.clone();
        let text = self.source.get(start..end).unwrap_or("");
        let region = Rc::clone(&self.region);
        let marks = region.witness.marks_in(start, end);
        let around = Around {
            dialect: self.dialect,
            state: &state,
            cat_is_cat: false,
            text: self.text,
        };
        let mut scan = Scan::new(self.source, start..end, Context::Single, around, marks);
        let read = scan.evaluate(text);
        scan.dynamic(PieceKind::Arithmetic, end - start, Quoted::No);
        let (pieces, assigned) = (scan.pieces, scan.assigned);
        self.dynamic_word(start, end, pieces);
        if let Err(trouble) = read {
            self.gap(trouble, start, end);
            self.pend_substitutions(start, end);
        }
        let words = super::range(first, self.word_count());
        self.push_command(Made {
            span: self.span(whole.0, whole.1),
            place,
            words,
            binding: Binding::Builtin,
            ..Made::default()
        });
        self.drain_pending(pending, place.block);
        for (name, value) in assigned {
            let value = value.filter(|_| !self.common.frozen.contains(&name));
            self.common.state.set(&name, value);
        }
    }

    /// `[[ … ]]`.
    pub(super) fn test_command(&mut self, place: Place) -> Flow {
        let Some(token) = self.token() else {
            return Flow::never();
        };
        self.at += 1;
        if self.count_command(token.start) == Progress::Stopped {
            return Flow::never();
        }
        let before = self.common.state.clone();
        let pending = self.pending.len();
        let first = self.word_count();
        let region = Rc::clone(&self.region);
        let ends = |at: usize| region.witness.mark_at(at).map(|mark| mark.end);
        match conditional::words(self.source, token.start, token.end, &ends) {
            Ok(parts) => {
                self.zsh_tests(&parts);
                for part in parts {
                    self.test_part(&part);
                }
            }
            Err(trouble) => {
                self.gap(trouble, token.start, token.end);
                self.literal_word(token.start, token.start + 2);
                self.pend_substitutions(token.start, token.end);
            }
        }
        let words = super::range(first, self.word_count());
        self.push_command(Made {
            span: self.span(token.start, token.end),
            place,
            words,
            binding: Binding::Builtin,
            ..Made::default()
        });
        self.drain_pending(pending, place.block);
        let flow = Flow::either(&self.common.state);
        self.after_compound(place, flow, before)
    }

    pub(super) fn test_part(&mut self, part: &conditional::Part) {
        use conditional::Role;
        let (start, end) = (part.at.start, part.at.end);
        match part.role {
            Role::Word | Role::Bracket | Role::Operator | Role::Unary => {
                self.literal_word(start, end);
            }
            Role::Operand => {
                self.zsh_word(start, end, Context::Single);
                self.word(start, end, Context::Single);
            }
            Role::Pattern => {
                self.zsh_word(start, end, Context::Pattern);
                self.word(start, end, Context::Pattern);
            }
            Role::Regex => {
                self.zsh_word(start, end, Context::Regex);
                self.word(start, end, Context::Regex);
            }
            Role::Number | Role::Name => {
                let word = self.word(start, end, Context::Single);
                self.check_evaluated(word, part.role, start, end);
            }
        }
    }

    /// Checks a word of `[[ ]]` that the shell evaluates once more.
    pub(super) fn check_evaluated(
        &mut self,
        word: u32,
        role: conditional::Role,
        start: usize,
        end: usize,
    ) {
        let script = &self.common.script;
        let pieces = script
            .word(word)
            .map_or(&[][..], |word| script.pieces(word));
        let is_number = match pieces {
            [piece] if piece.kind == PieceKind::Arithmetic => true,
            [piece] if piece.kind == PieceKind::Variable => {
                self.holds_number(script.text(piece.span))
            }
            _ => false,
        };
        let values = script.word(word).map_or(&[][..], |word| &word.values);
        let is_fine = |value: &String| match role {
            conditional::Role::Name => is_name(value),
            _ => arithmetic::is_number(value),
        };
        let is_certain = !values.is_empty() && values.iter().all(is_fine);
        if !is_certain && (role == conditional::Role::Name || !is_number) {
            let trouble = Trouble::new(
                "evaluated",
                "`[[ ]]` evaluates this word, which may run commands",
            );
            self.gap_inside(trouble.at_node("test_command"), start, end);
        }
    }

    /// Whether an expansion, as written, is certainly a number: a length, or a variable that holds one.
    pub(super) fn holds_number(&self, written: &str) -> bool {
        let name = written.strip_prefix('$').unwrap_or("");
        let name = match name.strip_prefix('{') {
            Some(inside) => inside.strip_suffix('}').unwrap_or(""),
            None => name,
        };
        if let Some(measured) = name.strip_prefix('#') {
            return measured.is_empty() || is_name(measured);
        }
        matches!(name, "?" | "$") || self.common.state.value(name).is_some_and(Value::is_numeric)
    }
}

/// Returns where a text begins and ends without the blanks around it.
pub(super) fn trimmed(text: &str, start: usize) -> (usize, usize) {
    let from = start + (text.len() - text.trim_start().len());
    let to = from + text.trim().len();
    (from, to)
}
