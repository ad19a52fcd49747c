//! What CI checks, and what is worth checking before a commit. Cheap checks first; all failures are shown.
#![expect(
    clippy::disallowed_methods,
    reason = "chores start cargo; nothing of the product is here"
)]

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};

/// Set in full runs: tests that find something missing fail instead of saying so.
const REQUIRE_ALL: &str = "SHELLWARD_TEST_REQUIRE_ALL";
/// Names the folder of freshly built guests to the tests.
const GUESTS_DIR: &str = "SHELLWARD_GUESTS_DIR";
/// The command that the README gives for running the tests.
const TEST_COMMAND: &str = "cargo test";

/// Which checks.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Extent {
    /// Format, lints, stale guests, unit tests: before a commit.
    Quick,
    /// Everything; nothing may be skipped.
    Full,
}

/// One check.
struct Step {
    name: &'static str,
    directory: PathBuf,
    command: &'static str,
    environment: Vec<(&'static str, String)>,
}

/// Runs the checks.
pub(crate) fn run(repository: &Path, extent: Extent) -> anyhow::Result<()> {
    let mut failed = Vec::new();
    if let Err(error) = check_readme(repository) {
        println!("{error:#}");
        failed.push("the README's test command");
    }
    for step in steps(repository, extent) {
        println!("\n== {} ==", step.name);
        if !step.run()? {
            failed.push(step.name);
        }
    }
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    println!("\nall checks passed");
    Ok(())
}

fn steps(repository: &Path, extent: Extent) -> Vec<Step> {
    let host = |name, command| Step::new(name, repository.to_owned(), command);
    let guest = |name, command| Step::new(name, repository.join("guests"), command);
    let mut steps = vec![
        host("format", "cargo fmt --all --check"),
        guest("format of the guests", "cargo fmt --all --check"),
        host(
            "lints",
            "cargo clippy --workspace --all-targets -- -D warnings",
        ),
        host("guests are not stale", "cargo xtask guests --check"),
    ];
    match extent {
        Extent::Quick => steps.push(host("unit tests", "cargo test --lib")),
        Extent::Full => steps.extend(full(&host, &guest, repository)),
    }
    steps
}

/// The steps that take longer. Those that need the compiler for guests come first, so that a missing one shows early.
fn full(
    host: &dyn Fn(&'static str, &'static str) -> Step,
    guest: &dyn Fn(&'static str, &'static str) -> Step,
    repository: &Path,
) -> [Step; 12] {
    let fresh = repository.join("guests/target/components");
    let require = |step: Step| step.with(REQUIRE_ALL, "1".to_owned());
    [
        host("guests from source", "cargo xtask guests --rebuild"),
        guest(
            "lints of the guests",
            "cargo clippy --workspace --all-targets -- -D warnings",
        ),
        require(guest("tests of the guests", "cargo test --workspace")),
        host(
            "library without the command line",
            "cargo clippy --lib --no-default-features -- -D warnings",
        ),
        require(host("tests", TEST_COMMAND)),
        host("tests of the chores", "cargo test --package xtask"),
        require(host(
            "behaviour of guests from source",
            "cargo test --test suite -- policy_ decide_ guest_",
        ))
        .with(GUESTS_DIR, fresh.display().to_string()),
        host("documentation", "cargo doc --workspace --no-deps")
            .with("RUSTDOCFLAGS", "-D warnings".to_owned()),
        host(
            "fuzzing, in short",
            "cargo xtask fuzz --seconds 20 --seed 1",
        ),
        host("benchmarks run", "cargo bench --bench first_light -- 3"),
        host(
            "benchmark of rules runs",
            "cargo bench --bench deciding -- 80",
        ),
        host(
            "benchmarks of reading run",
            "cargo bench --bench reading -- 3",
        ),
    ]
}

/// CI runs what the README tells people to run.
fn check_readme(repository: &Path) -> anyhow::Result<()> {
    let readme =
        std::fs::read_to_string(repository.join("README.md")).context("reading README.md")?;
    if !readme.lines().any(|line| line.trim() == TEST_COMMAND) {
        bail!("README.md has no line `{TEST_COMMAND}` (hint: change it in both places)");
    }
    Ok(())
}

impl Step {
    const fn new(name: &'static str, directory: PathBuf, command: &'static str) -> Self {
        Self {
            name,
            directory,
            command,
            environment: Vec::new(),
        }
    }

    fn with(mut self, variable: &'static str, value: String) -> Self {
        self.environment.push((variable, value));
        self
    }

    fn run(&self) -> anyhow::Result<bool> {
        println!("{}", self.command);
        let mut words = self.command.split(' ');
        let program = words.next().context("an empty command")?;
        let status = Command::new(program)
            .args(words)
            .current_dir(&self.directory)
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .status()
            .with_context(|| format!("starting {program}"))?;
        Ok(status.success())
    }
}
