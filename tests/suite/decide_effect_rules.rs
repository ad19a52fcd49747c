//! Rules on what commands do: files and connections, however a command reaches them (R4.1, R4.3, R6.3).

use std::{fs, os::unix::fs::symlink};

use shellward::{
    Call,
    decide::{Decision, Situation, Step, decide},
    judge::Verdict,
    plan::{AutoAllow, Network, Shape},
    rules::Wish,
};

use crate::support::{TestEnv, has_work_walls, rules, situation, situation_in};

fn decision(command: &str, situation: &Situation) -> Decision {
    decide(Call::new(command).unwrap(), situation).into_decision()
}

fn verdict(command: &str, situation: &Situation) -> (Verdict, Step) {
    let decision = decision(command, situation);
    (decision.verdict, decision.reason.step)
}

/// A project with secrets, and a folder beside it.
fn place() -> (TestEnv, Situation) {
    let env = TestEnv::new();
    env.write("secrets/a", "x\n");
    env.write("src/main.rs", "x\n");
    symlink("secrets/a", env.path("project/link")).unwrap();
    for file in ["notes/a.md", "home/.ssh/id", "home/.bashrc"] {
        fs::create_dir_all(env.path(file).parent().unwrap()).unwrap();
        fs::write(env.path(file), "x\n").unwrap();
    }
    let situation = situation_in(&env);
    (env, situation)
}

#[test]
fn a_denied_file_is_denied_however_a_command_reaches_it() {
    let (_env, mut situation) = place();
    rules(&mut situation.rules, Wish::Allow, &["Bash(*)"]);
    rules(&mut situation.rules, Wish::Deny, &["Read(./secrets/**)"]);
    for command in [
        "cat secrets/a",
        "grep x secrets/a",
        "head < secrets/a",
        "cp secrets/a b",
        "cat ./src/../secrets/a",
        "cd secrets && cat a",
        "cat sec*/a",
        "cat link",
        "tar c secrets",
        "bash -c 'cat secrets/a'",
    ] {
        let (verdict, step) = verdict(command, &situation);
        assert_eq!(
            (verdict, step),
            (Verdict::Deny, Step::DenyRule),
            "{command}"
        );
    }
    assert_eq!(verdict("cat src/main.rs", &situation).0, Verdict::Allow);
}

/// What no rule sees in the text of a program, the walls keep away.
#[test]
fn a_denied_file_cannot_be_read_by_a_program_that_a_rule_allows() {
    if !has_work_walls() {
        return;
    }
    let env = TestEnv::new();
    env.write("secrets/a", "forbidden\n");
    env.write("keys/deep/b.pem", "forbidden\n");
    env.write("open", "free\n");
    env.settings(
        "[rules]\nallow = [\"Bash(*)\"]\ndeny = [\"Read(./secrets/**)\", \"Read(./**/*.pem)\"]\n",
    );
    let read = |file: &str| {
        env.run(&[
            "run",
            &format!("python3 -c 'print(open(\"{file}\").read())'"),
        ])
    };
    let free = read("open");
    assert_eq!(free.code, 0, "{}", free.stderr);
    for file in ["secrets/a", "keys/deep/b.pem"] {
        let ran = read(file);
        assert_ne!(ran.code, 0, "{file}: {}", ran.stdout);
        assert!(!ran.stdout.contains("forbidden"), "{file}: {}", ran.stdout);
        let said = ran.stdout + &ran.stderr;
        assert!(said.contains("Error"), "it ran, and failed: {file}: {said}");
    }
}

