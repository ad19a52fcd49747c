//! Which rules "always" offers (R4.5; `tests/corpus/suggest.jsonl`), and that they hold what they promise.

use std::fs;

use serde::Deserialize;
use shellward::{
    Call,
    decide::{Decision, Situation, decide},
    judge::Verdict,
    rules::Wish,
};

use crate::support::{repository, rules, situation};

#[derive(Debug, Deserialize)]
struct Row {
    command: String,
    /// A rule that must be among those offered.
    offer: Option<String>,
    /// Rules that must not.
    never: Vec<String>,
    /// What no rule may hold.
    without: Vec<String>,
}

fn decision(command: &str, situation: &Situation) -> Decision {
    decide(Call::new(command).unwrap(), situation).into_decision()
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(repository().join("tests/corpus/suggest.jsonl")).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn what_is_offered_is_what_people_wanted_and_allows() {
    let plain = situation();
    for row in rows() {
        let decision = decision(&row.command, &plain);
        let offered: Vec<&String> = decision
            .suggestions
            .iter()
            .flat_map(|one| &one.rules)
            .collect();
        if let Some(wanted) = &row.offer {
            assert!(offered.contains(&wanted), "{row:?}: {offered:?}");
        }
        for rule in &offered {
            assert!(!row.never.contains(rule), "{row:?}: {offered:?}");
            let holds = |part: &String| rule.contains(part.as_str());
            assert!(!row.without.iter().any(holds), "{row:?}: {offered:?}");
        }
        for suggestion in &decision.suggestions {
            let mut with_it = situation();
            for rule in &suggestion.rules {
                rules(&mut with_it.rules, Wish::Allow, &[rule]);
            }
            let after = self::decision(&row.command, &with_it);
            assert_eq!(after.verdict, Verdict::Allow, "{row:?}: {suggestion:?}");
        }
    }
}

#[test]
fn what_no_rule_lifts_has_no_suggestion() {
    let mut asked = situation();
    rules(&mut asked.rules, Wish::Ask, &["Bash(cargo:*)"]);
    assert!(decision("cargo test", &asked).suggestions.is_empty());
    let plain = situation();
    for command in ["ls", "cat ~/.ssh/id_rsa", "LD_PRELOAD=./x.so make"] {
        assert!(
            decision(command, &plain).suggestions.is_empty(),
            "{command}"
        );
    }
}

#[test]
fn many_rules_are_called_similar_commands() {
    let command = "cargo a && cargo b && cargo c && cargo d && cargo e && cargo f";
    let decision = decision(command, &situation());
    let first = &decision.suggestions[0];
    assert_eq!(
        (first.rules.len(), first.label.as_str()),
        (6, "similar commands")
    );
}
