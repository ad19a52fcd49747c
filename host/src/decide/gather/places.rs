//! Resolves the targets of effects to places (R3.4): relative to where the command starts, through symbolic links, globs by
//! their fixed beginning. What can't be known before running is unknown.

use std::path::{Path, PathBuf};

use crate::{
    decide::{classes::class_of, situation::Situation},
    judge::{Effect, EffectKind, PROJECT_PROGRAM, Place, PlaceClass, PlaceKind, Resolved, Site},
    limits::MAX_GLOB_ENTRIES,
    read::{BlockKind, Connector, PieceKind, Script, Word},
    sys::files::{self, Found},
};

/// Resolves all effects. Those of earlier commands that may have changed what names mean make later places unknown.
pub(super) fn resolve(
    script: &Script,
    situation: &Situation,
    effects: Vec<Effect>,
) -> Vec<Resolved> {
    let changing: Vec<u32> = effects
        .iter()
        .filter(|effect| is_change(effect))
        .map(|effect| effect.command)
        .collect();
    let in_order = runs_in_order(script);
    let mut resolved: Vec<Resolved> = effects
        .into_iter()
        .map(|effect| {
            let after_change = changing
                .iter()
                .any(|change| *change < effect.command || (!in_order && *change != effect.command));
            let places = places_of(script, situation, &effect, after_change);
            Resolved { effect, places }
        })
        .collect();
    for index in 0..resolved.len() {
        let inside = named_inside(&resolved, index, situation);
        if let Some(one) = resolved.get_mut(index) {
            one.places.extend(inside);
        }
    }
    resolved
}

/// What is copied or moved into a directory gets a place of its own name there.
fn named_inside(resolved: &[Resolved], index: usize, situation: &Situation) -> Vec<Place> {
    let Some(into) = resolved.get(index) else {
        return Vec::new();
    };
    let brings = matches!(into.effect.kind, EffectKind::Write | EffectKind::Create);
    if !brings || !into.effect.recursive {
        return Vec::new();
    }
    let is_source = |one: &&Resolved| {
        one.effect.command == into.effect.command
            && matches!(one.effect.kind, EffectKind::Read | EffectKind::Delete)
    };
    let directories = into
        .places
        .iter()
        .filter(|place| place.kind == PlaceKind::Directory)
        .map(|place| Path::new(&place.canonical));
    let names: Vec<&str> = resolved
        .iter()
        .filter(is_source)
        .filter_map(|source| source.effect.target.as_deref())
        .filter_map(|target| Path::new(target).file_name()?.to_str())
        .collect();
    directories
        .flat_map(|directory| names.iter().map(move |name| directory.join(name)))
        .map(|path| place(situation, &into.effect, Path::new("/"), &path))
        .collect()
}

/// Whether a command may link, move, unpack or check something out. What is written into a file goes through links and
/// makes none.
fn is_change(effect: &Effect) -> bool {
    match effect.kind {
        EffectKind::Create | EffectKind::Delete | EffectKind::Unknown => true,
        EffectKind::Write => effect.recursive,
        // A program that the project chooses is neutralised before anything counts as harmless.
        EffectKind::Execute => effect.target.as_deref() != Some(PROJECT_PROGRAM),
        EffectKind::Read
        | EffectKind::Connect
        | EffectKind::Environment
        | EffectKind::Process
        | EffectKind::System => false,
    }
}

/// Whether commands run one after the other, as they are written. Those of a pipeline or in the background run beside
/// others, and those of a substitution before the command they stand in.
fn runs_in_order(script: &Script) -> bool {
    script
        .commands
        .iter()
        .all(|command| command.stage == 0 && command.connector != Connector::Background)
        && script.blocks.iter().all(|block| {
            block.kind != BlockKind::Substitution
                && block.stage == 0
                && block.connector != Connector::Background
        })
}

