//! Confined runs: what only the run knows is read freely, but nowhere except where nobody asks about reading (R3.4, R6.2).

use std::{fs, os::unix::fs::symlink, time::Duration};

use shellward::{
    Call, Session,
    config::Settings,
    decide::{Next, Step},
    guest::default_specs,
    judge::Verdict,
    outcome::Outcome,
    plan::{Plan, Shape},
};

use crate::support::{self, TestEnv, environment, has_observe_walls};
use crate::warden_support::Place;

/// Far more than anything here takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// What no run may print.
const OUTSIDE: &str = "what lies outside";

fn session(env: &TestEnv) -> Session {
    fs::create_dir_all(env.path("outside")).unwrap();
    fs::write(env.path("outside/file"), OUTSIDE).unwrap();
    let settings = Settings::with_policies(default_specs());
    support::session(env, environment(env, &[]), settings)
}

/// Runs what must need no question.
async fn run(session: &mut Session, command: &str) -> Outcome {
    let call = Call::new(command).unwrap();
    let (decision, next) = session.decide(call).unwrap();
    let Next::Run(permit) = next else {
        panic!("{command}: {:?}", decision.reason);
    };
    assert_eq!(decision.reason.step, Step::Harmless, "{command}");
    assert!(permit.plan().readable.is_some(), "{command}");
    session.run(permit).await.unwrap()
}

fn says_why(outcome: &Outcome) -> bool {
    let mut notes = outcome.notes.iter();
    notes.any(|note| note.contains("it could read only in the project"))
}

#[tokio::test]
async fn what_only_the_run_knows_is_read_in_the_project_without_a_question() {
    if !has_observe_walls() {
        return;
    }
    let env = TestEnv::git_project();
    env.write("list", "a.txt\n");
    fs::write(env.path("home/.gitconfig"), "[user]\n\tname = n\n").unwrap();
    let mut session = session(&env);
    for (command, expected) in [
        ("cat list | xargs -n 1 grep -h one --", "one\n"),
        ("git ls-files | xargs grep -h one", "one\n"),
        (
            "while read -r f; do head -n 1 -- \"$f\"; done < list",
            "one\n",
        ),
        ("cat -- \"$(git ls-files | head -1)\"", "one\ntwo\n"),
        ("wc -l -- $(cat list)", "2 a.txt\n"),
        ("cat <(cat -- $(cat list))", "one\ntwo\n"),
        ("ls $(printf .)", "a.txt\nlist\n"),
    ] {
        let outcome = run(&mut session, command).await;
        assert_eq!(outcome.stdout.text, expected, "{command}: {outcome:?}");
        assert_eq!(outcome.walls, Shape::Observe, "{command}");
        assert!(!says_why(&outcome), "{command}: {outcome:?}");
    }
}

#[tokio::test]
async fn what_lies_elsewhere_is_refused_however_it_is_reached_and_the_outcome_says_why() {
    if !has_observe_walls() {
        return;
    }
    let env = TestEnv::git_project();
    let outside = env.path("outside");
    env.write("list", &format!("{}/file\n", outside.display()));
    env.write("folders", &format!("{}\n", outside.display()));
    env.write("linked", "link\nfolder/file\n../outside/file\n");
    env.write("process", "/proc/self/environ\n/proc/1/environ\n");
    env.write("tree/b.txt", "b\n");
    let mut session = session(&env);
    symlink(outside.join("file"), env.path("project/link")).unwrap();
    symlink(&outside, env.path("project/folder")).unwrap();
    symlink(&outside, env.path("project/tree/folder")).unwrap();
    for command in [
        "cat list | xargs cat",
        "cat linked | xargs cat",
        "cat process | xargs cat",
        "cat folders | xargs ls",
        "cat folders | xargs grep -r ''",
        "while read -r f; do head -n 1 -- \"$f\"; done < linked",
        "cat -- \"$(cat list)\"",
        "grep -R lies tree",
        "cd tree; grep -R lies \"$(printf folder)\"",
    ] {
        let outcome = run(&mut session, command).await;
        let said = format!("{}{}", outcome.stdout.text, outcome.stderr.text);
        assert!(!said.contains(OUTSIDE), "{command}: {outcome:?}");
        assert!(
            !outcome.stdout.text.contains("HOME="),
            "{command}: {outcome:?}"
        );
        // The name of a file that was asked for is no news; one that a list of its folder told would be.
        let names = outcome.stdout.text.lines().any(|line| line == "file");
        assert!(!names, "{command}: {outcome:?}");
        assert!(said.contains("Permission denied"), "{command}: {outcome:?}");
        assert!(says_why(&outcome), "{command}: {outcome:?}");
    }
}

