//! Properties that hold for any rules and any commands.

use proptest::prelude::*;

use super::{covers, denies, met, rule_set};
use crate::{
    read::{Dialect, Script},
    rules::{Certainty, Rule, Wish},
};

/// A rule of some form over a small vocabulary.
fn any_rule() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "git", "rm", "push", "-rf", "x", "\\*", "p\\*", "\\*sh", "A=1"
    ];
    (proptest::collection::vec(word, 1..4), any::<bool>()).prop_map(|(words, open)| {
        format!("Bash({}{})", words.join(" "), if open { ":*" } else { "" })
    })
}

/// A command over the same vocabulary, of certain and uncertain words.
fn any_command() -> impl Strategy<Value = Vec<String>> {
    let word = prop_oneof![
        "git", "rm", "push", "-r", "-f", "x", "/bin/rm", "\"[$]X\"", "[$]X", "-C"
    ];
    proptest::collection::vec(word, 1..5)
}

fn any_wish() -> impl Strategy<Value = Wish> {
    prop_oneof![Just(Wish::Allow), Just(Wish::Ask), Just(Wish::Deny)]
}

fn pairs(rules: &[(Wish, String)]) -> impl Iterator<Item = (Wish, &str)> + Clone {
    rules.iter().map(|(wish, text)| (*wish, text.as_str()))
}

proptest! {
    #[test]
    fn what_a_rule_prints_reads_back(text in any_rule()) {
        let rule = Rule::parse(&text).unwrap();
        prop_assert_eq!(Rule::parse(&rule.to_string()).unwrap(), rule);
    }

    #[test]
    fn no_text_makes_the_grammar_panic(text in ".*") {
        for text in [format!("Bash({text})"), text] {
            if let Err(error) = Rule::parse(&text) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn no_text_makes_the_search_panic(text in ".*", rule in any_rule()) {
        let set = rule_set([(Wish::Deny, rule.as_str())]);
        let script = Script::unread(Dialect::Bash, &text);
        for hit in set.restricting(&script) {
            prop_assert!(hit.span.bytes().end <= text.len());
        }
    }

    #[test]
    fn another_rule_never_removes_a_hit(
        rules in proptest::collection::vec((any_wish(), any_rule()), 0..5),
        more in (any_wish(), any_rule()),
        words in any_command(),
    ) {
        let command = words.join(" ");
        let before = met(&rule_set(pairs(&rules)), &command);
        let more = (more.0, more.1.as_str());
        let after = met(&rule_set(pairs(&rules).chain([more])), &command);
        prop_assert!(before.is_subset(&after));
    }

    #[test]
    fn the_order_of_rules_does_not_matter(
        rules in proptest::collection::vec((any_wish(), any_rule()), 0..6),
        words in any_command(),
    ) {
        let command = words.join(" ");
        let reversed: Vec<_> = rules.iter().rev().cloned().collect();
        prop_assert_eq!(
            met(&rule_set(pairs(&rules)), &command),
            met(&rule_set(pairs(&reversed)), &command)
        );
    }

    #[test]
    fn other_quotes_make_no_other_hits(
        rules in proptest::collection::vec((any_wish(), any_rule()), 1..5),
        words in any_command(),
        quote in prop_oneof![Just('\''), Just('"')],
    ) {
        let set = rule_set(pairs(&rules));
        let quoted: Vec<_> = words
            .iter()
            .map(|word| if word.contains('$') { word.clone() } else { format!("{quote}{word}{quote}") })
            .collect();
        prop_assert_eq!(met(&set, &words.join(" ")), met(&set, &quoted.join(" ")));
    }

    #[test]
    fn what_allow_covers_deny_meets(rule in any_rule(), words in any_command()) {
        let command = words.join(" ");
        if covers(&rule, &command) {
            prop_assert!(denies(&rule, &command).is_some(), "{} on {}", rule, command);
        }
    }

    #[test]
    fn deny_meets_a_command_behind_any_wrapper(rule in any_rule(), words in any_command()) {
        let command = words.join(" ");
        if denies(&rule, &command) == Some(Certainty::Certain) {
            let wrapped = denies(&rule, &format!("timeout 5 {command}"));
            prop_assert_eq!(wrapped, Some(Certainty::Certain), "{} on {}", rule, command);
        }
    }
}
