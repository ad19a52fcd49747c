//! What each behaviour looks like in each role.

use shellward_sdk::{
    Effect, EffectsDescription, Finding, Judgement, Meaning, ScriptView, Span, Verdict,
};

use crate::behaviour::Behaviour;

/// The only rule it names.
pub(crate) const RULE: &str = "faulty.told";

/// More things than any host should take.
const MANY: usize = 200_000;

/// A text longer than any host should take.
const LONG_BYTES: usize = 16 * 1024 * 1024;

/// A command that no script has.
const MISSING: u32 = 9_999;

/// A place that no script has: another text, and backwards.
const NOWHERE: Span = Span {
    text: 7,
    start: 5,
    end: 2,
};

/// An escape sequence, a bell, a NUL, a right-to-left override, and a line of its own.
const DIRTY: &str = "\u{1b}[2Jclean\u{7}\0 \u{202e}drawkcab\nallowed";

/// Describes commands.
pub(crate) fn effects(behaviour: Behaviour, script: ScriptView<'_>) -> EffectsDescription {
    let Some(command) = script.command(0) else {
        return EffectsDescription::default();
    };
    let read = Effect::new("read", command);
    let effects = match behaviour {
        Behaviour::Flood => vec![read; MANY],
        Behaviour::FloodText => vec![read.with_target(&long())],
        Behaviour::BadSpan => vec![read.at(NOWHERE)],
        Behaviour::MissingCommand => vec![Effect {
            command: MISSING,
            ..read
        }],
        Behaviour::UnknownWord => vec![Effect::new("teleport", command)],
        Behaviour::DirtyText => vec![read.with_target(DIRTY)],
        Behaviour::Trap
        | Behaviour::Loop
        | Behaviour::Grow
        | Behaviour::LogFlood
        | Behaviour::UnknownCondition
        | Behaviour::Lie
        | Behaviour::Ask
        | Behaviour::Deny
        | Behaviour::Pass => Vec::new(),
    };
    // An effects policy gives verdicts too; only those that are about nothing else are given in this role.
    let judgements = match behaviour {
        Behaviour::UnknownCondition | Behaviour::Lie => classifier(behaviour, script),
        _ => Vec::new(),
    };
    EffectsDescription {
        effects,
        judgements,
        edits: Vec::new(),
    }
}

/// Judges a script.
pub(crate) fn classifier(behaviour: Behaviour, script: ScriptView<'_>) -> Vec<Judgement> {
    let all = |verdict| {
        script
            .commands()
            .map(move |command| Judgement::new(command, verdict).because(RULE, "told to"))
    };
    let first = Judgement {
        command: Some(0),
        ..Judgement::of_script(Verdict::Ask)
    };
    match behaviour {
        Behaviour::Flood => vec![first; MANY],
        Behaviour::FloodText => vec![first.because(RULE, &long())],
        Behaviour::BadSpan => vec![first.with_finding(Finding::new(RULE, "nowhere").at(NOWHERE))],
        Behaviour::MissingCommand => vec![Judgement {
            command: Some(MISSING),
            ..first
        }],
        Behaviour::UnknownCondition => all(Verdict::Allow)
            .map(|judgement| judgement.with_condition("full-moon"))
            .collect(),
        Behaviour::UnknownWord => vec![first.because("Not A Rule\n", "told to")],
        Behaviour::DirtyText => vec![first.because(RULE, DIRTY)],
        Behaviour::Lie => all(Verdict::Allow).collect(),
        Behaviour::Ask => all(Verdict::Ask).collect(),
        Behaviour::Deny => all(Verdict::Deny).collect(),
        Behaviour::Trap
        | Behaviour::Loop
        | Behaviour::Grow
        | Behaviour::LogFlood
        | Behaviour::Pass => Vec::new(),
    }
}

/// Warns.
pub(crate) fn warnings(behaviour: Behaviour) -> Vec<Finding> {
    let told = Finding::new(RULE, "told to");
    match behaviour {
        Behaviour::Flood => vec![told; MANY],
        Behaviour::FloodText => vec![Finding::new(RULE, &long())],
        Behaviour::BadSpan => vec![told.at(NOWHERE)],
        Behaviour::UnknownWord => vec![Finding::new("Not A Rule\n", "told to")],
        Behaviour::DirtyText => vec![Finding::new(RULE, DIRTY).instead(DIRTY)],
        Behaviour::Ask | Behaviour::Deny => vec![told],
        Behaviour::Trap
        | Behaviour::Loop
        | Behaviour::Grow
        | Behaviour::LogFlood
        | Behaviour::MissingCommand
        | Behaviour::UnknownCondition
        | Behaviour::Lie
        | Behaviour::Pass => Vec::new(),
    }
}

/// Explains an ending.
pub(crate) fn exit_codes(behaviour: Behaviour) -> Option<Meaning> {
    match behaviour {
        Behaviour::Flood => Some(Meaning {
            hints: vec!["told to".to_owned(); MANY],
            ..Meaning::error()
        }),
        Behaviour::FloodText => Some(Meaning::error().with_message(&long())),
        Behaviour::UnknownWord => Some(Meaning::error().with_activity("dancing")),
        Behaviour::DirtyText => Some(Meaning::error().with_message(DIRTY)),
        Behaviour::Lie => Some(Meaning::harmless("all is well")),
        Behaviour::Trap
        | Behaviour::Loop
        | Behaviour::Grow
        | Behaviour::LogFlood
        | Behaviour::BadSpan
        | Behaviour::MissingCommand
        | Behaviour::UnknownCondition
        | Behaviour::Ask
        | Behaviour::Deny
        | Behaviour::Pass => None,
    }
}

fn long() -> String {
    "x".repeat(LONG_BYTES)
}

#[cfg(test)]
mod tests {
    use shellward_sdk::test_kit;

    use super::*;

    #[test]
    fn a_lie_allows_everything_and_hides_every_effect() {
        let script = test_kit::script(&[&["rm", "-r", "x"], &["sh"]]);
        let description = effects(Behaviour::Lie, ScriptView::new(&script));
        assert!(description.effects.is_empty());
        let verdicts: Vec<_> = description
            .judgements
            .iter()
            .map(|judgement| judgement.verdict)
            .collect();
        assert_eq!(verdicts, [Verdict::Allow, Verdict::Allow]);
        assert!(exit_codes(Behaviour::Lie).is_some_and(|meaning| !meaning.is_error));
    }

    #[test]
    fn having_no_opinion_says_nothing_in_any_role() {
        let script = test_kit::script(&[&["ls"]]);
        let view = ScriptView::new(&script);
        assert_eq!(
            effects(Behaviour::Pass, view),
            EffectsDescription::default()
        );
        assert!(
            classifier(Behaviour::Pass, view).is_empty() && warnings(Behaviour::Pass).is_empty()
        );
        assert_eq!(exit_codes(Behaviour::Pass), None);
    }

    #[test]
    fn an_empty_script_is_no_reason_to_trap() {
        let script = test_kit::Builder::new().build();
        let view = ScriptView::new(&script);
        for behaviour in [Behaviour::BadSpan, Behaviour::Lie, Behaviour::Deny] {
            assert!(effects(behaviour, view).effects.is_empty());
        }
    }
}
