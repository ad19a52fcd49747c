//! `git`.

use shellward_sdk::{PieceView, Span, WordView};

use crate::{
    call::{Call, Operand},
    check::DRY_RUN,
    loss,
    model::{
        Danger, Facts, Flag, Hit, Takes, Tool, Verb,
        When::{Given, Operands, Own, Without},
        both, letter, long, loses, takes, tool, verb,
    },
    rules,
};

/// The tool, and those that do one part of it.
pub(super) const TOOLS: &[Tool] = &[
    tool(
        "git hub",
        takes(
            "Cc",
            "git-dir work-tree namespace exec-path super-prefix config-env attr-source",
        ),
        VERBS,
    ),
    tool(
        "git-filter-repo git-filter-branch bfg",
        Takes::NOTHING,
        &[verb(&[], &[REWRITE])],
    )
    .exact(),
];

const FORCE: Flag = both('f', "force");
const DRY: Flag = both('n', "dry-run");
const PATCH: Flag = both('p', "patch");
const DELETE: Flag = both('d', "delete");
const NO_VERIFY: Flag = long("no-verify");

const SKIPS_HOOKS: Danger = loses(
    rules::SKIP_HOOKS,
    &[Given(&[NO_VERIFY])],
    "The checks that the project's hooks make are left out",
    "the same without --no-verify",
)
.unnamed();

const REWRITE: Danger = loses(
    rules::HISTORY,
    &[DRY_RUN],
    "All commits are replaced by others; whoever has the old ones can't merge any more",
    "git clone --mirror . ../backup.git first",
)
.unnamed();

const STASH_FIRST: &str = "git stash push --include-untracked";

const VERBS: &[Verb] = &[
    verb(&["reset"], &[RESET]),
    verb(&["read-tree"], &[READ_TREE]).taking("", "prefix index-output"),
    verb(&["push"], PUSH).taking("o", "push-option repo exec receive-pack"),
    verb(&["clean"], &[CLEAN]).taking("e", "exclude"),
    verb(&["checkout"], CHECKOUT).taking("bB", "orphan conflict pathspec-from-file"),
    verb(&["restore"], &[RESTORE]).taking("s", "source conflict pathspec-from-file"),
    verb(&["switch"], SWITCH).taking("cC", "create force-create orphan conflict"),
    verb(&["checkout-index"], &[CHECKOUT_INDEX]).taking("", "prefix stage"),
    verb(&["branch"], BRANCH).taking(
        "u",
        "set-upstream-to contains no-contains merged points-at format sort",
    ),
    verb(&["tag"], TAG).taking("mFu", "message file local-user sort format contains"),
    verb(&["stash", "drop|clear"], &[STASH]),
    verb(&["filter-branch|filter-repo"], &[REWRITE]),
    verb(&["commit"], COMMIT).taking(
        "mFCct",
        "message file reuse-message reedit-message fixup squash author \
        date template cleanup trailer",
    ),
    verb(&["merge|rebase|am|pull"], &[SKIPS_HOOKS]).taking(
        "mFsX",
        "message file strategy strategy-option \
        into-name onto exec",
    ),
    verb(&["reflog", "expire|delete"], &[EXPIRE]).taking("", "expire expire-unreachable"),
    verb(&["gc"], &[GC]),
    verb(&["prune"], &[PRUNE]).taking("", "expire"),
    verb(&["worktree", "remove"], &[WORKTREE]),
    verb(&["update-ref"], &[UPDATE_REF]).taking("m", ""),
    verb(&["rm"], &[RM]).taking("", "pathspec-from-file"),
    verb(&["submodule", "deinit|update"], &[SUBMODULE]).taking("j", "jobs reference depth filter"),
    verb(&["lfs", "prune"], &[LFS]),
];

const RESET: Danger = loses(
    rules::RESET,
    &[Given(&[long("hard")])],
    "Uncommitted changes to all tracked files are lost, and commits that only this branch has are left to the reflog",
    STASH_FIRST,
)
.unnamed();

const READ_TREE: Danger = loses(
    rules::RESET,
    &[Given(&[letter('u')]), Given(&[long("reset")])],
    "Uncommitted changes to tracked files are lost",
    STASH_FIRST,
)
.unnamed();

