//! Words, part by part: text with its quotes taken away, and expansions as they are written.

use brush_parser::word::{self, WordPiece, WordPieceWithSource};

use super::{
    Difference, ansi, braces, guard,
    outline::{Context, OurWord, Tabs, TheirWord, describe_word},
    region::Region,
    theirs::options,
};
use crate::{
    read::script::{Fields, PieceKind, Word},
    span::Span,
};

/// A part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String, Mark),
    /// A variable, substitution or arithmetic as it is written, with a name for what was cut out of it.
    Expansion(String, Mark),
    /// Text whose value only the run will know, as it is written.
    Opaque(String),
}

/// How characters stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// Ours: they stand for themselves. Theirs: they are quoted.
    Plain,
    /// Ours: a glob or a tilde, or an expansion that is split. Theirs: not quoted.
    Active,
}

/// Compares a word of both readers.
pub(super) fn compare(
    region: &Region<'_>,
    ours: &OurWord<'_>,
    theirs: &TheirWord,
) -> Result<(), Difference> {
    let same = match theirs {
        TheirWord::Operator(text) => {
            let written = region.written(ours.span);
            let certain = |word: &&Word| word.values.is_empty() || word.certain() == Some(&written);
            same(
                ours.words.iter().all(certain) && (ours.operator == Some(text) || written == *text),
            )
        }
        TheirWord::Loose(text) => {
            let written = region.written(ours.span);
            hidden(text).and_then(|()| same(without_blanks(&written) == without_blanks(text)))
        }
        TheirWord::Body {
            delimiter,
            lines,
            expands,
        } => body(region, ours, delimiter, lines, *expands),
        TheirWord::Plain(text) => plain(region, ours, text),
    };
    same.map_err(|problem| {
        let message = match problem {
            Problem::Other => format!("the second reader sees {} here", describe_word(theirs)),
            Problem::Said(why) => format!("the second reader can't read this: {why}"),
            Problem::Hidden => "the second reader sees a substitution in it".to_owned(),
            Problem::Many => "the second reader sees what may become several words".to_owned(),
        };
        Difference::new(ours.span, message)
    })
}

