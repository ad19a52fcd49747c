//! Words as they are drawn: certain ones by their value, quoted where a shell would need it; others as written, with
//! what makes them uncertain (R2.2).

use super::sheet::Notes;
use crate::{
    read::{Fields, Piece, PieceKind, Script, Word},
    span::Span,
    untrusted::is_unshowable,
};

/// Longest word on a line, in characters; a longer one is cut and its length is said.
const MAX_WORD_CHARS: usize = 60;
/// What is left of a longer one.
const CUT_WORD_CHARS: usize = 40;
/// Most values and parts that are listed.
pub(super) const MAX_LISTED: usize = 6;

/// How a part of a word begins and ends, so that one that is cut still ends. The longer come first.
const BRACKETS: [(&str, &str); 6] = [
    ("\"$(", ")\""),
    ("\"", "\""),
    ("$(", ")"),
    ("<(", ")"),
    (">(", ")"),
    ("`", "`"),
];

/// What is drawn for one line: its text is put together from words, which add remarks and bodies.
#[derive(Debug)]
pub(super) struct Writing<'a> {
    script: &'a Script,
    /// Remarks beside the line.
    pub(super) notes: Notes,
    /// Texts of several lines, drawn below it.
    pub(super) bodies: Vec<&'a str>,
}

impl<'a> Writing<'a> {
    /// Begins a line.
    pub(super) fn new(script: &'a Script) -> Self {
        Self {
            script,
            notes: Notes::default(),
            bodies: Vec::new(),
        }
    }

    /// Returns a word as it is drawn, and remarks on what can't be seen of it.
    pub(super) fn word(&mut self, word: &'a Word) -> String {
        let Some(value) = word.certain() else {
            return self.uncertain(word);
        };
        let (shown, cut) = shortened(value);
        if let Some(extent) = cut {
            self.notes.of(&shown, extent);
        }
        if value.trim_end().contains('\n') {
            self.bodies.push(value);
        }
        let origin = written(self.script, word.span);
        // A substitution is drawn below its command, so that there is no need to repeat it.
        if self.script.pieces(word).iter().any(is_replaced) && origin != shown {
            self.notes.of(&shown, format!("written as {origin}"));
        }
        shown
    }

    /// Returns the first few words as a list, and how many there are.
    pub(super) fn list(&mut self, words: &'a [Word], last: &str) -> String {
        let shown: Vec<String> = words
            .iter()
            .take(MAX_LISTED)
            .map(|word| {
                let shown = self.word(word);
                // A comma of its own would look like ours.
                if word.certain() == Some(shown.as_str()) && shown.contains(',') {
                    format!("'{shown}'")
                } else {
                    shown
                }
            })
            .collect();
        listed(&shown, words.len(), last)
    }

    fn uncertain(&mut self, word: &Word) -> String {
        let shown = written(self.script, word.span);
        if word.values.is_empty() {
            self.reasons(word, &shown);
            return shown;
        }
        let values: Vec<String> = word
            .values
            .iter()
            .take(MAX_LISTED)
            .map(|value| shortened(value).0)
            .collect();
        let many = match word.fields {
            Fields::Many => "; may become none or several words",
            Fields::One => "",
        };
        let values = listed(&values, word.values.len(), "or");
        self.notes.of(&shown, format!("{values}{many}"));
        shown
    }

    /// Remarks what makes a word uncertain.
    fn reasons(&mut self, word: &Word, shown: &str) {
        let mut is_explained = false;
        for piece in self.script.pieces(word) {
            let Some(reason) = reason(piece, word.fields) else {
                continue;
            };
            is_explained = true;
            // File names are matched, and braces spelled out, by the word as a whole.
            let subject = match piece.kind {
                PieceKind::Glob | PieceKind::Brace => word.span,
                PieceKind::Literal
                | PieceKind::Variable
                | PieceKind::CommandSubstitution
                | PieceKind::ProcessSubstitution
                | PieceKind::Tilde
                | PieceKind::Arithmetic
                | PieceKind::Placeholder => piece.span,
            };
            self.notes.of(&written(self.script, subject), reason);
        }
        if !is_explained {
            self.notes.of(shown, "known only when it runs");
        }
    }
}

