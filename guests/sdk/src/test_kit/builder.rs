//! Puts scripts together, command by command, and writes the text their spans point into.

use super::{Fields, TestWord, word::TestPiece};
use crate::{
    Assignment, Block, Command, Gap, Piece, Range, Redirect, Script, Span, Text, Word, Wrapper,
};

/// What joins a command or a block to what is before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// `;`
    Then,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `&`
    Background,
    /// `|`
    Pipe,
}

impl Join {
    const fn text(self) -> &'static str {
        match self {
            Self::Then => "; ",
            Self::And => " && ",
            Self::Or => " || ",
            Self::Background => " & ",
            Self::Pipe => " | ",
        }
    }

    const fn connector(self) -> &'static str {
        match self {
            Self::Then | Self::Pipe => "then",
            Self::And => "and",
            Self::Or => "or",
            Self::Background => "background",
        }
    }
}

/// A script under construction. What describes a command holds for the last one added.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit::{Builder, Join, glob}};
///
/// let script = Builder::new()
///     .command(&["grep", "-l", "x"])
///     .word(glob("*.rs"))
///     .redirect("2>", "/dev/null")
///     .block("subshell", Join::Or, |inner| inner.command(&["echo", "none"]))
///     .build();
/// assert_eq!(ScriptView::new(&script).source(), "grep -l x *.rs 2>/dev/null || (echo none)");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Builder {
    items: Vec<Item>,
    gaps: Vec<String>,
}

#[derive(Clone, Debug)]
enum Item {
    Command(Draft),
    Block(&'static str, Join, Vec<Item>),
    Negation,
}

#[derive(Clone, Debug)]
struct Draft {
    join: Join,
    words: Vec<TestWord>,
    assignments: Vec<(String, TestWord)>,
    redirects: Vec<(String, TestWord)>,
    wrappers: Vec<Vec<TestWord>>,
    binding: &'static str,
    site: &'static str,
}

impl Builder {
    /// Begins a script.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a command after `;`, or the first one.
    #[must_use]
    pub fn command(self, words: &[&str]) -> Self {
        self.join(Join::Then, words)
    }

    /// Adds a command after `|`.
    #[must_use]
    pub fn pipe(self, words: &[&str]) -> Self {
        self.join(Join::Pipe, words)
    }

    /// Adds a command after `&&`.
    #[must_use]
    pub fn and(self, words: &[&str]) -> Self {
        self.join(Join::And, words)
    }

    /// Adds a command after `||`.
    #[must_use]
    pub fn or(self, words: &[&str]) -> Self {
        self.join(Join::Or, words)
    }

    /// Adds a command after `&`.
    #[must_use]
    pub fn background(self, words: &[&str]) -> Self {
        self.join(Join::Background, words)
    }

    /// Adds a command.
    #[must_use]
    pub fn join(mut self, join: Join, words: &[&str]) -> Self {
        self.items.push(Item::Command(Draft {
            join,
            words: words.iter().map(|&word| word.into()).collect(),
            assignments: Vec::new(),
            redirects: Vec::new(),
            wrappers: Vec::new(),
            binding: "file",
            site: "local",
        }));
        self
    }

    /// Adds a block: "subshell", "group", "substitution", "loop", "branch", "function".
    #[must_use]
    pub fn block(
        mut self,
        kind: &'static str,
        join: Join,
        inside: impl FnOnce(Self) -> Self,
    ) -> Self {
        let inner = inside(Self::new());
        self.gaps.extend(inner.gaps);
        self.items.push(Item::Block(kind, join, inner.items));
        self
    }

    /// Writes a `!` before what comes next: its pipeline is negated.
    #[must_use]
    pub fn negated(mut self) -> Self {
        self.items.push(Item::Negation);
        self
    }

    /// Adds a word to the last command.
    #[must_use]
    pub fn word(self, word: impl Into<TestWord>) -> Self {
        self.with_last(|draft| draft.words.push(word.into()))
    }

    /// Adds `NAME=value` to the last command.
    #[must_use]
    pub fn assign(self, name: &str, value: impl Into<TestWord>) -> Self {
        self.with_last(|draft| draft.assignments.push((name.to_owned(), value.into())))
    }

    /// Adds a redirect to the last command. The operator may have a descriptor before it.
    #[must_use]
    pub fn redirect(self, operator: &str, target: impl Into<TestWord>) -> Self {
        self.with_last(|draft| draft.redirects.push((operator.to_owned(), target.into())))
    }

    /// Puts a wrapper, such as `timeout 5`, before the last command.
    #[must_use]
    pub fn wrapped_in(self, words: &[&str]) -> Self {
        let words = words.iter().map(|&word| word.into()).collect();
        self.with_last(|draft| draft.wrappers.push(words))
    }

