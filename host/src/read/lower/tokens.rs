//! From nodes to tokens. Every byte of a region is in a token, or blank, or in a comment; anything else is a gap.

use tree_sitter::{Node, TreeCursor};

use super::{
    Lowering, Progress,
    kinds::{Class, Control, class_of, describe},
    redirect::{is_metacharacter, next_byte, operator_len, word_may_end},
};
use crate::read::gaps::Trouble;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    Assignment,
    Descriptor,
    Redirect,
    /// `>&-` and `<&-`: operator and target in one.
    Close,
    Control(Control),
    Newline,
    /// A node that is not read.
    Unread,
}

/// A piece of the text with one role.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// The node it was found at. None: a newline, or a word without parts.
    pub(super) node: Option<Node<'t>>,
}

/// Where a region ends and what may stand at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The end of the text, or a closing backquote: a comment may run up to it.
    Text,
    /// A closing parenthesis, which a comment would hide.
    Parenthesis,
}

/// A part of the text that is read as a list of commands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) ending: Ending,
}

impl Region {
    /// The whole text.
    pub(super) const fn source(source: &str) -> Self {
        Self {
            from: 0,
            to: source.len(),
            ending: Ending::Text,
        }
    }

    /// The whole of a node.
    pub(super) fn of(node: Node<'_>) -> Self {
        Self {
            from: node.start_byte(),
            to: node.end_byte(),
            ending: Ending::Text,
        }
    }

    /// The inside of a substitution; None for one in a form that is not read.
    pub(super) fn inside(node: Node<'_>, bytes: &[u8]) -> Option<Self> {
        let (start, end) = (node.start_byte(), node.end_byte());
        match bytes.get(start..end)? {
            [b'$' | b'<' | b'>', b'(', .., b')'] => Some(Self {
                from: start + 2,
                to: end - 1,
                ending: Ending::Parenthesis,
            }),
            [b'`', .., b'`'] => Some(Self {
                from: start + 1,
                to: end - 1,
                ending: Ending::Text,
            }),
            _ => None,
        }
    }
}

/// Moves on in document order; false at the end of the cursor's tree.
pub(super) fn advance(cursor: &mut TreeCursor<'_>, descend: bool) -> bool {
    if descend && cursor.goto_first_child() {
        return true;
    }
    loop {
        if cursor.goto_next_sibling() {
            return true;
        }
        if !cursor.goto_parent() {
            return false;
        }
    }
}

