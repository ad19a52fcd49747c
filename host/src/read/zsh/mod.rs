//! Where zsh is not bash (R2.2, R2.5, R2.7). PURE: text only, no tree.
//!
//! Scripts of zsh are parsed by the grammar of bash and lowered by the same code, and there is no second reader. So
//! what passes here is an allowlist: forms that real zsh and real bash were seen to read alike, zsh being started as
//! `shell/wrap.rs` does (`-f`, no `EQUALS`, no `EXTENDED_GLOB`). Anything else is a [`Trouble`], and the script
//! partial. `docs/design/005-zsh.md` says what was seen.
//!
//! What lowering has to ask, and when:
//! - [`prescan`] once for each text, before parsing;
//! - [`check_word`] for each word in its role, [`check_here_document`] for each body that expands, [`check_arithmetic`]
//!   for each expression outside of a word;
//! - [`check_redirect`] and [`Streams`] for the redirects of a command, [`check_wordless`] for a command without words;
//! - [`check_control`] for each operator between commands;
//! - [`check_variable`] for each name that an assignment or a loop gives a value, [`check_function`] for each
//!   definition, [`is_hook`] for each function that the session has;
//! - [`check_builtin`] for each builtin, [`precommand`] before looking through a wrapper, [`check_condition`] for each
//!   test in `[[ ]]`.

mod arithmetic;
mod builtins;
mod conditions;
mod names;
mod options;
mod parameter;
mod redirects;
mod word;

pub(crate) use self::builtins::{After, after, is_builtin};
pub(super) use self::{
    arithmetic::check_arithmetic,
    builtins::{Argument, Precommand, check_builtin, precommand},
    conditions::check_condition,
    names::{check_function, check_variable, is_hook},
    redirects::{Direction, Streams, check_redirect, check_wordless},
    word::{WordRole, check_here_document, check_word},
};
use super::gaps::{Gaps, Trouble};
use crate::span::Span;

/// The last part of a pipeline runs in the shell itself, so where it moves to and what it assigns stays.
pub(super) const LAST_STAGE_IS_THE_SHELL: bool = true;

/// Looks for what the grammar of bash cuts at other places, in the text of this number. It knows no quotes: rather a gap too many.
pub(super) fn prescan(source: &str, text: u32, gaps: &mut Gaps) {
    let bytes = source.as_bytes();
    if let Some((at, len)) = number_range(bytes) {
        let trouble = Trouble::new(
            "zsh.number-range",
            "`<1-9>` stands for file names in zsh, not for redirects",
        );
        gaps.add(trouble, span(text, at, len));
    }
    if let Some(at) = file_substitution(bytes) {
        let trouble = Trouble::new(
            "zsh.equals",
            "`=( )` runs the commands in it and stands for a file of what they print",
        );
        gaps.add(trouble, span(text, at, 2));
    }
}

/// Returns the place and length of the first `<1-9>`, `<1->`, `<-9>` or `<->`.
fn number_range(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(at) = bytes.get(from..)?.iter().position(|&byte| byte == b'<') {
        let start = from + at;
        let after = bytes.get(start + 1..).unwrap_or(&[]);
        let len = after
            .iter()
            .take_while(|byte| byte.is_ascii_digit() || **byte == b'-')
            .count();
        let inside = after.get(..len).unwrap_or(&[]);
        let has_one_dash = inside.split(|&byte| byte == b'-').count() == 2;
        if has_one_dash && after.get(len) == Some(&b'>') {
            return Some((start, len + 2));
        }
        from = start + 1 + len;
    }
    None
}

/// Returns the place of the first `=(` at which a word may begin.
fn file_substitution(bytes: &[u8]) -> Option<usize> {
    let begins = |at: usize| {
        at.checked_sub(1)
            .and_then(|before| bytes.get(before))
            .is_none_or(|before| b" \t\n;&|()<>`=:".contains(before))
    };
    bytes
        .windows(2)
        .enumerate()
        .find(|(at, pair)| pair == b"=(" && begins(*at))
        .map(|(at, _)| at)
}

/// Checks an operator between commands with the text that follows it.
pub(super) fn check_control(operator: &str, following: &[u8]) -> Result<(), Trouble> {
    let next = following.first();
    let differs = match operator {
        "&" => matches!(next, Some(b'!' | b'|')),
        ";" | ";;" => matches!(next, Some(b'|' | b'&')),
        "\n" | "&&" | "||" | "|" | "|&" | ";&" | "(" | ")" => false,
        _ => true,
    };
    if differs {
        return Err(Trouble::new(
            "zsh.control",
            "zsh takes more for this operator than bash: `&!`, `&|` and `;|`",
        ));
    }
    Ok(())
}

fn span(text: u32, at: usize, len: usize) -> Span {
    let start = u32::try_from(at).unwrap_or(u32::MAX);
    Span {
        text,
        start,
        end: start.saturating_add(u32::try_from(len).unwrap_or(u32::MAX)),
    }
}

/// The trouble with a text that ends early, or holds what was not said to be in it.
fn disagreement() -> Trouble {
    Trouble::new(
        "readers",
        "the shell reads this word in another way than the parser",
    )
}

#[cfg(test)]
mod tests;
