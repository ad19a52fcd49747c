//! The stage: parent of everything a run starts (R5.7, R6.1). Sets up the walls that a process can build around itself,
//! starts the shell in them, and keeps the vigil.

use std::{
    fs::{self, File},
    io::{self, Read as _, Seek as _},
    os::{
        fd::{AsFd as _, OwnedFd, RawFd},
        unix::fs::MetadataExt as _,
    },
    time::Duration,
};

use nix::{sys::prctl, unistd::fchdir};

use super::{
    protocol::{Event, Filter, Launch, LaunchDescriptor, Stage},
    reap::Tree,
    shell::{self, Streams},
    vigil::Vigil,
    walls::{self, seccomp::Signals},
};
use crate::sys::{
    capabilities::{self, Capabilities},
    machine, packets,
    process::{self, Closing, Program},
};

/// The descriptors of a request keep their order in the stage, from this number on.
pub(super) const FIRST_FD: RawFd = 10;
/// The stage's end of the run socket.
pub(super) const RUN_FD: RawFd = number(LaunchDescriptor::Run);
/// The own executable, so that it can be started where its path is not visible.
pub(super) const PROGRAM_FD: RawFd = 18;
/// At its end when the warden is gone.
pub(super) const LIFELINE_FD: RawFd = 19;
/// The last of them.
pub(super) const LAST_FD: RawFd = LIFELINE_FD;
/// The own executable as a path.
pub(super) const OWN_PROGRAM: &str = "/proc/self/fd/18";

/// The version of Landlock that keeps signals in.
const LANDLOCK_WITH_SIGNALS: u32 = 6;
/// Longest grace or patience.
const LONGEST: Duration = Duration::from_hours(1);
/// Longest message about a failure, in characters.
const MAX_MESSAGE_CHARS: usize = 2000;

/// The number that a descriptor of the request has in the stage.
pub(super) const fn number(descriptor: LaunchDescriptor) -> RawFd {
    FIRST_FD + descriptor as RawFd
}

/// Who started this process, which tells how it finds its working directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// Forked from the warden.
    Forked,
    /// Started inside of namespaces by the program that made them.
    Executed,
}

/// Runs as a stage that was forked from the warden. Its descriptors are at their numbers.
pub(super) fn run_forked() {
    run(Origin::Forked);
}

/// Runs as a stage that was started inside of namespaces.
pub(super) fn run_inside() {
    process::reset_signals();
    run(Origin::Executed);
}

fn run(origin: Origin) {
    let Ok(host) = process::adopt(RUN_FD) else {
        process::exit(1);
    };
    let last = match perform(origin, &host) {
        Ok(last) => last,
        Err(message) => Some(failed(&message)),
    };
    // A host that is gone has no use for it.
    if let Some(event) = last {
        drop(say(&host, &event));
    }
}

/// A message that the host can always receive.
pub(super) fn failed(message: &str) -> Event {
    Event::Failed {
        message: message.chars().take(MAX_MESSAGE_CHARS).collect(),
    }
}

/// A time that was asked for, within what can be reckoned with.
pub(super) fn time(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds).min(LONGEST)
}

/// Tells the host.
pub(super) fn say(host: &OwnedFd, event: &Event) -> io::Result<()> {
    packets::send(host.as_fd(), &serde_json::to_vec(event)?, &[])
}

fn perform(origin: Origin, host: &OwnedFd) -> Result<Option<Event>, String> {
    let lost = |error: io::Error| format!("a descriptor of the run is missing: {error}");
    let take = |descriptor| process::adopt(number(descriptor)).map_err(lost);
    let lifeline = process::adopt(LIFELINE_FD).map_err(lost)?;
    let program_file = process::adopt(PROGRAM_FD).map_err(lost)?;
    let stage = read_launch(take(LaunchDescriptor::Launch)?)?.stage;
    let streams = Streams {
        stdin: take(LaunchDescriptor::Stdin)?,
        stdout: take(LaunchDescriptor::Stdout)?,
        stderr: take(LaunchDescriptor::Stderr)?,
        text: take(LaunchDescriptor::Text)?,
        report: take(LaunchDescriptor::Report)?,
    };

    let tree = tree(&stage)?;
    settle_in(origin)?;
    if origin == Origin::Forked {
        fchdir(take(LaunchDescriptor::Cwd)?)
            .map_err(|errno| format!("can't enter {}: {}", stage.cwd, errno.desc()))?;
    }
    check_cwd(&stage)?;
    let program = prepare_program(&stage)?;
    let walls = build_walls(&stage)?;
    let signals =
        process::watch_children().map_err(|error| format!("can't watch children: {error}"))?;
    let main = shell::start(&program, streams, walls)?;
    drop(program_file);
    // Who does not hear this does not hear the end either: the vigil notices.
    drop(say(host, &Event::Started { pid: main.as_raw() }));

    let vigil = Vigil {
        host,
        lifeline: &lifeline,
        signals: &signals,
        main,
        grace: time(stage.grace_ms),
        patience: time(stage.patience_ms),
        tree,
    };
    Ok(vigil.keep())
}

