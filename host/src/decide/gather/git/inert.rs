//! Whether git runs nothing that a repository names although nobody neutralises it: another program than this one runs the
//! command. Only settings that are known to name no program are let through, and of hooks none that reading sets off.

use std::path::{Path, PathBuf};

use super::{follow_file, plain, read};
use crate::sys::files::{self, Found};

/// Settings of a repository that lead to no program. `*` stands for any name.
const SETTINGS: [(&str, &[&str]); 14] = [
    ("advice", &["*"]),
    (
        "branch",
        &[
            "description",
            "merge",
            "pushremote",
            "rebase",
            "remote",
            "vscode-merge-base",
        ],
    ),
    ("color", &["*"]),
    ("commit", &["gpgsign"]),
    (
        "core",
        &[
            "autocrlf",
            "bare",
            "compression",
            "eol",
            "filemode",
            "hookspath",
            "ignorecase",
            "logallrefupdates",
            "longpaths",
            "precomposeunicode",
            "quotepath",
            "repositoryformatversion",
            "safecrlf",
            "symlinks",
            "untrackedcache",
        ],
    ),
    ("fetch", &["prune"]),
    ("gc", &["auto"]),
    ("index", &["version"]),
    ("init", &["defaultbranch"]),
    ("merge", &["conflictstyle", "ff"]),
    ("pull", &["ff", "rebase"]),
    ("push", &["autosetupremote", "default"]),
    (
        "remote",
        &[
            "fetch",
            "gh-resolved",
            "mirror",
            "prune",
            "push",
            "pushurl",
            "tagopt",
            "url",
        ],
    ),
    ("user", &["email", "name", "signingkey"]),
];
/// Hooks that reading may set off: it may write the index anew.
const HOOKS: [&str; 2] = ["post-index-change", "reference-transaction"];

/// Checks the repository around a directory, which was found to be one that can be neutralised.
///
/// # Errors
/// In words for a person: what git might run.
pub(super) fn check(cwd: &Path) -> Result<(), String> {
    let Some((work_tree, git)) = repository(cwd)? else {
        return Ok(());
    };
    let common = match read(&git.join("commondir"))? {
        Some(text) => git.join(text.trim()),
        None => git.clone(),
    };
    let mut hooks = vec![common.join("hooks")];
    for config in [common.join("config"), git.join("config.worktree")] {
        if let Some(text) = read(&config)? {
            for (key, value) in settings(&config, &text)? {
                if key == "core.hookspath" {
                    hooks.push(work_tree.join(value));
                }
            }
        }
    }
    for directory in hooks {
        let hook = HOOKS.iter().map(|name| directory.join(name));
        if let Some(hook) = hook
            .clone()
            .find(|hook| files::look_at(hook) != Found::Missing)
        {
            return Err(format!("git might run {}", hook.display()));
        }
    }
    Ok(())
}

fn repository(cwd: &Path) -> Result<Option<(PathBuf, PathBuf)>, String> {
    for directory in cwd.ancestors() {
        let entry = directory.join(".git");
        match files::look_at(&entry) {
            Found::Missing => {}
            Found::Directory => return Ok(Some((directory.to_owned(), entry))),
            Found::File => return Ok(Some((directory.to_owned(), follow_file(&entry)?))),
            Found::Special | Found::Unseen => {
                return Err(format!("{} can't be looked at", entry.display()));
            }
        }
    }
    Ok(None)
}

/// Reads the settings of a configuration, all of which must be known.
fn settings(config: &Path, text: &str) -> Result<Vec<(String, String)>, String> {
    let mut found = Vec::new();
    let mut section = String::new();
    // Paths keep their case.
    let joined = text.replace("\\\n", "");
    for line in joined.lines().map(str::trim) {
        let unknown = || {
            let shown = crate::untrusted::tame(line, 80);
            format!(
                "{} says `{shown}`, which may name a program",
                config.display()
            )
        };
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(head) = line.strip_prefix('[') {
            // What stands behind a section on its line, or has a bracket in its name, is not worth understanding.
            let head = head
                .strip_suffix(']')
                .filter(|head| !head.contains(['[', ']']));
            let name = head.and_then(|head| head.split_whitespace().next());
            section = plain(name.ok_or_else(unknown)?);
            continue;
        }
        let (key, value) = line.split_once('=').unwrap_or((line, "true"));
        let key = plain(key.trim());
        let keys = SETTINGS.iter().find(|(name, _)| *name == section);
        let is_known =
            keys.is_some_and(|(_, keys)| keys.contains(&"*") || keys.contains(&key.as_str()));
        let value = value.trim();
        if !is_known || (key == "hookspath" && value.contains(['~', '"', '\\', '#', ';', '%'])) {
            return Err(unknown());
        }
        found.push((format!("{section}.{key}"), value.to_owned()));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn repository(config: &str) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir_all(directory.path().join(".git/hooks")).unwrap();
        fs::write(directory.path().join(".git/config"), config).unwrap();
        directory
    }

    #[test]
    fn an_ordinary_repository_names_nothing() {
        let config = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\
                      [remote \"origin\"]\n\turl = x\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n\
                      # fsmonitor\n[branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n[user]\nname = n\n";
        let repository = repository(config);
        fs::write(repository.path().join(".git/hooks/pre-commit"), "").unwrap();
        assert_eq!(check(repository.path()), Ok(()));
    }

    #[test]
    fn what_may_name_a_program_is_said() {
        for config in [
            "[core]\n\tfsmonitor = ./x\n",
            "[CORE]\nFsMonitor=./x\n",
            "[core]fsmonitor = x\n",
            "[core]\nfs\\\nmonitor = ./x\n",
            "[core]\nsshCommand = ./x\n",
            "[core]\npager = ./x\n",
            "[gpg]\nprogram = ./x\n",
            "[alias]\nst = !x\n",
            "[core]\nhooksPath = ~/x\n",
            "[core \"a]b\"]\nx = y\n",
        ] {
            assert!(check(repository(config).path()).is_err(), "{config}");
        }
    }

    #[test]
    fn a_hook_that_reading_sets_off_is_found_wherever_it_is() {
        let own = repository("");
        fs::write(own.path().join(".git/hooks/post-index-change"), "").unwrap();
        assert!(check(own.path()).is_err());
        let elsewhere = repository("[core]\nhooksPath = .husky/_\n");
        assert_eq!(check(elsewhere.path()), Ok(()));
        fs::create_dir_all(elsewhere.path().join(".husky/_")).unwrap();
        fs::write(elsewhere.path().join(".husky/_/post-index-change"), "").unwrap();
        assert!(check(elsewhere.path()).is_err());
    }
}
