use super::*;
use crate::plan::Network;

fn plan(shape: Shape) -> Plan {
    Plan {
        shape,
        writable: Vec::new(),
        protected: Vec::new(),
        hidden: Vec::new(),
        readable: None,
        temp: "/state/temp".into(),
        network: Network::Off,
        environment: Vec::new(),
    }
}

fn paths(paths: &[&str]) -> Vec<PathBuf> {
    paths.iter().map(PathBuf::from).collect()
}

fn build(plan: &Plan, privilege: Privilege, cwd: &str, found: &[(&str, Kind)]) -> Walls {
    let scene = Scene {
        cwd: Path::new(cwd),
        privilege,
        landlock: Some(6),
        found: &found.iter().copied().collect(),
        blank: Path::new("/state/blank"),
    };
    Walls::build(plan, &Launcher::Bwrap("/usr/bin/bwrap".into()), &scene).unwrap()
}

fn argv(walls: &Walls) -> String {
    match &walls.entry {
        Entry::Through { argv } => argv.join(" "),
        Entry::Direct => String::new(),
    }
}

fn order(argv: &str, first: &str, second: &str) {
    let place = |part: &str| {
        argv.find(part)
            .unwrap_or_else(|| panic!("{part} in {argv}"))
    };
    assert!(
        place(first) < place(second),
        "{first} before {second} in {argv}"
    );
}

#[test]
fn work_walls_are_these_arguments() {
    let mut plan = plan(Shape::Work);
    plan.writable = paths(&["/home/me/project"]);
    let walls = build(&plan, Privilege::Plain, "/home/me/project", &[]);
    assert_eq!(
        argv(&walls),
        "/usr/bin/bwrap --unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try \
         --die-with-parent --new-session --as-pid-1 --cap-drop ALL --unshare-net --ro-bind / / --dev /dev \
         --proc /proc --perms 0755 --tmpfs /run --ro-bind-try /run/current-system /run/current-system \
         --ro-bind-try /run/wrappers /run/wrappers --ro-bind-try /run/systemd/resolve/stub-resolv.conf \
         /run/systemd/resolve/stub-resolv.conf --bind /state/temp /tmp --bind /home/me/project /home/me/project \
         --remount-ro /run --chdir /home/me/project"
    );
    assert_eq!(walls.seccomp, Filter::Work);
    assert!(walls.owns_namespace && walls.drop_capabilities);
}

#[test]
fn root_can_not_reach_the_kernels_settings() {
    let plan = plan(Shape::Work);
    let as_root = build(&plan, Privilege::Root, "/srv", &[]);
    order(
        &argv(&as_root),
        "--proc /proc",
        "--ro-bind /proc/sys /proc/sys",
    );
    let writable = |walls: &Walls| walls.landlock.clone().unwrap().writable;
    assert!(!writable(&as_root).contains(&"/proc".to_owned()));
    let as_plain = build(&plan, Privilege::Plain, "/srv", &[]);
    assert!(!argv(&as_plain).contains("/proc/sys"));
    assert!(writable(&as_plain).contains(&"/proc".to_owned()));
}

#[test]
fn hosts_network_is_kept_only_when_planned() {
    let mut plan = plan(Shape::Work);
    plan.network = Network::Host;
    assert!(!argv(&build(&plan, Privilege::Plain, "/srv", &[])).contains("--unshare-net"));
}

#[test]
fn parents_of_protected_places_are_pinned_below_the_root() {
    let mut plan = plan(Shape::Work);
    plan.writable = paths(&["/p"]);
    plan.protected = paths(&["/p/sub/.git/hooks", "/p/missing", "/elsewhere"]);
    let found = [
        ("/p/sub/.git/hooks", Kind::Directory),
        ("/elsewhere", Kind::File),
    ];
    let argv = argv(&build(&plan, Privilege::Plain, "/p", &found));
    order(&argv, "--ro-bind /p/sub /p/sub ", "--bind /p /p");
    order(&argv, "--ro-bind /p/sub/.git /p/sub/.git ", "--bind /p /p");
    order(
        &argv,
        "--bind /p /p",
        "--ro-bind /p/sub/.git/hooks /p/sub/.git/hooks",
    );
    assert!(
        !argv.contains("missing") && !argv.contains("elsewhere"),
        "{argv}"
    );
}

#[test]
fn pins_of_a_root_below_the_private_directory_lie_on_the_root_itself() {
    let mut plan = plan(Shape::Work);
    plan.writable = paths(&["/tmp/p"]);
    plan.protected = paths(&["/tmp/p/.git/hooks"]);
    let found = [("/tmp/p/.git/hooks", Kind::Directory)];
    let argv = argv(&build(&plan, Privilege::Plain, "/tmp/p", &found));
    // Without the first bind the pin would land on a directory made for it.
    order(
        &argv,
        "--bind /tmp/p /tmp/p",
        "--ro-bind /tmp/p/.git /tmp/p/.git ",
    );
    let again = argv.matches("--bind /tmp/p /tmp/p ").count();
    assert_eq!(again, 2, "{argv}");
}

