//! `sudo`, `doas`, `su` and `runuser`: the command of another user (R2.3). Never harmless, but seen.

use super::{
    Body, BodyShell, Change, Ending, Environment, Found, Inner, Look, Lookup, Place, Search,
    Startup,
    environment::{Assigns, is_assignment},
    options::{Does, Ended, Flag, Obstacle, flag, is_operand, maybe, options, value},
    programs::{change_of, no_command, runs_nothing},
    words::inner,
};
use crate::read::script::{Fields, Word};

static SUDO: [Flag; 31] = [
    flag("A", "askpass"),
    value("a", "auth-type"),
    flag("b", "background"),
    flag("B", "bell"),
    value("C", "close-from"),
    value("c", "login-class"),
    value("D", "chdir").does(Does::Enters),
    flag("E", ""),
    maybe("", "preserve-env"),
    flag("e", "edit").does(Does::Hides),
    value("g", "group"),
    flag("H", "set-home"),
    maybe("h", "help").does(Does::Hides),
    value("", "host").does(Does::Hides),
    flag("i", "login").does(Does::Special),
    flag("K", "remove-timestamp").does(Does::RunsNothing),
    flag("k", "reset-timestamp"),
    flag("l", "list").does(Does::RunsNothing),
    flag("N", "no-update"),
    flag("n", "non-interactive"),
    flag("P", "preserve-groups"),
    value("p", "prompt"),
    value("R", "chroot").does(Does::Hides),
    value("rt", ""),
    flag("S", "stdin"),
    flag("s", "shell").does(Does::Special),
    value("T", "command-timeout"),
    value("U", "other-user"),
    value("u", "user"),
    flag("V", "version").does(Does::RunsNothing),
    flag("v", "validate").does(Does::RunsNothing),
];

static DOAS: [Flag; 6] = [
    value("a", ""),
    value("C", "").does(Does::Hides),
    flag("L", "").does(Does::RunsNothing),
    flag("n", ""),
    flag("s", "").does(Does::Hides),
    value("u", ""),
];

static SU: [Flag; 13] = [
    flag("mp", "preserve-environment"),
    value("w", "whitelist-environment"),
    value("g", "group"),
    value("G", "supp-group"),
    flag("l", "login").does(Does::Wanders),
    value("c", "command").does(Does::Special),
    value("", "session-command").does(Does::Special),
    flag("f", "fast"),
    value("s", "shell"),
    flag("P", "pty"),
    flag("T", "no-pty"),
    flag("h", "help").does(Does::RunsNothing),
    flag("V", "version").does(Does::RunsNothing),
];

static RUNUSER: [Flag; 7] = [
    value("u", "user"),
    flag("mp", "preserve-environment"),
    value("w", "whitelist-environment"),
    value("g", "group"),
    value("G", "supp-group"),
    flag("P", "pty"),
    flag("T", "no-pty"),
];

/// Looks at one of these.
pub(super) fn look_at_privilege(name: &str, words: &[Word], ending: Ending) -> Option<Found> {
    match name {
        "sudo" => Some(look_at_sudo(words, ending)),
        "doas" => Some(look_at_doas(words, ending)),
        "su" => Some(look_at_su(words, ending)),
        "runuser" => Some(look_at_runuser(words, ending)),
        _ => None,
    }
}

/// `sudo` takes variables between its options, unless `--` ended them.
fn look_at_sudo(words: &[Word], ending: Ending) -> Found {
    let mut all = options(words, 1, &SUDO)?;
    let mut assignments = Vec::new();
    while all.ended == Ended::Operand {
        let Some(word) = words.get(all.rest) else {
            break;
        };
        if word.prefix.starts_with('/') {
            break;
        }
        match is_assignment(word)? {
            Assigns::No => break,
            Assigns::Yes => assignments.push(all.rest),
        }
        let more = options(words, all.rest + 1, &SUDO)?;
        all.given.extend(more.given);
        all.rest = more.rest;
        all.ended = more.ended;
    }
    let mut change = Change {
        assignments,
        environment: Environment::Cleared,
        ..change_of(&all)?
    };
    let is_shell = all.gives(Does::Special).is_some();
    if all.of_letter('i').next().is_some() && change.place == Place::Same {
        change.place = Place::Unknown;
    }
    if let Some(given) = all.gives(Does::RunsNothing) {
        return runs_nothing(given, all.rest, words, ending);
    }
    if all.rest >= words.len() {
        return match (ending, is_shell) {
            (Ending::Closed, false) => Ok(Look::Plain),
            (Ending::Open, _) | (_, true) => Err(Obstacle::FromInput),
        };
    }
    let command = words.get(all.rest..).unwrap_or(&[]);
    if is_shell && !command.iter().all(stays_one_word) {
        return Err(Obstacle::Other("the shell it starts may expand a word"));
    }
    Ok(Look::Command(Inner {
        lookup: if is_shell {
            Lookup::NoFunction
        } else {
            Lookup::Program
        },
        search: Search::Unknown,
        change,
        ..inner(words, all.rest, ending)
    }))
}

