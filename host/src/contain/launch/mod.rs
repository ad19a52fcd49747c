//! Launchers: from a plan to what the warden is told (R6.1). PURE: what exists, who runs it and where is handed in.

mod bwrap;
mod landlock;
mod open;

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use super::Found;
use crate::{
    plan::{Plan, Shape},
    warden::protocol::{Entry, Filter, Landlock, Launch, Stage},
};

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A directory.
    Directory,
    /// Anything else.
    File,
}

/// Who runs the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Privilege {
    /// The user with the id 0, whom the kernel grants files of its own even in namespaces (R6.8).
    Root,
    /// Anybody else.
    Plain,
}

impl Privilege {
    /// The privilege of a user id.
    pub const fn of(user: u32) -> Self {
        if user == 0 { Self::Root } else { Self::Plain }
    }
}

/// What puts up the walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Launcher {
    /// Landlock and seccomp, for *observe*.
    Landlock,
    /// Bubblewrap, by its path, for *work*.
    Bwrap(PathBuf),
    /// Nothing, for *open*.
    None,
}

impl Launcher {
    /// Its name in an outcome.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Landlock => "landlock",
            Self::Bwrap(_) => "bwrap",
            Self::None => "none",
        }
    }
}

/// What a launcher knows beside the plan.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The working directory, canonical.
    pub cwd: &'a Path,
    /// Who runs the command.
    pub privilege: Privilege,
    /// The version of Landlock that the kernel enforces, if any. *Work* walls have it as a second layer, *observe*
    /// walls are made of it.
    pub landlock: Option<u32>,
    /// What of the plan exists.
    pub found: &'a Found,
    /// An empty file without permissions that stands in for hidden files (see [`make_blank`](super::make_blank)).
    pub blank: &'a Path,
}

/// Why a plan can't be launched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    /// A path is not valid UTF-8, so it can't be handed over.
    #[error("{} can't be part of walls: its name is not valid UTF-8", .0.display())]
    NotUtf8(PathBuf),
    /// A path is not absolute.
    #[error("{} can't be part of walls: it is not an absolute path", .0.display())]
    NotAbsolute(PathBuf),
    /// The launcher does not build this shape.
    #[error("`{launcher}` can't build the walls `{shape}`")]
    WrongShape {
        /// The launcher.
        launcher: &'static str,
        /// The shape that the plan asks for.
        shape: Shape,
    },
}

/// Walls as the warden builds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walls {
    entry: Entry,
    landlock: Option<Landlock>,
    seccomp: Filter,
    drop_capabilities: bool,
    owns_namespace: bool,
}

/// The shell that runs inside of walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shell {
    /// Its absolute path, and its arguments. The first is the path.
    pub argv: Vec<String>,
    /// Its whole environment. The plan's conditions are in it already.
    pub environment: Vec<(String, String)>,
    /// The working directory.
    pub cwd: String,
    /// Device and inode of the working directory that was judged.
    pub cwd_identity: (u64, u64),
    /// Between the polite signal and the one that can't be ignored.
    pub grace: Duration,
    /// How long killing goes on.
    pub patience: Duration,
}

impl Walls {
    /// Turns a plan into walls.
    ///
    /// # Errors
    /// Fails when the launcher does not build the plan's shape, or a path can't be handed over: walls without one of
    /// their parts are none.
    pub fn build(plan: &Plan, launcher: &Launcher, scene: &Scene<'_>) -> Result<Self, LaunchError> {
        match (plan.shape, launcher) {
            (Shape::Observe, Launcher::Landlock) => landlock::observe(plan),
            (Shape::Work, Launcher::Bwrap(program)) => bwrap::work(plan, program, scene),
            (Shape::Open, Launcher::None) => Ok(open::open()),
            (shape, launcher) => Err(LaunchError::WrongShape {
                launcher: launcher.name(),
                shape,
            }),
        }
    }

    /// Puts a shell into the walls.
    pub fn launch(self, shell: Shell) -> Launch {
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Launch {
            entry: self.entry,
            stage: Stage {
                argv: shell.argv,
                environment: shell.environment,
                cwd: shell.cwd,
                cwd_identity: shell.cwd_identity,
                landlock: self.landlock,
                seccomp: self.seccomp,
                drop_capabilities: self.drop_capabilities,
                owns_namespace: self.owns_namespace,
                grace_ms: milliseconds(shell.grace),
                patience_ms: milliseconds(shell.patience),
            },
        }
    }
}

fn text(path: &Path) -> Result<String, LaunchError> {
    if !path.is_absolute() {
        return Err(LaunchError::NotAbsolute(path.to_owned()));
    }
    match path.to_str() {
        Some(text) => Ok(text.to_owned()),
        None => Err(LaunchError::NotUtf8(path.to_owned())),
    }
}

#[cfg(test)]
mod tests;
