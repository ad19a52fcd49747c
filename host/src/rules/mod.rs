//! Rules: what people wrote about commands (R4.3). PURE: no files, no environment.
//!
//! Rules that restrict (deny, ask) match generously, rules that allow strictly: where it is not certain what a
//! command does, the first match and the second don't.

mod arity;
mod command;
mod cover;
mod denied;
mod domain;
mod examples;
mod meet;
mod opening;
mod pattern;
mod place;
mod programs;
mod restrict;
mod rule;
mod search;
mod seen;
mod set;
mod suggest;
#[cfg(test)]
mod tests;

pub use cover::{NoSurroundings, Surroundings};
pub use denied::DeniedPattern;
pub(crate) use pattern::base_name;
pub use place::Anchors;
pub use restrict::Certainty;
pub use rule::{Rule, RuleError, RuleErrorKind, Wish};
pub use set::{Entry, Hit, RuleSet, Source};
pub(crate) use suggest::{exact_rule, place_rules, prefix_rule};
