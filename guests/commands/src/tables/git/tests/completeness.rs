//! Git's own list of subcommands and its `-h` against the tables: what is left out is listed here, and shrinks.

use std::process::{Command, Stdio};

use super::hostile::no_git;
use crate::{
    model::{Abbreviations, Found, Grammar, Tree},
    report::Stance,
    tables::git,
};

fn git(words: &[&str]) -> String {
    let output = Command::new("timeout")
        .args(["5", "git"])
        .args(words)
        .current_dir(std::env::temp_dir())
        .env_clear()
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env("HOME", "/nonexistent")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .stdin(Stdio::null())
        .output()
        .expect("programs can be started");
    let texts = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&texts).into_owned()
}

fn tree() -> &'static Tree {
    match &git::TOOL.grammar {
        Grammar::Tree(tree) => tree,
        Grammar::Text | Grammar::Options(_) | Grammar::Own(_) => panic!("git has subcommands"),
    }
}

/// Subcommands of git that nobody types, or that are its own machinery.
const NO_TABLE: &[&str] = &[
    "backfill",
    "checkout--worker",
    "credential-cache--daemon",
    "diff-pairs",
    "fetch-pack",
    "for-each-repo",
    "fsck-objects",
    "fsmonitor--daemon",
    "history",
    "index-pack",
    "last-modified",
    "mailinfo",
    "mailsplit",
    "merge-index",
    "merge-ours",
    "merge-recursive",
    "merge-recursive-ours",
    "merge-recursive-theirs",
    "merge-subtree",
    "pack-objects",
    "pack-redundant",
    "pickaxe",
    "receive-pack",
    "refs",
    "remote-ext",
    "remote-fd",
    "replay",
    "repo",
    "send-pack",
    "show-index",
    "submodule--helper",
    "upload-archive",
    "upload-archive--writer",
    "upload-pack",
    // Git may let an alias stand before it, since it is to go away.
    "whatchanged",
];

#[test]
fn every_subcommand_has_a_table_or_a_reason() {
    if no_git() {
        return;
    }
    let has_table = |name: &str| tree().branches.iter().any(|branch| branch.0 == name);
    for name in git(&["--list-cmds=builtins"]).lines() {
        assert!(
            has_table(name) != NO_TABLE.contains(&name),
            "git {name}: in the tables or in the list, not in both"
        );
    }
}

/// An alias can't stand before a subcommand that is built in, and before others it can, where they are not installed.
#[test]
fn what_is_harmless_is_built_in() {
    if no_git() {
        return;
    }
    let builtins = git(&["--list-cmds=builtins"]);
    for (name, grammar) in tree().branches {
        let harmless = match grammar {
            Grammar::Options(spec) => spec.stance == Stance::Reader,
            Grammar::Tree(_) => *name != "submodule",
            Grammar::Text | Grammar::Own(_) => true,
        };
        let built_in = builtins.lines().any(|line| line == *name);
        assert!(!harmless || built_in, "git {name}");
    }
}

/// Flags of readers that `-h` shows and no table describes, apart from negations.
const NOT_DESCRIBED: &[(&str, &[&str])] = &[
    (
        "apply",
        &[
            "build-fake-ancestor",
            "ours",
            "theirs",
            "unsafe-paths",
            "union",
        ],
    ),
    ("branch", &["recurse-submodules"]),
    ("cat-file", &["filters", "path", "textconv"]),
    ("column", &["command", "indent", "nl"]),
    ("diff", &["ext-diff", "submodule", "textconv"]),
    ("fmt-merge-msg", &["file", "into-name", "log", "message"]),
    ("grep", &["ext-grep", "recurse-submodules", "textconv"]),
    ("hash-object", &["filters", "stdin-paths"]),
    (
        "help",
        &[
            "aliases",
            "all",
            "config",
            "developer-interfaces",
            "external-commands",
            "guides",
            "info",
            "man",
            "user-interfaces",
            "verbose",
            "web",
        ],
    ),
    ("ls-files", &["recurse-submodules"]),
    ("merge-file", &["object-id"]),
    ("range-diff", &["ext-diff", "submodule", "textconv"]),
    ("rev-list", &["stdin"]),
];

/// Names of the long options that a usage shows: `--[no-]name`, `--name`.
fn long_options(usage: &str) -> Vec<&str> {
    usage
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with('-'))
        .filter_map(|line| line.split_once("--"))
        .map(|(_, rest)| rest.strip_prefix("[no-]").unwrap_or(rest))
        .filter_map(|rest| {
            let name = |one: char| one.is_ascii_alphanumeric() || one == '-';
            rest.split(|one| !name(one)).next()
        })
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn flags_of_readers_are_described_or_listed() {
    if no_git() {
        return;
    }
    let mut missing = Vec::new();
    for (name, grammar) in tree().branches {
        let Grammar::Options(spec) = grammar else {
            continue;
        };
        if spec.stance == Stance::Changer {
            continue;
        }
        let listed = NOT_DESCRIBED.iter().find(|row| row.0 == *name);
        let usage = git(&[name, "-h"]);
        for option in long_options(&usage) {
            let found = spec.flags.by_long(option, Abbreviations::Refused);
            let is_listed = listed.is_some_and(|row| row.1.contains(&option));
            if matches!(found, Found::Flag(_)) == is_listed {
                missing.push(format!("git {name} --{option}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
