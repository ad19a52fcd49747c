//! From a token to a [`Word`]: what the tree witnesses in it, and what reading its text gives (R2.2).

use std::rc::Rc;

use super::{
    Lowering, Progress, index,
    scan::{Around, Scan},
    state::{Names, Value, merge},
};
use crate::{
    read::{
        gaps::Trouble,
        script::{Assignment, AssignmentScope, Dialect, Fields, Piece, PieceKind, Word},
        text::braces::{self, Braces},
    },
    span::Range,
};

/// Most words that braces may make in one script, before they count as uncertain.
const MAX_BRACE_WORDS: usize = 1024;

/// Most bytes of the values of variables in one script.
const MAX_KNOWN_BYTES: usize = 1024 * 1024;

/// Where a word stands, which decides about splitting, globs and tildes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// A word of a command, or one that a `for` goes through.
    Argument,
    /// The value of an assignment: neither split nor expanded to file names. So is an argument of `export` that looks
    /// like one.
    Assignment,
    /// The target of a redirect.
    Target,
    /// The word of a here-string or of a `case`, an operand in `[[ ]]`: neither split nor expanded to file names.
    Single,
    /// A pattern of a `case`, or in `[[ ]]`.
    Pattern,
    /// What stands after `=~`, where brackets are letters.
    Regex,
    /// The body of a here-document that expands.
    Here,
}

impl Context {
    /// Whether what is expanded here without quotes can become none or several arguments.
    pub(super) const fn splits(self) -> bool {
        matches!(self, Self::Argument | Self::Target)
    }

    /// Whether `*`, `?` and `[` mean something.
    pub(super) const fn expands_names(self) -> bool {
        matches!(
            self,
            Self::Argument | Self::Target | Self::Pattern | Self::Regex
        )
    }
}

