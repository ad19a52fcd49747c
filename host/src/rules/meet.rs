//! Searches a script for what deny and ask rules speak of: the whole text, each command, what a command runs by its
//! words, and the text of what could not be read (R4.3).

use std::collections::BTreeMap;

use super::{
    command::CommandRule,
    pattern::{Token, base_name},
    programs::{find_runs_after, is_runner},
    restrict::{Budget, Certainty, Line},
    search::{TextWord, runs},
    seen::{Seen, words_with_wrappers},
    set::{Hit, RuleSet},
};
use crate::{
    read::{Assignment, Command, Reading, Script, Word},
    span::Span,
};

/// Words whose mere preparation counts as one step.
const WORDS_A_STEP: usize = 16;

/// Returns the span of the source text.
fn whole(script: &Script) -> Span {
    Span::source(0, u32::try_from(script.source().len()).unwrap_or(u32::MAX))
}

/// One search for deny and ask rules.
pub(super) struct Search<'a> {
    rules: &'a RuleSet,
    script: &'a Script,
    budget: Budget,
    /// The surest hit of each rule on each command.
    hits: BTreeMap<(u32, Option<u32>), Hit>,
}

impl<'a> Search<'a> {
    /// Prepares a search.
    pub(super) const fn new(rules: &'a RuleSet, script: &'a Script) -> Self {
        Self {
            rules,
            script,
            budget: Budget::new(),
            hits: BTreeMap::new(),
        }
    }

    /// Searches.
    pub(super) fn run(mut self) -> Vec<Hit> {
        let rules = self.rules;
        if rules.all_restricting().next().is_none() && rules.exact_restricting().is_empty() {
            return Vec::new();
        }
        self.whole_text();
        for (index, command) in (0..).zip(&self.script.commands) {
            self.command(index, command);
        }
        if self.script.reading != Reading::Complete {
            self.text(None, whole(self.script));
        }
        self.finish()
    }

    /// Compares exact rules with the whole text.
    fn whole_text(&mut self) {
        let source = self.script.source();
        let rules = self.rules;
        for number in rules.exact_restricting().iter().copied() {
            let Some(rule) = rules.command_rule(number) else {
                continue;
            };
            if rule.is_exactly(source) {
                self.hit(number, None, whole(self.script), Certainty::Certain);
            } else if rule.tokens().is_empty() && source.contains(rule.body()) {
                // A text of several commands can't be compared with single ones.
                self.hit(number, None, whole(self.script), Certainty::Possible);
            }
        }
    }

    /// Tries the rules on a command and, if it runs what its words say, on those.
    fn command(&mut self, index: u32, command: &Command) {
        let words = words_with_wrappers(self.script, command);
        let wrapping = words.len() - command.words.len as usize;
        let assignments = self.script.assignments(command);
        let is_named = |name: &dyn Fn(&str) -> bool| {
            let values = words.get(wrapping).map_or(&[][..], |word| word.values);
            values.iter().any(|value| name(base_name(value)))
        };
        let runs_words = is_named(&is_runner);
        let every_word = runs_words || self.script.reading != Reading::Complete;
        let last = if every_word {
            words.len().max(1)
        } else {
            wrapping + 1
        };
        for from in 0..last {
            self.at(Some(index), assignments, &words, from, command.span);
        }
        if runs_words {
            self.text(Some(index), command.span);
        } else if is_named(&|name| name == "find") {
            let runs = |word: &&Seen<'_>| word.values.iter().any(|value| find_runs_after(value));
            if let Some(word) = words.iter().find(runs) {
                let span = Span {
                    start: word.span.end,
                    ..command.span
                };
                self.text(Some(index), span);
            }
        }
    }

    /// Tries the rules at every word of a text.
    fn text(&mut self, command: Option<u32>, span: Span) {
        for run in runs(self.script.text(span), span) {
            let words: Vec<_> = run.iter().map(seen).collect();
            for from in 0..words.len() {
                self.at(command, &[], &words, from, span);
            }
        }
    }

