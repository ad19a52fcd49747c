//! What every script must look like, whatever its language (R3.20): indices and ranges lie within the lists, spans on
//! character borders, blocks in each other, and each word of a vocabulary is one that the contract documents.

use shellward::span::{Range, Span};
use toml::Table;
use wit_parser::{Resolve, TypeDefKind};

use super::contract::{Piece, Shape, Text};
use crate::support::repository;

/// The words that the contract documents, by record and field.
pub(super) struct Vocabulary {
    fields: Vec<(String, String)>,
}

impl Vocabulary {
    /// Takes them from the contract's own documentation.
    pub(super) fn of_contract() -> Self {
        let mut resolve = Resolve::default();
        resolve.push_dir(repository().join("wit/v0.1")).unwrap();
        let mut fields = Vec::new();
        for (_, definition) in &resolve.types {
            let TypeDefKind::Record(record) = &definition.kind else {
                continue;
            };
            let name = definition.name.as_deref().unwrap_or("");
            for field in &record.fields {
                let documentation = field.docs.contents.clone().unwrap_or_default();
                fields.push((format!("{name}.{}", field.name), documentation));
            }
        }
        Self { fields }
    }

    fn has(&self, field: &str, word: &str) -> bool {
        let quoted = format!("\"{word}\"");
        self.fields
            .iter()
            .any(|(name, documentation)| name == field && documentation.contains(&quoted))
    }
}

/// Returns what is wrong with a script.
pub(super) fn faults(fields: Table, documented: &Vocabulary) -> Vec<String> {
    let script: Shape = match fields.try_into() {
        Ok(script) => script,
        Err(error) => return vec![error.to_string()],
    };
    let mut check = Check {
        script: &script,
        faults: Vec::new(),
    };
    check.words_of_vocabularies(documented);
    check.spans();
    check.borders();
    check.texts();
    check.blocks();
    check.places();
    check.commands();
    check.words();
    check.pieces();
    check.owners();
    check.redirects();
    check.functions();
    check.faults
}

/// Whether a span is a part of another; those of two texts say nothing about each other.
fn lies_in(inner: Span, outer: Span) -> bool {
    inner.text != outer.text || (outer.start <= inner.start && inner.end <= outer.end)
}

struct Check<'s> {
    script: &'s Shape,
    faults: Vec<String>,
}

