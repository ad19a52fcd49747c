//! A script as an outline: what the lowering says runs in a region, in the order in which it is written.
//!
//! One function for each construct. What wrappers, aliases and `-c` turned around is put back as it is written: a word
//! counts where it stands in the region's text, and words that stand at one place count once.

use super::{
    Difference,
    outline::{Context, Event, Kind, OurWord, Ours, Place, Tabs},
    region::{Region, is_document},
    tests_of,
};
use crate::{
    limits::{MAX_COMMANDS, MAX_NESTING},
    read::script::{Assignment, Block, BlockKind, Command, Redirect, Script, TextOrigin, Word},
    span::Span,
};

/// Most blocks: each is looked for among all of them.
const MAX_BLOCKS: usize = 8 * MAX_COMMANDS;

/// Returns what runs in a region.
pub(super) fn outline<'s>(region: &Region<'s>) -> Result<Vec<Ours<'s>>, Difference> {
    let script = region.script;
    if script.blocks.len() > MAX_BLOCKS || script.commands.len() > MAX_COMMANDS {
        return Err(Difference::refused(region.span, "it has too many commands"));
    }
    let mut outline = Outline {
        region,
        script,
        events: Vec::new(),
        at: region.span.start,
    };
    outline.list(region.block, 0)?;
    Ok(outline.events)
}

struct Outline<'r, 's> {
    region: &'r Region<'s>,
    script: &'s Script,
    events: Vec<Ours<'s>>,
    /// The end of the last word that was taken: those of an outer wrapper stand before it.
    at: u32,
}

/// What stands at one place of a pipeline: a block, a command, or a block and the redirects after it.
#[derive(Default)]
struct Stage<'s> {
    block: Option<(u32, &'s Block)>,
    command: Option<&'s Command>,
}

