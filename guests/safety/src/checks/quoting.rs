//! Words as they are written, beside what they mean: whether quotes or backslashes stand where nobody needs them.
//!
//! What a word means is certain here; it is the person who reads it that is deceived.

/// Whether something is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hidden {
    /// It is.
    Yes,
    /// It is not, or the word was made of another one and can't be compared.
    No,
}

/// How a character of a word is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    Plain,
    Single,
    Double,
    /// Behind a backslash outside of quotes.
    Escaped,
    /// As an escape in `$'…'`.
    Coded,
}

/// Goes through the characters that a word means, with how each is written, and the places of empty quotes.
struct Characters<'a> {
    rest: &'a str,
    inside: Written,
    /// Whether something that means nothing was passed since the last character: a pair of quotes, a joined line.
    passed_empty: bool,
}

impl<'a> Characters<'a> {
    const fn new(raw: &'a str) -> Self {
        Self {
            rest: raw,
            inside: Written::Plain,
            passed_empty: false,
        }
    }

    fn take(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn take_character(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let next = characters.next()?;
        self.rest = characters.as_str();
        Some(next)
    }

    /// Passes quotes that open or close here, and joined lines.
    fn pass_quotes(&mut self) {
        let mut was_closed = false;
        loop {
            let inside = self.inside;
            match inside {
                Written::Plain | Written::Double if self.take("\\\n") => {
                    self.passed_empty = true;
                }
                Written::Plain if self.take("''") || self.take("\"\"") || self.take("$''") => {
                    self.passed_empty = true;
                }
                Written::Plain => {
                    let Some(opened) = self.opened() else {
                        return;
                    };
                    // `"-""x"` joins two.
                    self.passed_empty |= was_closed;
                    self.inside = opened;
                }
                Written::Single | Written::Coded if self.take("'") => {
                    self.inside = Written::Plain;
                    was_closed = true;
                }
                Written::Double if self.take("\"") => {
                    self.inside = Written::Plain;
                    was_closed = true;
                }
                _ => return,
            }
        }
    }

    /// Passes a quote that opens.
    fn opened(&mut self) -> Option<Written> {
        if self.take("$'") {
            Some(Written::Coded)
        } else if self.take("'") {
            Some(Written::Single)
        } else if self.take("$\"") || self.take("\"") {
            Some(Written::Double)
        } else {
            None
        }
    }
}

/// One character: what is written, and how. Of a coded one nobody needs to know what it means.
struct Character {
    written: Written,
    text: char,
    after_empty: bool,
}

impl Iterator for Characters<'_> {
    type Item = Character;

    fn next(&mut self) -> Option<Character> {
        self.pass_quotes();
        let after_empty = std::mem::take(&mut self.passed_empty);
        let character = |written, text| Character {
            written,
            text,
            after_empty,
        };
        let next = self.take_character()?;
        if next != '\\' || self.inside == Written::Single {
            let written = match self.inside {
                Written::Coded => Written::Single,
                other => other,
            };
            return Some(character(written, next));
        }
        match self.inside {
            Written::Plain => Some(character(Written::Escaped, self.take_character()?)),
            Written::Coded => {
                self.take_character()?;
                Some(character(Written::Coded, next))
            }
            _ if self.rest.starts_with(['$', '`', '"', '\\']) => {
                Some(character(Written::Double, self.take_character()?))
            }
            _ => Some(character(Written::Double, next)),
        }
    }
}

/// How far a word is looked at.
#[derive(Clone, Copy)]
struct Reach {
    /// So many bytes of what it means are certain to be a name.
    certain: usize,
    /// So many may be: there quotes may begin a value, but nothing hides with them that could not be written plainly.
    likely: usize,
}

/// Behind so many characters of a flag no value begins with an escape: `-F\t` has one, `-ex\ec` hasn't.
const BEHIND_LETTER: usize = 3;

/// Looks at the name of a command. A backslash before the whole of it only keeps an alias away.
pub(super) fn hidden_name(raw: &str, value: &str) -> Hidden {
    let raw = raw.strip_prefix('\\').unwrap_or(raw);
    let reach = Reach {
        certain: value.len(),
        likely: value.len(),
    };
    hidden(raw, value, reach, |one| one.is_ascii_alphanumeric())
}

/// Looks at a flag: at its name, as far as that goes.
pub(super) fn hidden_flag(raw: &str, value: &str) -> Hidden {
    if value.len() < 2 {
        return Hidden::No;
    }
    let reach = if value.starts_with("--") {
        let name = value.find('=').unwrap_or(value.len());
        Reach {
            certain: name,
            likely: name,
        }
    } else {
        let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'-';
        Reach {
            certain: 2,
            likely: value.bytes().take_while(is_letter).count(),
        }
    };
    hidden(raw, value, reach, |one| {
        one.is_ascii_alphanumeric() || one == '-'
    })
}

/// Looks at characters that need no quotes.
fn hidden(raw: &str, value: &str, reach: Reach, needs_none: impl Fn(char) -> bool) -> Hidden {
    if !raw.contains(['\'', '"', '\\']) {
        return Hidden::No;
    }
    let mut found = Hidden::No;
    let mut before: Option<(Written, bool)> = None;
    let mut characters = Characters::new(raw);
    let length = reach.certain.max(reach.likely);
    for (at, meant) in value.char_indices().take_while(|(at, _)| *at < length) {
        let Some(character) = characters.next() else {
            return Hidden::No;
        };
        let is_certain = at < reach.certain;
        if character.written == Written::Coded {
            // From here on the two can't be compared.
            return if is_certain { Hidden::Yes } else { found };
        }
        if character.text != meant {
            return Hidden::No;
        }
        let is_bare = needs_none(meant);
        let is_split = before
            .is_some_and(|(written, was_bare)| is_bare && was_bare && written != character.written);
        let is_escaped = character.written == Written::Escaped && is_bare;
        // Empty quotes before or between; behind the name they may be an empty value.
        let is_emptied = character.after_empty && (is_bare || at == 0);
        let is_hidden = if is_certain {
            is_emptied || is_split || is_escaped
        } else {
            is_emptied || (is_escaped && at >= BEHIND_LETTER)
        };
        if is_hidden {
            found = Hidden::Yes;
        }
        before = Some((character.written, is_bare));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_was_made_of_another_is_not_compared() {
        assert_eq!(hidden_flag("'ls -la'", "-la"), Hidden::No);
        assert_eq!(hidden_name("'a''b'", "zz"), Hidden::No);
    }

    #[test]
    fn an_empty_value_hides_nothing() {
        assert_eq!(hidden_flag("-m''", "-m"), Hidden::No);
        assert_eq!(hidden_flag("--suffix=''", "--suffix="), Hidden::No);
        assert_eq!(hidden_flag("-''m", "-m"), Hidden::Yes);
    }

    #[test]
    fn quotes_around_the_whole_hide_nothing() {
        for raw in ["'-rf'", "\"-rf\"", "$'-rf'", "-rf"] {
            assert_eq!(hidden_flag(raw, "-rf"), Hidden::No, "{raw}");
        }
    }
}
