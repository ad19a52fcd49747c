//! From bytes to the text that is returned (R7.2). PURE: it is handed the bytes and knows no file.
//!
//! Nothing is left out without being said: a text that is not all of the output has a line where the gap is, and the
//! counts add up. Terminal escape sequences stay as they are; whoever prints to a terminal decides about them (R1.5).

use std::{borrow::Cow, path::Path};

/// Share of a sample, as one in so many bytes, from which on invalid UTF-8 makes it binary. Random bytes are about
/// half valid, text in another encoding than UTF-8 mostly far below this.
const BINARY_SHARE: usize = 3;
/// How much of each end is looked at to tell binary from text, in bytes.
const SAMPLE_BYTES: usize = 64 * 1024;

/// Bytes and line feeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Bytes.
    pub bytes: u64,
    /// Line feeds among them.
    pub lines: u64,
}

impl Totals {
    /// Counts a piece of output.
    pub fn of(bytes: &[u8]) -> Self {
        Self {
            bytes: bytes.len() as u64,
            // A narrow counter for each short piece lets the compiler count many bytes at once.
            lines: bytes
                .chunks(255)
                .map(|piece| {
                    let lines = piece
                        .iter()
                        .fold(0_u8, |lines, byte| lines + u8::from(*byte == b'\n'));
                    u64::from(lines)
                })
                .sum(),
        }
    }

    /// Adds another piece.
    pub const fn add(&mut self, other: Self) {
        self.bytes += other.bytes;
        self.lines += other.lines;
    }

    /// Returns what is left when a piece is taken away.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self {
            bytes: self.bytes.saturating_sub(other.bytes),
            lines: self.lines.saturating_sub(other.lines),
        }
    }
}

/// The bytes a text is made of.
#[derive(Clone, Copy, Debug)]
pub enum Kept<'a> {
    /// All of the output.
    Whole(&'a [u8]),
    /// Its two ends, with something between them that was not read back.
    Ends {
        /// The first bytes: enough for the text, even after progress in them collapses.
        head: &'a [u8],
        /// The last bytes, as many.
        tail: &'a [u8],
    },
}

/// A text and what it leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// The text.
    pub text: String,
    /// What it leaves out: the gap, and progress that overwrote itself.
    pub omitted: Totals,
    /// Whether the output is not text, so that `text` only names it.
    pub binary: bool,
}

/// Returns how many bytes of each end are needed for a text of at most so many characters.
///
/// A character has at most four bytes and each end gets half of the text; the rest is for progress that collapses.
pub(super) const fn window_bytes(chars: usize) -> usize {
    chars * 4
}

/// Makes a text of at most `chars` characters; `totals` counts the whole output and `file` is where it can be found.
pub fn render(kept: Kept<'_>, totals: Totals, file: Option<&Path>, chars: usize) -> Rendered {
    let (head, tail) = match kept {
        Kept::Whole(bytes) => (bytes, bytes),
        Kept::Ends { head, tail } => (head, tail),
    };
    if is_binary(first(head, SAMPLE_BYTES)) || is_binary(last(tail, SAMPLE_BYTES)) {
        let size = group_digits(totals.bytes);
        return Rendered {
            text: format!("binary output, {size} bytes{}", all_of_it(file)),
            omitted: totals,
            binary: true,
        };
    }
    if let Kept::Whole(bytes) = kept {
        let (collapsed, dropped) = collapse_progress(bytes);
        if char_count(&collapsed) <= chars {
            return Rendered {
                text: String::from_utf8_lossy(&collapsed).into_owned(),
                omitted: Totals {
                    bytes: dropped,
                    lines: 0,
                },
                binary: false,
            };
        }
        return join_ends(&collapsed, Tail::SameAsHead, totals, file, chars);
    }
    let (head, _) = collapse_progress(head);
    let (tail, _) = collapse_progress(tail);
    join_ends(&head, Tail::Apart(&tail), totals, file, chars)
}

/// Where the end of the output is.
#[derive(Clone, Copy)]
enum Tail<'a> {
    /// In the bytes that also hold the start.
    SameAsHead,
    /// In bytes of its own.
    Apart(&'a [u8]),
}

/// Puts both ends together with a line between them that says what is left out.
fn join_ends(
    head: &[u8],
    tail: Tail<'_>,
    totals: Totals,
    file: Option<&Path>,
    chars: usize,
) -> Rendered {
    // The line is longest when everything is left out; two line feeds come around it.
    let reserved = gap_line(totals, file).chars().count() + 2;
    let half = chars.saturating_sub(reserved) / 2;
    let head_end = head_end(head, half);
    let shown_head = first(head, head_end);
    let (tail, earliest) = match tail {
        Tail::SameAsHead => (head, head_end),
        Tail::Apart(tail) => (tail, 0),
    };
    let shown_tail = tail
        .get(tail_start(tail, half).max(earliest)..)
        .unwrap_or_default();
    let omitted = totals
        .without(Totals::of(shown_head))
        .without(Totals::of(shown_tail));
    let mut text = String::from_utf8_lossy(shown_head).into_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&gap_line(omitted, file));
    text.push('\n');
    text.push_str(&String::from_utf8_lossy(shown_tail));
    Rendered {
        text,
        omitted,
        binary: false,
    }
}

