//! The same checks on text, for a script that is not fully understood: no structure to be relied on, only characters.
//!
//! Whoever wrote such a text may count on a reader that takes quotes for what they are not. So it is looked at in three
//! views ([`View`]), and what is found in any of them is said. It can only add reasons: the host lets nothing but a rule on
//! the identical text allow such a script.

mod characters;
mod here;
mod marks;
mod shape;
mod words;

use shellward_sdk::{ScriptView, Span};

use self::marks::{Mark, marks};
use crate::report::Report;

/// A way of looking at a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    /// Content of double quotes kept, of single quotes dropped; no quotes.
    Double,
    /// Content of all quotes dropped; no quotes.
    Bare,
    /// Content of all quotes dropped, quotes kept.
    Quotes,
}

impl View {
    const ALL: [Self; 3] = [Self::Double, Self::Bare, Self::Quotes];

    /// Whether a character with this mark is seen.
    const fn shows(self, mark: Mark) -> bool {
        match mark {
            Mark::Bare | Mark::Backslash | Mark::Escaped => true,
            Mark::Double => matches!(self, Self::Double),
            Mark::Quote => matches!(self, Self::Quotes),
            Mark::Single | Mark::Comment => false,
        }
    }
}

/// A text with a mark for each of its bytes.
#[derive(Clone, Copy)]
struct Marked<'a> {
    text: &'a str,
    marks: &'a [Mark],
    dialect: &'a str,
}

impl Marked<'_> {
    /// Goes through the bytes with their places and marks.
    fn bytes(&self) -> impl Iterator<Item = (usize, u8, Mark)> + '_ {
        let marked = self.text.bytes().zip(self.marks);
        marked
            .enumerate()
            .map(|(at, (byte, mark))| (at, byte, *mark))
    }

    /// Returns a byte and its mark.
    fn at(&self, at: usize) -> Option<(u8, Mark)> {
        Some((*self.text.as_bytes().get(at)?, *self.marks.get(at)?))
    }

    /// Makes a span of the source of two places between characters.
    fn span(&self, start: usize, end: usize) -> Span {
        let clamp = |mut at: usize| {
            at = at.min(self.text.len());
            while !self.text.is_char_boundary(at) {
                at -= 1;
            }
            u32::try_from(at).unwrap_or(u32::MAX)
        };
        Span {
            text: 0,
            start: clamp(start),
            end: clamp(end),
        }
    }
}

/// Most bytes of a text that are looked at. Nobody reads more in a question, and there is a time for everything.
const MOST_BYTES: usize = 16 * 1024;

/// Looks at the source as text. Of a long one the beginning is looked at, without asking how it ends.
pub(crate) fn look_at_text(script: ScriptView<'_>, report: &mut Report) {
    let source = script.source();
    characters::look(script, report);
    let text = beginning(source);
    let (marks, ending) = marks(text);
    let marked = Marked {
        text,
        marks: &marks,
        dialect: script.dialect(),
    };
    if text.len() == source.len() {
        shape::look(&marked, ending, report);
        here::look(&marked, report);
    }
    for view in View::ALL {
        words::look(&marked, view, report);
    }
}

fn beginning(source: &str) -> &str {
    let mut end = source.len().min(MOST_BYTES);
    while !source.is_char_boundary(end) {
        end -= 1;
    }
    source.get(..end).unwrap_or(source)
}

#[cfg(test)]
mod tests;
