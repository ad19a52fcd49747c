//! Landlock: files that may not be changed, places that may not be read, signals that may not get out (R6.2, R6.3).
//!
//! Landlock only knows what is allowed. To hide a place everything beside it is allowed, on each level from the root
//! down to it; what somebody adds there during the run stays closed too. A confined run is opened only what it may read,
//! and hidden places in there are left out in the same way.

use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions},
    io,
    os::{fd::AsRawFd as _, unix::fs::OpenOptionsExt as _},
    path::{Path, PathBuf},
};

use landlock::{
    ABI, Access as _, AccessFs, BitFlags, PathBeneath, Ruleset, RulesetAttr as _, RulesetCreated,
    RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope,
};

use crate::warden::protocol::{Landlock, Only};

/// The newest version asked for. An older kernel enforces what it knows of it; seccomp covers what the oldest lacks.
const NEWEST: ABI = ABI::V10;

/// Opens what the rules speak of and makes them ready. Nothing is enforced yet.
pub(crate) fn prepare(wanted: &Landlock) -> Result<RulesetCreated, String> {
    let changing = AccessFs::from_write(NEWEST);
    let reading = AccessFs::ReadFile | AccessFs::Execute;
    let handled = match &wanted.only {
        Some(_) => changing | reading | AccessFs::ReadDir,
        None if wanted.hidden.is_empty() => changing,
        None => changing | reading,
    };
    let fail = |error: RulesetError| format!("the kernel refuses Landlock rules: {error}");
    let mut rules = Ruleset::default()
        .handle_access(handled)
        .and_then(|rules| rules.scope(Scope::from_all(NEWEST)))
        .and_then(Ruleset::create)
        .map_err(fail)?;
    for path in &wanted.writable {
        rules = allow(rules, Path::new(path), changing, Links::Followed)
            .map_err(|why| format!("can't allow changes in {path}: {why}"))?;
    }
    let hidden = really_hidden(&wanted.hidden);
    if let Some(only) = &wanted.only {
        rules = allow_only(rules, only, &hidden)
            .map_err(|why| format!("can't open what may be read: {why}"))?;
    } else if !hidden.is_empty() {
        rules = allow_beside(rules, Path::new("/"), &hidden, reading, Links::Skipped)
            .map_err(|why| format!("can't hide places: {why}"))?;
    }
    Ok(rules)
}

/// Puts the rules into force for this thread and all it starts.
pub(crate) fn enforce(rules: RulesetCreated) -> Result<(), io::Error> {
    let status = rules
        .no_new_privs(false)
        .restrict_self()
        .map_err(io::Error::other)?;
    match status.ruleset {
        RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced => Ok(()),
        RulesetStatus::NotEnforced => Err(io::Error::from_raw_os_error(libc::ENOSYS)),
    }
}

/// What a symbolic link at the end of a path means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Links {
    Followed,
    /// It is left out: what it leads to has a rule of its own, or is hidden.
    Skipped,
    /// A path with one anywhere on the way is left out, too.
    Refused,
}

fn open_place(path: &Path, links: Links) -> io::Result<File> {
    let follow = match links {
        Links::Followed => 0,
        Links::Skipped | Links::Refused => libc::O_NOFOLLOW,
    };
    OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_PATH | libc::O_CLOEXEC | follow)
        .open(path)
}

/// Allows `access` at and below a path. One that can't be opened, since it does not exist or for any other reason,
/// stays closed.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
    links: Links,
) -> Result<RulesetCreated, String> {
    let Ok(place) = open_place(path, links) else {
        return Ok(rules);
    };
    let Ok(kind) = place.metadata() else {
        return Ok(rules);
    };
    if kind.is_symlink() || (links == Links::Refused && !is_at(&place, path)) {
        return Ok(rules);
    }
    let access = if kind.is_dir() {
        access
    } else {
        access & AccessFs::from_file(NEWEST)
    };
    rules
        .add_rule(PathBeneath::new(place, access))
        .map_err(|error| error.to_string())
}

