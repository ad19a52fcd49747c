//! Resolves the targets of effects to places (R3.4): relative to where the command starts, through symbolic links, globs by
//! their fixed beginning. What can't be known before running is unknown.

use std::{
    cell::Cell,
    path::{Path, PathBuf},
};

use crate::{
    decide::{
        classes::{class_of, is_base},
        situation::Situation,
    },
    judge::{
        Contents, Effect, EffectKind, PROJECT_PROGRAM, Place, PlaceClass, PlaceKind, Resolved, Site,
    },
    limits::{MAX_BROUGHT_ENTRIES, MAX_GLOB_ENTRIES},
    read::{BlockKind, Command, PieceKind, Script, Word},
    sys::files::{self, Found},
};

/// Most globs of a script whose matches are looked for; those of the others are not known (R2.4).
const MAX_GLOBS: usize = 64;

/// Most places below which links are looked for.
const MAX_SEARCHED_FOR_LINKS: usize = 16;

/// Most files whose size is told.
const MAX_FILES_MEASURED: usize = 64;

/// Stands for the names of things in a directory that nobody knows. No place is called so.
const SOME_NAME: &str = "*";

/// Resolves all effects. Those of earlier commands that may have changed what names mean make later places unknown.
pub(super) fn resolve(
    script: &Script,
    situation: &Situation,
    mut effects: Vec<Effect>,
) -> Vec<Resolved> {
    // To look for links below a place takes long; nobody looks below many.
    let deep = |effect: &Effect| effect.recursive && effect.follows_links;
    if effects.iter().filter(|effect| deep(effect)).count() > MAX_SEARCHED_FOR_LINKS {
        for effect in effects.iter_mut().filter(|effect| deep(effect)) {
            effect.target = None;
        }
    }
    let surely: Vec<u32> = changing(effects.iter().filter(|effect| !effect.only_if_option));
    let in_order = runs_in_order(script);
    let after_one_of = |changing: &[u32], command: u32| {
        changing
            .iter()
            .any(|change| *change < command || (!in_order && *change != command))
    };
    let globs = Cell::new(MAX_GLOBS);
    // What happens only if a file name is taken for an option does not happen if there is none, and nothing may make one.
    effects.retain(|effect| {
        !effect.only_if_option
            || after_one_of(&surely, effect.command)
            || may_be_option(script, effect, &globs)
    });
    let changing = changing(effects.iter());
    let mut resolved: Vec<Resolved> = effects
        .into_iter()
        .map(|effect| {
            let after_change = after_one_of(&changing, effect.command);
            let places = places_of(script, situation, &effect, (after_change, &globs));
            Resolved { effect, places }
        })
        .collect();
    for index in 0..resolved.len() {
        let inside = named_inside(&resolved, index, situation);
        if let Some(one) = resolved.get_mut(index) {
            one.places.extend(inside);
        }
    }
    measure(&mut resolved);
    resolved
}

/// The commands of those effects that may change what names mean.
fn changing<'a>(effects: impl Iterator<Item = &'a Effect>) -> Vec<u32> {
    let changes = effects.filter(|effect| is_change(effect));
    let mut commands: Vec<u32> = changes.map(|effect| effect.command).collect();
    commands.dedup();
    commands
}

/// What is copied or moved into a directory gets a place of its own name there, and what lies below it, too, if that is
/// no place of work: a copied `.git/hooks` is one.
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
    let mut brought = Brought::default();
    for source in resolved.iter().filter(is_source) {
        brought.add(source);
    }
    let directories = into
        .places
        .iter()
        .filter(|place| place.kind == PlaceKind::Directory)
        .map(|place| Path::new(&place.canonical));
    let mut places = Vec::new();
    for directory in directories {
        // The names that a glob matches are not known here, and a link of such a name leads what is written elsewhere.
        brought.is_open |= brought.has_glob && !files::links_in(directory).is_empty();
        let put = |name: &Path| {
            let path = directory.join(name);
            place(situation, &into.effect, Path::new("/"), &path)
        };
        places.extend(brought.names.iter().map(|name| put(name)));
        let below = brought.below.iter().map(|name| put(name));
        places.extend(
            below.filter(|place| matches!(place.class, PlaceClass::Dangerous | PlaceClass::Hidden)),
        );
    }
    if brought.is_open {
        places.push(unknown());
    }
    places
}

