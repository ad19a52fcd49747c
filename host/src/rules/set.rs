//! All rules in force, indexed so that hundreds of them cost little, and the question of which of them a script
//! meets.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use super::{
    command::{CommandRule, Form},
    cover::{Candidate, Surroundings, as_command, is_safe_wrapper},
    domain::DomainRule,
    meet::Search,
    pattern::{Token, base_name},
    place::{Access, Anchors, Extent, Patterns, PlaceRule},
    restrict::Certainty,
    rule::{Rule, RuleError, RuleErrorKind, Subject, Wish},
    seen::Seen,
};
use crate::{
    judge::{Effect, EffectKind, Place, PlaceKind, Resolved},
    read::{Assignment, AssignmentScope, Command, Script},
    span::Span,
    variables,
};

/// Where a rule was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The layer, such as `user`.
    pub layer: String,
    /// The file, if it is from one.
    pub file: Option<String>,
    /// The line in it, from 1.
    pub line: Option<u32>,
}

/// A rule in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it wants.
    pub wish: Wish,
    /// The rule.
    pub rule: Rule,
    /// Where it was written.
    pub source: Source,
}

/// A rule and what it met in a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hit {
    /// The rule, in [`RuleSet::entries`].
    pub rule: u32,
    /// What it wants.
    pub wish: Wish,
    /// The command it met, in `script.commands`. None: the text as a whole, or a part that could not be read.
    pub command: Option<u32>,
    /// The words it met.
    pub span: Span,
    /// How sure that is. Always certain for a rule that allows.
    pub certainty: Certainty,
}

/// The rules of all layers.
///
/// The order in which rules were added never matters.
///
/// ```
/// use shellward::rules::{Rule, RuleSet, Source, Wish};
///
/// let mut rules = RuleSet::default();
/// let source = Source { layer: "user".to_owned(), file: None, line: None };
/// rules.add(Wish::Deny, Rule::parse("Bash(git push:*)")?, source)?;
/// assert_eq!(rules.entries().len(), 1);
/// # Ok::<(), shellward::rules::RuleError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct RuleSet {
    // Every decision has a set of its own, and mostly it is the one of the settings: what is cloned is shared until a rule
    // is added.
    entries: Arc<Vec<Arc<Entry>>>,
    allowing: Arc<Index>,
    restricting: Arc<Index>,
    /// Deny and ask rules on files.
    places: Arc<Vec<u32>>,
    /// Deny and ask rules on connections.
    domains: Arc<Vec<u32>>,
    /// Allow rules on files and connections.
    opening: Arc<Vec<u32>>,
}

/// Rules by the command name that they speak of, without directories.
#[derive(Clone, Debug, Default)]
struct Index {
    named: HashMap<String, Vec<u32>>,
    /// Those that speak of no name or of several, from any word on.
    unnamed: Vec<u32>,
    /// Those whose `*` at the beginning takes in whatever stands before.
    floating: Vec<u32>,
    /// Exact rules, which also compare the whole text.
    exact: Vec<u32>,
}

impl Index {
    fn add(&mut self, number: u32, rule: &CommandRule) {
        if rule.form() == Form::Exact {
            self.exact.push(number);
        }
        match (rule.name(), rule.tokens()) {
            (Some(name), _) => {
                let named = self.named.entry(base_name(name).to_owned()).or_default();
                named.push(number);
            }
            (None, [Token::AnyWords, ..]) => self.floating.push(number),
            (None, [Token::Word(word)] | [Token::Word(word), Token::AnyWords])
                if word.head().is_empty() =>
            {
                self.floating.push(number);
            }
            // Its text holds several commands, so only the whole text can be compared.
            (None, []) if rule.assignments().is_empty() => {}
            (None, _) => self.unnamed.push(number),
        }
    }

    fn of_name(&self, name: &str) -> &[u32] {
        self.named.get(base_name(name)).map_or(&[], Vec::as_slice)
    }

    fn is_empty(&self) -> bool {
        self.exact.is_empty() && self.all().next().is_none()
    }

    fn all(&self) -> impl Iterator<Item = u32> {
        let named = self.named.values().flatten();
        named.chain(&self.unnamed).chain(&self.floating).copied()
    }
}

