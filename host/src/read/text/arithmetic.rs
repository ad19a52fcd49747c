//! Arithmetic: the inside of `$((…))`, `((…))`, `for ((;;))` and `${x:…}` (R2.2).
//!
//! The shell evaluates a variable's value as an expression of its own, so that a value such as `a[$(id)]` runs `id`, and
//! puts the value of `$x` into the text before it looks for names and operators. Only expressions are read of which no
//! numeric value can change the structure; that the values are numeric is for the caller to know.

use std::{borrow::Cow, ops::Range};

use crate::read::gaps::Trouble;

/// A variable in an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::read) struct Variable {
    /// Its name; of a parameter, `#`, `?` or its number.
    pub(in crate::read) name: String,
    /// Where it is written, `$` and braces included.
    pub(in crate::read) at: Range<usize>,
    /// How its value comes in.
    pub(in crate::read) form: Form,
    /// Whether it may get a value.
    pub(in crate::read) access: Access,
}

/// How a variable's value comes into an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) enum Form {
    /// `x`: the value is evaluated by itself.
    Bare,
    /// `$x`: the value is put into the text.
    Dollar,
}

/// What an expression does with a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) enum Access {
    /// It is only read.
    Read,
    /// It may be assigned a number, and may be read.
    Assigned,
}

/// Whether a variable's value is a number that can stand for the variable: digits, at most a sign in front.
pub(in crate::read) fn is_number(value: &str) -> bool {
    let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
    digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'))
        && value.parse::<i64>().is_ok()
}

/// Reads an expression; returns every variable that it names, in order.
///
/// If all their values are numbers ([`is_number`]), or not set and written without `$`, it reads and assigns no others
/// and runs nothing. It can still fail, by a division by zero or its syntax, which this does not check; variables written
/// before the place of the mistake can have been assigned then.
pub(in crate::read) fn read(text: &str) -> Result<Vec<Variable>, Trouble> {
    let mut reader = Reader {
        text,
        at: 0,
        open: Vec::new(),
        dollar_end: None,
        names: Vec::new(),
    };
    while let Some(byte) = reader.peek(0) {
        reader.token(byte)?;
    }
    if reader.open.is_empty() {
        Ok(reader.names)
    } else {
        Err(unbalanced())
    }
}

/// What a closing parenthesis closes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// `(`.
    Group,
    /// `$((`.
    Expression,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    open: Vec<Open>,
    /// Where the last thing that is replaced by its value ended.
    dollar_end: Option<usize>,
    names: Vec<Variable>,
}

