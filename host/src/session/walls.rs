//! Which walls this machine has: expected by what is installed, believed once a canary has shown that they hold. The canary
//! is the plan of the first run of each shape in the session (R6.1, R6.9).

use std::path::{Path, PathBuf};

use super::{Session, SessionError};
use crate::{
    contain::{
        self,
        canary::{self, Trial},
        launch::{Launcher, Privilege},
    },
    decide::WallsAtHand,
    plan::{Plan, Shape},
    sys::{identity, machine},
};

/// The walls of one session.
#[derive(Debug)]
pub(super) struct TriedWalls {
    bwrap: Option<PathBuf>,
    observe: Trust,
    confined: Trust,
    work: Trust,
}

/// How far walls are believed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Trust {
    /// What they need is there.
    Expected,
    /// A canary has seen them hold.
    Seen,
    /// They don't hold, or what they need is missing.
    Absent(String),
}

impl Trust {
    fn result(&self) -> Result<(), String> {
        match self {
            Self::Expected | Self::Seen => Ok(()),
            Self::Absent(why) => Err(why.clone()),
        }
    }
}

/// Walls are missing or don't hold; a run that needs them doesn't start.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct WallsError(String);

impl Default for TriedWalls {
    fn default() -> Self {
        let bwrap = machine::find_bwrap();
        let absent = |launcher: &Launcher| {
            let (name, remedy) = (launcher.name(), canary::remedy(launcher));
            Trust::Absent(format!("`{name}` is not there (hint: {remedy})"))
        };
        let observe = if machine::landlock_version().is_some() {
            Trust::Expected
        } else {
            absent(&Launcher::Landlock)
        };
        Self {
            confined: observe.clone(),
            observe,
            work: if bwrap.is_some() {
                Trust::Expected
            } else {
                absent(&Launcher::Bwrap(PathBuf::from("bwrap")))
            },
            bwrap,
        }
    }
}

impl TriedWalls {
    /// Returns the walls that can be counted on as far as is known.
    pub(super) fn at_hand(&self) -> WallsAtHand {
        WallsAtHand {
            observe: self.observe.result(),
            confined: self.confined.result(),
            work: self.work.result(),
        }
    }

    /// Returns what puts up the walls of a shape.
    pub(super) fn launcher(&self, shape: Shape) -> Result<Launcher, WallsError> {
        match shape {
            Shape::Observe => Ok(Launcher::Landlock),
            Shape::Open => Ok(Launcher::None),
            Shape::Work => self.bwrap.clone().map(Launcher::Bwrap).ok_or_else(|| {
                let launcher = Launcher::Bwrap(PathBuf::from("bwrap"));
                WallsError(format!(
                    "bubblewrap is not installed (hint: {})",
                    canary::remedy(&launcher)
                ))
            }),
        }
    }

    const fn trust(&mut self, plan: &Plan) -> Option<&mut Trust> {
        match (plan.shape, &plan.readable) {
            (Shape::Observe, None) => Some(&mut self.observe),
            (Shape::Observe, Some(_)) => Some(&mut self.confined),
            (Shape::Work, _) => Some(&mut self.work),
            (Shape::Open, _) => None,
        }
    }
}

impl Session {
    /// Tries out the walls of a plan, once for each shape and once where reading is confined. Returns whether they are as strong as was expected; if not, they
    /// are not expected any more, and the call is to be decided again.
    pub(super) fn try_walls(&mut self, plan: &Plan) -> Result<bool, SessionError> {
        match self.walls.trust(plan) {
            None | Some(Trust::Seen | Trust::Absent(_)) => return Ok(true),
            Some(Trust::Expected) => {}
        }
        let tried = self.try_plan(plan)?;
        let Some(trust) = self.walls.trust(plan) else {
            return Ok(true);
        };
        *trust = match tried {
            Ok(()) => Trust::Seen,
            Err(why) => Trust::Absent(why),
        };
        Ok(*trust == Trust::Seen)
    }

    fn try_plan(&self, plan: &Plan) -> Result<Result<(), String>, SessionError> {
        let launcher = self.walls.launcher(plan.shape)?;
        let Some(outside) = self.outside(plan) else {
            return Ok(Err(
                "no directory was found to try the walls out in (hint: make /var/tmp writable)"
                    .to_owned(),
            ));
        };
        let blank = contain::make_blank(&self.runtime.state).map_err(SessionError::Temporary)?;
        let trial = Trial {
            plan,
            launcher: &launcher,
            privilege: Privilege::of(identity::user()),
            outside: outside.path(),
            blank: &blank,
        };
        Ok(canary::check(self.warden()?, &trial).map_err(|error| error.to_string()))
    }

    /// A new directory that this user can write to and the plan doesn't open.
    fn outside(&self, plan: &Plan) -> Option<tempfile::TempDir> {
        [Some(Path::new("/var/tmp")), self.home.as_deref()]
            .into_iter()
            .flatten()
            .filter(|directory| {
                let open = plan.writable.iter().chain(plan.readable.iter().flatten());
                !open
                    .into_iter()
                    .any(|writable| directory.starts_with(writable))
            })
            .find_map(|directory| {
                tempfile::Builder::new()
                    .prefix("shellward-canary-")
                    .tempdir_in(directory)
                    .ok()
            })
    }
}
