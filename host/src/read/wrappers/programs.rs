//! Programs that run the command after their options, as tables (R2.3): what they all need is in [`look_through`].
//!
//! The tables hold what the tools' own option strings hold, of coreutils 9, util-linux 2.38 to 2.41, findutils 4.9 and
//! the others as of 2025. An option that is missing makes a command unreadable, never misread.

use super::{
    Change, Ending, Environment, Found, Inner, Look, Place, Search,
    options::{Does, Flag, Given, Obstacle, Options, flag, maybe, options, value},
    words::inner,
};
use crate::read::script::{Fields, Word};

const HELP: Flag = flag("", "help").does(Does::RunsNothing);
const VERSION: Flag = flag("", "version").does(Does::RunsNothing);
const HELP_LETTER: Flag = flag("h", "help").does(Does::RunsNothing);
const VERSION_LETTER: Flag = flag("V", "version").does(Does::RunsNothing);

/// An operand before the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operand {
    /// Any one word.
    Any,
    /// A number; newer versions take the command here if it is none.
    Number,
}

/// What a tool does that is given no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lacking {
    /// Nothing that matters here: it prints something.
    Prints,
    /// It starts a shell, which reads its input.
    Shell,
}

/// What a command finds around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Around {
    /// What the tool does.
    Same,
    /// Other files, programs or variables.
    Other,
}

/// A tool that runs the command after its options and operands.
struct Program {
    names: &'static [&'static str],
    flags: &'static [Flag],
    operands: &'static [Operand],
    lacking: Lacking,
    around: Around,
}

const fn program(names: &'static [&'static str], flags: &'static [Flag]) -> Program {
    Program {
        names,
        flags,
        operands: &[],
        lacking: Lacking::Prints,
        around: Around::Same,
    }
}

impl Program {
    const fn after(self, operands: &'static [Operand]) -> Self {
        Self { operands, ..self }
    }

    const fn elsewhere(self) -> Self {
        Self {
            around: Around::Other,
            ..self
        }
    }

    const fn or_shell(self) -> Self {
        Self {
            lacking: Lacking::Shell,
            ..self
        }
    }
}

static PROGRAMS: [Program; 24] = [
    program(&["timeout", "gtimeout"], &TIMEOUT).after(&[Operand::Any]),
    program(&["nice", "gnice"], &NICE),
    program(&["nohup", "gnohup"], &[HELP, VERSION]),
    program(&["stdbuf", "gstdbuf"], &STDBUF),
    program(&["time", "gtime"], &TIME),
    program(&["ionice"], &IONICE),
    program(&["setsid"], &SETSID),
    program(&["taskset"], &TASKSET).after(&[Operand::Any]),
    program(&["chrt"], &CHRT).after(&[Operand::Number]),
    program(&["setpriv"], &SETPRIV),
    program(&["prlimit"], &PRLIMIT),
    program(
        &["linux32", "linux64", "i386", "x86_64", "uname26"],
        &SETARCH,
    )
    .or_shell(),
    program(&["unshare"], &UNSHARE).or_shell(),
    program(&["chroot", "gchroot"], &CHROOT)
        .after(&[Operand::Any])
        .elsewhere()
        .or_shell(),
    program(&["strace"], &STRACE),
    program(&["fakeroot"], &FAKEROOT).or_shell(),
    program(&["pkexec"], &PKEXEC).elsewhere().or_shell(),
    program(&["caffeinate"], &CAFFEINATE),
    program(&["sshpass"], &SSHPASS),
    program(&["unbuffer"], &[flag("p", "")]),
    program(&["catchsegv", "eatmydata", "nocache"], &[]),
    program(&["gosu", "su-exec"], &[])
        .after(&[Operand::Any])
        .elsewhere(),
    program(&["busybox", "toybox"], &[]),
    program(&["numactl"], &NUMACTL),
];

static TIMEOUT: [Flag; 7] = [
    flag("f", "foreground"),
    flag("p", "preserve-status"),
    flag("v", "verbose"),
    value("k", "kill-after"),
    value("s", "signal"),
    HELP,
    VERSION,
];

static NICE: [Flag; 3] = [value("n", "adjustment"), HELP, VERSION];

static STDBUF: [Flag; 5] = [
    value("i", "input"),
    value("o", "output"),
    value("e", "error"),
    HELP,
    VERSION,
];

