//! How an allow rule covers a command: strictly (R4.3). Whatever is not certain where the rule is particular,
//! whatever could add an option, an assignment or another place, is not covered. Redirects never ride on a rule:
//! places judge them.

use super::{
    command::{CommandRule, Form},
    pattern::{Token, WordPattern, base_name},
    programs::{git_is_neutral, git_takes_word},
    seen::{Seen, words},
};
use crate::read::{Binding, Command, Fields, PieceKind, Script, Site, Word, Wrapper};
use crate::variables::{is_safe, is_selector};

/// What the caller knows of the machine, which covering must ask about and may not look up itself.
pub trait Surroundings {
    /// Whether a path is the file that PATH finds for its name, in a directory of the system.
    fn is_system_program(&self, path: &str) -> bool;

    /// Whether a directory, named in a command that starts in `cwd`, is a root of the session or lies inside one,
    /// links resolved.
    fn is_inside_root(&self, directory: &str, cwd: &str) -> bool;

    /// Whether a directory is the one that relative paths in rules start from: the project.
    fn is_project(&self, cwd: &str) -> bool;
}

/// Knows nothing: no path of a program is the system's, no directory inside a root.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSurroundings;

impl Surroundings for NoSurroundings {
    fn is_system_program(&self, _: &str) -> bool {
        false
    }

    fn is_inside_root(&self, _: &str, _: &str) -> bool {
        false
    }

    fn is_project(&self, _: &str) -> bool {
        false
    }
}

/// A command that rules may cover, with what is asked of it once for all rules.
pub(super) struct Candidate<'a> {
    script: &'a Script,
    command: &'a Command,
    surroundings: &'a dyn Surroundings,
    /// The certain name.
    pub(super) name: &'a str,
    words: Vec<Seen<'a>>,
    /// For git with options before the subcommand: what they are.
    git: GitOptions<'a>,
}

/// Wrappers that a rule on the command they run need not speak of (R4.3), sorted.
const SAFE_WRAPPERS: [&str; 5] = ["nice", "nohup", "stdbuf", "time", "timeout"];

/// Whether a wrapper runs its command as that would run without it.
pub(super) fn is_safe_wrapper(
    script: &Script,
    wrapper: &Wrapper,
    surroundings: &dyn Surroundings,
) -> bool {
    let words = script.wrapper_words(wrapper);
    // The program of that name writes files; the word of the grammar has one option.
    let is_plain_time = |word: &Word| word.certain() == Some("-p");
    if wrapper.name == "time" && !words.iter().skip(1).all(is_plain_time) {
        return false;
    }
    let written = words.first().and_then(Word::certain);
    SAFE_WRAPPERS.binary_search(&wrapper.name.as_str()).is_ok()
        && written.is_some_and(|path| !path.contains('/') || surroundings.is_system_program(path))
}

/// Returns a wrapper as if it were a command, for rules that speak of it.
pub(super) fn as_command(command: &Command, wrapper: &Wrapper) -> Command {
    Command {
        words: wrapper.words,
        wrappers: Vec::new(),
        assignments: crate::span::Range::default(),
        redirects: crate::span::Range::default(),
        binding: Binding::File,
        site: Site::Local,
        shell_cwds: None,
        open_ended: false,
        ..command.clone()
    }
}

/// Options of git before the subcommand (R4.3).
enum GitOptions<'a> {
    /// None, or it is not git.
    Absent,
    /// None that changes program or place. The words without them.
    Neutral(Vec<Seen<'a>>),
    /// The last word of those that may change program or place, as an index of the words.
    Changing(usize),
}

impl<'a> Candidate<'a> {
    /// Prepares a command. None: no rule can cover it.
    pub(super) fn new(
        script: &'a Script,
        command: &'a Command,
        surroundings: &'a dyn Surroundings,
    ) -> Option<Self> {
        // What follows only the run will know, or another machine.
        if command.binding == Binding::Unknown || command.open_ended || command.site == Site::Remote
        {
            return None;
        }
        let words = words(script, command);
        let name = words.first()?.certain()?;
        let mut candidate = Self {
            script,
            command,
            surroundings,
            name,
            words,
            git: GitOptions::Absent,
        };
        let settled = script.words(command).iter();
        if !settled.skip(1).all(|word| candidate.is_settled(word)) {
            return None;
        }
        candidate.git = candidate.git_options();
        Some(candidate)
    }

