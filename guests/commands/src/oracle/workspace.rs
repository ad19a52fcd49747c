//! A throw-away project: a few files of each kind, removed when it is dropped.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

/// Text files and what they say.
const FILES: [(&str, &str); 16] = [
    ("a", "one\ntwo\nthree\n"),
    ("b", "one\nfour\n"),
    ("in", "3 x\n1 y\n2 z\n"),
    ("notes", "TODO: one\nfoo\nbar\n"),
    ("old", "one\n"),
    ("new", "two\n"),
    ("patterns", "foo\n"),
    ("list", "a\nb\n"),
    ("names", "a\0b\0"),
    ("data.json", "{\"a\": [1, 2, {\"b\": null}]}\n"),
    ("data.csv", "a,b\n1,2\n"),
    ("data.xml", "<a><b>1</b></a>\n"),
    ("change.patch", "--- a\n+++ a\n@@ -1 +1 @@\n-one\n+uno\n"),
    ("script.sh", "#!/bin/sh\necho one\n"),
    ("sub/c", "five\n"),
    ("src/main.rs", "fn main() {}\n"),
];

/// Programs that make further files, if they are there: words, and the name of what they make.
const MADE: [&[&str]; 6] = [
    &["tar", "-cf", "archive.tar", "a", "sub"],
    &["tar", "-czf", "archive.tar.gz", "a", "sub"],
    &["zip", "-q", "archive.zip", "a", "b"],
    &["gzip", "-k", "a"],
    &["bzip2", "-k", "a"],
    &["xz", "-k", "a"],
];

/// What is told to git to make a repository with a change in it.
const REPOSITORY: [&[&str]; 4] = [
    &["git", "init", "-q"],
    &["git", "add", "a", "b", "notes", "src", "sub"],
    &[
        "git",
        "-c",
        "user.name=x",
        "-c",
        "user.email=x@x.invalid",
        "commit",
        "-q",
        "-m",
        "first",
    ],
    &["git", "tag", "v1"],
];

/// A directory for one run.
pub(super) struct Workspace {
    path: PathBuf,
}

impl Workspace {
    /// Makes a project.
    pub(super) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("shellward-commands-{}-{number}", std::process::id());
        let workspace = Self {
            path: std::env::temp_dir().join(name),
        };
        // `top` makes the directory of its configuration, if it is not there.
        for directory in ["sub", "src", "dir", "home/.config/procps", "exchange"] {
            fs::create_dir_all(workspace.path.join(directory)).expect("directories can be made");
        }
        for (file, text) in FILES {
            fs::write(workspace.path.join(file), text).expect("files can be made");
        }
        std::os::unix::fs::symlink("a", workspace.path.join("link")).expect("links can be made");
        for words in MADE.into_iter().chain(REPOSITORY) {
            workspace.run(words);
        }
        fs::write(workspace.path.join("a"), "one\n2\nthree\n").expect("files can be written");
        workspace
    }

    /// Returns where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns where the driver finds what to run, and leaves what came of it.
    pub(super) fn exchange(&self) -> PathBuf {
        self.path.join("exchange")
    }

    /// Runs one of the fixed commands above, if its program is there.
    fn run(&self, words: &[&str]) {
        let (name, arguments) = words.split_first().expect("a command has a name");
        let done = Command::new(name)
            .args(arguments)
            .current_dir(&self.path)
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("HOME", self.path.join("home"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        // Without the program the file is not there, and fewer things are found out.
        drop(done);
    }

    /// Returns the names of all files, and how long each is, without git's own and the exchange.
    pub(super) fn files(&self) -> Vec<(PathBuf, u64)> {
        let mut files = Vec::new();
        let mut open = vec![self.path.clone()];
        while let Some(directory) = open.pop() {
            for entry in fs::read_dir(directory).expect("directories can be read") {
                let entry = entry.expect("entries can be read");
                let (path, data) = (
                    entry.path(),
                    entry.metadata().expect("files can be looked at"),
                );
                let is_own = path == self.exchange() || path.ends_with(".git");
                if data.is_dir() && !is_own {
                    open.push(path.clone());
                }
                let length = if data.is_file() { data.len() } else { 0 };
                files.push((path, length));
            }
        }
        files.sort_unstable();
        files
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.path));
    }
}
