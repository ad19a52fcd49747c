//! Walls as the kernel keeps them: what a run can't do under *observe* and *work*, and what it still can (R6.2, R6.3,
//! R6.8).

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use nix::unistd::getuid;
use shellward::{
    contain::{
        canary::{self, CanaryFailure, Trial},
        launch::Launcher,
        make_blank,
    },
    plan::Shape,
    warden::{REPORT_FD, TEXT_FD, Warden, protocol::Exit},
};

use crate::warden_support::{Place, can_observe, can_work, identity, launcher, privilege, shapes};

const SUCCESS: Exit = Exit::Code { code: 0 };

/// Runs each attempt by itself, on a fresh project, and expects it to work where there are no walls.
fn works_without_walls(attempts: &[&str]) {
    for attempt in attempts {
        let place = Place::new();
        lay_file(&place);
        let ran = place.run(&place.plan(Shape::Open), attempt);
        assert_eq!(ran.exit, SUCCESS, "{attempt}: {ran:?}");
    }
}

fn lay_file(place: &Place) -> PathBuf {
    let file = place.path("project/file");
    fs::write(&file, "kept").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    file
}

/// Runs each attempt by itself and expects it to fail.
fn refuses(place: &Place, shape: Shape, attempts: &[&str]) {
    for attempt in attempts {
        let ran = place.run(&place.plan(shape), attempt);
        assert_ne!(ran.exit, SUCCESS, "{attempt}: {ran:?}");
    }
}

#[test]
fn exit_code_output_and_environment_arrive() {
    let place = Place::new();
    for shape in shapes() {
        let plan = place.plan(shape);
        let ran = place.run(&plan, "echo out; echo err >&2; pwd; echo $HOME; exit 7");
        let expected = format!(
            "out\n{}\n{}\n",
            place.path("project").display(),
            place.path("home").display()
        );
        assert_eq!(ran.stdout, expected, "{shape}");
        assert_eq!(ran.stderr, "err\n", "{shape}");
        assert_eq!(ran.exit, Exit::Code { code: 7 }, "{shape}");
        assert_eq!(ran.left, [], "{shape}");
        let killed = place.run(&plan, "kill -USR1 $$");
        assert_eq!(
            killed.exit,
            Exit::Signal {
                signal: libc::SIGUSR1
            },
            "{shape}"
        );
    }
}

#[test]
fn only_agreed_descriptors_are_open() {
    let place = Place::new();
    let outside = fs::File::open(place.path("outside")).unwrap();
    // What a careless host left open for its children.
    nix::fcntl::fcntl(
        &outside,
        nix::fcntl::FcntlArg::F_SETFD(nix::fcntl::FdFlag::empty()),
    )
    .unwrap();
    let leaky = Place::new();
    for shape in shapes() {
        // The shell's own listing of the directory takes one number.
        let ran = leaky.run(&leaky.plan(shape), "cd /proc/self/fd && echo *");
        let numbers: Vec<&str> = ran
            .stdout
            .split_whitespace()
            .filter(|fd| *fd != "3")
            .collect();
        assert_eq!(numbers, ["0", "1", "2", "200", "201"], "{shape}");
    }
}

#[test]
fn text_can_be_read_and_the_directory_reported() {
    let place = Place::new();
    for shape in shapes() {
        let mut plan = place.plan(shape);
        plan.hidden = vec![place.path("home")];
        let script = format!("cd /usr && . /dev/fd/{TEXT_FD} && pwd >&{REPORT_FD}");
        let ran = place.run(&plan, &script);
        assert_eq!(
            (ran.stdout.as_str(), ran.report.as_str()),
            ("from the text\n", "/usr\n"),
            "{shape}"
        );
    }
}

#[test]
fn program_without_the_line_in_main_is_told_of_it() {
    let error = Warden::start().unwrap_err();
    assert_eq!(error.code(), "warden-not-entered");
    assert!(
        error.to_string().contains("shellward::warden::enter()"),
        "{error}"
    );
}

