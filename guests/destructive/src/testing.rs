//! What unit tests are written with: commands as text, warnings as the ids of their rules.
//!
//! The reader here knows words, quotes, `$x`, `*` and `|`, and nothing else; it is no part of the policy.

use shellward_sdk::{
    Effect, Finding, Place, Resolved, Script, ScriptView,
    test_kit::{Builder, TestWord, glob, literal, session, variable},
};

use crate::{check, model::Facts};

/// Warns of a script.
pub(crate) fn warnings(script: &Script, effects: &[Resolved]) -> Vec<Finding> {
    let session = session();
    let facts = Facts {
        session: &session,
        effects,
    };
    check::warn(ScriptView::new(script), facts)
}

/// Returns the rules that a script is warned of by.
pub(crate) fn rules_of(script: &Script) -> Vec<String> {
    let found = warnings(script, &[]);
    found.into_iter().map(|finding| finding.rule).collect()
}

/// Demands a warning by one rule.
#[track_caller]
pub(crate) fn assert_warns(command: &str, rule: &str) {
    assert_eq!(rules_of(&read(command)), [rule], "{command}");
}

/// Demands no warning.
#[track_caller]
pub(crate) fn assert_quiet(command: &str) {
    assert_eq!(rules_of(&read(command)), [""; 0], "{command}");
}

/// Builds a place.
pub(crate) fn place(canonical: &str, kind: &str, class: &str) -> Place {
    Place {
        canonical: canonical.to_owned(),
        kind: kind.to_owned(),
        class: class.to_owned(),
        attrs: Vec::new(),
    }
}

/// Builds an effect of a command on a word, counted from its name, with one place.
pub(crate) fn resolved(
    script: &Script,
    command: u32,
    word: usize,
    kind: &str,
    place: Place,
) -> Resolved {
    let view = ScriptView::new(script);
    let command = view.command(command).expect("the command is there");
    let word = command.words().nth(word).expect("the word is there");
    Resolved {
        effect: Effect::on(kind, command, word),
        places: vec![place],
    }
}

/// Reads a pipeline.
pub(crate) fn read(source: &str) -> Script {
    let mut builder = Builder::new();
    let mut words: Vec<TestWord> = Vec::new();
    let mut is_first = true;
    for token in tokens(source) {
        match token {
            Some(word) => words.push(word),
            None => builder = add(builder, std::mem::take(&mut words), &mut is_first),
        }
    }
    add(builder, words, &mut is_first).build()
}

fn add(builder: Builder, words: Vec<TestWord>, is_first: &mut bool) -> Builder {
    let start = if std::mem::take(is_first) {
        builder.command(&[])
    } else {
        builder.pipe(&[])
    };
    words.into_iter().fold(start, Builder::word)
}

/// Splits a text into words; none stands for `|`.
fn tokens(source: &str) -> Vec<Option<TestWord>> {
    let mut tokens = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let finish = |word: Option<String>, tokens: &mut Vec<_>| {
        if let Some(word) = word {
            tokens.push(Some(to_word(&word)));
        }
    };
    for character in source.chars() {
        match (character, quote) {
            (_, Some(open)) if open == character => quote = None,
            ('\'' | '"', None) => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (' ', None) => finish(word.take(), &mut tokens),
            ('|', None) => {
                finish(word.take(), &mut tokens);
                tokens.push(None);
            }
            // What stands in quotes is no pattern.
            ('*', Some(_)) => word.get_or_insert_default().push('\u{1}'),
            _ => word.get_or_insert_default().push(character),
        }
    }
    finish(word, &mut tokens);
    tokens
}

fn to_word(text: &str) -> TestWord {
    if let Some(name) = text.strip_prefix('$') {
        variable(name)
    } else if text.contains('*') {
        glob(text)
    } else {
        literal(&text.replace('\u{1}', "*"))
    }
}
