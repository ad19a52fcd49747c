//! The table of cases in `tests/compat/`: reading against the real shell, case by case (R2.5, R2.6).
//!
//! Where the oracle looks for what nobody thought of, this says what is understood, and keeps it so. A case that is not
//! read as complete says why (`known_partial`); that list only shrinks.

use std::{collections::BTreeMap, fs, path::PathBuf};

use serde::Deserialize;
use shellward::read::{Dialect, Fields, Reading, Script, read};

use crate::{
    read_oracle::{
        bench::{Builtins, PROJECT, Ran, Request, Worker, version},
        bench_with,
        explain::{difference, runs_text},
    },
    support::repository,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    case: Vec<Case>,
}

/// One row; `tests/compat/README.md` says what the fields are for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    script: String,
    #[serde(default = "bash")]
    shell: Dialect,
    #[serde(default)]
    files: BTreeMap<String, String>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    aliases: BTreeMap<String, String>,
    min_version: Option<String>,
    known_partial: Option<String>,
    hides: Option<String>,
    #[serde(default)]
    certain: bool,
}

const fn bash() -> Dialect {
    Dialect::Bash
}

fn directory() -> PathBuf {
    repository().join("tests/compat/cases")
}

fn cases(group: &str) -> Vec<Case> {
    let path = directory().join(format!("{group}.toml"));
    let text = fs::read_to_string(&path).unwrap();
    let table: Table =
        toml::from_str(&text).unwrap_or_else(|error| panic!("{group}.toml: {error}"));
    table.case
}

impl Case {
    fn request(&self, builtins: Builtins) -> Request {
        let pairs = |table: &BTreeMap<String, String>| -> Vec<(String, String)> {
            table
                .iter()
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect()
        };
        let in_project = |(name, content): (String, String)| (format!("{PROJECT}/{name}"), content);
        Request {
            arguments: self.args.clone(),
            environment: pairs(&self.env),
            files: pairs(&self.files).into_iter().map(in_project).collect(),
            aliases: pairs(&self.aliases),
            ..Request::of(self.shell, builtins, &self.script)
        }
    }

    /// Returns what is wrong with the reading of it, if anything is.
    fn problem(&self, worker: &mut Worker<'_>) -> Option<String> {
        let request = self.request(Builtins::Kept);
        let script = read(&self.script, &request.facts());
        let is_complete = script.reading == Reading::Complete;
        if is_complete && self.known_partial.is_some() {
            return Some("is complete: take `known_partial` away".to_owned());
        }
        if !is_complete && self.known_partial.is_none() && self.hides.is_none() {
            return Some(format!("is not read: {}", gaps(&script)));
        }
        if is_complete
            && self.certain
            && let Some(word) = uncertain(&script)
        {
            return Some(format!("`{word}` should be certain"));
        }
        let kept = worker.run(&request).unwrap();
        let recorded = worker.run(&self.request(Builtins::Recorded)).unwrap();
        if kept.calls.is_empty() && recorded.calls.is_empty() {
            return Some(format!("runs nothing in the real shell: {}", kept.stderr));
        }
        if let Some(name) = &self.hides
            && ![&kept, &recorded].iter().any(|ran| calls(ran, name))
        {
            return Some(format!(
                "`{name}` is not run by the real shell: {}",
                kept.stderr
            ));
        }
        let is_judged = script
            .commands
            .iter()
            .any(|command| runs_text(&script, command));
        if !is_complete || is_judged {
            return None;
        }
        difference(&script, &kept).or_else(|| difference(&script, &recorded))
    }
}

fn gaps(script: &Script) -> String {
    let messages: Vec<&str> = script.gaps.iter().map(|gap| gap.message.as_str()).collect();
    messages.join("; ")
}

/// A word of a command whose value, or number, only the run will know.
fn uncertain(script: &Script) -> Option<&str> {
    let words = script
        .commands
        .iter()
        .flat_map(|command| script.words(command));
    words
        .filter(|word| word.values.is_empty() || word.fields != Fields::One)
        .map(|word| script.text(word.span))
        .next()
}

fn calls(ran: &Ran, name: &str) -> bool {
    ran.calls.iter().any(|call| {
        let called = call.program.as_ref().or_else(|| call.words.first());
        called.is_some_and(|called| called == name.as_bytes())
    })
}

/// Whether a version is at least another one.
fn is_recent(version: &str, wanted: &str) -> bool {
    let numbers = |text: &str| -> Vec<u32> {
        text.split('.')
            .map_while(|part| part.parse().ok())
            .collect()
    };
    numbers(version) >= numbers(wanted)
}

fn check(group: &str, shell: Dialect) {
    let Some(bench) = bench_with(shell) else {
        return;
    };
    let version = version(shell);
    let mut worker = bench.worker();
    let cases = cases(group);
    let mut partial = 0;
    let problems: Vec<String> = cases
        .iter()
        .filter(|case| case.shell == shell)
        .filter(|case| {
            case.min_version
                .as_ref()
                .is_none_or(|wanted| is_recent(&version, wanted))
        })
        .inspect(|case| partial += usize::from(case.known_partial.is_some()))
        .filter_map(|case| {
            let problem = case.problem(&mut worker)?;
            Some(format!("{}: {problem}\n    {:?}", case.name, case.script))
        })
        .collect();
    println!(
        "{group}: {} cases, {partial} known not to be read",
        cases.len()
    );
    assert!(
        problems.is_empty(),
        "{} of {}:\n{}",
        problems.len(),
        cases.len(),
        problems.join("\n")
    );
}

/// One test for each group.
macro_rules! groups {
    ($($test:ident: $group:literal, $shell:ident;)+) => {
        $(
            #[test]
            fn $test() {
                check($group, Dialect::$shell);
            }
        )+

        const GROUPS: &[&str] = &[$($group),+];
    };
}

groups! {
    aliases: "aliases", Bash;
    arithmetic: "arithmetic", Bash;
    blind_spots: "blind-spots", Bash;
    branches: "branches", Bash;
    cd: "cd", Bash;
    conditionals: "conditionals", Bash;
    expansions: "expansions", Bash;
    functions: "functions", Bash;
    here_documents: "here-documents", Bash;
    lists: "lists", Bash;
    loops: "loops", Bash;
    pipelines: "pipelines", Bash;
    quoting: "quoting", Bash;
    redirects: "redirects", Bash;
    variables: "variables", Bash;
    words: "words", Bash;
    wrappers: "wrappers", Bash;
    zsh: "zsh", Zsh;
    zsh_blind_spots: "zsh-blind-spots", Zsh;
}

#[test]
fn every_group_is_tested_and_every_name_is_one_of_a_kind() {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory()).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let group = file.strip_suffix(".toml").unwrap();
        assert!(GROUPS.contains(&group), "{file} has no test");
        names.extend(
            cases(group)
                .into_iter()
                .map(|case| format!("{group}: {}", case.name)),
        );
    }
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(
        names.len(),
        count,
        "two cases of a group have the same name"
    );
    assert!(count >= 250, "only {count} cases");
}
