//! Commands that run another command, looked through (R2.3). PURE: words in, indices out; the lowering makes commands
//! of what is found.
//!
//! [`look`] says of one simple command what it runs. Each tool's options are known well enough to find that, or the
//! command is unreadable: a wrong answer would let a command run that nobody judged, so whatever is not understood for
//! certain is not answered. What a command evaluates is in [`evaluated`], the tools are in files of their own.

mod environment;
mod evaluated;
mod find;
mod joined;
mod options;
mod privilege;
mod programs;
mod repeat;
mod shells;
mod split;
mod transparent;
mod unread;
mod words;

use super::{
    gaps::Trouble,
    script::{Dialect, Fields, Site, Word},
};

use self::options::Obstacle;
pub(crate) use self::transparent::is_transparent;
pub(super) use self::{
    evaluated::{hidden_command, hidden_in_assignment, is_evaluated},
    options::Value,
};

/// What a simple command does with its words.
#[derive(Debug)]
pub(super) enum Look {
    /// It is an ordinary command, or runs nothing this time.
    Plain,
    /// It runs a command that is among its words.
    Command(Inner),
    /// It hands one word to a shell as a script.
    Body(Body),
    /// It hands several words, joined by blanks, to a shell as a script.
    Joined(Joined),
    /// It means what other words mean, which are looked at in its place.
    Same(Vec<Part>),
    /// It is a command of its own and runs others beside.
    Inside(Vec<Inside>),
    /// It runs, or may run, something that could not be found.
    Unreadable(Trouble),
}

/// A command among the words of another.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Inner {
    /// Its first word. The words before it are the wrapper's own.
    pub(super) at: usize,
    /// One past its last word. Words after it are the wrapper's own, too.
    pub(super) end: usize,
    /// What its name may mean.
    pub(super) lookup: Lookup,
    /// The directories in which a program of its name is looked for.
    pub(super) search: Search,
    /// Words of it that the wrapper changes: they are not certain, though they become one argument each.
    pub(super) placeholders: Vec<usize>,
    /// Whether operands follow that only the run will know.
    pub(super) ending: Ending,
    /// What the wrapper changes for it.
    pub(super) change: Change,
}

/// A word that is a script for a shell.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Body {
    /// The word.
    pub(super) word: usize,
    /// The shell's language.
    pub(super) shell: BodyShell,
    /// The word that becomes `$0`; those after it become `$1` and on. There may be none.
    pub(super) arguments: usize,
    /// What the shell reads before the script.
    pub(super) startup: Startup,
    /// What the wrapper changes for it.
    pub(super) change: Change,
}

/// Words that are a script for a shell when they are joined.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Joined {
    /// The first of them; all to the last follow.
    pub(super) from: usize,
    /// The script.
    pub(super) text: String,
    /// The shell's language.
    pub(super) shell: BodyShell,
    /// Where it runs.
    pub(super) site: Site,
    /// What the wrapper changes for it.
    pub(super) change: Change,
}

/// One word of those that mean the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A word as it was.
    Kept(usize),
    /// A certain word made of one that was.
    Made {
        /// The word it was made of.
        of: usize,
        /// What it is.
        text: String,
    },
}

/// A command that another runs beside what it does itself.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Inside {
    /// The word that asks for it, such as `-exec`.
    pub(super) action: usize,
    /// Its first word.
    pub(super) at: usize,
    /// One past its last word.
    pub(super) end: usize,
    /// Words of it that stand for what was found, or hold it: they are not certain.
    pub(super) placeholders: Vec<usize>,
    /// How many arguments such a word becomes.
    pub(super) fields: Fields,
    /// Whether operands follow that only the run will know.
    pub(super) ending: Ending,
    /// Where it starts.
    pub(super) place: Place,
}

/// Whether the words of a command are all it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// They are.
    Closed,
    /// Others follow that only the run will know, as after `xargs`.
    Open,
}

