//! `check --batch`: a row in, a row out, whatever the row.

use crate::support::TestEnv;

fn answers(input: &str) -> Vec<serde_json::Value> {
    let ran = TestEnv::new().run_with(&["check", "--batch"], input);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    ran.stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn answers_keep_the_order_and_have_all_fields() {
    let answers = answers(
        "{\"id\":1,\"command\":\"ls\"}\n\n{\"id\":\"b\",\"command\":\"rm -rf /\",\"config\":{}}\n",
    );
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["id"], 1);
    assert_eq!(answers[0]["decision"], "allow");
    assert_eq!(answers[0]["step"], "harmless");
    assert_eq!(answers[1]["id"], "b");
    assert_eq!(answers[1]["decision"], "ask");
    for field in ["id", "decision", "reason", "step", "warnings", "effects"] {
        assert!(answers[0].get(field).is_some(), "{field}");
    }
}

#[test]
fn what_is_not_a_row_is_asked_about_and_named_by_its_line() {
    for line in [
        "{",
        "[]",
        "{\"id\":7,\"command\":\"ls\",\"unheard_of\":1}",
        "{\"id\":7,\"command\":\"\"}",
        "{\"id\":7,\"command\":\"ls\",\"config\":{\"mode\":\"bypass\"}}",
        "{\"id\":7,\"command\":\"ls\",\"shell\":\"fish\"}",
        "{\"id\":7,\"command\":\"ls\",\"config\":{\"rules\":{\"deny\":\"Bash(ls)\"}}}",
    ] {
        let answers = answers(&format!("{line}\n{{\"command\":\"ls\"}}\n"));
        assert_eq!(answers[0]["decision"], "ask", "{line}");
        assert_eq!(answers[0]["step"], "input", "{line}");
        assert!(answers[0]["reason"].as_str().unwrap().contains("line 1"));
        assert_eq!(answers[1]["decision"], "allow", "each row is judged alone");
    }
}

#[test]
fn nothing_is_allowed_beside_a_restricting_rule_that_can_not_be_applied() {
    let rows = "{\"command\":\"ls\",\"config\":{\"rules\":{\"deny\":[\"PowerShell(x.example)\"]}}}\n\
                {\"command\":\"ls\",\"config\":{\"rules\":{\"allow\":[\"PowerShell(x.example)\"]}}}\n";
    let answers = answers(rows);
    assert_eq!(answers[0]["decision"], "ask");
    assert_eq!(answers[0]["step"], "rule-not-applied");
    assert_eq!(answers[1]["decision"], "allow");
}

#[test]
fn a_denied_file_is_denied_however_it_is_read() {
    let env = TestEnv::new();
    env.write(".env", "KEY=1\n");
    std::os::unix::fs::symlink(".env", env.path("project/link")).unwrap();
    for command in [
        "cat .env",
        "grep KEY < .env",
        "cp .env x",
        "cat ./src/../.env",
        "cat .e*v",
        "cat link",
        "cat l*",
        "grep -r KEY .",
        // What only the run knows is confined, and the wall closes the file; a word of a program that nobody knows is not.
        "unheard-of $FILE",
    ] {
        let row = serde_json::json!({
            "command": command,
            "cwd": env.path("project"),
            "config": {"rules": {"deny": ["Read(./.env)"], "allow": ["Bash(*)"]}},
        });
        let decision = answers(&format!("{row}\n"))[0]["decision"].clone();
        assert_ne!(decision, "allow", "{command}");
    }
}

#[test]
fn auto_allow_needs_walls_and_no_excluded_part() {
    let row = |sandbox: serde_json::Value, command: &str| {
        serde_json::json!({"command": command, "config": {"sandbox": sandbox}}).to_string() + "\n"
    };
    let input = [
        row(
            serde_json::json!({"enabled": true, "auto_allow": true}),
            "npm test",
        ),
        row(
            serde_json::json!({"enabled": false, "auto_allow": true}),
            "npm test",
        ),
        row(
            serde_json::json!({"auto_allow": true, "excluded": ["docker *"]}),
            "npm test && docker ps",
        ),
        row(serde_json::json!({"auto_allow": true}), "cat ~/.ssh/id_rsa"),
    ];
    let answers = answers(&input.concat());
    let decisions: Vec<_> = answers
        .iter()
        .map(|one| one["decision"].as_str().unwrap())
        .collect();
    assert_eq!(decisions, ["allow", "ask", "ask", "ask"]);
}
