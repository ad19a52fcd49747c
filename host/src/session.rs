//! One caller's state across calls: its working directory, its temporary directory, its warden. Ties deciding to running;
//! has no rules of its own.

mod asking;
mod consultants;
mod editing;
mod running;
mod walls;

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock, atomic::AtomicU32},
};

pub use self::asking::{Remembered, Settled};
pub use self::walls::WallsError;
use self::{consultants::InSession, walls::TriedWalls};
use crate::{
    call::{Background, Call},
    config::project_root,
    contain::launch::LaunchError,
    decide::{
        Bond, Decided, Decision, JudgedCwd, Next, Runner, Situation, Stale, WallsAtHand,
        hidden_places, rc_files,
    },
    ids::Digest,
    judge::Memory,
    read::ShellFacts,
    rules::{Rule, RuleError, Source},
    run::RunError,
    runtime::{Inner, OUTPUT},
    shell::discover::ShellError,
    sys::files,
    warden::{Warden, WardenError},
};

/// How often a call is decided again when walls or the working directory turn out to be others: once for each shape of
/// walls, and twice for the directory.
const DECISION_ROUNDS: u32 = 5;

/// A session.
#[derive(Debug)]
pub struct Session {
    runtime: Arc<Inner>,
    cwd: PathBuf,
    roots: Vec<PathBuf>,
    home: Option<PathBuf>,
    rc_files: Vec<PathBuf>,
    hidden: Vec<PathBuf>,
    settings_files: Vec<PathBuf>,
    // Removed, with all in it, when the session ends.
    _temp: tempfile::TempDir,
    temp: PathBuf,
    warden: OnceLock<Warden>,
    walls: TriedWalls,
    output: PathBuf,
    runs: AtomicU32,
    memory: Memory,
    consultants: InSession,
    /// Allow rules that a person chose to keep since the settings were read.
    remembered: Vec<(Rule, Source)>,
}

