//! What reading a command gives: a flat list of everything in it (R2.1, R3.20).
//!
//! The lists mirror the contract in `wit/`, so that handing a script to a guest is a copy and not a translation.
//! Nothing here knows tree-sitter.

use serde::{Deserialize, Serialize};

use crate::span::{Range, Span};

/// Declares an enum whose variants are the documented words of a growing vocabulary (R3.21).
macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $code:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[non_exhaustive]
        pub enum $name { $($(#[$vdoc])* #[serde(rename = $code)] $variant,)+ }

        impl $name {
            /// Returns the word used for it in the contract, in JSON and in messages.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code,)+ }
            }

            /// Reads that word back.
            pub fn from_code(code: &str) -> Option<Self> {
                match code { $($code => Some(Self::$variant),)+ _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.code())
            }
        }
    };
}
pub(crate) use vocabulary;

vocabulary! {
    /// A shell language.
    Dialect {
        /// GNU bash.
        Bash = "bash",
        /// zsh.
        Zsh = "zsh",
        /// PowerShell.
        PowerShell = "powershell",
    }
}

vocabulary! {
    /// How far a script was understood (R2.1).
    Reading {
        /// Every word and every command is accounted for.
        Complete = "complete",
        /// Something was not understood; `gaps` says what and where.
        Partial = "partial",
        /// There was no parser for it.
        Unavailable = "unavailable",
    }
}

vocabulary! {
    /// Where a text of the script came from.
    TextOrigin {
        /// The command as it was called.
        Source = "source",
        /// The body of a `-c` option, or of another command that hands a text to a shell.
        CommandString = "command-string",
        /// What an alias stands for.
        Alias = "alias",
        /// The body of a here-document: what is read from it where that is certain, else as written.
        HereDocument = "here-document",
    }
}

/// One text into which spans point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// Where it came from.
    pub origin: TextOrigin,
    /// The place it was found at, in another text.
    pub at: Option<Span>,
    /// The text itself.
    pub content: String,
}

vocabulary! {
    /// What a part of a word is.
    PieceKind {
        /// Characters that stand for themselves, after quotes are taken away.
        Literal = "literal",
        /// `$x`, `${x}` and the special parameters.
        Variable = "variable",
        /// `$(…)` or backquotes.
        CommandSubstitution = "command-substitution",
        /// `<(…)` or `>(…)`.
        ProcessSubstitution = "process-substitution",
        /// Unquoted `*`, `?` or `[…]`.
        Glob = "glob",
        /// An unquoted `~` or `~user` at the beginning.
        Tilde = "tilde",
        /// `$((…))`, or the expression of `((…))`.
        Arithmetic = "arithmetic",
        /// Unquoted `{a,b}` or `{1..3}`, which makes several words of one. Of each, its literal is the whole value.
        Brace = "brace",
        /// `{}` of `find -exec`, `xargs -I{}` and their like: what the wrapper puts there.
        Placeholder = "placeholder",
    }
}

/// A part of a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// What it is.
    pub kind: PieceKind,
    /// Where it stands.
    pub span: Span,
    /// Its value, where that is certain: a literal's text, the home directory of a tilde.
    pub literal: Option<String>,
    /// Whether it stands in quotes, where it is neither split nor expanded to file names.
    pub quoted: bool,
}

vocabulary! {
    /// How many arguments a word becomes.
    Fields {
        /// Exactly one.
        One = "one",
        /// Only the run will know: none, one or several.
        Many = "many",
    }
}

/// One argument, certain or dynamic (R2.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Word {
    /// Where it stands, quotes included.
    pub span: Span,
    /// Every value it can have, where that is certain before running: one, or several after a loop or a branch. Empty:
    /// not certain.
    pub values: Vec<String>,
    /// How many arguments it becomes.
    pub fields: Fields,
    /// The certain beginning of an uncertain word; the whole of a certain one.
    pub prefix: String,
    /// Its parts, in `pieces`.
    pub pieces: Range,
}

impl Word {
    /// Returns the value, if there is exactly one and it becomes exactly one argument.
    pub fn certain(&self) -> Option<&str> {
        match self.values.as_slice() {
            [value] if self.fields == Fields::One => Some(value),
            _ => None,
        }
    }
}

vocabulary! {
    /// How far an assignment reaches.
    AssignmentScope {
        /// `X=1` alone: a variable of the shell.
        Shell = "shell",
        /// `X=1 command`: the environment of one command.
        Command = "command",
        /// `export X=1`: a variable of the shell, and the environment of every command after it.
        Environment = "environment",
        /// `local X=1`: a variable of a function.
        Local = "local",
        /// The variable of a `for` or `select`, which is given one word after the other, or of `${X:=y}`. It has no value
        /// here and is of no command.
        Each = "each",
    }
}

/// `NAME=value`, alone or before a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assignment {
    /// Where it stands.
    pub span: Span,
    /// The variable.
    pub name: String,
    /// How far it reaches.
    pub scope: AssignmentScope,
    /// `+=` instead of `=`.
    pub append: bool,
    /// The value's word, in `words`. None: empty.
    pub value: Option<u32>,
}

