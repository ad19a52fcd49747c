//! Texts that a command hands to a shell, read as scripts of their own (R2.3).

use tree_sitter::Tree;

use super::{Lowering, command::Made, lower_text, posix};
use crate::{
    limits::{MAX_COMMAND_BYTES, MAX_WRAPPERS},
    read::{
        bounds,
        gaps::Trouble,
        parser, prescan,
        script::{Binding, Block, BlockKind, Dialect, Site, Text, TextOrigin, Word, Wrapper},
        wrappers::{Body, BodyShell, Change, Joined, Lookup, Search, Startup},
        zsh,
    },
    span::{Range, Span},
};

/// A text for a shell, and how it gets there.
pub(super) struct Script {
    content: String,
    at: Span,
    shell: BodyShell,
    startup: Startup,
    site: Site,
    change: Change,
}

impl Lowering<'_, '_, '_> {
    pub(super) fn place_body(&mut self, made: Made, words: &[Word], body: Body) {
        let Some(word) = words.get(body.word) else {
            return;
        };
        let script = Script {
            content: word.certain().unwrap_or("").to_owned(),
            at: word.span,
            shell: body.shell,
            startup: body.startup,
            site: Site::Local,
            change: body.change,
        };
        self.place_script(made, words, &script);
    }

    pub(super) fn place_joined(&mut self, made: Made, words: &[Word], joined: Joined) {
        let (Some(first), Some(last)) = (words.get(joined.from), words.last()) else {
            return;
        };
        let script = Script {
            content: joined.text,
            at: Span {
                end: last.span.end.max(first.span.end),
                ..first.span
            },
            shell: joined.shell,
            startup: Startup::Nothing,
            site: joined.site,
            change: joined.change,
        };
        self.place_script(made, words, &script);
    }

    /// Reads a text that a command hands to a shell; the block that holds what is in it stands where the command does.
    pub(super) fn place_script(&mut self, mut made: Made, words: &[Word], script: &Script) {
        self.change_for(&mut made, words, &script.change);
        let name = words
            .first()
            .and_then(Word::certain)
            .map_or("", |name| name.rsplit('/').next().unwrap_or(name))
            .to_owned();
        let commands = self.common.script.commands.len();
        let text = super::index(self.common.script.texts.len());
        self.common.script.texts.push(Text {
            origin: TextOrigin::CommandString,
            at: Some(script.at),
            content: script.content.clone(),
        });
        let whole = Span {
            text,
            start: 0,
            end: super::index(script.content.len()),
        };
        let block = self.open_block(Block {
            pipeline: Some(made.place.pipeline),
            stage: made.place.stage,
            connector: made.place.connector,
            negated: made.place.negated,
            ..Block::apart(BlockKind::Script, Some(made.place.block), whole)
        });
        self.lower_script(&made, name, block, text, script);
        let is_empty = self.common.script.commands.len() == commands;
        if is_empty {
            // There is nothing in it to judge, so the shell itself is.
            self.common.script.blocks.truncate(block as usize);
            self.common
                .script
                .functions
                .retain(|function| function.block < block);
            self.place_plain(made, Lookup::Program, Search::Path);
        } else if (!made.redirects.is_empty() || !made.assignments.is_empty())
            && self.count_command(made.span.start as usize) == super::Progress::Going
        {
            self.push_command(Made {
                words: Range::default(),
                binding: Binding::Builtin,
                ..made
            });
        }
    }

    pub(super) fn lower_script(
        &mut self,
        made: &Made,
        name: String,
        block: u32,
        text: u32,
        script: &Script,
    ) {
        let content = script.content.as_str();
        let (start, end) = (script.at.start as usize, script.at.end as usize);
        let dialect = match script.shell {
            BodyShell::Zsh => Dialect::Zsh,
            BodyShell::Bash | BodyShell::Posix | BodyShell::Unknown => Dialect::Bash,
        };
        self.common.text_bytes += content.len();
        let trouble = if self.common.text_bytes > MAX_COMMAND_BYTES {
            Some(Trouble::new(
                "bound.bytes",
                format!("all texts together have more than {MAX_COMMAND_BYTES} bytes"),
            ))
        } else {
            bounds::exceeded(content)
        };
        if let Some(trouble) = trouble {
            return self.gap_inside(trouble, start, end);
        }
        if script.shell == BodyShell::Unknown && script.site == Site::Local {
            let trouble = Trouble::new("wrapper", "which shell reads this is not known");
            self.gap_inside(trouble, start, end);
        }
        if self.common.levels >= MAX_WRAPPERS || !self.enter() {
            let message = format!("more than {MAX_WRAPPERS} shells run one another here");
            return self.gap_inside(Trouble::new("bound.wrappers", message), start, end);
        }
        prescan::scan(content, text, self.common.gaps);
        if dialect == Dialect::Zsh {
            zsh::prescan(content, text, self.common.gaps);
        }
        if matches!(script.shell, BodyShell::Posix | BodyShell::Unknown) {
            posix::check(content, text, self.common.gaps);
        }
        match parser::parse_bash(content, self.common.budget) {
            Ok(tree) => self.lower_tree(&tree, made, name, block, text, (script, dialect)),
            Err(none) => self.gap_inside(none.trouble(), start, end),
        }
        self.common.depth -= 1;
    }

    pub(super) fn lower_tree(
        &mut self,
        tree: &Tree,
        made: &Made,
        name: String,
        block: u32,
        text: u32,
        (script, dialect): (&Script, Dialect),
    ) {
        let state = self.common.state.clone();
        let mut child = state.of_child(self.common.facts.home.as_deref());
        if made.cwds.is_some() {
            // It has no name for where it was put, so that its `cd ..` goes by the directories themselves.
            child.get_lost();
        }
        let assigned = self
            .common
            .script
            .assignments
            .get(made.assignments.indices())
            .unwrap_or(&[]);
        for assignment in assigned {
            child.forget(&assignment.name);
        }
        let is_other_user = made
            .wrappers
            .iter()
            .map(|wrapper| wrapper.name.as_str())
            .chain([name.as_str()])
            .any(|name| matches!(name, "sudo" | "doas" | "su" | "runuser"));
        if script.startup != Startup::Nothing || !made.keeps_environment || is_other_user {
            child.forget_everything();
        }
        self.common.state = child;
        let site = self.common.site;
        if site == Site::Local {
            self.common.site = script.site;
        }
        let mut wrappers = self.common.wrappers.clone();
        let outer = wrappers.clone();
        wrappers.extend(made.wrappers.iter().cloned());
        wrappers.push(Wrapper {
            name,
            words: made.words,
        });
        self.common.wrappers = wrappers;
        let frozen = std::mem::take(&mut self.common.frozen);
        self.common.levels += 1;
        lower_text(
            tree.root_node(),
            &script.content,
            text,
            (dialect, script.shell == BodyShell::Posix),
            self.common,
            block,
        );
        self.common.levels -= 1;
        self.common.frozen = frozen;
        self.common.wrappers = outer;
        self.common.site = site;
        self.common.state = state;
    }
}
