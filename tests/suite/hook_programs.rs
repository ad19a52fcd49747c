//! Hooks and the prompt judge as programs of the settings, asked through the door for helpers.

use std::{fs, os::unix::fs::PermissionsExt as _};

use crate::support::TestEnv;

/// Writes a program beside the settings, where no run can change it.
fn program(env: &TestEnv, name: &str, body: &str) {
    let path = env.path("home/.config/shellward").join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

const HOOK: &str = "[[hooks]]\nname = \"h\"\nprogram = [\"./hook\"]\nfailure = \"required\"\n";
const ASKED: i32 = 121;
const DENIED: i32 = 120;

#[test]
fn a_program_is_asked_with_the_call_and_its_answer_counts() {
    let env = TestEnv::new();
    env.settings(HOOK);
    // It denies only what it was told of.
    program(
        &env,
        "hook",
        r#"grep -q '"command":"ls".*"commands":\["ls"\]' && echo '{"answer":"deny","reason":"not on Fridays"}' || echo '{"answer":"allow"}'"#,
    );
    let denied = env.run(&["check", "ls"]);
    assert_eq!(denied.code, DENIED, "{denied:?}");
    assert!(denied.stdout.contains("not on Fridays"), "{denied:?}");
    let allowed = env.run(&["check", "make all"]);
    assert_eq!(allowed.code, 0, "{allowed:?}");
}

#[test]
fn a_program_that_gives_no_answer_asks() {
    let env = TestEnv::new();
    for body in [
        "exit 0",
        "exit 3",
        "echo '{\"answer\":\"allow\"}'; exit 1",
        "echo yes",
        "echo '{\"answer\":\"allow\",\"more\":1}'",
        "kill -9 $$",
        "yes",
    ] {
        env.settings(HOOK);
        program(&env, "hook", body);
        let ran = env.run(&["check", "ls"]);
        assert_eq!(ran.code, ASKED, "{body}: {ran:?}");
        assert!(ran.stdout.contains("no answer"), "{body}: {ran:?}");
        env.settings(&HOOK.replace("required", "advisory"));
        assert_eq!(env.run(&["check", "ls"]).code, 0, "{body}");
    }
}

#[test]
fn a_late_program_is_ended_and_asks() {
    let env = TestEnv::new();
    env.settings(&format!("{HOOK}timeout-ms = 300\n"));
    program(&env, "hook", "sleep 1000");
    let ran = env.run(&["check", "ls"]);
    assert_eq!(ran.code, ASKED, "{ran:?}");
    assert!(ran.stdout.contains("300 ms"), "{ran:?}");
}

#[test]
fn a_program_that_runs_can_change_lifts_nothing() {
    let env = TestEnv::new();
    let own = env.path("project/hook");
    env.settings(&HOOK.replace("./hook", own.to_str().unwrap()));
    program(
        &env,
        "../../../project/hook",
        "echo '{\"answer\":\"allow\"}'",
    );
    assert_eq!(env.run(&["check", "make"]).code, ASKED);
}

#[test]
fn the_settings_name_the_line_of_a_hook_that_can_not_be_used() {
    let env = TestEnv::new();
    for (wrong, right) in [
        ("program = [\"hook\"]", "whole path"),
        ("failure = \"never\"", "never"),
        ("rule = \"Bash(\"", "h"),
        ("timeout-ms = 0", "timeout-ms"),
    ] {
        let mut settings = HOOK.to_owned();
        let key = wrong.split(" =").next().unwrap();
        settings = settings
            .lines()
            .filter(|line| !line.starts_with(key))
            .map(|line| format!("{line}\n"))
            .collect();
        env.settings(&format!("{settings}{wrong}\n"));
        let ran = env.run(&["check", "ls"]);
        assert_eq!(ran.code, 122, "{wrong}: {ran:?}");
        assert!(
            ran.stderr.contains(right) && ran.stderr.contains("config.toml:"),
            "{ran:?}"
        );
    }
}

#[test]
fn a_prompt_judge_is_a_program_too() {
    let env = TestEnv::new();
    env.settings(
        "[[prompt-rules]]\ndeny = \"it lists files\"\n[[prompt-rules]]\nallow = \"it builds\"\n\
         [prompt-judge]\nprogram = [\"./judge\"]\n",
    );
    program(
        &env,
        "judge",
        r#"input=$(cat)
case "$input" in
*'"command":"ls"'*) echo '{"answers":[{"holds":"yes","reason":"it is ls"}]}';;
*) echo '{"answers":[{"holds":"no"},{"holds":"yes","reason":"it is make"}]}';;
esac"#,
    );
    let denied = env.run(&["check", "ls"]);
    assert_eq!(denied.code, DENIED, "{denied:?}");
    assert!(denied.stdout.contains("it is ls"), "{denied:?}");
    let allowed = env.run(&["check", "make"]);
    assert_eq!(allowed.code, 0, "{allowed:?}");
}
