//! What a shellward policy in Rust is written with (R3.20).
//!
//! A policy is a type. It says who it is by [`About`] and fulfils one trait per role it has; a macro makes a component of
//! it. The same code runs natively, so its tests are plain `cargo test` with scripts from [`test_kit`].
//!
//! ```
//! use shellward_sdk::{About, Description, Judgement, Resolved, ScriptView, Session, Classifier};
//!
//! struct NoShutdown;
//!
//! impl About for NoShutdown {
//!     fn about() -> Description {
//!         Description::new("no-shutdown", env!("CARGO_PKG_VERSION"), "Keeps the machine running")
//!             .with_triggers(&["shutdown"])
//!             .with_rule("no-shutdown", "The machine is to stay on")
//!     }
//! }
//!
//! impl Classifier for NoShutdown {
//!     fn classify(script: ScriptView<'_>, _: &Session, _: &[Resolved]) -> Vec<Judgement> {
//!         script
//!             .commands()
//!             .filter(|command| command.name() == Some("shutdown"))
//!             .map(|command| Judgement::deny(command).because("no-shutdown", "This machine is to stay on"))
//!             .collect()
//!     }
//! }
//!
//! shellward_sdk::export_classifier!(NoShutdown);
//!
//! # fn main() {
//! let script = shellward_sdk::test_kit::script(&[&["shutdown", "-h", "now"]]);
//! let judgements = NoShutdown::classify(ScriptView::new(&script), &shellward_sdk::test_kit::session(), &[]);
//! assert_eq!(judgements.len(), 1);
//! # }
//! ```
//!
//! Nothing here knows any command: that is what policies are for.

mod answers;
#[doc(hidden)]
pub mod bindings;
mod export;
#[cfg(any(test, target_arch = "wasm32"))]
mod heap;
pub mod log;
mod roles;
#[cfg(not(target_arch = "wasm32"))]
pub mod test_kit;
mod view;

pub use bindings::about::exports::shellward::policy::about::{Description, Example, Rule};
pub use bindings::base::shellward::policy::types::{
    Assignment, Attr, Block, Command, Condition, Edit, Effect, Finding, Function, Gap, Judgement,
    Piece, Place, Range, Redirect, Resolved, Script, Session, Span, Text, Verdict, Word, Wrapper,
};
pub use bindings::effects::exports::shellward::policy::effects::Description as EffectsDescription;
pub use bindings::exit_codes::exports::shellward::policy::exit_codes::{Ending, Meaning};
#[doc(hidden)]
pub use export::roles_of;
pub use roles::{About, Classifier, Effects, ExitCodes, Warnings};
pub use view::{BlockView, CommandView, EndedWith, PieceView, RedirectView, ScriptView, WordView};