impl<'t> Lowering<'_, 't> {
    /// Pushes the tokens of a region of a node.
    pub(super) fn collect(&mut self, root: Node<'t>, region: Region) {
        let mut cursor = root.walk();
        let mut at = region.from;
        let whole = root.kind() == "program" || class_of(root.kind_id()) == Class::Substitution;
        let mut more = !whole || cursor.goto_first_child();
        while more && self.step(cursor.node()) == Progress::Going {
            let descend = self.token(cursor.node(), region, &mut at);
            more = advance(&mut cursor, descend);
        }
        if self.progress == Progress::Going {
            self.blanks(at, region.to, region);
        }
    }

    /// Turns one node into a token, if it is one; returns whether its children are to be looked at.
    fn token(&mut self, node: Node<'t>, region: Region, at: &mut usize) -> bool {
        let (start, end) = (node.start_byte(), node.end_byte());
        if node.is_missing() {
            let message = format!("`{}` is missing", node.kind());
            self.gap(
                Trouble::new("syntax", message).at_node(node.kind()),
                start,
                end,
            );
            return false;
        }
        let kind = match class_of(node.kind_id()) {
            Class::Transparent if self.bytes.get(start..start + 2) == Some(b"((") => {
                TokenKind::Unread
            }
            Class::Transparent => return true,
            Class::Blank => return false,
            class @ (Class::Loose | Class::Error) => {
                self.not_read(node, class);
                return true;
            }
            Class::Word | Class::Substitution | Class::Expansion | Class::WordPart => {
                TokenKind::Word
            }
            Class::Assignment => TokenKind::Assignment,
            Class::Descriptor => TokenKind::Descriptor,
            Class::Redirect if end - start == 3 && self.bytes.get(end - 1) == Some(&b'-') => {
                TokenKind::Close
            }
            Class::Redirect => TokenKind::Redirect,
            Class::Control(control) => TokenKind::Control(control),
            Class::Test | Class::Unread => TokenKind::Unread,
        };
        // The brackets of the substitution itself are outside of its region; some nodes have no text.
        if start < region.from || end > region.to || start == end {
            return false;
        }
        if start < *at {
            self.gap(
                Trouble::new("node", "parts of it overlap").at_node(node.kind()),
                start,
                end,
            );
            return false;
        }
        if let Some(words) = self.test_words(node) {
            self.push_words(&words, region, at);
            return false;
        }
        self.blanks(*at, start, region);
        *at = end;
        // The name of a command is a node around the word itself.
        let node = node
            .child(0)
            .filter(|_| node.kind() == "command_name")
            .unwrap_or(node);
        let start = self.join_dollar(kind, start);
        let token = Token {
            kind,
            start,
            end,
            node: Some(node),
        };
        self.check_token(token, region);
        self.tokens.push(token);
        false
    }

    fn push_words(&mut self, words: &[Token<'t>], region: Region, at: &mut usize) {
        for word in words {
            self.blanks(*at, word.start, region);
            *at = word.end;
            self.check_token(*word, region);
            self.tokens.push(*word);
        }
    }

    /// Joins a `$` that the parser took for a word of its own with the quotes it belongs to: `$"…"`.
    fn join_dollar(&mut self, kind: TokenKind, start: usize) -> usize {
        match self.tokens.last() {
            Some(last) if kind == TokenKind::Word && last.end == start && self.is_dollar(*last) => {
                let start = last.start;
                self.tokens.pop();
                start
            }
            _ => start,
        }
    }

    /// Whether a token is a `$` right before double quotes.
    pub(super) fn is_dollar(&self, token: Token<'t>) -> bool {
        token.kind == TokenKind::Word
            && token.end - token.start == 1
            && self.bytes.get(token.start..token.end + 1) == Some(b"$\"")
    }

    fn not_read(&mut self, node: Node<'t>, class: Class) {
        let (start, end) = (node.start_byte(), node.end_byte());
        let trouble = if class == Class::Error {
            Trouble::new("syntax", "this is not understood")
        } else {
            let text = self.source.get(start..end).unwrap_or("");
            Trouble::new("node", describe(node.kind(), text))
        };
        self.gap(trouble.at_node(node.kind()), start, end);
    }

    /// Checks that bash would cut the text at the same places.
    fn check_token(&mut self, token: Token<'t>, region: Region) {
        let (start, end) = (token.start, token.end);
        let len = end - start;
        let same = match token.kind {
            TokenKind::Word | TokenKind::Assignment => {
                // A lone `$` waits for its quotes; reading the word refuses one that never got them.
                self.is_dollar(token) || self.ends_like_a_word(token, region)
            }
            TokenKind::Descriptor => {
                let digits = self.bytes.get(start..end).unwrap_or(&[]);
                digits.iter().all(u8::is_ascii_digit)
                    && matches!(self.bytes.get(end), Some(b'<' | b'>'))
            }
            TokenKind::Close => {
                operator_len(self.bytes, start) == len - 1
                    && word_may_end(self.bytes, end, region.to)
            }
            TokenKind::Control(Control::GroupOpen | Control::GroupClose | Control::Negation) => {
                word_may_end(self.bytes, end, region.to)
            }
            TokenKind::Redirect | TokenKind::Control(_) => {
                operator_len(self.bytes, start) == len && !self.goes_on(token, region)
            }
            TokenKind::Newline => true,
            TokenKind::Unread => {
                if let Some(node) = token.node {
                    self.not_read(node, Class::Unread);
                }
                true
            }
        };
        if !same {
            let trouble = Trouble::new(
                "readers",
                "the shell cuts the text here in another way than the parser",
            );
            self.gap(trouble, start, end);
        }
    }

    fn ends_like_a_word(&self, token: Token<'t>, region: Region) -> bool {
        if !word_may_end(self.bytes, token.end, region.to) {
            return false;
        }
        // `2>x` and `{fd}>x`: what looks like a word belongs to the redirect.
        let text = self.bytes.get(token.start..token.end).unwrap_or(&[]);
        let is_descriptor = text.iter().all(u8::is_ascii_digit) || matches!(text, [b'{', .., b'}']);
        let before_redirect = matches!(
            next_byte(self.bytes, token.end, region.to),
            Some((_, b'<' | b'>'))
        );
        !(is_descriptor && before_redirect)
    }

    /// Whether an operator goes on after a line continuation, or opens the `((` of arithmetic.
    fn goes_on(&self, token: Token<'t>, region: Region) -> bool {
        let Some((at, next)) = next_byte(self.bytes, token.end, region.to) else {
            return false;
        };
        let continued =
            at > token.end && is_metacharacter(next) && !matches!(next, b' ' | b'\t' | b'\n');
        let opens = token.kind == TokenKind::Control(Control::SubshellOpen);
        continued || (opens && next == b'(')
    }

    /// Reads the text between two tokens: blanks, continuations, newlines and comments.
    fn blanks(&mut self, from: usize, to: usize, region: Region) {
        let before = from
            .checked_sub(1)
            .and_then(|at| self.bytes.get(at))
            .copied();
        let mut fresh = from == region.from || before.is_some_and(is_metacharacter);
        let mut at = from;
        while at < to {
            match self.bytes.get(at..to).unwrap_or(&[]) {
                [b' ' | b'\t', ..] => at += 1,
                [b'\n', ..] => {
                    let newline = Token {
                        kind: TokenKind::Newline,
                        start: at,
                        end: at + 1,
                        node: None,
                    };
                    self.tokens.push(newline);
                    at += 1;
                }
                [b'\\', b'\n', ..] => {
                    at += 2;
                    continue;
                }
                [b'#', comment @ ..] if fresh => {
                    match comment.iter().position(|&byte| byte == b'\n') {
                        Some(len) => at += 1 + len,
                        None if to == region.to && region.ending == Ending::Text => at = to,
                        None => return self.left_over(at, to),
                    }
                }
                _ => return self.left_over(at, to),
            }
            fresh = true;
        }
    }

    fn left_over(&mut self, from: usize, to: usize) {
        self.gap(
            Trouble::new("unread", "this text is in no command that was read"),
            from,
            to,
        );
    }
}
