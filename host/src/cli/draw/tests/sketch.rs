//! Puts scripts together by hand, piece by piece, in the order in which a reader would.

use crate::{
    read::{
        Assignment, AssignmentScope, Binding, Block, BlockKind, Command, Connector, Dialect,
        Fields, Function, Piece, PieceKind, Reading, Redirect, Script, Site, Text, TextOrigin,
        Word, Wrapper,
    },
    span::{Range, Span},
};

/// Where everything starts.
pub(super) const START: &str = "/work";

/// A word to be added.
#[derive(Clone, Copy, Debug)]
pub(super) enum W<'a> {
    /// Written as it is.
    Is(&'a str),
    /// Its value, and how it is written with a part that is replaced.
    Value(&'a str, &'a str, PieceKind),
    /// All its values, and how it is written.
    OneOf(&'a [&'a str], &'a str),
    /// How it is written, a part that is uncertain, and what that is.
    Open(&'a str, &'a str, PieceKind, Fields),
}

/// A variable in quotes.
pub(super) const fn var(written: &str) -> W<'_> {
    W::Open(written, written, PieceKind::Variable, Fields::One)
}

/// File names by a pattern.
pub(super) const fn glob(written: &str) -> W<'_> {
    W::Open(written, written, PieceKind::Glob, Fields::Many)
}

/// Where a command or a block stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct At(
    pub(super) u32,
    pub(super) u32,
    pub(super) u32,
    pub(super) Connector,
);

/// A script in the making.
#[derive(Debug)]
pub(super) struct Sketch {
    pub(super) script: Script,
    /// The text in which words are looked for, and how far it is used up.
    text: u32,
    used: usize,
}

impl Sketch {
    pub(super) fn of(source: &str) -> Self {
        let mut script = Script::unread(Dialect::Bash, source);
        script.reading = Reading::Complete;
        let mut sketch = Self {
            script,
            text: 0,
            used: 0,
        };
        let whole = sketch.span(source);
        sketch.used = 0;
        sketch
            .script
            .blocks
            .push(Block::apart(BlockKind::Script, None, whole));
        sketch
    }

    /// Finds a part of the text, further on if it is there.
    pub(super) fn span(&mut self, part: &str) -> Span {
        let content = &self.script.texts[self.text as usize].content;
        let further = content.get(self.used..).and_then(|rest| rest.find(part));
        let start = further
            .map(|at| self.used + at)
            .or_else(|| content.find(part))
            .unwrap_or_else(|| panic!("{part:?} is not in {content:?}"));
        self.used = start + part.len();
        let index = |at: usize| u32::try_from(at).unwrap();
        Span {
            text: self.text,
            start: index(start),
            end: index(self.used),
        }
    }

    /// Goes on in a text of its own, found at a part of this one.
    pub(super) fn text(&mut self, origin: TextOrigin, at: &str, content: &str) -> u32 {
        let at = Some(self.span(at));
        self.script.texts.push(Text {
            origin,
            at,
            content: content.to_owned(),
        });
        index(self.script.texts.len())
    }

    /// Looks for what follows in another text, from its beginning.
    pub(super) fn turn_to(&mut self, text: u32) {
        self.text = text;
        self.used = 0;
    }

    pub(super) fn apart(&mut self, kind: BlockKind, parent: u32, part: &str) -> u32 {
        let used = self.used;
        let span = self.span(part);
        self.used = used;
        self.script
            .blocks
            .push(Block::apart(kind, Some(parent), span));
        index(self.script.blocks.len())
    }

    pub(super) fn block(&mut self, kind: BlockKind, at: At, part: &str) -> u32 {
        let block = self.apart(kind, at.0, part);
        let placed = &mut self.script.blocks[block as usize];
        placed.pipeline = Some(at.1);
        placed.stage = at.2;
        placed.connector = at.3;
        block
    }

