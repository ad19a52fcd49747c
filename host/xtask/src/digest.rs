//! Digests of components and of their sources, and the `digests.toml` that ties them together.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

const FILE: &str = "digests.toml";

const HEADER: &str =
    "# Written by `cargo xtask guests`; `cargo xtask guests --check` compares. Don't edit.\n";

/// What is recorded of one component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    /// SHA-256 of the component.
    pub(crate) sha256: String,
    /// Its size.
    pub(crate) size_bytes: u64,
    /// [`of_sources`] of what it was built from.
    pub(crate) sources_sha256: String,
    /// The compiler that built it.
    pub(crate) compiler: String,
}

/// What is recorded in a folder, by the name of the component.
pub(crate) type Digests = BTreeMap<String, Entry>;

/// Reads what is recorded in a folder; nothing if there is no record.
///
/// # Errors
///
/// If the record can't be read or understood.
pub(crate) fn read(folder: &Path) -> Result<Digests> {
    let path = folder.join(FILE);
    if !path.exists() {
        return Ok(Digests::new());
    }
    let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    toml::from_str(&text).with_context(|| format!("understanding {}", path.display()))
}

/// Writes the record of a folder.
///
/// # Errors
///
/// If it can't be written.
pub(crate) fn write(folder: &Path, digests: &Digests) -> Result<()> {
    let path = folder.join(FILE);
    let text = format!("{HEADER}\n{}", toml::to_string(digests)?);
    fs::write(&path, text).with_context(|| format!("writing {}", path.display()))
}

/// Hashes bytes.
pub(crate) fn of_bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Hashes files and folders below a root: the sorted relative path and the content of every file, each after its length,
/// so that borders can't be moved. Build folders and Markdown, which change no byte of a component, are left out.
///
/// # Errors
///
/// If something can't be read.
pub(crate) fn of_sources(root: &Path, places: &[&str]) -> Result<String> {
    let mut files = Vec::new();
    for place in places {
        collect(&root.join(place), &mut files)?;
    }
    let mut files: Vec<(String, PathBuf)> = files
        .into_iter()
        .map(|file| (relative(root, &file), file))
        .collect();
    files.sort();
    files.dedup();
    let mut hasher = Sha256::new();
    for (name, file) in &files {
        let content = fs::read(file).with_context(|| format!("reading {}", file.display()))?;
        for part in [name.as_bytes(), &content] {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    Ok(hex(&hasher.finalize()))
}

fn collect(place: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if place.is_file() {
        if place.extension().is_none_or(|extension| extension != "md") {
            files.push(place.to_path_buf());
        }
        return Ok(());
    }
    let entries = fs::read_dir(place).with_context(|| format!("listing {}", place.display()))?;
    for entry in entries {
        let entry = entry?;
        if entry.file_name() != "target" {
            collect(&entry.path(), files)?;
        }
    }
    Ok(())
}

/// Writes a path with `/` on every system, so that the same sources have the same hash.
fn relative(root: &Path, file: &Path) -> String {
    let path = file.strip_prefix(root).unwrap_or(file);
    let parts: Vec<_> = path
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    parts.join("/")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("xtask-digest-{}-{name}", std::process::id()));
        fs::create_dir_all(folder.join("src/target")).expect("a folder");
        folder
    }

    #[test]
    fn content_names_and_borders_change_the_hash_of_sources() {
        let root = folder("borders");
        let hash = |a: &str, b: &str| {
            fs::write(root.join("src/a.rs"), a).expect("written");
            fs::write(root.join("src/b.rs"), b).expect("written");
            of_sources(&root, &["src"]).expect("hashed")
        };
        let first = hash("one", "two");
        assert_eq!(first, hash("one", "two"));
        assert_ne!(first, hash("onet", "wo"));
        let before = hash("one", "two");
        fs::rename(root.join("src/b.rs"), root.join("src/c.rs")).expect("renamed");
        assert_ne!(before, of_sources(&root, &["src"]).expect("hashed"));
        fs::remove_dir_all(root).expect("removed");
    }

    #[test]
    fn build_folders_markdown_and_order_do_not() {
        let root = folder("ignored");
        fs::write(root.join("src/a.rs"), "one").expect("written");
        fs::write(root.join("lock"), "two").expect("written");
        let before = of_sources(&root, &["src", "lock"]).expect("hashed");
        fs::write(root.join("src/target/x.rs"), "built").expect("written");
        fs::write(root.join("src/README.md"), "words").expect("written");
        assert_eq!(
            before,
            of_sources(&root, &["lock", "src", "src/a.rs"]).expect("hashed")
        );
        fs::remove_dir_all(root).expect("removed");
    }

    #[test]
    fn a_record_is_read_back_as_written() {
        let root = folder("record");
        let entry = Entry {
            sha256: of_bytes(b"x"),
            size_bytes: 1,
            sources_sha256: of_bytes(b"y"),
            compiler: "rustc 1".to_owned(),
        };
        let digests = Digests::from([("exit-codes".to_owned(), entry)]);
        assert!(read(&root).expect("no record is an empty one").is_empty());
        write(&root, &digests).expect("written");
        assert_eq!(read(&root).expect("read"), digests);
        fs::write(root.join(FILE), "[x]\nunknown = 1\n").expect("written");
        assert!(read(&root).is_err());
        fs::remove_dir_all(root).expect("removed");
    }
}