const PUSH: &[Danger] = &[
    loses(
        rules::FORCE_PUSH,
        &[Without(&[DRY]), Own(forces)],
        "Commits that the remote has and this repository does not may be lost there",
        "git push --force-with-lease",
    )
    .named_from(1),
    loses(
        rules::DELETE_REMOTE,
        &[Without(&[DRY]), Own(deletes_remote)],
        "Branches or tags of the remote are deleted",
        "git push --dry-run with the same words shows which",
    )
    .named_from(1),
    loses(
        rules::SKIP_HOOKS,
        &[Without(&[DRY]), Given(&[NO_VERIFY])],
        "The checks that the project's hooks make are left out",
        "git push without --no-verify",
    )
    .unnamed(),
];

const CLEAN: Danger = loses(
    rules::CLEAN,
    &[Given(&[FORCE]), Without(&[DRY, both('i', "interactive")])],
    "Files that git does not track are deleted; nothing brings them back",
    "git clean -n shows which; git stash push --include-untracked keeps them",
);

const DISCARDED: &str = "Changes to these files that are not committed are lost";

const CHECKOUT: &[Danger] = &[
    loses(
        rules::DISCARD,
        &[Given(&[FORCE]), Without(&[PATCH])],
        "Uncommitted changes to tracked files are lost",
        STASH_FIRST,
    )
    .unnamed(),
    loses(
        rules::DISCARD,
        &[Without(&[PATCH]), Own(names_paths)],
        DISCARDED,
        "git stash push -- with the same paths",
    ),
    loses(
        rules::DELETE_REF,
        &[Given(&[letter('B')])],
        "If the branch exists it is moved, and commits that only it has are left to the reflog",
        "git checkout -b",
    )
    .unnamed(),
];

const RESTORE: Danger = loses(
    rules::DISCARD,
    &[Without(&[PATCH]), Own(restores_files)],
    DISCARDED,
    "git stash push -- with the same paths",
);

const SWITCH: &[Danger] = &[
    loses(
        rules::DISCARD,
        &[Given(&[FORCE, long("discard-changes")])],
        "Uncommitted changes to tracked files are lost",
        "git switch --merge, or git stash push --include-untracked first",
    )
    .unnamed(),
    loses(
        rules::DELETE_REF,
        &[Given(&[both('C', "force-create")])],
        "If the branch exists it is moved, and commits that only it has are left to the reflog",
        "git switch -c",
    )
    .unnamed(),
];

const CHECKOUT_INDEX: Danger = loses(
    rules::DISCARD,
    &[Given(&[FORCE])],
    "Changes to files that are not in the index are lost",
    STASH_FIRST,
)
.unnamed();

const BRANCH: &[Danger] = &[
    loses(
        rules::DELETE_REF,
        &[Own(deletes_unmerged)],
        "Branches are deleted, whether or not they are merged",
        "git branch -d deletes only what is merged",
    ),
    loses(
        rules::DELETE_REF,
        &[Without(&[DELETE]), Given(&[FORCE, letter('M'), letter('C')])],
        "If the branch exists it is moved or replaced, and commits that only it has are left to the reflog",
        "the same without forcing it",
    )
    .unnamed(),
];

const TAG: &[Danger] = &[
    loses(
        rules::DELETE_REF,
        &[Given(&[DELETE]), Operands(1)],
        "Tags are deleted; git keeps no record of where they were",
        "git show-ref --tags notes where they are",
    ),
    loses(
        rules::DELETE_REF,
        &[Given(&[FORCE])],
        "If the tag exists it is moved; git keeps no record of where it was",
        "a tag of another name",
    )
    .unnamed(),
];

const STASH: Danger = loses(
    rules::STASH,
    &[],
    "Stashed changes are thrown away",
    "git stash branch NAME keeps them on a branch; git stash list shows them",
);

