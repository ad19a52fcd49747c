//! One command as options and operands, read as its program would, and only as far as a warning needs.
//!
//! A word that only the run will know is an operand, or the option that its certain beginning names: an uncertain word
//! alone is no reason to warn, since the host asks about it anyway.

use shellward_sdk::{CommandView, Span, WordView};

use crate::model::{Flag, Style, Takes};

/// A command.
#[derive(Clone, Debug)]
pub(crate) struct Call<'a> {
    /// Where it comes from.
    pub(crate) command: CommandView<'a>,
    /// How its program reads options.
    pub(crate) style: Style,
    /// Its options, in their order.
    pub(crate) options: Vec<Given<'a>>,
    /// Its operands, without the verb.
    pub(crate) operands: Vec<Operand<'a>>,
}

/// An option.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given<'a> {
    /// Which one.
    pub(crate) name: Name<'a>,
    /// Its value, as far as that is certain.
    pub(crate) value: Option<&'a str>,
    /// The word of that value.
    pub(crate) value_word: Option<WordView<'a>>,
    /// Its words.
    pub(crate) span: Span,
    /// The number of the word.
    at: usize,
}

/// The name of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name<'a> {
    /// `-f`.
    Letter(char),
    /// `--force`.
    Long(&'a str),
}

/// An operand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand<'a> {
    /// Its value, if it is certain; of several values one.
    pub(crate) text: Option<&'a str>,
    /// Its word.
    pub(crate) word: WordView<'a>,
    /// Whether it stands after `--`.
    pub(crate) after_dashes: bool,
    /// The number of the word.
    at: usize,
}

impl<'a> Operand<'a> {
    /// Returns its value, or its certain beginning.
    pub(crate) fn beginning(&self) -> &'a str {
        self.text.unwrap_or_else(|| self.word.prefix())
    }

    /// Returns where it stands.
    pub(crate) fn span(&self) -> Span {
        self.word.span()
    }
}

