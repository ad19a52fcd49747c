//! From the tokens of one command to its words, assignments and redirects.

use std::ops::Range as Indices;

use super::{
    Lowering, Progress,
    aliases::Next,
    grammar::Place,
    lex::{Token, TokenKind},
    names::{is_assignment, is_name, name_len},
    range,
    state::{Flow, State, Value},
    witness::UnitKind,
    word::Context,
};
use crate::{
    read::{
        gaps::Trouble,
        script::{
            Assignment, AssignmentScope, Binding, Command, Connector, Piece, PieceKind, Site, Word,
            Wrapper,
        },
        wrappers::{self, Lookup},
    },
    span::{Range, Span},
};

/// What the tokens may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Assignments, words and redirects.
    Simple,
    /// The redirects after a compound command.
    RedirectsOnly,
}

/// What a token is to the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Assignment,
    Word,
    Descriptor,
    Redirect,
    Target,
}

/// Gives tokens their roles, left to right.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Roles {
    has_word: bool,
    wants_target: bool,
}

impl Roles {
    fn of(&mut self, token: Token, text: &str) -> Role {
        let wants_target = std::mem::take(&mut self.wants_target);
        match token.kind {
            TokenKind::Redirect => {
                self.wants_target = !closes(text);
                Role::Redirect
            }
            TokenKind::Descriptor => Role::Descriptor,
            _ if wants_target => Role::Target,
            _ if !self.has_word && is_assignment(text) => Role::Assignment,
            _ => {
                self.has_word = true;
                Role::Word
            }
        }
    }
}

/// Whether an operator holds its target, the dash: `>&-`.
pub(super) fn closes(operator: &str) -> bool {
    matches!(operator, ">&-" | "<&-")
}

/// A command that is about to be added.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub(super) span: Span,
    pub(super) place: Place,
    pub(super) assignments: Range,
    pub(super) words: Range,
    pub(super) redirects: Range,
    pub(super) wrappers: Vec<Wrapper>,
    pub(super) binding: Binding,
    pub(super) site: Site,
    /// Where it starts, if a wrapper changes that.
    pub(super) cwds: Option<Vec<String>>,
    /// Whether it gets the environment that the shell has.
    pub(super) keeps_environment: bool,
    pub(super) open_ended: bool,
}

impl Default for Made {
    fn default() -> Self {
        Self {
            span: Span::source(0, 0),
            place: Place {
                block: 0,
                pipeline: 0,
                stage: 0,
                connector: Connector::First,
                negated: false,
            },
            assignments: Range::default(),
            words: Range::default(),
            redirects: Range::default(),
            wrappers: Vec::new(),
            binding: Binding::Unknown,
            site: Site::Local,
            cwds: None,
            keeps_environment: true,
            open_ended: false,
        }
    }
}

