//! The policy that judges what commands touch (R3.4): a place outside the project, one that is hidden, one that others
//! run, one that only the run will know.
//!
//! The host has resolved every target and says of what class each place is; here is decided what that means, and what
//! may lift the question. Beneath it lies the host's own floor, which no policy removes.

mod examples;
mod git;
mod judge;
mod rules;

#[cfg(test)]
mod readme;
#[cfg(test)]
mod tests;

use shellward_sdk::{About, Classifier, Description, Judgement, Resolved, ScriptView, Session};

use crate::rules::Rule;

struct Places;

impl About for Places {
    fn about() -> Description {
        let description = Description::new(
            "places",
            env!("CARGO_PKG_VERSION"),
            "Asks about places where the work at hand has no business",
        )
        .with_dialects(&["bash", "zsh", "powershell"])
        .with_triggers(&[
            // Reading in the project and its like needs no judgement: then it is not even asked.
            "effect:create",
            "effect:delete",
            "effect:write",
            "git",
            "place:dangerous",
            "place:hidden",
            "place:outside",
        ]);
        let description = Rule::ALL.iter().fold(description, |description, rule| {
            description.with_rule(rule.id(), rule.summary())
        });
        examples::EXAMPLES
            .iter()
            .fold(description, |description, (command, verdict, note)| {
                description.with_example(command, *verdict, note)
            })
    }

    fn check_settings(settings: &str) -> Result<(), String> {
        match settings.trim() {
            "" | "{}" | "null" => Ok(()),
            _ => Err("places has no settings; leave them out or give {}".to_owned()),
        }
    }
}

impl Classifier for Places {
    fn classify(script: ScriptView<'_>, session: &Session, effects: &[Resolved]) -> Vec<Judgement> {
        let mut judgements: Vec<_> = effects
            .iter()
            .flat_map(|resolved| judge::judge(script, resolved))
            .collect();
        judgements.extend(git::judge(script, session, effects));
        judgements
    }
}

shellward_sdk::export_classifier!(Places);
