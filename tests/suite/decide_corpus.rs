//! The corpus of real commands with the verdict wanted (`tests/corpus/README.md`).

use std::{fs, os::unix::fs::symlink, path::PathBuf};

use serde::Deserialize;

use crate::support::{TestEnv, repository};

/// A row, as far as this test looks at it.
#[derive(Debug, Deserialize)]
struct Row {
    id: String,
    command: String,
    #[serde(default)]
    config: serde_json::Value,
    setup: Option<String>,
    expect: Expect,
}

#[derive(Debug, Deserialize)]
struct Expect {
    decision: String,
    #[serde(default)]
    also_ok: Vec<String>,
}

/// Rows that are answered more strictly than wanted, besides those that want `allow`: a here-document is searched as text
/// until it is read, and where `cd` leads is not followed yet. The list only shrinks.
const STRICTER: [&str; 0] = [];

/// How many rows that want `allow` must be allowed. The number only grows.
const ALLOWED_AT_LEAST: usize = 60;

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(repository().join("tests/corpus/decisions.jsonl")).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Makes what a row's setup makes. Only what is known here is made; setups are data and never handed to a shell.
fn root_of(row: &Row, env: &TestEnv) -> Option<PathBuf> {
    let setup = row.setup.as_deref()?;
    let root = env.path("project").join(&row.id);
    fs::create_dir_all(&root).unwrap();
    let link = setup
        .strip_prefix("ln -s ")
        .and_then(|rest| rest.split_once(' '));
    let (target, name) = link.unwrap_or_else(|| panic!("{}: unknown setup `{setup}`", row.id));
    symlink(target, root.join(name)).unwrap();
    Some(root)
}

#[test]
fn nothing_that_wants_a_question_is_allowed() {
    let env = TestEnv::new();
    let rows = rows();
    let input: String = rows
        .iter()
        .map(|row| {
            let mut line = serde_json::json!({
                "id": row.id, "command": row.command, "config": row.config,
            });
            if let Some(root) = root_of(row, &env) {
                line["cwd"] = root.to_str().unwrap().into();
            }
            format!("{line}\n")
        })
        .collect();
    let ran = env.run_with(&["check", "--batch"], &input);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let answers: Vec<serde_json::Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), rows.len());

    let mut allowed = 0;
    let mut false_allows = Vec::new();
    let mut others = Vec::new();
    for (row, answer) in rows.iter().zip(&answers) {
        assert_eq!(answer["id"], row.id.as_str());
        let decision = answer["decision"].as_str().unwrap();
        let wanted = row.expect.decision.as_str();
        if decision == wanted {
            allowed += usize::from(wanted == "allow");
        } else if decision == "allow" {
            false_allows.push(format!("{}: {} {answer}", row.id, row.command));
        } else if wanted != "allow" && !row.expect.also_ok.iter().any(|ok| ok == decision) {
            others.push(row.id.as_str());
        }
    }
    let wanted = rows
        .iter()
        .filter(|row| row.expect.decision == "allow")
        .count();
    println!("{allowed} of {wanted} rows that want `allow` are allowed");
    assert!(false_allows.is_empty(), "{}", false_allows.join("\n"));
    assert_eq!(others, STRICTER);
    assert!(allowed >= ALLOWED_AT_LEAST, "only {allowed} are allowed");
}
