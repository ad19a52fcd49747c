//! The corpus, decided as far as rules go.

use serde_json::Value;

use super::{Project, read, rule_set};
use crate::{
    read::Reading,
    rules::{Certainty, RuleSet, Wish},
};

const HARMLESS: [&str; 11] = [
    "cat", "cd", "echo", "find", "grep", "head", "ls", "printf", "pwd", "tail", "true",
];

/// Decides as far as rules go; of places it knows only whether a redirect writes, of commands a few harmless ones.
fn decide(set: &RuleSet, command: &str) -> Wish {
    let script = read(command);
    let strictest = set
        .restricting(&script)
        .into_iter()
        .map(|hit| match hit.certainty {
            Certainty::Certain => hit.wish,
            Certainty::Possible => Wish::Ask,
        })
        .max();
    if let Some(strictest) = strictest {
        return strictest;
    }
    if set.exact_allow(command).is_some() {
        return Wish::Allow;
    }
    let covered = set.covering(&script, &Project);
    let may_run = (0..).zip(&script.commands).all(|(index, command)| {
        let is_harmless = script
            .name(command)
            .is_some_and(|name| HARMLESS.contains(&name))
            && script.assignments(command).is_empty();
        let writes = script.redirects(command).iter().any(|redirect| {
            let target = redirect
                .target
                .and_then(|index| script.word(index)?.certain());
            redirect.operator.contains('>')
                && target != Some("/dev/null")
                && !(redirect.operator == ">&" && target.is_some_and(|to| to.len() == 1))
        });
        !writes && (is_harmless || covered.iter().any(|hit| hit.command == Some(index)))
    });
    if may_run && script.reading == Reading::Complete {
        Wish::Allow
    } else {
        Wish::Ask
    }
}

fn wish(code: &str) -> Wish {
    match code {
        "allow" => Wish::Allow,
        "ask" => Wish::Ask,
        "deny" => Wish::Deny,
        other => panic!("{other} is no decision"),
    }
}

/// A row of the corpus that is about rules: id, answer, what is wanted, whether something else would do.
struct Row {
    id: String,
    answer: Wish,
    wanted: Wish,
    is_wanted: bool,
}

fn rows(corpus: &str, areas: &[&str]) -> Vec<Row> {
    let parsed = corpus
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    parsed
        .filter(|row: &Value| {
            areas.contains(&row["area"].as_str().unwrap()) && row["config"]["rules"].is_object()
        })
        .map(|row| {
            let texts = |wish: Wish| {
                let list = row["config"]["rules"][wish.code()].as_array();
                list.into_iter()
                    .flatten()
                    .map(move |text| (wish, text.as_str().unwrap()))
            };
            let rules = [Wish::Allow, Wish::Ask, Wish::Deny]
                .into_iter()
                .flat_map(texts);
            let answer = decide(&rule_set(rules), row["command"].as_str().unwrap());
            let wanted = wish(row["expect"]["decision"].as_str().unwrap());
            let others = row["expect"]["also_ok"].as_array();
            let would_do = others.into_iter().flatten().any(|it| it == answer.code());
            Row {
                id: row["id"].as_str().unwrap().to_owned(),
                answer,
                wanted,
                is_wanted: answer == wanted || would_do,
            }
        })
        .collect()
}

fn ids(rows: &[Row], pick: impl Fn(&&Row) -> bool) -> Vec<&str> {
    rows.iter()
        .filter(pick)
        .map(|row| row.id.as_str())
        .collect()
}

#[test]
fn no_row_of_the_corpus_is_answered_more_loosely_than_wanted() {
    let areas = ["rules", "parse", "env"];
    let mut all = rows(include_str!("../../../../tests/corpus/rules.jsonl"), &areas);
    all.extend(rows(
        include_str!("../../../../tests/corpus/decisions.jsonl"),
        &areas,
    ));
    let looser = ids(&all, |row| !row.is_wanted && row.answer < row.wanted);
    assert!(looser.is_empty(), "{looser:?}");
}

#[test]
fn rows_about_rules_are_answered_as_wanted() {
    let rows = rows(
        include_str!("../../../../tests/corpus/rules.jsonl"),
        &["rules"],
    );
    let others = ids(&rows, |row| !row.is_wanted);
    assert!(others.is_empty(), "{others:?}");
}
