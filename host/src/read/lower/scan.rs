//! The text of a word, read byte by byte: quote removal and expansions as the shell does them (R2.2).
//!
//! The tree's marks inside the word only witness where substitutions and expansions are; one that was not found
//! natively, or the other way round, is a gap. `parameter` reads the inside of `${…}`.

use std::ops::Range;

use super::{
    Pending,
    kinds::Class,
    names::name_len,
    quoting::{ansi_c_end, decode_ansi_c},
    state::{State, Value},
    witness::Mark,
    word::Context,
};
use crate::{
    read::{
        gaps::Trouble,
        script::{Dialect, Fields, Piece, PieceKind},
    },
    span::Span,
};

/// Whether a part of a word stands in quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quoted {
    Yes,
    No,
}

/// What is known around the word that is read.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub(super) dialect: Dialect,
    pub(super) state: &'a State,
    /// Whether `cat` is the system's.
    pub(super) cat_is_cat: bool,
    /// The index of the text.
    pub(super) text: u32,
}

/// Reads one word.
pub(super) struct Scan<'a, 't> {
    pub(super) source: &'a str,
    pub(super) around: Around<'a>,
    pub(super) context: Context,
    /// What the tree witnesses in the rest of the word.
    pub(super) marks: &'a [Mark<'t>],
    pub(super) pieces: Vec<Piece>,
    pub(super) pending: Vec<Pending<'t>>,
    /// Variables that expanding the word gives a value, as `${x:=y}` does; None: which is not known.
    pub(super) assigned: Vec<(String, Option<Value>)>,
    pub(super) start: usize,
    pub(super) at: usize,
    pub(super) limit: usize,
    /// The literal piece that is being read.
    pub(super) literal: String,
    pub(super) literal_start: usize,
    /// Inside `$"…"`, whose text the locale may replace.
    pub(super) translated: bool,
    /// Whether expanding it may fail, which ends the line.
    pub(super) may_fail: bool,
    /// Variables that `${x:=y}` gives a value.
    pub(super) given: Vec<String>,
    /// How many `${…}` are open around.
    pub(super) operands: usize,
    /// Where brackets may still end. Found once: looking ahead from every bracket would take time that grows with the
    /// square of the word.
    #[expect(clippy::option_option, reason = "not looked for yet, or not there")]
    pub(super) last_bracket: Option<Option<usize>>,
    /// Every value of what was read so far, while it is certain.
    pub(super) values: Vec<String>,
    /// The certain beginning, once it is not.
    pub(super) prefix: Option<String>,
    /// How many arguments the word becomes.
    pub(super) fields: Fields,
}

