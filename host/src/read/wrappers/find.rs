//! `find` and `fd`: commands run beside for each of what is found (R2.3).
//!
//! Where an action stands can be told only by reading all before it: `-name -exec` is a name. A word that is not
//! certain is accepted where no value of it could move an action or its end.

use super::{
    Ending, Found, Inside, Look, Place, Value,
    options::{Does, Ended, Flag, Given, Obstacle, flag, is_operand, maybe, options, value},
    words::holds,
};
use crate::read::script::{Fields, Word};

/// The actions that run a command.
const ACTIONS: [&str; 4] = ["-exec", "-execdir", "-ok", "-okdir"];

/// Words of `find` that stand alone, sorted.
const ALONE: [&str; 39] = [
    "!",
    "(",
    ")",
    ",",
    "-H",
    "-L",
    "-P",
    "-a",
    "-and",
    "-d",
    "-daystart",
    "-delete",
    "-depth",
    "-empty",
    "-executable",
    "-false",
    "-follow",
    "-ignore_readdir_race",
    "-ls",
    "-mount",
    "-nogroup",
    "-noignore_readdir_race",
    "-noleaf",
    "-not",
    "-nouser",
    "-nowarn",
    "-o",
    "-or",
    "-print",
    "-print0",
    "-prune",
    "-quit",
    "-readable",
    "-true",
    "-warn",
    "-writable",
    "-xdev",
    "-E",
    "-X",
];

/// Words of `find` with one argument.
const WITH_ARGUMENT: [&str; 45] = [
    "-amin",
    "-anewer",
    "-atime",
    "-cmin",
    "-cnewer",
    "-context",
    "-ctime",
    "-D",
    "-files0-from",
    "-fls",
    "-fprint",
    "-fprint0",
    "-fstype",
    "-gid",
    "-group",
    "-ilname",
    "-iname",
    "-inum",
    "-ipath",
    "-iregex",
    "-iwholename",
    "-links",
    "-lname",
    "-maxdepth",
    "-mindepth",
    "-mmin",
    "-mtime",
    "-name",
    "-newer",
    "-newerac",
    "-newerat",
    "-newermt",
    "-newermm",
    "-path",
    "-perm",
    "-printf",
    "-regex",
    "-regextype",
    "-samefile",
    "-size",
    "-type",
    "-uid",
    "-used",
    "-user",
    "-wholename",
];

/// Looks at one of these.
pub(super) fn look_at_find(name: &str, words: &[Word], ending: Ending) -> Option<Found> {
    match name {
        "find" | "gfind" => Some(look_at_find_proper(words)),
        "fd" | "fdfind" => Some(look_at_fd(words, ending)),
        _ => None,
    }
}

fn is_action(word: &Word) -> bool {
    word.values
        .iter()
        .any(|value| ACTIONS.contains(&value.as_str()))
}

fn look_at_find_proper(words: &[Word]) -> Found {
    let actions = words.iter().filter(|word| is_action(word)).count();
    if actions == 0 {
        return Ok(Look::Plain);
    }
    let mut found = Vec::new();
    let mut at = skip_places(words)?;
    while let Some(word) = words.get(at) {
        let text = word.certain().ok_or(Obstacle::Uncertain)?;
        at += if ACTIONS.contains(&text) {
            let inside = inside_find(text, at, words)?;
            let length = inside.end + 1 - at;
            found.push(inside);
            length
        } else if ALONE.contains(&text) || is_level(text) {
            1
        } else if WITH_ARGUMENT.contains(&text) {
            one_argument(words, at + 1)?;
            2
        } else if text == "-fprintf" {
            one_argument(words, at + 1)?;
            one_argument(words, at + 2)?;
            3
        } else {
            return Err(Obstacle::Unknown(text.to_owned()));
        };
    }
    // An action that is an argument, or stands in a command, would be one if a word before it were another.
    if found.len() != actions {
        return Err(Obstacle::Other(
            "one of its words looks like an action and is none",
        ));
    }
    Ok(Look::Inside(found))
}

