//! From tokens to lists, pipelines and commands: the grammar of the shell, read from left to right (R2.2).
//!
//! What is not expected is a gap, and reading goes on behind it, so that deny rules see the rest. `compound` reads loops,
//! branches and functions, `command` simple commands. Each function returns how control leaves what it read, in which
//! states of the shell; the state in which something starts is the state of the lowering when it is called.

use std::ops::Range as Indices;

use super::{
    Lowering, Progress,
    command::Shape,
    lex::{Token, TokenKind},
    operators::Operator,
    state::{Flow, State, merge},
    witness::UnitKind,
};
use crate::{
    read::{
        gaps::Trouble,
        script::{Block, BlockKind, Connector, Dialect},
        zsh,
    },
    span::Span,
};

/// Words that end a list where a command could begin, sorted.
const CLOSERS: [&str; 8] = ["do", "done", "elif", "else", "esac", "fi", "then", "}"];

/// Words of the grammar that begin something, sorted.
const BEGINNERS: [&str; 11] = [
    "!", "[[", "case", "coproc", "for", "function", "if", "select", "until", "while", "{",
];

/// Whether a word is one of the grammar where a command begins.
pub(super) fn is_grammar(word: &str) -> bool {
    word == "time" || BEGINNERS.binary_search(&word).is_ok() || CLOSERS.binary_search(&word).is_ok()
}

/// Where a command or block stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) block: u32,
    pub(super) pipeline: u32,
    pub(super) stage: u32,
    pub(super) connector: Connector,
    pub(super) negated: bool,
}

