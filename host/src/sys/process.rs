//! What a process does to itself and its children: signals, descriptors, exec, waiting (R5.7). No knowledge of runs.
#![expect(
    unsafe_code,
    reason = "exec, signal dispositions and descriptor numbers have no safe wrapper"
)]

use std::{
    ffi::{CStr, CString, NulError},
    io,
    os::fd::{AsRawFd as _, BorrowedFd, FromRawFd as _, OwnedFd, RawFd},
    ptr,
};

use nix::{
    errno::Errno,
    sys::{
        signal::{SigSet, Signal},
        signalfd::{SfdFlags, SignalFd},
        wait::{WaitPidFlag, WaitStatus, waitpid},
    },
    unistd::Pid,
};

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It returned this exit code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
}

/// What waiting for children gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waited {
    /// One ended.
    Ended(Pid, Ending),
    /// One was stopped by a signal.
    Stopped(Pid),
    /// There are some, none of which has news.
    Nothing,
    /// There are none. The kernel vouches for it.
    NoChildren,
}

/// Takes note of one child's end, without waiting.
///
/// # Errors
/// Fails when the kernel refuses, which it has no reason to.
pub(crate) fn wait_any() -> io::Result<Waited> {
    loop {
        return match waitpid(None, Some(WaitPidFlag::WNOHANG | WaitPidFlag::WUNTRACED)) {
            Ok(WaitStatus::Exited(pid, code)) => Ok(Waited::Ended(pid, Ending::Code(code))),
            Ok(WaitStatus::Signaled(pid, signal, _)) => {
                Ok(Waited::Ended(pid, Ending::Signal(signal as i32)))
            }
            Ok(WaitStatus::Stopped(pid, _)) => Ok(Waited::Stopped(pid)),
            Ok(WaitStatus::StillAlive) => Ok(Waited::Nothing),
            Ok(_) | Err(Errno::EINTR) => continue,
            Err(Errno::ECHILD) => Ok(Waited::NoChildren),
            Err(error) => Err(error.into()),
        };
    }
}

/// Blocks the signal that tells of children and returns a descriptor that gives it instead.
///
/// # Errors
/// Fails when there are no descriptors left.
pub(crate) fn watch_children() -> io::Result<SignalFd> {
    let mut mask = SigSet::empty();
    mask.add(Signal::SIGCHLD);
    mask.thread_block()?;
    let flags = SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK;
    Ok(SignalFd::with_flags(&mask, flags)?)
}

/// Takes all waiting signals off the descriptor.
pub(crate) fn drain(signals: &SignalFd) {
    while let Ok(Some(_)) = signals.read_signal() {}
}

/// Gives every signal its default meaning and unblocks all of them.
pub(crate) fn reset_signals() {
    // The kernel's own form, all zero: default disposition, no flags, empty mask. Not libc's `signal`, which skips two
    // that it uses itself.
    let default = [0_u64; 4];
    for number in 1..=libc::SIGRTMAX() {
        // SAFETY: the structure is ours, as long as the kernel reads, and alive during the call; the default
        // disposition runs no code of ours. SIGKILL and SIGSTOP are refused, which is fine.
        unsafe {
            libc::syscall(
                libc::SYS_rt_sigaction,
                number,
                default.as_ptr(),
                ptr::null_mut::<u64>(),
                size_of::<u64>(),
            )
        };
    }
    unblock_signals();
}

/// Unblocks all signals.
pub(crate) fn unblock_signals() {
    // Only an invalid argument could make this fail.
    let _ = SigSet::empty().thread_set_mask();
}

/// Makes `number` mean what `source` means, kept on exec.
///
/// # Errors
/// Fails when the number is beyond the process's limit.
pub(crate) fn place(source: BorrowedFd<'_>, number: RawFd) -> io::Result<()> {
    // SAFETY: takes numbers only. Whatever had the number before is closed; callers own the whole process.
    let result = unsafe { libc::dup2(source.as_raw_fd(), number) };
    Errno::result(result)?;
    Ok(())
}

/// Takes possession of a descriptor by its agreed number and makes it close on exec.
///
/// # Errors
/// Fails when nothing is open there.
pub(crate) fn adopt(number: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: takes numbers only; fails when the descriptor is not open.
    let result = unsafe { libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) };
    Errno::result(result)?;
    // SAFETY: it is open, and its number was agreed on between the two ends of an exec, so nothing else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(number) })
}

