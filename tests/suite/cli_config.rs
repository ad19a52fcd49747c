//! `shellward config` and the layers of settings as a person meets them (R4.4, R10.7, R10.8).

use std::fs;

use insta::assert_snapshot;

use crate::support::TestEnv;

const PROJECT: &str = "project/.shellward/config.toml";

fn project_file(env: &TestEnv, text: &str) {
    env.write(".shellward/config.toml", text);
}

#[test]
fn the_default_file_is_printed_and_can_be_used() {
    let env = TestEnv::new();
    let ran = env.run(&["config", "default"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    env.settings(&ran.stdout);
    let ran = env.run(&["config", "show"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stdout.contains("run.timeout-ms = 120000"),
        "{}",
        ran.stdout
    );
}

#[test]
fn the_schema_is_as_it_was_reviewed() {
    let env = TestEnv::new();
    assert_snapshot!("settings_schema", env.run(&["config", "schema"]).stdout);
}

#[test]
fn each_setting_is_shown_with_its_layer_file_and_line() {
    let env = TestEnv::new();
    env.settings("[rules]\nallow = [\"Bash(make:*)\"]\n[run]\ntimeout-ms = 5000\n");
    project_file(
        &env,
        "[rules]\ndeny = [\"Read(./.env)\"]\nallow = [\"Bash(*)\"]\n",
    );
    let json = env.run(&["config", "show", "--json"]).json();
    assert_eq!(json["version"], 1);
    let setting = |key: &str| {
        let settings = json["settings"].as_array().unwrap();
        let found = settings.iter().find(|setting| setting["key"] == key);
        found.unwrap_or_else(|| panic!("{key}: {json}")).clone()
    };
    let timeout = setting("run.timeout-ms");
    assert_eq!(
        (&timeout["value"], &timeout["layer"]),
        (&"5000".into(), &"user".into())
    );
    assert_eq!(timeout["line"], 4);
    let deny = setting("rules.deny");
    assert_eq!(deny["layer"], "project");
    assert!(deny["file"].as_str().unwrap().ends_with(PROJECT), "{deny}");
    assert_eq!(setting("containment.mode")["layer"], "built-in");
    assert_eq!(setting("policies.places")["layer"], "built-in");
    assert!(
        json["notes"][0].as_str().unwrap().contains("not trusted"),
        "{json}"
    );
    let text = env.run(&["config", "show"]).stdout;
    assert!(text.contains("rules.allow = Bash(make:*)"), "{text}");
    assert!(text.contains("config.toml:2)"), "{text}");
}

#[test]
fn a_project_file_denies_at_once_and_allows_once_it_is_trusted() {
    let env = TestEnv::new();
    project_file(
        &env,
        "[rules]\nallow = [\"Bash(frob:*)\"]\ndeny = [\"Bash(nope:*)\"]\n",
    );
    assert_eq!(env.run(&["check", "nope"]).code, 120);
    let ran = env.run(&["check", "frob"]);
    assert_eq!(ran.code, 121, "{}", ran.stdout);
    assert!(ran.stderr.contains("`rules.allow`"), "{}", ran.stderr);

    // Nobody is there to say yes.
    let asked = env.run(&["config", "trust"]);
    assert_eq!(asked.code, 121, "{}", asked.stderr);
    assert_eq!(env.run(&["check", "frob"]).code, 121);
    let trusted = env.run(&["config", "trust", "--yes"]);
    assert_eq!(trusted.code, 0, "{}", trusted.stderr);
    assert!(
        trusted.stdout.contains("Bash(frob:*)"),
        "{}",
        trusted.stdout
    );
    assert_eq!(env.run(&["check", "frob"]).code, 0);

    project_file(&env, "[rules]\nallow = [\"Bash(*)\"]\n");
    assert_eq!(env.run(&["check", "frob"]).code, 121);
    assert_eq!(env.run(&["config", "trust", "--yes"]).code, 0);
    assert_eq!(env.run(&["check", "frob"]).code, 0);
    assert_eq!(env.run(&["config", "trust", "--revoke"]).code, 0);
    assert_eq!(env.run(&["check", "frob"]).code, 121);
}

#[test]
fn what_shellward_runs_cannot_trust_anything() {
    let env = TestEnv::new();
    project_file(&env, "[rules]\nallow = [\"Bash(*)\"]\n");
    let mut command = env.command(&["config", "trust", "--yes"]);
    let output = command.env("SHELLWARD", "1").output().unwrap();
    assert_eq!(output.status.code(), Some(122));
    assert_eq!(env.run(&["check", "frob"]).code, 121);
}

#[test]
fn a_broken_file_of_any_layer_lets_nothing_run() {
    let env = TestEnv::new();
    project_file(&env, "[rules]\ndeny = [\"Bash(\"]\n");
    for arguments in [["check", "ls"], ["run", "ls"]] {
        let ran = env.run(&arguments);
        assert_eq!(ran.code, 122, "{}", ran.stdout);
        assert!(
            ran.stderr.contains(".shellward/config.toml:2:9"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn no_command_changes_the_settings_of_the_project() {
    let env = TestEnv::new();
    env.settings("[rules]\nallow = [\"Bash(*)\", \"Edit(./.shellward/config.toml)\"]\n");
    for command in [
        "touch .shellward/local.toml",
        "cp a .shellward/config.toml",
        "echo x > .shellward/config.toml",
    ] {
        assert_eq!(env.run(&["check", command]).code, 120, "{command}");
    }
}

#[test]
fn settings_of_an_agent_are_a_layer_where_they_are_wanted() {
    let env = TestEnv::new();
    let folder = env.path("home/.claude");
    fs::create_dir_all(&folder).unwrap();
    fs::write(
        folder.join("settings.json"),
        r#"{"permissions": {"allow": ["Bash(frob:*)"], "deny": ["Read(./.env)"], "defaultMode": "bypassPermissions"}}"#,
    )
    .unwrap();
    assert_eq!(env.run(&["check", "frob"]).code, 121);
    env.settings("import = [\"~/.claude/settings.json\"]\n");
    let ran = env.run(&["check", "frob"]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(ran.stderr.contains("WARNING"), "{}", ran.stderr);
    assert_eq!(env.run(&["check", "cat .env"]).code, 120);
}