/// Why two words are not the same.
enum Problem {
    Other,
    Hidden,
    Many,
    Said(&'static str),
}

fn same(same: bool) -> Result<(), Problem> {
    if same { Ok(()) } else { Err(Problem::Other) }
}

fn plain(region: &Region<'_>, ours: &OurWord<'_>, theirs: &str) -> Result<(), Problem> {
    let is_brace = |word: &&Word| {
        let pieces = region.script.pieces(word);
        pieces.iter().any(|piece| piece.kind == PieceKind::Brace)
    };
    match ours.words.as_slice() {
        [word] if !is_brace(word) => one(region, word, ours.context, theirs),
        words => {
            same(joined(&region.written(ours.span)) == joined(theirs))?;
            several(words, theirs)
        }
    }
}

/// A word that braces make several of, or that can only be compared as it is written.
fn several(words: &[&Word], theirs: &str) -> Result<(), Problem> {
    let expanded = braces::expand(theirs).map_err(Problem::Said)?;
    let Some(expanded) = expanded else {
        parts(theirs)?;
        return same(words.is_empty());
    };
    for theirs in &expanded {
        parts(theirs)?;
    }
    // One word whose values are not certain may stand for all of them.
    if matches!(words, [word] if word.values.is_empty()) {
        return Ok(());
    }
    same(words.len() == expanded.len())?;
    for (word, theirs) in words.iter().zip(&expanded) {
        let text: Option<String> = parts(theirs)?
            .into_iter()
            .map(|part| match part {
                Part::Text(text, _) => Some(text),
                Part::Expansion(..) | Part::Opaque(_) => None,
            })
            .collect();
        same(text.is_none() || word.certain().is_none() || word.certain() == text.as_deref())?;
    }
    Ok(())
}

fn one(region: &Region<'_>, word: &Word, context: Context, theirs: &str) -> Result<(), Problem> {
    let (ours, value) = our_parts(region, word);
    let theirs_parts = parts(theirs)?;
    let assigns = assigns(theirs);
    match_parts(&ours, &theirs_parts, context == Context::Split && !assigns)?;
    let tilde = theirs.starts_with('~') && matches!(ours.first(), Some(Part::Text(_, Mark::Plain)));
    same(!tilde)?;
    if let ([certain], Some(value)) = (word.values.as_slice(), &value) {
        same(certain == value)?;
    }
    if context == Context::Whole {
        return Ok(());
    }
    let active = |part: &Part| matches!(part, Part::Text(text, Mark::Active) if text.contains('{'));
    if theirs_parts.iter().any(active) && braces::expand(theirs).map_err(Problem::Said)?.is_some() {
        return Err(Problem::Many);
    }
    let uncertain = word.fields == Fields::One && word.values.is_empty() && !assigns;
    if uncertain && theirs_parts.iter().any(becomes_many) {
        return Err(Problem::Many);
    }
    Ok(())
}

/// Whether a word looks like an assignment, which some builtins take for one.
fn assigns(word: &str) -> bool {
    let name = word.trim_start_matches(|character: char| {
        character.is_ascii_alphanumeric() || character == '_'
    });
    name.len() < word.len() && (name.starts_with('=') || name.starts_with("+="))
}

/// Whether an expansion may become more or fewer words than one. Numbers, such as `$?`, may not.
fn becomes_many(part: &Part) -> bool {
    match part {
        Part::Expansion(written, Mark::Active) => {
            let name = written.trim_start_matches('$').trim_start_matches('{');
            let is_number = written.starts_with("${#") || written.starts_with("$((");
            let is_name =
                |character: char| character.is_alphanumeric() || "_@*!".contains(character);
            !is_number && !name.starts_with(&Region::process_name()) && name.starts_with(is_name)
        }
        Part::Expansion(written, Mark::Plain) => written == "$@" || written.starts_with("${@"),
        Part::Text(..) | Part::Opaque(_) => false,
    }
}

/// Returns the parts of a word of ours, and its value where every part has one.
fn our_parts(region: &Region<'_>, word: &Word) -> (Vec<Part>, Option<String>) {
    let mut value = Some(String::new());
    let mut before: Option<Span> = None;
    let parts = region.script.pieces(word).iter().filter_map(|piece| {
        match (&mut value, &piece.literal) {
            (Some(value), Some(literal)) => value.push_str(literal),
            (value, _) => *value = None,
        }
        let mark = if piece.quoted {
            Mark::Plain
        } else {
            Mark::Active
        };
        // A variable that holds what a pattern finds has the pattern's pieces, all where the variable stands.
        let is_again = before.replace(piece.span) == Some(piece.span);
        let text = region.script.text(piece.span).strip_prefix('$');
        let is_variable = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'{');
        if text.is_some_and(|name| name.as_bytes().first().is_some_and(is_variable))
            && matches!(
                piece.kind,
                PieceKind::Glob | PieceKind::Literal | PieceKind::Tilde
            )
            && !piece.quoted
        {
            let part = Part::Expansion(joined(&region.written(piece.span)), Mark::Plain);
            return (!is_again).then_some(part);
        }
        let part = match piece.kind {
            PieceKind::Literal => match &piece.literal {
                Some(text) => Part::Text(text.clone(), Mark::Plain),
                None => Part::Opaque(region.script.text(piece.span).to_owned()),
            },
            PieceKind::Variable
            | PieceKind::CommandSubstitution
            | PieceKind::ProcessSubstitution
            | PieceKind::Arithmetic => Part::Expansion(joined(&region.written(piece.span)), mark),
            PieceKind::Glob | PieceKind::Tilde | PieceKind::Brace => {
                Part::Text(joined(region.script.text(piece.span)), Mark::Active)
            }
            PieceKind::Placeholder => {
                let text = region.script.text(piece.span);
                if text.contains(['\'', '"', '\\', '$', '`']) {
                    Part::Opaque(text.to_owned())
                } else {
                    Part::Text(joined(text), Mark::Plain)
                }
            }
        };
        Some(part)
    });
    let parts = parts.collect();
    (parts, value)
}

/// Returns the parts of a word of the other parser.
fn parts(word: &str) -> Result<Vec<Part>, Problem> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:,@%+=".contains(&byte);
    if word.bytes().all(is_plain) {
        return Ok(vec![Part::Text(word.to_owned(), Mark::Active)]);
    }
    guard::check_word(word).map_err(Problem::Said)?;
    let pieces = word::parse(word, &options()).map_err(|_| Problem::Other)?;
    let mut parts = Vec::with_capacity(pieces.len());
    for piece in &pieces {
        push_piece(word, piece, Mark::Active, &mut parts)?;
    }
    Ok(parts)
}

