//! What the shell replaces by file names: globs and tildes (R2.2).

use super::word::Context;
use crate::read::script::PieceKind;

use super::scan::{Quoted, Scan, is_special_unquoted};

impl Scan<'_, '_> {
    pub(super) fn glob(&mut self, len: usize) {
        self.may_be_many();
        self.dynamic(PieceKind::Glob, len, Quoted::No);
    }

    /// `[` begins a glob if a `]` may follow; else it is a letter like any other.
    pub(super) fn bracket(&mut self) {
        if self.last_bracket().is_none_or(|last| last <= self.at) {
            return self.plain(is_special_unquoted);
        }
        let rest = self.rest(1);
        // The piece covers the whole of a simple bracket, and only its beginning where quotes or expansions follow.
        let is_simple = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.,:!^+".contains(byte);
        let inside = rest.iter().take_while(|byte| is_simple(byte)).count();
        let closed = inside > 0 && rest.get(inside) == Some(&b']');
        self.glob(if closed { inside + 2 } else { 1 });
    }

    /// The last place in the word of a `]`, or of an expansion that may turn out to be one.
    pub(super) fn last_bracket(&mut self) -> Option<usize> {
        let (start, limit) = (self.start, self.limit);
        let word = self.source.as_bytes().get(start..limit).unwrap_or(&[]);
        *self.last_bracket.get_or_insert_with(|| {
            word.iter()
                .rposition(|byte| matches!(byte, b']' | b'$' | b'`'))
                .map(|at| start + at)
        })
    }

    /// Whether the shell may expand a tilde here: at the beginning, and in assignments (and words that look like one)
    /// after `=` and `:`.
    pub(super) fn may_be_tilde(&self) -> bool {
        self.at == self.start || matches!(self.before(), Some(b'=' | b':'))
    }

    pub(super) fn tilde(&mut self) {
        let rest = self.rest(1);
        let is_certain_place = self.at == self.start
            || (self.context == Context::Assignment
                && self.before() == Some(b':')
                && self
                    .at
                    .checked_sub(2)
                    .and_then(|at| self.source.as_bytes().get(at))
                    != Some(&b'\\'));
        let ends = match rest.first() {
            None | Some(b'/') => true,
            Some(b':') => self.context == Context::Assignment,
            Some(_) => false,
        };
        let home = self.around.state.only_value("HOME").map(str::to_owned);
        match home.filter(|home| is_plain_home(home)) {
            Some(home) if is_certain_place && ends => {
                self.known(PieceKind::Tilde, 1, &[home], Quoted::No);
            }
            _ => {
                let is_user = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-_.+".contains(byte);
                let name = rest.iter().take_while(is_user).count();
                self.dynamic(PieceKind::Tilde, 1 + name, Quoted::No);
            }
        }
    }
}

/// A home directory for which `~/x` is certainly its text followed by `/x`.
fn is_plain_home(home: &str) -> bool {
    home.starts_with('/') && !home.ends_with('/')
}
