//! From the tokens of one command to its words, assignments and redirects.

use std::ops::Range as Indices;

use super::{
    Lowering, Pending, Progress, ShellState, index, span,
    tokens::{Token, TokenKind},
    word::Context,
};
use crate::{
    read::{
        gaps::Trouble,
        script::{
            Assignment, AssignmentScope, Binding, Command, Connector, Fields, Piece, PieceKind,
            Redirect, Word,
        },
        wrappers,
    },
    span::{Range, Span},
};

/// Words that are not commands where a command begins, sorted. `{`, `}` and `!` come as tokens where they are read, and
/// `time` is known as a wrapper.
const RESERVED: [&str; 21] = [
    "!", "[[", "]]", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for",
    "function", "if", "in", "select", "then", "until", "while", "{", "}",
];

/// Builtins after which the shell is as it was before, sorted.
const HARMLESS_BUILTINS: [&str; 8] = [":", "[", "echo", "false", "printf", "pwd", "test", "true"];

/// Builtins after which the working directory may be another, or options of the shell that leave names alone. Sorted.
const MOVING_BUILTINS: [&str; 16] = [
    "break", "cd", "continue", "dirs", "exit", "jobs", "kill", "popd", "pushd", "return", "shift",
    "times", "type", "ulimit", "umask", "wait",
];

/// Where a command stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) block: u32,
    pub(super) pipeline: u32,
    pub(super) stage: u32,
    pub(super) connector: Connector,
    pub(super) negated: bool,
}

/// What the tokens may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Assignments, words and redirects.
    Simple,
    /// The redirects after a group or subshell.
    RedirectsOnly,
}

/// What a token is to the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Assignment,
    Word,
    Descriptor,
    Redirect,
    Close,
    Target,
    None,
}

/// Gives tokens their roles, left to right.
#[derive(Clone, Copy, Debug, Default)]
struct Roles {
    has_word: bool,
    wants_target: bool,
}

impl Roles {
    fn of(&mut self, token: Token<'_>) -> Role {
        let wants_target = std::mem::take(&mut self.wants_target);
        match token.kind {
            TokenKind::Word | TokenKind::Assignment if wants_target => Role::Target,
            TokenKind::Assignment if !self.has_word => Role::Assignment,
            TokenKind::Word | TokenKind::Assignment => {
                self.has_word = true;
                Role::Word
            }
            TokenKind::Descriptor => Role::Descriptor,
            TokenKind::Redirect => {
                self.wants_target = true;
                Role::Redirect
            }
            TokenKind::Close => Role::Close,
            TokenKind::Control(_) | TokenKind::Newline | TokenKind::Unread => Role::None,
        }
    }
}

