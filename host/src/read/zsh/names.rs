//! Names that mean something to zsh: words of its grammar, variables that are more than a value, functions that it
//! calls.

use super::parameter::name_len;
use crate::read::gaps::Trouble;

/// Words that are grammar where a command begins, before redirects, too, and the two aliases that every zsh has.
/// Sorted. Oracle: `${(k)reswords}` and `alias`. `declare` and its kind are in it: they are read as builtins.
const RESERVED: [&str; 35] = [
    "!",
    "-",
    "[[",
    "case",
    "coproc",
    "declare",
    "do",
    "done",
    "elif",
    "else",
    "end",
    "esac",
    "export",
    "fi",
    "float",
    "for",
    "foreach",
    "function",
    "if",
    "in",
    "integer",
    "local",
    "nocorrect",
    "readonly",
    "repeat",
    "run-help",
    "select",
    "then",
    "time",
    "typeset",
    "until",
    "which-command",
    "while",
    "{",
    "}",
];

/// Builtins that are words of the grammar as well, sorted.
const DECLARING: [&str; 8] = [
    "declare", "export", "float", "integer", "local", "private", "readonly", "typeset",
];

/// Variables that change how zsh works or names things, or whose value it evaluates as a number, which can run
/// commands. Sorted. Oracle: `${(k)parameters[(R)*special*]}` with every module, and the manual's list.
const PARAMETERS: [&str; 157] = [
    "ARGC",
    "ARGV0",
    "BAUD",
    "CDPATH",
    "COLUMNS",
    "DIRSTACKSIZE",
    "EGID",
    "ENV",
    "EPOCHREALTIME",
    "EPOCHSECONDS",
    "ERRNO",
    "EUID",
    "FCEDIT",
    "FIGNORE",
    "FPATH",
    "FUNCNEST",
    "GID",
    "HISTCHARS",
    "HISTCMD",
    "HISTFILE",
    "HISTSIZE",
    "HOME",
    "IFS",
    "KEYBOARD_HACK",
    "KEYTIMEOUT",
    "LINENO",
    "LINES",
    "LISTMAX",
    "LOGCHECK",
    "MAIL",
    "MAILCHECK",
    "MAILPATH",
    "MANPATH",
    "MATCH",
    "MBEGIN",
    "MEND",
    "MODULE_PATH",
    "NULLCMD",
    "OLDPWD",
    "OPTIND",
    "PATH",
    "POSTEDIT",
    "PPID",
    "PROMPT",
    "PROMPT2",
    "PROMPT3",
    "PROMPT4",
    "PROMPT_EOL_MARK",
    "PS1",
    "PS2",
    "PS3",
    "PS4",
    "PSVAR",
    "PWD",
    "RANDOM",
    "READNULLCMD",
    "REPORTMEMORY",
    "REPORTTIME",
    "RPROMPT",
    "RPROMPT2",
    "RPS1",
    "RPS2",
    "SAVEHIST",
    "SECONDS",
    "SHLVL",
    "SPROMPT",
    "STTY",
    "TIMEFMT",
    "TMOUT",
    "TMPPREFIX",
    "TMPSUFFIX",
    "TRY_BLOCK_ERROR",
    "TRY_BLOCK_INTERRUPT",
    "TTY",
    "TTYIDLE",
    "UID",
    "USERNAME",
    "WATCH",
    "WATCHFMT",
    "WORDCHARS",
    "ZBEEP",
    "ZDOTDIR",
    "ZSH_ARGZERO",
    "ZSH_EVAL_CONTEXT",
    "ZSH_EXECUTION_STRING",
    "ZSH_NAME",
    "ZSH_PATCHLEVEL",
    "ZSH_SCRIPT",
    "ZSH_SUBSHELL",
    "ZSH_VERSION",
    "_",
    "aliases",
    "argv",
    "builtins",
    "cdpath",
    "commands",
    "dirstack",
    "dis_aliases",
    "dis_builtins",
    "dis_functions",
    "dis_functions_source",
    "dis_galiases",
    "dis_patchars",
    "dis_reswords",
    "dis_saliases",
    "epochtime",
    "errnos",
    "fignore",
    "fpath",
    "funcfiletrace",
    "funcsourcetrace",
    "funcstack",
    "functions",
    "functions_source",
    "functrace",
    "galiases",
    "histchars",
    "history",
    "historywords",
    "jobdirs",
    "jobstates",
    "jobtexts",
    "keymaps",
    "langinfo",
    "mailpath",
    "manpath",
    "mapfile",
    "match",
    "mbegin",
    "mend",
    "module_path",
    "modules",
    "nameddirs",
    "options",
    "parameters",
    "patchars",
    "path",
    "pipestatus",
    "precmd_functions",
    "prompt",
    "psvar",
    "reply",
    "reswords",
    "saliases",
    "signals",
    "status",
    "sysparams",
    "termcap",
    "terminfo",
    "userdirs",
    "usergroups",
    "watch",
    "widgets",
    "zle_bracketed_paste",
    "zle_highlight",
    "zsh_eval_context",
    "zsh_scheduled_events",
];

/// Functions that zsh calls by itself, sorted.
const HOOKS: [&str; 8] = [
    "chpwd",
    "command_not_found_handler",
    "periodic",
    "precmd",
    "preexec",
    "zsh_directory_name",
    "zshaddhistory",
    "zshexit",
];

/// Whether a word is one of the grammar where a command begins.
pub(in crate::read) fn is_reserved(word: &str) -> bool {
    RESERVED.binary_search(&word).is_ok()
}

/// Checks that the first word of a command is no word of the grammar and no alias, as written.
pub(super) fn check_first_word(raw: &str) -> Result<(), Trouble> {
    if is_reserved(raw) && DECLARING.binary_search(&raw).is_err() {
        let message = format!("`{raw}` is a word of zsh's grammar, or an alias it comes with");
        return Err(Trouble::new("zsh.reserved", message));
    }
    Ok(())
}

/// Whether a variable is one of zsh's own.
pub(super) fn is_special_parameter(name: &[u8]) -> bool {
    let is_special = |name| {
        PARAMETERS.binary_search(&name).is_ok()
            || name.ends_with("_functions")
            || ["ZLE_", "ZLS_"].iter().any(|kind| name.starts_with(kind))
    };
    str::from_utf8(name).map_or(true, is_special)
}

/// Checks a variable that is given a value, or a name by which one is asked for.
pub(in crate::read) fn check_variable(name: &str) -> Result<(), Trouble> {
    let is_name = !name.is_empty() && name_len(name.as_bytes()) == name.len();
    if !is_name || is_special_parameter(name.as_bytes()) {
        let message = format!("`{name}` is more than a plain variable in zsh");
        return Err(Trouble::new("zsh.variable", message));
    }
    Ok(())
}

/// Whether zsh calls a function of that name by itself: at `cd`, at a signal, at the end.
pub(in crate::read) fn is_hook(name: &str) -> bool {
    HOOKS.binary_search(&name).is_ok() || name.starts_with("TRAP")
}

/// Checks the name of a function that is defined, as written.
pub(in crate::read) fn check_function(raw: &str) -> Result<(), Trouble> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    let is_name = raw.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_')
        && raw.bytes().all(is_plain);
    if !is_name || is_reserved(raw) || is_hook(raw) {
        let message = format!("a function named `{raw}` is not a plain one in zsh");
        return Err(Trouble::new("zsh.function", message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(RESERVED.is_sorted());
        assert!(DECLARING.is_sorted());
        assert!(PARAMETERS.is_sorted());
        assert!(HOOKS.is_sorted());
    }
}
