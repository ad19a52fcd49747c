//! Rules written and taken back from the command line (R4.5), and modes (R4.1).

use std::fs;

use crate::support::TestEnv;

#[test]
fn a_rule_is_written_holds_and_is_revoked() {
    let env = TestEnv::new();
    env.settings("# Mine.\n[rules]\nallow = []\n");
    let file = env.path("home/.config/shellward/config.toml");
    assert_eq!(env.run(&["check", "cargo test"]).code, 121);
    let written = env.run(&["config", "allow", "Bash(cargo test:*)"]);
    assert_eq!(written.code, 0, "{written:?}");
    assert!(written.stderr.contains("written"), "{written:?}");
    assert_eq!(env.run(&["check", "cargo test --lib"]).code, 0);
    assert!(fs::read_to_string(&file).unwrap().starts_with("# Mine.\n"));
    assert_eq!(env.run(&["config", "revoke", "Bash(cargo test:*)"]).code, 0);
    assert_eq!(env.run(&["check", "cargo test"]).code, 121);
}

#[test]
fn a_broken_file_is_not_changed() {
    let env = TestEnv::new();
    env.settings("[rules\n");
    let refused = env.run(&["config", "deny", "Bash(rm:*)"]);
    assert_ne!(refused.code, 0);
    assert!(
        refused.stderr.contains("nothing was changed"),
        "{refused:?}"
    );
}

#[test]
fn a_mode_is_taken_from_the_settings_or_the_command_line() {
    let env = TestEnv::new();
    assert_eq!(
        env.run(&["check", "--mode", "acceptEdits", "touch a"]).code,
        0
    );
    env.settings("mode = \"dont-ask\"\n");
    let denied = env.run(&["check", "cargo test"]);
    assert!(
        denied.stdout.starts_with("deny: in the mode dont-ask"),
        "{denied:?}"
    );
    assert!(
        env.run(&["check", "--mode", "default", "cargo test"])
            .stdout
            .starts_with("ask")
    );
}

#[test]
fn an_allow_rule_kept_in_the_project_holds_and_one_in_a_file_of_others_is_refused() {
    let env = TestEnv::git_project();
    let kept = env.run(&["config", "allow", "Bash(cargo test:*)", "--layer", "local"]);
    assert_eq!(kept.code, 0, "{kept:?}");
    assert!(env.path("project/.shellward/local.toml").exists());
    assert_eq!(env.run(&["check", "cargo test"]).code, 0);
    // What was trusted stays so when a person adds to it, and is no more when somebody else does.
    let more = env.run(&["config", "allow", "Bash(cargo doc:*)", "--layer", "local"]);
    assert_eq!(more.code, 0, "{more:?}");
    assert_eq!(env.run(&["check", "cargo test && cargo doc"]).code, 0);
    env.write(".shellward/local.toml", "[rules]\nallow = [\"Bash(*)\"]\n");
    assert_eq!(env.run(&["check", "cargo test"]).code, 121);
    let refused = env.run(&["config", "allow", "Bash(make:*)", "--layer", "local"]);
    assert_ne!(refused.code, 0, "{refused:?}");
    assert!(refused.stderr.contains("is not trusted"), "{refused:?}");
    let text = fs::read_to_string(env.path("project/.shellward/local.toml")).unwrap();
    assert!(!text.contains("make"), "{text}");
}
