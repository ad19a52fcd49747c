//! What kind of place a path is (R3.4): the tables, and the order in which they are looked at. No file is touched here.

use std::path::{Path, PathBuf};

use crate::judge::{EffectKind, PlaceClass};

/// Places that anybody may read, that hold no secret and that have an end.
const PUBLIC: [&str; 17] = [
    "/dev/null",
    "/etc/os-release",
    "/proc/cpuinfo",
    "/proc/diskstats",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/partitions",
    "/proc/stat",
    "/proc/swaps",
    "/proc/sys/kernel/osrelease",
    "/proc/sys/kernel/ostype",
    "/proc/sys/kernel/version",
    "/proc/uptime",
    "/proc/version",
    "/proc/vmstat",
    "/usr/share",
];
/// One more, apart from the others only because it is also a system directory.
const PUBLIC_HEADERS: &str = "/usr/include";
/// `/etc/os-release` is a link to it.
const OS_RELEASE: &str = "/usr/lib/os-release";

/// Targets to which a write is no write.
const SINKS: [&str; 6] = [
    "/dev/fd/1",
    "/dev/fd/2",
    "/dev/full",
    "/dev/null",
    "/dev/stderr",
    "/dev/stdout",
];

/// Directories of the system, in which every change is dangerous.
const SYSTEM: [&str; 16] = [
    "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/lib64", "/opt", "/proc", "/root", "/run",
    "/sbin", "/srv", "/sys", "/usr", "/var",
];

/// Credentials, relative to the home directory (R6.3).
const HIDDEN_AT_HOME: [&str; 24] = [
    ".aws",
    ".azure",
    ".bash_history",
    ".cargo/credentials.toml",
    ".config/chromium",
    ".config/gcloud",
    ".config/gh",
    ".config/google-chrome",
    ".docker",
    ".git-credentials",
    ".gnupg",
    ".kube",
    ".local/share/keyrings",
    ".mozilla",
    ".mysql_history",
    ".netrc",
    ".npmrc",
    ".password-store",
    ".psql_history",
    ".pypirc",
    ".python_history",
    ".ssh",
    ".terraform.d/credentials.tfrc.json",
    ".zsh_history",
];

/// Files that a shell runs when it starts, relative to the home directory.
const RC_FILES: [&str; 12] = [
    ".bash_aliases",
    ".bash_login",
    ".bash_logout",
    ".bash_profile",
    ".bashrc",
    ".kshrc",
    ".profile",
    ".zlogin",
    ".zlogout",
    ".zprofile",
    ".zshenv",
    ".zshrc",
];

/// Paths that programs outside the walls act on: below any directory, whatever holds it. What lies in them counts too.
/// Nobody copies or moves things into `.git` by hand with good reason.
const DANGEROUS_FILES: [&str; 20] = [
    ".circleci",
    ".claude",
    ".codex",
    ".cursor",
    ".direnv",
    ".envrc",
    ".git",
    ".gitattributes",
    ".gitconfig",
    ".github",
    ".gitlab-ci.yml",
    ".gitmodules",
    ".husky",
    ".idea",
    ".mcp.json",
    ".netrc",
    ".npmrc",
    ".ssh",
    ".vscode",
    ".yarnrc.yml",
];

/// What stays unwritable in a writable root: of the above what tools don't rewrite all day, and of `.git` what makes git
/// run something.
const PROTECTED: [&str; 21] = [
    ".circleci",
    ".claude",
    ".codex",
    ".cursor",
    ".direnv",
    ".envrc",
    ".git/commondir",
    ".git/config",
    ".git/config.worktree",
    ".git/hooks",
    ".git/info",
    ".git/modules",
    ".github/workflows",
    ".gitlab-ci.yml",
    ".husky",
    ".idea",
    ".mcp.json",
    ".netrc",
    ".npmrc",
    PROJECT_SETTINGS,
    ".vscode",
];

