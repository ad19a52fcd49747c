//! One command of a script.

use super::{ScriptView, WordView, attr, slice};
use crate::{Assignment, Block, Command, Redirect, Span, Wrapper};

/// A simple command.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit};
///
/// let script = test_kit::script(&[&["rm", "-r", "build"]]);
/// let command = ScriptView::new(&script).command(0).expect("there is one");
/// assert_eq!(command.name(), Some("rm"));
/// let arguments: Vec<_> = command.arguments().filter_map(|word| word.certain()).collect();
/// assert_eq!(arguments, ["-r", "build"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CommandView<'a> {
    script: ScriptView<'a>,
    index: u32,
    command: &'a Command,
}

impl<'a> CommandView<'a> {
    pub(super) const fn new(script: ScriptView<'a>, index: u32, command: &'a Command) -> Self {
        Self {
            script,
            index,
            command,
        }
    }

    /// Returns the script it is part of.
    pub const fn script(self) -> ScriptView<'a> {
        self.script
    }

    /// Returns its index in the script, by which effects and judgements name it.
    pub const fn index(self) -> u32 {
        self.index
    }

    /// Returns the command itself.
    pub const fn raw(self) -> &'a Command {
        self.command
    }

    /// Returns where it stands, redirects included.
    pub const fn span(self) -> Span {
        self.command.span
    }

    /// Returns it as written.
    pub fn text(self) -> &'a str {
        self.script.text(self.command.span)
    }

    /// Returns its name, where that is certain. It may be a path.
    pub fn name(self) -> Option<&'a str> {
        self.words().next().and_then(WordView::certain)
    }

    /// Whether it only assigns or redirects.
    pub fn is_nameless(self) -> bool {
        self.command.words.len == 0
    }

    /// Goes through its words, the name first.
    pub fn words(self) -> impl DoubleEndedIterator<Item = WordView<'a>> + ExactSizeIterator {
        self.script.words_in(self.command.words)
    }

    /// Goes through its words without the name.
    pub fn arguments(self) -> impl DoubleEndedIterator<Item = WordView<'a>> + ExactSizeIterator {
        let mut words = self.words();
        let _name = words.next();
        words
    }

    /// Returns its assignments: for this command alone, or, without a name, for the shell.
    pub fn assignments(self) -> &'a [Assignment] {
        slice(&self.script.raw().assignments, self.command.assignments)
    }

    /// Goes through its redirects.
    pub fn redirects(self) -> impl Iterator<Item = RedirectView<'a>> {
        let redirects = slice(&self.script.raw().redirects, self.command.redirects);
        redirects.iter().map(move |redirect| RedirectView {
            script: self.script,
            redirect,
        })
    }

    /// Returns what was looked through to find it, outermost first.
    pub fn wrappers(self) -> &'a [Wrapper] {
        &self.command.wrappers
    }

    /// Goes through the words of one of its wrappers.
    pub fn wrapper_words(self, wrapper: &Wrapper) -> impl Iterator<Item = WordView<'a>> + use<'a> {
        self.script.words_in(wrapper.words)
    }

    /// Returns the block it is in.
    pub fn block(self) -> Option<&'a Block> {
        self.script.block(self.command.block)
    }

    /// Whether it stands, at any depth, in a command or process substitution: it prints into a word or a pipe, and its
    /// exit code is not that of what surrounds it.
    pub fn is_substituted(self) -> bool {
        super::ending::ancestors(self.script, self.command.block)
            .any(|block| block.kind == "substitution")
    }

    /// Returns the number of its pipeline in the script.
    pub const fn pipeline(self) -> u32 {
        self.command.pipeline
    }

    /// Returns its place in the pipeline, from 0.
    pub const fn stage(self) -> u32 {
        self.command.stage
    }

    /// Whether nothing of its pipeline comes after it, so that its output is the pipeline's.
    pub fn is_last_stage(self) -> bool {
        let raw = self.command;
        let script = self.script.raw();
        let is_later_command = |other: &Command| {
            other.pipeline == raw.pipeline && other.block == raw.block && other.stage > raw.stage
        };
        let is_later_block = |other: &Block| {
            other.pipeline == Some(raw.pipeline)
                && other.parent == Some(raw.block)
                && other.stage > raw.stage
        };
        !script.commands.iter().any(is_later_command) && !script.blocks.iter().any(is_later_block)
    }

    /// Whether a `!` before its pipeline, or before a block around it, swaps success and failure: what comes out is not
    /// its own exit code.
    pub fn is_negated(self) -> bool {
        let around = super::ending::ancestors(self.script, self.command.block);
        self.command.negated
            || around
                .take_while(|block| block.kind != "substitution")
                .any(|block| block.negated)
    }

    /// Returns what joins its pipeline to the one before: "first", "then", "and", "or", "background".
    pub fn connector(self) -> &'a str {
        &self.command.connector
    }

    /// Returns what its name means: "builtin", "function", "file", "unknown".
    pub fn binding(self) -> &'a str {
        &self.command.binding
    }

    /// Whether it runs on another machine, or where is not known.
    pub fn is_remote(self) -> bool {
        self.command.site != "local"
    }

    /// Returns the working directory when it starts, where certain.
    pub fn cwd(self) -> Option<&'a str> {
        self.command.cwd.as_deref()
    }

    /// Whether operands follow that only the run will know, as with xargs.
    pub fn is_open_ended(self) -> bool {
        self.command.open_ended
    }

    /// Returns a fact for which no field exists yet.
    pub fn attr(self, key: &str) -> Option<&'a str> {
        attr(&self.command.attrs, key)
    }
}