    /// Says what the name of the last command means: "builtin", "function", "file" (the default), "unknown".
    #[must_use]
    pub fn bound_to(self, binding: &'static str) -> Self {
        self.with_last(|draft| draft.binding = binding)
    }

    /// Says that the last command runs on another machine.
    #[must_use]
    pub fn remote(self) -> Self {
        self.with_last(|draft| draft.site = "remote")
    }

    /// Says that something was not understood.
    #[must_use]
    pub fn partial(mut self, reason: &str) -> Self {
        self.gaps.push(reason.to_owned());
        self
    }

    /// Finishes the script.
    pub fn build(self) -> Script {
        let mut writer = Writer::new();
        writer.block("script", None, Place::APART, &self.items);
        writer.finish(&self.gaps)
    }

    fn with_last(mut self, change: impl FnOnce(&mut Draft)) -> Self {
        if let Some(Item::Command(draft)) = self.items.last_mut() {
            change(draft);
        }
        self
    }
}

/// Kinds of blocks that do not run where they stand.
const STANDS_APART: [&str; 2] = ["function", "substitution"];

/// Where a command or a block stands.
#[derive(Clone, Copy, Debug)]
struct Place {
    pipeline: Option<u32>,
    stage: u32,
    connector: &'static str,
    negated: bool,
}

impl Place {
    /// The place of what stands in no pipeline.
    const APART: Self = Self {
        pipeline: None,
        stage: 0,
        connector: "first",
        negated: false,
    };
}

/// Writes text and lists side by side, so that spans are right.
struct Writer {
    source: String,
    script: Script,
    pipelines: u32,
}

impl Writer {
    fn new() -> Self {
        let script = Script {
            dialect: "bash".to_owned(),
            reading: "complete".to_owned(),
            gaps: Vec::new(),
            texts: Vec::new(),
            blocks: Vec::new(),
            commands: Vec::new(),
            words: Vec::new(),
            pieces: Vec::new(),
            assignments: Vec::new(),
            redirects: Vec::new(),
            functions: Vec::new(),
            attrs: Vec::new(),
        };
        Self {
            source: String::new(),
            script,
            pipelines: 0,
        }
    }

    fn finish(mut self, gaps: &[String]) -> Script {
        let whole = self.span_from(0);
        self.script.gaps.extend(gaps.iter().map(|reason| Gap {
            reason: reason.clone(),
            message: reason.clone(),
            node: String::new(),
            span: whole,
        }));
        if !gaps.is_empty() {
            "partial".clone_into(&mut self.script.reading);
        }
        self.script.texts.push(Text {
            origin: "source".to_owned(),
            at: None,
            content: self.source,
        });
        self.script
    }

    fn block(&mut self, kind: &str, parent: Option<u32>, place: Place, items: &[Item]) {
        let start = self.position();
        let index = count(&self.script.blocks);
        let span = self.span_from(start);
        self.script.blocks.push(Block {
            kind: kind.to_owned(),
            parent,
            pipeline: place.pipeline,
            stage: place.stage,
            connector: place.connector.to_owned(),
            negated: place.negated,
            span,
            subject: Range { start: 0, len: 0 },
            attrs: Vec::new(),
        });
        let (open, close) = match kind {
            "script" => ("", ""),
            "group" => ("{ ", "; }"),
            "substitution" => ("$(", ")"),
            _ => ("(", ")"),
        };
        self.source.push_str(open);
        self.items(index, items);
        self.source.push_str(close);
        let span = self.span_from(start);
        if let Some(block) = self.script.blocks.get_mut(index as usize) {
            block.span = span;
        }
    }

    fn items(&mut self, block: u32, items: &[Item]) {
        let mut place = Place::APART;
        let mut negation = "";
        let mut first = true;
        for item in items {
            let (join, apart) = match item {
                Item::Negation => {
                    negation = "! ";
                    continue;
                }
                Item::Command(draft) => (draft.join, false),
                Item::Block(kind, join, _) => (*join, STANDS_APART.contains(kind)),
            };
            if !std::mem::take(&mut first) {
                self.source.push_str(join.text());
            }
            let sign = std::mem::take(&mut negation);
            self.source.push_str(sign);
            if !apart {
                place = self.next_place(place, join);
                place.negated |= !sign.is_empty();
            }
            match item {
                Item::Command(draft) => self.command(draft, block, place),
                Item::Block(kind, _, inner) => {
                    let place = if apart { Place::APART } else { place };
                    self.block(kind, Some(block), place, inner);
                }
                Item::Negation => {}
            }
        }
    }

