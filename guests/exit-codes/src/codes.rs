//! What exit codes say, by program: the table and the codes that are the same for all.

use shellward_sdk::CommandView;

/// Whether a code means that something went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Harm {
    /// It is an answer, such as "no matches".
    None,
    /// Something went wrong.
    Error,
}

/// What a code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    pub(crate) harm: Harm,
    pub(crate) message: &'static str,
}

impl Code {
    pub(crate) const fn answer(message: &'static str) -> Self {
        Self {
            harm: Harm::None,
            message,
        }
    }

    pub(crate) const fn error(message: &'static str) -> Self {
        Self {
            harm: Harm::Error,
            message,
        }
    }
}

const NO_MATCH: Code = Code::answer("no matches");
const DIFFER: Code = Code::answer("files differ");
const FALSE: Code = Code::answer("condition is false");

/// The codes of programs that mean one thing however the program is called. Sorted by program and code.
const PROGRAMS: &[(&str, i32, Code)] = &[
    ("[", 1, FALSE),
    ("[[", 1, FALSE),
    ("ack", 1, NO_MATCH),
    ("ag", 1, NO_MATCH),
    ("cmp", 1, DIFFER),
    (
        "curl",
        6,
        Code::error("the host name could not be resolved"),
    ),
    ("curl", 7, Code::error("could not connect")),
    ("curl", 22, Code::error("the server answered with an error")),
    ("curl", 28, Code::error("timed out")),
    (
        "curl",
        60,
        Code::error("the server's certificate is not trusted"),
    ),
    ("diff", 1, DIFFER),
    ("egrep", 1, NO_MATCH),
    ("expr", 1, Code::answer("the result is empty or zero")),
    ("fgrep", 1, NO_MATCH),
    ("git", 128, Code::error("git stopped with a fatal error")),
    (
        "git",
        129,
        Code::error("git was called in a way it does not understand"),
    ),
    ("grep", 1, NO_MATCH),
    ("pgrep", 1, Code::answer("no process matched")),
    ("pidof", 1, Code::answer("no such process")),
    ("pytest", 1, Code::error("some tests failed")),
    ("pytest", 5, Code::error("no tests were collected")),
    ("rg", 1, NO_MATCH),
    ("sdiff", 1, DIFFER),
    ("ssh", 255, Code::error("the connection failed")),
    ("test", 1, FALSE),
    ("timeout", 124, TIMED_OUT),
    ("which", 1, Code::answer("not found on the PATH")),
    ("zgrep", 1, NO_MATCH),
];

const TIMED_OUT: Code = Code::error("timed out");

/// Signals a person meets, by number. Sorted.
const SIGNALS: &[(i32, &str)] = &[
    (1, "hung up (SIGHUP)"),
    (2, "interrupted (SIGINT)"),
    (3, "quit (SIGQUIT)"),
    (4, "illegal instruction (SIGILL)"),
    (5, "trace trap (SIGTRAP)"),
    (6, "aborted (SIGABRT)"),
    (7, "bus error (SIGBUS)"),
    (8, "arithmetic error (SIGFPE)"),
    (9, "killed (SIGKILL): out of memory, or kill -9"),
    (11, "segmentation fault (SIGSEGV)"),
    (13, "broken pipe (SIGPIPE)"),
    (14, "alarm clock (SIGALRM)"),
    (15, "terminated (SIGTERM)"),
    (24, "processor time limit exceeded (SIGXCPU)"),
    (25, "file size limit exceeded (SIGXFSZ)"),
    (31, "bad system call (SIGSYS)"),
];

/// The code of a command whose writing end nobody reads any more.
pub(crate) const BROKEN_PIPE: i32 = 128 + 13;

/// Returns what a code of a program says.
pub(crate) fn of_program(program: &str, status: i32) -> Option<Code> {
    let place = PROGRAMS.binary_search_by(|&(name, code, _)| (name, code).cmp(&(program, status)));
    place
        .ok()
        .and_then(|at| PROGRAMS.get(at))
        .map(|&(_, _, code)| code)
}

/// Returns what a code says whatever ended with it.
pub(crate) fn of_any(status: i32, enders: &[CommandView<'_>]) -> Option<&'static str> {
    match status {
        124 if enders.iter().copied().any(crate::command::has_time_limit) => {
            Some(TIMED_OUT.message)
        }
        126 => Some("found but not executable"),
        127 => Some("command not found"),
        _ => {
            let signal = status.checked_sub(128)?;
            let place = SIGNALS.binary_search_by_key(&signal, |&(number, _)| number);
            place
                .ok()
                .and_then(|at| SIGNALS.get(at))
                .map(|&(_, message)| message)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_say_everything_once() {
        assert!(PROGRAMS.is_sorted_by(|a, b| (a.0, a.1) < (b.0, b.1)));
        assert!(SIGNALS.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn success_and_usage_errors_are_never_answers() {
        for &(program, status, code) in PROGRAMS {
            assert_ne!(status, 0, "{program}");
            assert!(
                code.harm == Harm::Error || status == 1,
                "{program} {status}"
            );
        }
    }

    #[test]
    fn signals_have_names() {
        let expected = [
            (130, "interrupted"),
            (137, "out of memory"),
            (139, "segmentation fault"),
            (141, "broken pipe"),
            (143, "terminated"),
        ];
        for (status, part) in expected {
            assert!(
                of_any(status, &[]).is_some_and(|message| message.contains(part)),
                "{status}"
            );
        }
        for status in [0, 1, 2, 124, 128, 255, i32::MIN, i32::MAX] {
            assert_eq!(of_any(status, &[]), None, "{status}");
        }
    }
}
