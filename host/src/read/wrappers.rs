//! Names of commands that run, or evaluate, what their words say (R2.3).
//!
//! The commands inside are not looked at yet, so a script that uses one is not complete.

use super::{
    gaps::Trouble,
    script::{Fields, Word},
};

/// Commands that always run another one, sorted.
const WRAPPERS: [&str; 68] = [
    "at",
    "batch",
    "builtin",
    "busybox",
    "catchsegv",
    "chpst",
    "chroot",
    "chrt",
    "command",
    "coproc",
    "crontab",
    "daemonize",
    "dbus-run-session",
    "doas",
    "eatmydata",
    "entr",
    "env",
    "exec",
    "fakechroot",
    "fakeroot",
    "firejail",
    "flock",
    "gdb",
    "hyperfine",
    "ionice",
    "ltrace",
    "machinectl",
    "nice",
    "nocache",
    "nohup",
    "nsenter",
    "numactl",
    "parallel",
    "perf",
    "pkexec",
    "prlimit",
    "proot",
    "proxychains",
    "runcon",
    "runuser",
    "sandbox-exec",
    "screen",
    "script",
    "setarch",
    "setpriv",
    "setsid",
    "softlimit",
    "ssh",
    "ssh-agent",
    "sshpass",
    "start-stop-daemon",
    "stdbuf",
    "strace",
    "su",
    "sudo",
    "systemd-run",
    "taskset",
    "time",
    "timeout",
    "tmux",
    "toybox",
    "unbuffer",
    "unshare",
    "uxterm",
    "valgrind",
    "watch",
    "xargs",
    "xvfb-run",
];

/// Shells, sorted: with `-c` they read a script of their own.
const SHELLS: [&str; 10] = [
    "ash", "bash", "dash", "fish", "ksh", "mksh", "rbash", "sh", "yash", "zsh",
];

/// The actions of `find` that run a command.
const FIND_ACTIONS: [&str; 4] = ["-exec", "-execdir", "-ok", "-okdir"];

/// Returns what keeps a command from being read, if it may run more than itself.
///
/// `name` is the certain name; `words` are all its words, the name first.
pub(super) fn hidden_command(name: &str, words: &[Word]) -> Option<Trouble> {
    let name = name.rsplit('/').next().unwrap_or(name);
    let arguments = words.get(1..).unwrap_or(&[]);
    let runs_another = WRAPPERS.binary_search(&name).is_ok()
        || (SHELLS.binary_search(&name).is_ok() && arguments.iter().any(may_hold_a_script))
        || (name == "find" && arguments.iter().any(is_find_action));
    if runs_another {
        let message = format!("`{name}` runs the command in its words, which is not read");
        return Some(Trouble::new("wrapper", message).at_node("command"));
    }
    if name == "let" {
        let trouble = Trouble::new("evaluated", "`let` does arithmetic, which is not read");
        return Some(trouble.at_node("command"));
    }
    evaluates_a_name(name, arguments).then(|| {
        let message = format!(
            "`{name} -v`, which this is or may become, runs what stands in the subscript of a name"
        );
        Trouble::new("evaluated", message).at_node("command")
    })
}

/// Whether a word may be `-c`, alone or among others, as in `bash -lc`.
fn may_hold_a_script(word: &Word) -> bool {
    word.certain().is_none_or(|value| {
        (value.starts_with('-') && !value.starts_with("--") || value.starts_with('+'))
            && value.contains('c')
    })
}

fn is_find_action(word: &Word) -> bool {
    word.certain()
        .is_some_and(|value| FIND_ACTIONS.contains(&value))
}

/// `test -v 'a[$(x)]'` and `printf -v 'a[$(x)]'` run `x`, quoted as it is.
fn evaluates_a_name(name: &str, arguments: &[Word]) -> bool {
    match name {
        "test" | "[" => arguments
            .iter()
            .enumerate()
            .any(|(index, word)| match word.certain() {
                Some(value) => value == "-v",
                // A single word that turns out to be `-v` does harm only before a name with a subscript.
                None if word.fields == Fields::One => {
                    may_begin_with_dash(word)
                        && arguments.get(index + 1).is_some_and(may_be_subscript)
                }
                None => may_begin_with_dash(word),
            }),
        // `%n` gives the variable that the next argument names a value, such as PATH.
        "printf" => arguments.first().is_some_and(|word| match word.certain() {
            Some(value) => value.starts_with("-v") || assigns(value),
            None => may_begin_with_dash(word),
        }),
        _ => false,
    }
}

/// Whether a format holds a `%n`, with whatever between the two.
fn assigns(format: &str) -> bool {
    format.split('%').skip(1).any(|conversion| {
        let flags = |one: char| one.is_ascii_digit() || "-+ #0.*'hlLjzt".contains(one);
        conversion.trim_start_matches(flags).starts_with('n')
    })
}

fn may_begin_with_dash(word: &Word) -> bool {
    word.prefix.is_empty() || word.prefix.starts_with('-')
}

fn may_be_subscript(word: &Word) -> bool {
    word.certain().is_none_or(|value| value.contains('['))
}

