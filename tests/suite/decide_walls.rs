//! The walls that a decision plans: what is opened, protected and hidden, and when being contained allows (R6.2, R6.3,
//! R6.9).

use std::{fs, path::PathBuf};

use shellward::{
    Call,
    decide::{Decided, Situation, Step, decide},
    judge::Verdict,
    plan::{AutoAllow, Containment, Network, Plan, Shape},
    rules::Wish,
};

use crate::support::{TestEnv, rules, situation, situation_in};

fn decided(command: &str, situation: &Situation) -> Decided {
    decide(Call::new(command).unwrap(), situation)
}

fn plan(command: &str, situation: &Situation) -> Plan {
    decided(command, situation).plan().clone()
}

fn verdict(command: &str, situation: &Situation) -> (Verdict, Step) {
    let decision = decided(command, situation).into_decision();
    (decision.verdict, decision.reason.step)
}

/// A project with a repository, and things beside it.
fn place() -> (TestEnv, Situation) {
    let env = TestEnv::git_project();
    for file in ["outside/file", "home/.ssh/id", "home/.aws/credentials"] {
        fs::create_dir_all(env.path(file).parent().unwrap()).unwrap();
        fs::write(env.path(file), "").unwrap();
    }
    let mut situation = situation_in(&env);
    situation.network = Network::Host;
    (env, situation)
}

fn has(paths: &[PathBuf], env: &TestEnv, name: &str) -> bool {
    paths.contains(&env.path(name))
}

#[test]
fn harmless_runs_can_write_nothing_and_reach_nobody() {
    let (_env, situation) = place();
    let plan = plan("ls", &situation);
    let expected = Plan {
        shape: Shape::Observe,
        writable: Vec::new(),
        protected: Vec::new(),
        hidden: situation.hidden.clone(),
        readable: None,
        temp: situation.temp.clone(),
        network: Network::Off,
        environment: Vec::new(),
    };
    assert_eq!(plan, expected);
}

#[test]
fn a_harmless_git_is_neutralised_by_its_environment_and_an_approved_one_is_not() {
    let (_env, situation) = place();
    let value = |command: &str, name: &str| {
        let environment = plan(command, &situation).environment;
        let entry = environment.into_iter().find(|(one, _)| one == name);
        entry.map(|(_, value)| value)
    };
    for command in ["git status", "ls; git diff | head"] {
        let count: usize = value(command, "GIT_CONFIG_COUNT").unwrap().parse().unwrap();
        let keys: Vec<String> = (0..count)
            .map(|index| value(command, &format!("GIT_CONFIG_KEY_{index}")).unwrap())
            .collect();
        assert!(keys.contains(&"core.fsmonitor".to_owned()), "{keys:?}");
        assert_eq!(value(command, "GIT_PAGER").as_deref(), Some("cat"));
    }
    // Hooks and pagers are what an approved git is for.
    for command in ["git commit -m x", "git status; touch x"] {
        assert_eq!(plan(command, &situation).environment, [], "{command}");
    }
}

#[test]
fn approved_runs_can_write_in_the_roots_but_not_what_acts_outside_of_the_walls() {
    let (env, situation) = place();
    let plan = plan("npm test", &situation);
    assert_eq!(plan.shape, Shape::Work);
    assert_eq!(plan.writable, situation.roots);
    assert_eq!(plan.network, Network::Host);
    assert_eq!(plan.temp, situation.temp);
    assert_eq!(plan.hidden, situation.hidden);
    for name in [
        ".git/hooks",
        ".git/config",
        ".vscode",
        ".envrc",
        ".shellward",
    ] {
        assert!(
            has(&plan.protected, &env, &format!("project/{name}")),
            "{name}"
        );
    }
    assert!(!has(&plan.protected, &env, "project/.gitattributes"));
}

#[test]
fn files_that_a_shell_runs_are_protected_where_the_home_directory_is_a_root() {
    let (env, mut situation) = place();
    situation.roots = vec![env.path("home")];
    assert!(has(
        &plan("npm test", &situation).protected,
        &env,
        "home/.bashrc"
    ));
}

