//! What can be told of a run before it ends (R5.8).

use std::time::Duration;

use crate::output::{Glance, LastLines, Totals};

/// How far a run is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The last lines of both streams, and whether the last may still grow.
    pub last: LastLines,
    /// What standard output gave so far.
    pub stdout: Totals,
    /// What standard error gave so far.
    pub stderr: Totals,
    /// How long it has been running.
    pub elapsed: Duration,
    /// How long it may.
    pub limit: Duration,
}

impl Progress {
    pub(super) fn new(glance: Glance, elapsed: Duration, limit: Duration) -> Self {
        let Glance {
            last,
            stdout,
            stderr,
        } = glance;
        Self {
            last,
            stdout,
            stderr,
            elapsed,
            limit,
        }
    }
}
