//! The warden's loop: requests become stages, ends are noted, and what a lost stage leaves is killed (R5.7).
#![expect(unsafe_code, reason = "forks")]

use std::{
    fs::{File, OpenOptions},
    io::{self, Read as _, Seek as _, Write as _},
    os::{
        fd::{AsFd as _, AsRawFd as _, BorrowedFd, OwnedFd, RawFd},
        unix::fs::OpenOptionsExt as _,
    },
    time::{Duration, Instant},
};

use nix::{
    fcntl::{FcntlArg, fcntl},
    poll::{PollFd, PollFlags, PollTimeout, poll},
    sys::{memfd, prctl, signal::Signal, signalfd::SignalFd},
    unistd::{ForkResult, Pid, fork, getpid, getppid, setsid},
};

use super::{
    entrance::{GREETING, STAGE_ARGUMENT},
    protocol::{Entry, Exit, Launch, LaunchDescriptor},
    reap::{self, Tree},
    stage,
};
use crate::sys::{
    packets,
    process::{self, Closing, Program},
};

/// Where the host puts the session socket: standard input, which every way of starting a process can fill.
pub(super) const SESSION_FD: RawFd = 0;

/// How long a stage may take to end after its host is gone, beyond its own patience.
const ABANDONED: Duration = Duration::from_secs(2);
/// How long killing what a lost stage left may take.
const SWEEP: Duration = Duration::from_secs(2);
/// Between two rounds of that.
const SWEEP_ROUND: u8 = 3;
/// Most bytes read of what the program that makes namespaces complains about.
const MAX_COMPLAINT_BYTES: u64 = 4096;
/// Numbers from here on are out of the way of those that a stage uses.
const ASIDE_FD: RawFd = 100;

/// One run, as the warden sees it.
struct Run {
    /// The stage, or the program that makes its namespaces.
    child: Pid,
    /// The stage's end of the run socket once more, to speak in its place and to see whether the host is gone.
    host: OwnedFd,
    /// What the program that makes namespaces complained about.
    complaints: Option<File>,
    /// How long the stage may take to end everything.
    patience: Duration,
    /// When it should be gone, once its host is.
    deadline: Option<Instant>,
}

struct Warden {
    session: OwnedFd,
    signals: SignalFd,
    program: OwnedFd,
    lifeline_reader: OwnedFd,
    lifeline: Option<OwnedFd>,
    runs: Vec<Run>,
}

/// Runs as the warden until the session is over and everything it started has ended.
pub(super) fn run() {
    let Ok(mut warden) = Warden::settle_in() else {
        process::exit(1);
    };
    if packets::send(warden.session.as_fd(), GREETING, &[]).is_ok() {
        warden.serve();
    }
    warden.close();
}

impl Warden {
    fn settle_in() -> io::Result<Self> {
        process::reset_signals();
        let session = move_aside(io::stdin().as_fd())?;
        // Whatever the host had open is nobody's business here; 0 to 2 become what a program may expect to find.
        process::close_range(3, session.as_raw_fd() - 1, Closing::Now)?;
        process::close_range(session.as_raw_fd() + 1, RawFd::MAX, Closing::Now)?;
        let null = OpenOptions::new()
            .read(true)
            .write(true)
            .open("/dev/null")?;
        for number in 0..=2 {
            process::place(null.as_fd(), number)?;
        }
        // Its own session: Ctrl-C at the host's terminal is the host's to handle.
        let _ = setsid();
        prctl::set_child_subreaper(true)?;
        let program = OpenOptions::new()
            .read(true)
            .custom_flags(libc::O_PATH)
            .open("/proc/self/exe")?;
        prctl::set_dumpable(false)?;
        prctl::set_name(c"shellward-warden")?;
        let (reader, writer) = io::pipe()?;
        Ok(Self {
            session,
            signals: process::watch_children()?,
            program: move_aside(program.as_fd())?,
            lifeline_reader: move_aside(reader.as_fd())?,
            lifeline: Some(writer.into()),
            runs: Vec::new(),
        })
    }

    /// Serves requests until the host is gone.
    fn serve(&mut self) {
        loop {
            self.note_ends();
            let Some(requested) = self.wait() else {
                return;
            };
            if requested {
                match packets::receive(self.session.as_fd()) {
                    Ok(Some(packet)) => self.begin(packet.descriptors),
                    Ok(None) | Err(_) => return,
                }
            }
        }
    }

    /// Ends all runs and waits until they have.
    fn close(&mut self) {
        // All stages see the end of this pipe and kill what they started.
        self.lifeline = None;
        let now = Instant::now();
        for run in &mut self.runs {
            run.deadline.get_or_insert(now + run.patience + ABANDONED);
        }
        while !self.runs.is_empty() {
            if self.wait().is_none() {
                break;
            }
            self.note_ends();
        }
        self.sweep();
    }

