//! What an `awk` program does besides calculating and printing, found in its words by allowlist.
//!
//! The language is not read as a tree: what leads out of a program is a few words and signs, and the only one of them that
//! depends on where it stands is `>`, which names a file behind `print` and compares elsewhere.

use super::lexer::{self, NotUnderstood, Token, Word};

/// What a program does to a file or a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed<'p> {
    /// Reads this file.
    Read(&'p str),
    /// Writes this file.
    Write(&'p str),
    /// Talks to a host: for gawk some file names mean one.
    Connect(&'p str),
}

/// Why a program is not described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It runs a command.
    Runs,
    /// It reads or writes a file that only the run will know.
    SomeFile,
    /// It is not understood.
    NotUnderstood,
}

impl From<NotUnderstood> for Refusal {
    fn from(_: NotUnderstood) -> Self {
        Self::NotUnderstood
    }
}

/// Finds out what a program does.
///
/// # Errors
///
/// It runs a command, touches a file that is not certain, or is not understood.
pub(super) fn read(program: &str) -> Result<Vec<Deed<'_>>, Refusal> {
    let tokens = lexer::read(program)?;
    let mut reader = Reader {
        tokens: &tokens,
        open: Vec::new(),
        print: None,
        deeds: Vec::new(),
    };
    for index in 0..tokens.len() {
        reader.read_token(index)?;
    }
    if reader.open.is_empty() {
        Ok(reader.deeds)
    } else {
        Err(Refusal::NotUnderstood)
    }
}

/// Whether a file name means a host for gawk.
pub(super) fn is_host(file: &str) -> bool {
    file.starts_with("/inet")
}

/// Whether a word of the command line gives a variable a value, instead of naming a file.
pub(super) fn is_assignment(word: &str) -> bool {
    let Some((name, _)) = word.split_once('=') else {
        return false;
    };
    matches!(lexer::read(name).as_deref(), Ok([Token::Name(token)]) if *token == name)
}

struct Reader<'t, 'p> {
    tokens: &'t [Token<'p>],
    /// The brackets that are open.
    open: Vec<&'static str>,
    /// How many brackets were open at the `print` whose statement is being read.
    print: Option<usize>,
    deeds: Vec<Deed<'p>>,
}

