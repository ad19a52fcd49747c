//! Looks at what of a plan exists, for launchers that know nothing of files (R6.3).

use std::{
    collections::BTreeMap,
    fs, io,
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use super::launch::Kind;
use crate::plan::Plan;

/// What of a plan's protected and hidden places exists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    kinds: BTreeMap<PathBuf, Kind>,
}

impl Found {
    /// Looks at the plan's places.
    ///
    /// A place that can't be looked at is taken to be a directory that is not there: who can't see it can't use it.
    pub fn look(plan: &Plan) -> Self {
        let kinds = plan
            .protected
            .iter()
            .chain(&plan.hidden)
            .filter_map(|path| {
                let metadata = fs::metadata(path).ok()?;
                let kind = if metadata.is_dir() {
                    Kind::Directory
                } else {
                    Kind::File
                };
                Some((path.clone(), kind))
            })
            .collect();
        Self { kinds }
    }

    /// What a place is, or nothing when it does not exist.
    pub fn kind(&self, path: &Path) -> Option<Kind> {
        self.kinds.get(path).copied()
    }
}

impl<P: Into<PathBuf>> FromIterator<(P, Kind)> for Found {
    fn from_iter<I: IntoIterator<Item = (P, Kind)>>(places: I) -> Self {
        let kinds = places
            .into_iter()
            .map(|(path, kind)| (path.into(), kind))
            .collect();
        Self { kinds }
    }
}

/// Makes the empty file without any permission that stands in for hidden files, if it is not there yet.
///
/// It is no device, as `/dev/null` is, so that programs that copy or index files only fail on this one.
///
/// # Errors
/// Fails when the directory can't be written to.
pub fn make_blank(directory: &Path) -> io::Result<PathBuf> {
    let path = directory.join("blank");
    let made = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o000)
        .open(&path);
    match made {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        Ok(_) | Err(_) => Ok(path),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;
    use crate::plan::{Network, Shape};

    #[test]
    fn only_what_exists_is_found() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        fs::create_dir(path("directory")).unwrap();
        fs::write(path("file"), "").unwrap();
        let plan = Plan {
            shape: Shape::Work,
            writable: vec![path("file")],
            protected: vec![path("file")],
            hidden: vec![path("directory"), path("missing")],
            readable: None,
            temp: PathBuf::new(),
            network: Network::Off,
            environment: Vec::new(),
        };
        let found = Found::look(&plan);
        assert_eq!(found.kind(&path("directory")), Some(Kind::Directory));
        assert_eq!(found.kind(&path("file")), Some(Kind::File));
        assert_eq!(found.kind(&path("missing")), None);
    }

    #[test]
    fn blank_has_no_permissions_and_is_made_once() {
        let place = tempfile::tempdir().unwrap();
        let path = make_blank(place.path()).unwrap();
        assert_eq!(make_blank(place.path()).unwrap(), path);
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0);
    }
}
