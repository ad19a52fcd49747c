//! The builtins of zsh: which of them do no more than bash's of that name, and the few it has besides.
//!
//! Each was tried in zsh 5.9 with a word that runs a command where it is evaluated (`a[$(id)]`). Where one evaluates
//! words (`exit`, `shift`, `printf %d`, `read`, `unset`, `[ -t ]`), the host reads only plain numbers and names. Left
//! out is what means something else there: `r` and `fc` run old commands, `hash` and `alias` change what names mean.

use crate::model::{Flag, Flags, Form, Grammar, Order, Role, Spec, Tool};

/// Builtins that are described as those of bash, or as the programs of that name, sorted.
pub(super) const AS_IN_BASH: [&str; 33] = [
    "((", ":", "[", "[[", "break", "cd", "command", "continue", "declare", "dirs", "echo", "exit",
    "export", "false", "jobs", "kill", "local", "popd", "printf", "pushd", "pwd", "read",
    "readonly", "return", "set", "shift", "test", "times", "true", "typeset", "umask", "unset",
    "wait",
];

/// Names of builtins that bash does not have, sorted.
pub(super) const OWN: [&str; 3] = ["print", "whence", "where"];

/// `print`. Other options assign, evaluate a prompt, or type for the person.
pub(super) static PRINT: Tool = Tool {
    names: &["print"],
    summary: native!("prints its arguments"),
    grammar: Grammar::Options(&PRINT_SPEC),
};

static PRINT_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'l'),
        Flag::letter(b'n'),
        Flag::letter(b'r'),
        Flag::letter(b'N'),
    ]),
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

/// `type`, `whence`, `where`, `which`.
pub(super) static WHENCE: Tool = Tool {
    names: &["whence", "where"],
    summary: native!("says what names mean"),
    grammar: Grammar::Options(&WHENCE_SPEC),
};

static WHENCE_SPEC: Spec = Spec {
    flags: Flags::NONE,
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{find, find_builtin, find_in_zsh};

    #[test]
    fn names_are_sorted() {
        assert!(AS_IN_BASH.is_sorted());
        assert!(OWN.is_sorted());
    }

    #[test]
    fn every_name_is_described() {
        for name in AS_IN_BASH.into_iter().chain(OWN) {
            assert!(find_in_zsh(name).is_some(), "{name}");
        }
    }

    #[test]
    fn what_is_other_in_zsh_is_not_taken_for_what_bash_has() {
        for name in ["alias", "fc", "hash", "history", "log", "r", "trap", "ls"] {
            assert!(find_in_zsh(name).is_none(), "{name}");
        }
        assert!(find_builtin("history").is_some() && find("ls").is_some());
    }
}
