//! Brace expansion: `{a,b}` and `{1..5}` (R2.2). It is the first of the shell's expansions, works on the text of a word
//! as it is written, and knows nothing of what comes later.
//!
//! The parser's tree marks none of it, so the text alone decides. Quirks of bash are kept: `{"a,b"..c}` loses its braces.

/// Most words that are worked out.
const MAX_WORDS: usize = 64;
/// How deep braces in braces are followed.
const MAX_DEPTH: usize = 16;
/// How many bytes are looked at, and how many more for each byte of the word. Bash looks on from every brace to the end;
/// this stays linear.
const LOOKS: usize = 4096;
const LOOKS_PER_BYTE: usize = 16;
/// Most digits of a number in a sequence, so that no sum of two overflows.
const MAX_DIGITS: usize = 9;

/// What brace expansion makes of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::read) enum Braces {
    /// Bash expands no brace in it.
    None,
    /// All words that it becomes, in order. There can be none: `{,}`.
    Words(Vec<Alternative>),
    /// It does or may expand, and is not worked out.
    Dynamic {
        /// So many bytes at its beginning are literal text with which each of the words begins.
        prefix_len: usize,
    },
}

/// One of the words that come out.
///
/// It is a word like a written one, but never a keyword, an alias or an assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::read) struct Alternative {
    /// Its text, quotes and backslashes still in it.
    pub(in crate::read) raw: String,
}

/// Expands the braces of a word, given as it is written.
///
/// Words that bash leaves alone (here-document bodies, assignments, their like after `export`, the inside of `[[ ]]`) are
/// for the caller to know.
pub(in crate::read) fn expand(raw: &str) -> Braces {
    let may_join = raw.contains("\\\n");
    if !raw.contains('{')
        || !raw.contains('}')
        || !(raw.contains(',') || raw.contains("..") || may_join)
    {
        return Braces::None;
    }
    let mut expander = Expander {
        looks: raw
            .len()
            .saturating_mul(LOOKS_PER_BYTE)
            .saturating_add(LOOKS),
        expanded: false,
        // Which quotes these make is told by what stands before them.
        dynamic: raw.contains("$$") || raw.contains("${") && raw.contains("$'"),
    };
    if !expander.dynamic
        && let Ok(words) = expander.text(raw, 0)
    {
        if !expander.expanded {
            return Braces::None;
        }
        if !expander.dynamic && words.iter().all(|word| keeps_tildes(word)) {
            // An empty word without quotes vanishes.
            let words = words.into_iter().filter(|word| !word.is_empty());
            return Braces::Words(words.map(|raw| Alternative { raw }).collect());
        }
    }
    Braces::Dynamic {
        prefix_len: raw
            .find(|character: char| {
                !character.is_alphanumeric() && !"_-./:=@%+,".contains(character)
            })
            .unwrap_or(raw.len()),
    }
}

/// Whether each `~` of a word that came out of braces means what it means in a written word.
///
/// After a `=` or `:` it does not: `a=~` is the home directory, what `{a,b}=~` becomes is not. Quotes are not looked at.
fn keeps_tildes(word: &str) -> bool {
    word.match_indices('~').all(|(at, _)| {
        let before = at
            .checked_sub(1)
            .and_then(|at| word.as_bytes().get(at))
            .copied();
        match before {
            None => matches!(word.as_bytes().get(1), None | Some(b'/')),
            Some(before) => !matches!(before, b'=' | b':'),
        }
    })
}

/// The expansion is not worked out.
#[derive(Debug)]
struct Unknown;

/// The character that is looked for, outside quotes and inner braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Opening,
    Separator,
    /// The closing brace of an expansion: one with a separator before it.
    Closing,
}

impl Wanted {
    const fn byte(self) -> u8 {
        match self {
            Self::Opening => b'{',
            Self::Separator => b',',
            Self::Closing => b'}',
        }
    }
}

