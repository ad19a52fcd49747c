//! Which variables an allow rule may overlook before a command, and which it may not even name (R4.3, R3.3). Tables
//! and the questions put to them; nothing else.

/// Variables that may stand before an allowed command. None of them names a program, a file, a library or an option.
/// Sorted.
const SAFE: [&str; 44] = [
    "BLOCKSIZE",
    "BLOCK_SIZE",
    "CARGO_TERM_COLOR",
    "CGO_ENABLED",
    "CHARSET",
    "CI",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLORTERM",
    "COLUMNS",
    "DEBUG",
    "FORCE_COLOR",
    "GCC_COLORS",
    "GIT_OPTIONAL_LOCKS",
    "GIT_TERMINAL_PROMPT",
    "GO111MODULE",
    "GOARCH",
    "GOARM",
    "GOEXPERIMENT",
    "GOOS",
    "GREP_COLOR",
    "GREP_COLORS",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_COLLATE",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LC_MONETARY",
    "LC_NUMERIC",
    "LC_TIME",
    "LINES",
    "LSCOLORS",
    "LS_COLORS",
    "NODE_ENV",
    "NO_COLOR",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONUNBUFFERED",
    "RUST_BACKTRACE",
    "RUST_LIB_BACKTRACE",
    "RUST_LOG",
    "TERM",
    "TIME_STYLE",
    "TZ",
];

/// Variables that name a pager. `cat` shows what there is, as no pager at all does.
const PAGERS: [&str; 6] = [
    "AWS_PAGER",
    "BAT_PAGER",
    "GH_PAGER",
    "GIT_PAGER",
    "MANPAGER",
    "PAGER",
];

/// Variables that choose among what a program may do anyhow, as one of its own options would, by program. Only a rule
/// that leaves the options open may overlook them.
const SELECTORS: [(&str, &str); 3] = [
    ("aws", "AWS_DEFAULT_REGION"),
    ("aws", "AWS_PROFILE"),
    ("aws", "AWS_REGION"),
];

/// Variables through which something else runs, is read or is loaded (R3.3). Sorted.
const DANGEROUS: [&str; 32] = [
    "BASHOPTS",
    "BASH_ENV",
    "BROWSER",
    "CC",
    "CDPATH",
    "CXX",
    "EDITOR",
    "ENV",
    "GCONV_PATH",
    "GOFLAGS",
    "GOROOT",
    "HOME",
    "IFS",
    "KUBECONFIG",
    "LESSCLOSE",
    "LESSOPEN",
    "LOCPATH",
    "MAKEFLAGS",
    "MANPAGER",
    "NODE_PATH",
    "PAGER",
    "PATH",
    "PROMPT_COMMAND",
    "PS4",
    "RIPGREP_CONFIG_PATH",
    "RUBYLIB",
    "RUBYOPT",
    "RUSTFLAGS",
    "RUSTUP_TOOLCHAIN",
    "SHELL",
    "SHELLOPTS",
    "VISUAL",
];

/// Beginnings of such names.
const DANGEROUS_PREFIXES: [&str; 12] = [
    "BASH_FUNC_",
    "CARGO_TARGET_",
    "DYLD_",
    "GIT_",
    "JAVA_TOOL_",
    "LD_",
    "NIX_",
    "NPM_CONFIG_",
    "PERL5",
    "PYTHON",
    "RUSTC",
    "npm_config_",
];

/// Names that begin so and only say who and when.
const NOT_DANGEROUS: [&str; 2] = ["GIT_AUTHOR_", "GIT_COMMITTER_"];

/// Ends of such names.
const DANGEROUS_SUFFIXES: [&str; 3] = ["_OPTIONS", "_OPTS", "_WRAPPER"];

/// Whether a variable makes programs run, read or load something else (R3.3).
pub fn is_dangerous(name: &str) -> bool {
    let begins = |heads: &[&str]| heads.iter().any(|head| name.starts_with(head));
    SAFE.binary_search(&name).is_err()
        && !begins(&NOT_DANGEROUS)
        && (DANGEROUS.binary_search(&name).is_ok()
            || begins(&DANGEROUS_PREFIXES)
            || DANGEROUS_SUFFIXES.iter().any(|tail| name.ends_with(tail)))
}

