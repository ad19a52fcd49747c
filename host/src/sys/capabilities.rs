//! Giving up capabilities (R6.8). Only ever takes away.
#![expect(unsafe_code, reason = "libc has no safe wrapper for capget and capset")]

use std::io;

use nix::errno::Errno;

/// A set of capabilities, one bit for each number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Capabilities(u64);

impl Capabilities {
    /// The one that only reads: files and directories whose mode bits forbid it.
    pub(crate) const READ_ONLY: Self = Self(1 << 2);

    const SET_BOUNDING: Self = Self(1 << 8);

    fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    fn halves(self) -> [u32; 2] {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the kernel takes the set as two halves"
        )]
        [self.0 as u32, (self.0 >> 32) as u32]
    }
}

/// Version 3 of the interface: 64 bits, as two halves.
const VERSION: u32 = 0x2008_0522;

#[repr(C)]
struct Header {
    version: u32,
    pid: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Half {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

/// Gives up everything but `kept`, for this process and for all it will start.
///
/// Together with `no_new_privs` nothing comes back: a program started as uid 0 gets what its bounding set and its
/// parent both have.
///
/// # Errors
/// Fails when the kernel refuses, or when more than `kept` is left afterwards.
pub(crate) fn keep_only(kept: Capabilities) -> io::Result<()> {
    let (effective, permitted) = current()?;
    // Without the capability to do so the bounding set stays; then there is nothing a program could get through it
    // either, since no_new_privs keeps it within what we have.
    if effective.contains(Capabilities::SET_BOUNDING) {
        empty_bounding_set(kept)?;
    }
    clear_ambient()?;
    set(Capabilities(permitted.0 & kept.0))?;
    let (effective, permitted) = current()?;
    if kept.contains(effective) && kept.contains(permitted) {
        Ok(())
    } else {
        Err(io::Error::other("capabilities were left over"))
    }
}

fn empty_bounding_set(kept: Capabilities) -> io::Result<()> {
    for number in 0..u64::BITS {
        if kept.contains(Capabilities(1 << number)) {
            continue;
        }
        // SAFETY: takes numbers only; the process is ours.
        let result = unsafe { libc::prctl(libc::PR_CAPBSET_DROP, number, 0, 0, 0) };
        match Errno::result(result) {
            Ok(_) => {}
            // The kernel knows no capability of this number, and none beyond it.
            Err(Errno::EINVAL) => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

fn clear_ambient() -> io::Result<()> {
    // SAFETY: takes numbers only.
    let result = unsafe {
        libc::prctl(
            libc::PR_CAP_AMBIENT,
            libc::PR_CAP_AMBIENT_CLEAR_ALL,
            0,
            0,
            0,
        )
    };
    Errno::result(result)?;
    Ok(())
}

fn current() -> io::Result<(Capabilities, Capabilities)> {
    let header = Header {
        version: VERSION,
        pid: 0,
    };
    let mut halves = [Half::default(); 2];
    // SAFETY: both point to memory of the layout that this version has, alive during the call.
    let result = unsafe { libc::syscall(libc::SYS_capget, &raw const header, halves.as_mut_ptr()) };
    Errno::result(result)?;
    let [low, high] = halves;
    let join = |low: u32, high: u32| Capabilities(u64::from(low) | u64::from(high) << 32);
    Ok((
        join(low.effective, high.effective),
        join(low.permitted, high.permitted),
    ))
}

fn set(wanted: Capabilities) -> io::Result<()> {
    let header = Header {
        version: VERSION,
        pid: 0,
    };
    let halves = wanted.halves().map(|half| Half {
        effective: half,
        permitted: half,
        inheritable: 0,
    });
    // SAFETY: both point to memory of the layout that this version has, alive during the call.
    let result = unsafe { libc::syscall(libc::SYS_capset, &raw const header, halves.as_ptr()) };
    Errno::result(result)?;
    Ok(())
}
