//! Hooks and prompt rules (R4.7, R4.11): what they can do to a decision, and what they can't, in whatever order they are asked.

use proptest::prelude::*;
use shellward::{
    Call,
    call::{CallForm, Caller},
    decide::{
        Consultants, Decision, Situation, Standing, Step, decide, decide_with,
        hooks::{Answer, BeforeRun, Condition, FailureMode, Hook, HookFault, HookInForce},
        prompt_rules::{Holds, PromptJudge, PromptQuestion, PromptRule},
    },
    judge::Verdict,
    rules::{Rule, Source, Wish},
};

use crate::support::{rules, situation};

/// What a hook is to do.
#[derive(Clone, Debug)]
enum Says {
    Answer(Answer),
    Fault,
    /// Changes a call to another one, and has no opinion on that.
    Turns(&'static str, &'static str),
    /// Changes every call, for ever.
    Grows,
}

impl Hook for Says {
    fn before(&self, question: &BeforeRun<'_>) -> Result<Answer, HookFault> {
        let change = |command: &str| {
            let form = CallForm {
                command: command.to_owned(),
                ..CallForm::default()
            };
            Answer::Change(Box::new(form), "better".to_owned())
        };
        match self {
            Self::Answer(answer) => Ok(answer.clone()),
            Self::Fault => Err(HookFault::new("it fell over")),
            Self::Turns(from, to) if question.call.command() == *from => Ok(change(to)),
            Self::Turns(..) => Ok(Answer::Pass),
            Self::Grows => Ok(change(&format!("{} x", question.call.command()))),
        }
    }
}

/// A hook, and what its place lets it do.
#[derive(Clone, Debug)]
struct Placed {
    says: Says,
    failure: FailureMode,
    may_lift: bool,
    rule: Option<&'static str>,
}

const fn of_user(says: Says) -> Placed {
    Placed {
        says,
        failure: FailureMode::Required,
        may_lift: true,
        rule: None,
    }
}

fn says(verdict: Verdict) -> Says {
    let why = "because".to_owned();
    Says::Answer(match verdict {
        Verdict::Pass => Answer::Pass,
        Verdict::Allow => Answer::Allow(why),
        Verdict::Ask => Answer::Ask(why),
        _ => Answer::Deny(why),
    })
}

fn source() -> Source {
    Source {
        layer: "user".to_owned(),
        file: None,
        line: None,
    }
}

fn with_hooks(command: &str, situation: &Situation, hooks: &[Placed]) -> Decision {
    with_hooks_on(Call::new(command).unwrap(), situation, hooks)
}

fn with_hooks_on(call: Call, situation: &Situation, hooks: &[Placed]) -> Decision {
    let source = source();
    let conditions: Vec<Option<Condition>> = hooks
        .iter()
        .map(|hook| {
            hook.rule
                .map(|rule| Condition::new(Rule::parse(rule).unwrap()).unwrap())
        })
        .collect();
    let in_force = hooks
        .iter()
        .zip(&conditions)
        .map(|(placed, condition)| HookInForce {
            name: "h",
            source: &source,
            condition: condition.as_ref(),
            failure: placed.failure,
            may_lift: placed.may_lift,
            hook: &placed.says,
        });
    let consultants = Consultants {
        hooks: in_force.collect(),
        ..Consultants::default()
    };
    decide_with(call, situation, &consultants).into_decision()
}

#[test]
fn a_hook_may_deny_and_may_ask_what_is_harmless() {
    let situation = situation();
    for verdict in [Verdict::Deny, Verdict::Ask] {
        let decision = with_hooks("ls", &situation, &[of_user(says(verdict))]);
        assert_eq!(
            (decision.verdict, decision.reason.step),
            (verdict, Step::Hook)
        );
        assert!(decision.reason.message.contains("because"));
        assert!(
            decision.reason.rule.is_some(),
            "it says where the hook was written"
        );
    }
}

