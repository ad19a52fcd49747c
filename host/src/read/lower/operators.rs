//! Operators as the shell's own lexer takes them: the longest that fits.

/// What an operator is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// `;`.
    Semicolon,
    /// `&`.
    Background,
    /// `&&`.
    And,
    /// `||`.
    Or,
    /// `|`.
    Pipe,
    /// `|&`.
    PipeBoth,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `;;`.
    CaseEnd,
    /// `;&`.
    CaseThrough,
    /// `;;&`.
    CaseNext,
    /// Any of a redirect.
    Redirect,
}

/// Every operator of bash, longer ones before their beginnings.
const OPERATORS: [(&[u8], Operator); 25] = [
    (b"&>>", Operator::Redirect),
    (b"<<<", Operator::Redirect),
    (b"<<-", Operator::Redirect),
    (b"<&-", Operator::Redirect),
    (b">&-", Operator::Redirect),
    (b";;&", Operator::CaseNext),
    (b"&&", Operator::And),
    (b"||", Operator::Or),
    (b"|&", Operator::PipeBoth),
    (b";;", Operator::CaseEnd),
    (b";&", Operator::CaseThrough),
    (b"&>", Operator::Redirect),
    (b">>", Operator::Redirect),
    (b">&", Operator::Redirect),
    (b">|", Operator::Redirect),
    (b"<<", Operator::Redirect),
    (b"<&", Operator::Redirect),
    (b"<>", Operator::Redirect),
    (b"&", Operator::Background),
    (b"|", Operator::Pipe),
    (b";", Operator::Semicolon),
    (b"(", Operator::Open),
    (b")", Operator::Close),
    (b"<", Operator::Redirect),
    (b">", Operator::Redirect),
];

/// Returns the operator that a text begins with and its length.
///
/// `>&-` and `<&-` are taken with the dash only where nothing follows it.
pub(super) fn operator_at(text: &[u8]) -> Option<(Operator, usize)> {
    OPERATORS
        .iter()
        .find(|(operator, _)| text.starts_with(operator))
        .map(|&(operator, meaning)| (meaning, operator.len()))
}

/// Whether a byte ends a word: a blank, a newline, or the first of an operator.
pub(super) const fn is_metacharacter(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>'
    )
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
            ("<<-x", 3),
            (";;&", 3),
            ("a", 0),
            ("", 0),
        ] {
            let found = operator_at(text.as_bytes()).map_or(0, |(_, len)| len);
            assert_eq!(found, len, "{text}");
        }
    }

    #[test]
    fn operators_come_before_their_beginnings() {
        for (index, (operator, _)) in OPERATORS.iter().enumerate() {
            let later = OPERATORS.get(index + 1..).unwrap_or(&[]);
            assert!(
                later.iter().all(|(other, _)| !other.starts_with(operator)),
                "{operator:?}"
            );
        }
    }
}
