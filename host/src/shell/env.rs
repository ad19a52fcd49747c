//! The environment of a run (R5.3, R5.4). PURE: the inherited variables are handed in; only names ever leave here.
//!
//! Three tables decide, in this order:
//! - [`reshapes_the_shell`]: variables that change what a script *means* to its shell. The script was read without
//!   them, so no run gets them, not even by name.
//! - [`is_secret`]: approved runs get them only if one setting passes the name; harmless runs never do.
//! - for harmless runs, an allowlist, and [`steers_tools`]: variables that change what tools *do*. Presence is what
//!   counts, so a script doesn't get them for naming them.
//!
//! Decided knowingly: `TOKENIZERS_PARALLELISM`, `MAX_OUTPUT_TOKENS` and `KEYBOARD` are no secrets (whole words of a name
//! are compared, not letters). `GH_TOKEN`, `GITHUB_TOKEN` and `NPM_TOKEN` are: they push and publish far from here.
//! `AWS_PROFILE` is only a name, but `AWS_ACCESS_KEY_ID` goes with its secret, since half a pair of keys breaks the
//! tools' fallback to profiles. `SSH_AUTH_SOCK` is a path that approved runs need to push; walls decide whether it leads
//! anywhere.

use std::collections::BTreeMap;

/// What shellward itself puts into the environment.
#[derive(Clone, Copy, Debug)]
pub struct Additions<'a> {
    /// The shell, by absolute path.
    pub shell: &'a str,
    /// The session's temporary directory, as the run sees it.
    pub temp: &'a str,
    /// What carries out the conditions of the decision (R3.2). It wins over everything.
    pub conditions: &'a [(String, String)],
}

/// An environment, and what is not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// Names and values, each name once.
    pub variables: Vec<(String, String)>,
    /// Names of secrets that were left out, for the outcome (R5.4).
    pub scrubbed: Vec<String>,
    /// Names the script uses that a harmless run doesn't get, for the outcome: what it printed may differ for them.
    pub withheld: Vec<String>,
}

/// Makes the environment of an approved run: inherited, minus secrets. `passed` names secrets that may stay.
pub fn approved(
    inherited: &[(String, String)],
    passed: &[String],
    additions: Additions<'_>,
) -> Environment {
    let mut environment = Builder::default();
    for (name, value) in inherited {
        if !is_name(name) || reshapes_the_shell(name) {
            continue;
        }
        if is_secret(name) && !passed.contains(name) {
            environment.scrubbed.push(name.clone());
        } else {
            environment.keep(name, value);
        }
    }
    environment.finish(additions)
}

/// Makes the environment of a harmless run: an allowlist, and what the script names if that can do no harm.
pub fn harmless(
    inherited: &[(String, String)],
    named: &[String],
    additions: Additions<'_>,
) -> Environment {
    let mut environment = Builder::default();
    for (name, value) in inherited {
        if !is_name(name) {
            continue;
        }
        let is_named = named.contains(name);
        if is_always_passed(name) {
            environment.keep(name, value);
        } else if is_secret(name) {
            // Only those that matter to the script: naming all of them says nothing about it.
            if is_named {
                environment.scrubbed.push(name.clone());
            }
        } else if is_named && !steers_tools(name) && !reshapes_the_shell(name) {
            environment.keep(name, value);
        } else if is_named && !is_set_by_the_shell(name) && !is_added(name) {
            environment.withheld.push(name.clone());
        }
    }
    environment.finish(additions)
}

#[derive(Default)]
struct Builder<'a> {
    variables: BTreeMap<&'a str, &'a str>,
    scrubbed: Vec<String>,
    withheld: Vec<String>,
}

impl<'a> Builder<'a> {
    /// Keeps a variable. Of a name that comes twice the first counts, as it does for `getenv`.
    fn keep(&mut self, name: &'a str, value: &'a str) {
        self.variables.entry(name).or_insert(value);
    }

    fn finish(mut self, additions: Additions<'a>) -> Environment {
        self.variables.insert("SHELL", additions.shell);
        self.variables.insert("TMPDIR", additions.temp);
        self.variables.extend(ADDED);
        let conditions = additions.conditions.iter();
        self.variables
            .extend(conditions.map(|(name, value)| (name.as_str(), value.as_str())));
        let variables = self.variables.into_iter();
        for names in [&mut self.scrubbed, &mut self.withheld] {
            names.sort_unstable();
            names.dedup();
        }
        Environment {
            variables: variables
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            scrubbed: self.scrubbed,
            withheld: self.withheld,
        }
    }
}

