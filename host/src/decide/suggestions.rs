//! Suggestions (R4.5): the rules that would allow what was asked about. Each was tried out: what was gathered is folded
//! again with it, and what does not allow is not offered.

use serde::{Deserialize, Serialize};

use super::{
    fold::{Folded, fold},
    gather::{self, Gathered},
    mode,
    situation::Situation,
    trace::Step,
};
use crate::{
    call::Call,
    judge::Verdict,
    limits::MAX_SUGGESTED_RULES,
    rules::{Rule, RuleSet, Source, Wish, exact_rule, place_rules, prefix_rule},
};

/// Rules that together allow a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Suggestion {
    /// The rules, as they would be written.
    pub rules: Vec<String>,
    /// What they are called in a list of choices: the rules themselves, or "similar commands" where they are many.
    pub label: String,
}

impl Suggestion {
    fn new(rules: Vec<String>) -> Self {
        let label = if rules.len() > MAX_SUGGESTED_RULES {
            "similar commands".to_owned()
        } else {
            rules.join(" and ")
        };
        Self { rules, label }
    }
}

/// Finds them, the one that can be used again first. None for what is not asked about.
pub(super) fn suggest(
    call: &Call,
    gathered: &mut Gathered,
    folded: &Folded,
    situation: &Situation,
) -> Vec<Suggestion> {
    if folded.verdict != Verdict::Ask || nothing_helps(folded) {
        return Vec::new();
    }
    let words = reusable(gathered, folded);
    let places = place_rules(&gathered.resolved);
    let both = match &words {
        Some(words) if !places.is_empty() => [places.as_slice(), words].concat(),
        Some(_) | None => Vec::new(),
    };
    let exact: Vec<String> = exact_rule(&gathered.script).into_iter().collect();
    let mut found: Vec<Suggestion> = Vec::new();
    // Where a rule on the places is enough, one on the command would open other places besides, and both together are
    // wanted only where neither is enough.
    for rules in [places, words.unwrap_or_default(), both] {
        let is_wanted = found.is_empty() && !rules.is_empty();
        if is_wanted && allows(&rules, call, gathered, situation) {
            found.push(Suggestion::new(rules));
        }
    }
    if !exact.is_empty() && allows(&exact, call, gathered, situation) {
        found.push(Suggestion::new(exact));
    }
    found
}

/// Whether something stands that no rule lifts, whatever it says.
fn nothing_helps(folded: &Folded) -> bool {
    folded.trace.iter().any(|entry| {
        entry.lifted_by.is_none()
            && matches!(
                entry.reason.step,
                Step::FloorAsk | Step::AskRule | Step::WithoutWalls
            )
    })
}

/// A rule for each command that is asked about. None: one of them has none.
fn reusable(gathered: &Gathered, folded: &Folded) -> Option<Vec<String>> {
    let mut rules = Vec::new();
    for entry in &folded.trace {
        if entry.verdict != Verdict::Ask || entry.lifted_by.is_some() {
            continue;
        }
        // What is about the text as a whole needs a rule on the whole text.
        let index = entry.reason.command?;
        let command = gathered.script.commands.get(index as usize)?;
        let rule = prefix_rule(&gathered.script, command)?;
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    Some(rules)
}

/// Whether a call is allowed with these rules beside those in force.
fn allows(rules: &[String], call: &Call, gathered: &mut Gathered, situation: &Situation) -> bool {
    let mut set = RuleSet::default();
    // Of hundreds of rules only those are wanted that cover something here; what covers a wrapper is not told.
    let has_wrappers = gathered
        .script
        .commands
        .iter()
        .any(|command| !command.wrappers.is_empty());
    let in_force = (0..).zip(situation.rules.entries());
    let old = in_force
        .filter(|(number, entry)| {
            entry.wish == Wish::Allow && (has_wrappers || gathered.covered.contains(&Some(*number)))
        })
        .map(|(_, entry)| (entry.rule.clone(), entry.source.clone()));
    let new = rules.iter().map(|text| {
        let source = Source {
            layer: "suggestion".to_owned(),
            file: None,
            line: None,
        };
        Rule::parse(text).map(|rule| (rule, source))
    });
    for rule in new.chain(old.map(Ok)) {
        let Ok((rule, source)) = rule else {
            return false;
        };
        if set.add(Wish::Allow, rule, source).is_err() {
            return false;
        }
    }
    // Deny and ask rules were gathered before, and stay as they are.
    let tried = situation.with_rules(set);
    let kept = gather::allow_with(gathered, call, &tried);
    let folded = mode::apply(fold(call, gathered, &tried), situation.mode);
    gather::put_back(gathered, kept);
    folded.verdict == Verdict::Allow
}
