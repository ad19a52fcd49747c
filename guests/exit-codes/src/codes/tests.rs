//! Tests of the table of exit codes.

use std::{
    io::Write as _,
    process::{Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

use shellward_sdk::{
    Ending, ScriptView,
    test_kit::{self, script},
};

use super::*;

fn of(words: &[&str], status: i32, stderr: &str) -> Option<Code> {
    let script = script(&[words]);
    let command = ScriptView::new(&script).command(0)?;
    let ending = Ending {
        stderr_tail: stderr.to_owned(),
        ..test_kit::ending(status)
    };
    of_program(command.name()?, command, &ending)
}

fn is_answer(words: &[&str], status: i32) -> bool {
    of(words, status, "").is_some_and(|code| code.harm == Harm::None)
}

#[test]
fn signals_are_sorted() {
    assert!(SIGNALS.is_sorted_by(|a, b| a.0 < b.0));
}

#[test]
fn no_row_speaks_of_success_or_of_signals() {
    for row in rows() {
        assert!(
            row.status > 0 && row.status <= row.last && row.last < 256,
            "{}",
            row.programs
        );
        let is_signal = (129..=165).contains(&row.status);
        assert!(
            !is_signal || row.programs == "git",
            "{} {}",
            row.programs,
            row.status
        );
    }
}

#[test]
fn no_row_is_hidden_by_one_before_it() {
    let all: Vec<&Row> = rows().collect();
    for (at, row) in all.iter().enumerate() {
        for earlier in all.iter().take(at) {
            let same_code = earlier.status <= row.status && row.last <= earlier.last;
            let always = earlier.subcommands.is_empty()
                && earlier.flags.is_empty()
                && earlier.stderr == Stderr::Any;
            let shared = row
                .programs
                .split(' ')
                .find(|&name| earlier.programs.split(' ').any(|other| other == name));
            assert!(
                !(same_code && always && shared.is_some()),
                "{shared:?} {}",
                row.status
            );
        }
    }
}

#[test]
fn answers_need_what_makes_them_answers() {
    let yes: [(&[&str], i32); 21] = [
        (&["grep", "x"], 1),
        (&["jq", "-e", "."], 1),
        (&["jq", "-re", "."], 4),
        (&["sort", "-c", "f"], 1),
        (&["sort", "--check=quiet", "f"], 1),
        (&["make", "-q"], 1),
        (&["tar", "-df", "a.tar"], 1),
        (&["fd", "-q", "x"], 1),
        (&["lsof", "-i", ":80"], 1),
        (&["command", "-v", "x"], 1),
        (&["kill", "-0", "1"], 1),
        (&["getent", "hosts", "x"], 2),
        (&["systemctl", "--user", "is-active", "x"], 3),
        (&["git", "ls-remote", "--exit-code", "o"], 2),
        (&["git", "config", "user.name"], 1),
        (&["git", "merge-base", "--is-ancestor", "a", "b"], 1),
        (&["terraform", "plan", "-detailed-exitcode"], 2),
        (&["kubectl", "diff", "-f", "x"], 1),
        (&["apropos", "x"], 16),
        (&["npm", "outdated"], 1),
        (&["dpkg", "-s", "x"], 1),
    ];
    for (words, status) in yes {
        assert!(is_answer(words, status), "{words:?} {status}");
    }
    let no: [(&[&str], i32); 14] = [
        (&["grep", "x"], 2),
        (&["jq", "."], 1),
        (&["sort", "f"], 1),
        (&["make"], 1),
        (&["make"], 2),
        (&["tar", "-cf", "a.tar", "b"], 1),
        (&["kill", "1"], 1),
        (&["git", "diff"], 1),
        (&["git", "ls-remote", "o"], 2),
        (&["git", "commit"], 1),
        (&["terraform", "plan"], 2),
        (&["kubectl", "get", "x"], 1),
        (&["pytest"], 1),
        (&["npm", "test"], 1),
    ];
    for (words, status) in no {
        assert!(!is_answer(words, status), "{words:?} {status}");
    }
}

#[test]
fn a_program_that_complained_had_no_answer() {
    for words in [
        &["lsof", "x"][..],
        &["ps", "-p", "1"],
        &["git", "config", "x"],
    ] {
        assert!(is_answer(words, 1), "{words:?}");
        let code = of(words, 1, "something is wrong");
        assert!(
            code.is_none_or(|code| code.harm == Harm::Error),
            "{words:?}"
        );
    }
    let away = test_kit::Builder::new()
        .command(&["lsof", "x"])
        .redirect("2>", "/dev/null")
        .build();
    let command = ScriptView::new(&away).command(0).expect("there is one");
    assert_eq!(of_program("lsof", command, &test_kit::ending(1)), None);
}

#[test]
fn errors_have_names() {
    for (words, status, part) in [
        (&["curl", "u"][..], 6, "resolved"),
        (&["wget", "u"], 8, "server"),
        (&["rsync", "a", "b"], 23, "transferred"),
        (&["cargo", "test"], 101, "tests"),
        (&["cargo", "build"], 101, "build"),
        (&["mocha"], 7, "tests"),
        (&["docker", "run", "x"], 125, "container"),
        (&["unzip", "x"], 9, "archive"),
        (&["apt-get", "install", "x"], 100, "package"),
        (&["eslint", "."], 1, "problems"),
        (&["git", "push"], 128, "fatal"),
    ] {
        let code = of(words, status, "");
        let named =
            code.is_some_and(|code| code.harm == Harm::Error && code.message.contains(part));
        assert!(named, "{words:?} {status}: {code:?}");
    }
}

#[test]
fn signals_have_names() {
    let expected = [
        (130, "interrupted"),
        (137, "out of memory"),
        (139, "segmentation fault"),
        (141, "broken pipe"),
        (143, "terminated"),
    ];
    for (status, part) in expected {
        assert!(
            of_any(status, &[]).is_some_and(|message| message.contains(part)),
            "{status}"
        );
    }
    for status in [0, 1, 2, 124, 128, 255, i32::MIN, i32::MAX] {
        assert_eq!(of_any(status, &[]), None, "{status}");
    }
}

/// Says that something is not compared, and why. Fails where nothing may be skipped.
#[expect(clippy::print_stderr, reason = "a skipped test says why")]
fn skipped(program: &str) {
    let require_all = std::env::var_os("SHELLWARD_TEST_REQUIRE_ALL").is_some();
    assert!(!require_all, "missing: {program}");
    eprintln!("skipped: no {program} on this machine");
}

/// Runs a real tool in an empty directory; gives its code and what it said. None: it is not on this machine.
fn real(words: &[&str], input: &str) -> Option<(i32, String)> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let (program, arguments) = words.split_first()?;
    let there = ["/usr/bin", "/bin", "/usr/local/bin"]
        .iter()
        .any(|folder| std::path::Path::new(folder).join(program).exists());
    if !there {
        skipped(program);
        return None;
    }
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("shellward-codes-{}-{number}", std::process::id());
    let directory = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    for (name, text) in [("a", "one\ntwo\n"), ("b", "two\none\n"), ("bad", "{")] {
        std::fs::write(directory.join(name), text).expect("files can be made");
    }
    let mut child = Command::new("timeout")
        .args(["5", program])
        .args(arguments)
        .current_dir(&directory)
        .env_clear()
        .env("PATH", "/usr/bin:/bin:/usr/local/bin")
        .env("HOME", &directory)
        .env("LC_ALL", "C")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CEILING_DIRECTORIES", std::env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("programs can be started");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A program that does not read may be gone.
    drop(stdin.write_all(input.as_bytes()));
    drop(stdin);
    let output = child.wait_with_output().expect("programs end");
    drop(std::fs::remove_dir_all(&directory));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    output.status.code().map(|code| (code, stderr))
}

#[test]
fn real_tools_answer_as_the_table_says() {
    let answers: [(&[&str], &str); 32] = [
        (&["grep", "zzz", "a"], ""),
        (&["egrep", "zzz", "a"], ""),
        (&["zgrep", "zzz", "a"], ""),
        (&["rg", "zzz", "a"], ""),
        (&["diff", "a", "b"], ""),
        (&["cmp", "a", "b"], ""),
        (&["sdiff", "a", "b"], ""),
        (&["sort", "-c", "b"], ""),
        (&["sort", "-C", "b"], ""),
        (&["test", "-f", "nope"], ""),
        (&["[", "1", "=", "2", "]"], ""),
        (&["expr", "0"], ""),
        (&["jq", "-e", "."], "null"),
        (&["jq", "-e", "empty"], "1"),
        (&["pgrep", "-f", "no-such-process-zzz-[0-9]{9}x"], ""),
        (&["pidof", "no-such-process"], ""),
        (&["which", "no-such-program"], ""),
        (&["readlink", "a"], ""),
        (&["printenv", "NO_SUCH_VARIABLE"], ""),
        (&["getent", "passwd", "no-such-user"], ""),
        (&["ps", "-p", "999999999"], ""),
        (&["mountpoint", "-q", "."], ""),
        (&["make", "-q", "-f", "/dev/null", "a"], ""),
        (&["git", "diff", "--no-index", "--quiet", "a", "b"], ""),
        (&["git", "config", "--get", "no.such"], ""),
        (&["git", "check-ref-format", "a..b"], ""),
        (&["look", "zzz", "a"], ""),
        (&["ag", "zzz", "a"], ""),
        (&["fdfind", "-q", "zzz"], ""),
        (&["git", "ls-remote", "--exit-code", "/dev/null/x"], ""),
        (&["tty"], ""),
        (&["kill", "-0", "999999999"], ""),
    ];
    for (words, input) in answers {
        let Some((status, stderr)) = real(words, input) else {
            continue;
        };
        if words.contains(&"ls-remote") {
            assert_eq!(status, 128, "there is no such remote");
            continue;
        }
        // A target that is there is up to date.
        if words.first() == Some(&"make") {
            assert_eq!(status, 0, "{words:?}");
            continue;
        }
        let code = of(words, status, &stderr);
        let is_answer = code.is_some_and(|code| code.harm == Harm::None);
        assert!(
            is_answer,
            "{words:?} ended with {status}: {code:?} {stderr}"
        );
    }
}

#[test]
fn real_tools_fail_as_the_table_says() {
    let failures: [(&[&str], &str); 29] = [
        (&["grep", "x", "nope"], ""),
        (&["grep", "[", "a"], ""),
        (&["diff", "a", "nope"], ""),
        (&["cmp", "a", "nope"], ""),
        (&["sort", "nope"], ""),
        (&["test", "1", "-x"], ""),
        (&["expr", "1", "+"], ""),
        (&["jq", "-e", "nope("], "1"),
        (&["jq", ".", "bad"], ""),
        (&["jq", "-e", ".a.b", "a"], ""),
        (&["tar", "-tf", "nope.tar"], ""),
        (&["unzip", "-l", "nope.zip"], ""),
        (&["gzip", "nope"], ""),
        (&["curl", "-s", "http://127.0.0.1:1/"], ""),
        (&["curl", "-s", "nope://x"], ""),
        (&["wget", "-q", "-t", "1", "http://127.0.0.1:1/"], ""),
        (&["git", "log"], ""),
        (&["git", "--no-such-option"], ""),
        (&["lsof", "nope"], ""),
        (&["comm", "b", "a"], ""),
        (&["ls", "nope"], ""),
        (&["make", "nope"], ""),
        (&["rg", "x", "nope"], ""),
        (&["rg", "[", "a"], ""),
        (&["ag", "[", "a"], ""),
        (&["fdfind", "-q", "["], ""),
        (&["rsync", "nope", "b"], ""),
        (&["xmllint", "--noout", "bad"], ""),
        (&["kill", "-0", "nope"], ""),
    ];
    for (words, input) in failures {
        let Some((status, stderr)) = real(words, input) else {
            continue;
        };
        assert_ne!(status, 0, "{words:?}");
        let code = of(words, status, &stderr);
        let is_error = code.is_none_or(|code| code.harm == Harm::Error);
        assert!(is_error, "{words:?} ended with {status}: {code:?}");
    }
}
