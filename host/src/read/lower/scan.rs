//! The text of a word, read byte by byte: quote removal and expansions as bash does them (R2.2).
//!
//! Nodes inside the word only witness where substitutions and variables are; one that was not found natively, or the
//! other way round, is a gap.

use std::ops::Range;

use tree_sitter::Node;

use super::{
    Pending,
    command::name_len,
    kinds::{Class, describe},
    quoting::{ansi_c_end, decode_ansi_c},
    span,
    word::{Context, Mark},
};
use crate::read::{
    gaps::Trouble,
    script::{Fields, Piece, PieceKind},
};

/// Whether a part of a word stands in quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quoted {
    Yes,
    No,
}

/// Reads one word.
pub(super) struct Scan<'a, 't> {
    source: &'a str,
    home: Option<&'a str>,
    context: Context,
    /// What the tree witnesses in the rest of the word.
    marks: &'a [Mark<'t>],
    pieces: &'a mut Vec<Piece>,
    pending: &'a mut Vec<Pending<'t>>,
    start: usize,
    at: usize,
    limit: usize,
    /// The literal piece that is being read.
    literal: String,
    literal_start: usize,
    /// Inside `$"…"`, whose text the locale may replace.
    translated: bool,
    /// Where globs and braces may still end.
    lasts: Option<Lasts>,
    /// The certain beginning; the value, if the word is certain.
    pub(super) prefix: String,
    /// Whether everything so far is.
    pub(super) certain: bool,
    /// How many arguments the word becomes.
    pub(super) fields: Fields,
}

/// The last places in a word of what ends a bracket or a brace expansion. Found once: looking ahead from every bracket
/// would take time that grows with the square of the word.
#[derive(Clone, Copy, Debug)]
struct Lasts {
    /// `]`, or an expansion that may turn out to be one.
    bracket: Option<usize>,
    /// `}`.
    brace: Option<usize>,
    /// `,` or `..`.
    separator: Option<usize>,
}

