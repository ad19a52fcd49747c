//! Whether GNU's tools read letters and abbreviations as their tables say.

use std::time::Duration;

use super::{described, is_gnu, program, skipped, walls};
use crate::{
    model::{Abbreviations, FirstWord, Found, Grammar, Spec, Takes},
    tables,
};

const PATIENCE: Duration = Duration::from_millis(500);

/// Returns the tools that are there and GNU's, with flags and without subcommands.
fn gnu_tools() -> Vec<(&'static str, String, &'static Spec)> {
    let mut tools: Vec<_> = described()
        .into_iter()
        .filter_map(|table| {
            let [name] = table.words[..] else {
                return None;
            };
            let is_tree = matches!(tables::find(name)?.grammar, Grammar::Tree(_));
            let path = program(name).filter(|_| !is_tree)?;
            Some((name, path.to_string_lossy().into_owned(), table.spec))
        })
        .collect();
    let questions: Vec<_> = tools
        .iter()
        .map(|(_, path, _)| vec![path.clone(), "--version".to_owned()])
        .collect();
    let mut answers = walls::run(&questions, PATIENCE).into_iter();
    tools.retain(|_| answers.next().is_some_and(|answer| is_gnu(&answer)));
    tools
}

/// What tools say if an argument is missing.
const WANTS: [&str; 4] = [
    "requires an argument",
    "missing argument",
    "option takes a value",
    "Value is required after",
];

/// Those that are not asked.
const NOT_ASKED: [(&str, &str); 1] = [(
    "colordiff",
    "gives its arguments to `diff`, whose complaint it keeps to itself",
)];

/// What came of one letter.
struct Answer {
    /// The tool's first name: what belongs together is one table.
    table: &'static str,
    letter: String,
    takes: bool,
    said: String,
}

impl Answer {
    fn is_refused(&self) -> bool {
        self.said.contains("invalid option")
    }

    fn is_other(&self) -> bool {
        let wants = WANTS.iter().any(|complaint| self.said.contains(complaint));
        wants != self.takes
    }
}

#[test]
fn letters_take_what_their_table_says() {
    if let Some(why) = walls::missing() {
        return skipped(why);
    }
    let mut asked = Vec::new();
    let mut questions = Vec::new();
    for (name, path, spec) in gnu_tools() {
        if NOT_ASKED.iter().any(|row| row.0 == name) {
            continue;
        }
        let table = tables::find(name).map_or(name, |tool| tool.names[0]);
        let letters = spec.flags.list().filter(|flag| flag.letter != 0);
        // Of a tool whose first word may be letters, one alone may mean something else.
        for flag in letters.filter(|_| spec.first_word == FirstWord::Operand) {
            let letter = format!("-{}", char::from(flag.letter));
            questions.push(vec![path.clone(), letter.clone()]);
            let takes = matches!(flag.takes, Takes::Value(_) | Takes::Several(_));
            asked.push((table, letter, takes));
        }
    }
    let outcomes = walls::run(&questions, PATIENCE);
    let answer = |((table, letter, takes), outcome): ((_, _, _), walls::Outcome)| Answer {
        table,
        letter,
        takes,
        said: String::from_utf8_lossy(&outcome.output).into_owned(),
    };
    let answers: Vec<_> = asked.into_iter().zip(outcomes).map(answer).collect();
    let mut faults = Vec::new();
    for answer in &answers {
        // Of tools with one table not every one has every letter. One that refuses it does nothing.
        let mut others = answers.iter().filter(|other| {
            other.table == answer.table && other.letter == answer.letter && !other.is_refused()
        });
        let is_fault = if answer.is_refused() {
            others.next().is_none()
        } else {
            answer.is_other()
        };
        if is_fault {
            faults.push(format!(
                "{} {}: {}",
                answer.table, answer.letter, answer.said
            ));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn abbreviations_of_sort_are_as_ambiguous_as_sort_says() {
    if let Some(why) = walls::missing() {
        return skipped(why);
    }
    let tools = gnu_tools();
    let Some((_, path, spec)) = tools.iter().find(|tool| tool.0 == "sort") else {
        return skipped("no GNU sort (apt-get install coreutils)");
    };
    let mut abbreviations = Vec::new();
    for flag in spec.flags.list().filter(|flag| !flag.long.is_empty()) {
        abbreviations.extend((1..flag.long.len()).filter_map(|end| flag.long.get(..end)));
    }
    let questions: Vec<_> = abbreviations
        .iter()
        .map(|abbreviation| {
            vec![
                path.clone(),
                format!("--{abbreviation}"),
                "a".to_owned(),
                "a".to_owned(),
            ]
        })
        .collect();
    for (abbreviation, outcome) in abbreviations.iter().zip(walls::run(&questions, PATIENCE)) {
        let said = String::from_utf8_lossy(&outcome.output).into_owned();
        let found = spec.flags.by_long(abbreviation, Abbreviations::Understood);
        let ambiguous = matches!(found, Found::Ambiguous);
        assert_eq!(
            said.contains("ambiguous"),
            ambiguous,
            "sort --{abbreviation}: {said}"
        );
    }
}
