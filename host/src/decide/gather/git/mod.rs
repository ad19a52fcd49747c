//! The condition "git runs no program that the repository names" (R3.2).
//!
//! The host brings it about by environment, which reaches most of what a repository can name. Filters, text conversions and
//! external diffs have names of their own choosing, and submodules have filters of their own: a repository that has them
//! is found by looking at its configuration, and asks.

mod index;
mod inert;

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::sys::files::{self, Found};

/// Largest git configuration that is looked at, in bytes.
const MAX_CONFIG_BYTES: u64 = 256 * 1024;

/// Settings for git that no repository can override.
const SETTINGS: [(&str, &str); 16] = [
    ("blame.ignoreRevsFile", ""),
    ("core.fsmonitor", "false"),
    ("core.hooksPath", "/dev/null"),
    ("core.pager", "cat"),
    ("core.sshCommand", "false"),
    ("core.untrackedCache", "false"),
    ("diff.ignoreSubmodules", "all"),
    ("diff.submodule", "short"),
    ("gpg.program", "false"),
    ("gpg.ssh.program", "false"),
    ("gpg.x509.program", "false"),
    ("log.diffMerges", "separate"),
    ("log.showSignature", "false"),
    ("safe.bareRepository", "explicit"),
    ("status.submoduleSummary", "false"),
    ("submodule.recurse", "false"),
];

/// Environment besides the settings: no pager, no prompt, no lock, nothing fetched.
const ENVIRONMENT: [(&str, &str); 7] = [
    ("GIT_ALLOW_PROTOCOL", ""),
    ("GIT_CONFIG_NOSYSTEM", "0"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_PAGER", "cat"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_TRACE", "0"),
];

/// Sections of a configuration that can name programs which [`SETTINGS`] don't reach, or lead elsewhere.
const SECTIONS: [(&str, &str); 3] = [
    ("[filter", "a filter program"),
    ("[include", "another configuration"),
    ("[submodule", "a submodule"),
];

/// Keys that can, in whatever section.
const KEYS: [(&str, &str); 5] = [
    ("command", "a diff program"),
    ("driver", "a merge program"),
    ("external", "an external diff program"),
    ("textconv", "a text conversion program"),
    ("worktree", "another working tree"),
];

/// Keys of a repository's own configuration that name files which git would read and show.
const FILE_KEYS: [(&str, &str); 4] = [
    ("attributesfile", "a file of attributes"),
    ("excludesfile", "a file of patterns"),
    ("file", "a file of names"),
    ("orderfile", "a file of patterns"),
];

/// Returns the environment that neutralises git, with filters of these names switched off.
pub(crate) fn neutral_environment(filters: &[String]) -> Vec<(String, String)> {
    let fixed = SETTINGS
        .iter()
        .map(|(key, value)| ((*key).to_owned(), *value));
    let filters = filters.iter().flat_map(|name| {
        // An empty program is none, and a filter that is not required may be missing.
        [
            ("clean", ""),
            ("smudge", ""),
            ("process", ""),
            ("required", "false"),
        ]
        .map(|(key, value)| (format!("filter.{name}.{key}"), value))
    });
    let settings: Vec<(String, &str)> = fixed.chain(filters).collect();
    let count = settings.len();
    let numbered = settings
        .into_iter()
        .enumerate()
        .flat_map(|(index, (key, value))| {
            [
                (format!("GIT_CONFIG_KEY_{index}"), key),
                (format!("GIT_CONFIG_VALUE_{index}"), value.to_owned()),
            ]
        });
    ENVIRONMENT
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .chain([("GIT_CONFIG_COUNT".to_owned(), count.to_string())])
        .chain(numbered)
        .collect()
}

/// Looks for what the environment can't neutralise: in the repository around a directory, and in the person's own
/// configuration and the machine's, whose programs the attributes of a repository can call up. Returns the names of the
/// filters that are to be switched off.
///
/// # Errors
/// In words for a person: what was found and where, or what could not be looked at.
pub(super) fn check(cwd: &Path, home: Option<&Path>) -> Result<Vec<String>, String> {
    check_around(cwd)?;
    let own_files = home
        .into_iter()
        .flat_map(|home| [home.join(".gitconfig"), home.join(".config/git/config")]);
    let mut own = Own {
        home,
        filters: Vec::new(),
        included: 0,
    };
    let own_files = own_files.chain(OF_MACHINE.iter().map(PathBuf::from));
    for config in own_files {
        own.look_at(&config)?;
    }
    Ok(own.filters)
}