/// Whether a socket is open under this number.
pub(crate) fn is_socket(number: RawFd) -> bool {
    // SAFETY: all bits zero are a valid value of this plain structure.
    let mut status: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: the structure is ours and alive during the call; a number that is not open gives an error.
    let result = unsafe { libc::fstat(number, &raw mut status) };
    result == 0 && status.st_mode & libc::S_IFMT == libc::S_IFSOCK
}

/// What happens to a range of descriptors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closing {
    /// They are closed.
    Now,
    /// They are closed by the next exec.
    OnExec,
}

/// Closes all descriptors from `first` to `last`, both included, whoever owns them.
///
/// # Errors
/// Fails on kernels before 5.11.
pub(crate) fn close_range(first: RawFd, last: RawFd, closing: Closing) -> io::Result<()> {
    if first > last {
        return Ok(());
    }
    let flags = match closing {
        Closing::Now => 0,
        Closing::OnExec => libc::CLOSE_RANGE_CLOEXEC,
    };
    // SAFETY: takes numbers only. Callers own the whole process and use none of these afterwards.
    let result = unsafe { libc::syscall(libc::SYS_close_range, first, last, flags) };
    Errno::result(result)?;
    Ok(())
}

/// A program ready to be started: everything that needs memory is done.
#[derive(Debug)]
pub(crate) struct Program {
    path: CString,
    argv: Pointers,
    environment: Pointers,
}

/// Strings and, ending with null, the pointers to them. The strings live on the heap, so moving this moves none.
#[derive(Debug)]
struct Pointers {
    _strings: Vec<CString>,
    pointers: Vec<*const libc::c_char>,
}

impl Pointers {
    fn new(strings: Vec<CString>) -> Self {
        let pointers = strings
            .iter()
            .map(|string| string.as_ptr())
            .chain([ptr::null()])
            .collect();
        Self {
            _strings: strings,
            pointers,
        }
    }
}

impl Program {
    /// Prepares a program of this path, with arguments (the first is its name for itself) and environment.
    ///
    /// # Errors
    /// Fails when one of the strings holds a zero byte.
    pub(crate) fn new<'a>(
        path: &str,
        argv: impl IntoIterator<Item = &'a str>,
        environment: &[(String, String)],
    ) -> Result<Self, NulError> {
        let argv = argv
            .into_iter()
            .map(CString::new)
            .collect::<Result<_, _>>()?;
        let environment = environment
            .iter()
            .map(|(name, value)| CString::new(format!("{name}={value}")))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            path: CString::new(path)?,
            argv: Pointers::new(argv),
            environment: Pointers::new(environment),
        })
    }

    /// The program's path.
    pub(crate) fn path(&self) -> &CStr {
        &self.path
    }

    /// Becomes the program. Returns only when that failed.
    pub(crate) fn exec(&self) -> Errno {
        // SAFETY: all three point to zero-terminated memory that `self` keeps alive; the lists end with null.
        unsafe {
            libc::execve(
                self.path.as_ptr(),
                self.argv.pointers.as_ptr(),
                self.environment.pointers.as_ptr(),
            )
        };
        Errno::last()
    }
}

/// Ends this process at once, without running any more of its code.
pub(crate) fn exit(code: i32) -> ! {
    // SAFETY: takes a number; nothing that needs cleaning up lives in the warden's processes.
    unsafe { libc::_exit(code) }
}

/// Tells processes of a signal. Those that are gone are none.
pub(crate) fn signal(pid: Pid, signal: Signal) {
    // ESRCH: gone meanwhile. EPERM: of another user; it will be named as a survivor.
    let _ = nix::sys::signal::kill(pid, signal);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_byte_is_refused_before_anything_starts() {
        assert!(Program::new("/bin/true", ["true", "a\0b"], &[]).is_err());
        let environment = [("NAME".to_owned(), "a\0b".to_owned())];
        assert!(Program::new("/bin/true", ["true"], &environment).is_err());
    }

    #[test]
    fn missing_program_says_so() {
        let program = Program::new("/nonexistent/program", ["program"], &[]).unwrap();
        assert_eq!(program.exec(), Errno::ENOENT);
        assert_eq!(program.path(), c"/nonexistent/program");
    }

    #[test]
    fn standard_input_of_a_number_that_is_not_open_is_no_socket() {
        assert!(!is_socket(-1));
        assert!(adopt(-1).is_err());
    }
}