#[test]
fn patterns_of_deny_rules_become_walls_before_what_is_there() {
    let (env, mut situation) = place();
    env.write("a/b/c.pem", "");
    env.write("a/c.pem.txt", "");
    rules(
        &mut situation.rules,
        Wish::Deny,
        &["Read(./**/*.pem)", "Edit(./src/*.rs)"],
    );
    for command in ["npm test", "ls"] {
        let decided = decide(Call::new(command).unwrap(), &situation);
        let plan = decided.plan();
        assert!(
            plan.hidden.contains(&env.path("project/a/b/c.pem")),
            "{plan:?}"
        );
        assert!(!plan.hidden.contains(&env.path("project/a/c.pem.txt")));
        let is_work = plan.shape == Shape::Work;
        assert_eq!(
            plan.protected.contains(&env.path("project/src/main.rs")),
            is_work
        );
        assert!(
            !decided
                .decision()
                .notes
                .iter()
                .any(|note| note.contains("*.pem"))
        );
    }
}

#[test]
fn a_look_that_ends_too_early_is_said_and_changes_no_answer() {
    let (env, mut situation) = place();
    fs::create_dir(env.path("project/many")).unwrap();
    for number in 0..10_001 {
        fs::write(env.path(&format!("project/many/{number}")), "").unwrap();
    }
    rules(&mut situation.rules, Wish::Deny, &["Read(./**/*.pem)"]);
    let decision = decision("cat src/main.rs", &situation);
    assert_eq!(decision.verdict, Verdict::Allow);
    assert!(
        decision
            .notes
            .iter()
            .any(|note| note.contains("Read(./**/*.pem)")),
        "{:?}",
        decision.notes
    );
    // What is read as a whole may hold one.
    assert_eq!(
        verdict("grep -r x .", &situation),
        (Verdict::Ask, Step::AskRule)
    );
}

#[test]
fn an_allow_rule_on_files_opens_places_to_harmless_commands_and_allows_no_other() {
    let (env, mut situation) = place();
    let notes = env.path("notes");
    let read = format!("cat {}/a.md", notes.display());
    assert_eq!(verdict(&read, &situation).0, Verdict::Ask);
    rules(
        &mut situation.rules,
        Wish::Allow,
        &[&format!("Read(/{}/**)", notes.display())],
    );
    assert_eq!(verdict(&read, &situation), (Verdict::Allow, Step::Harmless));
    let find = format!("grep -r x {}", notes.display());
    assert_eq!(verdict(&find, &situation), (Verdict::Allow, Step::Harmless));
    // It opens reading, and nothing else.
    for command in [
        format!("cp {}/a.md b", notes.display()),
        format!("frobnicate {}/a.md", notes.display()),
        format!("touch {}/b.md", notes.display()),
        format!(
            "cat {}/a.md {}",
            notes.display(),
            env.path("home/x").display()
        ),
        format!("cat {}/../home/.ssh/id", notes.display()),
    ] {
        assert_eq!(verdict(&command, &situation).0, Verdict::Ask, "{command}");
    }
}

#[test]
fn an_edit_rule_and_a_rule_on_the_command_allow_together() {
    let (env, mut situation) = place();
    let notes = env.path("notes").display().to_string();
    rules(
        &mut situation.rules,
        Wish::Allow,
        &["Bash(touch:*)", "Bash(echo:*)"],
    );
    let touch = format!("touch {notes}/b.md");
    assert_eq!(verdict(&touch, &situation).0, Verdict::Ask);
    assert_eq!(verdict("echo x > out/a", &situation).0, Verdict::Ask);
    rules(
        &mut situation.rules,
        Wish::Allow,
        &[&format!("Edit(/{notes}/**)"), "Edit(./out/**)"],
    );
    assert_eq!(
        verdict(&touch, &situation),
        (Verdict::Allow, Step::AllowRule)
    );
    assert_eq!(verdict("echo x > out/a", &situation).0, Verdict::Allow);
    assert_eq!(verdict("echo x > other/a", &situation).0, Verdict::Ask);
}

