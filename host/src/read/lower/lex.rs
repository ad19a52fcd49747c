//! From a region's text to tokens, cut as the shell's own lexer cuts it (R2.2).
//!
//! Bytes decide. The tree says only where `$(…)`, `${…}` and their like end, and is then compared: a token that the tree
//! cuts in another way, takes for something else or does not have is a gap.

use std::cell::OnceCell;

use tree_sitter::Node;

use super::{
    Lowering,
    functions::Calls,
    kinds::Class,
    operators::{Operator, is_metacharacter, operator_at},
    quoting::ansi_c_end,
    witness::{UnitKind, Witness, begin},
};
use crate::read::{
    gaps::Trouble,
    text::here::{self, Delimiter},
};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A word, an assignment or a word of the grammar: where it stands decides.
    Word,
    /// An operator that joins or holds commands.
    Control(Operator),
    /// An operator of a redirect.
    Redirect,
    /// The number before one.
    Descriptor,
    Newline,
    /// `((…))`.
    Arithmetic,
    /// `[[ … ]]`.
    Test,
}

/// A piece of the text with one role.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// What the tree takes it for. None: it says nothing about this place.
    pub(super) witness: Option<UnitKind>,
}

/// The body of a here-document.
#[derive(Clone, Debug)]
pub(super) struct Here {
    /// Where the operator stands that it belongs to.
    pub(super) operator: usize,
    pub(super) delimiter: Delimiter,
    pub(super) tabs: here::Tabs,
    pub(super) body: here::Body,
}

/// Where a region ends and what may stand at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The end of the text, or a closing backquote: a comment may run up to it.
    Text,
    /// A closing parenthesis, which a comment would hide.
    Parenthesis,
}

/// A part of the text that is read as a list of commands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) ending: Ending,
}

impl Region {
    /// The whole text.
    pub(super) const fn whole(source: &str) -> Self {
        Self {
            from: 0,
            to: source.len(),
            ending: Ending::Text,
        }
    }

    /// The inside of a substitution; None for one in a form that is not read.
    pub(super) fn inside(node: Node<'_>, bytes: &[u8]) -> Option<Self> {
        let (start, end) = (begin(node, bytes), node.end_byte());
        match bytes.get(start..end)? {
            [b'$' | b'<' | b'>', b'(', .., b')'] => Some(Self {
                from: start + 2,
                to: end - 1,
                ending: Ending::Parenthesis,
            }),
            [b'`', .., b'`'] => Some(Self {
                from: start + 1,
                to: end - 1,
                ending: Ending::Text,
            }),
            _ => None,
        }
    }
}

/// A region, cut into tokens.
#[derive(Debug, Default)]
pub(super) struct Lexed<'t> {
    pub(super) tokens: Vec<Token>,
    pub(super) witness: Witness<'t>,
    pub(super) here: Vec<Here>,
    /// Where loops begin and end, once somebody wants to know.
    pub(super) loop_ends: OnceCell<Vec<(usize, usize)>>,
    /// What its commands do, once a function is defined.
    pub(super) calls: OnceCell<Calls>,
}

impl Lexed<'_> {
    /// Returns the body that belongs to the operator at a place.
    pub(super) fn here_at(&self, operator: usize) -> Option<&Here> {
        let index = self
            .here
            .binary_search_by_key(&operator, |here| here.operator)
            .ok()?;
        self.here.get(index)
    }
}

/// A here-document whose body has not begun.
#[derive(Debug)]
pub(super) struct Waiting {
    operator: usize,
    delimiter: Delimiter,
    tabs: here::Tabs,
}

pub(super) struct Lexer<'l, 's, 't> {
    pub(super) source: &'s str,
    pub(super) bytes: &'s [u8],
    pub(super) region: Region,
    pub(super) witness: &'l Witness<'t>,
    pub(super) tokens: Vec<Token>,
    pub(super) here: Vec<Here>,
    pub(super) waiting: Vec<Waiting>,
    /// The operator `<<` whose delimiter is the next word.
    pub(super) opener: Option<(usize, here::Tabs)>,
    /// Whether a here-document was met that does not end.
    pub(super) is_unclosed: bool,
    pub(super) troubles: Vec<(Trouble, usize, usize)>,
    pub(super) at: usize,
}

