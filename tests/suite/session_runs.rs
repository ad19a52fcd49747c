//! Sessions as an embedder uses them: deciding, permits that go stale, the working directory.

use std::path::PathBuf;

use shellward::{
    Call, Runtime, RuntimeOptions, Session, SessionError,
    config::{ConfigFile, EnvVars, Settings},
    decide::{Approval, Next, Permit},
    guest::{Allocation, default_specs},
    outcome::Outcome,
};

use crate::support::TestEnv;

fn session(env: &TestEnv) -> Session {
    let home = env.path("home");
    let environment = EnvVars {
        inherited: vec![
            ("PATH".to_owned(), "/usr/bin:/bin".to_owned()),
            ("HOME".to_owned(), home.to_str().unwrap().to_owned()),
            ("GITHUB_TOKEN".to_owned(), "hunter2".to_owned()),
            ("FLAVOUR".to_owned(), "vanilla".to_owned()),
        ],
        not_text: Vec::new(),
        shell_wish: Some("/bin/bash".to_owned()),
        login_shell: None,
        path: vec!["/usr/bin".to_owned(), "/bin".to_owned()],
        config: ConfigFile::Own(home.join("config.toml")),
        state: home.join("state"),
        home,
    };
    let runtime = Runtime::build(RuntimeOptions {
        environment,
        settings: Settings::with_policies(default_specs()),
        allocation: Allocation::Pooled,
        warden: Some(PathBuf::from(env!("CARGO_BIN_EXE_shellward"))),
    })
    .unwrap();
    runtime.session(&env.path("project")).unwrap()
}

fn permit(session: &mut Session, command: &str) -> Permit {
    let (decision, next) = session.decide(Call::new(command).unwrap()).unwrap();
    match next {
        Next::Run(permit) => permit,
        Next::Ask(question) => question.approve(Approval::Once),
        Next::Refuse => panic!("{command}: {:?}", decision.reason),
    }
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

#[tokio::test]
async fn a_directory_put_in_place_of_the_judged_one_is_not_entered() {
    let env = TestEnv::new();
    let mut session = session(&env);
    let judged = permit(&mut session, "ls");
    std::fs::rename(env.path("project"), env.path("moved")).unwrap();
    std::fs::create_dir(env.path("project")).unwrap();
    env.write("decoy", "");
    // What was judged is held open: either that is listed or nothing is, never the decoy.
    if let Ok(outcome) = session.run(judged).await {
        assert!(
            !outcome.stdout.text.contains("decoy"),
            "{:?}",
            outcome.stdout
        );
    }
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
    let env = TestEnv::new();
    env.write("a.txt", "one\n");
    for arguments in [
        &["init", "-q"][..],
        &["add", "."],
        &[
            "-c",
            "user.name=n",
            "-c",
            "user.email=e@x",
            "commit",
            "-qm",
            "first",
        ],
    ] {
        assert!(env.git(arguments).success());
    }
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
