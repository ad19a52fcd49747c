//! `shellward config`: settings, and where each of them comes from.

use std::path::Path;

use anyhow::Context as _;
use serde::Serialize;

use super::{
    args::{ConfigCommand, SettingsArguments},
    config_edit::edit,
    config_trust,
    exit_code::Code,
    ui::{FAINT, HEAD, Ui},
};
use crate::{
    config::{self, ConfigFile, EnvVars, Settings},
    guest::default_specs,
    plan::AutoAllow,
    rules::{Source, Wish},
};

/// The version of [`Shown`].
const SHOWN_VERSION: u32 = 1;

/// Runs it.
pub(super) fn config(command: &ConfigCommand, ui: &mut Ui) -> anyhow::Result<Code> {
    match command {
        ConfigCommand::Show(arguments) => {
            let shown = Shown::of(&read(&arguments.settings)?);
            if arguments.json {
                ui.data(&serde_json::to_string_pretty(&shown)?)?;
                ui.data("\n")?;
            } else {
                ui.data(&shown.text())?;
            }
        }
        ConfigCommand::Default => ui.data(config::DEFAULTS)?,
        ConfigCommand::Schema => {
            ui.data(&serde_json::to_string_pretty(&config::schema())?)?;
            ui.data("\n")?;
        }
        ConfigCommand::Allow(rule) => return edit(Some(Wish::Allow), rule, ui),
        ConfigCommand::Ask(rule) => return edit(Some(Wish::Ask), rule, ui),
        ConfigCommand::Deny(rule) => return edit(Some(Wish::Deny), rule, ui),
        ConfigCommand::Revoke(rule) => return edit(None, rule, ui),
        ConfigCommand::Trust(arguments) => return config_trust::trust(arguments, ui),
    }
    Ok(Code::Fine)
}

fn read(arguments: &SettingsArguments) -> anyhow::Result<Settings> {
    let mut environment = EnvVars::read()?;
    if let Some(file) = &arguments.config {
        environment.config = ConfigFile::Named(file.clone());
    }
    config::load_layers(&environment, Path::new("."), default_specs()).context("settings")
}

/// All settings, for `--json`.
#[derive(Serialize)]
struct Shown {
    version: u32,
    settings: Vec<Setting>,
    /// What a person should know of them.
    notes: Vec<String>,
    /// The files of all layers, whether they are there or not.
    files: Vec<String>,
}

/// One value and where it was written.
#[derive(Serialize)]
struct Setting {
    key: String,
    value: String,
    layer: String,
    file: Option<String>,
    line: Option<u32>,
}

impl Setting {
    fn new(key: &str, value: String, source: &Source) -> Self {
        Self {
            key: key.to_owned(),
            value,
            layer: source.layer.clone(),
            file: source.file.clone(),
            line: source.line,
        }
    }
}

impl Shown {
    fn of(settings: &Settings) -> Self {
        let built_in = Source {
            layer: config::Layer::BuiltIn.code().to_owned(),
            file: None,
            line: None,
        };
        let mut shown: Vec<Setting> = settings
            .rules
            .entries()
            .iter()
            .map(|entry| {
                let key = format!("rules.{}", entry.wish);
                Setting::new(&key, entry.rule.to_string(), &entry.source)
            })
            .collect();
        for entry in settings.excluded.entries() {
            shown.push(Setting::new(
                "containment.excluded",
                entry.rule.to_string(),
                &entry.source,
            ));
        }
        let auto_allow = settings.auto_allow == AutoAllow::On;
        for (key, value) in [
            ("mode", settings.mode.to_string()),
            ("containment.mode", settings.containment.to_string()),
            ("containment.auto-allow", auto_allow.to_string()),
            ("containment.network", settings.network.to_string()),
            ("run.timeout-ms", settings.timeout.as_millis().to_string()),
            ("run.output-chars", settings.output_chars.to_string()),
        ] {
            // The last layer that said something was heard.
            let origin = settings.origins.iter().rfind(|origin| origin.key == key);
            let source = origin.map_or(&built_in, |origin| &origin.source);
            shown.push(Setting::new(key, value, source));
        }
        let is_shown = |key: &str| shown.iter().any(|setting| setting.key == key);
        let others: Vec<Setting> = settings
            .origins
            .iter()
            .filter(|origin| !is_shown(&origin.key))
            .map(|origin| Setting::new(&origin.key, origin.value.clone(), &origin.source))
            .collect();
        shown.extend(others);
        let policies = settings.policies.iter().filter_map(|policy| {
            let key = format!("policies.{}", policy.id);
            let is_own = settings.origins.iter().any(|origin| origin.key == key);
            (!is_own).then(|| Setting::new(&key, policy.authority.to_string(), &built_in))
        });
        shown.extend(policies);
        Self {
            version: SHOWN_VERSION,
            settings: shown,
            notes: settings.notes.clone(),
            files: settings
                .files
                .iter()
                .map(|file| file.display().to_string())
                .collect(),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for setting in &self.settings {
            let place = match (&setting.file, setting.line) {
                (Some(file), Some(line)) => format!("{}: {file}:{line}", setting.layer),
                (Some(file), None) => format!("{}: {file}", setting.layer),
                (None, _) => setting.layer.clone(),
            };
            text.extend([format!(
                "{HEAD}{}{HEAD:#} = {}  {FAINT}({place}){FAINT:#}\n",
                setting.key, setting.value
            )]);
        }
        for note in &self.notes {
            text.extend([format!("note: {note}\n")]);
        }
        text
    }
}