/// The rows that are allowed only since walls hold what they read are run here, beside a key that they were written to
/// reach.
#[tokio::test]
async fn scripts_that_reading_is_deceived_by_reach_no_key() {
    if !has_observe_walls() {
        return;
    }
    let env = TestEnv::git_project();
    env.write("src/x", "x\n");
    env.write("b.txt", "b\n");
    env.write("deep/d", "d\n");
    for file in ["home/.ssh/id", "outside/o"] {
        fs::create_dir_all(env.path(file).parent().unwrap()).unwrap();
        fs::write(env.path(file), OUTSIDE).unwrap();
    }
    symlink("../outside", env.path("project/link")).unwrap();
    symlink("../..", env.path("project/deep/up")).unwrap();
    let mut session = session(&env);
    let mut confined = 0;
    for file in ["reading.jsonl", "never.jsonl"] {
        let rows = fs::read_to_string(support::repository().join("tests/corpus").join(file));
        for row in rows.unwrap().lines() {
            let row: serde_json::Value = serde_json::from_str(row).unwrap();
            if row.get("shell").is_some() || row.get("rules").is_some() {
                continue;
            }
            let command = row["command"].as_str().unwrap();
            let call = Call::new(command).unwrap().with_timeout(PATIENCE).unwrap();
            let (_, Next::Run(permit)) = session.decide(call).unwrap() else {
                continue;
            };
            assert!(permit.plan().readable.is_some(), "{command}");
            let outcome = session.run(permit).await.unwrap();
            let said = format!("{}{}", outcome.stdout.text, outcome.stderr.text);
            assert!(!said.contains(OUTSIDE), "{command}: {outcome:?}");
            confined += 1;
        }
    }
    assert!(confined > 5, "{confined} were run");
}

#[tokio::test]
async fn files_that_a_rule_denies_are_refused_where_walls_can_and_asked_about_where_not() {
    if !has_observe_walls() {
        return;
    }
    let env = TestEnv::new();
    env.write("list", "seen\nkept/secret\n");
    env.write("seen", "seen\n");
    env.write("kept/secret", OUTSIDE);
    fs::create_dir_all(env.path("outside")).unwrap();
    env.settings("[rules]\ndeny = [\"Read(./kept/**)\"]\n");
    let ran = env.run(&["run", "cat list | xargs cat"]);
    assert!(ran.stdout.contains("seen"), "{ran:?}");
    assert!(!ran.stdout.contains(OUTSIDE), "{ran:?}");
    assert!(ran.stderr.contains("Permission denied"), "{ran:?}");
    for rules in [
        "deny = [\"Read(*.pem)\"]",
        "deny = [\"Read(secret)\"]",
        "deny = [\"Read(./a/**/b)\"]",
        "ask = [\"Read(./kept/**)\"]",
    ] {
        env.settings(&format!("[rules]\n{rules}\n"));
        let ran = env.run(&["check", "--json", "cat list | xargs cat"]);
        assert_eq!(ran.json()["verdict"], "ask", "{rules}: {ran:?}");
    }
}

