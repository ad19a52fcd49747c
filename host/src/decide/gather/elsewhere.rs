//! Commands that go to another directory by themselves: `git -C DIR log` is `git log` in DIR (R3.2).
//!
//! Policies, places and the look at a repository then see what git itself sees, and need to know nothing of the option.
//! Rules match the words as they are written.

use std::{borrow::Cow, path::Path};

use crate::{
    read::{Binding, Command, PieceKind, Script, Site, Word},
    span::Range,
    sys::files,
};

/// Options that may stand before the subcommand and have no argument. Behind another one nobody looks for `-C`: it could
/// be that one's argument.
const PLAIN: [&str; 10] = [
    "--glob-pathspecs",
    "--icase-pathspecs",
    "--literal-pathspecs",
    "--no-advice",
    "--no-lazy-fetch",
    "--no-optional-locks",
    "--no-pager",
    "--no-replace-objects",
    "--noglob-pathspecs",
    "-P",
];

/// Most directories that one command may start in.
const MAX_DIRECTORIES: usize = 16;

/// Returns the script in which each `git -C DIR` stands where it goes, without saying so.
pub(super) fn gone(script: &Script) -> Cow<'_, Script> {
    let mut seen = Cow::Borrowed(script);
    for (index, command) in script.commands.iter().enumerate() {
        let Some(gone) = of_command(script, command) else {
            continue;
        };
        let seen = seen.to_mut();
        let start = seen.words.len();
        seen.words.extend(gone.words.into_iter().cloned());
        let words = Range {
            start: u32::try_from(start).unwrap_or(u32::MAX),
            len: u32::try_from(seen.words.len() - start).unwrap_or(0),
        };
        if let Some(command) = seen.commands.get_mut(index) {
            // The shell stays where it is: it opens redirects there.
            command.shell_cwds = Some(command.stands_in().to_vec());
            command.words = words;
            command.cwds = gone.cwds;
        }
    }
    seen
}

/// A command where it has gone to.
struct Gone<'a> {
    words: Vec<&'a Word>,
    cwds: Vec<String>,
}

fn of_command<'a>(script: &'a Script, command: &Command) -> Option<Gone<'a>> {
    let name = script.name(command)?;
    let is_git = name.rsplit('/').next() == Some("git")
        && command.binding == Binding::File
        && command.site == Site::Local;
    let words = script.words(command);
    // The shell finds file names where it stands, and git looks for them where it went.
    let finds_names = |word: &Word| {
        let mut pieces = script.pieces(word).iter();
        pieces.any(|piece| piece.kind == PieceKind::Glob)
    };
    if !is_git || words.iter().any(finds_names) {
        return None;
    }
    let mut kept = vec![words.first()?];
    let mut cwds: Option<Vec<String>> = None;
    let mut at = 1;
    while let Some(option) = words.get(at).and_then(Word::certain) {
        if option == "-C" {
            let directory = words.get(at + 1)?;
            let from = cwds.as_deref().unwrap_or(&command.cwds);
            cwds = Some(directories(from, directory)?);
            at += 2;
        } else if option == "-c" {
            // Its argument is one word, whatever its value is.
            let one = words.get(at + 1).filter(|word| word.certain().is_some())?;
            kept.extend([words.get(at)?, one]);
            at += 2;
        } else if PLAIN.contains(&option) {
            kept.push(words.get(at)?);
            at += 1;
        } else {
            break;
        }
    }
    kept.extend(words.get(at..)?);
    Some(Gone {
        words: kept,
        cwds: cwds?,
    })
}

/// Where a process is that goes to a directory: by the directories themselves, not by their names as a shell does.
/// None: this is known only when it runs.
fn directories(from: &[String], word: &Word) -> Option<Vec<String>> {
    if word.values.is_empty() || word.fields != crate::read::Fields::One {
        return None;
    }
    let root = ["/".to_owned()];
    let mut all = Vec::new();
    for value in &word.values {
        let from = if value.starts_with('/') { &root } else { from };
        if from.is_empty() {
            return None;
        }
        for base in from {
            let real = files::real_path(Path::new(base), Path::new(value))?;
            all.push(real.to_str()?.to_owned());
        }
    }
    all.sort();
    all.dedup();
    (all.len() <= MAX_DIRECTORIES).then_some(all)
}