/// A session can't be opened, or something it needs is gone.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// A directory can't be used.
    #[error("{} can't be used (hint: start in a directory that exists)", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The shell is gone.
    #[error("the shell {} can't be looked at (hint: install it again, or name another in SHELLWARD_SHELL)", path.display())]
    ShellGone {
        /// The shell.
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
    /// shellward's own state lies in a folder that runs may work in.
    #[error("shellward's state in {} lies in {}, where runs may write\nhint: set XDG_STATE_HOME to a folder outside, or start elsewhere", state.display(), root.display())]
    StateInRoot {
        /// The state directory.
        state: PathBuf,
        /// The root.
        root: PathBuf,
    },
    /// The settings were read for another project, whose rules are not those of this one.
    #[error("the settings were read for {}, and not for {}\nhint: read them for that directory: `RuntimeOptions::for_directory`", read_for.display(), project.display())]
    OtherProject {
        /// The project they were read for.
        read_for: PathBuf,
        /// The project of the session.
        project: PathBuf,
    },
    /// The session's temporary directory can't be made.
    #[error(
        "a temporary directory can't be made: {0} (hint: is TMPDIR writable, and is there room?)"
    )]
    Temporary(io::Error),
    /// A hook or a prompt rule can't be used.
    #[error("hooks and prompt rules: {0}")]
    Consultant(#[from] RuleError),
    /// The call wants something that this session can't do.
    #[error("`{field}`: {why}")]
    NotHonoured {
        /// The field of the call.
        field: &'static str,
        /// Why not, and what to do.
        why: String,
    },
    /// The permit is no longer good.
    #[error(transparent)]
    Stale(#[from] Stale),
    /// Nobody waits for the run.
    #[error(
        "a run needs a tokio runtime with I/O and time\nhint: call it inside one, such as `#[tokio::main]`"
    )]
    NoExecutor,
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
        let project = roots.first().unwrap_or(&cwd);
        if let Some(read_for) = runtime
            .settings
            .project
            .as_ref()
            .filter(|it| *it != project)
        {
            return Err(SessionError::OtherProject {
                read_for: read_for.clone(),
                project: project.clone(),
            });
        }
        for root in &runtime.settings.roots {
            roots.push(real_directory(root)?);
        }
        if let Some(root) = roots.iter().find(|root| runtime.state.starts_with(root)) {
            // Who works in the home directory has the state in it; there it is hidden and denied.
            if !home.as_deref().is_some_and(|home| home.starts_with(root)) {
                return Err(SessionError::StateInRoot {
                    state: runtime.state.clone(),
                    root: root.clone(),
                });
            }
        }
        let consultants = InSession::of_settings(
            &runtime.settings.hooks,
            &runtime.settings.prompt_rules,
            runtime.settings.prompt_judge.as_ref(),
        )?;
        let given_home = Some(runtime.environment.home.as_path());
        let settings = runtime.settings.files.iter().cloned();
        let settings = settings.chain([runtime.environment.config_folder.clone()]);
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
            cwd,
            roots,
            home,
            rc_files: files::with_real_paths(rc_files(given_home)),
            hidden: files::with_real_paths(hidden_places(given_home, &runtime.state)),
            settings_files: files::with_real_paths(settings),
            runtime,
            _temp: temp,
            temp: temp_path,
            warden: OnceLock::new(),
            walls: TriedWalls::default(),
            output,
            runs: AtomicU32::new(0),
            memory: Memory::default(),
            consultants,
            remembered: Vec::new(),
        })
    }

    /// Returns the working directory.
    pub fn cwd(&self) -> &Path {
        &self.cwd
    }

    /// Forgets what policies said of earlier calls (R4.9). Decisions are the same afterwards, and take longer.
    pub fn forget(&self) {
        self.memory.forget();
    }

    /// Returns the folders it may work in.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// Decides a call without acting on it. The walls are taken for those that this machine seems to have; only running
    /// tries them out. Hooks and prompt rules have their say, which takes as long as they do.
    ///
    /// # Errors
    /// The working directory is gone and so is the project, or the call names another shell than the session has.
    pub fn check(&mut self, call: Call) -> Result<Decided, SessionError> {
        self.return_to_a_directory()?;
        self.has_shell_of(&call)?;
        Ok(self.consult(call, &self.situation()))
    }

    /// Decides a call that another program will run, such as an agent that asks by a hook. No walls of ours will hold it, and
    /// no condition can be brought about: what is harmless only with them is asked about.
    ///
    /// # Errors
    /// As [`Session::check`].
    pub fn advise(&mut self, call: Call) -> Result<Decided, SessionError> {
        self.return_to_a_directory()?;
        self.has_shell_of(&call)?;
        let why = "another program runs it";
        let situation = Situation {
            walls: WallsAtHand {
                observe: Err(why.to_owned()),
                work: Err(why.to_owned()),
                confined: Err(why.to_owned()),
            },
            runner: Runner::Elsewhere,
            ..self.situation()
        };
        Ok(self.consult(call, &situation))
    }

    /// Moves to another working directory. The folders it may work in stay.
    ///
    /// # Errors
    /// It is no directory.
    pub fn move_to(&mut self, directory: &Path) -> Result<(), SessionError> {
        self.cwd = real_directory(directory)?;
        Ok(())
    }

    /// A text for another shell would be read wrongly.
    fn has_shell_of(&self, call: &Call) -> Result<(), SessionError> {
        let own = self.runtime.shell.dialect.code();
        match call.shell() {
            Some(shell) if shell.code() != own => Err(SessionError::NotHonoured {
                field: "shell",
                why: format!(
                    "it is {}, and this session runs {own} (hint: leave it out, or set SHELLWARD_SHELL)",
                    shell.code()
                ),
            }),
            Some(_) | None => Ok(()),
        }
    }

    /// Decides a call, with walls that were tried out: what says "contained" will be. Hooks and prompt rules have their say,
    /// which takes as long as they do.
    ///
    /// # Errors
    /// The working directory is gone and so is the project, or it can't be opened; or the call wants what this session can't
    /// do.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "a call is decided once, as with `check`"
    )]
    pub fn decide(&mut self, call: Call) -> Result<(Decision, Next), SessionError> {
        let (decided, bond, cwd) = self.decide_with_walls(&call)?;
        Ok(decided.next(bond, cwd))
    }

    fn decide_with_walls(
        &mut self,
        call: &Call,
    ) -> Result<(Decided, Bond, JudgedCwd), SessionError> {
        self.has_shell_of(call)?;
        if call.background() == Background::Wished {
            return Err(SessionError::NotHonoured {
                field: "run_in_background",
                why: "there are no background tasks yet (hint: run it in the foreground, with a `timeout`)"
                    .to_owned(),
            });
        }
        for _ in 0..DECISION_ROUNDS {
            self.return_to_a_directory()?;
            // Held open from before anything is judged, so that what is judged is what will be entered.
            let cwd = self.judged_cwd()?;
            let mut bond = self.bond(call.command())?;
            let decided = self.consult(call.clone(), &self.situation());
            // A hook may have changed it.
            bond.text = Digest::of(decided.call().command().as_bytes());
            // A canary that fails leaves fewer walls to expect, so the next round may hold.
            let walls_hold = self.try_walls(decided.plan())?;
            let is_same = files::identity(&self.cwd).is_ok_and(|now| now == cwd.identity);
            if walls_hold && is_same {
                return Ok((decided, bond, cwd));
            }
        }
        Err(SessionError::Directory {
            path: self.cwd.clone(),
            source: io::Error::other("it was replaced each time while a call was decided"),
        })
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

    fn situation(&self) -> Situation {
        let settings = &self.runtime.settings;
        Situation {
            facts: self.facts(),
            roots: self.roots.clone(),
            temp: self.temp.clone(),
            home: self.home.clone(),
            rc_files: self.rc_files.clone(),
            hidden: self.hidden.clone(),
            state: self.runtime.state.clone(),
            settings_files: self.settings_files.clone(),
            rules: self.rules(),
            excluded: settings.excluded.clone(),
            policies: self.runtime.policies.clone(),
            memory: self.memory.clone(),
            walls: self.walls.at_hand(),
            containment: settings.containment,
            network: settings.network,
            auto_allow: settings.auto_allow,
            superuser: crate::sys::identity::is_superuser(),
            mode: settings.mode,
            runner: Runner::Here,
        }
    }

    /// What names mean: the shells of this session read no rc file and inherit no function.
    fn facts(&self) -> ShellFacts {
        ShellFacts {
            dialect: self.runtime.shell.dialect,
            path: Some(self.runtime.environment.path.clone()),
            // As the shell has it, which may be a link.
            home: self.runtime.environment.home.to_str().map(str::to_owned),
            cwd: self.cwd.to_string_lossy().into_owned(),
            functions: Vec::new(),
            aliases: Vec::new(),
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
    fn bond(&self, command: &str) -> Result<Bond, SessionError> {
        let facts = self.facts();
        let shell = PathBuf::from(&self.runtime.shell.path);
        // Who the file is now; one that was replaced meanwhile is another.
        let shell_identity = files::identity(&shell).map_err(|source| SessionError::ShellGone {
            path: shell.clone(),
            source,
        })?;
        let path = facts.path.unwrap_or_default().join(":");
        let home = facts.home.unwrap_or_default();
        let mut parts = vec![
            // The temporary directory is this session's alone, so it stands for the session.
            self.temp.as_os_str().as_encoded_bytes(),
            facts.dialect.code().as_bytes(),
            path.as_bytes(),
            home.as_bytes(),
            facts.cwd.as_bytes(),
        ];
        parts.extend(
            self.roots
                .iter()
                .map(|root| root.as_os_str().as_encoded_bytes()),
        );
        Ok(Bond {
            text: Digest::of(command.as_bytes()),
            shell,
            shell_identity,
            facts: Digest::of_parts(parts),
            configuration: self.runtime.configuration(),
            policy_set: self.runtime.policies.digest,
        })
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

impl Drop for Session {
    fn drop(&mut self) {
        // Only if it is empty: output that did not stay in memory is kept for whoever was told where it is.
        fs::remove_dir(&self.output).ok();
    }
}
