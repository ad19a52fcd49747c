//! The policy that warns of what will be lost (R3.6). A warning says what is lost, where the script says so, and the safer
//! command; it never blocks anything.
//!
//! Here is only the glue. `model.rs` says how a danger is described, `tables/` describes the tools, `call.rs` reads a
//! command's words, `check.rs` compares the two. All tables are constants, since a fresh instance per evaluation would
//! build anything lazy anew.

mod call;
mod check;
mod examples;
mod input;
mod loss;
mod model;
mod overwrite;
mod rules;
mod sql;
mod tables;

#[cfg(test)]
mod readme;
#[cfg(test)]
mod testing;

use shellward_sdk::{
    About, Description, Finding, Resolved, ScriptView, Session, Verdict, Warnings,
};

struct Destructive;

impl About for Destructive {
    fn about() -> Description {
        let names = tables::names();
        let description = Description::new(
            "destructive",
            env!("CARGO_PKG_VERSION"),
            "Warns of what will be lost",
        )
        .with_dialects(&["bash", "zsh"])
        .with_triggers(&names);
        let description = rules::ALL.iter().fold(description, |description, rule| {
            description.with_rule(rule.id, rule.summary)
        });
        // A warning is no verdict, so the policy has no opinion of any of them.
        examples::ALL
            .iter()
            .fold(description, |description, example| {
                description.with_example(example.command, Verdict::Pass, example.note)
            })
    }

    fn check_settings(settings: &str) -> Result<(), String> {
        match settings.trim() {
            "" | "{}" | "null" => Ok(()),
            _ => Err("destructive has no settings; leave them out or give {}".to_owned()),
        }
    }
}

impl Warnings for Destructive {
    fn warn(script: ScriptView<'_>, session: &Session, effects: &[Resolved]) -> Vec<Finding> {
        check::warn(script, model::Facts { session, effects })
    }
}

shellward_sdk::export_warnings!(Destructive);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_trigger_once_and_writing_is_one() {
        let triggers = Destructive::about().triggers;
        for wanted in ["rm", "git", "kubectl", "mkfs.ext4", "npx", "effect:write"] {
            assert!(triggers.iter().any(|trigger| trigger == wanted), "{wanted}");
        }
        for (at, name) in triggers.iter().enumerate() {
            assert!(
                !triggers.iter().skip(at + 1).any(|other| other == name),
                "{name}"
            );
        }
    }

    #[test]
    fn settings_are_refused_because_there_are_none() {
        assert!(Destructive::check_settings(" {} ").is_ok());
        let error = Destructive::check_settings("{\"rm\":0}").expect_err("refused");
        assert!(error.contains("no settings"));
    }
}
