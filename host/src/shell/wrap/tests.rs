//! Tests of `wrap.rs` against the real shells. Every script here is harmless and runs in a directory of its own.

use std::{
    ffi::OsString,
    fs,
    os::unix::{ffi::OsStringExt as _, process::ExitStatusExt as _},
    path::PathBuf,
    process::{Command, Output, Stdio},
};

use super::*;
use crate::shell::discover::{Wish, discover};

const FDS: WrapperFds = WrapperFds {
    text: 200,
    report: 201,
};

/// Says that something is not tested, and why. Fails where nothing may be skipped.
#[expect(
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a test that is skipped says why, unless CI says that none may be"
)]
fn skipped(why: &str) {
    let require_all = std::env::var_os("SHELLWARD_TEST_REQUIRE_ALL").is_some();
    assert!(!require_all, "missing: {why}");
    eprintln!("skipped: {why}");
}

/// The shells of this machine; a missing one is named.
fn shells() -> Vec<Shell> {
    [Dialect::Bash, Dialect::Zsh]
        .into_iter()
        .filter_map(|dialect| {
            let wish = Wish {
                explicit: None,
                login: None,
                order: &[dialect],
            };
            discover(wish)
                .inspect_err(|_| skipped(&format!("there is no {dialect} on this machine")))
                .ok()
        })
        .collect()
}

struct Ran {
    output: Output,
    report: Vec<u8>,
    directory: PathBuf,
    _keep: tempfile::TempDir,
}

impl Ran {
    fn code(&self) -> Option<i32> {
        self.output.status.code()
    }

    fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.output.stdout).into_owned()
    }

    fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    fn report(&self) -> String {
        String::from_utf8_lossy(&self.report).into_owned()
    }

    /// Whether the report is a directory below that in which the script started.
    fn reported(&self, below: &str) -> bool {
        let path = match below {
            "" => self.directory.clone(),
            below => self.directory.join(below),
        };
        self.report() == format!("{}\n", path.display())
    }
}

fn run(shell: &Shell, script: &[u8]) -> Ran {
    run_with_stdin(shell, script, b"")
}

/// Runs a script as the warden would. Another bash opens the descriptors, so that no unsafe code is needed here.
#[expect(
    clippy::disallowed_methods,
    reason = "the oracle is the real shell, alone"
)]
fn run_with_stdin(shell: &Shell, script: &[u8], stdin: &[u8]) -> Ran {
    let keep = tempfile::tempdir().unwrap();
    let top = keep.path().canonicalize().unwrap();
    let directory = top.join("cwd");
    fs::create_dir_all(directory.join("sub")).unwrap();
    fs::write(top.join("text"), script).unwrap();
    fs::write(top.join("stdin"), stdin).unwrap();
    let opener = r#"text=$1 report=$2; shift 2; exec "$@" 200<"$text" 201>"$report""#;
    let output = Command::new("bash")
        .args(["--norc", "--noprofile", "-c", opener, "opener"])
        .args([top.join("text"), top.join("report")])
        .args(argv(shell, FDS).unwrap())
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("LANG", "C.UTF-8")
        .env("HOME", &directory)
        .current_dir(&directory)
        .stdin(fs::File::open(top.join("stdin")).unwrap())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    Ran {
        output,
        report: fs::read(top.join("report")).unwrap(),
        directory,
        _keep: keep,
    }
}

#[test]
fn powershell_is_refused_by_name() {
    let shell = Shell {
        path: "/usr/bin/pwsh".to_owned(),
        dialect: Dialect::PowerShell,
        identity: (0, 0),
    };
    assert_eq!(argv(&shell, FDS).unwrap_err().code(), "shell-not-built-in");
}

#[test]
fn script_arrives_byte_for_byte() {
    for shell in shells() {
        // Quoted as data: every byte but NUL and the quote itself, in no order that makes valid UTF-8.
        let bytes: Vec<u8> = (1..=255).rev().filter(|byte| *byte != b'\'').collect();
        let mut script = b"printf %s '".to_vec();
        script.extend_from_slice(&bytes);
        script.extend_from_slice(b"'");
        assert_eq!(run(&shell, &script).output.stdout, bytes, "{}", shell.path);
    }
}

#[test]
fn script_may_end_in_line_feeds_or_without_one() {
    for shell in shells() {
        for script in [
            "echo a",
            "echo a\n",
            "echo a\n\n\n",
            "\n\necho a",
            "echo a # b",
        ] {
            let ran = run(&shell, script.as_bytes());
            assert_eq!(
                (ran.stdout().as_str(), ran.code()),
                ("a\n", Some(0)),
                "{script:?}"
            );
        }
        assert_eq!(run(&shell, b"cat <<'E'\n$x `y`\nE").stdout(), "$x `y`\n");
        // Here the byte that a command substitution would have eaten decides.
        assert_eq!(run(&shell, b"printf '[%s]' a\\\n").stdout(), "[a]");
    }
}

#[test]
fn script_of_nothing_succeeds() {
    for shell in shells() {
        for script in ["", "\n", "# only this"] {
            let ran = run(&shell, script.as_bytes());
            assert_eq!((ran.stderr().as_str(), ran.code()), ("", Some(0)));
            assert!(ran.reported(""));
        }
    }
}

#[test]
fn script_starts_as_with_dash_c() {
    for shell in shells() {
        let ran = run(&shell, b"echo \"$? $0 $# $LINENO\"; set -- a b; echo $#");
        assert_eq!(ran.stdout(), format!("0 {} 0 1\n2\n", shell.dialect));
    }
}