    /// Waits for news. Returns whether there is a request, or nothing when waiting itself failed.
    fn wait(&mut self) -> Option<bool> {
        let timeout = match self.runs.iter().filter_map(|run| run.deadline).min() {
            None => PollTimeout::NONE,
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                u16::try_from(left.as_millis() + 1)
                    .unwrap_or(u16::MAX)
                    .into()
            }
        };
        let mut watched = vec![PollFd::new(self.signals.as_fd(), PollFlags::POLLIN)];
        let serving = self.lifeline.is_some();
        if serving {
            watched.push(PollFd::new(self.session.as_fd(), PollFlags::POLLIN));
        }
        let first_run = watched.len();
        // Only their end is of interest, which is always told.
        let waiting = || {
            self.runs
                .iter()
                .enumerate()
                .filter(|(_, run)| run.deadline.is_none())
        };
        watched.extend(waiting().map(|(_, run)| PollFd::new(run.host.as_fd(), PollFlags::empty())));
        match poll(&mut watched, timeout) {
            Ok(_) => {}
            Err(nix::errno::Errno::EINTR) => return Some(false),
            Err(_) => return None,
        }
        let ready = |place: usize| watched.get(place).and_then(PollFd::any) == Some(true);
        let requested = serving && ready(1);
        let deserted: Vec<usize> = waiting()
            .enumerate()
            .filter(|(place, _)| ready(first_run + place))
            .map(|(_, (index, _))| index)
            .collect();
        process::drain(&self.signals);
        self.expect_end(&deserted);
        Some(requested)
    }

    /// Gives the stages of hosts that are gone some time, and kills those that had it.
    fn expect_end(&mut self, deserted: &[usize]) {
        let now = Instant::now();
        for index in deserted {
            if let Some(run) = self.runs.get_mut(*index) {
                run.deadline = Some(now + run.patience + ABANDONED);
            }
        }
        for run in &mut self.runs {
            if run.deadline.is_some_and(|deadline| now >= deadline) {
                process::signal(run.child, Signal::SIGKILL);
                run.deadline = Some(now + ABANDONED);
            }
        }
    }

    /// Takes note of children that ended. One that did so without having said it is lost.
    fn note_ends(&mut self) {
        let mut ended = Vec::new();
        reap::reap(|pid, exit| ended.push((pid, exit)));
        for (pid, exit) in ended {
            let Some(place) = self.runs.iter().position(|run| run.child == pid) else {
                continue;
            };
            let run = self.runs.swap_remove(place);
            if exit != (Exit::Code { code: 0 }) {
                // First everything is ended, then it is said.
                self.sweep();
                drop(stage::say(&run.host, &stage::failed(&run.obituary(exit))));
            }
        }
    }

    /// Kills everything below the warden that belongs to no run it knows.
    fn sweep(&mut self) {
        let until = Instant::now() + SWEEP;
        loop {
            let spared: Vec<i32> = self.runs.iter().map(|run| run.child.as_raw()).collect();
            let tree = Tree::Below { spared: &spared };
            if tree.names().is_empty() || Instant::now() >= until {
                return;
            }
            tree.signal(Signal::SIGKILL);
            let mut signals = [PollFd::new(self.signals.as_fd(), PollFlags::POLLIN)];
            // Only waits; what the signals say is looked up by whoever called.
            let _ = poll(&mut signals, PollTimeout::from(SWEEP_ROUND));
            process::drain(&self.signals);
        }
    }

    /// Starts a stage, or says why not. A request that can't even be answered is closed, which the host sees.
    fn begin(&mut self, descriptors: Vec<OwnedFd>) {
        let Ok(request) = <[OwnedFd; LaunchDescriptor::COUNT]>::try_from(descriptors) else {
            return;
        };
        let [_, host, ..] = &request;
        let Ok(host) = host.try_clone() else {
            return;
        };
        match self.start_stage(&request, &host) {
            Ok(()) => {}
            Err(message) => drop(stage::say(&host, &stage::failed(&message))),
        }
    }

    fn start_stage(
        &mut self,
        request: &[OwnedFd; LaunchDescriptor::COUNT],
        host: &OwnedFd,
    ) -> Result<(), String> {
        let fail = |error: io::Error| {
            format!(
                "can't start a process: {error}\nhint: the machine may be out of processes or descriptors"
            )
        };
        let [launch, ..] = request;
        let Launch { entry, stage } = stage::read_launch(launch.try_clone().map_err(fail)?)?;
        let host = host.try_clone().map_err(fail)?;
        let entry = match entry {
            Entry::Direct => Prepared::Direct,
            Entry::Through { argv } => Prepared::through(&argv)?,
        };
        let complaints = entry.complaints().map_err(fail)?;
        let warden = getpid();
        // SAFETY: the warden has one thread, so the child finds no lock held by another.
        let forked = unsafe { fork() };
        match forked.map_err(|errno| fail(errno.into()))? {
            ForkResult::Child => {
                if self.arrange(request, &entry).is_ok() {
                    entry.run(warden);
                }
                process::exit(1)
            }
            ForkResult::Parent { child } => {
                self.runs.push(Run {
                    child,
                    host,
                    complaints,
                    patience: stage::time(stage.patience_ms),
                    deadline: None,
                });
                Ok(())
            }
        }
    }

    /// Puts what the stage needs at its numbers and closes everything else, in the child.
    fn arrange(
        &self,
        request: &[OwnedFd; LaunchDescriptor::COUNT],
        entry: &Prepared,
    ) -> io::Result<()> {
        if let Prepared::Through { complaints, .. } = entry {
            process::place(complaints.as_fd(), 2)?;
        }
        let mut sources = Vec::new();
        for descriptor in request {
            sources.push(move_aside(descriptor.as_fd())?);
        }
        let numbers = stage::FIRST_FD..stage::PROGRAM_FD;
        for (number, descriptor) in numbers.zip(&sources) {
            process::place(descriptor.as_fd(), number)?;
        }
        process::place(self.program.as_fd(), stage::PROGRAM_FD)?;
        process::place(self.lifeline_reader.as_fd(), stage::LIFELINE_FD)?;
        drop(sources);
        process::close_range(3, stage::FIRST_FD - 1, Closing::Now)?;
        if let Prepared::Through { .. } = entry {
            // An open directory from outside would lead around the walls; this stage goes there by its path.
            let number = stage::number(LaunchDescriptor::Cwd);
            process::close_range(number, number, Closing::Now)?;
        }
        process::close_range(stage::LAST_FD + 1, RawFd::MAX, Closing::Now)
    }
}

