//! The warden: the small process that starts, walls in, reaps and kills everything a session runs (R5.7).
//!
//! It is the own executable started again, handled before anything else in `main`, so that nothing is ever forked from
//! a process with threads. A run is started by a *stage*, a child of the warden that is the parent of all a run starts:
//! forked from the warden, or, for walls made of namespaces, executed once more as process 1 inside of them.
//!
//! Limits and umask of a command are those the host had when it started the warden; what it changes later, for itself,
//! reaches no command.
//!
//! Only `client` belongs to the host. The other modules run in the warden's processes: no tokio, no wasmtime, one
//! thread.

#[cfg(target_os = "linux")]
pub mod client;
#[cfg(not(target_os = "linux"))]
#[path = "unsupported.rs"]
pub mod client;
pub mod protocol;

#[cfg(target_os = "linux")]
mod entrance;
#[cfg(target_os = "linux")]
mod fork;
#[cfg(target_os = "linux")]
pub mod probe;
#[cfg(target_os = "linux")]
mod reap;
#[cfg(target_os = "linux")]
mod shell;
#[cfg(target_os = "linux")]
mod stage;
#[cfg(target_os = "linux")]
mod vigil;
#[cfg(target_os = "linux")]
mod walls;

use std::os::fd::RawFd;

#[cfg(not(target_os = "linux"))]
pub use client::enter;
pub use client::{LaunchFds, RunChannel, Warden, WardenError};
#[cfg(target_os = "linux")]
pub use entrance::enter;

/// Where the shell finds the command text (R5.3).
pub const TEXT_FD: RawFd = 200;
/// Where the shell reports its working directory (R5.3).
pub const REPORT_FD: RawFd = 201;
