//! `shellward run` as a person meets it: what runs, what doesn't, and what it says.

use std::{
    fs,
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use crate::support::{Ran, TestEnv, faulty_file, has_work_walls};

/// Far more than anything here takes.
const PATIENCE: Duration = Duration::from_mins(1);

/// A run with a limit of a second is back after less than three; room is for a slow machine, and nothing here sleeps less.
const PROMPT: Duration = Duration::from_secs(10);

#[test]
fn a_harmless_command_runs_unasked_and_behind_observe_walls() {
    let env = TestEnv::git_project();
    let ran = env.run(&["run", "git log --oneline | head -3"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.ends_with(" first\n"), "{}", ran.stdout);
    // Nobody looks on, and there is nothing to say but what it printed.
    assert_eq!(ran.stderr, "");
    let json = env.run(&["run", "--json", "git log --oneline"]).json();
    assert_eq!(json["outcome"]["walls"], "observe", "{json}");
    assert_eq!(json["outcome"]["launcher"], "landlock", "{json}");
}

#[test]
fn what_must_be_asked_does_not_run_without_a_terminal_and_says_why() {
    let env = TestEnv::new();
    let ran = env.run(&["run", "touch made"]);
    assert_eq!(ran.code, 121, "{}", ran.stderr);
    assert!(!env.path("project/made").exists());
    assert!(ran.stderr.contains("ask: it writes made"), "{}", ran.stderr);
    assert!(ran.stderr.contains("Bash(touch made)"), "{}", ran.stderr);
    assert!(ran.stderr.contains("--yes"), "{}", ran.stderr);
}

#[test]
fn yes_approves_what_is_asked_and_never_what_is_denied() {
    let env = TestEnv::new();
    env.settings("[rules]\ndeny = [\"Bash(touch forbidden:*)\"]\n");
    let ran = env.run(&["run", "--yes", "touch forbidden"]);
    assert_eq!(ran.code, 120, "{}", ran.stderr);
    assert!(!env.path("project/forbidden").exists());
    assert!(ran.stderr.contains("config.toml:2"), "{}", ran.stderr);

    let ran = env.run(&["run", "--yes", "touch made"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(env.path("project/made").exists());
}

#[test]
fn an_approved_run_can_write_in_the_project_and_nowhere_else() {
    if !has_work_walls() {
        return;
    }
    let env = TestEnv::new();
    let ran = env.run(&[
        "run",
        "--yes",
        "--json",
        "bash -c 'echo x > in; echo x > ~/out; echo x > ../out'",
    ]);
    let json = ran.json();
    assert_eq!(json["outcome"]["walls"], "work", "{json}");
    assert!(env.path("project/in").exists());
    assert!(!env.path("home/out").exists() && !env.path("out").exists());
}

/// The walls hold also where the tables are wrong: a policy that calls everything harmless lets nothing be written.
#[test]
fn a_harmless_permit_cannot_write_whatever_the_tables_say() {
    let env = TestEnv::new();
    env.write("kept.txt", "kept\n");
    let liar = faulty_file();
    env.settings(&format!(
        "[policies.commands]\ncomponent = {liar:?}\nauthority = \"grant\"\nsettings = {{ behave = \"lie\" }}\n"
    ));
    for command in [
        "touch made",
        "rm kept.txt",
        "mkdir made",
        "truncate -s 0 kept.txt",
        "chmod 000 kept.txt",
        "ln -s kept.txt made",
    ] {
        let ran = env.run(&["run", "--json", command]);
        let json = ran.json();
        assert_eq!(json["decision"]["verdict"], "allow", "{command}: {json}");
        assert_eq!(json["outcome"]["walls"], "observe", "{command}: {json}");
        assert_ne!(json["outcome"]["exit_code"], 0, "{command}: {json}");
        assert!(!env.path("project/made").exists(), "{command}");
        let kept = fs::read_to_string(env.path("project/kept.txt"));
        assert_eq!(kept.unwrap(), "kept\n", "{command}");
    }
}

#[test]
fn replacing_the_exit_codes_policy_changes_what_an_exit_code_means() {
    let env = TestEnv::new();
    env.write("a.txt", "one\n");
    let meaning = |env: &TestEnv| {
        let json = env.run(&["run", "--json", "grep zzz a.txt"]).json();
        assert_eq!(json["outcome"]["exit_code"], 1, "{json}");
        json["outcome"]["meaning"].clone()
    };
    let usual = meaning(&env);
    assert_eq!(usual["is_error"], false);
    assert!(
        usual["message"].as_str().unwrap().contains("no match"),
        "{usual}"
    );

    // Another component under the same name, and the same binary.
    let other = faulty_file();
    env.settings(&format!(
        "[policies.exit-codes]\ncomponent = {other:?}\nauthority = \"advise\"\nsettings = {{ behave = \"deny\" }}\n"
    ));
    let swapped = meaning(&env);
    assert_ne!(swapped, usual);
    assert_eq!(swapped["is_error"], true, "{swapped}");
}

fn time_limit(seconds: u32, arguments: &[&str]) {
    let env = TestEnv::new();
    // A length of sleep that is nobody else's.
    let mark = format!("{seconds}.{}", std::process::id());
    let command = format!("sleep {mark} & (setsid sleep {mark} &) ; sleep {mark}");
    let started = Instant::now();
    let mut all = vec!["run", "--yes", "--timeout", "1000"];
    all.extend(arguments);
    all.push(&command);
    let ran = env.run(&all);
    assert_eq!(ran.code, 143, "{}", ran.stderr);
    let elapsed = started.elapsed();
    println!(
        "back after {} ms, with a limit of 1000 ms",
        elapsed.as_millis()
    );
    assert!(elapsed < PROMPT, "{elapsed:?}");
    let left: Vec<String> = command_lines()
        .into_iter()
        .filter(|line| line.contains(&mark))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

fn command_lines() -> Vec<String> {
    fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok())
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.starts_with("sleep "))
        .collect()
}

#[test]
fn at_the_time_limit_nothing_is_left_with_walls() {
    time_limit(300, &[]);
}

#[test]
fn at_the_time_limit_nothing_is_left_without_walls() {
    time_limit(301, &["--without-walls"]);
}

/// The most memory a process had, in KiB, sampled until it ends.
fn peak_memory(child: &mut Child) -> u64 {
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(started.elapsed() < PATIENCE, "it does not end");
        let sample = fs::read_to_string(&status)
            .ok()
            .and_then(|text| {
                text.lines()
                    .find(|line| line.starts_with("VmHWM:"))
                    .map(str::to_owned)
            })
            .and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        peak = sample.unwrap_or(peak).max(peak);
        std::thread::park_timeout(Duration::from_millis(2));
    }
    peak
}

#[test]
fn output_without_end_stays_out_of_memory_and_is_counted() {
    let env = TestEnv::new();
    let start = |command: &str| {
        env.command(&["run", "--yes", "--json", command])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    let mut small = start("true");
    let base = peak_memory(&mut small);
    let mut large = start("yes | head -c 200000000");
    // What it prints is small: the text is cut.
    let peak = peak_memory(&mut large);
    let output = large.wait_with_output().unwrap();
    assert!(
        base > 0 && peak < base + 64 * 1024,
        "{base} KiB, then {peak} KiB"
    );

    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let stdout = &json["outcome"]["stdout"];
    assert_eq!(stdout["bytes"], 200_000_000, "{stdout}");
    assert_eq!(stdout["lines"], 100_000_000, "{stdout}");
    let text = stdout["text"].as_str().unwrap();
    assert!(text.chars().count() <= 31_000);
    let omitted = stdout["omitted_bytes"].as_u64().unwrap();
    let shown = text.lines().filter(|line| *line == "y").count() as u64 * 2;
    assert_eq!(shown + omitted, 200_000_000);
    let file = stdout["file"].as_str().unwrap();
    assert!(text.contains(file), "the text names the file");
    assert_eq!(fs::metadata(file).unwrap().len(), 200_000_000);
}

#[test]
fn children_left_behind_are_ended_and_named() {
    let env = TestEnv::new();
    let mark = format!("299.{}", std::process::id());
    let json = env
        .run(&[
            "run",
            "--yes",
            "--json",
            &format!("sleep {mark} & echo done"),
        ])
        .json();
    assert_eq!(json["outcome"]["stdout"]["text"], "done\n", "{json}");
    assert_eq!(
        json["outcome"]["ended_children"][0]["name"], "sleep",
        "{json}"
    );
    assert!(command_lines().iter().all(|line| !line.contains(&mark)));
}

#[test]
fn a_run_ends_with_the_code_of_its_command() {
    let env = TestEnv::new();
    let codes = [("exit 3", 3), ("kill -9 $$", 137), ("false", 1)];
    for (command, code) in codes {
        let ran: Ran = env.run(&["run", "--yes", command]);
        assert_eq!(ran.code, code, "{command}: {}", ran.stderr);
    }
}

#[test]
fn wrong_input_is_an_error_that_says_what_to_do() {
    let env = TestEnv::new();
    let ran = env.run(&["run", " "]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("`command` is empty (hint:"),
        "{}",
        ran.stderr
    );

    env.settings("[rules]\nallow = [\"Bash(\"]\n");
    let ran = env.run(&["run", "ls"]);
    assert_eq!(ran.code, 122);
    assert!(ran.stderr.contains("config.toml:2:10"), "{}", ran.stderr);
    assert_eq!(env.run(&["run"]).code, 2);
    assert_eq!(env.run(&["run", "--timeout", "0", "ls"]).code, 2);
}

#[test]
fn the_state_is_never_within_reach() {
    let env = TestEnv::new();
    // It exists from the first run on.
    assert_eq!(env.run(&["run", "true"]).code, 0);
    let state = env.path("home/.local/state/shellward");
    assert!(state.is_dir());
    for command in [
        format!("cat {}/compiled/x", state.display()),
        "ls ~/.local/state/shellward".to_owned(),
        "rm -rf ~/.local/state/shellward".to_owned(),
    ] {
        let ran = env.run(&["run", "--yes", &command]);
        assert_eq!(ran.code, 120, "{command}: {}", ran.stderr);
    }
    if has_work_walls() {
        let ran = env.run(&["run", "--yes", "cd ~/.local && cd state && ls shell*"]);
        assert_ne!(ran.code, 0, "{}", ran.stdout);
    }
}
