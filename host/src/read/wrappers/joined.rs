//! `watch`, `ssh`, `flock` and `script`: a command, or words joined into a script for a shell (R2.3).

use super::{
    Body, BodyShell, Change, Ending, Found, Inner, Joined, Look, Startup, Value,
    options::{Does, Ended, Flag, Obstacle, flag, is_operand, maybe, options, value},
    programs::{change_of, no_command, option_name, runs_nothing},
    words::inner,
};
use crate::read::script::{Fields, Site, Word};

static WATCH: [Flag; 16] = [
    flag("b", "beep"),
    flag("c", "color"),
    flag("C", "no-color"),
    maybe("d", "differences"),
    flag("e", "errexit"),
    flag("f", "follow"),
    flag("g", "chgexit"),
    value("q", "equexit"),
    value("n", "interval"),
    flag("p", "precise"),
    flag("r", "no-rerun"),
    flag("t", "no-title"),
    flag("w", "no-wrap"),
    flag("x", "exec").does(Does::Special),
    flag("h", "help").does(Does::RunsNothing),
    flag("v", "version").does(Does::RunsNothing),
];

/// Options of `ssh`. Those that may name a program of this machine, a library or a file of settings are not followed;
/// `-o` is looked at.
static SSH: [Flag; 7] = [
    flag("46AaCfgKkMNnqTtvXxYy", ""),
    value("BbcDeiJLlmpRw", ""),
    value("E", "").does(Does::Writes),
    value("o", "").does(Does::Special),
    value("FIOQSWP", "").does(Does::Hides),
    flag("Gs", "").does(Does::Hides),
    flag("V", "").does(Does::RunsNothing),
];

/// Settings of `ssh -o` that run nothing on this machine, in lower case, sorted.
pub(super) const SETTINGS: [&str; 26] = [
    "addressfamily",
    "batchmode",
    "checkhostip",
    "ciphers",
    "compression",
    "connectionattempts",
    "connecttimeout",
    "forwardagent",
    "globalknownhostsfile",
    "hostname",
    "identitiesonly",
    "identityfile",
    "kexalgorithms",
    "loglevel",
    "macs",
    "numberofpasswordprompts",
    "passwordauthentication",
    "port",
    "preferredauthentications",
    "proxyjump",
    "requesttty",
    "serveralivecountmax",
    "serveraliveinterval",
    "stricthostkeychecking",
    "user",
    "userknownhostsfile",
];

static FLOCK: [Flag; 12] = [
    flag("s", "shared"),
    flag("ex", "exclusive"),
    flag("u", "unlock"),
    flag("n", "nonblock"),
    flag("", "nb"),
    value("w", "timeout"),
    value("E", "conflict-exit-code"),
    flag("o", "close"),
    flag("F", "no-fork"),
    flag("", "verbose"),
    flag("h", "help").does(Does::RunsNothing),
    flag("V", "version").does(Does::RunsNothing),
];

static SCRIPT: [Flag; 16] = [
    value("I", "log-in").does(Does::Writes),
    value("O", "log-out").does(Does::Writes),
    value("B", "log-io").does(Does::Writes),
    value("T", "log-timing").does(Does::Writes),
    maybe("t", "timing").does(Does::Writes),
    value("m", "logging-format"),
    flag("a", "append"),
    value("c", "command").does(Does::Special),
    flag("e", "return"),
    flag("f", "flush"),
    flag("", "force"),
    value("E", "echo"),
    value("o", "output-limit"),
    flag("q", "quiet"),
    flag("h", "help").does(Does::RunsNothing),
    flag("V", "version").does(Does::RunsNothing),
];

/// Looks at one of these.
pub(super) fn look_at_joined(name: &str, words: &[Word], ending: Ending) -> Option<Found> {
    match name {
        "watch" => Some(look_at_watch(words, ending)),
        "ssh" => Some(look_at_ssh(words, ending)),
        "flock" => Some(look_at_flock(words, ending)),
        "script" => Some(look_at_script(words, ending)),
        _ => None,
    }
}

fn look_at_watch(words: &[Word], ending: Ending) -> Found {
    let options = options(words, 1, &WATCH)?;
    if options.rest >= words.len() {
        return no_command(ending);
    }
    if let Some(given) = options.gives(Does::RunsNothing) {
        return runs_nothing(given, options.rest, words, ending);
    }
    if options.gives(Does::Special).is_some() {
        return Ok(Look::Command(inner(words, options.rest, ending)));
    }
    let shell = BodyShell::Posix;
    joined(
        words,
        options.rest,
        ending,
        shell,
        Site::Local,
        Change::default(),
    )
}

/// Joins words by blanks.
fn joined(
    words: &[Word],
    from: usize,
    ending: Ending,
    shell: BodyShell,
    site: Site,
    change: Change,
) -> Found {
    let certain: Option<Vec<&str>> = words.iter().skip(from).map(Word::certain).collect();
    match (certain, ending) {
        (Some(certain), Ending::Closed) => Ok(Look::Joined(Joined {
            from,
            text: certain.join(" "),
            shell,
            site,
            change,
        })),
        (None, _) | (_, Ending::Open) => Err(Obstacle::Other(
            "its words become a script that is known only when it runs",
        )),
    }
}

