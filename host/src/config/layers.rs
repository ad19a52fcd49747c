//! The layers of settings and who wins (R4.4, R10.8). Rules and other lists of all layers are united, and a deny of any
//! layer wins; of what has one value the highest layer that says something is heard.

use std::path::{Path, PathBuf};

use super::env_vars::{ConfigFile, EnvVars};

/// What the administrator of the machine wrote.
const MANAGED: &str = "/etc/shellward/config.toml";
/// The file of a project.
pub(super) const PROJECT_FILE: &str = ".shellward/config.toml";
/// The person's own file in a project.
pub(super) const LOCAL_FILE: &str = ".shellward/local.toml";

/// A layer. The order is that of who wins: the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// What holds if nobody says anything.
    BuiltIn,
    /// Settings of another tool.
    Imported,
    /// The person's own file.
    User,
    /// The project's file, which others wrote too.
    Project,
    /// The person's file in the project.
    Local,
    /// A file named on the command line or in the environment.
    CommandLine,
    /// The machine's file.
    Managed,
}

impl Layer {
    /// Returns the word used for it in messages.
    pub const fn code(self) -> &'static str {
        match self {
            Self::BuiltIn => "built-in",
            Self::Imported => "imported",
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
            Self::CommandLine => "command line",
            Self::Managed => "managed",
        }
    }

    /// Whether its file lies in the tree that agents work in: until it is trusted it may only tighten.
    pub const fn is_in_tree(self) -> bool {
        matches!(self, Self::Project | Self::Local)
    }
}

/// A file of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerFile {
    /// The layer.
    pub layer: Layer,
    /// The file.
    pub file: ConfigFile,
}

impl LayerFile {
    /// One that may be missing.
    pub(super) fn own(layer: Layer, path: PathBuf) -> Self {
        Self {
            layer,
            file: ConfigFile::Own(path),
        }
    }
}

/// Returns the files of all layers, whether they are there or not, lowest first. A file that is named stands in for the
/// person's own.
pub fn layer_files(environment: &EnvVars, project: Option<&Path>) -> Vec<LayerFile> {
    let person = LayerFile {
        layer: match environment.config {
            ConfigFile::Named(_) => Layer::CommandLine,
            ConfigFile::Own(_) => Layer::User,
        },
        file: environment.config.clone(),
    };
    let in_project = |layer, name: &str| Some(LayerFile::own(layer, project?.join(name)));
    let mut files: Vec<LayerFile> = [
        in_project(Layer::Project, PROJECT_FILE),
        in_project(Layer::Local, LOCAL_FILE),
    ]
    .into_iter()
    .flatten()
    .chain([
        person,
        LayerFile::own(Layer::Managed, PathBuf::from(MANAGED)),
    ])
    .collect();
    files.sort_by_key(|file| file.layer);
    files
}

/// Directories of the system, which are nobody's project.
const SYSTEM: [&str; 10] = [
    "/bin", "/boot", "/dev", "/etc", "/lib", "/proc", "/run", "/sbin", "/sys", "/usr",
];

/// Whether a folder is a repository, or a worktree of one. An empty `.git` makes none: who can make one must not leave the
/// project's rules behind.
fn is_repository(folder: &Path) -> bool {
    let git = folder.join(".git");
    git.is_file() || git.join("HEAD").exists()
}

/// The folder a session may work in: the repository around the directory, or the directory itself. None that is or holds
/// the home directory, and no directory of the system: everything would be a root. Who wants that names it in the settings.
pub fn project_root(cwd: &Path, home: Option<&Path>) -> Option<PathBuf> {
    let is_too_wide = |path: &Path| {
        path == Path::new("/")
            || home.is_some_and(|home| home.starts_with(path))
            || SYSTEM.iter().any(|system| path.starts_with(system))
    };
    cwd.ancestors()
        .find(|ancestor| is_repository(ancestor))
        .filter(|repository| !is_too_wide(repository))
        .or(Some(cwd).filter(|cwd| !is_too_wide(cwd)))
        .map(Path::to_owned)
}
