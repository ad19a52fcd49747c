//! The words and operators of `[[ … ]]` and of `[ … ]` (R2.2).
//!
//! `[` is a command like any other, `[[` has a grammar and a way to read words of its own, which the parser's tree follows
//! only roughly. What stands in a word is not read here, only where it ends; what is not understood is a gap.

use std::{borrow::Cow, ops::Range};

use crate::read::gaps::Trouble;

/// One word or operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::read) struct Part {
    /// Where it stands in the source.
    pub(in crate::read) at: Range<usize>,
    /// What the shell takes it for.
    pub(in crate::read) role: Role,
}

/// What a part of a conditional is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) enum Role {
    /// A word of `[ … ]`, brackets included: split and expanded as in any command.
    Word,
    /// `[[` or `]]`.
    Bracket,
    /// What joins or compares: `&&`, `||`, `!`, `(`, `)`, `==`, `-eq` and so on.
    Operator,
    /// A test of one operand: `-f` and so on.
    Unary,
    /// A word that is expanded to one string.
    Operand,
    /// A pattern, which may hold `@(a|b)`.
    Pattern,
    /// A regular expression, which may hold parentheses, `|` and, in parentheses, blanks.
    Regex,
    /// A word whose value is evaluated as arithmetic: it can run commands.
    Number,
    /// A word whose value is evaluated as the name of a variable: a subscript in it can run commands.
    Name,
}

/// Splits a conditional that reaches from `from` up to `to`, brackets included, into its parts.
///
/// `ends` tells where the expansion or substitution that begins at a byte ends. That a word can begin and end there at
/// all is for the caller to know.
pub(in crate::read) fn words(
    source: &str,
    from: usize,
    to: usize,
    ends: &dyn Fn(usize) -> Option<usize>,
) -> Result<Vec<Part>, Trouble> {
    let mut lexer = Lexer {
        bytes: source.as_bytes().get(..to).unwrap_or_default(),
        at: from,
        ends,
    };
    match lexer.next(Kind::Plain)? {
        Token::Word(at) if lexer.text(&at) == b"[[" => Grammar::new(lexer, at).run(),
        Token::Word(at) if lexer.text(&at) == b"[" => command(lexer, at),
        Token::Word(_) | Token::Operator(_) | Token::Newline | Token::End => {
            Err(trouble("it does not begin as a conditional does"))
        }
    }
}

/// Reads the words of `[ … ]`.
fn command(mut lexer: Lexer<'_>, bracket: Range<usize>) -> Result<Vec<Part>, Trouble> {
    let mut words = vec![bracket];
    loop {
        match lexer.next(Kind::Plain)? {
            Token::Word(at) => words.push(at),
            Token::End => break,
            Token::Operator(_) | Token::Newline => {
                return Err(trouble(
                    "what stands in `[ … ]` ends the command or redirects it",
                ));
            }
        }
    }
    let closed = words
        .last()
        .is_some_and(|last| lexer.text(last) == b"]" && last.end == lexer.bytes.len());
    if !closed {
        return Err(trouble("`[` has no `]` at its end"));
    }
    let part = |at| Part {
        at,
        role: Role::Word,
    };
    Ok(words.into_iter().map(part).collect())
}

/// How a word is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Pattern,
    Regex,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(Range<usize>),
    /// One of `&&`, `||`, `(`, `)`, `<`, `>`.
    Operator(Range<usize>),
    Newline,
    /// The end of the text.
    End,
}

struct Lexer<'a> {
    /// The source up to the end of the conditional.
    bytes: &'a [u8],
    at: usize,
    ends: &'a dyn Fn(usize) -> Option<usize>,
}

