//! Tests of `env.rs`.

use super::*;

const ADDITIONS: Additions<'static> = Additions {
    shell: "/bin/bash",
    temp: "/tmp/session",
    conditions: &[],
};

fn inherited(variables: &[(&str, &str)]) -> Vec<(String, String)> {
    variables
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn value<'a>(environment: &'a Environment, name: &str) -> Option<&'a str> {
    let mut found = environment.variables.iter().filter(|(is, _)| is == name);
    let value = found.next().map(|(_, value)| value.as_str());
    assert!(found.next().is_none(), "{name} is there twice");
    value
}

#[test]
fn secrets_are_known_by_name() {
    for name in [
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_AUTH_TOKEN",
        "OPENAI_API_KEY",
        "HF_TOKEN",
        "AWS_SECRET_ACCESS_KEY",
        "AWS_SESSION_TOKEN",
        "AWS_ACCESS_KEY_ID",
        "AWS_BEARER_TOKEN_BEDROCK",
        "GOOGLE_APPLICATION_CREDENTIALS",
        "AZURE_CLIENT_SECRET",
        "GITHUB_TOKEN",
        "GH_TOKEN",
        "CI_JOB_TOKEN",
        "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
        "ACTIONS_ID_TOKEN_REQUEST_URL",
        "ACTIONS_RUNTIME_URL",
        "OTEL_EXPORTER_OTLP_HEADERS",
        "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
        "SSH_SIGNING_KEY",
        "COSIGN_PRIVATE_KEY",
        "INPUT_ANTHROPIC_API_KEY",
        "INPUT_GITHUB-TOKEN",
        "INPUT_ACTIONS_RUNTIME_URL",
        "NPM_TOKEN",
        "npm_config_//registry.npmjs.org/:_authToken",
        "NPM_CONFIG__AUTH",
        "DB_PASSWORD",
        "PGPASSWORD",
        "MYSQL_PWD",
        "openai_api_key",
        "OPENAI_API_KEY_2",
        "GPG_SIGNING_KEY_BASE64",
        "GCP_CREDENTIALS_JSON",
    ] {
        assert!(is_secret(name), "{name}");
    }
}

#[test]
fn names_that_only_look_like_secrets_are_none() {
    for name in [
        "TOKENIZERS_PARALLELISM",
        "MAX_OUTPUT_TOKENS",
        "KEYBOARD",
        "KEYMAP",
        "PRIMARY_KEY",
        "SSH_AUTH_SOCK",
        "AWS_PROFILE",
        "AWS_REGION",
        "OTEL_SERVICE_NAME",
        "PATH",
        "COMPASS",
        "INPUT_FILE",
        "DATABASE_URL",
        "SECRETARY",
    ] {
        assert!(!is_secret(name), "{name}");
    }
}

#[test]
fn approved_run_inherits_all_but_secrets_and_names_them() {
    let environment = approved(
        &inherited(&[
            ("B_TOKEN", "hush"),
            ("A_API_KEY", "hush"),
            ("EDITOR", "vi"),
            ("X", "1"),
        ]),
        &[],
        ADDITIONS,
    );
    assert_eq!(value(&environment, "X"), Some("1"));
    assert_eq!(value(&environment, "EDITOR"), Some("vi"));
    assert_eq!(value(&environment, "B_TOKEN"), None);
    assert_eq!(environment.scrubbed, ["A_API_KEY", "B_TOKEN"]);
    assert!(!format!("{environment:?}").contains("hush"));
}

#[test]
fn setting_passes_one_name() {
    let inherited = inherited(&[("A_TOKEN", "a"), ("B_TOKEN", "b")]);
    let environment = approved(&inherited, &names(&["A_TOKEN"]), ADDITIONS);
    assert_eq!(value(&environment, "A_TOKEN"), Some("a"));
    assert_eq!(environment.scrubbed, ["B_TOKEN"]);
}

#[test]
fn nothing_that_reshapes_the_shell_reaches_any_run() {
    for name in [
        "BASH_FUNC_ls%%",
        "BASH_ENV",
        "BASH_COMPAT",
        "ENV",
        "SHELLOPTS",
        "BASHOPTS",
        "PS4",
        "PROMPT_COMMAND",
        "CDPATH",
        "GLOBIGNORE",
        "POSIXLY_CORRECT",
        "POSIX_PEDANTIC",
        "ARGV0",
        "IFS",
        "ZDOTDIR",
        "FPATH",
        "NULLCMD",
        "OLDPWD",
    ] {
        let inherited = inherited(&[(name, "x")]);
        let named = names(&[name]);
        assert_eq!(value(&approved(&inherited, &named, ADDITIONS), name), None);
        assert_eq!(value(&harmless(&inherited, &named, ADDITIONS), name), None);
    }
}

