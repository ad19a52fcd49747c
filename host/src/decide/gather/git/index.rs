//! Looks whether a repository's index has links to other repositories. Git follows them into the work tree and runs the
//! filters of what it finds there, also where no `.gitmodules` says so.

use std::{fs, path::Path};

use crate::sys::files;

/// Largest index that is looked at, in bytes: about a hundred thousand files.
const MAX_INDEX_BYTES: u64 = 16 * 1024 * 1024;
/// Mode of a link to a commit of another repository, as the index has it.
const LINK_MODE: [u8; 4] = [0, 0, 0xe0, 0];
/// Bytes of what is known about a file before its object's name.
const STAT_BYTES: usize = 40;
/// Where the mode stands in them.
const MODE_AT: usize = 24;
/// Bytes of the header.
const HEADER_BYTES: usize = 12;
/// The bit that says that two more bytes of flags follow.
const EXTENDED: u16 = 0x4000;

/// Looks at the index in a repository's own directory.
///
/// # Errors
/// In words for a person: what was found, or what could not be looked at.
pub(super) fn check(git: &Path) -> Result<(), String> {
    let path = git.join("index");
    let say = |what: &str| Err(format!("{} {what}", path.display()));
    let bytes = match files::read_regular(&path, MAX_INDEX_BYTES) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Ok(()),
        Err(error) => return say(&format!("can't be read: {error}")),
    };
    if has_shared_part(git) {
        return say("has a part elsewhere, which is not looked at");
    }
    // Few indexes have these bytes at all, and then it takes a look at each entry to tell.
    let may_link = bytes.windows(LINK_MODE.len()).any(|four| four == LINK_MODE);
    match may_link.then(|| has_links(&bytes)) {
        None | Some(Some(false)) => Ok(()),
        Some(Some(true)) => say(
            "links to a repository within this one, in which git would follow its configuration",
        ),
        Some(None) => say("is of a form that is not understood"),
    }
}

/// Whether a part of the index may stand in another file.
fn has_shared_part(git: &Path) -> bool {
    fs::read_dir(git).is_ok_and(|entries| {
        entries.flatten().any(|entry| {
            entry
                .file_name()
                .to_string_lossy()
                .starts_with("sharedindex.")
        })
    })
}

/// Whether an entry is a link to another repository. None: this can't be told.
fn has_links(bytes: &[u8]) -> Option<bool> {
    let version = number(bytes, 4)?;
    let count = number(bytes, 8)?;
    if bytes.get(..4)? != b"DIRC" || !(2..=3).contains(&version) {
        return None;
    }
    // Names of objects have 20 bytes, or 32 in a repository of the newer kind.
    [20, 32]
        .into_iter()
        .find_map(|name| links_in(bytes, count, name))
}

fn links_in(bytes: &[u8], count: u32, object_name: usize) -> Option<bool> {
    let mut at = HEADER_BYTES;
    let mut found = false;
    for _ in 0..count {
        let mode = bytes.get(at + MODE_AT..at + MODE_AT + LINK_MODE.len())?;
        // Files, symbolic links, directories of a sparse index, links to repositories.
        if !matches!(mode, [0, 0, 0x81 | 0xa0 | 0x40 | 0xe0, _]) {
            return None;
        }
        found |= mode == LINK_MODE;
        let flags_at = at + STAT_BYTES + object_name;
        let flags = u16::from_be_bytes(bytes.get(flags_at..flags_at + 2)?.try_into().ok()?);
        let name_at = flags_at + if flags & EXTENDED == 0 { 2 } else { 4 };
        let name = bytes.get(name_at..)?;
        let length = name.iter().position(|byte| *byte == 0)?;
        // Entries are filled with one to eight zeros to a multiple of eight.
        let used = name_at + length - at;
        at += (used + 8) & !7;
    }
    Some(found)
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at + 4)?;
    Some(u32::from_be_bytes(four.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An index of these entries: mode and name.
    fn index(version: u32, entries: &[([u8; 4], &str)]) -> Vec<u8> {
        let mut bytes = b"DIRC".to_vec();
        bytes.extend(version.to_be_bytes());
        bytes.extend(u32::try_from(entries.len()).unwrap().to_be_bytes());
        for (mode, name) in entries {
            let start = bytes.len();
            bytes.extend([0; MODE_AT]);
            bytes.extend(mode);
            // A file of 57344 bytes has the same four in another place.
            bytes.extend([0, 0, 0, 0, 0, 0, 0, 0]);
            bytes.extend(LINK_MODE);
            bytes.extend([7; 20]);
            bytes.extend(u16::try_from(name.len()).unwrap().to_be_bytes());
            bytes.extend(name.as_bytes());
            let used = bytes.len() - start;
            bytes.extend(vec![0; ((used + 8) & !7) - used]);
        }
        bytes
    }

    fn checked(bytes: &[u8]) -> Result<(), String> {
        let git = tempfile::tempdir().unwrap();
        fs::write(git.path().join("index"), bytes).unwrap();
        check(git.path())
    }

    const FILE: [u8; 4] = [0, 0, 0x81, 0xa4];

    #[test]
    fn files_are_no_links() {
        assert_eq!(
            checked(&index(2, &[(FILE, "a"), (FILE, "some/longer name")])),
            Ok(())
        );
        assert_eq!(checked(&index(2, &[])), Ok(()));
    }

    #[test]
    fn a_link_to_a_repository_is_seen() {
        let told = checked(&index(2, &[(FILE, "a"), (LINK_MODE, "inner"), (FILE, "z")]));
        assert!(told.unwrap_err().contains("links to a repository"));
    }

    #[test]
    fn what_is_not_understood_is_said() {
        assert!(
            checked(&index(4, &[(FILE, "a")]))
                .unwrap_err()
                .contains("not understood")
        );
        let cut: Vec<u8> = index(2, &[(FILE, "a")]).into_iter().take(60).collect();
        assert!(checked(&cut).unwrap_err().contains("not understood"));
    }

    #[test]
    fn no_index_links_nowhere_and_a_shared_one_is_said() {
        let git = tempfile::tempdir().unwrap();
        assert_eq!(check(git.path()), Ok(()));
        fs::write(git.path().join("index"), index(2, &[(FILE, "a")])).unwrap();
        fs::write(git.path().join("sharedindex.1"), "").unwrap();
        assert!(check(git.path()).unwrap_err().contains("elsewhere"));
    }
}
