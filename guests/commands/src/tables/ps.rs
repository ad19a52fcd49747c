//! `ps`. The BSD letter `e` shows the environments of processes, where secrets live; the option `-e` selects all.
//!
//! The trap is between the two: what `ps` can't read as options with a dash it reads a second time with all letters taken
//! as BSD's, so `ps -axe` and `ps -efx` show environments. A second reading fails if a word has no dash. Hence a word with
//! a dash and an `e` in it must be certain to be read the first time: few letters, and formats that every `ps` knows.

use crate::{
    argument::{Argument, Dynamic, Spread, Text},
    model::{Context, Grammar, Tool},
    report::{Report, Rule},
};

/// `ps`.
pub(super) static TOOL: Tool = Tool {
    names: &["ps"],
    summary: native!("lists processes"),
    grammar: Grammar::Own(describe),
};

/// Letters after a dash that have no argument.
const LETTERS: &str = "AacdefFHjlLmMNPTVwyZ";
/// Letters after a dash whose argument is the rest of the word or the next one.
const WITH_VALUE: &str = "CGgnoOpqstuU";
/// Those of them whose argument is a format.
const WITH_FORMAT: &str = "oO";
/// Letters without a dash that have no argument, `e` not among them.
const BSD_LETTERS: &str = "acfghHjlLmnrsSTuvVwxXZ";
/// Letters without a dash whose argument is the rest of the word or the next one.
const BSD_WITH_VALUE: &str = "koOpqtU";
/// Letters after a dash that are read the first time, together in any order, beside a format or not.
const CERTAIN_LETTERS: &str = "AacdefFHjlLMNPwyZ";

/// Long options without a value.
const LONG: [&str; 15] = [
    "context",
    "cumulative",
    "deselect",
    "forest",
    "headers",
    "headings",
    "heading",
    "help",
    "info",
    "no-headers",
    "no-heading",
    "no-headings",
    "noheaders",
    "noheading",
    "version",
];
/// Long options with a value.
const LONG_WITH_VALUE: [&str; 16] = [
    "Group",
    "User",
    "cols",
    "columns",
    "format",
    "group",
    "lines",
    "pid",
    "ppid",
    "quick-pid",
    "rows",
    "sid",
    "sort",
    "tty",
    "user",
    "width",
];

/// Names of columns that every `ps` on Linux knows, sorted.
const COLUMNS: [&str; 62] = [
    "%cpu",
    "%mem",
    "args",
    "blocked",
    "bsdstart",
    "bsdtime",
    "c",
    "caught",
    "cgroup",
    "class",
    "cls",
    "cmd",
    "comm",
    "command",
    "cp",
    "cputime",
    "egid",
    "egroup",
    "etime",
    "etimes",
    "euid",
    "euser",
    "fgid",
    "fname",
    "gid",
    "group",
    "ignored",
    "lstart",
    "lwp",
    "ni",
    "nice",
    "nlwp",
    "pcpu",
    "pending",
    "pgid",
    "pgrp",
    "pid",
    "pmem",
    "ppid",
    "pri",
    "psr",
    "rgid",
    "rgroup",
    "rss",
    "ruid",
    "ruser",
    "sess",
    "sid",
    "size",
    "start",
    "start_time",
    "stat",
    "state",
    "stime",
    "tid",
    "time",
    "tname",
    "tty",
    "ucmd",
    "uid",
    "user",
    "vsz",
];

/// How the words look to the second reading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Risk {
    /// Nothing shows an environment whichever reading holds.
    None,
    /// Only the first reading keeps environments from being shown.
    SecondReading,
}

/// What is found out about the words with a dash.
struct Words<'w, 'a> {
    rest: &'w [Argument<'a>],
    risk: Risk,
    /// A word, if any, that the first reading may not understand.
    doubt: Option<Argument<'a>>,
}