impl<'a> Call<'a> {
    /// Reads the words after a name.
    pub(crate) fn read(
        command: CommandView<'a>,
        words: &[WordView<'a>],
        style: Style,
        takes: &Takes,
    ) -> Self {
        let mut call = Self {
            command,
            style,
            options: Vec::new(),
            operands: Vec::new(),
        };
        call.continue_at(0, words, takes);
        call
    }

    /// Finds the words of a verb among the operands, and takes them away. What comes after them is read anew, if it has
    /// options of its own.
    pub(crate) fn of_verb(
        &self,
        path: &[&str],
        takes: Option<&Takes>,
        words: &[WordView<'a>],
    ) -> Option<Self> {
        let (anywhere, steps) = match path.split_first() {
            Some((&"**", steps)) => (true, steps),
            _ => (false, path),
        };
        let last_start = if anywhere { self.operands.len() } else { 1 };
        let start = (0..last_start).find(|&start| self.has_steps(start, steps))?;
        let end = start + steps.len();
        let Some(verb) = end
            .checked_sub(1)
            .and_then(|last| self.operands.get(last))
            .filter(|_| !steps.is_empty())
        else {
            return Some(self.clone());
        };
        let mut call = Self {
            operands: Vec::new(),
            ..self.clone()
        };
        match takes {
            Some(takes) => {
                call.options.retain(|given| given.at < verb.at);
                call.continue_at(verb.at + 1, words, takes);
            }
            None => call.operands.extend(self.operands.iter().skip(end)),
        }
        Some(call)
    }

    fn has_steps(&self, start: usize, steps: &[&str]) -> bool {
        let mut operands = self.operands.iter().skip(start);
        steps.iter().all(|step| {
            operands
                .next()
                .and_then(|operand| operand.text)
                .is_some_and(|text| matches(step, text))
        })
    }

    fn continue_at(&mut self, start: usize, words: &[WordView<'a>], takes: &Takes) {
        let mut at = start;
        let mut after_dashes = false;
        while let Some(&word) = words.get(at) {
            let next = words.get(at + 1).copied();
            let mut used_next = false;
            let mut alternatives = alternatives(word);
            if alternatives.is_empty() {
                alternatives.push(None);
            }
            for text in alternatives {
                match text.unwrap_or_else(|| word.prefix()) {
                    "--" if text.is_some() && !after_dashes => after_dashes = true,
                    option if is_option(option) && !after_dashes => {
                        used_next |= self.option(option, word, next, takes, at);
                    }
                    _ => self.operands.push(Operand {
                        text,
                        word,
                        after_dashes,
                        at,
                    }),
                }
            }
            at += 1 + usize::from(used_next);
        }
    }

    /// Adds an option. Whether it takes the next word as its value.
    fn option(
        &mut self,
        text: &'a str,
        word: WordView<'a>,
        next: Option<WordView<'a>>,
        takes: &Takes,
        at: usize,
    ) -> bool {
        let given = |name, value, value_word| Given {
            name,
            value,
            value_word,
            span: word.span(),
            at,
        };
        let following = next.and_then(WordView::certain);
        let is_long = text.starts_with("--") || self.style == Style::SingleDash;
        if is_long {
            let name = text.trim_start_matches('-');
            if let Some((name, value)) = name.split_once('=') {
                let own = given(Name::Long(name), Some(value), Some(word));
                self.options.push(own);
                return false;
            }
            let takes_next = takes_value(self.style, takes.longs, name);
            let (value, value_word) = if takes_next {
                (following, next)
            } else {
                (None, None)
            };
            self.options
                .push(given(Name::Long(name), value, value_word));
            return takes_next;
        }
        for (position, letter) in text.char_indices().skip(1) {
            if !takes.letters.contains(letter) {
                self.options.push(given(Name::Letter(letter), None, None));
                continue;
            }
            let rest = text.get(position + letter.len_utf8()..).unwrap_or("");
            let attached = !rest.is_empty();
            let (value, value_word) = if attached {
                (Some(rest), Some(word))
            } else {
                (following, next)
            };
            self.options
                .push(given(Name::Letter(letter), value, value_word));
            return !attached;
        }
        false
    }

    /// Returns where an option is given, unless it is taken back later (`--no-force`, `--force=false`).
    pub(crate) fn given(&self, flag: &Flag) -> Option<Span> {
        let mut found = None;
        for given in &self.options {
            match given.name {
                Name::Letter(letter) if letter == flag.letter => found = Some(given.span),
                Name::Long(name) if self.is_name_of(name, flag.long) => {
                    found = (!is_no(given.value)).then_some(given.span);
                }
                Name::Long(name) if self.is_opposite(name, flag.long) => found = None,
                Name::Letter(_) | Name::Long(_) => {}
            }
        }
        found
    }

    /// Returns the values of an option.
    pub(crate) fn values(&self, flag: &Flag) -> impl Iterator<Item = &Given<'a>> {
        self.options.iter().filter(move |given| match given.name {
            Name::Letter(letter) => letter == flag.letter,
            Name::Long(name) => self.is_name_of(name, flag.long),
        })
    }

    /// Whether a name as given is that of an option.
    pub(crate) fn is_name_of(&self, given: &str, long: &str) -> bool {
        match self.style {
            Style::Abbreviated => !given.is_empty() && long.starts_with(given),
            Style::Exact | Style::SingleDash => !given.is_empty() && long == given,
        }
    }

    fn is_opposite(&self, given: &str, long: &str) -> bool {
        given
            .strip_prefix("no-")
            .is_some_and(|given| self.is_name_of(given, long))
            || long.strip_prefix("no-").is_some_and(|long| given == long)
    }
}

/// Returns the values of a word; none if it is uncertain.
fn alternatives(word: WordView<'_>) -> Vec<Option<&str>> {
    if word.may_be_many() {
        return Vec::new();
    }
    word.values()
        .iter()
        .map(|value| Some(value.as_str()))
        .collect()
}

fn is_option(text: &str) -> bool {
    text.len() > 1 && text.starts_with('-')
}

fn takes_value(style: Style, longs: &str, name: &str) -> bool {
    longs.split(' ').any(|long| {
        let abbreviated = style == Style::Abbreviated && name.len() > 2 && long.starts_with(name);
        long == name || abbreviated
    })
}

/// Whether a value says that the option is not meant.
fn is_no(value: Option<&str>) -> bool {
    matches!(value, Some("false" | "0" | "no" | "none" | "never" | "off"))
}

/// Whether a text is one of several, each of which may have a `*` at its beginning or its end.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    pattern
        .split('|')
        .any(|one| match (one.strip_prefix('*'), one.strip_suffix('*')) {
            (Some(rest), _) => text.ends_with(rest),
            (None, Some(rest)) => text.starts_with(rest),
            (None, None) => one == text,
        })
}

#[cfg(test)]
mod tests {
    use shellward_sdk::{Script, ScriptView, test_kit};