#[test]
fn script_that_looks_like_an_option_is_a_script() {
    for shell in shells() {
        let ran = run(&shell, b"-n");
        assert_eq!(ran.code(), Some(127), "{}", ran.stderr());
    }
}

#[test]
fn exit_code_is_the_scripts() {
    for shell in shells() {
        for (script, code) in [
            ("true", 0),
            ("false", 1),
            ("exit 3", 3),
            ("exit 300", 44),
            ("(exit 5)", 5),
            ("set -e; sh -c 'exit 6'; exit 0", 6),
            ("exec sh -c 'exit 7'", 7),
            ("no-such-command-here", 127),
            ("sh -c 'kill -9 $$'", 137),
            ("trap 'exit 8' EXIT", 8),
        ] {
            let ran = run(&shell, script.as_bytes());
            assert_eq!(ran.code(), Some(code), "{} {script}", shell.path);
        }
        let killed = run(&shell, b"kill -9 $$");
        assert_eq!(killed.output.status.signal(), Some(9));
    }
}

#[test]
fn syntax_error_fails_and_still_reports() {
    for shell in shells() {
        let ran = run(&shell, b")");
        assert_ne!(ran.code(), Some(0));
        assert!(ran.stderr().contains("error near"), "{}", ran.stderr());
        assert!(
            !ran.stderr().contains("EXECUTION_STRING"),
            "{}",
            ran.stderr()
        );
        assert!(ran.reported(""));
    }
}

#[test]
fn messages_count_lines_from_the_script() {
    for shell in shells() {
        let ran = run(&shell, b"true\nno-such-command-here\n");
        assert!(
            ran.stderr().contains("line 2:") || ran.stderr().contains(":2:"),
            "{}",
            ran.stderr()
        );
    }
}

#[test]
fn working_directory_is_reported_however_the_script_ends() {
    for shell in shells() {
        for script in [
            "cd sub",
            "cd sub; false",
            "cd sub; exit 4",
            "cd sub; set -e; false",
            "set -u; cd sub; echo \"$unset_variable\"",
            "cd sub; exec >&- 2>&-",
            "cd sub; set -x",
            "sleep 0 & cd sub",
        ] {
            let ran = run(&shell, script.as_bytes());
            assert!(
                ran.reported("sub"),
                "{} {script}: {}",
                shell.path,
                ran.report()
            );
        }
        assert!(run(&shell, b"cd nowhere").reported(""));
        assert!(run(&shell, b"(cd sub); x=$(cd sub; pwd)").reported(""));
    }
}

#[test]
fn script_that_hides_its_end_reports_nothing() {
    for shell in shells() {
        for script in [
            "cd sub; exec true",
            "trap 'true' EXIT; cd sub",
            "trap - EXIT; cd sub",
            "cd sub; kill -9 $$",
        ] {
            let ran = run(&shell, script.as_bytes());
            assert_eq!(ran.report(), "", "{} {script}", shell.path);
        }
    }
}

#[test]
fn trap_of_the_script_runs() {
    for shell in shells() {
        assert_eq!(
            run(&shell, b"trap 'echo bye' EXIT; echo hi").stdout(),
            "hi\nbye\n"
        );
    }
}

#[test]
fn reporting_prints_nothing() {
    for shell in shells() {
        let ran = run(&shell, b"set -x; true");
        let traced = ran.stderr();
        assert!(!traced.contains("pwd"), "{traced}");
        assert_eq!(run(&shell, b"cd sub; rmdir ../sub").stderr(), "");
    }
}

#[test]
fn standard_input_is_the_scripts() {
    for shell in shells() {
        let ran = run_with_stdin(
            &shell,
            b"read -r first; echo \"<$first>\"; cat",
            b"one\ntwo\n",
        );
        assert_eq!(ran.stdout(), "<one>\ntwo\n");
    }
}

#[test]
fn text_descriptor_is_closed_before_the_script_starts() {
    for shell in shells() {
        let ran = run(
            &shell,
            b"if [ -e /proc/self/fd/200 ]; then echo open; fi; ls /proc/self/fd",
        );
        let open: Vec<String> = ran.stdout().lines().map(str::to_owned).collect();
        assert!(!open.contains(&"200".to_owned()), "{open:?}");
        assert!(!open.contains(&"open".to_owned()), "{open:?}");
    }
}

#[test]
fn extended_patterns_are_off() {
    for shell in shells() {
        let script: &[u8] = match shell.dialect {
            Dialect::Bash => b"shopt -q extglob || echo off",
            Dialect::Zsh | Dialect::PowerShell => {
                b"[[ -o extendedglob || -o equals ]] || echo off; echo =ls >&2"
            }
        };
        assert_eq!(run(&shell, script).stdout(), "off\n");
    }
}

#[test]
fn long_script_arrives() {
    for shell in shells() {
        let mut script = vec![b'#'; 131_000];
        script.extend_from_slice(b"\necho end");
        assert_eq!(run(&shell, &script).stdout(), "end\n");
    }
}

#[test]
fn working_directory_that_is_not_utf8_is_reported_in_bytes() {
    for shell in shells() {
        let ran = run(&shell, b"mkdir $'\\xff' && cd $'\\xff'");
        let mut wanted = ran.directory.clone().into_os_string().into_vec();
        wanted.extend_from_slice(b"/\xff\n");
        assert_eq!(
            OsString::from_vec(ran.report.clone()),
            OsString::from_vec(wanted)
        );
    }
}
