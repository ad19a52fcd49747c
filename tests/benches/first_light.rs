//! One run that measures the whole path: parse, read, guest calls, decision; runs and whole processes beside their bare
//! counterparts. Everything that is compared is interleaved, so that the ratios hold whatever the machine is doing.
//!
//! `cargo bench` prints the tables; the number of rounds can be given: `cargo bench -- 100`.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a benchmark prints, may panic, and starts what it compares with"
)]

use std::{
    hint::black_box,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use shellward::{
    Call, Runtime, RuntimeOptions, Session,
    config::{ConfigFile, EnvVars, Settings},
    decide::Next,
    guest::{Allocation, GuestEngine, GuestPolicy, builtins, default_specs},
    ids::Digest,
    judge::{Input, PolicySet, Resolved},
    read::{Dialect, ShellFacts, read},
};

/// The five commands of the table.
const COMMANDS: [&str; 5] = [
    "ls",
    "git status && ls -la | grep foo",
    "grep -rn 'TODO' src | sort | uniq -c | head -20",
    "npm test 2>&1 | tail -5",
    "echo \"$(git log --oneline -1)\" > out; (cd x && make)",
];
/// Between two calls. Agents think between their calls, so spare instances are ready again; without it what is measured
/// is how fast instances are made.
const PAUSE: Duration = Duration::from_micros(300);

fn main() {
    // The runs below need a warden, and this program becomes it.
    shellward::warden::enter();
    let rounds = std::env::args()
        .skip(1)
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(40);
    // Outside of the repository, which would be the project, and of `/tmp`, which is another directory inside walls.
    let directory = tempfile::tempdir_in("/var/tmp").unwrap();
    let runtime = runtime(directory.path());
    deciding(&runtime, directory.path(), rounds * 10);
    running(&runtime, directory.path(), rounds);
    processes(directory.path(), rounds);
}

fn runtime(directory: &Path) -> Runtime {
    let path = std::env::var("PATH").unwrap();
    Runtime::build(RuntimeOptions {
        environment: EnvVars {
            inherited: vec![("PATH".to_owned(), path.clone())],
            not_text: Vec::new(),
            shell_wish: Some("/bin/bash".to_owned()),
            login_shell: None,
            path: path.split(':').map(str::to_owned).collect(),
            home: directory.to_owned(),
            config: ConfigFile::Own(directory.join("config.toml")),
            config_folder: directory.join("config"),
            state: directory.join("state"),
        },
        settings: Settings::with_policies(default_specs()),
        allocation: Allocation::Pooled,
        warden: None,
    })
    .unwrap()
}

fn project(directory: &Path) -> PathBuf {
    let project = directory.join("project");
    std::fs::create_dir_all(&project).unwrap();
    project
}

fn deciding(runtime: &Runtime, directory: &Path, rounds: u32) {
    // The same session cannot be lent to two closures, so they share it.
    let session = std::cell::RefCell::new(runtime.session(&project(directory)).unwrap());
    let facts = ShellFacts {
        dialect: Dialect::Bash,
        path: None,
        home: Some("/home/u".to_owned()),
        cwd: "/proj".to_owned(),
        functions: Vec::new(),
        aliases: Vec::new(),
    };
    let input_session = shellward::judge::Session {
        cwd: "/proj".to_owned(),
        home: "/home/u".to_owned(),
        temp: "/tmp/x".to_owned(),
        roots: vec!["/proj".to_owned()],
        mode: shellward::judge::Mode::Default,
        superuser: false,
        walls: shellward::judge::Walls::Work,
    };
    let mut parser = tree_sitter::Parser::new();
    parser
        .set_language(&tree_sitter_bash::LANGUAGE.into())
        .unwrap();

    println!("deciding, medians of {rounds} calls, in µs\n");
    println!(
        "{:>8} {:>8} {:>6} {:>8} {:>9} {:>7}  command",
        "parse", "read", "calls", "guests", "decision", "again"
    );
    let guests = Guests::load();
    for command in COMMANDS {
        let script = read(command, &facts);
        let input = Input {
            script: &script,
            session: &input_session,
        };
        let times = interleave(
            rounds,
            &mut [
                &mut || drop(black_box(parser.parse(command, None))),
                &mut || drop(black_box(read(command, &facts))),
                &mut || guests.ask(input),
                &mut || {
                    let mut session = session.borrow_mut();
                    session.forget();
                    drop(black_box(
                        session.check(Call::new(command).unwrap()).unwrap(),
                    ));
                },
                &mut || {
                    // What was just decided is remembered.
                    drop(black_box(
                        session
                            .borrow_mut()
                            .check(Call::new(command).unwrap())
                            .unwrap(),
                    ));
                },
            ],
            PAUSE,
        );
        let micro = |time: Duration| time.as_secs_f64() * 1e6;
        println!(
            "{:>8.1} {:>8.1} {:>6} {:>8.1} {:>9.1} {:>7.1}  {command}",
            micro(times[0]),
            micro(times[1]),
            guests.calls_of(input),
            micro(times[2]),
            micro(times[3]),
            micro(times[4])
        );
    }
}

/// The built-in policies of a runtime, counted.
struct Guests {
    policies: Vec<Arc<GuestPolicy>>,
    set: PolicySet,
}

impl Guests {
    fn load() -> Self {
        let engine = GuestEngine::new(Allocation::Pooled).unwrap();
        let mut set = PolicySet {
            effects: Vec::new(),
            classifiers: Vec::new(),
            warnings: Vec::new(),
            exit_codes: Vec::new(),
            unloadable: Vec::new(),
            digest: Digest::of(&[]),
        };
        let mut policies = Vec::new();
        for builtin in builtins() {
            let (id, authority) = (builtin.id(), builtin.authority());
            let policy = GuestPolicy::load(&engine, id, builtin.bytes(), authority, "", None);
            let policy = Arc::new(policy.unwrap());
            let roles = policy.roles();
            if roles.effects {
                set.effects.push(Arc::clone(&policy) as _);
            }
            if roles.classifier {
                set.classifiers.push(Arc::clone(&policy) as _);
            }
            if roles.warnings {
                set.warnings.push(Arc::clone(&policy) as _);
            }
            policies.push(policy);
        }
        Self { policies, set }
    }

    /// Everything that guests are asked for a decision. What the effects touch is not looked at.
    fn ask(&self, input: Input<'_>) {
        let mut described = self.set.describe(input);
        let effects = described.effects.iter().cloned();
        let resolved: Vec<Resolved> = effects
            .map(|effect| Resolved {
                effect,
                places: Vec::new(),
            })
            .collect();
        self.set.classify(input, &resolved, &mut described);
        black_box((self.set.warn(input, &resolved), described));
    }

    /// How many of them are called.
    fn calls_of(&self, input: Input<'_>) -> u64 {
        let calls = || -> u64 { self.policies.iter().map(|one| one.evaluations()).sum() };
        let before = calls();
        self.ask(input);
        calls() - before
    }
}

fn running(runtime: &Runtime, directory: &Path, rounds: u32) {
    let mut session = runtime.session(&project(directory)).unwrap();
    let executor = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let mut run = |command: &str| run_once(&mut session, &executor, command);
    run("true");
    run("sleep 0.0; true #");
    // The same session cannot be lent to two closures, so they share it.
    let shared = std::cell::RefCell::new(run);
    let bwrap = shellward::sys::machine::find_bwrap();
    let times = interleave(
        rounds,
        &mut [
            &mut || plain(Path::new("/bin/bash"), &["-c", "true"]),
            &mut || (shared.borrow_mut())("true"),
            &mut || (shared.borrow_mut())("env true"),
            &mut || {
                if let Some(bwrap) = &bwrap {
                    plain(bwrap, BARE_BWRAP);
                }
            },
        ],
        Duration::ZERO,
    );
    println!("\nrunning `true` in a session, medians of {rounds} rounds\n");
    let rows = [
        ("bash -c true", times[0]),
        ("session, observe walls", times[1]),
        ("session, work walls (approved `env true`)", times[2]),
        ("bare bwrap, the same namespaces", times[3]),
    ];
    table(&rows);
}

const BARE_BWRAP: &[&str] = &[
    "--unshare-user",
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-net",
    "--die-with-parent",
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "bash",
    "-c",
    "true",
];

fn run_once(session: &mut Session, executor: &tokio::runtime::Runtime, command: &str) {
    let (_, next) = session.decide(Call::new(command).unwrap()).unwrap();
    let permit = match next {
        Next::Run(permit) => permit,
        Next::Ask(question) => question.approve(),
        Next::Refuse => unreachable!("nothing denies it"),
    };
    let outcome = executor.block_on(session.run(permit)).unwrap();
    assert_eq!(outcome.exit_code, 0, "{outcome:?}");
}

fn processes(directory: &Path, rounds: u32) {
    let check = || {
        let status = Command::new(env!("CARGO_BIN_EXE_shellward"))
            .args(["check", "git status && ls -la | grep foo"])
            .current_dir(project(directory))
            .env("XDG_STATE_HOME", directory)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success());
    };
    let event = directory.join("event.json");
    let event_text = serde_json::json!({
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": { "command": "git status && ls -la | grep foo" },
        "cwd": project(directory),
    });
    std::fs::write(&event, event_text.to_string()).unwrap();
    let hook = || {
        let output = Command::new(env!("CARGO_BIN_EXE_shellward"))
            .args(["hook", "claude-code"])
            .env("XDG_STATE_HOME", directory)
            .stdin(Stdio::from(std::fs::File::open(&event).unwrap()))
            .output()
            .unwrap();
        // A hook that failed would be quick, too.
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("\"allow\""), "{text}");
    };
    // The first compiles the policies.
    check();
    let times = interleave(
        rounds,
        &mut [
            &mut || plain(Path::new("/bin/bash"), &["-c", "true"]),
            &mut || check(),
            &mut || hook(),
            &mut || plain(Path::new("python3"), &["-c", "pass"]),
            &mut || plain(Path::new("node"), &["-e", "0"]),
        ],
        Duration::ZERO,
    );
    println!("\nwhole processes, medians of {rounds} rounds\n");
    let rows = [
        ("bash -c true", times[0]),
        ("shellward check, warm", times[1]),
        ("shellward hook claude-code, warm", times[2]),
        ("python3 -c pass", times[3]),
        ("node -e 0", times[4]),
    ];
    table(&rows);
    let of_node = times[2].as_secs_f64() / times[4].as_secs_f64();
    println!("\nthe hook takes {of_node:.2} of node -e 0");
}