/// What is brought into a directory, by the names that it gets there.
#[derive(Default)]
struct Brought {
    /// What is named itself.
    names: Vec<PathBuf>,
    /// What lies below it: under its name, or under none if only its contents are brought.
    below: Vec<PathBuf>,
    /// Whether some of it is named by a glob.
    has_glob: bool,
    /// Whether there is more than is looked at.
    is_open: bool,
}

impl Brought {
    /// Adds what a glob matches, as far as its beginning and what the matches lead to say what they are called. Only a glob
    /// that begins with a dot matches names that do.
    fn add_matches(&mut self, source: &Resolved) {
        self.has_glob = true;
        let beginning = source.effect.target.as_deref().unwrap_or(".");
        let last = beginning.rsplit('/').next().unwrap_or_default();
        self.is_open |= last.starts_with('.');
        for place in &source.places {
            match Path::new(&place.canonical).file_name() {
                Some(name) if !name.as_encoded_bytes().starts_with(b".") => {
                    self.names.push(PathBuf::from(name));
                }
                Some(_) | None => self.is_open = true,
            }
        }
    }

    fn add(&mut self, source: &Resolved) {
        let name = source.effect.target.as_deref().and_then(|target| {
            let name = Path::new(target).file_name()?.to_str()?;
            Some(PathBuf::from(name))
        });
        let name = if source.effect.exact {
            self.names.extend(name.clone());
            name
        } else {
            self.add_matches(source);
            None
        };
        let directories = source
            .places
            .iter()
            .filter(|place| source.effect.recursive && place.kind == PlaceKind::Directory);
        for directory in directories {
            let budget = MAX_BROUGHT_ENTRIES.saturating_sub(self.below.len());
            let Some(paths) = files::paths_below(Path::new(&directory.canonical), budget) else {
                self.is_open = true;
                continue;
            };
            for path in paths {
                self.below
                    .extend(name.as_ref().map(|name| name.join(&path)));
                self.below.push(path);
            }
        }
    }
}

/// Whether a command may link, move, unpack or check something out. What is written into a file goes through links and
/// makes none.
fn is_change(effect: &Effect) -> bool {
    match effect.kind {
        EffectKind::Delete | EffectKind::Unknown | EffectKind::System => true,
        // A new directory or an empty file changes no name but its own; a link, which counts as deep, does.
        EffectKind::Create | EffectKind::Write => effect.recursive,
        // A program that the project chooses is neutralised before anything counts as harmless.
        EffectKind::Execute => effect.target.as_deref() != Some(PROJECT_PROGRAM),
        EffectKind::Read | EffectKind::Connect | EffectKind::Environment | EffectKind::Process => {
            false
        }
    }
}

/// Whether commands run one after the other, as they are written. Those of a pipeline or in the background run beside
/// others, and those of a substitution before the command they stand in.
fn runs_in_order(script: &Script) -> bool {
    script
        .commands
        .iter()
        .all(|command| command.stage == 0 && !command.background)
        && script.blocks.iter().all(|block| {
            // A loop runs its beginning after its end, and a function runs who knows when.
            let is_straight = !matches!(
                block.kind,
                BlockKind::Substitution | BlockKind::Loop | BlockKind::Function
            );
            is_straight && block.stage == 0 && !block.background
        })
}

