//! What becomes of a policy's word (R3.4, R3.10, R3.11), with policies that say one thing each.

use std::sync::Arc;

use shellward::{
    Call,
    decide::{Decision, Situation, Step, decide},
    ids::{Digest, PolicyId},
    judge::{
        Authority, ClassifierPolicy, Condition, Description, Effect, EffectKind, EffectsPolicy,
        Fault, FaultCode, Finding, Input, Judgement, Lifter, PROJECT_PROGRAM, Policy, PolicySet,
        Resolved, Site, Verdict, WarningsPolicy,
    },
    plan::Shape,
    rules::Wish,
    span::Span,
};

use crate::support::{TestEnv, rules, situation, situation_in};

/// What is judged here. No policy knows it but those below.
const COMMAND: &str = "mytool x";

/// Says always the same.
#[derive(Clone)]
struct Says {
    id: PolicyId,
    authority: Authority,
    answer: Result<Description, Fault>,
}

impl Policy for Says {
    fn id(&self) -> &PolicyId {
        &self.id
    }

    fn authority(&self) -> Authority {
        self.authority
    }
}

impl EffectsPolicy for Says {
    fn describe(&self, _: Input<'_>) -> Result<Description, Fault> {
        self.answer.clone()
    }
}

impl ClassifierPolicy for Says {
    fn classify(&self, _: Input<'_>, _: &[Resolved]) -> Result<Vec<Judgement>, Fault> {
        self.answer.clone().map(|answer| answer.judgements)
    }
}

impl WarningsPolicy for Says {
    fn warn(&self, _: Input<'_>, _: &[Resolved]) -> Result<Vec<Finding>, Fault> {
        let findings = |answer: Description| {
            let judgements = answer.judgements.into_iter();
            judgements
                .flat_map(|judgement| judgement.findings)
                .collect()
        };
        self.answer.clone().map(findings)
    }
}

fn says(authority: Authority, effects: Vec<Effect>, judgements: Vec<Judgement>) -> Says {
    Says {
        id: PolicyId::new("mine"),
        authority,
        answer: Ok(Description {
            edits: Vec::new(),
            effects,
            judgements,
        }),
    }
}

fn fails() -> Says {
    let id = PolicyId::new("mine");
    Says {
        id: id.clone(),
        authority: Authority::Advise,
        answer: Err(Fault {
            policy: id,
            code: FaultCode::Trap,
            message: "it fell over".to_owned(),
        }),
    }
}

fn judgement(verdict: Verdict) -> Judgement {
    Judgement {
        command: Some(0),
        verdict,
        conditions: Vec::new(),
        findings: Vec::new(),
        lifted_by: vec![Lifter::ExactRule],
    }
}

/// The words of [`COMMAND`] from one byte to another.
fn span(start: u32, end: u32) -> Span {
    Span {
        text: 0,
        start,
        end,
    }
}

fn effect(kind: EffectKind, target: &str) -> Effect {
    Effect::exact(0, kind, target, span(7, 8))
}

fn set(effects: &[Says], classifiers: &[Says]) -> PolicySet {
    PolicySet {
        effects: effects
            .iter()
            .map(|one| Arc::new(one.clone()) as Arc<dyn EffectsPolicy>)
            .collect(),
        classifiers: classifiers
            .iter()
            .map(|one| Arc::new(one.clone()) as Arc<dyn ClassifierPolicy>)
            .collect(),
        warnings: Vec::new(),
        exit_codes: Vec::new(),
        unloadable: Vec::new(),
        digest: Digest::of(b"test"),
    }
}

fn decision(situation: &Situation) -> Decision {
    decide(Call::new(COMMAND).unwrap(), situation).into_decision()
}

/// Decides with policies that describe.
fn described(effects: &[Says]) -> Decision {
    let mut situation = situation();
    situation.policies = set(effects, &[]);
    decision(&situation)
}

/// Decides with one policy that calls the command harmless, with an effect.
fn harmless_but(effect: Effect) -> Decision {
    let allow = judgement(Verdict::Allow);
    described(&[says(Authority::Grant, vec![effect], vec![allow])])
}

