//! Configuration: the only reader of settings files and of the environment. One file for each table.

mod containment_table;
mod edit;
mod env_vars;
mod error;
mod hooks;
mod import;
mod layers;
mod load;
mod mode;
mod policies_table;
mod programs;
mod prompt_rules;
mod rules_table;
mod run_table;
mod settings;
#[cfg(test)]
mod tests;
mod trust;

pub use edit::{EditError, RuleLayer, add_rule, allow_in, remove_rule};
pub use env_vars::{ConfigFile, EnvVars, HomeError};
pub use error::ConfigError;
pub use hooks::{FailureMode, HookEvent, HookSetting};
pub use layers::{Layer, LayerFile, layer_files, project_root};
pub use load::{load, load_layers, project_of, schema};
pub use mode::{MODE_NAMES, parse_mode};
pub use programs::Program;
pub use prompt_rules::PromptRuleSetting;
pub use settings::{Origin, Settings};
pub use trust::{TrustStore, Trustable, make_state, trustable};

/// The settings of somebody who wrote none, as a file with comments.
pub const DEFAULTS: &str = include_str!("defaults.toml");
