//! What a command prints: kept in bounded memory, then in a file, and shown with exact counts (R7.1, R7.2). Knows no
//! run, no shell and no runtime; what it keeps comes out as [`Stream`](crate::outcome::Stream).

mod capture;
mod render;
mod ring;
mod spill;

pub use capture::{Capture, CaptureLimits, Captured, Glance, Notice, OutputFiles, Pipes};
pub use render::{Kept, Rendered, Totals, group_digits, render};
pub use ring::{LastLines, Ring};
pub use spill::{Flow, Spill, SpillError, SpillLimits, Spilled};