static TIME: [Flag; 9] = [
    flag("a", "append"),
    value("f", "format"),
    value("o", "output").does(Does::Writes),
    flag("p", "portability"),
    flag("q", "quiet"),
    flag("v", "verbose"),
    // Elsewhere it asks for numbers that people can read.
    flag("h", "").does(Does::Hides),
    HELP,
    VERSION_LETTER,
];

static IONICE: [Flag; 8] = [
    value("c", "class"),
    value("n", "classdata"),
    value("p", "pid").does(Does::ActsOnProcesses),
    value("P", "pgid").does(Does::ActsOnProcesses),
    value("u", "uid").does(Does::ActsOnProcesses),
    flag("t", "ignore"),
    HELP_LETTER,
    VERSION_LETTER,
];

static SETSID: [Flag; 5] = [
    flag("c", "ctty"),
    flag("f", "fork"),
    flag("w", "wait"),
    HELP_LETTER,
    VERSION_LETTER,
];

static TASKSET: [Flag; 5] = [
    flag("a", "all-tasks"),
    flag("p", "pid").does(Does::ActsOnProcesses),
    flag("c", "cpu-list"),
    HELP_LETTER,
    VERSION_LETTER,
];

static CHRT: [Flag; 16] = [
    flag("a", "all-tasks"),
    flag("b", "batch"),
    flag("d", "deadline"),
    flag("f", "fifo"),
    flag("i", "idle"),
    flag("m", "max").does(Does::RunsNothing),
    flag("o", "other"),
    flag("p", "pid").does(Does::ActsOnProcesses),
    flag("r", "rr"),
    flag("R", "reset-on-fork"),
    flag("v", "verbose"),
    value("T", "sched-runtime"),
    value("P", "sched-period"),
    value("D", "sched-deadline"),
    HELP_LETTER,
    VERSION_LETTER,
];

static SETPRIV: [Flag; 22] = [
    flag("d", "dump").does(Does::RunsNothing),
    flag("", "nnp"),
    flag("", "no-new-privs"),
    value("", "ambient-caps"),
    value("", "inh-caps"),
    value("", "bounding-set"),
    value("", "ruid"),
    value("", "euid"),
    value("", "rgid"),
    value("", "egid"),
    value("", "reuid"),
    value("", "regid"),
    flag("", "clear-groups"),
    flag("", "keep-groups"),
    flag("", "init-groups"),
    value("", "groups"),
    value("", "securebits"),
    value("", "pdeathsig"),
    value("", "selinux-label"),
    value("", "apparmor-profile"),
    flag("", "reset-env").does(Does::Clears),
    HELP_LETTER,
];

static PRLIMIT: [Flag; 22] = [
    value("p", "pid").does(Does::ActsOnProcesses),
    value("o", "output"),
    flag("", "noheadings"),
    flag("", "raw"),
    flag("", "verbose"),
    HELP_LETTER,
    VERSION_LETTER,
    maybe("c", "core"),
    maybe("d", "data"),
    maybe("e", "nice"),
    maybe("f", "fsize"),
    maybe("i", "sigpending"),
    maybe("l", "memlock"),
    maybe("m", "rss"),
    maybe("n", "nofile"),
    maybe("q", "msgqueue"),
    maybe("r", "rtprio"),
    maybe("s", "stack"),
    maybe("t", "cpu"),
    maybe("u", "nproc"),
    maybe("v", "as"),
    maybe("xy", ""),
];

static SETARCH: [Flag; 17] = [
    flag("B", "32bit"),
    flag("F", "fdpic-funcptrs"),
    flag("I", "short-inode"),
    flag("L", "addr-compat-layout"),
    flag("R", "addr-no-randomize"),
    flag("S", "whole-seconds"),
    flag("T", "sticky-timeouts"),
    flag("X", "read-implies-exec"),
    flag("Z", "mmap-page-zero"),
    flag("3", "3gb"),
    flag("", "4gb"),
    flag("", "uname-2.6"),
    flag("v", "verbose"),
    flag("", "list").does(Does::RunsNothing),
    flag("", "show").does(Does::RunsNothing),
    HELP_LETTER,
    VERSION_LETTER,
];

