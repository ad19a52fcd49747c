//! Canaries: whether walls hold on this machine, tried out instead of believed (R6.1, R6.7, R6.8).
//!
//! A canary is an ordinary run of the real plan in which a probe stands in place of the shell.

use std::{
    fs::{self, File},
    io::{self, PipeReader, PipeWriter, Read as _},
    os::{
        fd::{AsFd as _, OwnedFd},
        unix::fs::MetadataExt as _,
    },
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};

use super::{
    Found,
    launch::{LaunchError, Launcher, Privilege, Scene, Shell, Walls},
};
use crate::{
    plan::{Plan, Shape},
    sys::{descriptors, machine, packets},
    warden::{
        LaunchFds, RunChannel, Warden, WardenError,
        probe::{self, Attempt, Expected, Question},
        protocol::{Event, Exit, Launch},
    },
};

/// How long a canary may take. It takes milliseconds; this is for machines that are out of breath.
const PATIENCE: Duration = Duration::from_secs(10);
/// Longest report that is read.
const MAX_REPORT_BYTES: u64 = 64 * 1024;

/// Never written, only opened.
const KERNEL_SETTING: &str = "/proc/sys/kernel/core_pattern";
/// A directory that everybody may write to and no walls replace.
const FOR_ALL: &str = "/var/tmp";
const OWN_ENVIRONMENT: &str = "/proc/self/environ";
const ORDINARY_FILE: &str = "/bin/sh";

const FAMILY_UNIX: i32 = 1;
const FAMILY_INTERNET: i32 = 2;
const FAMILY_VSOCK: i32 = 40;

/// A plan that should hold, and what the canary needs to try it.
#[derive(Clone, Debug)]
pub struct Trial<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// What builds it.
    pub launcher: &'a Launcher,
    /// Who runs commands.
    pub privilege: Privilege,
    /// A directory that this process can write to and the plan does not make writable, such as the state directory.
    /// Files for trying are made there and removed.
    pub outside: &'a Path,
    /// An empty file without permissions (see [`make_blank`](super::make_blank)).
    pub blank: &'a Path,
}

