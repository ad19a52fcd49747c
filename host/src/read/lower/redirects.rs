//! The redirects of a command, and the bodies of its here-documents.

use super::{
    Lowering,
    command::{Role, closes},
    lex::Token,
    range,
    word::Context,
};
use crate::{
    limits::MAX_COMMAND_BYTES,
    read::{
        gaps::Trouble,
        script::{Fields, Piece, PieceKind, Redirect, Text, TextOrigin, Word},
        text::here::{self, Lines},
    },
    span::Range,
};

impl Lowering<'_, '_, '_> {
    pub(super) fn command_redirects(&mut self, roles: &[(Role, Token)]) -> Range {
        let start = self.common.script.redirects.len();
        let mut descriptor: Option<Token> = None;
        let mut operator = 0;
        for &(role, token) in roles {
            match role {
                Role::Descriptor => descriptor = Some(token),
                Role::Redirect => {
                    operator = token.start;
                    self.redirect(descriptor.take(), token);
                }
                Role::Target => self.target(operator, token),
                Role::Assignment | Role::Word => {}
            }
        }
        range(start, self.common.script.redirects.len())
    }

    fn redirect(&mut self, descriptor: Option<Token>, token: Token) {
        let text = self.text_of(token);
        let (operator, target) = if closes(text) {
            (text.trim_end_matches('-').to_owned(), true)
        } else {
            (text.to_owned(), false)
        };
        let number = descriptor.map(|token| {
            // Bash takes more for a word.
            self.text_of(token)
                .parse::<i32>()
                .ok()
                .and_then(|number| u32::try_from(number).ok())
        });
        if number == Some(None) {
            self.gap(
                Trouble::new("syntax", "this number is not a descriptor"),
                token.start,
                token.end,
            );
        }
        let target = target.then(|| self.made_word(token.end - 1, token.end, "-".to_owned()));
        self.common.script.redirects.push(Redirect {
            span: self.span(descriptor.unwrap_or(token).start, token.end),
            descriptor: number.flatten(),
            operator,
            target,
            body: None,
        });
    }

    /// Adds the target to the redirect before it.
    fn target(&mut self, start: usize, token: Token) {
        self.assigned.clear();
        let Some(redirect) = self.common.script.redirects.last() else {
            return;
        };
        let operator = redirect.operator.clone();
        let word = match operator.as_str() {
            "<<" | "<<-" => return self.here_document(start, token),
            "<<<" => self.word(token.start, token.end, Context::Single),
            _ => self.target_word(token),
        };
        // A program's redirects are expanded in a process of its own, a builtin's in the shell.
        let assigned = std::mem::take(&mut self.assigned);
        for name in assigned {
            self.common.state.forget(&name);
        }
        if let Some(redirect) = self.common.script.redirects.last_mut() {
            redirect.target = Some(word);
            redirect.span.end = super::index(token.end);
        }
        if operator.ends_with('&') {
            self.check_duplicated(token, word);
        }
    }

    fn target_word(&mut self, token: Token) -> u32 {
        let text = self.text_of(token);
        // Braces that expand make several words, which the shell refuses.
        if text.contains('{') && (text.contains(',') || text.contains("..")) {
            let trouble = Trouble::new("node", "braces in the target of a redirect are not read");
            self.gap(trouble, token.start, token.end);
        }
        self.word(token.start, token.end, Context::Target)
    }

    /// Checks the target of `>&` and `<&`, with which bash does two odd things.
    fn check_duplicated(&mut self, token: Token, word: u32) {
        // A dash ends the redirect, whatever follows.
        let text = self.text_of(token);
        if text.starts_with('-') && text != "-" {
            let trouble = Trouble::new("readers", "the shell ends this redirect after the dash");
            self.gap(trouble, token.start, token.end);
        }
        // What is no number is expanded a second time, after its quotes are gone: `>& '$(x)'` runs `x`.
        let value = self.common.script.word(word).and_then(Word::certain);
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./+,:@%".contains(&byte);
        if !value.is_some_and(|value| value.bytes().all(is_plain)) {
            let message =
                "the shell expands the target of `>&` twice, which runs quoted substitutions";
            self.gap_inside(Trouble::new("evaluated", message), token.start, token.end);
        }
    }

    /// Adds the body of a here-document to the redirect before it.
    fn here_document(&mut self, operator: usize, delimiter: Token) {
        let region = std::rc::Rc::clone(&self.region);
        let found = region.here_at(operator);
        let Some(found) = found else {
            // Lexing said so already.
            return;
        };
        let content = found.body.content.clone();
        let value = here::value(self.source, &found.body, found.delimiter.lines, found.tabs);
        let word = match (&value, found.delimiter.lines) {
            (Some(value), _) => self.here_word(content.start, content.end, value.clone()),
            (None, Lines::Expanded) => {
                self.zsh_word(content.start, content.end, Context::Here);
                self.word(content.start, content.end, Context::Here)
            }
            (None, Lines::Verbatim) => self.here_word(content.start, content.end, String::new()),
        };
        if found.tabs == here::Tabs::Stripped
            && value.is_none()
            && let Some(word) = self.common.script.words.get_mut(word as usize)
        {
            // The tabs at the beginnings of lines are not passed on.
            word.prefix = String::new();
            word.values = Vec::new();
        }
        let written = self.source.get(content.clone()).unwrap_or("").to_owned();
        let text = Text {
            origin: TextOrigin::HereDocument,
            at: Some(self.span(content.start, content.end)),
            content: value.unwrap_or(written),
        };
        self.common.text_bytes += text.content.len();
        if self.common.text_bytes > MAX_COMMAND_BYTES {
            let message = format!("all texts together have more than {MAX_COMMAND_BYTES} bytes");
            self.gap_inside(
                Trouble::new("bound.bytes", message),
                delimiter.start,
                delimiter.end,
            );
        }
        let script = &mut *self.common.script;
        script.texts.push(text);
        let body = super::index(script.texts.len() - 1);
        if let Some(redirect) = script.redirects.last_mut() {
            redirect.target = Some(word);
            redirect.body = Some(body);
            redirect.span.end = super::index(delimiter.end);
        }
    }

    /// Adds a word that stands for a certain body.
    fn here_word(&mut self, start: usize, end: usize, value: String) -> u32 {
        let span = self.span(start, end);
        let script = &mut *self.common.script;
        let first = script.pieces.len();
        script.pieces.push(Piece {
            kind: PieceKind::Literal,
            span,
            literal: Some(value.clone()),
            quoted: true,
        });
        script.words.push(Word {
            span,
            values: vec![value.clone()],
            fields: Fields::One,
            prefix: value,
            pieces: range(first, first + 1),
        });
        super::index(script.words.len() - 1)
    }
}
