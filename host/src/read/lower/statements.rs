//! From tokens to commands, pipelines and blocks: the grammar of bash for the part of it that is read.
//!
//! Commands are numbered in the order in which they are written; the commands of a substitution come after the command
//! whose word it is in. The redirects of a group or a subshell are a command without words, after those inside.

use tree_sitter::Node;

use super::{
    Lowering, Progress,
    command::{Place, Shape},
    index,
    kinds::Control,
    span,
    tokens::{Region, Token, TokenKind},
};
use crate::read::{
    gaps::Trouble,
    script::{Block, BlockKind, Connector},
};

/// What a block waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Its first command.
    Empty,
    /// Another command, or its end.
    Between,
    /// A command, after `&&`, `||` or `|`; or after `!`, where a newline would end it.
    Required(After),
    /// More of a simple command whose tokens begin there.
    Command(usize),
    /// Redirects of a group or subshell, whose tokens begin there.
    Compound(usize),
}

/// What a command is required after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    List,
    Pipe,
    Negation,
}

/// A block that is being read.
#[derive(Clone, Copy, Debug)]
struct Frame {
    kind: BlockKind,
    block: u32,
    connector: Connector,
    pipeline: Option<u32>,
    stage: u32,
    negated: bool,
    state: State,
}

impl Frame {
    const fn new(kind: BlockKind, block: u32, connector: Connector) -> Self {
        Self {
            kind,
            block,
            connector,
            pipeline: None,
            stage: 0,
            negated: false,
            state: State::Empty,
        }
    }

    /// Whether a command may begin here.
    const fn takes_command(&self) -> bool {
        matches!(
            self.state,
            State::Empty | State::Between | State::Required(_)
        )
    }

    /// Whether a command stands here that an operator may follow.
    const fn has_command(&self) -> bool {
        matches!(self.state, State::Command(_) | State::Compound(_))
    }

    fn end_pipeline(&mut self, connector: Connector, state: State) {
        self.pipeline = None;
        self.stage = 0;
        self.negated = false;
        self.connector = connector;
        self.state = state;
    }

    /// Where the command or block stands that is being read.
    fn place(&self) -> Place {
        Place {
            block: self.block,
            pipeline: self.pipeline.unwrap_or_default(),
            stage: self.stage,
            connector: self.connector,
            negated: self.negated,
        }
    }
}