impl RuleSet {
    /// Adds a rule and returns its number in [`RuleSet::entries`].
    ///
    /// # Errors
    /// [`RuleErrorKind::DangerousVariable`] for an allow rule that spells such a variable,
    /// [`RuleErrorKind::AllowsOneOf`] and [`RuleErrorKind::AllowsEverywhere`] for one on more than it seems to say.
    pub fn add(&mut self, wish: Wish, rule: Rule, source: Source) -> Result<u32, RuleError> {
        let number = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        let fail = |kind| RuleError {
            rule: rule.as_str().to_owned(),
            kind,
        };
        match (wish, rule.subject()) {
            (Wish::Allow, Subject::Place(rule)) if rule.has_one_of() => {
                return Err(fail(RuleErrorKind::AllowsOneOf));
            }
            (Wish::Allow, Subject::Domain(DomainRule::Everywhere)) => {
                return Err(fail(RuleErrorKind::AllowsEverywhere));
            }
            (Wish::Allow, Subject::Place(_) | Subject::Domain(_)) => {
                Arc::make_mut(&mut self.opening).push(number);
            }
            (Wish::Allow, Subject::Command(command)) => {
                if command.dangerous_variable().is_some() {
                    return Err(fail(RuleErrorKind::DangerousVariable));
                }
                Arc::make_mut(&mut self.allowing).add(number, command);
            }
            (Wish::Ask | Wish::Deny, Subject::Command(command)) => {
                Arc::make_mut(&mut self.restricting).add(number, command);
            }
            (Wish::Ask | Wish::Deny, Subject::Place(_)) => {
                Arc::make_mut(&mut self.places).push(number);
            }
            (Wish::Ask | Wish::Deny, Subject::Domain(_)) => {
                Arc::make_mut(&mut self.domains).push(number);
            }
        }
        let entry = Arc::new(Entry { wish, rule, source });
        Arc::make_mut(&mut self.entries).push(entry);
        Ok(number)
    }

    /// Returns all rules, in the order in which they were added.
    pub fn entries(&self) -> &[Arc<Entry>] {
        &self.entries
    }

    /// Returns the rule of a hit.
    pub fn entry(&self, number: u32) -> Option<&Entry> {
        self.entries.get(number as usize).map(AsRef::as_ref)
    }

    /// Returns the deny and ask rules that may speak of a command with this name, the word number `from` of its list.
    pub(super) fn candidates(&self, name: Option<&Seen<'_>>, from: usize) -> Vec<u32> {
        let index = &self.restricting;
        let Some(name) = name else {
            return index
                .unnamed
                .iter()
                .chain(&index.floating)
                .copied()
                .collect();
        };
        if name.is_uncertain() {
            return index.all().collect();
        }
        let values = name.values.iter().map(String::as_str);
        let mut numbers: Vec<_> = values
            .chain([name.raw])
            .flat_map(|name| index.of_name(name))
            .chain(&index.unnamed)
            .copied()
            .collect();
        // A `*` at the beginning has met all that follows when it was tried at the first word, except that git's
        // options can only be left out from git on.
        if from == 0 || name.values.iter().any(|name| base_name(name) == "git") {
            numbers.extend(&index.floating);
        }
        numbers
    }

    /// Returns all deny and ask rules on commands, as far as they compare words.
    pub(super) fn all_restricting(&self) -> impl Iterator<Item = u32> {
        self.restricting.all()
    }

    /// Returns the exact deny and ask rules.
    pub(super) fn exact_restricting(&self) -> &[u32] {
        &self.restricting.exact
    }

    /// Returns the deny and ask rules on files.
    pub(super) fn places(&self) -> impl Iterator<Item = &Entry> {
        let numbers = self.places.iter();
        numbers.filter_map(|number| self.entry(*number))
    }

    /// Returns the allow rules on files and connections.
    pub(super) fn opening(&self) -> impl Iterator<Item = (u32, &Subject)> {
        let numbers = self.opening.iter().copied();
        numbers.filter_map(|number| Some((number, self.entry(number)?.rule.subject())))
    }

    /// Returns a rule on commands.
    pub(super) fn command_rule(&self, number: u32) -> Option<&CommandRule> {
        self.entry(number)?.rule.on_commands()
    }

