//! The words of single builtins: which of them zsh reads as bash does, and which it evaluates.
//!
//! zsh evaluates more words as numbers than bash, and the subscripts in them: `exit 'a[$(x)]'` runs `x`.

use super::{builtins::Argument, names::check_variable, parameter::name_len};
use crate::read::{
    gaps::Trouble,
    script::{Fields, Word},
};

/// Whether a word, as written, is a number or one of the parameters that always are.
pub(super) fn is_number(raw: &str) -> bool {
    let digits = raw.strip_prefix('-').unwrap_or(raw);
    let is_decimal = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_decimal || matches!(raw, "$?" | "\"$?\"" | "$#" | "\"$#\"")
}

/// `exit`, `return`, `shift` and so on: at most one number.
pub(super) fn number(words: &[Argument<'_>]) -> bool {
    match words {
        [] => true,
        [word] => is_number(word.raw),
        _ => false,
    }
}

/// `print`: options that only change how it prints. `-v` assigns, `-f` evaluates, `-z` and `-s` type for the person.
pub(super) fn print(words: &[Argument<'_>]) -> bool {
    for word in words {
        match word.word.certain() {
            Some("--" | "-") => return true,
            Some(option) if option.starts_with('-') => {
                if !option
                    .bytes()
                    .skip(1)
                    .all(|letter| b"lnrN".contains(&letter))
                {
                    return false;
                }
            }
            Some(_) => return true,
            None => return !may_begin_with_dash(word.word),
        }
    }
    true
}

/// `printf`: a certain format. Where it wants numbers they must be certain, since zsh evaluates them.
pub(super) fn printf(words: &[Argument<'_>]) -> bool {
    let words = match words {
        [first, rest @ ..] if first.word.certain() == Some("--") => rest,
        [first, ..]
            if first
                .word
                .certain()
                .is_none_or(|format| format.starts_with('-')) =>
        {
            return false;
        }
        _ => words,
    };
    let Some((format, values)) = words.split_first() else {
        return true;
    };
    match format.word.certain().map(conversions) {
        Some(Conversions::Strings) => true,
        Some(Conversions::Numbers) => values.iter().all(|value| is_number(value.raw)),
        Some(Conversions::Other) | None => false,
    }
}

/// What a format asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conversions {
    Strings,
    Numbers,
    /// `%n`, `%(…)T`, `%1$s`: not read.
    Other,
}

fn conversions(format: &str) -> Conversions {
    let mut found = Conversions::Strings;
    // `%%` is taken away first, so that each `%` left begins a conversion.
    for conversion in format.replace("%%", "").split('%').skip(1) {
        let flags = |one: char| one.is_ascii_digit() || "-+ #.*".contains(one);
        let rest = conversion.trim_start_matches(flags);
        let takes_width = conversion
            .get(..conversion.len() - rest.len())
            .is_some_and(|flags| flags.contains('*'));
        match rest.bytes().next() {
            Some(b's' | b'b' | b'c' | b'q') if !takes_width => {}
            Some(b's' | b'b' | b'c' | b'q' | b'd' | b'i' | b'o' | b'u' | b'x' | b'X') => {
                found = Conversions::Numbers;
            }
            Some(_) | None => return Conversions::Other,
        }
    }
    found
}

/// `test` and `[`: `-t` evaluates a number, `-v` a subscript, which may also be hidden in a word that isn't certain.
pub(super) fn test(words: &[Argument<'_>]) -> bool {
    words.iter().enumerate().all(|(index, word)| {
        let next = words.get(index + 1);
        match word.word.certain() {
            Some("-t") => next.is_none_or(|next| is_number(next.raw) || next.raw == "]"),
            Some("-v") => next.is_none_or(|next| check_variable(next.raw).is_ok()),
            // zsh has no such operators in `[ ]`.
            Some("<" | ">") => false,
            Some(_) => true,
            None if is_number(word.raw) || !may_begin_with_dash(word.word) => true,
            None => {
                word.word.fields == Fields::One
                    && next.is_none_or(|next| {
                        next.word
                            .certain()
                            .is_some_and(|next| !next.contains('[') || next == "[")
                    })
            }
        }
    })
}

/// `cd` and `pushd`: one directory. Two mean to replace a part of the path, and `+1` an entry of the stack.
pub(super) fn directory(words: &[Argument<'_>]) -> bool {
    let operands = match words {
        [option, separator, rest @ ..] if is_path_option(option.raw) && separator.raw == "--" => {
            rest
        }
        [option, rest @ ..] if is_path_option(option.raw) || option.raw == "--" => rest,
        _ => words,
    };
    match operands {
        [] => true,
        [operand] => operand
            .word
            .certain()
            .is_none_or(|path| path == "-" || !path.starts_with(['-', '+'])),
        _ => false,
    }
}

fn is_path_option(raw: &str) -> bool {
    matches!(raw, "-L" | "-P")
}

/// `export`, `local` and so on: names and plain assignments, no options. The values are words to be checked by
/// themselves.
pub(super) fn declaration(words: &[Argument<'_>]) -> Result<bool, Trouble> {
    for word in words {
        let len = name_len(word.raw.as_bytes());
        let (name, rest) = word.raw.split_at_checked(len).unwrap_or(("", word.raw));
        check_variable(name)?;
        if !(rest.is_empty() || rest.starts_with('=')) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `read`: `-r` and names.
pub(super) fn read(words: &[Argument<'_>]) -> bool {
    let names = match words {
        [option, names @ ..] if option.raw == "-r" => names,
        _ => words,
    };
    are_variables(names)
}

/// `unset`: names of variables. With `-f` it takes functions away, and so changes what names mean.
pub(super) fn unset(words: &[Argument<'_>]) -> bool {
    match words {
        [option, names @ ..] if option.raw == "-v" => are_variables(names),
        _ => are_variables(words),
    }
}

fn are_variables(words: &[Argument<'_>]) -> bool {
    words.iter().all(|word| check_variable(word.raw).is_ok())
}

/// `set`: positional parameters, and the options that both shells have and that change no reading. Others would: with
/// `GLOB_SUBST` the value of a variable is a pattern, whose qualifiers can run commands.
pub(super) fn set(words: &[Argument<'_>]) -> bool {
    let mut names = false;
    for word in words {
        if std::mem::take(&mut names) {
            if !matches!(word.raw, "errexit" | "nounset" | "pipefail" | "xtrace") {
                return false;
            }
            continue;
        }
        match word.raw.as_bytes() {
            b"--" => return true,
            [b'-' | b'+', letters @ .., last] => {
                names = *last == b'o';
                let is_known = letters.iter().all(|letter| b"eux".contains(letter));
                if !(is_known && b"euxo".contains(last)) {
                    return false;
                }
            }
            _ => return false,
        }
    }
    !words.is_empty() && !names
}

fn may_begin_with_dash(word: &Word) -> bool {
    word.prefix.is_empty() || word.prefix.starts_with('-')
}
