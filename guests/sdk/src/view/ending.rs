//! Which commands can have ended a script.

use super::{CommandView, ScriptView};
use crate::Block;

/// How a script ended, as far as it decides which command did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedWith {
    /// Its exit code is 0.
    Success,
    /// Its exit code is another.
    Failure,
}

impl EndedWith {
    const fn negated(self) -> Self {
        match self {
            Self::Success => Self::Failure,
            Self::Failure => Self::Success,
        }
    }
}

/// What stands at a place of a pipeline.
#[derive(Clone, Copy, Debug)]
enum Member {
    Command(u32),
    Block(u32),
}

/// A member with its place among the pipelines of a block.
#[derive(Clone, Copy, Debug)]
struct Standing<'a> {
    pipeline: u32,
    stage: u32,
    connector: &'a str,
    negated: bool,
    member: Member,
}

impl<'a> ScriptView<'a> {
    /// Returns the commands whose exit code can be the script's, or be turned into it by a `!`. This goes by the structure
    /// alone: the last stage of the last pipeline, in a list with `&&` or `||` all whose end could have skipped the rest,
    /// and of a group or subshell what could have ended it. Where the structure does not tell, as of a loop, all that
    /// could be meant are given, so it is safe to demand something of *every* one of them.
    ///
    /// Words that end a shell early (`exit`) or change what a failure does (`set -e`) are not looked at: this knows no
    /// command. Of a script that is not [complete](Self::is_complete) it knows only what was read.
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
        let mut found = Vec::new();
        self.last_of_block(0, ended, &mut found);
        found.sort_unstable();
        found.dedup();
        found
            .into_iter()
            .filter_map(|index| self.command(index))
            .collect()
    }

    /// Adds the commands that can have ended a block so.
    fn last_of_block(self, block: u32, ended: EndedWith, found: &mut Vec<u32>) {
        let Some(members) = self.members(block) else {
            return found.extend(self.all_of_block(block));
        };
        for pipeline in last_pipelines(&members, ended) {
            self.last_of_pipeline(pipeline, ended, found);
        }
    }

    /// Adds the commands that can have ended a pipeline so.
    fn last_of_pipeline(self, pipeline: &[Standing<'a>], ended: EndedWith, found: &mut Vec<u32>) {
        let last = pipeline.iter().map(|standing| standing.stage).max();
        let stage = || {
            pipeline
                .iter()
                .filter(|standing| Some(standing.stage) == last)
        };
        let has_block = stage().any(|standing| matches!(standing.member, Member::Block(_)));
        for standing in stage() {
            let ended = if standing.negated {
                ended.negated()
            } else {
                ended
            };
            match standing.member {
                Member::Block(inner) => self.last_of_block(inner, ended, found),
                // The redirects of a block end it only if they fail: then it does not run.
                Member::Command(_) if has_block && ended == EndedWith::Success => {}
                Member::Command(index) => found.push(index),
            }
        }
    }

    /// Returns what stands directly in a block, pipeline by pipeline. None: it may end in another way than its last
    /// pipeline, or something in it has no place.
    fn members(self, block: u32) -> Option<Vec<Standing<'a>>> {
        let kind = self.block(block)?.kind.as_str();
        if !matches!(kind, "script" | "subshell" | "group") {
            return None;
        }
        let mut members: Vec<_> = self
            .commands()
            .filter(|command| command.raw().block == block)
            .map(|command| Standing {
                pipeline: command.pipeline(),
                stage: command.stage(),
                connector: command.connector(),
                negated: command.raw().negated,
                member: Member::Command(command.index()),
            })
            .collect();
        for (inner, index) in self.raw().blocks.iter().zip(0..) {
            if inner.parent != Some(block) || inner.kind == "substitution" {
                continue;
            }
            // A block comes after the one around it, or the lists are broken.
            members.push(Standing {
                pipeline: inner.pipeline.filter(|_| index > block)?,
                stage: inner.stage,
                connector: &inner.connector,
                negated: inner.negated,
                member: Member::Block(index),
            });
        }
        members.sort_by_key(|standing| standing.pipeline);
        Some(members)
    }

    /// Returns every command in a block, at any depth but not in substitutions.
    fn all_of_block(self, block: u32) -> impl Iterator<Item = u32> {
        let is_inside = move |command: &CommandView<'a>| {
            ancestors_with_index(self, command.raw().block)
                .take_while(|(index, inner)| *index == block || inner.kind != "substitution")
                .any(|(index, _)| index == block)
        };
        self.commands().filter(is_inside).map(CommandView::index)
    }
}

/// Returns the pipelines that can have ended a list.
fn last_pipelines<'m, 'a>(
    members: &'m [Standing<'a>],
    ended: EndedWith,
) -> Vec<&'m [Standing<'a>]> {
    let mut last = Vec::new();
    for pipeline in members.chunk_by(|one, other| one.pipeline == other.pipeline) {
        // What comes after `||` runs unless the one before was well, and with `&&` the other way round.
        let earlier_are_out = match pipeline.first().map_or("", |standing| standing.connector) {
            "first" | "then" | "background" => true,
            "or" => ended == EndedWith::Failure,
            "and" => ended == EndedWith::Success,
            _ => false,
        };
        if earlier_are_out {
            last.clear();
        }
        last.push(pipeline);
    }
    last
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
