//! *Observe* by Landlock and seccomp: no namespaces, so that what a command sees is true (R6.2).

use super::{LaunchError, Walls, text};
use crate::{
    plan::Plan,
    warden::protocol::{Entry, Filter, Landlock, Only},
};

/// Devices that swallow what is written to them; redirecting there changes nothing.
const SINKS: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// What programs need to start and to know the language, the time zone and the names of users. Nobody's secrets: all of it
/// is the same for every user of the machine. Not `/proc`, where other processes and their environments are, not `/dev/tty`,
/// and not `/etc/ssl`, where keys are.
const SYSTEM: [&str; 23] = [
    "/bin",
    "/dev/full",
    "/dev/null",
    "/dev/random",
    "/dev/urandom",
    "/dev/zero",
    "/etc/group",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/timezone",
    "/gnu/store",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/sbin",
    "/sys/devices/system/cpu",
    "/usr",
];

pub(super) fn observe(plan: &Plan) -> Result<Walls, LaunchError> {
    let hidden = plan.hidden.iter().map(|path| text(path));
    let only = plan.readable.as_ref().map(|readable| {
        let readable = readable.iter().map(|path| text(path));
        Ok::<_, LaunchError>(Only {
            readable: readable.collect::<Result<_, _>>()?,
            system: SYSTEM.map(str::to_owned).to_vec(),
        })
    });
    Ok(Walls {
        entry: Entry::Direct,
        // A plan of this shape has no writable places. If it had, they would not count.
        landlock: Some(Landlock {
            hidden: hidden.collect::<Result<_, _>>()?,
            only: only.transpose()?,
            writable: SINKS.map(str::to_owned).to_vec(),
        }),
        seccomp: Filter::Observe,
        drop_capabilities: true,
        owns_namespace: false,
    })
}
