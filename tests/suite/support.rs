//! What all tests need: a place of their own, policies, and the command line.
#![expect(
    clippy::disallowed_methods,
    reason = "tests start the command line and read what CI tells them"
)]

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::LazyLock,
};

use shellward::{
    decide::{Situation, hidden_places},
    guest::{Allocation, Builtin, GuestEngine, default_specs, load_set},
    ids::PolicyId,
    judge::{Authority, Mode, PolicySet, PolicySource, PolicySpec, Walls},
    plan::{AutoAllow, Containment, Network},
    read::{Dialect, ShellFacts},
    rules::{Rule, RuleSet, Source, Wish},
};
use tempfile::TempDir;

/// The repository.
pub(crate) fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// An engine for all tests.
pub(crate) static ENGINE: LazyLock<GuestEngine> =
    LazyLock::new(|| GuestEngine::new(Allocation::OnDemand).unwrap());

/// A folder of freshly built guests, which then stand in for the prebuilt ones.
fn fresh_guests() -> Option<PathBuf> {
    std::env::var_os("SHELLWARD_GUESTS_DIR").map(PathBuf::from)
}

/// The component of a built-in policy.
pub(crate) fn guest_bytes(builtin: &Builtin) -> Vec<u8> {
    match fresh_guests() {
        Some(directory) => fs::read(directory.join(format!("{}.wasm", builtin.id()))).unwrap(),
        None => builtin.bytes().to_vec(),
    }
}

/// The policies that come with shellward.
pub(crate) static BUILTIN: LazyLock<PolicySet> = LazyLock::new(|| {
    let mut specs = default_specs();
    if let Some(directory) = fresh_guests() {
        for spec in &mut specs {
            spec.source = PolicySource::File(directory.join(format!("{}.wasm", spec.id)));
        }
    }
    let set = load_set(&ENGINE, &specs, None);
    assert!(set.unloadable.is_empty(), "{:?}", set.unloadable);
    set
});

/// A policy from a file, with settings.
pub(crate) fn spec(name: &str, file: &Path, authority: Authority, settings: &str) -> PolicySpec {
    PolicySpec {
        id: PolicyId::new(name),
        source: PolicySource::File(file.to_owned()),
        authority,
        settings: settings.to_owned(),
    }
}

/// The guest that misbehaves as it is told.
pub(crate) fn faulty(authority: Authority, settings: &str) -> PolicySpec {
    let file = repository().join("tests/fixtures/components/faulty.wasm");
    spec("faulty", &file, authority, settings)
}

/// A set of the built-in policies and more.
pub(crate) fn with(specs: Vec<PolicySpec>) -> PolicySet {
    let mut all = default_specs();
    all.extend(specs);
    load_set(&ENGINE, &all, None)
}

/// A session in `/proj`, home `/home/u`, with no rules.
pub(crate) fn situation() -> Situation {
    let home = PathBuf::from("/home/u");
    let state = PathBuf::from("/home/u/.local/state/shellward");
    Situation {
        facts: ShellFacts {
            dialect: Dialect::Bash,
            path: None,
            home: Some("/home/u".to_owned()),
            cwd: "/proj".to_owned(),
            functions: Vec::new(),
        },
        roots: vec![PathBuf::from("/proj")],
        temp: PathBuf::from("/nonexistent/temp"),
        hidden: hidden_places(Some(&home), &state),
        home: Some(home),
        state,
        settings_files: Vec::new(),
        rules: RuleSet::default(),
        excluded: RuleSet::default(),
        policies: BUILTIN.clone(),
        walls: Walls::Work,
        walls_missing: None,
        containment: Containment::Preferred,
        network: Network::Off,
        auto_allow: AutoAllow::Off,
        superuser: false,
        mode: Mode::Default,
    }
}

/// Adds rules.
pub(crate) fn rules(set: &mut RuleSet, wish: Wish, texts: &[&str]) {
    for text in texts {
        let source = Source {
            layer: "test".to_owned(),
            file: None,
            line: None,
        };
        set.add(wish, Rule::parse(text).unwrap(), source).unwrap();
    }
}

/// A project, a home and a state of its own, for the command line.
pub(crate) struct TestEnv {
    directory: TempDir,
}

/// What the command line gave.
#[must_use]
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

impl TestEnv {
    pub(crate) fn new() -> Self {
        let directory = tempfile::Builder::new()
            .prefix("shellward-test-")
            .tempdir_in(base())
            .unwrap();
        let env = Self { directory };
        fs::create_dir(env.path("project")).unwrap();
        fs::create_dir(env.path("home")).unwrap();
        env
    }

    /// A place in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        fs::canonicalize(self.directory.path()).unwrap().join(name)
    }

    /// Writes a file of the project.
    pub(crate) fn write(&self, name: &str, content: &str) {
        let path = self.path("project").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Writes the person's settings.
    pub(crate) fn settings(&self, content: &str) {
        let folder = self.path("home/.config/shellward");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("config.toml"), content).unwrap();
    }

    /// The command line in the project, with an environment of its own.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shellward"));
        command
            .args(arguments)
            .current_dir(self.path("project"))
            .env_clear()
            .env("HOME", self.path("home"))
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("SHELL", "/bin/bash")
            .env("TMPDIR", self.directory.path())
            .stdin(Stdio::null());
        command
    }

    /// Runs git in the project, with nothing of the person's.
    pub(crate) fn git(&self, arguments: &[&str]) -> std::process::ExitStatus {
        Command::new("git")
            .args(arguments)
            .current_dir(self.path("project"))
            .env("HOME", self.path("home"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .status()
            .unwrap()
    }

    /// Runs it.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(&self.command(arguments).output().unwrap())
    }

    /// Runs it with text on its standard input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: &str) -> Ran {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_owned();
        let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap().unwrap();
        Ran::of(&output)
    }
}

/// Whether this machine can put up walls for approved runs. If not, says so: a test must not be skipped in silence.
pub(crate) fn has_work_walls() -> bool {
    let found = shellward::sys::machine::find_bwrap().is_some();
    if !found {
        println!("skipped: bubblewrap is missing (apt-get install bubblewrap)");
    }
    found
}

/// Where projects of tests lie: not below `/tmp`, which is another directory inside walls.
fn base() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

impl Ran {
    fn of(output: &Output) -> Self {
        Self {
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            code: output.status.code().unwrap_or(-1),
        }
    }

    /// Its standard output as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.stdout, self.stderr))
    }
}
