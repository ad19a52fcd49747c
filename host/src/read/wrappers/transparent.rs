//! Which wrappers change nothing about what may be harmless: they read, write and start nothing of their own.

use super::{
    BodyShell, Change, Ending, Environment, Look, Lookup, Standing, Startup, look, words::base_name,
};
use crate::{
    read::script::{Dialect, Fields, Word},
    span::{Range, Span},
};

/// Their names, sorted, as far as their words allow it: a variable that is taken from the environment may be one that
/// keeps a command harmless, a file that is read or written is an effect of its own.
pub(super) const NAMES: [&str; 24] = [
    "-",
    "bash",
    "builtin",
    "command",
    "dash",
    "env",
    "exec",
    "fd",
    "fdfind",
    "find",
    "ionice",
    "nice",
    "nocorrect",
    "noglob",
    "nohup",
    "setsid",
    "sh",
    "stdbuf",
    "taskset",
    "time",
    "timeout",
    "watch",
    "xargs",
    "zsh",
];

/// Directories whose programs are the system's own.
const SYSTEM: [&str; 4] = ["/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/"];

/// Whether a wrapper, given its own words, changes nothing about whether what it runs is harmless.
///
/// It takes the wrapper's name for the system's tool: that it is, on the PATH of the run, is for others to see.
pub(crate) fn is_transparent(words: &[Word], dialect: Dialect) -> bool {
    let Some(written) = words.first().and_then(Word::certain) else {
        return false;
    };
    let name = base_name(written);
    let is_system = name == written
        || SYSTEM
            .iter()
            .any(|directory| written.strip_prefix(directory) == Some(name));
    if !is_system || NAMES.binary_search(&name).is_err() {
        return false;
    }
    // The program of that name can write a file; the word of the grammar has one option.
    let is_plain_time = |word: &Word| word.certain() == Some("-p");
    if name == "time" && !words.iter().skip(1).all(is_plain_time) {
        return false;
    }
    // What these do besides is a command of its own.
    if matches!(name, "find" | "fd" | "fdfind") {
        return true;
    }
    let standing = Standing {
        dialect,
        lookup: Lookup::AsWritten,
        ending: Ending::Closed,
    };
    if let Look::Body(body) = look(words, standing) {
        return body.shell != BodyShell::Unknown
            && body.startup == Startup::Nothing
            && changes_nothing(&body.change);
    }
    // The wrapper's words end where its command begins, so that one is put there.
    let mut whole = words.to_vec();
    whole.push(any_command());
    match look(&whole, standing) {
        Look::Command(inner) => changes_nothing(&inner.change),
        Look::Joined(joined) => changes_nothing(&joined.change),
        Look::Plain | Look::Body(_) | Look::Same(_) | Look::Inside(_) | Look::Unreadable(_) => {
            false
        }
    }
}

/// Variables that are given and directories that are entered are seen by all who judge.
fn changes_nothing(change: &Change) -> bool {
    change.environment == Environment::Kept && change.reads.is_empty() && change.writes.is_empty()
}

fn any_command() -> Word {
    let name = "true".to_owned();
    Word {
        span: Span::source(0, 0),
        values: vec![name.clone()],
        fields: Fields::One,
        prefix: name,
        pieces: Range::default(),
    }
}