/// The machine's configurations: of a packaged git, and of one that was built here.
const OF_MACHINE: [&str; 2] = ["/etc/gitconfig", "/usr/local/etc/gitconfig"];

/// Most configurations that others include.
const MAX_INCLUDED: usize = 32;

/// What was found in the person's own configurations, and those that they include.
struct Own<'a> {
    home: Option<&'a Path>,
    filters: Vec<String>,
    included: usize,
}

impl Own<'_> {
    fn look_at(&mut self, config: &Path) -> Result<(), String> {
        let Some(text) = read(config)? else {
            return Ok(());
        };
        // The person chose what these name, but not where it is used.
        if let Some((_, what)) = find_key(&plain(&text), &KEYS) {
            return Err(format!(
                "{} names {what}, which files of the project can call up",
                config.display()
            ));
        }
        self.filters.extend(names_of_sections(&text, "filter"));
        let not_understood = || format!("what {} includes is not understood", config.display());
        for path in included(&text).ok_or_else(not_understood)? {
            self.included += 1;
            if self.included > MAX_INCLUDED {
                return Err(format!("{} includes too much", config.display()));
            }
            let path = match (path.strip_prefix("~/"), self.home) {
                (Some(rest), Some(home)) => home.join(rest),
                (Some(_), None) => continue,
                (None, _) => config.parent().unwrap_or(Path::new("/")).join(&path),
            };
            self.look_at(&path)?;
        }
        Ok(())
    }
}

/// The files that a configuration includes, under whatever condition. None: it says so in a way that is not understood.
fn included(text: &str) -> Option<Vec<String>> {
    let joined = text.replace("\\\n", "");
    let mut paths = Vec::new();
    let mut in_include = false;
    for line in joined.lines().map(str::trim) {
        let entry = match line.strip_prefix('[') {
            Some(section) => {
                let (head, rest) = section.split_once(']')?;
                in_include = starts_like(head.trim_start(), "include");
                // A bracket in a condition may be another than the section's own.
                if in_include && head.contains('[') {
                    return None;
                }
                rest.trim()
            }
            None => line,
        };
        let Some((key, path)) = entry.split_once('=').filter(|_| in_include) else {
            continue;
        };
        if key.trim().eq_ignore_ascii_case("path") {
            let path = path.trim();
            let unquoted = path
                .strip_prefix('"')
                .and_then(|path| path.strip_suffix('"'));
            let path = unquoted.unwrap_or(path);
            let other_home = path.starts_with('~') && !path.starts_with("~/");
            if other_home || path.contains(['#', ';', '%', '"', '\\', '[']) {
                return None;
            }
            paths.push(path.to_owned());
        } else if starts_like(key, "path") {
            return None;
        }
    }
    Some(paths)
}

fn starts_like(text: &str, start: &str) -> bool {
    let head = text.get(..start.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(start))
}

