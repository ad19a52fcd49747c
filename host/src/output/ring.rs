//! The last lines of what a run prints, for progress (R5.8, R7.1). Bounded in lines and in bytes.

use super::render::collapse_progress;

/// The last lines, at most so many, of what was pushed.
#[derive(Clone, Debug)]
pub struct Ring {
    /// The end of everything pushed. May hold twice `max_bytes` before it is cut, so that cutting costs little.
    bytes: Vec<u8>,
    max_lines: usize,
    max_bytes: usize,
}

/// The last lines as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastLines {
    /// The lines without their line feeds, oldest first.
    pub lines: Vec<String>,
    /// Whether the last one may still grow, since no line feed ended it.
    pub incomplete: bool,
}

impl Ring {
    /// Creates an empty ring that keeps at most so many lines and bytes.
    pub const fn new(max_lines: usize, max_bytes: usize) -> Self {
        Self {
            bytes: Vec::new(),
            max_lines,
            max_bytes,
        }
    }

    /// Adds what was printed.
    pub fn push(&mut self, chunk: &[u8]) {
        let skipped = chunk.len().saturating_sub(self.max_bytes);
        let end = chunk.get(skipped..).unwrap_or_default();
        if skipped > 0 {
            self.bytes.clear();
        }
        self.bytes.extend_from_slice(end);
        if self.bytes.len() > self.max_bytes * 2 {
            let surplus = self.bytes.len() - self.max_bytes;
            self.bytes.drain(..surplus);
        }
    }

    /// Returns the last lines, at most `count` and at most as many as the ring keeps.
    ///
    /// Progress that overwrote itself with carriage returns shows its last state. Of a line longer than the ring its
    /// end is there.
    pub fn last(&self, count: usize) -> LastLines {
        let count = count.min(self.max_lines);
        let surplus = self.bytes.len().saturating_sub(self.max_bytes);
        let kept = self.bytes.get(surplus..).unwrap_or_default();
        let incomplete = kept.last().is_some_and(|byte| *byte != b'\n');
        let body = kept.strip_suffix(b"\n").unwrap_or(kept);
        if kept.is_empty() {
            return LastLines::default();
        }
        let mut lines: Vec<String> = body
            .rsplit(|byte| *byte == b'\n')
            .take(count)
            .map(|line| {
                let (line, _) = collapse_progress(line);
                let line = String::from_utf8_lossy(&line);
                line.trim_end_matches('\r').to_owned()
            })
            .collect();
        lines.reverse();
        LastLines { lines, incomplete }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn last(text: &str, count: usize) -> LastLines {
        let mut ring = Ring::new(1000, 1024);
        ring.push(text.as_bytes());
        ring.last(count)
    }

    #[test]
    fn nothing_printed_gives_no_line() {
        assert_eq!(last("", 5), LastLines::default());
    }

    #[test]
    fn line_without_line_feed_is_incomplete() {
        assert_eq!(
            last("a\nb", 5),
            LastLines {
                lines: vec!["a".to_owned(), "b".to_owned()],
                incomplete: true
            }
        );
        assert!(!last("a\nb\n", 5).incomplete);
    }

    #[test]
    fn empty_lines_count() {
        assert_eq!(last("a\n\n\n", 2).lines, ["", ""]);
    }

    #[test]
    fn progress_shows_its_last_state() {
        assert_eq!(last("10%\r20%\r", 1).lines, ["20%"]);
    }

    #[test]
    fn long_line_keeps_its_end() {
        let mut ring = Ring::new(10, 4);
        ring.push(b"0123456789");
        assert_eq!(ring.last(5).lines, ["6789"]);
    }

    proptest! {
        #[test]
        fn last_lines_are_those_of_the_whole(chunks in prop::collection::vec("[ab\n]{0,9}", 0..40)) {
            let mut ring = Ring::new(1000, 64);
            for chunk in &chunks {
                ring.push(chunk.as_bytes());
                prop_assert!(ring.bytes.len() <= 128);
            }
            let whole = chunks.concat();
            let kept = whole.get(whole.len().saturating_sub(64)..).unwrap_or_default();
            let wanted: Vec<&str> = kept.lines().collect();
            let start = wanted.len().saturating_sub(5);
            prop_assert_eq!(ring.last(5).lines, &wanted[start..]);
        }
    }
}