impl<'a, 't> Scan<'a, 't> {
    /// Starts on the word at a place of the source.
    pub(super) fn new(
        source: &'a str,
        word: Range<usize>,
        context: Context,
        home: Option<&'a str>,
        marks: &'a [Mark<'t>],
        pieces: &'a mut Vec<Piece>,
        pending: &'a mut Vec<Pending<'t>>,
    ) -> Self {
        Self {
            source,
            home,
            context,
            marks,
            pieces,
            pending,
            start: word.start,
            at: word.start,
            limit: word.end,
            literal: String::new(),
            literal_start: word.start,
            translated: false,
            lasts: None,
            prefix: String::new(),
            certain: true,
            fields: Fields::One,
        }
    }

    /// Reads the whole word.
    pub(super) fn run(&mut self) -> Result<(), Trouble> {
        while let Some(byte) = self.peek(0) {
            self.unquoted(byte)?;
        }
        self.flush(Quoted::No);
        if self.marks.is_empty() {
            Ok(())
        } else {
            Err(disagreement())
        }
    }

    fn unquoted(&mut self, byte: u8) -> Result<(), Trouble> {
        let splits = self.context != Context::Assignment;
        match byte {
            b'\\' => return self.escape(),
            b'\'' => return self.single_quotes(),
            b'"' => {
                self.flush(Quoted::No);
                return self.double_quotes();
            }
            b'$' => return self.dollar(Quoted::No),
            b'`' => return self.backquotes(Quoted::No),
            b'*' | b'?' if splits => self.glob(1),
            b'[' if splits => self.bracket(),
            b'{' if splits && self.expands_braces() => {
                return Err(
                    Trouble::new("node", "brace expansion is not read").at_node("brace_expression")
                );
            }
            b'~' if self.may_be_tilde() => self.tilde(),
            b'<' | b'>' if self.peek(1) == Some(b'(') => {
                return self.substitution(PieceKind::ProcessSubstitution, Quoted::No);
            }
            b'#' if self.at == self.start && splits => return Err(disagreement()),
            b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>' => {
                return Err(disagreement());
            }
            _ => self.plain(is_special_unquoted),
        }
        Ok(())
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.rest(ahead).first().copied()
    }

    /// Returns the bytes of the word from so many on.
    fn rest(&self, ahead: usize) -> &'a [u8] {
        self.source
            .as_bytes()
            .get(self.at + ahead..self.limit)
            .unwrap_or(&[])
    }

    /// Returns the byte of the word before this place.
    fn before(&self) -> Option<u8> {
        let at = self.at.checked_sub(1).filter(|&at| at >= self.start)?;
        self.source.as_bytes().get(at).copied()
    }

    /// Takes the byte here, whatever it is, and those after it that mean nothing special.
    fn plain(&mut self, is_special: fn(u8) -> bool) {
        let from = self.at;
        self.at += 1;
        while self.peek(0).is_some_and(|byte| !is_special(byte)) {
            self.at += 1;
        }
        self.push(from, self.at);
    }

    fn push(&mut self, from: usize, to: usize) {
        match self.source.get(from..to) {
            Some(text) => self.literal.push_str(text),
            // A border inside a character: there are only ASCII ones, so this is never reached with certain text.
            None => self.certain = false,
        }
    }

    /// Ends the literal piece that is being read, if it has a character.
    fn flush(&mut self, quoted: Quoted) {
        if !self.literal.is_empty() {
            self.end_literal(quoted);
        }
        self.literal_start = self.at;
    }

    fn end_literal(&mut self, quoted: Quoted) {
        let literal = std::mem::take(&mut self.literal);
        if self.certain {
            self.prefix.push_str(&literal);
        }
        self.pieces.push(Piece {
            kind: PieceKind::Literal,
            span: span(self.literal_start, self.at),
            literal: (!self.translated).then_some(literal),
            quoted: quoted == Quoted::Yes,
        });
    }

    /// Adds a piece that is not known before running, from here on for `len` bytes.
    /// Adds a piece whose value is certain, though it isn't what is written.
    fn known(&mut self, kind: PieceKind, len: usize, value: &str, quoted: Quoted) {
        self.flush(quoted);
        if self.certain {
            self.prefix.push_str(value);
        }
        self.pieces.push(Piece {
            kind,
            span: span(self.at, self.at + len),
            literal: Some(value.to_owned()),
            quoted: quoted == Quoted::Yes,
        });
        self.at += len;
        self.literal_start = self.at;
    }

    fn dynamic(&mut self, kind: PieceKind, len: usize, quoted: Quoted) {
        self.flush(quoted);
        self.certain = false;
        self.pieces.push(Piece {
            kind,
            span: span(self.at, self.at + len),
            literal: None,
            quoted: quoted == Quoted::Yes,
        });
        self.at += len;
        self.literal_start = self.at;
    }

    fn escape(&mut self) -> Result<(), Trouble> {
        let escaped = self
            .source
            .get(self.at + 1..self.limit)
            .and_then(|rest| rest.chars().next());
        match escaped {
            None | Some('\n') => Err(Trouble::new(
                "word",
                "a line continuation inside a word is not read",
            )),
            Some(character) => {
                self.literal.push(character);
                self.at += 1 + character.len_utf8();
                Ok(())
            }
        }
    }

    fn single_quotes(&mut self) -> Result<(), Trouble> {
        self.flush(Quoted::No);
        self.at += 1;
        self.literal_start = self.at;
        let rest = self.rest(0);
        let len = rest
            .iter()
            .position(|&byte| byte == b'\'')
            .ok_or_else(disagreement)?;
        self.push(self.at, self.at + len);
        self.at += len;
        self.end_literal(Quoted::Yes);
        self.skip_quote();
        Ok(())
    }

    fn skip_quote(&mut self) {
        self.at += 1;
        self.literal_start = self.at;
    }

    fn double_quotes(&mut self) -> Result<(), Trouble> {
        self.skip_quote();
        let pieces = self.pieces.len();
        loop {
            match self.peek(0).ok_or_else(disagreement)? {
                b'"' => break,
                b'\\' => match self.peek(1).ok_or_else(disagreement)? {
                    b'\n' => self.at += 2,
                    b'$' | b'`' | b'"' | b'\\' => {
                        self.push(self.at + 1, self.at + 2);
                        self.at += 2;
                    }
                    _ => self.plain(is_special_in_double_quotes),
                },
                b'$' => self.dollar(Quoted::Yes)?,
                b'`' => self.backquotes(Quoted::Yes)?,
                _ => self.plain(is_special_in_double_quotes),
            }
        }
        // `""` is an argument too.
        if self.pieces.len() == pieces {
            self.end_literal(Quoted::Yes);
        } else {
            self.flush(Quoted::Yes);
        }
        self.skip_quote();
        Ok(())
    }

    fn dollar(&mut self, quoted: Quoted) -> Result<(), Trouble> {
        let rest = self.rest(1);
        match rest {
            [b'(', b'(', ..] | [b'[', ..] => {
                Err(Trouble::new("node", "arithmetic is not read").at_node("arithmetic_expansion"))
            }
            [b'(', ..] => self.substitution(PieceKind::CommandSubstitution, quoted),
            [b'{', inside @ ..] => {
                let name = parameter_len(inside, Braces::Yes);
                if name == 0 || inside.get(name) != Some(&b'}') {
                    return Err(
                        Trouble::new("node", describe("expansion", "")).at_node("expansion")
                    );
                }
                self.variable(name + 3, inside.first(), quoted)
            }
            [b'\'', ..] if quoted == Quoted::No => self.ansi_c(),
            [b'"', ..] if quoted == Quoted::No => self.translated_quotes(),
            [b'`', ..] => Err(Trouble::new("word", "`$` before a backquote is not read")),
            [b'\\', b'\n', ..] => Err(Trouble::new(
                "word",
                "a line continuation after `$` is not read",
            )),
            [byte, ..] if !byte.is_ascii() => {
                Err(Trouble::new("word", "`$` before this letter is not read"))
            }
            _ => match parameter_len(rest, Braces::No) {
                0 => {
                    self.plain(|_| true);
                    Ok(())
                }
                len if rest
                    .get(len..)
                    .is_some_and(|after| after.starts_with(b"\\\n")) =>
                {
                    Err(Trouble::new(
                        "word",
                        "a line continuation after a variable is not read",
                    ))
                }
                len => self.variable(len + 1, rest.first(), quoted),
            },
        }
    }

    fn variable(&mut self, len: usize, first: Option<&u8>, quoted: Quoted) -> Result<(), Trouble> {
        let node = self.take_mark(Class::Expansion)?;
        if node.end_byte() != self.at + len {
            return Err(disagreement());
        }
        if let Some(home) = self.home_variable(len, quoted) {
            self.known(PieceKind::Variable, len, home, quoted);
            return Ok(());
        }
        // An assignment takes whatever it is as one value.
        let many = quoted == Quoted::No || first == Some(&b'@');
        if many && self.context != Context::Assignment {
            self.fields = Fields::Many;
        }
        self.dynamic(PieceKind::Variable, len, quoted);
        Ok(())
    }

    /// The value of `$HOME`, which every run gets as it is, where that is one field for certain.
    fn home_variable(&self, len: usize, quoted: Quoted) -> Option<&'a str> {
        let written = self.source.get(self.at..self.at + len)?;
        let home = self
            .home
            .filter(|_| matches!(written, "$HOME" | "${HOME}"))?;
        let is_unsplit = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
        // Split is by IFS, which a script that doesn't name it leaves alone.
        let is_one =
            quoted == Quoted::Yes || (home.bytes().all(is_unsplit) && !self.source.contains("IFS"));
        is_one.then_some(home)
    }

    fn substitution(&mut self, kind: PieceKind, quoted: Quoted) -> Result<(), Trouble> {
        let node = self.take_mark(Class::Substitution)?;
        let end = node.end_byte();
        if end > self.limit || self.source.as_bytes().get(end - 1) != Some(&b')') {
            return Err(disagreement());
        }
        self.nested(kind, node, quoted);
        Ok(())
    }

    fn backquotes(&mut self, quoted: Quoted) -> Result<(), Trouble> {
        let node = self.take_mark(Class::Substitution)?;
        let inside = self.rest(1);
        let len = inside
            .iter()
            .position(|&byte| byte == b'`')
            .ok_or_else(disagreement)?;
        if inside
            .get(..len)
            .is_some_and(|inside| inside.contains(&b'\\'))
        {
            return Err(
                Trouble::new("word", "a backslash inside backquotes is not read")
                    .at_node(node.kind()),
            );
        }
        if node.end_byte() != self.at + len + 2 {
            return Err(disagreement());
        }
        self.nested(PieceKind::CommandSubstitution, node, quoted);
        Ok(())
    }

    fn nested(&mut self, kind: PieceKind, node: Node<'t>, quoted: Quoted) {
        let splits = kind == PieceKind::CommandSubstitution && quoted == Quoted::No;
        if splits && self.context != Context::Assignment {
            self.fields = Fields::Many;
        }
        self.dynamic(kind, node.end_byte() - self.at, quoted);
    }

    /// Takes the tree's next mark, which must be of this class and begin here.
    fn take_mark(&mut self, class: Class) -> Result<Node<'t>, Trouble> {
        let (first, rest) = self.marks.split_first().ok_or_else(disagreement)?;
        if first.class != class || first.node.start_byte() != self.at {
            return Err(disagreement());
        }
        self.marks = rest;
        if class == Class::Substitution {
            self.pending.push(Pending::Substitution(first.node));
        }
        Ok(first.node)
    }

    fn ansi_c(&mut self) -> Result<(), Trouble> {
        self.flush(Quoted::No);
        self.at += 2;
        self.literal_start = self.at;
        let end =
            ansi_c_end(self.source.as_bytes(), self.at, self.limit).ok_or_else(disagreement)?;
        let inside = self.source.get(self.at..end).unwrap_or("");
        match decode_ansi_c(inside) {
            Some(decoded) => {
                self.literal = decoded;
                self.at = end;
                self.end_literal(Quoted::Yes);
            }
            None => self.dynamic(PieceKind::Literal, end - self.at, Quoted::Yes),
        }
        self.skip_quote();
        Ok(())
    }

    fn translated_quotes(&mut self) -> Result<(), Trouble> {
        self.flush(Quoted::No);
        self.certain = false;
        self.translated = true;
        self.at += 1;
        let read = self.double_quotes();
        self.translated = false;
        read
    }

    fn glob(&mut self, len: usize) {
        self.fields = Fields::Many;
        self.dynamic(PieceKind::Glob, len, Quoted::No);
    }

    /// `[` begins a glob if a `]` may follow; else it is a letter like any other.
    fn bracket(&mut self) {
        if self.lasts().bracket.is_none_or(|last| last <= self.at) {
            return self.plain(is_special_unquoted);
        }
        let rest = self.rest(1);
        // The piece covers the whole of a simple bracket, and only its beginning where quotes or expansions follow.
        let is_simple = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.,:!^+".contains(byte);
        let inside = rest.iter().take_while(|byte| is_simple(byte)).count();
        let closed = inside > 0 && rest.get(inside) == Some(&b']');
        self.glob(if closed { inside + 2 } else { 1 });
    }

    /// Whether the rest of the word may be a brace expansion. Quotes are not looked at: rather a gap too many.
    fn expands_braces(&mut self) -> bool {
        let lasts = self.lasts();
        let follows = |last: Option<usize>| last.is_some_and(|last| last > self.at);
        follows(lasts.brace) && follows(lasts.separator)
    }

    fn lasts(&mut self) -> Lasts {
        let (start, limit) = (self.start, self.limit);
        let word = self.source.as_bytes().get(start..limit).unwrap_or(&[]);
        *self.lasts.get_or_insert_with(|| Lasts {
            bracket: word
                .iter()
                .rposition(|byte| matches!(byte, b']' | b'$' | b'`'))
                .map(|at| start + at),
            brace: word
                .iter()
                .rposition(|&byte| byte == b'}')
                .map(|at| start + at),
            separator: word
                .iter()
                .rposition(|&byte| byte == b',')
                .max(dots(word))
                .map(|at| start + at),
        })
    }

    /// Whether bash may expand a tilde here: at the beginning, and in assignments (and words that look like one) after
    /// `=` and `:`.
    fn may_be_tilde(&self) -> bool {
        self.at == self.start || matches!(self.before(), Some(b'=' | b':'))
    }

    fn tilde(&mut self) {
        let rest = self.rest(1);
        let is_certain_place = self.at == self.start
            || (self.context == Context::Assignment
                && self.before() == Some(b':')
                && self
                    .at
                    .checked_sub(2)
                    .and_then(|at| self.source.as_bytes().get(at))
                    != Some(&b'\\'));
        let ends = match rest.first() {
            None | Some(b'/') => true,
            Some(b':') => self.context == Context::Assignment,
            Some(_) => false,
        };
        match self.home {
            Some(home) if is_certain_place && ends => {
                self.known(PieceKind::Tilde, 1, home, Quoted::No);
            }
            _ => {
                let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-_.+".contains(byte);
                let name = rest.iter().take_while(is_name).count();
                self.dynamic(PieceKind::Tilde, 1 + name, Quoted::No);
            }
        }
    }
}

