//! The policy that asks about shapes and text that can't be trusted (R3.3): words that run what nobody has read, variables
//! that programs obey, quoting that hides what a word is, text in which reader and shell may differ.
//!
//! Here is only the glue. On a script of which every word is accounted for, the checks look at its structure: commands,
//! bindings, assignments, stages of pipelines. On any other they look at what was read of it and, besides, at its text.
//! An `ask` of this policy is lifted by a rule on the identical text alone, so it is for what really can't be trusted.

mod checks;
mod examples;
mod report;
mod rules;
mod text;
mod variables;

#[cfg(test)]
mod readme;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use shellward_sdk::{About, Classifier, Description, Judgement, Resolved, ScriptView, Session};

use crate::{report::Report, rules::ROWS};

struct Safety;

impl About for Safety {
    fn about() -> Description {
        // No triggers: an assignment or a quote is in no command's name.
        let description = Description::new(
            "safety",
            env!("CARGO_PKG_VERSION"),
            "Asks about shapes and text that can't be trusted",
        )
        .with_dialects(&["bash", "zsh"]);
        let description = ROWS.iter().fold(description, |description, row| {
            description.with_rule(row.id, row.summary)
        });
        examples::EXAMPLES
            .iter()
            .fold(description, |description, example| {
                description.with_example(example.command, example.verdict, example.note)
            })
    }

    fn check_settings(settings: &str) -> Result<(), String> {
        match settings.trim() {
            "" | "{}" | "null" => Ok(()),
            _ => Err("safety has no settings; leave them out or give {}".to_owned()),
        }
    }
}

impl Classifier for Safety {
    fn classify(script: ScriptView<'_>, _: &Session, effects: &[Resolved]) -> Vec<Judgement> {
        if !matches!(script.dialect(), "bash" | "zsh") {
            return Vec::new();
        }
        let mut report = Report::default();
        checks::look_at_structure(script, effects, &mut report);
        if !script.is_complete() {
            text::look_at_text(script, &mut report);
        }
        report.into_judgements()
    }
}

shellward_sdk::export_classifier!(Safety);
