//! How a deny or ask rule matches: generously (R4.3). What a word may be counts as well as what it is, options may
//! stand anywhere, paths of programs don't matter. Here are one rule and one list of words; `set` says which words
//! are tried.

use std::{borrow::Cow, cell::OnceCell, collections::BTreeMap};

use super::{
    command::CommandRule,
    pattern::{Token, WordPattern, base_name},
    programs::git_takes_word,
    seen::Seen,
};
use crate::read::Fields;

/// Steps after which a script counts as possibly matched instead of being searched on. It bounds hostile texts; a
/// usual script takes less than a hundred.
const MAX_STEPS: usize = 500_000;

/// Bytes of a text whose comparison counts as one step.
const BYTES_A_STEP: usize = 32;

/// Most letters of a word such as `-rf` that counts as a cluster of one-letter options. Longer ones, such as
/// `-delete`, are an option of their own.
const MAX_CLUSTER: usize = 4;

/// How sure a hit is. The order is sureness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// It may match: a word is not certain, or an option that stands in between may or may not take the word after
    /// it. What a rule that denies only may match should be asked about.
    Possible,
    /// It matches.
    Certain,
}

/// Counts steps down.
pub(super) struct Budget {
    left: usize,
    spent: bool,
}

impl Budget {
    /// Starts with all of them.
    pub(super) const fn new() -> Self {
        Self {
            left: MAX_STEPS,
            spent: false,
        }
    }

    /// Whether more was wanted than there was. Then what was not found may still be there.
    pub(super) const fn is_spent(&self) -> bool {
        self.spent
    }

    /// Takes some. False: there are not so many left.
    pub(super) const fn spend(&mut self, steps: usize) -> bool {
        match self.left.checked_sub(steps) {
            Some(left) => self.left = left,
            None => self.spent = true,
        }
        !self.spent
    }
}

/// Words of which the first is a command's name, with what is worked out once for all rules.
pub(super) struct Line<'a, 'w> {
    words: Cow<'w, [Seen<'a>]>,
    /// Whether every word has values.
    is_certain: bool,
    text: OnceCell<String>,
    /// The same without git's options before the subcommand, if there are any.
    stripped: OnceCell<Option<Box<Line<'a, 'w>>>>,
}

impl<'a, 'w> Line<'a, 'w> {
    /// Looks at words.
    pub(super) fn new(words: &'w [Seen<'a>]) -> Self {
        Self::of(Cow::Borrowed(words))
    }

    fn of(words: Cow<'w, [Seen<'a>]>) -> Self {
        Self {
            is_certain: !words.iter().any(Seen::is_uncertain),
            words,
            text: OnceCell::new(),
            stripped: OnceCell::new(),
        }
    }

    /// Returns the words.
    pub(super) fn words(&self) -> &[Seen<'a>] {
        &self.words
    }

    /// Matches a rule's words.
    pub(super) fn matches(&self, rule: &CommandRule, budget: &mut Budget) -> Option<Certainty> {
        if rule.tokens().is_empty() && !rule.assignments().is_empty() {
            // It speaks of a variable alone, before whatever command.
            return Some(Certainty::Certain);
        }
        if !self.may_match(rule, budget) {
            return None;
        }
        let plain = self.matches_plainly(rule, budget);
        if plain == Some(Certainty::Certain) {
            return plain;
        }
        let stripped = self.stripped.get_or_init(|| {
            let words = strip_git(&self.words)?;
            Some(Box::new(Line::of(Cow::Owned(words))))
        });
        plain.max(
            stripped
                .as_ref()
                .and_then(|line| line.matches_plainly(rule, budget)),
        )
    }

    fn matches_plainly(&self, rule: &CommandRule, budget: &mut Budget) -> Option<Certainty> {
        let found = in_order(rule.tokens(), &self.words, budget);
        if found == Some(Certainty::Certain) {
            return found;
        }
        found
            .max(by_options(rule.tokens(), &self.words, budget))
            .max(self.as_text(rule, budget))
    }

    /// Whether the plain words of a rule are there at all, in any order. This only saves time.
    fn may_match(&self, rule: &CommandRule, budget: &mut Budget) -> bool {
        if !self.is_certain || rule.joined().is_some() {
            return budget.spend(1);
        }
        rule.tokens().iter().skip(1).all(|token| match token {
            Token::Word(pattern) if !pattern.is_option() => {
                let mut words = self.words.iter();
                let at = words.position(|word| {
                    compare(pattern, word, Part::Argument) == Some(Certainty::Certain)
                });
                budget.spend(at.unwrap_or(self.words.len())) && at.is_some()
            }
            Token::Word(_) | Token::AnyWords => budget.spend(1),
        })
    }

    /// Matches a rule with stars inside words against the command as one text, where they reach across words.
    fn as_text(&self, rule: &CommandRule, budget: &mut Budget) -> Option<Certainty> {
        let joined = rule.joined()?;
        let text = self.text.get_or_init(|| {
            let mut texts = self
                .words
                .iter()
                .map(|word| word.values.first().map_or(word.raw, |it| it));
            let name = base_name(texts.next().unwrap_or("")).to_owned();
            texts.fold(name, |text, word| text + " " + word)
        });
        (budget.spend(text.len() / BYTES_A_STEP) && joined.matches(text))
            .then_some(Certainty::Certain)
    }
}