    use super::*;
    use crate::model::{both, letter, long, takes};

    const COMMIT: Takes = takes("mC", "message author");

    fn with<T>(script: &Script, style: Style, look: impl Fn(&Call<'_>) -> T) -> T {
        let command = ScriptView::new(script).command(0).expect("there is one");
        let words: Vec<_> = command.arguments().collect();
        look(&Call::read(command, &words, style, &COMMIT))
    }

    fn has(words: &[&str], flag: Flag) -> bool {
        let script = test_kit::script(&[words]);
        with(&script, Style::Abbreviated, |call| {
            call.given(&flag).is_some()
        })
    }

    #[test]
    fn options_are_found_in_clusters_and_abbreviations() {
        assert!(has(&["x", "-af"], letter('f')));
        assert!(has(&["x", "--forc"], long("force")));
        assert!(has(&["x", "y", "-f"], both('f', "force")));
        assert!(!has(&["x", "--force-with-lease"], long("force")));
        assert!(!has(&["x", "-mf"], letter('f')));
        assert!(!has(&["x", "-m", "-f"], letter('f')));
        assert!(!has(&["x", "--mess", "-f"], letter('f')));
        assert!(has(&["x", "--message=y", "-f"], letter('f')));
        assert!(!has(&["x", "--", "-f"], letter('f')));
        assert!(!has(&["x", "-"], letter('\0')));
    }

    #[test]
    fn the_last_word_on_an_option_holds() {
        assert!(!has(&["x", "--force", "--no-force"], long("force")));
        assert!(has(&["x", "--no-force", "-f"], both('f', "force")));
        assert!(!has(&["x", "--force=false"], long("force")));
        assert!(has(&["x", "--no-verify"], long("no-verify")));
        assert!(!has(&["x", "--no-verify", "--verify"], long("no-verify")));
    }

    #[test]
    fn a_single_dash_may_begin_a_long_name() {
        let script = test_kit::script(&[&["x", "-auto-approve=true", "-destroy"]]);
        with(&script, Style::SingleDash, |call| {
            assert!(call.given(&long("auto-approve")).is_some());
            assert!(call.given(&long("destroy")).is_some());
            assert!(call.given(&letter('d')).is_none());
        });
    }

    #[test]
    fn a_verb_is_found_behind_options_with_values() {
        let script = test_kit::script(&[&["x", "-C", "reset", "stash", "drop", "-m"]]);
        let command = ScriptView::new(&script).command(0).expect("there is one");
        let words: Vec<_> = command.arguments().collect();
        let call = Call::read(command, &words, Style::Exact, &COMMIT);
        assert!(call.of_verb(&["reset"], None, &words).is_none());
        let verb = call.of_verb(&["stash", "drop|clear"], Some(&Takes::NOTHING), &words);
        let verb = verb.expect("the verb is there");
        assert!(verb.operands.is_empty() && verb.given(&letter('m')).is_some());
        assert!(call.of_verb(&["**", "drop"], None, &words).is_some());
        assert!(call.of_verb(&["drop"], None, &words).is_none());
    }

    #[test]
    fn patterns_match_beginnings_and_ends() {
        assert!(matches("delete-*|rm", "delete-bucket"));
        assert!(matches("delete-*|rm", "rm"));
        assert!(!matches("delete-*|rm", "undelete-x"));
        assert!(matches("*:destroy", "apps:destroy"));
        assert!(!matches("rm", "rmi"));
    }
}
