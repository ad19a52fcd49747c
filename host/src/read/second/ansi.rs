//! `$'…'`: which characters its inside stands for. Written apart from the lowering's own decoder, so that a slip in one
//! of them shows.

use std::{iter::Peekable, str::Chars};

/// Decodes the inside of `$'…'`; None where it depends on more than the text or is not one character after the other.
pub(super) fn decode(inside: &str) -> Option<String> {
    let mut decoded = String::with_capacity(inside.len());
    // Bytes above ASCII that are written one by one have to make a character together.
    let mut bytes: Vec<u8> = Vec::new();
    let mut chars = inside.chars().peekable();
    while let Some(character) = chars.next() {
        let meant = if character == '\\' {
            escape(&mut chars)?
        } else {
            Meant::Text(character)
        };
        match meant {
            Meant::Byte(byte) if !byte.is_ascii() => bytes.push(byte),
            Meant::Byte(byte) => push(&mut decoded, &mut bytes, char::from(byte))?,
            Meant::Text(character) => push(&mut decoded, &mut bytes, character)?,
            Meant::Both(character) => {
                push(&mut decoded, &mut bytes, '\\')?;
                push(&mut decoded, &mut bytes, character)?;
            }
        }
    }
    decoded.push_str(std::str::from_utf8(&bytes).ok()?);
    Some(decoded)
}

fn push(decoded: &mut String, bytes: &mut Vec<u8>, character: char) -> Option<()> {
    decoded.push_str(std::str::from_utf8(bytes).ok()?);
    bytes.clear();
    decoded.push(character);
    Some(())
}

/// What an escape stands for.
enum Meant {
    Text(char),
    Byte(u8),
    /// Nothing special: the backslash stays.
    Both(char),
}

fn escape(chars: &mut Peekable<Chars<'_>>) -> Option<Meant> {
    let letter = chars.next()?;
    Some(match letter {
        'n' => Meant::Byte(10),
        't' => Meant::Byte(9),
        'r' => Meant::Byte(13),
        'a' => Meant::Byte(7),
        'b' => Meant::Byte(8),
        'v' => Meant::Byte(11),
        'f' => Meant::Byte(12),
        'e' | 'E' => Meant::Byte(27),
        '\\' | '\'' | '"' | '?' => Meant::Text(letter),
        '0'..='7' => {
            let first = letter.to_digit(8)?;
            Meant::Byte(u8::try_from(digits(chars, 8, 2, first)?.1 % 256).ok()?)
        }
        'x' => match digits(chars, 16, 2, 0)? {
            (0, _) => return None,
            (_, value) => Meant::Byte(u8::try_from(value).ok()?),
        },
        'u' | 'U' => match digits(chars, 16, if letter == 'u' { 4 } else { 8 }, 0)? {
            (1.., value @ 1..128) => Meant::Byte(u8::try_from(value).ok()?),
            _ => return None,
        },
        'c' => match chars.next()? {
            letter if letter.is_ascii_alphabetic() => {
                Meant::Byte(u8::try_from(u32::from(letter) % 32).ok()?)
            }
            _ => return None,
        },
        other => Meant::Both(other),
    })
}

/// Reads up to so many digits after a number that has begun; returns how many there were, and the number.
fn digits(
    chars: &mut Peekable<Chars<'_>>,
    radix: u32,
    most: usize,
    first: u32,
) -> Option<(usize, u32)> {
    let (mut count, mut value) = (0, first);
    while count < most {
        let Some(digit) = chars.peek().and_then(|next| next.to_digit(radix)) else {
            break;
        };
        value = value.checked_mul(radix)?.checked_add(digit)?;
        chars.next();
        count += 1;
    }
    Some((count, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded() {
        for (inside, value) in [
            (r"a\tb\n", "a\tb\n"),
            (r"\e[1m\E", "\u{1b}[1m\u{1b}"),
            (r"\101\60\1012\501", "A0A2A"),
            (r"\x41\x4a1\x9", "AJ1\t"),
            (r"\u0041\U00000042", "AB"),
            (r"\xc3\xa9é", "éé"),
            (r#"\'\"\?\\"#, r#"'"?\"#),
            (r"\q\ ", r"\q\ "),
            (r"\cB", "\u{2}"),
        ] {
            assert_eq!(decode(inside).as_deref(), Some(value), "{inside}");
        }
    }

    #[test]
    fn what_depends_on_more_is_not_decoded() {
        for inside in [
            r"\u00e9", r"\x", r"\c?", r"\xc3", r"\xffa", r"\", r"\u", r"\x{41}",
        ] {
            assert_eq!(decode(inside), None, "{inside}");
        }
    }
}