/// Returns the words without git's options before the subcommand, if there are any.
fn strip_git<'a>(words: &[Seen<'a>]) -> Option<Vec<Seen<'a>>> {
    let (name, mut rest) = words.split_first()?;
    if base_name(name.certain()?) != "git" {
        return None;
    }
    while let Some((option, after)) = rest.split_first() {
        match option.certain() {
            Some(text) if text.starts_with('-') => {
                let taken = usize::from(git_takes_word(text));
                rest = after.get(taken..).unwrap_or(&[]);
            }
            _ => break,
        }
    }
    (rest.len() + 1 < words.len())
        .then(|| std::iter::once(*name).chain(rest.iter().copied()).collect())
}

/// Positions between words that have been reached, each with how surely.
type Reached = BTreeMap<usize, Certainty>;

/// Notes a position. Returns whether that is news.
fn reach(reached: &mut Reached, position: usize, certainty: Certainty) -> bool {
    let before = reached.get(&position).copied();
    let news = before < Some(certainty);
    if news {
        reached.insert(position, certainty);
    }
    news
}

/// Matches word by word; options in between are skipped.
fn in_order(tokens: &[Token], words: &[Seen<'_>], budget: &mut Budget) -> Option<Certainty> {
    if let (Some(Token::Word(name)), Some(word)) = (tokens.first(), words.first())
        && !may_vanish(word)
        && compare(name, word, Part::Name).is_none()
    {
        return None;
    }
    let mut reached = Reached::from([(0, Certainty::Certain)]);
    for (index, token) in tokens.iter().enumerate() {
        reached = match token {
            Token::Word(word) if index == 0 => step(word, words, &reached, Part::Name, budget),
            Token::Word(word) => step(word, words, &reached, Part::Argument, budget),
            Token::AnyWords if index + 1 == tokens.len() => return reached.into_values().max(),
            Token::AnyWords => all_after(&reached, words.len(), budget),
        };
        if reached.is_empty() {
            return None;
        }
    }
    // What follows must be nothing, or able to vanish.
    let last = words.iter().rposition(|word| !may_vanish(word));
    let end = last.map_or(0, |last| last + 1);
    reached
        .into_iter()
        .filter(|(position, _)| *position >= end)
        .map(|(position, certainty)| {
            if position == words.len() {
                certainty
            } else {
                Certainty::Possible
            }
        })
        .max()
}

/// Whether a word may turn out to be no word.
fn may_vanish(word: &Seen<'_>) -> bool {
    word.is_uncertain() && word.fields == Fields::Many
}

/// Which part of a command a word of a rule speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Name,
    Argument,
}