#[test]
fn namespace_that_was_not_made_is_not_taken_for_one() {
    if !can_work() {
        return;
    }
    let place = Place::new();
    // In place of bubblewrap: a program that only starts what it is told to. A stage that believed it would signal
    // everything there is.
    let program = place.path("home/bwrap");
    fs::write(
        &program,
        "#!/bin/sh\nwhile [ \"$1\" != -- ]; do shift; done\nshift\nexec \"$@\"\n",
    )
    .unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let plan = place.plan(Shape::Work);
    let outside = place.path("outside");
    let blank = make_blank(&outside).unwrap();
    let trial = Trial {
        plan: &plan,
        launcher: &Launcher::Bwrap(program),
        privilege: privilege(),
        outside: &outside,
        blank: &blank,
    };
    let message = canary::check(&place.warden, &trial)
        .unwrap_err()
        .to_string();
    assert!(message.contains("no namespace was made"), "{message}");
}

#[test]
fn signals_are_as_a_shell_expects_them() {
    let place = Place::new();
    for shape in shapes() {
        let script = "grep -E 'Sig(Blk|Ign)' /proc/self/status | tr -d '[:space:]'";
        let ran = place.run(&place.plan(shape), script);
        let none = "0".repeat(16);
        assert_eq!(ran.stdout, format!("SigBlk:{none}SigIgn:{none}"), "{shape}");
    }
}

#[test]
fn replaced_working_directory_is_refused() {
    let place = Place::new();
    let other = identity(&place.path("outside"));
    for shape in shapes() {
        let argv = vec!["/bin/true".to_owned()];
        let refused = place.try_start_shell(&place.plan(shape), argv, other);
        let message = refused.err().unwrap();
        assert!(
            message.contains("was replaced after it was judged"),
            "{shape}: {message}"
        );
    }
}

#[test]
fn shell_that_can_not_be_started_is_named() {
    let place = Place::new();
    let judged = identity(&place.path("project"));
    for shape in shapes() {
        let refusal = |argv: &[&str]| {
            let argv = argv.iter().map(|one| (*one).to_owned()).collect();
            place
                .try_start_shell(&place.plan(shape), argv, judged)
                .err()
                .unwrap()
        };
        let message = refusal(&["/nonexistent/shell"]);
        assert!(
            message.contains("/nonexistent/shell could not be started: No such file"),
            "{shape}: {message}"
        );
        assert_eq!(refusal(&[]), "no shell was named", "{shape}");
        let message = refusal(&["/bin/true", "a\0b"]);
        assert!(message.contains("holds a zero byte"), "{shape}: {message}");
    }
}

#[test]
fn missing_launcher_is_named() {
    let place = Place::new();
    let plan = place.plan(Shape::Work);
    let program = Launcher::Bwrap("/nonexistent/bwrap".into());
    let outside = place.path("outside");
    let blank = make_blank(&outside).unwrap();
    let trial = Trial {
        plan: &plan,
        launcher: &program,
        privilege: privilege(),
        outside: &outside,
        blank: &blank,
    };
    let message = canary::check(&place.warden, &trial)
        .unwrap_err()
        .to_string();
    assert!(
        message.contains("/nonexistent/bwrap can't be started"),
        "{message}"
    );
    assert!(message.contains("hint: install bubblewrap"), "{message}");
}

#[test]
fn observe_changes_no_file() {
    if !can_observe() {
        return;
    }
    let place = Place::new();
    let file = lay_file(&place);
    let attempts = [
        "echo x > new",
        "echo x > file",
        "echo x >> file",
        ": > file",
        "truncate -s 0 file",
        "rm -f file",
        "mv file other",
        "ln file other",
        "ln -s file other",
        "mkdir other",
        "rmdir ../outside",
        "mkfifo other",
        "chmod 600 file",
        "chown $(id -u) file",
        "touch file",
        "touch -t 200001010000 file",
        "python3 -c 'import os; os.setxattr(\"file\", \"user.x\", b\"1\")'",
        "python3 -c 'import os; os.open(\"file\", os.O_RDONLY | os.O_TRUNC)'",
    ];
    // What fails anyway shows nothing.
    works_without_walls(&attempts);
    refuses(&place, Shape::Observe, &attempts);
    let elsewhere = [
        "echo x > /tmp/shellward-observe",
        "echo x > /dev/shm/shellward-observe",
    ];
    refuses(&place, Shape::Observe, &elsewhere);
    assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
    assert_eq!(fs::read_dir(place.path("project")).unwrap().count(), 1);
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o644
    );
}

