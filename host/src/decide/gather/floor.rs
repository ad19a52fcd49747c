//! The floor: host rules that no guest and no Bash rule lifts (R3.4). It looks at every certain word and redirect target,
//! also of scripts that were not fully understood.

use std::path::{Path, PathBuf};

use super::sight::Sight;
use crate::{
    decide::{
        classes::{PROJECT_SETTINGS, is_base},
        situation::Situation,
    },
    judge::{Effect, EffectKind, Place, PlaceClass, PlaceKind, Resolved},
    limits::MAX_PATHS_LOOKED_AT,
    read::{Command, Reading, Script, Word},
    span::Span,
    sys::files::{self, Found},
};

/// What the floor says of one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::decide) struct FloorFinding {
    /// The command, in `script.commands`.
    pub(in crate::decide) command: u32,
    /// The word.
    pub(in crate::decide) span: Span,
    /// Whether it denies, or asks.
    pub(in crate::decide) denies: bool,
    /// Why.
    pub(in crate::decide) message: String,
    /// The path that it asks about, which an allow rule may name.
    pub(in crate::decide) path: Option<String>,
}

/// Looks at all words.
pub(super) fn gather(
    script: &Script,
    situation: &Situation,
    sight: &Sight,
    resolved: &[Resolved],
) -> Vec<FloorFinding> {
    let mut findings = Vec::new();
    for (index, command) in (0_u32..).zip(&script.commands) {
        let known = Known::of(index, resolved);
        for (word, in_redirect) in words(script, command) {
            let known = if in_redirect { Known::Effects } else { known };
            for path in paths_in(script, word, command, (situation, sight)) {
                let found = of_path(&path, known, script.reading, situation);
                findings.extend(found.map(|(denies, message)| FloorFinding {
                    command: index,
                    span: word.span,
                    denies,
                    message,
                    path: path.to_str().map(str::to_owned),
                }));
            }
        }
    }
    findings.extend(resolved.iter().filter_map(|one| of_effect(one, situation)));
    if sight.is_exhausted() {
        let last = script.commands.len().saturating_sub(1);
        findings.extend(script.commands.last().map(|command| FloorFinding {
            command: u32::try_from(last).unwrap_or(0),
            span: command.span,
            denies: false,
            message: format!(
                "its words name more than {MAX_PATHS_LOOKED_AT} paths, and the rest was not looked at"
            ),
            path: None,
        }));
    }
    findings
}

fn words<'a>(script: &'a Script, command: &'a Command) -> impl Iterator<Item = (&'a Word, bool)> {
    let wrapping = command
        .wrappers
        .iter()
        .flat_map(|wrapper| script.wrapper_words(wrapper));
    script
        .words(command)
        .iter()
        .chain(wrapping)
        .map(|word| (word, false))
        .chain(script.redirects(command).iter().filter_map(|redirect| {
            // What a here-document or a here-string holds is no path.
            let is_text = redirect.operator.starts_with("<<");
            let target = redirect.target.filter(|_| !is_text)?;
            Some((script.word(target)?, redirect.operator != "<"))
        }))
}

/// How much is known of what a command does to its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// It only reads.
    Reads,
    /// All its effects; they are looked at themselves.
    Effects,
    /// Not enough.
    TooLittle,
}

impl Known {
    fn of(command: u32, resolved: &[Resolved]) -> Self {
        let mut known = Self::Reads;
        let mut described = false;
        for one in resolved.iter().filter(|one| one.effect.command == command) {
            described = true;
            match one.effect.kind {
                EffectKind::Unknown | EffectKind::Execute => return Self::TooLittle,
                EffectKind::Read => {}
                EffectKind::Write
                | EffectKind::Create
                | EffectKind::Delete
                | EffectKind::Connect
                | EffectKind::Environment
                | EffectKind::Process
                | EffectKind::System => known = Self::Effects,
            }
        }
        if described { known } else { Self::TooLittle }
    }
}

/// Characters in a word after which a path may begin: `--output=FILE`, `@FILE`, `host:FILE`, `A,B`.
const SEPARATORS: [char; 4] = ['=', ':', '@', ','];
/// Most places in one word at which a path is looked for.
const MAX_BEGINNINGS: usize = 8;

/// The paths that a word can name: itself, and what begins in it like a path. Of a word that is not certain the text is
/// taken as it is written, without quotes.
fn paths_in(
    script: &Script,
    word: &Word,
    command: &Command,
    (situation, sight): (&Situation, &Sight),
) -> Vec<PathBuf> {
    let written;
    let values = if word.values.is_empty() {
        written = [script.text(word.span).replace(['"', '\'', '\\'], "")];
        &written[..]
    } else {
        &word.values[..]
    };
    let mut paths = Vec::new();
    for value in values {
        let behind = value
            .char_indices()
            .filter(|(_, one)| SEPARATORS.contains(one))
            .map(|(at, _)| at + 1);
        let absolute = value.find('/');
        // `-oFILE`: behind a letter. A long option has its value behind `=`.
        let is_letter =
            value.starts_with('-') && value.chars().nth(1).is_some_and(|one| one != '-');
        let letter = is_letter.then(|| value.char_indices().nth(2).map_or(0, |(at, _)| at));
        let beginnings = std::iter::once(0)
            .chain(absolute)
            .chain(letter)
            .chain(behind);
        for begin in beginnings.take(MAX_BEGINNINGS) {
            let name = value.get(begin..).unwrap_or("");
            let at_home = name
                .strip_prefix("~/")
                .or_else(|| name.strip_prefix("$HOME/"))
                .or_else(|| name.strip_prefix("${HOME}/"));
            paths.extend(match (at_home, situation.home.as_deref()) {
                (Some(rest), Some(home)) => Some(home.join(rest)),
                _ if name.is_empty() => None,
                _ => Some(PathBuf::from(name)),
            });
        }
    }
    // Where it starts may be known only when it runs; then the session's directory is the best guess.
    let guess = [situation.facts.cwd.clone()];
    let or_guess = |cwds: &'_ [String]| {
        if cwds.is_empty() {
            guess.to_vec()
        } else {
            cwds.to_vec()
        }
    };
    let mut directories = or_guess(&command.cwds);
    if let Some(cwds) = &command.shell_cwds {
        // A redirect of it is opened where the shell stands.
        directories.extend(or_guess(cwds));
    }
    directories
        .iter()
        .flat_map(|directory| {
            paths
                .iter()
                .filter_map(|path| sight.real_path(directory, path))
        })
        .collect()
}

