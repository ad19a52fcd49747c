//! Places: effects' targets after the host resolved them (R3.4).

use serde::{Deserialize, Serialize};

use super::effect::Effect;
use crate::read::vocabulary;

vocabulary! {
    /// What kind of place it is. The order is R3.4's: of several that apply, the last wins.
    PlaceClass {
        /// In a folder the session may work in.
        Root = "root",
        /// In the session's temporary directory.
        Temp = "temp",
        /// Readable by everybody and free of secrets, such as `/dev/null` and `/usr/share`.
        Public = "public",
        /// Anywhere else.
        Outside = "outside",
        /// Where a change does harm beyond the work at hand.
        Dangerous = "dangerous",
        /// Credentials and shellward's own state.
        Hidden = "hidden",
        /// Not known before running.
        Unknown = "unknown",
    }
}

vocabulary! {
    /// What was found there when it was resolved.
    PlaceKind {
        /// Nothing.
        Missing = "missing",
        /// A regular file.
        File = "file",
        /// A directory.
        Directory = "directory",
        /// A device, pipe or socket.
        Special = "special",
        /// It was not looked at.
        Unseen = "unseen",
    }
}

/// A resolved target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The path without `..`, `~` or symbolic links; empty if unknown.
    pub canonical: String,
    /// What was found there.
    pub kind: PlaceKind,
    /// What kind of place it is.
    pub class: PlaceClass,
    /// How much is there. Only looked at where it may be lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contents: Option<Contents>,
}

/// How much there is at a place, in decimal digits; a `+` behind them says that counting stopped there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contents {
    /// Bytes of the file, or of all files below the directory.
    pub bytes: String,
    /// Names below a directory.
    pub entries: Option<String>,
}

/// An effect with the places it touches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resolved {
    /// The effect.
    pub effect: Effect,
    /// Its places; empty for effects that have none, such as a change of the clock.
    pub places: Vec<Place>,
}
