//! Compiled forms of components, kept in the state directory (R3.12).
//!
//! An entry is machine code, so it is loaded only from a directory that is ours and that nobody else may write. The
//! directory is hidden by every plan; a command of the same user that runs without walls can still reach it.

use std::{
    fs, io,
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
};

use wasmtime::{Engine, component::Component};

use crate::{ids::Digest, sys::files};

/// Where compiled forms are kept.
#[derive(Clone, Debug)]
pub struct CompiledCache {
    directory: PathBuf,
}

impl CompiledCache {
    /// Uses a directory, which is made (0700) if it isn't there.
    ///
    /// # Errors
    /// It can't be made, belongs to somebody else, or others may write to it.
    pub fn open(directory: &Path) -> io::Result<Self> {
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(directory)?;
        files::check_own_directory(directory)?;
        Ok(Self {
            directory: directory.to_owned(),
        })
    }

    /// Loads a compiled form. A missing or bad entry is a miss.
    #[expect(
        unsafe_code,
        reason = "loading machine code; the one place outside sys and warden"
    )]
    pub(super) fn load(&self, engine: &Engine, component: Digest) -> Option<Component> {
        let path = self.path(engine, component);
        if !path.is_file() {
            return None;
        }
        // SAFETY: the file was written by `store` below: the directory belongs to this user and nobody else may write to
        // it (checked by `open`), entries are put in place by rename and never changed, and the name holds the digest of
        // the component and the engine's compatibility hash.
        unsafe { Component::deserialize_file(engine, &path) }.ok()
    }

    /// Stores a compiled form. Failing to is only a slower start next time.
    pub(super) fn store(&self, engine: &Engine, digest: Digest, component: &Component) {
        let path = self.path(engine, digest);
        if let Err(error) = self.write(&path, component) {
            tracing::debug!(path = %path.display(), %error, "a compiled policy was not stored");
        }
    }

    fn write(&self, path: &Path, component: &Component) -> io::Result<()> {
        let bytes = component
            .serialize()
            .map_err(|error| io::Error::other(error.to_string()))?;
        // Named after process and thread, so that two that start at once don't write one file.
        let temporary = self.directory.join(format!(
            ".{}-{:?}.tmp",
            std::process::id(),
            std::thread::current().id()
        ));
        fs::write(&temporary, bytes)?;
        fs::rename(&temporary, path).inspect_err(|_| drop(fs::remove_file(&temporary)))
    }

    fn path(&self, engine: &Engine, component: Digest) -> PathBuf {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};

        let mut hasher = DefaultHasher::new();
        engine.precompile_compatibility_hash().hash(&mut hasher);
        self.directory
            .join(format!("{component}-{:016x}.cwasm", hasher.finish()))
    }
}
