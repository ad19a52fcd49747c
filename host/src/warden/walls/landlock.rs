//! Landlock: files that may not be changed, places that may not be read, signals that may not get out (R6.2, R6.3).
//!
//! Landlock only knows what is allowed. To hide a place everything beside it is allowed, on each level from the root
//! down to it; what somebody adds there during the run stays closed too.

use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use landlock::{
    ABI, Access as _, AccessFs, BitFlags, PathBeneath, Ruleset, RulesetAttr as _, RulesetCreated,
    RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope,
};

use crate::warden::protocol::Landlock;

/// The newest version asked for. An older kernel enforces what it knows of it; seccomp covers what the oldest lacks.
const NEWEST: ABI = ABI::V10;

/// Opens what the rules speak of and makes them ready. Nothing is enforced yet.
pub(crate) fn prepare(wanted: &Landlock) -> Result<RulesetCreated, String> {
    let changing = AccessFs::from_write(NEWEST);
    let reading = AccessFs::ReadFile | AccessFs::Execute;
    let handled = if wanted.hidden.is_empty() {
        changing
    } else {
        changing | reading
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
    if !wanted.hidden.is_empty() {
        let hidden = really_hidden(&wanted.hidden);
        rules = allow_beside(rules, Path::new("/"), &hidden, reading)
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
}

fn open_place(path: &Path, links: Links) -> io::Result<File> {
    let follow = match links {
        Links::Followed => 0,
        Links::Skipped => libc::O_NOFOLLOW,
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
    if kind.is_symlink() {
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
            allow_beside(rules, &path, hidden, access)?
        } else {
            allow(rules, &path, access, Links::Skipped)
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
            writable: vec!["/nonexistent/root".to_owned(), "/dev/null".to_owned()],
        };
        assert!(prepare(&wanted).is_ok());
    }
}
