//! Brace expansion: which words `{a,b}` and `{1..3}` become.

use brush_parser::word::{
    BraceExpression, BraceExpressionMember, BraceExpressionOrText, parse_brace_expansions,
};

use super::{guard, theirs::options};

/// Most words that one becomes.
const MAX_WORDS: usize = 1000;
/// Most levels of braces in braces; the guard lets fewer through.
const MAX_LEVELS: usize = 16;

/// Returns the words that a word becomes, their quotes kept; None for one that stays as it is.
pub(super) fn expand(word: &str) -> Result<Option<Vec<String>>, &'static str> {
    if !may_expand(word) {
        return Ok(None);
    }
    guard::check_braces(word)?;
    guard::check_word(word)?;
    let parts = parse_brace_expansions(word, &options()).map_err(|_| "its braces are odd")?;
    let Some(parts) = parts.filter(|parts| parts.iter().any(is_expression)) else {
        return Ok(None);
    };
    sequence(&parts, 0).map(Some)
}

/// Whether there are all the characters that it takes, quoted or not.
pub(super) fn may_expand(word: &str) -> bool {
    word.contains('{') && word.contains('}') && (word.contains(',') || word.contains(".."))
}

fn is_expression(part: &BraceExpressionOrText) -> bool {
    matches!(part, BraceExpressionOrText::Expr(_))
}

fn sequence(parts: &[BraceExpressionOrText], level: usize) -> Result<Vec<String>, &'static str> {
    let mut words = vec![String::new()];
    for part in parts {
        match part {
            BraceExpressionOrText::Text(text) => {
                for word in &mut words {
                    word.push_str(text);
                }
            }
            BraceExpressionOrText::Expr(expression) => {
                let endings = alternatives(expression, level)?;
                if words.len().saturating_mul(endings.len()) > MAX_WORDS {
                    return Err("its braces become too many words");
                }
                words = words
                    .iter()
                    .flat_map(|word| endings.iter().map(move |ending| format!("{word}{ending}")))
                    .collect();
            }
        }
    }
    Ok(words)
}

fn alternatives(expression: &BraceExpression, level: usize) -> Result<Vec<String>, &'static str> {
    if level > MAX_LEVELS {
        return Err("its braces are nested too deep");
    }
    let mut words = Vec::new();
    for member in expression {
        match member {
            BraceExpressionMember::Child(parts) => words.extend(sequence(parts, level + 1)?),
            BraceExpressionMember::NumberSequence {
                start,
                end,
                increment,
            } => words.extend(steps(*start, *end, *increment)?.iter().map(i64::to_string)),
            BraceExpressionMember::CharSequence {
                start,
                end,
                increment,
            } => {
                let (start, end) = (i64::from(u32::from(*start)), i64::from(u32::from(*end)));
                let letter =
                    |code: &i64| u8::try_from(*code).map(|byte| char::from(byte).to_string());
                words.extend(
                    steps(start, end, *increment)?
                        .iter()
                        .filter_map(|it| letter(it).ok()),
                );
            }
        }
        if words.len() > MAX_WORDS {
            return Err("its braces become too many words");
        }
    }
    Ok(words)
}

/// The numbers from one to another, both included, upwards or downwards whatever the sign of the step.
fn steps(start: i64, end: i64, increment: i64) -> Result<Vec<i64>, &'static str> {
    let too_many = "its braces become too many words";
    let step = increment.checked_abs().ok_or(too_many)?.max(1);
    let count = start.abs_diff(end) / step.unsigned_abs();
    if count >= MAX_WORDS as u64 {
        return Err(too_many);
    }
    let step = if start <= end { step } else { -step };
    let numbers = (0..=count).map(|at| start + i64::try_from(at).unwrap_or(0) * step);
    Ok(numbers.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(word: &str) -> Vec<String> {
        expand(word).unwrap().unwrap_or_default()
    }

    #[test]
    fn lists_and_sequences_are_expanded_as_bash_does() {
        assert_eq!(words("x{a,b}y"), ["xay", "xby"]);
        assert_eq!(words("{a,b}{1,2}"), ["a1", "a2", "b1", "b2"]);
        assert_eq!(words("{a,{b,c}d}"), ["a", "bd", "cd"]);
        assert_eq!(words("{1..3}"), ["1", "2", "3"]);
        assert_eq!(words("{3..1}"), ["3", "2", "1"]);
        assert_eq!(words("{1..7..3}"), ["1", "4", "7"]);
        assert_eq!(words("{a..c}"), ["a", "b", "c"]);
        assert_eq!(words("{'a b',c}"), ["'a b'", "c"]);
    }

    #[test]
    fn quoted_or_lonely_braces_stay() {
        for word in [
            "{}",
            "{a}",
            "'{a,b}'",
            "\"{a,b}\"",
            "\\{a,b}",
            "${x}",
            "a,b",
        ] {
            assert_eq!(expand(word), Ok(None), "{word}");
        }
    }

    #[test]
    fn what_takes_too_long_is_refused() {
        for word in [
            "{{{{{{{{a,b}",
            "{1..100000}",
            "{1..99999999999999999999}",
            "{a,b}{1..999}",
        ] {
            assert!(expand(word).is_err(), "{word}");
        }
    }
}
