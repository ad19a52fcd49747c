//! *Work* by bubblewrap: namespaces, writable roots, a private temporary directory (R6.2, R6.3, R6.8).
//!
//! Its arguments are orders, carried out one after the other: what comes later lies on top.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use super::{Kind, LaunchError, Privilege, Scene, Walls, text};
use crate::{
    plan::{Network, Plan},
    warden::protocol::{Entry, Filter, Landlock},
};

/// Namespaces for everything, nothing that outlives its parent, no way to a terminal, no capabilities.
///
/// Not `--disable-userns`, which older versions lack: the stage's filter refuses what it would.
const FRAME: [&str; 10] = [
    "--unshare-user",
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--die-with-parent",
    "--new-session",
    "--as-pid-1",
    "--cap-drop",
    "ALL",
];
/// The whole system, read-only, with devices and processes of its own.
const GROUND: [&str; 7] = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"];

const TEMP: &str = "/tmp";
const RUN: &str = "/run";
/// What of `/run` is no door to a service, where systems keep programs or names there.
const RUN_SHOWN: [&str; 3] = [
    "/run/current-system",
    "/run/wrappers",
    "/run/systemd/resolve/stub-resolv.conf",
];

pub(super) fn work(plan: &Plan, program: &Path, scene: &Scene<'_>) -> Result<Walls, LaunchError> {
    let mut orders = Orders::new(text(program)?);
    orders.extend(&FRAME);
    if plan.network == Network::Off {
        orders.extend(&["--unshare-net"]);
    }
    orders.extend(&GROUND);
    if scene.privilege == Privilege::Root {
        // Files of the kernel belong to uid 0, which stays uid 0 in a user namespace: without this the host's own
        // settings could be written from inside. bwrap's own cover is skipped since it only asks for the directory.
        orders.extend(&["--ro-bind", "/proc/sys", "/proc/sys"]);
    }
    // Sockets of services: a network namespace does not stop them.
    orders.extend(&["--perms", "0755", "--tmpfs", RUN]);
    for path in RUN_SHOWN {
        orders.extend(&["--ro-bind-try", path, path]);
    }
    // Before the roots, so that a root below /tmp lies on top of it.
    orders.bind(Access::Change, &plan.temp, Path::new(TEMP))?;
    let view = View::new(plan, scene);
    if is_covered(scene.cwd) && !view.is_writable(scene.cwd) {
        orders.bind(Access::Read, scene.cwd, scene.cwd)?;
    }
    // A root below what is covered isn't there yet, and pins would land on directories made for them.
    for root in view.roots.iter().filter(|root| is_covered(root)) {
        orders.bind(Access::Change, root, root)?;
    }
    for pin in view.pins() {
        orders.bind(Access::Read, pin, pin)?;
    }
    for root in &view.roots {
        orders.bind(Access::Change, root, root)?;
    }
    for path in &view.protected {
        orders.bind(Access::Read, path, path)?;
    }
    for (path, kind) in &view.hidden {
        orders.hide(path, *kind, scene.blank)?;
    }
    // At the end, when everything below is mounted.
    orders.extend(&["--remount-ro", RUN, "--chdir", &text(scene.cwd)?]);
    Ok(Walls {
        entry: Entry::Through { argv: orders.0 },
        landlock: match scene.landlock {
            Some(_) => Some(second_layer(plan, scene.privilege)?),
            None => None,
        },
        seccomp: Filter::Work,
        drop_capabilities: true,
        owns_namespace: true,
    })
}

/// Landlock once more, inside: should a mount be wrong, writing still ends at the roots.
fn second_layer(plan: &Plan, privilege: Privilege) -> Result<Landlock, LaunchError> {
    let mut writable = plan
        .writable
        .iter()
        .map(|path| text(path))
        .collect::<Result<Vec<_>, _>>()?;
    writable.extend([TEMP.to_owned(), "/dev".to_owned()]);
    match privilege {
        // A process may set things of its own there. All else belongs to uid 0.
        Privilege::Plain => writable.push("/proc".to_owned()),
        Privilege::Root => {}
    }
    Ok(Landlock {
        only: None,
        hidden: Vec::new(),
        writable,
    })
}

