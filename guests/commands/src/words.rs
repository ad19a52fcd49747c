//! Makes arguments of the host's words: how many each becomes, and how far what it becomes is certain.
//!
//! A word of which not every part is understood promises nothing. A word with several certain values makes several
//! readings of the command, and what is said of the command must hold for each.

use shellward_sdk::{CommandView, PieceView, ScriptView, WordView};

use crate::{
    argument::{Argument, Count, Dynamic, Found, Judged, Reach, Spread, Text},
    check, span_from,
    tables::find::{self, Search},
};

/// Most readings of one command. A word with more values than leave it so few counts as uncertain.
const MOST_READINGS: usize = 64;

/// What the words of a command look like that are certain but for numbers in them, each with a digit for every number.
pub(crate) struct Samples(Vec<Option<String>>);

impl Samples {
    /// Makes those of a command's arguments.
    pub(crate) fn of(command: CommandView<'_>) -> Self {
        Self(command.arguments().map(sample).collect())
    }

    fn get(&self, index: usize) -> Option<&str> {
        self.0.get(index)?.as_deref()
    }
}

/// Returns what a word looks like, if all of it is certain but for one number or more. It is one argument.
fn sample(word: WordView<'_>) -> Option<String> {
    let is_unquoted = |piece: PieceView<'_>| is_number(piece) && !piece.is_quoted();
    let has_numbers = word.pieces().any(is_number);
    if !has_numbers || (splits_numbers(word.script()) && word.pieces().any(is_unquoted)) {
        return None;
    }
    let texts = word.pieces().map(|piece| match piece.kind() {
        "literal" => piece.literal(),
        _ => is_number(piece).then_some("1"),
    });
    texts.collect()
}

