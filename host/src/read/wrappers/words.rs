//! Words of the shell itself that run what follows them: `time`, `command`, `builtin`, `exec`, and what zsh has besides.

use super::{
    Change, Ending, Environment, Found, Inner, Look, Lookup, Search, Standing,
    options::{Does, Flag, Obstacle, flag, options, value},
    programs::no_command,
    trouble,
};
use crate::read::script::{Dialect, Word};

/// Words after `time` that begin something that is no simple command.
pub(super) const RESERVED: [&str; 15] = [
    "!", "(", "((", "[[", "case", "coproc", "for", "function", "if", "repeat", "select", "until",
    "while", "{", "}",
];

static COMMAND: [Flag; 2] = [flag("p", ""), flag("vV", "").does(Does::RunsNothing)];

static EXEC: [Flag; 3] = [
    value("a", ""),
    flag("c", "").does(Does::Clears),
    flag("l", ""),
];

/// Returns the last part of a path.
pub(super) fn base_name(written: &str) -> &str {
    written.rsplit('/').next().unwrap_or(written)
}

/// Looks at a command whose name means something to the shell itself.
pub(super) fn look_as_shell(written: &str, words: &[Word], standing: Standing) -> Option<Look> {
    let is_reserved = standing.lookup == Lookup::AsWritten;
    let is_zsh = standing.dialect == Dialect::Zsh;
    let found = match (written, standing.lookup) {
        (_, Lookup::Program) => return None,
        ("time", _) if is_reserved => after_time(words, standing),
        ("-" | "noglob" | "nocorrect", _) if is_zsh => Ok(following(words, 1, standing)),
        ("builtin", _) => after_builtin(words, standing),
        ("command", _) => after_command(words, standing),
        ("exec", _) => after_exec(words, standing),
        _ => return None,
    };
    Some(found.unwrap_or_else(|obstacle| Look::Unreadable(trouble(written, &obstacle))))
}

/// The command from a word on, if there is one.
fn following(words: &[Word], at: usize, standing: Standing) -> Look {
    if at >= words.len() {
        return Look::Plain;
    }
    Look::Command(Inner {
        lookup: standing.lookup,
        ..inner(words, at, standing.ending)
    })
}

/// A program from a word on.
pub(super) fn inner(words: &[Word], at: usize, ending: Ending) -> Inner {
    Inner {
        at,
        end: words.len(),
        lookup: Lookup::Program,
        search: Search::Path,
        placeholders: Vec::new(),
        ending,
        change: Change::default(),
    }
}

/// Whether a word holds a text in any of its values, or in what is certain of it.
pub(super) fn holds(word: &Word, text: &str) -> bool {
    word.prefix.contains(text) || word.values.iter().any(|value| value.contains(text))
}

/// The reserved word: bash knows `-p` and `--` after it, as written, and zsh nothing.
fn after_time(words: &[Word], standing: Standing) -> Found {
    let is = |at: usize, text: &str| words.get(at).and_then(Word::certain) == Some(text);
    let mut at = 1;
    if standing.dialect == Dialect::Bash {
        at += usize::from(is(at, "-p"));
        at += usize::from(is(at, "--"));
    }
    let next = words.get(at).and_then(Word::certain);
    if next.is_some_and(|next| RESERVED.binary_search(&next).is_ok()) {
        return Err(Obstacle::Other(
            "what follows is more than a simple command",
        ));
    }
    Ok(following(words, at, standing))
}

fn after_builtin(words: &[Word], standing: Standing) -> Found {
    let options = options(words, 1, &[])?;
    if options.rest >= words.len() {
        return no_command(standing.ending);
    }
    Ok(Look::Command(Inner {
        lookup: Lookup::Builtin,
        ..inner(words, options.rest, standing.ending)
    }))
}

fn after_command(words: &[Word], standing: Standing) -> Found {
    let options = options(words, 1, &COMMAND)?;
    if options.gives(Does::RunsNothing).is_some() {
        return Ok(Look::Plain);
    }
    if options.rest >= words.len() {
        return no_command(standing.ending);
    }
    // To zsh it is the name of a program in any case.
    let lookup = match standing.dialect {
        Dialect::Zsh => Lookup::Program,
        Dialect::Bash | Dialect::PowerShell => Lookup::NoFunction,
    };
    let search = match options.of_letter('p').next() {
        Some(_) => Search::Standard,
        None => Search::Path,
    };
    Ok(Look::Command(Inner {
        lookup,
        search,
        ..inner(words, options.rest, standing.ending)
    }))
}

fn after_exec(words: &[Word], standing: Standing) -> Found {
    let options = options(words, 1, &EXEC)?;
    if options.rest >= words.len() {
        return no_command(standing.ending);
    }
    let environment = match options.gives(Does::Clears) {
        Some(_) => Environment::Cleared,
        None => Environment::Kept,
    };
    Ok(Look::Command(Inner {
        change: Change {
            environment,
            ..Change::default()
        },
        ..inner(words, options.rest, standing.ending)
    }))
}
