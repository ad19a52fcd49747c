//! The text of a word, with quotes: which forms zsh reads as bash does.

use std::ops::Range;

use super::{
    disagreement,
    names::check_first_word,
    parameter::{parameter, parameter_in_braces},
};
use crate::read::gaps::Trouble;

/// What a word is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) enum WordRole {
    /// The first word of a command.
    CommandName,
    /// Another word of a command.
    Argument,
    /// What stands behind the `=` of an assignment.
    AssignmentValue,
    /// The target of a redirect.
    RedirectTarget,
    /// A pattern of a `case`.
    Pattern,
    /// A word that a `for` goes through, or the word of a `case`.
    ForWord,
    /// An operand in `[[ ]]`.
    ConditionalOperand,
    /// What stands behind `<<<`.
    HereString,
    /// What ends a here-document.
    Delimiter,
}

/// What stands around a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    /// Nothing.
    Word,
    /// Double quotes.
    Quotes,
    /// The body of a here-document.
    Document,
    /// The braces of `${x:-…}`.
    Braces,
    /// Arithmetic.
    Arithmetic,
}

/// Most `${…}` and `$((…))` in one another.
const MAX_NESTED: u8 = 8;

/// Checks the text of one word, as written.
///
/// `holes` are the places in it, in order, of the `$(…)`, backquotes, `<(…)` and `>(…)`, whose inside is read by
/// itself.
pub(in crate::read) fn check_word(
    raw: &str,
    holes: &[Range<usize>],
    role: WordRole,
) -> Result<(), Trouble> {
    if role == WordRole::CommandName {
        check_first_word(raw)?;
    }
    if role == WordRole::Delimiter {
        return check_delimiter(raw);
    }
    if role == WordRole::ConditionalOperand && raw == "!" {
        return Err(disagreement());
    }
    let mut scan = Scan::new(raw, holes, role);
    while let Some(byte) = scan.peek(0) {
        scan.unquoted(byte)?;
    }
    scan.end()
}

/// Checks the body of a here-document whose end is not quoted.
pub(in crate::read) fn check_here_document(
    body: &str,
    holes: &[Range<usize>],
) -> Result<(), Trouble> {
    let mut scan = Scan::new(body, holes, WordRole::HereString);
    while let Some(byte) = scan.peek(0) {
        match byte {
            _ if scan.hole()? => {}
            b'\\' => scan.at += 2,
            b'$' => scan.dollar(Around::Document)?,
            b'`' => return Err(disagreement()),
            _ => scan.at += 1,
        }
    }
    scan.end()
}

fn check_delimiter(raw: &str) -> Result<(), Trouble> {
    let bytes = raw.as_bytes();
    let plain = match bytes {
        [b'\'', inside @ .., b'\''] | [b'"', inside @ .., b'"'] | [b'\\', inside @ ..] => inside,
        _ => bytes,
    };
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
    if plain.is_empty() || !plain.iter().all(is_plain) {
        return Err(Trouble::new(
            "zsh.here-document",
            "a here-document that ends with such a word is not read for zsh",
        ));
    }
    Ok(())
}

/// Goes through a text.
pub(super) struct Scan<'a> {
    bytes: &'a [u8],
    holes: &'a [Range<usize>],
    role: WordRole,
    pub(super) at: usize,
    /// How many `${` and `$((` are open.
    nested: u8,
    /// Where the last variable without braces ended.
    after_name: usize,
    /// Whether `$@` or `$*` is in it.
    has_list: bool,
    /// Whether braces in it make several words of it.
    multiplies: bool,
}

impl<'a> Scan<'a> {
    pub(super) fn new(raw: &'a str, holes: &'a [Range<usize>], role: WordRole) -> Self {
        Self {
            bytes: raw.as_bytes(),
            holes,
            role,
            at: 0,
            nested: 0,
            after_name: 0,
            has_list: false,
            multiplies: false,
        }
    }

    pub(super) fn peek(&self, ahead: usize) -> Option<u8> {
        self.rest(ahead).first().copied()
    }

