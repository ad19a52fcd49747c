//! Walls as the kernel keeps them: what holds for a run in all of them, and what canaries say (R6.1, R6.8). The shapes
//! have files of their own.

use std::{fs, os::unix::fs::PermissionsExt as _};

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

use crate::support::{has_work_walls, skipped};
use crate::warden_support::{Place, identity, launcher, privilege, shapes};

mod observe;
mod work;

const SUCCESS: Exit = Exit::Code { code: 0 };

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
    if !has_work_walls() {
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
fn root_keeps_only_the_capability_to_read() {
    if !getuid().is_root() {
        skipped("needs uid 0");
        return;
    }
    let place = Place::new();
    for (shape, expected) in [(Shape::Observe, 4_u64), (Shape::Work, 0)] {
        if shape == Shape::Work && !has_work_walls() {
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
    if !has_work_walls() {
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