/// Reads the launch, from the start whoever read it before.
pub(super) fn read_launch(descriptor: OwnedFd) -> Result<Launch, String> {
    let mut file = File::from(descriptor);
    let mut content = Vec::new();
    file.rewind()
        .and_then(|()| file.read_to_end(&mut content))
        .map_err(|error| format!("can't read what to run: {error}"))?;
    serde_json::from_slice(&content).map_err(|error| format!("can't read what to run: {error}"))
}

/// What the stage ends. Signals to a whole namespace go to everything that can be seen, so it must be one of our own.
fn tree(stage: &Stage) -> Result<Tree<'static>, String> {
    match (stage.owns_namespace, std::process::id()) {
        (false, _) => Ok(Tree::Below { spared: &[] }),
        (true, 1) => Ok(Tree::Namespace),
        (true, pid) => Err(format!(
            "no namespace was made: the stage is process {pid} instead of 1"
        )),
    }
}

fn settle_in(origin: Origin) -> Result<(), String> {
    let fail =
        |what: &'static str| move |errno: nix::errno::Errno| format!("{what}: {}", errno.desc());
    prctl::set_child_subreaper(true).map_err(fail("can't become the parent of orphans"))?;
    // Nothing that runs beside it may look into its memory or take its descriptors.
    prctl::set_dumpable(false).map_err(fail("can't close its memory"))?;
    prctl::set_name(c"shellward-stage").map_err(fail("can't take its name"))?;
    match origin {
        Origin::Forked => {
            nix::unistd::setsid().map_err(fail("can't leave the warden's session"))?;
        }
        // It has a session of its own already; what is left is the file that complaints went to.
        Origin::Executed => {
            process::place(io::stdin().as_fd(), 2)
                .and_then(|()| process::close_range(3, FIRST_FD - 1, Closing::Now))
                .map_err(|error| format!("can't close descriptors: {error}"))?;
        }
    }
    Ok(())
}

/// Refuses any directory but the one that was judged.
fn check_cwd(stage: &Stage) -> Result<(), String> {
    let here =
        fs::metadata(".").map_err(|error| format!("can't look at {}: {error}", stage.cwd))?;
    if (here.dev(), here.ino()) == stage.cwd_identity {
        Ok(())
    } else {
        Err(format!(
            "the working directory {} was replaced after it was judged",
            stage.cwd
        ))
    }
}

fn prepare_program(stage: &Stage) -> Result<Program, String> {
    let path = stage.argv.first().ok_or("no shell was named")?;
    Program::new(
        path,
        stage.argv.iter().map(String::as_str),
        &stage.environment,
    )
    .map_err(|_| "an argument or a variable holds a zero byte".to_owned())
}

/// Puts up what holds for the stage as well, and prepares what is for the shell alone: rules about files would keep the
/// stage from its own work, and by staying outside of them it can't be signalled from inside.
fn build_walls(stage: &Stage) -> Result<shell::Walls, String> {
    if stage.drop_capabilities {
        capabilities::keep_only(Capabilities::READ_ONLY)
            .map_err(|error| format!("can't give up capabilities: {error}"))?;
    }
    if stage.drop_capabilities || stage.landlock.is_some() || stage.seccomp != Filter::Nothing {
        prctl::set_no_new_privs()
            .map_err(|errno| format!("can't give up new privileges: {}", errno.desc()))?;
    }
    let mut wanted = stage.landlock.clone();
    let is_probe = stage
        .argv
        .first()
        .is_some_and(|program| program == OWN_PROGRAM);
    if let Some(only) = wanted.as_mut().and_then(|wanted| wanted.only.as_mut())
        && is_probe
    {
        // What tries the walls out stands in for the shell, which is a program of the system.
        only.system.push(OWN_PROGRAM.to_owned());
    }
    let landlock = wanted.as_ref().map(walls::landlock::prepare).transpose()?;
    let keeps_signals =
        landlock.is_some() && machine::landlock_version() >= Some(LANDLOCK_WITH_SIGNALS);
    let signals = if keeps_signals {
        Signals::Kept
    } else {
        Signals::Loose
    };
    let filters = walls::seccomp::compile_for_command(stage.seccomp, signals)?;
    walls::seccomp::install(&walls::seccomp::compile(stage.seccomp)?)
        .map_err(|error| format!("can't put system call filters into force: {error}"))?;
    Ok(shell::Walls { landlock, filters })
}
