//! Size and nesting, counted natively before a parser sees the text (R2.4).

use super::gaps::Trouble;
use crate::limits::{MAX_COMMAND_BYTES, MAX_NESTING};

/// Returns which bound the text is past, if it is past one.
pub(super) fn exceeded(source: &str) -> Option<Trouble> {
    if source.len() > MAX_COMMAND_BYTES {
        return Some(Trouble::new(
            "bound.bytes",
            format!(
                "it has {} bytes, more than the {MAX_COMMAND_BYTES} that are read",
                source.len()
            ),
        ));
    }
    is_too_deep(source.as_bytes()).then(|| {
        Trouble::new(
            "bound.nesting",
            format!("it is nested deeper than {MAX_NESTING} levels"),
        )
    })
}

/// What an open bracket or quote waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Parenthesis,
    Brace,
    DoubleQuote,
    Backquote,
}

/// Follows quotes and brackets as the shell nests them.
///
/// What it can't know without parsing (here-document bodies, `case` patterns) makes it count wrongly; lowering has
/// bounds of its own for that. It keeps a parser that recurses from being handed a tower of brackets.
struct Nesting<'s> {
    bytes: &'s [u8],
    at: usize,
    open: Vec<Open>,
}

fn is_too_deep(bytes: &[u8]) -> bool {
    let mut nesting = Nesting {
        bytes,
        at: 0,
        open: Vec::new(),
    };
    while let Some(&byte) = bytes.get(nesting.at) {
        nesting.step(byte);
        if nesting.open.len() > MAX_NESTING {
            return true;
        }
    }
    false
}

impl Nesting<'_> {
    fn step(&mut self, byte: u8) {
        let quoted = self.open.last() == Some(&Open::DoubleQuote);
        let before = self
            .at
            .checked_sub(1)
            .and_then(|at| self.bytes.get(at))
            .copied();
        self.at += 1;
        match byte {
            b'\\' => self.at += 1,
            b'\'' if !quoted => self.skip_single_quotes(before == Some(b'$')),
            b'"' => self.toggle(Open::DoubleQuote),
            b'`' => self.toggle(Open::Backquote),
            b'(' if !quoted || before == Some(b'$') => self.open.push(Open::Parenthesis),
            b'{' if !quoted || before == Some(b'$') => self.open.push(Open::Brace),
            b')' => self.close(Open::Parenthesis),
            b'}' => self.close(Open::Brace),
            b'#' if !quoted && before.is_none_or(|byte| b" \t\n;&|(".contains(&byte)) => {
                while self.bytes.get(self.at).is_some_and(|&byte| byte != b'\n') {
                    self.at += 1;
                }
            }
            _ => {}
        }
    }

    fn skip_single_quotes(&mut self, escapes: bool) {
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'\'' => return,
                b'\\' if escapes => self.at += 1,
                _ => {}
            }
        }
    }

    fn toggle(&mut self, quote: Open) {
        if self.open.last() == Some(&quote) {
            self.open.pop();
        } else {
            self.open.push(quote);
        }
    }

    fn close(&mut self, bracket: Open) {
        if self.open.last() == Some(&bracket) {
            self.open.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(source: &str) -> Option<&'static str> {
        exceeded(source).map(|trouble| trouble.reason)
    }

    #[test]
    fn nesting_is_bounded_in_every_kind_of_bracket() {
        for opener in ["(", "{ ", "$(", "${x:-", "\"$(", "`\"", "<("] {
            assert_eq!(
                reason(&opener.repeat(MAX_NESTING + 1)),
                Some("bound.nesting"),
                "{opener}"
            );
        }
        assert_eq!(reason(&"(".repeat(MAX_NESTING)), None);
    }

    #[test]
    fn closers_in_quotes_do_not_hide_nesting() {
        assert_eq!(
            reason(&"( ')' ".repeat(MAX_NESTING + 1)),
            Some("bound.nesting")
        );
        assert_eq!(
            reason(&"( \\) ".repeat(MAX_NESTING + 1)),
            Some("bound.nesting")
        );
        assert_eq!(
            reason(&"( $'\\')' ".repeat(MAX_NESTING + 1)),
            Some("bound.nesting")
        );
        assert_eq!(
            reason(&"( # )\n".repeat(MAX_NESTING + 1)),
            Some("bound.nesting")
        );
    }

    #[test]
    fn brackets_side_by_side_or_quoted_are_not_nested() {
        assert_eq!(reason(&"(a); ".repeat(1000)), None);
        assert_eq!(
            reason(&format!(
                "echo '{}' \"{}\"",
                "(".repeat(500),
                "{".repeat(500)
            )),
            None
        );
    }

    #[test]
    fn length_is_bounded_in_bytes() {
        assert_eq!(reason(&"a".repeat(MAX_COMMAND_BYTES)), None);
        assert_eq!(
            reason(&"a".repeat(MAX_COMMAND_BYTES + 1)),
            Some("bound.bytes")
        );
    }
}
