//! shellward runs shell commands for AI agents and keeps people safe while it does.
//!
//! A call is read, judged by WebAssembly policies, decided, walled in, run and explained:
//!
//! ```text
//! Call → Script → Effects, Judgements → Decision → Permit (with its Plan of walls) → Run → Outcome
//! ```
//!
//! Two promises rule every choice. *Fail closed*: what is not understood, or fails, or is late, is asked about, never
//! allowed. *Few needless questions*: plainly harmless work runs without asking.
//!
//! # Embedding
//!
//! The program that embeds shellward gives its processes a parent with one line at the beginning of `main`; see
//! [`warden`].
//!
//! ```no_run
//! use std::path::Path;
//!
//! use shellward::{Call, Runtime, RuntimeOptions, decide::Next};
//!
//! #[tokio::main(flavor = "current_thread")]
//! async fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     // Before anything else: this process may be the warden of another one.
//!     shellward::warden::enter();
//!
//!     let runtime = Runtime::build(RuntimeOptions::from_environment()?)?;
//!     let mut session = runtime.session(Path::new("."))?;
//!     let (decision, next) = session.decide(Call::new("git status --short")?)?;
//!     match next {
//!         Next::Run(permit) => print!("{}", session.run(permit).await?.stdout.text),
//!         // `question.approve()` turns a person's yes into a permit.
//!         Next::Ask(_question) => println!("asks: {}", decision.reason.message),
//!         Next::Refuse => println!("denied: {}", decision.reason.message),
//!     }
//!     Ok(())
//! }
//! ```
//!
//! Deciding needs neither a warden nor an async runtime: [`Session::check`] only says what would happen.

pub mod call;
#[cfg(feature = "cli")]
pub mod cli;
pub mod config;
pub mod contain;
pub mod decide;
pub mod edit;
pub mod forms;
pub mod guest;
mod helper;
pub mod ids;
pub mod judge;
pub mod limits;
pub mod outcome;
pub mod output;
pub mod plan;
pub mod read;
pub mod rules;
pub mod run;
mod runtime;
mod session;
pub mod shell;
pub mod span;
pub mod sys;
pub mod untrusted;
pub mod variables;
pub mod warden;

pub use call::{Call, CallError};
pub use runtime::{BuildError, Runtime, RuntimeOptions};
pub use session::{Remembered, Session, SessionError, Settled, WallsError};

/// The README's examples, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
