//! Where output is kept: in memory while it is small, then in a file of its own (R7.1, R7.2). Counts are exact.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write as _},
    os::unix::fs::{FileExt as _, OpenOptionsExt as _},
    path::{Path, PathBuf},
};

use super::render::{Kept, Totals, group_digits, render, window_bytes};
use crate::outcome::Stream;

/// How much is kept, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpillLimits {
    /// Bytes in memory; what goes beyond moves everything to the file.
    pub memory: usize,
    /// Bytes in the file; what goes beyond is not kept.
    pub file: u64,
}

/// Why output is no longer kept.
#[derive(Debug, thiserror::Error)]
pub enum SpillError {
    /// There is too much of it.
    #[error("the output is larger than {} bytes", group_digits(*limit))]
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// The file can't be made.
    #[error(
        "cannot make the output file {}: {source}\n\
         hint: it must not be there yet, and its directory must be",
        path.display()
    )]
    Create {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file can't be written.
    #[error("cannot write the output file {}: {source}\nhint: is the disk full?", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file can't be read back.
    #[error("cannot read the output file {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// Whether what was pushed is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Flow {
    /// All of it.
    Kept,
    /// Not all of it, and nothing after it will be.
    Stopped,
}

/// The output of one stream while it comes.
#[derive(Debug)]
pub struct Spill {
    path: PathBuf,
    limits: SpillLimits,
    totals: Totals,
    state: State,
    problem: Option<SpillError>,
}

#[derive(Debug)]
enum State {
    Memory(Vec<u8>),
    File(File),
}

/// The output of one stream after it ended.
#[derive(Debug)]
pub struct Spilled {
    /// What is returned.
    pub stream: Stream,
    /// All bytes, if they stayed in memory.
    pub whole: Option<Vec<u8>>,
    /// The last bytes as text, for exit-code policies.
    pub tail: String,
    /// Why something was not kept, if so.
    pub problem: Option<SpillError>,
}

impl Spill {
    /// Creates an empty one. The file is made when it is needed, must not be there yet, and only its owner may read it.
    pub const fn new(path: PathBuf, limits: SpillLimits) -> Self {
        Self {
            path,
            limits,
            totals: Totals { bytes: 0, lines: 0 },
            state: State::Memory(Vec::new()),
            problem: None,
        }
    }

    /// Returns what is kept so far.
    pub const fn totals(&self) -> Totals {
        self.totals
    }

    /// Keeps a chunk.
    ///
    /// A problem doesn't lose what was kept before: it stays beside the data until [`Spill::finish`].
    pub fn push(&mut self, chunk: &[u8]) -> Flow {
        if self.problem.is_some() {
            return Flow::Stopped;
        }
        match self.try_push(chunk) {
            Ok(()) => Flow::Kept,
            Err(problem) => {
                self.problem = Some(problem);
                Flow::Stopped
            }
        }
    }

    fn try_push(&mut self, chunk: &[u8]) -> Result<(), SpillError> {
        if let State::Memory(bytes) = &mut self.state {
            if bytes.len() + chunk.len() <= self.limits.memory {
                bytes.extend_from_slice(chunk);
                self.totals.add(Totals::of(chunk));
                return Ok(());
            }
            let file = create_and_fill(&self.path, bytes)?;
            self.state = State::File(file);
        }
        let room = self.limits.file.saturating_sub(self.totals.bytes);
        let fitting = usize::try_from(room)
            .ok()
            .and_then(|room| chunk.get(..room))
            .unwrap_or(chunk);
        if let State::File(file) = &mut self.state {
            if let Err(source) = file.write_all(fitting) {
                // A part may have been written: what is counted and what is there shall agree.
                drop(file.set_len(self.totals.bytes));
                let path = self.path.clone();
                return Err(SpillError::Write { path, source });
            }
            self.totals.add(Totals::of(fitting));
        }
        if fitting.len() < chunk.len() {
            let limit = self.limits.file;
            return Err(SpillError::TooLarge { limit });
        }
        Ok(())
    }

