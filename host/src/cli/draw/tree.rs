//! The flat lists of a script as a tree: what stands in each block, in the order in which control reaches it. No text
//! here.

use crate::{
    read::{BlockKind, Command, Connector, Script, Wrapper},
    span::Span,
};

/// A command or a block that has a place in a pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Item {
    /// A block, in `blocks`. It comes before the commands at its place, which hold its redirects.
    Block(u32),
    /// A command, in `commands`.
    Command(u32),
}

/// What stands at one place of a pipeline.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    /// Its place, from 0.
    pub(super) number: u32,
    /// A block and its redirects, or a command.
    pub(super) items: Vec<Item>,
}

/// A pipeline of a block.
#[derive(Clone, Debug)]
pub(super) struct Pipeline {
    /// What joins it to the one before it.
    pub(super) connector: Connector,
    /// Whether its success and failure are swapped.
    pub(super) negated: bool,
    /// Whether nothing waits for it.
    pub(super) background: bool,
    /// Its stages, in order.
    pub(super) stages: Vec<Stage>,
}

/// What each block holds.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    script: &'a Script,
    /// For each block, what has a place in it: pipeline, stage, what.
    placed: Vec<Vec<(u32, u32, Item)>>,
    /// For each block, the blocks in it that stand in no pipeline.
    apart: Vec<Vec<u32>>,
}

impl<'a> Tree<'a> {
    /// Sorts what a script holds into its blocks.
    pub(super) fn of(script: &'a Script) -> Self {
        let mut placed = vec![Vec::new(); script.blocks.len()];
        let mut apart = vec![Vec::new(); script.blocks.len()];
        for (index, block) in (0..).zip(&script.blocks) {
            let Some(parent) = block.parent.map(|parent| parent as usize) else {
                continue;
            };
            match block.pipeline {
                Some(pipeline) => {
                    if let Some(list) = placed.get_mut(parent) {
                        list.push((pipeline, block.stage, Item::Block(index)));
                    }
                }
                None => {
                    if let Some(list) = apart.get_mut(parent) {
                        list.push(index);
                    }
                }
            }
        }
        for (index, command) in (0..).zip(&script.commands) {
            if let Some(list) = placed.get_mut(command.block as usize) {
                list.push((command.pipeline, command.stage, Item::Command(index)));
            }
        }
        for list in &mut placed {
            list.sort_unstable();
        }
        Self {
            script,
            placed,
            apart,
        }
    }

    /// Returns the pipelines of a block, in order.
    pub(super) fn pipelines(&self, block: u32) -> Vec<Pipeline> {
        let mut pipelines = Vec::new();
        let placed = self
            .placed
            .get(block as usize)
            .map_or(&[][..], Vec::as_slice);
        for same in placed.chunk_by(|(one, ..), (other, ..)| one == other) {
            let stages: Vec<Stage> = same
                .chunk_by(|(_, one, _), (_, other, _)| one == other)
                .filter_map(|stage| {
                    let number = stage.first()?.1;
                    let items = stage.iter().map(|(_, _, item)| *item).collect();
                    Some(Stage { number, items })
                })
                .collect();
            if let Some((_, _, first)) = same.first() {
                let (connector, negated, background) = self.joint(*first);
                pipelines.push(Pipeline {
                    connector,
                    negated,
                    background,
                    stages,
                });
            }
        }
        pipelines
    }

    fn joint(&self, item: Item) -> (Connector, bool, bool) {
        match item {
            Item::Block(index) => self
                .script
                .blocks
                .get(index as usize)
                .map(|block| (block.connector, block.negated, block.background)),
            Item::Command(index) => self
                .script
                .commands
                .get(index as usize)
                .map(|command| (command.connector, command.negated, command.background)),
        }
        .unwrap_or((Connector::First, false, false))
    }

    /// Returns the blocks in a block that stand in no pipeline.
    pub(super) fn apart(&self, block: u32) -> &[u32] {
        self.apart.get(block as usize).map_or(&[], Vec::as_slice)
    }

    /// Returns those that belong to a command: in one of its words, or in the body of one of its here-documents.
    pub(super) fn apart_of(&self, command: &Command) -> Vec<u32> {
        let script = self.script;
        let targets: Vec<Span> = script
            .redirects(command)
            .iter()
            .filter_map(|redirect| script.word(redirect.target?))
            .map(|word| word.span)
            .collect();
        let belongs = |span: Span| {
            holds(command.span, span) || targets.iter().any(|target| holds(*target, span))
        };
        self.spans(command.block)
            .filter(|(_, span)| belongs(*span))
            .map(|(index, _)| index)
            .collect()
    }

    /// Returns those around a block that belong to its subject.
    pub(super) fn apart_of_subject(&self, block: u32) -> Vec<u32> {
        let Some(found) = self.script.blocks.get(block as usize) else {
            return Vec::new();
        };
        let words = self
            .script
            .words
            .get(found.subject.indices())
            .unwrap_or(&[]);
        let around = found.parent.into_iter().chain([block]);
        around
            .flat_map(|place| self.spans(place))
            .filter(|(_, span)| words.iter().any(|word| holds(word.span, *span)))
            .map(|(index, _)| index)
            .collect()
    }

    fn spans(&self, block: u32) -> impl Iterator<Item = (u32, Span)> {
        self.apart(block).iter().filter_map(|index| {
            let span = self.script.blocks.get(*index as usize)?.span;
            Some((*index, span))
        })
    }

    /// Returns the first command in a block or in a block inside it.
    pub(super) fn first_command(&self, block: u32) -> Option<&'a Command> {
        self.script
            .commands
            .iter()
            .find(|command| self.is_inside(command.block, block))
    }

    fn is_inside(&self, mut inner: u32, outer: u32) -> bool {
        // A block comes after the one around it, so this ends.
        while inner > outer {
            match self
                .script
                .blocks
                .get(inner as usize)
                .and_then(|block| block.parent)
            {
                Some(parent) if parent < inner => inner = parent,
                _ => return false,
            }
        }
        inner == outer
    }

    /// Returns the wrappers that hand a text to a shell, or a command to something that repeats it: those of the
    /// commands in a block whose words stand outside of it.
    pub(super) fn wrappers_around(&self, block: u32) -> &'a [Wrapper] {
        let (Some(first), Some(found)) = (
            self.first_command(block),
            self.script.blocks.get(block as usize),
        ) else {
            return &[];
        };
        let is_outside = |wrapper: &&Wrapper| {
            self.script
                .words
                .get(wrapper.words.start as usize)
                .is_some_and(|word| match found.kind {
                    BlockKind::Script => !self.is_of_text(word.span.text, found.span.text),
                    _ => !holds(found.span, word.span),
                })
        };
        let count = first.wrappers.iter().take_while(is_outside).count();
        first.wrappers.get(..count).unwrap_or(&[])
    }

    /// Whether a text is another one or was found in it.
    fn is_of_text(&self, mut text: u32, other: u32) -> bool {
        while text > other {
            match self
                .script
                .texts
                .get(text as usize)
                .and_then(|found| found.at)
            {
                Some(at) if at.text < text => text = at.text,
                _ => return false,
            }
        }
        text == other
    }
}

/// Whether a span lies in another one.
pub(super) fn holds(outer: Span, inner: Span) -> bool {
    outer.text == inner.text && outer.start <= inner.start && inner.end <= outer.end
}