/// What a command's name may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lookup {
    /// What it means to the shell where it stands, reserved words and aliases included.
    AsWritten,
    /// A function, a builtin or a program.
    NoReserved,
    /// A builtin or a program.
    NoFunction,
    /// A builtin of the shell.
    Builtin,
    /// A program, never what the shell has of that name.
    Program,
}

/// The directories in which a program is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    /// Those of PATH.
    Path,
    /// Those of the system, whatever PATH is.
    Standard,
    /// Not known.
    Unknown,
}

/// The language of a shell that gets a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyShell {
    /// bash.
    Bash,
    /// zsh.
    Zsh,
    /// Whatever shell the system has as `sh`, which may be one that knows only what POSIX has.
    Posix,
    /// That of a user or of `SHELL`.
    Unknown,
}

/// What a shell reads before its script, each including those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Startup {
    /// Nothing.
    Nothing,
    /// What each shell of its kind reads: `.zshenv`.
    Always,
    /// The profile.
    Login,
    /// What a shell for a person reads, aliases included.
    Interactive,
}

/// Where a command starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Place {
    /// Where the wrapper does.
    #[default]
    Same,
    /// In this directory, seen from where the wrapper starts.
    Named(Value),
    /// Not known.
    Unknown,
}

/// What becomes of the environment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Environment {
    /// It stays.
    #[default]
    Kept,
    /// These variables are taken out; one that is not certain is none of them.
    Thinned(Vec<Value>),
    /// Nothing, or little, of it stays.
    Cleared,
}

/// What a wrapper changes for what it runs, and does besides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Change {
    /// Words `NAME=value` that become variables of its environment.
    pub(super) assignments: Vec<usize>,
    /// Where it starts.
    pub(super) place: Place,
    /// What becomes of the rest of the environment.
    pub(super) environment: Environment,
    /// Files that the wrapper reads.
    pub(super) reads: Vec<Value>,
    /// Files that the wrapper writes or creates.
    pub(super) writes: Vec<Value>,
}

/// How a command stands in the script.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// The language of the shell that runs it.
    pub(super) dialect: Dialect,
    /// What its name may mean. [`Lookup::AsWritten`] only if it is written without quotes, escapes and expansions and
    /// stands where the shell recognizes reserved words: behind no assignment and, in bash, no `|`.
    pub(super) lookup: Lookup,
    /// Whether its words are all it gets.
    pub(super) ending: Ending,
}

/// Says what a simple command runs. `words` are all its words, the name first.
///
/// It looks through one wrapper; who calls it looks again at what was found.
pub(super) fn look(words: &[Word], standing: Standing) -> Look {
    let Some(written) = words.first().and_then(Word::certain) else {
        return Look::Plain;
    };
    if let Some(look) = words::look_as_shell(written, words, standing) {
        return look;
    }
    let name = words::base_name(written);
    let found = shells::look_at_shell(name, words, standing.ending)
        .or_else(|| programs::look_at_program(name, words, standing.ending))
        .or_else(|| environment::look_at_environment(name, words, standing.ending))
        .or_else(|| privilege::look_at_privilege(name, words, standing.ending))
        .or_else(|| repeat::look_at_repeat(name, words, standing.ending))
        .or_else(|| find::look_at_find(name, words, standing.ending))
        .or_else(|| joined::look_at_joined(name, words, standing.ending))
        .or_else(|| unread::look_at_unread(name));
    match found {
        None => Look::Plain,
        Some(Ok(look)) => look,
        Some(Err(obstacle)) => Look::Unreadable(trouble(name, &obstacle)),
    }
}

/// What a tool's own code finds.
type Found = Result<Look, Obstacle>;

fn trouble(name: &str, obstacle: &Obstacle) -> Trouble {
    let message = format!("`{name}` runs another command, which was not found: {obstacle}");
    Trouble::new("wrapper", message).at_node("command")
}

#[cfg(test)]
mod tests;
