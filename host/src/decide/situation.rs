//! Everything a decision depends on besides the call: the session, its configuration and its policies.

use std::path::PathBuf;

use super::classes::Surroundings;
use crate::{
    judge::{Memory, Mode, PolicySet, Session, Walls},
    plan::{AutoAllow, Containment, Network},
    read::ShellFacts,
    rules::RuleSet,
};

/// What a session is like when a call is decided.
#[derive(Clone, Debug)]
pub struct Situation {
    /// What names mean, and the working directory.
    pub facts: ShellFacts,
    /// The folders it may work in, resolved.
    pub roots: Vec<PathBuf>,
    /// Its temporary directory, resolved.
    pub temp: PathBuf,
    /// The home directory, resolved, if there is one.
    pub home: Option<PathBuf>,
    /// Files that a shell runs when it starts, by every path they have.
    pub rc_files: Vec<PathBuf>,
    /// What every plan hides, by every path it has.
    pub hidden: Vec<PathBuf>,
    /// shellward's state directory.
    pub state: PathBuf,
    /// Files and folders of the configuration, by every path they have, whether they exist or not.
    pub settings_files: Vec<PathBuf>,
    /// A person's rules.
    pub rules: RuleSet,
    /// Commands that never run inside walls.
    pub excluded: RuleSet,
    /// The policies.
    pub policies: PolicySet,
    /// What they said before. A decision is the same without.
    pub memory: Memory,
    /// The walls at hand.
    pub walls: WallsAtHand,
    /// Whether approved runs are contained.
    pub containment: Containment,
    /// What the network is like inside work walls.
    pub network: Network,
    /// Whether being contained is an allow source (R4.1).
    pub auto_allow: AutoAllow,
    /// Whether commands run as uid 0.
    pub superuser: bool,
    /// The session's stance.
    pub mode: Mode,
    /// Who runs what is allowed.
    pub runner: Runner,
}

/// Who runs what is allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Runner {
    /// shellward, in walls of its own.
    #[default]
    Here,
    /// Another program that only asked, such as an agent with a hook. No condition can be brought about, and nothing holds
    /// but what was read and judged.
    Elsewhere,
}

/// The walls at hand. They need different things of a machine, so each has an answer of its own; an error says
/// why they are missing and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallsAtHand {
    /// Those for harmless runs.
    pub observe: Result<(), String>,
    /// Those for harmless runs of which only the run knows what they read: they read nowhere but where they may.
    pub confined: Result<(), String>,
    /// Those for approved runs.
    pub work: Result<(), String>,
}

impl WallsAtHand {
    /// All of them.
    pub const ALL: Self = Self {
        observe: Ok(()),
        confined: Ok(()),
        work: Ok(()),
    };

    /// Returns the strongest, as policies are told.
    pub const fn strongest(&self) -> Walls {
        match (&self.observe, &self.work) {
            (_, Ok(())) => Walls::Work,
            (Ok(()), Err(_)) => Walls::Observe,
            (Err(_), Err(_)) => Walls::None,
        }
    }
}

impl Situation {
    /// Returns the same with other rules.
    pub(super) fn with_rules(&self, rules: RuleSet) -> Self {
        Self {
            facts: self.facts.clone(),
            roots: self.roots.clone(),
            temp: self.temp.clone(),
            home: self.home.clone(),
            rc_files: self.rc_files.clone(),
            hidden: self.hidden.clone(),
            state: self.state.clone(),
            settings_files: self.settings_files.clone(),
            rules,
            excluded: self.excluded.clone(),
            policies: self.policies.clone(),
            memory: self.memory.clone(),
            walls: self.walls.clone(),
            containment: self.containment,
            network: self.network,
            auto_allow: self.auto_allow,
            superuser: self.superuser,
            mode: self.mode,
            runner: self.runner,
        }
    }

    /// Returns what classes of places are judged by.
    pub fn surroundings(&self) -> Surroundings<'_> {
        Surroundings {
            roots: &self.roots,
            temp: &self.temp,
            home: self.home.as_deref(),
            rc_files: &self.rc_files,
            hidden: &self.hidden,
        }
    }

    /// Returns what policies may know of it.
    pub fn session(&self) -> Session {
        let text = |path: &PathBuf| path.to_string_lossy().into_owned();
        Session {
            cwd: self.facts.cwd.clone(),
            home: self.home.as_ref().map(text).unwrap_or_default(),
            temp: text(&self.temp),
            roots: self.roots.iter().map(text).collect(),
            mode: self.mode,
            superuser: self.superuser,
            walls: self.walls.strongest(),
        }
    }
}
