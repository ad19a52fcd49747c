//! Which files of the tree the person trusts (R4.4): pinned by the digest of the file and of what it names, in the state
//! directory. A file that changed is not trusted any more.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{
    env_vars::EnvVars,
    error::{ConfigError, ConfigErrorKind},
    layers::layer_files,
    load::{Reader, project_of, read_text},
};
use crate::{ids::Digest, limits::GUEST_COMPONENT_BYTES, sys::files};

/// The file in the state directory.
const FILE: &str = "trusted.json";
/// The newest version of its form.
const VERSION: u32 = 1;
/// Largest file of this form, in bytes.
const MAX_BYTES: u64 = 1024 * 1024;

/// What was pinned when a file was trusted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pinned {
    digest: Digest,
    names: BTreeMap<PathBuf, Digest>,
}

impl Pinned {
    /// Returns what a file was that the trusted one names.
    pub(super) fn named(&self, path: &Path) -> Option<Digest> {
        self.names.get(path).copied()
    }
}

/// The form of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    version: u32,
    files: BTreeMap<PathBuf, Pinned>,
}

/// All files that are trusted.
#[derive(Debug, Default)]
pub struct TrustStore {
    state: PathBuf,
    files: BTreeMap<PathBuf, Pinned>,
}

/// A file of the tree that can be trusted. It was read once: what is shown is what would be trusted.
#[derive(Debug)]
pub struct Trustable {
    /// The file.
    pub path: PathBuf,
    /// What is in it.
    pub text: String,
    pinned: Pinned,
}

impl Trustable {
    /// Returns the files that it names, and that would be trusted as they are now.
    pub fn names(&self) -> impl Iterator<Item = &Path> {
        self.pinned.names.keys().map(PathBuf::as_path)
    }
}

impl TrustStore {
    /// Reads it. A missing one trusts nothing.
    ///
    /// # Errors
    /// It is there, and can't be read.
    pub fn open(state: &Path) -> Result<Self, ConfigError> {
        let path = state.join(FILE);
        let unreadable = |error| ConfigError::unreadable(&path, error);
        let bytes = files::read_regular(&path, MAX_BYTES).map_err(unreadable)?;
        let Some(bytes) = bytes else {
            return Ok(Self {
                state: state.to_owned(),
                files: BTreeMap::new(),
            });
        };
        // Who can write there could trust anything.
        files::check_own_directory(state).map_err(unreadable)?;
        let form = |message| ConfigError::of_file(&path, ConfigErrorKind::Form(message));
        let document: Document =
            serde_json::from_slice(&bytes).map_err(|error| form(error.to_string()))?;
        if document.version > VERSION {
            let kind = ConfigErrorKind::Newer {
                found: document.version,
                known: VERSION,
            };
            return Err(ConfigError::of_file(&path, kind));
        }
        Ok(Self {
            state: state.to_owned(),
            files: document.files,
        })
    }

    /// Returns what was pinned, if the file is still as it was when it was trusted.
    pub(super) fn pinned(&self, path: &Path, digest: Digest) -> Option<&Pinned> {
        self.files
            .get(path)
            .filter(|pinned| pinned.digest == digest)
    }

    /// Whether a file is trusted as it is.
    pub fn trusts(&self, file: &Trustable) -> bool {
        self.files.get(&file.path) == Some(&file.pinned)
    }

    /// Trusts a file as it was read.
    pub fn trust(&mut self, file: &Trustable) {
        self.files.insert(file.path.clone(), file.pinned.clone());
    }

    /// Takes trust back. False: there was none.
    pub fn revoke(&mut self, path: &Path) -> bool {
        self.files.remove(path).is_some()
    }

    /// Writes it, all or nothing, for this user alone.
    ///
    /// # Errors
    /// It can't be written.
    pub fn save(&self) -> io::Result<()> {
        files::check_own_directory(&self.state)?;
        let document = Document {
            version: VERSION,
            files: self.files.clone(),
        };
        // Made for nobody else (0600).
        let mut file = tempfile::NamedTempFile::new_in(&self.state)?;
        serde_json::to_writer_pretty(&mut file, &document)?;
        file.write_all(b"\n")?;
        file.as_file().sync_all()?;
        file.persist(self.state.join(FILE))?;
        Ok(())
    }
}

/// Reads the files of the tree around a directory that are there and could be trusted.
///
/// # Errors
/// One of them can't be used, or names a file that can't be read.
pub fn trustable(environment: &EnvVars, directory: &Path) -> Result<Vec<Trustable>, ConfigError> {
    let project = project_of(environment, directory)?;
    let mut found = Vec::new();
    for file in layer_files(environment, Some(&project)) {
        let path = file.file.path();
        if !file.layer.is_in_tree() {
            continue;
        }
        let Some(text) = read_text(path)? else {
            continue;
        };
        let reader = Reader {
            layer: file.layer,
            path,
            text: &text,
            pinned: None,
        };
        let named = reader.named(&reader.parse()?);
        let digest = |named: PathBuf| {
            let bytes = files::read_regular(&named, GUEST_COMPONENT_BYTES);
            match bytes.and_then(|bytes| bytes.ok_or_else(|| io::ErrorKind::NotFound.into())) {
                Ok(bytes) => Ok((named, Digest::of(&bytes))),
                Err(error) => Err(ConfigError::unreadable(&named, error)),
            }
        };
        let pinned = Pinned {
            digest: Digest::of(text.as_bytes()),
            names: named.into_iter().map(digest).collect::<Result<_, _>>()?,
        };
        found.push(Trustable {
            path: path.to_owned(),
            text,
            pinned,
        });
    }
    Ok(found)
}

/// Makes the state directory, for this user alone.
///
/// # Errors
/// It can't be made.
pub fn make_state(state: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(state)
}