/// Joins what is shown of a list: `a, b or c`; `a, b, … (12)`.
pub(super) fn listed(shown: &[String], count: usize, last: &str) -> String {
    match shown {
        [rest @ .., end] if shown.len() == count && !rest.is_empty() => {
            format!("{} {last} {end}", rest.join(", "))
        }
        _ if shown.len() == count => shown.join(", "),
        _ => format!("{}, … ({count} in all)", shown.join(", ")),
    }
}

/// Whether a part of a certain word is replaced by something that isn't written there, without being drawn below.
fn is_replaced(piece: &Piece) -> bool {
    match piece.kind {
        PieceKind::Variable | PieceKind::Tilde | PieceKind::Arithmetic | PieceKind::Brace => true,
        PieceKind::Literal
        | PieceKind::CommandSubstitution
        | PieceKind::ProcessSubstitution
        | PieceKind::Glob
        | PieceKind::Placeholder => false,
    }
}

/// Says what makes a word with this part uncertain. None: the part is certain.
fn reason(piece: &Piece, fields: Fields) -> Option<&'static str> {
    if piece.literal.is_some() {
        return None;
    }
    let splits = !piece.quoted && fields == Fields::Many;
    match piece.kind {
        PieceKind::Literal => None,
        PieceKind::Variable if splits => Some("known only when it runs; none or several words"),
        PieceKind::Variable => Some("known only when it runs"),
        PieceKind::CommandSubstitution if splits => Some("what it prints, split into words"),
        PieceKind::CommandSubstitution => Some("what it prints"),
        PieceKind::ProcessSubstitution => Some("a file name, known only when it runs"),
        PieceKind::Glob => Some("the files that match, known only when it runs"),
        PieceKind::Tilde => Some("a home directory, known only when it runs"),
        PieceKind::Arithmetic => Some("a number, known only when it runs"),
        PieceKind::Brace => Some("several words, not spelled out"),
        PieceKind::Placeholder => Some("what was found or read, one after the other"),
    }
}

/// Returns a part of the script as it is written: visible, on one line, and cut where it is long.
pub(super) fn written(script: &Script, span: Span) -> String {
    let text = script.text(span);
    let first = text.lines().next().unwrap_or("");
    if first.len() < text.len() || first.chars().count() > MAX_WORD_CHARS {
        let end = BRACKETS
            .iter()
            .find(|(open, close)| text.starts_with(open) && text.ends_with(close))
            .map_or("", |(_, close)| close);
        let cut: String = first.chars().take(CUT_WORD_CHARS).collect();
        return format!("{}…{end}", visible(&cut));
    }
    visible(first)
}

/// Returns a value quoted, cut where it is long or has several lines, and then how long it is.
pub(super) fn shortened(value: &str) -> (String, Option<String>) {
    let first = value.lines().next().unwrap_or("");
    let count = value.chars().count();
    if count <= MAX_WORD_CHARS && !value.contains('\n') {
        return (quoted(value), None);
    }
    let cut: String = first.chars().take(CUT_WORD_CHARS).collect();
    (quoted(&format!("{cut}…")), Some(extent(value)))
}

/// Says how long a text is.
pub(super) fn extent(text: &str) -> String {
    match text.lines().count() {
        0 | 1 => format!("{} characters", text.chars().count()),
        lines => format!("{lines} lines, {} characters", text.chars().count()),
    }
}

/// Quotes a value as a shell would read it back, if it needs quotes.
pub(super) fn quoted(value: &str) -> String {
    if value.chars().any(is_invisible) {
        return format!("$'{}'", value.chars().map(escaped).collect::<String>());
    }
    if is_bare(value) {
        return value.to_owned();
    }
    if value.contains('\'') && !value.contains(['"', '$', '`', '\\', '!']) {
        return format!("\"{value}\"");
    }
    format!("'{}'", value.replace('\'', r"'\''"))
}

