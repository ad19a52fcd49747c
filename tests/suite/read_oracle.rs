//! The oracle of R2.6: what is read as `complete` is what the real shell does.
//!
//! Scripts come from a list made by hand and from a grammar, with a seed, so that each can be made again. Those read as
//! complete are run behind walls by the real shell, where a recorder stands in place of every program. The suite takes a
//! few thousand; `cargo xtask oracle` takes as many as wanted.
#![expect(
    clippy::disallowed_methods,
    reason = "the oracle is the real shell, and is told what to do"
)]

use std::{env, process::Command, time::Instant};

use shellward::read::{Dialect, is_builtin};

pub(crate) use self::bench::{Bench, Builtins, Request};
use self::{
    by_hand::BY_HAND,
    soak::{Extent, Verdict, check, soak},
};
use crate::support::skipped;

pub(crate) mod bench;
mod by_hand;
pub(crate) mod explain;
mod grammar;
mod grow;
mod minimise;
mod random;
mod soak;
mod wire;

/// How many scripts the suite takes of each shell.
const GENERATED: u64 = 3000;
/// The seed of the suite.
const SEED: u64 = 1;
/// What `cargo xtask oracle` says: `n=100000 seed=1 shell=bash from=0`, `reasons`, `shared`.
const WISH: &str = "SHELLWARD_ORACLE";

/// A bench on which a shell can run. None, and said so: there is none here.
pub(crate) fn bench_with(dialect: Dialect) -> Option<Bench> {
    let bench = Bench::new()?;
    if bench.has(dialect) {
        return Some(bench);
    }
    skipped(&format!(
        "there is no {dialect} here to compare with (apt-get install {dialect})"
    ));
    None
}

#[test]
fn builtins_are_those_of_bash() {
    if bench_with(Dialect::Bash).is_none() {
        return;
    }
    let output = Command::new("bash")
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
fn bash_does_what_was_read_of_scripts_made_by_hand() {
    let Some(bench) = bench_with(Dialect::Bash) else {
        return;
    };
    let mut worker = bench.worker();
    let mut compared = 0;
    let mut failures = Vec::new();
    for script in BY_HAND {
        for builtins in [Builtins::Kept, Builtins::Recorded] {
            let request = Request::of(Dialect::Bash, builtins, script);
            match check(&mut worker, &request).0 {
                Verdict::NotCompared => {}
                Verdict::Agrees => compared += 1,
                Verdict::Differs(problem) => failures.push(format!("{script:?}: {problem}")),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(
        compared > BY_HAND.len(),
        "only {compared} runs were compared"
    );
}

fn generated(dialect: Dialect) {
    let Some(bench) = bench_with(dialect) else {
        return;
    };
    let began = Instant::now();
    let report = soak(
        &bench,
        Extent {
            dialect,
            is_shared: false,
            seed: SEED,
            indices: (0, GENERATED),
        },
    );
    report.print(began.elapsed());
    assert!(report.disagreements.is_empty());
}

#[test]
fn bash_does_what_was_read_of_generated_scripts() {
    generated(Dialect::Bash);
}

#[test]
fn zsh_does_what_was_read_of_generated_scripts() {
    generated(Dialect::Zsh);
}

/// As many as wanted; started by `cargo xtask oracle`.
#[test]
#[ignore = "takes as long as it is told to"]
fn wanted_scripts() {
    let wish = env::var(WISH).unwrap_or_default();
    let said = |name: &str| {
        wish.split(' ')
            .find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    };
    let number = |name, otherwise| said(name).map_or(otherwise, |text| text.parse().unwrap());
    let dialect = Dialect::from_code(said("shell").unwrap_or("bash")).unwrap();
    let Some(bench) = bench_with(dialect) else {
        return;
    };
    let from = number("from", 0);
    let extent = Extent {
        dialect,
        is_shared: wish.contains("shared"),
        seed: number("seed", SEED),
        indices: (from, from + number("n", GENERATED)),
    };
    let began = Instant::now();
    let report = soak(&bench, extent);
    if wish.contains("reasons") {
        report.print_reasons();
    }
    report.print(began.elapsed());
    assert!(report.disagreements.is_empty(), "there are disagreements");
}
