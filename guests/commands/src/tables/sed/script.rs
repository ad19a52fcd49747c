//! The script language of `sed`, read by allowlist.
//!
//! What GNU's `sed` takes, less everything that its versions, or the `sed` of BSD and of busybox, read in another way:
//! such a script is refused, not guessed at. A script that `sed` itself refuses may count as read, since it does nothing.

use std::ops::Range;

/// What a script does besides printing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deed {
    /// What.
    pub(super) act: Act,
    /// Which of the fragments says so.
    pub(super) fragment: usize,
    /// Where in the fragment the file is named.
    pub(super) file: Range<usize>,
}

/// What is done to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// It is read.
    Read,
    /// It is emptied and written.
    Write,
}

/// Why a script is not described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It runs a command.
    Runs,
    /// It is not understood.
    NotUnderstood,
}

/// Whose language it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// GNU's.
    Gnu,
    /// Perhaps one without GNU's shorter forms, in which a label or a text goes on to the end of its line.
    Any,
}

/// What is known of a script's fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exact {
    /// It is as it stands.
    Yes,
    /// A digit in it may stand for a number of several digits, or with a minus sign.
    ButNumbers,
}

/// What a script was found to be.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// What it does to files.
    pub(super) deeds: Vec<Deed>,
    /// How many commands are `s`.
    pub(super) substitutions: usize,
    /// How many are something else.
    pub(super) others: usize,
}

/// Letters of the commands and flags that do more than print, one of which a script must have to do more.
const LETTERS: [char; 5] = ['e', 'r', 'R', 'w', 'W'];

/// Reads a script that is given in fragments, each by an option of its own.
///
/// # Errors
///
/// It runs a command, or is not understood.
pub(super) fn read(fragments: &[(&str, Exact)], dialect: Dialect) -> Result<Found, Refusal> {
    match read_all(fragments, dialect) {
        // Whoever reads it, and how: it only prints.
        Err(Refusal::NotUnderstood)
            if !fragments.iter().any(|(text, _)| text.contains(LETTERS)) =>
        {
            Ok(Found {
                others: 1,
                ..Found::default()
            })
        }
        read => read,
    }
}

fn read_all(fragments: &[(&str, Exact)], dialect: Dialect) -> Result<Found, Refusal> {
    let mut reader = Reader {
        rest: "",
        length: 0,
        fragment: 0,
        exact: Exact::Yes,
        dialect,
        blocks: 0,
        text_goes_on: false,
        label: Label::EndsLine,
        found: Found::default(),
    };
    for (index, (text, exact)) in fragments.iter().enumerate() {
        reader.fragment = index;
        reader.rest = text;
        reader.length = text.len();
        reader.exact = *exact;
        reader.label = Label::EndsLine;
        reader.read_fragment()?;
    }
    if reader.blocks > 0 {
        return Err(Refusal::NotUnderstood);
    }
    Ok(reader.found)
}

/// Whether a label on the line being read may go on to the line's end, as it does for some.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// No: there is none, or nothing stands behind it.
    EndsLine,
    /// Yes. What follows on the line may be part of it, so the line must end where it seems to.
    MayGoOn,
}

/// What stands between delimiters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A regular expression, in which brackets hide delimiters.
    Pattern,
    /// A replacement, or characters.
    Plain,
}

struct Reader<'p> {
    rest: &'p str,
    /// Of the whole fragment.
    length: usize,
    fragment: usize,
    exact: Exact,
    dialect: Dialect,
    /// How many `{` are open.
    blocks: usize,
    /// Whether the next fragment goes on with a text that this one began.
    text_goes_on: bool,
    label: Label,
    found: Found,
}

type Read<T = ()> = Result<T, Refusal>;