#[derive(Clone, Copy)]
enum Access {
    Read,
    Change,
}

/// The arguments so far.
struct Orders(Vec<String>);

impl Orders {
    fn new(program: String) -> Self {
        Self(vec![program])
    }

    fn extend(&mut self, orders: &[&str]) {
        self.0
            .extend(orders.iter().map(|order| (*order).to_owned()));
    }

    fn bind(&mut self, access: Access, source: &Path, target: &Path) -> Result<(), LaunchError> {
        let order = match access {
            Access::Read => "--ro-bind",
            Access::Change => "--bind",
        };
        self.extend(&[order, &text(source)?, &text(target)?]);
        Ok(())
    }

    fn hide(&mut self, path: &Path, kind: Kind, blank: &Path) -> Result<(), LaunchError> {
        match kind {
            Kind::Directory => {
                let path = text(path)?;
                // Without the second order it could be written to, and what was written would be lost.
                self.extend(&["--perms", "0000", "--tmpfs", &path, "--remount-ro", &path]);
                Ok(())
            }
            Kind::File => self.bind(Access::Read, blank, path),
        }
    }
}

/// A plan's places as they are to be mounted: parents before children, nothing that can't be seen anyway.
struct View {
    roots: BTreeSet<PathBuf>,
    protected: BTreeSet<PathBuf>,
    hidden: Vec<(PathBuf, Kind)>,
    /// What lies below `/tmp` or `/run` and is nevertheless there.
    shown: Vec<PathBuf>,
}

impl View {
    fn new(plan: &Plan, scene: &Scene<'_>) -> Self {
        let roots: BTreeSet<PathBuf> = plan.writable.iter().cloned().collect();
        let shown = roots
            .iter()
            .cloned()
            .chain([scene.cwd.to_owned()])
            .collect();
        let mut view = Self {
            roots,
            protected: BTreeSet::new(),
            hidden: Vec::new(),
            shown,
        };
        let mut hidden: Vec<_> = plan.hidden.clone();
        // A path sorts before all below it.
        hidden.sort();
        for path in hidden {
            let Some(kind) = scene.found.kind(&path) else {
                continue;
            };
            if view.is_visible(&path) && !view.is_hidden(&path) {
                view.hidden.push((path, kind));
            }
        }
        for path in &plan.protected {
            let exists = scene.found.kind(path).is_some();
            // What nobody can write anyway needs no mount: each one costs time.
            if exists && view.is_writable(path) && !view.is_hidden(path) {
                view.protected.insert(path.clone());
            }
        }
        view
    }

    fn is_visible(&self, path: &Path) -> bool {
        !is_covered(path) || self.shown.iter().any(|shown| path.starts_with(shown))
    }

    fn is_writable(&self, path: &Path) -> bool {
        self.roots.iter().any(|root| path.starts_with(root))
    }

    fn is_hidden(&self, path: &Path) -> bool {
        self.hidden
            .iter()
            .any(|(hidden, _)| path.starts_with(hidden))
    }

    /// Directories between a root and what is protected or hidden in it. Mounted *below* the root's own mount they
    /// don't show, but can't be renamed any more, which would take what is below them along and free its name.
    fn pins(&self) -> BTreeSet<&Path> {
        let hidden = self.hidden.iter().map(|(path, _)| path.as_path());
        let mut pins = BTreeSet::new();
        for path in self.protected.iter().map(PathBuf::as_path).chain(hidden) {
            for root in self.roots.iter().filter(|root| path.starts_with(root)) {
                let between = path.ancestors().skip(1);
                pins.extend(between.take_while(|parent| parent != root));
            }
        }
        pins
    }
}

/// Whether a path lies where something else is mounted over the system's own.
fn is_covered(path: &Path) -> bool {
    path.starts_with(TEMP) || path.starts_with(RUN)
}
