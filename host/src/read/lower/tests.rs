//! What is read, rule by rule. Each script is summed up in a line a command.

mod bounds;
mod gaps;
mod structure;
mod words;

use crate::read::{Dialect, Fields, Reading, Script, ShellFacts, Word, read};

fn facts() -> ShellFacts {
    ShellFacts {
        dialect: Dialect::Bash,
        path: None,
        home: Some("/home/u".to_owned()),
        cwd: "/w".to_owned(),
        functions: vec!["greet".to_owned()],
    }
}

/// A certain word as it is passed; an uncertain one as its beginning and a mark for how many it becomes.
fn show_word(word: &Word) -> String {
    match (word.certain(), word.fields) {
        (Some(value), _) => format!("[{value}]"),
        (None, Fields::One) => format!("[{}…]", word.prefix),
        (None, _) => format!("[{}…*]", word.prefix),
    }
}

fn show_command(script: &Script, command: &crate::read::Command) -> String {
    let word = |index: Option<u32>| {
        index
            .and_then(|index| script.word(index))
            .map_or(String::new(), show_word)
    };
    let mut parts = Vec::new();
    for assignment in script.assignments(command) {
        let sign = if assignment.append { "+=" } else { "=" };
        parts.push(format!(
            "{}{sign}{}",
            assignment.name,
            word(assignment.value)
        ));
    }
    parts.extend(script.words(command).iter().map(show_word));
    for redirect in script.redirects(command) {
        let descriptor = redirect
            .descriptor
            .map_or(String::new(), |number| number.to_string());
        parts.push(format!(
            "{descriptor}{}{}",
            redirect.operator,
            word(redirect.target)
        ));
    }
    parts.join(" ")
}

fn commands(script: &Script) -> Vec<String> {
    script
        .commands
        .iter()
        .map(|command| show_command(script, command))
        .collect()
}

/// Reads a script that must be complete.
fn complete(source: &str) -> Vec<String> {
    let script = read(source, &facts());
    assert_eq!(
        script.reading,
        Reading::Complete,
        "{source:?}: {:?}",
        script.gaps
    );
    commands(&script)
}

/// Reads a script that must be partial; returns reasons and nodes of its gaps.
fn gaps(source: &str) -> Vec<(String, String)> {
    let script = read(source, &facts());
    assert_eq!(
        script.reading,
        Reading::Partial,
        "{source:?}: {:?}",
        commands(&script)
    );
    script
        .gaps
        .into_iter()
        .map(|gap| (gap.reason, gap.node))
        .collect()
}

fn has_reason(source: &str, reason: &str) {
    let gaps = gaps(source);
    assert!(
        gaps.iter().any(|(found, _)| found == reason),
        "{source:?}: {gaps:?}"
    );
}

#[track_caller]
fn words(source: &str, expected: &str) {
    assert_eq!(complete(source), [expected], "{source:?}");
}