    pub(super) fn subject(&mut self, block: u32, words: &[W<'_>]) {
        self.script.blocks[block as usize].subject = self.words(words);
    }

    pub(super) fn words(&mut self, words: &[W<'_>]) -> Range {
        let start = index(self.script.words.len() + 1);
        for word in words {
            self.word(*word);
        }
        Range {
            start,
            len: u32::try_from(words.len()).unwrap(),
        }
    }

    fn word(&mut self, word: W<'_>) {
        let start = index(self.script.pieces.len() + 1);
        let (written, values, fields, kind) = match word {
            W::Is(value) => (value, vec![value], Fields::One, PieceKind::Literal),
            W::Value(value, written, kind) => (written, vec![value], Fields::One, kind),
            W::OneOf(values, written) => {
                (written, values.to_vec(), Fields::One, PieceKind::Variable)
            }
            W::Open(written, _, kind, fields) => (written, vec![], fields, kind),
        };
        let span = self.span(written);
        let piece = match word {
            W::Open(_, part, ..) => {
                self.used = span.start as usize;
                let piece = self.span(part);
                self.used = span.end as usize;
                piece
            }
            W::Is(_) | W::Value(..) | W::OneOf(..) => span,
        };
        let values: Vec<String> = values.into_iter().map(str::to_owned).collect();
        self.script.pieces.push(Piece {
            kind,
            span: piece,
            literal: values.first().cloned().filter(|_| values.len() == 1),
            quoted: fields == Fields::One && kind != PieceKind::Tilde,
        });
        self.script.words.push(Word {
            span,
            prefix: values.first().cloned().unwrap_or_default(),
            values,
            fields,
            pieces: Range { start, len: 1 },
        });
    }

    /// Adds a command; its span is that of its words.
    pub(super) fn command(&mut self, at: At, words: &[W<'_>]) -> &mut Command {
        let words = self.words(words);
        let end = Span {
            text: self.text,
            start: u32::try_from(self.used).unwrap(),
            end: u32::try_from(self.used).unwrap(),
        };
        let span = self.script.words[words.indices()]
            .iter()
            .map(|word| word.span)
            .filter(|span| span.text == end.text)
            .reduce(Span::join)
            .unwrap_or(end);
        self.script.commands.push(Command {
            span,
            block: at.0,
            pipeline: at.1,
            stage: at.2,
            connector: at.3,
            negated: false,
            background: false,
            assignments: Range::default(),
            words,
            redirects: Range::default(),
            wrappers: Vec::new(),
            binding: Binding::File,
            site: Site::Local,
            cwds: vec![START.to_owned()],
            shell_cwds: None,
            open_ended: false,
        });
        self.last()
    }

    pub(super) fn last(&mut self) -> &mut Command {
        self.script.commands.last_mut().unwrap()
    }

    /// Adds a redirect to the last command.
    pub(super) fn redirect(&mut self, descriptor: Option<u32>, operator: &str, target: W<'_>) {
        let span = self.span(operator);
        let target = Some(self.words(&[target]).start);
        self.script.redirects.push(Redirect {
            span,
            descriptor,
            operator: operator.to_owned(),
            target,
            body: None,
        });
        let count = index(self.script.redirects.len());
        let redirects = &mut self.last().redirects;
        redirects.len += 1;
        redirects.start = count + 1 - redirects.len;
    }

    /// Adds an assignment to the last command.
    pub(super) fn assign(&mut self, name: &str, value: W<'_>) {
        let span = self.span(name);
        let value = Some(self.words(&[value]).start);
        self.script.assignments.push(Assignment {
            span,
            name: name.to_owned(),
            scope: AssignmentScope::Shell,
            append: false,
            value,
        });
        let count = index(self.script.assignments.len());
        let assignments = &mut self.last().assignments;
        assignments.len += 1;
        assignments.start = count + 1 - assignments.len;
    }

    pub(super) fn wrapper(&mut self, words: &[W<'_>]) -> Wrapper {
        let words = self.words(words);
        let name = self.script.words[words.start as usize].values[0].clone();
        Wrapper { name, words }
    }

    pub(super) fn function(&mut self, name: &str, block: u32) {
        let span = self.script.blocks[block as usize].span;
        self.script.functions.push(Function {
            name: name.to_owned(),
            block,
            span,
        });
    }
}

/// The index of the last of so many.
fn index(len: usize) -> u32 {
    u32::try_from(len).unwrap() - 1
}
