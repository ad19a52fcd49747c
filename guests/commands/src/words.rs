//! Makes arguments of the host's words: how many each becomes, and how far what it becomes is certain.
//!
//! A word of which not every part is understood promises nothing.

use shellward_sdk::{CommandView, PieceView, WordView};

use crate::{
    argument::{Argument, Dynamic, Reach, Spread, Text},
    span_from,
};

/// Returns the arguments of a command. Operands that only the run will know (xargs) are a last one that may become any.
pub(crate) fn arguments(command: CommandView<'_>) -> Vec<Argument<'_>> {
    let given = command.arguments().map(|word| Argument {
        text: text(word),
        span: span_from(word.span()),
    });
    let unseen = command.is_open_ended().then(|| Argument {
        text: Text::Dynamic(Dynamic {
            prefix: "",
            spread: Spread::Split,
        }),
        span: span_from(command.span()),
    });
    given.chain(unseen).collect()
}

fn text(word: WordView<'_>) -> Text<'_> {
    match word.certain() {
        Some(value) => Text::Certain(value),
        None => Text::Dynamic(Dynamic {
            prefix: word.prefix(),
            spread: spread(word),
        }),
    }
}

fn spread(word: WordView<'_>) -> Spread {
    if !word.may_be_many() {
        return Spread::One;
    }
    let is_glob = |piece: PieceView<'_>| match piece.kind() {
        "literal" | "tilde" => piece.literal().is_some(),
        "glob" => !piece.is_quoted(),
        _ => false,
    };
    if word.pieces().len() > 0 && word.pieces().all(is_glob) {
        Spread::Matches(reach(word))
    } else {
        Spread::Split
    }
}

/// Returns how far the matches of a glob go. `..` before the first glob character is no matter, since it is part of the
/// prefix; `..` after it, or matched by it as by `.*`, leads away.
fn reach(word: WordView<'_>) -> Reach {
    let mut path = Path::default();
    for piece in word.pieces() {
        match (piece.kind(), piece.literal()) {
            ("glob", _) if piece.text().is_empty() => return Reach::Anywhere,
            ("glob", _) => path.glob(piece.text()),
            (_, literal) => path.literal(literal.unwrap_or("")),
        }
    }
    path.end_component();
    if path.leads_up {
        Reach::Anywhere
    } else {
        Reach::Below
    }
}

/// A glob read component by component.
#[derive(Default)]
struct Path {
    /// The component being read, in which `*` stands for anything that is not literal.
    component: String,
    past_glob: bool,
    leads_up: bool,
}

impl Path {
    fn literal(&mut self, text: &str) {
        for character in text.chars() {
            self.push(character);
        }
    }

    /// Reads what the host calls a glob: one glob character, a bracket, or all that follows the first.
    fn glob(&mut self, text: &str) {
        self.past_glob = true;
        for character in text.chars() {
            match character {
                '/' | '.' => self.push(character),
                '\\' | '\'' | '"' => {}
                _ => self.push('*'),
            }
        }
    }

    fn push(&mut self, character: char) {
        if character == '/' {
            self.end_component();
        } else {
            self.component.push(character);
        }
    }

    fn end_component(&mut self) {
        self.leads_up |= self.past_glob && may_be_parent(&self.component);
        self.component.clear();
    }
}

/// Whether a path component is `..` or may match it. A glob character at its beginning never matches a dot there.
fn may_be_parent(component: &str) -> bool {
    component.starts_with('.')
        && component
            .chars()
            .all(|character| matches!(character, '.' | '*'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shellward_sdk::{
        ScriptView,
        test_kit::{Builder, Fields, TestWord, dynamic, glob, quoted_variable, variable},
    };

    fn argument<T>(word: TestWord, check: impl FnOnce(Text<'_>) -> T) -> T {
        let script = Builder::new().command(&["cat"]).word(word).build();
        let command = ScriptView::new(&script).command(0).expect("there is one");
        let arguments = arguments(command);
        check(arguments.first().expect("there is one").text)
    }

    fn spread_of(word: TestWord) -> Spread {
        argument(word, |text| match text {
            Text::Certain(text) => panic!("{text} is certain"),
            Text::Dynamic(dynamic) => dynamic.spread,
        })
    }

    #[test]
    fn a_certain_word_is_its_value() {
        argument("two words".into(), |text| {
            assert_eq!(text, Text::Certain("two words"));
        });
    }

    #[test]
    fn globs_reach_as_far_as_dots_and_slashes_let_them() {
        for (pattern, expected) in [
            ("*", Reach::Below),
            ("*.rs", Reach::Below),
            (".e*", Reach::Below),
            ("src/*.rs", Reach::Below),
            ("../src/*", Reach::Below),
            ("*/notes", Reach::Below),
            ("src/*/../x", Reach::Anywhere),
            ("*/..", Reach::Anywhere),
            (".*", Reach::Anywhere),
            ("src/.*", Reach::Anywhere),
            ("*/.*/x", Reach::Anywhere),
            (".?/x", Reach::Anywhere),
            ("..*", Reach::Anywhere),
        ] {
            assert_eq!(
                spread_of(glob(pattern)),
                Spread::Matches(expected),
                "{pattern}"
            );
        }
    }

    #[test]
    fn a_letter_outside_of_a_glob_character_keeps_dots_from_leading_up() {
        let leads_up = |parts: &[(&str, bool)]| {
            let mut path = Path::default();
            for &(text, is_glob) in parts {
                if is_glob {
                    path.glob(text);
                } else {
                    path.literal(text);
                }
            }
            path.end_component();
            path.leads_up
        };
        assert!(!leads_up(&[(".", false), ("*", true), ("rc", false)]));
        assert!(leads_up(&[(".", false), ("[a.]", true)]));
        assert!(leads_up(&[
            ("*", true),
            ("/", false),
            (".", false),
            (".", false),
            ("/x", false)
        ]));
        assert!(leads_up(&[("*/\\../x", true)]));
        assert!(!leads_up(&[("../", false), ("*", true)]));
    }

    #[test]
    fn unquoted_variables_split() {
        assert_eq!(spread_of(variable("x")), Spread::Split);
        assert_eq!(spread_of(quoted_variable("x")), Spread::One);
        assert_eq!(spread_of(dynamic("src/", Fields::Many)), Spread::Split);
        assert_eq!(spread_of(dynamic("src/", Fields::One)), Spread::One);
    }

    #[test]
    fn operands_nobody_sees_may_be_anything() {
        let mut script = Builder::new().command(&["cat", "notes"]).build();
        script.commands[0].open_ended = true;
        let command = ScriptView::new(&script).command(0).expect("there is one");
        let arguments = arguments(command);
        assert_eq!(arguments.len(), 2);
        assert!(arguments.last().is_some_and(|last| last.text.is_many()));
    }
}
