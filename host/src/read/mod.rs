//! Reading a command (R2). PURE: no files, no environment, no processes.

mod facts;
mod script;

pub use facts::{ShellFacts, is_builtin};
pub(crate) use script::vocabulary;
pub use script::*;
