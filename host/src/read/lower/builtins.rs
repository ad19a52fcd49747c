//! What builtins do to the shell itself (R2.8): whether variables, the directory or names are others afterwards.

use crate::read::{
    facts::is_builtin,
    script::Dialect,
    zsh::{self, After},
};

/// What running a builtin may change in the shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Nothing that matters to what is read later.
    Nothing,
    /// The working directory.
    Directory,
    /// The variables that its words name.
    Named,
    /// Anything.
    Everything,
}

/// Builtins after which the shell is as it was before, sorted. Of `printf`, `test` and `[` the forms that assign are
/// refused elsewhere.
const HARMLESS: [&str; 26] = [
    ":", "[", "bg", "break", "caller", "continue", "dirs", "disown", "echo", "exit", "false", "fg",
    "help", "kill", "logout", "printf", "pwd", "return", "shift", "suspend", "test", "times",
    "true", "type", "ulimit", "umask",
];

/// Builtins that move the shell, sorted.
const MOVING: [&str; 4] = ["cd", "chdir", "popd", "pushd"];

/// Builtins that give values to the variables their words name, sorted.
const ASSIGNING: [&str; 11] = [
    "declare",
    "export",
    "getopts",
    "local",
    "mapfile",
    "read",
    "readarray",
    "readonly",
    "typeset",
    "unset",
    "wait",
];

/// Returns what a builtin may change; None for a name that is no builtin.
pub(super) fn reach_of(dialect: Dialect, name: &str) -> Option<Reach> {
    if dialect == Dialect::Zsh {
        return zsh::after(name).map(|after| match after {
            After::Keeps => Reach::Nothing,
            After::Moves => Reach::Directory,
            After::Assigns => Reach::Named,
            After::Anything => Reach::Everything,
        });
    }
    if !is_builtin(dialect, name) {
        return None;
    }
    let reach = if HARMLESS.binary_search(&name).is_ok() {
        Reach::Nothing
    } else if MOVING.binary_search(&name).is_ok() {
        Reach::Directory
    } else if ASSIGNING.binary_search(&name).is_ok() {
        Reach::Named
    } else {
        Reach::Everything
    };
    Some(reach)
}

/// Whether a name is a builtin that gives values to the variables its words name.
pub(crate) fn assigns_to_its_words(dialect: Dialect, name: &str) -> bool {
    reach_of(dialect, name) == Some(Reach::Named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(HARMLESS.is_sorted());
        assert!(MOVING.is_sorted());
        assert!(ASSIGNING.is_sorted());
    }

    #[test]
    fn what_is_in_no_table_may_change_anything() {
        for (name, reach) in [
            ("echo", Some(Reach::Nothing)),
            ("cd", Some(Reach::Directory)),
            ("read", Some(Reach::Named)),
            ("eval", Some(Reach::Everything)),
            ("set", Some(Reach::Everything)),
            ("source", Some(Reach::Everything)),
            ("ls", None),
        ] {
            assert_eq!(reach_of(Dialect::Bash, name), reach, "{name}");
        }
    }
}