fn push_piece(
    word: &str,
    piece: &WordPieceWithSource,
    mark: Mark,
    parts: &mut Vec<Part>,
) -> Result<(), Problem> {
    let written = || word.get(piece.start_index..piece.end_index).unwrap_or("");
    match &piece.piece {
        WordPiece::Text(text) => parts.push(Part::Text(text.clone(), mark)),
        WordPiece::SingleQuotedText(text) => parts.push(Part::Text(text.clone(), Mark::Plain)),
        WordPiece::AnsiCQuotedText(text) => parts.push(match ansi::decode(text) {
            Some(text) => Part::Text(text, Mark::Plain),
            None => Part::Opaque(text.clone()),
        }),
        WordPiece::EscapeSequence(text) => {
            let text = text.strip_prefix('\\').unwrap_or(text);
            parts.push(Part::Text(text.to_owned(), Mark::Plain));
        }
        WordPiece::DoubleQuotedSequence(inner) => {
            for piece in inner {
                push_piece(word, piece, Mark::Plain, parts)?;
            }
        }
        WordPiece::GettextDoubleQuotedSequence(inner) => {
            for piece in inner {
                match &piece.piece {
                    WordPiece::Text(_) | WordPiece::EscapeSequence(_) => {
                        let text = word.get(piece.start_index..piece.end_index).unwrap_or("");
                        parts.push(Part::Opaque(text.to_owned()));
                    }
                    _ => push_piece(word, piece, Mark::Plain, parts)?,
                }
            }
        }
        WordPiece::ParameterExpansion(_) | WordPiece::ArithmeticExpression(_) => {
            let written = written();
            check_expansion(written, mark)?;
            parts.push(Part::Expansion(joined(written), mark));
        }
        // All that the script has were cut out.
        WordPiece::CommandSubstitution(_) | WordPiece::BackquotedCommandSubstitution(_) => {
            return Err(Problem::Hidden);
        }
        // Switched off.
        WordPiece::TildeExpansion(_) => return Err(Problem::Other),
    }
    Ok(())
}

/// Checks that nothing runs in an expansion but what was cut out, and that a process substitution stands for itself.
fn check_expansion(written: &str, mark: Mark) -> Result<(), Problem> {
    let process = Region::process_name();
    if written.contains(&process) {
        let name = written.trim_start_matches('$').trim_start_matches('{');
        let alone = name.starts_with(&process) && mark == Mark::Active;
        return if alone { Ok(()) } else { Err(Problem::Hidden) };
    }
    hidden(written)
}

/// Finds a substitution in an expansion. Quotes are not looked at: rather a difference too many.
fn hidden(written: &str) -> Result<(), Problem> {
    if written.contains('`') || written.contains(&Region::process_name()) {
        return Err(Problem::Hidden);
    }
    let is_arithmetic = written.starts_with("$((") || written.starts_with("$[");
    if written.starts_with('$')
        && !is_arithmetic
        && (written.contains("<(") || written.contains(">("))
    {
        return Err(Problem::Hidden);
    }
    let mut rest = written;
    while let Some((_, after)) = rest.split_once("$(") {
        if !closes_twice(after) {
            return Err(Problem::Hidden);
        }
        rest = after;
    }
    Ok(())
}

/// Whether what follows `$(` makes it arithmetic: another bracket, which is closed right before the first one is.
fn closes_twice(after: &str) -> bool {
    let mut depth = 0_usize;
    let mut bytes = after.bytes();
    if bytes.next() != Some(b'(') {
        return false;
    }
    while let Some(byte) = bytes.next() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return bytes.next() == Some(b')'),
            b')' => depth -= 1,
            _ => {}
        }
    }
    false
}

/// Compares parts, whose texts may be cut at other places. In a word that is split, what is not quoted must not be said
/// to stand for itself where it would be a glob.
fn match_parts(ours: &[Part], theirs: &[Part], splits: bool) -> Result<(), Problem> {
    let (mut left, mut right) = (Parts::new(ours), Parts::new(theirs));
    let mut bracket = false;
    loop {
        match (left.next(), right.next()) {
            (None, None) => return Ok(()),
            (Some(Run::Text(ours, our_mark)), Some(Run::Text(theirs, their_mark))) => {
                let len = ours.len().min(theirs.len());
                same(ours.as_bytes().get(..len) == theirs.as_bytes().get(..len))?;
                left.take(len);
                right.take(len);
                let run = theirs.as_bytes().get(..len).unwrap_or(&[]);
                match (our_mark, their_mark) {
                    (Mark::Active, Mark::Plain) => return Err(Problem::Other),
                    (Mark::Plain, Mark::Active) if splits => {
                        for byte in run {
                            let is_end = bracket && *byte == b']';
                            same(!is_end && !matches!(byte, b'*' | b'?'))?;
                            bracket |= *byte == b'[';
                        }
                    }
                    (Mark::Active | Mark::Plain, Mark::Active | Mark::Plain) => {}
                }
            }
            (Some(Run::Expansion(ours)), Some(Run::Expansion(theirs))) => {
                same(ours == theirs)?;
                left.skip();
                right.skip();
            }
            (Some(Run::Opaque), Some(Run::Opaque)) => {
                same(joined(&left.opaque()) == joined(&right.opaque()))?;
            }
            (None | Some(_), None | Some(_)) => return Err(Problem::Other),
        }
    }
}

