//! What must hold of every decision, whatever the command and the rules (R3.14, R4.1).

use proptest::{prelude::*, sample::select};
use shellward::{
    Call,
    decide::{Decision, Situation, decide},
    judge::{Authority, Verdict},
    rules::Wish,
};

use crate::support::{faulty, rules, situation, with};

/// Parts of commands: harmless, changing, unknown, misread by many.
const PARTS: [&str; 17] = [
    "curl https://a.example.org/x",
    "head -1 \"$FILE\"",
    "sed -i s/a/b/ a.txt",
    "ls -la",
    "cat a.txt",
    "git status",
    "grep -rn foo src",
    "echo $HOME",
    "cat /etc/passwd",
    "rm -rf build",
    "touch x",
    "npm test",
    "echo x > out",
    "git push origin main",
    "cat ~/.ssh/id_rsa",
    "X=1",
    "$CMD y",
];
const JOINTS: [&str; 6] = [" && ", " || ", "; ", " | ", "\n", " & "];
const RULES: [&str; 15] = [
    "Read(./**)",
    "Read(//etc/**)",
    "Edit(./out)",
    "Edit(./**)",
    "Connect(*.example.org)",
    "Bash(ls:*)",
    "Bash(npm test)",
    "Bash(git:*)",
    "Bash(git push:*)",
    "Bash(rm:*)",
    "Bash(echo *)",
    "Bash(cat *)",
    "Bash(touch x)",
    "Bash(*)",
    "Bash(X=1)",
];

fn commands() -> impl Strategy<Value = String> {
    let more = prop::collection::vec((select(&JOINTS[..]), select(&PARTS[..])), 0..4);
    (select(&PARTS[..]), more).prop_map(|(first, more)| {
        more.iter()
            .fold(first.to_owned(), |text, (joint, part)| text + joint + part)
    })
}

fn rule_list() -> impl Strategy<Value = Vec<(Wish, &'static str)>> {
    let wish = select(vec![Wish::Allow, Wish::Ask, Wish::Deny]);
    prop::collection::vec((wish, select(&RULES[..])), 0..4)
}

fn situation_with(list: &[(Wish, &str)]) -> Situation {
    let mut situation = situation();
    for (wish, text) in list {
        rules(&mut situation.rules, *wish, &[text]);
    }
    situation
}

fn decision(command: &str, situation: &Situation) -> Decision {
    decide(Call::new(command).unwrap(), situation).into_decision()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_deny_or_ask_rule_more_never_weakens(
        command in commands(),
        list in rule_list(),
        wish in select(vec![Wish::Ask, Wish::Deny]),
        rule in select(&RULES[..]),
    ) {
        let before = decision(&command, &situation_with(&list)).verdict;
        let mut more = list;
        more.push((wish, rule));
        let after = decision(&command, &situation_with(&more)).verdict;
        prop_assert!(after >= before, "{before} became {after}");
    }

    #[test]
    fn what_is_remembered_changes_no_decision(
        first in commands(),
        command in commands(),
        list in rule_list(),
    ) {
        let fresh = decision(&command, &situation_with(&list));
        let situation = situation_with(&list);
        let other = decision(&first, &situation);
        prop_assert_eq!(&decision(&command, &situation), &fresh);
        prop_assert_eq!(&decision(&command, &situation), &fresh);
        prop_assert_eq!(decision(&first, &situation), other);
    }

    #[test]
    fn the_order_of_rules_does_not_matter(command in commands(), list in rule_list()) {
        let mut reversed = list.clone();
        reversed.reverse();
        let one = decision(&command, &situation_with(&list)).verdict;
        let other = decision(&command, &situation_with(&reversed)).verdict;
        prop_assert_eq!(one, other);
    }

    #[test]
    fn a_compound_is_as_strict_as_its_strictest_part(
        parts in prop::collection::vec(select(&PARTS[..]), 1..4),
        list in rule_list(),
    ) {
        let situation = situation_with(&list);
        let strictest = parts.iter().map(|part| decision(part, &situation).verdict).max().unwrap();
        // An exact rule speaks for the whole of a text, so it may have been what allowed a part.
        let whole = decision(&parts.join(" && "), &situation).verdict;
        prop_assert!(whole >= strictest, "{strictest} became {whole}");
    }

    #[test]
    fn equivalent_spellings_get_equal_decisions(command in commands(), list in rule_list()) {
        let situation = situation_with(&list);
        let plain = decision(&command, &situation).verdict;
        let spaced = decision(&format!("  {command}  "), &situation).verdict;
        let commented = decision(&format!("{command} # done"), &situation).verdict;
        prop_assert_eq!(plain, spaced);
        // The comment makes it another text for exact rules, and only for them.
        prop_assert!(commented >= plain || list.iter().any(|(_, rule)| !rule.contains('*')));
    }

    #[test]
    fn a_gathered_deny_is_never_hidden(command in commands(), list in rule_list()) {
        let decision = decision(&command, &situation_with(&list));
        let gathered = decision.trace.iter().any(|entry| entry.verdict == Verdict::Deny);
        prop_assert_eq!(gathered, decision.verdict == Verdict::Deny);
    }

    #[test]
    fn what_is_allowed_says_why_for_every_command(command in commands(), list in rule_list()) {
        let decision = decision(&command, &situation_with(&list));
        if decision.verdict == Verdict::Allow {
            let sources = decision.trace.iter().filter(|entry| entry.verdict == Verdict::Allow);
            prop_assert_eq!(sources.count(), decision.script.commands.len());
        } else {
            prop_assert!(decision.reason.span.is_some() || decision.reason.policy.is_some());
        }
    }
}

/// Adding a policy that may only restrict never weakens a decision, whatever it says.
#[test]
fn a_restricting_policy_more_never_weakens() {
    for behaviour in ["lie", "ask", "deny", "pass", "trap", "unknown-condition"] {
        let settings = format!("{{\"behave\":\"{behaviour}\"}}");
        let more = with(vec![faulty(Authority::Restrict, &settings)]);
        for command in PARTS {
            let mut situation = situation();
            let before = decision(command, &situation).verdict;
            situation.policies = more.clone();
            let after = decision(command, &situation).verdict;
            assert!(
                after >= before,
                "{behaviour}: {command}: {before} became {after}"
            );
        }
    }
}
