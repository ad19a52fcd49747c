//! Where scripts are run by the real bash, with recorders in place of programs.
#![expect(clippy::disallowed_methods, reason = "the oracle is the real bash")]

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use shellward::read::{Dialect, ShellFacts};

use crate::support::skipped;

/// Names of the recorders.
pub(super) const RECORDERS: [&str; 4] = ["rec0", "rec1", "rec2", "rec3"];
/// The variable that recorders note, with the mark for "not set".
pub(super) const VARIABLE: &str = "V0";

/// One call of a recorder: its words, and what `V0` was in its environment.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) words: Vec<String>,
    pub(super) variable: Option<String>,
}

/// A place to run scripts in.
pub(super) struct Bench {
    root: tempfile::TempDir,
    pub(super) bash: PathBuf,
}

impl Bench {
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
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("bin")).unwrap();
        fs::create_dir(root.path().join("home")).unwrap();
        for name in RECORDERS {
            let file = root.path().join("bin").join(name);
            let text = format!(
                "#!{} -p\nprintf '%s\\0' \"${{{VARIABLE}-unset}}\" \"${{0##*/}}\" \"$@\" >\"$CALLS/$$\"\nprintf 'out\\n'\n",
                bash.display(),
            );
            fs::write(&file, text).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        }
        Some(Self { root, bash })
    }

    fn home(&self) -> PathBuf {
        self.root.path().join("home")
    }

    pub(super) fn facts(&self) -> ShellFacts {
        ShellFacts {
            dialect: Dialect::Bash,
            path: None,
            home: Some(self.home().to_str().unwrap().to_owned()),
            cwd: self.root.path().join("cwd").to_str().unwrap().to_owned(),
            functions: Vec::new(),
        }
    }

    /// Runs a script; returns the calls, the files that are there then, and what bash complained about.
    ///
    /// Each has directories of its own: what an earlier one left in the background still writes to its own.
    pub(super) fn run(&self, number: usize, script: &str) -> (Vec<Call>, BTreeSet<String>, String) {
        let cwd = self.root.path().join(format!("cwd{number}"));
        let calls = self.root.path().join(format!("calls{number}"));
        for directory in [&cwd, &calls] {
            fs::create_dir(directory).unwrap();
        }
        for name in ["a", "ab", "-x"] {
            fs::write(cwd.join(name), "").unwrap();
        }
        let file = self.root.path().join("script");
        fs::write(&file, script).unwrap();
        let output = Command::new(&self.bash)
            .args(["--norc", "--noprofile", "-p"])
            .arg(&file)
            .current_dir(&cwd)
            .env_clear()
            .env("PATH", self.root.path().join("bin"))
            .env("HOME", self.home())
            .env("CALLS", &calls)
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let calls = files_of(&calls)
            .iter()
            .filter_map(|path| call(path))
            .collect();
        let names = files_of(&cwd)
            .iter()
            .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
            .collect();
        (
            calls,
            names,
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    }
}

fn files_of(directory: &Path) -> Vec<PathBuf> {
    fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect()
}

/// Reads one call; None: a recorder in the background has not written it yet.
fn call(path: &Path) -> Option<Call> {
    let bytes = fs::read(path).unwrap();
    if bytes.is_empty() {
        return None;
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut parts = text
        .strip_suffix('\0')
        .unwrap_or(&text)
        .split('\0')
        .map(str::to_owned);
    let variable = parts.next().filter(|value| value != "unset");
    Some(Call {
        words: parts.collect(),
        variable,
    })
}
