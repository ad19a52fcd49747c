//! `shellward hook claude-code`: what an agent hears, also when everything goes wrong, and how the hook gets into its
//! settings (R10.4).

use std::{fs, process::Stdio};

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::support::{Ran, TestEnv};

/// The answer to one event.
fn answer(env: &TestEnv, event: &Value) -> (String, String) {
    let ran = env.run_with(&["hook", "claude-code"], &event.to_string());
    decision(&ran)
}

fn decision(ran: &Ran) -> (String, String) {
    assert_eq!(ran.code, 0, "{ran:?}");
    let output = &ran.json()["hookSpecificOutput"];
    assert_eq!(output["hookEventName"], "PreToolUse", "{ran:?}");
    let text = |field: &str| output[field].as_str().unwrap().to_owned();
    (text("permissionDecision"), text("permissionDecisionReason"))
}

fn event(env: &TestEnv, input: &Value) -> Value {
    json!({
        "session_id": "s",
        "transcript_path": "/nonexistent",
        "cwd": env.path("project"),
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": input,
    })
}

fn judged(env: &TestEnv, command: &str) -> (String, String) {
    answer(
        env,
        &event(env, &json!({ "command": command, "description": "Do it" })),
    )
}

#[test]
fn the_agent_hears_allow_ask_or_deny_and_why() {
    let env = TestEnv::git_project();
    env.settings("[rules]\ndeny = [\"Bash(git push:*)\"]\nallow = [\"Bash(make:*)\"]\n");
    for (command, wanted) in [
        ("ls -la | head -3", "allow"),
        ("git status --short", "allow"),
        ("make all", "allow"),
        ("rm -r src", "ask"),
        ("ls $((", "ask"),
        ("git push --force", "deny"),
        ("sleep 30 && ls", "deny"),
    ] {
        let (verdict, reason) = judged(&env, command);
        assert_eq!(verdict, wanted, "{command}: {reason}");
        assert!(reason.starts_with("shellward: "), "{command}: {reason}");
    }
    let (_, reason) = judged(&env, "ls; git push");
    assert!(
        reason.contains("git push:*") && reason.contains("config.toml:2"),
        "{reason}"
    );
}

#[test]
fn waiting_is_allowed_in_the_background() {
    let env = TestEnv::new();
    let input = json!({ "command": "sleep 30", "run_in_background": true });
    assert_eq!(answer(&env, &event(&env, &input)).0, "allow");
}

#[test]
fn without_walls_a_repository_that_names_programs_is_asked_about() {
    let env = TestEnv::git_project();
    assert_eq!(judged(&env, "git status").0, "allow");
    assert!(env.git(&["config", "core.fsmonitor", "./x"]).success());
    let (verdict, reason) = judged(&env, "git status");
    assert_eq!(verdict, "ask");
    assert!(reason.contains("fsmonitor"), "{reason}");
}

#[test]
fn where_the_agent_has_gone_is_no_project() {
    let env = TestEnv::new();
    fs::create_dir(env.path("elsewhere")).unwrap();
    fs::write(env.path("elsewhere/a"), "").unwrap();
    let mut event = event(&env, &json!({ "command": "cat a" }));
    event["cwd"] = json!(env.path("elsewhere"));
    let mut command = env.command(&["hook", "claude-code"]);
    command.env("CLAUDE_PROJECT_DIR", env.path("project"));
    let input = env.path("event.json");
    fs::write(&input, event.to_string()).unwrap();
    command.stdin(Stdio::from(fs::File::open(input).unwrap()));
    let (verdict, reason) = decision(&Ran::of(&command.output().unwrap()));
    assert_eq!(verdict, "ask", "{reason}");
}

#[test]
fn the_settings_of_the_agents_project_hold_wherever_the_hook_is_started() {
    let env = TestEnv::new();
    let other = env.path("other");
    fs::create_dir_all(other.join(".shellward")).unwrap();
    fs::write(
        other.join(".shellward/config.toml"),
        "[rules]\ndeny = [\"Bash(ls:*)\"]\n",
    )
    .unwrap();
    let mut event = event(&env, &json!({ "command": "ls" }));
    event["cwd"] = json!(other);
    let (verdict, reason) = answer(&env, &event);
    assert_eq!(verdict, "deny", "{reason}");
    assert!(reason.contains("project: "), "{reason}");
}

#[test]
fn of_other_tools_there_is_no_opinion() {
    let env = TestEnv::new();
    let mut event = event(&env, &json!({ "file_path": "/etc/passwd" }));
    event["tool_name"] = json!("Write");
    let ran = env.run_with(&["hook", "claude-code"], &event.to_string());
    assert_eq!((ran.stdout.as_str(), ran.code), ("{}\n", 0));
}

