//! What rules know of programs: which of them run others, and git's options before the subcommand (R4.3). Tables and
//! the questions put to them; nothing else.

/// Programs and builtins that run what their arguments say, so that a deny or ask rule looks into the arguments too.
/// The readers look through some of them (R2.3); this table only ever makes a decision stricter. Sorted.
const RUNNERS: [&str; 62] = [
    "ash",
    "bash",
    "builtin",
    "busybox",
    "bwrap",
    "chroot",
    "chrt",
    "command",
    "coproc",
    "csh",
    "dash",
    "dbus-run-session",
    "doas",
    "entr",
    "env",
    "eval",
    "exec",
    "fakeroot",
    "firejail",
    "fish",
    "flock",
    "ionice",
    "ksh",
    "linux32",
    "linux64",
    "ltrace",
    "mksh",
    "nice",
    "nohup",
    "nsenter",
    "numactl",
    "parallel",
    "perf",
    "pkexec",
    "prlimit",
    "rlwrap",
    "runuser",
    "script",
    "setarch",
    "setpriv",
    "setsid",
    "sh",
    "ssh",
    "stdbuf",
    "strace",
    "su",
    "sudo",
    "systemd-run",
    "taskset",
    "tcsh",
    "time",
    "timeout",
    "toybox",
    "trap",
    "tsocks",
    "unbuffer",
    "unshare",
    "watch",
    "xargs",
    "xvfb-run",
    "yash",
    "zsh",
];

/// Options of `find` after which a command follows. Sorted.
const FIND_RUNS: [&str; 4] = ["-exec", "-execdir", "-ok", "-okdir"];

/// Options of git that take their argument as the next word. Sorted.
const GIT_TAKES_WORD: [&str; 8] = [
    "--attr-source",
    "--config-env",
    "--git-dir",
    "--namespace",
    "--super-prefix",
    "--work-tree",
    "-C",
    "-c",
];

/// Options of git before the subcommand that change neither the program nor the place. Sorted.
const GIT_NEUTRAL: [&str; 15] = [
    "--glob-pathspecs",
    "--help",
    "--html-path",
    "--icase-pathspecs",
    "--info-path",
    "--literal-pathspecs",
    "--man-path",
    "--no-lazy-fetch",
    "--no-optional-locks",
    "--no-pager",
    "--no-replace-objects",
    "--noglob-pathspecs",
    "--version",
    "-P",
    "-v",
];

/// Whether a program runs what its arguments say.
pub(super) fn is_runner(name: &str) -> bool {
    RUNNERS.binary_search(&name).is_ok()
}

/// Whether a command follows this word of `find`.
pub(super) fn find_runs_after(word: &str) -> bool {
    FIND_RUNS.binary_search(&word).is_ok()
}

/// Whether the word after this option of git belongs to it.
pub(super) fn git_takes_word(option: &str) -> bool {
    GIT_TAKES_WORD.binary_search(&option).is_ok()
}

/// Whether this option of git changes neither the program nor the place.
pub(super) fn git_is_neutral(option: &str) -> bool {
    GIT_NEUTRAL.binary_search(&option).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(RUNNERS.is_sorted());
        assert!(FIND_RUNS.is_sorted());
        assert!(GIT_TAKES_WORD.is_sorted());
        assert!(GIT_NEUTRAL.is_sorted());
    }

    #[test]
    fn no_option_that_changes_program_or_place_is_neutral() {
        for option in GIT_TAKES_WORD
            .iter()
            .chain(&["--exec-path", "-p", "--paginate"])
        {
            assert!(!git_is_neutral(option), "{option}");
        }
    }
}