/// `sudo -s` puts a backslash before all characters but a few, so that words stay what they are.
fn stays_one_word(word: &Word) -> bool {
    word.certain()
        .is_some_and(|text| !text.contains(['$', '\n']) && !text.is_empty())
}

fn look_at_doas(words: &[Word], ending: Ending) -> Found {
    let options = options(words, 1, &DOAS)?;
    let change = Change {
        environment: Environment::Cleared,
        ..change_of(&options)?
    };
    if let Some(given) = options.gives(Does::RunsNothing) {
        return runs_nothing(given, options.rest, words, ending);
    }
    if options.rest >= words.len() {
        return no_command(ending);
    }
    Ok(Look::Command(Inner {
        search: Search::Unknown,
        change,
        ..inner(words, options.rest, ending)
    }))
}

/// Options of `su` may stand behind its operands, `-` and a user, which is why the whole of its words must be certain.
fn look_at_su(words: &[Word], ending: Ending) -> Found {
    let mut all = options(words, 1, &SU)?;
    let mut operands = Vec::new();
    while all.ended == Ended::Operand {
        operands.push(all.rest);
        let more = options(words, all.rest + 1, &SU)?;
        all.given.extend(more.given);
        all.rest = more.rest;
        all.ended = more.ended;
    }
    operands.extend(all.rest..words.len());
    let is_dash = |at: &usize| words.get(*at).and_then(Word::certain) == Some("-");
    let is_login = operands.first().is_some_and(is_dash);
    let users = operands.len() - usize::from(is_login);
    let change = change_of(&all)?;
    if let Some(given) = all.gives(Does::RunsNothing) {
        return runs_nothing(given, all.rest, words, ending);
    }
    let mut bodies = all
        .given
        .iter()
        .filter(|one| one.flag.does == Does::Special);
    let body = match (bodies.next(), bodies.next()) {
        (None, _) => return Err(Obstacle::FromInput),
        (Some(given), None) => given,
        (Some(_), Some(_)) => return Err(Obstacle::Other("it is given more than one")),
    };
    let Some(value) = body.value.as_ref().filter(|value| value.word != body.word) else {
        return Err(Obstacle::Other("its script is attached to an option"));
    };
    if users > 1 || ending == Ending::Open {
        return Err(Obstacle::Other("more words go to the shell it starts"));
    }
    if value.text.is_none() {
        return Err(Obstacle::Other("its script is known only when it runs"));
    }
    let is_login = is_login || change.place == Place::Unknown;
    Ok(Look::Body(Body {
        word: value.word,
        shell: BodyShell::Unknown,
        arguments: words.len(),
        startup: if is_login {
            Startup::Login
        } else {
            Startup::Always
        },
        change: Change {
            place: if is_login {
                Place::Unknown
            } else {
                Place::Same
            },
            environment: Environment::Cleared,
            ..change
        },
    }))
}

/// `runuser -u user command`; without `-u` it is `su`. Its options may stand behind operands unless `--` ended them.
fn look_at_runuser(words: &[Word], ending: Ending) -> Found {
    let Ok(options) = options(words, 1, &RUNUSER) else {
        return look_at_su(words, ending);
    };
    if options.of_letter('u').next().is_none() {
        return look_at_su(words, ending);
    }
    let command = words.get(options.rest..).unwrap_or(&[]);
    let all_operands = command
        .iter()
        .all(|word| word.fields == Fields::One && is_operand(word));
    if command.is_empty() {
        return Err(Obstacle::FromInput);
    }
    if options.ended != Ended::Dashes && (!all_operands || ending == Ending::Open) {
        return Err(Obstacle::Other(
            "without `--`, it takes options of the command for its own",
        ));
    }
    Ok(Look::Command(Inner {
        search: Search::Unknown,
        change: Change {
            environment: Environment::Cleared,
            ..change_of(&options)?
        },
        ..inner(words, options.rest, ending)
    }))
}