impl Reader<'_> {
    fn token(&mut self, byte: u8) -> Result<(), Trouble> {
        match byte {
            b'0'..=b'9' => return self.number(),
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => return self.bare_name(),
            b'$' => return self.dollar(),
            b'(' => self.open.push(Open::Group),
            b')' => return self.close(),
            b'<' | b'>' if self.peek(1) == Some(b'(') => return Err(unread(self.next(2))),
            b' ' | b'\t' | b'\n' | b'!' | b'~' | b'*' | b'/' | b'%' | b'+' | b'-' | b'<' | b'>'
            | b'=' | b'&' | b'^' | b'|' | b'?' | b':' | b',' => {}
            _ => return Err(unread(self.next(1))),
        }
        self.at += 1;
        Ok(())
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn before(&self) -> &str {
        self.text.get(..self.at).unwrap_or_default()
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Returns so many characters from here on, for a message.
    fn next(&self, characters: usize) -> &str {
        let rest = self.rest();
        let end = rest.char_indices().nth(characters);
        end.and_then(|(end, _)| rest.get(..end)).unwrap_or(rest)
    }

    /// Takes the bytes from here on that pass.
    fn take(&mut self, passes: fn(u8) -> bool) -> String {
        let len = self.rest().bytes().take_while(|&byte| passes(byte)).count();
        let taken = self.rest().get(..len).unwrap_or_default().to_owned();
        self.at += len;
        taken
    }

    fn number(&mut self) -> Result<(), Trouble> {
        self.check_joint()?;
        let number = self.take(|byte| is_word_byte(byte) || matches!(byte, b'#' | b'@'));
        if is_literal(&number) {
            Ok(())
        } else {
            Err(unread(&number))
        }
    }

    fn bare_name(&mut self) -> Result<(), Trouble> {
        self.check_joint()?;
        let start = self.at;
        let before = self.before().trim_end_matches(BLANKS);
        let raised = before.ends_with("++") || before.ends_with("--");
        let name = self.take(is_word_byte);
        let access = if raised || self.assignment_follows() || self.sign_follows() {
            Access::Assigned
        } else {
            Access::Read
        };
        self.push(name, start, Form::Bare, access);
        Ok(())
    }

    fn push(&mut self, name: String, start: usize, form: Form, access: Access) {
        self.names.push(Variable {
            name,
            at: start..self.at,
            form,
            access,
        });
    }

    fn assignment_follows(&self) -> bool {
        let rest = self.rest().trim_start_matches(BLANKS).as_bytes();
        match rest {
            [b'=', next, ..] => *next != b'=',
            [b'=']
            | [
                b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'^' | b'|',
                b'=',
                ..,
            ]
            | [b'<', b'<', b'=', ..]
            | [b'>', b'>', b'=', ..] => true,
            _ => false,
        }
    }

    /// Whether `++` or `--` follows, or may: with -4 for `$y`, `x-$y` is `x--4`.
    fn sign_follows(&self) -> bool {
        let rest = self.rest().trim_start_matches(BLANKS).as_bytes();
        matches!(rest, [b'+', b'+' | b'$', ..] | [b'-', b'-' | b'$', ..])
    }

    fn dollar(&mut self) -> Result<(), Trouble> {
        self.check_joint()?;
        let last = self.before().bytes().next_back();
        if last.is_some_and(|byte| is_word_byte(byte) || matches!(byte, b'#' | b'@')) {
            return Err(joint());
        }
        if self.rest().starts_with("$((") {
            self.open.push(Open::Expression);
            self.at += 3;
            return Ok(());
        }
        let start = self.at;
        let name = self.parameter()?;
        if self.assignment_follows() {
            return Err(evaluated(
                "arithmetic assigns to a variable whose name is not written",
            ));
        }
        self.dollar_end = Some(self.at);
        self.push(name, start, Form::Dollar, Access::Read);
        Ok(())
    }

    /// Takes `$x`, `${x}`, `$1`, `$#` or `$?`; returns the name.
    fn parameter(&mut self) -> Result<String, Trouble> {
        let shown = self.next(3).to_owned();
        self.at += 1;
        match self.peek(0) {
            Some(b'#' | b'?' | b'0'..=b'9') => {
                let name = self.next(1).to_owned();
                self.at += 1;
                Ok(name)
            }
            Some(b'{') => {
                self.at += 1;
                let name = self.take(is_word_byte);
                if !is_parameter(&name) || self.peek(0) != Some(b'}') {
                    return Err(unread(&shown));
                }
                self.at += 1;
                Ok(name)
            }
            Some(b'A'..=b'Z' | b'a'..=b'z' | b'_') => Ok(self.take(is_word_byte)),
            _ => Err(unread(&shown)),
        }
    }

    fn close(&mut self) -> Result<(), Trouble> {
        match self.open.pop() {
            Some(Open::Group) => self.at += 1,
            Some(Open::Expression) if self.peek(1) == Some(b')') => {
                self.at += 2;
                self.dollar_end = Some(self.at);
            }
            Some(Open::Expression) | None => return Err(unbalanced()),
        }
        Ok(())
    }

    /// Checks that nothing that is replaced by its value ends here: it would become one with what follows.
    fn check_joint(&self) -> Result<(), Trouble> {
        if self.dollar_end == Some(self.at) {
            Err(joint())
        } else {
            Ok(())
        }
    }
}

const BLANKS: [char; 3] = [' ', '\t', '\n'];

const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether it can stand in `${…}` by itself: a name, or a number without a zero in front.
fn is_parameter(name: &str) -> bool {
    let is_position =
        name == "0" || !name.starts_with('0') && name.bytes().all(|byte| byte.is_ascii_digit());
    match name.bytes().next() {
        None => false,
        Some(b'0'..=b'9') => is_position,
        Some(_) => true,
    }
}

/// Whether a word that begins with a digit is a number: decimal, octal, `0x1f` or `16#1f`.
fn is_literal(word: &str) -> bool {
    let all =
        |digits: &str, passes: fn(u8) -> bool| !digits.is_empty() && digits.bytes().all(passes);
    if let Some((base, digits)) = word.split_once('#') {
        let base = Some(base)
            .filter(|base| !base.starts_with('0'))
            .and_then(|base| base.parse::<u32>().ok());
        return base.is_some_and(|base| (2..=64).contains(&base)) && all(digits, is_word_byte);
    }
    if let Some(digits) = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        return all(digits, |byte| byte.is_ascii_hexdigit());
    }
    if word.starts_with('0') {
        return all(word, |byte| matches!(byte, b'0'..=b'7'));
    }
    all(word, |byte| byte.is_ascii_digit())
}

fn evaluated(message: impl Into<Cow<'static, str>>) -> Trouble {
    Trouble::new("evaluated", message)
}

fn unread(what: &str) -> Trouble {
    evaluated(format!(
        "`{what}` in arithmetic is not read: the shell evaluates it once more, which can run a command"
    ))
}

fn joint() -> Trouble {
    evaluated("a value in arithmetic becomes one with the name or number beside it")
}

fn unbalanced() -> Trouble {
    evaluated("the parentheses in arithmetic don't match, so it may be no arithmetic at all")
}