const COMMIT: &[Danger] = &[
    loses(
        rules::HISTORY,
        &[Given(&[long("amend")]), Without(&[long("dry-run")])],
        "The last commit is replaced by another; whoever has the old one can't merge any more",
        "git commit --fixup HEAD",
    )
    .unnamed(),
    loses(
        rules::SKIP_HOOKS,
        &[Given(&[both('n', "no-verify")])],
        "The checks that the project's hooks make are left out",
        "git commit without --no-verify",
    )
    .unnamed(),
];

const EXPIRE: Danger = loses(
    rules::EXPIRE,
    &[Without(&[DRY])],
    "The record of where branches were is deleted, and with it the way back to lost commits",
    "git reflog shows what would be lost",
)
.unnamed();

const GC: Danger = loses(
    rules::EXPIRE,
    &[Own(prunes_now)],
    "Commits that no branch has are deleted at once, lost ones and dropped stashes too",
    "git gc",
)
.unnamed();

const PRUNE: Danger = loses(
    rules::EXPIRE,
    &[Without(&[DRY])],
    "Commits that no branch has are deleted, lost ones and dropped stashes too",
    "git prune -n shows which; git gc keeps the recent ones",
)
.unnamed();

const WORKTREE: Danger = loses(
    rules::WORKTREE,
    &[Given(&[FORCE])],
    "A worktree is deleted with changes that are not committed",
    "git worktree remove without --force",
);

const UPDATE_REF: Danger = loses(
    rules::DELETE_REF,
    &[Given(&[letter('d')])],
    "A reference is deleted, and with it the way to its commits",
    "git branch -d",
);

const RM: Danger = loses(
    rules::DISCARD,
    &[Given(&[FORCE]), Without(&[DRY, long("cached")])],
    "Files are deleted with changes that are not committed",
    "git rm without --force",
);

const SUBMODULE: Danger = loses(
    rules::DISCARD,
    &[Given(&[FORCE])],
    "Changes in submodules that are not committed are lost",
    "the same without --force",
);

const LFS: Danger = loses(
    rules::EXPIRE,
    &[
        Without(&[both('d', "dry-run")]),
        Given(&[FORCE, long("recent"), long("no-verify-remote")]),
    ],
    "Old versions of large files are deleted here",
    "git lfs prune --dry-run",
)
.unnamed();

/// `--force`, `--mirror`, and `+main`. `--force-with-lease` takes care by itself, but not beside `--force`.
fn forces(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    let forced = call.given(&FORCE).or_else(|| call.given(&long("mirror")));
    let refspec = || {
        let mut refspecs = call.operands.iter().skip(1);
        let forced = refspecs.find(|operand| operand.beginning().starts_with('+'));
        forced.map(Operand::span)
    };
    forced.or_else(refspec).map(Hit::at)
}

/// `--delete main`, `:main`, `--prune`.
fn deletes_remote(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    let told = call.given(&DELETE).or_else(|| call.given(&long("prune")));
    let refspec = || {
        let mut refspecs = call.operands.iter().skip(1);
        let empty = |operand: &&Operand<'_>| {
            let text = operand.beginning();
            text.len() > 1 && text.starts_with(':')
        };
        refspecs.find(empty).map(Operand::span)
    };
    told.or_else(refspec).map(Hit::at)
}

/// `-D`, and `-d` with `-f`.
fn deletes_unmerged(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    let both = || {
        call.given(&DELETE)?;
        call.given(&FORCE)
    };
    call.given(&letter('D')).or_else(both).map(Hit::at)
}

/// `--prune=now`, `--prune=all`, and a time of days or less is left alone.
fn prunes_now(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    let now = |value: &str| matches!(value, "now" | "all");
    let prune = long("prune");
    let given = call
        .values(&prune)
        .find(|given| given.value.is_some_and(now))?;
    Some(Hit::at(given.span))
}

/// `restore` writes into files unless it is told `--staged` alone.
fn restores_files(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    let staged = call.given(&both('S', "staged")).is_some();
    let files = call.given(&both('W', "worktree"));
    if staged && files.is_none() {
        return None;
    }
    let from_file = long("pathspec-from-file");
    let has_paths = !call.operands.is_empty() || call.values(&from_file).next().is_some();
    has_paths.then_some(Hit::COMMAND)
}