impl<'s> Outline<'_, 's> {
    /// The commands and blocks that have a place in a block.
    fn list(&mut self, block: u32, depth: usize) -> Result<(), Difference> {
        let span = self
            .script
            .blocks
            .get(block as usize)
            .map_or(self.region.span, |it| it.span);
        if depth > MAX_NESTING {
            return Err(Difference::refused(span, "it is nested too deep"));
        }
        for (place, stage) in self.stages(block, span)? {
            match (stage.block, stage.command) {
                (Some((at, block)), after) if block.kind != BlockKind::Script => {
                    self.push(block.span, Event::Stage(place));
                    self.block(at, block, depth)?;
                    if let Some(after) = after {
                        self.redirects(after)?;
                    }
                }
                (block, Some(command)) => {
                    self.push(self.place_of(command), Event::Stage(place));
                    self.command(block, command)?;
                }
                (Some((at, block)), None) => {
                    let span = self.region.place(block.span).unwrap_or(span);
                    self.push(span, Event::Stage(place));
                    self.body_of_command(at)?;
                }
                (None, None) => {}
            }
        }
        Ok(())
    }

    /// What stands in a block, by its place; two commands at one place are a difference.
    fn stages(&self, block: u32, span: Span) -> Result<Vec<(Place, Stage<'s>)>, Difference> {
        let mut stages: Vec<((u32, u32), Place, Stage<'s>)> = Vec::new();
        let twice = |span| Difference::refused(span, "two commands have one place");
        for (at, inner) in self.script.blocks.iter().enumerate() {
            let (Some(pipeline), true) = (inner.pipeline, inner.parent == Some(block)) else {
                continue;
            };
            let place = Place {
                connector: inner.connector,
                negated: inner.negated,
                stage: inner.stage,
                background: inner.background,
            };
            let stage = Stage {
                block: Some((u32::try_from(at).unwrap_or(u32::MAX), inner)),
                command: None,
            };
            if stages
                .iter()
                .any(|(key, ..)| *key == (pipeline, inner.stage))
            {
                return Err(twice(inner.span));
            }
            stages.push(((pipeline, inner.stage), place, stage));
        }
        for command in self
            .script
            .commands
            .iter()
            .filter(|command| command.block == block)
        {
            let key = (command.pipeline, command.stage);
            let place = Place {
                connector: command.connector,
                negated: command.negated,
                stage: command.stage,
                background: command.background,
            };
            match stages.iter_mut().find(|(other, ..)| *other == key) {
                Some((_, same, stage)) => {
                    let is_after = stage.command.is_none() && command.words.is_empty();
                    if !is_after || *same != place {
                        return Err(twice(span));
                    }
                    stage.command = Some(command);
                }
                None => stages.push((
                    key,
                    place,
                    Stage {
                        block: None,
                        command: Some(command),
                    },
                )),
            }
        }
        stages.sort_by_key(|(key, ..)| *key);
        Ok(stages
            .into_iter()
            .map(|(_, place, stage)| (place, stage))
            .collect())
    }

    fn push(&mut self, span: Span, event: Event<OurWord<'s>>) {
        self.events.push((span, event));
    }

    fn place_of(&self, command: &Command) -> Span {
        self.region.place(command.span).unwrap_or(self.region.span)
    }

    /// A block that is no command of its own, and what is in it.
    fn block(&mut self, at: u32, block: &'s Block, depth: usize) -> Result<(), Difference> {
        self.at = self.at.max(block.span.start);
        let kind = self.kind(at, block);
        self.push(block.span, Event::Open(kind));
        self.subject(block, Context::Split);
        match block.kind {
            BlockKind::Loop | BlockKind::Branch => self.parts(at, depth)?,
            BlockKind::Script
            | BlockKind::Subshell
            | BlockKind::Group
            | BlockKind::Substitution
            | BlockKind::Condition
            | BlockKind::Body
            | BlockKind::Function => self.list(at, depth + 1)?,
        }
        self.push(block.span, Event::Close);
        Ok(())
    }

    /// The conditions and bodies of a loop or a branch.
    fn parts(&mut self, parent: u32, depth: usize) -> Result<(), Difference> {
        let mut parts: Vec<(u32, &Block)> = (0..)
            .zip(&self.script.blocks)
            .filter(|(_, block)| block.parent == Some(parent) && block.pipeline.is_none())
            .filter(|(_, block)| matches!(block.kind, BlockKind::Condition | BlockKind::Body))
            .collect();
        parts.sort_by_key(|(_, block)| block.span.start);
        for (at, block) in parts {
            self.block(at, block, depth + 1)?;
        }
        Ok(())
    }

    fn kind(&self, at: u32, block: &Block) -> Kind {
        let text = self.script.text(block.span);
        let keyword = text
            .split(|character: char| !character.is_ascii_lowercase())
            .next();
        match (block.kind, keyword) {
            (BlockKind::Subshell, _) => Kind::Subshell,
            (BlockKind::Group, _) => Kind::Group,
            (BlockKind::Condition, _) => Kind::Condition,
            (BlockKind::Body, _) => Kind::Body,
            (BlockKind::Loop, Some("for")) => Kind::For,
            (BlockKind::Loop, Some("while")) => Kind::While,
            (BlockKind::Loop, Some("until")) => Kind::Until,
            (BlockKind::Branch, Some("if")) => Kind::If,
            (BlockKind::Branch, Some("case")) => Kind::Case,
            (BlockKind::Function, _) => {
                let function = self
                    .script
                    .functions
                    .iter()
                    .find(|function| function.block == at);
                function.map_or(Kind::Other, |function| {
                    Kind::Function(function.name.clone())
                })
            }
            (
                BlockKind::Script | BlockKind::Substitution | BlockKind::Loop | BlockKind::Branch,
                _,
            ) => Kind::Other,
        }
    }

    /// What a block runs on.
    fn subject(&mut self, block: &Block, context: Context) {
        let context = if block.kind == BlockKind::Loop {
            context
        } else {
            Context::Whole
        };
        let words = self
            .script
            .words
            .get(block.subject.indices())
            .unwrap_or(&[]);
        for word in self.entries(words.iter(), block.span.start, context) {
            self.push(word.span, Event::Word(word));
        }
    }

    /// A command: assignments, words and redirects, each in the order in which they are written.
    fn command(
        &mut self,
        body: Option<(u32, &Block)>,
        command: &'s Command,
    ) -> Result<(), Difference> {
        let words = if let Some((at, _)) = body {
            self.handed_words(at)?
        } else {
            let from = self.place_of(command).start;
            // The three expressions of a `for` share the brackets before the first.
            let words = own_words(self.script, command);
            let open = self.script.words(command).first().map(|word| word.span);
            let from = open
                .filter(|span| self.script.text(*span) == "((")
                .map_or(from, |span| span.start.min(from));
            self.entries(words, from, Context::Split)
        };
        let words = tests_of::spelled(self.region, without_time(self.region, words, command.stage));
        let first = words.first().map_or(u32::MAX, |word| word.span.start);
        for assignment in self.script.assignments(command) {
            let Some(span) = self.region.place(assignment.span) else {
                continue;
            };
            // The other parser takes what follows the name for a word, as the shell does.
            if span.start < first {
                let event = self.assignment(assignment);
                self.push(span, event);
            }
        }
        for word in words {
            self.at = self.at.max(word.span.end);
            self.push(word.span, Event::Word(word));
        }
        self.redirects(command)
    }

    /// A command that hands a text to a shell, which has neither assignments nor redirects.
    fn body_of_command(&mut self, block: u32) -> Result<(), Difference> {
        let words = self.handed_words(block)?;
        for word in without_time(self.region, words, 1) {
            self.at = self.at.max(word.span.end);
            self.push(word.span, Event::Word(word));
        }
        Ok(())
    }

    /// The words of a command that handed a text to a shell: every command of the text has them as a wrapper.
    fn handed_words(&self, block: u32) -> Result<Vec<OurWord<'s>>, Difference> {
        let inside = |command: &&Command| {
            let mut at = Some(command.block);
            // Parents stand earlier; the bound is for scripts in which they don't.
            for _ in 0..self.script.blocks.len() {
                match at {
                    Some(here) if here == block => return true,
                    Some(here) => {
                        at = self
                            .script
                            .blocks
                            .get(here as usize)
                            .and_then(|it| it.parent);
                    }
                    None => return false,
                }
            }
            false
        };
        let Some(command) = self.script.commands.iter().find(inside) else {
            return Err(Difference::refused(
                self.region.span,
                "a text it hands over is empty",
            ));
        };
        Ok(self.entries(own_words(self.script, command), self.at, Context::Split))
    }

    /// Puts words back where they stand in this region: those that stand before `from` are another command's.
    fn entries(
        &self,
        words: impl Iterator<Item = &'s Word>,
        from: u32,
        context: Context,
    ) -> Vec<OurWord<'s>> {
        let placed = words.filter_map(|word| Some((self.region.place(word.span)?, word)));
        // What stands in a text for a shell stands in the words that hand it over, which are here themselves.
        let placed = placed.filter(|(span, word)| {
            let text = self.script.texts.get(word.span.text as usize);
            word.span == *span || text.is_some_and(|text| text.origin != TextOrigin::CommandString)
        });
        let mut placed: Vec<_> = placed.filter(|(span, _)| span.start >= from).collect();
        placed.sort_by_key(|(span, _)| span.start);
        let mut entries: Vec<OurWord<'s>> = Vec::new();
        for (span, word) in placed {
            // One of another text stands for what is written here, and says nothing of its parts.
            let here = (word.span == span).then_some(word);
            match entries.last_mut().filter(|last| last.span == span) {
                Some(last) => last.words.extend(here),
                None => entries.push(OurWord {
                    span,
                    words: here.into_iter().collect(),
                    context,
                    operator: None,
                    body: None,
                }),
            }
        }
        entries
    }

    fn assignment(&self, assignment: &Assignment) -> Event<OurWord<'s>> {
        Event::Assignment {
            name: assignment.name.clone(),
            append: assignment.append,
            value: assignment
                .value
                .and_then(|value| self.script.word(value))
                .map(|word| whole(word, None)),
        }
    }

    fn redirects(&mut self, command: &'s Command) -> Result<(), Difference> {
        for redirect in self.script.redirects(command) {
            let event = self.redirect(redirect)?;
            self.push(redirect.span, event);
        }
        Ok(())
    }

    fn redirect(&self, redirect: &Redirect) -> Result<Event<OurWord<'s>>, Difference> {
        if self.region.place(redirect.span) != Some(redirect.span) {
            return Err(Difference::refused(
                redirect.span,
                "it stands in another text",
            ));
        }
        let target = redirect.target.and_then(|target| self.script.word(target));
        let target = if is_document(redirect) {
            let tabs = if redirect.operator == "<<-" {
                Tabs::Removed
            } else {
                Tabs::Kept
            };
            target.map(|word| whole(word, Some(tabs)))
        } else if redirect.operator == "<<<" {
            target.map(|word| whole(word, None))
        } else {
            target.map(|word| OurWord {
                context: Context::Split,
                ..whole(word, None)
            })
        };
        Ok(Event::Redirect {
            descriptor: redirect.descriptor,
            operator: redirect.operator.clone(),
            target,
        })
    }
}

fn whole(word: &Word, body: Option<Tabs>) -> OurWord<'_> {
    OurWord {
        span: word.span,
        words: vec![word],
        context: Context::Whole,
        operator: None,
        body,
    }
}

/// The words of a command and of what was looked through to find it.
fn own_words<'s>(script: &'s Script, command: &'s Command) -> impl Iterator<Item = &'s Word> {
    let of_wrappers = command
        .wrappers
        .iter()
        .flat_map(|wrapper| script.words.get(wrapper.words.indices()).unwrap_or(&[]));
    of_wrappers.chain(script.words(command))
}

/// Takes the keyword `time` away, which the other parser does not count among the words.
fn without_time<'s>(
    region: &Region<'_>,
    mut words: Vec<OurWord<'s>>,
    stage: u32,
) -> Vec<OurWord<'s>> {
    let is = |at: usize, text: &str, words: &[OurWord<'_>]| {
        words
            .get(at)
            .is_some_and(|word| region.written(word.span) == text)
    };
    if stage == 0 && words.len() > 1 && is(0, "time", &words) {
        let options = usize::from(words.len() > 2 && is(1, "-p", &words));
        words.drain(..=options);
    }
    words
}