#[test]
fn observe_has_no_way_out() {
    if !can_observe() {
        return;
    }
    let place = Place::new();
    let own = std::process::id();
    let python = |code: &str| format!("python3 -c 'import ctypes, os, socket; {code}'");
    let attempts = [
        python("socket.socket(socket.AF_INET)"),
        python("socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)"),
        python("socket.socket(socket.AF_UNIX)"),
        "exec 5<>/dev/tcp/127.0.0.1/9".to_owned(),
        "unshare -U true".to_owned(),
        "unshare -n true".to_owned(),
        "mount -t tmpfs none /mnt".to_owned(),
        format!("kill -0 {own}"),
        "kill -0 $PPID".to_owned(),
        format!("prlimit --pid {own} --cpu=1000"),
        format!("renice -n 5 -p {own}"),
    ];
    refuses(
        &place,
        Shape::Observe,
        &attempts.each_ref().map(String::as_str),
    );
}

#[test]
fn calls_into_the_kernels_depths_are_refused() {
    let place = Place::new();
    let always = [
        libc::SYS_add_key,
        libc::SYS_bpf,
        libc::SYS_io_uring_setup,
        libc::SYS_keyctl,
        libc::SYS_open_by_handle_at,
        libc::SYS_open_tree,
        libc::SYS_perf_event_open,
        libc::SYS_process_vm_readv,
        libc::SYS_setns,
        libc::SYS_userfaultfd,
    ];
    let observing = [
        libc::SYS_clock_settime,
        libc::SYS_mq_unlink,
        libc::SYS_ptrace,
        libc::SYS_removexattr,
        libc::SYS_shmget,
    ];
    for shape in shapes() {
        let numbers: Vec<i64> = match shape {
            Shape::Observe => [&always[..], &observing].concat(),
            Shape::Work => always.to_vec(),
            _ => continue,
        };
        // With these arguments each has another error than EPERM where it is not refused, none has an effect.
        let script = format!(
            "python3 -c 'import ctypes\ncall = ctypes.CDLL(None, use_errno=True).syscall\n\
             for number in {numbers:?}:\n  \
             call(number, 999, -1, -1, -1, -1)\n  \
             if ctypes.get_errno() != 1: print(number, ctypes.get_errno())'"
        );
        let ran = place.run(&place.plan(shape), &script);
        assert_eq!(
            (ran.stdout.as_str(), ran.exit),
            ("", SUCCESS),
            "{shape}: {}",
            ran.stderr
        );
    }
}

#[test]
fn observe_hides_places_but_not_their_names() {
    if !can_observe() {
        return;
    }
    let place = Place::new();
    fs::create_dir(place.path("home/secret")).unwrap();
    for name in ["home/secret/key", "home/.netrc", "home/notes"] {
        fs::write(place.path(name), "content").unwrap();
    }
    let hidden = ["home/secret", "home/.netrc", "home/missing/key"];
    let link = place.path("project/link");
    std::os::unix::fs::symlink(place.path("home/secret/key"), link).unwrap();
    let mut plan = place.plan(Shape::Observe);
    plan.hidden = hidden.map(|name| place.path(name)).to_vec();

    for path in [
        "../home/secret/key",
        "../home/.netrc",
        "link",
        "/proc/self/cwd/link",
    ] {
        let ran = place.run(&plan, &format!("cat {path}"));
        assert_eq!(ran.exit, Exit::Code { code: 1 }, "{path}");
        assert!(
            ran.stderr.contains("Permission denied"),
            "{path}: {}",
            ran.stderr
        );
    }
    let ran = place.run(&plan, "cat ../home/notes; ls -A ../home ../home/secret");
    assert_eq!(
        ran.stdout,
        "content../home:\n.netrc\nnotes\nsecret\n\n../home/secret:\nkey\n"
    );
}

#[test]
fn observe_lets_ordinary_tools_tell_the_truth() {
    if !can_observe() {
        return;
    }
    let place = Place::new();
    let own = std::process::id();
    fs::write(place.path("project/file"), "b\na\n").unwrap();
    for (script, expected) in [
        ("sort file 2>/dev/null | head -1", "a".to_owned()),
        ("cat <(echo substituted)", "substituted".to_owned()),
        ("stat -c %u file", getuid().to_string()),
        ("id -u", getuid().to_string()),
        (&format!("ps -o pid= -p {own} | tr -d ' '"), own.to_string()),
        ("cat <<end\nhere\nend", "here".to_owned()),
        ("find . -name file -exec grep -c a {} +", "1".to_owned()),
        ("df / >/dev/null && ls -l file | cut -c1", "-".to_owned()),
        (
            "python3 -c 'import socket; socket.socket(16, 3, 0); print(1)'",
            "1".to_owned(),
        ),
    ] {
        let ran = place.run(&place.plan(Shape::Observe), script);
        assert_eq!(ran.stdout.trim_end(), expected, "{script}: {}", ran.stderr);
        assert_eq!(ran.exit, SUCCESS, "{script}");
    }
}

