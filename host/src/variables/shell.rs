//! Variables that change what a script means to its shell (R2.8, R5.4).

/// Whether the shell sets it itself, so that the inherited value doesn't matter.
pub fn is_set_by_the_shell(name: &str) -> bool {
    matches!(name, "PWD" | "OLDPWD" | "SHLVL" | "_")
}

/// Whether a variable changes what a script means to bash or zsh: functions, options, start files, and what lookup,
/// globs, redirects and prompts do.
pub fn reshapes_the_shell(name: &str) -> bool {
    is_set_by_the_shell(name)
        || RESHAPING.binary_search(&name).is_ok()
        || name.starts_with("BASH_")
        || name.starts_with("ZSH_")
        // Where old versions of bash kept functions.
        || name.ends_with("()")
}

/// Sorted.
const RESHAPING: [&str; 33] = [
    "ARGV0",
    "BASHOPTS",
    "CDPATH",
    "CHILD_MAX",
    "ENV",
    "EXECIGNORE",
    "FCEDIT",
    "FIGNORE",
    "FPATH",
    "FUNCNEST",
    "GLOBIGNORE",
    "GLOBSORT",
    "IFS",
    "KEYBOARD_HACK",
    "MAILCHECK",
    "MODULE_PATH",
    "NULLCMD",
    "OPTERR",
    "OPTIND",
    "POSIXLY_CORRECT",
    "POSIX_PEDANTIC",
    "PROMPT_COMMAND",
    "PS0",
    "PS1",
    "PS2",
    "PS3",
    "PS4",
    "READNULLCMD",
    "REPORTTIME",
    "SHELLOPTS",
    "STTY",
    "TMOUT",
    "ZDOTDIR",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(RESHAPING.is_sorted());
    }
}
