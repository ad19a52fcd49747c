//! Sessions as an embedder uses them: deciding, permits that go stale, the working directory.

use shellward::{
    Call, Session, SessionError, config::Settings, decide::Permit, guest::default_specs,
    outcome::Outcome,
};

use crate::support::{self, TestEnv, environment, has_work_walls};

fn session(env: &TestEnv) -> Session {
    let variables = [("GITHUB_TOKEN", "hunter2"), ("FLAVOUR", "vanilla")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    let settings = Settings::with_policies(default_specs());
    support::session(env, environment(env, &variables), settings)
}

fn permit(session: &mut Session, command: &str) -> Permit {
    support::permit(session, Call::new(command).unwrap())
}

async fn run(session: &mut Session, command: &str) -> Outcome {
    let permit = permit(session, command);
    session.run(permit).await.unwrap()
}

#[tokio::test]
async fn the_working_directory_persists_and_stays_inside_the_roots() {
    let env = TestEnv::new();
    env.write("sub/a.txt", "hello\n");
    let mut session = session(&env);
    run(&mut session, "cd sub").await;
    assert_eq!(session.cwd(), env.path("project/sub"));
    assert_eq!(run(&mut session, "cat a.txt").await.stdout.text, "hello\n");
    assert_eq!(run(&mut session, "cd ..; false").await.exit_code, 1);
    assert_eq!(session.cwd(), env.path("project"));

    let outcome = run(&mut session, "cd /usr").await;
    assert_eq!(session.cwd(), env.path("project"));
    assert!(
        outcome.notes.iter().any(|note| note.contains("outside")),
        "{:?}",
        outcome.notes
    );
}

#[tokio::test]
async fn a_permit_is_good_for_what_was_judged_and_nothing_else() {
    let env = TestEnv::new();
    env.write("sub/a.txt", "");
    let mut session = session(&env);
    // Judged in one directory, run in another.
    let early = permit(&mut session, "ls");
    run(&mut session, "cd sub").await;
    let refused = session.run(early).await.unwrap_err();
    assert!(matches!(refused, SessionError::Stale(_)), "{refused}");
    assert!(refused.to_string().contains("decide the call again"));
}

/// Puts another directory in place of the project.
fn replace_project(env: &TestEnv) {
    std::fs::rename(env.path("project"), env.path("moved")).unwrap();
    std::fs::create_dir(env.path("project")).unwrap();
    env.write("decoy", "");
}

#[tokio::test]
async fn a_directory_put_in_place_of_the_judged_one_is_not_entered() {
    let env = TestEnv::new();
    env.write("judged", "");
    let mut session = session(&env);
    let judged = permit(&mut session, "ls");
    replace_project(&env);
    // It has been open since it was judged, so it is the one that is listed, wherever it is now.
    let outcome = session.run(judged).await.unwrap();
    assert_eq!(outcome.stdout.text, "judged\n");
    assert_eq!(session.cwd(), env.path("project"));
    let moved = env.path("moved").display().to_string();
    assert!(
        outcome.notes.iter().any(|note| note.contains(&moved)),
        "{:?}",
        outcome.notes
    );
}

#[tokio::test]
async fn walls_that_would_open_another_directory_than_the_judged_one_stay_shut() {
    if !has_work_walls() {
        return;
    }
    let env = TestEnv::new();
    let mut session = session(&env);
    let judged = permit(&mut session, "touch made");
    replace_project(&env);
    let refused = session.run(judged).await.unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("was replaced after it was judged"),
        "{refused}"
    );
    assert!(!env.path("project/made").exists() && !env.path("moved/made").exists());
}

#[tokio::test]
async fn a_vanished_working_directory_falls_back_before_deciding() {
    let env = TestEnv::new();
    env.write("sub/a.txt", "");
    let mut session = session(&env);
    run(&mut session, "cd sub").await;
    std::fs::remove_dir_all(env.path("project/sub")).unwrap();
    let outcome = run(&mut session, "pwd").await;
    assert_eq!(
        outcome.stdout.text.trim(),
        env.path("project").to_str().unwrap()
    );
}

#[tokio::test]
async fn secrets_reach_no_run_and_are_named() {
    let env = TestEnv::new();
    let mut session = session(&env);
    let harmless = run(&mut session, "echo \"$GITHUB_TOKEN-$FLAVOUR\"").await;
    assert_eq!(harmless.stdout.text, "-vanilla\n");
    let approved = run(&mut session, "env").await;
    assert!(!approved.stdout.text.contains("hunter2"));
    assert!(approved.stdout.text.contains("FLAVOUR=vanilla"));
    for outcome in [&harmless, &approved] {
        assert!(
            outcome
                .notes
                .iter()
                .any(|note| note.contains("GITHUB_TOKEN")),
            "{:?}",
            outcome.notes
        );
    }
}

#[tokio::test]
async fn a_hostile_repository_runs_nothing_through_the_four_commands() {
    let env = TestEnv::git_project();
    env.write("a.txt", "two\n");
    let spy = env.path("project/spy");
    let mark = env.path("project/ran");
    std::fs::write(&spy, format!("#!/bin/sh\n: > {}\nexit 1\n", mark.display())).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&spy, mode).unwrap();
    let spy = spy.to_str().unwrap();
    for setting in [
        "core.fsmonitor",
        "core.pager",
        "gpg.program",
        "core.sshCommand",
    ] {
        assert!(env.git(&["config", setting, spy]).success());
    }
    assert!(env.git(&["config", "log.showSignature", "true"]).success());
    let mut session = session(&env);
    for command in [
        "git status",
        "git log -p",
        "git diff",
        "git show",
        "git log --format=%G?",
    ] {
        let outcome = run(&mut session, command).await;
        assert_eq!(outcome.walls.code(), "observe", "{command}");
        assert_eq!(outcome.exit_code, 0, "{command}: {}", outcome.stderr.text);
    }
    assert!(!mark.exists(), "the repository ran its program");

    // What can't be neutralised asks.
    assert!(env.git(&["config", "diff.external", spy]).success());
    let (decision, _) = session.decide(Call::new("git diff").unwrap()).unwrap();
    assert_eq!(decision.verdict.code(), "ask");
    assert!(
        decision.reason.message.contains("external"),
        "{:?}",
        decision.reason
    );
}