impl Run {
    /// What is said in place of a stage that can't any more.
    fn obituary(&self, exit: Exit) -> String {
        let how = match exit {
            Exit::Code { code } => format!("exit code {code}"),
            Exit::Signal { signal } => format!("signal {signal}"),
        };
        let said = self
            .complaints
            .as_ref()
            .map(read_complaints)
            .unwrap_or_default();
        if said.is_empty() {
            format!("the process that held the run was lost ({how}); what it had started was ended")
        } else {
            format!(
                "the walls could not be put up ({how}): {said}\nhint: the program that makes namespaces must be installed, and allowed to make them"
            )
        }
    }
}

fn read_complaints(file: &File) -> String {
    let mut said = Vec::new();
    let mut file = file;
    // Less than all is still better than nothing.
    drop(
        file.rewind()
            .and_then(|()| file.take(MAX_COMPLAINT_BYTES).read_to_end(&mut said)),
    );
    String::from_utf8_lossy(&said).trim().to_owned()
}

/// An entry, ready to be taken after the fork.
enum Prepared {
    Direct,
    Through { program: Program, complaints: File },
}

impl Prepared {
    fn through(argv: &[String]) -> Result<Self, String> {
        let path = argv
            .first()
            .ok_or("no program to make namespaces was named")?;
        let own = ["--", stage::OWN_PROGRAM, STAGE_ARGUMENT];
        let program = Program::new(path, argv.iter().map(String::as_str).chain(own), &[])
            .map_err(|_| "an argument holds a zero byte".to_owned())?;
        let complaints = memfd::memfd_create(c"complaints", memfd::MFdFlags::MFD_CLOEXEC)
            .map_err(|errno| format!("can't make a memory file: {}", errno.desc()))?;
        Ok(Self::Through {
            program,
            complaints: File::from(complaints),
        })
    }

    fn complaints(&self) -> io::Result<Option<File>> {
        match self {
            Self::Direct => Ok(None),
            Self::Through { complaints, .. } => complaints.try_clone().map(Some),
        }
    }

    /// Goes on as the stage, in the child.
    fn run(self, warden: Pid) {
        match self {
            Self::Direct => {
                stage::run_forked();
                process::exit(0)
            }
            Self::Through { program, .. } => {
                let _ = prctl::set_pdeathsig(Signal::SIGKILL);
                if getppid() != warden {
                    process::exit(1);
                }
                process::unblock_signals();
                let why = program.exec();
                let path = program.path().to_string_lossy();
                // Standard error is the file of complaints.
                drop(writeln!(
                    io::stderr(),
                    "{path} can't be started: {}",
                    why.desc()
                ));
            }
        }
    }
}

fn move_aside(descriptor: BorrowedFd<'_>) -> io::Result<OwnedFd> {
    let number = fcntl(descriptor, FcntlArg::F_DUPFD_CLOEXEC(ASIDE_FD))?;
    process::adopt(number)
}
