//! What must hold of anything that was read, however little sense the script makes (R2.1, R2.4, R3.20). Nothing here
//! knows whether it was read right.

use std::collections::BTreeMap;

use shellward::{
    limits::{MAX_COMMAND_BYTES, MAX_COMMANDS},
    read::{
        Block, BlockKind, Command, Connector, Fields, Reading, Script, ShellFacts, TextOrigin,
        Word, read,
    },
    span::{Range, Span},
};
use tree_sitter::{Node, Parser};

/// Reads a script and returns what is wrong with the result.
pub(crate) fn faults(source: &str, facts: &ShellFacts) -> Vec<String> {
    let script = read(source, facts);
    let mut check = Check {
        script: &script,
        faults: Vec::new(),
    };
    check.bounds(source);
    check.reading();
    check.spans();
    check.texts();
    check.blocks();
    check.commands();
    check.places();
    check.words();
    check.rest();
    let again = read(source, facts);
    check.must(again == script || !is_repeatable(&again, &script), || {
        "reading it again gives another script".to_owned()
    });
    check.faults
}

/// Whether the clock had no say: where it had, the next reading may come further.
fn is_repeatable(one: &Script, other: &Script) -> bool {
    let is_late = |script: &Script| script.gaps.iter().any(|gap| gap.reason == "bound.time");
    !is_late(one) && !is_late(other)
}

struct Check<'s> {
    script: &'s Script,
    faults: Vec<String>,
}