const NOT_UNDERSTOOD: Read = Err(Refusal::NotUnderstood);

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let mut rest = self.rest.chars();
        let next = rest.next();
        self.rest = rest.as_str();
        next
    }

    fn skip(&mut self, which: impl Fn(char) -> bool) -> &str {
        let before = self.rest;
        self.rest = before.trim_start_matches(which);
        before
            .get(..before.len() - self.rest.len())
            .unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        self.skip(is_blank);
    }

    fn skip_digits(&mut self) {
        self.skip(|next| next.is_ascii_digit());
    }

    fn read_fragment(&mut self) -> Read {
        if self.text_goes_on {
            self.read_lines_of_text()?;
        }
        loop {
            if self
                .skip(|next| is_blank(next) || matches!(next, '\n' | ';'))
                .contains('\n')
            {
                self.label = Label::EndsLine;
            }
            if self.peek().is_none() {
                return Ok(());
            }
            self.read_command()?;
        }
    }

    fn read_command(&mut self) -> Read {
        if self.read_address()? {
            self.skip_blanks();
            if self.peek() == Some(',') {
                self.next();
                self.skip_blanks();
                self.read_second_address()?;
                self.skip_blanks();
            }
        }
        if self.peek() == Some('!') {
            self.next();
            self.skip_blanks();
        }
        let Some(command) = self.next() else {
            return NOT_UNDERSTOOD;
        };
        match command {
            's' => self.found.substitutions += 1,
            '#' => {}
            _ => self.found.others += 1,
        }
        self.read_rest(command)
    }

    /// Reads what follows the letter of a command.
    fn read_rest(&mut self, command: char) -> Read {
        match command {
            '#' => self.read_comment(),
            '{' => {
                self.blocks += 1;
                Ok(())
            }
            '}' => {
                self.blocks = self.blocks.checked_sub(1).ok_or(Refusal::NotUnderstood)?;
                self.read_end()
            }
            '=' | 'd' | 'D' | 'F' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'p' | 'P' | 'x' | 'z' => {
                self.read_end()
            }
            'l' | 'q' | 'Q' => {
                self.skip_blanks();
                self.skip_digits();
                self.read_end()
            }
            ':' | 'b' | 't' | 'T' | 'v' => self.read_label(command),
            'a' | 'c' | 'i' => self.read_text(),
            'r' | 'R' => self.read_file(Act::Read),
            'w' | 'W' => self.read_file(Act::Write),
            's' => {
                let delimiter = self.read_delimiter()?;
                self.read_delimited(delimiter, Part::Pattern)?;
                self.read_delimited(delimiter, Part::Plain)?;
                self.read_flags()
            }
            'y' => {
                let delimiter = self.read_delimiter()?;
                self.read_delimited(delimiter, Part::Plain)?;
                self.read_delimited(delimiter, Part::Plain)?;
                self.read_end()
            }
            'e' => Err(Refusal::Runs),
            _ => NOT_UNDERSTOOD,
        }
    }

    /// Reads the address of a line, if there is one: `3`, `$`, `/re/I`, `\%re%`, `1~2`.
    fn read_address(&mut self) -> Read<bool> {
        match self.peek() {
            Some('0'..='9') => {
                self.skip_digits();
                self.skip_blanks();
                if self.peek() == Some('~') {
                    self.next();
                    self.skip_blanks();
                    self.skip_digits();
                }
            }
            Some('$') => {
                self.next();
            }
            Some(first @ ('/' | '\\')) => {
                self.next();
                let delimiter = match first {
                    '/' => '/',
                    _ => self.read_delimiter()?,
                };
                self.read_delimited(delimiter, Part::Pattern)?;
                self.skip(|next| is_blank(next) || matches!(next, 'I' | 'M'));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads the address after a comma, which may also be `+3` or `~4`.
    fn read_second_address(&mut self) -> Read {
        if matches!(self.peek(), Some('+' | '~')) {
            self.next();
            self.skip_blanks();
            self.skip_digits();
            return Ok(());
        }
        if self.read_address()? {
            Ok(())
        } else {
            NOT_UNDERSTOOD
        }
    }

    /// Reads the end of a command that takes nothing more.
    fn read_end(&mut self) -> Read {
        self.skip_blanks();
        match self.peek() {
            None | Some('\n' | ';' | '}' | '#') => Ok(()),
            Some(_) => NOT_UNDERSTOOD,
        }
    }

    /// Steps over a comment. One of busybox ends at a carriage return.
    fn read_comment(&mut self) -> Read {
        if self.skip(|next| next != '\n').contains('\r') {
            return NOT_UNDERSTOOD;
        }
        Ok(())
    }

    /// Reads a label, or the version that is asked for. Some end it at a semicolon or a brace, some at the end of its line.
    fn read_label(&mut self, command: char) -> Read {
        self.skip_blanks();
        let is_named = !self
            .skip(|next| next.is_ascii_alphanumeric() || matches!(next, '_' | '-' | '.'))
            .is_empty();
        let has_blanks = !self.skip(is_blank).is_empty();
        match self.peek() {
            _ if command == ':' && !is_named => return NOT_UNDERSTOOD,
            None | Some('\n') => return Ok(()),
            Some(';' | '}') => {}
            Some('#') if has_blanks => {}
            Some(_) => return NOT_UNDERSTOOD,
        }
        self.label = Label::MayGoOn;
        match self.dialect {
            Dialect::Gnu => Ok(()),
            Dialect::Any => NOT_UNDERSTOOD,
        }
    }

    /// Reads the text of `a`, `c` and `i`: from the next line after a backslash, or on the same line.
    fn read_text(&mut self) -> Read {
        self.skip_blanks();
        match self.peek() {
            None | Some('\n') => return NOT_UNDERSTOOD,
            Some('\\') => {
                self.next();
                match self.peek() {
                    None => {
                        self.text_goes_on = true;
                        return Ok(());
                    }
                    Some('\n') => {
                        self.next();
                        self.cross_line()?;
                        return self.read_lines_of_text();
                    }
                    Some(_) => {}
                }
                // Versions differ in whether blanks and a second backslash are part of the text, so neither may be all
                // there is on the line.
                let text = self.rest.trim_start_matches(is_blank);
                let text = text.trim_start_matches('\\');
                if text.is_empty() || text.starts_with('\n') {
                    return NOT_UNDERSTOOD;
                }
            }
            Some(_) => {}
        }
        match self.dialect {
            Dialect::Gnu => self.read_lines_of_text(),
            Dialect::Any => NOT_UNDERSTOOD,
        }
    }

    /// Steps over a text. A backslash at the end of a line, or of the fragment, makes it go on.
    fn read_lines_of_text(&mut self) -> Read {
        self.text_goes_on = false;
        loop {
            match self.next() {
                None | Some('\n') => {
                    self.label = Label::EndsLine;
                    return Ok(());
                }
                Some('\\') => match self.next() {
                    None => {
                        self.text_goes_on = true;
                        return Ok(());
                    }
                    Some('\n') => self.cross_line()?,
                    Some(_) => {}
                },
                Some(_) => {}
            }
        }
    }

    /// Goes on to a line that belongs to the same command. Where a label swallowed that command, it would be another one.
    fn cross_line(&self) -> Read {
        match self.label {
            Label::EndsLine => Ok(()),
            Label::MayGoOn => NOT_UNDERSTOOD,
        }
    }

    /// Reads the character that parts a pattern from what follows. Letters, digits and brackets are taken differently by
    /// different versions.
    fn read_delimiter(&mut self) -> Read<char> {
        match self.next() {
            Some('-') if self.exact == Exact::ButNumbers => Err(Refusal::NotUnderstood),
            Some('\\' | '[' | ']') | None => Err(Refusal::NotUnderstood),
            Some(delimiter) if is_blank(delimiter) || delimiter.is_ascii_punctuation() => {
                Ok(delimiter)
            }
            Some(_) => Err(Refusal::NotUnderstood),
        }
    }

    /// Steps over a part and the delimiter that ends it.
    fn read_delimited(&mut self, delimiter: char, part: Part) -> Read {
        loop {
            match self.next() {
                Some(end) if end == delimiter => return Ok(()),
                None | Some('\n') => return NOT_UNDERSTOOD,
                Some('\\') => self.read_escaped(delimiter, part)?,
                Some('[') if part == Part::Pattern => self.read_bracket(delimiter)?,
                Some(_) => {}
            }
        }
    }

    /// Steps over what follows a backslash. Some versions take the character after `\c` together with it.
    fn read_escaped(&mut self, delimiter: char, part: Part) -> Read {
        match self.next() {
            None => NOT_UNDERSTOOD,
            Some('\n') => self.cross_line(),
            Some('c') if part == Part::Pattern => match self.peek() {
                None | Some('\\' | '[' | '\n') => NOT_UNDERSTOOD,
                Some(next) if next == delimiter => NOT_UNDERSTOOD,
                Some(_) => Ok(()),
            },
            Some(_) => Ok(()),
        }
    }

    /// Steps over a bracket expression. It hides delimiters; but not all agree where it ends if a class stands before one
    /// in it, or a backslash before its end.
    fn read_bracket(&mut self, delimiter: char) -> Read {
        if self.peek() == Some('^') {
            self.next();
        }
        if self.peek() == Some(']') {
            self.next();
        }
        let mut has_class = false;
        loop {
            match self.next() {
                None | Some('\n') => return NOT_UNDERSTOOD,
                Some(next) if next == delimiter && has_class => return NOT_UNDERSTOOD,
                Some(']') => return Ok(()),
                Some('\\') => {
                    let others = self.skip(|next| next == '\\').len();
                    if others.is_multiple_of(2) && self.peek() == Some(']') {
                        return NOT_UNDERSTOOD;
                    }
                }
                Some('[') if matches!(self.peek(), Some('.' | ':' | '=')) => {
                    has_class = true;
                    self.read_class()?;
                }
                Some(_) => {}
            }
        }
    }

    /// Steps over what stands between `[:` and `:]`.
    fn read_class(&mut self) -> Read {
        let kind = self.next();
        if self.skip(|next| next.is_ascii_alphanumeric()).is_empty() || self.next() != kind {
            return NOT_UNDERSTOOD;
        }
        match self.next() {
            Some(']') => Ok(()),
            _ => NOT_UNDERSTOOD,
        }
    }

    /// Reads the flags of `s`.
    fn read_flags(&mut self) -> Read {
        loop {
            self.skip_blanks();
            match self.peek() {
                None | Some('\n' | ';' | '}' | '#') => return Ok(()),
                Some('g' | 'p' | 'i' | 'I' | 'm' | 'M' | '0'..='9') => {
                    self.next();
                }
                Some('e') => return Err(Refusal::Runs),
                Some('w') => {
                    self.next();
                    return self.read_file(Act::Write);
                }
                Some(_) => return NOT_UNDERSTOOD,
            }
        }
    }

    /// Reads the name of a file, which goes on to the end of the line, whatever stands there.
    fn read_file(&mut self, act: Act) -> Read {
        self.skip_blanks();
        let start = self.length - self.rest.len();
        let name = self.rest.split('\n').next().unwrap_or_default();
        let is_doubtful = name.starts_with(char::is_whitespace) || name.ends_with('\\');
        if name.is_empty() || is_doubtful {
            return NOT_UNDERSTOOD;
        }
        let file = start..start + name.len();
        let is_stream = match act {
            Act::Read => name == "/dev/stdin",
            Act::Write => matches!(name, "/dev/null" | "/dev/stdout" | "/dev/stderr"),
        };
        self.rest = self.rest.get(name.len()..).unwrap_or_default();
        if !is_stream {
            let fragment = self.fragment;
            self.found.deeds.push(Deed {
                act,
                fragment,
                file,
            });
        }
        Ok(())
    }
}

/// What `sed` steps over between the parts of a command.
const fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}