/// Why walls can't be relied on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CanaryFailure {
    /// They were up, and something got through them, or they keep what they must not.
    #[error("walls by `{launcher}` don't hold here: {}", .what.join("; "))]
    DoesNotHold {
        /// What builds them.
        launcher: &'static str,
        /// What was found, each for people.
        what: Vec<String>,
    },
    /// They could not be put up.
    #[error("walls by `{launcher}` can't be put up here: {why}\nhint: {remedy}")]
    NotBuilt {
        /// What builds them.
        launcher: &'static str,
        /// Why.
        why: String,
        /// What a person can do.
        remedy: String,
    },
    /// The plan can't be launched at all.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// The warden could not run it.
    #[error(transparent)]
    Warden(#[from] WardenError),
    /// The canary itself could not be set up, so nothing is known.
    #[error("walls could not be tried out in {}: {source}", .place.display())]
    Setup {
        /// Where it was to be tried.
        place: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

/// Tries a plan out. Waits until that is done, which takes milliseconds.
///
/// # Errors
/// Fails when anything got through, or when it could not be tried: walls are good only after they were seen to hold.
pub fn check(warden: &Warden, trial: &Trial<'_>) -> Result<(), CanaryFailure> {
    let bait = Bait::lay(trial.outside)?;
    let plan = bait.plan(trial.plan);
    let launch = launch(&plan, trial)?;
    let questions = questions(&plan, &bait, trial.privilege);
    let handed = Handed::make(&questions).map_err(|source| setup_failure(trial.outside, source))?;
    let what = ask(warden, &launch, handed, trial)?;
    if what.is_empty() {
        Ok(())
    } else {
        let launcher = trial.launcher.name();
        Err(CanaryFailure::DoesNotHold { launcher, what })
    }
}

/// Where the probe runs. The root directory is there under all walls.
const CWD: &str = "/";

fn launch(plan: &Plan, trial: &Trial<'_>) -> Result<Launch, CanaryFailure> {
    let scene = Scene {
        cwd: Path::new(CWD),
        privilege: trial.privilege,
        landlock: machine::landlock_version(),
        found: &Found::look(plan),
        blank: trial.blank,
    };
    let walls = Walls::build(plan, trial.launcher, &scene)?;
    let metadata = fs::metadata(CWD).map_err(|source| setup_failure(Path::new(CWD), source))?;
    Ok(walls.launch(Shell {
        argv: probe::argv(),
        environment: Vec::new(),
        cwd: CWD.to_owned(),
        cwd_identity: (metadata.dev(), metadata.ino()),
        grace: Duration::ZERO,
        patience: PATIENCE,
    }))
}

/// What a probe is given.
struct Handed {
    null: File,
    cwd: File,
    questions: OwnedFd,
    report: PipeReader,
    report_writer: PipeWriter,
}

impl Handed {
    fn make(questions: &[Question]) -> io::Result<Self> {
        let (report, report_writer) = io::pipe()?;
        Ok(Self {
            null: File::options().read(true).write(true).open("/dev/null")?,
            cwd: File::open(CWD)?,
            questions: descriptors::memory_file(c"questions", &serde_json::to_vec(questions)?)?,
            report,
            report_writer,
        })
    }
}

/// Runs the probe and returns what it found, each for people.
fn ask(
    warden: &Warden,
    launch: &Launch,
    handed: Handed,
    trial: &Trial<'_>,
) -> Result<Vec<String>, CanaryFailure> {
    let fds = LaunchFds {
        stdin: handed.null.as_fd(),
        stdout: handed.null.as_fd(),
        stderr: handed.null.as_fd(),
        text: handed.questions.as_fd(),
        report: handed.report_writer.as_fd(),
        cwd: handed.cwd.as_fd(),
    };
    let channel = warden.run(launch, fds)?;
    // Otherwise the report would not end.
    drop(handed.report_writer);
    wait_for_end(&channel).map_err(|why| not_built(trial.launcher, why))?;
    let mut content = Vec::new();
    handed
        .report
        .take(MAX_REPORT_BYTES)
        .read_to_end(&mut content)
        .map_err(|source| setup_failure(trial.outside, source))?;
    serde_json::from_slice(&content)
        .map_err(|error| not_built(trial.launcher, format!("the probe gave no report: {error}")))
}

fn setup_failure(place: &Path, source: io::Error) -> CanaryFailure {
    CanaryFailure::Setup {
        place: place.to_owned(),
        source,
    }
}

fn not_built(launcher: &Launcher, why: String) -> CanaryFailure {
    CanaryFailure::NotBuilt {
        launcher: launcher.name(),
        why,
        remedy: remedy(launcher),
    }
}

/// What a person can do when walls can't be put up.
pub fn remedy(launcher: &Launcher) -> String {
    match launcher {
        Launcher::Bwrap(path) if !path.exists() => {
            "install bubblewrap, for example with `apt-get install bubblewrap` or `dnf install bubblewrap`".to_owned()
        }
        Launcher::Bwrap(_) => machine::namespace_obstacle().map_or_else(
            || "in a container, allow it to make user namespaces".to_owned(),
            |obstacle| obstacle.remedy().to_owned(),
        ),
        Launcher::Landlock => {
            "Landlock needs Linux 5.13 or newer with `landlock` in the boot parameter `lsm=`".to_owned()
        }
        Launcher::None => "nothing is needed to run without walls".to_owned(),
    }
}

/// Files to be got at, removed at the end.
struct Bait {
    directory: PathBuf,
}

impl Bait {
    const VICTIM: &str = "victim";
    const SECRET: &str = "secret";
    const NEW: &str = "new";
    /// A place that a confined run may read, but for what is hidden in it, with a link that leads out.
    const OPEN: &str = "open";
    const OPEN_FILE: &str = "open/file";
    const OPEN_SECRET: &str = "open/secret";
    const OPEN_LINK: &str = "open/link";

    fn lay(outside: &Path) -> Result<Self, CanaryFailure> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let directory = outside.join(format!("canary-{}-{count}", std::process::id()));
        let lay = || {
            fs::create_dir_all(&directory)?;
            fs::write(directory.join(Self::VICTIM), "")?;
            fs::write(directory.join(Self::SECRET), "")?;
            fs::create_dir_all(directory.join(Self::OPEN))?;
            fs::write(directory.join(Self::OPEN_FILE), "")?;
            fs::write(directory.join(Self::OPEN_SECRET), "")?;
            std::os::unix::fs::symlink(
                directory.join(Self::VICTIM),
                directory.join(Self::OPEN_LINK),
            )
        };
        lay().map_err(|source| setup_failure(outside, source))?;
        Ok(Self { directory })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// The plan, with one more hidden place, and one more that may be read if only some may.
    fn plan(&self, plan: &Plan) -> Plan {
        let mut plan = plan.clone();
        plan.hidden.push(self.path(Self::SECRET));
        if let Some(readable) = &mut plan.readable {
            let open = self.path(Self::OPEN);
            readable.push(fs::canonicalize(&open).unwrap_or(open));
            plan.hidden.push(self.path(Self::OPEN_SECRET));
        }
        plan
    }
}

impl Drop for Bait {
    fn drop(&mut self) {
        // What is left is empty and has a telling name.
        drop(fs::remove_dir_all(&self.directory));
    }
}

fn questions(plan: &Plan, bait: &Bait, privilege: Privilege) -> Vec<Question> {
    let path = |name| bait.path(name).to_string_lossy().into_owned();
    let victim = || path(Bait::VICTIM);
    if plan.shape == Shape::Open {
        return Vec::new();
    }
    let mut questions = vec![
        refused(
            Attempt::Create {
                path: path(Bait::NEW),
            },
            "a file could be made outside",
        ),
        refused(
            Attempt::OpenToWrite { path: victim() },
            "a file outside could be written",
        ),
        refused(
            Attempt::ChangeMode { path: victim() },
            "a file's mode outside could be changed",
        ),
        refused(
            Attempt::Read {
                path: path(Bait::SECRET),
            },
            "a hidden file could be read",
        ),
        refused(Attempt::Namespace, "a user namespace could be made inside"),
        refused(Attempt::Ring, "io_uring could be used"),
        refused(
            Attempt::Socket {
                family: FAMILY_UNIX,
            },
            "a unix socket could be made",
        ),
        refused(
            Attempt::Socket {
                family: FAMILY_VSOCK,
            },
            "a vsock socket could be made",
        ),
        works(
            Attempt::Read {
                path: ORDINARY_FILE.to_owned(),
            },
            "an ordinary file could not be read",
        ),
    ];
    // The place outside may be one that is not even there inside. This one is, and anybody may write to it.
    if !plan
        .writable
        .iter()
        .any(|root| Path::new(FOR_ALL).starts_with(root))
    {
        let path = format!("{FOR_ALL}/.shellward-canary-{}", std::process::id());
        questions.push(refused(
            Attempt::Create { path },
            "a file could be made in /var/tmp",
        ));
    }
    if privilege == Privilege::Root {
        let path = KERNEL_SETTING.to_owned();
        let meaning = "settings of the host's kernel could be written by uid 0";
        questions.push(refused(Attempt::OpenToWrite { path }, meaning));
    }
    questions.extend(match plan.shape {
        Shape::Observe => {
            let family = FAMILY_INTERNET;
            Some(refused(
                Attempt::Socket { family },
                "an internet socket could be made",
            ))
        }
        Shape::Work => {
            let path = "/tmp/.canary".to_owned();
            let meaning = "the private temporary directory could not be written";
            Some(works(Attempt::Create { path }, meaning))
        }
        Shape::Open => None,
    });
    if plan.readable.is_some() {
        questions.extend(about_reading(bait));
    }
    questions
}

/// What a confined run must not read, and what it must.
fn about_reading(bait: &Bait) -> [Question; 7] {
    let path = |name| bait.path(name).to_string_lossy().into_owned();
    let read = |name| Attempt::Read { path: path(name) };
    [
        refused(read(Bait::VICTIM), "a file elsewhere could be read"),
        refused(read(Bait::OPEN_LINK), "a link led out to a file elsewhere"),
        refused(
            read(Bait::OPEN_SECRET),
            "a hidden file in a place that may be read could be read",
        ),
        refused(
            Attempt::List { path: path("") },
            "a directory elsewhere could be listed",
        ),
        refused(
            Attempt::Read {
                path: OWN_ENVIRONMENT.to_owned(),
            },
            "the environment of a process could be read",
        ),
        works(
            read(Bait::OPEN_FILE),
            "a file in a place that may be read could not be read",
        ),
        works(
            Attempt::List {
                path: path(Bait::OPEN),
            },
            "a directory that may be read could not be listed",
        ),
    ]
}

fn refused(attempt: Attempt, meaning: &str) -> Question {
    Question {
        attempt,
        expected: Expected::Refused,
        meaning: meaning.to_owned(),
    }
}

fn works(attempt: Attempt, meaning: &str) -> Question {
    Question {
        attempt,
        expected: Expected::Works,
        meaning: meaning.to_owned(),
    }
}

/// Waits for the last event. An error says why the probe did not run to its end.
fn wait_for_end(channel: &RunChannel) -> Result<(), String> {
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until {
        match channel.receive() {
            Ok(Some(Event::Started { .. })) => {}
            Ok(Some(Event::Ended {
                exit: Exit::Code { code: 0 },
                ..
            })) => return Ok(()),
            Ok(Some(Event::Ended { exit, .. })) => {
                return Err(format!("the probe ended with {exit:?}"));
            }
            Ok(Some(Event::Failed { message })) => return Err(message),
            Ok(None) => {
                let left = until.saturating_duration_since(Instant::now());
                packets::wait(channel.as_fd(), left).map_err(|error| error.to_string())?;
            }
            Err(error) => return Err(error.to_string()),
        }
    }
    Err(format!(
        "the probe did not end within {} s",
        PATIENCE.as_secs()
    ))
}