/// `ssh` takes options before the destination and right behind it.
fn look_at_ssh(words: &[Word], ending: Ending) -> Found {
    let before = options(words, 1, &SSH)?;
    if before.rest >= words.len() {
        return no_command(ending);
    }
    let behind = before.rest + 1;
    if words
        .get(before.rest)
        .is_none_or(|host| host.fields != Fields::One)
    {
        return Err(Obstacle::Uncertain);
    }
    // Versions differ in whether options may follow if `--` stands before the destination.
    if before.ended == Ended::Dashes && words.get(behind).is_some_and(|word| !is_operand(word)) {
        return Err(Obstacle::Uncertain);
    }
    let after = options(words, behind, &SSH)?;
    let mut all = before;
    all.given.extend(after.given);
    if let Some(given) = all.gives(Does::RunsNothing) {
        return Err(Obstacle::Hidden(option_name(given)));
    }
    let settings = all
        .given
        .iter()
        .filter(|one| one.flag.does == Does::Special);
    for given in settings {
        if !given.value.as_ref().is_some_and(is_known_setting) {
            return Err(Obstacle::Hidden(option_name(given)));
        }
    }
    let change = change_of(&all)?;
    if after.rest >= words.len() {
        return no_command(ending);
    }
    joined(
        words,
        after.rest,
        ending,
        BodyShell::Unknown,
        Site::Remote,
        change,
    )
}

fn is_known_setting(value: &Value) -> bool {
    let Some(text) = value.text.as_deref() else {
        return false;
    };
    let text = text.trim_start().to_ascii_lowercase();
    let name: String = text
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    SETTINGS.binary_search(&name.as_str()).is_ok()
}

/// `flock file command`, `flock file -c script`, `flock descriptor`. It creates the file.
fn look_at_flock(words: &[Word], ending: Ending) -> Found {
    let options = options(words, 1, &FLOCK)?;
    let at = options.rest + 1;
    if let Some(given) = options.gives(Does::RunsNothing) {
        return runs_nothing(given, options.rest, words, ending);
    }
    if at >= words.len() {
        return no_command(ending);
    }
    let file = words
        .get(options.rest)
        .filter(|word| word.fields == Fields::One);
    let file = file.ok_or(Obstacle::Uncertain)?;
    let change = Change {
        writes: vec![Value {
            word: options.rest,
            text: file.certain().map(str::to_owned),
        }],
        ..change_of(&options)?
    };
    match words.get(at).and_then(Word::certain) {
        Some("-c" | "--command") => match (words.get(at + 1).and_then(Word::certain), ending) {
            (Some(_), Ending::Closed) if words.len() == at + 2 => Ok(Look::Body(Body {
                word: at + 1,
                shell: BodyShell::Unknown,
                arguments: words.len(),
                startup: Startup::Always,
                change,
            })),
            (_, _) => Err(Obstacle::Other("its script is not one certain word")),
        },
        Some(_) => Ok(Look::Command(Inner {
            change,
            ..inner(words, at, ending)
        })),
        None if words.get(at).is_some_and(is_operand) => Ok(Look::Command(Inner {
            change,
            ..inner(words, at, ending)
        })),
        None => Err(Obstacle::Uncertain),
    }
}

/// `script -c body file`, its options anywhere. Without a file it writes `typescript`.
fn look_at_script(words: &[Word], ending: Ending) -> Found {
    let mut all = options(words, 1, &SCRIPT)?;
    let mut files = Vec::new();
    while all.ended == Ended::Operand {
        files.push(all.rest);
        let more = options(words, all.rest + 1, &SCRIPT)?;
        all.given.extend(more.given);
        all.rest = more.rest;
        all.ended = more.ended;
    }
    if all.ended == Ended::Dashes || files.len() > 1 || ending == Ending::Open {
        return Err(Obstacle::Other(
            "versions differ in what they take for the command",
        ));
    }
    if let Some(given) = all.gives(Does::RunsNothing) {
        let rest = files.first().copied().unwrap_or(all.rest);
        return runs_nothing(given, rest, words, ending);
    }
    let mut bodies = all
        .given
        .iter()
        .filter(|one| one.flag.does == Does::Special);
    let (Some(body), None) = (bodies.next(), bodies.next()) else {
        return Err(Obstacle::FromInput);
    };
    let value = body.value.as_ref().filter(|value| value.word != body.word);
    let Some(Value {
        word,
        text: Some(_),
    }) = value
    else {
        return Err(Obstacle::Other("its script is not one certain word"));
    };
    let mut change = change_of(&all)?;
    match files.first() {
        Some(file) => change.writes.push(Value {
            word: *file,
            text: words.get(*file).and_then(Word::certain).map(str::to_owned),
        }),
        None => change.writes.push(Value {
            word: 0,
            text: Some("typescript".to_owned()),
        }),
    }
    Ok(Look::Body(Body {
        word: *word,
        shell: BodyShell::Unknown,
        arguments: words.len(),
        startup: Startup::Always,
        change,
    }))
}