#[test]
fn whatever_fails_is_asked_about_and_never_silent() {
    let env = TestEnv::new();
    let good = event(&env, &json!({ "command": "ls" })).to_string();
    let asks = |input: &str, why: &str| {
        let ran = env.run_with(&["hook", "claude-code"], input);
        let (verdict, reason) = decision(&ran);
        assert_eq!(verdict, "ask", "{input:.200}");
        assert!(reason.contains(why), "{why}: {reason}");
    };
    asks("", "not understood");
    asks("nonsense", "not understood");
    asks("[]", "not understood");
    asks(r#"{"tool_input":{"command":"ls"}}"#, "tool_name");
    asks(&format!("{good}{good}"), "not understood");
    asks(&" ".repeat(5 * 1024 * 1024), "bytes");
    asks(&good.replace("PreToolUse", "PostToolUse"), "PreToolUse");
    asks(&good.replace("\"ls\"", "\"\""), "`command`");
    asks(&good.replace("\"ls\"", "[\"ls\"]"), "`command`");
    asks(
        &good.replace("\"command\":\"ls\"", "\"command\":\"ls\",\"edit\":{}"),
        "`edit`",
    );
    asks(
        &good.replace(&env.path("project").display().to_string(), "/nonexistent"),
        "/nonexistent",
    );
    asks(
        &good.replace(&env.path("project").display().to_string(), "."),
        "absolute",
    );

    env.settings("[rules]\nalow = []\n");
    asks(&good, "config.toml:2");
    env.settings("[policies.commands]\ncomponent = \"missing.wasm\"\n");
    asks(&good, "shellward: ");
    let ran = env.run_with(
        &["hook", "claude-code", "--config", "/nonexistent/c.toml"],
        &good,
    );
    assert_eq!(decision(&ran).0, "ask");
}

#[test]
fn without_a_home_it_asks() {
    let env = TestEnv::new();
    let mut command = env.command(&["hook", "claude-code"]);
    command
        .env("HOME", "relative")
        .env("XDG_STATE_HOME", "/proc/none");
    let input = env.path("event.json");
    fs::write(&input, event(&env, &json!({ "command": "ls" })).to_string()).unwrap();
    command.stdin(Stdio::from(fs::File::open(input).unwrap()));
    assert_eq!(decision(&Ran::of(&command.output().unwrap())).0, "ask");
}

#[test]
fn a_call_that_a_hook_changed_is_handed_back_changed() {
    let env = TestEnv::new();
    let folder = env.path("home/.config/shellward");
    fs::create_dir_all(&folder).unwrap();
    let program = folder.join("hook");
    let body = "#!/bin/sh\ngrep -q '\"command\":\"ls\"' && \
                echo '{\"answer\":\"change\",\"call\":{\"command\":\"ls -l\",\"timeout\":5000}}' || echo '{\"answer\":\"pass\"}'\n";
    fs::write(&program, body).unwrap();
    env.settings(
        "[[hooks]]\nname = \"h\"\nprogram = [\"/bin/sh\", \"HOOK\"]\nfailure = \"required\"\n"
            .replace("HOOK", program.to_str().unwrap())
            .as_str(),
    );
    let event = event(&env, &json!({ "command": "ls", "description": "List" }));
    let ran = env.run_with(&["hook", "claude-code"], &event.to_string());
    assert_eq!(decision(&ran).0, "allow");
    let updated = &ran.json()["hookSpecificOutput"]["updatedInput"];
    assert_eq!(*updated, json!({ "command": "ls -l", "timeout": 5000 }));
}

#[test]
fn installing_keeps_all_else_and_can_be_undone() {
    let env = TestEnv::new();
    let file = env.path("home/.claude/settings.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let own = "{\n  \"z\": 1,\n  \"a\": 1.5,\n  \"permissions\": {\n    \"deny\": [\n      \"Bash(rm:*)\"\n    ]\n  }\n}\n";
    fs::write(&file, own).unwrap();
    let read = || fs::read_to_string(&file).unwrap();

    let shown = env.run(&["hook", "install", "claude-code", "--dry-run"]);
    assert_eq!((shown.code, read()), (0, own.to_owned()), "{shown:?}");
    let program = env!("CARGO_BIN_EXE_shellward");
    let text = shown.stdout.replace(program, "[SHELLWARD]");
    assert_snapshot!(text.replace(env.path("").to_str().unwrap(), "[PLACE]/"), @r#"
    --- [PLACE]/home/.claude/settings.json
    +++ [PLACE]/home/.claude/settings.json
    @@ line 8 @@
         "deny": [
           "Bash(rm:*)"
         ]
    +  },
    +  "hooks": {
    +    "PreToolUse": [
    +      {
    +        "matcher": "Bash",
    +        "hooks": [
    +          {
    +            "type": "command",
    +            "command": "[SHELLWARD] hook claude-code",
    +            "timeout": 120
    +          }
    +        ]
    +      }
    +    ]
       }
     }
    "#);

    assert_eq!(env.run(&["hook", "install", "claude-code"]).code, 0);
    let once = read();
    assert!(once.contains("hook claude-code") && once.starts_with("{\n  \"z\": 1,"));
    let again = env.run(&["hook", "install", "claude-code"]);
    assert_eq!((again.code, read()), (0, once), "{again:?}");
    assert!(again.stderr.contains("nothing to change"));
    assert_eq!(env.run(&["hook", "uninstall", "claude-code"]).code, 0);
    assert_eq!(read(), own);
}

#[test]
fn settings_that_are_not_understood_are_not_touched() {
    let env = TestEnv::new();
    let file = env.path("project/settings.json");
    fs::write(&file, "{ // mine\n}").unwrap();
    let arguments = [
        "hook",
        "install",
        "claude-code",
        "--file",
        file.to_str().unwrap(),
    ];
    let ran = env.run(&arguments);
    assert_eq!(ran.code, 122);
    assert!(ran.stderr.contains("settings.json"), "{ran:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "{ // mine\n}");
}

#[test]
fn the_schema_of_a_call_is_as_it_was_reviewed() {
    let env = TestEnv::new();
    let ran = env.run(&["schema", "call"]);
    assert_eq!(ran.code, 0);
    assert_snapshot!("call_schema", ran.stdout);
}
