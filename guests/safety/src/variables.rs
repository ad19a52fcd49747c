//! Variables that programs or the shell obey (R3.3), as sorted constants: what each does, which of its values do nothing,
//! and whether it counts before anything exports it.
//!
//! A name that is in no table is the script's own. Some of these are set all day (`RUSTFLAGS="-D warnings"`,
//! `GIT_EDITOR=true`): values that load and run nothing are told apart in `values`.

mod names;
mod values;

use self::{names::NAMES, values::is_plain};

/// What a variable does, as the end of a sentence that begins with its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// It names code.
    Code,
    /// It names a program.
    Program,
    /// It is more options.
    Options,
    /// It decides where names are looked up.
    Search,
    /// It names settings.
    Settings,
    /// It is obeyed by the shell.
    Shell,
    /// It changes what names and globs mean.
    Names,
    /// It names a file that is written.
    Writes,
}

impl Why {
    /// Returns the sentence.
    pub(crate) const fn sentence(self) -> &'static str {
        match self {
            Self::Code => "makes programs load code from wherever it says",
            Self::Program => "names a program that others run",
            Self::Options => "gives programs options that are not among their words",
            Self::Search => "decides which files the names of programs mean",
            Self::Settings => {
                "makes programs take their settings, which can name programs, from elsewhere"
            }
            Self::Shell => "is obeyed by the shell itself, which may run what is in it",
            Self::Names => "changes what names mean to the shell",
            Self::Writes => "makes programs write a file that is not among their words",
        }
    }
}

/// Values that do nothing of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unless {
    /// None.
    Never,
    /// No value, as if it were not set.
    Empty,
    /// A program that does nothing: `cat`, `true`.
    Idle,
    /// `0`, `1`, `true` and the like.
    Switch,
    /// A word that is no path.
    Word,
    /// One of the system's shells.
    SystemShell,
    /// A compiler or a tool of one, by its usual name.
    Compiler,
    /// A Python, by its usual name.
    Python,
    /// Options of one letter each without arguments.
    Letters,
    /// Options of compilers that only change what is made.
    Compile,
    /// Options of rustc of that kind.
    Rust,
    /// Options of go of that kind.
    Go,
    /// Options of make of that kind.
    Make,
    /// Options of node of that kind.
    Node,
    /// How much memory a Java machine takes, or numbers and switches by name.
    Sizes,
}

/// Where a variable has to be set to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Anywhere: the shell obeys it, or it is mostly in the environment already, so that any new value is seen.
    Always,
    /// In the environment of a program. As a variable of the script it is just a name.
    Exported,
}

/// One variable, or a family of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    name: &'static str,
    pub(crate) why: Why,
    unless: Unless,
    pub(crate) reach: Reach,
}

const fn row(name: &'static str, why: Why, unless: Unless, reach: Reach) -> Row {
    Row {
        name,
        why,
        unless,
        reach,
    }
}

impl Row {
    /// Whether a certain value does nothing of what the variable is feared for.
    pub(crate) fn is_harmless(&self, value: &str) -> bool {
        is_plain(self.unless, value)
    }
}

/// Beginnings of names, sorted. The first that fits counts.
static BEGINNINGS: [Row; 14] = [
    row("BASH_FUNC_", Why::Names, Unless::Never, Reach::Always),
    row("DYLD_", Why::Code, Unless::Empty, Reach::Always),
    row("GIT_CONFIG", Why::Settings, Unless::Never, Reach::Always),
    row("GIT_REDIRECT_", Why::Writes, Unless::Never, Reach::Always),
    row("GIT_TRACE", Why::Writes, Unless::Switch, Reach::Always),
    row("LD_", Why::Code, Unless::Empty, Reach::Always),
    row("LUA_CPATH", Why::Code, Unless::Empty, Reach::Always),
    row("LUA_INIT", Why::Code, Unless::Empty, Reach::Always),
    row("LUA_PATH", Why::Code, Unless::Empty, Reach::Always),
    row("NPM_CONFIG_", Why::Settings, Unless::Switch, Reach::Always),
    row("PERL5", Why::Code, Unless::Empty, Reach::Always),
    row("TF_CLI_ARGS", Why::Options, Unless::Empty, Reach::Always),
    row("ZSH_", Why::Shell, Unless::Word, Reach::Exported),
    row("npm_config_", Why::Settings, Unless::Switch, Reach::Always),
];

/// `PYTHON` and a capital letter behind it: Python's own. `PYTHON_VERSION` is somebody else's.
static OF_PYTHON: Row = row("PYTHON", Why::Code, Unless::Empty, Reach::Always);