/// The names of a configuration's sections of one kind, which unlike everything else in it keep their case.
fn names_of_sections(text: &str, kind: &str) -> Vec<String> {
    let text = text.replace("\\\n", "").replace(['"', '\\'], "");
    text.split('[')
        .map(str::trim_start)
        .filter(|section| starts_like(section, kind))
        .filter_map(|section| section.get(kind.len()..)?.split(']').next())
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

/// The same where nobody can bring it about, since another program runs git: whether git runs nothing all the same.
///
/// # Errors
/// As [`check`], and also for what could be neutralised.
pub(super) fn check_untouched(cwd: &Path, home: Option<&Path>) -> Result<Vec<String>, String> {
    if let Some(filter) = check(cwd, home)?.first() {
        return Err(format!("git might run the filter `{filter}`"));
    }
    inert::check(cwd)?;
    Ok(Vec::new())
}

fn check_around(cwd: &Path) -> Result<(), String> {
    for directory in cwd.ancestors() {
        if looks_bare(directory) {
            return Err(format!(
                "{} looks like a bare repository, whose configuration git would follow",
                directory.display()
            ));
        }
        let entry = directory.join(".git");
        match files::look_at(&entry) {
            Found::Missing => {}
            Found::Directory => {
                if files::look_at(&entry.join("commondir")) != Found::Missing {
                    return Err(format!("{} leads to another repository", entry.display()));
                }
                return check_repository(directory, &entry);
            }
            Found::File => {
                let git = follow_file(&entry)?;
                leads_back(&git, &entry)?;
                return check_repository(directory, &git);
            }
            Found::Special | Found::Unseen => {
                return Err(format!("{} can't be looked at", entry.display()));
            }
        }
    }
    Ok(())
}

/// A directory with these is a repository to git, whatever its name.
fn looks_bare(directory: &Path) -> bool {
    files::look_at(&directory.join("HEAD")) == Found::File
        && files::look_at(&directory.join("objects")) == Found::Directory
        && files::look_at(&directory.join("refs")) == Found::Directory
}

/// Reads where a `.git` file leads: `gitdir: PATH`.
fn follow_file(file: &Path) -> Result<PathBuf, String> {
    let text = read(file)?.unwrap_or_default();
    let target = text
        .strip_prefix("gitdir:")
        .map(str::trim)
        .ok_or_else(|| format!("{} is not understood", file.display()))?;
    let parent = file.parent().unwrap_or(Path::new("/"));
    Ok(parent.join(target))
}

/// Whether a repository knows of the work tree whose `.git` file leads to it: nobody in the work tree can make it say so.
fn leads_back(git: &Path, entry: &Path) -> Result<(), String> {
    if files::look_at(git) == Found::Missing {
        // Git finds nothing there, and does nothing.
        return Ok(());
    }
    let back = read(&git.join("gitdir"))?.unwrap_or_default();
    let real = |path: &Path| files::real_path(Path::new("/"), path);
    if !back.trim().is_empty() && real(Path::new(back.trim())) == real(entry) {
        return Ok(());
    }
    Err(format!(
        "{} leads to {}, which does not know of it",
        entry.display(),
        git.display()
    ))
}

/// Directories of a repository whose files git prints, or follows.
const PRINTED: [&str; 7] = [
    "",
    "info",
    "logs",
    "rebase-apply",
    "rebase-merge",
    "sequencer",
    "worktrees",
];

/// Looks for what leads out of a repository: links in place of its own files, and borrowed objects.
fn stays_inside(git: &Path) -> Result<(), String> {
    let mut directories: Vec<PathBuf> = PRINTED.iter().map(|name| git.join(name)).collect();
    let worktrees = files::names(&git.join("worktrees"), MAX_WORK_TREES);
    let worktrees =
        worktrees.ok_or_else(|| format!("{} has too many work trees", git.display()))?;
    directories.extend(
        worktrees
            .iter()
            .map(|name| git.join("worktrees").join(name)),
    );
    for directory in directories {
        // Hooks are switched off, whatever they are.
        let link = files::links_in(&directory)
            .into_iter()
            .find(|name| name != "hooks");
        if let Some(link) = link {
            return Err(format!("{} is a link", directory.join(link).display()));
        }
    }
    let alternates = git.join("objects/info/alternates");
    if files::look_at(&alternates) != Found::Missing {
        return Err(format!("{} names objects of others", alternates.display()));
    }
    Ok(())
}

/// Most work trees of one repository that are looked at.
const MAX_WORK_TREES: usize = 256;

fn check_repository(work_tree: &Path, git: &Path) -> Result<(), String> {
    // A linked work tree shares the configuration of the repository it was made from.
    let common = match read(&git.join("commondir"))? {
        Some(text) => git.join(text.trim()),
        None => git.to_owned(),
    };
    for config in [common.join("config"), git.join("config.worktree")] {
        if let Some(text) = read(&config)? {
            check_config(&config, &text)?;
        }
    }
    stays_inside(&common)?;
    let modules = work_tree.join(".gitmodules");
    if files::look_at(&modules) != Found::Missing {
        return Err(format!(
            "the repository has submodules ({}), in which git would follow their own configuration",
            modules.display()
        ));
    }
    index::check(git)
}

/// Git's configuration has continuations, several spellings, and keys behind a section on its line. What is wanted here is
/// only that it doesn't speak of certain things at all, so it is enough to see where keys begin.
fn check_config(path: &Path, text: &str) -> Result<(), String> {
    let text = plain(text);
    let section = SECTIONS.iter().find(|(name, _)| {
        let mut sections = text.split('[').skip(1).map(str::trim_start);
        sections.any(|rest| rest.starts_with(name.trim_start_matches('[')))
    });
    let key = || find_key(&text, &KEYS).or_else(|| find_key(&text, &FILE_KEYS));
    match section.or_else(key) {
        None => Ok(()),
        Some((_, what)) => Err(format!(
            "{} may name {what}, which git would run or follow",
            path.display()
        )),
    }
}

/// A configuration in lower case, without continuations, quotes and escapes.
fn plain(text: &str) -> String {
    text.to_ascii_lowercase()
        .replace("\\\n", "")
        .replace(['"', '\\'], "")
}

fn find_key<'k>(
    plain: &str,
    keys: &'k [(&'static str, &'static str)],
) -> Option<&'k (&'static str, &'static str)> {
    plain
        .split(['\n', ']'])
        .filter_map(|entry| entry.split('=').next())
        .map(str::trim)
        .find_map(|key| keys.iter().find(|(name, _)| *name == key))
}

