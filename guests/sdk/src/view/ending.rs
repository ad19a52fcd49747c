//! Which commands can have ended a script.

use super::{BlockView, CommandView, ScriptView};

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
enum Member<'a> {
    Command(CommandView<'a>),
    Block(BlockView<'a>),
}

/// A member with its place among the pipelines of a block.
#[derive(Clone, Copy, Debug)]
struct Standing<'a> {
    pipeline: u32,
    stage: u32,
    connector: &'a str,
    negated: bool,
    /// Whether what comes after it, or the end of the list, waits for it.
    awaited: bool,
    member: Member<'a>,
}

impl<'a> ScriptView<'a> {
    /// Returns the commands whose exit code can be the script's, or be turned into it by a `!`. This goes by the structure
    /// alone:
    ///
    /// - of a list the last pipeline, with `&&` or `||` all whose end could have skipped the rest; of a pipeline its last
    ///   stage; of a group, a subshell or the body of a `-c` what could have ended it;
    /// - of a loop or a branch what could have ended one of its bodies, since without any it ends well, whatever its
    ///   conditions say;
    /// - of a call of a function that the script defines what could have ended one of that name.
    ///
    /// What runs in the background ends nothing, as a definition of a function ends nothing: if the last part of a script
    /// is that, nothing is given. Where the structure does not tell, all that could be meant are given, so it is safe to
    /// demand something of *every* one of them, and that there is one.
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
        let mut search = Search {
            script: self,
            found: Vec::new(),
            calls: Vec::new(),
        };
        search.block(0, ended);
        let mut found = search.found;
        found.sort_unstable();
        found.dedup();
        found
            .into_iter()
            .filter_map(|index| self.command(index))
            .collect()
    }
}

/// Commands that can have ended a script, as far as they are found.
struct Search<'a> {
    script: ScriptView<'a>,
    found: Vec<u32>,
    /// Definitions that were looked into, with what they ended with: a function may call itself.
    calls: Vec<(u32, EndedWith)>,
}

impl<'a> Search<'a> {
    /// Adds the commands that can have ended a block so.
    fn block(&mut self, index: u32, ended: EndedWith) {
        let Some(block) = self.script.block(index) else {
            return;
        };
        let is_list = match block.kind() {
            "script" | "subshell" | "group" | "condition" | "body" | "function" => true,
            "loop" | "branch" => return self.bodies(block, ended),
            _ => false,
        };
        match members(block).filter(|_| is_list) {
            Some(members) => {
                for pipeline in last_pipelines(&members, ended) {
                    self.pipeline(pipeline, ended);
                }
            }
            None => self.everything(block),
        }
    }

    /// Adds the commands that can have ended a loop or a branch so: those of its bodies. `for ((a; b; c))` fails with its
    /// expressions, too; what `select` and words of other shells end with is not known.
    fn bodies(&mut self, block: BlockView<'a>, ended: EndedWith) {
        let is_known = matches!(block.keyword(), "for" | "while" | "until" | "if" | "case");
        let has_bodies = block.children().any(|part| part.kind() == "body");
        if !is_known || !has_bodies {
            return self.everything(block);
        }
        for part in block.children() {
            match part.kind() {
                "body" => self.block(part.index(), ended),
                "condition" if block.keyword() == "for" => self.everything(part),
                "condition" | "substitution" => {}
                _ => self.everything(part),
            }
        }
    }

    /// Adds the commands that can have ended a pipeline so.
    fn pipeline(&mut self, pipeline: &[Standing<'a>], ended: EndedWith) {
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
                // A definition ends well, whatever is in it.
                Member::Block(inner) if inner.kind() == "function" => {}
                Member::Block(inner) => self.block(inner.index(), ended),
                // The redirects of a block end it only if they fail: then it does not run.
                Member::Command(_) if has_block && ended == EndedWith::Success => {}
                Member::Command(command) => self.command(command, ended),
            }
        }
    }

    /// Adds a command, or what can have ended the function that it calls.
    fn command(&mut self, command: CommandView<'a>, ended: EndedWith) {
        let definitions: Vec<u32> = command
            .definitions()
            .map(|function| function.block)
            .collect();
        if definitions.is_empty() {
            self.found.push(command.index());
        }
        for block in definitions {
            if !self.calls.contains(&(block, ended)) {
                self.calls.push((block, ended));
                self.block(block, ended);
            }
        }
    }

    /// Adds every command in a block, at any depth, but not those that are run apart in it.
    fn everything(&mut self, block: BlockView<'a>) {
        let ends_something = |command: &CommandView<'a>| {
            let mut inner = command
                .blocks()
                .take_while(|inner| inner.index() != block.index());
            !inner.any(|inner| {
                inner.kind() == "substitution" || inner.kind() == "loop" && inner.is_apart()
            })
        };
        let commands = block.commands().filter(ends_something);
        self.found.extend(commands.map(CommandView::index));
    }
}

/// Returns what stands directly in a block, pipeline by pipeline, without what nothing waits for. None: something in it
/// has no place.
fn members(block: BlockView<'_>) -> Option<Vec<Standing<'_>>> {
    let mut earlier = block.earlier_children();
    if earlier.next().is_some() {
        return None;
    }
    let commands = block.own_commands().map(|command| Standing {
        pipeline: command.pipeline(),
        stage: command.stage(),
        connector: command.connector(),
        negated: command.raw().negated,
        awaited: !command.raw().background,
        member: Member::Command(command),
    });
    let mut members: Vec<_> = commands.collect();
    for inner in block.children() {
        let raw = inner.raw();
        if inner.kind() == "substitution" || inner.kind() == "loop" && inner.is_apart() {
            continue;
        }
        members.push(Standing {
            pipeline: raw.pipeline?,
            stage: raw.stage,
            connector: &raw.connector,
            negated: raw.negated,
            awaited: !raw.background,
            member: Member::Block(inner),
        });
    }
    members.sort_by_key(|standing| standing.pipeline);
    Some(members)
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
        if pipeline.iter().all(|standing| standing.awaited) {
            last.push(pipeline);
        }
    }
    last
}
