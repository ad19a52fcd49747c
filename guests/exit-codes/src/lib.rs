//! The policy that explains how runs end (R3.5): whether a code means that something went wrong, what it says in words,
//! what the script was for, and whether success prints nothing.
//!
//! Here is only the glue. What is known stands as sorted constants in the modules, since a fresh instance per evaluation
//! would build anything lazy anew; the functions over them are pure and tested natively.

mod activity;
mod codes;
mod command;
mod ending;
mod hints;
mod silence;
mod subcommand;

#[cfg(test)]
mod readme;

use shellward_sdk::{About, Description, Ending, ExitCodes, Meaning, ScriptView, Session};

struct ExitCodesPolicy;

impl About for ExitCodesPolicy {
    fn about() -> Description {
        // No triggers: a signal or a missing program can end any command.
        Description::new(
            "exit-codes",
            env!("CARGO_PKG_VERSION"),
            "Explains how runs end",
        )
        .with_dialects(&["bash", "zsh"])
    }

    fn check_settings(settings: &str) -> Result<(), String> {
        match settings.trim() {
            "" | "{}" | "null" => Ok(()),
            _ => Err("exit-codes has no settings; leave them out or give {}".to_owned()),
        }
    }
}

impl ExitCodes for ExitCodesPolicy {
    fn interpret(script: ScriptView<'_>, _: &Session, ending: &Ending) -> Option<Meaning> {
        ending::interpret(script, ending)
    }
}

shellward_sdk::export_exit_codes!(ExitCodesPolicy);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_command_may_end_by_a_signal_so_the_policy_is_always_asked() {
        assert!(ExitCodesPolicy::about().triggers.is_empty());
    }

    #[test]
    fn settings_are_refused_because_there_are_none() {
        assert!(ExitCodesPolicy::check_settings(" {} ").is_ok());
        let error = ExitCodesPolicy::check_settings("{\"grep\":0}").expect_err("refused");
        assert!(error.contains("no settings"));
    }
}