/// Whether a parameter stands in braces, where its number may have more than one digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Braces {
    Yes,
    No,
}

/// Returns the length of the parameter that a text begins with; 0: none.
fn parameter_len(text: &[u8], braces: Braces) -> usize {
    match text.first() {
        Some(b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!') => 1,
        Some(byte) if byte.is_ascii_digit() => match braces {
            Braces::Yes => text.iter().take_while(|byte| byte.is_ascii_digit()).count(),
            Braces::No => 1,
        },
        _ => name_len(text),
    }
}

const fn is_special_unquoted(byte: u8) -> bool {
    matches!(
        byte,
        b'\\'
            | b'\''
            | b'"'
            | b'$'
            | b'`'
            | b'*'
            | b'?'
            | b'['
            | b'{'
            | b'~'
            | b'<'
            | b'>'
            | b' '
            | b'\t'
            | b'\n'
            | b';'
            | b'&'
            | b'|'
            | b'('
            | b')'
    )
}

const fn is_special_in_double_quotes(byte: u8) -> bool {
    matches!(byte, b'\\' | b'"' | b'$' | b'`')
}

/// Returns the last place of two dots.
fn dots(word: &[u8]) -> Option<usize> {
    word.windows(2).rposition(|pair| pair == b"..")
}

/// The trouble with a word in which tree and text differ.
pub(super) fn disagreement() -> Trouble {
    Trouble::new(
        "readers",
        "the shell reads this word in another way than the parser",
    )
}