/// A redirect, such as `2>/dev/null`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Redirect {
    /// Where it stands.
    pub span: Span,
    /// The descriptor written before the operator.
    pub descriptor: Option<u32>,
    /// The operator as written: `<`, `>`, `>>`, `>|`, `<>`, `&>`, `&>>`, `<&`, `>&`, `<<`, `<<-`, `<<<`.
    pub operator: String,
    /// The target's word, in `words`. Of a here-document: a word that stands for what is read from it.
    pub target: Option<u32>,
    /// The body of a here-document, in `texts`.
    pub body: Option<u32>,
}

vocabulary! {
    /// What holds commands together.
    BlockKind {
        /// The whole of a text.
        Script = "script",
        /// `( … )`.
        Subshell = "subshell",
        /// `{ …; }`.
        Group = "group",
        /// The inside of `$(…)`, backquotes, `<(…)` or `>(…)`.
        Substitution = "substitution",
        /// `for`, `while`, `until`, `select`. It holds a condition, a body, or both. Standing in no pipeline: a command
        /// that another one runs for each of something, as `find -exec` does.
        Loop = "loop",
        /// `if`, `case`. It holds conditions and bodies.
        Branch = "branch",
        /// What a loop or a branch looks at to go on.
        Condition = "condition",
        /// What a loop or a branch runs never, once or often.
        Body = "body",
        /// The body of a function, which runs where the function is called.
        Function = "function",
    }
}

/// How control reaches commands. A block that runs where it stands has a place in a pipeline of the block around it, as
/// a command has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// The block around it, in `blocks`.
    pub parent: Option<u32>,
    /// Number of its pipeline in the script. None: it stands in none, being the whole of the source, part of a word, or
    /// part of a loop or a branch.
    pub pipeline: Option<u32>,
    /// Its place in the pipeline, from 0.
    pub stage: u32,
    /// What joins its pipeline to the one before it in the block around it. First, if it stands in none.
    pub connector: Connector,
    /// Whether `!` stands before its pipeline, so that the pipeline's success and failure are swapped.
    pub negated: bool,
    /// Whether the list that its pipeline is part of ends in `&`, so that nothing waits for it.
    #[serde(default)]
    pub background: bool,
    /// Where it stands.
    pub span: Span,
    /// What it runs on: the words a `for` goes through, the word of a `case`, the patterns of one of its bodies; in
    /// `words`.
    pub subject: Range,
}

impl Block {
    /// Creates a block that stands in no pipeline: the whole of a text, the inside of a substitution, a part of a loop.
    pub const fn apart(kind: BlockKind, parent: Option<u32>, span: Span) -> Self {
        Self {
            kind,
            parent,
            pipeline: None,
            stage: 0,
            connector: Connector::First,
            negated: false,
            background: false,
            span,
            subject: Range { start: 0, len: 0 },
        }
    }
}

vocabulary! {
    /// Where a command runs.
    Site {
        /// On this machine.
        Local = "local",
        /// On another one, as after `ssh`.
        Remote = "remote",
    }
}

/// A command that only runs another one, such as `timeout 5`, and was looked through (R2.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wrapper {
    /// Its name, without a directory.
    pub name: String,
    /// Its own words, in `words`; the first is its name as written.
    pub words: Range,
}

/// A function that the script defines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its body, in `blocks`.
    pub block: u32,
    /// Where it stands.
    pub span: Span,
}

vocabulary! {
    /// What a command's name means (R2.8).
    Binding {
        /// Part of the shell.
        Builtin = "builtin",
        /// A function of the session or of the script.
        Function = "function",
        /// A program, found by PATH or named by path.
        File = "file",
        /// Not known before running.
        Unknown = "unknown",
    }
}

vocabulary! {
    /// What joins a pipeline to the one before it.
    Connector {
        /// It is the first of its block.
        First = "first",
        /// `;` or a newline.
        Then = "then",
        /// `&&`.
        And = "and",
        /// `||`.
        Or = "or",
        /// The one before ends in `&`.
        Background = "background",
    }
}

/// One simple command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Where it stands, redirects included.
    pub span: Span,
    /// The block it is in.
    pub block: u32,
    /// Number of its pipeline in the script. In a block, a pipeline further on has a higher number.
    pub pipeline: u32,
    /// Its place in the pipeline, from 0.
    pub stage: u32,
    /// What joins its pipeline to the one before it in its block.
    pub connector: Connector,
    /// Whether `!` stands before its pipeline, so that the pipeline's success and failure are swapped.
    pub negated: bool,
    /// Whether the list that its pipeline is part of ends in `&`, so that nothing waits for it.
    #[serde(default)]
    pub background: bool,
    /// Its assignments, in `assignments`.
    pub assignments: Range,
    /// Its words, in `words`; the first is the name. Empty: only assignments or redirects.
    pub words: Range,
    /// Its redirects, in `redirects`.
    pub redirects: Range,
    /// What was looked through to find it, outermost first.
    pub wrappers: Vec<Wrapper>,
    /// What its name means.
    pub binding: Binding,
    /// Where it runs.
    pub site: Site,
    /// Every working directory it may start in, where that is certain: one, or more after a `cd` that may have failed.
    /// Empty: not certain.
    pub cwds: Vec<String>,
    /// Where the shell itself stands, if something else puts the command elsewhere, as `env -C` does: redirects are opened
    /// and file names found from there. Empty: not certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shell_cwds: Option<Vec<String>>,
    /// Whether operands follow that only the run will know, as after `xargs`.
    pub open_ended: bool,
}

