//! Puts scripts together, command by command. What is written of them stands in `writer`.

use super::{TestWord, literal, writer};
use crate::Script;

/// What joins a command or a block to what is before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// `;`
    Then,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `&`
    Background,
    /// `|`
    Pipe,
}

impl Join {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Then => "; ",
            Self::And => " && ",
            Self::Or => " || ",
            Self::Background => " & ",
            Self::Pipe => " | ",
        }
    }

    pub(super) const fn connector(self) -> &'static str {
        match self {
            Self::Then | Self::Pipe => "then",
            Self::And => "and",
            Self::Or => "or",
            Self::Background => "background",
        }
    }
}

/// A script under construction. What describes a command holds for the last one added.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit::{Builder, Join, glob}};
///
/// let script = Builder::new()
///     .command(&["grep", "-l", "x"])
///     .word(glob("*.rs"))
///     .redirect("2>", "/dev/null")
///     .block("subshell", Join::Or, |inner| inner.command(&["echo", "none"]))
///     .build();
/// assert_eq!(ScriptView::new(&script).source(), "grep -l x *.rs 2>/dev/null || (echo none)");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Builder {
    items: Vec<Item>,
    gaps: Vec<String>,
}

/// What stands in a list.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Command(Draft),
    Block(BlockDraft),
    /// A `!` before what comes next.
    Negation,
    /// A `&` behind what was before.
    Ampersand,
}

/// A command under construction.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) join: Join,
    pub(super) words: Vec<TestWord>,
    pub(super) assignments: Vec<(String, TestWord)>,
    pub(super) redirects: Vec<(String, TestWord)>,
    pub(super) here_documents: Vec<String>,
    pub(super) wrappers: Vec<Vec<TestWord>>,
    pub(super) binding: &'static str,
    pub(super) site: &'static str,
    pub(super) cwds: Vec<String>,
    pub(super) open_ended: bool,
    /// What it runs for each of something, and how many of its words are the wrapper of that.
    pub(super) runs_each: Option<(usize, Vec<Item>)>,
}

/// A block under construction.
#[derive(Clone, Debug)]
pub(super) struct BlockDraft {
    pub(super) kind: &'static str,
    pub(super) join: Join,
    pub(super) subject: Vec<TestWord>,
    /// The command that hands a text to a shell; its last word is added.
    pub(super) shell: Vec<TestWord>,
    /// The name of a function.
    pub(super) name: String,
    pub(super) items: Vec<Item>,
}

impl Builder {
    /// Begins a script.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a command after `;`, or the first one.
    #[must_use]
    pub fn command(self, words: &[&str]) -> Self {
        self.join(Join::Then, words)
    }

    /// Adds a command after `|`.
    #[must_use]
    pub fn pipe(self, words: &[&str]) -> Self {
        self.join(Join::Pipe, words)
    }

    /// Adds a command after `&&`.
    #[must_use]
    pub fn and(self, words: &[&str]) -> Self {
        self.join(Join::And, words)
    }

    /// Adds a command after `||`.
    #[must_use]
    pub fn or(self, words: &[&str]) -> Self {
        self.join(Join::Or, words)
    }

    /// Adds a command after `&`.
    #[must_use]
    pub fn background(self, words: &[&str]) -> Self {
        self.join(Join::Background, words)
    }

    /// Adds a command.
    #[must_use]
    pub fn join(mut self, join: Join, words: &[&str]) -> Self {
        self.items.push(Item::Command(Draft {
            join,
            words: words.iter().map(|&word| literal(word)).collect(),
            assignments: Vec::new(),
            redirects: Vec::new(),
            here_documents: Vec::new(),
            wrappers: Vec::new(),
            binding: "file",
            site: "local",
            cwds: vec![super::session().cwd],
            open_ended: false,
            runs_each: None,
        }));
        self
    }

    /// Adds a block: "subshell", "group", "substitution", "loop", "branch", "condition", "body", "function".
    #[must_use]
    pub fn block(self, kind: &'static str, join: Join, inside: impl FnOnce(Self) -> Self) -> Self {
        self.add_block(kind, join, |block| block, inside)
    }