/// What comes next in a list of parts.
enum Run<'p> {
    Text(&'p str, Mark),
    Expansion(&'p Part),
    Opaque,
}

/// A place in a list of parts.
struct Parts<'p> {
    parts: &'p [Part],
    /// How much of the first text is taken.
    taken: usize,
}

impl<'p> Parts<'p> {
    const fn new(parts: &'p [Part]) -> Self {
        Self { parts, taken: 0 }
    }

    fn next(&mut self) -> Option<Run<'p>> {
        loop {
            match self.parts.first()? {
                Part::Text(text, mark) => match text.get(self.taken..) {
                    Some(rest) if !rest.is_empty() => return Some(Run::Text(rest, *mark)),
                    Some(_) | None => self.skip(),
                },
                part @ Part::Expansion(..) => return Some(Run::Expansion(part)),
                Part::Opaque(text) if text.is_empty() => self.skip(),
                Part::Opaque(_) => return Some(Run::Opaque),
            }
        }
    }

    fn take(&mut self, len: usize) {
        self.taken += len;
    }

    fn skip(&mut self) {
        self.parts = self.parts.get(1..).unwrap_or(&[]);
        self.taken = 0;
    }

    /// Takes all opaque parts that follow each other.
    fn opaque(&mut self) -> String {
        let mut all = String::new();
        while let Some(Part::Opaque(text)) = self.parts.first() {
            all.push_str(text);
            self.skip();
        }
        all
    }
}

/// Compares what a here-document gives.
fn body(
    region: &Region<'_>,
    ours: &OurWord<'_>,
    delimiter: &str,
    lines: &str,
    expands: bool,
) -> Result<(), Problem> {
    let (Some(tabs), [word]) = (ours.body, ours.words.as_slice()) else {
        return Err(Problem::Other);
    };
    let source = region.script.text(word.span);
    let name = if source.is_empty() {
        String::new()
    } else {
        Region::body_name(word.span)
    };
    same(lines.strip_suffix('\n').unwrap_or(lines) == name)?;
    let stripped = |text: &str| match tabs {
        Tabs::Kept => text.to_owned(),
        Tabs::Removed => text
            .split_inclusive('\n')
            .map(|line| line.trim_start_matches('\t'))
            .collect(),
    };
    let read = stripped(source);
    // It is plain, or nothing is certain about where it ends.
    if delimiter.contains(['$', '`', '(', '\n']) || delimiter.is_empty() {
        return Err(Problem::Said("the delimiter of its here-document is odd"));
    }
    let delimiter = brush_parser::unquote_str(delimiter);
    same(!read.split('\n').any(|line| line == delimiter))?;
    let (ours, value) = our_parts(region, word);
    if !expands {
        let ends = |text: &str| text.strip_suffix('\n').unwrap_or(text).to_owned();
        let is_text = ours
            .iter()
            .all(|part| matches!(part, Part::Text(_, Mark::Plain)));
        let value = word.certain().map(str::to_owned).or(value);
        return same(is_text && value.as_deref().map(ends) == Some(ends(&read)));
    }
    let written = stripped(&region.written(word.span));
    guard::check_word(&written).map_err(Problem::Said)?;
    let pieces = word::parse_heredoc(&written, &options()).map_err(|_| Problem::Other)?;
    let mut theirs = Vec::with_capacity(pieces.len());
    for piece in &pieces {
        push_piece(&written, piece, Mark::Plain, &mut theirs)?;
    }
    for part in &mut theirs {
        if let Part::Text(text, _) = part {
            *text = text.replace("\\\n", "");
        }
    }
    match_parts(&ours, &theirs, false)
}

/// Takes line continuations away, and makes one blank of several: the other parser keeps neither in an expansion.
fn joined(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(character) = chars.next() {
        match character {
            '\\' if chars.peek() == Some(&'\n') => {
                chars.next();
            }
            '\\' => {
                joined.push(character);
                joined.extend(chars.next());
            }
            ' ' | '\t' => {
                if !joined.ends_with(' ') {
                    joined.push(' ');
                }
            }
            character => joined.push(character),
        }
    }
    joined
}

fn without_blanks(text: &str) -> String {
    joined(text)
        .chars()
        .filter(|character| !character.is_ascii_whitespace())
        .collect()
}

/// Takes a word apart as it is done to compare it; for tests of what that does to the parser.
#[cfg(test)]
pub(super) fn is_read(word: &str) -> bool {
    parts(word).is_ok()
}
