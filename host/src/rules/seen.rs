//! A word as rules look at it: of a parsed command, or of a text that could not be read (R4.3).

use crate::{
    read::{Command, Fields, Script, Word},
    span::Span,
};

/// One word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<'a> {
    /// Every value it can have; empty: not certain.
    pub(super) values: &'a [String],
    /// The certain beginning.
    pub(super) prefix: &'a str,
    /// As it is written.
    pub(super) raw: &'a str,
    /// How many arguments it becomes.
    pub(super) fields: Fields,
    /// Where it stands.
    pub(super) span: Span,
}

impl<'a> Seen<'a> {
    /// Looks at a word of a script.
    pub(super) fn of_word(script: &'a Script, word: &'a Word) -> Self {
        Self {
            values: &word.values,
            prefix: &word.prefix,
            raw: script.text(word.span),
            fields: word.fields,
            span: word.span,
        }
    }

    /// Looks at a word of a text.
    pub(super) fn of_text(text: &'a String, span: Span) -> Self {
        Self {
            values: std::slice::from_ref(text),
            prefix: text,
            raw: text,
            fields: Fields::One,
            span,
        }
    }

    /// Returns the value, if there is exactly one and it becomes exactly one argument.
    pub(super) fn certain(&self) -> Option<&'a str> {
        match self.values {
            [value] if self.fields == Fields::One => Some(value),
            _ => None,
        }
    }

    /// Whether nothing is known but its beginning.
    pub(super) const fn is_uncertain(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether some value of it begins with `-`, or may.
    pub(super) fn may_be_option(&self) -> bool {
        if self.is_uncertain() {
            self.prefix.is_empty() || self.prefix.starts_with('-')
        } else {
            self.values.iter().any(|value| value.starts_with('-'))
        }
    }
}

/// Returns the words of a command behind those of what it was looked through.
pub(super) fn words_with_wrappers<'a>(script: &'a Script, command: &Command) -> Vec<Seen<'a>> {
    let wrapping = command
        .wrappers
        .iter()
        .flat_map(|wrapper| script.words.get(wrapper.words.indices()).unwrap_or(&[]))
        .map(|word| Seen::of_word(script, word));
    wrapping.chain(words(script, command)).collect()
}

/// Returns the words of a command.
pub(super) fn words<'a>(script: &'a Script, command: &Command) -> Vec<Seen<'a>> {
    script
        .words(command)
        .iter()
        .map(|word| Seen::of_word(script, word))
        .collect()
}