fn describe<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let mut words = Words {
        rest: arguments,
        risk: Risk::None,
        doubt: None,
    };
    while let Some((word, rest)) = words.rest.split_first() {
        words.rest = rest;
        let Text::Certain(text) = word.text else {
            if !is_number(word.text) {
                report.unknown(Rule::DynamicOption, word.text, word.span);
            }
            continue;
        };
        let understood = if let Some(long) = text.strip_prefix("--") {
            words.read_long(long, word)
        } else if let Some(letters) = text.strip_prefix('-') {
            words.read_letters(letters, word)
        } else {
            words.read_bsd(text)
        };
        if let Err(rule) = understood {
            report.unknown(rule, word.text, word.span);
        }
    }
    if let (Risk::SecondReading, Some(word)) = (words.risk, words.doubt) {
        let span = if word.text.prefix().is_empty() {
            context.name
        } else {
            word.span
        };
        report.unknown(Rule::UnknownFlag, word.text, span);
    }
}

impl<'a> Words<'_, 'a> {
    fn read_long(&mut self, long: &'a str, word: &Argument<'a>) -> Result<(), Rule> {
        let (name, attached) = match long.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (long, None),
        };
        if LONG_WITH_VALUE.contains(&name) {
            let value = match attached {
                Some(value) => Text::Certain(value),
                None => self.take_word()?.text,
            };
            return if name == "format" {
                self.read_format(value, word)
            } else {
                Ok(())
            };
        }
        let is_help = name == "help";
        if LONG.contains(&name) && (attached.is_none() || is_help) {
            return Ok(());
        }
        Err(Rule::UnknownFlag)
    }

    /// Takes the next word as a value, whatever it is, as long as it is one.
    fn take_word(&mut self) -> Result<Argument<'a>, Rule> {
        let Some((value, rest)) = self.rest.split_first() else {
            return Err(Rule::MissingValue);
        };
        self.rest = rest;
        if value.text.is_many() {
            return Err(Rule::DynamicPosition);
        }
        Ok(*value)
    }

    /// Reads letters after a dash.
    fn read_letters(&mut self, letters: &'a str, word: &Argument<'a>) -> Result<(), Rule> {
        if letters.is_empty() {
            return Err(Rule::UnknownFlag);
        }
        if shows_environment_of_bsd(letters) {
            self.risk = Risk::SecondReading;
        }
        let mut rest = letters.chars();
        while let Some(letter) = rest.next() {
            if WITH_VALUE.contains(letter) {
                return self.read_value(letter, rest.as_str(), word);
            }
            if !CERTAIN_LETTERS.contains(letter) {
                self.doubt = Some(*word);
            }
            // What no reading knows is an error, and what only the second knows is `-aux` and the like.
            if !LETTERS.contains(letter) && !BSD_LETTERS.contains(letter) {
                return Err(Rule::UnknownFlag);
            }
        }
        Ok(())
    }

    /// Reads the argument of a letter after a dash.
    fn read_value(
        &mut self,
        letter: char,
        attached: &'a str,
        word: &Argument<'a>,
    ) -> Result<(), Rule> {
        let value = if attached.is_empty() {
            let value = self.take_word()?;
            let taken_twice = BSD_WITH_VALUE.contains(letter);
            // The second reading would take it for an option of its own.
            if !taken_twice && !value.text.is_no_option() && !is_number(value.text) {
                return Err(Rule::DashedValue);
            }
            value.text
        } else {
            Text::Certain(attached)
        };
        if WITH_FORMAT.contains(letter) {
            return self.read_format(value, word);
        }
        self.doubt = Some(*word);
        Ok(())
    }

    /// Reads which columns are shown.
    fn read_format(&mut self, format: Text<'a>, word: &Argument<'a>) -> Result<(), Rule> {
        let format = format.certain().ok_or(Rule::DynamicValue)?;
        if !is_known_format(format) {
            self.doubt = Some(*word);
        }
        if names_environment(format) {
            return Err(Rule::UnknownValue);
        }
        Ok(())
    }

    /// Reads a word without a dash: BSD's letters, or numbers of processes.
    fn read_bsd(&mut self, text: &'a str) -> Result<(), Rule> {
        if text.starts_with(|first: char| first.is_ascii_digit()) {
            return Ok(());
        }
        let mut rest = text.chars();
        while let Some(letter) = rest.next() {
            if BSD_WITH_VALUE.contains(letter) {
                let value = if rest.as_str().is_empty() {
                    self.take_word()?.text
                } else {
                    Text::Certain(rest.as_str())
                };
                let is_format = WITH_FORMAT.contains(letter);
                return match value.certain() {
                    None if is_format => Err(Rule::DynamicValue),
                    Some(format) if is_format && names_environment(format) => {
                        Err(Rule::UnknownValue)
                    }
                    Some(_) | None => Ok(()),
                };
            }
            if !BSD_LETTERS.contains(letter) {
                return Err(Rule::UnknownFlag);
            }
        }
        Ok(())
    }
}