/// Matches one word of a rule at every position that has been reached.
fn step(
    pattern: &WordPattern,
    words: &[Seen<'_>],
    reached: &Reached,
    part: Part,
    budget: &mut Budget,
) -> Reached {
    let mut from = reached.clone();
    let mut waiting: Vec<_> = reached.keys().copied().collect();
    let mut next = Reached::new();
    while let Some(position) = waiting.pop() {
        let (Some(word), Some(certainty)) = (words.get(position), from.get(&position).copied())
        else {
            continue;
        };
        if !budget.spend(1) {
            return Reached::new();
        }
        if let Some(found) = compare(pattern, word, part) {
            reach(&mut next, position + 1, certainty.min(found));
            if word.fields == Fields::Many {
                reach(&mut next, position, Certainty::Possible);
            }
        }
        let mut skip = |to| {
            if reach(&mut from, to, Certainty::Possible) {
                waiting.push(to);
            }
        };
        if may_vanish(word) {
            skip(position + 1);
        }
        let option = word.values.iter().find(|value| value.starts_with('-'));
        if let (Some(option), Part::Argument) = (option, part) {
            skip(position + 1);
            if !option.contains('=') {
                skip(position + 2);
            }
        }
    }
    next
}

/// Returns every position from the first that has been reached, each as sure as the surest before it.
fn all_after(reached: &Reached, end: usize, budget: &mut Budget) -> Reached {
    let Some(first) = reached.keys().next().copied() else {
        return Reached::new();
    };
    if !budget.spend(end.saturating_sub(first)) {
        return Reached::new();
    }
    let mut surest = Certainty::Possible;
    (first..=end)
        .map(|position| {
            surest = surest.max(reached.get(&position).copied().unwrap_or(surest));
            (position, surest)
        })
        .collect()
}

/// Compares one word of a rule with one word of a command.
fn compare(pattern: &WordPattern, word: &Seen<'_>, part: Part) -> Option<Certainty> {
    // A rule that says `$HOME` or `~` means what is written so.
    let is_written_so = || pattern.expands() && pattern.matches(word.raw);
    let is_value = || word.values.iter().any(|value| pattern.matches(value));
    if word.raw == pattern.written() || is_value() || is_written_so() {
        return Some(Certainty::Certain);
    }
    let possible = |is: bool| is.then_some(Certainty::Possible);
    match part {
        Part::Argument => possible(word.is_uncertain() && pattern.may_match(word.prefix)),
        Part::Name if word.is_uncertain() => {
            let prefix = word
                .prefix
                .rsplit_once('/')
                .map_or(word.prefix, |(_, name)| name);
            let name = pattern.base_name();
            possible(pattern.may_match(word.prefix) || name.is_none_or(|it| it.may_match(prefix)))
        }
        Part::Name => word
            .values
            .iter()
            .filter_map(|value| compare_names(pattern, value))
            .max(),
    }
}

/// Compares names of programs, with the directories before them left out.
fn compare_names(pattern: &WordPattern, value: &str) -> Option<Certainty> {
    if pattern.matches(base_name(value)) {
        return Some(Certainty::Certain);
    }
    let without_directories = pattern.base_name()?;
    if !without_directories.matches(base_name(value)) {
        return None;
    }
    // Two paths may be one file; a name without a path is found by PATH, and may be the one that the rule means.
    Some(if value.contains('/') {
        Certainty::Possible
    } else {
        Certainty::Certain
    })
}

/// The options and operands of a rule or a command, wherever they stand.
struct Sorted<'a, Operand> {
    operands: Vec<Operand>,
    /// One-letter options, from clusters such as `-rf`.
    letters: Vec<char>,
    /// Letters of words such as `-ofile`, which may be options or the value of one.
    doubtful: Vec<char>,
    /// Options that are words: `--force`, `-delete`.
    long: Vec<&'a str>,
}

