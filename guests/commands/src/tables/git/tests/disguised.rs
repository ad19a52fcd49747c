//! Traps of other kinds than settings: missing objects, submodules, a repository in disguise; and what only looking finds.

use super::hostile::{Neutral, SEARCH_PATHS, Trap, no_git};

/// What looks at the object that is missing.
const NEED_OBJECTS: [&str; 8] = [
    "git log -p -- plain",
    "git show HEAD~1:plain",
    "git diff HEAD~1 -- plain",
    "git blame plain",
    "git grep x HEAD~1",
    "git archive HEAD~1",
    "git cat-file -p HEAD~1:plain",
    "git rev-list --objects HEAD",
];

#[test]
fn objects_that_are_missing_are_not_fetched() {
    if no_git() {
        return;
    }
    let mut trap = Trap::new();
    let id = trap.must(&["git", "rev-parse", "HEAD~1:plain"]);
    let (directory, file) = id.trim().split_at(2);
    std::fs::remove_file(trap.path(&format!(".git/objects/{directory}/{file}")))
        .expect("the object is there");
    let remote = format!("ext::{}", trap.evil("remote"));
    for (key, value) in [
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.partialCloneFilter", "blob:none"),
        ("protocol.ext.allow", "always"),
    ] {
        trap.must(&["git", "config", key, value]);
    }
    // By the first address a program is asked, by the second a program is run that reads the directory.
    let upload_pack = trap.evil("upload-pack");
    trap.must(&["git", "config", "remote.origin.uploadpack", &upload_pack]);
    for address in ["./other", remote.as_str()] {
        trap.must(&["git", "config", "remote.origin.url", address]);
        for search_path in SEARCH_PATHS {
            search_path.clone_into(&mut trap.search_path);
            for command in NEED_OBJECTS {
                trap.run(&["sh", "-c", command], Neutral::Yes);
                assert!(trap.take_marks().is_empty(), "{command}");
            }
        }
    }
    trap.run(&["git", "show", "HEAD~1:plain"], Neutral::No);
    assert_eq!(trap.take_marks(), ["remote"]);
}

/// Makes a repository in the project, which is not asked for by it, with filters of its own.
fn hide_repository(trap: &Trap) {
    let inner = |words: &[&str]| {
        let output = trap.run_in("project/a-sub", words, Neutral::No);
        assert!(output.status.success(), "{words:?}: {output:?}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    trap.write("a-sub/file", "a\n");
    inner(&["git", "init", "-q", "-b", "main"]);
    inner(&["git", "add", "."]);
    inner(&["git", "commit", "-q", "-m", "x"]);
    let id = inner(&["git", "rev-parse", "HEAD"]);
    inner(&["git", "config", "filter.x.clean", &trap.evil("clean")]);
    inner(&["git", "config", "core.fsmonitor", &trap.evil("fsmonitor")]);
    inner(&["git", "config", "diff.external", &trap.evil("external")]);
    trap.write("a-sub/.git/info/attributes", "* filter=x diff=x\n");
    trap.write("a-sub/file", "b\n");
    let link = format!("160000,{id},a-sub");
    trap.must(&["git", "update-index", "--add", "--cacheinfo", &link]);
}

/// The repository within is asked whether it is clean, and so runs its own filters, where nothing forbids that: for the
/// plumbing always, for the rest if `.gitmodules` says so, be it only in the index. A link (mode 160000) in the index is
/// what the host must look for.
#[test]
fn a_repository_within_is_found_only_by_looking() {
    if no_git() {
        return;
    }
    let trap = Trap::new();
    hide_repository(&trap);
    for (command, marks) in [
        ("git status", &[][..]),
        ("git diff", &[]),
        ("git log -p", &[]),
        ("git ls-files -m -o", &[]),
        ("git clean -n", &[]),
        ("git diff-files -p", &["clean"]),
    ] {
        trap.run(&["sh", "-c", command], Neutral::Yes);
        assert_eq!(trap.take_marks(), marks, "{command}");
    }
    let modules = "[submodule \"a-sub\"]\npath = a-sub\nurl = x\nignore = none\n";
    trap.write(".gitmodules", modules);
    trap.must(&["git", "add", ".gitmodules"]);
    std::fs::remove_file(trap.path(".gitmodules")).expect("it is there");
    trap.run(&["git", "status"], Neutral::Yes);
    assert_eq!(trap.take_marks(), ["clean"]);
}

#[test]
fn a_bare_repository_in_disguise_runs_nothing() {
    if no_git() {
        return;
    }
    let trap = Trap::new();
    trap.must(&["git", "init", "-q", "--bare", "disguise"]);
    let config = format!(
        "[core]\nbare = false\nworktree = .\nfsmonitor = {}\n[diff]\nexternal = {}\n[alias]\nx = !{}\n",
        trap.evil("fsmonitor"),
        trap.evil("external"),
        trap.evil("alias")
    );
    trap.write("disguise/config", &config);
    for command in super::commands::HARMLESS {
        trap.run_in("project/disguise", &["sh", "-c", command], Neutral::Yes);
        assert!(trap.take_marks().is_empty(), "{command}");
    }
    trap.run_in("project/disguise", &["git", "x"], Neutral::No);
    assert_eq!(trap.take_marks(), ["alias"]);
}

/// What no environment reaches: a key, and a command that then runs it. The host looks for these before it calls
/// anything harmless.
const FOUND_ONLY_BY_LOOKING: [(&str, &str); 6] = [
    ("filter.x.clean", "git status"),
    ("filter.x.smudge", "git archive HEAD"),
    ("diff.x.textconv", "git log -p"),
    ("diff.x.command", "git diff"),
    ("diff.external", "git diff"),
    ("tar.x.command", "git archive --format=x HEAD"),
];

#[test]
fn what_the_environment_does_not_reach_is_known() {
    if no_git() {
        return;
    }
    for (key, command) in FOUND_ONLY_BY_LOOKING {
        let trap = Trap::new();
        trap.write(".git/info/attributes", "* filter=x diff=x\n");
        trap.write("plain", "THREE\nx\n");
        trap.set_trap(key);
        trap.run(&["sh", "-c", command], Neutral::Yes);
        assert_eq!(trap.take_marks(), [key], "{command}");
    }
}

#[test]
fn an_included_configuration_is_found_only_by_looking() {
    if no_git() {
        return;
    }
    let trap = Trap::new();
    trap.write(
        "other",
        &format!("[diff]\nexternal = {}\n", trap.evil("external")),
    );
    trap.configure("includeIf.onbranch:**.path", "../other");
    trap.run(&["git", "diff"], Neutral::Yes);
    assert_eq!(trap.take_marks(), ["external"]);
}