impl<'t> Lowering<'_, 't> {
    /// Lowers one command and then the substitutions in it.
    pub(super) fn command(&mut self, tokens: Indices<usize>, shape: Shape, place: Place) {
        let Some(span) = self.span_of(tokens.clone()) else {
            return;
        };
        if self.count_command(span.start as usize) == Progress::Stopped {
            return;
        }
        let pending = self.pending.len();
        self.check_shape(tokens.clone(), shape);
        let words = self.command_words(tokens.clone());
        let assignments = self.command_assignments(tokens.clone(), words);
        let redirects = self.command_redirects(tokens);
        let (binding, after) = self.meaning(words, span);
        let cwd = (self.shell == ShellState::Known).then(|| self.facts.cwd.clone());
        self.script.commands.push(Command {
            span,
            block: place.block,
            pipeline: place.pipeline,
            stage: place.stage,
            connector: place.connector,
            negated: place.negated,
            assignments,
            words,
            redirects,
            binding,
            cwd,
        });
        self.drain_pending(pending, place.block);
        self.forget_shell(after);
    }

    fn span_of(&self, tokens: Indices<usize>) -> Option<Span> {
        let tokens = self.tokens.get(tokens)?;
        Some(span(tokens.first()?.start, tokens.last()?.end))
    }

    /// Checks that operators have their targets and that a command begins like one.
    fn check_shape(&mut self, tokens: Indices<usize>, shape: Shape) {
        let mut roles = Roles::default();
        let mut before: Option<Role> = None;
        let mut last: Option<Token<'t>> = None;
        let mut named = false;
        for at in tokens {
            let Some(&token) = self.tokens.get(at) else {
                return;
            };
            let role = roles.of(token);
            let follows = match before {
                Some(Role::Descriptor) => matches!(role, Role::Redirect | Role::Close),
                Some(Role::Redirect) => role == Role::Target,
                Some(Role::Assignment | Role::Word | Role::Close | Role::Target | Role::None)
                | None => true,
            };
            let fits = shape == Shape::Simple || !matches!(role, Role::Word | Role::Assignment);
            if !follows || !fits {
                self.gap(
                    Trouble::new("syntax", "this is not expected here"),
                    token.start,
                    token.end,
                );
            }
            if role == Role::Word && !std::mem::replace(&mut named, true) {
                self.check_first_word(token, before);
            }
            before = Some(role);
            last = Some(token);
        }
        if let (Some(Role::Descriptor | Role::Redirect), Some(last)) = (before, last) {
            self.gap(
                Trouble::new("syntax", "a redirect has no target"),
                last.start,
                last.end,
            );
        }
    }

    /// Checks a word that the shell might take for something else: a reserved word or an assignment.
    fn check_first_word(&mut self, token: Token<'t>, before: Option<Role>) {
        let text = self.source.get(token.start..token.end).unwrap_or("");
        if before.is_none() && RESERVED.binary_search(&text).is_ok() {
            let message = format!("`{text}` is a word of the shell's grammar here");
            self.gap(Trouble::new("syntax", message), token.start, token.end);
        }
        let looks_like_assignment = match name_len(text.as_bytes()) {
            0 => false,
            len => match text.as_bytes().get(len..).unwrap_or(&[]) {
                [b'=', ..] | [b'+', b'=', ..] => true,
                [b'[', rest @ ..] => rest.contains(&b'='),
                _ => false,
            },
        };
        if looks_like_assignment {
            let trouble = Trouble::new(
                "readers",
                "the shell takes this for an assignment, the parser does not",
            );
            self.gap(trouble, token.start, token.end);
        }
    }

    fn command_words(&mut self, tokens: Indices<usize>) -> Range {
        let start = self.script.words.len();
        let mut roles = Roles::default();
        for at in tokens {
            let Some(&token) = self.tokens.get(at) else {
                break;
            };
            if roles.of(token) == Role::Word {
                self.word(token, token.start, Context::Argument);
            }
        }
        range(start, self.script.words.len())
    }

    fn command_assignments(&mut self, tokens: Indices<usize>, words: Range) -> Range {
        let start = self.script.assignments.len();
        let scope = if words.is_empty() {
            AssignmentScope::Shell
        } else {
            AssignmentScope::Command
        };
        let mut roles = Roles::default();
        for at in tokens {
            let Some(&token) = self.tokens.get(at) else {
                break;
            };
            if roles.of(token) == Role::Assignment {
                self.assignment(token, scope);
            }
        }
        range(start, self.script.assignments.len())
    }

    fn assignment(&mut self, token: Token<'t>, scope: AssignmentScope) {
        let text = self.bytes.get(token.start..token.end).unwrap_or(&[]);
        let len = name_len(text);
        let name = self
            .source
            .get(token.start..token.start + len)
            .unwrap_or("");
        let (append, operator) = match text.get(len..).unwrap_or(&[]) {
            [b'=', ..] if len > 0 => (false, 1),
            [b'+', b'=', ..] if len > 0 => (true, 2),
            _ => {
                return self
                    .not_an_assignment(token, "an assignment to a part of an array is not read");
            }
        };
        let from = token.start + len + operator;
        if self.bytes.get(from) == Some(&b'(') {
            return self.not_an_assignment(token, "an array is not read");
        }
        let value = (from < token.end).then(|| self.word(token, from, Context::Assignment));
        let word = value.and_then(|value| self.script.words.get(value as usize));
        if let Some(trouble) = wrappers::hidden_in_assignment(name, word) {
            self.gap_inside(trouble, token.start, token.end);
        }
        self.script.assignments.push(Assignment {
            span: span(token.start, token.end),
            name: name.to_owned(),
            scope,
            append,
            value,
        });
    }

    fn not_an_assignment(&mut self, token: Token<'t>, message: &'static str) {
        let trouble = Trouble::new("node", message).at_node("variable_assignment");
        self.gap(trouble, token.start, token.end);
        self.pending.extend(token.node.map(Pending::Unread));
    }

    fn command_redirects(&mut self, tokens: Indices<usize>) -> Range {
        let start = self.script.redirects.len();
        let mut roles = Roles::default();
        let mut descriptor: Option<Token<'t>> = None;
        for at in tokens {
            let Some(&token) = self.tokens.get(at) else {
                break;
            };
            match roles.of(token) {
                Role::Descriptor => descriptor = Some(token),
                Role::Redirect => self.redirect(descriptor.take(), token, None),
                Role::Close => {
                    let dash = self.dash(token);
                    self.redirect(descriptor.take(), token, Some(dash));
                }
                Role::Target => self.target(token),
                Role::Assignment | Role::Word | Role::None => {}
            }
        }
        range(start, self.script.redirects.len())
    }

    fn redirect(&mut self, descriptor: Option<Token<'t>>, token: Token<'t>, target: Option<u32>) {
        let text = self.source.get(token.start..token.end).unwrap_or("");
        let operator = if target.is_some() {
            text.trim_end_matches('-')
        } else {
            text
        };
        let number = descriptor.map(|token| {
            let digits = self.source.get(token.start..token.end).unwrap_or("");
            // Bash takes more for a word.
            digits
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
        self.script.redirects.push(Redirect {
            span: span(descriptor.unwrap_or(token).start, token.end),
            descriptor: number.flatten(),
            operator: operator.to_owned(),
            target,
        });
    }

    /// Adds the target to the redirect before it.
    fn target(&mut self, token: Token<'t>) {
        let word = self.word(token, token.start, Context::Target);
        let Some(redirect) = self.script.redirects.last_mut() else {
            return;
        };
        redirect.target = Some(word);
        redirect.span.end = index(token.end);
        if redirect.operator.ends_with('&') {
            self.check_duplicated(token, word);
        }
    }

    /// Checks the target of `>&` and `<&`, with which bash does two odd things.
    fn check_duplicated(&mut self, token: Token<'t>, word: u32) {
        // A dash ends the redirect, whatever follows.
        let text = self.source.get(token.start..token.end).unwrap_or("");
        if text.starts_with('-') && text != "-" {
            let trouble = Trouble::new("readers", "the shell ends this redirect after the dash");
            self.gap(trouble, token.start, token.end);
        }
        // What is no number is expanded a second time, after its quotes are gone: `>& '$(x)'` runs `x`.
        let value = self.script.words.get(word as usize).and_then(Word::certain);
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./+,:@%".contains(&byte);
        if !value.is_some_and(|value| value.bytes().all(is_plain)) {
            let message =
                "the shell expands the target of `>&` twice, which runs quoted substitutions";
            self.gap_inside(Trouble::new("evaluated", message), token.start, token.end);
        }
    }

    /// Adds the word of the dash in `>&-`.
    fn dash(&mut self, token: Token<'t>) -> u32 {
        let pieces = self.script.pieces.len();
        let place = span(token.end - 1, token.end);
        self.script.pieces.push(Piece {
            kind: PieceKind::Literal,
            span: place,
            literal: Some("-".to_owned()),
            quoted: false,
        });
        self.script.words.push(Word {
            span: place,
            values: vec!["-".to_owned()],
            fields: Fields::One,
            prefix: "-".to_owned(),
            pieces: range(pieces, pieces + 1),
        });
        index(self.script.words.len() - 1)
    }

    /// Says what the name is bound to, and what is known of the shell after the command.
    fn meaning(&mut self, words: Range, span: Span) -> (Binding, ShellState) {
        let words = self.script.words.get(words.indices()).unwrap_or(&[]);
        let Some(first) = words.first() else {
            return (Binding::Builtin, ShellState::Known);
        };
        let Some(name) = first.certain() else {
            return (Binding::Unknown, ShellState::Unknown);
        };
        // A name that is no path can have been bound to something else by then.
        let binding = match self.facts.binding(name) {
            Binding::File if self.shell == ShellState::Unknown && !name.contains('/') => {
                Binding::Unknown
            }
            binding => binding,
        };
        let after = match binding {
            Binding::File => ShellState::Known,
            Binding::Builtin if HARMLESS_BUILTINS.binary_search(&name).is_ok() => ShellState::Known,
            Binding::Builtin if MOVING_BUILTINS.binary_search(&name).is_ok() => {
                ShellState::Elsewhere
            }
            Binding::Builtin | Binding::Function | Binding::Unknown => ShellState::Unknown,
        };
        if let Some(trouble) = wrappers::hidden_command(name, words) {
            self.gap_inside(trouble, span.start as usize, span.end as usize);
            return (binding, ShellState::Unknown);
        }
        (binding, after)
    }
}

/// Returns the length of the variable name that a text begins with.
pub(super) fn name_len(text: &[u8]) -> usize {
    match text.first() {
        Some(byte) if byte.is_ascii_alphabetic() || *byte == b'_' => text
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
            .count(),
        _ => 0,
    }
}

fn range(start: usize, end: usize) -> Range {
    Range {
        start: index(start),
        len: index(end - start),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(RESERVED.is_sorted());
        assert!(HARMLESS_BUILTINS.is_sorted());
        assert!(MOVING_BUILTINS.is_sorted());
    }

    #[test]
    fn a_variable_name_ends_where_bash_ends_it() {
        for (text, len) in [
            ("a_1=x", 3),
            ("_=", 1),
            ("1a", 0),
            ("é", 0),
            ("", 0),
            ("x[1]", 1),
        ] {
            assert_eq!(name_len(text.as_bytes()), len, "{text}");
        }
    }
}