/// The project's own configuration of shellward.
pub(super) const PROJECT_SETTINGS: &str = ".shellward";

/// What classes are judged by.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The folders the session may work in, resolved.
    pub roots: &'a [PathBuf],
    /// The session's temporary directory, resolved.
    pub temp: &'a Path,
    /// The home directory, if there is one.
    pub home: Option<&'a Path>,
    /// Files that a shell runs when it starts.
    pub rc_files: &'a [PathBuf],
    /// What every plan hides.
    pub hidden: &'a [PathBuf],
}

/// Returns what every plan hides: credentials of this home directory, and shellward's state.
pub fn hidden_places(home: Option<&Path>, state: &Path) -> Vec<PathBuf> {
    home.into_iter()
        .flat_map(|home| HIDDEN_AT_HOME.iter().map(|name| home.join(name)))
        .chain(std::iter::once(state.to_owned()))
        .collect()
}

/// Returns the files of a home directory that a shell runs when it starts.
pub fn rc_files(home: Option<&Path>) -> Vec<PathBuf> {
    home.into_iter()
        .flat_map(|home| RC_FILES.iter().map(|name| home.join(name)))
        .collect()
}

/// Classes a resolved path by what is done to it.
///
/// Dangerous are only changes: listing the root itself, or reading an editor's settings in it, is reading a root.
pub(super) fn class_of(
    path: &Path,
    kind: EffectKind,
    recursive: bool,
    around: Surroundings<'_>,
) -> PlaceClass {
    if is_hidden(path, recursive, around) {
        PlaceClass::Hidden
    } else if kind.changes() && is_dangerous(path, around) {
        PlaceClass::Dangerous
    } else if is_public(path) {
        PlaceClass::Public
    } else if path.starts_with(around.temp) {
        PlaceClass::Temp
    } else if around.roots.iter().any(|root| path.starts_with(root)) {
        PlaceClass::Root
    } else {
        PlaceClass::Outside
    }
}

fn is_hidden(path: &Path, recursive: bool, around: Surroundings<'_>) -> bool {
    // Everything below a directory is meant: what is hidden in it is, too.
    around
        .hidden
        .iter()
        .any(|hidden| path.starts_with(hidden) || (recursive && hidden.starts_with(path)))
}

fn is_public(path: &Path) -> bool {
    public_places().any(|public| path.starts_with(public))
}

/// The places that anybody may read.
pub(super) fn public_places() -> impl Iterator<Item = &'static Path> {
    let others = [PUBLIC_HEADERS, OS_RELEASE];
    PUBLIC.into_iter().chain(others).map(Path::new)
}

/// Whether a write to a path changes nothing that stays.
pub(super) fn is_sink(path: &Path) -> bool {
    SINKS.iter().any(|sink| path == Path::new(sink))
}

fn is_dangerous(path: &Path, around: Surroundings<'_>) -> bool {
    let in_session =
        path.starts_with(around.temp) || around.roots.iter().any(|root| path.starts_with(root));
    is_base(path, around)
        || has_dangerous_name(path)
        || around.rc_files.iter().any(|file| file == path)
        || (!in_session && SYSTEM.iter().any(|system| path.starts_with(system)))
        || path
            .components()
            .any(|component| component.as_os_str() == PROJECT_SETTINGS)
}

/// Whether a path is `/`, the home directory, a root or the temporary directory itself, or holds one of them: changing
/// it as a whole changes everything in it.
pub(super) fn is_base(path: &Path, around: Surroundings<'_>) -> bool {
    around
        .roots
        .iter()
        .map(PathBuf::as_path)
        .chain(around.home)
        .chain([around.temp])
        .any(|base| base.starts_with(path))
        || path == Path::new("/")
}

fn has_dangerous_name(path: &Path) -> bool {
    path.ancestors().any(|ancestor| {
        DANGEROUS_FILES
            .iter()
            .any(|dangerous| ancestor.ends_with(dangerous))
    })
}