/// What every run gets: nothing waits for a person at a pager or an editor.
const ADDED: [(&str, &str); 11] = [
    ("AWS_PAGER", "cat"),
    ("BAT_PAGER", "cat"),
    ("DELTA_PAGER", "cat"),
    ("GH_PAGER", "cat"),
    ("GIT_EDITOR", "true"),
    ("GIT_PAGER", "cat"),
    ("MANPAGER", "cat"),
    ("PAGER", "cat"),
    ("PSQL_PAGER", "cat"),
    ("SHELLWARD", "1"),
    ("SYSTEMD_PAGER", "cat"),
];

/// What a harmless run gets unasked, besides `LC_*`. Sorted.
const ALWAYS_PASSED: [&str; 11] = [
    "COLUMNS", "HOME", "LANG", "LANGUAGE", "LINES", "LOGNAME", "NO_COLOR", "PATH", "TERM", "TZ",
    "USER",
];

fn is_always_passed(name: &str) -> bool {
    ALWAYS_PASSED.binary_search(&name).is_ok() || (name.starts_with("LC_") && !is_secret(name))
}

fn is_added(name: &str) -> bool {
    matches!(name, "SHELL" | "TMPDIR") || ADDED.iter().any(|(added, _)| *added == name)
}

/// Whether a name can be in an environment at all.
fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(['=', '\0'])
}

/// Whether the shell sets it itself, so that the inherited value doesn't matter.
fn is_set_by_the_shell(name: &str) -> bool {
    matches!(name, "PWD" | "OLDPWD" | "SHLVL" | "_")
}

/// Whether a variable changes what a script means to bash or zsh: functions, options, start files, and what lookup,
/// globs, redirects and prompts do.
pub fn reshapes_the_shell(name: &str) -> bool {
    is_set_by_the_shell(name)
        || RESHAPING.binary_search(&name).is_ok()
        || name.starts_with("BASH_")
        || name.starts_with("ZSH_")
        // Where old versions of bash kept functions.
        || name.ends_with("()")
}

/// Sorted.
const RESHAPING: [&str; 33] = [
    "ARGV0",
    "BASHOPTS",
    "CDPATH",
    "CHILD_MAX",
    "ENV",
    "EXECIGNORE",
    "FCEDIT",
    "FIGNORE",
    "FPATH",
    "FUNCNEST",
    "GLOBIGNORE",
    "GLOBSORT",
    "IFS",
    "KEYBOARD_HACK",
    "MAILCHECK",
    "MODULE_PATH",
    "NULLCMD",
    "OPTERR",
    "OPTIND",
    "POSIXLY_CORRECT",
    "POSIX_PEDANTIC",
    "PROMPT_COMMAND",
    "PS0",
    "PS1",
    "PS2",
    "PS3",
    "PS4",
    "READNULLCMD",
    "REPORTTIME",
    "SHELLOPTS",
    "STTY",
    "TMOUT",
    "ZDOTDIR",
];

/// Whether a variable holds a secret, by its name.
pub fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_uppercase().replace(['-', '.', ':', '/'], "_");
    // CI systems hand each input to a step once more under this prefix.
    let name = name.strip_prefix("INPUT_").unwrap_or(&name);
    if SECRET_NAMES.binary_search(&name).is_ok()
        || (name.starts_with("OTEL_") && name.ends_with("_HEADERS"))
        || (name.starts_with("NPM_CONFIG_") && name.ends_with("_AUTH"))
    {
        return true;
    }
    let mut words = name.rsplit('_').filter(|word| !is_appendix(word));
    let (last, before) = (words.next().unwrap_or(name), words.next());
    SECRET_WORDS.binary_search(&last).is_ok()
        || (last == "KEY" && before.is_some_and(|word| KEY_KINDS.binary_search(&word).is_ok()))
}