/// Whether a shell takes a value for itself without quotes, and nobody would take it for a heading.
fn is_bare(value: &str) -> bool {
    let is_plain = |one: char| one.is_alphanumeric() || "_-./:=@%+,".contains(one);
    matches!(value, "{}" | "[" | "]" | "[[" | "]]" | "!" | ":")
        || (!value.is_empty() && !value.ends_with(':') && value.chars().all(is_plain))
}

/// Whether a character can't be seen, or looks like a space and is none.
fn is_invisible(one: char) -> bool {
    is_unshowable(one) || (one.is_whitespace() && one != ' ')
}

/// Returns a character as it is written between `$'` and `'`.
fn escaped(one: char) -> String {
    match one {
        '\n' => r"\n".to_owned(),
        '\t' => r"\t".to_owned(),
        '\r' => r"\r".to_owned(),
        '\\' => r"\\".to_owned(),
        '\'' => r"\'".to_owned(),
        _ if !is_invisible(one) => one.to_string(),
        _ if one.is_ascii() => format!("\\x{:02x}", u32::from(one)),
        _ if u32::from(one) < 0x1_0000 => format!("\\u{:04x}", u32::from(one)),
        _ => format!("\\U{:08x}", u32::from(one)),
    }
}

/// Replaces what can't be seen by signs for it. Unlike escapes, they can't be mistaken for what is written.
pub(super) fn visible(text: &str) -> String {
    let sign = |one: char| match one {
        '\n' => "↵".to_owned(),
        '\u{7f}' => "␡".to_owned(),
        _ if !is_invisible(one) => one.to_string(),
        _ => char::from_u32(0x2400 + u32::from(one))
            .filter(|_| u32::from(one) < 0x20)
            .map_or_else(|| format!("⟨U+{:04X}⟩", u32::from(one)), String::from),
    };
    text.chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_quoted_only_where_a_shell_would_need_it() {
        for (value, shown) in [
            ("src/main.rs", "src/main.rs"),
            ("--flag=1,2", "--flag=1,2"),
            ("", "''"),
            ("a b", "'a b'"),
            ("*.rs", "'*.rs'"),
            ("~", "'~'"),
            ("it's", "\"it's\""),
            ("it's $5", r"'it'\''s $5'"),
            ("then:", "'then:'"),
            (":", ":"),
            ("{}", "{}"),
        ] {
            assert_eq!(quoted(value), shown);
        }
    }

    #[test]
    fn what_cannot_be_seen_is_made_visible() {
        assert_eq!(quoted("a\u{1b}[31mb\\"), r"$'a\x1b[31mb\\'");
        assert_eq!(quoted("a\u{a0}b\u{202e}"), r"$'a\u00a0b\u202e'");
        assert_eq!(
            quoted("\u{e0001}"),
            "\u{e0001}".replace('\u{e0001}', "'\u{e0001}'")
        );
        assert_eq!(visible("a\tb\u{1b}c\u{202e}\n"), "a␉b␛c⟨U+202E⟩↵");
    }

    #[test]
    fn what_is_long_is_cut_and_says_how_long_it_is() {
        assert_eq!(shortened(&"a".repeat(60)), ("a".repeat(60), None));
        let (shown, extent) = shortened(&"a".repeat(12_000));
        assert_eq!(shown, format!("'{}…'", "a".repeat(40)));
        assert_eq!(extent.as_deref(), Some("12000 characters"));
        let (shown, extent) = shortened("one\ntwo\n");
        assert_eq!(
            (shown.as_str(), extent.as_deref()),
            ("'one…'", Some("2 lines, 8 characters"))
        );
    }

    #[test]
    fn a_list_says_how_many_it_leaves_out() {
        let shown = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
        assert_eq!(listed(&shown, 3, "or"), "a, b or c");
        assert_eq!(listed(&shown[..1], 1, "or"), "a");
        assert_eq!(listed(&shown, 12, "or"), "a, b, c, … (12 in all)");
        assert_eq!(listed(&[], 0, "or"), "");
    }
}