/// Whether what was opened is at this path, and not where a link on the way led, be it put there in this moment.
fn is_at(place: &File, path: &Path) -> bool {
    let link = format!("/proc/self/fd/{}", place.as_raw_fd());
    fs::read_link(link).is_ok_and(|real| real == path)
}

/// Allows reading in these places alone, but for hidden ones.
fn allow_only(
    mut rules: RulesetCreated,
    only: &Only,
    hidden: &BTreeSet<PathBuf>,
) -> Result<RulesetCreated, String> {
    let reading = AccessFs::ReadFile | AccessFs::ReadDir;
    let session = only.readable.iter().map(|path| (path.into(), reading));
    let system = only.system.iter();
    let system = system.map(|path| (resolve(Path::new(path)), reading | AccessFs::Execute));
    for (path, access) in session.chain(system) {
        let path: PathBuf = path;
        if hidden.iter().any(|hidden| path.starts_with(hidden)) {
            continue;
        }
        let holds_hidden = hidden.iter().any(|hidden| hidden.starts_with(&path));
        rules = if holds_hidden {
            // A directory can't be opened without all that it holds; only its names are.
            let rules = allow(rules, &path, AccessFs::ReadDir.into(), Links::Refused)?;
            allow_beside(rules, &path, hidden, access, Links::Refused)?
        } else {
            allow(rules, &path, access, Links::Refused)?
        };
    }
    Ok(rules)
}

/// Adds to each hidden path what it really is when links lead there, so that hiding holds by either name.
fn really_hidden(paths: &[String]) -> BTreeSet<PathBuf> {
    paths
        .iter()
        .map(PathBuf::from)
        .flat_map(|path| [resolve(&path), path])
        .collect()
}

/// Resolves links in as much of a path as exists.
fn resolve(path: &Path) -> PathBuf {
    if let Ok(real) = fs::canonicalize(path) {
        return real;
    }
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => resolve(parent).join(name),
        _ => path.to_owned(),
    }
}

/// Allows `access` everywhere below `directory` but in hidden places.
fn allow_beside(
    mut rules: RulesetCreated,
    directory: &Path,
    hidden: &BTreeSet<PathBuf>,
    access: BitFlags<AccessFs>,
    links: Links,
) -> Result<RulesetCreated, String> {
    let mut names = BTreeSet::new();
    // The way to a hidden place is gone even where the directory can't be listed.
    for path in hidden {
        if let Ok(rest) = path.strip_prefix(directory)
            && let Some(next) = rest.components().next()
        {
            names.insert(directory.join(next));
        }
    }
    if let Ok(listed) = fs::read_dir(directory) {
        names.extend(listed.flatten().map(|entry| entry.path()));
    }
    for path in names {
        if hidden.contains(&path) {
            continue;
        }
        let leads_to_hidden = hidden.iter().any(|other| other.starts_with(&path));
        rules = if leads_to_hidden {
            allow_beside(rules, &path, hidden, access, links)?
        } else {
            allow(rules, &path, access, links)
                .map_err(|why| format!("{}: {why}", path.display()))?
        };
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_link_hides_what_it_leads_to() {
        let place = tempfile::tempdir().unwrap();
        let base = fs::canonicalize(place.path()).unwrap();
        fs::create_dir(base.join("real")).unwrap();
        std::os::unix::fs::symlink(base.join("real"), base.join("link")).unwrap();
        let text = |path: PathBuf| path.to_str().unwrap().to_owned();

        let hidden = really_hidden(&[text(base.join("link/missing"))]);
        assert!(hidden.contains(&base.join("real/missing")));
        assert!(hidden.contains(&base.join("link/missing")));
    }

    #[test]
    fn missing_places_need_no_rule() {
        let wanted = Landlock {
            hidden: vec!["/nonexistent/secret".to_owned()],
            only: None,
            writable: vec!["/nonexistent/root".to_owned(), "/dev/null".to_owned()],
        };
        assert!(prepare(&wanted).is_ok());
    }
}
