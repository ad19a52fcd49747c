//! What a run can't do under *work*, and what it still can (R6.2, R6.3, R6.8).

use std::{fs, path::Path};

use shellward::plan::Shape;

use super::{SUCCESS, refuses};
use crate::support::has_work_walls;
use crate::warden_support::Place;

#[test]
fn work_changes_its_roots_and_nothing_else() {
    if !has_work_walls() {
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
    if !has_work_walls() {
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
    if !has_work_walls() {
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
    if !has_work_walls() {
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
    if !has_work_walls() {
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
