//! Reads options as `getopt_long` does where it stops at the first operand (R2.3). It knows no command.
//!
//! A word that is not certain is accepted only where no value of it could change which word is an option, an argument
//! or the first operand.

use std::fmt;

use crate::read::script::{Fields, Word};

/// Whether an option takes an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// None.
    Nothing,
    /// One, attached or as the next word.
    Value,
    /// One if it is attached.
    Attached,
}

/// What an option means for the command that is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// Nothing that matters here.
    Nothing,
    /// Nothing is run.
    RunsNothing,
    /// Nothing is run: the operands name processes that are there already.
    ActsOnProcesses,
    /// Its argument is the directory in which the command starts.
    Enters,
    /// The command starts in a directory that is not known.
    Wanders,
    /// The command gets an environment without what was in it.
    Clears,
    /// Its argument is a variable that the command does not get.
    Unsets,
    /// Its argument is a file that is read.
    Reads,
    /// Its argument is a file that is written.
    Writes,
    /// Its argument becomes words, and the options go on in them.
    Splits,
    /// Something that can't be followed: another program, a library, another root.
    Hides,
    /// The tool's own code looks at it.
    Special,
}

/// One option, or several letters that mean the same.
#[derive(Debug)]
pub(super) struct Flag {
    /// Its letters.
    pub(super) letters: &'static str,
    /// Its long name, or empty.
    pub(super) long: &'static str,
    /// Whether it takes an argument.
    pub(super) takes: Takes,
    /// What it means.
    pub(super) does: Does,
}

/// Creates an option without an argument.
pub(super) const fn flag(letters: &'static str, long: &'static str) -> Flag {
    Flag {
        letters,
        long,
        takes: Takes::Nothing,
        does: Does::Nothing,
    }
}

/// Creates an option with an argument.
pub(super) const fn value(letters: &'static str, long: &'static str) -> Flag {
    Flag {
        takes: Takes::Value,
        ..flag(letters, long)
    }
}

/// Creates an option whose argument may be attached.
pub(super) const fn maybe(letters: &'static str, long: &'static str) -> Flag {
    Flag {
        takes: Takes::Attached,
        ..flag(letters, long)
    }
}

impl Flag {
    /// Says what it means.
    pub(super) const fn does(self, does: Does) -> Self {
        Self { does, ..self }
    }
}

/// An argument of an option, or an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::read) struct Value {
    /// The word it is, or is attached in.
    pub(in crate::read) word: usize,
    /// What it is, where that is certain.
    pub(in crate::read) text: Option<String>,
}

/// One option as it was given.
#[derive(Debug)]
pub(super) struct Given {
    /// Which one.
    pub(super) flag: &'static Flag,
    /// The word it stands in.
    pub(super) word: usize,
    /// Its argument.
    pub(super) value: Option<Value>,
}

/// What made the options end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// There are no more words.
    Words,
    /// A word that is none.
    Operand,
    /// `--`.
    Dashes,
}

/// The options of a command.
#[derive(Debug)]
pub(super) struct Options {
    /// In the order in which they are given.
    pub(super) given: Vec<Given>,
    /// The first word after them.
    pub(super) rest: usize,
    /// What made them end.
    pub(super) ended: Ended,
}

impl Options {
    /// Returns the last option with such a meaning.
    pub(super) fn gives(&self, does: Does) -> Option<&Given> {
        self.given.iter().rev().find(|one| one.flag.does == does)
    }

    /// Returns the options of a letter.
    pub(super) fn of_letter(&self, letter: char) -> impl Iterator<Item = &Given> {
        self.given
            .iter()
            .filter(move |one| one.flag.letters.contains(letter))
    }
}

/// Why the words of a command could not be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// An option that is not in the table, or may be several, or has an argument it can't have.
    Unknown(String),
    /// An option that does more than is followed here.
    Hidden(String),
    /// An option that lacks its argument.
    Lacking(String),
    /// A word that may be an option, or more than one word.
    Uncertain,
    /// What runs comes from its input.
    FromInput,
    /// The rest, said as a whole.
    Other(&'static str),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(option) => write!(f, "its option `{option}` is not known"),
            Self::Hidden(option) => write!(f, "what its option `{option}` does is not followed"),
            Self::Lacking(option) => write!(f, "its option `{option}` lacks an argument"),
            Self::Uncertain => f.write_str(
                "a word that is known only when it runs may be an option or several words",
            ),
            Self::FromInput => f.write_str("it comes from its input"),
            Self::Other(text) => f.write_str(text),
        }
    }
}