/// The line between head and tail.
fn gap_line(omitted: Totals, file: Option<&Path>) -> String {
    format!(
        "… {} bytes ({} lines) left out{}",
        group_digits(omitted.bytes),
        group_digits(omitted.lines),
        all_of_it(file),
    )
}

fn all_of_it(file: Option<&Path>) -> String {
    file.map_or_else(
        || "; they were not kept".to_owned(),
        |file| format!("; all of it: {}", file.display()),
    )
}

/// Writes a number in groups of three digits, as in `199 970 000`.
pub fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    grouped
}

/// Collapses lines that overwrote themselves with carriage returns to their last state, and says how many bytes that
/// dropped. Carriage returns at the end of a line stay.
pub(super) fn collapse_progress(bytes: &[u8]) -> (Cow<'_, [u8]>, u64) {
    if !bytes.contains(&b'\r') {
        return (Cow::Borrowed(bytes), 0);
    }
    let mut collapsed = Vec::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let end = line
            .iter()
            .rposition(|byte| !matches!(byte, b'\r' | b'\n'))
            .map_or(0, |last| last + 1);
        let start = first(line, end)
            .iter()
            .rposition(|byte| *byte == b'\r')
            .map_or(0, |last| last + 1);
        collapsed.extend_from_slice(line.get(start..).unwrap_or_default());
    }
    let dropped = (bytes.len() - collapsed.len()) as u64;
    (Cow::Owned(collapsed), dropped)
}

/// Whether bytes are no text: a NUL byte, or much that is not UTF-8.
fn is_binary(sample: &[u8]) -> bool {
    if sample.contains(&0) {
        return true;
    }
    let invalid: usize = sample
        .utf8_chunks()
        .map(|chunk| chunk.invalid().len())
        .sum();
    // A sample may begin and end inside a character.
    invalid > 6 && invalid * BINARY_SHARE > sample.len()
}

fn first(bytes: &[u8], count: usize) -> &[u8] {
    bytes.get(..count).unwrap_or(bytes)
}

fn last(bytes: &[u8], count: usize) -> &[u8] {
    bytes
        .get(bytes.len().saturating_sub(count)..)
        .unwrap_or_default()
}

/// Returns how many characters the bytes become; each invalid sequence becomes one.
fn char_count(bytes: &[u8]) -> usize {
    bytes
        .utf8_chunks()
        .map(|chunk| chunk.valid().chars().count() + usize::from(!chunk.invalid().is_empty()))
        .sum()
}

/// Returns where character number `count` starts, or the length if there are no more than `count`.
fn char_start(bytes: &[u8], count: usize) -> usize {
    let mut left = count;
    let mut start = 0;
    for chunk in bytes.utf8_chunks() {
        for char in chunk.valid().chars() {
            if left == 0 {
                return start;
            }
            left -= 1;
            start += char.len_utf8();
        }
        if !chunk.invalid().is_empty() {
            if left == 0 {
                return start;
            }
            left -= 1;
            start += chunk.invalid().len();
        }
    }
    start
}

/// Returns how many bytes at the start make at most `chars` characters, back to the end of a line if one is near.
fn head_end(bytes: &[u8], chars: usize) -> usize {
    let end = char_start(first(bytes, window_bytes(chars)), chars);
    let near = bytes.get(end / 2..end).unwrap_or_default();
    near.iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(end, |place| end / 2 + place + 1)
}

/// Returns where at most `chars` characters at the end start, on to the start of a line if one is near.
fn tail_start(bytes: &[u8], chars: usize) -> usize {
    let window = last(bytes, window_bytes(chars));
    let inside = window
        .iter()
        .take(3)
        .take_while(|byte| (0x80..0xC0).contains(*byte))
        .count();
    // The window holds all only if it is shorter than the bytes; else it begins with a whole character.
    let skipped = if window.len() < bytes.len() {
        inside
    } else {
        0
    };
    let window = window.get(skipped..).unwrap_or_default();
    let surplus = char_count(window).saturating_sub(chars);
    let start = bytes.len() - window.len() + char_start(window, surplus);
    let before = start.checked_sub(1).and_then(|place| bytes.get(place));
    if before.is_none_or(|byte| *byte == b'\n') {
        return start;
    }
    let length = bytes.len() - start;
    let near = bytes.get(start..start + length / 2).unwrap_or_default();
    near.iter()
        .position(|byte| *byte == b'\n')
        .map_or(start, |place| start + place + 1)
}

#[cfg(test)]
mod tests;
