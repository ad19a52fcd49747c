//! The one model in which all commands are described (R3.1): flags, operands by position, subcommands.
//!
//! Everything is constant data that the compiler checks: an unsorted table or a letter used twice does not build. No
//! command is named here, and nothing is decided: `check.rs` walks the tables.

/// A text that only documentation shows. The component goes without it.
macro_rules! native {
    ($text:expr) => {
        if cfg!(target_arch = "wasm32") {
            ""
        } else {
            $text
        }
    };
}

#[macro_use]
mod flags;

pub(crate) use flags::pack;
pub use flags::{Facts, Flags, Found, Row};

use crate::{
    argument::{Argument, Span, Text},
    report::{Condition, Kind, Report, Stance},
};

/// A command as it is described.
#[derive(Debug)]
pub struct Tool {
    /// Its names; the first is the usual one.
    pub names: &'static [&'static str],
    /// What it does, in a few words.
    pub summary: &'static str,
    /// How its arguments are read.
    pub grammar: Grammar,
}

/// How a command's arguments are read.
#[derive(Debug)]
pub enum Grammar {
    /// Every argument is text without any effect, whatever it says: all flags there are only change what is printed.
    Text,
    /// Flags and operands.
    Options(&'static Spec),
    /// Global options, then a subcommand.
    Tree(&'static Tree),
    /// A small language of its own.
    Own(Language),
}

/// Reads a small language; the grammar of a tool's own file.
pub type Language = for<'a> fn(&[Argument<'a>], Context, &mut Report<'a>);

/// A command with subcommands.
#[derive(Debug)]
pub struct Tree {
    /// What may stand before the subcommand.
    pub globals: Spec,
    /// The subcommands, sorted by name. A branch may be a tree again.
    pub branches: &'static [(&'static str, Grammar)],
    /// How it is read without a subcommand, options included.
    pub alone: Option<&'static Spec>,
}

/// What is known of the surroundings of a command.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Where its name stands.
    pub name: Span,
    /// Whether options may follow operands.
    pub late_options: LateOptions,
}

/// What an option after an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LateOptions {
    /// An option: GNU's way.
    AreOptions,
    /// Perhaps an operand: `POSIXLY_CORRECT` is set, or the tools are not GNU's.
    AreUncertain,
}

/// A set of facts that flags state and on which the meaning of operands depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks(u32);

impl Marks {
    /// None.
    pub const NONE: Self = Self(0);
    /// Everything below an operand is meant.
    pub const RECURSIVE: Self = Self(1);
    /// Symbolic links met below an operand are followed.
    pub const FOLLOWS_LINKS: Self = Self(2);
    /// What the first operand would say has been said by a flag.
    pub const FIRST_GIVEN: Self = Self(4);
    /// What the last operand would say has been said by a flag.
    pub const LAST_GIVEN: Self = Self(8);
    /// There is an operand. No flag states it: the walker does.
    pub const OPERANDS: Self = Self(16);
    /// There are two operands or more. No flag states it: the walker does.
    pub const SEVERAL: Self = Self(32);
    /// A fact was stated twice. No flag states it: the walker does.
    pub const TWICE: Self = Self(64);

    /// How many facts a tool may have of its own.
    const MOST_OWN: u32 = 24;

    /// A fact that means something only in a tool's own file.
    ///
    /// # Panics
    ///
    /// If the number is 24 or more. In a constant that ends the build.
    pub const fn own(number: u32) -> Self {
        assert!(
            number < Self::MOST_OWN,
            "a tool has at most 24 facts of its own"
        );
        Self(1 << (number + 8))
    }

    /// Returns the facts of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of these facts are stated.
    pub const fn have(self, wanted: Self) -> bool {
        self.0 & wanted.0 == wanted.0
    }
}

/// A flag.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// Its letter, or 0.
    pub letter: u8,
    /// Its long name without dashes, or empty.
    pub long: &'static str,
    /// Whether it has an argument.
    pub takes: Takes,
    /// What it states about operands.
    pub marks: Marks,
    /// What the command does because of it, whatever its argument is.
    pub does: &'static [Always],
}

/// Whether a flag has an argument.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// No.
    Nothing,
    /// Yes: `--flag=value`, `--flag value`, `-fvalue`, `-f value`.
    Value(Value),
    /// Only an attached one, and that may be missing: `--flag`, `--flag=value`, `-fvalue`.
    Attached(Value),
    /// Several, each a word of its own: `--arg name value`.
    Several(&'static [Value]),
}

/// What a flag's argument is.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// A number, perhaps with a sign and a unit.
    Number,
    /// Text without any effect.
    Text,
    /// One of these words; others are not described.
    Choice(&'static [&'static str]),
    /// A path and what is done to it.
    Path(PathRole),
    /// Text, or `@` and a file that is read for it.
    TextOrFile,
    /// A file that names further files, which are read.
    NameList,
    /// A program that is run.
    Program,
    /// A variable of the shell that gets a value.
    Variable,
    /// Something that is no file, such as a host or a process, and what is done to it.
    Thing(Kind),
    /// A text in a language of the tool's own file.
    Own(Reader),
    /// One of these: the first whose facts are stated, be it by a flag that follows. The last is for no facts.
    When(&'static [(Marks, Value)]),
}