#[test]
fn an_approval_opens_what_was_shown_and_is_there() {
    let (env, situation) = place();
    let writable = |command: &str| plan(command, &situation).writable;
    let opened = writable("touch ../outside/file");
    assert_eq!(opened, [env.path("project"), env.path("outside/file")]);
    for command in [
        "touch ../outside/new",
        "touch \"$X\"",
        "touch a.txt",
        "cat ../outside/file; npm test",
        "rm -rf /",
    ] {
        assert_eq!(writable(command), situation.roots, "{command}");
    }
}

#[test]
fn an_approved_change_of_what_is_protected_opens_that_alone() {
    let (env, situation) = place();
    let protected = |command: &str, name: &str| {
        let plan = plan(command, &situation);
        has(&plan.protected, &env, &format!("project/{name}"))
    };
    assert!(!protected("touch .git/config", ".git/config"));
    assert!(protected("touch .git/config", ".git/hooks"));
    assert!(protected("cat .git/config; npm test", ".git/config"));
    assert!(!protected("rm -rf .git", ".git/hooks"));
    assert!(protected("rm -rf .git", ".vscode"));
}

#[test]
fn an_approved_look_at_what_is_hidden_shows_that_alone_and_never_the_state() {
    let (env, situation) = place();
    let hidden = |command: &str, name: &str| has(&plan(command, &situation).hidden, &env, name);
    assert!(!hidden("cat ~/.ssh/id", "home/.ssh"));
    assert!(hidden("cat ~/.ssh/id", "home/.aws"));
    let state = "home/.local/state/shellward";
    assert!(hidden(
        &format!("rm -rf {}", env.path(state).display()),
        state
    ));
}

#[test]
fn an_excluded_command_runs_without_walls_and_that_allows_nothing() {
    let mut situation = situation();
    situation.auto_allow = AutoAllow::On;
    rules(&mut situation.excluded, Wish::Allow, &["Bash(docker:*)"]);
    for command in ["docker ps", "docker ps; docker build ."] {
        assert_eq!(verdict(command, &situation), (Verdict::Ask, Step::NoSource));
        let decision = decided(command, &situation).into_decision();
        assert_eq!(decision.walls.shape, Shape::Open);
        assert!(decision.walls.because.contains("excluded"));
        assert_eq!(plan(command, &situation).shape, Shape::Open);
    }
    // A part that is not excluded keeps the walls for all of it.
    let mixed = "npm test && docker ps";
    assert_eq!(plan(mixed, &situation).shape, Shape::Work);
    assert_eq!(verdict(mixed, &situation), (Verdict::Ask, Step::NoSource));
    // What could not be read may be anything.
    assert_eq!(plan("coproc docker ps", &situation).shape, Shape::Work);
    rules(&mut situation.rules, Wish::Allow, &["Bash(docker ps)"]);
    assert_eq!(
        verdict("docker ps", &situation),
        (Verdict::Allow, Step::AllowRule)
    );
}

#[test]
fn being_contained_allows_only_inside_walls_and_beside_no_ask_rule() {
    let mut situation = situation();
    situation.auto_allow = AutoAllow::On;
    let allowed = (Verdict::Allow, Step::AutoAllow);
    for command in ["npm test", "npm test < /etc/hostname", "npm test > out"] {
        assert_eq!(verdict(command, &situation), allowed, "{command}");
    }
    let mut uncontained = situation.clone();
    uncontained.containment = Containment::Off;
    assert_eq!(
        verdict("npm test", &uncontained),
        (Verdict::Ask, Step::NoSource)
    );
    rules(&mut situation.rules, Wish::Ask, &["Bash(npm publish:*)"]);
    assert_eq!(verdict("npm test", &situation), allowed);
    assert_eq!(
        verdict("npm test; npm publish", &situation),
        (Verdict::Ask, Step::AskRule)
    );
}