    /// Returns the place of what comes after a place: the next stage, or the first of a new pipeline.
    fn next_place(&mut self, before: Place, join: Join) -> Place {
        match before.pipeline {
            Some(_) if join == Join::Pipe => Place {
                stage: before.stage + 1,
                ..before
            },
            _ => {
                self.pipelines += 1;
                Place {
                    pipeline: Some(self.pipelines),
                    connector: before
                        .pipeline
                        .map_or(Place::APART.connector, |_| join.connector()),
                    ..Place::APART
                }
            }
        }
    }

    fn command(&mut self, draft: &Draft, block: u32, place: Place) {
        let start = self.position();
        let wrappers = draft
            .wrappers
            .iter()
            .map(|words| self.wrapper(words))
            .collect();
        let assignments = self.assignments(draft);
        let words = self.words(&draft.words);
        let redirects = self.redirects(&draft.redirects);
        while self.source.ends_with(' ') {
            self.source.pop();
        }
        let span = self.span_from(start);
        self.script.commands.push(Command {
            span,
            block,
            pipeline: place.pipeline.unwrap_or_default(),
            stage: place.stage,
            connector: place.connector.to_owned(),
            negated: place.negated,
            assignments,
            words,
            redirects,
            wrappers,
            binding: draft.binding.to_owned(),
            site: draft.site.to_owned(),
            cwd: Some(super::session().cwd),
            open_ended: false,
            attrs: Vec::new(),
        });
    }

    fn wrapper(&mut self, words: &[TestWord]) -> Wrapper {
        let name = words
            .first()
            .map(|word| word.prefix.clone())
            .unwrap_or_default();
        Wrapper {
            name,
            words: self.words(words),
            attrs: Vec::new(),
        }
    }

    fn assignments(&mut self, draft: &Draft) -> Range {
        let start = count(&self.script.assignments);
        let scope = if draft.words.is_empty() {
            "shell"
        } else {
            "command"
        };
        for (name, value) in &draft.assignments {
            let from = self.position();
            self.source.push_str(name);
            self.source.push('=');
            let value = self.one_word(value);
            let span = self.span_from(from);
            self.source.push(' ');
            self.script.assignments.push(Assignment {
                span,
                name: name.clone(),
                scope: scope.to_owned(),
                append: false,
                value: Some(value),
                attrs: Vec::new(),
            });
        }
        Range {
            start,
            len: count(&self.script.assignments) - start,
        }
    }

    fn redirects(&mut self, redirects: &[(String, TestWord)]) -> Range {
        let start = count(&self.script.redirects);
        for (written, target) in redirects {
            let from = self.position();
            self.source.push_str(written);
            let target = self.one_word(target);
            let span = self.span_from(from);
            self.source.push(' ');
            let operator = written.trim_start_matches(|character: char| character.is_ascii_digit());
            self.script.redirects.push(Redirect {
                span,
                descriptor: written
                    .strip_suffix(operator)
                    .and_then(|number| number.parse().ok()),
                operator: operator.to_owned(),
                target: Some(target),
                body: None,
                attrs: Vec::new(),
            });
        }
        Range {
            start,
            len: count(&self.script.redirects) - start,
        }
    }

    fn words(&mut self, words: &[TestWord]) -> Range {
        let start = count(&self.script.words);
        for word in words {
            self.one_word(word);
            self.source.push(' ');
        }
        Range {
            start,
            len: count(&self.script.words) - start,
        }
    }

    fn one_word(&mut self, word: &TestWord) -> u32 {
        let from = self.position();
        let pieces = Range {
            start: count(&self.script.pieces),
            len: count(&word.pieces),
        };
        for piece in &word.pieces {
            self.piece(piece);
        }
        let span = self.span_from(from);
        self.script.words.push(Word {
            span,
            values: word.values.clone(),
            fields: Fields::code(word.fields).to_owned(),
            prefix: word.prefix.clone(),
            pieces,
            attrs: Vec::new(),
        });
        count(&self.script.words) - 1
    }

    fn piece(&mut self, piece: &TestPiece) {
        let from = self.position();
        self.source.push_str(&piece.text);
        let span = self.span_from(from);
        self.script.pieces.push(Piece {
            kind: piece.kind.to_owned(),
            span,
            literal: piece.literal.clone(),
            quoted: piece.quoted,
        });
    }

    fn position(&self) -> u32 {
        u32::try_from(self.source.len()).unwrap_or(u32::MAX)
    }

    fn span_from(&self, start: u32) -> Span {
        Span {
            text: 0,
            start,
            end: self.position(),
        }
    }
}

fn count<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).unwrap_or(u32::MAX)
}
