//! Runs commands behind walls, and finds out what they tried: `bwrap` takes everything away but reading, `strace`
//! writes down every call that could change something, whether it is refused or not.

use std::{
    ffi::OsStr,
    fs,
    path::Path,
    process::{Command, Stdio},
    sync::OnceLock,
    time::Duration,
};

use super::{
    driver,
    trace::{self, Deed},
    workspace::Workspace,
};

/// Commands that one driver runs.
const BATCH: usize = 250;

/// What came of one command.
pub(super) struct Outcome {
    /// What it tried that changes something.
    pub(super) deeds: Vec<Deed>,
    /// What it printed.
    pub(super) output: Vec<u8>,
}

/// Returns why there are no walls on this machine, if there are none.
pub(super) fn missing() -> Option<&'static str> {
    static MISSING: OnceLock<Option<String>> = OnceLock::new();
    MISSING.get_or_init(find_missing).as_deref()
}

fn find_missing() -> Option<String> {
    for (name, package) in [("bwrap", "bubblewrap"), ("strace", "strace")] {
        if super::program(name).is_none() {
            return Some(format!("no {name} (apt-get install {package})"));
        }
    }
    let workspace = Workspace::new();
    let probe = start(
        &workspace,
        &[vec!["/bin/true".to_owned()]],
        Duration::from_secs(5),
    );
    probe.err().map(|error| format!("no walls here: {error}"))
}

/// Runs programs with their arguments, in order, several drivers at a time. Each gets a project of its own, in which
/// nothing may be different afterwards.
pub(super) fn run(commands: &[Vec<String>], patience: Duration) -> Vec<Outcome> {
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let batches: Vec<_> = commands.chunks(BATCH).collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let mut outcomes = std::thread::scope(|scope| {
        let work = || {
            let mut done = Vec::new();
            loop {
                let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let Some(batch) = batches.get(number) else {
                    return done;
                };
                done.push((number, run_batch(batch, patience)));
            }
        };
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let done = workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("workers end well"));
        done.collect::<Vec<_>>()
    });
    outcomes.sort_by_key(|(number, _)| *number);
    outcomes
        .into_iter()
        .flat_map(|(_, outcomes)| outcomes)
        .collect()
}

fn run_batch(commands: &[Vec<String>], patience: Duration) -> Vec<Outcome> {
    let workspace = Workspace::new();
    let before = workspace.files();
    let outcomes = start(&workspace, commands, patience).expect("the walls stand");
    let names = commands.iter().map(|words| words.join(" "));
    let mut changed = workspace.files();
    changed.retain(|file| !before.contains(file));
    let told = outcomes.iter().any(|outcome| !outcome.deeds.is_empty());
    assert!(
        changed.is_empty() || told,
        "changed without a trace: {changed:?} by one of {:#?}",
        names.collect::<Vec<_>>()
    );
    outcomes
}

/// Starts a driver behind walls and waits for it.
fn start(
    workspace: &Workspace,
    commands: &[Vec<String>],
    patience: Duration,
) -> Result<Vec<Outcome>, String> {
    let exchange = workspace.exchange();
    let encoded = driver::encode(commands.iter().map(Vec::as_slice));
    fs::write(exchange.join("commands"), encoded).map_err(|error| error.to_string())?;
    let executable = std::env::current_exe().map_err(|error| error.to_string())?;
    let log = exchange.join("log");
    let run = Command::new("bwrap")
        .args(bwrap_arguments(workspace.path(), &executable))
        .args(["strace", "-f", "-qq", "--seccomp-bpf", "-s", "200"])
        .args(["-e", "signal=none", "-e", trace::CALLS, "-o"])
        .arg(&log)
        .arg(&executable)
        .args([driver::TEST, "--exact", "--test-threads=1"])
        // In an environment, not in arguments: those may be seen by everybody.
        .env_clear()
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env(driver::EXCHANGE, &exchange)
        .env(driver::PATIENCE, patience.as_millis().to_string())
        .env(driver::SECRET, driver::SECRET_VALUE)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    if !exchange.join("done").exists() {
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        return Err(format!("{}: {said}", run.status));
    }
    let log = fs::read(log).map_err(|error| error.to_string())?;
    let deeds = trace::read(&String::from_utf8_lossy(&log), commands.len());
    let outcome = |(number, deeds): (usize, Vec<Deed>)| Outcome {
        deeds,
        output: fs::read(exchange.join(format!("output-{number}"))).unwrap_or_default(),
    };
    Ok(deeds.into_iter().enumerate().map(outcome).collect())
}

fn bwrap_arguments(project: &Path, executable: &Path) -> Vec<std::ffi::OsString> {
    let mut words: Vec<&OsStr> = [
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        "--cap-drop",
        "ALL",
        "--ro-bind",
        "/",
        "/",
        "--dev",
        "/dev",
        "--proc",
        "/proc",
        "--tmpfs",
        "/run",
        "--tmpfs",
        "/root",
        "--tmpfs",
        "/home",
        "--tmpfs",
        "/tmp",
        "--ro-bind",
    ]
    .map(OsStr::new)
    .to_vec();
    words.extend([executable.as_os_str(), executable.as_os_str()]);
    words.extend([
        OsStr::new("--bind"),
        project.as_os_str(),
        project.as_os_str(),
    ]);
    words.extend([OsStr::new("--chdir"), project.as_os_str()]);
    words.into_iter().map(OsStr::to_owned).collect()
}
