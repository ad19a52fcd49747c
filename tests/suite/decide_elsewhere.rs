//! Commands that go to another directory by themselves, `git -C` and `env -C`: they are judged where they go, and what
//! the shell does for them is judged where the shell stands.

use std::{fs, os::unix::fs::symlink};

use shellward::{Call, decide::decide, judge::Verdict, rules::Wish};

use crate::support::{TestEnv, rules, situation_in};

/// A project with a repository in it and beside it, and a link that leads out.
fn place() -> TestEnv {
    let env = TestEnv::git_project();
    env.write("src/x", "x\n");
    for repository in ["project/inner/.git", "other/.git"] {
        fs::create_dir_all(env.path(repository)).unwrap();
        fs::write(env.path(repository).join("HEAD"), "ref: refs/heads/main\n").unwrap();
    }
    fs::create_dir_all(env.path("other/deep")).unwrap();
    fs::write(env.path("secret"), "secret\n").unwrap();
    symlink("../other/deep", env.path("project").join("link")).unwrap();
    env
}

fn verdict(env: &TestEnv, command: &str) -> (Verdict, String) {
    let situation = situation_in(env);
    let decision = decide(Call::new(command).unwrap(), &situation).into_decision();
    (decision.verdict, decision.reason.message)
}

#[track_caller]
fn all_are(env: &TestEnv, wanted: Verdict, commands: &[&str]) {
    for command in commands {
        let (verdict, why) = verdict(env, command);
        assert_eq!(verdict, wanted, "{command}: {why}");
    }
}

#[test]
fn git_that_goes_within_its_repository_is_not_asked_about() {
    all_are(
        &place(),
        Verdict::Allow,
        &[
            "git -C src status",
            "git -C . -C src log --oneline -5",
            "git --no-pager -C src diff",
            "git -C src -c core.quotepath=off ls-files",
            "git -C src/.. log < a.txt",
            "d=src; git -C \"$d\" status",
            "for d in src .; do git -C \"$d\" status --short; done",
            "timeout 5 git -C src log | head -3",
        ],
    );
}

#[test]
fn git_that_goes_elsewhere_is_asked_about() {
    all_are(
        &place(),
        Verdict::Ask,
        &[
            // Another repository, inside the project and outside, by name, by link, step by step.
            "git -C inner status",
            "git -C ../other status",
            "git -C src -C ../../other log",
            "git -C link log",
            "git -C link/.. log",
            "git -C src/../link status",
            // Nobody knows where.
            "git -C \"$D\" status",
            "git -C $(pwd) status",
            "git -C",
            "git -C missing status",
            "git -C a.txt status",
            // The name of an option, not the option.
            "git --git-dir -C src status",
            "git --namespace -C src status",
            "git -Csrc status",
        ],
    );
}

#[test]
fn going_makes_nothing_else_harmless() {
    all_are(
        &place(),
        Verdict::Ask,
        &[
            "git -C src push",
            "git -C src commit -m x",
            "git -C src -c core.fsmonitor=./x status",
            "git -c alias.x=!id -C src x",
            "git -C src --exec-path=. status",
            "git -C src diff --output=F",
            "git -C src diff --no-index x ../../secret",
            // The shell finds names here, git there.
            "git -C src log -- *",
            // The shell opens these here.
            "git -C src log > x",
            "git -C src log < ../secret",
        ],
    );
}

#[test]
fn a_redirect_is_opened_where_the_shell_stands() {
    let env = place();
    all_are(
        &env,
        Verdict::Allow,
        &["env -C src cat ../a.txt", "env -C src cat < a.txt"],
    );
    all_are(
        &env,
        Verdict::Ask,
        &[
            "env -C src cat < ../secret",
            "env --chdir=src cat < ../secret",
            "env -C src cat ../../secret",
            "timeout 5 env -C src cat < ../secret",
            "env -C src cat x > out",
        ],
    );
}

#[test]
fn names_that_are_found_here_say_nothing_of_what_lies_there() {
    let env = place();
    env.write("--compress-program=x", "");
    all_are(
        &env,
        Verdict::Ask,
        &[
            "env -C src sort *",
            "env -C src cat ../*",
            "env -C src cat s*",
        ],
    );
}

#[test]
fn rules_still_see_the_words_as_they_are_written() {
    let env = place();
    let mut situation = situation_in(&env);
    rules(
        &mut situation.rules,
        Wish::Deny,
        &["Bash(git log:*)", "Read(./src/**)"],
    );
    for command in [
        "git -C . log",
        "git -C src log",
        "git -C src status",
        "cat src/x",
    ] {
        let decision = decide(Call::new(command).unwrap(), &situation).into_decision();
        assert_eq!(
            decision.verdict,
            Verdict::Deny,
            "{command}: {:?}",
            decision.reason
        );
    }
}
