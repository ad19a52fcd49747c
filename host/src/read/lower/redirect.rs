//! Operators as the shell's own lexer takes them: the longest that fits.

/// Every operator of bash, longer ones before their beginnings.
const OPERATORS: [&[u8]; 23] = [
    b"&>>", b"<<<", b"<<-", b";;&", b"&&", b"||", b"|&", b";;", b";&", b"&>", b">>", b">&", b">|",
    b"<<", b"<&", b"<>", b"&", b"|", b";", b"(", b")", b"<", b">",
];

/// Returns the length of the operator at a place; none: 0.
pub(super) fn operator_len(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or(&[]);
    OPERATORS
        .iter()
        .find(|operator| rest.starts_with(operator))
        .map_or(0, |operator| operator.len())
}

/// Whether a byte ends a word: a blank, a newline, or the first of an operator.
pub(super) const fn is_metacharacter(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>'
    )
}

/// Returns the next byte as the shell sees it, and its place: a backslash before a newline is not there for it.
pub(super) fn next_byte(bytes: &[u8], mut at: usize, limit: usize) -> Option<(usize, u8)> {
    while at < limit {
        match bytes.get(at..)? {
            [b'\\', b'\n', ..] => at += 2,
            [byte, ..] => return Some((at, *byte)),
            [] => return None,
        }
    }
    None
}

/// Whether a word may end at a place. A `<(` or `>(` there would go on with it.
pub(super) fn word_may_end(bytes: &[u8], at: usize, limit: usize) -> bool {
    let Some((at, byte)) = next_byte(bytes, at, limit) else {
        return true;
    };
    match byte {
        b'<' | b'>' => next_byte(bytes, at + 1, limit).is_none_or(|(_, next)| next != b'('),
        _ => is_metacharacter(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_operator_is_taken() {
        for (text, len) in [
            ("&>>f", 3),
            ("&>f", 2),
            ("&&>f", 2),
            ("& >f", 1),
            (">>(x)", 2),
            ("<<<x", 3),
            ("a", 0),
            ("", 0),
        ] {
            assert_eq!(operator_len(text.as_bytes(), 0), len, "{text}");
        }
    }

    #[test]
    fn operators_come_before_their_beginnings() {
        for (index, operator) in OPERATORS.iter().enumerate() {
            let later = OPERATORS.get(index + 1..).unwrap_or(&[]);
            assert!(
                later.iter().all(|other| !other.starts_with(operator)),
                "{operator:?}"
            );
        }
    }

    #[test]
    fn a_continuation_is_not_there() {
        assert_eq!(next_byte(b"\\\n\\\n;", 0, 5), Some((4, b';')));
        assert_eq!(next_byte(b"\\\n", 0, 2), None);
        assert!(word_may_end(b"\\\n x", 0, 4));
        assert!(!word_may_end(b"\\\nx", 0, 3));
        assert!(!word_may_end(b"<(x)", 0, 4));
        assert!(word_may_end(b"<x", 0, 2));
    }
}
