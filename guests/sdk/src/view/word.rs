//! One word of a script.

use super::{ScriptView, attr, slice};
use crate::{Piece, Span, Word};

/// An argument, certain or not.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit::{self, glob}};
///
/// let script = test_kit::Builder::new().command(&["cat", "notes"]).word(glob("src/*.rs")).build();
/// let command = ScriptView::new(&script).command(0).expect("there is one");
/// let words: Vec<_> = command.arguments().collect();
/// assert_eq!(words[0].certain(), Some("notes"));
/// assert_eq!(words[1].certain(), None);
/// assert_eq!(words[1].prefix(), "src/");
/// assert!(words[1].may_be_many());
/// assert!(!words[1].may_begin_with('-'));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WordView<'a> {
    script: ScriptView<'a>,
    index: u32,
    word: &'a Word,
}

impl<'a> WordView<'a> {
    pub(super) const fn new(script: ScriptView<'a>, index: u32, word: &'a Word) -> Self {
        Self {
            script,
            index,
            word,
        }
    }

    /// Returns the script it is part of.
    pub const fn script(self) -> ScriptView<'a> {
        self.script
    }

    /// Returns its index in the script.
    pub const fn index(self) -> u32 {
        self.index
    }

    /// Returns the word itself.
    pub const fn raw(self) -> &'a Word {
        self.word
    }

    /// Returns where it stands, quotes included.
    pub const fn span(self) -> Span {
        self.word.span
    }

    /// Returns it as written.
    pub fn text(self) -> &'a str {
        self.script.text(self.word.span)
    }

    /// Returns its value, if it has exactly one and becomes exactly one argument.
    pub fn certain(self) -> Option<&'a str> {
        match self.word.values.as_slice() {
            [value] if !self.may_be_many() => Some(value),
            _ => None,
        }
    }

    /// Returns every value it can have, where that is certain; empty if not. They are alternatives, as the values of a
    /// loop's variable: what a policy says must hold for each.
    ///
    /// ```
    /// use shellward_sdk::{ScriptView, test_kit::{Builder, one_of}};
    ///
    /// let script = Builder::new().command(&["rm"]).word(one_of(&["a", "/"])).build();
    /// let word = ScriptView::new(&script).word(1).expect("there are two");
    /// assert!(word.may_be(|value| value == "/") && !word.must_be(|value| value == "/"));
    /// ```
    pub fn values(self) -> &'a [String] {
        &self.word.values
    }

    /// Whether it is one argument for whose every value something holds. Never of an uncertain word.
    pub fn must_be(self, holds: impl Fn(&str) -> bool) -> bool {
        !self.may_be_many()
            && !self.values().is_empty()
            && self.values().iter().all(|value| holds(value))
    }

    /// Whether something holds for one of its values, or may, since the word is uncertain.
    pub fn may_be(self, holds: impl Fn(&str) -> bool) -> bool {
        self.may_be_many()
            || self.values().is_empty()
            || self.values().iter().any(|value| holds(value))
    }

    /// Returns the certain beginning of it; the whole of a certain word.
    pub fn prefix(self) -> &'a str {
        &self.word.prefix
    }

    /// Whether it may become no argument or several.
    pub fn may_be_many(self) -> bool {
        self.word.fields != "one"
    }

    /// Returns its parts.
    pub fn pieces(self) -> impl DoubleEndedIterator<Item = PieceView<'a>> + ExactSizeIterator {
        let pieces = slice(&self.script.raw().pieces, self.word.pieces);
        pieces.iter().map(move |piece| PieceView {
            script: self.script,
            piece,
        })
    }

    /// Whether an argument it becomes may begin with a character. Ask it with `-` before taking an uncertain word for
    /// an operand: a file may be named like an option.
    pub fn may_begin_with(self, character: char) -> bool {
        if !self.word.values.is_empty() && !self.may_be_many() {
            return self
                .word
                .values
                .iter()
                .any(|value| value.starts_with(character));
        }
        if self.word.prefix.is_empty() || self.word.prefix.starts_with(character) {
            return true;
        }
        self.may_be_split()
    }

    /// Whether it may become arguments that do not all begin with its prefix: `a$x` may become `a` and `-b`, while all that
    /// a glob becomes begins alike. A word of which no pieces are given may.
    pub fn may_be_split(self) -> bool {
        self.may_be_many()
            && (self.pieces().len() == 0 || self.pieces().any(PieceView::may_be_split))
    }

    /// Returns a fact for which no field exists yet.
    pub fn attr(self, key: &str) -> Option<&'a str> {
        attr(&self.word.attrs, key)
    }
}

/// A part of a word.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit::{self, quoted_variable}};
///
/// let script = test_kit::Builder::new().command(&["echo"]).word(quoted_variable("x")).build();
/// let word = ScriptView::new(&script).word(1).expect("there is one");
/// let piece = word.pieces().next().expect("there is one");
/// assert_eq!(piece.kind(), "variable");
/// assert!(piece.is_quoted());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PieceView<'a> {
    script: ScriptView<'a>,
    piece: &'a Piece,
}

impl<'a> PieceView<'a> {
    /// Returns the piece itself.
    pub const fn raw(self) -> &'a Piece {
        self.piece
    }

    /// Returns what it is, such as "literal", "variable" or "glob".
    pub fn kind(self) -> &'a str {
        &self.piece.kind
    }

    /// Returns its value, where certain.
    pub fn literal(self) -> Option<&'a str> {
        self.piece.literal.as_deref()
    }

    /// Whether it stands in quotes.
    pub const fn is_quoted(self) -> bool {
        self.piece.quoted
    }

    /// Returns it as written.
    pub fn text(self) -> &'a str {
        self.script.text(self.piece.span)
    }

    /// Whether it may become several arguments of which only the first follows what stands before it. A kind that is not
    /// known may.
    pub fn may_be_split(self) -> bool {
        match self.kind() {
            "literal" | "tilde" | "process-substitution" => false,
            // All names begin alike, unless there is something else inside. One alternative of a brace is one word.
            "glob" | "brace" => self.text().contains(['$', '`']),
            // "$@", "${a[@]}" and what "${!x}" may stand for become several in spite of the quotes.
            _ => !self.piece.quoted || self.text().contains(['@', '!']),
        }
    }
}
