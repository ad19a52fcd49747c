//! Looks at the paths that words may name: each once, and only so many (R2.4). A script can have as many words as bytes,
//! and a look costs more than a word.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    path::{Path, PathBuf},
};

use crate::{limits::MAX_PATHS_LOOKED_AT, sys::files};

/// What was looked at while one call was decided.
#[derive(Debug, Default)]
pub(super) struct Sight {
    directories: RefCell<HashMap<String, Option<PathBuf>>>,
    paths: RefCell<HashMap<(PathBuf, PathBuf), Option<PathBuf>>>,
    is_exhausted: Cell<bool>,
}

impl Sight {
    /// Returns what a path really names for a process in a directory. None: nobody knows, or it was one too many.
    pub(super) fn real_path(&self, directory: &str, path: &Path) -> Option<PathBuf> {
        let base = self.real_directory(directory)?;
        let key = (base, path.to_owned());
        if let Some(known) = self.paths.borrow().get(&key) {
            return known.clone();
        }
        if self.paths.borrow().len() >= MAX_PATHS_LOOKED_AT {
            self.is_exhausted.set(true);
            return None;
        }
        let found = files::real_path_below(key.0.clone(), path);
        self.paths.borrow_mut().insert(key, found.clone());
        found
    }

    /// Whether there was more to look at than is looked at.
    pub(super) const fn is_exhausted(&self) -> bool {
        self.is_exhausted.get()
    }

    fn real_directory(&self, directory: &str) -> Option<PathBuf> {
        if let Some(known) = self.directories.borrow().get(directory) {
            return known.clone();
        }
        let found = files::real_path(Path::new(directory), Path::new(""));
        self.directories
            .borrow_mut()
            .insert(directory.to_owned(), found.clone());
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_so_many_paths_are_looked_at_and_each_counts_once() {
        let sight = Sight::default();
        for number in 0..MAX_PATHS_LOOKED_AT {
            let path = PathBuf::from(number.to_string());
            let found = Path::new("/nowhere").join(&path);
            assert_eq!(sight.real_path("/nowhere", &path), Some(found));
        }
        assert!(sight.real_path("/nowhere", Path::new("0")).is_some());
        assert!(!sight.is_exhausted());
        assert_eq!(sight.real_path("/nowhere", Path::new("one more")), None);
        assert!(sight.is_exhausted());
    }

    #[test]
    fn a_relative_directory_is_nowhere() {
        assert_eq!(Sight::default().real_path("a", Path::new("b")), None);
    }
}
