//! A hostile repository must run nothing (R3.2): everything that is called harmless is really run in one, with the
//! environment by which the host neutralises git.
//!
//! Every program that the repository names leaves a mark. Without the environment they do run, which shows that the traps
//! are traps. What no environment reaches is here too: it must be found by looking, before git runs.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

use super::commands::HARMLESS;
use crate::testing::tell;

/// Settings that the host gives git, and that no repository can override.
const SETTINGS: &[(&str, &str)] = &[
    ("core.fsmonitor", "false"),
    ("core.hooksPath", "/dev/null"),
    ("core.pager", "cat"),
    ("core.sshCommand", "false"),
    ("core.untrackedCache", "false"),
    ("diff.ignoreSubmodules", "all"),
    ("diff.submodule", "short"),
    ("gpg.program", "false"),
    ("gpg.ssh.program", "false"),
    ("gpg.x509.program", "false"),
    ("log.showSignature", "false"),
    ("safe.bareRepository", "explicit"),
    ("status.submoduleSummary", "false"),
    ("submodule.recurse", "false"),
];

/// The rest of the environment that it gives.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("GIT_ALLOW_PROTOCOL", ""),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_PAGER", "cat"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_TRACE", "0"),
];

/// Where programs are found. If the second way leads to another git, it must be as harmless.
pub(super) const SEARCH_PATHS: [&str; 2] = ["/usr/local/bin:/usr/bin:/bin", "/usr/bin:/bin"];

/// Whether git is neutralised.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Neutral {
    Yes,
    No,
}

/// A repository and what is around it, removed when it is dropped.
pub(super) struct Trap {
    pub(super) root: PathBuf,
    /// Where programs are found, and so which git.
    pub(super) search_path: String,
}

