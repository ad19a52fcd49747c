//! The library's limits, but for the clock: what is found must not hang on how busy the machine is. Steps bound reading
//! here as they do there.

use std::time::Duration;

#[path = "../../../host/src/limits.rs"]
#[allow(dead_code, reason = "reading needs some of them")]
mod library;

pub use self::library::*;

/// No reading comes to it.
pub const MAX_READ_TIME: Duration = Duration::MAX;
