//! `for`, `while`, `until` and `select` (R2.2). A body is read in the state that anything the loop does may have left.

use std::rc::Rc;

use super::{
    Lowering, Scope,
    changes::{Subshells, changes, forget_changed},
    grammar::Place,
    lex::{Token, TokenKind},
    names::is_name,
    operators::Operator,
    state::{Flow, Pattern, State, Value},
    witness::UnitKind,
    word::Context,
};
use crate::read::{
    gaps::Trouble,
    script::{Assignment, AssignmentScope, BlockKind, Connector, Fields, PieceKind, Word},
    wrappers,
};

impl Lowering<'_, '_, '_> {
    /// Returns the state behind everything that the tokens of a loop may do, however often.
    pub(super) fn state_of_loop(&mut self, from: usize, to: usize) -> State {
        let region = Rc::clone(&self.region);
        let tokens = region.tokens.get(from..to).unwrap_or(&[]);
        let mut state = self.common.state.clone();
        let found = changes(
            self.source,
            self.dialect,
            tokens,
            Subshells::Ignored,
            &|name| self.may_be_anything(name, &state),
        );
        if found.forgets {
            state.forget_everything();
        } else if found.moves {
            state.get_lost();
        }
        self.common.steps += tokens.len() + forget_changed(&mut state, self.source, tokens);
        state
    }

    /// Returns the place behind the loop that begins at a token: its `done`.
    pub(super) fn loop_end(&mut self, from: usize) -> usize {
        let region = Rc::clone(&self.region);
        let ends = region.loop_ends.get_or_init(|| {
            self.common.steps += region.tokens.len();
            loop_ends(self.source, &region.tokens)
        });
        let known = ends.binary_search_by_key(&from, |(from, _)| *from);
        let end = known.ok().and_then(|index| ends.get(index));
        end.map_or(region.tokens.len(), |(_, end)| *end)
    }

    /// `while a; do b; done`, `until a; do b; done`.
    pub(super) fn while_loop(&mut self, place: Place) -> Flow {
        let Some(token) = self.token() else {
            return Flow::never();
        };
        let is_until = self.text_of(token) == "until";
        let block = self.open_at(BlockKind::Loop, place, token.start);
        let before = self.common.state.clone();
        let to = self.loop_end(self.at);
        let again = self.state_of_loop(self.at, to);
        self.take_keyword();
        self.common.state = again.clone();
        let scope = self.scope;
        self.scope.in_loop = true;
        let condition = self.part(BlockKind::Condition, block, "do");
        let entry = if is_until {
            condition.failure
        } else {
            condition.success
        };
        self.start_in(entry);
        self.loop_body(block, place, again, (scope, before))
    }

    pub(super) fn loop_body(
        &mut self,
        block: u32,
        place: Place,
        after: State,
        around: (Scope, State),
    ) -> Flow {
        self.skip_newlines();
        let end = if self.is_keyword("{") {
            // `for x in a; { b; }`, which nobody documents.
            let token = self.token();
            if let Some(token) = token {
                self.unexpected(token);
            }
            self.at += 1;
            self.part(BlockKind::Body, block, "}");
            self.expect_keyword("}")
        } else {
            self.expect_keyword("do");
            self.part(BlockKind::Body, block, "done");
            self.expect_keyword("done")
        };
        let (scope, before) = around;
        self.scope = scope;
        self.close_block(block, end);
        self.common.state = after;
        let flow = Flow::either(&self.common.state);
        self.after_compound(place, flow, before)
    }

    /// `for x in a b; do c; done`, `select`, and `for ((a; b; c))`.
    pub(super) fn for_loop(&mut self, place: Place) -> Flow {
        let Some(token) = self.token() else {
            return Flow::never();
        };
        let is_for = self.text_of(token) == "for";
        if !is_for {
            self.not_in_zsh("`select` is not read in zsh", token.start, token.end);
        }
        let from = self.at;
        let block = self.open_at(BlockKind::Loop, place, token.start);
        let before = self.common.state.clone();
        self.take_keyword();
        if self
            .token()
            .is_some_and(|token| token.kind == TokenKind::Arithmetic)
        {
            return self.arithmetic_for(place, block, from);
        }
        let name = match self.take_word() {
            Some(token) if is_name(self.text_of(token)) => {
                let name = self.text_of(token).to_owned();
                let span = self.span(token.start, token.end);
                self.zsh_variable(&name, token.start, token.end);
                self.check_obeyed(&name, token);
                self.common.script.assignments.push(Assignment {
                    span,
                    name: name.clone(),
                    scope: AssignmentScope::Each,
                    append: false,
                    value: None,
                });
                name
            }
            Some(token) => {
                self.unexpected(token);
                String::new()
            }
            None => String::new(),
        };
        self.skip_newlines();
        let values = if self.is_keyword("in") {
            self.take_keyword();

            self.for_words(block)
        } else {
            // The positional parameters.
            None
        };
        if self
            .token()
            .is_some_and(|token| token.kind == TokenKind::Control(Operator::Semicolon))
        {
            self.at += 1;
        }
        let to = self.loop_end(from);
        let mut again = self.state_of_loop(from, to);
        // `select` reads what the person types; the variable gets one of the words, or none.
        let is_frozen = self.common.frozen.contains(&name);
        let value = values.filter(|_| is_for && !is_frozen);
        let mut inside = again.clone();
        inside.set(&name, value.clone());
        let changed = {
            let region = Rc::clone(&self.region);
            let body = region.tokens.get(self.at..to).unwrap_or(&[]);
            let mut probe = inside.clone();
            self.common.steps += forget_changed(&mut probe, self.source, body);
            probe.value(&name) != inside.value(&name)
        };
        // Where no file matches, the loop may not have run at all.
        let certain = matches!(value, Some(Value::Known(_)));
        if changed || !certain {
            again.forget(&name);
        } else {
            again.set(&name, value);
        }
        self.common.state = inside;
        let scope = self.scope;
        self.scope.in_loop = true;
        self.loop_body(block, place, again, (scope, before))
    }

    /// A loop over a variable that the shell evaluates evaluates each of its words.
    pub(super) fn check_obeyed(&mut self, name: &str, token: Token) {
        if wrappers::is_evaluated(name) {
            let message = format!("the shell evaluates what `{name}` is given");
            let trouble = Trouble::new("evaluated", message).at_node("for_statement");
            self.gap(trouble, token.start, token.end);
        }
    }

    /// Reads the words that a `for` goes through; returns what is known of the variable.
    pub(super) fn for_words(&mut self, block: u32) -> Option<Value> {
        let pending = self.pending.len();
        let first = self.word_count();
        while let Some(token) = self.token().filter(|token| token.kind == TokenKind::Word) {
            self.at += 1;
            self.zsh_word(token.start, token.end, Context::Argument);
            self.words(token.start, token.end);
        }
        self.set_subject(block, first);
        let words = self.common.script.words.get(first..).unwrap_or(&[]);
        let is_certain = |word: &Word| word.fields == Fields::One && !word.values.is_empty();
        let values = if !words.is_empty() && words.iter().all(is_certain) {
            let mut values: Vec<String> =
                words.iter().flat_map(|word| word.values.clone()).collect();
            values.sort();
            values.dedup();
            Some(Value::Known(values))
        } else if let [word] = words {
            self.pattern_of(word).map(Value::Match)
        } else {
            None
        };
        self.drain_pending(pending, block);
        values
    }

    /// Returns the pattern that a word is, if it is nothing else.
    pub(super) fn pattern_of(&self, word: &Word) -> Option<Pattern> {
        let pieces = self.common.script.pieces(word);
        let is_pattern = pieces.iter().all(|piece| match piece.kind {
            PieceKind::Glob => true,
            PieceKind::Literal | PieceKind::Tilde => piece.literal.is_some(),
            _ => false,
        });
        (is_pattern && !pieces.is_empty()).then(|| Pattern {
            pieces: pieces.to_vec(),
            prefix: word.prefix.clone(),
        })
    }

    /// `for ((a; b; c)); do d; done`.
    pub(super) fn arithmetic_for(&mut self, place: Place, block: u32, from: usize) -> Flow {
        let Some(token) = self.token() else {
            return Flow::never();
        };
        let before = self.common.state.clone();
        self.at += 1;
        let text = self.text_of(token).to_owned();
        let inside = text
            .strip_prefix("((")
            .and_then(|text| text.strip_suffix("))"))
            .unwrap_or("");
        let parts: Vec<&str> = inside.split(';').collect();
        if parts.len() != 3 {
            self.unexpected(token);
        }
        let condition = self.open_apart(BlockKind::Condition, block, token.start);
        self.close_block(condition, token.end);
        let mut start = token.start + 2;
        let mut again = None;
        for (number, part) in parts.iter().enumerate() {
            // The first runs once, the others after anything the loop does.
            if number == 1 {
                let to = self.loop_end(from);
                let state = self.state_of_loop(from, to);
                again = Some(state.clone());
                self.common.state = state;
            }
            let end = start + part.len();
            let state = self.common.state.clone();
            self.expression(start, end, condition, token.start);
            if number == 2 {
                // The third runs behind the body, not before it.
                self.common.state = state;
            }
            start = end + 1;
        }
        if self
            .token()
            .is_some_and(|token| token.kind == TokenKind::Control(Operator::Semicolon))
        {
            self.at += 1;
        }
        let again = again.unwrap_or_else(|| self.common.state.clone());
        let scope = self.scope;
        self.scope.in_loop = true;
        self.loop_body(block, place, again, (scope, before))
    }

    /// Adds one of the expressions of a `for`, as a command of its own.
    pub(super) fn expression(&mut self, start: usize, end: usize, block: u32, open: usize) {
        let text = self.source.get(start..end).unwrap_or("");
        let (from, to) = super::conditions::trimmed(text, start);
        if from == to {
            return;
        }
        let place = Place {
            block,
            pipeline: self.common.pipelines,
            stage: 0,
            connector: if self.has_command_in(block) {
                Connector::Then
            } else {
                Connector::First
            },
            negated: false,
        };
        self.common.pipelines += 1;
        self.evaluated_command(place, (from, to), (from, to), open);
    }

    pub(super) fn has_command_in(&self, block: u32) -> bool {
        self.common
            .script
            .commands
            .last()
            .is_some_and(|command| command.block == block)
    }
}

/// Returns for each loop, in order, where it begins and the place behind its `done`. Words like these that are only
/// arguments make it longer; the bound is the end of the tokens.
fn loop_ends(source: &str, tokens: &[Token]) -> Vec<(usize, usize)> {
    let mut ends = Vec::new();
    let mut open = Vec::new();
    let words = tokens.iter().enumerate();
    for (index, token) in words.filter(|(_, token)| token.kind == TokenKind::Word) {
        match source.get(token.start..token.end).unwrap_or("") {
            "for" | "select" | "while" | "until" => open.push(index),
            "done" if token.witness == Some(UnitKind::Keyword) => {
                ends.extend(open.pop().map(|from| (from, index + 1)));
            }
            _ => {}
        }
    }
    ends.sort_unstable();
    ends
}