#[test]
fn only_reading_what_may_be_read_is_harmless() {
    assert_eq!(
        harmless_but(effect(EffectKind::Read, "x")).verdict,
        Verdict::Allow
    );
    for (kind, target, text) in [
        (EffectKind::Write, "x", "it writes x"),
        (EffectKind::Create, "x", "it makes x"),
        (EffectKind::Delete, "x", "it deletes x"),
        (EffectKind::Execute, "x", "it runs x"),
        (
            EffectKind::Execute,
            PROJECT_PROGRAM,
            "files of the project choose",
        ),
        (EffectKind::Connect, "h", "it connects to h"),
        (EffectKind::Environment, "X", "it sets X"),
        (EffectKind::Process, "1", "acts on other processes (1)"),
        (EffectKind::System, "clock", "changes the system (clock)"),
        (EffectKind::Unknown, "x", "what `x` does is not known"),
    ] {
        let decision = harmless_but(effect(kind, target));
        let reason = &decision.reason;
        assert_eq!(
            (decision.verdict, reason.step),
            (Verdict::Ask, Step::NoSource),
            "{kind}: {reason:?}"
        );
        assert!(reason.message.contains(text), "{kind}: {reason:?}");
        assert_eq!(decision.walls.shape, Shape::Work, "{kind}");
    }
}

#[test]
fn how_far_a_read_goes_is_part_of_what_it_reads() {
    let env = TestEnv::new();
    let read = |target: &str, change: fn(&mut Effect)| {
        let mut effect = effect(EffectKind::Read, target);
        change(&mut effect);
        let allow = judgement(Verdict::Allow);
        let mut situation = situation_in(&env);
        situation.policies = set(&[says(Authority::Grant, vec![effect], vec![allow])], &[]);
        // Walls would hold what follows links.
        situation.walls.confined = Err("not here".to_owned());
        let decision = decision(&situation);
        (decision.verdict, decision.reason.step)
    };
    let allowed = (Verdict::Allow, Step::Harmless);
    let home = env.path("home");
    let home = home.to_str().unwrap();
    assert_eq!(read(".", |_| {}), allowed);
    assert_eq!(read(".", |one| one.recursive = true), allowed);
    let follows: fn(&mut Effect) = |one| {
        one.recursive = true;
        one.follows_links = true;
    };
    // Links are looked for, and where there is none, none is followed.
    assert_eq!(read(".", follows), allowed);
    std::os::unix::fs::symlink("/etc", env.path("project/link")).unwrap();
    assert_eq!(read(".", follows), (Verdict::Ask, Step::NoSource));
    // What is hidden in it is meant as well.
    assert_eq!(
        read(home, |one| one.recursive = true),
        (Verdict::Ask, Step::Place)
    );
    // A name of another machine is none of this one.
    assert_eq!(read(home, |one| one.site = Site::Remote), allowed);
    assert_eq!(
        read(".", |one| one.target = None),
        (Verdict::Ask, Step::NoSource)
    );
    assert_eq!(
        read(".", |one| one.exact = false),
        (Verdict::Ask, Step::NoSource)
    );
}

#[test]
fn conditions_count_where_the_host_brings_them_about() {
    let with_condition = |condition| {
        let mut allow = judgement(Verdict::Allow);
        allow.conditions = vec![condition];
        let project = effect(EffectKind::Execute, PROJECT_PROGRAM);
        described(&[says(Authority::Grant, vec![project], vec![allow])])
    };
    let neutral = with_condition(Condition::GitNeutral);
    assert_eq!(neutral.verdict, Verdict::Allow, "{:?}", neutral.reason);
    // Other conditions don't choose the program.
    for condition in [Condition::Contained, Condition::NoNetwork] {
        assert_eq!(with_condition(condition).verdict, Verdict::Ask);
        let mut allow = judgement(Verdict::Allow);
        allow.conditions = vec![condition];
        let read = effect(EffectKind::Read, "x");
        let decision = described(&[says(Authority::Grant, vec![read], vec![allow])]);
        assert_eq!(decision.verdict, Verdict::Allow, "{condition}");
    }
}

