//! Makes command lines of the tables. Whether one is harmless is asked of the walker itself, so anything may be made
//! here: what the tables do not call harmless is not run.

use std::collections::BTreeSet;

use super::Described;
use crate::{
    argument::{Argument, Span, Text},
    check,
    model::{Context, Dash, Dashes, FirstWord, Flag, LateOptions, PathRole, Takes, Value},
    report::{Condition, Report},
    tables,
};

/// How many commands are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// As many as run in a minute or so.
    Short,
    /// All, and so many pairs of flags for each table.
    Long { pairs: usize },
}

impl Effort {
    /// Returns what the environment asks for.
    pub(super) fn wanted() -> Self {
        match std::env::var("SHELLWARD_ORACLE_PAIRS") {
            Ok(pairs) => Self::Long {
                pairs: pairs.parse().expect("SHELLWARD_ORACLE_PAIRS is a number"),
            },
            Err(_) => Self::Short,
        }
    }

    /// Returns how many commands are made of the words of a tool with a language of its own.
    pub(super) const fn recombinations(self) -> usize {
        match self {
            Self::Short => 150,
            Self::Long { pairs } => 100 * pairs,
        }
    }

    const fn pairs(self) -> usize {
        match self {
            Self::Short => 6,
            Self::Long { pairs } => pairs,
        }
    }
}

/// Texts that mean something to many tools.
const TEXTS: [&str; 16] = [
    "a",
    "1",
    "always",
    "json",
    "full",
    "pid,comm",
    "all",
    "1,2",
    "%s",
    "auto",
    "never",
    "none",
    "2020-01-01",
    "name",
    "x:y",
    "size",
];
/// Words that write if a flag takes another number of arguments than its table says.
const TRICKS: [&str; 2] = ["-oVICTIM", "--output=VICTIM"];
/// Of how many subcommands one is tried with a flag where time is short. They share most flags, and they are many.
const SHARED: usize = 4;
/// How many of the operands below are always tried.
const USUAL: usize = 4;
/// What stands in the place of operands, one after the other.
const OPERANDS: [&[&str]; 18] = [
    &[],
    &["a"],
    &["a", "b"],
    &["sub"],
    &["."],
    &["-"],
    &["link"],
    &["*"],
    &["foo", "notes"],
    &["archive.tar"],
    &["archive.tar.gz"],
    &["archive.zip"],
    &["a.gz"],
    &["data.json"],
    &["data.csv"],
    &["data.xml"],
    &["1"],
    &["/usr/bin/true"],
];
/// Operands that some tools need to do anything. Others get `a`.
const FAVOURITES: [(&str, &[&str]); 13] = [
    ("awk", &["1", "a"]),
    ("bzcat", &["a.bz2"]),
    ("egrep", &["foo", "notes"]),
    ("fgrep", &["foo", "notes"]),
    ("grep", &["foo", "notes"]),
    ("rg", &["foo", "notes"]),
    ("sed", &["p", "a"]),
    ("tar", &["-tf", "archive.tar"]),
    ("unzip", &["archive.zip"]),
    ("xzcat", &["a.xz"]),
    ("zcat", &["a.gz"]),
    ("zgrep", &["foo", "a.gz"]),
    ("zipinfo", &["archive.zip"]),
];

/// A command line that the tables call harmless.
pub(super) struct Case {
    /// Name and arguments.
    pub(super) words: Vec<String>,
    /// What must hold for it to be harmless.
    pub(super) conditions: Vec<Condition>,
}

/// Returns what must hold for a command to be harmless, if it can be.
pub(super) fn harmless(words: &[String]) -> Option<Vec<Condition>> {
    let (name, rest) = words.split_first()?;
    let tool = tables::find(name)?;
    let span = Span::default();
    let arguments: Vec<_> = rest
        .iter()
        .map(|word| Argument::new(Text::Certain(word), span))
        .collect();
    let context = Context {
        name: span,
        late_options: LateOptions::AreOptions,
    };
    let mut report = Report::default();
    check::describe(&tool.grammar, &arguments, context, &mut report);
    report.is_harmless().then_some(report.conditions)
}