/// Ends of names.
static ENDS: [Row; 9] = [
    row("_ASKPASS", Why::Program, Unless::Idle, Reach::Exported),
    row("_EDITOR", Why::Program, Unless::Idle, Reach::Exported),
    row("_LINKER", Why::Program, Unless::Compiler, Reach::Exported),
    row("_OPTIONS", Why::Options, Unless::Sizes, Reach::Exported),
    row("_OPTS", Why::Options, Unless::Sizes, Reach::Exported),
    row("_PAGER", Why::Program, Unless::Idle, Reach::Exported),
    row("_PRELOAD", Why::Code, Unless::Empty, Reach::Exported),
    row("_RUSTFLAGS", Why::Options, Unless::Rust, Reach::Exported),
    row("_WRAPPER", Why::Program, Unless::Empty, Reach::Exported),
];

/// Names that a family would take in, though they only say how much is told, or what is written where it is anyhow.
/// Sorted.
static SAFE: [&str; 33] = [
    "NPM_CONFIG_AUDIT",
    "NPM_CONFIG_CACHE",
    "NPM_CONFIG_COLOR",
    "NPM_CONFIG_FUND",
    "NPM_CONFIG_LOGLEVEL",
    "NPM_CONFIG_PROGRESS",
    "NPM_CONFIG_UPDATE_NOTIFIER",
    "NPM_CONFIG_YES",
    "PYTHONASYNCIODEBUG",
    "PYTHONCOERCECLOCALE",
    "PYTHONDEVMODE",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONFAULTHANDLER",
    "PYTHONHASHSEED",
    "PYTHONIOENCODING",
    "PYTHONMALLOC",
    "PYTHONNODEBUGRANGES",
    "PYTHONNOUSERSITE",
    "PYTHONOPTIMIZE",
    "PYTHONPROFILEIMPORTTIME",
    "PYTHONSAFEPATH",
    "PYTHONTRACEMALLOC",
    "PYTHONUNBUFFERED",
    "PYTHONUTF8",
    "PYTHONVERBOSE",
    "npm_config_audit",
    "npm_config_cache",
    "npm_config_color",
    "npm_config_fund",
    "npm_config_loglevel",
    "npm_config_progress",
    "npm_config_update_notifier",
    "npm_config_yes",
];

/// Variables and arrays that only zsh knows, sorted.
static OF_ZSH: [Row; 12] = [
    row("aliases", Why::Names, Unless::Never, Reach::Always),
    row("builtins", Why::Names, Unless::Never, Reach::Always),
    row("cdpath", Why::Search, Unless::Never, Reach::Always),
    row("commands", Why::Names, Unless::Never, Reach::Always),
    row("fpath", Why::Code, Unless::Never, Reach::Always),
    row("functions", Why::Names, Unless::Never, Reach::Always),
    row("galiases", Why::Names, Unless::Never, Reach::Always),
    row("mapfile", Why::Writes, Unless::Never, Reach::Always),
    row("module_path", Why::Code, Unless::Never, Reach::Always),
    row("options", Why::Shell, Unless::Never, Reach::Always),
    row("path", Why::Search, Unless::Never, Reach::Always),
    row("saliases", Why::Names, Unless::Never, Reach::Always),
];

/// Finds out what a variable does, if it does anything but hold a text.
pub(crate) fn find(name: &str, dialect: &str) -> Option<&'static Row> {
    let among = |rows: &'static [Row]| {
        let at = rows.binary_search_by(|row| row.name.cmp(name)).ok()?;
        rows.get(at)
    };
    if let Some(row) = among(&NAMES) {
        return Some(row);
    }
    if dialect == "zsh"
        && let Some(row) = among(&OF_ZSH)
    {
        return Some(row);
    }
    if SAFE.binary_search(&name).is_ok() {
        return None;
    }
    let is_of_python = |rest: &str| rest.starts_with(|first: char| first.is_ascii_uppercase());
    if name.strip_prefix(OF_PYTHON.name).is_some_and(is_of_python) {
        return Some(&OF_PYTHON);
    }
    BEGINNINGS
        .iter()
        .find(|row| name.starts_with(row.name))
        .or_else(|| ENDS.iter().find(|row| name.ends_with(row.name)))
}