#[test]
fn observe_reads_a_repository() {
    if !can_observe() {
        return;
    }
    let place = Place::new();
    let set_up =
        "git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first";
    let made = place.run(&place.plan(Shape::Open), set_up);
    if made.exit != SUCCESS {
        eprintln!("skipped: git is not installed: {}", made.stderr);
        return;
    }
    fs::write(place.path("project/new"), "").unwrap();
    let script = "git log --format=%s; GIT_OPTIONAL_LOCKS=0 git status --short";
    let ran = place.run(&place.plan(Shape::Observe), script);
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str()),
        ("first\n?? new\n", "")
    );
}

#[test]
fn root_keeps_only_the_capability_to_read() {
    if !getuid().is_root() {
        eprintln!("skipped: needs uid 0");
        return;
    }
    let place = Place::new();
    for (shape, expected) in [(Shape::Observe, 4_u64), (Shape::Work, 0)] {
        if shape == Shape::Work && !can_work() {
            continue;
        }
        let script = "grep -E '^(CapEff|CapPrm|CapBnd|CapInh|NoNewPrivs)' /proc/self/status";
        let ran = place.run(&place.plan(shape), script);
        let value = |name: &str| {
            let line = ran
                .stdout
                .lines()
                .find(|line| line.starts_with(name))
                .unwrap();
            u64::from_str_radix(line.split_whitespace().last().unwrap(), 16).unwrap()
        };
        assert_eq!(
            [value("CapEff"), value("CapPrm"), value("CapBnd")],
            [expected; 3],
            "{shape}"
        );
        assert_eq!((value("CapInh"), value("NoNewPrivs")), (0, 1), "{shape}");
    }
}

#[test]
fn work_changes_its_roots_and_nothing_else() {
    if !can_work() {
        return;
    }
    let place = Place::new();
    fs::write(place.path("outside/file"), "kept").unwrap();
    let plan = place.plan(Shape::Work);
    let script =
        "echo made > file && mkdir sub && mv file sub/ && chmod 700 sub/file && cat sub/file";
    let ran = place.run(&plan, script);
    assert_eq!(
        (ran.stdout.as_str(), ran.exit),
        ("made\n", SUCCESS),
        "{}",
        ran.stderr
    );
    assert_eq!(
        fs::read_to_string(place.path("project/sub/file")).unwrap(),
        "made\n"
    );
    refuses(
        &place,
        Shape::Work,
        &[
            "echo x > ../outside/file",
            "touch ../outside/new",
            "rm ../outside/file",
            "chmod 600 ../outside/file",
            "touch /etc/new",
            "touch /usr/new",
            "touch /run/new",
        ],
    );
    assert_eq!(
        fs::read_to_string(place.path("outside/file")).unwrap(),
        "kept"
    );
}

#[test]
fn work_has_a_temporary_directory_of_its_own() {
    if !can_work() {
        return;
    }
    let place = Place::new();
    let others = tempfile::NamedTempFile::new().unwrap();
    let seen = Path::new("/tmp").join(others.path().file_name().unwrap());
    let script = format!("echo mine > /tmp/mine && ! test -e '{}'", seen.display());
    let ran = place.run(&place.plan(Shape::Work), &script);
    assert_eq!(ran.exit, SUCCESS, "{}", ran.stderr);
    assert_eq!(
        fs::read_to_string(place.path("temp/mine")).unwrap(),
        "mine\n"
    );
}