/// Whether a word of a name says nothing of what is in it, as in `API_KEY_2` or `SIGNING_KEY_BASE64`.
fn is_appendix(word: &str) -> bool {
    matches!(word, "BASE64" | "B64" | "JSON") || word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Last words of names of secrets. Sorted.
const SECRET_WORDS: [&str; 20] = [
    "ACCESSTOKEN",
    "APIKEY",
    "APITOKEN",
    "AUTHTOKEN",
    "CREDENTIAL",
    "CREDENTIALS",
    "CREDS",
    "JWT",
    "PASS",
    "PASSPHRASE",
    "PASSWD",
    "PASSWORD",
    "PAT",
    "PGPASSWORD",
    "SECRET",
    "SECRETKEY",
    "SECRETS",
    "SSHPASS",
    "TOKEN",
    "WEBHOOK",
];

/// Words that make a `…_KEY` a secret. Others, such as `PRIMARY_KEY` or `SORT_KEY`, are not. Sorted.
const KEY_KINDS: [&str; 19] = [
    "ACCESS",
    "ACCOUNT",
    "ADMIN",
    "API",
    "APP",
    "APPLICATION",
    "AUTH",
    "DEPLOY",
    "ENCRYPTION",
    "GPG",
    "LICENSE",
    "MASTER",
    "PRIVATE",
    "SECRET",
    "SERVICE",
    "SIGNING",
    "SSH",
    "STORAGE",
    "SUBSCRIPTION",
];

/// Secrets whose names don't end like one, and addresses that carry or fetch one. Sorted.
const SECRET_NAMES: [&str; 21] = [
    "ACTIONS_CACHE_URL",
    "ACTIONS_ID_TOKEN_REQUEST_URL",
    "ACTIONS_RESULTS_URL",
    "ACTIONS_RUNTIME_URL",
    "ALL_INPUTS",
    "ANTHROPIC_CUSTOM_HEADERS",
    "AWS_ACCESS_KEY_ID",
    "AWS_BEARER_TOKEN_BEDROCK",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AZURE_CLIENT_CERTIFICATE_PATH",
    "AZURE_STORAGE_CONNECTION_STRING",
    "CI_JOB_JWT_V1",
    "CI_JOB_JWT_V2",
    "CI_REPOSITORY_URL",
    "DOCKER_AUTH_CONFIG",
    "MYSQL_PWD",
    "SLACK_WEBHOOK_URL",
    "SYSTEM_OIDCREQUESTURI",
    "VSS_NUGET_EXTERNAL_FEED_ENDPOINTS",
];

/// Whether a variable changes what tools do: what they run, load, write or read first, and how they take their
/// arguments.
pub fn steers_tools(name: &str) -> bool {
    STEERING_NAMES.binary_search(&name).is_ok()
        || STEERING_STARTS.iter().any(|start| name.starts_with(start))
        || STEERING_ENDS.iter().any(|end| name.ends_with(end))
}

/// Families of variables, one for each loader, interpreter or tool.
const STEERING_STARTS: [&str; 37] = [
    "ACK_",
    "AG_",
    "AWK",
    "BAT_",
    "BUNDLE_",
    "CARGO_",
    "DOCKER_",
    "DYLD_",
    "FD_",
    "FZF_",
    "GAWK_",
    "GIT_",
    "GLIBC_",
    "GREP_",
    "JAVA_",
    "JDK_",
    "JQ_",
    "KUBE",
    "LD_",
    "LESS",
    "MALLOC_",
    "NODE_",
    "NPM_",
    "PERL",
    "PYTHON",
    "RIPGREP_",
    "RUBY",
    "RUSTC",
    "RUSTDOC",
    "RUSTUP_",
    "SHELLWARD_",
    "SSH_",
    "SUDO_",
    "SYSTEMD_",
    "TAR_",
    "XZ_",
    "npm_",
];

/// Ends of names under which tools take options, programs and files to load.
const STEERING_ENDS: [&str; 21] = [
    "ARGS",
    "BROWSER",
    "CMD",
    "COMMAND",
    "CONFIG",
    "CONFIG_DIR",
    "CONFIG_FILE",
    "EDITOR",
    "FLAGS",
    "HOOK",
    "OPT",
    "OPTIONS",
    "OPTS",
    "PAGER",
    "PATH",
    "PLUGIN",
    "PLUGINS",
    "PRELOAD",
    "RCFILE",
    "WRAPPER",
    "_TRACE",
];

/// Sorted.
const STEERING_NAMES: [&str; 36] = [
    "BLOCKSIZE",
    "BLOCK_SIZE",
    "BZIP",
    "BZIP2",
    "CC",
    "CURL_HOME",
    "CXX",
    "DF_BLOCK_SIZE",
    "DU_BLOCK_SIZE",
    "GETCONF_DIR",
    "GNUPGHOME",
    "GODEBUG",
    "GOENV",
    "GOROOT",
    "GOTOOLCHAIN",
    "GZIP",
    "HOSTALIASES",
    "INPUTRC",
    "LOCALDOMAIN",
    "LS_BLOCK_SIZE",
    "MAKEFILES",
    "MORE",
    "QUOTING_STYLE",
    "SHELLWARD",
    "SSLKEYLOGFILE",
    "TABSIZE",
    "TERMCAP",
    "TERMINFO",
    "TERMINFO_DIRS",
    "TIME_STYLE",
    "UNZIP",
    "VISUAL",
    "WGETRC",
    "XDG_CONFIG_HOME",
    "ZIPINFO",
    "_POSIX2_VERSION",
];

#[cfg(test)]
mod tests;
