//! *Observe* by Landlock and seccomp: no namespaces, so that what a command sees is true (R6.2).

use super::{LaunchError, Walls, text};
use crate::{
    plan::Plan,
    warden::protocol::{Entry, Filter, Landlock},
};

/// Devices that swallow what is written to them; redirecting there changes nothing.
const SINKS: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

pub(super) fn observe(plan: &Plan) -> Result<Walls, LaunchError> {
    let hidden = plan.hidden.iter().map(|path| text(path));
    Ok(Walls {
        entry: Entry::Direct,
        // A plan of this shape has no writable places. If it had, they would not count.
        landlock: Some(Landlock {
            hidden: hidden.collect::<Result<_, _>>()?,
            writable: SINKS.map(str::to_owned).to_vec(),
        }),
        seccomp: Filter::Observe,
        drop_capabilities: true,
        owns_namespace: false,
    })
}