#[test]
fn hidden_places_lie_on_top_of_everything() {
    let mut plan = plan(Shape::Work);
    plan.writable = paths(&["/home/me"]);
    plan.hidden = paths(&[
        "/home/me/.ssh/id",
        "/home/me/.ssh",
        "/home/me/.netrc",
        "/home/me/.aws",
    ]);
    let found = [
        ("/home/me/.ssh", Kind::Directory),
        ("/home/me/.ssh/id", Kind::File),
        ("/home/me/.netrc", Kind::File),
    ];
    let argv = argv(&build(&plan, Privilege::Plain, "/home/me", &found));
    order(
        &argv,
        "--bind /home/me /home/me",
        "--perms 0000 --tmpfs /home/me/.ssh --remount-ro /home/me/.ssh",
    );
    order(
        &argv,
        "--bind /home/me /home/me",
        "--ro-bind /state/blank /home/me/.netrc",
    );
    assert!(
        !argv.contains(".ssh/id") && !argv.contains(".aws"),
        "{argv}"
    );
}

#[test]
fn what_private_directories_cover_is_shown_only_where_it_is_needed() {
    let mut plan = plan(Shape::Work);
    plan.hidden = paths(&["/tmp/other/secret", "/tmp/here/secret"]);
    let found = [
        ("/tmp/other/secret", Kind::File),
        ("/tmp/here/secret", Kind::File),
    ];
    let argv = argv(&build(&plan, Privilege::Plain, "/tmp/here", &found));
    order(
        &argv,
        "--bind /state/temp /tmp",
        "--ro-bind /tmp/here /tmp/here",
    );
    order(
        &argv,
        "--ro-bind /tmp/here /tmp/here",
        "/state/blank /tmp/here/secret",
    );
    assert!(!argv.contains("other"), "{argv}");
}

#[test]
fn observe_walls_make_nothing_writable_but_sinks() {
    let mut plan = plan(Shape::Observe);
    plan.writable = paths(&["/home/me"]);
    plan.hidden = paths(&["/home/me/.ssh"]);
    let scene = Scene {
        cwd: Path::new("/"),
        privilege: Privilege::Plain,
        landlock: Some(6),
        found: &Found::default(),
        blank: Path::new("/state/blank"),
    };
    let walls = Walls::build(&plan, &Launcher::Landlock, &scene).unwrap();
    let landlock = walls.landlock.unwrap();
    assert_eq!(landlock.writable, ["/dev/null", "/dev/zero", "/dev/full"]);
    assert_eq!(landlock.hidden, ["/home/me/.ssh"]);
    assert_eq!(
        (walls.entry, walls.seccomp),
        (Entry::Direct, Filter::Observe)
    );
}

#[test]
fn confined_walls_open_what_is_planned_and_what_programs_start_from() {
    let mut plan = plan(Shape::Observe);
    let scene = Scene {
        cwd: Path::new("/"),
        privilege: Privilege::Plain,
        landlock: Some(6),
        found: &Found::default(),
        blank: Path::new("/state/blank"),
    };
    let only = |plan: &Plan| {
        let walls = Walls::build(plan, &Launcher::Landlock, &scene).unwrap();
        walls.landlock.unwrap().only
    };
    assert_eq!(only(&plan), None);
    plan.readable = Some(paths(&["/home/me/project"]));
    let only = only(&plan).unwrap();
    assert_eq!(only.readable, ["/home/me/project"]);
    assert!(only.system.contains(&"/usr".to_owned()));
    for closed in ["/", "/proc", "/etc", "/dev", "/home", "/etc/ssl"] {
        assert!(!only.system.contains(&closed.to_owned()), "{closed}");
    }
}

#[test]
fn launcher_refuses_shapes_it_does_not_build() {
    let found = Found::default();
    let scene = Scene {
        cwd: Path::new("/"),
        privilege: Privilege::Plain,
        landlock: Some(6),
        found: &found,
        blank: Path::new("/state/blank"),
    };
    for (shape, launcher) in [
        (Shape::Work, Launcher::Landlock),
        (Shape::Work, Launcher::None),
        (Shape::Observe, Launcher::None),
        (Shape::Open, Launcher::Landlock),
    ] {
        let error = Walls::build(&plan(shape), &launcher, &scene).unwrap_err();
        assert!(matches!(error, LaunchError::WrongShape { .. }), "{error}");
    }
}

#[test]
fn path_that_can_not_be_handed_over_refuses_all() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let found = Found::default();
    let scene = Scene {
        cwd: Path::new("/"),
        privilege: Privilege::Plain,
        landlock: Some(6),
        found: &found,
        blank: Path::new("/state/blank"),
    };
    let mut plan = plan(Shape::Observe);
    plan.hidden = vec![OsStr::from_bytes(b"/\xff").into()];
    let refused = Walls::build(&plan, &Launcher::Landlock, &scene).unwrap_err();
    assert!(matches!(refused, LaunchError::NotUtf8(_)));
    plan.hidden = paths(&["secret"]);
    let refused = Walls::build(&plan, &Launcher::Landlock, &scene).unwrap_err();
    assert!(matches!(refused, LaunchError::NotAbsolute(_)));
}