#[test]
fn a_hook_lifts_asks_only_from_where_it_may() {
    let situation = situation();
    let mut hook = of_user(says(Verdict::Allow));
    let lifted = with_hooks("cargo build $(x", &situation, std::slice::from_ref(&hook));
    assert_eq!(lifted.verdict, Verdict::Allow, "{:?}", lifted.reason);
    assert!(
        lifted
            .trace
            .iter()
            .any(|entry| entry.standing == Standing::Lifted)
    );
    hook.may_lift = false;
    let asked = with_hooks("cargo build", &situation, &[hook]);
    assert_eq!(asked.verdict, Verdict::Ask);
    assert!(
        asked
            .trace
            .iter()
            .any(|entry| entry.reason.step == Step::Hook)
    );
}

#[test]
fn a_hook_lifts_no_deny_no_ask_of_the_floor_and_no_other_hook() {
    let mut situation = situation();
    rules(&mut situation.rules, Wish::Deny, &["Bash(git push:*)"]);
    let allows = of_user(says(Verdict::Allow));
    let denied = with_hooks("git push", &situation, std::slice::from_ref(&allows));
    assert_eq!(denied.verdict, Verdict::Deny);
    let floor = with_hooks("rm -rf /", &situation, std::slice::from_ref(&allows));
    assert!(floor.verdict >= Verdict::Ask, "{:?}", floor.reason);
    let hooks = [allows, of_user(says(Verdict::Ask))];
    assert_eq!(with_hooks("make", &situation, &hooks).verdict, Verdict::Ask);
}

#[test]
fn a_required_hook_without_an_answer_asks_and_an_advisory_one_is_noted() {
    let situation = situation();
    let mut hook = of_user(Says::Fault);
    let required = with_hooks("ls", &situation, std::slice::from_ref(&hook));
    assert_eq!(required.verdict, Verdict::Ask);
    assert!(required.reason.message.contains("fell over"));
    hook.failure = FailureMode::Advisory;
    let advisory = with_hooks("ls", &situation, &[hook]);
    assert_eq!(advisory.verdict, Verdict::Allow);
    let mut trace = advisory.trace.iter();
    assert!(trace.any(|entry| entry.reason.message.contains("fell over")));
}

#[test]
fn a_condition_fires_on_any_part_and_always_on_what_was_not_understood() {
    let situation = situation();
    let mut hook = of_user(says(Verdict::Deny));
    hook.rule = Some("Bash(git push:*)");
    let verdict = |command| with_hooks(command, &situation, std::slice::from_ref(&hook)).verdict;
    assert_eq!(verdict("ls"), Verdict::Allow);
    assert_eq!(verdict("ls && timeout 5 git push"), Verdict::Deny);
    assert_eq!(verdict("bash -c 'git -C x push'"), Verdict::Deny);
    assert_eq!(verdict("ls $(("), Verdict::Deny);
    hook.rule = Some("Read(./secrets/**)");
    let verdict = |command| with_hooks(command, &situation, std::slice::from_ref(&hook)).verdict;
    assert_eq!(verdict("cat secrets/a"), Verdict::Deny);
    assert_eq!(verdict("cat other/a"), Verdict::Allow);
}

#[test]
fn a_changed_call_is_judged_from_the_start() {
    let mut situation = situation();
    rules(&mut situation.rules, Wish::Deny, &["Bash(git push:*)"]);
    let turned = |to| with_hooks("ls", &situation, &[of_user(Says::Turns("ls", to))]);
    assert_eq!(turned("ls -l").verdict, Verdict::Allow);
    assert_eq!(turned("ls -l").script.source(), "ls -l");
    assert_eq!(turned("make").verdict, Verdict::Ask);
    assert_eq!(turned("git push").verdict, Verdict::Deny);
    // A call of a wrong form is no answer.
    assert_eq!(turned("").verdict, Verdict::Ask);
    assert_eq!(turned("").script.source(), "ls");
}

