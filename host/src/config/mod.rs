//! Configuration: the only reader of settings files and of the environment.

mod env_vars;
mod load;
mod mode;
mod settings;

pub use env_vars::{ConfigFile, EnvVars, HomeError};
pub use load::{ConfigError, load};
pub use mode::{MODE_NAMES, parse_mode};
pub use settings::Settings;
