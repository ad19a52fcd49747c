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
    Call, Runtime, RuntimeOptions, Session,
    config::{ConfigFile, EnvVars, Settings},
    decide::{Next, Permit, Question, Runner, Situation, WallsAtHand, hidden_places, rc_files},
    guest::{Allocation, Builtin, GuestEngine, default_specs, load_set},
    ids::PolicyId,
    judge::{Authority, Memory, Mode, PolicySet, PolicySource, PolicySpec},
    plan::{AutoAllow, Containment, Network},
    read::{Dialect, ShellFacts},
    rules::{Rule, RuleSet, Source, Wish},
    sys::machine,
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

/// The component of the guest that misbehaves as it is told.
pub(crate) fn faulty_file() -> PathBuf {
    fresh_guests()
        .unwrap_or_else(|| repository().join("tests/fixtures/components"))
        .join("faulty.wasm")
}

/// The guest that misbehaves as it is told.
pub(crate) fn faulty(authority: Authority, settings: &str) -> PolicySpec {
    spec("faulty", &faulty_file(), authority, settings)
}

/// A set of the built-in policies and more.
pub(crate) fn with(specs: Vec<PolicySpec>) -> PolicySet {
    let mut all = default_specs();
    all.extend(specs);
    load_set(&ENGINE, &all, None)
}

/// A session in `/proj`, home `/home/u`, with no rules. None of it is there.
pub(crate) fn situation() -> Situation {
    situation_at(
        Path::new("/proj"),
        Path::new("/home/u"),
        Path::new("/nonexistent/temp"),
    )
}

/// A session in places that are there, with no rules.
pub(crate) fn situation_in(env: &TestEnv) -> Situation {
    fs::create_dir_all(env.path("temp")).unwrap();
    situation_at(&env.path("project"), &env.path("home"), &env.path("temp"))
}

fn situation_at(project: &Path, home: &Path, temp: &Path) -> Situation {
    let state = home.join(".local/state/shellward");
    Situation {
        facts: ShellFacts {
            dialect: Dialect::Bash,
            path: None,
            home: Some(home.to_str().unwrap().to_owned()),
            cwd: project.to_str().unwrap().to_owned(),
            functions: Vec::new(),
            aliases: Vec::new(),
        },
        roots: vec![project.to_owned()],
        temp: temp.to_owned(),
        rc_files: rc_files(Some(home)),
        hidden: hidden_places(Some(home), &state),
        home: Some(home.to_owned()),
        state,
        settings_files: Vec::new(),
        rules: RuleSet::default(),
        excluded: RuleSet::default(),
        policies: BUILTIN.clone(),
        memory: Memory::default(),
        walls: WallsAtHand::ALL,
        containment: Containment::Preferred,
        network: Network::Off,
        auto_allow: AutoAllow::Off,
        superuser: false,
        mode: Mode::Default,
        runner: Runner::Here,
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

    /// One whose project is a repository with one commit, `first`.
    pub(crate) fn git_project() -> Self {
        let env = Self::new();
        env.write("a.txt", "one\ntwo\n");
        let author = ["-c", "user.name=n", "-c", "user.email=e@x"];
        for arguments in [
            &["init", "-q"][..],
            &["add", "."],
            &[&author[..], &["commit", "-qm", "first"]].concat(),
        ] {
            assert!(env.git(arguments).success(), "git {arguments:?}");
        }
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

/// Set by `cargo xtask ci full`: nothing may be skipped.
const REQUIRE_ALL: &str = "SHELLWARD_TEST_REQUIRE_ALL";

/// Says that something is not tested, and why: never in silence. Fails where nothing may be skipped.
pub(crate) fn skipped(why: &str) {
    assert!(std::env::var_os(REQUIRE_ALL).is_none(), "missing: {why}");
    println!("skipped: {why}");
}

/// Whether this machine can put up the walls of approved runs. If not, says so.
pub(crate) fn has_work_walls() -> bool {
    static OBSTACLE: LazyLock<Option<String>> = LazyLock::new(work_walls_obstacle);
    if let Some(why) = &*OBSTACLE {
        skipped(why);
    }
    OBSTACLE.is_none()
}

/// The file alone says nothing: in a container bubblewrap is often there and may not make namespaces.
fn work_walls_obstacle() -> Option<String> {
    let Some(bwrap) = machine::find_bwrap() else {
        return Some("bubblewrap is not installed (apt-get install bubblewrap)".to_owned());
    };
    let tried = Command::new(bwrap)
        .args(["--unshare-user", "--unshare-pid", "--unshare-net"])
        .args(["--ro-bind", "/", "/", "true"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let remedy = machine::namespace_obstacle().map_or("no reason is known", |one| one.remedy());
    (!tried.status.success()).then(|| {
        let said = String::from_utf8_lossy(&tried.stderr);
        format!(
            "bubblewrap can't make namespaces here: {} ({remedy})",
            said.trim()
        )
    })
}

/// Whether this machine can put up the walls of harmless runs. If not, says so.
pub(crate) fn has_observe_walls() -> bool {
    let has = machine::landlock_version().is_some();
    if !has {
        skipped("this kernel has no Landlock");
    }
    has
}

/// Where projects of tests lie: not below `/tmp`, which is another directory inside walls, even where the project was
/// cloned to there.
pub(crate) fn base() -> &'static Path {
    match env!("CARGO_TARGET_TMPDIR") {
        covered if covered.starts_with("/tmp/") => Path::new("/var/tmp"),
        other => Path::new(other),
    }
}

/// What an embedder's process would have read from its environment, in a place of its own.
pub(crate) fn environment(env: &TestEnv, variables: &[(String, String)]) -> EnvVars {
    let home = env.path("home");
    let own = [("PATH", "/usr/bin:/bin"), ("HOME", home.to_str().unwrap())];
    let own = own.map(|(name, value)| (name.to_owned(), value.to_owned()));
    EnvVars {
        inherited: [&own[..], variables].concat(),
        not_text: Vec::new(),
        shell_wish: Some("/bin/bash".to_owned()),
        login_shell: None,
        path: vec!["/usr/bin".to_owned(), "/bin".to_owned()],
        config: ConfigFile::Own(home.join("config.toml")),
        config_folder: env.path("home/.config/shellward"),
        state: home.join("state"),
        home,
    }
}

/// A session as an embedder opens it.
pub(crate) fn session(env: &TestEnv, environment: EnvVars, settings: Settings) -> Session {
    let runtime = Runtime::build(RuntimeOptions {
        environment,
        settings,
        allocation: Allocation::OnDemand,
        warden: Some(PathBuf::from(env!("CARGO_BIN_EXE_shellward"))),
    })
    .unwrap();
    runtime.session(&env.path("project")).unwrap()
}

/// A permit for a call, by a person's yes where one is needed.
pub(crate) fn permit(session: &mut Session, call: Call) -> Permit {
    let (decision, next) = session.decide(call).unwrap();
    match next {
        Next::Run(permit) => permit,
        Next::Ask(question) => approve(question),
        Next::Refuse => panic!("{:?}", decision.reason),
    }
}

/// A person's yes.
fn approve(question: Question) -> Permit {
    question.approve()
}

impl Ran {
    pub(crate) fn of(output: &Output) -> Self {
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
