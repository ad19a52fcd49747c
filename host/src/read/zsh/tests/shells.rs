//! The real shells, with a recorder in place of every command.
//!
//! The command `rec` is a function that prints its words and PATH leads nowhere, so that whatever a script turns out to
//! mean, no program runs. Each script runs in a directory of its own.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "the oracle is the real shell, and a test that is skipped says why"
)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// What both shells know before a script.
const PRELUDE: &str = "TMPPREFIX=$PWD/temporary; x=abc; rec() { printf '%s' \"$#\"; printf '<%s>' \"$@\"; \
                       printf '\\n'; }; set -- q /a/b\n";

/// How many texts go into one script.
const BATCH: usize = 60;

/// How many words with patterns are compared: each needs a script of its own.
const MOST_PATTERNS: usize = 250;

/// Both shells, and a place for their scripts.
pub(super) struct Shells {
    zsh: PathBuf,
    bash: PathBuf,
    keep: tempfile::TempDir,
}

impl Shells {
    /// None, and said so: one of the two is missing.
    pub(super) fn new() -> Option<Self> {
        let find = |name: &str| {
            let found = ["/bin", "/usr/bin", "/usr/local/bin"]
                .iter()
                .map(|directory| Path::new(directory).join(name))
                .find(|path| path.is_file());
            if found.is_none() {
                let require_all = std::env::var_os("SHELLWARD_TEST_REQUIRE_ALL").is_some();
                assert!(!require_all, "missing: {name}");
                eprintln!("skipped: there is no {name} here to compare with");
            }
            found
        };
        let (zsh, bash) = (find("zsh")?, find("bash")?);
        let keep = tempfile::tempdir().unwrap();
        fs::create_dir(keep.path().join("home")).unwrap();
        Some(Self { zsh, bash, keep })
    }

    pub(super) fn zsh(&self, script: &str) -> String {
        let options = ["-f", "+o", "equals", "+o", "extendedglob"];
        self.run(&self.zsh, &options, script)
    }

    pub(super) fn bash(&self, script: &str) -> String {
        let options = ["--norc", "--noprofile", "+O", "extglob"];
        self.run(&self.bash, &options, script)
    }

    fn run(&self, shell: &Path, options: &[&str], script: &str) -> String {
        let own = tempfile::tempdir_in(self.keep.path()).unwrap();
        let cwd = own.path().join("cwd");
        fs::create_dir_all(cwd.join("sub")).unwrap();
        for name in ["a", "ab", "b.c", "1", "sub/a"] {
            fs::write(cwd.join(name), "").unwrap();
        }
        let output = Command::new(shell)
            .args(options)
            .args(["-c", &format!("{PRELUDE}{script}"), "shell"])
            .env_clear()
            .env("PATH", self.keep.path().join("nowhere"))
            .env("HOME", self.keep.path().join("home"))
            .env("LC_ALL", "C.UTF-8")
            .current_dir(cwd)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Compares many texts, each made to a part of a script; returns those that the shells read in two ways.
    ///
    /// A pattern that fits nothing ends a script of zsh, which is no difference that matters: nothing runs. So words
    /// with patterns have a script each.
    pub(super) fn differing(&self, texts: &[String], script: fn(&str) -> String) -> Vec<String> {
        let (patterns, plain): (Vec<&String>, Vec<&String>) =
            texts.iter().partition(|text| has_pattern(text));
        let mut open: Vec<&[&String]> = plain.chunks(BATCH).collect();
        open.extend(patterns.chunks(1).take(MOST_PATTERNS));
        let mut found = Vec::new();
        while let Some(texts) = open.pop() {
            let all: String = texts.iter().map(|text| script(text)).collect();
            let (zsh, bash) = (self.zsh(&all), self.bash(&all));
            let nothing_ran = zsh.is_empty() && texts.iter().all(|text| has_pattern(text));
            if zsh == bash || nothing_ran {
                continue;
            }
            match texts {
                [text] => found.push(format!("{text:?}\n  zsh: {zsh:?}\n  bash: {bash:?}")),
                _ => open.extend(texts.chunks(texts.len().div_ceil(2))),
            }
        }
        found
    }
}

fn has_pattern(text: &str) -> bool {
    text.contains(['*', '?', '[']) && !text.contains("(n=")
}

/// Numbers that look random and are the same each time.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }

    /// Joins up to `most` parts.
    pub(super) fn text(&mut self, parts: &[&str], most: usize) -> String {
        let count = 1 + self.below(most);
        (0..count).map(|_| parts[self.below(parts.len())]).collect()
    }
}