/// Reads the options from a word on, up to the first operand.
pub(super) fn options(
    words: &[Word],
    from: usize,
    flags: &'static [Flag],
) -> Result<Options, Obstacle> {
    let mut options = Options {
        given: Vec::new(),
        rest: from,
        ended: Ended::Words,
    };
    while let Some(word) = words.get(options.rest) {
        if is_operand(word) {
            options.ended = Ended::Operand;
            return Ok(options);
        }
        let (text, tail) = match word.certain() {
            Some(text) => (text, Tail::Known),
            None if word.values.is_empty() && word.fields == Fields::One => {
                (word.prefix.as_str(), Tail::Open)
            }
            None => return Err(Obstacle::Uncertain),
        };
        options.rest += 1;
        match text.strip_prefix("--") {
            Some("") if tail == Tail::Known => {
                options.ended = Ended::Dashes;
                return Ok(options);
            }
            Some(long) => read_long(long, tail, words, flags, &mut options)?,
            None => read_cluster(text, tail, words, flags, &mut options)?,
        }
        if options.gives(Does::Splits).is_some() {
            return Ok(options);
        }
    }
    Ok(options)
}

/// Whether a word is an operand whatever it turns out to be: exactly one, and not beginning with a dash. A dash alone is
/// an operand.
pub(super) fn is_operand(word: &Word) -> bool {
    let is_one = |text: &str| text == "-" || !text.starts_with('-');
    word.fields == Fields::One
        && if word.values.is_empty() {
            !word.prefix.is_empty() && !word.prefix.starts_with('-')
        } else {
            word.values.iter().all(|value| is_one(value))
        }
}

/// Whether the text of a word ends where it seems to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tail {
    /// It is the whole word.
    Known,
    /// It is its beginning.
    Open,
}

fn read_long(
    text: &str,
    tail: Tail,
    words: &[Word],
    flags: &'static [Flag],
    options: &mut Options,
) -> Result<(), Obstacle> {
    let (name, attached) = match text.split_once('=') {
        Some((name, attached)) => (name, Some(attached)),
        None if tail == Tail::Open => return Err(Obstacle::Uncertain),
        None => (text, None),
    };
    let unknown = || Obstacle::Unknown(format!("--{name}"));
    let flag = find_long(name, flags).ok_or_else(unknown)?;
    let at = options.rest - 1;
    let value = match (flag.takes, attached) {
        (Takes::Nothing | Takes::Attached, None) => None,
        (Takes::Nothing, Some(_)) => return Err(unknown()),
        (Takes::Value | Takes::Attached, Some(attached)) => Some(value_of(at, attached, tail)),
        (Takes::Value, None) => Some(next_word(words, options, || format!("--{name}"))?),
    };
    options.given.push(Given {
        flag,
        word: at,
        value,
    });
    Ok(())
}

/// Finds an option by its long name or by a beginning of it that no other has.
fn find_long(name: &str, flags: &'static [Flag]) -> Option<&'static Flag> {
    let exact = |flag: &&Flag| flag.long == name && !name.is_empty();
    flags.iter().find(exact).or_else(|| {
        let mut found = flags
            .iter()
            .filter(|flag| !name.is_empty() && flag.long.starts_with(name));
        found.next().filter(|_| found.next().is_none())
    })
}

fn read_cluster(
    text: &str,
    tail: Tail,
    words: &[Word],
    flags: &'static [Flag],
    options: &mut Options,
) -> Result<(), Obstacle> {
    let at = options.rest - 1;
    let mut letters = text.chars();
    // The dash. An uncertain word may have no beginning at all.
    if letters.next().is_none() {
        return Err(Obstacle::Uncertain);
    }
    while let Some(letter) = letters.next() {
        let flag = flags
            .iter()
            .find(|flag| flag.letters.contains(letter))
            .ok_or_else(|| Obstacle::Unknown(format!("-{letter}")))?;
        let attached = letters.as_str();
        let value = match flag.takes {
            Takes::Nothing => None,
            Takes::Attached if attached.is_empty() && tail == Tail::Known => None,
            Takes::Value if attached.is_empty() && tail == Tail::Known => {
                Some(next_word(words, options, || format!("-{letter}"))?)
            }
            Takes::Value if attached.is_empty() => return Err(Obstacle::Uncertain),
            Takes::Attached | Takes::Value => Some(value_of(at, attached, tail)),
        };
        let ends = flag.takes != Takes::Nothing;
        options.given.push(Given {
            flag,
            word: at,
            value,
        });
        if ends {
            return Ok(());
        }
    }
    match tail {
        Tail::Known => Ok(()),
        Tail::Open => Err(Obstacle::Uncertain),
    }
}

fn value_of(word: usize, attached: &str, tail: Tail) -> Value {
    Value {
        word,
        text: (tail == Tail::Known).then(|| attached.to_owned()),
    }
}

/// Takes the next word as an argument, whatever it is, as long as it is one.
fn next_word(
    words: &[Word],
    options: &mut Options,
    name: impl Fn() -> String,
) -> Result<Value, Obstacle> {
    let at = options.rest;
    let word = words.get(at).ok_or_else(|| Obstacle::Lacking(name()))?;
    if word.fields != Fields::One {
        return Err(Obstacle::Uncertain);
    }
    options.rest += 1;
    Ok(Value {
        word: at,
        text: word.certain().map(str::to_owned),
    })
}