impl<'t> Lowering<'_, '_, 't> {
    /// Cuts a region of a node into tokens and compares them with the tree's.
    pub(super) fn lex(&mut self, root: Node<'t>, region: Region) -> Lexed<'t> {
        let witness = self.witness(root, region);
        let mut lexer = Lexer {
            source: self.source,
            bytes: self.source.as_bytes(),
            region,
            witness: &witness,
            tokens: Vec::new(),
            here: Vec::new(),
            waiting: Vec::new(),
            opener: None,
            is_unclosed: false,
            troubles: Vec::new(),
            at: region.from,
        };
        lexer.run();
        lexer.compare();
        let Lexer {
            tokens,
            here,
            troubles,
            ..
        } = lexer;
        for (trouble, from, to) in troubles {
            self.gap(trouble, from, to);
        }
        // What the tree has no node for costs, too.
        self.common.steps += tokens.len();
        Lexed {
            tokens,
            witness,
            here,
            loop_ends: OnceCell::new(),
            calls: OnceCell::new(),
        }
    }
}

impl Lexer<'_, '_, '_> {
    fn run(&mut self) {
        while self.at < self.region.to {
            match self.rest() {
                [b' ' | b'\t', ..] => self.at += 1,
                [b'\\', b'\n', ..] => self.at += 2,
                [b'\n', ..] => self.newline(),
                // No word comes up to here, so it is the first of one.
                [b'#', ..] => self.comment(),
                _ => self.token(),
            }
        }
        for waiting in std::mem::take(&mut self.waiting) {
            self.trouble(
                "syntax",
                "the body of a here-document is missing",
                waiting.operator,
                waiting.operator + 2,
            );
        }
    }

    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..self.region.to).unwrap_or(&[])
    }

    pub(super) fn trouble(
        &mut self,
        reason: &'static str,
        message: &'static str,
        from: usize,
        to: usize,
    ) {
        self.troubles
            .push((Trouble::new(reason, message), from, to));
    }

    fn push(&mut self, kind: TokenKind, end: usize) {
        self.tokens.push(Token {
            kind,
            start: self.at,
            end,
            witness: None,
        });
        self.at = end;
    }

    fn newline(&mut self) {
        self.push(TokenKind::Newline, self.at + 1);
        for waiting in std::mem::take(&mut self.waiting) {
            // One without an end goes on to the end of the region, so the others have none either.
            if self.is_unclosed {
                break;
            }
            let Waiting {
                operator,
                delimiter,
                tabs,
            } = waiting;
            let limit = self.region.to;
            if let Some(body) = here::body(self.source, self.at, limit, &delimiter, tabs) {
                self.at = body.end;
                self.here.push(Here {
                    operator,
                    delimiter,
                    tabs,
                    body,
                });
            } else {
                self.is_unclosed = true;
                self.trouble(
                    "syntax",
                    "this here-document has no line that ends it",
                    operator,
                    operator + 2,
                );
            }
        }
    }

    fn comment(&mut self) {
        if let Some(len) = self.rest().iter().position(|&byte| byte == b'\n') {
            self.at += len;
        } else {
            if self.region.ending == Ending::Parenthesis {
                self.trouble(
                    "unread",
                    "a comment hides what closes this",
                    self.at,
                    self.region.to,
                );
            }
            self.at = self.region.to;
        }
    }

    fn token(&mut self) {
        let start = self.at;
        let command = |class| {
            self.witness
                .command_at(class, start)
                .filter(|end| *end <= self.region.to)
        };
        match self.rest() {
            [b'(', b'(', ..] => {
                if let Some(end) = command(Class::ArithmeticOpen) {
                    self.push(TokenKind::Arithmetic, end);
                } else {
                    self.trouble(
                        "syntax",
                        "`((` begins arithmetic here, which is not understood",
                        start,
                        start + 2,
                    );
                    self.push(TokenKind::Control(Operator::Open), start + 1);
                }
            }
            [b'[', b'[', ..] => match command(Class::Test) {
                Some(end) => self.push(TokenKind::Test, end),
                None => self.word(),
            },
            [b'<' | b'>', b'(', ..] => self.word(),
            rest => match operator_at(rest) {
                Some((operator, len)) => self.operator(operator, len),
                None => self.word_or_descriptor(),
            },
        }
    }

    fn operator(&mut self, operator: Operator, len: usize) {
        let start = self.at;
        let end = start + len;
        // The shell would take both halves for one operator.
        if let Some([b'\\', b'\n', rest @ ..]) = self.bytes.get(end..self.region.to)
            && rest.first().is_some_and(|&byte| {
                is_metacharacter(byte) && !matches!(byte, b' ' | b'\t' | b'\n')
            })
        {
            self.trouble(
                "readers",
                "this operator goes on behind a line continuation",
                start,
                end,
            );
        }
        match operator {
            Operator::Redirect => {
                if let Some(b"<<" | b"<<-") = self.bytes.get(start..end) {
                    let tabs = if len == 3 {
                        here::Tabs::Stripped
                    } else {
                        here::Tabs::Kept
                    };
                    self.opener = Some((start, tabs));
                }
                self.push(TokenKind::Redirect, end);
            }
            control => self.push(TokenKind::Control(control), end),
        }
    }

    fn word_or_descriptor(&mut self) {
        let digits = self
            .rest()
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if digits > 0
            && matches!(self.rest().get(digits), Some(b'<' | b'>'))
            && self.rest().get(digits + 1) != Some(&b'(')
        {
            return self.push(TokenKind::Descriptor, self.at + digits);
        }
        self.word();
    }

    fn word(&mut self) {
        let start = self.at;
        let end = self.word_end(start);
        // `{fd}>x`: what looks like a word belongs to the redirect.
        let text = self.source.get(start..end).unwrap_or("");
        let next = self.bytes.get(end..self.region.to).and_then(<[u8]>::first);
        if text.starts_with('{') && text.ends_with('}') && matches!(next, Some(b'<' | b'>')) {
            self.trouble(
                "node",
                "a redirect that keeps its descriptor in a variable is not read",
                start,
                end,
            );
        }
        if end > start
            && text.bytes().all(|byte| byte.is_ascii_digit())
            && self.is_before_redirect(end)
        {
            self.trouble(
                "readers",
                "this number belongs to the redirect behind the line continuation",
                start,
                end,
            );
        }
        if let Some((operator, tabs)) = self.opener.take() {
            match here::delimiter(text) {
                Some(delimiter) => self.waiting.push(Waiting {
                    operator,
                    delimiter,
                    tabs,
                }),
                None => self.trouble(
                    "node",
                    "the word that ends this here-document is not read",
                    start,
                    end,
                ),
            }
        }
        self.push(TokenKind::Word, end.max(start + 1));
    }

    /// Whether a redirect follows behind line continuations.
    fn is_before_redirect(&self, end: usize) -> bool {
        let mut rest = self.bytes.get(end..self.region.to).unwrap_or(&[]);
        let mut continued = false;
        while let [b'\\', b'\n', after @ ..] = rest {
            rest = after;
            continued = true;
        }
        continued && matches!(rest, [b'<' | b'>', ..])
    }

    /// Returns where the word that begins at a place ends.
    fn word_end(&mut self, start: usize) -> usize {
        let mut at = start;
        while let Some(&byte) = self.bytes.get(at).filter(|_| at < self.region.to) {
            at = match byte {
                b'\\' if self.bytes.get(at + 1) == Some(&b'\n') => {
                    match self.behind_continuations(at) {
                        Some(next) => next,
                        None => break,
                    }
                }
                b'\\' => at + 2,
                b'\'' => self.single_quotes(at, at + 1),
                b'"' => self.double_quotes(at),
                b'$' => self.dollar(at),
                b'`' => self.marked(at),
                b'<' | b'>' if self.bytes.get(at + 1) == Some(&b'(') => self.marked(at),
                b'(' if self.opens_array(start, at) => self.marked(at),
                _ if is_metacharacter(byte) => break,
                _ => at + 1,
            };
        }
        // A backslash at the very end, or a character of several bytes behind one.
        let mut end = at.min(self.region.to);
        while !self.source.is_char_boundary(end) {
            end += 1;
        }
        end
    }

    /// Returns where the word goes on behind the line continuations that stand here; None if it ends before them.
    fn behind_continuations(&self, mut at: usize) -> Option<usize> {
        let rest = |at: usize| self.bytes.get(at..self.region.to).unwrap_or(&[]);
        while rest(at).starts_with(b"\\\n") {
            at += 2;
        }
        let goes_on = match rest(at) {
            [] => false,
            [b'<' | b'>', b'(', ..] => true,
            [byte, ..] => !is_metacharacter(*byte),
        };
        goes_on.then_some(at)
    }

    fn opens_array(&self, start: usize, at: usize) -> bool {
        at > start
            && self.bytes.get(at - 1) == Some(&b'=')
            && self.witness.mark_of(Class::Array, at).is_some()
    }

    fn single_quotes(&mut self, quote: usize, inside: usize) -> usize {
        let rest = self.bytes.get(inside..self.region.to).unwrap_or(&[]);
        match rest.iter().position(|&byte| byte == b'\'') {
            Some(len) => inside + len + 1,
            None => self.not_closed(quote),
        }
    }

    fn not_closed(&mut self, quote: usize) -> usize {
        self.trouble("syntax", "a quote is not closed", quote, quote + 1);
        self.region.to
    }

    fn double_quotes(&mut self, quote: usize) -> usize {
        let mut at = quote + 1;
        while let Some(&byte) = self.bytes.get(at).filter(|_| at < self.region.to) {
            at = match byte {
                b'"' => return at + 1,
                b'\\' => at + 2,
                b'$' => match self.bytes.get(at + 1) {
                    Some(b'(' | b'{' | b'[') => self.marked(at),
                    Some(b'$') => at + 2,
                    _ => at + 1,
                },
                b'`' => self.marked(at),
                _ => at + 1,
            };
        }
        self.not_closed(quote)
    }

    fn dollar(&mut self, at: usize) -> usize {
        match self.bytes.get(at + 1) {
            Some(b'(' | b'{' | b'[') => self.marked(at),
            Some(b'\'') => match ansi_c_end(self.bytes, at + 2, self.region.to) {
                Some(end) => end + 1,
                None => self.not_closed(at + 1),
            },
            // The process id: what follows is no part of it.
            Some(b'$') => at + 2,
            // A letter of a name, or of nothing.
            _ => at + 1,
        }
    }

    /// Returns the end of what begins here, which the tree knows.
    fn marked(&mut self, at: usize) -> usize {
        match self.witness.mark_at(at) {
            Some(mark) if mark.end <= self.region.to => mark.end,
            _ => {
                self.trouble(
                    "readers",
                    "an expansion begins here that the parser does not see",
                    at,
                    at + 1,
                );
                at + 1
            }
        }
    }
}
