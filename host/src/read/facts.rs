//! What names mean to the shell that will run the script (R2.8).

use super::{
    script::{Binding, Dialect},
    zsh,
};

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
    /// The working directory before the first command, as the shell's own PWD names it.
    pub cwd: String,
    /// Functions that the shell already has.
    pub functions: Vec<String>,
    /// Aliases that the shell expands.
    pub aliases: Vec<Alias>,
}

/// A word that the shell replaces by a text before it reads the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The word.
    pub name: String,
    /// What it stands for. If that ends in a blank, the next word is looked up, too.
    pub value: String,
    /// Where it is replaced.
    pub reach: AliasReach,
}

/// Where an alias is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AliasReach {
    /// Where a command's name stands.
    Command,
    /// Everywhere: `alias -g` of zsh.
    Everywhere,
    /// Behind the dot of a file name where a command's name stands: `alias -s` of zsh.
    Suffix,
}

impl ShellFacts {
    /// Creates the facts of a shell in a directory, of which nothing else is known.
    pub fn of(dialect: Dialect, cwd: impl Into<String>) -> Self {
        Self {
            dialect,
            path: None,
            home: None,
            cwd: cwd.into(),
            functions: Vec::new(),
            aliases: Vec::new(),
        }
    }

    /// Returns what a certain command name is bound to.
    pub fn binding(&self, name: &str) -> Binding {
        self.binding_in(self.dialect, name)
    }

    /// Returns what a name is bound to in a shell of this dialect that the session's shell runs.
    pub(super) fn binding_in(&self, dialect: Dialect, name: &str) -> Binding {
        if self.functions.iter().any(|function| function == name) {
            Binding::Function
        } else if is_builtin(dialect, name) {
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
        Dialect::Zsh => return zsh::is_builtin(name),
        Dialect::PowerShell => &[],
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