#[test]
fn a_changed_call_is_still_the_models() {
    let call = Call::new("ls").unwrap().called_by(Caller::Model);
    let hook = of_user(Says::Turns("ls", "sleep 60"));
    let decision = with_hooks_on(call, &situation(), &[hook]);
    assert_eq!(decision.reason.step, Step::Sleep);
}

#[test]
fn two_changes_are_followed_and_not_a_third() {
    let situation = situation();
    let hooks = [
        of_user(Says::Turns("ls", "ls a")),
        of_user(Says::Turns("ls a", "ls b")),
    ];
    let twice = with_hooks("ls", &situation, &hooks);
    assert_eq!(
        (twice.verdict, twice.script.source()),
        (Verdict::Allow, "ls b")
    );
    let for_ever = with_hooks("ls", &situation, &[of_user(Says::Grows)]);
    assert_eq!(for_ever.verdict, Verdict::Ask, "{:?}", for_ever.reason);
}

#[test]
fn hooks_that_want_different_changes_get_neither() {
    let situation = situation();
    let mut hooks = [
        of_user(Says::Turns("ls", "ls a")),
        of_user(Says::Turns("ls", "ls b")),
    ];
    for _ in 0..2 {
        let decision = with_hooks("ls", &situation, &hooks);
        assert_eq!(
            (decision.verdict, decision.script.source()),
            (Verdict::Ask, "ls")
        );
        hooks.reverse();
    }
}

fn any_hook() -> impl Strategy<Value = Placed> {
    let says = prop_oneof![
        Just(says(Verdict::Pass)),
        Just(says(Verdict::Allow)),
        Just(says(Verdict::Ask)),
        Just(says(Verdict::Deny)),
        Just(Says::Fault),
        Just(Says::Turns("ls", "make")),
        Just(Says::Turns("ls", "git push")),
        Just(Says::Turns("make", "ls")),
        Just(Says::Turns("git push", "ls")),
        Just(Says::Grows),
    ];
    let failure = prop_oneof![Just(FailureMode::Required), Just(FailureMode::Advisory)];
    let rule = prop_oneof![Just(None), Just(Some("Bash(git push:*)"))];
    (says, failure, any::<bool>(), rule).prop_map(|(says, failure, may_lift, rule)| Placed {
        says,
        failure,
        may_lift,
        rule,
    })
}

fn any_command() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "ls",
        "make",
        "git push",
        "ls $((",
        "rm -rf /",
        "# nothing",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_order_of_hooks_changes_the_verdict_or_hides_a_deny(
        command in any_command(),
        hooks in prop::collection::vec(any_hook(), 0..5),
        turn in 0_usize..5,
    ) {
        let mut situation = situation();
        rules(&mut situation.rules, Wish::Deny, &["Bash(git push --force:*)"]);
        let verdict = with_hooks(command, &situation, &hooks).verdict;
        let mut reversed = hooks.clone();
        reversed.reverse();
        prop_assert_eq!(with_hooks(command, &situation, &reversed).verdict, verdict);
        let mut turned = hooks.clone();
        turned.rotate_left(turn.min(hooks.len()));
        prop_assert_eq!(with_hooks(command, &situation, &turned).verdict, verdict);

        let denies = |hook: &Placed| {
            matches!(hook.says, Says::Answer(Answer::Deny(_))) && hook.rule.is_none()
        };
        let alone = decide(Call::new(command).unwrap(), &situation).into_decision();
        if hooks.iter().any(denies) || alone.verdict == Verdict::Deny {
            prop_assert_eq!(verdict, Verdict::Deny);
        }
    }

    #[test]
    fn a_changed_call_that_asks_is_asked(hooks in prop::collection::vec(any_hook(), 0..4)) {
        // None of the others lifts anything.
        let mut hooks: Vec<Placed> = hooks
            .into_iter()
            .map(|hook| Placed { may_lift: false, ..hook })
            .filter(|hook| !matches!(hook.says, Says::Turns("make", _)))
            .collect();
        hooks.push(of_user(Says::Turns("ls", "make")));
        let decision = with_hooks("ls", &situation(), &hooks);
        prop_assert!(decision.verdict >= Verdict::Ask, "{:?}", decision.reason);
    }
}

