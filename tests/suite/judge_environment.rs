//! Variables that change what harmless tools do, inherited or set by the script: none of them reaches a harmless run
//! (R5.3), and a script that sets one is asked about.
#![expect(
    clippy::disallowed_methods,
    reason = "the tools themselves are started, to make what is looked at or to compare with"
)]

use std::{fs, os::unix::fs::PermissionsExt as _, process::Command};

use shellward::{Call, decide::decide, judge::Verdict};

use crate::support::{Ran, TestEnv, situation, skipped};

/// Variables with a value that would leave a mark or change the answer. `@` stands for a program that leaves a mark, and
/// `%` for a file that would be written.
const HOSTILE: [(&str, &str); 48] = [
    ("ACK_PAGER", "@"),
    ("AWKLIBPATH", "/nonexistent"),
    ("AWKPATH", "/nonexistent"),
    ("BASH_ENV", "@"),
    ("BAT_PAGER", "@"),
    ("BZIP2", "-d"),
    ("CDPATH", "/"),
    ("CURL_HOME", "/tmp"),
    ("ENV", "@"),
    ("GAWK_READ_TIMEOUT", "1"),
    ("GIT_ALLOW_PROTOCOL", "ext"),
    ("GIT_ASKPASS", "@"),
    ("GIT_CONFIG_PARAMETERS", "'core.fsmonitor=@'"),
    ("GIT_DIR", "/nonexistent"),
    ("GIT_EDITOR", "@"),
    ("GIT_EXEC_PATH", "/nonexistent"),
    ("GIT_EXTERNAL_DIFF", "@"),
    ("GIT_INDEX_FILE", "%"),
    ("GIT_PAGER", "@"),
    ("GIT_SSH_COMMAND", "@"),
    ("GIT_TRACE", "%"),
    ("GIT_TRACE2_EVENT", "%"),
    ("GIT_WORK_TREE", "/"),
    ("GREP_OPTIONS", "-r --include=%"),
    ("GREP_COLORS", "mt=01;31"),
    ("GZIP", "-f"),
    ("LD_LIBRARY_PATH", "/nonexistent"),
    ("LD_PRELOAD", "/nonexistent.so"),
    ("LESS", "-o%"),
    ("LESSCLOSE", "@"),
    ("LESSOPEN", "|@"),
    ("LS_COLORS", "*.txt=01;31"),
    ("MANPAGER", "@"),
    ("MANROFFOPT", "-z"),
    ("PAGER", "@"),
    ("POSIXLY_CORRECT", "1"),
    ("PROMPT_COMMAND", "@"),
    ("PS4", "$(@)"),
    ("RIPGREP_CONFIG_PATH", "%"),
    ("TAR_OPTIONS", "--checkpoint=1 --checkpoint-action=exec=@"),
    ("UNZIP", "-o"),
    ("UNZIPOPT", "-o"),
    ("VISUAL", "@"),
    ("XDG_CONFIG_HOME", "/nonexistent"),
    ("XZ_DEFAULTS", "--files=%"),
    ("XZ_OPT", "--files=%"),
    ("ZIPOPT", "-m"),
    ("ZIPINFO", "-v"),
];

/// Harmless commands that obey one or another of them, by the tool that must be there.
const TOOLS: [(&str, &str); 8] = [
    ("tar", "tar -tf packed.tar"),
    ("rg", "rg --no-heading three a.txt"),
    ("unzip", "unzip -l packed.zip"),
    ("jq", "jq -c . data.json"),
    ("awk", "awk '{ print $1 }' a.txt"),
    ("xz", "xz --robot -l packed.xz"),
    ("zcat", "zcat packed.gz"),
    ("file", "file a.txt"),
];

/// Harmless commands of every machine that obey one or another of them.
const COMMANDS: [&str; 9] = [
    "git status --short",
    "git log --oneline -1",
    "git diff --stat",
    "ls",
    "sort a.txt",
    "grep -rn one .",
    "cd sub && pwd",
    "find . -name a.txt",
    "head -n1 a.txt",
];

