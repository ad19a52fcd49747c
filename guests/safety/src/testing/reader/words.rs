//! Words of such scripts.

use shellward_sdk::{Piece, Range, Word};

use super::{Reader, count};

/// A word as it is read.
#[derive(Default)]
struct Draft {
    value: String,
    /// How much of the value is certain, once it no longer is all of it.
    certain: Option<usize>,
    pieces: Vec<Piece>,
    in_quotes: bool,
}

impl Reader {
    /// Reads a word; the places of what runs in it are noted.
    pub(super) fn word_with(&mut self, inner: &mut Vec<(usize, usize)>) -> u32 {
        let start = self.at;
        let mut word = Draft::default();
        while let Some(next) = self.rest().chars().next() {
            if !word.in_quotes && " \t\n;|&)".contains(next) {
                break;
            }
            if self.literal(next, &mut word) {
                continue;
            }
            let at = self.at;
            let Some(kind) = self.expansion(next, word.in_quotes, inner) else {
                word.value.push(next);
                self.at += next.len_utf8();
                continue;
            };
            word.certain.get_or_insert(word.value.len());
            let piece = self.piece(kind, at, word.in_quotes);
            word.pieces.push(piece);
        }
        assert!(self.at > start, "a word in {:?}", self.rest());
        self.finish(word, start)
    }

    fn piece(&self, kind: &str, start: usize, quoted: bool) -> Piece {
        Piece {
            kind: kind.to_owned(),
            span: self.span(start),
            literal: None,
            quoted,
        }
    }

    fn finish(&mut self, mut word: Draft, start: usize) -> u32 {
        if word.pieces.is_empty() {
            let literal = Piece {
                literal: Some(word.value.clone()),
                ..self.piece("literal", start, false)
            };
            word.pieces.push(literal);
        }
        let is_one = |piece: &Piece| piece.quoted || piece.kind == "literal";
        let all_one = word.pieces.iter().all(is_one);
        let (start_of_pieces, len) = (count(&self.script.pieces), count(&word.pieces));
        let span = self.span(start);
        self.script.pieces.extend(word.pieces);
        self.script.words.push(Word {
            span,
            values: match word.certain {
                None => vec![word.value.clone()],
                Some(_) => Vec::new(),
            },
            fields: if all_one { "one" } else { "many" }.to_owned(),
            prefix: word.value[..word.certain.unwrap_or(word.value.len())].to_owned(),
            pieces: Range {
                start: start_of_pieces,
                len,
            },
            attrs: Vec::new(),
        });
        count(&self.script.words) - 1
    }

    /// Reads quotes and what they hold as it is.
    fn literal(&mut self, next: char, word: &mut Draft) -> bool {
        match next {
            '"' => {
                self.at += 1;
                word.in_quotes = !word.in_quotes;
            }
            '\\' if self.starts("\\\n") => self.at += 2,
            '\\' => {
                self.at += 1;
                let escaped = self.rest().chars().next().expect("something is escaped");
                if word.in_quotes && !"\"\\$`".contains(escaped) {
                    word.value.push('\\');
                }
                word.value.push(escaped);
                self.at += escaped.len_utf8();
            }
            '\'' if !word.in_quotes => {
                self.at += 1;
                word.value += &self.up_to_quote();
            }
            '$' if !word.in_quotes && self.starts("$'") => {
                self.at += 2;
                let inside = self.up_to_quote();
                // As much as the tests write.
                let decoded = inside.replace("\\x2d", "-").replace("\\x72", "r");
                word.value += &decoded.replace("\\t", "\t");
            }
            _ => return false,
        }
        true
    }

    fn up_to_quote(&mut self) -> String {
        let end = self.rest().find('\'').expect("quotes end");
        let inside = self.rest()[..end].to_owned();
        self.at += end + 1;
        inside
    }

    /// Reads what expands, and returns its kind.
    fn expansion(
        &mut self,
        next: char,
        in_quotes: bool,
        inner: &mut Vec<(usize, usize)>,
    ) -> Option<&'static str> {
        let start = self.at;
        let behind = &self.rest()[next.len_utf8()..];
        let begins_name = |one: char| one.is_alphanumeric() || "@*_#?".contains(one);
        match next {
            '$' | '<' | '>' if behind.starts_with('(') && (next == '$' || !in_quotes) => {
                self.skip_brackets();
                inner.push((start + 2, self.at - 1));
                Some(if next == '$' {
                    "command-substitution"
                } else {
                    "process-substitution"
                })
            }
            '`' => {
                self.at += behind.find('`').expect("backquotes end") + 2;
                inner.push((start + 1, self.at - 1));
                Some("command-substitution")
            }
            '$' if behind.starts_with('{') => {
                self.at += self.rest().find('}').expect("braces end") + 1;
                Some("variable")
            }
            '$' if behind.starts_with(begins_name) => {
                let name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                self.at += 1 + behind.bytes().take_while(name).count().max(1);
                Some("variable")
            }
            '*' | '?' if !in_quotes => {
                self.at += 1;
                Some("glob")
            }
            '{' if !in_quotes
                && behind
                    .split('}')
                    .next()
                    .is_some_and(|one| one.contains(',')) =>
            {
                self.at += self.rest().find('}').expect("braces end") + 1;
                Some("brace")
            }
            _ => None,
        }
    }

    fn skip_brackets(&mut self) {
        self.at += 1;
        let mut depth = 0;
        loop {
            let next = self.rest().chars().next().expect("brackets end");
            self.at += next.len_utf8();
            match next {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }
}
