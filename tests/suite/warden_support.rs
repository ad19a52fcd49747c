//! What the tests of warden and walls share: a place of their own, a session, runs, and proof that nothing is left.

use std::{
    fs::{self, File},
    io::{self, Read as _, Seek as _, Write as _},
    os::{fd::AsFd as _, unix::fs::MetadataExt as _},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use nix::{
    poll::{PollFd, PollFlags, PollTimeout, poll},
    sys::signal::{Signal, kill},
    unistd::{Pid, getuid},
};
use shellward::{
    contain::{
        Found,
        launch::{Launcher, Privilege, Scene, Shell, Walls},
        make_blank,
    },
    outcome::{ProcessName, SurvivorState},
    plan::{Network, Plan, Shape},
    sys::machine,
    warden::{
        LaunchFds, RunChannel, Warden,
        protocol::{Control, Event, Exit},
    },
};
use tempfile::TempDir;

use crate::support::{base, has_observe_walls, has_work_walls};

/// Far more than anything here takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// What is handed over as command text.
const TEXT: &str = "echo from the text";

/// A session with a project, a home and a place outside.
pub(crate) struct Place {
    directory: TempDir,
    pub(crate) warden: Warden,
}

/// A run that was started.
pub(crate) struct Run {
    pub(crate) channel: RunChannel,
    pub(crate) pid: i32,
    stdout: JoinHandle<String>,
    stderr: JoinHandle<String>,
    report: JoinHandle<String>,
}

/// A run that ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) report: String,
    pub(crate) exit: Exit,
    pub(crate) left: Vec<ProcessName>,
    pub(crate) survivors: SurvivorState,
}

impl Place {
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir_in(base()).unwrap();
        for name in ["project", "outside", "home", "temp"] {
            fs::create_dir(directory.path().join(name)).unwrap();
        }
        let warden = Warden::start_with(Path::new(env!("CARGO_BIN_EXE_shellward"))).unwrap();
        Self { directory, warden }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        fs::canonicalize(self.directory.path()).unwrap().join(name)
    }

    pub(crate) fn plan(&self, shape: Shape) -> Plan {
        Plan {
            shape,
            writable: if shape == Shape::Work {
                vec![self.path("project")]
            } else {
                Vec::new()
            },
            protected: Vec::new(),
            hidden: Vec::new(),
            readable: None,
            temp: self.path("temp"),
            network: Network::Off,
            environment: Vec::new(),
        }
    }

    pub(crate) fn start(&self, plan: &Plan, script: &str) -> Run {
        match self.try_start(plan, script) {
            Ok(run) => run,
            Err(message) => panic!("not started: {message}"),
        }
    }

    /// Starts a script under a plan, or says why it was not started.
    pub(crate) fn try_start(&self, plan: &Plan, script: &str) -> Result<Run, String> {
        let argv = ["/bin/bash", "-c", script].map(str::to_owned).to_vec();
        let identity = identity(&self.path("project"));
        self.try_start_shell(plan, argv, identity)
    }

    pub(crate) fn try_start_shell(
        &self,
        plan: &Plan,
        argv: Vec<String>,
        cwd_identity: (u64, u64),
    ) -> Result<Run, String> {
        let cwd = self.path("project");
        let launcher = launcher(plan.shape);
        let walls = Walls::build(
            plan,
            &launcher,
            &Scene {
                cwd: &cwd,
                privilege: privilege(),
                landlock: machine::landlock_version(),
                found: &Found::look(plan),
                blank: &make_blank(self.directory.path()).unwrap(),
            },
        );
        let home = self.path("home").to_str().unwrap().to_owned();
        let environment = [("PATH", "/usr/bin:/bin:/usr/sbin:/sbin"), ("HOME", &home)]
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        let launch = walls.map_err(|error| error.to_string())?.launch(Shell {
            argv,
            environment: environment.to_vec(),
            cwd: cwd.to_str().unwrap().to_owned(),
            cwd_identity,
            grace: Duration::from_millis(300),
            patience: Duration::from_secs(2),
        });
        let null = File::open("/dev/null").unwrap();
        let (stdout, stdout_writer) = io::pipe().unwrap();
        let (stderr, stderr_writer) = io::pipe().unwrap();
        let (report, report_writer) = io::pipe().unwrap();
        let mut text = tempfile::tempfile().unwrap();
        text.write_all(TEXT.as_bytes()).unwrap();
        text.rewind().unwrap();
        let channel = self
            .warden
            .run(
                &launch,
                LaunchFds {
                    stdin: null.as_fd(),
                    stdout: stdout_writer.as_fd(),
                    stderr: stderr_writer.as_fd(),
                    text: text.as_fd(),
                    report: report_writer.as_fd(),
                    cwd: File::open(&cwd).unwrap().as_fd(),
                },
            )
            .unwrap();
        drop((stdout_writer, stderr_writer, report_writer));
        match next(&channel) {
            Event::Started { pid } => Ok(Run {
                channel,
                pid,
                stdout: read(stdout),
                stderr: read(stderr),
                report: read(report),
            }),
            Event::Failed { message } => Err(message),
            ended @ Event::Ended { .. } => panic!("ended before it was started: {ended:?}"),
        }
    }

    /// Runs a script to its end.
    pub(crate) fn run(&self, plan: &Plan, script: &str) -> Ran {
        self.start(plan, script).finish()
    }
}