fn project() -> TestEnv {
    let env = TestEnv::git_project();
    env.write("a.txt", "one\ntwo\n");
    env.write("sub/b.txt", "one\n");
    env.git(&["add", "."]);
    env.git(&[
        "-c",
        "user.name=x",
        "-c",
        "user.email=x@x.invalid",
        "commit",
        "-q",
        "-m",
        "first",
    ]);
    env.write("a.txt", "one\nthree\n");
    env.write("data.json", "{\"b\": 1, \"a\": 2}\n");
    for (tool, arguments) in [
        ("tar", &["-cf", "packed.tar", "a.txt"][..]),
        ("zip", &["-q", "packed.zip", "a.txt"]),
        ("xz", &["-k", "a.txt"]),
        ("gzip", &["-k", "a.txt"]),
    ] {
        if is_there(tool) {
            let mut command = Command::new(tool);
            command.args(arguments).current_dir(env.path("project"));
            assert!(command.status().unwrap().success(), "{tool} {arguments:?}");
        }
    }
    for (made, name) in [("a.txt.xz", "packed.xz"), ("a.txt.gz", "packed.gz")] {
        fs::rename(
            env.path("project").join(made),
            env.path("project").join(name),
        )
        .ok();
    }
    env
}

fn is_there(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(tool).is_file())
}

/// What is run: whatever the machine has.
fn script() -> String {
    let mut commands: Vec<&str> = COMMANDS.to_vec();
    for (tool, command) in TOOLS {
        let needs_zip = tool == "unzip" && !is_there("zip");
        if is_there(tool) && !needs_zip {
            commands.push(command);
        } else {
            skipped(&format!(
                "{tool} under hostile variables: it, or what makes its input, is missing"
            ));
        }
    }
    let commands: Vec<String> = commands
        .iter()
        .map(|command| format!("({command})"))
        .collect();
    commands.join("; ")
}

/// Runs all commands as one harmless script, with one more variable inherited.
fn run(env: &TestEnv, variable: Option<(&str, &str)>) -> Ran {
    let mut command = env.command(&["run", &script()]);
    if let Some((name, value)) = variable {
        command.env(name, value);
    }
    Ran::of(&command.output().unwrap())
}

#[test]
fn no_inherited_variable_changes_what_a_harmless_run_does() {
    let env = project();
    let mark = env.path("marked");
    let program = env.path("leave-mark");
    fs::write(&program, format!("#!/bin/sh\n: > '{}'\n", mark.display())).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let plain = run(&env, None);
    assert_eq!(plain.code, 0, "{}", plain.stderr);
    let before = files(&env);
    for (name, value) in HOSTILE {
        let written = env.path("written");
        let value = value
            .replace('@', program.to_str().unwrap())
            .replace('%', written.to_str().unwrap());
        let ran = run(&env, Some((name, &value)));
        assert_eq!(ran.code, 0, "{name}: {}", ran.stderr);
        assert_eq!(ran.stdout, plain.stdout, "{name}");
        assert!(!mark.exists(), "{name} ran a program");
        assert!(!written.exists(), "{name} wrote a file");
        assert_eq!(files(&env), before, "{name}");
    }
}

fn files(env: &TestEnv) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(env.path("project"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn a_script_that_sets_such_a_variable_is_asked_about() {
    let situation = situation();
    let verdict = |command: &str| {
        let call = Call::new(command).unwrap();
        decide(call, &situation).into_decision().verdict
    };
    // Colours and the directory of temporary files change nothing that matters.
    let tame = ["GREP_COLORS", "LS_COLORS"];
    for (name, value) in HOSTILE.into_iter().filter(|(name, _)| !tame.contains(name)) {
        for command in ["ls", "git status", "sort a.txt"] {
            for script in [
                format!("{name}='{}' {command}", value.replace('\'', "")),
                format!("export {name}='{}'; {command}", value.replace('\'', "")),
            ] {
                assert_eq!(verdict(&script), Verdict::Ask, "{script}");
            }
        }
    }
}