fn places_of(
    script: &Script,
    situation: &Situation,
    effect: &Effect,
    after_change: bool,
) -> Vec<Place> {
    let touches_files = effect.kind == EffectKind::Read || effect.kind.changes();
    if !touches_files || effect.site == Site::Remote {
        return Vec::new();
    }
    let cwd = script
        .commands
        .get(effect.command as usize)
        .and_then(|command| command.cwd.as_deref());
    if effect.only_if_option {
        return of_option(script, effect, cwd);
    }
    let Some(target) = effect.target.as_deref() else {
        return vec![unknown()];
    };
    // Without a certain working directory only an absolute path has a place.
    let base = match cwd {
        _ if target.starts_with('/') => Path::new("/"),
        Some(cwd) if !target.is_empty() => Path::new(cwd),
        _ => return vec![unknown()],
    };
    let places = if effect.exact {
        vec![place(situation, effect, base, Path::new(target))]
    } else {
        match word_of(script, effect).filter(|word| is_glob(script, word)) {
            Some(word) => matches(script, situation, effect, word, base),
            None => vec![unknown()],
        }
    };
    if after_change {
        // Places that were hidden or dangerous by name stay so; no other name can be trusted any more.
        return places.into_iter().map(unless_settled).collect();
    }
    places
}

fn unless_settled(place: Place) -> Place {
    match place.class {
        PlaceClass::Hidden | PlaceClass::Dangerous | PlaceClass::Public | PlaceClass::Outside => {
            place
        }
        PlaceClass::Root | PlaceClass::Temp | PlaceClass::Unknown => Place {
            class: PlaceClass::Unknown,
            ..place
        },
    }
}

fn unknown() -> Place {
    Place {
        canonical: String::new(),
        kind: PlaceKind::Unseen,
        class: PlaceClass::Unknown,
    }
}

fn place(situation: &Situation, effect: &Effect, base: &Path, path: &Path) -> Place {
    let unseen = |class| Place {
        canonical: path.to_string_lossy().into_owned(),
        kind: PlaceKind::Unseen,
        class,
    };
    // A descriptor is what the run gives it, not what the host has there; other things of a process are its secrets.
    if is_descriptor(path) {
        return unseen(PlaceClass::Public);
    }
    if path.starts_with("/proc/self") {
        return unseen(PlaceClass::Unknown);
    }
    let Some(resolved) = files::resolve(base, path) else {
        return unseen(PlaceClass::Unknown);
    };
    let class = if effect.follows_links && effect.recursive {
        // Links met below may lead anywhere.
        PlaceClass::Unknown
    } else {
        class_of(
            &resolved.path,
            effect.kind,
            effect.recursive,
            situation.surroundings(),
        )
    };
    Place {
        canonical: resolved.path.to_string_lossy().into_owned(),
        kind: match resolved.found {
            Found::Missing => PlaceKind::Missing,
            Found::File => PlaceKind::File,
            Found::Directory => PlaceKind::Directory,
            Found::Special => PlaceKind::Special,
            Found::Unseen => PlaceKind::Unseen,
        },
        class,
    }
}

fn is_descriptor(path: &Path) -> bool {
    ["/dev/stdin", "/dev/stdout", "/dev/stderr"]
        .iter()
        .any(|name| path == Path::new(name))
        || (path.parent() == Some(Path::new("/dev/fd"))
            && path
                .file_name()
                .and_then(|name| name.to_str())
                .is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit())))
}

/// The word that an effect's span stands on.
fn word_of<'a>(script: &'a Script, effect: &Effect) -> Option<&'a Word> {
    let command = script.commands.get(effect.command as usize)?;
    let redirected = script
        .redirects(command)
        .iter()
        .filter(|redirect| redirect.span == effect.span)
        .filter_map(|redirect| script.word(redirect.target?));
    script
        .words(command)
        .iter()
        .filter(|word| word.span == effect.span)
        .chain(redirected)
        .next()
}

/// Whether a word is uncertain only by file names: what it can become is there to be looked at.
fn is_glob(script: &Script, word: &Word) -> bool {
    let mut globs = false;
    for piece in script.pieces(word) {
        match piece.kind {
            PieceKind::Glob => globs = true,
            PieceKind::Literal | PieceKind::Tilde if piece.literal.is_some() => {}
            PieceKind::Literal
            | PieceKind::Tilde
            | PieceKind::Variable
            | PieceKind::CommandSubstitution
            | PieceKind::ProcessSubstitution => return false,
        }
    }
    globs
}