/// `-O3`.
fn is_level(text: &str) -> bool {
    text.strip_prefix("-O")
        .is_some_and(|level| level.len() == 1 && level.bytes().all(|byte| byte.is_ascii_digit()))
}

fn one_argument(words: &[Word], at: usize) -> Result<(), Obstacle> {
    match words.get(at).map(|word| word.fields) {
        Some(Fields::One) => Ok(()),
        Some(Fields::Many) => Err(Obstacle::Uncertain),
        None => Err(Obstacle::Other("an argument is lacking")),
    }
}

/// Skips what stands before the expression: options and where to look. One place may be uncertain: were it an option,
/// `find` would run nothing or something named `-exec`, and were it an action of its own, `find` would not be harmless.
fn skip_places(words: &[Word]) -> Result<usize, Obstacle> {
    let mut at = 1;
    let mut uncertain = 0;
    while let Some(word) = words.get(at) {
        match word.certain() {
            Some("-D") => {
                one_argument(words, at + 1)?;
                at += 1;
            }
            Some("-H" | "-L" | "-P") => {}
            Some(text) if begins_expression(text) && !is_level(text) => return Ok(at),
            None if !is_operand(word) => uncertain += 1,
            Some(_) | None => {}
        }
        if word.fields == Fields::Many || uncertain > 1 {
            return Err(Obstacle::Uncertain);
        }
        at += 1;
    }
    Ok(at)
}

/// Whether `find` takes a word for a part of its expression.
fn begins_expression(text: &str) -> bool {
    text.starts_with('-') && text.len() > 1 || ["(", ")", "!", ","].contains(&text)
}

fn inside_find(action: &str, at: usize, words: &[Word]) -> Result<Inside, Obstacle> {
    let from = at + 1;
    let certain = |index: usize| words.get(index).and_then(Word::certain);
    if words
        .get(from)
        .is_some_and(|name| begins_expression(&name.prefix))
    {
        return Err(Obstacle::Other("its command looks like an option"));
    }
    let mut end = from;
    let fields = loop {
        let word = words
            .get(end)
            .ok_or(Obstacle::Other("its end, `;`, is lacking"))?;
        match word.certain() {
            Some(";") => break Fields::One,
            Some("+") if end > from && certain(end - 1) == Some("{}") => break Fields::Many,
            None if word.fields == Fields::Many => return Err(Obstacle::Uncertain),
            None if may_be_end(word) => stands_before_argument(words.get(end + 1))?,
            Some(_) | None => {}
        }
        end += 1;
    };
    if end == from {
        return Err(Obstacle::Other("its action has no command"));
    }
    Ok(Inside {
        action: at,
        at: from,
        end,
        placeholders: (from..end)
            .filter(|index| words.get(*index).is_some_and(|word| holds(word, "{}")))
            .collect(),
        fields,
        ending: Ending::Closed,
        place: match action {
            "-execdir" | "-okdir" => Place::Unknown,
            _ => Place::Same,
        },
    })
}

/// Whether an uncertain word may turn out to be what ends the command.
fn may_be_end(word: &Word) -> bool {
    if word.values.is_empty() {
        ["", ";", "+"].contains(&word.prefix.as_str())
    } else {
        word.values.iter().any(|value| value == ";" || value == "+")
    }
}

/// Behind the end of a command `find` accepts only what begins with a dash and operators, and runs nothing at all if it
/// meets another word.
fn stands_before_argument(next: Option<&Word>) -> Result<(), Obstacle> {
    match next.and_then(Word::certain) {
        Some(text) if !begins_expression(text) => Ok(()),
        Some(_) | None => Err(Obstacle::Uncertain),
    }
}