impl<'a, Operand> Sorted<'a, Operand> {
    fn option(&mut self, text: &'a str) {
        let long = text.split_once('=').map_or(text, |(name, _)| name);
        let letters = text.strip_prefix('-').unwrap_or(text);
        if letters.starts_with('-') {
            self.long.push(long);
        } else if is_cluster(letters) {
            self.letters.extend(letters.chars());
        } else {
            self.long.push(long);
            self.doubtful.extend(letters.chars());
        }
    }
}

fn is_cluster(letters: &str) -> bool {
    letters.len() <= MAX_CLUSTER && letters.chars().all(|one| one.is_ascii_alphanumeric())
}

/// Matches options as sets, so that `-r -f`, `-fr` and `-rf` are one, wherever they stand.
fn by_options(tokens: &[Token], words: &[Seen<'_>], budget: &mut Budget) -> Option<Certainty> {
    let (tokens, open) = match tokens.split_last() {
        Some((Token::AnyWords, before)) => (before, true),
        _ => (tokens, false),
    };
    let wanted = sort_pattern(tokens)?;
    if !budget.spend(words.len()) {
        return None;
    }
    let (found, uncertain) = sort_words(words);
    let has_no_more = found.operands.len() == wanted.operands.len()
        && found
            .letters
            .iter()
            .all(|letter| wanted.letters.contains(letter))
        && found.long.iter().all(|long| wanted.long.contains(long));
    if (!open && !has_no_more) || found.operands.len() < wanted.operands.len() {
        return None;
    }
    let mut certainty = Certainty::Certain;
    for (index, (pattern, word)) in wanted.operands.iter().zip(&found.operands).enumerate() {
        let part = if index == 0 {
            Part::Name
        } else {
            Part::Argument
        };
        certainty = certainty.min(compare(pattern, word, part)?);
    }
    for letter in &wanted.letters {
        if !found.letters.contains(letter) {
            certainty = Certainty::Possible;
            if !found.doubtful.contains(letter) && !uncertain {
                return None;
            }
        }
    }
    for long in &wanted.long {
        if !found.long.contains(long) {
            certainty = Certainty::Possible;
            if !uncertain {
                return None;
            }
        }
    }
    Some(certainty)
}

/// Sorts the words of a rule that names options. None: it names none, or has a `*` where this does not help.
fn sort_pattern(tokens: &[Token]) -> Option<Sorted<'_, &WordPattern>> {
    let names_option = |token: &Token| matches!(token, Token::Word(word) if word.is_option());
    if !tokens.iter().any(names_option) {
        return None;
    }
    let mut sorted = Sorted {
        operands: Vec::new(),
        letters: Vec::new(),
        doubtful: Vec::new(),
        long: Vec::new(),
    };
    for token in tokens {
        let Token::Word(word) = token else {
            return None;
        };
        match word.literal() {
            Some(text) if text.len() > 1 && text.starts_with('-') => {
                sorted.option(text);
            }
            _ if word.is_option() => return None,
            _ => sorted.operands.push(word),
        }
    }
    Some(sorted)
}

/// Sorts the words of a command, and says whether a word that is not certain may be an option.
fn sort_words<'a, 'w>(words: &'w [Seen<'a>]) -> (Sorted<'a, &'w Seen<'a>>, bool) {
    let mut sorted = Sorted {
        operands: Vec::new(),
        letters: Vec::new(),
        doubtful: Vec::new(),
        long: Vec::new(),
    };
    let mut uncertain = false;
    let mut options_end = false;
    for word in words {
        match word.certain() {
            Some("--") => options_end = true,
            Some(text) if !options_end && text.len() > 1 && text.starts_with('-') => {
                sorted.option(text);
            }
            _ => {
                uncertain |= !options_end && word.certain().is_none() && word.may_be_option();
                sorted.operands.push(word);
            }
        }
    }
    (sorted, uncertain)
}