    /// Returns the exact allow rule on this very text, if there is one (R4.1: it lifts more than other rules do).
    pub fn exact_allow(&self, source: &str) -> Option<u32> {
        let mut exact = self.allowing.exact.iter().copied();
        exact.find(|number| {
            self.command_rule(*number)
                .is_some_and(|rule| rule.is_exactly(source))
        })
    }

    /// Returns, for each command, the allow rules that cover it.
    ///
    /// A command that is missing from the answer is covered by none. That a command is covered says nothing of its
    /// redirects, and nothing of the commands inside its substitutions, which are commands of their own.
    pub fn covering(&self, script: &Script, surroundings: &dyn Surroundings) -> Vec<Hit> {
        let mut hits = Vec::new();
        // `for HOME in x; do …; done` gives programs something to obey that no command shows, and no rule spells.
        let is_hidden = |assignment: &Assignment| {
            assignment.scope == AssignmentScope::Each && variables::is_obeyed(&assignment.name)
        };
        if script.assignments.iter().any(is_hidden) {
            return hits;
        }
        for (index, command) in (0..).zip(&script.commands) {
            let Some(candidate) = Candidate::new(script, command, surroundings) else {
                continue;
            };
            // A rule on a wrapper covers the wrapper, and one on a command the command.
            let wrappers_fit = command.wrappers.iter().all(|wrapper| {
                is_safe_wrapper(script, wrapper, surroundings)
                    || self.covers(script, &as_command(command, wrapper), surroundings)
            });
            if !wrappers_fit {
                continue;
            }
            let named = self.allowing.of_name(candidate.name).iter();
            let others = self.allowing.unnamed.iter().chain(&self.allowing.floating);
            for number in named.chain(others).copied() {
                let rule = self.command_rule(number);
                if rule.is_some_and(|rule| candidate.is_covered_by(rule)) {
                    hits.push(Hit {
                        rule: number,
                        wish: Wish::Allow,
                        command: Some(index),
                        span: command.span,
                        certainty: Certainty::Certain,
                    });
                }
            }
        }
        hits.sort_unstable_by_key(|hit| (hit.rule, hit.command));
        hits
    }

    /// Whether an allow rule covers a command, looked at by itself.
    fn covers(&self, script: &Script, command: &Command, surroundings: &dyn Surroundings) -> bool {
        Candidate::new(script, command, surroundings).is_some_and(|candidate| {
            let named = self.allowing.of_name(candidate.name).iter();
            let others = self.allowing.unnamed.iter().chain(&self.allowing.floating);
            named.chain(others).any(|number| {
                self.command_rule(*number)
                    .is_some_and(|rule| candidate.is_covered_by(rule))
            })
        })
    }

    /// Returns the paths that deny rules on files name without a pattern, for walls (R6.3): those that may not be read, and
    /// those that may not be changed.
    pub fn denied_paths(&self, anchors: Anchors<'_>) -> (Vec<String>, Vec<String>) {
        let (mut hidden, mut protected) = (Vec::new(), Vec::new());
        for entry in self.places().filter(|entry| entry.wish == Wish::Deny) {
            if let Subject::Place(rule) = entry.rule.subject() {
                let paths = rule.fixed(anchors);
                match rule.access() {
                    Access::Read => hidden.extend(paths),
                    Access::Edit => protected.extend(paths),
                }
            }
        }
        (hidden, protected)
    }

    /// Returns the paths that a rule on files names without a pattern.
    pub fn fixed_paths(&self, rule: u32, anchors: Anchors<'_>) -> Vec<String> {
        match self.entry(rule).map(|entry| entry.rule.subject()) {
            Some(Subject::Place(rule)) => rule.fixed(anchors),
            Some(Subject::Command(_) | Subject::Domain(_)) | None => Vec::new(),
        }
    }

    /// Says whether [`RuleSet::denied_paths`] has everything that a rule keeps from being read.
    pub fn is_walled(&self, rule: u32, anchors: Anchors<'_>) -> bool {
        self.entry(rule).is_some_and(|entry| {
            entry.wish == Wish::Deny
                && matches!(entry.rule.subject(), Subject::Place(rule) if rule.is_fixed(anchors))
        })
    }

