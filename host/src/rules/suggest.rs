//! Rules that a person may want to keep (R4.5): the narrowest that can be used again. PURE: whether one really allows is
//! for `decide` to find out, by deciding again with it.
//!
//! Nothing here is made of keywords or of the bodies of here-documents, and nothing opens a shell, a wrapper or an
//! interpreter.

use super::arity::{arity, opens_everything};
use crate::{
    judge::{EffectKind, PlaceClass, PlaceKind, Resolved},
    read::{AssignmentScope, Command, Script, TextOrigin},
    untrusted::is_unshowable,
    variables::{is_safe, is_selector},
};

/// Longest text of an exact rule, in characters: one that a person can read.
const MAX_EXACT_CHARS: usize = 200;

/// Words of the shell's grammar, which are no command's.
const KEYWORDS: [&str; 21] = [
    "!", "[[", "{", "}", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for",
    "function", "if", "in", "select", "then", "time", "until", "while",
];

/// Returns the rule on the words with which a command begins, the rest left open.
pub(crate) fn prefix_rule(script: &Script, command: &Command) -> Option<String> {
    if !prefix_is_safe(script, command) {
        return None;
    }
    let words: Vec<&str> = script
        .words(command)
        .iter()
        .map_while(|word| word.certain())
        .take_while(|word| is_plain(word))
        .collect();
    let (name, rest) = words.split_first()?;
    // An absolute path counts as its name if PATH finds it there, which the deciding will tell.
    let name = match name.rsplit_once('/') {
        Some((_, base)) if name.starts_with('/') => base,
        _ => name,
    };
    // A program of the project is called by its path; what interprets is known by its name.
    let base = name.rsplit('/').next().unwrap_or(name);
    let by_base: Vec<&str> = std::iter::once(base).chain(rest.iter().copied()).collect();
    if KEYWORDS.contains(&base) {
        return None;
    }
    let count = arity(&by_base)?;
    let kept: Vec<&str> = std::iter::once(name)
        .chain(rest.iter().copied())
        .take(count)
        .collect();
    Some(format!("Bash({}:*)", kept.join(" ")))
}

/// Returns the rule on the identical text, if that is one a person can read at a glance.
pub(crate) fn exact_rule(script: &Script) -> Option<String> {
    let text = script.source().trim();
    let is_readable = !text.is_empty()
        && text.chars().count() <= MAX_EXACT_CHARS
        // Which a line feed is, too.
        && !text.chars().any(is_unshowable)
        // `:*` at the end and a bare `*` would make a pattern of it; the deciding drops what then no longer fits.
        && !text.ends_with(":*");
    let first = text.split([' ', '\t', '(']).next().unwrap_or("");
    let has_here_document = script
        .texts
        .iter()
        .any(|text| text.origin == TextOrigin::HereDocument);
    let assignments_are_safe = script
        .commands
        .iter()
        .all(|command| prefix_is_safe(script, command));
    // A text of one word that opens everything is no rule: `bash`, `python3`, `env`.
    let is_bare = !text.contains([' ', '\t', '\n']) && opens_everything(base_of(text));
    (is_readable
        && !KEYWORDS.contains(&first)
        && !has_here_document
        && assignments_are_safe
        && !is_bare)
        .then(|| format!("Bash({text})"))
}

/// Returns the rules on the places outside that effects touch, and on the hosts they talk to.
pub(crate) fn place_rules(resolved: &[Resolved]) -> Vec<String> {
    let mut rules = Vec::new();
    for one in resolved {
        let effect = &one.effect;
        match effect.kind {
            EffectKind::Connect => {
                let host = effect.target.as_deref().filter(|_| effect.exact);
                rules.extend(
                    host.filter(|host| is_plain(host))
                        .map(|host| format!("Connect({host})")),
                );
            }
            EffectKind::Read | EffectKind::Write | EffectKind::Create | EffectKind::Delete => {
                let tool = if effect.kind.changes() {
                    "Edit"
                } else {
                    "Read"
                };
                let outside = one.places.iter().filter(|place| {
                    // A rule on a directory takes in all below it.
                    let is_wider = place.kind == PlaceKind::Directory && !effect.recursive;
                    place.class == PlaceClass::Outside
                        && place.canonical != "/"
                        && !is_wider
                        && is_plain(&place.canonical)
                });
                rules.extend(outside.map(|place| format!("{tool}(/{})", place.canonical)));
            }
            EffectKind::Execute
            | EffectKind::Environment
            | EffectKind::Process
            | EffectKind::System
            | EffectKind::Unknown => {}
        }
    }
    rules.sort_unstable();
    rules.dedup();
    rules
}

/// Whether every variable that is set for a command alone is one that a rule overlooks.
fn prefix_is_safe(script: &Script, command: &Command) -> bool {
    let program = script.name(command).unwrap_or("");
    script
        .assignments(command)
        .iter()
        .filter(|assignment| assignment.scope == AssignmentScope::Command)
        .all(|assignment| {
            let value = match assignment.value {
                None => Some(""),
                Some(index) => script.word(index).and_then(|word| word.certain()),
            };
            let name = assignment.name.as_str();
            value.is_some_and(|value| {
                is_safe(name, value) || is_selector(base_of(program), name, value)
            })
        })
}

fn base_of(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Whether a word stands for itself in a rule, without quotes.
fn is_plain(word: &str) -> bool {
    !word.is_empty()
        && word.chars().all(|one| {
            one.is_ascii_alphanumeric()
                || matches!(
                    one,
                    '_' | '-' | '.' | '/' | ':' | '@' | '+' | ',' | '=' | '%'
                )
        })
        && !word.ends_with(':')
}
