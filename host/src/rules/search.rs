//! Words of a text that could not be read (R4.3, R2.4). A crude split, never used to allow: every view of the text
//! gives runs of words between operators, and a rule that restricts is tried at each word.

use std::collections::HashMap;

use crate::span::Span;

/// What becomes of quotes and backslashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    /// They are characters: `'a b'` is two words with a quote each.
    Kept,
    /// They vanish: `r''m` and `r\m` are `rm`.
    Removed,
    /// They, and everything else that is in no usual argument, are white space: `-c"rm -rf x"` holds `rm`.
    Spaces,
}

const VIEWS: [View; 3] = [View::Kept, View::Removed, View::Spaces];

/// One word of a text, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextWord {
    /// The word.
    pub(super) text: String,
    /// Where.
    pub(super) span: Span,
}

/// Returns the runs of words of a text, in every view. `span` is where the text stands.
pub(super) fn runs(text: &str, span: Span) -> Vec<Vec<TextWord>> {
    // The usual way to write white space without any. Of equal length, so that spans stay true.
    let text = text.replace("${IFS}", "      ").replace("$IFS", "    ");
    let mut found: Vec<Vec<TextWord>> = Vec::new();
    // Two views of a run that are alike begin at one place.
    let mut beginnings: HashMap<u32, Vec<usize>> = HashMap::new();
    for view in VIEWS {
        for run in Splitter::new(view, span).split(&text) {
            let Some(first) = run.first() else { continue };
            let others = beginnings.entry(first.span.start).or_default();
            if others.iter().all(|other| found.get(*other) != Some(&run)) {
                others.push(found.len());
                found.push(run);
            }
        }
    }
    found
}

/// Splits a text in one view.
struct Splitter {
    view: View,
    span: Span,
    runs: Vec<Vec<TextWord>>,
    run: Vec<TextWord>,
    word: String,
    start: u32,
}

impl Splitter {
    const fn new(view: View, span: Span) -> Self {
        Self {
            view,
            span,
            runs: Vec::new(),
            run: Vec::new(),
            word: String::new(),
            start: 0,
        }
    }

    fn split(mut self, text: &str) -> Vec<Vec<TextWord>> {
        let mut characters = text.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            let next = characters.peek().map(|(_, next)| *next);
            match (character, next) {
                // A continuation vanishes in every view, as it does for the shell.
                ('\\', Some('\n')) => {
                    characters.next();
                }
                // `$'…'` and `$"…"` are quotes too.
                ('$', Some('\'' | '"')) if self.view != View::Kept => {}
                (';' | '|' | '&' | '(' | ')' | '`' | '\n', _) => self.end_run(at),
                ('\'' | '"' | '\\', _) => match self.view {
                    View::Kept => self.push(at, character),
                    View::Removed => {}
                    View::Spaces => self.end_word(at),
                },
                ('<' | '>', _) => self.end_word(at),
                (other, _) if other.is_whitespace() || other.is_control() => self.end_word(at),
                (other, _) if self.view == View::Spaces && !is_usual(other) => self.end_word(at),
                (other, _) => self.push(at, other),
            }
        }
        self.end_run(u32::try_from(text.len()).unwrap_or(u32::MAX));
        self.runs
    }

    fn push(&mut self, at: u32, character: char) {
        if self.word.is_empty() {
            self.start = at;
        }
        self.word.push(character);
    }

    fn end_word(&mut self, at: u32) {
        if !self.word.is_empty() {
            self.run.push(TextWord {
                text: std::mem::take(&mut self.word),
                span: Span {
                    text: self.span.text,
                    start: self.span.start.saturating_add(self.start),
                    end: self.span.start.saturating_add(at),
                },
            });
        }
    }

    fn end_run(&mut self, at: u32) {
        self.end_word(at);
        self.runs.push(std::mem::take(&mut self.run));
    }
}

/// Whether a character is usual in names of programs, files and options.
fn is_usual(character: char) -> bool {
    character.is_alphanumeric()
        || matches!(
            character,
            '_' | '-' | '.' | '/' | '+' | '%' | '~' | '*' | '@' | ':'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(view: View, text: &str) -> Vec<Vec<String>> {
        Splitter::new(view, Span::source(0, 0))
            .split(text)
            .into_iter()
            .filter(|run| !run.is_empty())
            .map(|run| run.into_iter().map(|word| word.text).collect())
            .collect()
    }

    #[test]
    fn operators_end_runs() {
        assert_eq!(
            words(View::Kept, "if true; then rm -rf x; fi"),
            [
                vec!["if", "true"],
                vec!["then", "rm", "-rf", "x"],
                vec!["fi"]
            ]
        );
    }

    #[test]
    fn quotes_are_characters_nothing_or_spaces() {
        let text = "bash -c 'rm x'";
        assert_eq!(words(View::Kept, text), [["bash", "-c", "'rm", "x'"]]);
        assert_eq!(words(View::Removed, text), [["bash", "-c", "rm", "x"]]);
        assert_eq!(words(View::Removed, "r''m $'x'"), [["rm", "x"]]);
        assert_eq!(
            words(View::Spaces, "sh -c\"rm x\""),
            [["sh", "-c", "rm", "x"]]
        );
        assert_eq!(words(View::Spaces, "{rm,-rf}"), [["rm", "-rf"]]);
    }

    #[test]
    fn continuations_vanish() {
        assert_eq!(words(View::Kept, "git \\\n push"), [["git", "push"]]);
        assert_eq!(words(View::Kept, "r\\\nm"), [["rm"]]);
    }

    #[test]
    fn what_looks_alike_in_every_view_is_searched_once() {
        let found = |text: &str| runs(text, Span::source(0, 0)).len();
        assert_eq!(found("rm x; ls"), 2);
        assert_eq!(found("rm 'x'; ls"), 4);
        assert_eq!(found("rm x; rm x"), 2);
    }

    #[test]
    fn spans_point_into_the_text_that_was_searched() {
        let at = Span {
            text: 1,
            start: 10,
            end: 30,
        };
        let runs = runs("x${IFS}'rm'", at);
        let rm = runs
            .iter()
            .flatten()
            .find(|word| word.text == "rm")
            .unwrap();
        assert_eq!((rm.span.text, rm.span.start), (1, 18));
    }
}