    /// Whether a rule covers it.
    pub(super) fn is_covered_by(&self, rule: &CommandRule) -> bool {
        let words_fit = match &self.git {
            GitOptions::Absent => self.fits(rule, &self.words),
            // Who allows every program has allowed more than git can do.
            _ if rule.form() == Form::Everything => true,
            GitOptions::Neutral(stripped) => {
                self.fits(rule, &self.words) || self.fits(rule, stripped)
            }
            // The rule must spell all words up to there.
            GitOptions::Changing(index) => {
                spells(rule.tokens(), *index) && self.fits(rule, &self.words)
            }
        };
        words_fit && self.assignments_fit(rule)
    }

    /// Whether a word becomes arguments that can't be options by surprise. An unquoted variable or substitution may
    /// become anything; file names that begin with a fixed part are what the rule's tail stands for.
    fn is_settled(&self, word: &Word) -> bool {
        if word.fields == Fields::One {
            return true;
        }
        let pieces = self.script.pieces(word);
        let is_glob = pieces.iter().all(|piece| match piece.kind {
            PieceKind::Literal | PieceKind::Glob => true,
            PieceKind::Tilde => piece.literal.is_some(),
            PieceKind::Variable
            | PieceKind::CommandSubstitution
            | PieceKind::ProcessSubstitution
            | PieceKind::Arithmetic
            | PieceKind::Brace
            | PieceKind::Placeholder => false,
        });
        let raw = self.script.text(word.span);
        is_glob
            && !pieces.is_empty()
            && (!word.values.is_empty() || !word.prefix.is_empty())
            && !word.prefix.starts_with('-')
            && !word.values.iter().any(|value| value.starts_with('-'))
            // `.*` is also `..` to most shells.
            && !raw.split('/').any(|part| part.starts_with('.') && part.contains(['*', '?', '[']))
            && !has_parent(raw)
    }

    /// Whether every assignment before the command is one that the rule spells or may overlook, and every one that it
    /// spells is there.
    fn assignments_fit(&self, rule: &CommandRule) -> bool {
        let assignments = self.script.assignments(self.command);
        let spelled = |name: &str| rule.assignments().iter().find(|(known, _)| known == name);
        let all_fit = assignments.iter().all(|assignment| {
            let values = match assignment.value {
                None => [String::new()].to_vec(),
                Some(index) => match self.script.word(index) {
                    Some(word) if word.fields == Fields::One => word.values.clone(),
                    _ => return false,
                },
            };
            if values.is_empty() || assignment.append {
                return false;
            }
            let name = assignment.name.as_str();
            values.iter().all(|value| match spelled(name) {
                Some((_, pattern)) => pattern.matches(value) && !leads_away(pattern, value),
                None => {
                    is_safe(name, value)
                        || (is_open(rule) && is_selector(base_name(self.name), name, value))
                }
            })
        });
        let is_there = |name: &String| assignments.iter().any(|one| one.name == *name);
        all_fit && rule.assignments().iter().all(|(name, _)| is_there(name))
    }

    /// Matches the rule's words against the command's.
    fn fits(&self, rule: &CommandRule, words: &[Seen<'a>]) -> bool {
        let Some((first, rest)) = rule.tokens().split_first() else {
            return false;
        };
        match first {
            Token::AnyWords => {
                let is_plain = rule.form() == Form::Everything
                    || !self.name.contains('/')
                    || self.surroundings.is_system_program(self.name);
                is_plain && in_order(rule.tokens(), words)
            }
            Token::Word(name) => {
                self.name_fits(name) && in_order(rest, words.get(1..).unwrap_or(&[]))
            }
        }
    }

    /// Compares the name. A path counts as its name only if it is what the name alone would run.
    fn name_fits(&self, pattern: &WordPattern) -> bool {
        let name = self.name;
        if !name.contains('/') {
            return covers(pattern, name);
        }
        if !pattern.head().contains('/') {
            return covers(pattern, base_name(name)) && self.surroundings.is_system_program(name);
        }
        // The same relative path is another file after `cd`.
        covers(pattern, name)
            && (name.starts_with('/') || self.always(|cwd| self.surroundings.is_project(cwd)))
    }

    /// Looks at git's options before the subcommand.
    fn git_options(&self) -> GitOptions<'a> {
        let none = GitOptions::Absent;
        let Some((name, rest)) = self.words.split_first() else {
            return none;
        };
        if base_name(self.name) != "git" {
            return none;
        }
        let mut index = 0;
        let mut moved = false;
        let mut last_changing = None;
        while let Some(word) = rest.get(index).filter(|word| word.may_be_option()) {
            let option = word.certain().unwrap_or("");
            let taken = usize::from(git_takes_word(option));
            let stays = option == "-C" && !moved && self.stays_inside(rest.get(index + 1));
            moved |= stays;
            index += 1 + taken;
            if !stays && !git_is_neutral(option) {
                last_changing = Some(index);
            }
        }
        if let Some(last) = last_changing {
            return GitOptions::Changing(last);
        }
        if index == 0 {
            return none;
        }
        let after = rest.get(index..).unwrap_or(&[]);
        GitOptions::Neutral(
            std::iter::once(*name)
                .chain(after.iter().copied())
                .collect(),
        )
    }

