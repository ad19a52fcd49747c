//! `if` and `case` (R2.2).

use super::{
    Lowering, Progress,
    grammar::Place,
    lex::TokenKind,
    operators::Operator,
    state::{Flow, State, merge},
    word::Context,
};
use crate::read::script::{BlockKind, Connector};

impl Lowering<'_, '_, '_> {
    /// `if a; then b; elif c; then d; else e; fi`.
    pub(super) fn branch(&mut self, place: Place) -> Flow {
        let start = self.token().map_or(0, |token| token.start);
        let block = self.open_at(BlockKind::Branch, place, start);
        let before = self.common.state.clone();
        self.take_keyword();
        let mut flow = Flow::never();
        let otherwise = loop {
            let condition = self.part(BlockKind::Condition, block, "then");
            self.start_in(condition.success);
            self.expect_keyword("then");
            flow = flow.or(self.part(BlockKind::Body, block, "fi"));
            self.start_in(condition.failure.clone());
            if self.progress() == Progress::Going && self.is_keyword("elif") {
                self.take_keyword();
                continue;
            }
            if self.is_keyword("else") {
                self.take_keyword();
                break self.part(BlockKind::Body, block, "fi");
            }
            // Without `else` it succeeds.
            break Flow {
                success: condition.failure,
                failure: None,
            };
        };
        let end = self.expect_keyword("fi");
        self.close_block(block, end);
        self.after_compound(place, flow.or(otherwise), before)
    }

    /// `case word in a|b) c;; esac`.
    pub(super) fn case(&mut self, place: Place) -> Flow {
        let start = self.token().map_or(0, |token| token.start);
        let block = self.open_at(BlockKind::Branch, place, start);
        self.take_keyword();
        let pending = self.pending.len();
        let first = self.word_count();
        if let Some(token) = self.take_word() {
            self.zsh_word(token.start, token.end, Context::Single);
            self.word(token.start, token.end, Context::Single);
        }
        self.set_subject(block, first);
        self.drain_pending(pending, block);
        self.skip_newlines();
        self.expect_keyword("in");
        let mut before = self.common.state.clone();
        let whole = before.clone();
        let mut flow = Flow::either(&before);
        let mut through: Option<State> = None;
        loop {
            self.skip_newlines();
            if self.progress() == Progress::Stopped || self.is_keyword("esac") {
                break;
            }
            let at = self.at;
            self.common.state = before.clone();
            let (item, falls, behind) = self.case_item(block, through.take());
            // Patterns can give variables values, whether they match or not.
            before = before.join(&behind);
            match falls {
                Falls::Nowhere => {}
                Falls::IntoNext => through = item.clone().end(),
                Falls::OnPatterns => {
                    before =
                        merge(Some(before), item.clone().end()).unwrap_or_else(|| whole.clone());
                }
            }
            if falls != Falls::Nowhere {
                let at = self.token_at(self.at.saturating_sub(1));
                let (start, end) = at.map_or((start, start), |token| (token.start, token.end));
                self.not_in_zsh("`;&` and `;;&` are not read in zsh", start, end);
            }
            flow = flow.or(item);
            if self.at == at {
                break;
            }
        }
        let end = self.expect_keyword("esac");
        self.close_block(block, end);
        self.after_compound(place, flow, whole)
    }

    /// Reads one body of a `case` with its patterns; returns whether it falls through to the next.
    pub(super) fn case_item(
        &mut self,
        parent: u32,
        through: Option<State>,
    ) -> (Flow, Falls, State) {
        let start = self.token().map_or(self.end, |token| token.start);
        let block = self.open_apart(BlockKind::Body, parent, start);
        if self
            .token()
            .is_some_and(|token| token.kind == TokenKind::Control(Operator::Open))
        {
            self.at += 1;
        }
        let pending = self.pending.len();
        let first = self.word_count();
        while let Some(token) = self.take_word() {
            self.zsh_word(token.start, token.end, Context::Pattern);
            self.word(token.start, token.end, Context::Pattern);
            if !self
                .token()
                .is_some_and(|token| token.kind == TokenKind::Control(Operator::Pipe))
            {
                break;
            }
            self.at += 1;
        }
        self.set_subject(block, first);
        self.drain_pending(pending, block);
        self.expect_control(Operator::Close, ")");
        let behind = self.common.state.clone();
        // Behind `;&` control also comes from the body before.
        self.start_in(merge(Some(behind.clone()), through));
        let flow = self.list(block, Connector::First);
        self.close_block(block, self.content_end(start));
        self.skip_newlines();
        let falls = match self.token().map(|token| token.kind) {
            Some(TokenKind::Control(Operator::CaseEnd)) => {
                self.at += 1;
                Falls::Nowhere
            }
            Some(TokenKind::Control(Operator::CaseThrough)) => {
                self.at += 1;
                Falls::IntoNext
            }
            Some(TokenKind::Control(Operator::CaseNext)) => {
                self.at += 1;
                Falls::OnPatterns
            }
            _ => Falls::Nowhere,
        };
        (flow, falls, behind)
    }
}

/// Where control goes behind a body of a `case`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Falls {
    /// Out of the `case`.
    Nowhere,
    /// Into the next body: `;&`.
    IntoNext,
    /// On to the patterns that follow: `;;&`.
    OnPatterns,
}
