//! The builtins of zsh: what each may leave behind, and which uses of it zsh and bash read alike.

use super::{names::check_variable, options};
use crate::read::{gaps::Trouble, script::Word};

/// What the shell is like after a builtin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// As it was.
    Keeps,
    /// Perhaps in another directory, or with other limits or jobs; or this part of the script ends.
    Moves,
    /// With another value in a variable that is named in the words.
    Assigns,
    /// Nobody knows.
    Anything,
}

/// Returns what a name leaves behind; None: it is no builtin.
pub(crate) fn after(name: &str) -> Option<After> {
    let at = ZSH_BUILTINS
        .binary_search_by_key(&name, |(name, _)| name)
        .ok()?;
    ZSH_BUILTINS.get(at).map(|(_, after)| *after)
}

/// Whether a name is part of zsh itself.
pub(crate) fn is_builtin(name: &str) -> bool {
    after(name).is_some()
}

/// What a word before a command does to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) enum Precommand {
    /// Nothing that matters: `noglob` only takes file names away, `time` measures.
    Plain,
    /// `command`: only a file is run. A builtin or a function of that name is not, as it would be in bash.
    File,
    /// `builtin`: only a builtin is run.
    Builtin,
    /// `exec`: the command takes the place of the shell.
    Replace,
    /// Not read.
    Unread,
}

/// Returns what a word does to the command behind it, by the word that follows, both as written; None: it is no such
/// word.
///
/// The word that follows is the first of a command of its own, or an option, or an assignment that is none.
pub(in crate::read) fn precommand(name: &str, following: Option<&str>) -> Option<Precommand> {
    let goes_on = following.is_some_and(|word| !word.starts_with('-'));
    match name {
        "noglob" if goes_on => Some(Precommand::Plain),
        // bash knows `time -p`; zsh takes it for a command.
        "time" if goes_on || following.is_none() => Some(Precommand::Plain),
        "command" => Some(Precommand::File),
        "builtin" => Some(Precommand::Builtin),
        "exec" => Some(Precommand::Replace),
        "-" | "coproc" | "nocorrect" | "noglob" | "time" => Some(Precommand::Unread),
        _ => None,
    }
}

/// A word of a command.
#[derive(Clone, Copy, Debug)]
pub(in crate::read) struct Argument<'a> {
    /// As written.
    pub(in crate::read) raw: &'a str,
    /// As read.
    pub(in crate::read) word: &'a Word,
}

/// Checks the words of a builtin behind its name. What may change how the rest of the script is read is not read
/// itself.
pub(in crate::read) fn check_builtin(name: &str, words: &[Argument<'_>]) -> Result<(), Trouble> {
    let is_same = match name {
        "print" => options::print(words),
        "printf" => options::printf(words),
        "test" | "[" => options::test(words),
        "break" | "bye" | "continue" | "exit" | "logout" | "return" | "shift" => {
            options::number(words)
        }
        "cd" | "chdir" | "pushd" => options::directory(words),
        "dirs" | "popd" => words.is_empty(),
        "declare" | "export" | "local" | "readonly" | "typeset" => options::declaration(words)?,
        "read" => options::read(words),
        "unset" => options::unset(words),
        "set" => options::set(words),
        "getopts" => words
            .get(1)
            .is_some_and(|word| check_variable(word.raw).is_ok()),
        // Their words are looked through, or they have none.
        "builtin" | "command" | "exec" | "noglob" => true,
        _ => matches!(after(name), Some(After::Keeps | After::Moves)),
    };
    if !is_same {
        let message = format!(
            "`{name}` with these words may change the shell, evaluate a word or mean something else in zsh"
        );
        return Err(Trouble::new("zsh.builtin", message).at_node("command"));
    }
    Ok(())
}

/// Builtins of zsh 5.9 and its precommand modifiers, sorted. Oracle: `${(k)builtins}`, compared in a test where zsh is
/// there.
pub(crate) const ZSH_BUILTINS: [(&str, After); 103] = [
    ("-", After::Anything),
    (".", After::Anything),
    (":", After::Keeps),
    ("[", After::Keeps),
    ("alias", After::Anything),
    ("autoload", After::Anything),
    ("bg", After::Moves),
    ("bindkey", After::Anything),
    ("break", After::Moves),
    ("builtin", After::Anything),
    ("bye", After::Moves),
    ("cd", After::Moves),
    ("chdir", After::Moves),
    ("command", After::Anything),
    ("compadd", After::Anything),
    ("comparguments", After::Anything),
    ("compcall", After::Anything),
    ("compctl", After::Anything),
    ("compdescribe", After::Anything),
    ("compfiles", After::Anything),
    ("compgroups", After::Anything),
    ("compquote", After::Anything),
    ("compset", After::Anything),
    ("comptags", After::Anything),
    ("comptry", After::Anything),
    ("compvalues", After::Anything),
    ("continue", After::Moves),
    ("declare", After::Assigns),
    ("dirs", After::Moves),
    ("disable", After::Anything),
    ("disown", After::Moves),
    ("echo", After::Keeps),
    ("echotc", After::Anything),
    ("echoti", After::Anything),
    ("emulate", After::Anything),
    ("enable", After::Anything),
    ("eval", After::Anything),
    ("exec", After::Anything),
    ("exit", After::Moves),
    ("export", After::Assigns),
    ("false", After::Keeps),
    ("fc", After::Anything),
    ("fg", After::Moves),
    ("float", After::Assigns),
    ("functions", After::Anything),
    ("getln", After::Assigns),
    ("getopts", After::Assigns),
    ("hash", After::Anything),
    ("history", After::Anything),
    ("integer", After::Assigns),
    ("jobs", After::Keeps),
    ("kill", After::Moves),
    ("let", After::Assigns),
    ("limit", After::Moves),
    ("local", After::Assigns),
    ("log", After::Anything),
    ("logout", After::Moves),
    ("noglob", After::Anything),
    ("popd", After::Moves),
    ("print", After::Keeps),
    ("printf", After::Keeps),
    ("private", After::Assigns),
    ("pushd", After::Moves),
    ("pushln", After::Anything),
    ("pwd", After::Keeps),
    ("r", After::Anything),
    ("read", After::Assigns),
    ("readonly", After::Assigns),
    ("rehash", After::Anything),
    ("return", After::Moves),
    ("sched", After::Anything),
    ("set", After::Anything),
    ("setopt", After::Anything),
    ("shift", After::Moves),
    ("source", After::Anything),
    ("suspend", After::Anything),
    ("test", After::Keeps),
    ("times", After::Keeps),
    ("trap", After::Anything),
    ("true", After::Keeps),
    ("ttyctl", After::Anything),
    ("type", After::Keeps),
    ("typeset", After::Assigns),
    ("ulimit", After::Moves),
    ("umask", After::Moves),
    ("unalias", After::Anything),
    ("unfunction", After::Anything),
    ("unhash", After::Anything),
    ("unlimit", After::Moves),
    ("unset", After::Assigns),
    ("unsetopt", After::Anything),
    ("vared", After::Assigns),
    ("wait", After::Moves),
    ("whence", After::Keeps),
    ("where", After::Keeps),
    ("which", After::Keeps),
    ("zcompile", After::Anything),
    ("zformat", After::Assigns),
    ("zle", After::Anything),
    ("zmodload", After::Anything),
    ("zparseopts", After::Assigns),
    ("zregexparse", After::Anything),
    ("zstyle", After::Anything),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builtins_are_sorted() {
        assert!(ZSH_BUILTINS.is_sorted_by_key(|(name, _)| name));
    }
}