    /// Tries the rules at one word.
    fn at(
        &mut self,
        command: Option<u32>,
        assignments: &[Assignment],
        words: &[Seen<'_>],
        from: usize,
        span: Span,
    ) {
        let rules = self.rules;
        let (before, after) = words.split_at_checked(from).unwrap_or((words, &[]));
        if self.budget.is_spent() {
            return;
        }
        let candidates = rules.candidates(after.first(), from);
        // Looking at the words costs something too, however few rules there are.
        if candidates.is_empty() || !self.budget.spend(1 + after.len() / WORDS_A_STEP) {
            return;
        }
        let line = Line::new(after);
        for number in candidates {
            let Some(rule) = rules.command_rule(number) else {
                continue;
            };
            let Some(certainty) = line.matches(rule, &mut self.budget) else {
                continue;
            };
            let assigned = self.assigned(rule, assignments, before);
            if let Some(assigned) = assigned {
                let span = span_of(line.words(), span, rule);
                self.hit(number, command, span, certainty.min(assigned));
            }
        }
    }

    /// Says how surely the assignments that a rule spells are in force: before the command, in the words of a
    /// wrapper, or made elsewhere in the script.
    fn assigned(
        &self,
        rule: &CommandRule,
        assignments: &[Assignment],
        before: &[Seen<'_>],
    ) -> Option<Certainty> {
        let mut certainty = Certainty::Certain;
        for (name, pattern) in rule.assignments() {
            let here = assignments.iter().filter(|one| one.name == *name);
            let values = here.map(|one| self.value(one));
            let words = before.iter().map(|word| {
                let text = word.certain().unwrap_or(word.prefix);
                let value = text.split_once('=').filter(|(known, _)| known == name);
                value.map(|(_, value)| pattern.matches(value))
            });
            let is_here = values
                .map(|value| value.is_none_or(|value| pattern.matches(value)))
                .chain(words.flatten())
                .any(|matches| matches);
            if !is_here {
                if !self.is_assigned_somewhere(name) {
                    return None;
                }
                certainty = Certainty::Possible;
            }
        }
        Some(certainty)
    }

    /// Whether any part of the script assigns to a variable, be it by `export` or `env`.
    fn is_assigned_somewhere(&self, name: &str) -> bool {
        let in_words = |word: &Word| {
            let known = word.prefix.split_once('=');
            known.is_some_and(|(known, _)| known == name)
        };
        let is_unread = self.script.reading != Reading::Complete
            && self.script.source().contains(&format!("{name}="));
        let mut assignments = self.script.assignments.iter();
        is_unread
            || assignments.any(|one| one.name == name)
            || self.script.words.iter().any(in_words)
    }

    /// Returns the value of an assignment, if it is certain.
    fn value(&self, assignment: &Assignment) -> Option<&str> {
        match assignment.value {
            None => Some(""),
            Some(index) => self.script.word(index)?.certain(),
        }
    }

    fn hit(&mut self, rule: u32, command: Option<u32>, span: Span, certainty: Certainty) {
        let Some(entry) = self.rules.entry(rule) else {
            return;
        };
        let hit = Hit {
            rule,
            wish: entry.wish,
            command,
            span,
            certainty,
        };
        let known = self.hits.entry((rule, command)).or_insert(hit);
        if known.certainty < certainty {
            *known = hit;
        }
    }

    /// Returns the hits. If the budget did not suffice, every rule may have met something.
    fn finish(mut self) -> Vec<Hit> {
        if self.budget.is_spent() {
            let rules = self.rules;
            for number in rules.all_restricting() {
                self.hit(number, None, whole(self.script), Certainty::Possible);
            }
        }
        let hits = &self.hits;
        let is_on_command = |rule: u32| {
            let on_commands = hits.range((rule, Some(0))..=(rule, Some(u32::MAX)));
            on_commands.map(|(_, hit)| hit.certainty).max() == Some(Certainty::Certain)
        };
        // What was found in the text as well need not be said twice.
        hits.values()
            .filter(|hit| hit.command.is_some() || !is_on_command(hit.rule))
            .copied()
            .collect()
    }
}

fn seen(word: &TextWord) -> Seen<'_> {
    Seen::of_text(&word.text, word.span)
}

/// Returns the span of the words that a rule met: as many as it spells, or all of the command.
fn span_of(words: &[Seen<'_>], command: Span, rule: &CommandRule) -> Span {
    let spelled = rule
        .tokens()
        .iter()
        .take_while(|token| matches!(token, Token::Word(_)));
    let last = words.get(..spelled.count()).and_then(<[_]>::last);
    match (words.first(), last.or(words.last())) {
        (Some(first), Some(last)) if first.span.text == last.span.text => {
            first.span.join(last.span)
        }
        _ => command,
    }
}