/// Whether letters, read as BSD's, show environments before one of them takes the rest.
fn shows_environment_of_bsd(letters: &str) -> bool {
    letters
        .chars()
        .take_while(|letter| !BSD_WITH_VALUE.contains(*letter))
        .any(|letter| letter == 'e')
}

/// Whether a format names only columns that are known, with or without a width or a heading.
fn is_known_format(format: &str) -> bool {
    // After `=` comes a heading, up to the end.
    let names = format.split_once('=').map_or(format, |(names, _)| names);
    names.split([',', ' ']).all(|name| {
        let name = match name.split_once(':') {
            Some((name, width)) if width.bytes().all(|byte| byte.is_ascii_digit()) => name,
            Some(_) | None => name,
        };
        COLUMNS.binary_search(&name).is_ok()
    })
}

/// Whether a format may name a column of environments, which some `ps` has.
fn names_environment(format: &str) -> bool {
    let names = format.split_once('=').map_or(format, |(names, _)| names);
    names.to_ascii_lowercase().contains("env")
}

fn is_number(text: Text<'_>) -> bool {
    matches!(
        text,
        Text::Dynamic(Dynamic {
            spread: Spread::Number,
            ..
        })
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_allowed, assert_effects, assert_unknown};

    #[test]
    fn columns_are_sorted() {
        assert!(COLUMNS.is_sorted());
    }

    #[test]
    fn processes_are_listed() {
        for command in [
            "ps",
            "ps aux",
            "ps auxww",
            "ps -aux",
            "ps axjf",
            "ps -ef",
            "ps -e",
            "ps -efww",
            "ps -eLf",
            "ps -ef --forest",
            "ps -A -o pid,ppid,cmd",
            "ps -eo pid,ppid,pcpu,cmd --sort=-pcpu",
            "ps -eo pid= -o args=",
            "ps axo pid,comm,rss",
            "ps aux --sort=-%mem",
            "ps -p 123 -o pid,etime,args",
            "ps -p123 -o comm=",
            "ps -p \"$x\" -o comm=",
            "ps -C node -o pid=",
            "ps -fu daemon",
            "ps -u jenkins",
            "ps --ppid 1 -f",
            "ps 1 2 3",
            "ps f -C node",
            "ps -o pid,user:20,args -p 1",
            "ps --version",
            "ps L",
        ] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
    }

    #[test]
    fn environments_are_not_shown() {
        for command in [
            "ps e",
            "ps eww",
            "ps aux e",
            "ps auxe",
            "ps -f x e",
            "ps -auxe",
            "ps -axe",
            "ps -efx",
            "ps -ex",
            "ps -e -x",
            "ps -efr",
            "ps -E",
            "ps -eo nosuch",
            "ps -e -o nosuch -f",
            "ps -eHT",
            "ps -e -u x",
        ] {
            assert_unknown(command, Rule::UnknownFlag);
        }
        assert_unknown("ps -o pid,environ", Rule::UnknownValue);
        assert_unknown("ps --format=environ", Rule::UnknownValue);
        assert_unknown("ps -e --format pid,environ", Rule::UnknownValue);
        assert_unknown("ps --format \"$x\"", Rule::DynamicValue);
        assert_allowed("ps -e --format=pid,cmd");
        assert_unknown("ps -C \"$x\"", Rule::DashedValue);
        assert_unknown("ps -u -axe", Rule::DashedValue);
        assert_unknown("ps -o \"$x\"", Rule::DynamicValue);
        assert_unknown("ps \"$x\"", Rule::DynamicOption);
        assert_unknown("ps -p $x", Rule::DynamicPosition);
        assert_unknown("ps -p", Rule::MissingValue);
        assert_unknown("ps --frobnicate", Rule::UnknownFlag);
    }
}