struct Expander {
    /// How many more bytes may be looked at.
    looks: usize,
    /// Whether anything expanded.
    expanded: bool,
    /// Whether there is something whose text is not that of the words it becomes.
    dynamic: bool,
}

impl Expander {
    /// Expands a text.
    fn text(&mut self, text: &str, depth: usize) -> Result<Vec<String>, Unknown> {
        if depth > MAX_DEPTH {
            return Err(Unknown);
        }
        let mut words = vec![String::new()];
        let mut rest = text;
        while let Some((opening, closing)) = self.braces(rest.as_bytes())? {
            let inside = part(rest, opening + 1, closing)?;
            join(&mut words, &[part(rest, 0, opening)?])?;
            if has_comma(inside) {
                self.expanded = true;
                join(&mut words, &self.list(inside, depth)?)?;
            } else if let Some(sequence) = sequence(inside)? {
                self.expanded = true;
                join(&mut words, &sequence)?;
            } else {
                join(&mut words, &[part(rest, opening, closing + 1)?])?;
            }
            rest = part(rest, closing + 1, rest.len())?;
        }
        join(&mut words, &[rest])?;
        Ok(words)
    }

    /// Finds the first pair of braces that may expand.
    fn braces(&mut self, text: &[u8]) -> Result<Option<(usize, usize)>, Unknown> {
        let mut from = 0;
        while let Some(opening) = self.find(text, from, Wanted::Opening)? {
            if let Some(closing) = self.find(text, opening + 1, Wanted::Closing)? {
                return Ok(Some((opening, closing)));
            }
            from = opening + 1;
        }
        Ok(None)
    }

    /// Expands the inside of braces with a comma.
    fn list(&mut self, inside: &str, depth: usize) -> Result<Vec<String>, Unknown> {
        let mut words = Vec::new();
        let mut from = 0;
        loop {
            let comma = self.find(inside.as_bytes(), from, Wanted::Separator)?;
            let item = part(inside, from, comma.unwrap_or(inside.len()))?;
            words.append(&mut self.text(item, depth + 1)?);
            if words.len() > MAX_WORDS {
                return Err(Unknown);
            }
            match comma {
                Some(comma) => from = comma + 1,
                None => return Ok(words),
            }
        }
    }

    /// Finds a character from a place on.
    fn find(&mut self, text: &[u8], from: usize, wanted: Wanted) -> Result<Option<usize>, Unknown> {
        let mut at = from;
        let mut level = 0_usize;
        let mut separated = wanted != Wanted::Closing;
        while let Some(&byte) = text.get(at) {
            self.looks = self.looks.checked_sub(1).ok_or(Unknown)?;
            let next = text.get(at + 1).copied();
            if let Some(end) = self.quoted(text, at)? {
                at = end;
                continue;
            }
            match byte {
                b'$' if next == Some(b'{') => {
                    level += 1;
                    at += 1;
                }
                b'{' if wanted == Wanted::Opening && level == 0 && stands_alone(text, at) => {}
                _ if byte == wanted.byte() && level == 0 && separated => return Ok(Some(at)),
                b'{' => level += 1,
                b'}' => level = level.saturating_sub(1),
                b',' if level == 0 => separated = true,
                b'.' if level == 0 && next == Some(b'.') && text.get(at + 2) != Some(&b'}') => {
                    separated = true;
                }
                _ => {}
            }
            at += 1;
        }
        Ok(None)
    }

