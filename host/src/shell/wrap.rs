//! How a script gets into its shell byte for byte, and how the working directory gets out (R5.3). PURE: text only.
//!
//! The shell is started with a short fixed text, the wrapper. It reads the script from a descriptor, since one argument
//! can't be longer than 128 KiB and would show in `ps`; closes it; sets an EXIT trap that reports the working
//! directory; and evaluates the script. What that means for the script:
//! - The text lies where `-c` itself would have left it, in `BASH_EXECUTION_STRING` or `ZSH_EXECUTION_STRING`, so there
//!   is no variable that a shell wouldn't have. `$0`, `$#`, `$?` and line numbers are as with `-c`.
//! - The exit code is the script's: an EXIT trap that doesn't call `exit` leaves it alone.
//! - A script that calls `exec`, replaces the EXIT trap, closes the descriptor or is killed reports nothing; in zsh also
//!   one that dies of an unset variable under `set -eu`.
//! - The trap prints nothing: what it says besides the report goes to closed descriptors, also under `set -x`.
//!
//! No rc file is read, not even where bash takes its parent for a remote shell (`--norc`). zsh always reads
//! `/etc/zsh/zshenv`, which only the superuser can write.

use super::discover::{Shell, ShellError};
use crate::read::Dialect;

/// The descriptors that the shell is started with besides the standard ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrapperFds {
    /// Where the script can be read.
    pub text: i32,
    /// Where the working directory is reported.
    pub report: i32,
}

/// Returns the arguments of the shell, its path first.
///
/// # Errors
/// [`ShellError::NotBuiltIn`] when there is no wrapper for the dialect.
pub fn argv(shell: &Shell, fds: WrapperFds) -> Result<Vec<String>, ShellError> {
    let WrapperFds { text, report } = fds;
    let trap = format!("trap '{{ builtin pwd -P >&{report} || :; }} >&- 2>&-' EXIT");
    // One line each, so that the script's first line is line 1.
    let (options, wrapper): (&[&str], String) = match shell.dialect {
        Dialect::Bash => (
            &["--norc", "--noprofile", "+O", "extglob"],
            format!(
                "IFS= read -r -d '' -u {text} BASH_EXECUTION_STRING; exec {text}<&-; {trap}; \
                 eval -- \"$BASH_EXECUTION_STRING\""
            ),
        ),
        // zsh takes a number of several digits before `<` for a word, so the descriptor needs a name for a moment.
        Dialect::Zsh => (
            &["-f", "+o", "equals", "+o", "extendedglob"],
            format!(
                "IFS= read -r -d '' -u {text} ZSH_EXECUTION_STRING; shellward={text}; \
                 exec {{shellward}}<&-; unset shellward; {trap}; eval -- \"$ZSH_EXECUTION_STRING\""
            ),
        ),
        Dialect::PowerShell => return Err(ShellError::NotBuiltIn(shell.dialect)),
    };
    let mut argv = vec![shell.path.clone()];
    argv.extend(options.iter().map(|option| (*option).to_owned()));
    // The last becomes $0, the word in front of the shell's own messages.
    argv.extend(["-c".to_owned(), wrapper, shell.dialect.code().to_owned()]);
    Ok(argv)
}

#[cfg(test)]
mod tests;