/// Whether `name=value` before a command changes nothing that matters, so that an allow rule may overlook it.
pub fn is_safe(name: &str, value: &str) -> bool {
    (SAFE.binary_search(&name).is_ok() && is_plain(name, value))
        || (PAGERS.binary_search(&name).is_ok() && matches!(value, "" | "cat"))
}

/// Whether `name` chooses among what `program` may do anyhow.
pub fn is_selector(program: &str, name: &str, value: &str) -> bool {
    SELECTORS.contains(&(program, name)) && is_plain(name, value)
}

/// Whether a value is a plain word. Programs build file names out of some of these variables (`config/$NODE_ENV.js`),
/// so a value may not lead out of a folder.
fn is_plain(name: &str, value: &str) -> bool {
    // A time zone is `America/New_York`; `:/etc/x` and `/etc/x` would be files.
    let slash_is_plain = name == "TZ" && !value.starts_with(['/', ':']);
    !value.contains("..")
        && value.chars().all(|one| {
            one.is_ascii_alphanumeric()
                || matches!(
                    one,
                    '_' | '.' | ',' | ':' | ';' | '=' | '+' | '@' | '%' | '-' | '*'
                )
                || (one == '/' && slash_is_plain)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(SAFE.is_sorted());
        assert!(SELECTORS.is_sorted());
        assert!(DANGEROUS.is_sorted());
        assert!(DANGEROUS_PREFIXES.is_sorted());
    }

    #[test]
    fn no_safe_variable_is_dangerous_by_its_exact_name() {
        for name in SAFE {
            assert!(DANGEROUS.binary_search(&name).is_err(), "{name}");
        }
    }

    #[test]
    fn well_known_settings_are_safe() {
        for (name, value) in [
            ("NODE_ENV", "test"),
            ("RUST_LOG", "a::b=debug,c=trace"),
            ("TZ", "America/New_York"),
            ("LC_ALL", "C.UTF-8"),
            ("CI", ""),
        ] {
            assert!(is_safe(name, value), "{name}={value}");
        }
    }

    #[test]
    fn a_value_that_leads_elsewhere_is_not_safe() {
        for (name, value) in [
            ("NODE_ENV", "../../tmp/x"),
            ("NODE_ENV", "a/b"),
            ("TZ", "/etc/shadow"),
            ("TZ", ":/etc/shadow"),
            ("TZ", "a/../../b"),
            ("RUST_LOG", "$(id)"),
            ("CI", "a b"),
        ] {
            assert!(!is_safe(name, value), "{name}={value}");
        }
    }

    #[test]
    fn variables_that_run_something_are_dangerous() {
        for name in [
            "LD_PRELOAD",
            "DYLD_INSERT_LIBRARIES",
            "PATH",
            "NODE_OPTIONS",
            "TAR_OPTIONS",
            "PYTHONPATH",
            "PYTHONSTARTUP",
            "GIT_SSH_COMMAND",
            "RUSTC_WRAPPER",
            "BASH_ENV",
        ] {
            assert!(is_dangerous(name), "{name}");
            assert!(!is_safe(name, "1"), "{name}");
        }
        for name in ["PYTHONUNBUFFERED", "GIT_AUTHOR_DATE", "MY_SETTING"] {
            assert!(!is_dangerous(name), "{name}");
        }
    }

    #[test]
    fn a_pager_may_be_cat_and_nothing_else() {
        assert!(is_safe("GIT_PAGER", "cat"));
        assert!(!is_safe("GIT_PAGER", "less"));
        assert!(PAGERS.is_sorted());
    }

    #[test]
    fn selectors_belong_to_their_program() {
        assert!(is_selector("aws", "AWS_PROFILE", "my-profile"));
        assert!(!is_selector("terraform", "AWS_PROFILE", "my-profile"));
        assert!(!is_selector("aws", "AWS_CONFIG_FILE", "x"));
    }
}