/// Variables that the shell treats as numbers, sorted: giving them a value evaluates it.
const NUMBERS: [&str; 8] = [
    "BASHPID",
    "EPOCHSECONDS",
    "HISTCMD",
    "LINENO",
    "OPTIND",
    "RANDOM",
    "SECONDS",
    "SRANDOM",
];

/// Returns the trouble with giving a variable a value, if that may run a command: `RANDOM='a[$(x)]'` runs `x`.
pub(super) fn hidden_in_assignment(name: &str, value: Option<&Word>) -> Option<Trouble> {
    let value = value?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if NUMBERS.binary_search(&name).is_err() || value.certain().is_some_and(is_number) {
        return None;
    }
    let message = format!(
        "`{name}` is a number to the shell: its new value is evaluated, which can run commands"
    );
    Some(Trouble::new("evaluated", message).at_node("variable_assignment"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::{Range, Span};

    /// A word of one certain value.
    fn word(value: &str) -> Word {
        Word {
            span: Span::source(0, 0),
            values: vec![value.to_owned()],
            fields: Fields::One,
            prefix: value.to_owned(),
            pieces: Range::default(),
        }
    }

    /// An uncertain word.
    fn dynamic(prefix: &str, fields: Fields) -> Word {
        Word {
            values: Vec::new(),
            fields,
            ..word(prefix)
        }
    }

    fn reason(words: &[Word]) -> Option<&'static str> {
        let name = words.first().and_then(Word::certain).unwrap();
        hidden_command(name, words).map(|trouble| trouble.reason)
    }

    fn reason_of(command: &str) -> Option<&'static str> {
        reason(&command.split(' ').map(word).collect::<Vec<_>>())
    }

    #[test]
    fn tables_are_sorted() {
        assert!(WRAPPERS.is_sorted());
        assert!(SHELLS.is_sorted());
        assert!(NUMBERS.is_sorted());
    }

    #[test]
    fn every_wrapper_is_known_by_its_name_and_by_its_path() {
        for name in WRAPPERS {
            assert_eq!(reason_of(name), Some("wrapper"), "{name}");
            assert_eq!(
                reason_of(&format!("/usr/bin/{name} ls")),
                Some("wrapper"),
                "{name}"
            );
        }
        assert_eq!(reason_of("timeouts 3 ls"), None);
    }

    #[test]
    fn a_shell_is_a_wrapper_with_a_script_in_its_words() {
        for command in [
            "sh -c x",
            "bash -lc x",
            "/bin/zsh -fc x",
            "dash -e -c x",
            "bash +c x",
        ] {
            assert_eq!(reason_of(command), Some("wrapper"), "{command}");
        }
        for command in ["sh", "bash script -x", "bash --norc", "zsh -l"] {
            assert_eq!(reason_of(command), None, "{command}");
        }
        assert_eq!(
            reason(&[word("sh"), dynamic("", Fields::Many)]),
            Some("wrapper")
        );
    }

    #[test]
    fn find_is_a_wrapper_with_an_action_that_runs_something() {
        for action in FIND_ACTIONS {
            assert_eq!(
                reason_of(&format!("find . {action} ls ;")),
                Some("wrapper"),
                "{action}"
            );
        }
        assert_eq!(reason_of("find . -name -executable -delete"), None);
    }

    #[test]
    fn a_word_that_may_become_an_evaluating_option_counts_as_one() {
        assert_eq!(reason_of("test -v x"), Some("evaluated"));
        assert_eq!(reason_of("[ -v x ]"), Some("evaluated"));
        assert_eq!(reason_of("printf -vx y"), Some("evaluated"));
        assert_eq!(reason_of("let x"), Some("evaluated"));
        assert_eq!(reason_of("printf %s -v"), None);
        let many = dynamic("", Fields::Many);
        let one = dynamic("", Fields::One);
        let letter = dynamic("a", Fields::One);
        assert_eq!(reason(&[word("printf"), one.clone()]), Some("evaluated"));
        assert_eq!(reason(&[word("printf"), letter]), None);
        assert_eq!(reason(&[word("test"), many]), Some("evaluated"));
        assert_eq!(
            reason(&[word("test"), one.clone(), one.clone()]),
            Some("evaluated")
        );
        assert_eq!(
            reason(&[word("test"), one.clone(), word("a[0]")]),
            Some("evaluated")
        );
        assert_eq!(reason(&[word("test"), one, word("="), word("x")]), None);
    }

    #[test]
    fn a_number_of_the_shell_takes_only_digits() {
        for name in NUMBERS {
            let reason = |value: Option<&Word>| {
                hidden_in_assignment(name, value).map(|trouble| trouble.reason)
            };
            assert_eq!(reason(Some(&word("a[0]"))), Some("evaluated"), "{name}");
            assert_eq!(
                reason(Some(&dynamic("1", Fields::One))),
                Some("evaluated"),
                "{name}"
            );
            assert_eq!(reason(Some(&word("12"))), None, "{name}");
            assert_eq!(reason(None), None, "{name}");
        }
        assert!(hidden_in_assignment("PATH", Some(&word("a[0]"))).is_none());
    }
}
