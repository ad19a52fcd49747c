//! Every way in which a policy can fail has a stable code, is recorded, and gives the closed answer (R3.11).

use std::time::Instant;

use shellward::{
    Call,
    decide::{Decision, Step, decide},
    guest::GuestPolicy,
    ids::PolicyId,
    judge::{Authority, Fault, FaultCode, PolicySet, Verdict},
};

use crate::support::{ENGINE, faulty, situation, with};

fn decision(policies: &PolicySet, command: &str) -> Decision {
    let mut situation = situation();
    situation.policies = policies.clone();
    decide(Call::new(command).unwrap(), &situation).into_decision()
}

fn load_text(component: &str) -> Result<GuestPolicy, Fault> {
    let bytes = wat::parse_str(component).unwrap();
    load_bytes(&bytes)
}

fn load_bytes(bytes: &[u8]) -> Result<GuestPolicy, Fault> {
    GuestPolicy::load(
        &ENGINE,
        PolicyId::new("mine"),
        bytes,
        Authority::Grant,
        "",
        None,
    )
}

fn code_of(loaded: Result<GuestPolicy, Fault>) -> FaultCode {
    loaded.unwrap_err().code
}

/// Decides with a policy that is at fault. On a busy machine another fault's guest may come to its deadline first; that is
/// a fault too, and then it is asked again.
fn decision_before_the_deadline(policies: &PolicySet, code: FaultCode) -> Decision {
    let is_late = |decision: &Decision| {
        code != FaultCode::TimedOut && decision.reason.message.contains(FaultCode::TimedOut.code())
    };
    let mut attempts = (0..10).map(|_| decision(policies, "ls"));
    attempts
        .by_ref()
        .find(|decision| !is_late(decision))
        .unwrap_or_else(|| panic!("never `{}` within its time", code.code()))
}

/// What the built-in policies allow is asked about as soon as a policy fails, and the fault is named.
#[test]
fn a_fault_in_an_effects_or_classifier_policy_asks() {
    for (behaviour, code) in [
        ("trap", FaultCode::Trap),
        ("loop", FaultCode::TimedOut),
        ("grow", FaultCode::Memory),
        ("flood", FaultCode::ResultTooLarge),
        ("flood-text", FaultCode::ResultTooLarge),
        ("bad-span", FaultCode::BadSpan),
        ("missing-command", FaultCode::MissingCommand),
        ("unknown-condition", FaultCode::UnknownCondition),
    ] {
        for role in ["effects", "classifier"] {
            let settings = format!("{{\"behave\":\"{behaviour}\",\"in\":\"{role}\"}}");
            let policies = with(vec![faulty(Authority::Restrict, &settings)]);
            assert!(policies.unloadable.is_empty(), "{:?}", policies.unloadable);
            let decision = decision_before_the_deadline(&policies, code);
            assert_eq!(decision.verdict, Verdict::Ask, "{behaviour} in {role}");
            assert_eq!(decision.reason.step, Step::Fault, "{behaviour} in {role}");
            let message = &decision.reason.message;
            assert!(message.contains(code.code()), "{behaviour}: {message}");
            assert!(message.contains("faulty"), "{behaviour}: {message}");
        }
    }
}

