//! Containment: how a plan becomes walls, and whether they hold (R6).

#[cfg(target_os = "linux")]
pub mod canary;
mod found;
pub mod launch;

pub use found::{Found, make_blank};