/// Goes through all readings of a command: each chooses one value for every word that has several. Operands that only
/// the run will know (xargs) are a last one that may become any.
pub(crate) fn each_reading<'a>(
    command: CommandView<'a>,
    samples: &'a Samples,
    mut look: impl FnMut(&[Argument<'a>]),
) {
    let mut arguments = arguments(command, samples);
    let search = search_before(command);
    let mut choices: Vec<(usize, Vec<Text<'a>>)> = Vec::new();
    let mut readings = 1;
    for (index, word) in command.arguments().enumerate() {
        let choice = alternatives(word, search.as_ref());
        let together = readings * choice.len();
        if (1..=MOST_READINGS).contains(&together) {
            readings = together;
            choices.push((index, choice));
        }
    }
    for reading in 0..readings {
        let mut rest = reading;
        for (index, choice) in &choices {
            let text = choice.get(rest % choice.len());
            rest /= choice.len();
            if let (Some(argument), Some(text)) = (arguments.get_mut(*index), text) {
                argument.text = *text;
                argument.sample = None;
            }
        }
        look(&arguments);
    }
}

/// Returns what a word may be, one of which it certainly is at a time. Empty: no more is known than of any such word.
fn alternatives<'a>(word: WordView<'a>, search: Option<&Search<'a>>) -> Vec<Text<'a>> {
    let mut kinds = word.pieces().map(PieceView::kind);
    let is_alone = (kinds.next(), kinds.next()) == (Some("placeholder"), None);
    let is_placeholder = is_alone && is_whole(word);
    match search {
        Some(search) if is_placeholder && word.values().is_empty() => {
            let count = if word.may_be_many() {
                Count::Many
            } else {
                Count::One
            };
            let found = Found {
                count,
                links: search.links,
            };
            let below = |&prefix| Dynamic {
                prefix,
                spread: Spread::Found(found),
            };
            search.starts.iter().map(below).map(Text::Dynamic).collect()
        }
        _ if word.may_be_many() || word.values().len() < 2 => Vec::new(),
        _ => {
            let values = word.values().iter();
            values.map(|value| Text::Certain(value)).collect()
        }
    }
}

/// Whether a word is the place for a name and nothing else. Before it or behind it, other text makes another name.
fn is_whole(word: WordView<'_>) -> bool {
    matches!(word.text(), "{}" | "'{}'" | "\"{}\"" | r"\{\}")
}

/// Returns what is known of the search that runs a command for what it finds.
fn search_before(command: CommandView<'_>) -> Option<Search<'_>> {
    let wrapper = command.wrappers().last()?;
    let mut words = command.wrapper_words(wrapper);
    let _name = words.next().filter(|_| wrapper.name == "find")?;
    let mut words: Vec<_> = words.map(WordView::certain).collect();
    let _action = words.pop();
    find::search(&words)
}

/// Returns the arguments of a command, those with several values as uncertain ones.
fn arguments<'a>(command: CommandView<'a>, samples: &'a Samples) -> Vec<Argument<'a>> {
    let mut arguments: Vec<_> = command
        .arguments()
        .enumerate()
        .map(|(index, word)| {
            let sample = samples.get(index);
            Argument {
                judged: judged(command, word),
                sample,
                ..Argument::new(text(word, sample), span_from(word.span()))
            }
        })
        .collect();
    for (words, _) in command.inner() {
        // The name is not among the arguments; the last of these words is what runs the command.
        let action = (words as usize).checked_sub(2);
        if let Some(argument) = action.and_then(|action| arguments.get_mut(action)) {
            argument.judged = Judged::Apart;
        }
    }
    let unseen = command.is_open_ended().then(|| {
        let any = Dynamic {
            prefix: "",
            spread: Spread::Split,
        };
        Argument::new(Text::Dynamic(any), span_from(command.span()))
    });
    arguments.extend(unseen);
    arguments
}

/// Whether the host has read a word as an assignment, as it does with those of `export` and its kin.
fn judged(command: CommandView<'_>, word: WordView<'_>) -> Judged {
    let (word_span, text) = (word.span(), word.prefix());
    let name = text.split_once('=').map(|(name, _)| name);
    let name = name.map(|name| name.strip_suffix('+').unwrap_or(name));
    let is_assigned = command.assignments().iter().any(|assignment| {
        let span = assignment.span;
        Some(assignment.name.as_str()) == name
            && span.text == word_span.text
            && (word_span.start..=word_span.end).contains(&span.start)
            && span.end <= word_span.end
    });
    if is_assigned && name.is_some_and(check::is_variable) {
        Judged::Apart
    } else {
        Judged::Here
    }
}

fn text<'a>(word: WordView<'a>, sample: Option<&str>) -> Text<'a> {
    match word.certain() {
        Some(value) => Text::Certain(value),
        None if is_descriptor(word) => Text::Certain(DESCRIPTOR),
        None => Text::Dynamic(Dynamic {
            prefix: prefix(word),
            spread: match spread(word) {
                Spread::Split if sample.is_some() => Spread::One,
                spread => spread,
            },
        }),
    }
}

/// What `<(…)` and `>(…)` become: which number matters to nobody.
const DESCRIPTOR: &str = "/dev/fd/63";

/// Whether a word is one process substitution and nothing else.
fn is_descriptor(word: WordView<'_>) -> bool {
    let mut kinds = word.pieces().map(PieceView::kind);
    let is_alone = (kinds.next(), kinds.next()) == (Some("process-substitution"), None);
    is_alone && word.text().starts_with(['<', '>'])
}

/// Returns how a word certainly begins. Of one with several values the host promises no more than what they share.
fn prefix(word: WordView<'_>) -> &str {
    let prefix = word.prefix();
    let is_shared = word.values().iter().all(|value| value.starts_with(prefix));
    if is_shared { prefix } else { "" }
}

fn spread(word: WordView<'_>) -> Spread {
    let has_pieces = word.pieces().len() > 0;
    if has_pieces && word.pieces().all(is_number) && !splits_numbers(word.script()) {
        return Spread::Number;
    }
    let is_glob = |piece: PieceView<'_>| match piece.kind() {
        "literal" | "tilde" => piece.literal().is_some(),
        "glob" => !piece.is_quoted(),
        _ => false,
    };
    let globs = has_pieces
        && word.pieces().all(is_glob)
        && word.pieces().any(|piece| piece.kind() == "glob");
    match (globs, word.may_be_many()) {
        (true, true) => Spread::Matches(reach(word)),
        (true, false) => Spread::Match(reach(word)),
        (false, true) => Spread::Split,
        (false, false) => Spread::One,
    }
}

