//! Edits whose result is known before anybody says yes (R8): how the change is shown, and how exactly that is written.
//!
//! What the new content is, a contained run says: there is no second `sed` here.

mod apply;
mod diff;

pub use apply::{ApplyError, apply};
pub use diff::unified;
