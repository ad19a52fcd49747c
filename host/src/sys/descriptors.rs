//! Small primitives on descriptors that the standard library lacks: memory files, pipe sizes, waiting for input. No
//! knowledge of runs (R5.3, R7.1).

use std::{
    ffi::CStr,
    io,
    os::fd::{AsFd, BorrowedFd, OwnedFd},
};
#[cfg(target_os = "linux")]
use std::{
    fs::File,
    io::{Seek as _, Write as _},
};

#[cfg(target_os = "linux")]
use nix::{
    fcntl::SealFlag,
    sys::memfd::{MFdFlags, memfd_create},
};
use nix::{
    fcntl::{FcntlArg, OFlag, fcntl},
    poll::{PollFd, PollFlags, PollTimeout, poll},
};

/// Bytes in a pipe where the system doesn't say.
#[cfg(not(target_os = "linux"))]
const PIPE_BYTES: usize = 64 * 1024;

/// Makes a file that exists in memory only, holds these bytes and can't be changed any more.
///
/// It stands at its start, so whoever is given the descriptor reads all of it.
///
/// # Errors
/// Fails when the kernel gives no memory file, or no memory for it.
#[cfg(target_os = "linux")]
pub(crate) fn memory_file(name: &CStr, content: &[u8]) -> io::Result<OwnedFd> {
    let flags = MFdFlags::MFD_CLOEXEC | MFdFlags::MFD_ALLOW_SEALING;
    let mut file = File::from(memfd_create(name, flags)?);
    file.write_all(content)?;
    file.rewind()?;
    let seals = SealFlag::F_SEAL_WRITE
        | SealFlag::F_SEAL_GROW
        | SealFlag::F_SEAL_SHRINK
        | SealFlag::F_SEAL_SEAL;
    fcntl(file.as_fd(), FcntlArg::F_ADD_SEALS(seals))?;
    Ok(file.into())
}

/// Makes a file that exists in memory only, where the system has such files.
///
/// # Errors
/// Always: this one has none.
#[cfg(not(target_os = "linux"))]
pub fn memory_file(_name: &CStr, _content: &[u8]) -> io::Result<OwnedFd> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Makes reads and writes return at once instead of waiting.
///
/// # Errors
/// Fails when the descriptor has no such mode.
pub(crate) fn set_nonblocking(fd: impl AsFd) -> io::Result<()> {
    let flags = OFlag::from_bits_retain(fcntl(fd.as_fd(), FcntlArg::F_GETFL)?);
    fcntl(fd.as_fd(), FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
    Ok(())
}

/// Asks for a larger pipe. A refusal is no error: the pipe works as it is, only slower.
#[cfg(target_os = "linux")]
pub(crate) fn enlarge_pipe(fd: impl AsFd, bytes: usize) {
    if let Ok(bytes) = i32::try_from(bytes) {
        // The kernel refuses plain users who already have many large pipes.
        _ = fcntl(fd, FcntlArg::F_SETPIPE_SZ(bytes));
    }
}

/// Asks for a larger pipe, where the system lets one ask.
#[cfg(not(target_os = "linux"))]
pub fn enlarge_pipe(_fd: impl AsFd, _bytes: usize) {}

/// Returns how many bytes fit into a pipe.
///
/// # Errors
/// Fails when the descriptor is no pipe.
#[cfg(target_os = "linux")]
pub(crate) fn pipe_capacity(fd: impl AsFd) -> io::Result<usize> {
    let bytes = fcntl(fd, FcntlArg::F_GETPIPE_SZ)?;
    usize::try_from(bytes).map_err(io::Error::other)
}

/// Returns how many bytes fit into a pipe.
///
/// # Errors
/// Never.
#[cfg(not(target_os = "linux"))]
pub fn pipe_capacity(_fd: impl AsFd) -> io::Result<usize> {
    Ok(PIPE_BYTES)
}

/// Waits until at least one of the descriptors can be read or is at its end, and says which.
///
/// # Errors
/// Fails when the kernel can't watch them.
pub(crate) fn wait_readable<const N: usize>(
    fds: [Option<BorrowedFd<'_>>; N],
) -> io::Result<[bool; N]> {
    let mut places = [None; N];
    let mut watched = Vec::with_capacity(N);
    for (place, fd) in places.iter_mut().zip(fds) {
        if let Some(fd) = fd {
            *place = Some(watched.len());
            watched.push(PollFd::new(fd, PollFlags::POLLIN));
        }
    }
    loop {
        match poll(&mut watched, PollTimeout::NONE) {
            // A signal that some other part of the process caught.
            Err(nix::errno::Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
            Ok(_) => break,
        }
    }
    // A closed writing end shows as POLLHUP alone: reading then says so.
    Ok(places.map(|place| {
        place
            .and_then(|place| watched.get(place))
            .and_then(PollFd::any)
            .unwrap_or(false)
    }))
}

#[cfg(test)]
mod tests {
    use std::{
        fs::File,
        io::{Read as _, Write as _},
    };

    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn memory_file_gives_its_bytes_and_refuses_others() {
        let mut file = File::from(memory_file(c"text", b"a\nb").unwrap());
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        assert_eq!(content, b"a\nb");
        assert!(file.write_all(b"c").is_err());
        assert!(file.set_len(0).is_err());
    }

    #[test]
    fn empty_nonblocking_pipe_says_that_it_would_wait() {
        let (mut reader, _writer) = io::pipe().unwrap();
        set_nonblocking(&reader).unwrap();
        let error = reader.read(&mut [0]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn enlarged_pipe_holds_more() {
        let (reader, _writer) = io::pipe().unwrap();
        let before = pipe_capacity(&reader).unwrap();
        enlarge_pipe(&reader, before * 2);
        assert_eq!(pipe_capacity(&reader).unwrap(), before * 2);
    }

    #[test]
    fn waiting_names_the_descriptor_that_can_be_read() {
        let (first, _first_writer) = io::pipe().unwrap();
        let (second, mut second_writer) = io::pipe().unwrap();
        second_writer.write_all(b"x").unwrap();
        let ready = wait_readable([Some(first.as_fd()), None, Some(second.as_fd())]).unwrap();
        assert_eq!(ready, [false, false, true]);
    }

    #[test]
    fn waiting_ends_when_the_writer_is_gone() {
        let (reader, writer) = io::pipe().unwrap();
        drop(writer);
        assert_eq!(wait_readable([Some(reader.as_fd())]).unwrap(), [true]);
    }
}