static UNSHARE: [Flag; 30] = [
    maybe("", "mount"),
    maybe("", "uts"),
    maybe("", "ipc"),
    maybe("", "net"),
    maybe("", "pid"),
    maybe("", "user"),
    maybe("", "cgroup"),
    maybe("", "time"),
    flag("muinpUCT", ""),
    flag("f", "fork"),
    value("", "map-user"),
    value("", "map-group"),
    flag("r", "map-root-user"),
    flag("c", "map-current-user"),
    flag("", "map-auto"),
    value("", "map-users"),
    value("", "map-groups"),
    maybe("", "kill-child"),
    maybe("", "mount-proc"),
    value("", "propagation"),
    value("", "setgroups"),
    flag("", "keep-caps"),
    value("R", "root").does(Does::Wanders),
    value("w", "wd").does(Does::Enters),
    value("S", "setuid"),
    value("G", "setgid"),
    value("", "monotonic"),
    value("", "boottime"),
    HELP_LETTER,
    VERSION_LETTER,
];

static CHROOT: [Flag; 5] = [
    value("", "groups"),
    value("", "userspec"),
    flag("", "skip-chdir"),
    HELP,
    VERSION,
];

/// `-o` is missing since it may name a program, `-E` since it changes the environment.
static STRACE: [Flag; 5] = [
    flag("cCfFqvxytTriknwzZdN", ""),
    flag("", "follow-forks"),
    value("abeIOPsSUX", ""),
    value("p", "").does(Does::Hides),
    flag("hV", "").does(Does::RunsNothing),
];

static FAKEROOT: [Flag; 6] = [
    value("lf", "").does(Does::Hides),
    value("i", "").does(Does::Reads),
    value("s", "").does(Does::Writes),
    flag("u", "unknown-is-real"),
    value("b", "fd-base"),
    flag("hv", "").does(Does::RunsNothing),
];

static PKEXEC: [Flag; 5] = [
    value("u", "user"),
    flag("", "disable-internal-agent"),
    flag("", "keep-cwd"),
    HELP,
    VERSION,
];

static CAFFEINATE: [Flag; 2] = [flag("disum", ""), value("tw", "")];

static SSHPASS: [Flag; 5] = [
    value("f", "").does(Does::Reads),
    value("dpP", ""),
    // Its argument may be attached, and only that.
    maybe("e", ""),
    flag("v", ""),
    flag("hV", "").does(Does::RunsNothing),
];

static NUMACTL: [Flag; 5] = [
    value("i", "interleave"),
    value("N", "cpunodebind"),
    value("C", "physcpubind"),
    value("m", "membind"),
    flag("l", "localalloc"),
];

/// Architectures that `setarch` knows, sorted.
pub(super) const ARCHITECTURES: [&str; 15] = [
    "aarch64", "arm", "armv6l", "armv7l", "armv8l", "i386", "i486", "i586", "i686", "linux32",
    "linux64", "ppc64le", "riscv64", "uname26", "x86_64",
];

/// Looks at one of these programs.
pub(super) fn look_at_program(name: &str, words: &[Word], ending: Ending) -> Option<Found> {
    if name == "setarch" {
        return Some(look_at_setarch(words, ending));
    }
    let program = PROGRAMS.iter().find(|one| one.names.contains(&name))?;
    let numbers = match name {
        "nice" | "gnice" => words
            .iter()
            .skip(1)
            .take_while(|word| is_number(word))
            .count(),
        _ => 0,
    };
    Some(look_through(program, words, 1 + numbers, ending))
}

/// `setarch` takes an architecture before its options, or none.
fn look_at_setarch(words: &[Word], ending: Ending) -> Found {
    static PROGRAM: Program = program(&["setarch"], &SETARCH).or_shell();
    let from = match words.get(1).map(Word::certain) {
        None => 1,
        Some(Some(option)) if option.starts_with('-') => 1,
        Some(Some(name)) if ARCHITECTURES.binary_search(&name).is_ok() => 2,
        Some(_) => return Err(Obstacle::Other("its architecture is not known")),
    };
    look_through(&PROGRAM, words, from, ending)
}

/// Whether `nice` takes a word for a number of its own, such as `-10`.
fn is_number(word: &Word) -> bool {
    let text = match word.certain() {
        Some(text) => text,
        None if word.fields == Fields::One && word.values.is_empty() => &word.prefix,
        None => return false,
    };
    text.strip_prefix('-').is_some_and(|rest| {
        rest.strip_prefix(['-', '+'])
            .unwrap_or(rest)
            .starts_with(|first: char| first.is_ascii_digit())
    })
}

