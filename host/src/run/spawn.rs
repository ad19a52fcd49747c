//! The only door through which a caller's command is started.
//!
//! What it takes is made by spending a permit and nothing else. Nothing is checked here again but what would make the shell
//! run something else than what was judged.

use std::{
    fs::File,
    io::{self, PipeReader, PipeWriter},
    os::fd::{AsFd as _, OwnedFd},
    time::Duration,
};

use super::supervisor::Run;
use crate::{
    decide::Permitted,
    limits,
    output::{CaptureLimits, OutputFiles, Pipes, SpillLimits},
    sys::descriptors::{memory_file, set_nonblocking},
    warden::{LaunchFds, Warden, WardenError, protocol::Launch},
};

/// One permitted run.
#[derive(Debug)]
pub(crate) struct Spawn {
    /// The call, as it was judged, and its working directory.
    pub(crate) permitted: Permitted,
    /// What the warden is told: walls, shell and wrapper, environment, working directory.
    pub(crate) launch: Launch,
    /// How long it may take, as [`TimeLimits`](super::TimeLimits) allow it.
    pub(crate) timeout: Duration,
    /// Where output goes that doesn't stay in memory.
    pub(crate) files: OutputFiles,
    /// Characters of returned text, for each stream (R7.2).
    pub(crate) chars: usize,
}

/// Why there is no outcome.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The script has a NUL byte, at which the shell would stop reading.
    #[error("command: there is a NUL byte at byte {place}, where a shell would stop reading")]
    NulInText {
        /// Where.
        place: usize,
    },
    /// The host lacks something.
    #[error(
        "cannot prepare the run: {what}: {source}\nhint: is the limit of open files or of memory reached?"
    )]
    Prepare {
        /// What could not be made.
        what: &'static str,
        /// Why.
        source: io::Error,
    },
    /// The warden did not take it.
    #[error(transparent)]
    Warden(#[from] WardenError),
    /// The walls or the shell could not be brought up, as far as the warden knows.
    #[error("the command was not started: {message}")]
    NotStarted {
        /// What failed, in the words of the warden.
        message: String,
    },
    /// The warden, or its process that held the run, ended while the command ran. What it had started ended with it.
    #[error(
        "the warden was lost while the command ran: {message}\n\
         hint: the command was ended with it; look how far it came before running it again"
    )]
    WardenLost {
        /// What is known.
        message: String,
    },
    /// The warden was told to end the run and did not say that it did.
    #[error(
        "the warden did not end the run within {} ms\n\
         hint: processes of the command may still be there",
        waited.as_millis()
    )]
    WardenSilent {
        /// How long was waited for it.
        waited: Duration,
    },
    /// The thread that reads the output ended without a result.
    #[error("the output of the command was lost: its reader ended")]
    OutputLost,
}

impl RunError {
    /// Returns the stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NulInText { .. } => "nul-in-command",
            Self::Prepare { .. } => "run-not-prepared",
            Self::Warden(error) => error.code(),
            Self::NotStarted { .. } => "not-started",
            Self::WardenLost { .. } => "warden-lost",
            Self::WardenSilent { .. } => "warden-silent",
            Self::OutputLost => "output-lost",
        }
    }

    pub(super) fn prepare(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Prepare { what, source }
    }
}

/// Starts a permitted run. It needs no async runtime; watching it with [`Run::finish`] does.
///
/// # Errors
/// [`RunError::NulInText`], [`RunError::Prepare`] and [`RunError::Warden`]; then nothing was started.
pub(crate) fn spawn(warden: &Warden, spawn: Spawn) -> Result<Run, RunError> {
    let Spawn {
        permitted,
        launch,
        timeout,
        files,
        chars,
    } = spawn;
    let (call, cwd) = permitted.into_parts();
    let text = call.command();
    if let Some(place) = text.bytes().position(|byte| byte == 0) {
        return Err(RunError::NulInText { place });
    }
    let text = memory_file(c"shellward-text", text.as_bytes())
        .map_err(RunError::prepare("a memory file for the command"))?;
    let stdin: OwnedFd = match call.stdin() {
        Some(stdin) => memory_file(c"shellward-stdin", stdin.as_bytes())
            .map_err(RunError::prepare("a memory file for standard input"))?,
        None => File::open("/dev/null")
            .map_err(RunError::prepare("/dev/null"))?
            .into(),
    };
    let (pipes, writers) = make_pipes().map_err(RunError::prepare("pipes"))?;
    let descriptors = LaunchFds {
        stdin: stdin.as_fd(),
        stdout: writers.stdout.as_fd(),
        stderr: writers.stderr.as_fd(),
        text: text.as_fd(),
        report: writers.report.as_fd(),
        cwd: cwd.as_fd(),
    };
    let channel = warden.run(&launch, descriptors)?;
    // From here on the run alone holds the writing ends.
    drop(writers);
    let stage = &launch.stage;
    let patience = Duration::from_millis(stage.grace_ms.saturating_add(stage.patience_ms));
    Run::watch(
        channel,
        pipes,
        (files, capture_limits(chars)),
        timeout,
        patience,
    )
    .map_err(RunError::prepare("a reader for the output"))
}

/// The host's ends of a run's pipes.
pub(super) struct RunPipes {
    /// Standard output and standard error.
    pub(super) output: Pipes,
    /// The working directory. A pipe of its own: no file that could be a link or grow, and reading it never waits.
    pub(super) report: PipeReader,
}

/// The run's ends.
pub(super) struct RunWriters {
    pub(super) stdout: PipeWriter,
    pub(super) stderr: PipeWriter,
    pub(super) report: PipeWriter,
}

pub(super) fn make_pipes() -> io::Result<(RunPipes, RunWriters)> {
    let (stdout_reader, stdout) = io::pipe()?;
    let (stderr_reader, stderr) = io::pipe()?;
    let (report_reader, report) = io::pipe()?;
    set_nonblocking(&report_reader)?;
    let pipes = RunPipes {
        output: Pipes {
            stdout: stdout_reader,
            stderr: stderr_reader,
        },
        report: report_reader,
    };
    let writers = RunWriters {
        stdout,
        stderr,
        report,
    };
    Ok((pipes, writers))
}

/// How much of the output is kept, by the constants of `limits`, and shown.
pub(super) const fn capture_limits(chars: usize) -> CaptureLimits {
    CaptureLimits {
        spill: SpillLimits {
            memory: limits::OUTPUT_MEMORY_BYTES,
            file: limits::OUTPUT_FILE_BYTES,
        },
        chars,
        tail_bytes: limits::MEANING_TAIL_BYTES,
        ring_lines: limits::OUTPUT_RING_LINES,
        ring_bytes: limits::OUTPUT_RING_BYTES,
        chunk_bytes: limits::OUTPUT_CHUNK_BYTES,
        pipe_bytes: limits::OUTPUT_PIPE_BYTES,
    }
}