#[test]
fn a_panic_is_reported_in_its_own_words() {
    let policies = with(vec![faulty(Authority::Restrict, r#"{"behave":"trap"}"#)]);
    let message = decision(&policies, "ls").reason.message;
    assert!(message.contains("told to trap"), "{message}");
}

/// An endless loop is ended at its deadline. The bound is generous; what is tested is that it ends.
#[test]
fn an_endless_loop_ends() {
    let policies = with(vec![faulty(
        Authority::Restrict,
        r#"{"behave":"loop","in":"classifier"}"#,
    )]);
    let started = Instant::now();
    assert_eq!(decision(&policies, "ls").verdict, Verdict::Ask);
    assert!(started.elapsed().as_secs() < 20);
}

#[test]
fn a_kind_of_effect_that_the_host_does_not_know_is_unknown() {
    let policies = with(vec![faulty(
        Authority::Restrict,
        r#"{"behave":"unknown-word","in":"effects"}"#,
    )]);
    assert_eq!(decision(&policies, "ls").verdict, Verdict::Ask);
}

#[test]
fn a_warnings_policy_that_fails_warns_of_that_and_blocks_nothing() {
    let policies = with(vec![faulty(
        Authority::Advise,
        r#"{"behave":"trap","in":"warnings"}"#,
    )]);
    let decision = decision(&policies, "ls");
    assert_eq!(decision.verdict, Verdict::Allow);
    assert_eq!(decision.warnings.len(), 1);
    assert_eq!(decision.warnings[0].rule, "policy-failed");
}

#[test]
fn a_flood_of_log_lines_is_cut_and_the_answer_heard() {
    let policies = with(vec![faulty(
        Authority::Restrict,
        r#"{"behave":"log-flood"}"#,
    )]);
    assert_eq!(decision(&policies, "ls").verdict, Verdict::Allow);
}

#[test]
fn text_of_a_policy_is_tamed() {
    let policies = with(vec![faulty(
        Authority::Restrict,
        r#"{"behave":"dirty-text"}"#,
    )]);
    let decision = decision(&policies, "ls");
    let shown: Vec<&str> = decision
        .trace
        .iter()
        .map(|entry| entry.reason.message.as_str())
        .chain(
            decision
                .warnings
                .iter()
                .map(|warning| warning.message.as_str()),
        )
        .collect();
    assert!(shown.iter().any(|text| text.contains("clean")), "{shown:?}");
    let is_tame = |text: &&str| !text.contains(shellward::untrusted::is_unshowable);
    assert!(shown.iter().all(is_tame), "{shown:?}");
}

#[test]
fn a_restricting_policy_that_lies_makes_nothing_harmless() {
    let lie = with(vec![faulty(Authority::Restrict, r#"{"behave":"lie"}"#)]);
    for command in ["rm -rf build", "curl -s http://x.example", "touch x"] {
        assert_eq!(decision(&lie, command).verdict, Verdict::Ask, "{command}");
    }
    let ask = with(vec![faulty(Authority::Restrict, r#"{"behave":"ask"}"#)]);
    assert_eq!(decision(&ask, "ls").verdict, Verdict::Ask);
    let deny = with(vec![faulty(Authority::Restrict, r#"{"behave":"deny"}"#)]);
    assert_eq!(decision(&deny, "ls").verdict, Verdict::Deny);
}

#[test]
fn a_granted_policy_can_allow_what_nobody_else_knows() {
    let lie = with(vec![faulty(Authority::Grant, r#"{"behave":"lie"}"#)]);
    assert_eq!(decision(&lie, "frobnicate").verdict, Verdict::Allow);
    // The host's own view of redirects stands beside it.
    assert_eq!(decision(&lie, "frobnicate > x").verdict, Verdict::Ask);
}

#[test]
fn a_policy_that_cannot_be_loaded_keeps_its_place_closed() {
    let policies = with(vec![faulty(Authority::Grant, "refuse")]);
    assert_eq!(policies.unloadable[0].code, FaultCode::SettingsRefused);
    assert_eq!(decision(&policies, "ls").verdict, Verdict::Ask);

    let mut missing = faulty(Authority::Grant, "");
    missing.source = shellward::judge::PolicySource::File("/no/such/policy.wasm".into());
    let policies = with(vec![missing]);
    assert_eq!(policies.unloadable[0].code, FaultCode::Unreadable);
    assert!(
        policies.unloadable[0]
            .message
            .contains("/no/such/policy.wasm")
    );
}

#[test]
fn what_is_not_a_component_is_refused() {
    assert_eq!(code_of(load_bytes(b"not wasm")), FaultCode::NotAComponent);
    assert_eq!(code_of(load_text("(module)")), FaultCode::NotAComponent);
}

#[test]
fn an_import_that_is_not_granted_is_named() {
    let fault = load_text(
        r#"(component (import "wasi:cli/environment@0.2.0" (instance
            (export "get-arguments" (func (result (list string)))))))"#,
    )
    .unwrap_err();
    assert_eq!(fault.code, FaultCode::ImportNotGranted);
    assert!(fault.message.contains("wasi:cli/environment@0.2.0"));
    assert!(fault.message.contains("hint"));
}

#[test]
fn a_component_without_the_contract_has_the_wrong_shape() {
    assert_eq!(code_of(load_text("(component)")), FaultCode::WrongShape);
    // `about` with a function of another type.
    let odd = r#"(component
        (core module $m (func (export "f") (result i32) i32.const 0))
        (core instance $i (instantiate $m))
        (func $describe (result u32) (canon lift (core func $i "f")))
        (instance $about (export "describe" (func $describe)) (export "check-settings" (func $describe)))
        (export "shellward:policy/about@0.1.0-draft" (instance $about))
        (instance $effects (export "describe" (func $describe)))
        (export "shellward:policy/effects@0.1.0-draft" (instance $effects)))"#;
    let fault = load_text(odd).unwrap_err();
    assert_eq!(fault.code, FaultCode::WrongShape, "{fault}");
}
