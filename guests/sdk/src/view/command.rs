//! One command of a script.

use super::{BlockView, ScriptView, WordView, attr, slice};
use crate::{Assignment, Block, Command, Function, Redirect, Span, Wrapper};

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
    pub fn wrapper_words(
        self,
        wrapper: &Wrapper,
    ) -> impl DoubleEndedIterator<Item = WordView<'a>> + ExactSizeIterator + use<'a> {
        self.script.words_in(wrapper.words)
    }

    /// Whether one of its wrappers has this name.
    pub fn is_wrapped_in(self, name: &str) -> bool {
        self.wrappers().iter().any(|wrapper| wrapper.name == name)
    }

    /// Goes through the commands that were found in its words and stand beside it, as those that `find -exec` runs; each
    /// with the number of words before it.
    ///
    /// ```
    /// use shellward_sdk::{ScriptView, test_kit::{Builder, placeholder}};
    ///
    /// let script = Builder::new()
    ///     .command(&["find", ".", "-exec", "rm", "{}", ";"])
    ///     .runs_each(3, |inner| inner.command(&["rm"]).word(placeholder()))
    ///     .build();
    /// let find = ScriptView::new(&script).command(0).expect("there are two");
    /// let inner: Vec<_> = find.inner().map(|(words, inner)| (words, inner.index())).collect();
    /// assert_eq!(inner, [(3, 1)]);
    /// ```
    pub fn inner(self) -> impl Iterator<Item = (u32, CommandView<'a>)> {
        let own = self.command.words;
        self.script.commands().filter_map(move |command| {
            let begins = |wrapper: &&Wrapper| {
                wrapper.words.start == own.start && (1..own.len).contains(&wrapper.words.len)
            };
            let wrapper = command.wrappers().iter().find(begins)?;
            (command.index() != self.index).then_some((wrapper.words.len, command))
        })
    }

    /// Returns the block it is in.
    pub fn block(self) -> Option<BlockView<'a>> {
        self.script.block(self.command.block)
    }

    /// Goes through the block it is in and those around it, from the inside out.
    pub fn blocks(self) -> impl Iterator<Item = BlockView<'a>> {
        self.script.blocks_around(self.command.block)
    }

    /// Whether it stands, at any depth, in a command or process substitution: it prints into a word or a pipe, and its
    /// exit code is not that of what surrounds it.
    pub fn is_substituted(self) -> bool {
        self.blocks().any(|block| block.kind() == "substitution")
    }

    /// Whether its exit code goes to nothing that surrounds it: it stands in a substitution, or another command runs it
    /// for each of something, as `find -exec` does.
    pub fn is_run_apart(self) -> bool {
        self.blocks().any(|block| match block.kind() {
            "substitution" => true,
            "loop" => block.is_apart(),
            _ => false,
        })
    }

    /// Whether nothing waits for it, because its list, or that of a block around it, ends in `&`.
    pub fn is_in_background(self) -> bool {
        self.command.background || self.blocks().any(|block| block.raw().background)
    }

    /// Whether it may run more than once: in a loop, in a function, or as an xargs runs it.
    ///
    /// ```
    /// use shellward_sdk::{CommandView, ScriptView, test_kit::{Builder, Join}};
    ///
    /// let script = Builder::new()
    ///     .for_each(Join::Then, &["a", "b"], |body| body.command(&["cat"]))
    ///     .command(&["ls"])
    ///     .build();
    /// let often: Vec<_> = ScriptView::new(&script).commands().map(CommandView::may_run_often).collect();
    /// assert_eq!(often, [true, false]);
    /// ```
    pub fn may_run_often(self) -> bool {
        let repeats = |block: BlockView<'_>| {
            matches!(block.kind(), "loop" | "function") || block.is_of_unknown_kind()
        };
        self.is_open_ended() || self.blocks().any(repeats)
    }

    /// Whether the rest of the script may run without it, as far as the structure tells: after `&&` or `||`, in a loop or a
    /// branch, in a function, or as an xargs runs it. What `exit` and its like skip is not looked at.
    ///
    /// ```
    /// use shellward_sdk::{CommandView, ScriptView, test_kit::Builder};
    ///
    /// let script = Builder::new().command(&["a"]).and(&["b"]).command(&["c"]).build();
    /// let skipped: Vec<_> = ScriptView::new(&script).commands().map(CommandView::may_not_run).collect();
    /// assert_eq!(skipped, [false, true, false]);
    /// ```
    pub fn may_not_run(self) -> bool {
        self.is_open_ended()
            || is_conditional(self.connector())
            || self.blocks().any(BlockView::may_not_run)
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
        self.command.negated
            || self
                .blocks()
                .take_while(|block| block.kind() != "substitution")
                .any(|block| block.raw().negated)
    }

    /// Returns what joins its pipeline to the one before: "first", "then", "and", "or", "background".
    pub fn connector(self) -> &'a str {
        &self.command.connector
    }

    /// Returns what its name means: "builtin", "function", "file", "unknown".
    pub fn binding(self) -> &'a str {
        &self.command.binding
    }

    /// Goes through the definitions of the function that it calls. None: it calls none, or one of the session, whose body
    /// nobody has seen.
    pub fn definitions(self) -> impl Iterator<Item = &'a Function> {
        let name = self.name().filter(|_| self.binding() == "function");
        self.script
            .functions()
            .iter()
            .filter(move |function| name == Some(function.name.as_str()))
    }

    /// Whether it runs on another machine, or where is not known.
    pub fn is_remote(self) -> bool {
        self.command.site != "local"
    }

    /// Returns the working directory when it starts, if it is certain and only one.
    pub fn cwd(self) -> Option<&'a str> {
        match self.cwds() {
            [cwd] => Some(cwd),
            _ => None,
        }
    }

    /// Returns every working directory it may start in; empty if that is not certain. What a policy says must hold for
    /// all of them.
    pub fn cwds(self) -> &'a [String] {
        &self.command.cwds
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

/// Whether a pipeline runs only after some ends of what is before it. A connector that is not known may mean that.
pub(super) fn is_conditional(connector: &str) -> bool {
    !matches!(connector, "first" | "then" | "background")
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

    /// Returns what is read from a here-document, as written where that is not certain.
    ///
    /// ```
    /// use shellward_sdk::{ScriptView, test_kit::Builder};
    ///
    /// let script = Builder::new().command(&["cat"]).here_document("one\ntwo\n").build();
    /// let command = ScriptView::new(&script).command(0).expect("there is one");
    /// let redirect = command.redirects().next().expect("there is one");
    /// assert_eq!(redirect.body(), Some("one\ntwo\n"));
    /// assert_eq!(redirect.target().and_then(|word| word.certain()), Some("one\ntwo\n"));
    /// ```
    pub fn body(self) -> Option<&'a str> {
        let text = self.script.texts().get(self.redirect.body? as usize)?;
        Some(&text.content)
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
            "<" | "<<" | "<<-" | "<<<" | "<&" | "|&" => false,
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