    fn stays_inside(&self, directory: Option<&Seen<'a>>) -> bool {
        let directory = directory.and_then(Seen::certain);
        directory.is_some_and(|directory| {
            self.always(|cwd| self.surroundings.is_inside_root(directory, cwd))
        })
    }

    /// Whether something holds wherever the command may start.
    fn always(&self, holds: impl Fn(&str) -> bool) -> bool {
        let cwds = &self.command.cwds;
        !cwds.is_empty() && cwds.iter().all(|cwd| holds(cwd))
    }
}

/// Whether a rule has a plain word for each word up to this one.
fn spells(tokens: &[Token], index: usize) -> bool {
    let words = tokens.iter().take_while(|token| match token {
        Token::Word(word) => word.literal().is_some(),
        Token::AnyWords => false,
    });
    words.count() > index
}

/// Whether a rule leaves the words at the end open.
fn is_open(rule: &CommandRule) -> bool {
    rule.form() != Form::Exact && rule.tokens().last() == Some(&Token::AnyWords)
}

/// Matches word by word, nothing skipped.
fn in_order(tokens: &[Token], words: &[Seen<'_>]) -> bool {
    let Some((token, later)) = tokens.split_first() else {
        return words.is_empty();
    };
    match token {
        Token::Word(pattern) => words
            .split_first()
            .is_some_and(|(word, rest)| word_fits(pattern, word) && in_order(later, rest)),
        Token::AnyWords if later.is_empty() => true,
        Token::AnyWords => {
            // What follows up to the next `*` is taken where it fits first; if that leads nowhere, no later place
            // does.
            let fixed = later
                .iter()
                .take_while(|token| **token != Token::AnyWords)
                .count();
            if fixed == later.len() {
                let start = words.len().checked_sub(fixed);
                return start
                    .and_then(|start| words.get(start..))
                    .is_some_and(|end| in_order(later, end));
            }
            let (here, after) = later.split_at_checked(fixed).unwrap_or((later, &[]));
            let fits = |start: usize| {
                let middle = words.get(start..start + fixed);
                middle.is_some_and(|middle| in_order(here, middle))
            };
            (0..=words.len())
                .find(|start| fits(*start))
                .and_then(|start| words.get(start + fixed..))
                .is_some_and(|rest| in_order(after, rest))
        }
    }
}

/// Compares one word, every value of which must be what the rule says.
fn word_fits(pattern: &WordPattern, word: &Seen<'_>) -> bool {
    if word.fields == Fields::Many {
        // File names that all match: the fixed beginning already does, and the star at the end takes the rest.
        return pattern.literal().is_none()
            && pattern.tail().is_empty()
            && word.is_uncertain()
            && covers(pattern, word.prefix);
    }
    let written_so = pattern.written().starts_with('~') && word.raw == pattern.written();
    !word.is_uncertain() && (written_so || word.values.iter().all(|value| covers(pattern, value)))
}

/// Whether a word of an allow rule covers a value.
fn covers(pattern: &WordPattern, value: &str) -> bool {
    // `$HOME` in a rule is not the text `$HOME`.
    !pattern.expands()
        && pattern.matches(value)
        && !leads_away(pattern, value)
        && !adds_option(pattern, value)
}

/// Whether a `*` took in a `..` that the rule does not spell.
fn leads_away(pattern: &WordPattern, value: &str) -> bool {
    pattern.literal().is_none() && has_parent(value) && !has_parent(pattern.written())
}

fn has_parent(path: &str) -> bool {
    path.split(['/', '=', ':']).any(|part| part == "..")
}

/// Whether a `*` that is glued to other characters made an option, or another option, of the word.
fn adds_option(pattern: &WordPattern, value: &str) -> bool {
    if pattern.literal().is_some() || !value.starts_with('-') {
        return false;
    }
    let head = pattern.head();
    if !head.starts_with('-') {
        return true;
    }
    // `-x*` may be `-x9`, but `-xI` is two options.
    let letters = head.strip_prefix('-').unwrap_or("");
    let is_short = !letters.is_empty() && letters.chars().all(|one| one.is_ascii_alphanumeric());
    let taken = value.strip_prefix(head).unwrap_or("");
    is_short && taken.starts_with(|first: char| first.is_ascii_alphabetic())
}
