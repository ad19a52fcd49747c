//! Scripts that were once read as something else than what the shell does with them, or judged by another place than the
//! one they reach. None of them may be allowed. The rows are data: `tests/corpus/README.md` says what they mean.

use std::{fs, os::unix::fs::symlink};

use serde::Deserialize;
use shellward::{
    Call,
    decide::{Situation, decide},
    judge::Verdict,
    read::Dialect,
    rules::Wish,
};

use crate::support::{TestEnv, repository, rules, situation_in};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    command: String,
    why: String,
    #[serde(default)]
    shell: Option<String>,
    #[serde(default)]
    rules: Rules,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    #[serde(default)]
    allow: Vec<String>,
    #[serde(default)]
    deny: Vec<String>,
}

/// A project with links that lead out of it, beside a home with a key.
fn place() -> TestEnv {
    let env = TestEnv::git_project();
    env.write(".env", "secret\n");
    env.write("b.txt", "b\n");
    env.write("src/x", "x\n");
    env.write("a/b/c", "c\n");
    env.write("deep/d", "d\n");
    for file in ["home/.ssh/id", "outside/o"] {
        fs::create_dir_all(env.path(file).parent().unwrap()).unwrap();
        fs::write(env.path(file), "key\n").unwrap();
    }
    for (target, link) in [
        ("../outside", "link"),
        ("a/b", "link2"),
        ("../..", "deep/up"),
    ] {
        symlink(target, env.path("project").join(link)).unwrap();
    }
    env
}

fn situation_of(row: &Row, env: &TestEnv) -> Situation {
    let mut situation = situation_in(env);
    if row.shell.as_deref() == Some("zsh") {
        situation.facts.dialect = Dialect::Zsh;
    }
    for (wish, texts) in [
        (Wish::Allow, &row.rules.allow),
        (Wish::Deny, &row.rules.deny),
    ] {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        rules(&mut situation.rules, wish, &texts);
    }
    situation
}

#[test]
fn what_the_shell_does_otherwise_is_not_allowed() {
    let text = fs::read_to_string(repository().join("tests/corpus/reading.jsonl")).unwrap();
    let rows: Vec<Row> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(rows.len() > 100, "the rows are there");
    let env = place();
    // The place is one in which plain commands are allowed, so that an ask says something.
    let plain = situation_in(&env);
    for harmless in [
        "cat a.txt",
        "cd src && cat x",
        "for f in a.txt b.txt; do cat \"$f\"; done",
    ] {
        let decision = decide(Call::new(harmless).unwrap(), &plain).into_decision();
        assert_eq!(
            decision.verdict,
            Verdict::Allow,
            "{harmless}: {:?}",
            decision.reason
        );
    }
    let allowed: Vec<String> = rows
        .iter()
        .filter(|row| {
            let call = Call::new(row.command.as_str()).unwrap();
            let decided = decide(call, &situation_of(row, &env));
            let is_confined = decided.plan().readable.is_some();
            let decision = decided.into_decision();
            // Those that are confined are run, beside the tests of that: walls, not reading, keep them in.
            decision.verdict == Verdict::Allow && !is_confined
        })
        .map(|row| format!("{} {:?}: {}", row.id, row.command, row.why))
        .collect();
    assert!(allowed.is_empty(), "allowed:\n{}", allowed.join("\n"));
}
