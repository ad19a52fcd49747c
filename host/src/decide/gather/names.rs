//! Whether the name of a command means the tool that policies know by it (R2.8): a builtin, or a program found on the
//! run's PATH outside every place that the session's work can change.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    decide::situation::Situation,
    read::{Binding, Command, Script, Word, Wrapper, is_builtin},
    sys::files,
};

/// Directories of the system's programs.
const SYSTEM: [&str; 6] = [
    "/bin",
    "/sbin",
    "/usr/bin",
    "/usr/local/bin",
    "/usr/local/sbin",
    "/usr/sbin",
];

/// Compares a command's name with what it would run.
///
/// # Errors
/// In words for a person: what it would run instead.
pub(super) fn check(
    script: &Script,
    command: &Command,
    situation: &Situation,
) -> Result<(), String> {
    for wrapper in &command.wrappers {
        wrapper_is_trusted(script, wrapper, situation)?;
    }
    let Some(name) = script.name(command) else {
        return if command.words.is_empty() {
            Ok(())
        } else {
            Err("the command's name is known only when it runs".to_owned())
        };
    };
    match command.binding {
        Binding::Builtin => Ok(()),
        Binding::Function if script.calls_own_function(command) => Ok(()),
        Binding::Function => Err(format!("`{name}` is a function")),
        Binding::Unknown => Err(format!("what `{name}` means is known only when it runs")),
        Binding::File if name.contains('/') => is_trusted(Path::new(name), situation),
        Binding::File => match &situation.facts.path {
            // Nobody to ask: the decision says that a known name was taken for the system's tool.
            None => Ok(()),
            Some(path) => find(name, path)
                .ok_or_else(|| format!("`{name}` is not found on the PATH"))
                .and_then(|file| is_trusted(&file, situation)),
        },
    }
}

/// Looks at the program that runs a command: what it is found at, like the command itself.
fn wrapper_is_trusted(
    script: &Script,
    wrapper: &Wrapper,
    situation: &Situation,
) -> Result<(), String> {
    let words = script.wrapper_words(wrapper);
    let name = words
        .first()
        .and_then(Word::certain)
        .unwrap_or(&wrapper.name);
    if is_builtin(situation.facts.dialect, name) || is_keyword(name) {
        return Ok(());
    }
    if name.contains('/') {
        return is_trusted(Path::new(name), situation);
    }
    match &situation.facts.path {
        None => Ok(()),
        Some(path) => find(name, path)
            .ok_or_else(|| format!("`{name}` is not found on the PATH"))
            .and_then(|file| is_trusted(&file, situation)),
    }
}

/// Words of the grammar that run a command.
fn is_keyword(name: &str) -> bool {
    matches!(name, "time" | "noglob" | "nocorrect")
}

/// Finds a program as the shell will.
pub(super) fn find(name: &str, path: &[String]) -> Option<PathBuf> {
    path.iter()
        .map(|directory| {
            // An empty or relative entry names a place below the working directory.
            Path::new(directory).join(name)
        })
        .find(|file| !file.is_absolute() || files::is_program(file))
}

fn is_trusted(file: &Path, situation: &Situation) -> Result<(), String> {
    if !file.is_absolute() {
        return Err(format!(
            "`{}` names a program relative to the working directory",
            file.display()
        ));
    }
    let canonical = fs::canonicalize(file)
        .map_err(|error| format!("`{}` can't be looked at: {error}", file.display()))?;
    let changeable = situation
        .roots
        .iter()
        .chain([&situation.temp])
        .find(|place| file.starts_with(place) || canonical.starts_with(place));
    match changeable {
        None => Ok(()),
        Some(place) => Err(format!(
            "it would run {}, which lies in {}",
            canonical.display(),
            place.display()
        )),
    }
}

/// Compares a program's name with the file it leads to: a shim runs another program, as files of the project choose.
///
/// # Errors
/// In words for a person: why it may be a shim.
pub(super) fn is_program_itself(
    script: &Script,
    command: &Command,
    situation: &Situation,
) -> Result<(), String> {
    let (Some(name), Some(path)) = (script.name(command), &situation.facts.path) else {
        return Ok(());
    };
    let base = name.rsplit('/').next().unwrap_or(name);
    let file = if name.contains('/') {
        Some(PathBuf::from(name))
    } else {
        find(name, path)
    };
    let Some(file) = file else {
        return Err(format!("`{name}` is not found on the PATH"));
    };
    let directory = file.parent().unwrap_or(Path::new("/"));
    let in_system = SYSTEM.iter().any(|system| directory == Path::new(system));
    if in_system || is_binary_of_its_name(&file, base) {
        return Ok(());
    }
    Err(format!(
        "{} may be a shim, which runs what files of the project choose",
        file.display()
    ))
}

/// Whether a file is a binary under its own name. Version managers link many names to one binary, or write scripts.
fn is_binary_of_its_name(file: &Path, name: &str) -> bool {
    const BINARY: [u8; 4] = *b"\x7fELF";
    let Ok(canonical) = fs::canonicalize(file) else {
        return false;
    };
    let is_named = canonical
        .file_name()
        .and_then(|found| found.to_str())
        .is_some_and(|found| found.starts_with(name));
    // `rustup` gives the names of its tools to itself by hard links.
    let beside_manager =
        files::look_at(&canonical.with_file_name("rustup")) != files::Found::Missing;
    is_named && !beside_manager && files::begins_with(&canonical, &BINARY)
}

/// Whether a path is the file that the PATH finds under its last name, in a directory of the system (R4.3).
pub(super) fn is_system_file(path: &str, situation: &Situation) -> bool {
    let path = Path::new(path);
    let (Some(directory), Some(name)) = (
        path.parent(),
        path.file_name().and_then(|name| name.to_str()),
    ) else {
        return false;
    };
    let in_system = SYSTEM.iter().any(|system| directory == Path::new(system));
    let is_found = match &situation.facts.path {
        None => true,
        Some(entries) => find(name, entries).is_some_and(|found| {
            found == path || fs::canonicalize(found).ok() == fs::canonicalize(path).ok()
        }),
    };
    in_system && is_found
}
