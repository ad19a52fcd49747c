//! shellward
pub mod call;
#[cfg(feature = "cli")]
pub mod cli;
pub mod config;
pub mod contain;
pub mod decide;
pub mod guest;
pub mod ids;
pub mod judge;
pub mod limits;
pub mod outcome;
pub mod output;
pub mod plan;
pub mod read;
pub mod rules;
pub mod run;
pub mod runtime;
pub mod session;
pub mod shell;
pub mod span;
pub mod sys;
pub mod untrusted;
pub mod warden;
pub use call::{Call, CallError};