    /// Ends it: makes the text of at most `chars` characters, and the tail of at most `tail` bytes.
    ///
    /// A text that is not all of the output points to the file, which is made now if there was none.
    pub fn finish(self, chars: usize, tail: usize) -> Spilled {
        let Self {
            path,
            totals,
            state,
            mut problem,
            ..
        } = self;
        let mut whole = None;
        let (mut stream, tail) = match state {
            State::Memory(bytes) => {
                let (stream, unkept) = finish_in_memory(&bytes, &path, chars);
                let tail = bytes.get(bytes.len().saturating_sub(tail)..);
                let tail = tail.unwrap_or_default().to_vec();
                whole = problem.is_none().then_some(bytes);
                problem = problem.or(unkept);
                (stream, tail)
            }
            State::File(file) => match finish_in_file(&file, &path, totals, chars, tail) {
                Ok(finished) => finished,
                Err(source) => {
                    let unread = SpillError::Read {
                        path: path.clone(),
                        source,
                    };
                    let stream = unreadable(&unread, totals, path);
                    problem = problem.or(Some(unread));
                    (stream, Vec::new())
                }
            },
        };
        stream.bytes = totals.bytes;
        stream.lines = totals.lines;
        Spilled {
            stream,
            whole,
            tail: String::from_utf8_lossy(&tail).into_owned(),
            problem,
        }
    }
}

fn finish_in_memory(bytes: &[u8], path: &Path, chars: usize) -> (Stream, Option<SpillError>) {
    let totals = Totals::of(bytes);
    let rendered = render(Kept::Whole(bytes), totals, Some(path), chars);
    let nothing_left_out = rendered.omitted == Totals::default();
    let (rendered, file, problem) = if nothing_left_out {
        (rendered, None, None)
    } else {
        match create_and_fill(path, bytes) {
            Ok(_) => (rendered, Some(path.to_owned()), None),
            Err(problem) => {
                let rendered = render(Kept::Whole(bytes), totals, None, chars);
                (rendered, None, Some(problem))
            }
        }
    };
    (stream_of(rendered, file), problem)
}

fn finish_in_file(
    file: &File,
    path: &Path,
    totals: Totals,
    chars: usize,
    tail: usize,
) -> io::Result<(Stream, Vec<u8>)> {
    let window = window_bytes(chars).max(tail) as u64;
    let rendered;
    let last_bytes;
    if totals.bytes <= window * 2 {
        last_bytes = read_range(file, 0, totals.bytes)?;
        rendered = render(Kept::Whole(&last_bytes), totals, Some(path), chars);
    } else {
        let head = &read_range(file, 0, window)?;
        last_bytes = read_range(file, totals.bytes - window, totals.bytes)?;
        let tail = &last_bytes;
        rendered = render(Kept::Ends { head, tail }, totals, Some(path), chars);
    }
    let tail = last_bytes.get(last_bytes.len().saturating_sub(tail)..);
    Ok((
        stream_of(rendered, Some(path.to_owned())),
        tail.unwrap_or_default().to_vec(),
    ))
}

/// What is returned when the file can't be read back.
fn unreadable(problem: &SpillError, totals: Totals, path: PathBuf) -> Stream {
    Stream {
        text: problem.to_string(),
        omitted_bytes: totals.bytes,
        omitted_lines: totals.lines,
        file: Some(path),
        ..Stream::default()
    }
}

fn stream_of(rendered: super::Rendered, file: Option<PathBuf>) -> Stream {
    Stream {
        text: rendered.text,
        omitted_bytes: rendered.omitted.bytes,
        omitted_lines: rendered.omitted.lines,
        file,
        binary: rendered.binary,
        ..Stream::default()
    }
}

/// Makes the file. An existing one, a link among them, is refused: it could lead anywhere.
fn create_and_fill(path: &Path, bytes: &[u8]) -> Result<File, SpillError> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
        .map_err(|source| SpillError::Create {
            path: path.to_owned(),
            source,
        })?;
    match file.write_all(bytes) {
        Ok(()) => Ok(file),
        Err(source) => {
            // Half a file would look like all of it.
            drop(std::fs::remove_file(path));
            Err(SpillError::Write {
                path: path.to_owned(),
                source,
            })
        }
    }
}