/// Reads one text in a language of its own, such as a script for `sed`.
pub type Reader = for<'a> fn(Text<'a>, Span, &mut Report<'a>);

/// What is done to a path.
#[derive(Clone, Copy, Debug)]
pub struct PathRole {
    /// What kind of thing.
    pub kind: Kind,
    /// How far below it.
    pub depth: Depth,
    /// What `-` is.
    pub dash: Dash,
}

/// How far below a path an effect goes.
#[derive(Clone, Copy, Debug)]
pub enum Depth {
    /// Only to the path itself.
    Flat,
    /// To everything below it.
    Deep,
    /// To everything below it, if flags state these facts.
    DeepIf(Marks),
    /// To things in it, if it is a directory, but not to the directory itself.
    Inside,
}

/// What `-` means in the place of a path.
#[derive(Clone, Copy, Debug)]
pub enum Dash {
    /// Standard input or output.
    Stream,
    /// A file of that name.
    File,
}

impl PathRole {
    /// Reads a file; `-` is standard input.
    pub const INPUT: Self = Self {
        kind: Kind::Read,
        depth: Depth::Flat,
        dash: Dash::Stream,
    };
    /// Writes a file.
    pub const OUTPUT: Self = Self::of(Kind::Write, Depth::Flat);

    /// Does something to a path, of which `-` is one too.
    pub const fn of(kind: Kind, depth: Depth) -> Self {
        Self {
            kind,
            depth,
            dash: Dash::File,
        }
    }
}

impl PathRole {
    /// Describes what is done to a path where no flag matters to it.
    pub fn touch<'a>(self, text: Text<'a>, span: Span, report: &mut Report<'a>) {
        if !matches!((self.dash, text), (Dash::Stream, Text::Certain("-"))) {
            report.touch(self.kind, text, self.depth.extent(Marks::NONE), span);
        }
    }
}

impl Flag {
    const EMPTY: Self = Self {
        letter: 0,
        long: "",
        takes: Takes::Nothing,
        marks: Marks::NONE,
        does: &[],
    };
    /// `--help` of GNU tools: prints and exits.
    pub const HELP: Self = Self::long("help");
    /// `--version` of GNU tools: prints and exits.
    pub const VERSION: Self = Self::long("version");

    /// Creates a flag with a letter and a long name.
    pub const fn both(letter: u8, long: &'static str) -> Self {
        Self {
            letter,
            long,
            ..Self::EMPTY
        }
    }

    /// Creates a flag with only a long name.
    pub const fn long(long: &'static str) -> Self {
        Self {
            long,
            ..Self::EMPTY
        }
    }

    /// Creates a flag with only a letter.
    pub const fn letter(letter: u8) -> Self {
        Self {
            letter,
            ..Self::EMPTY
        }
    }

    /// Says what its argument is.
    #[must_use]
    pub const fn value(self, value: Value) -> Self {
        Self {
            takes: Takes::Value(value),
            ..self
        }
    }

    /// Says what its argument is, if one is attached.
    #[must_use]
    pub const fn attached(self, value: Value) -> Self {
        Self {
            takes: Takes::Attached(value),
            ..self
        }
    }

    /// Says what its arguments are, each a word of its own.
    #[must_use]
    pub const fn values(self, values: &'static [Value]) -> Self {
        Self {
            takes: Takes::Several(values),
            ..self
        }
    }

    /// Says what it states about operands.
    #[must_use]
    pub const fn states(self, marks: Marks) -> Self {
        Self { marks, ..self }
    }

    /// Says what the command does because of it.
    #[must_use]
    pub const fn does(self, does: &'static [Always]) -> Self {
        Self { does, ..self }
    }
}

/// Whether long options may be abbreviated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Abbreviations {
    /// To a beginning that only one of them has: GNU's way.
    Understood,
    /// An abbreviation is not described.
    Refused,
}

/// Whether one dash may be followed by several letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clusters {
    /// `-la` is `-l -a`.
    Understood,
    /// Only one letter and its value are described.
    Refused,
}

/// How long options begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dashes {
    /// With two dashes; one dash begins letters.
    Two,
    /// With two dashes or one. What is no long option is read as letters.
    OneOrTwo,
}

/// What the first argument is if it has no dash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstWord {
    /// An operand, as any other.
    Operand,
    /// Letters, whose arguments are the words that follow, in their order: the old style of `tar`.
    Letters,
}

/// What the argument of a flag may be if it is a word of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Apart {
    /// Any word, whatever it looks like: what `getopt` does.
    Any,
    /// Only what is certain to be no option: if the flag had no argument after all, nothing would change.
    Undashed,
}

/// Whether a dash and digits are a flag without any effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// No.
    Refused,
    /// As a word of their own: `-20`.
    Alone,
    /// As letters too: `-n3`.
    Letters,
}

/// Whether options may follow operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Yes, if the C library lets them: see [`LateOptions`].
    Permuted,
    /// Yes: the tool reads its options itself.
    Free,
    /// No: the first operand ends the options.
    OperandEnds,
}

