//! The one line in `main`: tells the warden's processes from all others and runs them (R6.1).

use std::{
    ffi::OsStr,
    panic,
    sync::atomic::{AtomicBool, Ordering},
};

use super::{fork, probe, stage};
use crate::sys::process;

/// What the warden calls itself.
pub(super) const WARDEN_NAME: &str = "shellward-warden";
/// The warden's first argument. The number is that of the protocol, so that two versions never talk past each other.
pub(super) const WARDEN_ARGUMENT: &str = "--shellward-warden-1";
/// The first argument of a stage that was started by a program that makes namespaces.
pub(super) const STAGE_ARGUMENT: &str = "--shellward-stage-1";
/// The first argument of a probe.
pub(super) const PROBE_ARGUMENT: &str = "--shellward-probe-1";
/// What the warden says first, so that the host knows whom it talks to.
pub(super) const GREETING: &[u8] = b"shellward-warden 1";

/// Exit code of a warden's process whose code failed.
const BROKEN: i32 = 70;

static ENTERED: AtomicBool = AtomicBool::new(false);

/// Whether this process called [`enter`].
pub(super) fn was_called() -> bool {
    ENTERED.load(Ordering::Relaxed)
}

/// Becomes a warden's process if this one was started as such; otherwise returns at once.
///
/// Every program that governs commands calls this first in `main`, before it starts threads, reads its arguments or
/// opens files. Without it [`Warden::start`](super::Warden::start) refuses.
///
/// ```
/// shellward::warden::enter();
/// // The program itself begins here.
/// ```
pub fn enter() {
    ENTERED.store(true, Ordering::Relaxed);
    let mut arguments = std::env::args_os();
    let name = arguments.next();
    let Some(role) = role(name.as_deref(), arguments.next().as_deref()) else {
        return;
    };
    let run = match role {
        Role::Warden => fork::run,
        Role::Stage => stage::run_inside,
        Role::Probe => probe::run,
    };
    // A panic must not unwind into the embedder's own main.
    if panic::catch_unwind(run).is_err() {
        process::exit(BROKEN);
    }
    process::exit(0);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Warden,
    Stage,
    Probe,
}

fn role(name: Option<&OsStr>, argument: Option<&OsStr>) -> Option<Role> {
    let (name, argument) = (name?.to_str()?, argument?.to_str()?);
    match (name, argument) {
        (WARDEN_NAME, WARDEN_ARGUMENT) if process::is_socket(fork::SESSION_FD) => {
            Some(Role::Warden)
        }
        (stage::OWN_PROGRAM, STAGE_ARGUMENT) if process::is_socket(stage::RUN_FD) => {
            Some(Role::Stage)
        }
        (stage::OWN_PROGRAM, PROBE_ARGUMENT) => Some(Role::Probe),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_arguments_are_no_role() {
        let role =
            |name: &str, argument: &str| role(Some(OsStr::new(name)), Some(OsStr::new(argument)));
        assert_eq!(role("shellward", "run"), None);
        assert_eq!(role("shellward", WARDEN_ARGUMENT), None);
        assert_eq!(role(WARDEN_NAME, "run"), None);
        // A test's standard input is no socket, so even the right words are not enough.
        assert_eq!(role(stage::OWN_PROGRAM, STAGE_ARGUMENT), None);
        assert_eq!(super::role(None, None), None);
    }

    #[test]
    fn entering_returns_in_any_other_process() {
        enter();
        assert!(was_called());
    }
}
