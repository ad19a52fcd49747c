//! The shell that runs a script: which one, how the text gets into it, with what environment, and where it ends up
//! (R5.1, R5.3, R5.4). Starts nothing.

pub mod cwd;
pub mod discover;
pub mod env;
pub mod wrap;