    /// Returns the end of what is quoted or substituted here, if something is.
    fn quoted(&mut self, text: &[u8], at: usize) -> Result<Option<usize>, Unknown> {
        let rest = text.get(at..).unwrap_or_default();
        let end = match rest {
            [b'\\', b'\n', ..] | [b'$', b'\\', b'\n', ..] | [0x01 | 0x7f, ..] => {
                return Err(Unknown);
            }
            [b'\\', ..] => at + 2,
            [b'$' | b'<' | b'>', b'(', ..] => {
                self.dynamic = true;
                substitution_end(text, at).ok_or(Unknown)?
            }
            [b'$', b'\'', ..] => {
                self.dynamic = true;
                quote_end(text, at + 2, b'\'', Escapes::Yes)
            }
            [b'\'', ..] => quote_end(text, at + 1, b'\'', Escapes::No),
            [b'`', ..] => {
                self.dynamic = true;
                quote_end(text, at + 1, b'`', Escapes::Yes)
            }
            [b'"', ..] => self.double_quotes(text, at + 1)?,
            [
                b'$' | b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>',
                ..,
            ] => {
                self.dynamic = true;
                return Ok(None);
            }
            _ => return Ok(None),
        };
        self.looks = self.looks.checked_sub(end - at).ok_or(Unknown)?;
        Ok(Some(end))
    }

    /// Returns the end of double quotes whose inside begins here.
    fn double_quotes(&mut self, text: &[u8], from: usize) -> Result<usize, Unknown> {
        let mut at = from;
        while let Some(&byte) = text.get(at) {
            match (byte, text.get(at + 1)) {
                (b'"', _) => return Ok(at + 1),
                (b'$', Some(b'(')) => {
                    self.dynamic = true;
                    at = substitution_end(text, at).ok_or(Unknown)?;
                    continue;
                }
                (b'$', Some(b'\\')) | (0x01 | 0x7f, _) => return Err(Unknown),
                (b'\\', _) => at += 1,
                (b'$' | b'`', _) => self.dynamic = true,
                _ => {}
            }
            at += 1;
        }
        Ok(text.len())
    }
}

/// Whether a backslash keeps the next character from ending the quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escapes {
    Yes,
    No,
}

/// Returns the end of quotes whose inside begins here.
fn quote_end(text: &[u8], from: usize, quote: u8, escapes: Escapes) -> usize {
    let mut at = from;
    while let Some(&byte) = text.get(at) {
        if byte == quote {
            return at + 1;
        }
        at += if byte == b'\\' && escapes == Escapes::Yes {
            2
        } else {
            1
        };
    }
    text.len()
}

/// Returns the end of the substitution that begins here; None if finding it takes knowing the language inside.
fn substitution_end(text: &[u8], at: usize) -> Option<usize> {
    let arithmetic = text.get(at + 2) == Some(&b'(');
    let mut open = 1_usize;
    // Whether each open parenthesis stands in double quotes that are open, too.
    let mut in_quotes = vec![false];
    let mut quoted = false;
    let mut at = at + 2;
    loop {
        let byte = *text.get(at)?;
        let next = text.get(at + 1).copied();
        let skips_one = match byte {
            b'\\' if next != Some(b'\n') && !arithmetic => true,
            // Text of its own, a comment, a here-document, the patterns of `case`.
            b'\\' | b'`' | b'#' => return None,
            b'<' if next == Some(b'<') && !arithmetic => return None,
            b'c' if text.get(at..at + 4) == Some(b"case") => return None,
            b'\'' | b'"' | b'\n' if arithmetic => return None,
            b'$' if matches!(next, Some(b'\'' | b'{' | b'[')) => return None,
            b'\'' if !quoted => {
                at = quote_end(text, at + 1, b'\'', Escapes::No);
                continue;
            }
            b'"' => {
                quoted = !quoted;
                false
            }
            b'$' if quoted && next == Some(b'(') => {
                in_quotes.push(true);
                quoted = false;
                open += 1;
                true
            }
            b'(' if !quoted => {
                in_quotes.push(false);
                open += 1;
                false
            }
            b')' if !quoted => {
                quoted = in_quotes.pop()?;
                open -= 1;
                if open == 0 {
                    return Some(at + 1);
                }
                false
            }
            _ => false,
        };
        at += if skips_one { 2 } else { 1 };
    }
}

