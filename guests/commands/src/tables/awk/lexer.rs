//! The words of the `awk` language, read by allowlist.
//!
//! What the implementations (gawk, mawk, the original one, busybox) read in different ways is refused, above all a `/` that
//! might be a division or begin a pattern, since all that follows depends on it.

/// A word of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'p> {
    /// A name that is no keyword: of a variable, an array or a function.
    Name(&'p str),
    /// A keyword, or the name of a function that `awk` has.
    Word(Word),
    /// A number.
    Number,
    /// A string, without its quotes, as it is written.
    Text(&'p str),
    /// A pattern between slashes.
    Pattern,
    /// The end of a line.
    Line,
    /// An operator or a bracket.
    Sign(&'static str),
}

/// What a keyword is, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// `print`, `printf`: may be followed by a file.
    Print,
    /// `getline`: may be followed by a file.
    Getline,
    /// `function`, `func`.
    Function,
    /// `if`, `while`, `for`, `switch`: followed by parentheses that are no operand.
    Head,
    /// Another one that is followed by a statement, an expression or nothing.
    Other,
    /// A function that only calculates, or that closes files.
    Builtin,
    /// Something that runs a program or loads a library.
    Runs,
    /// A variable through which other variables, or the list of files, can be changed.
    Special,
}

/// Keywords and functions, sorted.
const WORDS: [(&str, Word); 67] = [
    ("ARGV", Word::Special),
    ("BEGIN", Word::Other),
    ("BEGINFILE", Word::Other),
    ("END", Word::Other),
    ("ENDFILE", Word::Other),
    ("FUNCTAB", Word::Special),
    ("SYMTAB", Word::Special),
    ("and", Word::Builtin),
    ("asort", Word::Builtin),
    ("asorti", Word::Builtin),
    ("atan2", Word::Builtin),
    ("break", Word::Other),
    ("case", Word::Other),
    ("close", Word::Builtin),
    ("compl", Word::Builtin),
    ("continue", Word::Other),
    ("cos", Word::Builtin),
    ("default", Word::Other),
    ("delete", Word::Other),
    ("do", Word::Other),
    ("else", Word::Other),
    ("exit", Word::Other),
    ("exp", Word::Builtin),
    ("extension", Word::Runs),
    ("fflush", Word::Builtin),
    ("for", Word::Head),
    ("func", Word::Function),
    ("function", Word::Function),
    ("gensub", Word::Builtin),
    ("getline", Word::Getline),
    ("gsub", Word::Builtin),
    ("if", Word::Head),
    ("in", Word::Other),
    ("index", Word::Builtin),
    ("int", Word::Builtin),
    ("isarray", Word::Builtin),
    ("length", Word::Builtin),
    ("log", Word::Builtin),
    ("lshift", Word::Builtin),
    ("match", Word::Builtin),
    ("mktime", Word::Builtin),
    ("next", Word::Other),
    ("nextfile", Word::Other),
    ("or", Word::Builtin),
    ("patsplit", Word::Builtin),
    ("print", Word::Print),
    ("printf", Word::Print),
    ("rand", Word::Builtin),
    ("return", Word::Other),
    ("rshift", Word::Builtin),
    ("sin", Word::Builtin),
    ("split", Word::Builtin),
    ("sprintf", Word::Builtin),
    ("sqrt", Word::Builtin),
    ("srand", Word::Builtin),
    ("strftime", Word::Builtin),
    ("strtonum", Word::Builtin),
    ("sub", Word::Builtin),
    ("substr", Word::Builtin),
    ("switch", Word::Head),
    ("system", Word::Runs),
    ("systime", Word::Builtin),
    ("tolower", Word::Builtin),
    ("toupper", Word::Builtin),
    ("typeof", Word::Builtin),
    ("while", Word::Head),
    ("xor", Word::Builtin),
];

/// Operators and brackets, longer ones before those that they begin with.
const SIGNS: [&str; 42] = [
    "**=", "**", "*=", "*", "++", "+=", "+", "--", "-=", "-", "%=", "%", "^=", "^", "!=", "!~",
    "!", ">=", ">>", ">", "<=", "<", "==", "=", "&&", "||", "~", "?", ":", ",", ";", "(", ")", "[",
    "]", "{", "}", "$", "|&", "|", "/=", "/",
];

/// What a `/` is after what was read last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slash {
    /// The beginning of a pattern.
    Pattern,
    /// A division.
    Division,
    /// Not all agree.
    Doubtful,
}

