//! Writes text and lists side by side, so that spans are right.

use super::{
    Fields, Join, TestWord,
    builder::{BlockDraft, Draft, Item},
    literal,
    word::TestPiece,
};
use crate::{
    Assignment, Block, Command, Function, Gap, Piece, Range, Redirect, Script, Span, Text, Word,
    Wrapper,
};

/// Writes a script.
pub(super) fn write(items: &[Item], gaps: &[String]) -> Script {
    let mut writer = Writer::new();
    writer.plain_block("script", None, Place::APART, items);
    writer.finish(gaps)
}

/// Kinds of blocks that do not run where they stand.
const STANDS_APART: [&str; 3] = ["body", "condition", "substitution"];

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

/// How many commands and blocks there were.
#[derive(Clone, Copy)]
struct Mark {
    commands: usize,
    blocks: usize,
}

struct Writer {
    /// The text that is being written, and its index.
    source: String,
    text: u32,
    /// Words that stand for here-documents, with the texts of these.
    bodies: Vec<(u32, u32)>,
    script: Script,
    pipelines: u32,
}

impl Writer {
    fn new() -> Self {
        let source = Text {
            origin: "source".to_owned(),
            at: None,
            content: String::new(),
            attrs: Vec::new(),
        };
        let script = Script {
            dialect: "bash".to_owned(),
            reading: "complete".to_owned(),
            gaps: Vec::new(),
            texts: vec![source],
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
            text: 0,
            bodies: Vec::new(),
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
            attrs: Vec::new(),
        }));
        if !gaps.is_empty() {
            "partial".clone_into(&mut self.script.reading);
        }
        for (word, text) in std::mem::take(&mut self.bodies) {
            self.source.push('\n');
            let start = self.position();
            let content = self.script.texts.get(text as usize);
            let content = content.map_or_else(String::new, |text| text.content.clone());
            self.source.push_str(&content);
            let span = self.span_from(start);
            self.source.push_str("EOF");
            if let Some(word) = self.script.words.get_mut(word as usize) {
                word.span = span;
            }
            if let Some(text) = self.script.texts.get_mut(text as usize) {
                text.at = Some(span);
            }
        }
        if let Some(source) = self.script.texts.first_mut() {
            source.content = self.source;
        }
        self.script
    }

    /// Adds a block and returns its index; what it holds and where it ends is still to come.
    fn open(&mut self, kind: &str, parent: Option<u32>, place: Place) -> u32 {
        let index = count(&self.script.blocks);
        let span = self.span_from(self.position());
        self.script.blocks.push(Block {
            kind: kind.to_owned(),
            parent,
            pipeline: place.pipeline,
            stage: place.stage,
            connector: place.connector.to_owned(),
            negated: place.negated,
            background: false,
            span,
            subject: Range { start: 0, len: 0 },
            attrs: Vec::new(),
        });
        index
    }

    fn close(&mut self, index: u32) {
        let (text, end) = (self.text, self.position());
        if let Some(block) = self.script.blocks.get_mut(index as usize)
            && block.span.text == text
        {
            block.span.end = end;
        }
    }

    fn plain_block(&mut self, kind: &str, parent: Option<u32>, place: Place, items: &[Item]) {
        let index = self.open(kind, parent, place);
        let (open, close) = match kind {
            "script" | "body" | "condition" => ("", ""),
            "group" => ("{ ", "; }"),
            "substitution" => ("$(", ")"),
            _ => ("(", ")"),
        };
        self.source.push_str(open);
        self.items(index, items);
        self.source.push_str(close);
        self.close(index);
    }

    fn block(&mut self, draft: &BlockDraft, parent: u32, place: Place) {
        let has_parts = draft.items.iter().any(|item| part_of(item).is_some());
        match draft.kind {
            "loop" if has_parts => self.parts(draft, parent, place, ["while ", "; do ", "; done"]),
            "branch" if has_parts => self.parts(draft, parent, place, ["if ", "; then ", "; fi"]),
            "function" => self.function(draft, parent, place),
            "script" => self.shell(draft, parent, place),
            kind => self.plain_block(kind, Some(parent), place, &draft.items),
        }
    }

    /// Writes a loop or a branch, which begins with one keyword, has another before its bodies, and ends with a third.
    fn parts(&mut self, draft: &BlockDraft, parent: u32, place: Place, keywords: [&str; 3]) {
        let [mut begin, before_body, end] = keywords;
        let index = self.open(draft.kind, Some(parent), place);
        let has_condition = draft
            .items
            .iter()
            .any(|item| part_of(item) == Some("condition"));
        if !has_condition {
            let is_loop = draft.kind == "loop";
            self.source
                .push_str(if is_loop { "for each in " } else { "case " });
            let subject = self.words(&draft.subject);
            self.trim();
            self.source.push_str(if is_loop { "" } else { " in " });
            if let Some(block) = self.script.blocks.get_mut(index as usize) {
                block.subject = subject;
            }
        }
        let mut before = "";
        for item in &draft.items {
            let Some(part) = part_of(item) else {
                self.items(index, std::slice::from_ref(item));
                continue;
            };
            let keyword = match (part, before, draft.kind) {
                ("condition", "", _) => begin,
                ("condition", _, _) => "; elif ",
                (_, "", "branch") => "",
                (_, "body", "branch") if !has_condition => "",
                (_, "body", _) => "; else ",
                _ => before_body,
            };
            self.source.push_str(keyword);
            if let Item::Block(inner) = item {
                self.part(inner, index, !has_condition && draft.kind == "branch");
            }
            before = part;
            begin = "";
        }
        self.source.push_str(match draft.kind {
            "branch" if !has_condition => " esac",
            _ => end,
        });
        self.close(index);
    }

    /// Writes a condition or a body; one of a `case` with its patterns.
    fn part(&mut self, draft: &BlockDraft, parent: u32, is_case: bool) {
        let patterns = self.words(&draft.subject);
        if is_case {
            self.trim();
            self.source.push_str(") ");
        }
        let index = count(&self.script.blocks);
        self.plain_block(draft.kind, Some(parent), Place::APART, &draft.items);
        if let Some(block) = self.script.blocks.get_mut(index as usize) {
            block.subject = patterns;
        }
        self.source.push_str(if is_case { ";;" } else { "" });
    }

    fn function(&mut self, draft: &BlockDraft, parent: u32, place: Place) {
        let index = self.open(draft.kind, Some(parent), place);
        self.source.push_str(&draft.name);
        self.source.push_str("() ");
        self.items(index, &draft.items);
        self.close(index);
        let blocks = &self.script.blocks;
        if let Some(span) = blocks.get(index as usize).map(|block| block.span) {
            self.script.functions.push(Function {
                name: draft.name.clone(),
                block: index,
                span,
                attrs: Vec::new(),
            });
        }
    }

    /// Writes a command that hands a text to a shell: first the text, of its own, and then the words around it.
    fn shell(&mut self, draft: &BlockDraft, parent: u32, place: Place) {
        let before = self.script.commands.len();
        let outside = std::mem::take(&mut self.source);
        let outer = std::mem::replace(&mut self.text, count(&self.script.texts));
        self.script.texts.push(Text {
            origin: "command-string".to_owned(),
            at: None,
            content: String::new(),
            attrs: Vec::new(),
        });
        self.plain_block(draft.kind, Some(parent), place, &draft.items);
        let content = std::mem::replace(&mut self.source, outside);
        let inner = std::mem::replace(&mut self.text, outer);
        let mut words = draft.shell.clone();
        words.push(literal(&content));
        let wrapper = self.wrapper(&words);
        self.trim();
        let last = self.script.words.last().map(|word| word.span);
        if let Some(text) = self.script.texts.get_mut(inner as usize) {
            text.content = content;
            text.at = last;
        }
        for command in self.script.commands.iter_mut().skip(before) {
            command.wrappers.insert(0, wrapper.clone());
        }
    }

    /// Writes what a command runs for each of something. Its words are its own, at the places of those behind the wrapper.
    fn runs_each(&mut self, wrapper: &Wrapper, items: &[Item], parent: u32, span: Span) {
        let mark = (
            self.script.commands.len(),
            self.script.words.len(),
            self.source.len(),
        );
        let index = self.open("loop", Some(parent), Place::APART);
        self.items(index, items);
        self.source.truncate(mark.2);
        if let Some(block) = self.script.blocks.get_mut(index as usize) {
            block.span = span;
        }
        for command in self.script.commands.iter_mut().skip(mark.0) {
            command.span = span;
            command.wrappers.insert(0, wrapper.clone());
        }
        let behind = wrapper.words.start.saturating_add(wrapper.words.len) as usize;
        let places: Vec<Span> = self
            .script
            .words
            .iter()
            .skip(behind)
            .map(|word| word.span)
            .collect();
        let words = self.script.words.iter_mut().skip(mark.1);
        for (word, place) in words.zip(places) {
            word.span = place;
            let pieces = word.pieces.start as usize..(word.pieces.start + word.pieces.len) as usize;
            for piece in self.script.pieces.get_mut(pieces).into_iter().flatten() {
                piece.span = place;
            }
        }
    }

    fn items(&mut self, block: u32, items: &[Item]) {
        let mut place = Place::APART;
        let mut negation = "";
        let mut first = true;
        let mut list = self.mark();
        for item in items {
            let (join, apart) = match item {
                Item::Negation => {
                    negation = "! ";
                    continue;
                }
                Item::Ampersand => {
                    self.source.push_str(" &");
                    self.detach(block, list);
                    continue;
                }
                Item::Command(draft) => (draft.join, false),
                Item::Block(draft) => (draft.join, STANDS_APART.contains(&draft.kind)),
            };
            if !std::mem::take(&mut first) {
                self.source.push_str(join.text());
            }
            match join {
                Join::Background => self.detach(block, std::mem::replace(&mut list, self.mark())),
                Join::Then => list = self.mark(),
                Join::And | Join::Or | Join::Pipe => {}
            }
            let sign = std::mem::take(&mut negation);
            self.source.push_str(sign);
            if !apart {
                place = self.next_place(place, join);
                place.negated |= !sign.is_empty();
            }
            match item {
                Item::Command(draft) => self.command(draft, block, place),
                Item::Block(draft) => {
                    self.block(draft, block, if apart { Place::APART } else { place });
                }
                Item::Negation | Item::Ampersand => {}
            }
        }
    }

    fn mark(&self) -> Mark {
        Mark {
            commands: self.script.commands.len(),
            blocks: self.script.blocks.len(),
        }
    }

    /// Says that nothing waits for what stands in a block since a mark.
    fn detach(&mut self, block: u32, since: Mark) {
        let commands = self.script.commands.iter_mut().skip(since.commands);
        for command in commands.filter(|command| command.block == block) {
            command.background = true;
        }
        let blocks = self.script.blocks.iter_mut().skip(since.blocks);
        for inner in blocks.filter(|inner| inner.parent == Some(block)) {
            inner.background = true;
        }
    }

    fn trim(&mut self) {
        while self.source.ends_with(' ') {
            self.source.pop();
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
        let redirects = self.redirects(draft);
        self.trim();
        let span = self.span_from(start);
        self.script.commands.push(Command {
            span,
            block,
            pipeline: place.pipeline.unwrap_or_default(),
            stage: place.stage,
            connector: place.connector.to_owned(),
            negated: place.negated,
            background: false,
            assignments,
            words,
            redirects,
            wrappers,
            binding: draft.binding.to_owned(),
            site: draft.site.to_owned(),
            cwds: draft.cwds.clone(),
            open_ended: draft.open_ended,
            attrs: Vec::new(),
        });
        if let Some((own, items)) = &draft.runs_each {
            let len = u32::try_from(*own).unwrap_or(u32::MAX);
            let wrapper = Wrapper {
                name: draft.words.first().map(name_of).unwrap_or_default(),
                words: Range {
                    start: words.start,
                    len,
                },
                attrs: Vec::new(),
            };
            self.runs_each(&wrapper, items, block, span);
        }
    }

    fn wrapper(&mut self, words: &[TestWord]) -> Wrapper {
        Wrapper {
            name: words.first().map(name_of).unwrap_or_default(),
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
            let value = Range {
                start: self.one_word(value),
                len: 1,
            };
            let span = self.span_from(from);
            self.source.push(' ');
            self.script.assignments.push(Assignment {
                span,
                name: name.clone(),
                scope: scope.to_owned(),
                append: false,
                value,
                attrs: Vec::new(),
            });
        }
        Range {
            start,
            len: count(&self.script.assignments) - start,
        }
    }

    fn redirects(&mut self, draft: &Draft) -> Range {
        let start = count(&self.script.redirects);
        for (written, target) in &draft.redirects {
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
        for content in &draft.here_documents {
            self.here_document(content);
        }
        Range {
            start,
            len: count(&self.script.redirects) - start,
        }
    }

    /// Writes the operator; the body follows when all else is written.
    fn here_document(&mut self, content: &str) {
        let from = self.position();
        self.source.push_str("<<'EOF'");
        let span = self.span_from(from);
        self.source.push(' ');
        let body = count(&self.script.texts);
        self.script.texts.push(Text {
            origin: "here-document".to_owned(),
            at: None,
            content: content.to_owned(),
            attrs: Vec::new(),
        });
        let target = count(&self.script.words);
        self.bodies.push((target, body));
        self.script.words.push(Word {
            span,
            values: vec![content.to_owned()],
            fields: Fields::One.code().to_owned(),
            prefix: content.to_owned(),
            pieces: Range { start: 0, len: 0 },
            attrs: Vec::new(),
        });
        self.script.redirects.push(Redirect {
            span,
            descriptor: None,
            operator: "<<".to_owned(),
            target: Some(target),
            body: Some(body),
            attrs: Vec::new(),
        });
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
            text: self.text,
            start,
            end: self.position(),
        }
    }
}

/// Returns the kind of a part of a loop or a branch.
fn part_of(item: &Item) -> Option<&'static str> {
    match item {
        Item::Block(draft) if matches!(draft.kind, "condition" | "body") => Some(draft.kind),
        Item::Block(_) | Item::Command(_) | Item::Negation | Item::Ampersand => None,
    }
}

/// Returns the name of a wrapper, without a directory.
fn name_of(word: &TestWord) -> String {
    let name = word.prefix.rsplit('/').next();
    name.unwrap_or_default().to_owned()
}

fn count<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).unwrap_or(u32::MAX)
}
