//! shellward
pub mod ids;
pub mod judge;
pub mod limits;
pub mod outcome;
pub mod plan;
pub mod read;
pub mod span;
