//! Here-documents: where they end, and the text that is read from them (R2.2).
//!
//! The parser's tree knows neither joined lines nor backquotes in them. Finding the ones that begin on a line is not done
//! here, and neither is what an unquoted one expands.

use std::ops::Range;

/// The word after `<<`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::read) struct Delimiter {
    /// The line that ends it.
    pub(in crate::read) text: String,
    /// How the lines in it are read.
    pub(in crate::read) lines: Lines,
}

/// How the lines of a here-document are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) enum Lines {
    /// As they are: the delimiter was quoted.
    Verbatim,
    /// As in double quotes: a backslash joins lines, and `$` and backquotes expand.
    Expanded,
}

/// What happens to tabs at the beginning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) enum Tabs {
    /// They stay: `<<`.
    Kept,
    /// They are dropped: `<<-`.
    Stripped,
}

/// Where a here-document stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::read) struct Body {
    /// Its lines, without the one that ends it.
    pub(in crate::read) content: Range<usize>,
    /// Where the text goes on.
    pub(in crate::read) end: usize,
}

/// Reads the word after `<<`, given as it is written.
///
/// None: it is not one of plain letters that are quoted wholly or not at all.
pub(in crate::read) fn delimiter(raw: &str) -> Option<Delimiter> {
    let inside = |quote: char| raw.strip_prefix(quote)?.strip_suffix(quote);
    let quoted = inside('\'')
        .or_else(|| inside('"'))
        .or_else(|| raw.strip_prefix('\\'));
    let text = quoted.unwrap_or(raw);
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-!+:".contains(&byte);
    (!text.is_empty() && text.bytes().all(is_plain)).then(|| Delimiter {
        text: text.to_owned(),
        lines: if quoted.is_some() {
            Lines::Verbatim
        } else {
            Lines::Expanded
        },
    })
}

/// Finds the end of a here-document whose first line begins at `from`.
///
/// None: no line of its own up to `limit` ends it, or a line could be taken for the end. In `$(…)` bash also ends it at
/// a line that only begins with the delimiter and holds the closing parenthesis.
pub(in crate::read) fn body(
    source: &str,
    from: usize,
    limit: usize,
    delimiter: &Delimiter,
    tabs: Tabs,
) -> Option<Body> {
    let mut at = from;
    while at < limit {
        let line = logical_line(source.get(at..limit)?, delimiter.lines, tabs);
        let after = at + line.len;
        match line.text.strip_prefix(delimiter.text.as_str()) {
            Some("\n") => {
                return Some(Body {
                    content: from..at,
                    end: after,
                });
            }
            // Without a newline only at the end of everything, and not one that was joined away.
            Some("") => {
                let is_last = limit == source.len() && !source.ends_with('\n');
                return is_last.then_some(Body {
                    content: from..at,
                    end: after,
                });
            }
            Some(rest) if rest.contains(')') => return None,
            Some(_) | None => at = after,
        }
    }
    None
}

/// Returns the text that is read from a here-document; None: something in it expands.
pub(in crate::read) fn value(
    source: &str,
    body: &Body,
    lines: Lines,
    tabs: Tabs,
) -> Option<String> {
    let mut rest = source.get(body.content.clone())?;
    if rest.bytes().any(|byte| matches!(byte, 0x01 | 0x7f)) {
        return None;
    }
    let mut read = String::with_capacity(rest.len());
    while !rest.is_empty() {
        let line = logical_line(rest, lines, tabs);
        match lines {
            Lines::Verbatim => read.push_str(&line.text),
            Lines::Expanded => unescape(&line.text, &mut read)?,
        }
        rest = rest.get(line.len..)?;
    }
    Some(read)
}

/// Returns the certain value of a command substitution that only prints a here-document: `$(cat <<'EOF'` and so on,
/// given as it is written. None for any other.
///
/// What the name `cat` is bound to is for the caller to know.
pub(in crate::read) fn cat_substitution(text: &str) -> Option<String> {
    const BLANKS: [char; 2] = [' ', '\t'];
    const WHITE_SPACE: [char; 3] = [' ', '\t', '\n'];
    let rest = text.strip_prefix("$(")?.trim_start_matches(WHITE_SPACE);
    let rest = rest.strip_prefix("cat")?.trim_start_matches(BLANKS);
    let rest = rest.strip_prefix("<<")?;
    let (tabs, rest) = match rest.strip_prefix('-') {
        Some(rest) => (Tabs::Stripped, rest),
        None => (Tabs::Kept, rest),
    };
    let (word, _) = rest.split_once('\n')?;
    let delimiter = delimiter(word.trim_matches(BLANKS))?;
    let from = text.len() - rest.len() + word.len() + 1;
    let limit = text.strip_suffix(')')?.len();
    let body = body(text, from, limit, &delimiter, tabs)?;
    let after = text.get(body.end..limit)?;
    if !after
        .chars()
        .all(|character| WHITE_SPACE.contains(&character))
    {
        return None;
    }
    let value = value(text, &body, delimiter.lines, tabs)?;
    Some(value.trim_end_matches('\n').to_owned())
}

/// A line as the shell sees it.
struct Line {
    /// Its text with its newline, joined lines already put together, tabs dropped.
    text: String,
    /// How many bytes were read for it.
    len: usize,
}

/// Reads the first line.
fn logical_line(rest: &str, lines: Lines, tabs: Tabs) -> Line {
    let mut text = String::new();
    let mut len = 0;
    for part in rest.split_inclusive('\n') {
        len += part.len();
        let backslashes = part
            .strip_suffix('\n')
            .map_or(0, |line| line.len() - line.trim_end_matches('\\').len());
        if lines == Lines::Expanded && backslashes % 2 == 1 {
            text.push_str(part.strip_suffix("\\\n").unwrap_or(part));
        } else {
            text.push_str(part);
            break;
        }
    }
    if tabs == Tabs::Stripped {
        text = text.trim_start_matches('\t').to_owned();
    }
    Line { text, len }
}

/// Drops the backslashes of a line as in double quotes, only that `"` means nothing here. None: something in it expands.
fn unescape(line: &str, read: &mut String) -> Option<()> {
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied();
        match (character, next) {
            ('`', _) => return None,
            ('$', next)
                if !matches!(next, None | Some(' ' | '\t' | '\n' | '.' | ',' | '/' | '%')) =>
            {
                return None;
            }
            ('\\', Some(escaped @ ('$' | '`' | '\\'))) => {
                read.push(escaped);
                characters.next();
            }
            _ => read.push(character),
        }
    }
    Some(())
}