#[test]
fn a_wildcard_opens_nothing_that_is_hidden_or_dangerous() {
    let (env, mut situation) = place();
    rules(
        &mut situation.rules,
        Wish::Allow,
        &[
            "Bash(*)",
            "Read(~/**)",
            "Edit(~/**)",
            "Edit(./**)",
            "Read",
            "Edit",
        ],
    );
    for command in [
        "cat ~/.ssh/id",
        "grep -r x ~",
        "touch .git/hooks/pre-commit",
        "touch /etc/hosts",
    ] {
        assert_eq!(verdict(command, &situation).0, Verdict::Ask, "{command}");
    }
    rules(
        &mut situation.rules,
        Wish::Allow,
        &["Read(~/.ssh/id)", "Edit(.git/hooks/pre-commit)"],
    );
    assert_eq!(
        verdict("cat ~/.ssh/id", &situation),
        (Verdict::Allow, Step::AllowRule)
    );
    let plan = decide(Call::new("cat ~/.ssh/id").unwrap(), &situation);
    assert!(!plan.plan().hidden.contains(&env.path("home/.ssh")));
    assert_eq!(
        verdict("touch .git/hooks/pre-commit", &situation).0,
        Verdict::Allow
    );
}

#[test]
fn only_its_exact_path_lifts_the_floor() {
    let (_env, mut situation) = place();
    rules(
        &mut situation.rules,
        Wish::Allow,
        &["Bash(*)", "Edit(~/.bash*)"],
    );
    let append = "tee -a ~/.bashrc";
    assert_eq!(verdict(append, &situation), (Verdict::Ask, Step::FloorAsk));
    rules(&mut situation.rules, Wish::Allow, &["Edit(~/.bashrc)"]);
    assert_eq!(
        verdict(append, &situation),
        (Verdict::Allow, Step::AllowRule)
    );
    // What is denied stays denied.
    let state = format!("touch {}/x", situation.state.display());
    rules(
        &mut situation.rules,
        Wish::Allow,
        &[&format!("Edit(/{}/x)", situation.state.display())],
    );
    assert_eq!(verdict(&state, &situation).0, Verdict::Deny);
}

#[test]
fn a_deny_rule_wins_over_an_allow_rule_on_the_same_file() {
    let (_env, mut situation) = place();
    rules(
        &mut situation.rules,
        Wish::Allow,
        &["Read(~/.ssh/id)", "Bash(*)"],
    );
    rules(&mut situation.rules, Wish::Deny, &["Read(~/.ssh)"]);
    assert_eq!(
        verdict("cat ~/.ssh/id", &situation),
        (Verdict::Deny, Step::DenyRule)
    );
}

#[test]
fn rules_on_connections_compare_hosts() {
    let mut situation = situation();
    situation.auto_allow = AutoAllow::On;
    rules(&mut situation.rules, Wish::Allow, &["Bash(*)"]);
    rules(
        &mut situation.rules,
        Wish::Deny,
        &["Connect(*.evil.example)"],
    );
    for (command, wanted) in [
        ("curl https://good.example/x", Verdict::Allow),
        ("curl https://a.evil.example/x", Verdict::Deny),
        ("curl https://EVIL.example:8443/x", Verdict::Deny),
        ("curl \"$URL\"", Verdict::Ask),
        ("frobnicate --to=a.evil.example", Verdict::Ask),
        ("ls", Verdict::Allow),
    ] {
        assert_eq!(verdict(command, &situation).0, wanted, "{command}");
    }
    situation.network = Network::Host;
    let decided = decide(Call::new("npm test").unwrap(), &situation);
    assert_eq!(decided.plan().network, Network::Off);
    assert!(
        decided
            .decision()
            .notes
            .iter()
            .any(|note| note.contains("domains"))
    );
}

#[test]
fn an_allow_rule_on_a_domain_opens_what_the_shell_itself_would_open() {
    let mut situation = situation();
    rules(&mut situation.rules, Wish::Allow, &["Bash(cat:*)"]);
    let open = "cat < /dev/tcp/time.example/13";
    assert_eq!(verdict(open, &situation), (Verdict::Ask, Step::Place));
    rules(
        &mut situation.rules,
        Wish::Allow,
        &["Connect(time.example)"],
    );
    assert_eq!(verdict(open, &situation), (Verdict::Allow, Step::AllowRule));
    assert_eq!(
        verdict("cat < /dev/tcp/other.example/13", &situation).0,
        Verdict::Ask
    );
}
