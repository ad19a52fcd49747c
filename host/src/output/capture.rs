//! Reads what a run prints while it runs (R7.1, R5.9).
//!
//! Each run has one thread for it. Both pipes and both files are blocking work: on a single-threaded runtime a slow disk
//! would stall every other task, and a blocking pool would hand each chunk to another thread. One thread also sees the
//! two streams in the order in which they come. It holds one buffer, so memory doesn't grow with the output.

use std::{
    fs::File,
    io::{self, PipeReader, PipeWriter, Read as _, Write as _},
    os::fd::{AsFd as _, OwnedFd},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use super::{
    render::Totals,
    ring::{LastLines, Ring},
    spill::{Flow, Spill, SpillLimits, Spilled},
};
use crate::sys::descriptors::{enlarge_pipe, pipe_capacity, set_nonblocking, wait_readable};

/// The reading ends of the two pipes.
#[derive(Debug)]
pub struct Pipes {
    /// Standard output.
    pub stdout: PipeReader,
    /// Standard error.
    pub stderr: PipeReader,
}

/// Where output goes that doesn't stay in memory.
///
/// The directory must lie outside of what the run may write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFiles {
    /// Standard output.
    pub stdout: PathBuf,
    /// Standard error.
    pub stderr: PathBuf,
}

impl OutputFiles {
    /// Names both files of a run after it.
    pub fn new(directory: &Path, run: &str) -> Self {
        Self {
            stdout: directory.join(format!("{run}.stdout")),
            stderr: directory.join(format!("{run}.stderr")),
        }
    }
}

/// How much is kept and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureLimits {
    /// What each stream may keep.
    pub spill: SpillLimits,
    /// Characters of each text.
    pub chars: usize,
    /// Bytes of each tail.
    pub tail_bytes: usize,
    /// Lines for progress.
    pub ring_lines: usize,
    /// Bytes for progress.
    pub ring_bytes: usize,
    /// Bytes read at once.
    pub chunk_bytes: usize,
    /// Size asked for each pipe, in bytes.
    pub pipe_bytes: usize,
}

/// A look at a run that is still printing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Glance {
    /// The last lines of both streams as they came, the way a terminal would show them.
    pub last: LastLines,
    /// What standard output gave so far.
    pub stdout: Totals,
    /// What standard error gave so far.
    pub stderr: Totals,
}

/// What a run printed.
#[derive(Debug)]
pub struct Captured {
    /// Standard output.
    pub stdout: Spilled,
    /// Standard error.
    pub stderr: Spilled,
}

/// What the thread has to say.
#[derive(Debug)]
pub enum Notice {
    /// Output is no longer kept; [`Spilled::problem`] will say why. Said once.
    Stopped,
    /// Everything is read. The last notice.
    Done(Box<Captured>),
}

/// The thread's other end. Dropping it gives up on the output.
#[derive(Debug)]
pub struct Capture {
    live: Arc<Mutex<Live>>,
    finish: PipeWriter,
}

#[derive(Debug)]
struct Live {
    ring: Ring,
    stdout: Totals,
    stderr: Totals,
}

impl Capture {
    /// Starts reading. `notify` is called on the reading thread and must not wait.
    ///
    /// # Errors
    /// Fails when the kernel gives no pipe or no thread.
    pub fn start(
        pipes: Pipes,
        files: OutputFiles,
        limits: CaptureLimits,
        notify: impl Fn(Notice) + Send + 'static,
    ) -> io::Result<Self> {
        let (wake, finish) = io::pipe()?;
        let live = Arc::new(Mutex::new(Live {
            ring: Ring::new(limits.ring_lines, limits.ring_bytes),
            stdout: Totals::default(),
            stderr: Totals::default(),
        }));
        let reader = Reader {
            stdout: Source::new(pipes.stdout, files.stdout, limits)?,
            stderr: Source::new(pipes.stderr, files.stderr, limits)?,
            wake,
            live: Arc::clone(&live),
            buffer: vec![0; limits.chunk_bytes],
            limits,
        };
        // Not joined: it ends when this end is dropped or finished, and tells so by its last notice.
        thread::Builder::new()
            .name("shellward-output".to_owned())
            .spawn(move || reader.run(&notify))?;
        Ok(Self { live, finish })
    }

