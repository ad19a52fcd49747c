//! The floor: host rules that no guest and no Bash rule lifts (R3.4). It looks at every certain word and redirect target,
//! also of scripts that were not fully understood.

use std::path::{Path, PathBuf};

use crate::{
    decide::{
        classes::{PROJECT_SETTINGS, is_base},
        situation::Situation,
    },
    judge::{Effect, EffectKind, Place, PlaceClass, PlaceKind, Resolved},
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
}

/// Looks at all words.
pub(super) fn gather(
    script: &Script,
    situation: &Situation,
    resolved: &[Resolved],
) -> Vec<FloorFinding> {
    let mut findings = Vec::new();
    for (index, command) in (0_u32..).zip(&script.commands) {
        let known = Known::of(index, resolved);
        for (word, in_redirect) in words(script, command) {
            let known = if in_redirect { Known::Effects } else { known };
            for path in paths_in(script, word, command, situation) {
                let found = of_path(&path, known, script.reading, situation);
                findings.extend(found.map(|(denies, message)| FloorFinding {
                    command: index,
                    span: word.span,
                    denies,
                    message,
                }));
            }
        }
    }
    findings.extend(resolved.iter().filter_map(|one| of_effect(one, situation)));
    findings
}

fn words<'a>(script: &'a Script, command: &'a Command) -> impl Iterator<Item = (&'a Word, bool)> {
    script
        .words(command)
        .iter()
        .map(|word| (word, false))
        .chain(script.redirects(command).iter().filter_map(|redirect| {
            Some((script.word(redirect.target?)?, redirect.operator != "<"))
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
    situation: &Situation,
) -> Vec<PathBuf> {
    let cwd = Path::new(command.cwd.as_deref().unwrap_or(&situation.facts.cwd));
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
        let beginnings = std::iter::once(0).chain(absolute).chain(behind);
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
    paths
        .iter()
        .filter_map(|path| files::real_path(cwd, path))
        .collect()
}

/// The paths among the words of commands of which too little is known, as if they were read and changed.
pub(super) fn suspected(
    script: &Script,
    situation: &Situation,
    resolved: &[Resolved],
) -> Vec<Resolved> {
    let mut suspected = Vec::new();
    for (index, command) in (0_u32..).zip(&script.commands) {
        if Known::of(index, resolved) != Known::TooLittle {
            continue;
        }
        for word in script.words(command) {
            let paths = paths_in(script, word, command, situation);
            suspected.extend(paths.iter().map(|path| Resolved {
                effect: Effect {
                    // `tar` and its kind take everything below.
                    recursive: files::look_at(path) == Found::Directory,
                    ..Effect::exact(index, EffectKind::Write, path.to_string_lossy(), word.span)
                },
                places: vec![Place {
                    canonical: path.to_string_lossy().into_owned(),
                    kind: PlaceKind::Unseen,
                    class: PlaceClass::Unknown,
                }],
            }));
        }
    }
    suspected
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

/// Writing or deleting `/`, the home directory, a root itself or a file that a shell runs; deleting what is known only
/// when it runs, since an empty `$X/` is `/`.
fn of_effect(resolved: &Resolved, situation: &Situation) -> Option<FloorFinding> {
    let effect = &resolved.effect;
    if !effect.kind.changes() {
        return None;
    }
    let grave = resolved.places.iter().find_map(|place| {
        let path = Path::new(&place.canonical);
        if place.class == PlaceClass::Unknown && place.canonical.is_empty() {
            return (effect.kind == EffectKind::Delete)
                .then(|| "deletes something that is known only when it runs".to_owned());
        }
        // Making a directory that is there already changes nothing in it.
        let changes_base =
            effect.kind != EffectKind::Create && is_base(path, situation.surroundings());
        (changes_base || situation.rc_files.iter().any(|file| file == path))
            .then(|| format!("changes {} itself", place.canonical))
    })?;
    Some(FloorFinding {
        command: effect.command,
        span: effect.span,
        denies: false,
        message: grave,
    })
}
