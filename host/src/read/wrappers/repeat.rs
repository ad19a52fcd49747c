//! `xargs` and `parallel`: a command run for each of what comes from their input (R2.3).

use super::{
    Ending, Found, Inner, Look, Lookup,
    options::{Does, Flag, Obstacle, Options, flag, maybe, options, value},
    programs::{change_of, no_command, option_name},
    words::{holds, inner},
};
use crate::read::script::Word;

static XARGS: [Flag; 21] = [
    flag("0", "null"),
    value("a", "arg-file").does(Does::Reads),
    value("d", "delimiter"),
    value("E", ""),
    maybe("e", "eof"),
    value("I", "").does(Does::Special),
    maybe("i", "replace").does(Does::Special),
    value("L", ""),
    maybe("l", "max-lines"),
    value("n", "max-args"),
    flag("o", "open-tty"),
    flag("p", "interactive"),
    flag("r", "no-run-if-empty"),
    value("s", "max-chars"),
    flag("", "show-limits"),
    flag("t", "verbose"),
    flag("x", "exit"),
    value("P", "max-procs"),
    // It names a variable of the command, which may be PATH.
    value("", "process-slot-var").does(Does::Hides),
    flag("", "help").does(Does::RunsNothing),
    flag("", "version").does(Does::RunsNothing),
];

/// Those options of GNU parallel that only say when and how often commands run. All others are unknown on purpose.
static PARALLEL: [Flag; 20] = [
    value("j", "jobs"),
    flag("k", "keep-order"),
    flag("t", "verbose"),
    flag("0", "null"),
    flag("", "bar"),
    flag("", "eta"),
    flag("", "progress"),
    flag("", "will-cite"),
    flag("", "no-notice"),
    flag("", "dry-run"),
    flag("u", "ungroup"),
    flag("", "group"),
    flag("", "line-buffer"),
    flag("", "lb"),
    flag("", "tag"),
    flag("r", "no-run-if-empty"),
    value("", "halt"),
    value("", "delay"),
    value("", "timeout"),
    value("", "retries"),
];

/// Looks at one of these.
pub(super) fn look_at_repeat(name: &str, words: &[Word], ending: Ending) -> Option<Found> {
    match name {
        "xargs" | "gxargs" => Some(look_at_xargs(words, ending)),
        "parallel" => Some(look_at_parallel(words, ending)),
        _ => None,
    }
}

fn look_at_xargs(words: &[Word], ending: Ending) -> Found {
    let options = options(words, 1, &XARGS)?;
    let change = change_of(&options)?;
    if options.rest >= words.len() {
        // It runs `echo`.
        return no_command(ending);
    }
    if let Some(given) = options.gives(Does::RunsNothing) {
        return Err(Obstacle::Hidden(option_name(given)));
    }
    let replaced = replaced_by(&options)?;
    let is_replaced = |at: &usize| {
        let word = words.get(*at);
        word.is_some_and(|word| replaced.iter().any(|one| holds(word, one)))
    };
    // The last of the options that exclude each other wins, so that words may be added after all.
    let adds = replaced.is_empty()
        || options
            .given
            .iter()
            .any(|one| one.flag.letters.contains(['L', 'l', 'n']));
    Ok(Look::Command(Inner {
        placeholders: (options.rest..words.len()).filter(is_replaced).collect(),
        ending: if adds { Ending::Open } else { ending },
        change,
        ..inner(words, options.rest, ending)
    }))
}

/// The texts that stand for an item of the input.
fn replaced_by(options: &Options) -> Result<Vec<String>, Obstacle> {
    let special = options
        .given
        .iter()
        .filter(|one| one.flag.does == Does::Special);
    special
        .map(|given| match &given.value {
            None => Ok("{}".to_owned()),
            Some(value) => match value.text.as_deref() {
                Some(text) if !text.is_empty() => Ok(text.to_owned()),
                Some(_) | None => Err(Obstacle::Uncertain),
            },
        })
        .collect()
}

/// `parallel` joins its command's words, puts what it read in place of `{}` and hands the text to a shell. Only a
/// command whose words mean nothing special to a shell is the same after that.
fn look_at_parallel(words: &[Word], ending: Ending) -> Found {
    let options = options(words, 1, &PARALLEL)?;
    let is_source = |word: &Word| matches!(word.certain(), Some(":::" | "::::" | ":::+" | "::::+"));
    let behind = words.get(options.rest..).unwrap_or(&[]);
    let length = behind.iter().take_while(|word| !is_source(word)).count();
    let end = options.rest + length;
    if length == 0 {
        return Err(Obstacle::FromInput);
    }
    if ending == Ending::Open {
        return Err(Obstacle::Other("it gets more words when it runs"));
    }
    let mut command = behind.iter().take(length);
    if !command.all(|word| word.certain().is_some_and(is_plain_to_shells)) {
        return Err(Obstacle::Other("a shell reads its words again"));
    }
    Ok(Look::Command(Inner {
        end,
        lookup: Lookup::NoFunction,
        // An item stands behind the last word unless a word holds its place.
        ending: Ending::Open,
        placeholders: (options.rest..end)
            .filter(|at| words.get(*at).is_some_and(|word| holds(word, "{")))
            .collect(),
        change: change_of(&options)?,
        ..inner(words, options.rest, ending)
    }))
}

/// Whether a word is the same to every shell without quotes, apart from what `parallel` puts in place of braces.
fn is_plain_to_shells(text: &str) -> bool {
    let mut parts = text.split('{');
    let is_plain = |part: &str| {
        part.chars()
            .all(|one| one.is_ascii_alphanumeric() || "_-./:@%+,".contains(one))
    };
    let is_place = |part: &str| {
        part.split_once('}').is_some_and(|(inside, rest)| {
            is_plain(rest)
                && inside
                    .chars()
                    .all(|one| one.is_ascii_digit() || "./#%".contains(one))
        })
    };
    !text.is_empty() && parts.next().is_some_and(is_plain) && parts.all(is_place)
}