impl<'a, 't> Scan<'a, 't> {
    /// Starts on a word of a text.
    pub(super) fn new(
        source: &'a str,
        word: Range<usize>,
        context: Context,
        around: Around<'a>,
        marks: &'a [Mark<'t>],
    ) -> Self {
        Self {
            source,
            around,
            context,
            marks,
            pieces: Vec::new(),
            pending: Vec::new(),
            assigned: Vec::new(),
            start: word.start,
            at: word.start,
            limit: word.end,
            literal: String::new(),
            literal_start: word.start,
            translated: false,
            given: Vec::new(),
            may_fail: false,
            operands: 0,
            last_bracket: None,
            values: vec![String::new()],
            prefix: None,
            fields: Fields::One,
        }
    }

    /// Reads the whole word.
    pub(super) fn run(&mut self) -> Result<(), Trouble> {
        if self.context == Context::Here {
            self.here_document()?;
        } else {
            while let Some(byte) = self.peek(0) {
                self.unquoted(byte)?;
            }
            self.flush(Quoted::No);
        }
        if self.marks.is_empty() {
            Ok(())
        } else {
            Err(disagreement())
        }
    }

    pub(super) fn unquoted(&mut self, byte: u8) -> Result<(), Trouble> {
        match byte {
            b'\\' => return self.escape(),
            b'\'' => return self.single_quotes(),
            b'"' => {
                self.flush(Quoted::No);
                return self.double_quotes();
            }
            b'$' => return self.dollar(Quoted::No),
            b'`' => return self.backquotes(Quoted::No),
            b'*' | b'?' if self.context.expands_names() => self.glob(1),
            b'[' if self.context.expands_names() => self.bracket(),
            b'~' if self.may_be_tilde() => self.tilde(),
            b'<' | b'>' if self.peek(1) == Some(b'(') => {
                return self.substitution(PieceKind::ProcessSubstitution, Quoted::No);
            }
            b'(' if self
                .marks
                .first()
                .is_some_and(|mark| mark.class == Class::Array && mark.start == self.at) =>
            {
                return Err(Trouble::new("node", "an array is not read").at_node("array"));
            }
            b'#' if self.at == self.start && self.context == Context::Argument => {
                return Err(disagreement());
            }
            b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>'
                if self.operands == 0 && self.context != Context::Regex =>
            {
                return Err(disagreement());
            }
            _ => self.plain(is_special_unquoted),
        }
        Ok(())
    }

    pub(super) fn peek(&self, ahead: usize) -> Option<u8> {
        self.rest(ahead).first().copied()
    }

    pub(super) fn before(&self) -> Option<u8> {
        let at = self.at.checked_sub(1).filter(|&at| at >= self.start)?;
        self.source.as_bytes().get(at).copied()
    }

    pub(super) fn rest(&self, ahead: usize) -> &'a [u8] {
        self.source
            .as_bytes()
            .get(self.at + ahead..self.limit)
            .unwrap_or(&[])
    }

    /// Takes characters that stand for themselves: at least one, up to one that may not.
    pub(super) fn plain(&mut self, is_special: fn(u8) -> bool) {
        let rest = self.rest(0);
        let len = rest
            .iter()
            .skip(1)
            .position(|&byte| is_special(byte))
            .map_or(rest.len(), |len| len + 1);
        self.push(self.at, self.at + len);
        self.at += len;
    }

    pub(super) fn push(&mut self, from: usize, to: usize) {
        match self.source.get(from..to) {
            Some(text) => self.literal.push_str(text),
            // A border inside a character: there are only ASCII ones, so this is never reached with certain text.
            None => self.lose(),
        }
    }

    /// Ends the literal piece that is being read, if it has a character.
    pub(super) fn flush(&mut self, quoted: Quoted) {
        if !self.literal.is_empty() {
            self.end_literal(quoted);
        }
        self.literal_start = self.at;
    }

    pub(super) fn end_literal(&mut self, quoted: Quoted) {
        let literal = std::mem::take(&mut self.literal);
        if self.translated {
            self.lose();
        }
        self.extend(&literal);
        self.pieces.push(Piece {
            kind: PieceKind::Literal,
            span: self.span(self.literal_start, self.at),
            literal: (!self.translated).then_some(literal),
            quoted: quoted == Quoted::Yes,
        });
    }

    /// What comes next begins here.
    pub(super) fn restart_literal(&mut self) {
        self.literal.clear();
        self.literal_start = self.at;
    }

    pub(super) fn span(&self, from: usize, to: usize) -> Span {
        super::span(self.around.text, from, to)
    }

    /// Adds a piece that is not known before running, from here on for `len` bytes.
    pub(super) fn dynamic(&mut self, kind: PieceKind, len: usize, quoted: Quoted) {
        self.flush(quoted);
        self.lose();
        self.pieces.push(Piece {
            kind,
            span: self.span(self.at, self.at + len),
            literal: None,
            quoted: quoted == Quoted::Yes,
        });
        self.at += len;
        self.literal_start = self.at;
    }

    pub(super) fn escape(&mut self) -> Result<(), Trouble> {
        let escaped = self
            .source
            .get(self.at + 1..self.limit)
            .and_then(|rest| rest.chars().next());
        match escaped {
            None => Err(Trouble::new(
                "word",
                "a backslash at the end of a word is not read",
            )),
            Some('\n') => {
                self.continuation()?;
                self.at += 2;
                Ok(())
            }
            Some(character) => {
                self.literal.push(character);
                self.at += 1 + character.len_utf8();
                Ok(())
            }
        }
    }

    /// A line continuation inside a word joins what is around it. It is read only between letters that mean nothing
    /// more together than apart.
    pub(super) fn continuation(&self) -> Result<(), Trouble> {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./,:%@+".contains(&byte);
        let joins = self.before().is_some_and(is_letter)
            && self.peek(2).is_some_and(is_letter)
            && self.context == Context::Argument
            && matches!(
                self.pieces.last().map(|piece| piece.kind),
                None | Some(PieceKind::Literal)
            );
        if joins {
            return Ok(());
        }
        Err(Trouble::new(
            "word",
            "a line continuation inside this word is not read",
        ))
    }

    pub(super) fn single_quotes(&mut self) -> Result<(), Trouble> {
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

    /// Drops the pieces from one on, and what was read of the next.
    pub(super) fn drop_pieces(&mut self, from: usize) {
        self.literal.clear();
        self.pieces.truncate(from);
    }

    pub(super) fn skip_quote(&mut self) {
        self.at += 1;
        self.literal_start = self.at;
    }

    pub(super) fn double_quotes(&mut self) -> Result<(), Trouble> {
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

    /// The body of a here-document that expands: like double quotes, but a double quote is a letter.
    pub(super) fn here_document(&mut self) -> Result<(), Trouble> {
        let pieces = self.pieces.len();
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\\' => match self.peek(1) {
                    Some(b'\n') => self.at += 2,
                    Some(b'$' | b'`' | b'\\') => {
                        self.push(self.at + 1, self.at + 2);
                        self.at += 2;
                    }
                    _ => self.plain(is_special_in_here_document),
                },
                b'$' => self.dollar(Quoted::Yes)?,
                b'`' => self.backquotes(Quoted::Yes)?,
                _ => self.plain(is_special_in_here_document),
            }
        }
        if self.pieces.len() == pieces {
            self.end_literal(Quoted::Yes);
        } else {
            self.flush(Quoted::Yes);
        }
        Ok(())
    }

    pub(super) fn dollar(&mut self, quoted: Quoted) -> Result<(), Trouble> {
        let rest = self.rest(1);
        match rest {
            [b'(', b'(', ..]
                if self.marks.first().is_some_and(|mark| {
                    mark.start == self.at && mark.class == Class::Arithmetic
                }) =>
            {
                self.arithmetic(quoted)
            }
            [b'(', b'(', ..] => Err(Trouble::new(
                "word",
                "`$((` begins arithmetic for the shell and a command for the parser",
            )),
            [b'[', ..] => {
                Err(Trouble::new("node", "`$[…]` is not read").at_node("arithmetic_expansion"))
            }
            [b'(', ..] => self.substitution(PieceKind::CommandSubstitution, quoted),
            [b'{', ..] => self.parameter(quoted),
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
                len => {
                    let name = self.source.get(self.at + 1..self.at + 1 + len);
                    self.take_mark(Class::Expansion, len + 1)?;
                    self.variable(name.unwrap_or(""), len + 1, quoted);
                    Ok(())
                }
            },
        }
    }

    /// Adds `$name` or `${name}`, whose text is `len` bytes long.
    pub(super) fn variable(&mut self, name: &str, len: usize, quoted: Quoted) {
        let value = match name {
            "#" | "?" | "$" => Some(Value::Number),
            _ => self.value(name),
        };
        match value {
            Some(Value::Known(values)) if self.is_passed_whole(&values, quoted) => {
                self.known(PieceKind::Variable, len, &values, quoted);
            }
            Some(Value::Match(pattern)) if self.is_match_alone(len, quoted) => {
                self.found(&pattern, len);
            }
            Some(Value::Number) => {
                // Digits are not split, unless IFS holds one.
                if quoted == Quoted::No && !self.around.state.splits_at_blanks() {
                    self.may_be_many();
                }
                self.dynamic(PieceKind::Variable, len, quoted);
            }
            _ => {
                if quoted == Quoted::No || name == "@" {
                    self.may_be_many();
                }
                self.dynamic(PieceKind::Variable, len, quoted);
            }
        }
    }

    /// What is expanded here can become none or several arguments.
    pub(super) fn may_be_many(&mut self) {
        if self.context.splits() {
            self.fields = Fields::Many;
        }
    }

    pub(super) fn ansi_c(&mut self) -> Result<(), Trouble> {
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

    pub(super) fn translated_quotes(&mut self) -> Result<(), Trouble> {
        self.flush(Quoted::No);
        self.translated = true;
        self.at += 1;
        let read = self.double_quotes();
        self.translated = false;
        read
    }
}

/// Whether a parameter stands in braces, where its number may have more than one digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Braces {
    Yes,
    No,
}

/// Returns the length of the parameter that a text begins with; 0: none.
pub(super) fn parameter_len(text: &[u8], braces: Braces) -> usize {
    match text.first() {
        Some(b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!') => 1,
        Some(byte) if byte.is_ascii_digit() => match braces {
            Braces::Yes => text.iter().take_while(|byte| byte.is_ascii_digit()).count(),
            Braces::No => 1,
        },
        _ => name_len(text),
    }
}

pub(super) const fn is_special_unquoted(byte: u8) -> bool {
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

const fn is_special_in_here_document(byte: u8) -> bool {
    matches!(byte, b'\\' | b'$' | b'`')
}

/// The trouble with a word in which tree and text differ.
pub(super) fn disagreement() -> Trouble {
    Trouble::new(
        "readers",
        "the shell reads this word in another way than the parser",
    )
}