/// The paths among the words of commands of which too little is known, as if they were read and changed.
pub(super) fn suspected(
    script: &Script,
    situation: &Situation,
    sight: &Sight,
    resolved: &[Resolved],
) -> Vec<Resolved> {
    let mut suspected = Vec::new();
    // Until something may have been made, a plain word that names nothing is no directory: `build` in `npm run build`.
    let mut is_as_found = true;
    for (index, command) in (0_u32..).zip(&script.commands) {
        let known = Known::of(index, resolved);
        let as_found = is_as_found;
        is_as_found &= known == Known::Reads;
        if known != Known::TooLittle {
            continue;
        }
        for word in script.words(command) {
            let is_plain = word.certain().is_some_and(is_plain);
            let paths = paths_in(script, word, command, (situation, sight));
            suspected.extend(paths.iter().map(|path| {
                let found = files::look_at(path);
                let is_nothing = as_found && is_plain && found == Found::Missing;
                Resolved {
                    effect: Effect {
                        // `tar` and its kind take everything below.
                        recursive: found == Found::Directory,
                        ..Effect::exact(index, EffectKind::Write, path.to_string_lossy(), word.span)
                    },
                    places: vec![Place {
                        canonical: path.to_string_lossy().into_owned(),
                        kind: if is_nothing {
                            PlaceKind::Missing
                        } else {
                            PlaceKind::Unseen
                        },
                        class: PlaceClass::Unknown,
                        contents: None,
                    }],
                }
            }));
        }
    }
    suspected
}

/// Whether a word says nothing of being a path.
fn is_plain(word: &str) -> bool {
    !word.contains(['/', '*', '?', '[']) && !word.starts_with(['.', '~'])
}

/// What the floor says of a path in a word: whether it denies, and why.
fn of_path(
    path: &Path,
    known: Known,
    reading: Reading,
    situation: &Situation,
) -> Option<(bool, String)> {
    if path.starts_with(&situation.state) {
        return Some((
            true,
            format!("{} holds shellward's own state", path.display()),
        ));
    }
    let is_settings = situation
        .settings_files
        .iter()
        .any(|file| path.starts_with(file))
        || path
            .components()
            .any(|component| component.as_os_str() == PROJECT_SETTINGS);
    if is_settings && known != Known::Reads {
        return Some((
            true,
            format!("{} is shellward's own configuration", path.display()),
        ));
    }
    let is_partial = reading != Reading::Complete;
    let is_grave = (known == Known::TooLittle || is_partial)
        && situation.rc_files.iter().any(|file| file == path)
        // A command that is known to a person but to no policy is given `/` and `~` for many good reasons; in a script
        // that was not understood nobody knows what happens to them.
        || is_partial && (path == Path::new("/") || situation.home.as_deref() == Some(path));
    is_grave.then(|| {
        let message = format!("what happens to {} is not known", path.display());
        (false, message)
    })
}

/// A path, and what it is to the person.
fn called(path: &Path, situation: &Situation) -> String {
    let is = |one: &PathBuf| one.as_path() == path;
    let what = if situation.roots.iter().any(is) {
        ", the project itself"
    } else if situation.home.as_deref() == Some(path) {
        ", the home directory itself"
    } else if path == Path::new("/") {
        ", the whole file system"
    } else if situation.rc_files.iter().any(is) {
        ", which a shell runs when it starts"
    } else {
        ", which holds more than the work at hand"
    };
    format!("{}{what}", path.display())
}

/// Writing or deleting `/`, the home directory, a root itself or a file that a shell runs; deleting what is known only
/// when it runs, since an empty `$X/` is `/`.
fn of_effect(resolved: &Resolved, situation: &Situation) -> Option<FloorFinding> {
    let effect = &resolved.effect;
    if !effect.kind.changes() {
        return None;
    }
    let (message, path) = resolved.places.iter().find_map(|place| {
        let path = Path::new(&place.canonical);
        if place.class == PlaceClass::Unknown && place.canonical.is_empty() {
            return (effect.kind == EffectKind::Delete).then(|| {
                let message = "it deletes something that is known only when it runs".to_owned();
                (message, None)
            });
        }
        // Making a directory that is there already changes nothing in it.
        // All of these are directories: what happens to things in one does not happen to it.
        let changes_base = effect.kind != EffectKind::Create
            && !effect.inside
            && is_base(path, situation.surroundings());
        let deed = match effect.kind {
            EffectKind::Delete if effect.recursive => "deletes what is in",
            EffectKind::Delete => "deletes",
            _ => "changes",
        };
        (changes_base || situation.rc_files.iter().any(|file| file == path)).then(|| {
            let message = format!("it {deed} {}", called(path, situation));
            (message, Some(place.canonical.clone()))
        })
    })?;
    Some(FloorFinding {
        command: effect.command,
        span: effect.span,
        denies: false,
        message,
        path,
    })
}