fn places_of(
    script: &Script,
    situation: &Situation,
    effect: &Effect,
    (after_change, globs): (bool, &Cell<usize>),
) -> Vec<Place> {
    let touches_files = effect.kind == EffectKind::Read || effect.kind.changes();
    if !touches_files || effect.no_file || effect.site == Site::Remote {
        return Vec::new();
    }
    let cwds = script
        .commands
        .get(effect.command as usize)
        .map_or(&[][..], |command| {
            if is_of_shell(script, command, effect) {
                command.stands_in()
            } else {
                &command.cwds
            }
        });
    let places = if cwds.is_empty() {
        places_below(script, situation, effect, (None, globs))
    } else {
        // It may start in any of these.
        cwds.iter()
            .flat_map(|cwd| places_below(script, situation, effect, (Some(cwd), globs)))
            .collect()
    };
    if after_change {
        // Places that were hidden or dangerous by name stay so; no other name can be trusted any more.
        return places.into_iter().map(unless_settled).collect();
    }
    places
}

/// Whether an effect happens where the shell stands, which may not be where the command starts: a redirect.
fn is_of_shell(script: &Script, command: &Command, effect: &Effect) -> bool {
    let mut redirects = script.redirects(command).iter();
    redirects.any(|redirect| redirect.span == effect.span)
}

/// Whether the shell finds names in one directory, which the command then looks for in another.
fn is_found_elsewhere(script: &Script, effect: &Effect) -> bool {
    let command = script.commands.get(effect.command as usize);
    command.is_some_and(|command| {
        command.shell_cwds.is_some() && !is_of_shell(script, command, effect)
    })
}

/// The places of an effect of a command that starts in a directory.
fn places_below(
    script: &Script,
    situation: &Situation,
    effect: &Effect,
    (cwd, globs): (Option<&str>, &Cell<usize>),
) -> Vec<Place> {
    if effect.only_if_option {
        // There is such a name, or may be: what it makes the command do is known only when it runs.
        return vec![unknown()];
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
    if effect.exact {
        let written = place(situation, effect, base, Path::new(target));
        // A policy names a person's file so; a shell would have put the directory in its place.
        let at_home = target.strip_prefix("~/").zip(situation.home.as_deref());
        let at_home = at_home.map(|(rest, home)| place(situation, effect, home, Path::new(rest)));
        return std::iter::once(written).chain(at_home).collect();
    }
    match word_of(script, effect).filter(|word| is_glob(script, word)) {
        Some(_) if !target.starts_with('/') && is_found_elsewhere(script, effect) => {
            vec![unknown()]
        }
        Some(_) if !is_one_left(globs) => vec![unknown()],
        Some(word) => matches(script, situation, effect, word, base),
        None => vec![unknown()],
    }
}

/// Takes one of the globs that are looked at; returns whether there was one.
fn is_one_left(globs: &Cell<usize>) -> bool {
    let left = globs.get().checked_sub(1);
    globs.set(left.unwrap_or(0));
    left.is_some()
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
        contents: None,
    }
}

