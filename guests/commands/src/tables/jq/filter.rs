//! The language of filters, read by allowlist: every function it calls must be one that is known, or its own.
//!
//! A filter reads other files only where it imports them, and imports stand before everything else. So a filter whose
//! beginning is certain, and is no import, imports nothing, whatever the rest becomes.

use std::str::Chars;

use crate::argument::{Spread, Text};

/// What a filter does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tables) enum Finding {
    /// It makes values of values.
    Understood,
    /// It reads files.
    ReadsFiles,
    /// Something in it is not described.
    NotUnderstood,
}

/// What differs between the languages that are written like this one.
pub(in crate::tables) struct Dialect {
    /// The functions that make values of values, each list sorted.
    pub(in crate::tables) functions: &'static [&'static [&'static str]],
    /// The functions that read files, sorted.
    pub(in crate::tables) readers: &'static [&'static str],
    /// What a dash within the name of a field is.
    pub(in crate::tables) dash: FieldDash,
}

/// What a dash within the name of a field is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::tables) enum FieldDash {
    /// An operator.
    Minus,
    /// Part of the name.
    Letter,
}

impl Dialect {
    /// The language of `jq`.
    pub(in crate::tables) const JQ: Self = Self {
        functions: &[WORDS],
        readers: &[],
        dash: FieldDash::Minus,
    };
}

/// What are no functions though they look like it, and what the language brings along.
const KEYWORDS: &[&str] = &[
    "and", "as", "break", "catch", "def", "elif", "else", "end", "false", "foreach", "if", "label",
    "not", "null", "or", "reduce", "then", "true", "try",
];

/// What only stands before everything else, and reads files.
const IMPORTS: &[&str] = &["import", "include", "module"];

/// The functions of `jq`, sorted. None does more than read what it is given, and the environment.
pub(in crate::tables) const WORDS: &[&str] = &[
    "IN",
    "INDEX",
    "JOIN",
    "abs",
    "acos",
    "acosh",
    "add",
    "all",
    "any",
    "arrays",
    "ascii",
    "ascii_downcase",
    "ascii_upcase",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "booleans",
    "bsearch",
    "builtins",
    "capture",
    "cbrt",
    "ceil",
    "combinations",
    "contains",
    "copysign",
    "cos",
    "cosh",
    "date",
    "dateadd",
    "datesub",
    "debug",
    "del",
    "delpaths",
    "drem",
    "empty",
    "endswith",
    "env",
    "erf",
    "erfc",
    "error",
    "exp",
    "exp10",
    "exp2",
    "explode",
    "expm1",
    "fabs",
    "fdim",
    "finites",
    "first",
    "flatten",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "format",
    "frexp",
    "from_entries",
    "fromdate",
    "fromdateiso8601",
    "fromjson",
    "fromstream",
    "gamma",
    "get_jq_origin",
    "get_prog_origin",
    "get_search_list",
    "getpath",
    "gmtime",
    "group_by",
    "gsub",
    "halt",
    "halt_error",
    "has",
    "have_decnum",
    "have_literal_numbers",
    "hypot",
    "implode",
    "in",
    "index",
    "indices",
    "infinite",
    "input",
    "input_filename",
    "input_line_number",
    "inputs",
    "inside",
    "isempty",
    "isfinite",
    "isinfinite",
    "isnan",
    "isnormal",
    "isvalid",
    "iterables",
    "j0",
    "j1",
    "jn",
    "join",
    "keys",
    "keys_unsorted",
    "last",
    "ldexp",
    "leaf_paths",
    "length",
    "lgamma",
    "lgamma_r",
    "limit",
    "localtime",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "ltrim",
    "ltrimstr",
    "map",
    "map_values",
    "match",
    "max",
    "max_by",
    "min",
    "min_by",
    "mktime",
    "modf",
    "modulemeta",
    "nan",
    "nearbyint",
    "nextafter",
    "nexttoward",
    "normals",
    "now",
    "nth",
    "nulls",
    "numbers",
    "objects",
    "path",
    "paths",
    "pick",
    "pow",
    "pow10",
    "range",
    "recurse",
    "recurse_down",
    "remainder",
    "repeat",
    "reverse",
    "rindex",
    "rint",
    "round",
    "rtrim",
    "rtrimstr",
    "scalars",
    "scalars_or_empty",
    "scalb",
    "scalbln",
    "scan",
    "select",
    "setpath",
    "significand",
    "sin",
    "sinh",
    "skip",
    "sort",
    "sort_by",
    "split",
    "splits",
    "sqrt",
    "startswith",
    "stderr",
    "strflocaltime",
    "strftime",
    "strings",
    "strptime",
    "sub",
    "tan",
    "tanh",
    "test",
    "tgamma",
    "to_entries",
    "toarray",
    "toboolean",
    "todate",
    "todateiso8601",
    "tojson",
    "tonumber",
    "tostream",
    "tostring",
    "transpose",
    "trim",
    "trimstr",
    "trunc",
    "truncate_stream",
    "type",
    "unique",
    "unique_by",
    "until",
    "utf8bytelength",
    "values",
    "walk",
    "while",
    "with_entries",
    "y0",
    "y1",
    "yn",
];

