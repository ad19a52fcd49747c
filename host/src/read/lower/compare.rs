//! The comparison of the host's tokens with the tree's (R2.1): what either cuts in another way is a gap.

use super::witness::{Unit, UnitKind};
use crate::read::text::here::{self};

use super::lex::{Lexer, Token, TokenKind};

impl Lexer<'_, '_, '_> {
    /// Compares the tokens with the tree's.
    pub(super) fn compare(&mut self) {
        let witness = self.witness;
        let mut units = witness.units.as_slice();
        let mut loose = witness.loose.iter().peekable();
        let mut loose_to = self.region.from;
        for index in 0..self.tokens.len() {
            let Some(token) = self.tokens.get(index).copied() else {
                break;
            };
            while let Some((_, end)) = loose.next_if(|(start, _)| *start <= token.start) {
                loose_to = loose_to.max(*end);
            }
            let is_loose = token.start < loose_to;
            let here = take_units(&mut units, token);
            if is_loose || token.kind == TokenKind::Newline {
                continue;
            }
            match self.agreed(token, here) {
                Some(kind) => {
                    if let Some(token) = self.tokens.get_mut(index) {
                        token.witness = kind;
                    }
                }
                None => self.trouble(
                    "readers",
                    "the shell cuts the text here in another way than the parser",
                    token.start,
                    token.end,
                ),
            }
        }
        if let Some(unit) = units.first().copied() {
            self.left_over(unit);
        }
        self.compare_bodies();
    }

    /// Returns what the tree takes a token for, if both cut it alike.
    #[expect(
        clippy::option_option,
        reason = "cut in another way, or cut alike and taken for nothing"
    )]
    pub(super) fn agreed(&self, token: Token, units: &[Unit]) -> Option<Option<UnitKind>> {
        match units {
            [unit] if (unit.start, unit.end) == (token.start, token.end) => Some(Some(unit.kind)),
            // The parser takes the dollar of `$"…"` for a word of its own.
            [dollar, quotes]
                if token.kind == TokenKind::Word
                    && self.bytes.get(dollar.start..dollar.end) == Some(b"$")
                    && dollar.end == quotes.start
                    && (dollar.start, quotes.end) == (token.start, token.end)
                    && self.bytes.get(quotes.start) == Some(&b'"') =>
            {
                Some(Some(UnitKind::Word))
            }
            // It cuts a word at a line continuation, which is not there for the shell.
            [first, .., last]
                if token.kind == TokenKind::Word
                    && first.start == token.start
                    && last.end == token.end
                    && units.iter().all(|unit| unit.kind == UnitKind::Word)
                    && units.windows(2).all(|pair| self.is_continued(pair)) =>
            {
                Some(Some(UnitKind::Word))
            }
            // It loses a dash before `<<`, as in `git commit -F - <<EOF`.
            [] if self.bytes.get(token.start..token.end) == Some(b"-") => Some(None),
            _ => None,
        }
    }

    pub(super) fn is_continued(&self, pair: &[Unit]) -> bool {
        let [one, two] = pair else { return false };
        let between = self.bytes.get(one.end..two.start).unwrap_or(&[]);
        !between.is_empty() && between.chunks(2).all(|chunk| chunk == b"\\\n")
    }

    pub(super) fn left_over(&mut self, unit: Unit) {
        self.trouble(
            "unread",
            "this text is in no command that was read",
            unit.start,
            unit.end,
        );
    }

    /// Compares the bodies of here-documents with the tree's.
    pub(super) fn compare_bodies(&mut self) {
        let mut known = self.witness.bodies.iter();
        let mut differs = None;
        for here in self
            .here
            .iter()
            .filter(|here| !here.body.content.is_empty())
        {
            let end = here.body.end;
            // The line that ends it may have a newline behind it.
            let same = known.next().is_some_and(|&(start, to)| {
                // The parser leaves out the tabs before the first line.
                let skipped = self.bytes.get(here.body.content.start..start);
                let begins = skipped.is_some_and(|skipped| {
                    skipped.is_empty()
                        || here.tabs == here::Tabs::Stripped
                            && skipped.iter().all(|&byte| byte == b'\t')
                });
                begins && (to == end || to + 1 == end)
            });
            if !same {
                differs = Some(here.operator);
                break;
            }
        }
        let differs = differs.or_else(|| known.next().map(|(start, _)| *start));
        if let Some(place) = differs {
            self.trouble(
                "readers",
                "the shell ends this here-document at another line than the parser",
                place,
                place,
            );
        }
    }
}

/// Takes the tree's tokens that begin in a token.
fn take_units<'u>(units: &mut &'u [Unit], token: Token) -> &'u [Unit] {
    // One before it is in no token.
    let len = units.partition_point(|unit| unit.start < token.end);
    let (here, rest) = units.split_at_checked(len).unwrap_or((units, &[]));
    *units = rest;
    here
}
