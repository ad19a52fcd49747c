//! The oracle of R2.6: what is read as `complete` is what bash really does.
//!
//! Every script is made of the harmless names `rec0` to `rec3`, which note how they were called. PATH holds nothing
//! else, so whatever a script turns out to mean, no other program runs. Scripts come from a list made by hand and from
//! a generator with a fixed seed; those read as `complete` are run.
#![expect(clippy::disallowed_methods, reason = "the oracle is the real bash")]

use std::process::Command;

use shellward::read::{Dialect, Reading, is_builtin, read};

use self::{
    bench::{Bench, RECORDERS},
    by_hand::BY_HAND,
    explain::{all_explained, files_explained, missing_explained, runs_everything},
    generate::{Random, generate},
};

mod bench;
mod by_hand;
mod explain;
mod generate;

/// How many scripts are generated.
const GENERATED: usize = 1200;

fn check(bench: &Bench, number: usize, source: &str) -> Option<Result<(), String>> {
    let script = read(source, &bench.facts());
    // Builtins that run other text are read as what they are; what they run is for policies to judge.
    let runs_text = |command| matches!(script.name(command), Some("." | "source" | "eval"));
    if script.reading != Reading::Complete || script.commands.iter().any(runs_text) {
        return None;
    }
    let (calls, names, stderr) = bench.run(number, source);
    let is_recorder = |command: &&shellward::read::Command| {
        script
            .name(command)
            .is_some_and(|name| RECORDERS.contains(&name))
    };
    let recorded = script.commands.iter().filter(is_recorder).count();
    let problem = if !all_explained(&script, &calls) {
        "a call that was not read"
    } else if !missing_explained(&script, &stderr) {
        "a name that was not read"
    } else if !files_explained(&script, &names) {
        "a file that was not read"
    } else if runs_everything(source, &stderr) && calls.len() != recorded {
        "a command that did not run"
    } else {
        return Some(Ok(()));
    };
    Some(Err(format!(
        "{problem}\n  script: {source:?}\n  calls: {calls:?}\n  files: {names:?}\n  stderr: {stderr:?}"
    )))
}

#[test]
fn builtins_are_those_of_bash() {
    let Some(bench) = Bench::new() else {
        return;
    };
    let output = Command::new(&bench.bash)
        .args(["--norc", "--noprofile", "-p", "-c", "compgen -b"])
        .env_clear()
        .output()
        .unwrap();
    let names = String::from_utf8(output.stdout).unwrap();
    let unknown: Vec<_> = names
        .lines()
        .filter(|name| !is_builtin(Dialect::Bash, name))
        .collect();
    assert!(
        names.lines().count() > 50 && unknown.is_empty(),
        "{unknown:?}"
    );
}

#[test]
fn bash_does_what_was_read_as_complete() {
    let Some(bench) = Bench::new() else {
        return;
    };
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let generated: Vec<String> = (0..GENERATED).map(|_| generate(&mut random)).collect();
    let all = BY_HAND
        .iter()
        .map(|script| (*script).to_owned())
        .chain(generated);
    let mut counts = [0_usize; 2];
    let mut failures = Vec::new();
    for script in all {
        counts[0] += 1;
        match check(&bench, counts[0], &script) {
            None => {}
            Some(Ok(())) => counts[1] += 1,
            Some(Err(failure)) => failures.push(failure),
        }
    }
    eprintln!(
        "{} scripts, {} read as complete and run, {} failures",
        counts[0],
        counts[1],
        failures.len()
    );
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(
        counts[1] * 3 > counts[0],
        "too few scripts are read as complete for this to say anything"
    );
}
