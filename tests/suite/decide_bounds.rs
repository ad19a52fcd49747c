//! Past a bound (R2.4): nothing is allowed, and deny and ask rules hold on what was read and on the text beyond.

use shellward::{
    Call,
    decide::{Decision, Situation, decide},
    judge::Verdict,
    limits::GUEST_SCRIPT_ITEMS,
    plan::AutoAllow,
    rules::Wish,
};

use crate::support::{TestEnv, rules, situation_in};

fn decision(command: &str, situation: &Situation) -> Decision {
    decide(Call::new(command).unwrap(), situation).into_decision()
}

/// Scripts with a command in them that has no harm, each past another bound, and what it is.
fn scripts(inner: &str) -> Vec<(&'static str, String)> {
    vec![
        ("commands", format!("{}{inner}", "ls;".repeat(60))),
        ("nesting", format!("{inner}; {}", "(".repeat(200))),
        ("steps of parsing", format!("{}{inner}", "|&".repeat(9000))),
        (
            "steps of parsing, in a body",
            format!("bash -c '{}{inner}'", "|&".repeat(9000)),
        ),
        (
            "steps of lowering",
            format!("{inner}; {}", "x=$x$x; ".repeat(3000)),
        ),
        (
            "bytes",
            format!(
                "{inner} {}",
                format!("bash -c '{}'; ", "a".repeat(9000)).repeat(13)
            ),
        ),
        (
            "what a guest is given",
            format!("{inner}{}", " a".repeat(GUEST_SCRIPT_ITEMS / 2)),
        ),
    ]
}

#[test]
fn nothing_is_allowed_past_a_bound_whatever_rules_allow() {
    let env = TestEnv::new();
    let mut situation = situation_in(&env);
    rules(
        &mut situation.rules,
        Wish::Allow,
        &["Bash(ls:*)", "Bash(echo:*)"],
    );
    situation.auto_allow = AutoAllow::On;
    for (bound, script) in scripts("echo a") {
        let decision = decision(&script, &situation);
        assert_eq!(
            decision.verdict,
            Verdict::Ask,
            "{bound}: {:?}",
            decision.reason
        );
    }
}

#[test]
fn rules_that_restrict_hold_past_a_bound() {
    let env = TestEnv::new();
    for (bound, script) in scripts("dangerous --now") {
        let mut situation = situation_in(&env);
        let allow = ["Bash(ls:*)", "Bash(dangerous:*)"];
        rules(&mut situation.rules, Wish::Allow, &allow);
        rules(&mut situation.rules, Wish::Deny, &["Bash(dangerous:*)"]);
        let decision = decision(&script, &situation);
        assert_eq!(
            decision.verdict,
            Verdict::Deny,
            "{bound}: {:?}",
            decision.reason
        );
    }
}

#[test]
fn a_denied_file_is_denied_among_more_words_than_a_guest_is_given() {
    let env = TestEnv::new();
    env.write("secret", "");
    let mut situation = situation_in(&env);
    rules(&mut situation.rules, Wish::Deny, &["Read(./secret)"]);
    let script = format!("cat{} secret", " a".repeat(GUEST_SCRIPT_ITEMS / 2));
    let decision = decision(&script, &situation);
    assert_eq!(decision.verdict, Verdict::Deny, "{:?}", decision.reason);
}