impl Lowering<'_, '_, '_> {
    /// Lowers one command and then the substitutions in it.
    pub(super) fn command(&mut self, tokens: Indices<usize>, shape: Shape, place: Place) -> Flow {
        let Some(span) = self.span_of(tokens.clone()) else {
            return Flow::either(&self.common.state);
        };
        if self.count_command(span.start as usize) == Progress::Stopped {
            return Flow::never();
        }
        let roles = self.roles(tokens);
        let pending = self.pending.len();
        self.check_shape(&roles, shape);
        self.zsh_command(&roles, shape, place);
        let words = self.command_words(&roles);
        let assignments = self.command_assignments(&roles, words);
        let assignments = self.declarations(words, assignments);
        let redirects = self.command_redirects(&roles);
        let made = Made {
            span,
            place,
            assignments,
            words,
            redirects,
            ..Made::default()
        };
        let lookup = self.lookup_of(&roles, words, place);
        let ran = self.place_command(made, lookup);
        self.drain_pending(pending, place.block);
        match ran {
            Some(words) => self.after(words, assignments, redirects),
            None => Flow::either(&self.common.state),
        }
    }

    /// Says what the name of a command may mean where it stands.
    fn lookup_of(&self, roles: &[(Role, Token)], words: Range, place: Place) -> Lookup {
        let is_first = matches!(roles.first(), Some((Role::Word, _))) && place.stage == 0;
        let is_plain = match (roles.first(), self.common.script.word(words.start)) {
            (Some((_, token)), Some(word)) => word.certain() == Some(self.text_of(*token)),
            _ => false,
        };
        if is_first && is_plain && !self.is_posix {
            Lookup::AsWritten
        } else {
            Lookup::NoReserved
        }
    }

    /// Adds a command where the lowering stands.
    pub(super) fn push_command(&mut self, made: Made) {
        let Made {
            span,
            place,
            assignments,
            words,
            redirects,
            wrappers,
            binding,
            site,
            cwds,
            open_ended,
            ..
        } = made;
        let mut outer = self.common.wrappers.clone();
        outer.extend(wrappers);
        let site = match self.common.site {
            Site::Remote => Site::Remote,
            Site::Local => site,
        };
        let shell_cwds = cwds
            .is_some()
            .then(|| self.common.state.directories().to_vec());
        let cwds = match (site, cwds) {
            (Site::Local, Some(cwds)) => cwds,
            (Site::Local, None) => self.common.state.directories().to_vec(),
            (Site::Remote, _) => Vec::new(),
        };
        let binding = match site {
            Site::Local => binding,
            Site::Remote => Binding::Unknown,
        };
        self.common.script.commands.push(Command {
            span,
            block: place.block,
            pipeline: place.pipeline,
            stage: place.stage,
            connector: place.connector,
            negated: place.negated,
            background: false,
            assignments,
            words,
            redirects,
            wrappers: outer,
            binding,
            site,
            cwds,
            shell_cwds,
            open_ended,
        });
    }

    fn span_of(&self, tokens: Indices<usize>) -> Option<Span> {
        let tokens = self.region.tokens.get(tokens)?;
        Some(self.span(tokens.first()?.start, tokens.last()?.end))
    }

    /// Gives the tokens of a command their roles.
    fn roles(&self, tokens: Indices<usize>) -> Vec<(Role, Token)> {
        let mut roles = Roles::default();
        let tokens = self.region.tokens.get(tokens).unwrap_or(&[]);
        tokens
            .iter()
            .map(|token| (roles.of(*token, self.text_of(*token)), *token))
            .collect()
    }

    /// Checks that operators have their targets and that the tree sees the same.
    fn check_shape(&mut self, roles: &[(Role, Token)], shape: Shape) {
        let mut before: Option<(Role, Token)> = None;
        for &(role, token) in roles {
            let follows = match before {
                Some((Role::Descriptor, _)) => role == Role::Redirect,
                Some((Role::Redirect, operator)) => {
                    role == Role::Target || closes(self.text_of(operator))
                }
                Some((Role::Assignment | Role::Word | Role::Target, _)) | None => true,
            };
            let fits = shape == Shape::Simple || !matches!(role, Role::Word | Role::Assignment);
            if !follows || !fits {
                self.unexpected(token);
            }
            self.check_witness(role, token);
            before = Some((role, token));
        }
        if let Some((role, last)) = roles.last().copied() {
            let wants =
                role == Role::Descriptor || (role == Role::Redirect && !closes(self.text_of(last)));
            if wants {
                let trouble = Trouble::new("syntax", "a redirect has no target");
                self.gap(trouble, last.start, last.end);
            }
        }
    }

    fn check_witness(&mut self, role: Role, token: Token) {
        let agrees = match (role, token.witness) {
            (_, None) => true,
            (Role::Assignment, Some(kind)) => kind == UnitKind::Assignment,
            // Behind a command's name the shell takes an assignment for a word, and so does `export`.
            (Role::Word | Role::Target, Some(kind)) => {
                matches!(kind, UnitKind::Word | UnitKind::Assignment)
            }
            (Role::Descriptor | Role::Redirect, Some(kind)) => kind == UnitKind::Operator,
        };
        if !agrees {
            let trouble = Trouble::new(
                "readers",
                "the shell takes this for something else than the parser",
            );
            self.gap(trouble, token.start, token.end);
        }
    }

    fn command_words(&mut self, roles: &[(Role, Token)]) -> Range {
        let start = self.common.script.words.len();
        let words: Vec<Token> = roles
            .iter()
            .filter(|(role, _)| *role == Role::Word)
            .map(|(_, token)| *token)
            .collect();
        let declares = words
            .first()
            .is_some_and(|token| super::running::declares(self.text_of(*token)));
        let mut next = Next::Checked;
        for (number, token) in words.iter().enumerate() {
            // What an alias stands for is read in its place, and the word behind one that ends in a blank, too.
            let written = self.text_of(*token).to_owned();
            let alias = match next {
                Next::Checked => self.alias_of(&written),
                Next::Taken => None,
            };
            next = Next::Taken;
            if let Some(alias) = alias {
                let at = self.span(token.start, token.end);
                next = self.alias_words(&alias, at, &mut Vec::new());
                continue;
            }
            if declares && number > 0 && is_assignment(self.text_of(*token)) {
                self.word(token.start, token.end, Context::Assignment);
            } else {
                self.words(token.start, token.end);
            }
        }
        range(start, self.common.script.words.len())
    }

    fn command_assignments(&mut self, roles: &[(Role, Token)], words: Range) -> Range {
        let start = self.common.script.assignments.len();
        let is_alone = words.is_empty() && !roles.iter().any(|(role, _)| *role == Role::Word);
        let scope = if is_alone {
            AssignmentScope::Shell
        } else {
            AssignmentScope::Command
        };
        let mut before = Vec::new();
        let has_redirects = roles.iter().any(|(role, _)| *role == Role::Redirect);
        for &(role, token) in roles {
            if role == Role::Assignment {
                let name = self.assigned_name(token);
                if name != "PATH" {
                    let value = self.common.state.value(&name).cloned();
                    before.push((name, value));
                }
                self.assignment(token, scope, has_redirects);
            }
        }
        if !is_alone {
            // Each sees those before it; the shell keeps none.
            for (name, value) in before.into_iter().rev() {
                self.common.state.set(&name, value);
            }
        }
        range(start, self.common.script.assignments.len())
    }

    fn assignment(&mut self, token: Token, scope: AssignmentScope, has_redirects: bool) {
        let text = self.text_of(token).as_bytes();
        let len = name_len(text);
        let (append, operator) = match text.get(len..).unwrap_or(&[]) {
            [b'=', ..] if len > 0 => (false, 1),
            [b'+', b'=', ..] if len > 0 => (true, 2),
            _ => {
                return self
                    .not_an_assignment(token, "an assignment to a part of an array is not read");
            }
        };
        let name = self
            .source
            .get(token.start..token.start + len)
            .unwrap_or("")
            .to_owned();
        let from = token.start + len + operator;
        let value = (from < token.end).then(|| self.word(from, token.end, Context::Assignment));
        let word = value.and_then(|value| self.common.script.word(value));
        let numeric = word.is_some_and(|word| self.is_number_word(word));
        if let Some(trouble) = wrappers::hidden_in_assignment(&name, word)
            && !numeric
        {
            self.gap_inside(trouble, token.start, token.end);
        }
        if scope == AssignmentScope::Shell || name != "PATH" {
            let word = value.and_then(|value| self.common.script.word(value));
            let known = known_value(&self.common.state, &name, append, word, numeric);
            // A redirect that fails keeps the assignment from being made.
            if self.common.frozen.contains(&name) || super::state::is_special(&name) {
                // Giving it a value may be refused, which ends the line.
                let failed = self.common.failed.take();
                self.common.failed = super::state::merge(failed, Some(self.common.state.clone()));
            }
            let known = known.filter(|_| !has_redirects && !self.common.frozen.contains(&name));
            self.common.state.set(&name, known);
        }
        if scope == AssignmentScope::Command && self.common.frozen.contains(&name) {
            // The command runs all the same, without it.
            let word = value.and_then(|value| self.common.script.words.get_mut(value as usize));
            if let Some(word) = word {
                word.values.clear();
            }
        }
        self.common.script.assignments.push(Assignment {
            span: self.span(token.start, token.end),
            name,
            scope,
            append,
            value,
        });
    }

    /// Adds the assignments that `export` and its like make: `export X=1` gives X a value as `X=1` does.
    fn declarations(&mut self, words: Range, before: Range) -> Range {
        let script = &self.common.script;
        let all = script.words.get(words.indices()).unwrap_or(&[]);
        let Some((name, arguments)) = all.split_first() else {
            return before;
        };
        let scope = match name.certain() {
            Some("export") => AssignmentScope::Environment,
            Some("local") => AssignmentScope::Local,
            Some("declare" | "typeset" | "readonly") => {
                let exports = |word: &Word| {
                    word.certain()
                        .is_some_and(|text| text.starts_with('-') && text.contains('x'))
                };
                if arguments.iter().any(exports) {
                    AssignmentScope::Environment
                } else {
                    AssignmentScope::Shell
                }
            }
            _ => return before,
        };
        let arguments = arguments.to_vec();
        for argument in arguments {
            let Some((variable, _)) = argument.prefix.split_once('=') else {
                continue;
            };
            let (variable, append) = match variable.strip_suffix('+') {
                Some(variable) => (variable, true),
                None => (variable, false),
            };
            if !is_name(variable) {
                continue;
            }
            let name = variable.to_owned();
            let len = name.len() + usize::from(append) + 1;
            let value = (argument.span.start as usize + len < argument.span.end as usize)
                .then(|| self.rest_of_word(&argument, len));
            self.common.script.assignments.push(Assignment {
                span: argument.span,
                name,
                scope,
                append,
                value,
            });
        }
        range(before.start as usize, self.common.script.assignments.len())
    }

    /// Adds a word for what stands behind the first bytes of another, which are literal.
    pub(super) fn rest_of_word(&mut self, word: &Word, len: usize) -> u32 {
        let script = &mut *self.common.script;
        let mut pieces = script
            .pieces
            .get(word.pieces.indices())
            .unwrap_or(&[])
            .to_vec();
        let cut = |text: &String| text.get(len..).unwrap_or("").to_owned();
        let values: Vec<String> = word.values.iter().map(cut).collect();
        let written = script.texts.get(word.span.text as usize);
        let written = written.and_then(|text| text.content.get(word.span.bytes()));
        let is_plain = written
            .zip(word.prefix.get(..len))
            .is_some_and(|(written, name)| written.starts_with(name));
        let from = if is_plain {
            word.span.start + super::index(len)
        } else {
            word.span.start
        };
        if !is_plain {
            // Where the name is quoted, nobody can say at which byte the value begins.
            pieces = vec![Piece {
                kind: PieceKind::Literal,
                span: word.span,
                literal: match values.as_slice() {
                    [value] => Some(value.clone()),
                    _ => None,
                },
                quoted: true,
            }];
        } else if let Some(first) = pieces.first_mut() {
            first.literal = first.literal.as_ref().map(cut);
            first.span.start = from.min(first.span.end);
            if first.literal.as_deref() == Some("") && !first.quoted {
                pieces.remove(0);
            }
        }
        let first = script.pieces.len();
        script.pieces.extend(pieces);
        let pieces = range(first, script.pieces.len());
        script.words.push(Word {
            span: Span {
                start: from,
                ..word.span
            },
            values,
            fields: word.fields,
            prefix: cut(&word.prefix),
            pieces,
        });
        super::index(self.common.script.words.len() - 1)
    }

    /// Whether a word is one arithmetic expansion, so that it is a number.
    fn is_number_word(&self, word: &Word) -> bool {
        let pieces = self.common.script.pieces.get(word.pieces.indices());
        matches!(
            pieces,
            Some([Piece {
                kind: PieceKind::Arithmetic,
                ..
            }])
        )
    }

    fn assigned_name(&self, token: Token) -> String {
        let text = self.text_of(token);
        text.get(..name_len(text.as_bytes()))
            .unwrap_or("")
            .to_owned()
    }

    fn not_an_assignment(&mut self, token: Token, message: &'static str) {
        let trouble = Trouble::new("node", message).at_node("variable_assignment");
        self.gap(trouble, token.start, token.end);
        self.pend_substitutions(token.start, token.end);
    }

    /// Adds a word of one uncertain piece.
    pub(super) fn dynamic_word(&mut self, start: usize, end: usize, pieces: Vec<Piece>) {
        let span = self.span(start, end);
        let script = &mut *self.common.script;
        let first = script.pieces.len();
        script.pieces.extend(pieces);
        let pieces = range(first, script.pieces.len());
        script.words.push(Word {
            span,
            values: Vec::new(),
            fields: crate::read::script::Fields::One,
            prefix: String::new(),
            pieces,
        });
    }
}

/// Returns what an assignment makes of a variable.
fn known_value(
    state: &State,
    name: &str,
    append: bool,
    word: Option<&Word>,
    is_number: bool,
) -> Option<Value> {
    let values = match word {
        None => vec![String::new()],
        Some(_) if is_number && !append => return Some(Value::Number),
        Some(word) if word.values.is_empty() => return None,
        Some(word) => word.values.clone(),
    };
    if !append {
        return Some(Value::Known(values));
    }
    match state.value(name)? {
        Value::Known(before) => {
            if before.len() * values.len() > super::state::MAX_VALUES {
                return None;
            }
            let each = |before: &String| {
                let before = before.clone();
                values.iter().map(move |value| format!("{before}{value}"))
            };
            Some(Value::Known(before.iter().flat_map(each).collect()))
        }
        Value::Number | Value::Match(_) => None,
    }
}
