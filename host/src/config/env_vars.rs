//! The environment, read once. Every variable of ours is declared here.

use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy as _, base_strategy::Xdg};

/// Names the shell to use (R5.1).
const SHELL_VARIABLE: &str = "SHELLWARD_SHELL";
/// Names the settings file to use instead of the person's own.
const CONFIG_VARIABLE: &str = "SHELLWARD_CONFIG";
/// The folder of ours in the person's directories.
const FOLDER: &str = "shellward";

/// What the environment says.
#[derive(Clone, Debug)]
pub struct EnvVars {
    /// All variables that are text, for the runs.
    pub inherited: Vec<(String, String)>,
    /// Names of those that are not text, and so are not handed to any run.
    pub not_text: Vec<String>,
    /// `SHELLWARD_SHELL`.
    pub shell_wish: Option<String>,
    /// `SHELL`.
    pub login_shell: Option<String>,
    /// `PATH`, split.
    pub path: Vec<String>,
    /// The home directory.
    pub home: PathBuf,
    /// The settings file: `SHELLWARD_CONFIG`, or the person's own, which may be missing.
    pub config: ConfigFile,
    /// The folder of the person's own settings, whichever file is read.
    pub config_folder: PathBuf,
    /// Where shellward keeps its state.
    pub state: PathBuf,
}

/// Which settings file is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigFile {
    /// One that was named, and so must be there.
    Named(PathBuf),
    /// The person's own, if it is there.
    Own(PathBuf),
}

impl ConfigFile {
    /// Returns the path.
    pub fn path(&self) -> &Path {
        match self {
            Self::Named(path) | Self::Own(path) => path,
        }
    }
}

/// There is no home directory to find settings and state in.
#[derive(Debug, thiserror::Error)]
#[error("no home directory is known: {source} (hint: set HOME to an absolute path)")]
pub struct HomeError {
    source: etcetera::HomeDirError,
}

impl EnvVars {
    /// Reads the environment of this process.
    ///
    /// # Errors
    /// There is no home directory.
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the environment"
    )]
    pub fn read() -> Result<Self, HomeError> {
        let mut inherited = Vec::new();
        let mut not_text = Vec::new();
        for (name, value) in std::env::vars_os() {
            match (name.into_string(), value.into_string()) {
                (Ok(name), Ok(value)) => inherited.push((name, value)),
                (Ok(name), Err(_)) => not_text.push(name),
                (Err(name), _) => not_text.push(name.to_string_lossy().into_owned()),
            }
        }
        let directories = Xdg::new().map_err(|source| HomeError { source })?;
        let config_folder = directories.config_dir().join(FOLDER);
        let config = get(&inherited, CONFIG_VARIABLE).map_or_else(
            || ConfigFile::Own(config_folder.join("config.toml")),
            |path| ConfigFile::Named(PathBuf::from(path)),
        );
        let state = directories
            .state_dir()
            .unwrap_or_else(|| directories.data_dir())
            .join(FOLDER);
        Ok(Self {
            shell_wish: get(&inherited, SHELL_VARIABLE),
            login_shell: get(&inherited, "SHELL"),
            path: get(&inherited, "PATH")
                .map(|path| path.split(':').map(str::to_owned).collect())
                .unwrap_or_default(),
            home: directories.home_dir().to_owned(),
            config,
            config_folder,
            state,
            inherited,
            not_text,
        })
    }
}

/// An empty variable counts as none.
fn get(inherited: &[(String, String)], name: &str) -> Option<String> {
    inherited
        .iter()
        .find(|(candidate, value)| candidate == name && !value.is_empty())
        .map(|(_, value)| value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_variable_counts_as_none() {
        let inherited = vec![
            ("A".to_owned(), String::new()),
            ("B".to_owned(), "b".to_owned()),
        ];
        assert_eq!(get(&inherited, "A"), None);
        assert_eq!(get(&inherited, "B"), Some("b".to_owned()));
    }
}