/// Returns what stays unwritable in a writable root (R6.3), whether it exists or not.
pub(super) fn protected_in(root: &Path) -> impl Iterator<Item = PathBuf> {
    PROTECTED.iter().map(|name| root.join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: &str = "/home/u";

    fn class(path: &str, kind: EffectKind, recursive: bool) -> PlaceClass {
        let roots = [PathBuf::from("/home/u/proj")];
        let hidden = hidden_places(
            Some(Path::new(HOME)),
            Path::new("/home/u/.local/state/shellward"),
        );
        let around = Surroundings {
            roots: &roots,
            temp: Path::new("/tmp/shellward-1"),
            home: Some(Path::new(HOME)),
            rc_files: &rc_files(Some(Path::new(HOME))),
            hidden: &hidden,
        };
        class_of(Path::new(path), kind, recursive, around)
    }

    fn reading(path: &str) -> PlaceClass {
        class(path, EffectKind::Read, false)
    }

    fn writing(path: &str) -> PlaceClass {
        class(path, EffectKind::Write, false)
    }

    #[test]
    fn reading_in_a_root_is_reading_a_root() {
        assert_eq!(reading("/home/u/proj"), PlaceClass::Root);
        assert_eq!(reading("/home/u/proj/src/a.rs"), PlaceClass::Root);
        assert_eq!(
            reading("/home/u/proj/.vscode/settings.json"),
            PlaceClass::Root
        );
    }

    #[test]
    fn a_name_that_only_begins_like_a_root_is_outside() {
        assert_eq!(reading("/home/u/proj2/a"), PlaceClass::Outside);
    }

    #[test]
    fn credentials_and_state_are_hidden() {
        assert_eq!(reading("/home/u/.ssh/id_rsa"), PlaceClass::Hidden);
        assert_eq!(
            reading("/home/u/.local/state/shellward/compiled"),
            PlaceClass::Hidden
        );
    }

    #[test]
    fn reading_everything_below_home_reads_what_is_hidden_there() {
        assert_eq!(class(HOME, EffectKind::Read, true), PlaceClass::Hidden);
        assert_eq!(class(HOME, EffectKind::Read, false), PlaceClass::Outside);
    }

    #[test]
    fn changes_of_bases_and_of_files_that_others_run_are_dangerous() {
        for path in [
            "/",
            "/home/u",
            "/home",
            "/home/u/proj",
            "/home/u/.bashrc",
            "/home/u/proj/.git/hooks/pre-commit",
            "/home/u/proj/.git",
            "/home/u/proj/.git/commondir",
            "/home/u/proj/.github",
            "/home/u/proj/vendor/x/.git/config",
            "/home/u/proj/.shellward/config.toml",
            "/etc/hosts",
            "/usr/bin/ls",
        ] {
            assert_eq!(writing(path), PlaceClass::Dangerous, "{path}");
        }
        assert_eq!(writing("/home/u/proj/.github2/README.md"), PlaceClass::Root);
    }

    #[test]
    fn what_the_kernel_says_of_the_machine_is_public_and_what_it_says_of_processes_is_not() {
        for path in ["/proc/stat", "/proc/vmstat", "/proc/sys/kernel/osrelease"] {
            assert_eq!(reading(path), PlaceClass::Public, "{path}");
        }
        for path in [
            "/proc",
            "/proc/1/environ",
            "/proc/statx",
            "/proc/keys",
            "/proc/sys/kernel",
            "/proc/sys/kernel/core_pattern",
        ] {
            assert_eq!(reading(path), PlaceClass::Outside, "{path}");
        }
    }

    #[test]
    fn the_null_device_is_a_sink_and_public() {
        assert!(is_sink(Path::new("/dev/null")));
        assert_eq!(reading("/dev/null"), PlaceClass::Public);
        assert!(!is_sink(Path::new("/dev/sda")));
    }
}