/// Finds out what a filter does.
pub(in crate::tables) fn examine(text: Text<'_>, dialect: &Dialect) -> Finding {
    match text {
        Text::Certain(filter) => Reader::new(filter, dialect).read(),
        Text::Dynamic(dynamic) if dynamic.spread == Spread::Split => Finding::ReadsFiles,
        // What the rest calls, only the run will know.
        Text::Dynamic(_) if !dialect.readers.is_empty() => Finding::ReadsFiles,
        Text::Dynamic(dynamic) => begin(dynamic.prefix),
    }
}

/// Finds out what a filter does of which only the beginning is certain.
fn begin(prefix: &str) -> Finding {
    let rest = prefix.trim_start_matches([' ', '\t', '\n', '\r']);
    match rest.chars().next() {
        Some(first) if begins_word(first) => {
            let word = rest.split(|character| !is_in_word(character)).next();
            let word = word.unwrap_or(rest);
            let is_import = |import: &&str| import.starts_with(word);
            if word.len() == rest.len() && IMPORTS.iter().any(is_import) || IMPORTS.contains(&word)
            {
                Finding::ReadsFiles
            } else {
                Finding::Understood
            }
        }
        Some('.' | '[' | '{' | '(' | '"' | '$' | '@' | '-' | '0'..='9') => Finding::Understood,
        // After a comment, which may end in what is not certain, imports may follow.
        Some(_) | None => Finding::ReadsFiles,
    }
}

fn begins_word(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_'
}

fn is_in_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// What a bracket began.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    /// An object, at a key.
    Key,
    /// An object, at a value.
    Value,
    /// Anything else.
    Other,
    /// A value in the middle of a string.
    InString,
}

/// What the words that follow are, in the definition of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Defining {
    Nothing,
    Name,
    Parameters,
}

struct Reader<'r> {
    rest: Chars<'r>,
    dialect: &'r Dialect,
    brackets: Vec<Bracket>,
    defining: Defining,
    defined: Vec<&'r str>,
}

/// Nothing more can be said, since something is not understood or a file is read.
struct Stopped(Finding);

impl<'r> Reader<'r> {
    fn new(filter: &'r str, dialect: &'r Dialect) -> Self {
        Self {
            rest: filter.chars(),
            dialect,
            brackets: Vec::new(),
            defining: Defining::Nothing,
            defined: Vec::new(),
        }
    }

    fn read(mut self) -> Finding {
        while let Some(first) = self.rest.clone().next() {
            if let Err(Stopped(finding)) = self.read_token(first) {
                return finding;
            }
        }
        Finding::Understood
    }

