//! A policy that misbehaves as it is told, to test what the host does about it (R3.11). Never part of the product.
//!
//! What it does is chosen by the name of the script's first command or, if that is no such word, by a string in the
//! settings: `{"behave": "trap"}`. If the settings also hold the name of a role, as in
//! `{"behave": "trap", "in": "classifier"}`, only that role misbehaves. The words stand in `behaviour.rs`.
//! `check-settings` refuses settings that contain "refuse".

mod behaviour;
mod roles;

use shellward_sdk::{
    About, Classifier, Description, Effects, EffectsDescription, Ending, ExitCodes, Finding,
    Judgement, Meaning, Resolved, ScriptView, Session, Verdict, Warnings,
};

use crate::behaviour::{Behaviour, Role};

struct Faulty;

impl About for Faulty {
    fn about() -> Description {
        Description::new(
            "faulty",
            env!("CARGO_PKG_VERSION"),
            "Misbehaves as told, to test the host",
        )
        .with_dialects(&["bash", "zsh", "powershell"])
        .with_rule(roles::RULE, "What is named in findings")
        .with_example("deny", Verdict::Deny, "as told")
    }

    fn check_settings(settings: &str) -> Result<(), String> {
        if settings.contains("refuse") {
            return Err("these settings are refused, as they ask for".to_owned());
        }
        Ok(())
    }
}

impl Effects for Faulty {
    fn describe(script: ScriptView<'_>, session: &Session) -> EffectsDescription {
        roles::effects(Behaviour::chosen(script, session, Role::Effects), script)
    }
}

impl Classifier for Faulty {
    fn classify(script: ScriptView<'_>, session: &Session, _: &[Resolved]) -> Vec<Judgement> {
        roles::classifier(Behaviour::chosen(script, session, Role::Classifier), script)
    }
}

impl Warnings for Faulty {
    fn warn(script: ScriptView<'_>, session: &Session, _: &[Resolved]) -> Vec<Finding> {
        roles::warnings(Behaviour::chosen(script, session, Role::Warnings))
    }
}

impl ExitCodes for Faulty {
    fn interpret(script: ScriptView<'_>, session: &Session, _: &Ending) -> Option<Meaning> {
        roles::exit_codes(Behaviour::chosen(script, session, Role::ExitCodes))
    }
}

shellward_sdk::export_policy!(Faulty: effects, classifier, warnings, exit_codes);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_ask_for_it_are_refused() {
        assert!(Faulty::check_settings("{}").is_ok());
        assert!(Faulty::check_settings("{\"refuse\":true}").is_err_and(|error| !error.is_empty()));
    }
}
