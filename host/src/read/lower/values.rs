//! What a word is worth, while it is read: every value it can have, or its certain beginning (R2.2).

use super::state::{MAX_VALUE_BYTES, MAX_VALUES, Pattern, Value};
use crate::{
    limits::MAX_COMMAND_BYTES,
    read::script::{Dialect, Fields, Piece, PieceKind},
};

use super::scan::{Quoted, Scan};

impl Scan<'_, '_> {
    /// Returns every value of the word; none if it is not certain.
    pub(super) fn certain_values(&self) -> &[String] {
        if self.prefix.is_none() && self.fields == Fields::One {
            &self.values
        } else {
            &[]
        }
    }

    /// Returns the certain beginning.
    pub(super) fn certain_prefix(&self) -> String {
        self.prefix
            .clone()
            .unwrap_or_else(|| common_prefix(&self.values))
    }

    /// From here on nothing is certain.
    pub(super) fn lose(&mut self) {
        if self.prefix.is_none() {
            self.prefix = Some(common_prefix(&self.values));
            self.values = Vec::new();
        }
    }

    /// Adds a certain text to every value.
    pub(super) fn extend(&mut self, text: &str) {
        let bytes: usize = self
            .values
            .iter()
            .map(|value| value.len() + text.len())
            .sum();
        let most = if self.values.len() > 1 {
            MAX_VALUE_BYTES
        } else {
            MAX_COMMAND_BYTES
        };
        if bytes > most {
            return self.lose();
        }
        for value in &mut self.values {
            value.push_str(text);
        }
    }

    /// Adds a piece that has one of these values, though they aren't what is written.
    pub(super) fn known(&mut self, kind: PieceKind, len: usize, values: &[String], quoted: Quoted) {
        self.flush(quoted);
        match values {
            [value] => self.extend(value),
            _ => self.multiply(values),
        }
        self.pieces.push(Piece {
            kind,
            span: self.span(self.at, self.at + len),
            literal: match values {
                [value] => Some(value.clone()),
                _ => None,
            },
            quoted: quoted == Quoted::Yes,
        });
        self.at += len;
        self.literal_start = self.at;
    }

    /// Every value so far, followed by every one of these.
    pub(super) fn multiply(&mut self, values: &[String]) {
        let count = self.values.len() * values.len();
        let bytes: usize = self.values.iter().map(String::len).sum::<usize>() * values.len()
            + values.iter().map(String::len).sum::<usize>() * self.values.len();
        if count > MAX_VALUES || bytes > MAX_VALUE_BYTES {
            return self.lose();
        }
        let each = |before: &String| {
            let before = before.clone();
            values.iter().map(move |value| format!("{before}{value}"))
        };
        let mut product: Vec<String> = self.values.iter().flat_map(each).collect();
        product.sort();
        product.dedup();
        self.values = product;
    }

    /// Whether a variable stands at the beginning of the word, with nothing but a path behind it: then its value is what
    /// its pattern finds here, too.
    pub(super) fn is_match_alone(&self, len: usize, quoted: Quoted) -> bool {
        let before = usize::from(quoted == Quoted::Yes);
        let behind = self.rest(len);
        self.at == self.start + before
            && self.context.expands_names()
            && (quoted == Quoted::Yes || self.around.dialect == Dialect::Zsh)
            && matches!(behind, [] | [b'"'] | [b'/', ..] | [b'"', b'/', ..])
    }

    /// Adds the pattern that a variable's value was found by.
    pub(super) fn found(&mut self, pattern: &Pattern, len: usize) {
        self.flush(Quoted::Yes);
        self.lose();
        self.prefix = Some(pattern.prefix.clone());
        let span = self.span(self.at, self.at + len);
        self.pieces.extend(pattern.pieces.iter().map(|piece| Piece {
            span,
            ..piece.clone()
        }));
        self.at += len;
        self.literal_start = self.at;
    }

    /// Whether each of these values is passed as it is, as one argument.
    pub(super) fn is_passed_whole(&self, values: &[String], quoted: Quoted) -> bool {
        if quoted == Quoted::Yes || !self.context.splits() {
            return true;
        }
        if values.iter().any(String::is_empty) {
            return false;
        }
        match self.around.dialect {
            Dialect::Zsh => true,
            Dialect::Bash | Dialect::PowerShell => {
                let is_changed = |byte: u8| b" \t\n*?[\\".contains(&byte);
                self.around.state.splits_at_blanks()
                    && !values.iter().any(|value| value.bytes().any(is_changed))
            }
        }
    }

    /// Returns what is known of a variable at this place of the word.
    pub(super) fn value(&self, name: &str) -> Option<Value> {
        let changed = self.assigned.iter().rev().find(|(known, _)| known == name);
        match changed {
            Some((_, value)) => value.clone(),
            None => self.around.state.value(name).cloned(),
        }
    }
}

/// Returns the longest beginning that all have.
fn common_prefix(values: &[String]) -> String {
    let Some((first, rest)) = values.split_first() else {
        return String::new();
    };
    let len = rest.iter().fold(first.len(), |len, value| {
        let same = first.bytes().zip(value.bytes());
        same.take_while(|(one, two)| one == two).count().min(len)
    });
    let mut end = len;
    while !first.is_char_boundary(end) {
        end -= 1;
    }
    first.get(..end).unwrap_or("").to_owned()
}