/// A redirect of a command.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit};
///
/// let script = test_kit::Builder::new().command(&["ls"]).redirect(">", "out").build();
/// let command = ScriptView::new(&script).command(0).expect("there is one");
/// let redirect = command.redirects().next().expect("there is one");
/// assert!(redirect.may_write());
/// assert_eq!(redirect.target().and_then(|word| word.certain()), Some("out"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RedirectView<'a> {
    script: ScriptView<'a>,
    redirect: &'a Redirect,
}

impl<'a> RedirectView<'a> {
    /// Returns the redirect itself.
    pub const fn raw(self) -> &'a Redirect {
        self.redirect
    }

    /// Returns the operator as written.
    pub fn operator(self) -> &'a str {
        &self.redirect.operator
    }

    /// Returns its target.
    pub fn target(self) -> Option<WordView<'a>> {
        self.script.word(self.redirect.target?)
    }

    /// Returns the descriptor it is about: the one written, or the operator's own. `&>` counts as 1, though it is 2 too.
    pub fn descriptor(self) -> u32 {
        let own = u32::from(!self.redirect.operator.starts_with('<'));
        self.redirect.descriptor.unwrap_or(own)
    }

    /// Whether it may write to a file: true unless it only reads, or its target is certain to be no file, such as
    /// /dev/null or another descriptor.
    pub fn may_write(self) -> bool {
        match self.operator() {
            "<" | "<<" | "<<-" | "<<<" | "<&" => false,
            ">&" => !self.target_is(|target| is_descriptor(target) || is_sink(target)),
            _ => !self.target_is(is_sink),
        }
    }

    /// Whether it takes standard output away from where the command would have printed.
    pub fn takes_output(self) -> bool {
        let elsewhere = !self.target_is(|target| target == "1" || target == "/dev/stdout");
        self.descriptor() == 1 && !self.operator().starts_with('<') && elsewhere
    }

    fn target_is(self, wanted: impl Fn(&str) -> bool) -> bool {
        self.target()
            .and_then(WordView::certain)
            .is_some_and(wanted)
    }
}

/// Whether the target of `>&` names a descriptor: a number, `-` to close it, or both to move it.
fn is_descriptor(target: &str) -> bool {
    let number = target.strip_suffix('-').unwrap_or(target);
    !target.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether what is written there changes no file.
fn is_sink(target: &str) -> bool {
    matches!(
        target,
        "/dev/null" | "/dev/stdout" | "/dev/stderr" | "/dev/tty"
    )
}