impl Lowering<'_, '_, '_> {
    pub(super) fn token(&self) -> Option<Token> {
        self.region.tokens.get(self.at).copied()
    }

    pub(super) fn token_at(&self, index: usize) -> Option<Token> {
        self.region.tokens.get(index).copied()
    }

    /// The text of a token.
    pub(super) fn text_of(&self, token: Token) -> &str {
        self.source.get(token.start..token.end).unwrap_or("")
    }

    /// Whether the next token is this word of the grammar.
    pub(super) fn is_keyword(&self, keyword: &str) -> bool {
        self.token()
            .is_some_and(|token| token.kind == TokenKind::Word && self.text_of(token) == keyword)
    }

    fn is_control(&self, operator: Operator) -> bool {
        self.token()
            .is_some_and(|token| token.kind == TokenKind::Control(operator))
    }

    /// Takes a word of the grammar, which the tree must take for one, too.
    pub(super) fn take_keyword(&mut self) -> Option<Token> {
        let token = self.token()?;
        if !matches!(token.witness, Some(UnitKind::Keyword) | None) {
            self.disagree(token);
        }
        self.at += 1;
        Some(token)
    }

    fn disagree(&mut self, token: Token) {
        let trouble = Trouble::new(
            "readers",
            "the shell takes this for something else than the parser",
        );
        self.gap(trouble, token.start, token.end);
    }

    /// Takes the word of the grammar that has to come next; returns its end.
    pub(super) fn expect_keyword(&mut self, keyword: &'static str) -> usize {
        if self.is_keyword(keyword) {
            return self.take_keyword().map_or(0, |token| token.end);
        }
        self.missing(&format!("`{keyword}`"))
    }

    pub(super) fn expect_control(&mut self, operator: Operator, written: &str) -> usize {
        match self.token() {
            Some(token) if token.kind == TokenKind::Control(operator) => {
                self.at += 1;
                token.end
            }
            _ => self.missing(&format!("`{written}`")),
        }
    }

    /// Says that something is missing here; returns where.
    fn missing(&mut self, what: &str) -> usize {
        let (start, end) = self
            .token()
            .map_or((self.end, self.end), |token| (token.start, token.end));
        // At the end there is nothing to point at but the last character.
        let last = self
            .source
            .char_indices()
            .next_back()
            .map_or(0, |(at, _)| at);
        let place = start.min(last);
        let end = if place == last {
            self.source.len()
        } else {
            end
        };
        self.gap(
            Trouble::new("syntax", format!("{what} is missing before this")),
            place,
            end,
        );
        start
    }

    pub(super) fn unexpected(&mut self, token: Token) {
        self.gap(
            Trouble::new("syntax", "this is not expected here"),
            token.start,
            token.end,
        );
    }

    pub(super) fn skip_newlines(&mut self) {
        while self
            .token()
            .is_some_and(|token| token.kind == TokenKind::Newline)
        {
            self.at += 1;
        }
    }

    /// Reads everything that is left of the region, over what is not expected.
    pub(super) fn everything(&mut self, block: u32, connector: Connector) -> Flow {
        let mut flow = self.list(block, connector);
        while self.progress() == Progress::Going {
            let Some(token) = self.token() else { break };
            self.unexpected(token);
            if !self.begins_command() {
                self.at += 1;
            }
            flow = self.list(block, Connector::Then);
        }
        flow
    }

    /// Reads commands up to what closes them; returns how control leaves the last.
    pub(super) fn list(&mut self, block: u32, first: Connector) -> Flow {
        let mut flow = Flow::either(&self.common.state);
        let mut connector = first;
        if !self.enter() {
            return flow;
        }
        self.lists += 1;
        loop {
            self.skip_newlines();
            if self.progress() == Progress::Stopped || !self.begins_command() {
                break;
            }
            let start = self.common.state.clone();
            let from = self.token().map_or(0, |first| first.start);
            let marks = self.background_marks();
            flow = self.and_or(block, connector);
            connector = Connector::Then;
            if let Some(token) = self.token() {
                self.zsh_control(token);
            }
            match self.token().map(|token| token.kind) {
                Some(TokenKind::Control(Operator::Background)) => {
                    let to = self.token().map_or(from, |sign| sign.end);
                    self.at += 1;
                    self.zsh_disowned(to);
                    connector = Connector::Background;
                    if self.is_joined_since(block, marks) {
                        let what = "of commands joined before `&` zsh runs all but the last in the shell itself";
                        self.not_in_zsh(what, from, to);
                    }
                    self.mark_background(block, marks);
                    // It runs in a shell of its own.
                    self.common.state = start;
                    flow = Flow::either(&self.common.state);
                }
                Some(kind @ (TokenKind::Control(Operator::Semicolon) | TokenKind::Newline)) => {
                    self.at += 1;
                    self.go_on(&flow, &start);
                    if kind == TokenKind::Newline {
                        self.new_line();
                    }
                }
                _ => {
                    self.go_on(&flow, &start);
                    break;
                }
            }
        }
        self.lists -= 1;
        self.common.depth -= 1;
        flow
    }

    /// An expansion that fails ends its line, and control goes on with the next line of the text.
    fn new_line(&mut self) {
        if self.lists == 1
            && let Some(failed) = self.common.failed.take()
        {
            self.common.state = self.common.state.clone().join(&failed);
        }
    }

    /// Goes on in the state behind something. Where control never gets, the state before it will do.
    fn go_on(&mut self, flow: &Flow, before: &State) {
        self.common.state = flow.clone().end().unwrap_or_else(|| before.clone());
    }

    /// Whether a command can begin with the next token.
    fn begins_command(&self) -> bool {
        let Some(token) = self.token() else {
            return false;
        };
        match token.kind {
            TokenKind::Word => CLOSERS.binary_search(&self.text_of(token)).is_err(),
            TokenKind::Redirect
            | TokenKind::Descriptor
            | TokenKind::Arithmetic
            | TokenKind::Test
            | TokenKind::Control(Operator::Open) => true,
            TokenKind::Control(_) | TokenKind::Newline => false,
        }
    }

    /// Reads pipelines joined by `&&` and `||`.
    fn and_or(&mut self, block: u32, first: Connector) -> Flow {
        let mut flow = self.pipeline(block, first);
        while self.progress() == Progress::Going {
            let connector = if self.is_control(Operator::And) {
                Connector::And
            } else if self.is_control(Operator::Or) {
                Connector::Or
            } else {
                break;
            };
            self.at += 1;
            self.skip_newlines();
            let start = if connector == Connector::And {
                &flow.success
            } else {
                &flow.failure
            };
            if let Some(state) = start.clone() {
                self.common.state = state;
            }
            let never = start.is_none();
            let next = self.command_or_gap(block, connector);
            let next = if never { Flow::never() } else { next };
            flow = if connector == Connector::And {
                Flow {
                    success: next.success,
                    failure: merge(flow.failure, next.failure),
                }
            } else {
                Flow {
                    success: merge(flow.success, next.success),
                    failure: next.failure,
                }
            };
        }
        flow
    }

    fn command_or_gap(&mut self, block: u32, connector: Connector) -> Flow {
        if self.begins_command() {
            return self.pipeline(block, connector);
        }
        self.missing("a command");
        Flow::either(&self.common.state)
    }

    /// Reads commands joined by `|`, and the `!` before them.
    fn pipeline(&mut self, block: u32, connector: Connector) -> Flow {
        let mut place = Place {
            block,
            pipeline: self.common.pipelines,
            stage: 0,
            connector,
            negated: false,
        };
        self.common.pipelines += 1;
        while self.is_keyword("!") {
            self.take_keyword();
            place.negated = !place.negated;
        }
        if place.negated && !self.begins_command() {
            self.missing("a command");
            return Flow::either(&self.common.state);
        }
        let before = self.common.state.clone();
        let mut flow = self.stage(place);
        let mut is_single = true;
        while self.is_control(Operator::Pipe) || self.is_control(Operator::PipeBoth) {
            if self.progress() == Progress::Stopped {
                break;
            }
            self.at += 1;
            self.skip_newlines();
            is_single = false;
            place.stage += 1;
            // Each stage runs in a shell of its own.
            self.common.state = before.clone();
            if self.begins_command() && !self.is_keyword("!") {
                flow = self.stage(place);
            } else {
                self.missing("a command");
                flow = Flow::either(&before);
            }
        }
        // zsh runs the last one in the shell itself.
        let stays = self.dialect == Dialect::Zsh && zsh::LAST_STAGE_IS_THE_SHELL;
        if !is_single && !stays {
            flow = Flow::either(&before);
        }
        if place.negated { flow.negated() } else { flow }
    }

    /// Reads one command of a pipeline.
    pub(super) fn stage(&mut self, place: Place) -> Flow {
        let Some(token) = self.token() else {
            return Flow::either(&self.common.state);
        };
        if self.step(token.start) == Progress::Stopped {
            return Flow::never();
        }
        match token.kind {
            TokenKind::Control(Operator::Open) => self.subshell(place),
            TokenKind::Arithmetic => self.arithmetic_command(place),
            TokenKind::Test => self.test_command(place),
            TokenKind::Word => {
                let is_grammar = BEGINNERS.binary_search(&self.text_of(token)).is_ok();
                if is_grammar {
                    return self.beginner(place, token);
                }
                if self.defines_function() {
                    return self.function(place);
                }
                if self.text_of(token) == "time" && self.is_time_of_compound() {
                    return self.stage(place);
                }
                self.simple(place)
            }
            _ => self.simple(place),
        }
    }

    /// Reads what a word of the grammar begins.
    fn beginner(&mut self, place: Place, token: Token) -> Flow {
        let text = self.text_of(token).to_owned();
        match text.as_str() {
            "{" => self.group(place),
            "if" => self.branch(place),
            "case" => self.case(place),
            "while" | "until" => self.while_loop(place),
            "for" | "select" => self.for_loop(place),
            "function" => self.function(place),
            "coproc" => {
                let trouble = Trouble::new("node", "a coprocess is not read").at_node("command");
                self.gap(trouble, token.start, token.end);
                self.at += 1;
                self.rest_of_stage(place)
            }
            _ => {
                self.unexpected(token);
                self.at += 1;
                self.rest_of_stage(place)
            }
        }
    }

    fn rest_of_stage(&mut self, place: Place) -> Flow {
        let flow = Flow::either(&self.common.state);
        // Each of them goes deeper.
        if !self.begins_command() || !self.enter() {
            return flow;
        }
        let flow = self.stage(place);
        self.common.depth -= 1;
        flow
    }

    /// Passes over `time` before something that is no simple command; it only prints.
    fn is_time_of_compound(&mut self) -> bool {
        let mut next = self.at + 1;
        if self
            .token_at(next)
            .is_some_and(|token| matches!(self.text_of(token), "-p"))
        {
            next += 1;
            if let Some(token) = self.token() {
                self.not_in_zsh("`time -p` runs `-p` in zsh", token.start, token.end);
            }
        }
        let is_compound = self.token_at(next).is_some_and(|token| match token.kind {
            TokenKind::Control(Operator::Open) | TokenKind::Arithmetic | TokenKind::Test => true,
            TokenKind::Word => {
                let text = self.text_of(token);
                text != "!" && BEGINNERS.binary_search(&text).is_ok()
            }
            _ => false,
        });
        if is_compound {
            self.at = next;
        }
        is_compound
    }

    /// Opens a block that stands in a pipeline.
    pub(super) fn open_at(&mut self, kind: BlockKind, place: Place, start: usize) -> u32 {
        // Its end is set when it is known.
        let block = Block {
            pipeline: Some(place.pipeline),
            stage: place.stage,
            connector: place.connector,
            negated: place.negated,
            ..Block::apart(kind, Some(place.block), self.span(start, start))
        };
        self.open_block(block)
    }

    /// Opens a block that stands in none.
    pub(super) fn open_apart(&mut self, kind: BlockKind, parent: u32, start: usize) -> u32 {
        let span = self.span(start, start);
        self.open_block(Block::apart(kind, Some(parent), span))
    }

    pub(super) fn close_block(&mut self, block: u32, end: usize) {
        if let Some(block) = self.common.script.blocks.get_mut(block as usize) {
            block.span.end = super::index(end);
        }
    }

    /// Reads the commands of a part of a loop or a branch.
    pub(super) fn part(&mut self, kind: BlockKind, parent: u32, closer: &str) -> Flow {
        self.skip_newlines();
        let start = self.token().map_or(self.end, |token| token.start);
        let block = self.open_apart(kind, parent, start);
        let flow = self.inside(block, closer);
        self.close_block(block, self.content_end(start));
        flow
    }

    /// Returns where the commands end that were read last, without what separates them from what follows.
    pub(super) fn content_end(&self, start: usize) -> usize {
        let before = self.region.tokens.get(..self.at).unwrap_or(&[]);
        before
            .iter()
            .rev()
            .find(|token| {
                !matches!(
                    token.kind,
                    TokenKind::Newline | TokenKind::Control(Operator::Semicolon)
                )
            })
            .map_or(start, |token| token.end.max(start))
    }

    /// Reads a list that may not be empty.
    pub(super) fn inside(&mut self, block: u32, closer: &str) -> Flow {
        self.skip_newlines();
        if !self.begins_command() {
            self.missing(&format!("a command before `{closer}`"));
            if self
                .token()
                .is_some_and(|token| token.kind == TokenKind::Control(Operator::Semicolon))
            {
                self.at += 1;
            }
        }
        self.list(block, Connector::First)
    }

    fn subshell(&mut self, place: Place) -> Flow {
        let start = self.token().map_or(0, |token| token.start);
        let block = self.open_at(BlockKind::Subshell, place, start);
        self.at += 1;
        let before = self.common.state.clone();
        let scope = std::mem::take(&mut self.scope);
        // What fails in it ends it alone.
        let failed = std::mem::take(&mut self.common.failed);
        self.inside(block, ")");
        self.common.failed = failed;
        self.scope = scope;
        let end = self.expect_control(Operator::Close, ")");
        self.close_block(block, end);
        self.common.state = before.clone();
        let flow = Flow::either(&self.common.state);
        self.after_compound(place, flow, before)
    }

    pub(super) fn group(&mut self, place: Place) -> Flow {
        let start = self.token().map_or(0, |token| token.start);
        let block = self.open_at(BlockKind::Group, place, start);
        let before = self.common.state.clone();
        self.take_keyword();
        let flow = self.inside(block, "}");
        let end = self.expect_keyword("}");
        self.close_block(block, end);
        self.after_compound(place, flow, before)
    }

    /// Reads the redirects after a compound command. One that fails keeps it from running: then it is as before.
    pub(super) fn after_compound(&mut self, place: Place, mut flow: Flow, before: State) -> Flow {
        let after = std::mem::replace(&mut self.common.state, before.clone());
        if self.redirects_after(place) {
            flow.failure = merge(flow.failure, Some(before));
        }
        self.common.state = after;
        flow
    }

    /// Reads the redirects after a compound command: a command without words at the same place. Returns whether there
    /// are any.
    pub(super) fn redirects_after(&mut self, place: Place) -> bool {
        let tokens = self.take_simple();
        if tokens.is_empty() {
            return false;
        }
        self.command(tokens, Shape::RedirectsOnly, place);
        true
    }

    fn simple(&mut self, place: Place) -> Flow {
        let tokens = self.take_simple();
        if tokens.is_empty() {
            if let Some(token) = self.token() {
                self.unexpected(token);
                self.at += 1;
            }
            return Flow::either(&self.common.state);
        }
        self.command(tokens, Shape::Simple, place)
    }

    /// Takes the tokens of a simple command.
    fn take_simple(&mut self) -> Indices<usize> {
        let start = self.at;
        while self.token().is_some_and(|token| {
            matches!(
                token.kind,
                TokenKind::Word | TokenKind::Redirect | TokenKind::Descriptor
            )
        }) {
            self.at += 1;
        }
        start..self.at
    }

    /// Notes how much there is, to mark what is added.
    fn background_marks(&self) -> (usize, usize) {
        (
            self.common.script.blocks.len(),
            self.common.script.commands.len(),
        )
    }

    /// Whether what was read since are several pipelines, joined by `&&` or `||`.
    fn is_joined_since(&self, block: u32, (blocks, commands): (usize, usize)) -> bool {
        let script = &*self.common.script;
        let is_joined = |connector| matches!(connector, Connector::And | Connector::Or);
        let mut blocks = script.blocks.iter().skip(blocks);
        let mut commands = script.commands.iter().skip(commands);
        blocks.any(|added| added.parent == Some(block) && is_joined(added.connector))
            || commands.any(|added| added.block == block && is_joined(added.connector))
    }

    /// Marks what was read since as running in the background.
    fn mark_background(&mut self, block: u32, (blocks, commands): (usize, usize)) {
        let script = &mut *self.common.script;
        let added = script.blocks.iter_mut().skip(blocks);
        for added in added.filter(|added| added.parent == Some(block) && added.pipeline.is_some()) {
            added.background = true;
        }
        let added = script.commands.iter_mut().skip(commands);
        for added in added.filter(|added| added.block == block) {
            added.background = true;
        }
    }

    pub(super) fn span(&self, from: usize, to: usize) -> Span {
        super::span(self.text, from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(CLOSERS.is_sorted());
        assert!(BEGINNERS.is_sorted());
    }
}
