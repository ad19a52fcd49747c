//! Which commands can have ended a script.

use super::{CommandView, ScriptView};
use crate::{Block, Span};

/// How a script ended, as far as it decides which command did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedWith {
    /// Its exit code is 0.
    Success,
    /// Its exit code is another.
    Failure,
}

impl<'a> ScriptView<'a> {
    /// Returns the commands whose exit code can be the script's, by its structure alone: the last stage of the last
    /// pipeline, and in a list with `&&` or `||` all whose end could have skipped the rest. Where the structure does not
    /// tell, all that could be meant are given, so it is safe to demand something of *every* one of them.
    ///
    /// Words that end a shell early (`exit`) or change what a failure does (`set -e`) are not looked at: this knows no
    /// command.
    ///
    /// ```
    /// use shellward_sdk::{EndedWith, ScriptView, test_kit};
    ///
    /// let script = test_kit::Builder::new().command(&["a"]).and(&["b"]).or(&["c"]).pipe(&["d"]).build();
    /// let view = ScriptView::new(&script);
    /// let names = |ended| -> Vec<_> {
    ///     view.last_commands(ended).iter().filter_map(|command| command.name()).collect()
    /// };
    /// assert_eq!(names(EndedWith::Failure), ["d"]);
    /// assert_eq!(names(EndedWith::Success), ["b", "d"]);
    /// ```
    pub fn last_commands(self, ended: EndedWith) -> Vec<CommandView<'a>> {
        let mut block = 0;
        loop {
            let inner = self.inner_blocks(block);
            let direct = self.commands().any(|command| command.raw().block == block);
            match (direct, inner.as_slice()) {
                (true, []) => return self.last_of_block(block, ended),
                // `(…)` alone: it ends as what is in it ends. A child comes after its parent, or the lists are broken.
                (false, &[only]) if only > block && self.ends_like_its_inside(only) => block = only,
                _ => return self.all_of_block(block),
            }
        }
    }

    /// Whether the exit code of a command may be turned around by a `!` before its pipeline or a block around it. The text
    /// is looked at, since no field says so.
    pub fn may_be_negated(self, command: CommandView<'a>) -> bool {
        let raw = command.raw();
        let pipeline = self
            .commands()
            .find(|other| other.pipeline() == raw.pipeline && other.raw().block == raw.block)
            .unwrap_or(command);
        let around = ancestors(self, raw.block).map(|block| block.span);
        std::iter::once(pipeline.span())
            .chain(around)
            .any(|span| self.may_follow_negation(span))
    }

    /// Whether there is a `!` between the command that ends last before a span, and the span.
    fn may_follow_negation(self, span: Span) -> bool {
        let before = self
            .commands()
            .map(CommandView::span)
            .filter(|other| other.text == span.text && other.end <= span.start)
            .map(|other| other.end)
            .max()
            .unwrap_or(0);
        let gap = Span {
            start: before,
            end: span.start,
            ..span
        };
        // A span that points nowhere gives an empty text; then nothing is known.
        gap.start < gap.end && (self.text(gap).is_empty() || self.text(gap).contains('!'))
    }

    /// Returns the blocks directly in a block whose end can be its end.
    fn inner_blocks(self, block: u32) -> Vec<u32> {
        let blocks = self.raw().blocks.iter().zip(0..);
        blocks
            .filter(|(inner, _)| inner.parent == Some(block) && inner.kind != "substitution")
            .map(|(_, index)| index)
            .collect()
    }

    /// Whether a block runs exactly once and then ends as the last thing in it.
    fn ends_like_its_inside(self, block: u32) -> bool {
        self.block(block)
            .is_some_and(|block| matches!(block.kind.as_str(), "script" | "subshell" | "group"))
    }

    /// Returns the commands that can have ended a block without others inside.
    fn last_of_block(self, block: u32, ended: EndedWith) -> Vec<CommandView<'a>> {
        let mut pipelines = Vec::new();
        for command in self
            .commands()
            .filter(|command| command.raw().block == block)
        {
            if pipelines.contains(&command.pipeline()) {
                continue;
            }
            // What comes after `||` runs unless the one before was well, and with `&&` the other way round.
            let earlier_are_out = match command.connector() {
                "first" | "then" | "background" => true,
                "or" => ended == EndedWith::Failure,
                "and" => ended == EndedWith::Success,
                _ => false,
            };
            if earlier_are_out {
                pipelines.clear();
            }
            pipelines.push(command.pipeline());
        }
        self.commands()
            .filter(|command| {
                command.raw().block == block && pipelines.contains(&command.pipeline())
            })
            .filter(|command| command.is_last_stage())
            .collect()
    }

    /// Returns every command in a block, at any depth but not in substitutions.
    fn all_of_block(self, block: u32) -> Vec<CommandView<'a>> {
        self.commands()
            .filter(|command| {
                let mut substituted = false;
                let index = command.raw().block;
                index == block
                    || ancestors_with_index(self, index)
                        .inspect(|(_, inner)| substituted |= inner.kind == "substitution")
                        .any(|(index, _)| index == block)
                        && !substituted
            })
            .collect()
    }
}

/// Goes through a block and those around it, from the inside out.
pub(super) fn ancestors(script: ScriptView<'_>, block: u32) -> impl Iterator<Item = &Block> {
    ancestors_with_index(script, block).map(|(_, block)| block)
}

fn ancestors_with_index(script: ScriptView<'_>, block: u32) -> impl Iterator<Item = (u32, &Block)> {
    let mut next = Some(block);
    // No more steps than there are blocks, so that a circle of parents ends.
    (0..script.raw().blocks.len()).map_while(move |_| {
        let index = next?;
        let found = script.block(index)?;
        next = found.parent;
        Some((index, found))
    })
}