#[test]
fn every_run_gets_what_shellward_adds() {
    let inherited = inherited(&[
        ("PAGER", "less"),
        ("TMPDIR", "/tmp"),
        ("SHELL", "/bin/fish"),
    ]);
    for environment in [
        approved(&inherited, &[], ADDITIONS),
        harmless(&inherited, &names(&["PAGER"]), ADDITIONS),
    ] {
        for (name, wanted) in [
            ("SHELL", "/bin/bash"),
            ("TMPDIR", "/tmp/session"),
            ("GIT_EDITOR", "true"),
            ("SHELLWARD", "1"),
            ("PAGER", "cat"),
            ("GIT_PAGER", "cat"),
        ] {
            assert_eq!(value(&environment, name), Some(wanted), "{name}");
        }
        assert_eq!(environment.withheld, names(&[]));
    }
}

#[test]
fn conditions_win_over_what_is_inherited() {
    let conditions = inherited(&[("GIT_CONFIG_COUNT", "1"), ("GIT_PAGER", "")]);
    let additions = Additions {
        conditions: &conditions,
        ..ADDITIONS
    };
    let environment = approved(&inherited(&[("GIT_CONFIG_COUNT", "9")]), &[], additions);
    assert_eq!(value(&environment, "GIT_CONFIG_COUNT"), Some("1"));
    assert_eq!(value(&environment, "GIT_PAGER"), Some(""));
}

#[test]
fn harmless_run_gets_an_allowlist() {
    let inherited = inherited(&[
        ("HOME", "/h"),
        ("PATH", "/bin"),
        ("LC_ALL", "C"),
        ("X", "1"),
    ]);
    let environment = harmless(&inherited, &[], ADDITIONS);
    assert_eq!(value(&environment, "HOME"), Some("/h"));
    assert_eq!(value(&environment, "PATH"), Some("/bin"));
    assert_eq!(value(&environment, "LC_ALL"), Some("C"));
    assert_eq!(value(&environment, "X"), None);
    assert_eq!(environment.withheld, names(&[]));
}

#[test]
fn harmless_run_gets_what_its_script_names() {
    let inherited = inherited(&[("PROJECT", "p"), ("A_TOKEN", "t"), ("B_TOKEN", "t")]);
    let environment = harmless(&inherited, &names(&["PROJECT", "A_TOKEN"]), ADDITIONS);
    assert_eq!(value(&environment, "PROJECT"), Some("p"));
    assert_eq!(value(&environment, "A_TOKEN"), None);
    assert_eq!(environment.scrubbed, ["A_TOKEN"]);
}

#[test]
fn harmless_run_gets_nothing_that_steers_tools_and_says_so() {
    for name in [
        "LD_PRELOAD",
        "DYLD_INSERT_LIBRARIES",
        "GIT_DIR",
        "GIT_TRACE",
        "PYTHONSTARTUP",
        "PERL5OPT",
        "NODE_OPTIONS",
        "TAR_OPTIONS",
        "LESSOPEN",
        "GREP_OPTIONS",
        "RIPGREP_CONFIG_PATH",
        "GOFLAGS",
        "RUSTFLAGS",
        "MAKEFLAGS",
        "SSLKEYLOGFILE",
        "_POSIX2_VERSION",
        "GZIP",
        "AWKLIBPATH",
        "EDITOR",
    ] {
        let environment = harmless(&inherited(&[(name, "x")]), &names(&[name]), ADDITIONS);
        assert_eq!(value(&environment, name), None, "{name}");
        assert_eq!(environment.withheld, [name]);
    }
}

#[test]
fn name_that_comes_twice_is_there_once() {
    let environment = approved(&inherited(&[("X", "1"), ("X", "2")]), &[], ADDITIONS);
    assert_eq!(value(&environment, "X"), Some("1"));
}

#[test]
fn impossible_names_are_left_out() {
    let environment = approved(&inherited(&[("", "1"), ("A=B", "2")]), &[], ADDITIONS);
    assert!(environment.variables.iter().all(|(_, value)| value != "2"));
    assert_eq!(value(&environment, ""), None);
}
