//! Names of variables, as the shell takes them.

/// Returns the length of the variable name that a text begins with.
pub(super) fn name_len(text: &[u8]) -> usize {
    match text.first() {
        Some(byte) if byte.is_ascii_alphabetic() || *byte == b'_' => text
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
            .count(),
        _ => 0,
    }
}

/// Whether a text is the name of a variable and nothing else.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && name_len(text.as_bytes()) == text.len()
}

/// Whether a word begins like an assignment: `NAME=`, `NAME+=`, `NAME[`.
pub(super) fn is_assignment(word: &str) -> bool {
    let bytes = word.as_bytes();
    match name_len(bytes) {
        0 => false,
        len => match bytes.get(len..).unwrap_or(&[]) {
            [b'=', ..] | [b'+', b'=', ..] => true,
            [b'[', rest @ ..] => rest.contains(&b'='),
            _ => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_name_ends_where_bash_ends_it() {
        for (text, len) in [
            ("a_1=x", 3),
            ("_=", 1),
            ("1a", 0),
            ("é", 0),
            ("", 0),
            ("x[1]", 1),
        ] {
            assert_eq!(name_len(text.as_bytes()), len, "{text}");
        }
        assert!(is_name("a_1") && !is_name("a-1") && !is_name(""));
    }

    #[test]
    fn what_looks_like_an_assignment_is_one() {
        for word in ["a=", "a=b", "a+=b", "a[1]=b", "a[$x]+=b"] {
            assert!(is_assignment(word), "{word}");
        }
        for word in ["a", "=b", "1=b", "a-b=c", "a+b", "\"a\"=b", "a[1]"] {
            assert!(!is_assignment(word), "{word}");
        }
    }
}