impl Lowering<'_, '_, '_> {
    /// What is known around a word here.
    fn around<'a>(&self, state: &'a super::state::State) -> Around<'a> {
        Around {
            dialect: self.dialect,
            state,
            cat_is_cat: state.names() == Names::Kept && self.is_the_system_s("cat", state),
            text: self.text,
        }
    }

    /// Lowers a token into the words that it becomes: one, unless there are braces in it.
    pub(super) fn words(&mut self, start: usize, end: usize) {
        let raw = self.source.get(start..end).unwrap_or("");
        let braces = match self.dialect {
            _ if !raw.contains('{') => Braces::None,
            Dialect::Bash => braces::expand(raw),
            // What braces mean to zsh differs in the details.
            Dialect::Zsh | Dialect::PowerShell => Braces::Dynamic { prefix_len: 0 },
        };
        match braces {
            Braces::None => {
                self.word(start, end, Context::Argument);
            }
            Braces::Words(alternatives)
                if self.common.brace_words + alternatives.len() <= MAX_BRACE_WORDS =>
            {
                self.common.brace_words += alternatives.len();
                for alternative in alternatives {
                    if self.step(start) == Progress::Stopped {
                        return;
                    }
                    self.brace_word(start, end, &alternative.raw);
                }
            }
            Braces::Words(_) => self.uncertain_braces(start, end, 0),
            Braces::Dynamic { prefix_len } => self.uncertain_braces(start, end, prefix_len),
        }
    }

    /// Adds one of the words that braces make of a token.
    fn brace_word(&mut self, start: usize, end: usize, raw: &str) {
        let state = self.common.state.clone();
        let mut scan = Scan::new(
            raw,
            0..raw.len(),
            Context::Argument,
            self.around(&state),
            &[],
        );
        let read = scan.run();
        let values = scan.certain_values().to_vec();
        let prefix = scan.certain_prefix();
        let fields = if read.is_ok() {
            scan.fields
        } else {
            Fields::Many
        };
        if let Err(trouble) = read {
            self.gap(trouble, start, end);
        }
        let piece = Piece {
            kind: PieceKind::Brace,
            span: self.span(start, end),
            literal: values.first().cloned(),
            quoted: false,
        };
        let pieces = index(self.common.script.pieces.len());
        self.common.script.pieces.push(piece);
        self.common.script.words.push(Word {
            span: self.span(start, end),
            values,
            fields,
            prefix,
            pieces: Range {
                start: pieces,
                len: 1,
            },
        });
    }

    /// Adds a word whose braces were not worked out.
    fn uncertain_braces(&mut self, start: usize, end: usize, prefix_len: usize) {
        let word = self.word(start, end, Context::Argument);
        let prefix = self.source.get(start..start + prefix_len).unwrap_or("");
        let piece = Piece {
            kind: PieceKind::Brace,
            span: self.span(start, end),
            literal: None,
            quoted: false,
        };
        let script = &mut *self.common.script;
        script.pieces.push(piece);
        if let Some(word) = script.words.get_mut(word as usize) {
            word.values.clear();
            word.fields = Fields::Many;
            prefix.clone_into(&mut word.prefix);
            word.pieces.len += 1;
        }
    }

    /// Lowers the word from `start` to `end`; returns its index.
    pub(super) fn word(&mut self, start: usize, end: usize, context: Context) -> u32 {
        let region = Rc::clone(&self.region);
        let state = self.common.state.clone();
        let marks = region.witness.marks_in(start, end);
        let mut scan = Scan::new(self.source, start..end, context, self.around(&state), marks);
        let read = scan.run();
        let fields = if read.is_ok() {
            scan.fields
        } else {
            Fields::Many
        };
        let values = if read.is_ok() {
            scan.certain_values().to_vec()
        } else {
            Vec::new()
        };
        let prefix = scan.certain_prefix();
        if scan.may_fail {
            let failed = self.common.failed.take();
            self.common.failed = merge(failed, Some(state.clone()));
        }
        let Scan {
            pieces,
            pending,
            assigned,
            given,
            ..
        } = scan;
        match read {
            Ok(()) => self.pending.extend(pending),
            Err(trouble) => {
                self.gap(trouble, start, end);
                self.pend_substitutions(start, end);
            }
        }
        self.set_by_expansions(given, assigned, (start, end));
        self.count_grown(&pieces, start);
        let script = &mut *self.common.script;
        let first = script.pieces.len();
        script.pieces.extend(pieces);
        script.words.push(Word {
            span: super::span(self.text, start, end),
            values,
            fields,
            prefix,
            pieces: Range {
                start: index(first),
                len: index(script.pieces.len() - first),
            },
        });
        index(script.words.len() - 1)
    }

    /// Keeps what expansions of a word set: `given`, whose values nobody knows, and `assigned`.
    fn set_by_expansions(
        &mut self,
        given: Vec<String>,
        assigned: Vec<(String, Option<Value>)>,
        (start, end): (usize, usize),
    ) {
        for name in given {
            let span = self.span(start, end);
            self.common.script.assignments.push(Assignment {
                span,
                name,
                scope: AssignmentScope::Each,
                append: false,
                value: None,
            });
        }
        for (name, value) in assigned {
            let settled = value.filter(|_| !self.common.frozen.contains(&name));
            self.common.state.set(&name, settled);
            self.assigned.push(name);
        }
    }

    /// Counts what is known beyond what is written: values that stand for something else can grow.
    fn count_grown(&mut self, pieces: &[Piece], start: usize) {
        let grown = pieces
            .iter()
            .filter(|piece| piece.kind != PieceKind::Literal);
        let grown = grown.filter_map(|piece| piece.literal.as_ref());
        self.common.known_bytes += grown.map(String::len).sum::<usize>();
        if self.common.known_bytes > MAX_KNOWN_BYTES {
            let message = format!("its values have more than {MAX_KNOWN_BYTES} bytes");
            self.stop(Trouble::new("bound.bytes", message), start);
        }
    }

    /// Adds a literal word for a part of the text that is no word to the shell, such as `[[`.
    pub(super) fn literal_word(&mut self, start: usize, end: usize) -> u32 {
        let value = self.source.get(start..end).unwrap_or("").to_owned();
        self.made_word(start, end, value)
    }

    /// Adds a word of a certain value that stands for a part of the text.
    pub(super) fn made_word(&mut self, start: usize, end: usize, value: String) -> u32 {
        let span = self.span(start, end);
        let script = &mut *self.common.script;
        let first = index(script.pieces.len());
        script.pieces.push(Piece {
            kind: PieceKind::Literal,
            span,
            literal: Some(value.clone()),
            quoted: false,
        });
        script.words.push(Word {
            span,
            values: vec![value.clone()],
            fields: Fields::One,
            prefix: value,
            pieces: Range {
                start: first,
                len: 1,
            },
        });
        index(script.words.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_arguments_and_targets_are_split() {
        for (context, splits, names) in [
            (Context::Argument, true, true),
            (Context::Target, true, true),
            (Context::Assignment, false, false),
            (Context::Single, false, false),
            (Context::Pattern, false, true),
            (Context::Regex, false, true),
            (Context::Here, false, false),
        ] {
            assert_eq!(context.splits(), splits, "{context:?}");
            assert_eq!(context.expands_names(), names, "{context:?}");
        }
    }
}