impl Trap {
    pub(super) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("shellward-git-{}-{number}", std::process::id());
        let root = std::env::temp_dir().join(name);
        let trap = Self {
            root,
            search_path: SEARCH_PATHS[0].to_owned(),
        };
        for directory in ["evil", "home", "ran", "project/src"] {
            fs::create_dir_all(trap.root.join(directory)).expect("directories can be made");
        }
        trap.fill();
        trap
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.root.join("project").join(name)
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).expect("directories can be made");
        }
        fs::write(path, text).expect("files can be written");
    }

    pub(super) fn write_program(&self, name: &str, text: &str) {
        let path = self.root.join(name);
        fs::write(&path, text).expect("programs can be written");
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&path, mode).expect("programs can be made runnable");
    }

    /// Makes a program that leaves a mark of this name. What it is given on standard input it passes on, as a filter would.
    pub(super) fn evil(&self, mark: &str) -> String {
        let marks = self.root.join("ran");
        let text = format!("#!/bin/sh\n: > '{}/{mark}'\ncat\n", marks.display());
        self.write_program(&format!("evil/{mark}"), &text);
        self.root.join("evil").join(mark).display().to_string()
    }

    pub(super) fn configure(&self, key: &str, value: &str) {
        self.must(&["git", "config", "--add", key, value]);
    }

    /// Sets a key to a program that leaves a mark of the key's name.
    pub(super) fn set_trap(&self, key: &str) {
        let shell = if key.starts_with("alias.") { "!" } else { "" };
        self.configure(key, &format!("{shell}{}", self.evil(key)));
    }

    /// Some history, and something of everything that can be shown.
    fn fill(&self) {
        let home = "[user]\nname = A\nemail = a@b\n[protocol]\nallow = always\n";
        fs::write(self.root.join("home/.gitconfig"), home).expect("files can be written");
        self.must(&["git", "init", "-q", "-b", "main"]);
        for text in ["one\nx y\n", "one\nx two\n", "three\nx\n"] {
            self.write("src/main.rs", text);
            self.write("plain", text);
            self.must(&["git", "add", "."]);
            self.must(&["git", "commit", "-q", "-m", text]);
        }
        self.must(&["git", "tag", "-a", "v1", "-m", "v"]);
        self.must(&["git", "branch", "other", "HEAD~1"]);
        self.must(&["git", "notes", "add", "-m", "n"]);
        self.write("plain", "stashed\n");
        self.must(&["git", "stash", "-q"]);
        self.sign();
        self.must(&["git", "remote", "add", "origin", "x"]);
        self.configure("branch.main.remote", "origin");
        self.configure("branch.main.merge", "refs/heads/main");
        self.write("src/main.rs", "changed\nx\n");
        self.write("new", "new\n");
    }

    /// Makes the last commit one that is signed, so that whoever looks at the signature runs something.
    fn sign(&self) {
        let commit = self.must(&["git", "cat-file", "commit", "HEAD"]);
        let signature =
            "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n";
        let signed = commit.replacen("\n\n", &format!("\n{signature}"), 1);
        fs::write(self.root.join("signed"), signed).expect("files can be written");
        let store = ["git", "hash-object", "-t", "commit", "-w", "../signed"];
        let id = self.must(&store);
        self.must(&["git", "reset", "-q", "--soft", id.trim()]);
    }

    pub(super) fn run(&self, words: &[&str], neutral: Neutral) -> Output {
        self.run_in("project", words, neutral)
    }

    /// Runs something in a directory.
    pub(super) fn run_in(&self, directory: &str, words: &[&str], neutral: Neutral) -> Output {
        let mut command = Command::new("timeout");
        command
            .arg("10")
            .args(words)
            .current_dir(self.root.join(directory))
            .env_clear()
            .env("PATH", &self.search_path)
            .env("HOME", self.root.join("home"))
            .env("LC_ALL", "C")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .stdin(Stdio::null());
        if neutral == Neutral::Yes {
            command.envs(ENVIRONMENT.iter().copied());
            command.env("GIT_CONFIG_COUNT", SETTINGS.len().to_string());
            for (index, (key, value)) in SETTINGS.iter().enumerate() {
                command.env(format!("GIT_CONFIG_KEY_{index}"), key);
                command.env(format!("GIT_CONFIG_VALUE_{index}"), value);
            }
        }
        command.output().expect("programs can be started")
    }

    /// Runs what builds the repository, and returns what it prints.
    pub(super) fn must(&self, words: &[&str]) -> String {
        let output = self.run(words, Neutral::No);
        assert!(output.status.success(), "{words:?}: {output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Returns the marks that were left, and removes them.
    pub(super) fn take_marks(&self) -> Vec<String> {
        let mut marks = Vec::new();
        for entry in fs::read_dir(self.root.join("ran")).expect("directories can be read") {
            let path = entry.expect("entries can be read").path();
            fs::remove_file(&path).expect("marks can be removed");
            let name = path.file_name().expect("marks have names");
            marks.push(name.to_string_lossy().into_owned());
        }
        marks.sort();
        marks
    }

    /// Every file of the project with what it holds.
    pub(super) fn state(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        let mut open = vec![self.root.join("project")];
        while let Some(directory) = open.pop() {
            for entry in fs::read_dir(directory).expect("directories can be read") {
                let path = entry.expect("entries can be read").path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let text = fs::read(&path).unwrap_or_default();
                    files.push((path, text));
                }
            }
        }
        files.sort();
        files
    }

    /// Runs every harmless command, and returns the marks they left.
    pub(super) fn spring(&self, neutral: Neutral) -> Vec<(String, String)> {
        let mut sprung = Vec::new();
        for command in HARMLESS {
            self.run(&["sh", "-c", command], neutral);
            let marks = self.take_marks();
            sprung.extend(marks.into_iter().map(|mark| (mark, (*command).to_owned())));
        }
        sprung
    }
}

impl Drop for Trap {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.root));
    }
}

