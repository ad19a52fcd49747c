//! What unit tests of tables are written with: commands as text, reports as text.
//!
//! The reader here knows words, quotes, `$x` and globs, and nothing else; it is no part of the policy.

use crate::{
    argument::{Argument, Dynamic, Reach, Span, Spread, Text},
    check,
    model::{Context, LateOptions},
    report::{Extent, Kind, Report, Rule, Target, When},
    tables,
};

/// A word as a test writes it.
struct TestWord {
    text: String,
    /// None: certain.
    spread: Option<Spread>,
    span: Span,
}

/// Splits a command into words.
fn words(command: &str) -> Vec<TestWord> {
    let mut words = Vec::new();
    let mut rest = command;
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return words;
        }
        let start = command.len() - rest.len();
        let (word, length) = read_word(rest);
        let span = |offset: usize| u32::try_from(offset).expect("test commands are short");
        words.push(TestWord {
            span: Span {
                text: 0,
                start: span(start),
                end: span(start + length),
            },
            ..word
        });
        rest = rest.get(length..).expect("words end between characters");
    }
}

fn read_word(source: &str) -> (TestWord, usize) {
    let mut word = TestWord {
        text: String::new(),
        spread: None,
        span: Span::default(),
    };
    let mut quote = None;
    let mut rest = String::new();
    let mut characters = source.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let certain = word.spread.is_none();
        match (character, quote) {
            (_, Some(open)) if character == open => quote = None,
            ('\'' | '"', None) => quote = Some(character),
            (' ', None) => return (finish(word, &rest), at),
            ('\\', None) => {
                let next = characters.next().expect("something is escaped").1;
                if certain { &mut word.text } else { &mut rest }.push(next);
            }
            ('$', None | Some('"')) => {
                while characters
                    .next_if(|next| next.1.is_alphanumeric())
                    .is_some()
                {}
                word.spread = match (quote, word.spread) {
                    (Some(_), None) => Some(Spread::One),
                    (Some(_), Some(spread)) => Some(spread),
                    (None, _) => Some(Spread::Split),
                };
            }
            ('*', None) => {
                word.spread = match word.spread {
                    None | Some(Spread::Matches(_)) => Some(Spread::Matches(Reach::Below)),
                    Some(_) => Some(Spread::Split),
                };
            }
            _ => if certain { &mut word.text } else { &mut rest }.push(character),
        }
    }
    (finish(word, &rest), source.len())
}

fn finish(mut word: TestWord, rest: &str) -> TestWord {
    if matches!(word.spread, Some(Spread::Matches(_))) && rest.contains("..") {
        word.spread = Some(Spread::Matches(Reach::Anywhere));
    }
    word
}

/// What is told of a command, as text: effects, rules behind unknown ones, and whether it is harmless.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) effects: Vec<String>,
    pub(crate) rules: Vec<Rule>,
    /// Whether it is harmless whatever files there are.
    pub(crate) harmless: bool,
    /// Whether it is harmless where no file is named like an option.
    pub(crate) mostly_harmless: bool,
}

/// Describes a command.
pub(crate) fn tell(command: &str) -> Told {
    tell_with(command, LateOptions::AreOptions)
}

/// Describes a command where options may, or may not, follow operands.
pub(crate) fn tell_with(command: &str, late_options: LateOptions) -> Told {
    examine(command, late_options, |report| Told {
        effects: report.effects.iter().map(describe_effect).collect(),
        rules: rules_of(report),
        harmless: report.is_harmless() && !report.effects.iter().any(depends_on_names),
        mostly_harmless: report.is_harmless(),
    })
}

/// The rules behind what is unknown, also where it depends on the names of files.
fn rules_of(report: &Report<'_>) -> Vec<Rule> {
    let stated = report.reasons.iter().map(|reason| reason.rule);
    let effects = report.effects.iter();
    let by_name = effects
        .filter(|effect| depends_on_names(effect))
        .map(|_| Rule::DynamicOption);
    stated.chain(by_name).collect()
}

/// Whether something unknown happens if a file is named like an option.
fn depends_on_names(effect: &crate::report::Effect<'_>) -> bool {
    effect.kind == Kind::Unknown && effect.when == When::IfOption
}

/// Looks at the report on a command.
pub(crate) fn examine<T>(
    command: &str,
    late_options: LateOptions,
    look: impl FnOnce(&Report<'_>) -> T,
) -> T {
    let words = words(command);
    let arguments: Vec<_> = words
        .iter()
        .map(|word| {
            let text = match word.spread {
                None => Text::Certain(&word.text),
                Some(spread) => Text::Dynamic(Dynamic {
                    prefix: &word.text,
                    spread,
                }),
            };
            Argument::new(text, word.span)
        })
        .collect();
    let (name, rest) = arguments.split_first().expect("a command has a name");
    let name_text = name.text.certain().expect("the name is certain");
    let tool = tables::find(name_text).or_else(|| tables::find_builtin(name_text));
    let mut report = Report::default();
    let context = Context {
        name: name.span,
        late_options,
    };
    let grammar = &tool.expect("the command is known").grammar;
    check::describe(grammar, rest, context, &mut report);
    for span in report.effects.iter().map(|effect| effect.span) {
        let bytes = span.start as usize..span.end as usize;
        assert!(command.get(bytes).is_some(), "a span lies in the command");
    }
    look(&report)
}

fn describe_effect(effect: &crate::report::Effect<'_>) -> String {
    let target = match effect.target {
        Target::Exact(target) | Target::Thing(target) => target.to_owned(),
        Target::Below(prefix) => format!("{prefix}…"),
        Target::Suffixed(target, suffix) => format!("{target}{suffix}"),
        Target::Unknown => "?".to_owned(),
    };
    let extent = match effect.extent {
        Extent::Flat => "",
        Extent::Deep => " deep",
        Extent::DeepThroughLinks => " deep links",
        Extent::Inside => " inside",
    };
    let when = match effect.when {
        // What is unknown is so by a file's name as much as by a word's.
        When::IfOption if effect.kind == Kind::Unknown => "",
        When::Always => "",
        When::IfOption => " if an option",
    };
    format!("{} {target}{extent}{when}", effect.kind.code())
}

/// Asserts that a command is harmless.
#[track_caller]
pub(crate) fn assert_allowed(command: &str) {
    let told = tell(command);
    assert!(told.harmless, "{command}: {told:?}");
    assert_eq!(told.rules, [], "{command}");
}

/// Asserts that a command is not fully described, for one reason.
#[track_caller]
pub(crate) fn assert_unknown(command: &str, rule: Rule) {
    let told = tell(command);
    assert!(!told.harmless, "{command}: {told:?}");
    assert!(told.rules.contains(&rule), "{command}: {told:?}");
    let unknown = format!("{} ?", Kind::Unknown.code());
    assert!(told.effects.contains(&unknown), "{command}: {told:?}");
}

/// Asserts what a command does.
#[track_caller]
pub(crate) fn assert_effects(command: &str, effects: &[&str]) {
    assert_eq!(tell(command).effects, effects, "{command}");
}