/// What a parenthesis was opened for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opened {
    /// An operand, or the arguments of a function.
    Operand,
    /// The condition of a statement.
    Head,
}

/// A program is not understood.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NotUnderstood;

/// Reads all words of a program.
///
/// # Errors
///
/// Something in it is not understood.
pub(super) fn read(program: &str) -> Result<Vec<Token<'_>>, NotUnderstood> {
    let mut lexer = Lexer {
        rest: program,
        tokens: Vec::new(),
        opened: Vec::new(),
        slash: Slash::Pattern,
    };
    while lexer.skip_blanks()? {
        lexer.read_token()?;
    }
    Ok(lexer.tokens)
}

struct Lexer<'p> {
    rest: &'p str,
    tokens: Vec<Token<'p>>,
    opened: Vec<Opened>,
    slash: Slash,
}

impl<'p> Lexer<'p> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let mut rest = self.rest.chars();
        let next = rest.next();
        self.rest = rest.as_str();
        next
    }

    fn take(&mut self, which: impl Fn(char) -> bool) -> &'p str {
        let before = self.rest;
        self.rest = before.trim_start_matches(which);
        before
            .get(..before.len() - self.rest.len())
            .unwrap_or_default()
    }

    /// Steps over blanks, comments, and ends of lines behind a backslash. Returns whether there is more.
    fn skip_blanks(&mut self) -> Result<bool, NotUnderstood> {
        loop {
            self.take(|next| matches!(next, ' ' | '\t'));
            match self.peek() {
                None => return Ok(false),
                // For some a backslash makes a comment go on.
                Some('#') if self.take(|next| next != '\n').ends_with(['\\', '\r']) => {
                    return Err(NotUnderstood);
                }
                Some('#') => {}
                Some('\\') => {
                    self.next();
                    if self.next() != Some('\n') {
                        return Err(NotUnderstood);
                    }
                }
                Some(_) => return Ok(true),
            }
        }
    }

    fn push(&mut self, token: Token<'p>, slash: Slash) {
        self.tokens.push(token);
        self.slash = slash;
    }

    fn read_token(&mut self) -> Result<(), NotUnderstood> {
        match self.peek() {
            Some('\n') => {
                self.next();
                self.push(Token::Line, Slash::Pattern);
                Ok(())
            }
            Some('"') => self.read_text(),
            Some('/') if self.slash == Slash::Doubtful => Err(NotUnderstood),
            Some('/') if self.slash == Slash::Pattern => self.read_pattern(),
            Some('0'..='9' | '.') => self.read_number(),
            Some(letter) if letter.is_ascii_alphabetic() || letter == '_' => {
                self.read_name();
                Ok(())
            }
            _ => self.read_sign(),
        }
    }

    fn read_name(&mut self) {
        let name = self.take(|next| next.is_ascii_alphanumeric() || next == '_');
        let found = WORDS.binary_search_by_key(&name, |row| row.0).ok();
        match found.and_then(|index| WORDS.get(index)) {
            None => self.push(Token::Name(name), Slash::Division),
            Some((_, word)) => {
                let slash = match word {
                    Word::Builtin | Word::Getline | Word::Special | Word::Runs => Slash::Doubtful,
                    Word::Print | Word::Function | Word::Head | Word::Other => Slash::Pattern,
                };
                self.push(Token::Word(*word), slash);
            }
        }
    }

    /// Reads `1`, `1.5`, `.5`, `1e-5`. What hexadecimal digits are, not all agree.
    fn read_number(&mut self) -> Result<(), NotUnderstood> {
        let is_digit = |next: char| next.is_ascii_digit();
        let whole = self.take(is_digit).len();
        let mut count = whole;
        if let Some(rest) = self.rest.strip_prefix('.') {
            self.rest = rest;
            count += self.take(is_digit).len();
        }
        if count > 0
            && let Some(rest) = self.rest.strip_prefix(['e', 'E'])
        {
            self.rest = rest.strip_prefix(['+', '-']).unwrap_or(rest);
            if self.take(is_digit).is_empty() {
                return Err(NotUnderstood);
            }
        }
        match self.peek() {
            _ if count == 0 => Err(NotUnderstood),
            Some(next) if next.is_ascii_alphanumeric() || matches!(next, '_' | '.') => {
                Err(NotUnderstood)
            }
            _ => {
                self.push(Token::Number, Slash::Division);
                Ok(())
            }
        }
    }

    /// Reads a string. A backslash at the end of a line is not described.
    fn read_text(&mut self) -> Result<(), NotUnderstood> {
        self.next();
        let text = self.rest;
        loop {
            let before = self.rest.len();
            match self.next() {
                Some('"') => {
                    let text = text.get(..text.len() - before).unwrap_or_default();
                    self.push(Token::Text(text), Slash::Division);
                    return Ok(());
                }
                Some('\\') => match self.next() {
                    None | Some('\n' | '\r') => return Err(NotUnderstood),
                    Some(_) => {}
                },
                None | Some('\n' | '\r') => return Err(NotUnderstood),
                Some(_) => {}
            }
        }
    }

    /// Reads a pattern.
    fn read_pattern(&mut self) -> Result<(), NotUnderstood> {
        self.next();
        loop {
            match self.next() {
                Some('/') => {
                    self.push(Token::Pattern, Slash::Doubtful);
                    return Ok(());
                }
                Some('[') => self.read_bracket()?,
                Some('\\') => self.read_escaped()?,
                None | Some('\n' | '\r') => return Err(NotUnderstood),
                Some(_) => {}
            }
        }
    }

    fn read_escaped(&mut self) -> Result<(), NotUnderstood> {
        match self.next() {
            None | Some('\n' | '\r') => Err(NotUnderstood),
            Some(_) => Ok(()),
        }
    }

    /// Steps over a bracket expression. For some a slash in it ends the pattern, which then lacks its bracket and so is an
    /// error, if it is certain that the bracket is still open. Where it ends that contains brackets, not all agree.
    fn read_bracket(&mut self) -> Result<(), NotUnderstood> {
        if self.peek() == Some('^') {
            self.next();
        }
        let mut is_open = true;
        if self.peek() == Some(']') {
            self.next();
            is_open = false;
        }
        loop {
            match self.next() {
                Some(']') => return Ok(()),
                Some('[') => {
                    let class = self.rest.strip_prefix(':');
                    let rest = class.and_then(|class| {
                        class
                            .trim_start_matches(|next: char| next.is_ascii_lowercase())
                            .strip_prefix(":]")
                    });
                    self.rest = rest.ok_or(NotUnderstood)?;
                    is_open = false;
                }
                Some('\\') => {
                    if matches!(self.peek(), Some(']' | '[')) {
                        return Err(NotUnderstood);
                    }
                    self.read_escaped()?;
                }
                Some('/') if is_open => {}
                None | Some('/' | '\n' | '\r') => return Err(NotUnderstood),
                Some(_) => {}
            }
        }
    }

    fn read_sign(&mut self) -> Result<(), NotUnderstood> {
        let rest = self.rest;
        let found = SIGNS.iter().find(|sign| rest.starts_with(**sign));
        let sign = *found.ok_or(NotUnderstood)?;
        let slash = match sign {
            "(" => {
                let opened = match self.tokens.last() {
                    Some(Token::Word(Word::Head)) => Opened::Head,
                    _ => Opened::Operand,
                };
                self.opened.push(opened);
                Slash::Pattern
            }
            ")" => match self.opened.pop() {
                Some(Opened::Operand) => Slash::Division,
                Some(Opened::Head) => Slash::Doubtful,
                None => return Err(NotUnderstood),
            },
            "]" => Slash::Division,
            "++" | "--" | "$" => Slash::Doubtful,
            _ => Slash::Pattern,
        };
        self.rest = rest.get(sign.len()..).unwrap_or_default();
        self.push(Token::Sign(sign), slash);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(WORDS.is_sorted_by(|left, right| left.0 < right.0));
    }

    #[test]
    fn longer_signs_come_first() {
        for (index, sign) in SIGNS.iter().enumerate() {
            let mut before = SIGNS.iter().take(index);
            assert!(!before.any(|before| sign.starts_with(before)), "{sign}");
        }
    }

    /// Returns the words of a program as one text, patterns as `R` and divisions as `/`.
    fn told(program: &str) -> String {
        let Ok(tokens) = read(program) else {
            return "refused".to_owned();
        };
        let words = tokens.iter().map(|token| match token {
            Token::Name(name) => (*name).to_owned(),
            Token::Word(word) => format!("{word:?}"),
            Token::Number => "1".to_owned(),
            Token::Text(text) => format!("\"{text}\""),
            Token::Pattern => "R".to_owned(),
            Token::Line => "NL".to_owned(),
            Token::Sign(sign) => (*sign).to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_slash_divides_what_stands_before_it() {
        assert_eq!(told("a/b/c"), "a / b / c");
        assert_eq!(told("(a)/2"), "( a ) / 1");
        assert_eq!(told("a[1]/2"), "a [ 1 ] / 1");
        assert_eq!(told("a/=2"), "a /= 1");
        assert_eq!(told("$1/$2"), "$ 1 / $ 1");
    }

    #[test]
    fn a_slash_begins_a_pattern_where_an_operand_is_missing() {
        assert_eq!(told("/a/"), "R");
        assert_eq!(told("/=a/"), "R");
        assert_eq!(told("$1 ~ /a\\/b/ {print}"), "$ 1 ~ R { Print }");
        assert_eq!(told("!/a/ && /b/, /[[:alpha:]_]/"), "! R && R , R");
        assert_eq!(told("x\n/a/"), "x NL R");
        assert_eq!(told("/[/]/ && /^[^/]*$/"), "R && R");
    }

    #[test]
    fn a_slash_that_may_be_either_is_refused() {
        for program in [
            "a++ /b/",
            "if (x) /b/",
            "length /b/",
            "/a/ /b/",
            "getline /b/",
            "$/b/",
        ] {
            assert_eq!(told(program), "refused", "{program}");
        }
    }

    #[test]
    fn what_implementations_read_in_different_ways_is_refused() {
        for program in [
            "/[]/]/",
            "/[[:alpha:]/]/",
            "/[[]/",
            "/[\\]/]/",
            "/a\nb/",
            "\"a\nb\"",
            "\"a\\\nb\"",
            "# a\\\nb",
            "0x1F",
            "1a",
            "1e",
            "a\\b",
            "@load",
            "a & b",
            "a\u{a0}b",
            "a\rb",
            "'a'",
            "`id`",
            "1.2.3",
            ")",
        ] {
            assert_eq!(told(program), "refused", "{program:?}");
        }
    }

    #[test]
    fn comments_and_escaped_ends_of_lines_are_stepped_over() {
        assert_eq!(told("a # b \" /\nc"), "a NL c");
        assert_eq!(told("a \\\n b"), "a b");
        assert_eq!(told("\"a\\\"b\" \"#\""), "\"a\\\"b\" \"#\"");
    }
}
