//! Finds the shell (R5.1). Looks at files only; what the environment says is handed in by configuration.

use std::{
    fs,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::Path,
};

use crate::read::Dialect;

/// Where shells are searched for, in this order.
const DIRECTORIES: [&str; 4] = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"];

/// A shell that can run scripts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shell {
    /// Its absolute path.
    pub path: String,
    /// The language it speaks.
    pub dialect: Dialect,
    /// Device and inode of the file, so that a permit binds this one (SPEC, Permit).
    pub identity: (u64, u64),
}

/// What is wished for.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// The person's explicit choice, `SHELLWARD_SHELL`. If it can't be used, nothing else is tried.
    pub explicit: Option<&'a str>,
    /// The login shell, `$SHELL`. If it can't be used, others are searched for.
    pub login: Option<&'a str>,
    /// Which dialects are searched for otherwise, the best first. Bash goes first anyway where `login` names it.
    pub order: &'a [Dialect],
}

/// Why there is no shell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShellError {
    /// The explicit choice can't be used.
    #[error(
        "the chosen shell `{path}` cannot be used: {reason}\n\
         hint: name a bash or zsh by absolute path"
    )]
    Unusable {
        /// The choice.
        path: String,
        /// Why not.
        reason: &'static str,
    },
    /// Nothing was found.
    #[error("found neither bash nor zsh in {}\nhint: install bash", DIRECTORIES.join(", "))]
    NotFound,
    /// The dialect has no wrapper.
    #[error("scripts for {0} cannot be run")]
    NotBuiltIn(Dialect),
}

impl ShellError {
    /// Returns the stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unusable { .. } => "shell-unusable",
            Self::NotFound => "shell-not-found",
            Self::NotBuiltIn(_) => "shell-not-built-in",
        }
    }
}

/// Finds the shell that fits the wish best.
///
/// # Errors
/// [`ShellError::Unusable`] for an explicit choice that can't be used, [`ShellError::NotFound`] when there is no shell.
pub fn discover(wish: Wish<'_>) -> Result<Shell, ShellError> {
    discover_in(wish, &DIRECTORIES)
}

fn discover_in(wish: Wish<'_>, directories: &[&str]) -> Result<Shell, ShellError> {
    if let Some(path) = wish.explicit {
        return inspect(path).map_err(|reason| ShellError::Unusable {
            path: path.to_owned(),
            reason,
        });
    }
    if let Some(shell) = wish.login.and_then(|path| inspect(path).ok()) {
        return Ok(shell);
    }
    let login = wish.login.and_then(dialect_of);
    let bash_first = (login == Some(Dialect::Bash)).then_some(Dialect::Bash);
    bash_first
        .iter()
        .chain(wish.order)
        .filter_map(|dialect| file_name(*dialect))
        .flat_map(|name| {
            directories
                .iter()
                .map(move |directory| format!("{directory}/{name}"))
        })
        .find_map(|path| inspect(&path).ok())
        .ok_or(ShellError::NotFound)
}

/// Looks whether a path is a shell that can be used.
fn inspect(path: &str) -> Result<Shell, &'static str> {
    if !path.starts_with('/') {
        return Err("its path is not absolute");
    }
    let dialect = dialect_of(path).ok_or("it is not named bash or zsh")?;
    let metadata = fs::metadata(path).map_err(|_| "it is not there")?;
    if !metadata.is_file() {
        return Err("it is not a file");
    }
    // Whether this user may is left to the kernel, which says so when the shell starts.
    if metadata.permissions().mode() & 0o111 == 0 {
        return Err("it is not executable");
    }
    Ok(Shell {
        path: path.to_owned(),
        dialect,
        identity: (metadata.dev(), metadata.ino()),
    })
}

/// The dialect that a path names: `bash`, or `bash-5.2` as some systems install it.
fn dialect_of(path: &str) -> Option<Dialect> {
    let name = Path::new(path).file_name()?.to_str()?;
    let stem = name.split_once('-').map_or(name, |(stem, _)| stem);
    match stem {
        "bash" => Some(Dialect::Bash),
        "zsh" => Some(Dialect::Zsh),
        _ => None,
    }
}