impl Lexer<'_> {
    fn text(&self, at: &Range<usize>) -> &[u8] {
        self.bytes.get(at.clone()).unwrap_or_default()
    }

    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn next(&mut self, kind: Kind) -> Result<Token, Trouble> {
        let start = loop {
            match self.rest() {
                [b' ' | b'\t', ..] => self.at += 1,
                [b'\\', b'\n', ..] => self.at += 2,
                [b'#', rest @ ..] => {
                    let newline = rest.iter().position(|&byte| byte == b'\n');
                    self.at += 1 + newline.unwrap_or(rest.len());
                }
                _ => break self.at,
            }
        };
        let operator_len = match self.rest() {
            [] => return Ok(Token::End),
            [b'\n', ..] => {
                self.at += 1;
                return Ok(Token::Newline);
            }
            [b'(', ..] if kind == Kind::Regex => 0,
            [b'<' | b'>', b'(', ..] if kind == Kind::Plain => 0,
            [b'&', b'&', ..] | [b'|', b'|', ..] => 2,
            [b'<' | b'>', b'<' | b'>' | b'&' | b'|' | b'(', ..] => {
                return Err(unread("a redirect"));
            }
            [b'(' | b')' | b'<' | b'>', ..] => 1,
            [b'&' | b'|' | b';', ..] => return Err(unread("`&`, `|` or `;`")),
            _ => 0,
        };
        if operator_len > 0 {
            self.at += operator_len;
            return Ok(Token::Operator(start..self.at));
        }
        self.word(kind)?;
        Ok(Token::Word(start..self.at))
    }

    fn word(&mut self, kind: Kind) -> Result<(), Trouble> {
        let start = self.at;
        let mut subscripts = 0_usize;
        loop {
            if self.unit()? {
                continue;
            }
            match self.rest() {
                [b'@' | b'?' | b'*' | b'+' | b'!', b'(', ..] if kind == Kind::Pattern => {
                    self.at += 1;
                    self.group()?;
                    continue;
                }
                [b'(', ..] if kind == Kind::Regex => {
                    self.group()?;
                    continue;
                }
                [b'|', next, ..] if kind == Kind::Regex && !is_special(*next) => {}
                [b'|', ..] if kind == Kind::Regex => {
                    return Err(unread("`|` in the regular expression"));
                }
                // Where a command could begin, the shell reads a subscript up to its end, whatever stands in it.
                [b'[', ..] if subscripts > 0 || is_name(self.text(&(start..self.at))) => {
                    subscripts += 1;
                }
                [b']', ..] => subscripts = subscripts.saturating_sub(1),
                [] => break,
                [byte, ..] if is_special(*byte) => break,
                _ => {}
            }
            self.at += 1;
        }
        if subscripts > 0 {
            return Err(unread("a subscript that is open at the end of a word"));
        }
        let text = self.text(&(start..self.at));
        let names_descriptor =
            text.iter().all(u8::is_ascii_digit) || matches!(text, [b'{', .., b'}']);
        if names_descriptor && matches!(self.rest(), [b'<' | b'>', ..]) {
            return Err(unread("a redirect"));
        }
        Ok(())
    }

    /// Takes what is quoted, escaped or expanded here; false if nothing is.
    fn unit(&mut self) -> Result<bool, Trouble> {
        match self.rest() {
            [b'\\', b'\n', ..] => return Err(unread("a line that goes on inside a word")),
            // `$$` is the process id, whatever comes after.
            [b'\\', _, ..] | [b'$', b'$', ..] => self.at += 2,
            [b'\'', ..] => self.quotes(1, b'\'')?,
            [b'$', b'\'', ..] => self.escaped_quotes()?,
            [b'"', ..] => self.double_quotes(1)?,
            [b'$', b'"', ..] => self.double_quotes(2)?,
            [b'`', ..] | [b'$', b'(' | b'{' | b'[', ..] | [b'<' | b'>', b'(', ..] => {
                self.expansion()?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn quotes(&mut self, opening: usize, closing: u8) -> Result<(), Trouble> {
        self.at += opening;
        let len = self.rest().iter().position(|&byte| byte == closing);
        self.at += 1 + len.ok_or_else(unclosed)?;
        Ok(())
    }

    /// Takes `$'…'`.
    fn escaped_quotes(&mut self) -> Result<(), Trouble> {
        self.at += 2;
        loop {
            match self.rest() {
                [b'\\', _, ..] => self.at += 2,
                [b'\'', ..] => break,
                [] => return Err(unclosed()),
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Ok(())
    }

    fn double_quotes(&mut self, opening: usize) -> Result<(), Trouble> {
        self.at += opening;
        loop {
            match self.rest() {
                // Joined lines may make an expansion of it.
                [b'$', b'\\', b'\n', ..] => return Err(unread("a line that goes on after `$`")),
                [b'\\', _, ..] | [b'$', b'$', ..] => self.at += 2,
                [b'`', ..] | [b'$', b'(' | b'{' | b'[', ..] => self.expansion()?,
                [b'"', ..] => break,
                [] => return Err(unclosed()),
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Ok(())
    }

    fn expansion(&mut self) -> Result<(), Trouble> {
        let end = (self.ends)(self.at).filter(|&end| end > self.at && end <= self.bytes.len());
        self.at = end.ok_or_else(|| unread("an expansion or substitution"))?;
        Ok(())
    }

    /// Takes `(…)` in a pattern or regular expression. Nothing ends it but its own parenthesis.
    fn group(&mut self) -> Result<(), Trouble> {
        let mut open = 0_usize;
        loop {
            if let [b'$', b'\'' | b'"', ..] | [b'<' | b'>', ..] = self.rest() {
                return Err(unread("what stands in the parentheses of a pattern"));
            }
            if self.unit()? {
                continue;
            }
            match self.rest() {
                [b'(', ..] => open += 1,
                [b')', ..] => open -= 1,
                [] | [b'\n' | b';' | b'&' | b'#', ..] => {
                    return Err(unread("what stands in the parentheses of a pattern"));
                }
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                return Ok(());
            }
        }
    }
}

/// Whether a character ends a word unless it is quoted.
const fn is_special(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | b'\n' | b'&' | b'|' | b';' | b'(' | b')' | b'<' | b'>'
    )
}

fn is_name(text: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    text.first().is_some_and(|first| !first.is_ascii_digit()) && text.iter().all(is_part)
}

/// What a word that stands where an operator is wanted makes of its right side; None: it is no operator.
fn comparison(operator: &[u8]) -> Option<(Role, Kind)> {
    Some(match operator {
        b"==" | b"=" | b"!=" => (Role::Pattern, Kind::Pattern),
        b"=~" => (Role::Regex, Kind::Regex),
        b"-eq" | b"-ne" | b"-lt" | b"-le" | b"-gt" | b"-ge" => (Role::Number, Kind::Plain),
        b"-nt" | b"-ot" | b"-ef" => (Role::Operand, Kind::Plain),
        _ => return None,
    })
}

/// What a word that begins a term makes of the next; None: it is no operator.
fn test_of_one(operator: &[u8]) -> Option<Role> {
    let [b'-', letter] = operator else {
        return None;
    };
    match letter {
        b'v' | b'R' => Some(Role::Name),
        letter if b"abcdefghknoprstuwxzGLNOS".contains(letter) => Some(Role::Operand),
        _ => None,
    }
}

/// Reads `[[ … ]]`.
struct Grammar<'a> {
    lexer: Lexer<'a>,
    parts: Vec<Part>,
    open: usize,
}

impl<'a> Grammar<'a> {
    fn new(lexer: Lexer<'a>, bracket: Range<usize>) -> Self {
        let mut grammar = Self {
            lexer,
            parts: Vec::new(),
            open: 0,
        };
        grammar.push(bracket, Role::Bracket);
        grammar
    }

    fn run(mut self) -> Result<Vec<Part>, Trouble> {
        loop {
            let token = self.next_line()?;
            let first = match token {
                Token::Operator(at) if self.lexer.text(&at) == b"(" => {
                    self.open += 1;
                    self.push(at, Role::Operator);
                    continue;
                }
                Token::Word(at) if self.lexer.text(&at) == b"!" => {
                    self.push(at, Role::Operator);
                    continue;
                }
                token => self.operand(token)?,
            };
            let after = self.term(first)?;
            if self.after_term(after)? {
                return Ok(self.parts);
            }
        }
    }

    fn push(&mut self, at: Range<usize>, role: Role) {
        self.parts.push(Part { at, role });
    }

    /// Returns the next token that is no newline. The shell passes over newlines before a term and after most of them.
    fn next_line(&mut self) -> Result<Token, Trouble> {
        loop {
            let token = self.lexer.next(Kind::Plain)?;
            if token != Token::Newline {
                return Ok(token);
            }
        }
    }

    /// Returns where a token stands that has to be an operand.
    fn operand(&self, token: Token) -> Result<Range<usize>, Trouble> {
        match token {
            Token::Word(at) if self.lexer.text(&at) != b"]]" => Ok(at),
            Token::Word(_) | Token::Operator(_) | Token::Newline | Token::End => {
                Err(trouble("a word is missing in `[[ … ]]`"))
            }
        }
    }

    /// Reads a comparison or test from its first word on; returns the token after it.
    fn term(&mut self, first: Range<usize>) -> Result<Token, Trouble> {
        if let Some(role) = test_of_one(self.lexer.text(&first)) {
            self.push(first, Role::Unary);
            return self.last_operand(role, Kind::Plain);
        }
        match self.lexer.next(Kind::Plain)? {
            Token::Word(at) if self.lexer.text(&at) != b"]]" => {
                let (right, kind) = comparison(self.lexer.text(&at))
                    .ok_or_else(|| trouble("a word stands where `[[ … ]]` wants an operator"))?;
                let left = match right {
                    Role::Number => Role::Number,
                    _ => Role::Operand,
                };
                self.push(first, left);
                self.push(at, Role::Operator);
                self.last_operand(right, kind)
            }
            Token::Operator(at) if matches!(self.lexer.text(&at), b"<" | b">") => {
                self.push(first, Role::Operand);
                self.push(at, Role::Operator);
                self.last_operand(Role::Operand, Kind::Plain)
            }
            token => {
                self.push(first, Role::Operand);
                Ok(token)
            }
        }
    }

    fn last_operand(&mut self, role: Role, kind: Kind) -> Result<Token, Trouble> {
        let token = self.lexer.next(kind)?;
        let at = self.operand(token)?;
        self.push(at, role);
        self.next_line()
    }

    /// Reads what follows a term; returns whether it was the end.
    fn after_term(&mut self, mut token: Token) -> Result<bool, Trouble> {
        loop {
            match token {
                Token::Operator(at) if matches!(self.lexer.text(&at), b"&&" | b"||") => {
                    self.push(at, Role::Operator);
                    return Ok(false);
                }
                Token::Operator(at) if self.lexer.text(&at) == b")" && self.open > 0 => {
                    self.open -= 1;
                    self.push(at, Role::Operator);
                    token = self.next_line()?;
                }
                Token::Word(at)
                    if self.lexer.text(&at) == b"]]"
                        && self.open == 0
                        && at.end == self.lexer.bytes.len() =>
                {
                    self.push(at, Role::Bracket);
                    return Ok(true);
                }
                Token::Word(_) | Token::Operator(_) | Token::Newline | Token::End => {
                    return Err(trouble("`[[ … ]]` goes on where it should end"));
                }
            }
        }
    }
}

fn trouble(message: impl Into<Cow<'static, str>>) -> Trouble {
    Trouble::new("conditional", message)
}

fn unread(what: &str) -> Trouble {
    trouble(format!("{what} in a conditional is not read"))
}

fn unclosed() -> Trouble {
    trouble("a quote in a conditional is open at its end")
}
