//! The real bash, asked by the tests of this folder (R2.6). The scripts are made by the tests and run builtins only: PATH
//! names an empty directory, and so does HOME.
#![expect(clippy::disallowed_methods, reason = "the oracle is the real bash")]

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

/// A bash and a place of its own.
pub(super) struct Oracle {
    bash: PathBuf,
    directory: tempfile::TempDir,
}

impl Oracle {
    /// None, and said so: there is no bash here.
    pub(super) fn new() -> Option<Self> {
        let bash = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"]
            .into_iter()
            .map(PathBuf::from)
            .find(|path| path.is_file());
        let Some(bash) = bash else {
            skipped("there is no bash here to compare with");
            return None;
        };
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir(directory.path().join("empty")).unwrap();
        Some(Self { bash, directory })
    }

    /// Runs a script.
    pub(super) fn run(&self, script: &str) -> Output {
        self.start(&[], script)
    }

    /// Runs a script; returns what it printed.
    pub(super) fn printed(&self, script: &str) -> String {
        let output = self.run(script);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn start(&self, options: &[&str], script: &str) -> Output {
        let file = self.directory.path().join("script");
        fs::write(&file, script).unwrap();
        let empty = self.directory.path().join("empty");
        Command::new(&self.bash)
            .args(["--norc", "--noprofile", "-p"])
            .args(options)
            .arg(&file)
            .current_dir(&empty)
            .env_clear()
            .env("PATH", &empty)
            .env("HOME", &empty)
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }
}

/// Says that something is not tested, and why. Fails where nothing may be skipped.
#[expect(
    clippy::print_stderr,
    reason = "a test that is skipped says why, unless CI says that none may be"
)]
fn skipped(why: &str) {
    let require_all = std::env::var_os("SHELLWARD_TEST_REQUIRE_ALL").is_some();
    assert!(!require_all, "missing: {why}");
    eprintln!("skipped: {why}");
}

/// A small generator (xorshift), so that a failure repeats.
pub(super) struct Random(pub(super) u64);

impl Random {
    /// Returns a number below a bound.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0) % bound
    }

    /// Puts up to so many parts together, at least one.
    pub(super) fn text(&mut self, parts: &[&str], most: usize) -> String {
        (0..=self.below(most))
            .map(|_| parts[self.below(parts.len())])
            .collect()
    }
}
