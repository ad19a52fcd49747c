//! Reading anything (R2.1, R2.4): the kept inputs of the fuzzer, and soups of what scripts are made of, with the checks
//! that the fuzzer makes. `tests/fuzz/README.md` says how more inputs are found.

use std::{fs, path::PathBuf};

use proptest::{collection::vec, prelude::*, sample::select};
use shellward::read::Dialect;

use crate::support::repository;

#[path = "../fuzz/src/checks.rs"]
mod checks;
#[path = "../fuzz/src/input.rs"]
mod input;
#[path = "../fuzz/src/tokens.rs"]
mod tokens;

use self::{
    checks::faults,
    input::{Case, case, repeated},
    tokens::{PAIRS, TOKENS},
};

/// Replays the kept inputs of a target.
fn replay(target: &str, read_as: impl Fn(&[u8]) -> Case) {
    let corpus = repository().join("tests/fuzz/corpus").join(target);
    let mut files: Vec<PathBuf> = fs::read_dir(&corpus)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", corpus.display());
    let mut wrong = Vec::new();
    for file in files {
        let Case { facts, source } = read_as(&fs::read(&file).unwrap());
        let found = faults(&source, &facts);
        if !found.is_empty() {
            wrong.push(format!("{}: {found:#?}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn kept_inputs_are_read_within_bounds_as_bash() {
    replay("read_bash", |data| case(Dialect::Bash, data));
}

#[test]
fn kept_inputs_are_read_within_bounds_as_zsh() {
    replay("read_zsh", |data| case(Dialect::Zsh, data));
}

#[test]
fn kept_repetitions_are_read_within_bounds() {
    replay("read_repeated", repeated);
}

/// Tokens in any order, some of them with something around them.
fn any_soup() -> impl Strategy<Value = String> {
    let token = select(TOKENS).prop_map(str::to_owned);
    token.prop_recursive(6, 60, 8, |inside| {
        let around = (select(PAIRS), vec(inside.clone(), 0..4));
        prop_oneof![
            vec(inside, 1..8).prop_map(|parts| parts.concat()),
            around.prop_map(|((open, close), parts)| format!("{open}{}{close}", parts.concat())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn soups_of_tokens_are_read_within_bounds(
        soup in any_soup(),
        head in vec(b'0'..b'8', 2),
        dialect in select(&[Dialect::Bash, Dialect::Zsh][..]),
    ) {
        let input = [&head, soup.as_bytes()].concat();
        let Case { facts, source } = case(dialect, &input);
        let found = faults(&source, &facts);
        prop_assert!(found.is_empty(), "{found:#?}");
    }

    #[test]
    fn any_characters_are_read_within_bounds(
        text in ".{0,200}",
        dialect in select(&[Dialect::Bash, Dialect::Zsh][..]),
    ) {
        let Case { facts, source } = case(dialect, &[b"00", text.as_bytes()].concat());
        let found = faults(&source, &facts);
        prop_assert!(found.is_empty(), "{found:#?}");
    }
}
