//! What every run gets, and what harmless runs get unasked (R5.3, R5.4).

use super::is_secret;

/// What every run gets: nothing waits for a person at a pager or an editor.
pub const ADDED: [(&str, &str); 11] = [
    ("AWS_PAGER", "cat"),
    ("BAT_PAGER", "cat"),
    ("DELTA_PAGER", "cat"),
    ("GH_PAGER", "cat"),
    ("GIT_EDITOR", "true"),
    ("GIT_PAGER", "cat"),
    ("MANPAGER", "cat"),
    ("PAGER", "cat"),
    ("PSQL_PAGER", "cat"),
    ("SHELLWARD", "1"),
    ("SYSTEMD_PAGER", "cat"),
];

/// What a harmless run gets unasked, besides `LC_*`. Sorted.
const ALWAYS_PASSED: [&str; 11] = [
    "COLUMNS", "HOME", "LANG", "LANGUAGE", "LINES", "LOGNAME", "NO_COLOR", "PATH", "TERM", "TZ",
    "USER",
];

/// Whether a harmless run gets a variable unasked.
pub fn is_always_passed(name: &str) -> bool {
    ALWAYS_PASSED.binary_search(&name).is_ok() || (name.starts_with("LC_") && !is_secret(name))
}

/// Whether shellward itself sets a variable.
pub fn is_added(name: &str) -> bool {
    matches!(name, "SHELL" | "TMPDIR") || ADDED.iter().any(|(added, _)| *added == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(ADDED.is_sorted());
        assert!(ALWAYS_PASSED.is_sorted());
    }
}
