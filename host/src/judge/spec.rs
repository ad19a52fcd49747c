//! Policies as they are configured.

use std::path::PathBuf;

use super::policy::Authority;
use crate::ids::{Digest, PolicyId};

/// Where a policy's component comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PolicySource {
    /// It came with shellward, under the policy's own name.
    Builtin,
    /// A file.
    File(PathBuf),
    /// A file that must be what it was when it was trusted.
    Pinned {
        /// The file.
        file: PathBuf,
        /// What it was.
        digest: Digest,
    },
}

/// One policy as configured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicySpec {
    /// Its name.
    pub id: PolicyId,
    /// Where its component comes from.
    pub source: PolicySource,
    /// How far its word counts.
    pub authority: Authority,
    /// Its own settings, as JSON; empty for none.
    pub settings: String,
}
