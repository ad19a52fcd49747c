//! `$x` and `${…}`: which parameters and operators zsh reads as bash does.

use super::{names::is_special_parameter, word::Around};
use crate::read::gaps::Trouble;

/// How `${…}` goes on after its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Braced {
    /// Bytes of the name and the operator.
    pub(super) len: usize,
    operator: Operator,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    /// Nothing may follow.
    None,
    /// `:-`, `-`, `:+`, `:=`, `:?` and so on: a word.
    Default,
    /// `#`, `##`, `%`, `%%`, `/`, `//`: a pattern.
    Pattern,
}

impl Braced {
    /// Whether a byte may stand after the operator, as itself or, in a pattern, as a wildcard.
    pub(super) fn takes(self, byte: u8, around: Around) -> bool {
        let is_plain = byte.is_ascii_alphanumeric() || b"_-./,:@%+".contains(&byte);
        match self.operator {
            Operator::None => false,
            Operator::Default => is_plain || (byte == b' ' && around != Around::Arithmetic),
            Operator::Pattern => is_plain || b"*?".contains(&byte),
        }
    }
}

/// Returns the length of the parameter behind a `$`; None: there is none.
pub(super) fn parameter(rest: &[u8]) -> Result<Option<usize>, Trouble> {
    let len = name_len(rest);
    let len = match rest.first() {
        _ if len > 0 => len,
        Some(b'@' | b'*' | b'#' | b'?' | b'$' | b'!' | b'-') => 1,
        Some(byte) if byte.is_ascii_digit() => 1,
        Some(byte) if !byte.is_ascii() => return Err(letters()),
        _ => return Ok(None),
    };
    let after = rest.get(len..).unwrap_or(&[]);
    match (rest.first(), after.first()) {
        (Some(b'#'), next) if !next.is_none_or(|next| b" \n\"'./,%)]".contains(next)) => {
            return Err(Trouble::new(
                "zsh.flags",
                "`$#x` is the length of `x` in zsh",
            ));
        }
        (Some(first), Some(next)) if first.is_ascii_digit() && next.is_ascii_digit() => {
            return Err(Trouble::new(
                "zsh.positional",
                "a positional parameter can have several digits in zsh",
            ));
        }
        (_, Some(next)) if !next.is_ascii() => return Err(letters()),
        _ => {}
    }
    check_after(after)?;
    Ok(Some(len))
}

/// Reads the name and the operator behind a `${`.
pub(super) fn parameter_in_braces(rest: &[u8]) -> Result<Braced, Trouble> {
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let len = name_len(rest).max(digits);
    if len > 0 {
        let name = name_len(rest);
        if name > 0
            && let Some(subscript) = every(rest, name)
        {
            return Ok(plain(name + subscript));
        }
        let operator = operator(rest.get(len..).unwrap_or(&[]))?;
        let assigns = rest
            .get(len..len + operator.len)
            .is_some_and(|operator| operator.ends_with(b"="));
        if assigns && is_special_parameter(rest.get(..len).unwrap_or(&[])) {
            return Err(unread());
        }
        return Ok(Braced {
            len: len + operator.len,
            operator: operator.operator,
        });
    }
    let len = match rest {
        [b'@' | b'*' | b'#' | b'?' | b'$' | b'!', b'}', ..] => 1,
        [b'#', name @ ..] if name_len(name) > 0 => {
            let len = name_len(name);
            let subscript = every(name, len).unwrap_or(0);
            if name.get(len + subscript) != Some(&b'}') {
                return Err(unread());
            }
            1 + len + subscript
        }
        _ => return Err(unread()),
    };
    Ok(plain(len))
}

const fn plain(len: usize) -> Braced {
    Braced {
        len,
        operator: Operator::None,
    }
}

/// Returns the length of `[@]` or `[*]` at a place, if nothing follows it: any number of words, in both shells.
fn every(rest: &[u8], at: usize) -> Option<usize> {
    matches!(rest.get(at..), Some([b'[', b'@' | b'*', b']', b'}', ..])).then_some(3)
}

/// Reads the operator behind a name in braces.
fn operator(rest: &[u8]) -> Result<Braced, Trouble> {
    let (len, operator) = match rest {
        [b'}', ..] => (0, Operator::None),
        [b':', b'-' | b'=' | b'+' | b'?', ..] => (2, Operator::Default),
        [b'-' | b'=' | b'+' | b'?', ..] => (1, Operator::Default),
        [b'#', b'#', ..] | [b'%', b'%', ..] | [b'/', b'/', ..] => (2, Operator::Pattern),
        [b'#' | b'%' | b'/', ..] => (1, Operator::Pattern),
        // `${x:1}` and `${x:1:2}`; `${x:h}` is a modifier.
        [b':', places @ ..] => {
            let len = places
                .iter()
                .take_while(|byte| byte.is_ascii_digit() || **byte == b':')
                .count();
            let are_numbers = places.get(..len).is_some_and(|places| {
                let numbers = places.split(|&byte| byte == b':');
                numbers.clone().count() <= 2 && numbers.into_iter().all(is_offset)
            });
            if !are_numbers {
                return Err(unread());
            }
            (1 + len, Operator::None)
        }
        _ => return Err(unread()),
    };
    Ok(Braced { len, operator })
}

fn is_offset(digits: &[u8]) -> bool {
    digits == b"0" || (matches!(digits.first(), Some(b'1'..=b'9')) && digits.len() < 10)
}

/// Checks what follows a variable without braces: a subscript or a modifier, in quotes, too.
fn check_after(after: &[u8]) -> Result<(), Trouble> {
    match after {
        [b'[', ..] => Err(Trouble::new(
            "zsh.subscript",
            "`$x[1]` is a part of `x` in zsh; `${x}[1]` is not",
        )),
        [b':', next, ..] if !(next.is_ascii_digit() || b" \n\"/.,-_+=@%'$:".contains(next)) => {
            Err(Trouble::new(
                "zsh.modifier",
                "`$x:h` changes the value of `x` in zsh; `${x}:h` does not",
            ))
        }
        [b'\\', b'\n', ..] => Err(Trouble::new(
            "word",
            "a line continuation after a variable is not read",
        )),
        _ => Ok(()),
    }
}

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

fn letters() -> Trouble {
    Trouble::new("zsh.letters", "a name can have letters beyond ASCII in zsh")
}

fn unread() -> Trouble {
    Trouble::new(
        "zsh.expansion",
        "this `${…}` is not one that zsh and bash read alike: flags, subscripts and modifiers are not read",
    )
}