/// Whether `checkout` has paths: behind `--`, behind a tree, or as its only operand. A branch may be named like a path,
/// so what is there, or else what the word looks like, decides.
fn names_paths(call: &Call<'_>, facts: &Facts<'_>) -> Option<Hit> {
    let new_branch = [
        both('b', "orphan"),
        letter('B'),
        both('t', "track"),
        both('d', "detach"),
    ];
    if new_branch.iter().any(|flag| call.given(flag).is_some()) {
        return None;
    }
    let from_file = long("pathspec-from-file");
    let sides = [both('2', "ours"), both('3', "theirs"), from_file];
    let told = sides.iter().any(|flag| call.given(flag).is_some())
        || call.operands.iter().any(|operand| operand.after_dashes)
        || call.operands.len() > 1;
    let looks = || {
        let [only] = call.operands.as_slice() else {
            return false;
        };
        is_path(only) || is_there(only.span(), call, facts)
    };
    (told || looks()).then(|| {
        let dashes = call.operands.iter().any(|operand| operand.after_dashes);
        let of_side = sides.iter().any(|flag| call.given(flag).is_some());
        // Without `--` the first of several operands may be the tree that they are taken from.
        let trees = usize::from(!dashes && !of_side && call.operands.len() > 1);
        let shown = call.operands.iter().skip(trees);
        let names: Vec<&str> = shown
            .filter(|operand| operand.after_dashes || !dashes)
            .map(written)
            .collect();
        if names.is_empty() {
            Hit::COMMAND
        } else {
            Hit::COMMAND.of(names.join(", "))
        }
    })
}

fn written<'a>(operand: &Operand<'a>) -> &'a str {
    operand.text.unwrap_or_else(|| operand.word.text())
}

fn is_there(span: Span, call: &Call<'_>, facts: &Facts<'_>) -> bool {
    let mut places = loss::places(facts.effects, call.command.index(), span);
    places.any(|place| matches!(place.kind.as_str(), "file" | "directory"))
}

/// Whether a word looks like a path and not like a branch.
fn is_path(operand: &Operand<'_>) -> bool {
    let text = operand.beginning();
    let is_pattern =
        |word: WordView<'_>| word.pieces().any(|piece| PieceView::kind(piece) == "glob");
    let from_a_folder = ["./", "../", "/", ":/", ":(", "~"];
    text == "."
        || text == ".."
        || text.ends_with('/')
        || from_a_folder.iter().any(|start| text.starts_with(start))
        || text.contains('*')
        || is_pattern(operand.word)
        || operand.text.is_some_and(has_extension)
}

/// Whether a name ends like a file's (`main.rs`), and not like a version (`1.2.x`, `v2.0.beta`).
fn has_extension(text: &str) -> bool {
    let name = text.rsplit('/').next().unwrap_or(text);
    let Some((stem, extension)) = name.rsplit_once('.') else {
        return false;
    };
    let is_word = extension.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_short = (2..=5).contains(&extension.len()) || matches!(extension, "c" | "h");
    let is_version = stem.contains('.') && stem.bytes().any(|byte| byte.is_ascii_digit());
    is_word && is_short && !is_version
}

#[cfg(test)]
mod tests {
    use crate::testing::{assert_quiet, assert_warns};

    #[test]
    fn what_throws_changes_away_is_warned_of() {
        for command in [
            "git reset --hard",
            "git reset --har HEAD~5",
            "git -C x reset --hard",
            "git -c a=b --no-pager reset -q --hard origin/main",
            "git read-tree -u --reset HEAD",
        ] {
            assert_warns(command, "git.reset-hard");
        }
        for command in [
            "git checkout HEAD -- .",
            "git checkout -- src/main.rs",
            "git checkout .",
            "git checkout src/",
            "git checkout *.rs",
            "git checkout README.md",
            "git checkout HEAD~1 README",
            "git checkout --ours x/y",
            "git checkout -f main",
            "git restore .",
            "git restore --source HEAD~1 a",
            "git restore --staged --worktree a",
            "git restore -SW a",
            "git switch --discard-changes main",
            "git switch -f main",
            "git rm -rf src",
            "git checkout-index -fa",
            "git submodule deinit --force x",
        ] {
            assert_warns(command, "git.discard");
        }
        for command in ["git clean -fdx", "git clean -d --force", "git clean --forc"] {
            assert_warns(command, "git.clean");
        }
    }

