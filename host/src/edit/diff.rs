//! The difference between two contents, for a person. Pure.

use std::time::Duration;

use similar::TextDiff;

/// Lines shown around each change.
const CONTEXT_LINES: usize = 3;

/// After so long a difference need not be the smallest any more.
const PATIENCE: Duration = Duration::from_millis(200);

/// Returns the difference as a unified diff; empty if there is none.
///
/// Bytes that are not UTF-8 are shown as replacement characters: the diff is for reading, not for applying.
///
/// ```
/// let diff = shellward::edit::unified("f", b"one\ntwo\n", b"one\n2\n");
/// assert!(diff.contains("-two\n+2\n"));
/// assert_eq!(shellward::edit::unified("f", b"one\n", b"one\n"), "");
/// ```
pub fn unified(name: &str, before: &[u8], after: &[u8]) -> String {
    if before == after {
        return String::new();
    }
    let (before, after) = (
        String::from_utf8_lossy(before),
        String::from_utf8_lossy(after),
    );
    TextDiff::configure()
        .timeout(PATIENCE)
        .diff_lines(before.as_ref(), after.as_ref())
        .unified_diff()
        .context_radius(CONTEXT_LINES)
        .header(&format!("a/{name}"), &format!("b/{name}"))
        .to_string()
}
