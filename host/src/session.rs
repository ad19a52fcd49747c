//! One caller's state across calls: its working directory, its temporary directory, its warden. Ties deciding to running;
//! has no rules of its own.

mod running;
mod walls;

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock, atomic::AtomicU32},
};

use self::walls::AvailableWalls;
pub use self::walls::WallsError;
use crate::{
    call::Call,
    contain::launch::LaunchError,
    decide::{Bond, Decided, Decision, JudgedCwd, Next, Situation, Stale, decide, hidden_places},
    ids::Digest,
    judge::{Mode, Walls},
    read::ShellFacts,
    run::RunError,
    runtime::{Inner, OUTPUT},
    shell::discover::ShellError,
    sys::files,
    warden::{Warden, WardenError},
};

/// A session.
#[derive(Debug)]
pub struct Session {
    runtime: Arc<Inner>,
    cwd: PathBuf,
    roots: Vec<PathBuf>,
    home: Option<PathBuf>,
    // Removed, with all in it, when the session ends.
    _temp: tempfile::TempDir,
    temp: PathBuf,
    warden: OnceLock<Warden>,
    walls: AvailableWalls,
    output: PathBuf,
    runs: AtomicU32,
}

/// A session can't be opened, or something it needs is gone.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The directory can't be used.
    #[error("the directory {} can't be used: {source} (hint: start in a directory that exists)", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A path is not text, and couldn't be handed to the shell.
    #[error("the path {} is not valid UTF-8 (hint: rename it; such paths can't be handed on)", path.display())]
    NotText {
        /// The path.
        path: PathBuf,
    },
    /// The session's temporary directory can't be made.
    #[error(
        "a temporary directory can't be made: {0} (hint: is TMPDIR writable, and is there room?)"
    )]
    Temporary(io::Error),
    /// The permit is no longer good.
    #[error(transparent)]
    Stale(#[from] Stale),
    /// There is no warden.
    #[error(transparent)]
    Warden(#[from] WardenError),
    /// The walls can't be put up.
    #[error(transparent)]
    Walls(#[from] WallsError),
    /// The plan can't be turned into walls.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// The shell can't be used.
    #[error(transparent)]
    Shell(#[from] ShellError),
    /// It did not run, or nobody knows how it ended.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl Session {
    pub(crate) fn open(runtime: Arc<Inner>, directory: &Path) -> Result<Self, SessionError> {
        let cwd = real_directory(directory)?;
        let home = fs::canonicalize(&runtime.environment.home).ok();
        let mut roots: Vec<PathBuf> = project_root(&cwd, home.as_deref()).into_iter().collect();
        for root in &runtime.settings.roots {
            roots.push(real_directory(root)?);
        }
        let temp = tempfile::Builder::new()
            .prefix("shellward-")
            .tempdir()
            .map_err(SessionError::Temporary)?;
        let temp_path = fs::canonicalize(temp.path()).map_err(SessionError::Temporary)?;
        // Named after the temporary directory, whose name nobody else has.
        let output = runtime
            .state
            .join(OUTPUT)
            .join(temp_path.file_name().unwrap_or_default());
        Ok(Self {
            runtime,
            cwd,
            roots,
            home,
            _temp: temp,
            temp: temp_path,
            warden: OnceLock::new(),
            walls: AvailableWalls::default(),
            output,
            runs: AtomicU32::new(0),
        })
    }

    /// Returns the working directory.
    pub fn cwd(&self) -> &Path {
        &self.cwd
    }

    /// Returns the folders it may work in.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// Decides a call without acting on it. The walls are taken for those that this machine seems to have; only running
    /// tries them out.
    ///
    /// # Errors
    /// The working directory is gone and so is the project.
    pub fn check(&mut self, call: Call) -> Result<Decided, SessionError> {
        self.return_to_a_directory()?;
        Ok(decide(call, &self.situation(self.walls.expected())))
    }

    /// Decides a call, with walls that were tried out: what says "contained" will be.
    ///
    /// # Errors
    /// The working directory is gone and so is the project, or it can't be opened.
    pub fn decide(&mut self, call: Call) -> Result<(Decision, Next), SessionError> {
        self.return_to_a_directory()?;
        let decided = loop {
            let walls = self.walls.expected();
            let decided = decide(call.clone(), &self.situation(walls));
            // A canary that fails leaves fewer walls to expect, so this ends.
            if self.try_walls(decided.plan())? {
                break decided;
            }
        };
        let cwd = self.judged_cwd()?;
        let bond = self.bond(decided.decision().script.source());
        Ok(decided.next(bond, cwd))
    }

    /// Leaves a working directory that is gone, before deciding and never at spawn (R5.3).
    fn return_to_a_directory(&mut self) -> Result<(), SessionError> {
        if self.cwd.is_dir() {
            return Ok(());
        }
        let fallback = self.roots.first().unwrap_or(&self.cwd);
        self.cwd = real_directory(fallback)?;
        Ok(())
    }

    fn situation(&self, walls: Walls) -> Situation {
        let settings = &self.runtime.settings;
        Situation {
            facts: self.facts(),
            roots: self.roots.clone(),
            temp: self.temp.clone(),
            home: self.home.clone(),
            hidden: hidden_places(self.home.as_deref(), &self.runtime.state),
            state: self.runtime.state.clone(),
            settings_files: settings.files.clone(),
            rules: settings.rules.clone(),
            excluded: settings.excluded.clone(),
            policies: self.runtime.policies.clone(),
            walls,
            walls_missing: self.walls.missing().map(str::to_owned),
            containment: settings.containment,
            network: settings.network,
            auto_allow: settings.auto_allow,
            superuser: crate::sys::identity::is_superuser(),
            mode: Mode::Default,
        }
    }

    /// What names mean: the shells of this session read no rc file and inherit no function.
    fn facts(&self) -> ShellFacts {
        ShellFacts {
            dialect: self.runtime.shell.dialect,
            path: Some(self.runtime.environment.path.clone()),
            home: self
                .home
                .as_ref()
                .and_then(|home| home.to_str())
                .map(str::to_owned),
            cwd: self.cwd.to_string_lossy().into_owned(),
            functions: Vec::new(),
        }
    }

    /// The session's warden, started when it is first needed.
    fn warden(&self) -> Result<&Warden, SessionError> {
        if let Some(warden) = self.warden.get() {
            return Ok(warden);
        }
        let warden = match &self.runtime.warden {
            Some(path) => Warden::start_with(path)?,
            None => Warden::start()?,
        };
        Ok(self.warden.get_or_init(|| warden))
    }

    /// What a permit made now is bound to, besides the working directory.
    fn bond(&self, command: &str) -> Bond {
        let facts = self.facts();
        let path = facts.path.unwrap_or_default().join(":");
        let shell = PathBuf::from(&self.runtime.shell.path);
        Bond {
            text: Digest::of(command.as_bytes()),
            // Who the file is now; one that was replaced meanwhile is another.
            shell_identity: files::identity(&shell).unwrap_or_default(),
            shell,
            facts: Digest::of_parts([path.as_bytes(), facts.cwd.as_bytes()]),
            configuration: self.runtime.configuration(),
            policy_set: self.runtime.policies.digest,
        }
    }

    fn judged_cwd(&self) -> Result<JudgedCwd, SessionError> {
        let failed = |source| SessionError::Directory {
            path: self.cwd.clone(),
            source,
        };
        let directory = File::open(&self.cwd).map_err(failed)?;
        let identity = files::identity_of(&directory).map_err(failed)?;
        Ok(JudgedCwd {
            descriptor: directory.into(),
            path: self.cwd.clone(),
            identity,
        })
    }
}

/// Resolves a directory that must be there.
fn real_directory(path: &Path) -> Result<PathBuf, SessionError> {
    let failed = |source| SessionError::Directory {
        path: path.to_owned(),
        source,
    };
    let real = fs::canonicalize(path).map_err(failed)?;
    if !real.is_dir() {
        return Err(failed(io::ErrorKind::NotADirectory.into()));
    }
    if real.to_str().is_none() {
        return Err(SessionError::NotText { path: real });
    }
    Ok(real)
}

/// The folder a session may work in: the repository around the directory, or the directory itself. Never `/`, and no
/// repository that holds the home directory: everything would be a root.
fn project_root(cwd: &Path, home: Option<&Path>) -> Option<PathBuf> {
    let holds_home = |path: &Path| home.is_some_and(|home| home.starts_with(path));
    cwd.ancestors()
        .find(|ancestor| ancestor.join(".git").exists())
        .filter(|repository| !holds_home(repository))
        .or(Some(cwd))
        .filter(|root| *root != Path::new("/"))
        .map(Path::to_owned)
}
