//! `env`: options, variables and then a command (R2.3).

use super::{
    Ending, Found, Inner, Look, Part, Search,
    options::{Does, Ended, Flag, Given, Obstacle, flag, maybe, options, value},
    programs::{change_of, no_command, runs_nothing, search_after},
    split::split,
    words::inner,
};
use crate::read::script::{Fields, Word};

static ENV: [Flag; 13] = [
    flag("i", "ignore-environment").does(Does::Clears),
    flag("0", "null"),
    value("u", "unset").does(Does::Unsets),
    value("C", "chdir").does(Does::Enters),
    value("S", "split-string").does(Does::Splits),
    value("a", "argv0"),
    flag("v", "debug"),
    maybe("", "block-signal"),
    maybe("", "default-signal"),
    maybe("", "ignore-signal"),
    flag("", "list-signal-handling"),
    flag("", "help").does(Does::RunsNothing),
    flag("", "version").does(Does::RunsNothing),
];

/// Looks at `env`.
pub(super) fn look_at_environment(name: &str, words: &[Word], ending: Ending) -> Option<Found> {
    matches!(name, "env" | "genv").then(|| look_at_env(words, ending))
}

fn look_at_env(words: &[Word], ending: Ending) -> Found {
    let options = options(words, 1, &ENV)?;
    let mut change = change_of(&options)?;
    if let Some(given) = options.gives(Does::Splits) {
        return split_up(given, words);
    }
    let mut at = options.rest;
    if options.ended != Ended::Words && words.get(at).and_then(Word::certain) == Some("-") {
        change.environment = super::Environment::Cleared;
        at += 1;
    }
    while let Some(word) = words.get(at) {
        match is_assignment(word)? {
            Assigns::Yes => change.assignments.push(at),
            Assigns::No => break,
        }
        at += 1;
    }
    if let Some(given) = options.gives(Does::RunsNothing) {
        return runs_nothing(given, at, words, ending);
    }
    if at >= words.len() {
        return no_command(ending);
    }
    let is_path = |index: &usize| {
        words
            .get(*index)
            .is_some_and(|one| one.prefix.starts_with("PATH="))
    };
    let search = if change.assignments.iter().any(is_path) {
        Search::Path
    } else {
        search_after(&change)
    };
    Ok(Look::Command(Inner {
        search,
        change,
        ..inner(words, at, ending)
    }))
}

/// Whether a word gives a variable a value.
pub(super) enum Assigns {
    /// It does.
    Yes,
    /// It does not.
    No,
}

/// Whether a word holds `=`, which makes it a variable to `env`.
pub(super) fn is_assignment(word: &Word) -> Result<Assigns, Obstacle> {
    if word.fields != Fields::One {
        return Err(Obstacle::Uncertain);
    }
    let mut has_equals = word.values.iter().map(|value| value.contains('='));
    match has_equals.next() {
        Some(first) if has_equals.all(|other| other == first) => {
            Ok(if first { Assigns::Yes } else { Assigns::No })
        }
        None if word.prefix.contains('=') => Ok(Assigns::Yes),
        Some(_) | None => Err(Obstacle::Uncertain),
    }
}

/// What `env -S` makes of its words: the options before it, those of the string, the words after it.
fn split_up(given: &Given, words: &[Word]) -> Found {
    let value = given.value.as_ref().ok_or(Obstacle::Uncertain)?;
    let text = value.text.as_deref().ok_or(Obstacle::Uncertain)?;
    let made = split(text)?;
    let mut parts: Vec<Part> = (0..given.word).map(Part::Kept).collect();
    // Letters in one word with it, as in `-iS`.
    let own = words.get(given.word).and_then(Word::certain).unwrap_or("");
    let before: String = own.chars().take_while(|one| *one != 'S').collect();
    if !own.starts_with("--") && before != "-" {
        parts.push(Part::Made {
            of: given.word,
            text: before,
        });
    }
    parts.extend(made.into_iter().map(|text| Part::Made {
        of: value.word,
        text,
    }));
    parts.extend((value.word + 1..words.len()).map(Part::Kept));
    Ok(Look::Same(parts))
}
