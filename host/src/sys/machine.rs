//! What this machine has to build walls with (R6.1, R6.7). Only looks.
#![expect(
    unsafe_code,
    reason = "libc has no wrapper for Landlock's system calls"
)]

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    ptr,
};

/// Where bubblewrap may lie. Not PATH: what builds walls must not come from a directory that a project can fill.
const BWRAP_PLACES: [&str; 4] = [
    "/usr/bin/bwrap",
    "/bin/bwrap",
    "/usr/local/bin/bwrap",
    "/run/current-system/sw/bin/bwrap",
];

/// Finds bubblewrap in the system's own directories.
pub fn find_bwrap() -> Option<PathBuf> {
    BWRAP_PLACES
        .into_iter()
        .map(PathBuf::from)
        .find(|path| is_program(path))
}

fn is_program(path: &Path) -> bool {
    fs::metadata(path)
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

/// Returns the version of Landlock that the kernel enforces, or nothing without it.
pub fn landlock_version() -> Option<u32> {
    const ASK_VERSION: u32 = 1;
    // SAFETY: with this flag the call takes no pointer and only returns a number.
    let version = unsafe {
        libc::syscall(
            libc::SYS_landlock_create_ruleset,
            ptr::null::<libc::c_void>(),
            0_usize,
            ASK_VERSION,
        )
    };
    u32::try_from(version).ok().filter(|version| *version > 0)
}

/// Why a plain user may be refused namespaces, as far as the kernel says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamespaceObstacle {
    /// A sysctl sets their number to zero.
    LimitIsZero,
    /// A Debian kernel's switch is off.
    SwitchedOff,
    /// `AppArmor` lets only programs with a profile make them.
    AppArmor,
}

impl NamespaceObstacle {
    /// What a person can do about it.
    pub const fn remedy(self) -> &'static str {
        match self {
            Self::LimitIsZero => {
                "user namespaces are limited to 0; an administrator can raise it: sysctl user.max_user_namespaces=10000"
            }
            Self::SwitchedOff => {
                "user namespaces are switched off; an administrator can allow them: sysctl kernel.unprivileged_userns_clone=1"
            }
            Self::AppArmor => {
                "AppArmor restricts user namespaces; an administrator can load the profile `bwrap-userns-restrict` \
                 that comes with the package apparmor-profiles"
            }
        }
    }
}

/// Looks for reasons why namespaces can't be made. None does not promise that they can: that is for a canary to say.
pub fn namespace_obstacle() -> Option<NamespaceObstacle> {
    let says = |path: &str, value: &str| {
        fs::read_to_string(path).is_ok_and(|content| content.trim() == value)
    };
    if says("/proc/sys/user/max_user_namespaces", "0") {
        Some(NamespaceObstacle::LimitIsZero)
    } else if says("/proc/sys/kernel/unprivileged_userns_clone", "0") {
        Some(NamespaceObstacle::SwitchedOff)
    } else if says(
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "1",
    ) {
        Some(NamespaceObstacle::AppArmor)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_that_can_be_run_are_programs() {
        assert!(is_program(Path::new("/bin/sh")));
        assert!(!is_program(Path::new("/bin")));
        assert!(!is_program(Path::new("/etc/passwd")));
        assert!(!is_program(Path::new("/nonexistent")));
    }

    #[test]
    fn each_remedy_names_what_to_do() {
        for obstacle in [
            NamespaceObstacle::LimitIsZero,
            NamespaceObstacle::SwitchedOff,
            NamespaceObstacle::AppArmor,
        ] {
            assert!(obstacle.remedy().contains("an administrator can"));
        }
    }
}