/// Whether git is missing here, which is said.
pub(super) fn no_git() -> bool {
    let found = ["/usr/local/bin/git", "/usr/bin/git", "/bin/git"];
    let missing = !found.iter().any(|path| Path::new(path).exists());
    assert!(
        !missing || std::env::var_os("SHELLWARD_TEST_REQUIRE_ALL").is_none(),
        "git is required and missing"
    );
    missing
}

/// Settings that name a program by themselves.
const PROGRAMS: [&str; 34] = [
    "alias.log",
    "alias.status",
    "browser.x.cmd",
    "core.alternateRefsCommand",
    "core.askPass",
    "core.editor",
    "core.fsmonitor",
    "core.gitProxy",
    "core.pager",
    "core.sshCommand",
    "credential.helper",
    "difftool.x.cmd",
    "gc.recentObjectsHook",
    "gpg.openpgp.program",
    "gpg.program",
    "gpg.ssh.defaultKeyCommand",
    "gpg.ssh.program",
    "gpg.x509.program",
    "instaweb.httpd",
    "interactive.diffFilter",
    "man.x.cmd",
    "mergetool.x.cmd",
    "pager.branch",
    "pager.diff",
    "pager.log",
    "pager.status",
    "receive.procReceiveRefs",
    "remote.origin.receivepack",
    "remote.origin.uploadpack",
    "sendemail.sendmailCmd",
    "sequence.editor",
    "trailer.x.cmd",
    "uploadpack.packObjectsHook",
    "web.browser",
];

const HOOKS: [&str; 16] = [
    "applypatch-msg",
    "commit-msg",
    "fsmonitor-watchman",
    "post-checkout",
    "post-commit",
    "post-index-change",
    "post-merge",
    "post-rewrite",
    "pre-auto-gc",
    "pre-commit",
    "pre-push",
    "pre-rebase",
    "prepare-commit-msg",
    "push-to-checkout",
    "reference-transaction",
    "sendemail-validate",
];

/// A repository with every trap that the environment disarms.
pub(super) fn armed() -> Trap {
    let trap = Trap::new();
    trap.configure("log.showSignature", "true");
    trap.configure("status.submoduleSummary", "true");
    trap.configure("diff.submodule", "diff");
    trap.configure("core.untrackedCache", "true");
    trap.configure("protocol.ext.allow", "always");
    trap.configure(
        "remote.origin.url",
        &format!("ext::{}", trap.evil("remote")),
    );
    for key in PROGRAMS {
        trap.set_trap(key);
    }
    for hook in HOOKS {
        let program = format!("#!/bin/sh\nexec {}\n", trap.evil(hook));
        trap.write_program(&format!("project/.git/hooks/{hook}"), &program);
    }
    trap
}

#[test]
fn a_hostile_repository_runs_nothing() {
    if no_git() {
        return;
    }
    let mut trap = armed();
    let before = trap.state();
    for search_path in SEARCH_PATHS {
        search_path.clone_into(&mut trap.search_path);
        let sprung = trap.spring(Neutral::Yes);
        assert!(sprung.is_empty(), "{sprung:#?}");
        assert!(before == trap.state(), "something was changed");
    }
}

#[test]
fn without_the_environment_it_would() {
    if no_git() {
        return;
    }
    let sprung = armed().spring(Neutral::No);
    for mark in ["core.fsmonitor", "gpg.program", "post-index-change"] {
        assert!(
            sprung.iter().any(|one| one.0 == mark),
            "{mark}: {sprung:#?}"
        );
    }
}

#[test]
fn harmless_commands_are_those_that_run() {
    if no_git() {
        return;
    }
    let trap = Trap::new();
    for command in HARMLESS {
        assert!(tell(command).harmless, "{command}");
        let output = trap.run(&["sh", "-c", command], Neutral::Yes);
        let refused = output.status.code() == Some(129);
        assert!(!refused, "git does not know this: {command}: {output:?}");
    }
}