impl Check<'_> {
    fn must(&mut self, holds: bool, fault: impl FnOnce() -> String) {
        if !holds {
            self.faults.push(fault());
        }
    }

    fn bounds(&mut self, source: &str) {
        let script = self.script;
        let commands = script.commands.len();
        self.must(commands <= MAX_COMMANDS, || format!("{commands} commands"));
        let bytes: usize = script.texts.iter().map(|text| text.content.len()).sum();
        // Past the bound a script is not complete, but what was found before is kept; of a source that is too long nothing
        // is read.
        let most = match script.reading {
            Reading::Complete => MAX_COMMAND_BYTES,
            _ => source.len().max(2 * MAX_COMMAND_BYTES),
        };
        self.must(bytes <= most, || {
            format!(
                "{bytes} bytes of text, of which {} in the source",
                source.len()
            )
        });
        self.must(script.source() == source, || "another source".to_owned());
    }

    /// Complete is what has no gap, and of which the tree knows no error either.
    fn reading(&mut self) {
        let script = self.script;
        let is_complete = script.reading == Reading::Complete;
        self.must(is_complete == script.gaps.is_empty(), || {
            format!("{} with {} gaps", script.reading, script.gaps.len())
        });
        self.must(script.reading != Reading::Unavailable, || {
            "no parser".to_owned()
        });
        if !is_complete {
            return;
        }
        for (index, text) in script.texts.iter().enumerate() {
            if matches!(text.origin, TextOrigin::Source | TextOrigin::CommandString)
                && let Some(error) = error_in(&text.content)
            {
                self.faults.push(format!(
                    "complete, but in text {index} the tree has {error}"
                ));
            }
        }
    }

    fn spans(&mut self) {
        let script = self.script;
        let spans = script
            .texts
            .iter()
            .filter_map(|text| text.at)
            .chain(script.gaps.iter().map(|gap| gap.span))
            .chain(script.blocks.iter().map(|block| block.span))
            .chain(script.commands.iter().map(|command| command.span))
            .chain(script.words.iter().map(|word| word.span))
            .chain(script.pieces.iter().map(|piece| piece.span))
            .chain(script.assignments.iter().map(|one| one.span))
            .chain(script.redirects.iter().map(|redirect| redirect.span))
            .chain(script.functions.iter().map(|function| function.span));
        for span in spans {
            self.must(is_part_of_a_text(script, span), || {
                format!("{span:?} is no part of a text")
            });
        }
    }

    fn texts(&mut self) {
        let script = self.script;
        for (index, text) in script.texts.iter().enumerate() {
            let is_source = text.origin == TextOrigin::Source;
            self.must(is_source == (index == 0), || {
                format!("text {index} is the source, or the first is not")
            });
            let comes_after = text.at.is_none_or(|at| (at.text as usize) < index);
            self.must(comes_after, || format!("text {index} lies in a later one"));
        }
    }

    /// Blocks come after those around them, so there are no circles.
    fn blocks(&mut self) {
        let script = self.script;
        for (index, block) in script.blocks.iter().enumerate() {
            let parent = block.parent.map(|parent| parent as usize);
            self.must((index == 0) == parent.is_none(), || {
                format!("block {index} has no parent, or the first has one")
            });
            self.must(parent.is_none_or(|parent| parent < index), || {
                format!("block {index} comes before the one around it")
            });
            self.must(is_inside(block.subject, script.words.len()), || {
                format!("the subject of block {index} is outside")
            });
            let around = parent.and_then(|parent| script.blocks.get(parent));
            // Where an end is missing, what is inside may reach further than what was recognised around it.
            let fits = script.reading != Reading::Complete
                || around.is_none_or(|around| lies_in(block.span, around.span));
            self.must(fits, || {
                format!("block {index} lies outside of the one around it")
            });
            let is_part = matches!(block.kind, BlockKind::Condition | BlockKind::Body);
            let has_parts = |kind| matches!(kind, BlockKind::Loop | BlockKind::Branch);
            let fits = around.is_some_and(|around| has_parts(around.kind));
            self.must(!is_part || (fits && block.pipeline.is_none()), || {
                format!("block {index} is part of no loop and no branch")
            });
        }
        let whole = script.blocks.first().map(|block| (block.kind, block.span));
        let end = u32::try_from(script.source().len()).unwrap_or(u32::MAX);
        self.must(
            whole == Some((BlockKind::Script, Span::source(0, end))),
            || "the first block is not the script".to_owned(),
        );
    }

    fn commands(&mut self) {
        let script = self.script;
        for (index, command) in script.commands.iter().enumerate() {
            let block = script.blocks.get(command.block as usize);
            let is_complete = script.reading == Reading::Complete;
            let fits = |block: &Block| !is_complete || lies_in(command.span, block.span);
            self.must(block.is_some_and(fits), || {
                format!("command {index} is in no block")
            });
            let holds = self.ranges_hold(command);
            self.must(holds, || format!("a range of command {index} is outside"));
        }
    }

    fn ranges_hold(&self, command: &Command) -> bool {
        let Script {
            words,
            assignments,
            redirects,
            ..
        } = self.script;
        is_inside(command.words, words.len())
            && is_inside(command.assignments, assignments.len())
            && is_inside(command.redirects, redirects.len())
            && command
                .wrappers
                .iter()
                .all(|wrapper| !wrapper.words.is_empty() && is_inside(wrapper.words, words.len()))
    }

    /// All that stands in one pipeline agrees about it, and each block has one that comes first; unless it was not
    /// read.
    fn places(&mut self) {
        let script = self.script;
        if script.reading != Reading::Complete {
            return;
        }
        let of_blocks = script.blocks.iter().filter_map(|block| {
            let joint = (
                block.parent?,
                block.connector,
                block.negated,
                block.background,
            );
            Some((block.pipeline?, joint))
        });
        let of_commands = script.commands.iter().map(|one| {
            let joint = (one.block, one.connector, one.negated, one.background);
            (one.pipeline, joint)
        });
        let mut pipelines = BTreeMap::new();
        for (pipeline, joint) in of_blocks.chain(of_commands) {
            let known = *pipelines.entry(pipeline).or_insert(joint);
            self.must(known == joint, || {
                format!("pipeline {pipeline} stands in two places")
            });
        }
        let mut first = vec![true; script.blocks.len()];
        for (pipeline, (block, connector, ..)) in pipelines {
            let is_first = first
                .get_mut(block as usize)
                .is_some_and(|first| std::mem::replace(first, false));
            self.must(is_first == (connector == Connector::First), || {
                format!("pipeline {pipeline} is joined to nothing, or its first to something")
            });
        }
    }

    /// Pieces of a word are together, and its values begin with its prefix.
    fn words(&mut self) {
        let script = self.script;
        for (index, word) in script.words.iter().enumerate() {
            self.must(is_inside(word.pieces, script.pieces.len()), || {
                format!("the pieces of word {index} are outside")
            });
            let pieces = script.pieces(word);
            let fits = pieces.iter().all(|piece| lies_in(piece.span, word.span));
            self.must(fits, || format!("a piece of word {index} is no part of it"));
            let begins_so = |value: &String| value.starts_with(&word.prefix);
            self.must(word.values.iter().all(begins_so), || {
                format!("word {index} has another prefix")
            });
            self.must(is_whole(word), || {
                format!("word {index} is certain and has another prefix")
            });
        }
    }

    /// Assignments, redirects and functions point at what is there.
    fn rest(&mut self) {
        let script = self.script;
        let of_assignments = script.assignments.iter().filter_map(|one| one.value);
        let of_redirects = script
            .redirects
            .iter()
            .filter_map(|redirect| redirect.target);
        for word in of_assignments.chain(of_redirects) {
            self.must(script.word(word).is_some(), || format!("no word {word}"));
        }
        for body in script.redirects.iter().filter_map(|redirect| redirect.body) {
            let text = script.texts.get(body as usize);
            let holds = text.is_some_and(|text| text.origin == TextOrigin::HereDocument);
            self.must(holds, || format!("text {body} is no here-document"));
        }
        for function in &script.functions {
            let block = script.blocks.get(function.block as usize);
            let holds = block.is_some_and(|block| block.kind == BlockKind::Function);
            self.must(holds, || {
                format!("the function {:?} has no body", function.name)
            });
        }
    }
}

fn is_part_of_a_text(script: &Script, span: Span) -> bool {
    let text = script.texts.get(span.text as usize);
    span.start <= span.end && text.is_some_and(|text| text.content.get(span.bytes()).is_some())
}

/// Whether a span is a part of another; those of two texts say nothing about each other.
fn lies_in(inner: Span, outer: Span) -> bool {
    inner.text != outer.text || (outer.start <= inner.start && inner.end <= outer.end)
}

fn is_inside(range: Range, len: usize) -> bool {
    u64::from(range.start) + u64::from(range.len) <= len as u64
}

/// Whether the prefix of a word with one certain value is all of it.
fn is_whole(word: &Word) -> bool {
    match word.values.as_slice() {
        [value] if word.fields == Fields::One => *value == word.prefix,
        _ => true,
    }
}

/// Returns what a tree knows to be wrong with a text.
fn error_in(text: &str) -> Option<String> {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_bash::LANGUAGE.into())
        .unwrap();
    let tree = parser.parse(text, None).unwrap();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            return Some(name(node));
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return None;
            }
        }
    }
}

fn name(node: Node<'_>) -> String {
    let what = if node.is_missing() {
        "missing"
    } else {
        "an error"
    };
    format!("{what} {} at {:?}", node.kind(), node.byte_range())
}