impl Run {
    pub(crate) fn finish(self) -> Ran {
        match next(&self.channel) {
            Event::Ended {
                exit,
                left,
                survivors,
                survivor_names,
            } => {
                assert_eq!(survivor_names, []);
                Ran {
                    stdout: self.stdout.join().unwrap(),
                    stderr: self.stderr.join().unwrap(),
                    report: self.report.join().unwrap(),
                    exit,
                    left,
                    survivors,
                }
            }
            other => panic!("{other:?} instead of an end"),
        }
    }

    pub(crate) fn tell(self, control: Control) -> Ran {
        self.channel.send(control).unwrap();
        self.finish()
    }
}

/// Waits for the next event.
pub(crate) fn next(channel: &RunChannel) -> Event {
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some(event) = channel.receive().unwrap() {
            return event;
        }
        assert!(Instant::now() < until, "no event");
        let mut watched = [PollFd::new(channel.as_fd(), PollFlags::POLLIN)];
        poll(&mut watched, PollTimeout::from(1000_u16)).unwrap();
    }
}

fn read(mut pipe: io::PipeReader) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut content = Vec::new();
        pipe.read_to_end(&mut content).unwrap();
        String::from_utf8_lossy(&content).into_owned()
    })
}

pub(crate) fn identity(path: &Path) -> (u64, u64) {
    let metadata = fs::metadata(path).unwrap();
    (metadata.dev(), metadata.ino())
}

pub(crate) fn privilege() -> Privilege {
    Privilege::of(getuid().as_raw())
}

pub(crate) fn launcher(shape: Shape) -> Launcher {
    match shape {
        Shape::Observe => Launcher::Landlock,
        Shape::Work => Launcher::Bwrap(machine::find_bwrap().unwrap_or_default()),
        _ => Launcher::None,
    }
}

/// The shapes that this machine can build. One that it can't is said.
pub(crate) fn shapes() -> Vec<Shape> {
    let mut shapes = vec![Shape::Open];
    shapes.extend(has_observe_walls().then_some(Shape::Observe));
    shapes.extend(has_work_walls().then_some(Shape::Work));
    shapes
}

/// A word that no other process has in its arguments; good as a time to sleep.
pub(crate) struct Marker(pub(crate) String);

impl Marker {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        Self(format!("300.{}{count:03}", std::process::id()))
    }

    /// Ids of processes that have it in their arguments.
    pub(crate) fn processes(&self) -> Vec<i32> {
        Self::find(|arguments| arguments.contains(&self.0))
    }

    /// How many processes sleep for it.
    pub(crate) fn sleepers(&self) -> usize {
        let arguments = format!("sleep\0{}\0", self.0);
        Self::find(|other| other == arguments).len()
    }

    pub(crate) fn wait_until_there(&self, count: usize) {
        let until = Instant::now() + PATIENCE;
        while self.sleepers() < count {
            assert!(
                Instant::now() < until,
                "{} of {count} came",
                self.sleepers()
            );
            pause();
        }
    }

    pub(crate) fn wait_until_gone(&self) {
        let until = Instant::now() + PATIENCE;
        while !self.processes().is_empty() {
            assert!(Instant::now() < until, "{:?} did not end", self.processes());
            pause();
        }
    }

    fn find(wanted: impl Fn(&str) -> bool) -> Vec<i32> {
        let own = std::process::id().cast_signed();
        let entries = fs::read_dir("/proc").unwrap().flatten();
        entries
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .filter(|pid| *pid != own && is_alive(*pid))
            .filter(|pid| {
                let arguments = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
                wanted(&String::from_utf8_lossy(&arguments))
            })
            .collect()
    }
}

/// Between two looks at what nobody tells of.
fn pause() {
    poll(&mut [], PollTimeout::from(5_u8)).unwrap();
}

impl Drop for Marker {
    fn drop(&mut self) {
        for pid in self.processes() {
            // Gone meanwhile is fine.
            drop(kill(Pid::from_raw(pid), Signal::SIGKILL).map_err(io::Error::from));
        }
    }
}

fn is_alive(pid: i32) -> bool {
    parent_and_state(pid).is_some_and(|(_, state)| state != 'Z')
}

/// The parent of a process.
pub(crate) fn parent(pid: i32) -> i32 {
    parent_and_state(pid).unwrap().0
}

fn parent_and_state(pid: i32) -> Option<(i32, char)> {
    let line = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = line.rsplit_once(") ")?;
    let mut fields = rest.split(' ');
    let state = fields.next()?.chars().next()?;
    Some((fields.next()?.parse().ok()?, state))
}