impl<'p> Reader<'_, 'p> {
    fn token(&self, index: usize) -> Option<Token<'p>> {
        self.tokens.get(index).copied()
    }

    fn before(&self, index: usize) -> Option<Token<'p>> {
        self.token(index.checked_sub(1)?)
    }

    fn read_token(&mut self, index: usize) -> Result<(), Refusal> {
        match self.token(index) {
            Some(Token::Word(Word::Runs)) => Err(Refusal::Runs),
            Some(Token::Word(Word::Special)) => Err(Refusal::NotUnderstood),
            Some(Token::Word(Word::Getline)) => self.read_getline(index + 1),
            Some(Token::Word(Word::Print)) => {
                if self.open.last() != Some(&"{") {
                    return Err(Refusal::NotUnderstood);
                }
                self.print = Some(self.open.len());
                Ok(())
            }
            Some(Token::Name(name)) => self.read_name(name, index),
            Some(Token::Sign(sign)) => self.read_sign(sign, index),
            Some(Token::Line) => {
                self.end_line(index);
                Ok(())
            }
            Some(Token::Word(_) | Token::Number | Token::Text(_) | Token::Pattern) | None => Ok(()),
        }
    }

    /// Reads a name. One that is called must be defined in the program.
    fn read_name(&self, name: &str, index: usize) -> Result<(), Refusal> {
        let is_called = self.token(index + 1) == Some(Token::Sign("("));
        let definition = [Token::Word(Word::Function), Token::Name(name)];
        let is_defined = || self.tokens.windows(2).any(|pair| pair == definition);
        if is_called && !is_defined() {
            return Err(Refusal::NotUnderstood);
        }
        Ok(())
    }

    fn read_sign(&mut self, sign: &'static str, index: usize) -> Result<(), Refusal> {
        let is_print = self.print == Some(self.open.len());
        match sign {
            "|" | "|&" => return Err(Refusal::Runs),
            ":" if self.before(index) == Some(Token::Sign(":")) => {
                return Err(Refusal::NotUnderstood);
            }
            "(" | "[" | "{" => self.open.push(sign),
            ")" | "]" | "}" => return self.close(sign),
            ";" if is_print => self.print = None,
            ";" if self.print.is_some() => return Err(Refusal::NotUnderstood),
            ">" | ">>" if is_print => return self.read_output(index + 1),
            ">>" => return Err(Refusal::NotUnderstood),
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, sign: &str) -> Result<(), Refusal> {
        let opened = self.open.pop().ok_or(Refusal::NotUnderstood)?;
        if !matches!((opened, sign), ("(", ")") | ("[", "]") | ("{", "}")) {
            return Err(Refusal::NotUnderstood);
        }
        if self.print.is_some_and(|print| print > self.open.len()) {
            self.print = None;
        }
        Ok(())
    }

    fn end_line(&mut self, index: usize) {
        if self.print == Some(self.open.len()) && !self.goes_on(index) {
            self.print = None;
        }
    }

    /// Whether a statement may go on behind the end of a line. After most signs it does.
    fn goes_on(&self, line: usize) -> bool {
        match self.before(line) {
            Some(Token::Sign(sign)) => !matches!(sign, ")" | "]" | "++" | "--"),
            _ => false,
        }
    }

    /// Reads what `print` prints to. It must be a string and nothing more.
    fn read_output(&mut self, index: usize) -> Result<(), Refusal> {
        let Some(Token::Text(file)) = self.token(index) else {
            return Err(Refusal::SomeFile);
        };
        let ends = match self.token(index + 1) {
            None | Some(Token::Line | Token::Sign(";" | "}")) => true,
            Some(_) => false,
        };
        match file {
            _ if !ends || file.contains('\\') => return Err(Refusal::SomeFile),
            "/dev/null" | "/dev/stdout" | "/dev/stderr" => {}
            _ if is_host(file) => self.deeds.push(Deed::Connect(file)),
            _ => self.deeds.push(Deed::Write(file)),
        }
        Ok(())
    }

    /// Reads what follows `getline`: perhaps what gets the line, and perhaps `<` and a file.
    fn read_getline(&mut self, start: usize) -> Result<(), Refusal> {
        let after = match (self.token(start), self.token(start + 1)) {
            (Some(Token::Name(_)), Some(Token::Sign("["))) => self.end_of_subscript(start + 1)?,
            (Some(Token::Name(_)), _) => start + 1,
            (Some(Token::Sign("$")), Some(Token::Number | Token::Name(_))) => start + 2,
            (Some(Token::Sign("$" | "(")), _) => return Err(Refusal::NotUnderstood),
            _ => start,
        };
        if self.token(after) != Some(Token::Sign("<")) {
            return self.compare_nothing(after);
        }
        self.compare_nothing(after + 1)?;
        let Some(Token::Text(file)) = self.token(after + 1) else {
            return Err(Refusal::SomeFile);
        };
        // Whether what follows is joined to the name, not all agree.
        let ends = match self.token(after + 2) {
            None | Some(Token::Line) => true,
            Some(Token::Sign(sign)) => matches!(
                sign,
                ")" | ";" | "}" | ">" | ">=" | "<=" | "==" | "!=" | "&&" | "||"
            ),
            Some(_) => false,
        };
        match file {
            _ if !ends || file.contains('\\') => return Err(Refusal::SomeFile),
            "-" | "/dev/stdin" => {}
            _ if is_host(file) => self.deeds.push(Deed::Connect(file)),
            _ => self.deeds.push(Deed::Read(file)),
        }
        Ok(())
    }

    /// Makes sure that nothing is compared by `<` in the rest of an expression. With `getline` before it, it may name a file.
    fn compare_nothing(&self, start: usize) -> Result<(), Refusal> {
        let mut depth = 0_usize;
        for (index, token) in self.tokens.iter().enumerate().skip(start) {
            match token {
                Token::Sign("<") if depth == 0 => return Err(Refusal::SomeFile),
                Token::Sign("(" | "[") => depth += 1,
                Token::Sign(")" | "]") if depth > 0 => depth -= 1,
                Token::Sign("{" | "}" | ";" | ")" | "]") => break,
                Token::Line if !self.goes_on(index) => break,
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns where a subscript ends that begins here.
    fn end_of_subscript(&self, start: usize) -> Result<usize, Refusal> {
        let mut depth = 0_usize;
        for (index, token) in self.tokens.iter().enumerate().skip(start) {
            match token {
                Token::Sign("(" | "[") => depth += 1,
                Token::Sign(")" | "]") => depth -= 1,
                Token::Sign("{" | "}" | ";") | Token::Line => break,
                _ => {}
            }
            if depth == 0 {
                return Ok(index + 1);
            }
        }
        Err(Refusal::NotUnderstood)
    }
}