/// The places of an effect that happens only if a file name is taken for an option: none, if there is no such name.
fn of_option(script: &Script, effect: &Effect, cwd: Option<&str>) -> Vec<Place> {
    let base = cwd.map(Path::new);
    let paths = word_of(script, effect)
        .filter(|word| is_glob(script, word))
        .and_then(|word| pattern(script, word))
        .zip(base)
        .and_then(|(components, base)| expand(base.to_owned(), &components));
    // What the glob finds is written from the working directory on.
    let is_option = |path: &PathBuf| {
        let name = base.and_then(|base| path.strip_prefix(base).ok());
        name.is_none_or(|name| name.to_string_lossy().starts_with('-'))
    };
    match paths {
        Some(paths) if !paths.iter().any(is_option) => Vec::new(),
        _ => vec![unknown()],
    }
}

/// What a glob can become: a superset of its matches, found by looking. Each component that holds a glob matches every
/// name that begins with its literal beginning and ends with its literal end.
fn matches(
    script: &Script,
    situation: &Situation,
    effect: &Effect,
    word: &Word,
    base: &Path,
) -> Vec<Place> {
    let paths = pattern(script, word).and_then(|components| expand(base.to_owned(), &components));
    match paths {
        Some(paths) => paths
            .iter()
            .map(|path| place(situation, effect, base, path))
            .collect(),
        None => vec![unknown()],
    }
}

/// One component of a glob: what its names begin and end with. Without a glob both are the name.
struct Pattern {
    begins: String,
    ends: String,
    is_glob: bool,
}

/// Splits a glob word at its slashes. None: it climbs after a glob, where any directory may be above.
fn pattern(script: &Script, word: &Word) -> Option<Vec<Pattern>> {
    let new = || Pattern {
        begins: String::new(),
        ends: String::new(),
        is_glob: false,
    };
    let mut components = vec![new()];
    for piece in script.pieces(word) {
        let Some(literal) = piece
            .literal
            .as_deref()
            .filter(|_| piece.kind != PieceKind::Glob)
        else {
            let last = components.last_mut()?;
            last.is_glob = true;
            last.ends.clear();
            // A bracket expression could hold a slash only as a literal, which ends the component for bash too.
            continue;
        };
        for (index, part) in literal.split('/').enumerate() {
            if index > 0 {
                components.push(new());
            }
            let last = components.last_mut()?;
            if last.is_glob {
                last.ends.push_str(part);
            } else {
                last.begins.push_str(part);
            }
        }
    }
    components.retain(|one| one.is_glob || !(one.begins.is_empty() || one.begins == "."));
    let first_glob = components.iter().position(|one| one.is_glob)?;
    let climbs = components.iter().skip(first_glob).any(|one| {
        if one.is_glob {
            // `.*` and `.?` match `..` in bash before 5.2.
            one.begins.starts_with('.')
                && "..".starts_with(&one.begins)
                && "..".ends_with(&one.ends)
        } else {
            one.begins == ".."
        }
    });
    (!climbs).then_some(components)
}

/// Looks for everything that the components can match, in at most [`MAX_GLOB_ENTRIES`] names.
fn expand(base: PathBuf, components: &[Pattern]) -> Option<Vec<PathBuf>> {
    // Bash passes a glob without a match as it is written: a name in the directory of its beginning.
    let unmatched = components
        .iter()
        .take_while(|one| !one.is_glob)
        .fold(base.clone(), |path, one| path.join(&one.begins));
    let mut budget = MAX_GLOB_ENTRIES;
    let mut paths = vec![base];
    for component in components {
        let mut next = Vec::new();
        for path in &paths {
            if !component.is_glob {
                next.push(path.join(&component.begins));
                continue;
            }
            let names = files::names(path, budget)?;
            budget -= names.len();
            next.extend(
                names
                    .iter()
                    .filter(|name| {
                        name.starts_with(&component.begins) && name.ends_with(&component.ends)
                    })
                    .map(|name| path.join(name)),
            );
        }
        paths = next;
    }
    if paths.is_empty() {
        paths.push(unmatched);
    }
    Some(paths)
}
