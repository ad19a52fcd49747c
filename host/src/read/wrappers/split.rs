//! The small language of `env -S`: how it makes words of a string.

use super::options::Obstacle;

/// In which quotes a character stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quotes {
    None,
    Single,
    Double,
}

/// Makes words of a string as `env -S` does. Variables are not followed.
pub(super) fn split(text: &str) -> Result<Vec<String>, Obstacle> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quotes = Quotes::None;
    let mut rest = text.chars().peekable();
    while let Some(one) = rest.next() {
        let literal = match (one, quotes) {
            ('\'', Quotes::None | Quotes::Single) => {
                quotes = turned(quotes, Quotes::Single);
                word.get_or_insert_default();
                continue;
            }
            ('"', Quotes::None | Quotes::Double) => {
                quotes = turned(quotes, Quotes::Double);
                word.get_or_insert_default();
                continue;
            }
            (' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r', Quotes::None) => {
                words.extend(word.take());
                continue;
            }
            ('#', Quotes::None) if word.is_none() => break,
            ('$', Quotes::None | Quotes::Double) => {
                return Err(Obstacle::Other("its string holds variables"));
            }
            ('\\', Quotes::Single) if !matches!(rest.peek(), Some('\\' | '\'')) => one,
            ('\\', _) => match (rest.next(), quotes) {
                (Some(same @ ('"' | '#' | '$' | '\'' | '\\')), _) => same,
                (Some('_'), Quotes::Double) => ' ',
                (Some('_'), _) => {
                    words.extend(word.take());
                    continue;
                }
                (Some('c'), Quotes::None) => break,
                (Some('f'), _) => '\u{c}',
                (Some('n'), _) => '\n',
                (Some('r'), _) => '\r',
                (Some('t'), _) => '\t',
                (Some('v'), _) => '\u{b}',
                (Some(_) | None, _) => {
                    return Err(Obstacle::Other(
                        "its string holds an escape that is not known",
                    ));
                }
            },
            (_, _) => one,
        };
        word.get_or_insert_default().push(literal);
    }
    if quotes != Quotes::None {
        return Err(Obstacle::Other("its string ends within quotes"));
    }
    words.extend(word);
    Ok(words)
}

fn turned(now: Quotes, quotes: Quotes) -> Quotes {
    if now == Quotes::None {
        quotes
    } else {
        Quotes::None
    }
}
