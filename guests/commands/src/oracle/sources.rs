//! Harmless commands that stand in examples and unit tests: all texts of the source that are commands. So tools with a
//! language of their own are run with what their tests speak of, and nobody has to list it twice.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::cases::{Case, Random, harmless};

/// Returns the harmless commands of all files that describe commands.
pub(super) fn commands() -> Vec<Case> {
    all().into_iter().filter_map(to_case).collect()
}

/// Makes new commands for a tool with a language of its own: of words that its tests speak of in any order, and of
/// letters. Most are nonsense; what is called harmless must be so nevertheless.
pub(super) fn recombined(tool: &str, count: usize, random: &mut Random) -> Vec<Case> {
    let known = all()
        .into_iter()
        .filter(|words| words.first().is_some_and(|name| name == tool));
    let words: Vec<String> = known.flat_map(|words| words.into_iter().skip(1)).collect();
    let mut made = std::collections::BTreeSet::new();
    for _ in 0..count {
        let mut command = vec![tool.to_owned()];
        for _ in 0..=random.below(4) {
            command.push(if words.is_empty() || random.below(4) == 0 {
                cluster(random)
            } else {
                words[random.below(words.len())].clone()
            });
        }
        made.insert(command);
    }
    made.into_iter().filter_map(to_case).collect()
}

/// Makes a word of a few letters, with or without a dash.
fn cluster(random: &mut Random) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut word = String::new();
    if random.below(3) > 0 {
        word.push('-');
    }
    for _ in 0..=random.below(4) {
        word.push(char::from(LETTERS[random.below(LETTERS.len())]));
    }
    word
}

fn to_case(words: Vec<String>) -> Option<Case> {
    let conditions = harmless(&words)?;
    Some(Case { words, conditions })
}

/// Returns all commands of the source, harmless or not.
fn all() -> Vec<Vec<String>> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![source.join("examples.rs")];
    for directory in ["tables", "examples", "check"] {
        find_sources(&source.join(directory), &mut files);
    }
    let texts = files.iter().flat_map(|file| {
        let text = fs::read_to_string(file).unwrap_or_default();
        literals(&text)
    });
    let mut commands: Vec<_> = texts.filter_map(|text| words(&text)).collect();
    commands.sort_unstable();
    commands.dedup();
    commands
}

fn find_sources(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries {
        let path = entry.expect("entries can be read").path();
        if path.is_dir() {
            find_sources(&path, files);
        } else if path.extension() == Some("rs".as_ref()) {
            files.push(path);
        }
    }
    files.sort_unstable();
}

/// Returns the texts between quotes. What follows a quote as a character is passed over.
fn literals(source: &str) -> Vec<String> {
    let mut literals = Vec::new();
    let mut open: Option<String> = None;
    let mut characters = source.chars().peekable();
    while let Some(character) = characters.next() {
        match (&mut open, character) {
            (Some(_), '"') => literals.extend(open.take()),
            (Some(text), '\\') => match characters.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some(escaped) => text.push(escaped),
                None => {}
            },
            (Some(text), _) => text.push(character),
            (None, '"') => open = Some(String::new()),
            // `'"'` is a character.
            (None, '\'') if characters.peek() == Some(&'"') => {
                characters.next();
            }
            (None, '\'') if characters.peek() == Some(&'\\') => {
                characters.next();
                characters.next();
            }
            (None, _) => {}
        }
    }
    literals
}

/// Splits a command into words, if all of them are certain and it is one simple command.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = command.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (Some('"') | None, '\\') => word.get_or_insert_default().push(characters.next()?),
            (Some('"') | None, '$' | '`') => return None,
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (None, '*' | '?' | ';' | '|' | '&' | '<' | '>' | '(' | ')' | '#' | '\n') => {
                return None;
            }
            (Some(_) | None, _) => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[test]
fn commands_are_found_in_source() {
    let source = "assert_allowed(\"grep -e 'a b' notes\"); let x = '\"'; f(\"sort \\\"a\\\"\")";
    assert_eq!(literals(source), ["grep -e 'a b' notes", "sort \"a\""]);
    assert_eq!(
        words("grep -e 'a b' notes").expect("it is simple"),
        ["grep", "-e", "a b", "notes"]
    );
    for dynamic in ["cat $x", "cat \"$x\"", "ls *", "a | b", "cat 'x"] {
        assert_eq!(words(dynamic), None, "{dynamic}");
    }
}