impl Command {
    /// Returns every directory in which the shell may stand when it runs this: there redirects are opened and file names
    /// found. Empty: not certain.
    pub fn stands_in(&self) -> &[String] {
        self.shell_cwds.as_deref().unwrap_or(&self.cwds)
    }
}

/// Something that was not understood (R2.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gap {
    /// A stable code, such as `node`, `syntax`, `wrapper`, `bound.commands`, `prescan.carriage-return`.
    pub reason: String,
    /// The same in words a person understands.
    pub message: String,
    /// The parser's name for the node, or empty.
    pub node: String,
    /// Where.
    pub span: Span,
}

/// What was read (R2.1): flat lists, into which ranges and indices point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// The shell language it was read as.
    pub dialect: Dialect,
    /// How far it was understood.
    pub reading: Reading,
    /// What was not understood.
    pub gaps: Vec<Gap>,
    /// The texts; the first is the source.
    pub texts: Vec<Text>,
    /// The blocks; the first is the whole script.
    pub blocks: Vec<Block>,
    /// The commands, in the order in which they are written.
    pub commands: Vec<Command>,
    /// The words of all commands, assignments and redirects.
    pub words: Vec<Word>,
    /// The pieces of all words.
    pub pieces: Vec<Piece>,
    /// The assignments of all commands.
    pub assignments: Vec<Assignment>,
    /// The redirects of all commands.
    pub redirects: Vec<Redirect>,
    /// The functions it defines.
    pub functions: Vec<Function>,
}

impl Script {
    /// Creates a script of which nothing has been read yet.
    pub fn unread(dialect: Dialect, source: &str) -> Self {
        Self {
            dialect,
            reading: Reading::Unavailable,
            gaps: Vec::new(),
            texts: vec![Text {
                origin: TextOrigin::Source,
                at: None,
                content: source.to_owned(),
            }],
            blocks: Vec::new(),
            commands: Vec::new(),
            words: Vec::new(),
            pieces: Vec::new(),
            assignments: Vec::new(),
            redirects: Vec::new(),
            functions: Vec::new(),
        }
    }

    /// Returns the source text.
    pub fn source(&self) -> &str {
        self.texts.first().map_or("", |text| &text.content)
    }

    /// Returns the text under a span; empty if the span is not of this script.
    pub fn text(&self, span: Span) -> &str {
        self.texts
            .get(span.text as usize)
            .and_then(|text| text.content.get(span.bytes()))
            .unwrap_or("")
    }

    /// Returns the words of a wrapper, its name first.
    pub fn wrapper_words(&self, wrapper: &Wrapper) -> &[Word] {
        self.words.get(wrapper.words.indices()).unwrap_or(&[])
    }

    /// Whether a command calls a function that the script itself defines. What that does is what the commands in its
    /// body do.
    pub fn calls_own_function(&self, command: &Command) -> bool {
        command.binding == Binding::Function
            && self.name(command).is_some_and(|name| {
                self.functions.iter().any(|function| {
                    function.name == name && function.span.text == command.span.text
                })
            })
    }

    /// Returns the words of a command, its name first.
    pub fn words(&self, command: &Command) -> &[Word] {
        self.words.get(command.words.indices()).unwrap_or(&[])
    }

    /// Returns the name of a command, where it is certain.
    pub fn name(&self, command: &Command) -> Option<&str> {
        self.words(command).first().and_then(Word::certain)
    }

    /// Returns the assignments before (or instead of) a command.
    pub fn assignments(&self, command: &Command) -> &[Assignment] {
        self.assignments
            .get(command.assignments.indices())
            .unwrap_or(&[])
    }

    /// Returns the redirects of a command.
    pub fn redirects(&self, command: &Command) -> &[Redirect] {
        self.redirects
            .get(command.redirects.indices())
            .unwrap_or(&[])
    }

    /// Returns the pieces of a word.
    pub fn pieces(&self, word: &Word) -> &[Piece] {
        self.pieces.get(word.pieces.indices()).unwrap_or(&[])
    }

    /// Returns a word by its index.
    pub fn word(&self, index: u32) -> Option<&Word> {
        self.words.get(index as usize)
    }

    /// Whether there is nothing to do: only comments and white space (R2.1).
    pub fn is_empty(&self) -> bool {
        self.reading == Reading::Complete && self.commands.is_empty()
    }
}