    /// Returns the bytes from so many on.
    pub(super) fn rest(&self, ahead: usize) -> &'a [u8] {
        self.bytes.get(self.at + ahead..).unwrap_or(&[])
    }

    /// Returns the bytes before this place.
    pub(super) fn done(&self) -> &'a [u8] {
        self.bytes.get(..self.at).unwrap_or(self.bytes)
    }

    fn before(&self) -> Option<u8> {
        self.done().last().copied()
    }

    /// Checks that the text ended where it should, with every hole found.
    pub(super) fn end(&self) -> Result<(), Trouble> {
        if self.multiplies && self.has_list {
            return Err(brace("braces beside `$@` or `$*` differ in zsh"));
        }
        if self.at == self.bytes.len() && self.holes.is_empty() {
            Ok(())
        } else {
            Err(disagreement())
        }
    }

    /// Steps over a hole; false: there is none here.
    pub(super) fn hole(&mut self) -> Result<bool, Trouble> {
        let Some((hole, rest)) = self.holes.split_first() else {
            return Ok(false);
        };
        if hole.start > self.at {
            return Ok(false);
        }
        let inside = self.bytes.get(hole.clone()).unwrap_or(&[]);
        let is_known = matches!(
            inside,
            [b'$' | b'<' | b'>', b'(', .., b')'] | [b'`', .., b'`']
        );
        if hole.start != self.at || !is_known {
            return Err(disagreement());
        }
        self.holes = rest;
        self.at = hole.end;
        Ok(true)
    }

    fn unquoted(&mut self, byte: u8) -> Result<(), Trouble> {
        match byte {
            _ if self.hole()? => {}
            b'\\' => self.escape()?,
            b'\'' => self.single_quotes()?,
            b'"' => self.double_quotes()?,
            b'$' => self.dollar(Around::Word)?,
            b'~' => self.tilde()?,
            b'=' => self.equals()?,
            b'*' | b'?' => self.glob(byte)?,
            b'[' => self.bracket()?,
            b'{' => self.brace()?,
            b'}' => return Err(brace("`}` ends a block in zsh, wherever it stands")),
            b'(' | b')' => {
                return Err(Trouble::new(
                    "zsh.parentheses",
                    "parentheses in a word are patterns or glob qualifiers in zsh, which can run commands",
                ));
            }
            b'#' if self.at == 0 => return Err(disagreement()),
            b'%' if self.at == 0 && self.role == WordRole::CommandName => {
                return Err(Trouble::new(
                    "zsh.job",
                    "a command that begins with `%` is a job",
                ));
            }
            b'`' | b'<' | b'>' | b';' | b'&' | b'|' | 0..=b' ' | 0x7f => {
                return Err(disagreement());
            }
            _ => self.at += 1,
        }
        Ok(())
    }

    fn escape(&mut self) -> Result<(), Trouble> {
        match self.peek(1) {
            None | Some(b'\n') => Err(disagreement()),
            Some(_) => {
                self.at += 2;
                Ok(())
            }
        }
    }

    fn single_quotes(&mut self) -> Result<(), Trouble> {
        let len = self.rest(1).iter().position(|&byte| byte == b'\'');
        self.at += len.ok_or_else(disagreement)? + 2;
        Ok(())
    }

    fn double_quotes(&mut self) -> Result<(), Trouble> {
        self.at += 1;
        loop {
            match self.peek(0).ok_or_else(disagreement)? {
                _ if self.hole()? => {}
                b'"' => break,
                b'\\' => self.at += 2,
                b'$' => self.dollar(Around::Quotes)?,
                b'`' => return Err(disagreement()),
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Ok(())
    }

    /// Reads from a `$` on.
    pub(super) fn dollar(&mut self, around: Around) -> Result<(), Trouble> {
        self.has_list |= matches!(self.rest(1), [b'@' | b'*', ..] | [b'{', b'@' | b'*', ..]);
        match self.rest(1) {
            [b'(', b'(', ..] => {
                self.open()?;
                self.at += 3;
                self.expression_in_brackets()?;
                self.nested -= 1;
                Ok(())
            }
            [b'{', ..] => self.braced(around),
            [b'\'', ..] if around == Around::Word => self.ansi_c(),
            [b'"', ..] if around == Around::Word => Err(Trouble::new(
                "zsh.quotes",
                "`$\"…\"` keeps its `$` in zsh and loses it in bash",
            )),
            [b'(' | b'[', ..] => Err(Trouble::new(
                "zsh.arithmetic",
                "`$[ ]` and what is no plain `$(( ))` are not read for zsh",
            )),
            rest => {
                let Some(len) = parameter(rest)? else {
                    return self.lone_dollar(around);
                };
                self.at += 1 + len;
                self.after_name = self.at;
                Ok(())
            }
        }
    }

    /// Checks that a `$` before nothing it could expand is one in zsh, too: `$+x`, `$=x`, `$~x` and `$^x` are not.
    fn lone_dollar(&mut self, around: Around) -> Result<(), Trouble> {
        let is_plain = match (around, self.peek(1)) {
            (Around::Braces | Around::Arithmetic, _) => false,
            (Around::Word, next) => next.is_none_or(|next| b"./,%]:".contains(&next)),
            (Around::Quotes | Around::Document, next) => {
                next.is_none_or(|next| b" \n\"'./,%)}]:;&|<>".contains(&next))
            }
        };
        if !is_plain {
            return Err(Trouble::new(
                "zsh.flags",
                "zsh has expansions that bash has not: `$+x`, `$=x`, `$~x`, `$^x`",
            ));
        }
        self.at += 1;
        Ok(())
    }

    /// Reads `${…}`.
    fn braced(&mut self, around: Around) -> Result<(), Trouble> {
        let kind = parameter_in_braces(self.rest(2))?;
        let name = self.rest(2).get(..kind.len).unwrap_or(&[]);
        self.has_list |= name.ends_with(b"[@]") || name.ends_with(b"[*]");
        self.open()?;
        self.at += 2 + kind.len;
        loop {
            match self.peek(0).ok_or_else(disagreement)? {
                _ if self.hole()? => {}
                b'}' => break,
                b'$' => self.dollar(Around::Braces)?,
                byte if kind.takes(byte, around) => self.at += 1,
                _ => {
                    return Err(Trouble::new(
                        "zsh.expansion",
                        "this part of `${…}` is not read for zsh",
                    ));
                }
            }
        }
        self.nested -= 1;
        self.at += 1;
        Ok(())
    }

    /// Notes that something is open that this code reads by calling itself.
    fn open(&mut self) -> Result<(), Trouble> {
        self.nested += 1;
        if self.nested > MAX_NESTED {
            return Err(Trouble::new(
                "bound.nesting",
                "expansions are nested too deeply",
            ));
        }
        Ok(())
    }

    /// Reads `$'…'`. zsh has escapes of its own, and drops the backslash of what is none.
    fn ansi_c(&mut self) -> Result<(), Trouble> {
        self.at += 2;
        loop {
            match self.rest(0) {
                [b'\'', ..] => break,
                [b'\\', escape @ ..] => {
                    let is_known = match escape {
                        [b'x' | b'u' | b'U', digit, ..] => digit.is_ascii_hexdigit(),
                        [letter, ..] => b"abeEfnrtv\\'\"?0123".contains(letter),
                        [] => false,
                    };
                    if !is_known {
                        return Err(Trouble::new(
                            "zsh.quotes",
                            "this escape in `$'…'` means something else in zsh",
                        ));
                    }
                    self.at += 2;
                }
                [_, ..] => self.at += 1,
                [] => return Err(disagreement()),
            }
        }
        self.at += 1;
        Ok(())
    }

    fn tilde(&mut self) -> Result<(), Trouble> {
        let ends = matches!(self.peek(1), None | Some(b'/'));
        let is_same = match self.before() {
            None => ends && self.role != WordRole::Pattern,
            Some(b':') if self.role == WordRole::AssignmentValue => {
                ends && self.at.checked_sub(2).and_then(|at| self.bytes.get(at)) != Some(&b'\\')
            }
            // zsh looks for it after expanding: in `$x~` it comes first if `x` is empty.
            Some(byte) => {
                self.after_name != self.at
                    && (byte.is_ascii_alphanumeric() || b"_-./^@~".contains(&byte))
            }
        };
        if !is_same {
            return Err(Trouble::new(
                "zsh.tilde",
                "what `~` stands for here is not the same in zsh: `~name` may be a variable",
            ));
        }
        self.at += 1;
        Ok(())
    }

    fn equals(&mut self) -> Result<(), Trouble> {
        let is_operator = matches!(self.role, WordRole::Argument | WordRole::ConditionalOperand)
            && matches!(self.bytes, b"=" | b"==");
        if self.role == WordRole::CommandName || (self.at == 0 && !is_operator) {
            return Err(Trouble::new(
                "zsh.equals",
                "`=` may stand for the path of a command, or assign something, in zsh",
            ));
        }
        self.at += 1;
        Ok(())
    }

    /// Whether file names and braces may be expanded here, or stand for themselves in both shells.
    fn takes_patterns(&self) -> Result<(), Trouble> {
        match self.role {
            WordRole::Argument
            | WordRole::AssignmentValue
            | WordRole::Pattern
            | WordRole::ForWord
            | WordRole::ConditionalOperand
            | WordRole::HereString => Ok(()),
            WordRole::CommandName | WordRole::RedirectTarget | WordRole::Delimiter => {
                Err(Trouble::new(
                    "zsh.glob",
                    "zsh expands this where bash does not, or to several",
                ))
            }
        }
    }

    fn glob(&mut self, byte: u8) -> Result<(), Trouble> {
        self.takes_patterns()?;
        if byte == b'*' && self.before() == Some(b'*') {
            return Err(Trouble::new(
                "zsh.recursive-glob",
                "`**` goes through all directories below in zsh",
            ));
        }
        self.at += 1;
        Ok(())
    }

    /// Reads `[…]` with nothing in it but letters, digits and ranges.
    fn bracket(&mut self) -> Result<(), Trouble> {
        if self.bytes == b"[" {
            self.at += 1;
            return Ok(());
        }
        self.takes_patterns()?;
        let negated = usize::from(matches!(self.peek(1), Some(b'!' | b'^')));
        let inside = self.rest(1 + negated);
        let is_plain = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.,-".contains(byte);
        let len = inside.iter().take_while(is_plain).count();
        if len == 0 || inside.get(len) != Some(&b']') {
            return Err(Trouble::new(
                "zsh.glob",
                "this `[` is not a pattern that zsh and bash read alike",
            ));
        }
        self.at += 1 + negated + len + 1;
        Ok(())
    }

    /// Reads `{a,b}`, `{1..3}`, and `{…}` that stands for itself.
    fn brace(&mut self) -> Result<(), Trouble> {
        self.takes_patterns()?;
        // bash takes it for a part of the name: `$x{a,b}` is `$xa $xb`.
        if self.after_name == self.at && self.at > 0 {
            return Err(brace("braces right after a variable differ in zsh"));
        }
        let rest = self.rest(1);
        let is_plain = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_./,@%+:-".contains(byte);
        let len = rest.iter().take_while(is_plain).count();
        let inside = rest.get(..len).unwrap_or(&[]);
        if rest.get(len) != Some(&b'}') || !expands_alike(inside) {
            return Err(brace(
                "this brace expansion is not one that zsh and bash read alike",
            ));
        }
        self.multiplies |= inside.contains(&b',') || dots(inside).is_some();
        self.at += len + 2;
        Ok(())
    }
}

/// Whether both shells make the same of the inside of braces.
fn expands_alike(inside: &[u8]) -> bool {
    let Some(dots) = dots(inside) else {
        let is_list = inside.contains(&b',');
        // An empty alternative is an argument for zsh.
        return !is_list
            || inside
                .split(|&byte| byte == b',')
                .all(|one| !one.is_empty());
    };
    let from = inside.get(..dots).unwrap_or(&[]);
    let to = inside.get(dots + 2..).unwrap_or(&[]);
    match (from, to) {
        ([from], [to]) if from.is_ascii_lowercase() => to.is_ascii_lowercase(),
        ([from], [to]) if from.is_ascii_uppercase() => to.is_ascii_uppercase(),
        _ => is_integer(from) && is_integer(to),
    }
}

/// Returns the place of two dots.
fn dots(inside: &[u8]) -> Option<usize> {
    inside.windows(2).position(|pair| pair == b"..")
}

/// Whether it is a decimal number without zeros in front. More digits than these overflow.
fn is_integer(text: &[u8]) -> bool {
    match text {
        b"0" => true,
        [b'-', digits @ ..] | digits => {
            matches!(digits.first(), Some(b'1'..=b'9'))
                && digits.len() < 10
                && digits.iter().all(u8::is_ascii_digit)
        }
    }
}

fn brace(message: &'static str) -> Trouble {
    Trouble::new("zsh.brace", message)
}
