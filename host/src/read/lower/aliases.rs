//! Aliases, replaced while reading (R2.8): a name becomes the words of its text before anything else is done.
//!
//! Only aliases whose text is words and nothing else are read; one that holds an operator, an assignment, an expansion
//! that runs something or a word of the grammar is a gap. Shells that this one runs have none of them.

use super::{
    Lowering,
    grammar::is_grammar,
    lex::{Token, TokenKind},
    lower_tokens,
    names::is_assignment,
};
use crate::{
    limits::{MAX_COMMAND_BYTES, MAX_WRAPPERS},
    read::{
        facts::{Alias, AliasReach},
        gaps::Trouble,
        parser, prescan,
        script::{Text, TextOrigin},
    },
    span::Span,
};

/// Whether the next word is looked up, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Checked,
    Taken,
}

impl Lowering<'_, '_, '_> {
    /// The alias that a word is where a command's name stands, as it is written. A text that another shell runs has
    /// none.
    pub(super) fn alias_of(&self, written: &str) -> Option<Alias> {
        if self.text != 0 {
            return None;
        }
        let aliases = &self.common.facts.aliases;
        aliases
            .iter()
            .find(|alias| alias.reach == AliasReach::Command && alias.name == written)
            .cloned()
    }

    /// Adds the words of an alias in place of the word at a span.
    pub(super) fn alias_words(&mut self, alias: &Alias, at: Span, outer: &mut Vec<String>) -> Next {
        outer.push(alias.name.clone());
        let value = alias.value.clone();
        self.common.text_bytes += value.len();
        let text = super::index(self.common.script.texts.len());
        self.common.script.texts.push(Text {
            origin: TextOrigin::Alias,
            at: Some(at),
            content: value.clone(),
        });
        let is_plain = self.common.text_bytes <= MAX_COMMAND_BYTES
            && outer.len() <= MAX_WRAPPERS
            && !value.contains(['$', '`', '#', '<', '>', '{', '\n']);
        let read = is_plain && self.read_alias(&value, text, outer);
        if !read {
            let message = format!("the alias `{}` stands for more than words", alias.name);
            self.common.gaps.add(Trouble::new("alias", message), at);
        }
        if value.ends_with([' ', '\t']) {
            Next::Checked
        } else {
            Next::Taken
        }
    }

    /// Adds the words of an alias's text; returns whether it is words and nothing else.
    fn read_alias(&mut self, value: &str, text: u32, outer: &mut Vec<String>) -> bool {
        let Ok(tree) = parser::parse_bash(value, self.common.budget) else {
            return false;
        };
        prescan::scan(value, text, self.common.gaps);
        lower_tokens(
            tree.root_node(),
            value,
            text,
            self.dialect,
            self.common,
            |inner, tokens| inner.words_of_alias(tokens, outer),
        )
    }

    fn words_of_alias(&mut self, tokens: &[Token], outer: &mut Vec<String>) -> bool {
        let mut next = Next::Checked;
        for (number, token) in tokens.iter().enumerate() {
            let written = self.text_of(*token).to_owned();
            let is_word = token.kind == TokenKind::Word
                && !(number == 0 && (is_assignment(&written) || is_grammar(&written)));
            if !is_word {
                return false;
            }
            // A name is not replaced again by itself.
            let facts = self.common.facts;
            let again = facts.aliases.iter().find(|alias| {
                next == Next::Checked
                    && alias.reach == AliasReach::Command
                    && alias.name == written
                    && !outer.contains(&written)
            });
            next = if let Some(alias) = again {
                let at = self.span(token.start, token.end);
                self.alias_words(alias, at, outer)
            } else {
                self.words(token.start, token.end);
                Next::Taken
            };
        }
        true
    }

    /// Aliases that reach where they are not looked for: words of the grammar, and what zsh replaces anywhere.
    pub(super) fn grammar_aliases(&mut self) {
        if self.text != 0 {
            return;
        }
        let facts = self.common.facts;
        let is_odd = |alias: &&Alias| match alias.reach {
            AliasReach::Command => is_grammar(&alias.name),
            AliasReach::Everywhere | AliasReach::Suffix => self.source.contains(&alias.name),
        };
        if let Some(alias) = facts.aliases.iter().find(is_odd) {
            let message = format!(
                "the session's alias `{}` may replace more than names of commands",
                alias.name
            );
            let end = self.source.len();
            self.gap(Trouble::new("alias", message), 0, end);
        }
    }
}