#[test]
fn hidden_places_in_a_readable_one_are_closed_and_those_beside_them_are_not() {
    if !has_observe_walls() {
        return;
    }
    let place = Place::new();
    let path = |name: &str| place.path(name);
    for name in ["project/.ssh", "project/sub/state", "project/other"] {
        fs::create_dir_all(path(name)).unwrap();
        fs::write(path(name).join("file"), OUTSIDE).unwrap();
    }
    fs::write(path("project/sub/file"), "beside").unwrap();
    fs::write(path("outside/file"), OUTSIDE).unwrap();
    symlink(path("project/.ssh/file"), path("project/way")).unwrap();
    fs::hard_link(path("project/sub/file"), path("project/again")).unwrap();
    let plan = Plan {
        readable: Some(vec![path("project"), path("temp")]),
        hidden: vec![path("project/.ssh"), path("project/sub/state")],
        ..place.plan(Shape::Observe)
    };
    for refused in [
        ".ssh/file",
        "way",
        "sub/state/file",
        "sub/../.ssh/file",
        "../outside/file",
        "/proc/self/environ",
        "/proc/self/maps",
        "/proc/1/cmdline",
        "/etc/hostname",
    ] {
        let ran = place.run(&plan, &format!("cat {refused}"));
        assert_eq!(ran.stdout, "", "{refused}: {ran:?}");
        assert!(
            ran.stderr.contains("Permission denied"),
            "{refused}: {ran:?}"
        );
    }
    for (command, expected) in [
        ("cat sub/file again", "beside".repeat(2)),
        ("cat other/file", OUTSIDE.to_owned()),
        ("ls", "again\nother\nsub\nway\n".to_owned()),
        ("head -c 0 /dev/null; echo done", "done\n".to_owned()),
    ] {
        let ran = place.run(&plan, command);
        assert_eq!(ran.stdout, expected, "{command}: {ran:?}");
    }
}

#[test]
fn a_readable_place_behind_a_link_stays_closed() {
    if !has_observe_walls() {
        return;
    }
    let place = Place::new();
    fs::write(place.path("outside/file"), OUTSIDE).unwrap();
    symlink(place.path("outside"), place.path("project/granted")).unwrap();
    let plan = Plan {
        readable: Some(vec![place.path("project/granted")]),
        ..place.plan(Shape::Observe)
    };
    for command in ["cat granted/file", "cat ../outside/file", "ls granted/"] {
        let ran = place.run(&plan, command);
        assert_eq!(ran.stdout, "", "{command}: {ran:?}");
    }
}

#[test]
fn nothing_in_a_readable_place_can_be_started() {
    if !has_observe_walls() {
        return;
    }
    let place = Place::new();
    fs::copy("/bin/true", place.path("project/program")).unwrap();
    let plan = Plan {
        readable: Some(vec![place.path("project")]),
        ..place.plan(Shape::Observe)
    };
    let ran = place.run(&plan, "./program && echo started");
    assert!(ran.stderr.contains("Permission denied"), "{ran:?}");
    assert_eq!(ran.stdout, "", "{ran:?}");
}

#[test]
fn what_is_more_than_reading_is_asked_about_as_before() {
    let mut situation = support::situation();
    let verdict = |command: &str, situation: &shellward::decide::Situation| {
        let decided = shellward::decide::decide(Call::new(command).unwrap(), situation);
        (
            decided.decision().verdict,
            decided.plan().readable.is_some(),
        )
    };
    let harmless = "cat list | xargs cat";
    assert_eq!(verdict(harmless, &situation), (Verdict::Allow, true));
    assert_eq!(verdict("cat a.txt", &situation), (Verdict::Allow, false));
    for command in [
        "cat list | xargs rm",
        "cat list | xargs sort",
        "cat list | xargs cat > copy",
        "cat list | xargs cat; touch x",
        "cat list | xargs unknown-tool",
        "cat list | xargs cat | ps aux",
        "cat list | xargs cat /etc/shadow",
        "cat /proc/self/environ",
        "\"$(cat list)\"",
        "cat list | xargs cat | sh",
    ] {
        assert_eq!(
            verdict(command, &situation),
            (Verdict::Ask, false),
            "{command}"
        );
    }
    situation.walls.confined = Err("no walls".to_owned());
    assert_eq!(verdict(harmless, &situation), (Verdict::Ask, false));
    assert_eq!(verdict("cat a.txt", &situation), (Verdict::Allow, false));
}