    fn read_token(&mut self, first: char) -> Result<(), Stopped> {
        if begins_word(first) {
            let word = self.take_while(is_in_word);
            return self.read_word(word);
        }
        self.rest.next();
        match first {
            ' '
            | '\t'
            | '\n'
            | '\r'
            | '|'
            | ';'
            | '='
            | '<'
            | '>'
            | '+'
            | '-'
            | '*'
            | '/'
            | '%'
            | '?'
            | '!'
            | '^'
            | '0'..='9' => {}
            ':' => self.end_of_key(),
            ',' => self.end_of_value(),
            '#' => self.read_comment()?,
            '"' => self.read_string()?,
            '.' => self.read_field(),
            '$' => {
                let name = self.take_while(is_in_word);
                if self.defining == Defining::Parameters {
                    self.defined.push(name);
                }
            }
            '@' => {
                self.take_while(is_in_word);
            }
            '{' => self.brackets.push(Bracket::Key),
            '(' | '[' => self.brackets.push(Bracket::Other),
            ')' | ']' | '}' => return self.read_closing(),
            _ => return Err(Stopped(Finding::NotUnderstood)),
        }
        Ok(())
    }

    /// Takes characters as long as they are of one kind.
    fn take_while(&mut self, is_in: fn(char) -> bool) -> &'r str {
        let text = self.rest.as_str();
        let rest = text.trim_start_matches(is_in);
        self.rest = rest.chars();
        text.strip_suffix(rest).unwrap_or(text)
    }

    fn read_word(&mut self, word: &'r str) -> Result<(), Stopped> {
        match self.defining {
            Defining::Name => {
                self.defined.push(word);
                self.defining = Defining::Parameters;
                return Ok(());
            }
            Defining::Parameters => {
                self.defined.push(word);
                return Ok(());
            }
            Defining::Nothing if self.brackets.last() == Some(&Bracket::Key) => return Ok(()),
            Defining::Nothing => {}
        }
        if word == "def" {
            self.defining = Defining::Name;
        }
        let knows = |list: &&[&str]| list.binary_search(&word).is_ok();
        if knows(&KEYWORDS)
            || self.dialect.functions.iter().any(knows)
            || self.defined.contains(&word)
        {
            Ok(())
        } else if IMPORTS.contains(&word) || knows(&self.dialect.readers) {
            Err(Stopped(Finding::ReadsFiles))
        } else {
            Err(Stopped(Finding::NotUnderstood))
        }
    }

    /// A colon ends the name of a field, or the parameters of a function.
    fn end_of_key(&mut self) {
        if let Some(bracket @ Bracket::Key) = self.brackets.last_mut() {
            *bracket = Bracket::Value;
        } else {
            self.defining = Defining::Nothing;
        }
    }

    fn end_of_value(&mut self) {
        if let Some(bracket @ Bracket::Value) = self.brackets.last_mut() {
            *bracket = Bracket::Key;
        }
    }

    fn read_closing(&mut self) -> Result<(), Stopped> {
        match self.brackets.pop() {
            Some(Bracket::InString) => self.read_string(),
            Some(Bracket::Key | Bracket::Value | Bracket::Other) => Ok(()),
            None => Err(Stopped(Finding::NotUnderstood)),
        }
    }

    /// Versions differ in whether a backslash at its end makes the next line part of a comment.
    fn read_comment(&mut self) -> Result<(), Stopped> {
        let comment = self.take_while(|character| character != '\n');
        if comment.contains(['\\', '\r']) {
            return Err(Stopped(Finding::NotUnderstood));
        }
        Ok(())
    }

    /// Reads a string to its end, or to a value in the middle of it.
    fn read_string(&mut self) -> Result<(), Stopped> {
        loop {
            match self.rest.next() {
                Some('"') => return Ok(()),
                Some('\\') => {
                    if self.rest.next() == Some('(') {
                        self.brackets.push(Bracket::InString);
                        return Ok(());
                    }
                }
                Some(_) => {}
                None => return Err(Stopped(Finding::NotUnderstood)),
            }
        }
    }

    /// Reads what follows a dot: the name of a field, or nothing of it.
    fn read_field(&mut self) {
        match self.dialect.dash {
            FieldDash::Minus => self.take_while(is_in_word),
            FieldDash::Letter => {
                self.take_while(|character| is_in_word(character) || character == '-')
            }
        };
    }
}

#[cfg(test)]
mod tests;