/// Makes commands of one table, without repetition.
pub(super) fn of_table(table: &Described, effort: Effort, random: &mut Random) -> Vec<Case> {
    let mut maker = Maker {
        table,
        made: BTreeSet::new(),
    };
    let is_subcommand = table.words.len() > 1 && effort == Effort::Short;
    for (number, operands) in OPERANDS.iter().enumerate() {
        // Where time is short: the usual ones, and of a tool as a whole half of the others.
        let is_usual = number < USUAL || (!is_subcommand && random.below(2) == 0);
        if effort != Effort::Short || is_usual {
            maker.add(&[], operands);
        }
    }
    let operands = maker.favourite();
    let mut all = Vec::new();
    for flag in table.spec.flags.list() {
        if is_subcommand && random.below(SHARED) > 0 {
            continue;
        }
        let mut spellings = spellings(&flag, table, effort, random);
        if effort == Effort::Short {
            // One of them, another one each time that another seed is given.
            let chosen = random.below(spellings.len().max(1));
            spellings = spellings.into_iter().skip(chosen).take(1).collect();
        }
        for spelling in &spellings {
            let trick = TRICKS[random.below(TRICKS.len())];
            let tricky = ["--", trick, "a"];
            if effort == Effort::Short {
                let is_plain = random.below(2) == 0;
                maker.add(spelling, if is_plain { operands } else { &tricky });
            } else {
                maker.add(spelling, operands);
                maker.add(spelling, &tricky);
                maker.add_late(spelling, operands);
            }
        }
        maker.add_cut_short(&flag, effort, random);
        all.extend(spellings);
    }
    if !all.is_empty() {
        for _ in 0..effort.pairs() {
            let mut words = Vec::new();
            for _ in 0..2 {
                words.extend_from_slice(&all[random.below(all.len())]);
            }
            maker.add(&words, operands);
        }
    }
    maker.finish()
}

struct Maker<'t> {
    table: &'t Described,
    made: BTreeSet<Vec<String>>,
}

impl Maker<'_> {
    /// Returns the operands that are used with flags: those that the tool needs, or the first that it may have.
    fn favourite(&self) -> &'static [&'static str] {
        let name = self.table.words.first().copied().unwrap_or("");
        let own = FAVOURITES.iter().find(|row| row.0 == name);
        let mut candidates = own
            .map(|row| row.1)
            .into_iter()
            .chain([&["a"][..], &["1"], &[]]);
        let is_allowed = |operands: &&[&str]| {
            let words = self.table.words.iter().chain(*operands);
            let words: Vec<_> = words.map(|word| (*word).to_owned()).collect();
            harmless(&words).is_some()
        };
        candidates.find(is_allowed).unwrap_or(&["a"])
    }

    fn add(&mut self, flags: &[String], operands: &[&str]) {
        let words = self.table.words.iter().map(|word| (*word).to_owned());
        let operands = operands.iter().map(|word| (*word).to_owned());
        self.made
            .insert(words.chain(flags.iter().cloned()).chain(operands).collect());
    }

    /// Adds a flag behind the operands.
    fn add_late(&mut self, flags: &[String], operands: &[&str]) {
        let words = self.table.words.iter().chain(operands);
        let words = words.map(|word| (*word).to_owned());
        self.made
            .insert(words.chain(flags.iter().cloned()).collect());
    }

    /// Adds a flag with an argument that is an option, if the flag has none after all.
    fn add_cut_short(&mut self, flag: &Flag, effort: Effort, random: &mut Random) {
        if !matches!(flag.takes, Takes::Value(_) | Takes::Several(_)) {
            return;
        }
        let names = names(flag, self.table.spec.dashes);
        let both = names
            .iter()
            .flat_map(|name| TRICKS.map(|trick| [name.clone(), trick.to_owned()]));
        let all: Vec<_> = both.collect();
        let chosen = random.below(all.len());
        for (number, words) in all.iter().enumerate() {
            if effort != Effort::Short || number == chosen {
                self.add(words, &["a"]);
            }
        }
    }

    fn finish(self) -> Vec<Case> {
        let made = self.made.into_iter();
        let cases = made.filter_map(|words| {
            let conditions = harmless(&words)?;
            Some(Case { words, conditions })
        });
        cases.collect()
    }
}

