//! Every flag that is harmless is really given to git in a hostile repository, with words behind it that would write if
//! the flag took another number of arguments than its table says.

use super::hostile::{Neutral, SEARCH_PATHS, armed, no_git};
use crate::{
    model::{Flag, Grammar, Spec, Takes, Tree, Value},
    report::Stance,
    tables::git,
    testing::tell,
};

/// Adds every reader below a tree, with the words that lead to it.
fn readers(
    tree: &'static Tree,
    words: &[&'static str],
    found: &mut Vec<(Vec<&'static str>, &'static Spec)>,
) {
    for (name, grammar) in tree.branches {
        let words = [words, &[*name]].concat();
        match grammar {
            Grammar::Options(spec) if spec.stance == Stance::Reader => found.push((words, spec)),
            Grammar::Tree(tree) => readers(tree, &words, found),
            Grammar::Options(_) | Grammar::Text | Grammar::Own(_) => {}
        }
    }
}

fn values(value: Value) -> Vec<&'static str> {
    match value {
        Value::Number => vec!["1"],
        Value::Text | Value::TextOrFile => vec!["plain"],
        Value::Choice(words) => words.to_vec(),
        Value::Path(_)
        | Value::NameList
        | Value::Program
        | Value::Variable
        | Value::Thing(_)
        | Value::When(_)
        | Value::Own(_) => Vec::new(),
    }
}

/// Ways to write a flag, each with what may follow it.
fn spellings(flag: &Flag) -> Vec<String> {
    let mut names = Vec::new();
    if flag.letter != 0 {
        names.push((format!("-{}", char::from(flag.letter)), ""));
    }
    if !flag.long.is_empty() {
        names.push((format!("--{}", flag.long), "="));
    }
    let mut spellings = Vec::new();
    for (name, equals) in &names {
        match flag.takes {
            Takes::Nothing | Takes::Several(_) => spellings.push(name.clone()),
            Takes::Attached(value) => {
                spellings.push(name.clone());
                let attached = values(value).into_iter();
                spellings.extend(attached.map(|value| format!("{name}{equals}{value}")));
            }
            Takes::Value(value) => {
                let values = values(value);
                let attached = values.iter();
                spellings.extend(attached.map(|value| format!("{name}{equals}{value}")));
                spellings.extend(values.iter().map(|value| format!("{name} {value}")));
            }
        }
    }
    spellings
}

/// Words after a flag, of which none is a reason to write unless the flag has swallowed, or not swallowed, one of them.
const BEHIND: [&str; 2] = ["-- --output=victim plain", "HEAD -- --output=victim plain"];

#[test]
fn no_harmless_flag_writes_or_runs_anything() {
    if no_git() {
        return;
    }
    let Grammar::Tree(tree) = &git::TOOL.grammar else {
        panic!("git has subcommands");
    };
    let mut found = Vec::new();
    readers(tree, &[], &mut found);
    let trap = armed();
    let before = trap.state();
    let mut looked_at = 0;
    let mut seen: Vec<*const Spec> = Vec::new();
    for (words, spec) in found {
        // A table that several subcommands share is tried with one of them.
        let pointer = std::ptr::from_ref(spec);
        let is_history = spec.flags.is_same_as(&git::history::LOG.flags);
        if seen.contains(&pointer) || (is_history && !matches!(words[..], ["diff" | "log"])) {
            continue;
        }
        seen.push(pointer);
        for spelling in spec.flags.list().flat_map(|flag| spellings(&flag)) {
            for behind in BEHIND {
                let command = format!("git {} {spelling} {behind}", words.join(" "));
                if !tell(&command).harmless {
                    continue;
                }
                looked_at += 1;
                let words: Vec<_> = command.split(' ').collect();
                trap.run(&words, Neutral::Yes);
                let marks = trap.take_marks();
                assert!(marks.is_empty(), "{command}: {marks:?}");
                assert!(!trap.path("victim").exists(), "{command}");
            }
        }
    }
    assert!(before == trap.state(), "something was changed");
    assert!(looked_at > 1000, "only {looked_at} were looked at");
}

/// What would change something if `--` did not end the options, which not every subcommand keeps in mind.
const BEHIND_DASHES: [&str; 6] = [
    "-- --output=victim plain",
    "HEAD -- --output=victim",
    "HEAD HEAD~1 -- --output=victim",
    "-- -D other",
    "-- -d v1",
    "-- -w plain",
];

#[test]
fn two_dashes_end_the_options_of_what_is_harmless() {
    if no_git() {
        return;
    }
    let Grammar::Tree(tree) = &git::TOOL.grammar else {
        panic!("git has subcommands");
    };
    let mut found = Vec::new();
    readers(tree, &[], &mut found);
    let mut trap = armed();
    let mut writers = Vec::new();
    let before = trap.state();
    for search_path in SEARCH_PATHS {
        search_path.clone_into(&mut trap.search_path);
        for (words, _) in &found {
            for behind in BEHIND_DASHES {
                let command = format!("git {} {behind}", words.join(" "));
                if tell(&command).harmless {
                    trap.run(&command.split(' ').collect::<Vec<_>>(), Neutral::Yes);
                    let marks = trap.take_marks();
                    assert!(marks.is_empty(), "{command}: {marks:?}");
                    let victim = trap.path("victim");
                    if victim.exists() {
                        std::fs::remove_file(victim).expect("files can be removed");
                        writers.push(command);
                    }
                }
            }
        }
    }
    assert!(writers.is_empty(), "{writers:#?}");
    assert!(before == trap.state(), "something was changed");
}