fn place(situation: &Situation, effect: &Effect, base: &Path, path: &Path) -> Place {
    let unseen = |class| Place {
        canonical: path.to_string_lossy().into_owned(),
        kind: PlaceKind::Unseen,
        class,
        contents: None,
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
    let may_lead_away = || match resolved.found {
        Found::File | Found::Missing | Found::Special => false,
        Found::Directory => files::has_links_below(&resolved.path, MAX_GLOB_ENTRIES),
        Found::Unseen => true,
    };
    let class = if effect.follows_links && effect.recursive && may_lead_away() {
        // Links met below may lead anywhere.
        PlaceClass::Unknown
    } else {
        // What happens to things in a directory does not happen to the directory.
        let around = situation.surroundings();
        let is_directory = resolved.found == Found::Directory || is_base(&resolved.path, around);
        let happens_in = effect.inside && is_directory;
        // Of a directory that is no place of work everything in it is as dangerous as itself.
        let is_work = |path: &Path| {
            let mut roots = around
                .roots
                .iter()
                .map(PathBuf::as_path)
                .chain([around.temp]);
            roots.any(|root| path.starts_with(root))
        };
        let happens_in =
            happens_in && (is_work(&resolved.path) || !is_base(&resolved.path, around));
        let inner = happens_in.then(|| resolved.path.join(SOME_NAME));
        class_of(
            inner.as_deref().unwrap_or(&resolved.path),
            effect.kind,
            effect.recursive,
            around,
        )
    };
    Place {
        contents: None,
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

/// Counts what may be lost. It is only told, so no more is counted than costs little.
fn measure(resolved: &mut [Resolved]) {
    let mut files_left = MAX_FILES_MEASURED;
    let mut names_left = MAX_GLOB_ENTRIES;
    let changing = resolved.iter_mut().filter(|one| one.effect.kind.changes());
    for Resolved { effect, places } in changing {
        let everything = effect.recursive && !effect.inside;
        for place in places {
            let path = Path::new(&place.canonical);
            match place.kind {
                PlaceKind::File if files_left > 0 => {
                    files_left -= 1;
                    place.contents = files::size(path).map(|bytes| Contents {
                        bytes: bytes.to_string(),
                        entries: None,
                    });
                }
                PlaceKind::Directory if everything && names_left > 0 => {
                    let below = files::below(path, names_left);
                    names_left -= below.entries;
                    let more = if below.is_all { "" } else { "+" };
                    place.contents = Some(Contents {
                        bytes: format!("{}{more}", below.bytes),
                        entries: Some(format!("{}{more}", below.entries)),
                    });
                }
                PlaceKind::File
                | PlaceKind::Directory
                | PlaceKind::Missing
                | PlaceKind::Special
                | PlaceKind::Unseen => {}
            }
        }
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
pub(in crate::decide) fn word_of<'a>(script: &'a Script, effect: &Effect) -> Option<&'a Word> {
    let command = script.commands.get(effect.command as usize)?;
    let redirected = script
        .redirects(command)
        .iter()
        .filter(|redirect| redirect.span == effect.span)
        .filter_map(|redirect| script.word(redirect.target?));
    let words = script.words(command);
    // They mostly stand in order; those that aliases gave don't.
    let likely = words.partition_point(|word| word.span.start < effect.span.start);
    words
        .get(likely)
        .filter(|word| word.span == effect.span)
        .or_else(|| words.iter().find(|word| word.span == effect.span))
        .or_else(|| redirected.into_iter().next())
}

/// Whether a word is uncertain only by file names: what it can become is there to be looked at.
fn is_glob(script: &Script, word: &Word) -> bool {
    let mut globs = false;
    for piece in script.pieces(word) {
        match piece.kind {
            PieceKind::Glob => globs = true,
            PieceKind::Brace => return false,
            _ if piece.literal.is_some() => {}
            PieceKind::Literal
            | PieceKind::Tilde
            | PieceKind::Variable
            | PieceKind::CommandSubstitution
            | PieceKind::ProcessSubstitution
            | PieceKind::Arithmetic
            | PieceKind::Placeholder => return false,
        }
    }
    globs
}

/// Whether a file name that a glob finds may be taken for an option.
fn may_be_option(script: &Script, effect: &Effect, globs: &Cell<usize>) -> bool {
    let cwds = script
        .commands
        .get(effect.command as usize)
        .map_or(&[][..], |command| &command.cwds);
    let pattern = word_of(script, effect)
        .filter(|word| is_glob(script, word) && is_one_left(globs))
        .and_then(|word| pattern(script, word));
    let Some(components) = pattern else {
        return true;
    };
    if is_found_elsewhere(script, effect) {
        return true;
    }
    // What the glob finds is written from the working directory on.
    let finds_option = |cwd: &String| {
        let base = Path::new(cwd);
        let paths = expand(base.to_owned(), &components);
        paths.is_none_or(|paths| {
            paths.iter().any(|path| {
                let name = path.strip_prefix(base).ok();
                name.is_none_or(|name| name.to_string_lossy().starts_with('-'))
            })
        })
    };
    cwds.is_empty() || cwds.iter().any(finds_option)
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
    // Bash passes a glob without a match as it is written.
    let unmatched = components.iter().fold(base.clone(), |path, one| {
        let glob = if one.is_glob { "*" } else { "" };
        path.join([&one.begins, glob, &one.ends].concat())
    });
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