fn look_through(program: &Program, words: &[Word], from: usize, ending: Ending) -> Found {
    let options = options(words, from, program.flags)?;
    let change = match program.around {
        Around::Same => change_of(&options)?,
        Around::Other => Change {
            place: Place::Unknown,
            environment: Environment::Cleared,
            ..change_of(&options)?
        },
    };
    if let Some(given) = options.gives(Does::RunsNothing) {
        return runs_nothing(given, options.rest, words, ending);
    }
    if let Some(given) = options.gives(Does::ActsOnProcesses) {
        let mut operands = words.iter().skip(options.rest);
        return if operands.all(is_process) && ending == Ending::Closed {
            Ok(Look::Plain)
        } else {
            Err(Obstacle::Hidden(option_name(given)))
        };
    }
    let at = options.rest + program.operands.len();
    for (operand, word) in program.operands.iter().zip(words.iter().skip(options.rest)) {
        check_operand(*operand, word)?;
    }
    match (at >= words.len(), ending, program.lacking) {
        (false, _, _) => Ok(Look::Command(Inner {
            search: match program.around {
                Around::Same => search_after(&change),
                Around::Other => Search::Unknown,
            },
            change,
            ..inner(words, at, ending)
        })),
        (true, Ending::Closed, Lacking::Prints) => Ok(Look::Plain),
        (true, Ending::Open, _) | (true, _, Lacking::Shell) => Err(Obstacle::FromInput),
    }
}

fn check_operand(operand: Operand, word: &Word) -> Result<(), Obstacle> {
    match operand {
        Operand::Any if word.fields == Fields::One => Ok(()),
        Operand::Number if word.certain().is_some_and(is_integer) => Ok(()),
        Operand::Any => Err(Obstacle::Uncertain),
        Operand::Number => Err(Obstacle::Other("a number is expected first")),
    }
}

/// A command that is only asked for help runs nothing. If words stand behind its options it may be another version, to
/// which the option means something else.
pub(super) fn runs_nothing(given: &Given, rest: usize, words: &[Word], ending: Ending) -> Found {
    if rest >= words.len() && ending == Ending::Closed {
        Ok(Look::Plain)
    } else {
        Err(Obstacle::Hidden(option_name(given)))
    }
}

/// What it means that no command is there: nothing, unless one comes when it runs.
pub(super) fn no_command(ending: Ending) -> Found {
    match ending {
        Ending::Closed => Ok(Look::Plain),
        Ending::Open => Err(Obstacle::FromInput),
    }
}

/// Returns an option as a person writes it.
pub(super) fn option_name(given: &Given) -> String {
    match given.flag.letters.chars().next() {
        Some(letter) => format!("-{letter}"),
        None => format!("--{}", given.flag.long),
    }
}

fn is_process(word: &Word) -> bool {
    word.certain().is_some_and(|text| {
        text.chars()
            .all(|one| one.is_ascii_hexdigit() || "x,:-".contains(one))
    })
}

fn is_integer(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Gathers what options change, and refuses those that can't be followed.
pub(super) fn change_of(options: &Options) -> Result<Change, Obstacle> {
    let mut change = Change::default();
    let mut unset = Vec::new();
    let mut is_cleared = false;
    for given in &options.given {
        let value = || given.value.clone();
        match given.flag.does {
            Does::Hides => return Err(Obstacle::Hidden(option_name(given))),
            Does::Enters => change.place = value().map_or(Place::Unknown, Place::Named),
            Does::Wanders => change.place = Place::Unknown,
            Does::Clears => is_cleared = true,
            Does::Unsets => unset.extend(value()),
            Does::Reads => change.reads.extend(value()),
            Does::Writes => change.writes.extend(value()),
            Does::Nothing
            | Does::RunsNothing
            | Does::ActsOnProcesses
            | Does::Splits
            | Does::Special => {}
        }
    }
    if is_cleared {
        change.environment = Environment::Cleared;
    } else if !unset.is_empty() {
        change.environment = Environment::Thinned(unset);
    }
    Ok(change)
}

/// Where programs are looked for after a change of the environment.
pub(super) fn search_after(change: &Change) -> Search {
    let is_path = |value: &super::Value| value.text.as_deref().is_none_or(|name| name == "PATH");
    match &change.environment {
        Environment::Cleared => Search::Standard,
        Environment::Thinned(names) if names.iter().any(is_path) => Search::Standard,
        Environment::Kept | Environment::Thinned(_) => Search::Path,
    }
}