/// A judge with a fixed answer to everything.
#[derive(Debug)]
enum Judge {
    Answers(Vec<Holds>),
    Fails,
}

impl PromptJudge for Judge {
    fn judge(&self, question: &PromptQuestion<'_>) -> Result<Vec<Holds>, HookFault> {
        match self {
            Self::Answers(answers) => {
                assert!(!question.conditions.is_empty());
                Ok(answers.clone())
            }
            Self::Fails => Err(HookFault::new("nobody is there")),
        }
    }
}

fn with_prompt(command: &str, wishes: &[Wish], judge: Option<&Judge>) -> Decision {
    let prompt_rules: Vec<PromptRule> = wishes
        .iter()
        .map(|wish| PromptRule {
            when: "it talks to strangers".to_owned(),
            wish: *wish,
            condition: None,
            source: source(),
        })
        .collect();
    let consultants = Consultants {
        hooks: Vec::new(),
        prompt_rules: &prompt_rules,
        prompt_judge: judge.map(|judge| judge as &dyn PromptJudge),
    };
    let mut situation = situation();
    rules(&mut situation.rules, Wish::Deny, &["Bash(git push:*)"]);
    rules(&mut situation.rules, Wish::Ask, &["Bash(git pull:*)"]);
    decide_with(Call::new(command).unwrap(), &situation, &consultants).into_decision()
}

fn yes() -> Judge {
    Judge::Answers(vec![Holds::Yes("it does".to_owned())])
}

#[test]
fn a_prompt_rule_tightens_where_its_condition_holds() {
    for (wish, verdict) in [(Wish::Deny, Verdict::Deny), (Wish::Ask, Verdict::Ask)] {
        let decision = with_prompt("ls", &[wish], Some(&yes()));
        assert_eq!(
            (decision.verdict, decision.reason.step),
            (verdict, Step::PromptRule)
        );
        let no = Judge::Answers(vec![Holds::No]);
        assert_eq!(
            with_prompt("ls", &[wish], Some(&no)).verdict,
            Verdict::Allow
        );
    }
}

#[test]
fn a_prompt_rule_that_allows_is_an_allow_source_and_lifts_nothing() {
    let allowed = with_prompt("make", &[Wish::Allow], Some(&yes()));
    assert_eq!(allowed.verdict, Verdict::Allow, "{:?}", allowed.reason);
    assert_eq!(allowed.reason.step, Step::PromptRule);
    for (command, verdict) in [
        ("git pull", Verdict::Ask),
        ("git push", Verdict::Deny),
        ("make $((", Verdict::Ask),
        ("rm -rf ~", Verdict::Ask),
    ] {
        let decision = with_prompt(command, &[Wish::Allow], Some(&yes()));
        assert_eq!(
            decision.verdict, verdict,
            "{command}: {:?}",
            decision.reason
        );
    }
}

#[test]
fn no_answer_a_malformed_one_and_no_judge_ask() {
    let short = Judge::Answers(Vec::new());
    let long = Judge::Answers(vec![Holds::No, Holds::No]);
    let unsure = Judge::Answers(vec![Holds::Unsure]);
    for judge in [
        None,
        Some(&Judge::Fails),
        Some(&short),
        Some(&long),
        Some(&unsure),
    ] {
        for wish in [Wish::Deny, Wish::Ask] {
            assert_eq!(
                with_prompt("ls", &[wish], judge).verdict,
                Verdict::Ask,
                "{judge:?}"
            );
        }
        // It allows nothing, and takes nothing away.
        assert_eq!(
            with_prompt("make", &[Wish::Allow], judge).verdict,
            Verdict::Ask
        );
        assert_eq!(
            with_prompt("ls", &[Wish::Allow], judge).verdict,
            Verdict::Allow
        );
    }
}