fn read(path: &Path) -> Result<Option<String>, String> {
    files::small_text(path, MAX_CONFIG_BYTES)
        .or_else(|error| match error.kind() {
            io::ErrorKind::NotADirectory => Ok(None),
            _ => Err(error),
        })
        .map_err(|error| format!("{} can't be read: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn repository(config: &str) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir(directory.path().join(".git")).unwrap();
        fs::write(directory.path().join(".git/config"), config).unwrap();
        directory
    }

    #[test]
    fn an_ordinary_repository_can_be_neutralised() {
        let plain = repository("[core]\n\tbare = false\n[remote \"origin\"]\n\turl = x\n");
        assert_eq!(check(plain.path(), None), Ok(Vec::new()));
        fs::create_dir(plain.path().join("src")).unwrap();
        assert_eq!(check(&plain.path().join("src"), None), Ok(Vec::new()));
    }

    #[test]
    fn words_that_only_look_alike_do_not_ask() {
        let alike =
            "[core]\nsshCommand = x\n[remote \"command\"]\nurl = external/driver\n# command = x\n";
        assert_eq!(check(repository(alike).path(), None), Ok(Vec::new()));
    }

    #[test]
    fn programs_with_names_of_their_own_ask() {
        for config in [
            "[filter \"x\"]\nclean = p\n",
            "[FILTER \"x\"]\nprocess = p\n",
            "[diff \"x\"]\ntextConv = p\n",
            "[diff]\nexternal = p\n",
            "[diff \"x\"]\ncommand = p\n",
            "[include]\npath = other\n",
            "[includeIf \"gitdir:/\"]\npath = other\n",
            "[diff \"x\"]\ntext\\\nconv = p\n",
            "[diff \"x\"] command = p\n",
            "[ filter \"x\"] clean = p\n",
            "[diff \"x\"]\n\tTextConv=p\n",
        ] {
            assert!(check(repository(config).path(), None).is_err(), "{config}");
        }
    }

    #[test]
    fn files_of_a_repository_that_lead_elsewhere_ask() {
        for name in [
            "BISECT_LOG",
            "info/attributes",
            "rebase-merge/done",
            "worktrees/x/locked",
        ] {
            let repository = repository("");
            let link = repository.path().join(".git").join(name);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            std::os::unix::fs::symlink("/etc/passwd", &link).unwrap();
            assert!(
                check(repository.path(), None).unwrap_err().contains("link"),
                "{name}"
            );
        }
        for config in [
            "[core]\nattributesFile = ~/.netrc\n",
            "[mailmap]\nfile = x\n",
        ] {
            assert!(check(repository(config).path(), None).is_err(), "{config}");
        }
        let borrowed = repository("");
        fs::create_dir_all(borrowed.path().join(".git/objects/info")).unwrap();
        fs::write(borrowed.path().join(".git/objects/info/alternates"), "/x\n").unwrap();
        assert!(
            check(borrowed.path(), None)
                .unwrap_err()
                .contains("objects of others")
        );
        let elsewhere = repository("");
        fs::write(elsewhere.path().join(".git/commondir"), "/other/.git\n").unwrap();
        assert!(check(elsewhere.path(), None).is_err());
        let unknown = tempfile::tempdir().unwrap();
        let git = repository("");
        let leads = format!("gitdir: {}\n", git.path().join(".git").display());
        fs::write(unknown.path().join(".git"), leads).unwrap();
        assert!(
            check(unknown.path(), None)
                .unwrap_err()
                .contains("does not know")
        );
    }

    #[test]
    fn submodules_ask() {
        let repository = repository("");
        fs::write(repository.path().join(".gitmodules"), "").unwrap();
        assert!(
            check(repository.path(), None)
                .unwrap_err()
                .contains("submodules")
        );
    }

    #[test]
    fn a_bare_repository_in_disguise_asks() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("HEAD"), "ref: refs/heads/x\n").unwrap();
        fs::create_dir(directory.path().join("objects")).unwrap();
        fs::create_dir(directory.path().join("refs")).unwrap();
        assert!(check(directory.path(), None).unwrap_err().contains("bare"));
    }

    #[test]
    fn a_linked_work_tree_is_judged_by_the_repository_it_shares() {
        let main = repository("[diff]\nexternal = p\n");
        let git = main.path().join(".git/worktrees/w");
        fs::create_dir_all(&git).unwrap();
        fs::write(git.join("commondir"), "../..\n").unwrap();
        let linked = tempfile::tempdir().unwrap();
        let entry = linked.path().join(".git");
        fs::write(&entry, format!("gitdir: {}\n", git.display())).unwrap();
        fs::write(git.join("gitdir"), format!("{}\n", entry.display())).unwrap();
        assert!(check(linked.path(), None).unwrap_err().contains("external"));
    }

    #[test]
    fn filters_of_the_person_are_switched_off_and_text_conversions_ask() {
        let home = tempfile::tempdir().unwrap();
        let config = home.path().join(".gitconfig");
        let plain = repository("");
        fs::write(
            &config,
            "[user]\nname = n\n[filter \"lfs\"]\nclean = git-lfs clean\n",
        )
        .unwrap();
        let filters = check(plain.path(), Some(home.path())).unwrap();
        assert_eq!(filters, ["lfs"]);
        let off = (
            "GIT_CONFIG_KEY_16".to_owned(),
            "filter.lfs.clean".to_owned(),
        );
        assert!(neutral_environment(&filters).contains(&off));

        fs::write(&config, "[diff \"x\"]\ntextconv = p\n").unwrap();
        assert!(check(plain.path(), Some(home.path())).is_err());
    }

    #[test]
    fn what_the_person_includes_is_looked_at_too() {
        let home = tempfile::tempdir().unwrap();
        let plain = repository("");
        let write = |name: &str, text: &str| fs::write(home.path().join(name), text).unwrap();
        write(
            ".gitconfig",
            "[includeIf \"gitdir:~/work/\"]\n\tpath = work.inc\n",
        );
        write("work.inc", "[include] path = ~/more.inc\n");
        assert!(check(plain.path(), Some(home.path())).is_ok());
        write("more.inc", "[filter \"x\"]\nclean = p\n");
        assert_eq!(check(plain.path(), Some(home.path())).unwrap(), ["x"]);
        write("more.inc", "[diff]\nexternal = p\n");
        assert!(check(plain.path(), Some(home.path())).is_err());
        for odd in [
            "path = w.inc # mine",
            "path = w.inc ; x",
            "path = ~user/x",
            "path = %(prefix)/x",
            "path = \"a",
        ] {
            write("more.inc", &format!("[include]\n{odd}\n"));
            assert!(check(plain.path(), Some(home.path())).is_err(), "{odd}");
        }
        write("more.inc", "[includeIf \"gitdir:/x/[a]/\"]\npath = w.inc\n");
        assert!(check(plain.path(), Some(home.path())).is_err());
        write("more.inc", "[include]\npath = work.inc\n");
        assert!(
            check(plain.path(), Some(home.path()))
                .unwrap_err()
                .contains("too much")
        );
    }

    #[test]
    fn the_environment_counts_its_settings() {
        let environment = neutral_environment(&[]);
        let count = environment
            .iter()
            .find(|(name, _)| name == "GIT_CONFIG_COUNT")
            .map(|(_, value)| value.as_str());
        assert_eq!(count, Some("16"));
        let last = ("GIT_CONFIG_VALUE_15".to_owned(), "false".to_owned());
        assert!(environment.contains(&last));
    }
}