impl Check<'_> {
    fn must(&mut self, holds: bool, fault: impl FnOnce() -> String) {
        if !holds {
            self.faults.push(fault());
        }
    }

    fn words_of_vocabularies(&mut self, documented: &Vocabulary) {
        let script = self.script;
        let mut used = vec![
            ("script.dialect", &script.dialect),
            ("script.reading", &script.reading),
        ];
        used.extend(
            script
                .texts
                .iter()
                .map(|text| ("text.origin", &text.origin)),
        );
        for block in &script.blocks {
            used.push(("block.kind", &block.kind));
            used.push(("command.connector", &block.connector));
        }
        for command in &script.commands {
            used.push(("command.connector", &command.connector));
            used.push(("command.binding", &command.binding));
            used.push(("command.site", &command.site));
        }
        used.extend(
            script
                .words
                .iter()
                .map(|word| ("word.fields", &word.fields)),
        );
        used.extend(
            script
                .pieces
                .iter()
                .map(|piece| ("piece.kind", &piece.kind)),
        );
        let scopes = script.assignments.iter();
        used.extend(scopes.map(|one| ("assignment.scope", &one.scope)));
        let operators = script.redirects.iter();
        used.extend(operators.map(|one| ("redirect.operator", &one.operator)));
        used.sort_unstable();
        used.dedup();
        for (field, word) in used {
            self.must(documented.has(field, word), || {
                format!("\"{word}\" is no documented word of {field}")
            });
        }
    }

    fn spans(&mut self) {
        let script = self.script;
        let texts = script.texts.iter().filter_map(|text| text.at);
        let spans = texts
            .chain(script.gaps.iter().map(|gap| gap.span))
            .chain(script.blocks.iter().map(|block| block.span))
            .chain(script.commands.iter().map(|command| command.span))
            .chain(script.words.iter().map(|word| word.span))
            .chain(script.pieces.iter().map(|piece| piece.span))
            .chain(script.assignments.iter().map(|one| one.span))
            .chain(script.redirects.iter().map(|redirect| redirect.span))
            .chain(script.functions.iter().map(|function| function.span));
        for span in spans {
            let text = script.texts.get(span.text as usize);
            let holds = span.start <= span.end
                && text.is_some_and(|text| text.content.get(span.bytes()).is_some());
            self.must(holds, || format!("{span:?} is no part of a text"));
        }
    }

    /// Nothing begins or ends with white space, but for the body of a here-document.
    fn borders(&mut self) {
        let script = self.script;
        let blocks = script.blocks.iter().skip(1).map(|block| block.span);
        let bodies = script.redirects.iter().filter(|one| one.body.is_some());
        let bodies: Vec<_> = bodies.filter_map(|one| one.target).collect();
        let words = (0..).zip(&script.words);
        let words = words.filter(|(index, _)| !bodies.contains(index));
        for span in blocks
            .chain(script.commands.iter().map(|command| command.span))
            .chain(words.map(|(_, word)| word.span))
            .chain(script.assignments.iter().map(|one| one.span))
            .chain(script.redirects.iter().map(|redirect| redirect.span))
        {
            let text = script.text(span);
            self.must(text == text.trim_ascii(), || {
                format!("{span:?} is `{text}`")
            });
        }
    }

    /// Texts come after those they lie in, and gaps say why.
    fn texts(&mut self) {
        let script = self.script;
        for (index, text) in script.texts.iter().enumerate() {
            self.must((text.origin == "source") == (index == 0), || {
                format!("text {index} is the source, or the first is not")
            });
            let earlier = text.at.is_none_or(|at| (at.text as usize) < index);
            self.must(earlier, || format!("text {index} lies in a later one"));
        }
        let complete = script.reading == "complete";
        self.must(complete == script.gaps.is_empty(), || {
            "gaps and `reading` don't agree".to_owned()
        });
        for gap in &script.gaps {
            self.must(!gap.reason.is_empty(), || "a gap has no reason".to_owned());
        }
    }

    /// Blocks come after those around them, so there are no circles, and lie in them.
    fn blocks(&mut self) {
        for (index, block) in self.script.blocks.iter().enumerate() {
            let parent = block.parent.map(|parent| parent as usize);
            let is_first = index == 0;
            self.must(is_first == parent.is_none(), || {
                format!("block {index} has no parent, or the first has one")
            });
            let whole = |text: &Text| text.content.len() == block.span.end as usize;
            let is_whole = block.span.start == 0 && self.script.texts.first().is_some_and(whole);
            self.must(!is_first || (block.kind == "script" && is_whole), || {
                "the first block is not the script".to_owned()
            });
            self.must(parent.is_none_or(|parent| parent < index), || {
                format!("block {index} comes before the one around it")
            });
            let needs = match block.kind.as_str() {
                "condition" | "body" => &["loop", "branch"][..],
                _ => &[],
            };
            let around = parent.and_then(|parent| self.script.blocks.get(parent));
            let inside = around.is_none_or(|around| lies_in(block.span, around.span));
            self.must(inside, || {
                format!("block {index} lies outside of the one around it")
            });
            let fits = around.is_some_and(|around| needs.contains(&around.kind.as_str()));
            self.must(
                needs.is_empty() || (fits && block.pipeline.is_none()),
                || format!("block {index} is part of no loop and no branch"),
            );
        }
    }

    /// All that stands in one pipeline agrees about it, and its stages are numbered without holes.
    fn places(&mut self) {
        let script = self.script;
        let of_blocks = script.blocks.iter().filter_map(|block| {
            let joint = (
                block.parent?,
                &block.connector,
                block.negated,
                block.background,
            );
            Some((block.pipeline?, block.stage, joint))
        });
        let of_commands = script.commands.iter().map(|command| {
            let joint = (
                command.block,
                &command.connector,
                command.negated,
                command.background,
            );
            (command.pipeline, command.stage, joint)
        });
        let mut places: Vec<_> = of_blocks.chain(of_commands).collect();
        places.sort_unstable();
        let mut first = vec![true; script.blocks.len()];
        let pipelines = places.chunk_by(|(one, ..), (other, ..)| one == other);
        for (number, pipeline) in pipelines.enumerate() {
            let (pipeline_number, _, joint) = pipeline[0];
            self.must(pipeline_number as usize == number, || {
                format!("there is no pipeline {number}")
            });
            let agree = pipeline.iter().all(|(.., other)| *other == joint);
            self.must(agree, || format!("pipeline {number} stands in two places"));
            let mut stages: Vec<u32> = pipeline.iter().map(|(_, stage, _)| *stage).collect();
            stages.dedup();
            let all: Vec<u32> = (0..).take(stages.len()).collect();
            self.must(stages == all, || {
                format!("pipeline {number} has stages {stages:?}")
            });
            let is_first = first
                .get_mut(joint.0 as usize)
                .is_some_and(|first| std::mem::replace(first, false));
            self.must(is_first == (joint.1 == "first"), || {
                format!("pipeline {number} is joined to nothing, or its first to something")
            });
        }
    }

    /// Commands lie in their blocks, and words in their commands.
    fn commands(&mut self) {
        let script = self.script;
        for (index, command) in script.commands.iter().enumerate() {
            let block = script.blocks.get(command.block as usize);
            self.must(
                block.is_some_and(|block| lies_in(command.span, block.span)),
                || format!("command {index} is in no block"),
            );
            let words = script.words.get(command.words.indices()).unwrap_or(&[]);
            // The expressions of a `for` share one pair of brackets, before the first.
            let own = words.iter().filter(|word| script.text(word.span) != "((");
            let inside = own.clone().all(|word| lies_in(word.span, command.span));
            self.must(inside, || format!("a word of command {index} lies outside"));
            let in_order = own
                .map(|word| (word.span.text, word.span.start))
                .filter(|(text, _)| *text == command.span.text)
                .is_sorted();
            self.must(in_order, || {
                format!("words of command {index} are mixed up")
            });
            let empty = command.words.is_empty();
            self.must(!empty || command.binding == "builtin", || {
                format!("command {index} has no name, but a meaning")
            });
            let is_known = command.site == "local" || command.cwds.is_empty();
            self.must(is_known, || {
                format!("command {index} is remote, in a directory of this machine")
            });
        }
    }

    /// Each piece belongs to one word; values, prefix and pieces of a word say the same.
    fn words(&mut self) {
        let script = self.script;
        let mut next = 0;
        for (index, word) in script.words.iter().enumerate() {
            self.must(word.pieces.start == next, || {
                format!("the pieces of word {index} begin at {}", word.pieces.start)
            });
            let is_unread = || script.gaps.iter().any(|gap| gap.span == word.span);
            self.must(!word.pieces.is_empty() || is_unread(), || {
                format!("word {index} has no pieces")
            });
            next = word.pieces.start + word.pieces.len;
            let pieces = script.pieces.get(word.pieces.indices()).unwrap_or(&[]);
            let same_text = |piece: &Piece| piece.span.text == word.span.text;
            let inside = |piece: &Piece| same_text(piece) && lies_in(piece.span, word.span);
            self.must(pieces.iter().all(inside), || {
                format!("a piece of word {index} is no part of it")
            });
            let is_list = word.fields == "list";
            let begin_so = word
                .values
                .iter()
                .all(|value| value.starts_with(&word.prefix));
            self.must(is_list || begin_so, || {
                format!("word {index} has another prefix")
            });
            let certain: Option<String> = pieces
                .iter()
                .map(|piece| piece.literal.as_deref())
                .collect();
            if let ([value], Some(certain)) = (word.values.as_slice(), certain) {
                self.must(*value == certain, || {
                    format!("word {index} is not its pieces")
                });
            }
        }
        self.must(next as usize == script.pieces.len(), || {
            format!("the words end at piece {next}")
        });
    }

    /// Pieces that stand for themselves do, and those that hold commands have a block.
    fn pieces(&mut self) {
        let script = self.script;
        for (index, piece) in script.pieces.iter().enumerate() {
            let written = script.text(piece.span);
            // A backslash, and the tabs that `<<-` takes away, are in the text and not in the value.
            let holds = match (piece.kind.as_str(), &piece.literal) {
                ("literal" | "parameter" | "type" | "member", Some(literal)) => {
                    // What a pattern finds stands where its variable does.
                    literal == written || written.contains(['\\', '\t']) || written.starts_with('$')
                }
                ("variable", _) => written.starts_with('$'),
                ("brace", _) => written.contains('{'),
                _ => true,
            };
            self.must(holds, || format!("piece {index} is `{written}`"));
            let block = match piece.kind.as_str() {
                "command-substitution" | "process-substitution" | "subexpression" => "substitution",
                "script-block" => "script-block",
                _ => continue,
            };
            let mut blocks = script.blocks.iter();
            self.must(
                blocks.any(|one| one.kind == block && one.span == piece.span),
                || format!("piece {index} has no block"),
            );
        }
    }

    /// Every word, assignment and redirect belongs to something, and none to two things. What was looked through is
    /// shared: by all the commands of a script in a word, and by a command that is there itself, as `find` is.
    fn owners(&mut self) {
        let script = self.script;
        let mut words = Owners::of(script.words.len());
        let mut assignments = Owners::of(script.assignments.len());
        let mut redirects = Owners::of(script.redirects.len());
        let mut looked_through = Owners::of(script.words.len());
        for command in &script.commands {
            words.take(command.words);
            assignments.take(command.assignments);
            redirects.take(command.redirects);
            for wrapper in &command.wrappers {
                looked_through.take(wrapper.words);
                self.must(
                    !wrapper.words.is_empty() && !wrapper.name.is_empty(),
                    || "a wrapper has no name".to_owned(),
                );
            }
        }
        for block in &script.blocks {
            words.take(block.subject);
        }
        for (index, one) in script.assignments.iter().enumerate() {
            self.must(!one.name.is_empty(), || {
                format!("assignment {index} has no name")
            });
            words.take_one(one.value);
            if one.scope == "each" {
                assignments.take_one(u32::try_from(index).ok());
            }
        }
        for redirect in &script.redirects {
            words.take_one(redirect.target);
        }
        for (index, times) in words.times.iter().enumerate() {
            let through = looked_through
                .times
                .get(index)
                .is_some_and(|times| *times > 0);
            self.must(*times == 1 || (*times == 0 && through), || {
                format!("word {index} is used {times} times")
            });
        }
        for (list, owners) in [("assignment", &assignments), ("redirect", &redirects)] {
            let wrong = owners.times.iter().position(|times| *times != 1);
            self.must(wrong.is_none(), || {
                format!("{list} {wrong:?} is not of one command")
            });
        }
        let outside = words.outside + assignments.outside + redirects.outside;
        self.must(outside + looked_through.outside == 0, || {
            "a range ends outside of its list".to_owned()
        });
    }

    /// A here-document has a body, which is where its target stands.
    fn redirects(&mut self) {
        let script = self.script;
        for (index, redirect) in script.redirects.iter().enumerate() {
            let written = script.text(redirect.span);
            self.must(written.contains(&redirect.operator), || {
                format!("redirect {index} is `{written}`")
            });
            let target = redirect
                .target
                .and_then(|word| script.words.get(word as usize));
            let body = redirect
                .body
                .and_then(|body| script.texts.get(body as usize));
            let holds = match (body, target) {
                (Some(body), Some(target)) => {
                    body.origin == "here-document" && body.at == Some(target.span)
                }
                (Some(_), None) => false,
                (None, _) => redirect.body.is_none(),
            };
            let has_body = matches!(redirect.operator.as_str(), "<<" | "<<-");
            self.must(holds && has_body == body.is_some(), || {
                format!("the body of redirect {index} is not what it reads")
            });
        }
    }

    fn functions(&mut self) {
        let script = self.script;
        for function in &script.functions {
            let block = script.blocks.get(function.block as usize);
            let holds =
                block.is_some_and(|block| block.kind == "function" && block.span == function.span);
            self.must(holds && !function.name.is_empty(), || {
                format!("the function `{}` is nowhere", function.name)
            });
        }
    }
}

/// How often each element of a list is named.
struct Owners {
    times: Vec<u32>,
    /// How often something was named that is not there.
    outside: u32,
}

impl Owners {
    fn of(len: usize) -> Self {
        Self {
            times: vec![0; len],
            outside: 0,
        }
    }

    fn take(&mut self, range: Range) {
        match self.times.get_mut(range.indices()) {
            Some(times) => times.iter_mut().for_each(|times| *times += 1),
            None => self.outside += 1,
        }
    }

    fn take_one(&mut self, index: Option<u32>) {
        self.take(Range {
            start: index.unwrap_or_default(),
            len: u32::from(index.is_some()),
        });
    }
}