fn plain(program: &Path, arguments: &[&str]) {
    let ran = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .status();
    // What is not installed is measured as what it costs: nothing.
    drop(ran);
}

fn table(rows: &[(&str, Duration)]) {
    let base = rows.first().map_or(1.0, |row| row.1.as_secs_f64());
    println!("{:>9} {:>7}", "ms", "ratio");
    for (name, time) in rows {
        let seconds = time.as_secs_f64();
        println!("{:>9.2} {:>6.2}x  {name}", seconds * 1e3, seconds / base);
    }
}

/// Measures all things in turn, round by round with a pause before each, and returns the median time of each.
fn interleave(rounds: u32, things: &mut [&mut dyn FnMut()], pause: Duration) -> Vec<Duration> {
    let mut times = vec![Vec::new(); things.len()];
    for round in 0..rounds + rounds / 10 {
        for (thing, times) in things.iter_mut().zip(&mut times) {
            if !pause.is_zero() {
                std::thread::park_timeout(pause);
            }
            let started = Instant::now();
            thing();
            // The first tenth warms up.
            if round >= rounds / 10 {
                times.push(started.elapsed());
            }
        }
    }
    times
        .iter_mut()
        .map(|times| {
            times.sort_unstable();
            times[times.len() / 2]
        })
        .collect()
}
