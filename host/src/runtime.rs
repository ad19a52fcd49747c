//! The composition root: engine, policies, settings. No policy of its own.

use std::{
    fs, io,
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    config::{self, ConfigError, EnvVars, HomeError, Settings},
    guest::{Allocation, CompiledCache, EngineError, GuestEngine, default_specs, load_set},
    ids::Digest,
    judge::{Fault, PolicySet},
    read::Dialect,
    session::{Session, SessionError},
    shell::discover::{Shell, ShellError, Wish, discover},
    sys::files,
};

/// Compiled policies, in the state directory.
const COMPILED: &str = "compiled";
/// Output that did not stay in memory, in the state directory.
pub(crate) const OUTPUT: &str = "output";

/// What a runtime is built from.
#[derive(Clone, Debug)]
pub struct RuntimeOptions {
    /// The environment.
    pub environment: EnvVars,
    /// The settings.
    pub settings: Settings,
    /// How policies get their memory: pooled for a runtime that stays, on demand for one command.
    pub allocation: Allocation,
    /// The executable that becomes the warden. None: this one, whose `main` calls [`warden::enter`](crate::warden::enter).
    pub warden: Option<PathBuf>,
}

impl RuntimeOptions {
    /// Reads the environment of this process and the settings of all layers for its working directory.
    ///
    /// # Errors
    /// As [`RuntimeOptions::for_directory`].
    pub fn from_environment() -> Result<Self, BuildError> {
        Self::for_directory(Path::new("."))
    }

    /// Reads the environment of this process and the settings of all layers for a directory (R4.4). Sessions of the runtime
    /// can then be opened in the project around that directory, whose files were read; for sessions anywhere, set `settings`
    /// to [`Settings`] of your own, or to those of one file ([`config::load`]).
    ///
    /// # Errors
    /// There is no home directory or no such directory, or the settings can't be used.
    pub fn for_directory(directory: &Path) -> Result<Self, BuildError> {
        let environment = EnvVars::read()?;
        let settings = config::load_layers(&environment, directory, default_specs())?;
        Ok(Self {
            environment,
            settings,
            allocation: Allocation::Pooled,
            warden: None,
        })
    }
}

/// A runtime could not be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// No home directory.
    #[error(transparent)]
    Home(#[from] HomeError),
    /// The settings can't be used.
    #[error("settings: {0}")]
    Config(#[from] ConfigError),
    /// WebAssembly can't be run.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// There is no shell.
    #[error(transparent)]
    Shell(#[from] ShellError),
    /// The state directory can't be used.
    #[error("the state directory {} can't be used (hint: set XDG_STATE_HOME to a folder of yours)", path.display())]
    State {
        /// The directory.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// Everything that sessions share. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Runtime {
    inner: Arc<Inner>,
}

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) environment: EnvVars,
    pub(crate) settings: Settings,
    pub(crate) policies: PolicySet,
    pub(crate) shell: Shell,
    pub(crate) state: PathBuf,
    pub(crate) warden: Option<PathBuf>,
}

impl Runtime {
    /// Builds a runtime.
    ///
    /// # Errors
    /// No shell, no WebAssembly, or no state directory. A policy that can't be loaded is no error: its place stays closed,
    /// and [`Runtime::faults`] names it.
    pub fn build(options: RuntimeOptions) -> Result<Self, BuildError> {
        let RuntimeOptions {
            environment,
            settings,
            allocation,
            warden,
        } = options;
        let state = own_directory(&environment.state)?;
        let shell = discover(Wish {
            explicit: environment.shell_wish.as_deref(),
            login: environment.login_shell.as_deref(),
            // zsh is read by a narrower allowlist and by one reader only, so bash asks less.
            order: &[Dialect::Bash, Dialect::Zsh],
        })?;
        let engine = GuestEngine::new(allocation)?;
        let cache =
            CompiledCache::open(&state.join(COMPILED)).map_err(|source| BuildError::State {
                path: state.join(COMPILED),
                source,
            })?;
        let policies = load_set(&engine, &settings.policies, Some(&cache));
        Ok(Self {
            inner: Arc::new(Inner {
                environment,
                settings,
                policies,
                shell,
                state,
                warden,
            }),
        })
    }

    /// Opens a session that works in `directory`.
    ///
    /// # Errors
    /// The directory is not there, or the session's own directory can't be made.
    pub fn session(&self, directory: &Path) -> Result<Session, SessionError> {
        Session::open(Arc::clone(&self.inner), directory)
    }

    /// Returns the policies.
    pub fn policies(&self) -> &PolicySet {
        &self.inner.policies
    }

    /// Returns the policies that could not be loaded. While there is one, every call is asked about.
    pub fn faults(&self) -> &[Fault] {
        &self.inner.policies.unloadable
    }

    /// Returns the settings.
    pub fn settings(&self) -> &Settings {
        &self.inner.settings
    }
}

impl Inner {
    /// Names rules and settings, for permits.
    pub(crate) fn configuration(&self) -> Digest {
        self.settings.digest
    }
}

/// Makes the state directory (0700), resolves it, and makes sure that it is this user's alone.
fn own_directory(path: &Path) -> Result<PathBuf, BuildError> {
    let failed = |source| BuildError::State {
        path: path.to_owned(),
        source,
    };
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
        .map_err(failed)?;
    let path = fs::canonicalize(path).map_err(failed)?;
    files::check_own_directory(&path).map_err(failed)?;
    Ok(path)
}
