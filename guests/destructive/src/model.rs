//! How a destructive command is described: tools have verbs, verbs have dangers, a danger has conditions.
//!
//! Everything here is data for constants. What a description cannot say in these words stands as a function in the tool's
//! own table.

use shellward_sdk::{Resolved, Session, Span};

use crate::{call::Call, rules::Rule};

/// How a program reads options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// `-rf`, `--force`, `--forc`.
    Abbreviated,
    /// `-rf`, `--force`.
    Exact,
    /// `-force`, `--force`; no clusters.
    SingleDash,
}

/// Options that take the next word as their value, so that it is no operand and no option.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Takes {
    /// Letters: `-m text`.
    pub(crate) letters: &'static str,
    /// Long names, separated by spaces: `--message text`.
    pub(crate) longs: &'static str,
}

impl Takes {
    /// No option takes one.
    pub(crate) const NOTHING: Self = takes("", "");
}

/// Says which options take a value.
pub(crate) const fn takes(letters: &'static str, longs: &'static str) -> Takes {
    Takes { letters, longs }
}

/// An option by its letter, its long name, or both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flag {
    /// NUL: none.
    pub(crate) letter: char,
    /// Empty: none.
    pub(crate) long: &'static str,
}

/// An option with a letter and a long name.
pub(crate) const fn both(letter: char, long: &'static str) -> Flag {
    Flag { letter, long }
}

/// An option with a letter alone.
pub(crate) const fn letter(letter: char) -> Flag {
    both(letter, "")
}

/// An option with a long name alone.
pub(crate) const fn long(long: &'static str) -> Flag {
    both('\0', long)
}

/// A program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tool {
    /// Its names, separated by spaces.
    pub(crate) names: &'static str,
    /// How it reads options.
    pub(crate) style: Style,
    /// Options before the verb that take a value; after it, too, unless the verb has its own.
    pub(crate) takes: Takes,
    /// What it does.
    pub(crate) verbs: &'static [Verb],
}

/// Describes a program with options as GNU's tools read them.
pub(crate) const fn tool(names: &'static str, takes: Takes, verbs: &'static [Verb]) -> Tool {
    Tool {
        names,
        style: Style::Abbreviated,
        takes,
        verbs,
    }
}

impl Tool {
    /// Says that long options are written in full.
    pub(crate) const fn exact(self) -> Self {
        Self {
            style: Style::Exact,
            ..self
        }
    }

    /// Says that one dash may begin a long option.
    pub(crate) const fn single_dash(self) -> Self {
        Self {
            style: Style::SingleDash,
            ..self
        }
    }
}

/// A subcommand, or the whole of a program without any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verb {
    /// The words that name it, a step each: alternatives are separated by `|`, a `*` at the beginning or the end stands
    /// for anything. A first step `**` stands for any number of words.
    pub(crate) path: &'static [&'static str],
    /// Options after it that take a value. None: those of the tool.
    pub(crate) takes: Option<Takes>,
    /// What may be lost by it. Of those of one rule the first that applies is warned of.
    pub(crate) dangers: &'static [Danger],
}

/// Says what a verb endangers.
pub(crate) const fn verb(path: &'static [&'static str], dangers: &'static [Danger]) -> Verb {
    Verb {
        path,
        takes: None,
        dangers,
    }
}

impl Verb {
    /// Sets options that take a value.
    pub(crate) const fn taking(self, letters: &'static str, longs: &'static str) -> Self {
        Self {
            takes: Some(takes(letters, longs)),
            ..self
        }
    }
}

/// Something that is lost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Danger {
    /// The rule.
    pub(crate) rule: Rule,
    /// All of these must hold.
    pub(crate) when: &'static [When],
    /// What is lost, as the beginning of a sentence.
    pub(crate) loss: &'static str,
    /// Whether the operands are what is lost, so that they are named.
    pub(crate) names: Names,
    /// What to do instead. Empty: nothing is known.
    pub(crate) instead: &'static str,
}

/// Whether the message names the operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Names {
    /// They are what is lost, but for so many at the beginning.
    From(usize),
    /// The sentence says all.
    None,
}

/// Says what is lost, whose names the operands are.
pub(crate) const fn loses(
    rule: Rule,
    when: &'static [When],
    loss: &'static str,
    instead: &'static str,
) -> Danger {
    Danger {
        rule,
        when,
        loss,
        names: Names::From(0),
        instead,
    }
}

impl Danger {
    /// Says that the first operands are not what is lost.
    pub(crate) const fn named_from(self, first: usize) -> Self {
        Self {
            names: Names::From(first),
            ..self
        }
    }

    /// Says that the operands are not what is lost.
    pub(crate) const fn unnamed(self) -> Self {
        Self {
            names: Names::None,
            ..self
        }
    }
}

/// A condition.
#[derive(Clone, Copy, Debug)]
pub(crate) enum When {
    /// One of these options is given.
    Given(&'static [Flag]),
    /// None of these options is given.
    Without(&'static [Flag]),
    /// There are so many operands, or more.
    Operands(usize),
    /// The operand at a place, from 0 after the verb, is one of these (`|` and `*` as in paths).
    Operand(usize, &'static str),
    /// Some operand is one of these.
    AnyOperand(&'static str),
    /// What only the tool's table can say.
    Own(fn(&Call<'_>, &Facts<'_>) -> Option<Hit>),
}

/// What is known besides the script.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts<'a> {
    /// The session.
    pub(crate) session: &'a Session,
    /// What the commands do, and where.
    pub(crate) effects: &'a [Resolved],
}

/// Where a condition was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    /// The words that say so; none: the whole command.
    pub(crate) span: Option<Span>,
    /// What is lost, where the tool's own table knows it better than the operands.
    pub(crate) what: Option<String>,
}

impl Hit {
    /// The whole command says so.
    pub(crate) const COMMAND: Self = Self {
        span: None,
        what: None,
    };

    /// Some words say so.
    pub(crate) const fn at(span: Span) -> Self {
        Self {
            span: Some(span),
            what: None,
        }
    }

    /// Says what is lost.
    pub(crate) fn of(self, what: String) -> Self {
        Self {
            what: Some(what),
            ..self
        }
    }
}
