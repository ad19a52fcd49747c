//! `shellward check`: the decision, without running.

use std::path::Path;

use anyhow::Context as _;

use super::{
    args::CheckArguments, args::SettingsArguments, batch, exit_code::Code, render, ui::Ui,
};
use crate::{
    call::Call,
    config::{self, ConfigFile, EnvVars},
    decide::Decision,
    guest::{Allocation, default_specs},
    judge::Verdict,
    plan::Plan,
    runtime::{Runtime, RuntimeOptions},
    session::Session,
};

/// Runs it.
pub(super) fn check(arguments: CheckArguments, ui: &mut Ui) -> anyhow::Result<Code> {
    if arguments.batch {
        return batch::run(&arguments.settings, ui);
    }
    let command = arguments.command.unwrap_or_default();
    let Some((decision, _)) = decide(command, &arguments.settings, ui)? else {
        return Ok(Code::Usage);
    };
    if arguments.json {
        ui.data(&decision.to_json()?)?;
        ui.data("\n")?;
    } else {
        ui.data(&render::headline(&decision))?;
        ui.data(&render::effects(&decision))?;
    }
    Ok(code_of(decision.verdict))
}

/// Decides one command where we are. None: it is not a command, and that has been said.
pub(super) fn decide(
    command: String,
    settings: &SettingsArguments,
    ui: &mut Ui,
) -> anyhow::Result<Option<(Decision, Plan)>> {
    let call = match Call::new(command) {
        Ok(call) => call,
        Err(error) => {
            ui.error(&error.into());
            return Ok(None);
        }
    };
    let runtime = runtime(settings, ui)?;
    let mut session = session(&runtime)?;
    let decided = session.check(call)?;
    let plan = decided.plan().clone();
    Ok(Some((decided.into_decision(), plan)))
}

/// Builds a runtime for one command where we are.
pub(super) fn runtime(settings: &SettingsArguments, ui: &mut Ui) -> anyhow::Result<Runtime> {
    runtime_in(Path::new("."), settings, ui)
}

/// Builds a runtime for one command in a directory, by the settings that hold there.
pub(super) fn runtime_in(
    directory: &Path,
    settings: &SettingsArguments,
    ui: &mut Ui,
) -> anyhow::Result<Runtime> {
    let environment = environment(settings)?;
    let mode = settings.mode;
    let mut settings =
        config::load_layers(&environment, directory, default_specs()).context("settings")?;
    settings.mode = mode.unwrap_or(settings.mode);
    for note in &settings.notes {
        ui.say(&format!("note: {note}"));
    }
    let runtime = Runtime::build(RuntimeOptions {
        environment,
        settings,
        allocation: Allocation::OnDemand,
        warden: None,
    })?;
    for fault in runtime.faults() {
        ui.say(&format!(
            "warning: {fault}; until that is mended every command is asked about that no rule allows by its identical text"
        ));
    }
    Ok(runtime)
}

/// Reads the environment, and which settings file is meant.
pub(super) fn environment(settings: &SettingsArguments) -> anyhow::Result<EnvVars> {
    let mut environment = EnvVars::read()?;
    if let Some(file) = &settings.config {
        environment.config = ConfigFile::Named(file.clone());
    }
    Ok(environment)
}

/// Opens a session where we are.
pub(super) fn session(runtime: &Runtime) -> anyhow::Result<Session> {
    Ok(runtime.session(Path::new("."))?)
}

/// Returns the exit code of a decision that was not acted on.
pub(super) const fn code_of(verdict: Verdict) -> Code {
    match verdict {
        Verdict::Allow => Code::Fine,
        Verdict::Pass | Verdict::Ask => Code::Asked,
        Verdict::Deny => Code::Denied,
    }
}

/// Fails if an agent does what only a person may. It is no wall, since a command can take the mark out of its environment;
/// the walls hide the files that matter.
///
/// # Errors
/// It was run by shellward.
pub(super) fn by_a_person(environment: &EnvVars, deed: &str) -> anyhow::Result<()> {
    /// What every run finds in its environment (R5.4).
    const MARK: &str = "SHELLWARD";

    if environment.inherited.iter().any(|(name, _)| name == MARK) {
        anyhow::bail!(
            "only a person can {deed}, and this is run by shellward (hint: use a terminal of your own)"
        );
    }
    Ok(())
}
