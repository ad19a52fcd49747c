//! What exit codes say, by program, and the codes that are the same for all. The rows stand in `codes/table.rs`.

mod table;

use shellward_sdk::{CommandView, Ending};

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

/// What must have been printed to standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stderr {
    /// Whatever it is.
    Any,
    /// Nothing: a program that also fails with this code says why.
    Silent,
    /// Nothing but lines with this in them.
    Only(&'static str),
}

/// One meaning of a code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Programs, separated by spaces.
    pub(crate) programs: &'static str,
    /// The code.
    pub(crate) status: i32,
    /// The last code that means the same.
    pub(crate) last: i32,
    /// Subcommands, separated by `|`. Empty: whichever.
    pub(crate) subcommands: &'static str,
    /// One of these words must be given; none: always.
    pub(crate) flags: &'static [&'static str],
    /// What must have been heard.
    pub(crate) stderr: Stderr,
    /// What it says.
    pub(crate) code: Code,
}

impl Row {
    /// Demands a subcommand and one of some words.
    const fn with(self, subcommands: &'static str, flags: &'static [&'static str]) -> Self {
        Self {
            subcommands,
            flags,
            ..self
        }
    }

    /// Demands what was heard.
    const fn hearing(self, stderr: Stderr) -> Self {
        Self { stderr, ..self }
    }

    /// Says that all codes up to another mean the same.
    const fn up_to(self, last: i32) -> Self {
        Self { last, ..self }
    }
}

const fn answer(programs: &'static str, status: i32, code: Code) -> Row {
    Row {
        programs,
        status,
        last: status,
        subcommands: "",
        flags: &[],
        stderr: Stderr::Any,
        code,
    }
}

const fn error(programs: &'static str, status: i32, code: Code) -> Row {
    answer(programs, status, code)
}

pub(crate) const NO_CONNECTION: Code = Code::error("the connection failed");
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
    (10, "user-defined signal 1 (SIGUSR1)"),
    (11, "segmentation fault (SIGSEGV)"),
    (12, "user-defined signal 2 (SIGUSR2)"),
    (13, "broken pipe (SIGPIPE)"),
    (14, "alarm clock (SIGALRM)"),
    (15, "terminated (SIGTERM)"),
    (24, "processor time limit exceeded (SIGXCPU)"),
    (25, "file size limit exceeded (SIGXFSZ)"),
    (31, "bad system call (SIGSYS)"),
];

/// The code of a command whose writing end nobody reads any more.
pub(crate) const BROKEN_PIPE: i32 = 128 + 13;

/// Returns what the code that a program ended with says.
pub(crate) fn of_program(program: &str, command: CommandView<'_>, ending: &Ending) -> Option<Code> {
    let mut arguments = None;
    let fits = |row: &&Row| {
        if !(row.status..=row.last).contains(&ending.status)
            || !row.programs.split(' ').any(|one| one == program)
        {
            return false;
        }
        if !is_heard(row.stderr, command, ending) {
            return false;
        }
        if row.subcommands.is_empty() && row.flags.is_empty() {
            return true;
        }
        arguments
            .get_or_insert_with(|| crate::subcommand::split(program, command))
            .fit(row)
    };
    let mut rows = rows();
    rows.find(fits).map(|row| row.code)
}

/// Whether standard error holds what a row demands. What was sent away may have been anything.
fn is_heard(stderr: Stderr, command: CommandView<'_>, ending: &Ending) -> bool {
    let mut lines = ending
        .stderr_tail
        .lines()
        .filter(|line| !line.trim().is_empty());
    match stderr {
        Stderr::Any => true,
        Stderr::Silent => lines.next().is_none() && !sends_errors_away(command),
        Stderr::Only(text) => lines.all(|line| line.contains(text)) && !sends_errors_away(command),
    }
}

/// Goes through all rows.
pub(crate) fn rows() -> impl Iterator<Item = &'static Row> {
    table::GROUPS.into_iter().flatten()
}

/// Whether what a command says to standard error is not heard.
fn sends_errors_away(command: CommandView<'_>) -> bool {
    command
        .redirects()
        .any(|redirect| redirect.descriptor() == 2 || redirect.operator().starts_with('&'))
}

/// Returns what a code says whatever ended with it.
pub(crate) fn of_any(status: i32, enders: &[CommandView<'_>]) -> Option<&'static str> {
    let has_limit = || enders.iter().copied().any(crate::command::has_time_limit);
    let is_wrapped = || {
        enders
            .iter()
            .copied()
            .any(crate::command::has_failing_wrapper)
    };
    match status {
        124 if has_limit() => Some(TIMED_OUT.message),
        125 if is_wrapped() => Some("the program around the command failed by itself"),
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
mod tests;
