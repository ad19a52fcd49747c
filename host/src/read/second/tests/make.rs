//! Makes scripts by hand, as the lowering would give them.

use crate::{
    read::script::{
        Binding, Block, BlockKind, Command, Connector, Dialect, Fields, Function, Piece, PieceKind,
        Reading, Redirect, Script, Site, Text, TextOrigin, Word, Wrapper,
    },
    span::{Range, Span},
};

/// A script that is being made. Texts are looked for from where the last one was found.
pub(super) struct Make {
    pub(super) script: Script,
    text: u32,
    at: usize,
    pipelines: u32,
}

impl Make {
    pub(super) fn of(source: &str) -> Self {
        let mut script = Script::unread(Dialect::Bash, source);
        script.reading = Reading::Complete;
        let mut make = Self {
            script,
            text: 0,
            at: 0,
            pipelines: 0,
        };
        let whole = make.find(source);
        make.at = 0;
        make.script
            .blocks
            .push(Block::apart(BlockKind::Script, None, whole));
        make
    }

    fn find(&mut self, text: &str) -> Span {
        let content = &self.script.texts[self.text as usize].content;
        let start = self.at
            + content
                .get(self.at..)
                .unwrap()
                .find(text)
                .unwrap_or_else(|| panic!("{text}"));
        self.at = start + text.len();
        Span {
            text: self.text,
            start: u32::try_from(start).unwrap(),
            end: u32::try_from(self.at).unwrap(),
        }
    }

    /// Goes on in a text of its own, found at the word that was read last.
    pub(super) fn text(&mut self, origin: TextOrigin, content: &str) -> Span {
        let at = self.script.words.last().map(|word| word.span);
        self.script.texts.push(Text {
            origin,
            at,
            content: content.to_owned(),
        });
        self.text = u32::try_from(self.script.texts.len() - 1).unwrap();
        self.at = 0;
        Span {
            text: self.text,
            start: 0,
            end: u32::try_from(content.len()).unwrap(),
        }
    }

    /// Goes back to the source, to the beginning.
    pub(super) fn back(&mut self) {
        (self.text, self.at) = (0, 0);
    }

    /// A block that stands apart; what is in it is looked for from its beginning.
    pub(super) fn apart(&mut self, kind: BlockKind, parent: u32, text: &str) -> u32 {
        let span = self.find(text);
        self.at = span.start as usize;
        self.script
            .blocks
            .push(Block::apart(kind, Some(parent), span));
        u32::try_from(self.script.blocks.len() - 1).unwrap()
    }

    /// A block that is a pipeline of its own.
    pub(super) fn placed(&mut self, kind: BlockKind, parent: u32, text: &str) -> u32 {
        let block = self.apart(kind, parent, text);
        let pipeline = self.pipelines;
        self.pipelines += 1;
        let connector = self.connector(parent);
        let placed = &mut self.script.blocks[block as usize];
        (placed.pipeline, placed.connector) = (Some(pipeline), connector);
        block
    }

    fn connector(&self, parent: u32) -> Connector {
        let inside = |block: &&Block| block.parent == Some(parent) && block.pipeline.is_some();
        let blocks = self.script.blocks.iter().filter(inside).count();
        let commands = self
            .script
            .commands
            .iter()
            .filter(|it| it.block == parent)
            .count();
        if blocks + commands == 0 {
            Connector::First
        } else {
            Connector::Then
        }
    }

    pub(super) fn subject(&mut self, block: u32, words: &[&str]) {
        let words = self.words(words);
        self.script.blocks[block as usize].subject = words;
    }

    pub(super) fn words(&mut self, words: &[&str]) -> Range {
        let start = u32::try_from(self.script.words.len()).unwrap();
        for word in words {
            self.word(word);
        }
        Range {
            start,
            len: u32::try_from(words.len()).unwrap(),
        }
    }

