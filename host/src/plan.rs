//! The plan of walls: what a run may touch, as plain data that can be printed (R6.1). Deciding chooses it; a launcher
//! turns it into what the warden is told.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::read::vocabulary;

vocabulary! {
    /// The shape of the walls (R6.2).
    Shape {
        /// For harmless runs: the system as it is, nothing writable, no sockets.
        Observe = "observe",
        /// For approved runs: namespaces, writable roots, no network.
        Work = "work",
        /// No walls, by choice or because the machine has none; always said.
        Open = "open",
    }
}

vocabulary! {
    /// What the network is like inside.
    Network {
        /// There is none.
        Off = "off",
        /// The machine's own.
        Host = "host",
    }
}

vocabulary! {
    /// Whether approved runs are contained (R6.9).
    Containment {
        /// If it is not possible, nothing approved runs.
        Required = "required",
        /// If it is not possible, it is said, and nothing is allowed just because it would be contained.
        Preferred = "preferred",
        /// They are not, by choice.
        Off = "off",
    }
}

/// Whether being contained is an allow source (R4.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AutoAllow {
    /// It is.
    On,
    /// It is not.
    #[default]
    Off,
}

/// What a run may touch.
///
/// Paths are absolute and canonical. What is `hidden` is so also inside `writable`; what is `protected` can be read but
/// not changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The shape of the walls.
    pub shape: Shape,
    /// Where files may be changed. Empty under *observe*.
    pub writable: Vec<PathBuf>,
    /// What may not be changed although it lies in a writable place.
    pub protected: Vec<PathBuf>,
    /// What may not be read.
    pub hidden: Vec<PathBuf>,
    /// The only places whose files may be read, beside what programs need to start, where what a run reads is known only
    /// as it runs. Only under *observe*. None: everything that is not hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readable: Option<Vec<PathBuf>>,
    /// The session's temporary directory, which is `/tmp` inside *work* walls.
    pub temp: PathBuf,
    /// The network.
    pub network: Network,
    /// Environment that carries out conditions, such as a git that runs no program of the repository (R3.2).
    pub environment: Vec<(String, String)>,
}
