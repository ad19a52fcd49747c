//! What a run can't do under *observe*, and what it still can (R6.2, R6.3).

use std::{fs, os::unix::fs::PermissionsExt as _, path::PathBuf};

use nix::unistd::getuid;
use shellward::{plan::Shape, warden::protocol::Exit};

use super::{SUCCESS, refuses};
use crate::{
    support::{has_observe_walls, skipped},
    warden_support::Place,
};

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

#[test]
fn observe_changes_no_file() {
    if !has_observe_walls() {
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
    if !has_observe_walls() {
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
fn observe_hides_places_but_not_their_names() {
    if !has_observe_walls() {
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
    if !has_observe_walls() {
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
    if !has_observe_walls() {
        return;
    }
    let place = Place::new();
    let set_up =
        "git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first";
    let made = place.run(&place.plan(Shape::Open), set_up);
    if made.exit != SUCCESS {
        skipped(&format!("git is not installed: {}", made.stderr));
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
