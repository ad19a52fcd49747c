//! Arithmetic: the expressions that zsh and bash read alike.
//!
//! Their *values* can differ all the same (zsh knows floating point), so none is worked out. In both shells the value
//! of a variable is evaluated again, which can run commands: what lowering demands of variables for bash, it demands
//! here.

use std::ops::Range;

use super::{
    disagreement,
    names::is_special_parameter,
    parameter::name_len,
    word::{Around, Scan, WordRole},
};
use crate::read::gaps::Trouble;

/// Most digits of a number.
const MAX_DIGITS: usize = 18;

/// Checks an expression without its brackets: of `(( ))`, or one of the three of a `for`. `holes` as for a word.
pub(in crate::read) fn check_arithmetic(raw: &str, holes: &[Range<usize>]) -> Result<(), Trouble> {
    let mut scan = Scan::new(raw, holes, WordRole::Argument);
    let mut depth = 0;
    while scan.peek(0).is_some() {
        scan.operand(&mut depth)?;
    }
    if depth == 0 {
        scan.end()
    } else {
        Err(unread())
    }
}

impl Scan<'_> {
    /// Reads an expression up to its `))`.
    pub(super) fn expression_in_brackets(&mut self) -> Result<(), Trouble> {
        let mut depth = 0;
        loop {
            match self.rest(0) {
                [b')', b')', ..] if depth == 0 => {
                    self.at += 2;
                    return Ok(());
                }
                [] => return Err(disagreement()),
                _ => self.operand(&mut depth)?,
            }
        }
    }

    fn operand(&mut self, depth: &mut u32) -> Result<(), Trouble> {
        if self.hole()? {
            return Ok(());
        }
        let rest = self.rest(0);
        let len = match rest {
            [b'$', ..] => return self.dollar(Around::Arithmetic),
            [b'(', ..] => {
                *depth += 1;
                1
            }
            [b')', ..] => {
                *depth = depth.checked_sub(1).ok_or_else(unread)?;
                1
            }
            [b'0'..=b'9', ..] => number(rest)?,
            [b'A'..=b'Z' | b'a'..=b'z' | b'_', ..] => variable(rest)?,
            [b'+', b'+', after @ ..] | [b'-', b'-', after @ ..] if !self.steps(after) => {
                return Err(unread());
            }
            [b'&', b'&', ..] | [b'|', b'|', ..] => 2,
            [b'*', b'*', ..] | [b'<', b'<', ..] | [b'>', b'>', ..] => return Err(unread()),
            [byte, ..] if b" \t\n+-*/%<>=!?:,".contains(byte) => 1,
            _ => return Err(unread()),
        };
        self.at += len;
        Ok(())
    }

    /// Whether the `++` or `--` here belongs to a variable. `1--2` is an error in zsh.
    fn steps(&self, after: &[u8]) -> bool {
        let before = self.done();
        let len = before
            .iter()
            .rev()
            .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
            .count();
        let (rest, word) = before.split_at(before.len() - len);
        name_len(after) > 0 || (name_len(word) == len && len > 0 && rest.last() != Some(&b'$'))
    }
}

/// Returns the length of a decimal number. One with a zero in front is octal in bash alone.
fn number(rest: &[u8]) -> Result<usize, Trouble> {
    let len = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let goes_on = rest
        .get(len)
        .is_some_and(|byte| byte.is_ascii_alphabetic() || b"_.#".contains(byte));
    if goes_on || len > MAX_DIGITS || (len > 1 && rest.first() == Some(&b'0')) {
        return Err(unread());
    }
    Ok(len)
}

/// Returns the length of a variable that is no part of an array, no function and none of the shell's own.
fn variable(rest: &[u8]) -> Result<usize, Trouble> {
    let len = name_len(rest);
    let name = rest.get(..len).unwrap_or(&[]);
    let next = rest
        .get(len..)
        .unwrap_or(&[])
        .iter()
        .find(|byte| !b" \t\n".contains(byte));
    if matches!(next, Some(b'[' | b'(')) || is_special_parameter(name) {
        return Err(unread());
    }
    Ok(len)
}

fn unread() -> Trouble {
    Trouble::new(
        "zsh.arithmetic",
        "this arithmetic is not one that zsh and bash read alike",
    )
}
