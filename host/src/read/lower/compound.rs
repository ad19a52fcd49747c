//! What loops, branches and functions share.

use super::{
    Lowering,
    lex::{Token, TokenKind},
    state::State,
};
use crate::span::Range;

impl Lowering<'_, '_, '_> {
    /// Goes on in a state. Where control never gets, the present one will do.
    pub(super) fn start_in(&mut self, state: Option<State>) {
        if let Some(state) = state {
            self.common.state = state;
        }
    }

    /// Takes the word that has to come next.
    pub(super) fn take_word(&mut self) -> Option<Token> {
        match self.token() {
            Some(token) if token.kind == TokenKind::Word => {
                self.at += 1;
                Some(token)
            }
            Some(token) => {
                self.unexpected(token);
                None
            }
            None => None,
        }
    }

    pub(super) fn word_count(&self) -> usize {
        self.common.script.words.len()
    }

    /// Makes the words since `first` what a block runs on.
    pub(super) fn set_subject(&mut self, block: u32, first: usize) {
        let subject = Range {
            start: super::index(first),
            len: super::index(self.word_count() - first),
        };
        if let Some(block) = self.common.script.blocks.get_mut(block as usize) {
            block.subject = subject;
        }
    }
}