#[test]
fn work_protects_what_lies_in_its_roots() {
    if !can_work() {
        return;
    }
    let place = Place::new();
    fs::create_dir_all(place.path("project/sub/.git/hooks")).unwrap();
    fs::create_dir(place.path("project/secret")).unwrap();
    for name in ["config", "token", "secret/key"] {
        fs::write(place.path("project").join(name), "kept").unwrap();
    }
    let mut plan = place.plan(Shape::Work);
    plan.protected = ["sub/.git/hooks", "config"]
        .map(|name| place.path("project").join(name))
        .to_vec();
    plan.hidden = ["token", "secret"]
        .map(|name| place.path("project").join(name))
        .to_vec();
    for script in [
        "echo x > config",
        "rm -f config",
        "mv config other",
        "echo x > sub/.git/hooks/pre-commit",
        "mv sub sub2",
        "mv sub/.git other",
        "rm -rf sub",
        "cat token",
        "cat secret/key",
        "ls secret",
        "touch secret/new",
        "rm -rf secret",
    ] {
        let ran = place.run(&plan, script);
        assert_ne!(ran.exit, SUCCESS, "{script}: {ran:?}");
    }
    assert_eq!(
        place.run(&plan, "cat config && touch sub/new").exit,
        SUCCESS
    );
    for name in ["config", "token", "secret/key"] {
        assert_eq!(
            fs::read_to_string(place.path("project").join(name)).unwrap(),
            "kept"
        );
    }
    assert_eq!(
        fs::read_dir(place.path("project/sub/.git/hooks"))
            .unwrap()
            .count(),
        0
    );
}

#[test]
fn work_has_no_way_out() {
    if !can_work() {
        return;
    }
    let place = Place::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let socket = place.path("project/socket");
    let _service = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let python = |code: &str| format!("python3 -c 'import ctypes, os, socket; {code}'");
    let attempts = [
        format!("exec 5<>/dev/tcp/127.0.0.1/{port}"),
        python("socket.socket(socket.AF_UNIX).connect(\"socket\")"),
        python("socket.socket(40, socket.SOCK_STREAM)"),
        "unshare -U true".to_owned(),
        "unshare -n true".to_owned(),
        "mount -t tmpfs none /mnt".to_owned(),
        "umount /proc/sys".to_owned(),
        // Only opens: what is tried here must never be written.
        python("os.open(\"/proc/sys/kernel/core_pattern\", os.O_WRONLY)"),
        python("os.open(\"/proc/sysrq-trigger\", os.O_WRONLY)"),
        format!("kill -0 {}", std::process::id()),
        "cat /proc/1/environ".to_owned(),
        "ls -l /proc/1/fd/".to_owned(),
    ];
    refuses(
        &place,
        Shape::Work,
        &attempts.each_ref().map(String::as_str),
    );
}

#[test]
fn work_lets_ordinary_programs_run() {
    if !can_work() {
        return;
    }
    let place = Place::new();
    for (script, expected) in [
        (
            "python3 -c 'import subprocess as s; print(s.check_output([\"echo\", \"a\"]).decode())'",
            "a",
        ),
        (
            "python3 -c 'import asyncio; asyncio.run(asyncio.sleep(0)); print(1)'",
            "1",
        ),
        (
            "python3 -c 'import socket; s = socket.socket(); s.bind((\"127.0.0.1\", 0)); print(1)'",
            "1",
        ),
        ("seq 100000 | sort -n | tail -1", "100000"),
        ("ps -o pid= -p 1 | tr -d ' '", "1"),
    ] {
        let ran = place.run(&place.plan(Shape::Work), script);
        assert_eq!(ran.stdout.trim_end(), expected, "{script}: {}", ran.stderr);
    }
}

#[test]
fn canary_passes_where_walls_hold() {
    let place = Place::new();
    let outside = place.path("outside");
    let blank = make_blank(&place.path("home")).unwrap();
    for shape in shapes() {
        let trial = Trial {
            plan: &place.plan(shape),
            launcher: &launcher(shape),
            privilege: privilege(),
            outside: &outside,
            blank: &blank,
        };
        if let Err(error) = canary::check(&place.warden, &trial) {
            panic!("{shape}: {error}");
        }
    }
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
}

#[test]
fn canary_names_what_gets_through() {
    if !can_work() {
        return;
    }
    let place = Place::new();
    let mut plan = place.plan(Shape::Work);
    // A plan that makes writable what was said to be outside.
    plan.writable.push(place.path("outside"));
    let blank = make_blank(&place.path("home")).unwrap();
    let trial = Trial {
        plan: &plan,
        launcher: &launcher(Shape::Work),
        privilege: privilege(),
        outside: &place.path("outside"),
        blank: &blank,
    };
    match canary::check(&place.warden, &trial) {
        Err(CanaryFailure::DoesNotHold { what, .. }) => assert_eq!(
            what,
            [
                "a file could be made outside",
                "a file outside could be written",
                "a file's mode outside could be changed"
            ]
        ),
        other => panic!("{other:?}"),
    }
}
