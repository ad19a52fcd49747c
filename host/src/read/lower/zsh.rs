//! Asks at each place whether zsh reads it as bash does (R2.2). What it says is in `read/zsh`; here is when it is asked.

use std::ops::Range as Bytes;

use super::{
    Lowering,
    command::{Role, Shape},
    grammar::Place,
    kinds::Class,
    lex::{Token, TokenKind},
    names::name_len,
    operators::Operator,
    word::Context,
};
use crate::{
    read::{
        gaps::Trouble,
        script::{Dialect, Word},
        zsh::{self, Argument, Direction, Precommand, Streams, WordRole},
    },
    span::Range,
};

impl Lowering<'_, '_, '_> {
    fn is_zsh(&self) -> bool {
        self.dialect == Dialect::Zsh
    }

    fn zsh_says(&mut self, said: Result<(), Trouble>, start: usize, end: usize) {
        if let Err(trouble) = said {
            self.gap(trouble, start, end);
        }
    }

    /// The substitutions in a part of the text, as places in it.
    fn holes(&self, start: usize, end: usize) -> Vec<Bytes<usize>> {
        let marks = self.region.witness.marks_in(start, end);
        let mut holes: Vec<Bytes<usize>> = Vec::new();
        for mark in marks
            .iter()
            .filter(|mark| mark.class == Class::Substitution)
        {
            let hole = mark.start - start..mark.end.min(end) - start;
            if holes.last().is_none_or(|last| last.end <= hole.start) {
                holes.push(hole);
            }
        }
        holes
    }

    /// Asks about a word that is no word of a command.
    pub(super) fn zsh_word(&mut self, start: usize, end: usize, context: Context) {
        if !self.is_zsh() {
            return;
        }
        let role = match context {
            Context::Argument => WordRole::ForWord,
            Context::Assignment => WordRole::AssignmentValue,
            Context::Target => WordRole::RedirectTarget,
            Context::Single => WordRole::ConditionalOperand,
            Context::Pattern => WordRole::Pattern,
            Context::Regex => {
                let trouble = Trouble::new("zsh.regex", "a regular expression is not read in zsh");
                return self.gap(trouble, start, end);
            }
            Context::Here => {
                let text = self.source.get(start..end).unwrap_or("");
                let said = zsh::check_here_document(text, &self.holes(start, end));
                return self.zsh_says(said, start, end);
            }
        };
        self.zsh_word_as(start, end, role);
    }

    fn zsh_word_as(&mut self, start: usize, end: usize, role: WordRole) {
        let text = self.source.get(start..end).unwrap_or("");
        let said = zsh::check_word(text, &self.holes(start, end), role);
        self.zsh_says(said, start, end);
    }

    /// Asks about an arithmetic expression outside of a word.
    pub(super) fn zsh_arithmetic(&mut self, start: usize, end: usize) {
        if self.is_zsh() {
            let text = self.source.get(start..end).unwrap_or("");
            let said = zsh::check_arithmetic(text, &self.holes(start, end));
            self.zsh_says(said, start, end);
        }
    }

    /// Asks about a variable that is given a value.
    pub(super) fn zsh_variable(&mut self, name: &str, start: usize, end: usize) {
        if self.is_zsh() {
            self.zsh_says(zsh::check_variable(name), start, end);
        }
    }

    /// Asks about the name of a function that is defined.
    pub(super) fn zsh_function(&mut self, token: Token) {
        if self.is_zsh() {
            let said = zsh::check_function(self.text_of(token));
            self.zsh_says(said, token.start, token.end);
        }
    }

    /// Asks about an operator between commands.
    pub(super) fn zsh_control(&mut self, token: Token) {
        if self.is_zsh() && !self.is_disowning(token) {
            let following = self.source.as_bytes().get(token.end..).unwrap_or(&[]);
            let said = zsh::check_control(self.text_of(token), following);
            self.zsh_says(said, token.start, token.end);
        }
    }

    /// Whether this is the `&` of `a &! b`, which the grammar of bash takes for `a & ! b`.
    fn is_disowning(&self, token: Token) -> bool {
        let next = self.token_at(self.at + 1);
        self.text_of(token) == "&"
            && next.is_some_and(|next| next.start == token.end && self.text_of(next) == "!")
    }

    /// Passes over the `!` of `&!`, which only means that the shell forgets about the job.
    pub(super) fn zsh_disowned(&mut self, end: usize) {
        let is_sign = |token: Token| token.start == end && self.text_of(token) == "!";
        if self.is_zsh() && self.token().is_some_and(is_sign) {
            self.at += 1;
        }
    }

    /// Says that something is read of bash only.
    pub(super) fn not_in_zsh(&mut self, what: &'static str, start: usize, end: usize) {
        if self.is_zsh() {
            self.gap(Trouble::new("zsh.syntax", what), start, end);
        }
    }

    /// Asks about the tokens of a command.
    pub(super) fn zsh_command(&mut self, roles: &[(Role, Token)], shape: Shape, place: Place) {
        if !self.is_zsh() {
            return;
        }
        let count = |wanted: Role| roles.iter().filter(|(role, _)| *role == wanted).count();
        let (assignments, redirects) = (count(Role::Assignment), count(Role::Redirect));
        let (Some((_, first)), Some((_, last))) = (roles.first(), roles.last()) else {
            return;
        };
        // Redirects behind a loop or a group belong to it.
        if shape == Shape::Simple && count(Role::Word) == 0 {
            let said = zsh::check_wordless(assignments, redirects);
            self.zsh_says(said, first.start, last.end);
        }
        let reads = self.first_word(roles) == Some("read");
        let is_timed = place.stage == 0 && self.is_timed(roles);
        let mut words = 0;
        for &(role, token) in roles {
            match role {
                Role::Word => {
                    words += 1;
                    let role = match words {
                        1 if is_timed => continue,
                        1 => WordRole::CommandName,
                        2 if is_timed => WordRole::CommandName,
                        _ => WordRole::Argument,
                    };
                    self.zsh_word_as(token.start, token.end, role);
                }
                Role::Assignment => {
                    let text = self.text_of(token).to_owned();
                    let len = name_len(text.as_bytes());
                    let name = text.get(..len).unwrap_or("").to_owned();
                    // For `read` alone; afterwards it is what it was.
                    if !(reads && name == "IFS") {
                        self.zsh_variable(&name, token.start, token.end);
                    }
                    let value = text.find('=').map_or(token.end, |at| token.start + at + 1);
                    self.zsh_word_as(value, token.end, WordRole::AssignmentValue);
                }
                Role::Descriptor | Role::Redirect | Role::Target => {}
            }
        }
        self.zsh_redirects(roles, place);
        self.zsh_precommand(roles);
    }

    fn first_word(&self, roles: &[(Role, Token)]) -> Option<&str> {
        let (_, token) = roles.iter().find(|(role, _)| *role == Role::Word)?;
        Some(self.text_of(*token))
    }

    /// Whether this is `time` with a command behind it, which is one of its own.
    fn is_timed(&self, roles: &[(Role, Token)]) -> bool {
        match roles {
            [(Role::Word, time), (Role::Word, command), ..] => {
                self.text_of(*time) == "time" && !self.text_of(*command).starts_with('-')
            }
            _ => false,
        }
    }

    fn zsh_redirects(&mut self, roles: &[(Role, Token)], place: Place) {
        let mut streams = Streams::default();
        if place.stage > 0 {
            streams.pipe(Direction::In);
        }
        match self.token().map(|token| token.kind) {
            Some(TokenKind::Control(Operator::Pipe)) => streams.pipe(Direction::Out),
            Some(TokenKind::Control(Operator::PipeBoth)) => streams.pipe(Direction::Both),
            _ => {}
        }
        let mut descriptor: Option<Token> = None;
        let mut operator: Option<Token> = None;
        for &(role, token) in roles {
            match role {
                Role::Descriptor => descriptor = Some(token),
                Role::Redirect if super::command::closes(self.text_of(token)) => {
                    let descriptor = descriptor
                        .take()
                        .map(|token| self.text_of(token).to_owned());
                    let text = self.text_of(token).trim_end_matches('-').to_owned();
                    let said = zsh::check_redirect(descriptor.as_deref(), &text, "-");
                    self.zsh_says(said, token.start, token.end);
                    // Found by the oracle: `>&-x` closes for bash, and is a file named `-x` for zsh.
                    let next = self.source.as_bytes().get(token.end);
                    if next.is_some_and(|next| !b" \t\n;&|()<>".contains(next)) {
                        self.not_in_zsh("`>&-x` is a file in zsh", token.start, token.end);
                    }
                }
                Role::Redirect => operator = Some(token),
                Role::Target => {
                    let Some(sign) = operator.take() else {
                        continue;
                    };
                    let descriptor = descriptor
                        .take()
                        .map(|token| self.text_of(token).to_owned());
                    let sign_text = self.text_of(sign).to_owned();
                    let target = self.text_of(token).to_owned();
                    let said = zsh::check_redirect(descriptor.as_deref(), &sign_text, &target)
                        .and_then(|()| {
                            streams.redirect(descriptor.as_deref(), &sign_text, &target)
                        });
                    self.zsh_says(said, sign.start, token.end);
                    let role = match sign_text.as_str() {
                        "<<" | "<<-" => WordRole::Delimiter,
                        "<<<" => WordRole::HereString,
                        _ => WordRole::RedirectTarget,
                    };
                    self.zsh_word_as(token.start, token.end, role);
                }
                Role::Word | Role::Assignment => {}
            }
        }
    }

    fn zsh_precommand(&mut self, roles: &[(Role, Token)]) {
        let mut words = roles
            .iter()
            .filter(|(role, _)| *role == Role::Word)
            .map(|(_, token)| *token);
        let (Some(name), following) = (words.next(), words.next()) else {
            return;
        };
        let following = following.map(|token| self.text_of(token));
        let is_dash = following == Some("-")
            && matches!(
                self.text_of(name),
                "exec" | "command" | "builtin" | "noglob" | "nocorrect" | "time"
            );
        // Found by the oracle: `exec -ax c` runs `x` in zsh.
        let is_dash = is_dash
            || (self.text_of(name) == "exec"
                && following.is_some_and(|word| word.starts_with('-')));
        if is_dash || zsh::precommand(self.text_of(name), following) == Some(Precommand::Unread) {
            let trouble = Trouble::new(
                "zsh.precommand",
                "this word before a command is not read in zsh",
            );
            self.gap(trouble, name.start, name.end);
        }
    }

    /// Asks about the words of a builtin.
    pub(super) fn zsh_builtin(&mut self, name: &str, words: Range) {
        if !self.is_zsh() {
            return;
        }
        let script = &self.common.script;
        let words: Vec<Word> = script
            .words
            .get(words.indices())
            .and_then(<[Word]>::split_first)
            .map_or(Vec::new(), |(_, arguments)| arguments.to_vec());
        let arguments: Vec<Argument<'_>> = words
            .iter()
            .map(|word| Argument {
                raw: script.text(word.span),
                word,
            })
            .collect();
        let said = zsh::check_builtin(name, &arguments);
        if let Err(trouble) = said {
            let span = words.first().map(|word| word.span);
            let place = span.unwrap_or(self.span(self.end, self.end));
            self.common.gaps.add(trouble, place);
        }
    }

    /// Asks about the tests in `[[ ]]`.
    pub(super) fn zsh_tests(&mut self, parts: &[crate::read::text::conditional::Part]) {
        use crate::read::text::conditional::Role as Part;
        if !self.is_zsh() {
            return;
        }
        let source = self.source;
        let text = |bytes: &Bytes<usize>| source.get(bytes.clone()).unwrap_or("");
        let is_border = |part: &crate::read::text::conditional::Part| {
            part.role == Part::Bracket
                || (part.role == Part::Operator
                    && matches!(text(&part.at), "&&" | "||" | "!" | "(" | ")"))
        };
        let tests: Vec<_> = parts
            .split(is_border)
            .filter(|test| !test.is_empty())
            .collect();
        for test in tests {
            let operator = test
                .iter()
                .find(|part| matches!(part.role, Part::Operator | Part::Unary))
                .map_or("", |part| text(&part.at));
            let operands: Vec<&str> = test
                .iter()
                .filter(|part| !matches!(part.role, Part::Operator | Part::Unary))
                .map(|part| text(&part.at))
                .collect();
            let said = zsh::check_condition(operator, &operands);
            let (Some(first), Some(last)) = (test.first(), test.last()) else {
                continue;
            };
            self.zsh_says(said, first.at.start, last.at.end);
        }
    }

    /// A function of the session that zsh calls by itself makes every script uncertain.
    pub(super) fn zsh_hooks(&mut self) {
        let facts = self.common.facts;
        if self.is_zsh()
            && let Some(hook) = facts.functions.iter().find(|name| zsh::is_hook(name))
        {
            let message =
                format!("the session has the function `{hook}`, which zsh calls by itself");
            let end = self.source.len();
            self.gap(Trouble::new("zsh.hook", message), 0, end);
        }
    }
}
