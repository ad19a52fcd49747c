//! Each part by hand, and against the real bash (R2.6).
#![expect(
    clippy::string_slice,
    clippy::format_push_string,
    reason = "a test that panics has found something"
)]

mod arithmetic;
mod braces;
mod conditional;
mod here;
mod oracle;
