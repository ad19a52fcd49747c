//! Writes prepared edits (R8.1): exactly what was shown, each file in one step, and none that has changed meanwhile.

use std::{io, path::PathBuf};

use crate::{
    call::PreparedEdit,
    ids::Digest,
    limits::MAX_EDIT_BYTES,
    sys::replace::{Replaced, Replacement},
};

/// An edit could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApplyError {
    /// The file is not what it was when the edit was computed. Nothing was written.
    #[error(
        "{} has changed since the edit was computed; nothing was written\nhint: run the command again",
        path.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The file or its folder can't be used. Nothing was written.
    #[error("{} can't be written: {source}; nothing was written", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Writing failed when some files had been written already.
    #[error(
        "{} could not be put in place: {source}; written before it: {}",
        path.display(),
        names(written)
    )]
    Partly {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
        /// The files that were written.
        written: Vec<PathBuf>,
    },
}

fn names(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    names.join(", ")
}

/// Writes edits. All new contents lie ready beside their files before the first takes its place, so that what can be
/// refused is refused before anything is written.
///
/// # Errors
/// [`ApplyError`] says which file, why, and what was written.
pub fn apply(edits: &[PreparedEdit]) -> Result<(), ApplyError> {
    let mut ready = Vec::new();
    // What holds already what it shall hold is left alone.
    for edit in edits.iter().filter(|edit| !edit.diff.is_empty()) {
        ready.push((edit, stage(edit)?));
    }
    let mut written = Vec::new();
    for (edit, replacement) in ready {
        let path = edit.path.clone();
        match replacement.commit() {
            Ok(Replaced::Done) => written.push(path),
            Ok(Replaced::Changed) if written.is_empty() => {
                return Err(ApplyError::Changed { path });
            }
            Ok(Replaced::Changed) => {
                let source = io::Error::other("it has changed meanwhile");
                return Err(ApplyError::Partly {
                    path,
                    source,
                    written,
                });
            }
            Err(source) => {
                return Err(ApplyError::Partly {
                    path,
                    source,
                    written,
                });
            }
        }
    }
    Ok(())
}

fn stage(edit: &PreparedEdit) -> Result<Replacement, ApplyError> {
    let unwritable = |source| ApplyError::Unwritable {
        path: edit.path.clone(),
        source,
    };
    let (replacement, held) =
        Replacement::open(&edit.path, MAX_EDIT_BYTES as u64).map_err(unwritable)?;
    if Digest::of(&held) != edit.base {
        return Err(ApplyError::Changed {
            path: edit.path.clone(),
        });
    }
    replacement.fill(&edit.content).map_err(unwritable)
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

    use super::*;

    fn edit(path: &Path, base: &[u8], content: &[u8]) -> PreparedEdit {
        PreparedEdit {
            path: fs::canonicalize(path.parent().unwrap())
                .unwrap()
                .join(path.file_name().unwrap()),
            base: Digest::of(base),
            content: content.to_vec(),
            diff: "-a\n+b\n".to_owned(),
        }
    }

    #[test]
    fn exactly_the_content_is_written_and_the_mode_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("f");
        fs::write(&file, "a\r\n").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o751)).unwrap();
        apply(&[edit(&file, b"a\r\n", b"b\r\n\xff")]).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"b\r\n\xff");
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o7777, 0o751);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_changed_meanwhile_is_refused_and_then_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        fs::write(&one, "1").unwrap();
        fs::write(&two, "changed").unwrap();
        let error = apply(&[edit(&one, b"1", b"x"), edit(&two, b"2", b"y")]).unwrap_err();
        assert!(matches!(&error, ApplyError::Changed { path } if path.ends_with("two")));
        assert_eq!(fs::read(&one).unwrap(), b"1");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_link_in_place_of_the_file_or_of_its_folder_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        let target = outside.path().join("f");
        fs::write(&target, "a").unwrap();
        let link = folder.path().join("f");
        std::os::unix::fs::symlink(&target, &link).unwrap();
        assert!(apply(&[edit(&link, b"a", b"b")]).is_err());
        let below = folder.path().join("sub");
        std::os::unix::fs::symlink(outside.path(), &below).unwrap();
        let mut by_folder = edit(&target, b"a", b"b");
        by_folder.path = fs::canonicalize(folder.path()).unwrap().join("sub/f");
        assert!(apply(&[by_folder]).is_err());
        assert_eq!(fs::read(&target).unwrap(), b"a");
    }
}