    /// Adds `for each in …; do …; done`.
    ///
    /// ```
    /// use shellward_sdk::{ScriptView, test_kit::{Builder, Join, one_of}};
    ///
    /// let script = Builder::new()
    ///     .for_each(Join::Then, &["a", "b"], |body| body.command(&["cat"]).word(one_of(&["a", "b"])))
    ///     .build();
    /// assert_eq!(ScriptView::new(&script).source(), "for each in a b; do cat \"$each\"; done");
    /// ```
    #[must_use]
    pub fn for_each(self, join: Join, subject: &[&str], body: impl FnOnce(Self) -> Self) -> Self {
        let subject = subject.iter().map(|&word| word.into()).collect();
        let loops = |block| BlockDraft { subject, ..block };
        self.add_block("loop", join, loops, |inner| {
            inner.block("body", Join::Then, body)
        })
    }

    /// Adds `while …; do …; done`.
    #[must_use]
    pub fn while_do(
        self,
        join: Join,
        condition: impl FnOnce(Self) -> Self,
        body: impl FnOnce(Self) -> Self,
    ) -> Self {
        self.block("loop", join, |inner| {
            inner
                .block("condition", Join::Then, condition)
                .block("body", Join::Then, body)
        })
    }

    /// Adds `if …; then …; else …; fi`; without the last part, if there is nothing in it.
    ///
    /// ```
    /// use shellward_sdk::{ScriptView, test_kit::{Builder, Join}};
    ///
    /// let script = Builder::new()
    ///     .if_else(Join::Then, |it| it.command(&["a"]), |it| it.command(&["b"]), |it| it)
    ///     .build();
    /// assert_eq!(ScriptView::new(&script).source(), "if a; then b; fi");
    /// ```
    #[must_use]
    pub fn if_else(
        self,
        join: Join,
        condition: impl FnOnce(Self) -> Self,
        then: impl FnOnce(Self) -> Self,
        otherwise: impl FnOnce(Self) -> Self,
    ) -> Self {
        self.block("branch", join, |inner| {
            let inner =
                inner
                    .block("condition", Join::Then, condition)
                    .block("body", Join::Then, then);
            let rest = otherwise(Self::new());
            if rest.items.is_empty() {
                inner
            } else {
                inner.block("body", Join::Then, |_| rest)
            }
        })
    }

    /// Adds the definition of a function. Calls of it must be [bound to](Self::bound_to) "function".
    #[must_use]
    pub fn function(self, name: &str, body: impl FnOnce(Self) -> Self) -> Self {
        let name = name.to_owned();
        let named = |block| BlockDraft { name, ..block };
        self.add_block("function", Join::Then, named, |inner| {
            inner.block("group", Join::Then, body)
        })
    }

    /// Adds a command that hands a text to a shell, such as `bash -c`; the text is what is inside.
    ///
    /// ```
    /// use shellward_sdk::{ScriptView, test_kit::{Builder, Join}};
    ///
    /// let script = Builder::new()
    ///     .shell(Join::Then, &["bash", "-c"], |inner| inner.command(&["a"]).and(&["b"]))
    ///     .build();
    /// let view = ScriptView::new(&script);
    /// assert_eq!(view.source(), "bash -c 'a && b'");
    /// let command = view.command(1).expect("there are two");
    /// assert_eq!((command.text(), command.wrappers()[0].name.as_str()), ("b", "bash"));
    /// ```
    #[must_use]
    pub fn shell(self, join: Join, words: &[&str], inside: impl FnOnce(Self) -> Self) -> Self {
        let shell = words.iter().map(|&word| word.into()).collect();
        let handing = |block| BlockDraft { shell, ..block };
        self.add_block("script", join, handing, inside)
    }

    fn add_block(
        mut self,
        kind: &'static str,
        join: Join,
        change: impl FnOnce(BlockDraft) -> BlockDraft,
        inside: impl FnOnce(Self) -> Self,
    ) -> Self {
        let inner = inside(Self::new());
        self.gaps.extend(inner.gaps);
        self.items.push(Item::Block(change(BlockDraft {
            kind,
            join,
            subject: Vec::new(),
            shell: Vec::new(),
            name: String::new(),
            items: inner.items,
        })));
        self
    }