/// What may happen at worst if an uncertain word becomes an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyFlag {
    /// Something is written or run, or nobody has looked: unknown.
    Unknown,
    /// Flags name files that are read, so anything may be read.
    Reads,
    /// No flag names a file: the same operands are read, whatever the flags are (`any_flag_safe`).
    Safe,
}

/// Flags and operands of a command or subcommand.
#[derive(Debug)]
pub struct Spec {
    /// Its flags.
    pub flags: Flags,
    /// Whether long options may be abbreviated.
    pub abbreviations: Abbreviations,
    /// How long options begin.
    pub dashes: Dashes,
    /// What the first argument is if it has no dash.
    pub first_word: FirstWord,
    /// Whether letters may be joined.
    pub clusters: Clusters,
    /// What the argument of a flag may be if it is a word of its own.
    pub apart: Apart,
    /// Whether digits are a flag.
    pub digits: Digits,
    /// Whether options may follow operands.
    pub order: Order,
    /// What may happen at worst if an uncertain word becomes an option.
    pub any_flag: AnyFlag,
    /// What operands are; the first form holds whose facts the flags state. The last is for no facts.
    pub forms: &'static [Form],
    /// What it does whatever its arguments are.
    pub always: &'static [Always],
    /// What must hold for it to be harmless.
    pub conditions: &'static [Condition],
    /// Whether it can be harmless.
    pub stance: Stance,
}

impl Spec {
    /// A reader with GNU's habits, no flags, and no place for operands.
    pub const GNU: Self = Self {
        flags: Flags::NONE,
        abbreviations: Abbreviations::Understood,
        dashes: Dashes::Two,
        first_word: FirstWord::Operand,
        clusters: Clusters::Understood,
        apart: Apart::Any,
        digits: Digits::Refused,
        order: Order::Permuted,
        any_flag: AnyFlag::Unknown,
        forms: &[Form::each(Role::Refused)],
        always: &[],
        conditions: &[],
        stance: Stance::Reader,
    };
}

/// What operands are.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The facts that flags must state, and whether there must be operands.
    pub when: Marks,
    /// The first operands, by position.
    pub first: &'static [Role],
    /// The last one, if that is another thing than those before it.
    pub last: Option<Role>,
    /// The others.
    pub rest: Role,
    /// What is done if there are none of the others.
    pub absent: Absent,
    /// What the command does, whatever its operands are.
    pub does: &'static [Always],
}

impl Form {
    /// Makes all operands the same thing, with nothing done if there are none.
    pub const fn each(rest: Role) -> Self {
        Self {
            when: Marks::NONE,
            first: &[],
            last: None,
            rest,
            absent: Absent::Nothing,
            does: &[],
        }
    }

    /// Says which facts flags must state.
    #[must_use]
    pub const fn when(self, when: Marks) -> Self {
        Self { when, ..self }
    }

    /// Says what the first operands are.
    #[must_use]
    pub const fn first(self, first: &'static [Role]) -> Self {
        Self { first, ..self }
    }

    /// Says what the last operand is.
    #[must_use]
    pub const fn last(self, last: Role) -> Self {
        Self {
            last: Some(last),
            ..self
        }
    }

    /// Says what the command does, whatever its operands are.
    #[must_use]
    pub const fn does(self, does: &'static [Always]) -> Self {
        Self { does, ..self }
    }

    /// Says that the working directory stands in for missing operands.
    #[must_use]
    pub const fn or_here(self) -> Self {
        Self {
            absent: Absent::Here,
            ..self
        }
    }
}

/// What one operand is.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// Text without any effect.
    Text,
    /// A path and what is done to it.
    Path(PathRole),
    /// A file that names further files, which are read.
    NameList,
    /// A variable of the shell that gets a value.
    Variable,
    /// A program that is run.
    Program,
    /// Something that is no file, such as a host or a process, and what is done to it.
    Thing(Kind),
    /// A text in a language of the tool's own file.
    Own(Reader),
    /// Nothing is described for it.
    Refused,
}

/// What is done if there are no operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// Nothing, or standard input is read.
    Nothing,
    /// The same as to the operand `.`.
    Here,
}

/// Something that a command does whatever its arguments are.
#[derive(Clone, Copy, Debug)]
pub struct Always {
    /// What kind of thing.
    pub kind: Kind,
    /// What it is done to.
    pub target: &'static str,
    /// How far below it.
    pub depth: Depth,
}

impl Always {
    /// Does something to this and no more.
    pub const fn flat(kind: Kind, target: &'static str) -> Self {
        Self {
            kind,
            target,
            depth: Depth::Flat,
        }
    }

    /// Does something to things in this directory.
    pub const fn inside(kind: Kind, target: &'static str) -> Self {
        Self {
            kind,
            target,
            depth: Depth::Inside,
        }
    }

    /// Does something to this and everything below it.
    pub const fn deep(kind: Kind, target: &'static str) -> Self {
        Self {
            kind,
            target,
            depth: Depth::Deep,
        }
    }
}

#[cfg(test)]
mod tests;
