//! The host's own bounded helpers: programs that configuration names, such as hooks and prompt judges. The only door to the
//! warden beside the one for callers' commands.
//!
//! A helper gets a text on its standard input and answers on its standard output. It runs without walls, as the person who
//! named it would run it, in the root directory, where no file of a project is near. Time and output are bounded, and what it
//! starts ends with it.

use std::{
    fs::File,
    io::{self, PipeReader, Read as _},
    os::{fd::AsFd as _, unix::fs::MetadataExt as _},
    path::Path,
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use crate::{
    limits::{HELPER_OUTPUT_BYTES, KILL_GRACE, KILL_PATIENCE},
    sys::{descriptors::memory_file, packets},
    warden::{
        LaunchFds, RunChannel, Warden, WardenError,
        protocol::{Control, Entry, Event, Exit, Filter, Launch, Stage},
    },
};

/// Where helpers run.
const CWD: &str = "/";
/// How long a helper that was told to end may take to do so.
const END_PATIENCE: Duration = Duration::from_secs(5);

/// What runs.
#[derive(Clone, Debug)]
pub(crate) struct Helper<'a> {
    /// The program, by absolute path.
    pub(crate) path: &'a Path,
    /// Its arguments.
    pub(crate) arguments: &'a [String],
    /// Its whole environment.
    pub(crate) environment: Vec<(String, String)>,
    /// How long it may take.
    pub(crate) limit: Duration,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HelperError {
    /// It could not be prepared.
    #[error("it can't be started: {0}")]
    Prepare(#[from] io::Error),
    /// The warden did not take it.
    #[error(transparent)]
    Warden(#[from] WardenError),
    /// It did not start, or its end is not known.
    #[error("it did not run: {0}")]
    NotRun(String),
    /// It took too long.
    #[error("it did not end within {} ms", .0.as_millis())]
    Late(Duration),
    /// It failed.
    #[error("it ended with {0}")]
    Failed(String),
    /// It said too much.
    #[error("it printed more than {HELPER_OUTPUT_BYTES} bytes")]
    TooMuch,
    /// What it printed is no text.
    #[error("what it printed is not valid UTF-8")]
    NotText,
}

/// Runs a helper to its end and returns what it printed. Waits.
///
/// # Errors
/// There is no answer, or none that counts.
pub(crate) fn ask(
    warden: &Warden,
    helper: &Helper<'_>,
    input: &str,
) -> Result<String, HelperError> {
    let until = Instant::now() + helper.limit;
    let null = File::options().read(true).write(true).open("/dev/null")?;
    let cwd = File::open(CWD)?;
    let input = memory_file(c"helper-input", input.as_bytes())?;
    let (output, writer) = io::pipe()?;
    let descriptors = LaunchFds {
        stdin: input.as_fd(),
        stdout: writer.as_fd(),
        stderr: null.as_fd(),
        text: null.as_fd(),
        report: null.as_fd(),
        cwd: cwd.as_fd(),
    };
    let channel = warden.run(&launch(helper, &cwd)?, descriptors)?;
    // Otherwise the answer would not end.
    drop(writer);
    let (hand_over, answer) = mpsc::channel();
    thread::Builder::new()
        .name("helper-answer".to_owned())
        .spawn(move || hand_over.send(read(output)))?;
    let ended = wait_for_end(&channel, until);
    if matches!(ended, Err(HelperError::Late(_))) {
        // Whether it does or not, there is no answer; dropping the channel ends it too.
        channel.send(Control::Kill).ok();
        wait_for_end(&channel, Instant::now() + END_PATIENCE).ok();
    }
    ended.map_err(|error| match error {
        HelperError::Late(_) => HelperError::Late(helper.limit),
        other => other,
    })?;
    // Nothing holds the pipe any more, but for what survived being killed.
    let bytes = answer
        .recv_timeout(END_PATIENCE)
        .map_err(|_| HelperError::Late(helper.limit))??;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > HELPER_OUTPUT_BYTES {
        return Err(HelperError::TooMuch);
    }
    String::from_utf8(bytes).map_err(|_| HelperError::NotText)
}

/// Reads one byte more than it may be. Who writes on after that is told so by the kernel.
fn read(output: PipeReader) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    output
        .take(HELPER_OUTPUT_BYTES + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn launch(helper: &Helper<'_>, cwd: &File) -> Result<Launch, HelperError> {
    let text = helper.path.to_str().ok_or(HelperError::NotText)?;
    let metadata = cwd.metadata()?;
    let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let mut argv = vec![text.to_owned()];
    argv.extend(helper.arguments.iter().cloned());
    Ok(Launch {
        entry: Entry::Direct,
        stage: Stage {
            argv,
            environment: helper.environment.clone(),
            cwd: CWD.to_owned(),
            cwd_identity: (metadata.dev(), metadata.ino()),
            landlock: None,
            seccomp: Filter::Nothing,
            drop_capabilities: false,
            owns_namespace: false,
            grace_ms: milliseconds(KILL_GRACE),
            patience_ms: milliseconds(KILL_PATIENCE),
        },
    })
}

fn wait_for_end(channel: &RunChannel, until: Instant) -> Result<(), HelperError> {
    loop {
        match channel.receive() {
            Ok(Some(Event::Started { .. })) => {}
            Ok(Some(Event::Ended { exit, .. })) => {
                return match exit {
                    Exit::Code { code: 0 } => Ok(()),
                    Exit::Code { code } => Err(HelperError::Failed(format!("exit code {code}"))),
                    Exit::Signal { signal } => Err(HelperError::Failed(format!("signal {signal}"))),
                };
            }
            Ok(Some(Event::Failed { message })) => return Err(HelperError::NotRun(message)),
            Ok(None) => {
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return Err(HelperError::Late(left));
                }
                packets::wait(channel.as_fd(), left)?;
            }
            Err(error) => return Err(HelperError::NotRun(error.to_string())),
        }
    }
}