    /// Adds a word to the subject of the last block.
    #[must_use]
    pub fn subject(mut self, word: impl Into<TestWord>) -> Self {
        if let Some(Item::Block(block)) = self.items.last_mut() {
            block.subject.push(word.into());
        }
        self
    }

    /// Writes a `&` behind the list that ends here: nothing waits for it.
    #[must_use]
    pub fn ampersand(mut self) -> Self {
        self.items.push(Item::Ampersand);
        self
    }

    /// Writes a `!` before what comes next: its pipeline is negated.
    #[must_use]
    pub fn negated(mut self) -> Self {
        self.items.push(Item::Negation);
        self
    }

    /// Adds a word to the last command.
    #[must_use]
    pub fn word(self, word: impl Into<TestWord>) -> Self {
        self.with_last(|draft| draft.words.push(word.into()))
    }

    /// Adds `NAME=value` to the last command.
    #[must_use]
    pub fn assign(self, name: &str, value: impl Into<TestWord>) -> Self {
        self.with_last(|draft| draft.assignments.push((name.to_owned(), value.into())))
    }

    /// Adds a redirect to the last command. The operator may have a descriptor before it.
    #[must_use]
    pub fn redirect(self, operator: &str, target: impl Into<TestWord>) -> Self {
        self.with_last(|draft| draft.redirects.push((operator.to_owned(), target.into())))
    }

    /// Adds a here-document with a quoted delimiter to the last command.
    #[must_use]
    pub fn here_document(self, content: &str) -> Self {
        self.with_last(|draft| draft.here_documents.push(content.to_owned()))
    }

    /// Puts a wrapper, such as `timeout 5`, before the last command.
    #[must_use]
    pub fn wrapped_in(self, words: &[&str]) -> Self {
        let words = words.iter().map(|&word| word.into()).collect();
        self.with_last(|draft| draft.wrappers.push(words))
    }

    /// Says what the name of the last command means: "builtin", "function", "file" (the default), "unknown".
    #[must_use]
    pub fn bound_to(self, binding: &'static str) -> Self {
        self.with_last(|draft| draft.binding = binding)
    }

    /// Says that the last command runs on another machine.
    #[must_use]
    pub fn remote(self) -> Self {
        self.with_last(|draft| draft.site = "remote")
    }

    /// Says in which directories the last command may start; in none, if that is not certain.
    #[must_use]
    pub fn starts_in(self, cwds: &[&str]) -> Self {
        let cwds = cwds.iter().map(|&cwd| cwd.to_owned()).collect();
        self.with_last(|draft| draft.cwds = cwds)
    }

    /// Says that arguments of the last command follow that only the run will know.
    #[must_use]
    pub fn open_ended(self) -> Self {
        self.with_last(|draft| draft.open_ended = true)
    }

    /// Says that the last command runs another one for each of something, and that this was read: so many of its words are
    /// the wrapper of what is inside.
    ///
    /// ```
    /// use shellward_sdk::{ScriptView, test_kit::{Builder, placeholder}};
    ///
    /// let script = Builder::new()
    ///     .command(&["find", ".", "-exec", "rm", "{}", ";"])
    ///     .runs_each(3, |inner| inner.command(&["rm"]).word(placeholder()))
    ///     .build();
    /// let inner = ScriptView::new(&script).command(1).expect("there are two");
    /// assert_eq!((inner.name(), inner.is_wrapped_in("find")), (Some("rm"), true));
    /// assert_eq!(inner.words().last().map(|word| word.text()), Some("'{}'"));
    /// assert!(inner.is_run_apart());
    /// ```
    #[must_use]
    pub fn runs_each(self, words: usize, inside: impl FnOnce(Self) -> Self) -> Self {
        let inner = inside(Self::new()).items;
        self.with_last(|draft| draft.runs_each = Some((words, inner)))
    }

    /// Says that something was not understood.
    #[must_use]
    pub fn partial(mut self, reason: &str) -> Self {
        self.gaps.push(reason.to_owned());
        self
    }

    /// Finishes the script.
    pub fn build(self) -> Script {
        writer::write(&self.items, &self.gaps)
    }

    fn with_last(mut self, change: impl FnOnce(&mut Draft)) -> Self {
        if let Some(Item::Command(draft)) = self.items.last_mut() {
            change(draft);
        }
        self
    }
}