/// Options of `fd` that take an argument, and a few that are common and take none.
static FD: [Flag; 40] = [
    flag("HIuLlapg0siFq1", ""),
    flag("", "hidden"),
    flag("", "no-ignore"),
    flag("", "no-ignore-vcs"),
    flag("", "no-ignore-parent"),
    flag("", "unrestricted"),
    flag("", "case-sensitive"),
    flag("", "ignore-case"),
    flag("", "glob"),
    flag("", "regex"),
    flag("", "fixed-strings"),
    flag("", "absolute-path"),
    flag("", "list-details"),
    flag("", "follow"),
    flag("", "full-path"),
    flag("", "print0"),
    flag("", "prune"),
    flag("", "quiet"),
    flag("", "show-errors"),
    flag("", "one-file-system"),
    value("d", "max-depth"),
    value("", "min-depth"),
    value("", "exact-depth"),
    value("t", "type"),
    value("e", "extension"),
    value("E", "exclude"),
    value("S", "size"),
    value("", "changed-within"),
    value("", "changed-before"),
    value("o", "owner"),
    value("c", "color"),
    value("j", "threads"),
    value("", "max-results"),
    value("", "ignore-file"),
    value("", "path-separator"),
    value("", "search-path"),
    value("", "batch-size"),
    maybe("x", "exec").does(Does::Splits),
    maybe("X", "exec-batch").does(Does::Splits),
    maybe("", "strip-cwd-prefix"),
];

/// `fd` takes options anywhere, until `--` or an option that runs something, to which all the rest belongs.
fn look_at_fd(words: &[Word], ending: Ending) -> Found {
    let may_run = |text: &str| {
        text.starts_with("--ex")
            || text.starts_with('-') && !text.starts_with("--") && text.contains(['x', 'X'])
    };
    if !words.iter().filter_map(Word::certain).any(may_run) {
        return Ok(Look::Plain);
    }
    let mut at = 1;
    loop {
        let options = options(words, at, &FD)?;
        let mut values = options.given.iter().filter_map(|one| one.value.as_ref());
        if values.any(|value| may_be_option(value, words)) {
            return Err(Obstacle::Uncertain);
        }
        if let Some(given) = options.gives(Does::Splits) {
            return inside_fd(given, options.rest, words, ending);
        }
        match options.ended {
            Ended::Operand => at = options.rest + 1,
            Ended::Words | Ended::Dashes => return Ok(Look::Plain),
        }
    }
}

fn inside_fd(given: &Given, from: usize, words: &[Word], ending: Ending) -> Found {
    let command = words.get(from..).unwrap_or(&[]);
    let may_end =
        |word: &Word| word.certain().is_none() && may_be_end(word) || word.certain() == Some(";");
    let is_whole = ending == Ending::Closed && given.value.is_none();
    if !is_whole || command.is_empty() || command.iter().any(may_end) {
        return Err(Obstacle::Other("where the command ends is not certain"));
    }
    let placeholders: Vec<usize> = (from..words.len())
        .filter(|index| {
            words
                .get(*index)
                .is_some_and(|word| holds(word, "{") || holds(word, "}"))
        })
        .collect();
    Ok(Look::Inside(vec![Inside {
        action: given.word,
        at: from,
        end: words.len(),
        fields: if given.flag.letters == "X" {
            Fields::Many
        } else {
            Fields::One
        },
        // What was found stands behind the last word unless a word holds its place.
        ending: if placeholders.is_empty() {
            Ending::Open
        } else {
            Ending::Closed
        },
        placeholders,
        place: Place::Same,
    }]))
}

/// Whether an argument looks like an option, which `fd` takes for one where it can.
fn may_be_option(value: &Value, words: &[Word]) -> bool {
    let word = words.get(value.word);
    word.is_some_and(|word| !is_operand(word) && !word.prefix.starts_with("--"))
        && value
            .text
            .as_deref()
            .is_none_or(|text| text.starts_with('-'))
}