const fn file_name(dialect: Dialect) -> Option<&'static str> {
    match dialect {
        Dialect::Bash => Some("bash"),
        Dialect::Zsh => Some("zsh"),
        Dialect::PowerShell => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    const SPECIFIED: [Dialect; 2] = [Dialect::Zsh, Dialect::Bash];

    struct Machine {
        directory: tempfile::TempDir,
    }

    impl Machine {
        fn with(programs: &[&str]) -> Self {
            let directory = tempfile::tempdir().unwrap();
            for program in programs {
                let path = directory.path().join(program);
                fs::write(&path, "").unwrap();
                fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            }
            Self { directory }
        }

        fn path(&self, name: &str) -> String {
            self.directory.path().join(name).display().to_string()
        }

        fn discover(
            &self,
            explicit: Option<&str>,
            login: Option<&str>,
        ) -> Result<Shell, ShellError> {
            let wish = Wish {
                explicit,
                login,
                order: &SPECIFIED,
            };
            discover_in(wish, &["/nowhere", self.directory.path().to_str().unwrap()])
        }
    }

    #[test]
    fn explicit_choice_wins() {
        let machine = Machine::with(&["bash", "zsh"]);
        let zsh = machine.path("zsh");
        let shell = machine
            .discover(Some(&zsh), Some(&machine.path("bash")))
            .unwrap();
        assert_eq!((shell.path, shell.dialect), (zsh, Dialect::Zsh));
    }

    #[test]
    fn unusable_choice_is_an_error_although_there_are_others() {
        let machine = Machine::with(&["bash", "fish"]);
        for choice in [machine.path("fish"), machine.path("zsh"), "bash".to_owned()] {
            let error = machine.discover(Some(&choice), None).unwrap_err();
            assert_eq!(error.code(), "shell-unusable");
            assert!(error.to_string().contains(&choice), "{error}");
        }
    }

    #[test]
    fn choice_that_is_a_directory_or_not_executable_is_an_error() {
        let machine = Machine::with(&["bash"]);
        fs::create_dir(machine.path("zsh")).unwrap();
        let bash = machine.path("bash");
        fs::set_permissions(&bash, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(machine.discover(Some(&machine.path("zsh")), None).is_err());
        assert!(machine.discover(Some(&bash), None).is_err());
    }

    #[test]
    fn login_shell_is_taken_if_it_is_one_of_ours() {
        let machine = Machine::with(&["bash", "zsh", "fish"]);
        let bash = machine.path("bash");
        assert_eq!(machine.discover(None, Some(&bash)).unwrap().path, bash);
        let shell = machine.discover(None, Some(&machine.path("fish"))).unwrap();
        assert_eq!(shell.dialect, Dialect::Zsh);
    }

    #[test]
    fn bash_is_searched_first_where_the_login_shell_names_it() {
        let machine = Machine::with(&["bash", "zsh"]);
        let shell = machine.discover(None, Some("/gone/bash")).unwrap();
        assert_eq!(shell.dialect, Dialect::Bash);
        assert_eq!(machine.discover(None, None).unwrap().dialect, Dialect::Zsh);
    }

    #[test]
    fn machine_without_shells_says_so() {
        let machine = Machine::with(&[]);
        assert_eq!(machine.discover(None, None), Err(ShellError::NotFound));
    }

    #[test]
    fn identity_is_that_of_the_file_behind_a_link() {
        let machine = Machine::with(&["bash"]);
        let link = PathBuf::from(machine.path("zsh"));
        std::os::unix::fs::symlink(machine.path("bash"), &link).unwrap();
        let bash = machine.discover(Some(&machine.path("bash")), None).unwrap();
        let linked = machine.discover(link.to_str(), None).unwrap();
        assert_eq!(bash.identity, linked.identity);
    }

    #[test]
    fn versioned_name_is_a_shell() {
        assert_eq!(dialect_of("/opt/bash-5.2"), Some(Dialect::Bash));
        assert_eq!(dialect_of("/opt/bashful"), None);
    }
}