/// Whether an opening brace stands alone at the beginning, which `find -exec … {}` depends on.
fn stands_alone(text: &[u8], at: usize) -> bool {
    let is_blank = |byte: Option<&u8>| matches!(byte, None | Some(b' ' | b'\t' | b'\n'));
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    let after = text.get(at + 1);
    is_blank(before) && (is_blank(after) || after == Some(&b'}'))
}

/// Whether there is a comma without a backslash before it. Bash does not look at quotes or inner braces here.
fn has_comma(inside: &str) -> bool {
    let mut escaped = false;
    inside.bytes().any(|byte| {
        let found = byte == b',' && !escaped;
        escaped = byte == b'\\' && !escaped;
        found
    })
}

/// Puts every one of the endings after every one of the words.
fn join<T: AsRef<str>>(words: &mut Vec<String>, endings: &[T]) -> Result<(), Unknown> {
    if words.len().saturating_mul(endings.len()) > MAX_WORDS {
        return Err(Unknown);
    }
    if let [ending] = endings {
        for word in words {
            word.push_str(ending.as_ref());
        }
        return Ok(());
    }
    *words = words
        .iter()
        .flat_map(|word| {
            endings
                .iter()
                .map(move |ending| format!("{word}{}", ending.as_ref()))
        })
        .collect();
    Ok(())
}

fn part(text: &str, from: usize, to: usize) -> Result<&str, Unknown> {
    text.get(from..to).ok_or(Unknown)
}

/// Expands the inside of `{1..5}` or `{a..e..2}`; None: it is no sequence, and stays as it is written.
fn sequence(inside: &str) -> Result<Option<Vec<String>>, Unknown> {
    let Some((first, rest)) = inside.split_once("..") else {
        return Ok(None);
    };
    let (last, step) = rest
        .split_once("..")
        .map_or((rest, None), |(last, step)| (last, Some(step)));
    let step = match step.map(number) {
        None => 1,
        Some(Some(step)) => step?,
        Some(None) => return Ok(None),
    };
    if let (Some(from), Some(to)) = (number(first), number(last)) {
        let width = if is_padded(first) || is_padded(last) {
            first.len().max(last.len())
        } else {
            0
        };
        let numbers = steps(from?, to?, step)?.into_iter();
        return Ok(Some(numbers.map(|n| format!("{n:0width$}")).collect()));
    }
    let (Some(from), Some(to)) = (letter(first), letter(last)) else {
        return Ok(None);
    };
    if from.is_ascii_uppercase() != to.is_ascii_uppercase() {
        // The characters in between are special to the shell.
        return Err(Unknown);
    }
    let letters = steps(i64::from(from), i64::from(to), step)?.into_iter();
    let letters = letters.filter_map(|code| u8::try_from(code).ok());
    Ok(Some(
        letters.map(|code| char::from(code).to_string()).collect(),
    ))
}

/// Reads a number of a sequence. None: it is none; an error: it is too long to be sure.
fn number(text: &str) -> Option<Result<i64, Unknown>> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let short = digits.len() <= MAX_DIGITS;
    Some(short.then(|| text.parse().ok()).flatten().ok_or(Unknown))
}

/// Whether a number has a zero in front, so that all are made equally long.
fn is_padded(number: &str) -> bool {
    let digits = number.strip_prefix('-').unwrap_or(number);
    digits.len() > 1 && digits.starts_with('0')
}

fn letter(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(*letter),
        _ => None,
    }
}

/// Counts from one to the other, whichever is larger, the first always among them.
fn steps(from: i64, to: i64, step: i64) -> Result<Vec<i64>, Unknown> {
    let size = step.unsigned_abs().max(1);
    let count = from.abs_diff(to) / size;
    let count = i64::try_from(count).map_err(|_| Unknown)?;
    if count >= i64::try_from(MAX_WORDS).map_err(|_| Unknown)? {
        return Err(Unknown);
    }
    let step = i64::try_from(size).map_err(|_| Unknown)? * if from > to { -1 } else { 1 };
    Ok((0..=count).map(|index| from + index * step).collect())
}
