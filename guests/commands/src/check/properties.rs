//! What must hold of every command: whatever an uncertain word becomes, nothing happens that was not told.
//!
//! All commands of a few words out of a small, nasty vocabulary are tried, with one word uncertain, and then with
//! everything in its place that it may become.

use crate::{
    model::LateOptions,
    report::{Effect, Extent, Kind, PROJECT, Target, When},
    testing::examine,
};

/// Words before and after the uncertain one, by tool.
const TOOLS: [(&str, &[&str]); 22] = [
    ("awk", &["1", "-v", "x=1", "-F", "--", "-f"]),
    ("cat", &["a", "-n", "--"]),
    ("cd", &["a", "-P", "--"]),
    ("command", &["a", "-v", "--"]),
    ("cut", &["a", "-d", "-f1", "--"]),
    ("export", &["a", "a=1", "-p", "--"]),
    ("find", &["a", "-name", "-newer", "-type", "!", "-L"]),
    ("git diff", &["a", "-S", "--", "-p"]),
    ("git log", &["a", "-n", "--grep", "--", "-p"]),
    ("git", &["status", "log", "--no-pager", "-p"]),
    ("grep", &["a", "-e", "-f", "-r", "-R", "--", "-f/x"]),
    ("head", &["a", "-n", "--", "-5"]),
    ("local", &["a", "a=1", "-g", "-x", "--"]),
    ("ls", &["a", "-R", "-L", "--", "-I"]),
    ("read", &["a", "-r", "-a", "-p", "--"]),
    ("sed", &["p", "-n", "-e", "-i", "--", "-s"]),
    ("set", &["-e", "-o", "errexit", "+x"]),
    ("sort", &["a", "-k", "-u", "--", "--key"]),
    ("test", &["a", "-f", "!", "=", "-nt", "-o"]),
    ("uniq", &["a", "-c", "-f", "--"]),
    ("wait", &["a", "-n", "-p", "--"]),
    ("wc", &["a", "-l", "--files0-from", "--"]),
];

/// Ways to write an uncertain word: how, what may stand in its place, and how many words that are.
const UNCERTAIN: [(&str, &str, Count); 9] = [
    ("\"$x\"", "", Count::One),
    ("\"./$x\"", "./", Count::One),
    ("\"-k$x\"", "-k", Count::One),
    ("\"-n1$x\"", "-n1", Count::One),
    ("\"--key=$x\"", "--key=", Count::One),
    ("$x", "", Count::Any),
    ("a$x", "a", Count::Any),
    ("*", "", Count::Some),
    ("-*", "-", Count::Some),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    One,
    Some,
    Any,
}

/// What an uncertain part may become. None has a slash, so that all may be names that match a glob.
const VALUES: [&str; 17] = [
    "a",
    "1",
    "-",
    "--",
    "-o",
    "-ox",
    "-r",
    "-e",
    "-f",
    "-fa",
    "-v",
    "!",
    "-delete",
    "-fprint",
    "--output",
    "--output=x",
    "--files0-from=a",
];

/// Returns everything an uncertain word may become, as it is written.
fn replacements(prefix: &str, count: Count) -> Vec<String> {
    let quoted = |value: &str| format!("'{value}'");
    let first: Vec<_> = VALUES
        .iter()
        .map(|value| quoted(&format!("{prefix}{value}")))
        .collect();
    let mut all = first.clone();
    match count {
        Count::One => all.push(quoted(prefix)),
        Count::Any => all.extend([String::new(), quoted(prefix)]),
        Count::Some => {}
    }
    if count != Count::One {
        // All matches begin with the prefix; of a split word only the first part does.
        let prefix = if count == Count::Some { prefix } else { "" };
        for first in &first {
            let seconds = SECONDS.iter();
            all.extend(seconds.map(|second| format!("{first} '{prefix}{second}'")));
        }
    }
    all
}

/// A second word that a split may make, or a second match.
const SECONDS: [&str; 4] = ["a", "-f", "-ox", "--output=x"];

fn changes(effect: &Effect<'_>) -> bool {
    match effect.kind {
        // The tool refuses what the tables do not know; what it knows and they do not is the oracle's matter.
        Kind::Read | Kind::Unknown => false,
        Kind::Execute => effect.target != Target::Exact(PROJECT),
        _ => true,
    }
}

/// Whether what is told of an uncertain command covers a read of one that it may become, with or without an option.
fn covers(told: &Effect<'_>, read: &Effect<'_>, becomes_option: bool) -> bool {
    if told.when == When::IfOption && !becomes_option {
        return false;
    }
    let depth = |extent| match extent {
        Extent::Flat => 0,
        Extent::Deep => 1,
        Extent::Inside => 2,
        Extent::DeepThroughLinks => 3,
    };
    let reaches = match (told.target, read.target) {
        (Target::Unknown, _) => true,
        (Target::Below("./"), Target::Exact(path)) => !path.contains('/') && path != "..",
        (Target::Below(prefix), Target::Exact(path)) => {
            path.starts_with(prefix) && !path.contains('/') && path != ".."
        }
        (told, read) => told == read,
    };
    told.kind == Kind::Read && reaches && (depth(told.extent) >= depth(read.extent))
}

/// Checks one command: if it is held for harmless, nothing that it may become changes anything, and all that is read was
/// told. Returns how many were looked at.
fn check(command: &str, becomes: &[(bool, String)]) -> usize {
    examine(command, LateOptions::AreOptions, |told| {
        if !told.is_harmless() {
            return 0;
        }
        // What may happen if a file is named like an option has been said.
        let said = told
            .effects
            .iter()
            .any(|effect| effect.kind == Kind::Unknown && effect.when == When::IfOption);
        for (becomes_option, real) in becomes.iter().filter(|one| !(said && one.0)) {
            examine(real, LateOptions::AreOptions, |report| {
                for effect in &report.effects {
                    assert!(!changes(effect), "{command} may become {real}: {effect:?}");
                    let told = told
                        .effects
                        .iter()
                        .any(|told| covers(told, effect, *becomes_option));
                    assert!(
                        told || effect.kind != Kind::Read,
                        "{command} may become {real}, which reads more: {effect:?}"
                    );
                }
            });
        }
        becomes.len()
    })
}

#[test]
fn whatever_an_uncertain_word_becomes_nothing_happens_that_was_not_told() {
    let mut looked_at = 0;
    for (name, words) in TOOLS {
        let words = || words.iter().chain(&[""]);
        for (written, prefix, count) in UNCERTAIN {
            let replacements = replacements(prefix, count);
            let pairs = words().flat_map(|first| words().map(move |second| (first, second)));
            for ((first, before), after) in
                pairs.flat_map(|pair| words().map(move |after| (pair, after)))
            {
                let around = |word: &str| format!("{name} {first} {before} {word} {after}");
                let becomes: Vec<_> = replacements
                    .iter()
                    .map(|words| (words.contains("'-"), around(words)))
                    .collect();
                looked_at += check(&around(written), &becomes);
            }
        }
    }
    assert!(
        looked_at > 100_000,
        "only {looked_at} were held for harmless"
    );
}
