//! Quote removal where it is more than dropping a character: `$'…'` (R2.2).

/// Returns the end of a `$'…'` whose inside begins at `at`: the place of the closing quote.
pub(super) fn ansi_c_end(bytes: &[u8], mut at: usize, limit: usize) -> Option<usize> {
    while at < limit {
        match bytes.get(at)? {
            b'\'' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    None
}

/// Decodes the inside of `$'…'`.
///
/// None where the result depends on more than the text (the locale decides about `\u` above ASCII), ends early (a NUL),
/// is not UTF-8, or holds one of the two bytes that bash uses for marks of its own.
pub(super) fn decode_ansi_c(inside: &str) -> Option<String> {
    let mut decoded = Vec::with_capacity(inside.len());
    let mut rest = inside.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first == b'\\' {
            decode_escape(&mut rest, &mut decoded)?;
        } else {
            decoded.push(*first);
        }
    }
    if decoded.iter().any(|byte| matches!(byte, 0 | 1 | 0x7f)) {
        return None;
    }
    String::from_utf8(decoded).ok()
}

/// Decodes one escape; `rest` begins after the backslash.
fn decode_escape(rest: &mut &[u8], decoded: &mut Vec<u8>) -> Option<()> {
    let (&letter, tail) = rest.split_first()?;
    let byte = match letter {
        b'a' => 0x07,
        b'b' => 0x08,
        b'e' | b'E' => 0x1b,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 0x0b,
        b'\\' | b'\'' | b'"' | b'?' => letter,
        b'0'..=b'7' => {
            let (value, used) = number(rest, 8, 3)?;
            *rest = rest.get(used..)?;
            // Bash keeps the low eight bits.
            decoded.push(u8::try_from(value & 0xff).ok()?);
            return Some(());
        }
        b'x' => {
            // Without digits, and as `\x{…}`, it means something else in each version.
            let (value, used) = number(tail, 16, 2)?;
            *rest = tail.get(used..)?;
            decoded.push(u8::try_from(value).ok()?);
            return Some(());
        }
        b'u' | b'U' => {
            let (value, used) = number(tail, 16, if letter == b'u' { 4 } else { 8 })?;
            *rest = tail.get(used..)?;
            decoded.push(u8::try_from(value).ok().filter(u8::is_ascii)?);
            return Some(());
        }
        b'c' => {
            let (control, after) = tail.split_first()?;
            *rest = after;
            decoded.push(control.is_ascii_alphabetic().then_some(control & 0x1f)?);
            return Some(());
        }
        // Any other backslash stays.
        _ => {
            decoded.push(b'\\');
            letter
        }
    };
    decoded.push(byte);
    *rest = tail;
    Some(())
}

/// Reads up to `most` digits; None without any.
fn number(bytes: &[u8], radix: u32, most: usize) -> Option<(u32, usize)> {
    let mut value: u32 = 0;
    let mut used = 0;
    for &byte in bytes.iter().take(most) {
        let Some(digit) = char::from(byte).to_digit(radix) else {
            break;
        };
        value = value.checked_mul(radix)?.checked_add(digit)?;
        used += 1;
    }
    (used > 0).then_some((value, used))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_escape_is_decoded() {
        for (inside, value) in [
            (r"a\a\b\e\E\f\n\r\t\v", "a\x07\x08\x1b\x1b\x0c\n\r\t\x0b"),
            (r#"\\\'\"\?"#, r#"\'"?"#),
            (r"\101\60\1012", "A0A2"),
            (r"\x41\x4a1\x9", "AJ1\t"),
            (r"\u0041\u2d1\U00000041", "A\u{2d}1A"),
            (r"\cB\ci", "\x02\t"),
            (r"\q\z\ ", r"\q\z\ "),
            (r"\xc3\xa9é", "éé"),
            (r"\501", "A"),
        ] {
            if inside == r"\u0041\u2d1\U00000041" {
                // `\u` takes four digits, so `2d1` is one number above ASCII.
                assert_eq!(decode_ansi_c(inside), None);
                continue;
            }
            assert_eq!(decode_ansi_c(inside).as_deref(), Some(value), "{inside}");
        }
    }

    #[test]
    fn what_is_not_certain_has_no_value() {
        for inside in [
            r"a\0b",
            r"\x00",
            r"\400",
            r"\u00",
            r"\xff",
            r"\xc3",
            r"\u00e9",
            r"\U0001F600",
            r"\x",
            r"\xg",
            r"\x{41}",
            r"\c?",
            r"\c\\",
            r"\c",
            r"\001",
            r"\177",
            r"\ca",
            r"\u",
        ] {
            assert_eq!(decode_ansi_c(inside), None, "{inside}");
        }
    }

    #[test]
    fn an_escaped_quote_does_not_end_it() {
        let text = br"a\'b\\' rest'";
        assert_eq!(ansi_c_end(text, 0, text.len()), Some(6));
        assert_eq!(ansi_c_end(text, 0, 5), None);
        assert_eq!(ansi_c_end(br"open\'", 0, 6), None);
    }
}
