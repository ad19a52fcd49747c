//! Reading, fed with anything (R2.1, R2.4): what every target does with its input.
//!
//! The reader is compiled in from its own files. It is pure and needs neither the runtime nor WebAssembly, so that this
//! builds in a minute, and all of it is instrumented. `checks`, `input` and `tokens` are shared with the test suite, which
//! replays the corpus; they name the reader `shellward::read`, which here is this crate.

extern crate self as shellward;

pub mod limits;
#[path = "../../../host/src/read/mod.rs"]
#[allow(
    clippy::all,
    clippy::pedantic,
    dead_code,
    unused_imports,
    reason = "the library has lints of its own, and uses what is left over here"
)]
pub mod read;
#[path = "../../../host/src/span.rs"]
pub mod span;

mod checks;
mod input;
mod mutation;
mod random;
mod tokens;
mod worker;

pub use self::{mutation::mutate, worker::check};

/// What an input is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A script of bash.
    Bash,
    /// A script of zsh.
    Zsh,
    /// A beginning, something that is repeated, and an end; of bash.
    Repeated,
}