    /// Returns what the deny and ask rules on files met, given the effects of a script with their places resolved.
    pub fn restricting_places(&self, effects: &[Resolved], anchors: Anchors<'_>) -> Vec<Hit> {
        let mut hits = BTreeMap::new();
        for number in self.places.iter().copied() {
            let Some(entry) = self.entry(number) else {
                continue;
            };
            let Subject::Place(rule) = entry.rule.subject() else {
                continue;
            };
            let patterns = rule.patterns(anchors);
            for resolved in effects {
                let Some(certainty) = meets(rule, &patterns, resolved, anchors) else {
                    continue;
                };
                let hit = Hit {
                    rule: number,
                    wish: entry.wish,
                    command: Some(resolved.effect.command),
                    span: resolved.effect.span,
                    certainty,
                };
                let known = hits.entry((number, hit.command)).or_insert(hit);
                if known.certainty < certainty {
                    *known = hit;
                }
            }
        }
        hits.into_values().collect()
    }

    /// Returns what the deny and ask rules on connections met. What a command does that no policy described may be a
    /// connection to every host among its words.
    pub fn restricting_domains(&self, script: &Script, effects: &[Resolved]) -> Vec<Hit> {
        let mut hits = Vec::new();
        for number in self.domains.iter().copied() {
            let Some(entry) = self.entry(number) else {
                continue;
            };
            let Subject::Domain(rule) = entry.rule.subject() else {
                continue;
            };
            for effect in effects.iter().map(|resolved| &resolved.effect) {
                let met = match effect.kind {
                    EffectKind::Connect => rule.meets(effect.target.as_deref(), effect.exact),
                    EffectKind::Unknown => spells(rule, script, effect.command),
                    _ => None,
                };
                hits.extend(met.map(|certainty| Hit {
                    rule: number,
                    wish: entry.wish,
                    command: Some(effect.command),
                    span: effect.span,
                    certainty,
                }));
            }
        }
        hits
    }

    /// Whether a deny rule keeps connections away.
    pub fn denies_domains(&self) -> bool {
        let mut entries = self.domains.iter().filter_map(|number| self.entry(*number));
        entries.any(|entry| entry.wish == Wish::Deny)
    }

    /// Returns what the deny and ask rules on commands met.
    pub fn restricting(&self, script: &Script) -> Vec<Hit> {
        if self.restricting.is_empty() {
            return Vec::new();
        }
        Search::new(self, script).run()
    }
}

/// Whether the words of a command spell a host that a rule means, or may.
fn spells(rule: &DomainRule, script: &Script, command: u32) -> Option<Certainty> {
    let command = script.commands.get(command as usize)?;
    let mut words = script.words(command).iter();
    let is_spelled = words.any(|word| {
        let mut values = word.values.iter();
        values.any(|value| rule.is_spelled_in(value)) || rule.is_spelled_in(script.text(word.span))
    });
    is_spelled.then_some(Certainty::Possible)
}

/// Says whether an effect meets a rule on files.
fn meets(
    rule: &PlaceRule,
    patterns: &Patterns,
    resolved: &Resolved,
    anchors: Anchors<'_>,
) -> Option<Certainty> {
    let effect = &resolved.effect;
    if rule.access() == Access::Edit && !effect.kind.changes() {
        return None;
    }
    let extent = if effect.recursive {
        Extent::Below
    } else {
        Extent::Itself
    };
    let of_place = |place: &Place| {
        if place.canonical.is_empty() {
            return Some(Certainty::Possible);
        }
        // Where there is no directory, nothing is in it.
        let is_absent = place.kind == PlaceKind::Missing;
        if is_absent && rule.means_only_what_is_in(&place.canonical, anchors) {
            return None;
        }
        let met = patterns.meet(&place.canonical, extent)?;
        Some(met.min(surely_reached(effect, &place.canonical)))
    };
    resolved.places.iter().filter_map(of_place).max()
}

/// Says how surely an effect reaches one of its places. A glob's places are all that it could become; names that
/// begin with a dot are there only if it does.
fn surely_reached(effect: &Effect, path: &str) -> Certainty {
    let beginning = effect.target.as_deref().unwrap_or("");
    let begins_with_dot = |path: &str| {
        path.rsplit('/')
            .next()
            .is_some_and(|it| it.starts_with('.'))
    };
    if effect.exact || !begins_with_dot(path) || begins_with_dot(beginning) {
        Certainty::Certain
    } else {
        Certainty::Possible
    }
}
