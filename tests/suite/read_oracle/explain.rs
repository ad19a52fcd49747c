//! Whether what bash did is what was read.

use std::collections::BTreeSet;

use shellward::read::{Fields, Script, Word};

use super::bench::{Call, VARIABLE};

/// Whether words as read can become these arguments.
fn can_be(words: &[Word], arguments: &[String]) -> bool {
    let Some((word, rest)) = words.split_first() else {
        return arguments.is_empty();
    };
    let one = || {
        arguments.split_first().is_some_and(|(first, others)| {
            let fits = word
                .certain()
                .map_or(first.starts_with(&word.prefix), |value| first == value);
            fits && can_be(rest, others)
        })
    };
    match word.fields {
        Fields::One => one(),
        // The certain beginning belongs to the first argument, if there is one.
        _ => (0..=arguments.len()).any(|count| {
            let (taken, others) = arguments.split_at(count);
            taken
                .first()
                .is_none_or(|first| first.starts_with(&word.prefix))
                && can_be(rest, others)
        }),
    }
}

/// Whether a call is one that a command, as read, can make.
fn explains(script: &Script, command: &shellward::read::Command, call: &Call) -> bool {
    let assigned = script
        .assignments(command)
        .iter()
        .rev()
        .find(|assignment| assignment.name == VARIABLE);
    let variable_fits = match assigned {
        None => true,
        Some(assignment) => match assignment.value {
            None => call.variable.as_deref() == Some("") || assignment.append,
            Some(value) => script
                .word(value)
                .and_then(Word::certain)
                .is_none_or(|value| assignment.append || call.variable.as_deref() == Some(value)),
        },
    };
    variable_fits && can_be(script.words(command), &call.words)
}

/// Finds for every call a command of its own.
pub(super) fn all_explained(script: &Script, calls: &[Call]) -> bool {
    fn assign(
        fits: &[Vec<usize>],
        call: usize,
        seen: &mut [bool],
        owner: &mut [Option<usize>],
    ) -> bool {
        for &command in &fits[call] {
            if std::mem::replace(&mut seen[command], true) {
                continue;
            }
            if owner[command].is_none_or(|other| assign(fits, other, seen, owner)) {
                owner[command] = Some(call);
                return true;
            }
        }
        false
    }
    let fits: Vec<Vec<usize>> = calls
        .iter()
        .map(|call| {
            let fitting =
                |(_, command): &(usize, &shellward::read::Command)| explains(script, command, call);
            script
                .commands
                .iter()
                .enumerate()
                .filter(fitting)
                .map(|(index, _)| index)
                .collect()
        })
        .collect();
    let mut owner = vec![None; script.commands.len()];
    (0..calls.len()).all(|call| {
        assign(
            &fits,
            call,
            &mut vec![false; script.commands.len()],
            &mut owner,
        )
    })
}

/// Names that bash did not find must have been read as commands.
pub(super) fn missing_explained(script: &Script, stderr: &str) -> bool {
    // Bash quotes names with odd characters in a way of its own.
    let plain = |line: &&str| !line.contains(['\'', '\\']);
    stderr
        .lines()
        .filter_map(|line| line.strip_suffix(": command not found"))
        .filter(plain)
        .all(|line| {
            let name = line.rsplit(": ").next().unwrap_or("");
            script
                .commands
                .iter()
                .any(|command| match script.words(command).first() {
                    Some(first) => first.certain().is_none_or(|value| value == name),
                    None => false,
                })
        })
}

/// Files that are there must have been there, or be the target of a redirect.
pub(super) fn files_explained(script: &Script, names: &BTreeSet<String>) -> bool {
    names
        .iter()
        .filter(|name| !["a", "ab", "-x"].contains(&name.as_str()))
        .all(|name| {
            script
                .redirects
                .iter()
                .filter(|redirect| redirect.operator.contains('>'))
                .any(|redirect| {
                    redirect
                        .target
                        .and_then(|target| script.word(target))
                        .is_some_and(|word| match word.certain() {
                            Some(value) => value.rsplit('/').next() == Some(name),
                            None => true,
                        })
                })
        })
}

/// Whether all commands must have run: nothing skips, kills or detaches any.
pub(super) fn runs_everything(script: &str, stderr: &str) -> bool {
    stderr.is_empty()
        && !["||", "!", "&", "(", "`", "|", "$"]
            .iter()
            .any(|text| script.contains(text))
}