/// Whether a piece becomes digits: a count, an exit code, a process, the result of arithmetic.
fn is_number(piece: PieceView<'_>) -> bool {
    match piece.kind() {
        "arithmetic" => true,
        "variable" => {
            let text = piece.text();
            matches!(text, "$#" | "$?" | "$$") || text.starts_with("${#")
        }
        _ => false,
    }
}

/// Whether digits may be taken for borders between words.
fn splits_numbers(script: ScriptView<'_>) -> bool {
    let mut assignments = script.raw().assignments.iter();
    assignments.any(|assignment| assignment.name == "IFS")
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
        Script, ScriptView,
        test_kit::{
            Builder, Fields, TestWord, arithmetic, dynamic, glob, one_match, one_of, placeholder,
            quoted_variable, variable,
        },
    };

    fn argument<T>(word: TestWord, check: impl FnOnce(Text<'_>) -> T) -> T {
        let script = Builder::new().command(&["cat"]).word(word).build();
        let command = ScriptView::new(&script).command(0).expect("there is one");
        let samples = Samples::of(command);
        let arguments = super::arguments(command, &samples);
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
    fn a_process_substitution_is_a_descriptor() {
        let substituted = |mut script: Script| {
            for piece in &mut script.pieces {
                piece.kind = "process-substitution".to_owned();
            }
            for text in &mut script.texts {
                text.content = text.content.replace('$', "<");
            }
            let view = ScriptView::new(&script);
            let command = view.commands().next().expect("there is one");
            let samples = Samples::of(command);
            arguments(command, &samples)[0].text.certain() == Some("/dev/fd/63")
        };
        let one = Builder::new().command(&["diff"]).word(variable("x"));
        assert!(substituted(one.build()));
        let glued = Builder::new().command(&["diff"]).word(glob("a*"));
        assert!(!substituted(glued.build()));
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
    fn one_match_of_a_glob_is_one_argument() {
        assert_eq!(
            spread_of(one_match("src/*.rs")),
            Spread::Match(Reach::Below)
        );
        assert_eq!(spread_of(one_match(".*")), Spread::Match(Reach::Anywhere));
    }

    #[test]
    fn what_is_certainly_a_number_is_not_split() {
        for word in [variable("#"), variable("?"), arithmetic("$((x + 1))")] {
            assert_eq!(spread_of(word), Spread::Number);
        }
        assert_eq!(spread_of(variable("!")), Spread::Split);
        assert_eq!(spread_of(placeholder()), Spread::One);
        let script = Builder::new()
            .command(&[])
            .assign("IFS", "1")
            .command(&["cat"])
            .word(variable("#"))
            .build();
        let command = ScriptView::new(&script).command(1).expect("there are two");
        let samples = Samples::of(command);
        let arguments = super::arguments(command, &samples);
        assert!(arguments.first().is_some_and(|first| first.text.is_many()));
    }

    #[test]
    fn a_word_that_is_certain_but_for_numbers_has_a_sample() {
        let sample = |word: TestWord| {
            let script = Builder::new().command(&["sed"]).word(word).build();
            let command = ScriptView::new(&script).command(0).expect("there is one");
            super::sample(command.arguments().next().expect("there is one"))
        };
        assert_eq!(sample(arithmetic("$((x + 1))")).as_deref(), Some("1"));
        assert_eq!(sample("1,2p".into()), None);
        assert_eq!(sample(quoted_variable("x")), None);
        assert_eq!(sample(glob("*")), None);
    }

    #[test]
    fn numbers_and_certain_parts_are_one_argument() {
        let mut script = Builder::new()
            .command(&["sed"])
            .word(arithmetic("$((x - 1))"))
            .word(",5p")
            .build();
        // Both as one word.
        script.words[1].pieces.len = 2;
        script.words[1].fields = "many".to_owned();
        let command = ScriptView::new(&script).command(0).expect("there is one");
        let samples = Samples::of(command);
        let arguments = super::arguments(command, &samples);
        let first = arguments.first().expect("there is one");
        assert_eq!(first.sample, Some("1,5p"));
        assert!(!first.text.is_many());
    }

    fn readings(script: &Script) -> Vec<Vec<String>> {
        let command = ScriptView::new(script).command(0).expect("there is one");
        let mut readings = Vec::new();
        let samples = Samples::of(command);
        each_reading(command, &samples, |arguments| {
            let texts = arguments.iter();
            readings.push(
                texts
                    .map(|argument| argument.text.certain().unwrap_or("?").to_owned())
                    .collect(),
            );
        });
        readings
    }

    #[test]
    fn every_combination_of_values_is_a_reading() {
        let script = Builder::new()
            .command(&["cp"])
            .word(one_of(&["a", "b"]))
            .word("-r")
            .word(one_of(&["c", "d"]))
            .build();
        let expected = [
            ["a", "-r", "c"],
            ["b", "-r", "c"],
            ["a", "-r", "d"],
            ["b", "-r", "d"],
        ];
        assert_eq!(readings(&script), expected);
    }

    #[test]
    fn too_many_values_are_uncertain() {
        let many: Vec<_> = (0..MOST_READINGS)
            .map(|number| number.to_string())
            .collect();
        let many: Vec<_> = many.iter().map(String::as_str).collect();
        let script = Builder::new()
            .command(&["cp"])
            .word(one_of(&many))
            .word(one_of(&["c", "d"]))
            .build();
        let readings = readings(&script);
        assert_eq!(readings.len(), MOST_READINGS);
        assert!(
            readings
                .iter()
                .all(|reading| reading.last().is_some_and(|last| last == "?"))
        );
    }

    #[test]
    fn what_the_host_has_read_apart_is_said_to_be() {
        let apart = |script: &Script| -> Vec<bool> {
            let command = ScriptView::new(script).command(0).expect("there is one");
            let samples = Samples::of(command);
            let arguments = super::arguments(command, &samples);
            let judged = arguments.iter().map(|argument| argument.judged);
            judged.map(|judged| judged == Judged::Apart).collect()
        };
        let find = Builder::new()
            .command(&["find", ".", "-exec", "rm", "{}", ";"])
            .runs_each(3, |inner| inner.command(&["rm"]).word(placeholder()))
            .build();
        assert_eq!(apart(&find), [false, true, false, false, false]);
        let mut export = Builder::new().command(&["export", "A=1", "B=2"]).build();
        assert_eq!(apart(&export), [false, false]);
        let word = export.words[2].span;
        export.assignments.push(shellward_sdk::Assignment {
            span: word,
            name: "B".to_owned(),
            scope: "environment".to_owned(),
            append: false,
            value: shellward_sdk::Range { start: 2, len: 1 },
            attrs: Vec::new(),
        });
        export.commands[0].assignments = shellward_sdk::Range { start: 0, len: 1 };
        assert_eq!(apart(&export), [false, true]);
    }

    #[test]
    fn operands_nobody_sees_may_be_anything() {
        let mut script = Builder::new().command(&["cat", "notes"]).build();
        script.commands[0].open_ended = true;
        let command = ScriptView::new(&script).command(0).expect("there is one");
        let samples = Samples::of(command);
        let arguments = super::arguments(command, &samples);
        assert_eq!(arguments.len(), 2);
        assert!(arguments.last().is_some_and(|last| last.text.is_many()));
    }
}