    #[test]
    fn what_only_moves_or_shows_is_quiet() {
        for command in [
            "git reset --soft HEAD~1",
            "git reset HEAD x",
            "git checkout main",
            "git checkout -b x",
            "git checkout -b fix.rs origin/main",
            "git checkout -t origin/x",
            "git checkout --detach v1",
            "git checkout release-1.2",
            "git checkout v1.2.x",
            "git checkout feature/x",
            "git checkout -p src/",
            "git restore --staged a",
            "git restore -S .",
            "git restore -p .",
            "git switch main",
            "git switch -c x",
            "git clean -n",
            "git clean -nfd",
            "git clean -f --dry-run",
            "git clean -i -f",
            "git rm x",
            "git rm -f --cached x",
            "git stash",
            "git stash pop",
            "git rebase main",
            "git log --oneline",
        ] {
            assert_quiet(command);
        }
    }

    #[test]
    fn a_push_that_forces_or_deletes_is_warned_of() {
        for command in [
            "git push --force origin main",
            "git push -f",
            "git push -uf origin main",
            "git push origin +main",
            "git push origin +main:main",
            "git push --mirror",
            "git push --force-with-lease --force",
            "git push --forc",
        ] {
            assert_warns(command, "git.force-push");
        }
        for command in [
            "git push origin --delete x",
            "git push -d origin x",
            "git push origin :x",
            "git push --prune origin",
        ] {
            assert_warns(command, "git.delete-remote");
        }
        for command in [
            "git push",
            "git push --force-with-lease",
            "git push --force-with-lease=main:abc --force-if-includes",
            "git push -f -n",
            "git push --force --dry-run",
            "git push --force --no-force",
            "git push origin :",
            "git push origin a:b",
            "git push -u origin main",
            "git push -o +x origin main",
        ] {
            assert_quiet(command);
        }
    }

    #[test]
    fn references_and_ways_back_are_guarded() {
        for command in [
            "git branch -D x",
            "git branch -df x",
            "git branch --delete --force x",
            "git branch -f main HEAD~3",
            "git branch -M main",
            "git checkout -B x",
            "git switch -C x",
            "git tag -d v1",
            "git tag --delete v1",
            "git tag -f v1",
            "git update-ref -d refs/heads/x",
        ] {
            assert_warns(command, "git.delete-ref");
        }
        for command in [
            "git stash drop",
            "git stash clear",
            "git stash drop -q stash@{1}",
        ] {
            assert_warns(command, "git.drop-stash");
        }
        for command in [
            "git reflog expire --expire=now --all",
            "git reflog delete HEAD@{1}",
            "git gc --prune=now --aggressive",
            "git prune",
        ] {
            assert_warns(command, "git.expire");
        }
        assert_warns("git worktree remove --force x", "git.remove-worktree");
        for command in [
            "git branch -d x",
            "git branch -m x",
            "git tag v1",
            "git tag -l",
            "git gc",
            "git reflog",
            "git worktree remove x",
            "git prune -n",
            "git branch -r",
            "git stash list",
        ] {
            assert_quiet(command);
        }
    }

    #[test]
    fn commits_that_are_replaced_or_not_checked_are_warned_of() {
        for command in [
            "git commit --amend --no-edit",
            "git commit --am",
            "git filter-branch --tree-filter x",
            "git filter-repo --path x",
            "git-filter-repo --path x",
        ] {
            assert_warns(command, "git.rewrite-history");
        }
        for command in [
            "git commit --no-verify -m x",
            "git commit -nm x",
            "git push --no-verify",
            "git merge --no-verify x",
        ] {
            assert_warns(command, "git.skip-hooks");
        }
        for command in [
            "git commit -m '--amend'",
            "git commit -m --no-verify",
            "git commit -am x",
            "git commit -F - --author='x -n'",
            "git merge -n x",
        ] {
            assert_quiet(command);
        }
    }
}