/// Whether anything is known of a variable by this name.
pub(crate) fn is_obeyed(name: &str, dialect: &str) -> bool {
    name == "IFS" || find(name, dialect).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_feared(name: &str, value: &str) -> bool {
        find(name, "bash").is_some_and(|row| !row.is_harmless(value))
    }

    #[test]
    fn tables_are_sorted_and_name_nothing_twice() {
        for rows in [&NAMES[..], &BEGINNINGS, &ENDS, &OF_ZSH] {
            let names: Vec<_> = rows.iter().map(|row| row.name).collect();
            assert!(names.is_sorted_by(|one, next| one < next), "{names:?}");
        }
        assert!(SAFE.is_sorted_by(|one, next| one < next));
    }

    #[test]
    fn what_the_specification_names_is_feared() {
        for name in [
            "LD_PRELOAD",
            "LD_LIBRARY_PATH",
            "DYLD_INSERT_LIBRARIES",
            "PATH",
            "BASH_ENV",
            "ENV",
            "PROMPT_COMMAND",
            "PS4",
            "NODE_OPTIONS",
            "NODE_PATH",
            "PYTHONPATH",
            "PYTHONSTARTUP",
            "PYTHONHOME",
            "PYTHONWARNINGS",
            "PYTHONBREAKPOINT",
            "PERL5OPT",
            "PERL5LIB",
            "RUBYOPT",
            "GOFLAGS",
            "RUSTFLAGS",
            "JAVA_TOOL_OPTIONS",
            "TAR_OPTIONS",
            "GIT_SSH_COMMAND",
            "GIT_EXTERNAL_DIFF",
            "GIT_CONFIG_COUNT",
            "GIT_CONFIG_GLOBAL",
            "GIT_TRACE",
            "LESSOPEN",
            "RUSTC_WRAPPER",
            "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER",
            "DOTNET_STARTUP_HOOKS",
            "npm_config_script_shell",
        ] {
            assert!(is_feared(name, "./x"), "{name}");
        }
    }

    #[test]
    fn names_of_the_scripts_own_are_not() {
        for name in [
            "FOO",
            "X",
            "CI",
            "DEBUG",
            "NODE_ENV",
            "PYTHON_VERSION",
            "PYTHON_BIN",
            "GIT_SHA",
            "GIT_BRANCH",
            "GIT_ROOT",
            "GIT_AUTHOR_NAME",
            "GIT_TERMINAL_PROMPT",
            "GIT_OPTIONAL_LOCKS",
            "PYTHONUNBUFFERED",
            "PYTHONHASHSEED",
            "LC_ALL",
            "TZ",
            "PROJECT_PATH",
            "PATHS",
            "RUST_LOG",
            "RUST_BACKTRACE",
            "CARGO_TARGET_DIR",
            "CARGO_TERM_COLOR",
            "options",
            "path",
        ] {
            assert!(find(name, "bash").is_none(), "{name}");
        }
        assert!(find("path", "zsh").is_some());
    }

    #[test]
    fn values_that_do_nothing_are_told_apart() {
        for (name, value) in [
            ("GIT_PAGER", "cat"),
            ("PAGER", ""),
            ("GIT_EDITOR", "true"),
            ("GIT_SEQUENCE_EDITOR", ":"),
            ("BROWSER", "none"),
            ("ENV", "production"),
            ("GIT_TRACE", "1"),
            ("CC", "clang-17"),
            ("CFLAGS", "-O2 -g -Wall"),
            ("RUSTFLAGS", "-D warnings"),
            ("RUSTUP_TOOLCHAIN", "nightly"),
            ("GOFLAGS", "-mod=mod"),
            ("NODE_OPTIONS", "--max-old-space-size=4096"),
            ("MAVEN_OPTS", "-Xmx2g"),
            ("ASAN_OPTIONS", "detect_leaks=0"),
            ("MAKEFLAGS", "-j8"),
            ("LESS", "-FRX"),
            ("SHELL", "/bin/bash"),
            ("LD_PRELOAD", ""),
        ] {
            assert!(!is_feared(name, value), "{name}={value}");
        }
        for (name, value) in [
            ("PATH", ""),
            ("GIT_PAGER", "less"),
            ("GIT_EDITOR", "true; touch x"),
            ("GIT_TRACE", "/tmp/x"),
            ("ENV", "./x"),
            ("CC", "./cc"),
            ("CFLAGS", "-fplugin=./x.so"),
            ("RUSTFLAGS", "-C linker=./x"),
            ("RUSTUP_TOOLCHAIN", "/tmp/x"),
            ("GOFLAGS", "-toolexec=./x"),
            ("NODE_OPTIONS", "--require=/tmp/p.cjs"),
            ("MAVEN_OPTS", "-javaagent:x.jar"),
            ("ASAN_OPTIONS", "log_path=1"),
            ("MAKEFLAGS", "--eval=x"),
            ("LESS", "+!touch"),
        ] {
            assert!(is_feared(name, value), "{name}={value}");
        }
    }
}