#[test]
fn an_allow_counts_from_who_may_give_it_and_against_nobody() {
    let read = || vec![effect(EffectKind::Read, "x")];
    let allow = || vec![judgement(Verdict::Allow)];
    let granted = says(Authority::Grant, read(), allow());
    assert_eq!(
        described(std::slice::from_ref(&granted)).verdict,
        Verdict::Allow
    );
    for authority in [Authority::Restrict, Authority::Advise] {
        let decision = described(&[says(authority, read(), allow())]);
        assert_eq!(decision.verdict, Verdict::Ask, "{authority}");
        assert!(
            decision
                .reason
                .message
                .contains("no policy says what `mytool` does")
        );
    }
    // A description that calls nothing harmless is no allow.
    let silent = described(&[says(Authority::Grant, read(), Vec::new())]);
    assert!(
        silent
            .reason
            .message
            .contains("no policy calls `mytool` harmless")
    );
    // Who may restrict adds effects; who may advise doesn't.
    let deletes = vec![effect(EffectKind::Delete, "x")];
    let restricts = says(Authority::Restrict, deletes.clone(), Vec::new());
    assert_eq!(
        described(&[granted.clone(), restricts]).verdict,
        Verdict::Ask
    );
    let advises = says(Authority::Advise, deletes, vec![judgement(Verdict::Deny)]);
    assert_eq!(described(&[granted, advises]).verdict, Verdict::Allow);
}

/// Decides what is harmless with a classifier beside, and with a rule on the identical text.
fn classified(classifier: &Says) -> (Decision, Decision) {
    let read = vec![effect(EffectKind::Read, "x")];
    let granted = says(Authority::Grant, read, vec![judgement(Verdict::Allow)]);
    let mut situation = situation();
    situation.policies = set(&[granted], std::slice::from_ref(classifier));
    let bare = decision(&situation);
    let exact = format!("Bash({COMMAND})");
    rules(&mut situation.rules, Wish::Allow, &["Bash(*)", &exact]);
    (bare, decision(&situation))
}

#[test]
fn a_classifiers_deny_is_final_and_its_ask_yields_to_the_identical_text() {
    let finding = Finding {
        rule: "mine.loss".to_owned(),
        message: "x would be lost".to_owned(),
        span: Some(span(7, 8)),
        suggestion: Some("use `mytool --keep x`".to_owned()),
    };
    for (verdict, step, under_a_rule) in [
        (Verdict::Deny, Step::PolicyDeny, Verdict::Deny),
        (Verdict::Ask, Step::PolicyAsk, Verdict::Allow),
    ] {
        let mut judgement = judgement(verdict);
        judgement.findings = vec![finding.clone()];
        let classifier = says(Authority::Restrict, Vec::new(), vec![judgement]);
        let (bare, ruled) = classified(&classifier);
        let reason = &bare.reason;
        assert_eq!((bare.verdict, reason.step), (verdict, step));
        assert_eq!(reason.message, "x would be lost (mine.loss)");
        assert_eq!(reason.span, finding.span);
        assert_eq!(reason.remedy, finding.suggestion);
        assert_eq!(reason.policy, Some(PolicyId::new("mine")));
        assert_eq!(ruled.verdict, under_a_rule);
    }
    for verdict in [Verdict::Pass, Verdict::Allow] {
        let classifier = says(Authority::Grant, Vec::new(), vec![judgement(verdict)]);
        assert_eq!(classified(&classifier).0.verdict, Verdict::Allow);
    }
}

#[test]
fn a_verdict_without_a_reason_is_blamed_on_its_policy_and_points_to_the_command() {
    let mut of_all = judgement(Verdict::Ask);
    let of_one = says(Authority::Restrict, Vec::new(), vec![of_all.clone()]);
    let reason = classified(&of_one).0.reason;
    assert_eq!(reason.message, "the policy `mine` says so without a reason");
    assert_eq!(reason.span, Some(span(0, 8)));
    of_all.command = None;
    let of_script = says(Authority::Restrict, Vec::new(), vec![of_all]);
    let reason = classified(&of_script).0.reason;
    assert_eq!((reason.command, reason.span), (None, None));
}

#[test]
fn a_policy_that_fails_asks_whatever_its_authority_and_warns_where_it_only_warns() {
    let (bare, ruled) = classified(&fails());
    assert_eq!(
        (bare.verdict, bare.reason.step),
        (Verdict::Ask, Step::Fault)
    );
    assert!(bare.reason.message.contains("it fell over"));
    assert!(bare.reason.remedy.unwrap().contains("repair or remove"));
    assert_eq!(ruled.verdict, Verdict::Allow);
    assert_eq!(described(&[fails()]).reason.step, Step::Fault);

    let read = vec![effect(EffectKind::Read, "x")];
    let granted = says(Authority::Grant, read, vec![judgement(Verdict::Allow)]);
    let mut situation = situation();
    situation.policies = set(&[granted], &[]);
    situation.policies.warnings.push(Arc::new(fails()));
    let decision = decision(&situation);
    assert_eq!(decision.verdict, Verdict::Allow);
    assert!(decision.warnings[0].message.contains("it fell over"));
}