    /// A word: one in quotes, one that is a variable or a substitution, or one that stands for itself.
    pub(super) fn word(&mut self, text: &str) -> u32 {
        let span = self.find(text);
        let inner = text.trim_matches(['\'', '"']);
        let kind = match inner.as_bytes() {
            [b'$', b'(', b'(', ..] => PieceKind::Arithmetic,
            [b'$', b'(', ..] | [b'`', ..] => PieceKind::CommandSubstitution,
            [b'<' | b'>', b'(', ..] => PieceKind::ProcessSubstitution,
            [b'$', _, ..] if !text.starts_with('\'') => PieceKind::Variable,
            [b'*', ..] if inner == text => PieceKind::Glob,
            _ => PieceKind::Literal,
        };
        let quotes = u32::try_from((text.len() - inner.len()) / 2).unwrap();
        let piece = Span {
            start: span.start + quotes,
            end: span.end - quotes,
            ..span
        };
        self.push_word(span, piece, kind, inner, inner != text)
    }

    fn push_word(
        &mut self,
        span: Span,
        piece: Span,
        kind: PieceKind,
        text: &str,
        quoted: bool,
    ) -> u32 {
        let literal = (kind == PieceKind::Literal).then(|| text.to_owned());
        let many = !quoted && !matches!(kind, PieceKind::Literal | PieceKind::Arithmetic);
        self.script.words.push(Word {
            span,
            values: literal.clone().into_iter().collect(),
            fields: if many { Fields::Many } else { Fields::One },
            prefix: literal.clone().unwrap_or_default(),
            pieces: Range {
                start: u32::try_from(self.script.pieces.len()).unwrap(),
                len: 1,
            },
        });
        self.script.pieces.push(Piece {
            kind,
            span: piece,
            literal,
            quoted,
        });
        u32::try_from(self.script.words.len() - 1).unwrap()
    }

    /// A command that is a pipeline of its own.
    pub(super) fn command(&mut self, block: u32, words: &[&str]) -> usize {
        let words = self.words(words);
        self.command_of(block, words)
    }

    pub(super) fn command_of(&mut self, block: u32, words: Range) -> usize {
        let spans = self.script.words[words.indices()]
            .iter()
            .map(|word| word.span);
        let span = spans
            .reduce(Span::join)
            .unwrap_or(self.script.blocks[block as usize].span);
        let connector = self.connector(block);
        self.script.commands.push(Command {
            span,
            block,
            pipeline: self.pipelines,
            stage: 0,
            connector,
            negated: false,
            background: false,
            assignments: Range::default(),
            words,
            redirects: Range::default(),
            wrappers: Vec::new(),
            binding: Binding::File,
            site: Site::Local,
            cwds: Vec::new(),
            shell_cwds: None,
            open_ended: false,
        });
        self.pipelines += 1;
        self.script.commands.len() - 1
    }

    /// Puts wrappers before the last command.
    pub(super) fn wrapped(&mut self, wrappers: &[(&str, Range)]) {
        let start = self.script.words[wrappers[0].1.start as usize].span;
        let command = self.script.commands.last_mut().unwrap();
        if start.text == command.span.text {
            command.span = command.span.join(start);
        }
        let wrapper = |&(name, words): &(&str, Range)| Wrapper {
            name: name.to_owned(),
            words,
        };
        command.wrappers = wrappers.iter().map(wrapper).collect();
    }

    /// A redirect of the last command.
    pub(super) fn redirect(&mut self, operator: &str, target: &str) {
        let span = self.find(operator);
        let target = self.word(target);
        self.push_redirect(span, operator, target);
    }

    /// A here-document of the last command whose lines stand for themselves.
    pub(super) fn document(&mut self, operator: &str, lines: &str, value: &str) {
        let span = self.find(operator);
        let lines = self.find(lines);
        let target = self.push_word(lines, lines, PieceKind::Literal, value, true);
        self.push_redirect(span, operator, target);
    }

    fn push_redirect(&mut self, span: Span, operator: &str, target: u32) {
        let start = u32::try_from(self.script.redirects.len()).unwrap();
        self.script.redirects.push(Redirect {
            span,
            descriptor: None,
            operator: operator.to_owned(),
            target: Some(target),
            body: None,
        });
        let command = self.script.commands.last_mut().unwrap();
        command.redirects = Range {
            start: start - command.redirects.len,
            len: command.redirects.len + 1,
        };
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
