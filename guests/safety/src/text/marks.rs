//! Which bytes of a text stand in quotes, as bash reads it from left to right. A best effort: the text may be broken.

/// How a byte stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// Outside of quotes.
    Bare,
    /// A quote that opens or closes.
    Quote,
    /// Inside single quotes, `$'…'` included.
    Single,
    /// Inside double quotes.
    Double,
    /// A backslash that takes the next character literally, outside of single quotes.
    Backslash,
    /// Such a character, outside of quotes.
    Escaped,
    /// In a comment.
    Comment,
}

/// What was open where the text ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Nothing.
    Closed,
    /// A quote that began there.
    InQuotes(usize),
    /// A backslash with nothing behind it.
    AfterBackslash,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Bare,
    Single,
    Ansi,
    Double,
    Comment,
}

/// Marks all bytes of a text.
pub(super) fn marks(text: &str) -> (Vec<Mark>, Ending) {
    let bytes = text.as_bytes();
    let mut marks = Vec::with_capacity(bytes.len());
    let mut state = State::Bare;
    let mut opened = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at)).copied();
        let (mark, next) = match (state, byte) {
            (State::Bare, b'\'') if before == Some(b'$') => (Mark::Quote, State::Ansi),
            (State::Bare, b'\'') => (Mark::Quote, State::Single),
            (State::Bare, b'"') => (Mark::Quote, State::Double),
            (State::Bare, b'#') if before.is_none_or(begins_word) => {
                (Mark::Comment, State::Comment)
            }
            (State::Single | State::Ansi, b'\'') | (State::Double, b'"') => {
                (Mark::Quote, State::Bare)
            }
            (State::Comment, b'\n') => (Mark::Bare, State::Bare),
            (State::Bare | State::Double | State::Ansi, b'\\') => {
                let escaped = match state {
                    State::Bare => Mark::Escaped,
                    State::Double => Mark::Double,
                    State::Single | State::Ansi | State::Comment => Mark::Single,
                };
                let backslash = if state == State::Ansi {
                    Mark::Single
                } else {
                    Mark::Backslash
                };
                marks.push(backslash);
                if at + 1 == bytes.len() {
                    return (marks, Ending::AfterBackslash);
                }
                marks.push(escaped);
                at += 2;
                continue;
            }
            (State::Bare, _) => (Mark::Bare, state),
            (State::Single | State::Ansi, _) => (Mark::Single, state),
            (State::Double, _) => (Mark::Double, state),
            (State::Comment, _) => (Mark::Comment, state),
        };
        if mark == Mark::Quote && next != State::Bare {
            opened = at;
        }
        marks.push(mark);
        state = next;
        at += 1;
    }
    let ending = match state {
        State::Bare | State::Comment => Ending::Closed,
        State::Single | State::Ansi | State::Double => Ending::InQuotes(opened),
    };
    (marks, ending)
}

/// Whether a word begins behind a byte.
pub(super) const fn begins_word(before: u8) -> bool {
    matches!(
        before,
        b' ' | b'\t' | b'\n' | b';' | b'|' | b'&' | b'(' | b')'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, mark: Mark) -> String {
        let (marks, _) = marks(text);
        assert_eq!(marks.len(), text.len(), "{text:?}");
        let marked = text.bytes().zip(marks).filter(|(_, one)| *one == mark);
        String::from_utf8(marked.map(|(byte, _)| byte).collect()).expect("whole characters")
    }

    #[test]
    fn quotes_end_where_bash_ends_them() {
        assert_eq!(shown("echo 'a\\' b", Mark::Single), "a\\");
        assert_eq!(shown("echo \"a\\\"b\" c", Mark::Double), "a\"b");
        assert_eq!(shown("echo $'a\\'b' c", Mark::Single), "a\\'b");
        assert_eq!(shown("a # it's \"\nb", Mark::Bare), "a \nb");
        assert_eq!(shown("a#b", Mark::Bare), "a#b");
        assert_eq!(shown("a\\ b", Mark::Escaped), " ");
    }

    #[test]
    fn what_is_open_at_the_end_is_told() {
        assert_eq!(marks("echo 'x").1, Ending::InQuotes(5));
        assert_eq!(marks("echo \\").1, Ending::AfterBackslash);
        assert_eq!(marks("echo # 'x").1, Ending::Closed);
    }
}
