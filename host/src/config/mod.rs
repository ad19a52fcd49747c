//! Configuration: the only reader of settings files and of the environment.

mod env_vars;
mod hooks;
mod load;
mod mode;
mod programs;
mod prompt_rules;
mod settings;

pub use env_vars::{ConfigFile, EnvVars, HomeError};
pub use hooks::{FailureMode, HookEvent, HookSetting};
pub use load::{ConfigError, load};
pub use mode::{MODE_NAMES, parse_mode};
pub use programs::Program;
pub use prompt_rules::PromptRuleSetting;
pub use settings::Settings;