/// Returns how a flag may be written, without its argument.
fn names(flag: &Flag, dashes: Dashes) -> Vec<String> {
    let mut names = Vec::new();
    if flag.letter != 0 {
        names.push(format!("-{}", char::from(flag.letter)));
    }
    if !flag.long.is_empty() {
        names.push(format!("--{}", flag.long));
        if dashes == Dashes::OneOrTwo {
            names.push(format!("-{}", flag.long));
        }
    }
    names
}

/// Returns how a flag may be written: with each of its names, its arguments attached and apart.
fn spellings(
    flag: &Flag,
    table: &Described,
    effort: Effort,
    random: &mut Random,
) -> Vec<Vec<String>> {
    let mut spellings = Vec::new();
    for name in names(flag, table.spec.dashes) {
        let attach = |value: &str| {
            let equals = if name.len() > 2 { "=" } else { "" };
            vec![format!("{name}{equals}{value}")]
        };
        match flag.takes {
            Takes::Nothing => spellings.push(vec![name.clone()]),
            Takes::Attached(value) => {
                spellings.push(vec![name.clone()]);
                let values = samples(value, effort, random);
                spellings.extend(values.iter().map(|value| attach(value)));
            }
            Takes::Value(value) => {
                let values = samples(value, effort, random);
                spellings.extend(values.iter().map(|value| attach(value)));
                spellings.extend(values.into_iter().map(|value| vec![name.clone(), value]));
            }
            Takes::Several(values) => {
                let values = values
                    .iter()
                    .filter_map(|value| samples(*value, Effort::Short, random).pop());
                spellings.push([name.clone()].into_iter().chain(values).collect());
            }
        }
    }
    if table.spec.first_word == FirstWord::Letters && flag.letter != 0 {
        let letter = char::from(flag.letter).to_string();
        spellings.push(vec![letter]);
    }
    spellings
}

/// Returns arguments of a kind.
fn samples(value: Value, effort: Effort, random: &mut Random) -> Vec<String> {
    let texts = |fixed: &[&str]| {
        fixed
            .iter()
            .map(|text| (*text).to_owned())
            .collect::<Vec<_>>()
    };
    match value {
        Value::Number => texts(&["1"]),
        Value::Text | Value::Thing(_) | Value::Own(_) => match effort {
            Effort::Short => texts(&[TEXTS[random.below(3)], TEXTS[random.below(TEXTS.len())]]),
            Effort::Long { .. } => texts(&TEXTS),
        },
        Value::Choice(words) => texts(words),
        Value::Path(PathRole { dash, .. }) => match dash {
            Dash::Stream => texts(&["b", "-"]),
            Dash::File => texts(&["b"]),
        },
        Value::TextOrFile => texts(&["a", "@b"]),
        Value::NameList => texts(&["names", "list"]),
        Value::When(_) => texts(&["b", "sub"]),
        Value::Program => texts(&["true"]),
        Value::Variable => texts(&["x"]),
    }
}

/// A source of numbers that is the same at each run, unless it is told otherwise.
pub(super) struct Random(u64);

impl Random {
    /// Starts where the environment says.
    pub(super) fn seeded() -> Self {
        let seed = std::env::var("SHELLWARD_ORACLE_SEED");
        Self(
            seed.ok()
                .and_then(|seed| seed.parse().ok())
                .unwrap_or(0x5eed)
                | 1,
        )
    }

    /// Returns a number below another one.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("it is small") % end
    }
}

#[test]
fn commands_are_made_in_all_spellings() {
    let tables = super::described();
    let sort = tables.iter().find(|table| table.words == ["sort"]);
    let table = sort.expect("sort is described");
    let effort = Effort::Long { pairs: 1 };
    let cases = of_table(table, effort, &mut Random::seeded());
    let made = |text: &str| cases.iter().any(|case| case.words.join(" ") == text);
    for text in [
        "sort -r a",
        "sort --reverse a",
        "sort --check=quiet a",
        "sort a -r",
    ] {
        assert!(made(text), "{text}");
    }
    assert!(
        !cases
            .iter()
            .any(|case| case.words.join(" ").contains("-o b"))
    );
}
