//! What names mean to the shell that will run the script (R2.8).

use super::script::{Binding, Dialect};

/// What decides the meaning of a name: builtins, functions, aliases and PATH of the session's shell.
///
/// Snapshots (R5.2) will fill functions and aliases; without them a session has none, since its shells read no rc file
/// and inherit no function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShellFacts {
    /// The shell language.
    pub dialect: Dialect,
    /// Directories of PATH, in order. None: no session was there to ask, and a known name is taken for the system's
    /// tool, which the decision says.
    pub path: Option<Vec<String>>,
    /// The home directory, for `~`. None: `~` is uncertain.
    pub home: Option<String>,
    /// The working directory before the first command.
    pub cwd: String,
    /// Functions that the shell already has.
    pub functions: Vec<String>,
}

impl ShellFacts {
    /// Returns what a certain command name is bound to.
    pub fn binding(&self, name: &str) -> Binding {
        if self.functions.iter().any(|function| function == name) {
            Binding::Function
        } else if is_builtin(self.dialect, name) {
            Binding::Builtin
        } else {
            Binding::File
        }
    }
}

/// Whether a name is part of the shell itself.
pub fn is_builtin(dialect: Dialect, name: &str) -> bool {
    let table: &[&str] = match dialect {
        Dialect::Bash => &BASH_BUILTINS,
        Dialect::Zsh | Dialect::PowerShell => &[],
    };
    table.binary_search(&name).is_ok()
}

/// Builtins of bash 5.2, sorted. Oracle: `compgen -b`, compared in a test where bash is there.
const BASH_BUILTINS: [&str; 61] = [
    ".",
    ":",
    "[",
    "alias",
    "bg",
    "bind",
    "break",
    "builtin",
    "caller",
    "cd",
    "command",
    "compgen",
    "complete",
    "compopt",
    "continue",
    "declare",
    "dirs",
    "disown",
    "echo",
    "enable",
    "eval",
    "exec",
    "exit",
    "export",
    "false",
    "fc",
    "fg",
    "getopts",
    "hash",
    "help",
    "history",
    "jobs",
    "kill",
    "let",
    "local",
    "logout",
    "mapfile",
    "popd",
    "printf",
    "pushd",
    "pwd",
    "read",
    "readarray",
    "readonly",
    "return",
    "set",
    "shift",
    "shopt",
    "source",
    "suspend",
    "test",
    "times",
    "trap",
    "true",
    "type",
    "typeset",
    "ulimit",
    "umask",
    "unalias",
    "unset",
    "wait",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builtins_are_sorted() {
        assert!(BASH_BUILTINS.is_sorted());
    }
}
