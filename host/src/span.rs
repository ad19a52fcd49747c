//! Byte spans into the texts of a script (R3.20).

use std::ops::Range as ByteRange;

use serde::{Deserialize, Serialize};

/// Bytes `start..end` of text number `text` of a script.
///
/// Text 0 is always the source; others are texts of their own, such as the body of a `-c` option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// Index of the text.
    pub text: u32,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Creates a span of the source text.
    pub const fn source(start: u32, end: u32) -> Self {
        Self {
            text: 0,
            start,
            end,
        }
    }

    /// Returns the bytes as a range for slicing.
    pub const fn bytes(self) -> ByteRange<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the smallest span that holds both, which must be of the same text.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        debug_assert_eq!(self.text, other.text, "spans of different texts");
        Self {
            text: self.text,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// Elements `start..start + len` of a flat list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// Index of the first element.
    pub start: u32,
    /// How many.
    pub len: u32,
}

impl Range {
    /// Returns the indices as a range for slicing.
    pub const fn indices(self) -> ByteRange<usize> {
        self.start as usize..(self.start + self.len) as usize
    }

    /// Whether it holds no element.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }
}
