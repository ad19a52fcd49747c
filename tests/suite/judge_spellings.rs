//! A verdict never weakens by the way in which a command is written: quotes, paths, wrappers, groups, bodies of `-c`,
//! variables of certain value (R3.1).

use std::fs;

use proptest::{prelude::*, sample::select};
use serde::Deserialize;
use shellward::{
    Call,
    decide::{Situation, decide},
    judge::Verdict,
};

use crate::support::{repository, situation};

#[derive(Debug, Deserialize)]
struct Row {
    command: String,
}

fn rows(file: &str) -> Vec<String> {
    let path = repository().join("tests/corpus").join(file);
    fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<Row>(line).unwrap().command)
        .collect()
}

fn verdict(command: &str, situation: &Situation) -> Verdict {
    decide(Call::new(command).unwrap(), situation)
        .into_decision()
        .verdict
}

/// Ways to write a command that do what the command does, or more. `%` stands for it, `'%'` for it in single quotes.
const WAYS: [&str; 26] = [
    "%",
    "timeout 5 %",
    "nice -n 5 %",
    "nohup %",
    "time %",
    "stdbuf -oL %",
    "env A=1 %",
    "env -i %",
    "A=1 %",
    "command %",
    "timeout 5 env B=2 nice %",
    "( % )",
    "{ %\n}",
    "! %",
    "true && %",
    "false || %",
    "ls; %",
    "% | cat",
    "true | %",
    "% &",
    "if true; then %\nfi",
    "for i in a b; do %\ndone",
    "while %\ndo break; done",
    "echo \"$(%\n)\"",
    "cat <(%\n)",
    "bash -c '%'",
];

/// Writes a command in one of these ways.
fn written(way: &str, command: &str) -> String {
    if way.contains("'%'") {
        let quoted = format!("'{}'", command.replace('\'', r"'\''"));
        way.replace("'%'", &quoted)
    } else {
        way.replace('%', command)
    }
}

/// Whether a way keeps the meaning of this command: an assignment or a reserved word can't follow a wrapper.
fn begins_with_a_name(command: &str) -> bool {
    let first = command.split([' ', '\t', '\n']).next().unwrap_or("");
    !first.contains('=') && !["(", "{", "!"].contains(&first)
}

/// Whether a way keeps the meaning of this list: what stands before a list is a part of its first pipeline, so that its
/// `cd` fails or succeeds otherwise, or happens in a shell of its own.
fn keeps_the_list(way: &str, command: &str) -> bool {
    let of_first = ["! %", "true | %"].contains(&way);
    !of_first
        || !["&&", "||", ";"]
            .iter()
            .any(|joint| command.contains(joint))
}

#[test]
fn what_must_never_be_allowed_is_not_allowed_in_any_clothes() {
    let situation = situation();
    let mut allowed = Vec::new();
    for command in rows("never.jsonl") {
        for way in WAYS {
            let written = written(way, &command);
            if verdict(&written, &situation) == Verdict::Allow {
                allowed.push(written);
            }
        }
    }
    assert!(allowed.is_empty(), "{}", allowed.join("\n"));
}

/// How the first word of a command may be written otherwise.
#[derive(Clone, Copy, Debug)]
enum Name {
    Quoted,
    DoubleQuoted,
    Escaped,
    HalfQuoted,
    Continued,
    Variable,
}

const NAMES: [Name; 6] = [
    Name::Quoted,
    Name::DoubleQuoted,
    Name::Escaped,
    Name::HalfQuoted,
    Name::Continued,
    Name::Variable,
];

impl Name {
    fn write(self, command: &str) -> Option<String> {
        let (name, rest) = command.split_once(' ')?;
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !plain || name.len() < 2 {
            return None;
        }
        let (first, others) = name.split_at(1);
        Some(match self {
            Self::Quoted => format!("'{name}' {rest}"),
            Self::DoubleQuoted => format!("\"{name}\" {rest}"),
            Self::Escaped => format!("\\{name} {rest}"),
            Self::HalfQuoted => format!("{first}\"{others}\" {rest}"),
            Self::Continued => format!("{first}\\\n{others} {rest}"),
            Self::Variable => format!("N={name}; $N {rest}"),
        })
    }
}

#[test]
fn a_name_in_quotes_or_pieces_is_the_same_name() {
    let situation = situation();
    let mut allowed = Vec::new();
    for command in rows("never.jsonl") {
        for name in NAMES {
            let Some(written) = name.write(&command) else {
                continue;
            };
            if verdict(&written, &situation) == Verdict::Allow {
                allowed.push(written);
            }
        }
    }
    assert!(allowed.is_empty(), "{}", allowed.join("\n"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_verdict_never_weakens_by_the_way_of_writing(
        command in select(rows("decisions.jsonl")),
        way in select(&WAYS[..]),
        other in select(&WAYS[..]),
    ) {
        let situation = situation();
        let plain = verdict(&command, &situation);
        prop_assume!(begins_with_a_name(&command) && !command.contains('\n'));
        prop_assume!(keeps_the_list(way, &command));
        let once = written(way, &command);
        prop_assume!(keeps_the_list(other, &once));
        prop_assume!(begins_with_a_name(&once) || other.contains('\n') || other == "%");
        let twice = written(other, &once);
        for text in [once, twice] {
            let said = verdict(&text, &situation);
            prop_assert!(
                said >= plain,
                "{text:?} is {said}, and {command:?} alone {plain}"
            );
        }
    }
}