impl<'t> Lowering<'_, 't> {
    /// Lowers a region as a list of commands of one block.
    pub(super) fn statements(
        &mut self,
        root: Node<'t>,
        region: Region,
        block: u32,
        connector: Connector,
    ) {
        if !self.enter(root) {
            return;
        }
        let base = self.tokens.len();
        self.collect(root, region);
        let end = self.tokens.len();
        let mut frames = vec![Frame::new(BlockKind::Script, block, connector)];
        let mut at = base;
        while at < end && self.progress == Progress::Going {
            let (Some(&token), Some(mut frame)) = (self.tokens.get(at), frames.pop()) else {
                break;
            };
            self.next(token, at, &mut frame, &mut frames);
            frames.push(frame);
            at += 1;
        }
        self.finish(&mut frames, end, region);
        self.tokens.truncate(base);
        self.depth -= 1;
    }

    /// Ends what is open at the end of a region.
    fn finish(&mut self, frames: &mut Vec<Frame>, end: usize, region: Region) {
        while let Some(mut frame) = frames.pop() {
            if matches!(frame.state, State::Required(_)) {
                self.gap(
                    Trouble::new("syntax", "a command is missing at the end"),
                    region.from,
                    region.to,
                );
            }
            if !frames.is_empty() {
                self.gap(
                    Trouble::new("syntax", "a bracket is not closed"),
                    region.from,
                    region.to,
                );
            }
            self.end_stage(&mut frame, end);
        }
    }

    fn next(&mut self, token: Token<'t>, at: usize, frame: &mut Frame, outer: &mut Vec<Frame>) {
        match token.kind {
            TokenKind::Newline => match frame.state {
                State::Empty | State::Between | State::Required(After::List | After::Pipe) => {}
                State::Required(After::Negation) => self.unexpected(token),
                State::Command(_) | State::Compound(_) => {
                    self.end_stage(frame, at);
                    frame.end_pipeline(Connector::Then, State::Between);
                }
            },
            TokenKind::Control(control) => self.control(control, token, at, frame, outer),
            TokenKind::Unread => self.unread_token(token, at, frame),
            TokenKind::Word
            | TokenKind::Assignment
            | TokenKind::Descriptor
            | TokenKind::Redirect
            | TokenKind::Close => {
                if frame.takes_command() {
                    self.begin_stage(frame);
                    frame.state = State::Command(at);
                }
            }
        }
    }

    fn control(
        &mut self,
        control: Control,
        token: Token<'t>,
        at: usize,
        frame: &mut Frame,
        outer: &mut Vec<Frame>,
    ) {
        let expected = match control {
            Control::SubshellOpen | Control::GroupOpen => {
                let expected = frame.takes_command();
                self.end_stage(frame, at);
                self.open(control, token, frame, outer);
                expected
            }
            Control::SubshellClose | Control::GroupClose => {
                self.close(control, token, at, frame, outer)
            }
            Control::Negation => {
                let expected = matches!(
                    frame.state,
                    State::Empty | State::Between | State::Required(After::List)
                );
                self.end_stage(frame, at);
                frame.negated = true;
                frame.state = State::Required(After::Negation);
                expected
            }
            Control::Semicolon
            | Control::Background
            | Control::And
            | Control::Or
            | Control::Pipe => {
                let expected = frame.has_command();
                self.end_stage(frame, at);
                Self::join(control, frame);
                expected
            }
        };
        if !expected {
            self.unexpected(token);
        }
    }

    fn join(control: Control, frame: &mut Frame) {
        match control {
            Control::And => frame.end_pipeline(Connector::And, State::Required(After::List)),
            Control::Or => frame.end_pipeline(Connector::Or, State::Required(After::List)),
            Control::Background => frame.end_pipeline(Connector::Background, State::Between),
            Control::Pipe => {
                frame.stage += 1;
                frame.state = State::Required(After::Pipe);
            }
            Control::Semicolon
            | Control::SubshellOpen
            | Control::SubshellClose
            | Control::GroupOpen
            | Control::GroupClose
            | Control::Negation => frame.end_pipeline(Connector::Then, State::Between),
        }
    }

    fn open(
        &mut self,
        control: Control,
        token: Token<'t>,
        frame: &mut Frame,
        outer: &mut Vec<Frame>,
    ) {
        self.begin_stage(frame);
        let kind = if control == Control::GroupOpen {
            BlockKind::Group
        } else {
            BlockKind::Subshell
        };
        let place = frame.place();
        // Its end is set when it is known.
        let block = self.open_block(Block {
            kind,
            parent: Some(place.block),
            pipeline: Some(place.pipeline),
            stage: place.stage,
            connector: place.connector,
            negated: place.negated,
            span: span(token.start, token.end),
        });
        outer.push(*frame);
        *frame = Frame::new(kind, block, Connector::First);
    }

    /// Closes a block; returns whether that was expected here.
    fn close(
        &mut self,
        control: Control,
        token: Token<'t>,
        at: usize,
        frame: &mut Frame,
        outer: &mut Vec<Frame>,
    ) -> bool {
        let (kind, complete) = match control {
            // `}` is only a bracket where a command could begin.
            Control::GroupClose => (BlockKind::Group, frame.state == State::Between),
            _ => (
                BlockKind::Subshell,
                frame.has_command() || frame.state == State::Between,
            ),
        };
        self.end_stage(frame, at);
        if frame.kind != kind {
            frame.end_pipeline(Connector::Then, State::Between);
            return false;
        }
        if let Some(block) = self.script.blocks.get_mut(frame.block as usize) {
            block.span.end = index(token.end);
        }
        let Some(parent) = outer.pop() else {
            return false;
        };
        *frame = parent;
        frame.state = State::Compound(at + 1);
        complete
    }

    fn unread_token(&mut self, token: Token<'t>, at: usize, frame: &mut Frame) {
        if frame.takes_command() {
            self.begin_stage(frame);
            frame.state = State::Compound(at + 1);
        } else if matches!(frame.state, State::Compound(begin) if begin == at) {
            frame.state = State::Compound(at + 1);
        }
        if let Some(node) = token.node {
            self.unread(node, frame.block);
        }
    }

    fn begin_stage(&mut self, frame: &mut Frame) {
        if frame.pipeline.is_none() {
            frame.pipeline = Some(self.pipelines);
            self.pipelines += 1;
        }
    }

    /// Lowers the command that ends before a token.
    fn end_stage(&mut self, frame: &mut Frame, end: usize) {
        let (begin, shape) = match frame.state {
            State::Command(begin) => (begin, Shape::Simple),
            State::Compound(begin) if begin < end => (begin, Shape::RedirectsOnly),
            State::Compound(_) | State::Empty | State::Between | State::Required(_) => return,
        };
        self.command(begin..end, shape, frame.place());
    }

    fn unexpected(&mut self, token: Token<'t>) {
        self.gap(
            Trouble::new("syntax", "this is not expected here"),
            token.start,
            token.end,
        );
    }
}