    /// Returns what there is now, with at most so many lines.
    pub fn glance(&self, lines: usize) -> Glance {
        let live = lock(&self.live);
        Glance {
            last: live.ring.last(lines),
            stdout: live.stdout,
            stderr: live.stderr,
        }
    }

    /// Ends the reading: what is in the pipes now is still read, whoever else holds them (R5.9). Then comes
    /// [`Notice::Done`].
    pub fn finish(mut self) {
        // Fails only when the thread is gone, and then nobody waits for it either.
        drop(self.finish.write_all(b"."));
    }
}

fn lock(live: &Mutex<Live>) -> MutexGuard<'_, Live> {
    live.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One stream as the thread holds it.
struct Source {
    /// None after its end.
    pipe: Option<File>,
    spill: Spill,
}

impl Source {
    fn new(pipe: PipeReader, path: PathBuf, limits: CaptureLimits) -> io::Result<Self> {
        set_nonblocking(&pipe)?;
        enlarge_pipe(&pipe, limits.pipe_bytes);
        Ok(Self {
            pipe: Some(File::from(OwnedFd::from(pipe))),
            spill: Spill::new(path, limits.spill),
        })
    }

    /// Reads once. None: nothing is there now, or never will be.
    fn read<'a>(&mut self, buffer: &'a mut [u8]) -> Option<&'a [u8]> {
        loop {
            match self.pipe.as_mut()?.read(buffer) {
                Ok(0) => self.pipe = None,
                Ok(count) => return buffer.get(..count),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
                // A pipe has no other errors; if it had, there would be nothing more to read.
                Err(_) => self.pipe = None,
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Which {
    Stdout,
    Stderr,
}

/// Why the thread stops.
enum Wish {
    Finish,
    GiveUp,
}

struct Reader {
    stdout: Source,
    stderr: Source,
    wake: PipeReader,
    live: Arc<Mutex<Live>>,
    buffer: Vec<u8>,
    limits: CaptureLimits,
}

impl Reader {
    fn run(mut self, notify: &impl Fn(Notice)) {
        let mut told = false;
        let wish = loop {
            let fds = [
                self.stdout.pipe.as_ref().map(File::as_fd),
                self.stderr.pipe.as_ref().map(File::as_fd),
                Some(self.wake.as_fd()),
            ];
            // Where waiting fails, nothing is read before the end; then what is in the pipes still is.
            let [stdout, stderr, wake] = wait_readable(fds).unwrap_or([false, false, true]);
            if wake {
                let mut byte = [0];
                break match self.wake.read(&mut byte) {
                    Ok(1) => Wish::Finish,
                    Ok(_) | Err(_) => Wish::GiveUp,
                };
            }
            for (ready, which) in [(stdout, Which::Stdout), (stderr, Which::Stderr)] {
                if ready
                    && self
                        .take(which)
                        .is_some_and(|taken| taken.1 == Flow::Stopped)
                    && !told
                {
                    told = true;
                    notify(Notice::Stopped);
                }
            }
        };
        match wish {
            Wish::GiveUp => {}
            Wish::Finish => {
                self.drain(Which::Stdout);
                self.drain(Which::Stderr);
                let (chars, tail) = (self.limits.chars, self.limits.tail_bytes);
                notify(Notice::Done(Box::new(Captured {
                    stdout: self.stdout.spill.finish(chars, tail),
                    stderr: self.stderr.spill.finish(chars, tail),
                })));
            }
        }
    }

    /// Reads a chunk and keeps it; returns its size. None: there is none now.
    fn take(&mut self, which: Which) -> Option<(usize, Flow)> {
        let source = match which {
            Which::Stdout => &mut self.stdout,
            Which::Stderr => &mut self.stderr,
        };
        let chunk = source.read(&mut self.buffer)?;
        let flow = source.spill.push(chunk);
        let mut live = lock(&self.live);
        live.ring.push(chunk);
        match which {
            Which::Stdout => live.stdout = source.spill.totals(),
            Which::Stderr => live.stderr = source.spill.totals(),
        }
        Some((chunk.len(), flow))
    }

    /// Reads what is in the pipe, but no more than it can hold: a process that outlived the run could go on for ever.
    fn drain(&mut self, which: Which) {
        let source = match which {
            Which::Stdout => &self.stdout,
            Which::Stderr => &self.stderr,
        };
        let Some(pipe) = &source.pipe else { return };
        let mut room = pipe_capacity(pipe).unwrap_or(self.limits.pipe_bytes);
        while room > 0 {
            let Some((size, Flow::Kept)) = self.take(which) else {
                return;
            };
            room = room.saturating_sub(size);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const LIMITS: CaptureLimits = CaptureLimits {
        spill: SpillLimits {
            memory: 100_000,
            file: 200_000,
        },
        chars: 1000,
        tail_bytes: 10,
        ring_lines: 10,
        ring_bytes: 1000,
        chunk_bytes: 4096,
        pipe_bytes: 65_536,
    };

    struct Printing {
        capture: Capture,
        stdout: PipeWriter,
        stderr: PipeWriter,
        notices: mpsc::Receiver<Notice>,
        _directory: tempfile::TempDir,
    }

    fn start() -> Printing {
        let directory = tempfile::tempdir().unwrap();
        let (stdout_reader, stdout) = io::pipe().unwrap();
        let (stderr_reader, stderr) = io::pipe().unwrap();
        let pipes = Pipes {
            stdout: stdout_reader,
            stderr: stderr_reader,
        };
        let (sender, notices) = mpsc::channel();
        let files = OutputFiles::new(directory.path(), "1");
        let capture = Capture::start(pipes, files, LIMITS, move |notice| {
            drop(sender.send(notice));
        })
        .unwrap();
        Printing {
            capture,
            stdout,
            stderr,
            notices,
            _directory: directory,
        }
    }

    fn done(notices: &mpsc::Receiver<Notice>) -> Captured {
        match notices.recv().unwrap() {
            Notice::Done(captured) => *captured,
            Notice::Stopped => panic!("stopped"),
        }
    }

    #[test]
    fn finish_reads_what_is_there_although_the_pipes_stay_open() {
        let mut printing = start();
        printing.stdout.write_all(b"out\n").unwrap();
        printing.stderr.write_all(b"err\n").unwrap();
        printing.capture.finish();
        let captured = done(&printing.notices);
        assert_eq!(captured.stdout.stream.text, "out\n");
        assert_eq!(captured.stderr.stream.text, "err\n");
        // Both pipes still have a writer here.
        drop((printing.stdout, printing.stderr));
    }

    #[test]
    fn finish_does_not_wait_for_a_writer_that_never_stops() {
        let printing = start();
        let mut stdout = printing.stdout;
        let writer = thread::spawn(move || while stdout.write_all(&[b'y'; 512]).is_ok() {});
        printing.capture.finish();
        let captured = done(&printing.notices);
        assert!(captured.stdout.stream.bytes <= LIMITS.spill.file);
        writer.join().unwrap();
    }

    #[test]
    fn both_streams_are_read_to_their_ends() {
        let Printing {
            capture,
            mut stdout,
            mut stderr,
            notices,
            ..
        } = start();
        for _ in 0..1000 {
            stdout.write_all(b"0123456789\n").unwrap();
            stderr.write_all(b"e\n").unwrap();
        }
        drop((stdout, stderr));
        capture.finish();
        let captured = done(&notices);
        assert_eq!(captured.stdout.stream.lines, 1000);
        assert_eq!(captured.stdout.stream.bytes, 11_000);
        assert_eq!(captured.stderr.stream.bytes, 2000);
        assert_eq!(captured.stdout.tail, "123456789\n");
    }

    #[test]
    fn output_beyond_the_quota_is_told_once() {
        let mut printing = start();
        let writer = thread::spawn(move || {
            for _ in 0..40 {
                printing.stdout.write_all(&[b'x'; 10_000]).unwrap();
            }
        });
        assert!(matches!(printing.notices.recv().unwrap(), Notice::Stopped));
        writer.join().unwrap();
        printing.capture.finish();
        let captured = done(&printing.notices);
        assert_eq!(captured.stdout.stream.bytes, 200_000);
        assert!(captured.stdout.problem.is_some());
    }

    #[test]
    fn glance_shows_both_streams_as_a_terminal_would() {
        let mut printing = start();
        printing.stdout.write_all(b"one\ntw").unwrap();
        loop {
            let glance = printing.capture.glance(5);
            if glance.stdout.bytes == 6 {
                assert_eq!(glance.last.lines, ["one", "tw"]);
                assert!(glance.last.incomplete);
                break;
            }
            thread::yield_now();
        }
    }

    #[test]
    fn dropped_capture_says_nothing_more() {
        let printing = start();
        drop(printing.capture);
        assert!(printing.notices.recv().is_err());
    }
}