fn read_range(file: &File, start: u64, end: u64) -> io::Result<Vec<u8>> {
    let length = usize::try_from(end - start).map_err(io::Error::other)?;
    let mut bytes = vec![0; length];
    file.read_exact_at(&mut bytes, start)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt as _};

    use proptest::prelude::*;

    use super::*;

    const LIMITS: SpillLimits = SpillLimits {
        memory: 100,
        file: 1000,
    };

    fn spill(directory: &tempfile::TempDir) -> Spill {
        Spill::new(directory.path().join("1.stdout"), LIMITS)
    }

    #[test]
    fn small_output_makes_no_file() {
        let directory = tempfile::tempdir().unwrap();
        let mut spill = spill(&directory);
        assert_eq!(spill.push(b"a\nb"), Flow::Kept);
        let spilled = spill.finish(50, 1);
        assert_eq!(spilled.stream.text, "a\nb");
        assert_eq!((spilled.stream.bytes, spilled.stream.lines), (3, 1));
        assert_eq!(spilled.stream.file, None);
        assert_eq!(spilled.tail, "b");
        assert!(fs::read_dir(directory.path()).unwrap().next().is_none());
    }

    #[test]
    fn output_beyond_memory_is_in_a_private_file_whole() {
        let directory = tempfile::tempdir().unwrap();
        let mut spill = spill(&directory);
        for _ in 0..30 {
            assert_eq!(spill.push(b"0123456789\n"), Flow::Kept);
        }
        let spilled = spill.finish(50, 4);
        let file = spilled.stream.file.unwrap();
        assert_eq!(
            fs::read_to_string(&file).unwrap(),
            "0123456789\n".repeat(30)
        );
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o600
        );
        assert_eq!((spilled.stream.bytes, spilled.stream.lines), (330, 30));
        assert_eq!(spilled.tail, "789\n");
    }

    #[test]
    fn text_that_leaves_something_out_points_to_a_file_with_all_of_it() {
        let directory = tempfile::tempdir().unwrap();
        let mut spill = spill(&directory);
        assert_eq!(spill.push("x\n".repeat(40).as_bytes()), Flow::Kept);
        let stream = spill.finish(10, 4).stream;
        assert_eq!(stream.omitted_bytes, 80);
        assert_eq!(
            fs::read_to_string(stream.file.unwrap()).unwrap(),
            "x\n".repeat(40)
        );
    }

    #[test]
    fn output_beyond_the_quota_stops_and_keeps_exactly_the_quota() {
        let directory = tempfile::tempdir().unwrap();
        let mut spill = spill(&directory);
        assert_eq!(spill.push(&[b'a'; 990]), Flow::Kept);
        assert_eq!(spill.push(&[b'b'; 20]), Flow::Stopped);
        assert_eq!(spill.push(b"c"), Flow::Stopped);
        let spilled = spill.finish(5000, 4);
        assert_eq!(spilled.stream.bytes, 1000);
        assert_eq!(spilled.tail, "bbbb");
        assert!(matches!(
            spilled.problem,
            Some(SpillError::TooLarge { limit: 1000 })
        ));
        assert_eq!(
            fs::metadata(spilled.stream.file.unwrap()).unwrap().len(),
            1000
        );
    }

    #[test]
    fn file_that_is_already_there_is_not_followed() {
        let directory = tempfile::tempdir().unwrap();
        let victim = directory.path().join("victim");
        fs::write(&victim, "precious").unwrap();
        std::os::unix::fs::symlink(&victim, directory.path().join("1.stdout")).unwrap();
        let mut spill = spill(&directory);
        assert_eq!(spill.push(b"kept\n"), Flow::Kept);
        assert_eq!(spill.push(&[b'x'; 200]), Flow::Stopped);
        let spilled = spill.finish(50, 4);
        assert_eq!(fs::read_to_string(victim).unwrap(), "precious");
        assert_eq!(spilled.stream.text, "kept\n");
        assert!(matches!(spilled.problem, Some(SpillError::Create { .. })));
    }

    #[test]
    fn missing_directory_is_said_and_nothing_is_promised() {
        let directory = tempfile::tempdir().unwrap();
        let mut spill = Spill::new(directory.path().join("gone/1.stdout"), LIMITS);
        assert_eq!(spill.push("x\n".repeat(40).as_bytes()), Flow::Kept);
        let spilled = spill.finish(10, 4);
        assert_eq!(spilled.stream.file, None);
        assert!(spilled.stream.text.contains("they were not kept"));
        assert!(spilled.problem.unwrap().to_string().contains("hint:"));
    }

    proptest! {
        #[test]
        fn counts_add_up_wherever_it_is_kept(
            chunks in prop::collection::vec("[ab\n]{0,40}", 0..30),
            chars in 60_usize..200,
        ) {
            let directory = tempfile::tempdir().unwrap();
            let limits = SpillLimits { memory: 100, file: u64::MAX };
            let mut spill = Spill::new(directory.path().join("f"), limits);
            for chunk in &chunks {
                prop_assert_eq!(spill.push(chunk.as_bytes()), Flow::Kept);
            }
            let whole = chunks.concat();
            let stream = spill.finish(chars, 10).stream;
            let totals = Totals::of(whole.as_bytes());
            prop_assert_eq!(stream.bytes, totals.bytes);
            prop_assert_eq!(stream.lines, totals.lines);
            let kept = stream.file.map(|file| fs::read_to_string(file).unwrap());
            if stream.omitted_bytes == 0 {
                prop_assert_eq!(&stream.text, &whole);
            } else {
                prop_assert_eq!(kept.as_ref(), Some(&whole));
            }
            prop_assert!(kept.is_none_or(|kept| kept == whole));
        }
    }
}
