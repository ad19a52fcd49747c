//! What is told of git, as examples; what it does in a hostile repository; which flags are left out.

mod commands;
mod completeness;
mod disguised;
mod flags;
mod hostile;

use self::commands::{HARMLESS, NOT_HARMLESS};
use crate::{
    report::Rule,
    testing::{assert_allowed, assert_effects, assert_unknown, tell},
};

#[test]
fn what_people_use_all_day_is_harmless() {
    for command in HARMLESS {
        assert_allowed(command);
    }
    for command in [
        "git log \"HEAD~$n\"",
        "git show \"v$n\"",
        "git branch --contains \"a$x\"",
        "git diff -- \"$file\"",
        "git log --author=\"$me\"",
        "git grep -n -e \"x$x\" src",
    ] {
        assert_allowed(command);
    }
}

#[test]
fn what_writes_runs_connects_or_is_uncertain_is_not_harmless() {
    for command in NOT_HARMLESS {
        assert!(!tell(command).harmless, "{command}");
    }
}

#[test]
fn merges_are_not_shown_as_they_would_be_merged_again() {
    for command in [
        "git log --diff-merges=remerge",
        "git log --diff-merges remerge",
        "git show --diff-merges=r",
    ] {
        assert_unknown(command, Rule::UnknownValue);
    }
    assert_allowed("git log --diff-merges=first-parent");
}

#[test]
fn flags_that_run_write_or_lead_elsewhere_are_not_described() {
    for command in [
        "git diff --ext-diff",
        "git log -p --textconv",
        "git log --show-signature",
        "git diff --submodule=diff",
        "git status --column --help",
        "git log --remerge-diff",
        "git log --stdin",
        "git -p log",
        "git --paginate log",
        "git -C .. status",
        "git --config-env=core.pager=X log",
        "git --git-dir=x log",
        "git --work-tree=.. status",
        "git --exec-path=. status",
        "git --bare log",
        "git --namespace=x log",
        "git diff --outp=x",
        "git status -help",
    ] {
        assert_unknown(command, Rule::UnknownFlag);
    }
    assert_unknown("git status --ignore-submodules=none", Rule::UnknownValue);
    assert_unknown("git frobnicate", Rule::UnknownSubcommand);
}

/// What every command of git does.
const READS: [&str; 2] = ["read . deep", "execute (project)"];
/// What every command does that changes only what git keeps.
const STORES: [&str; 3] = ["read . deep", "execute (project)", "write (repository)"];
/// What every command does that changes files, too.
const CHANGES: [&str; 4] = [
    "read . deep",
    "execute (project)",
    "write (repository)",
    "write (work tree) deep",
];

#[track_caller]
fn assert_tells(command: &str, base: &[&str], more: &[&str]) {
    assert_effects(command, &[base, more].concat());
    assert!(!tell(command).harmless, "{command}");
}

#[test]
fn output_and_order_files_are_effects() {
    assert_tells("git diff --output=x", &READS, &["write x"]);
    assert_tells("git show --output x", &READS, &["write x"]);
    assert_effects("git log -Oorder", &[&READS[..], &["read order"]].concat());
}

#[test]
fn diff_and_grep_read_what_they_are_given() {
    assert_effects(
        "git diff --no-index /etc/passwd \"$x\"",
        &[
            &READS[..],
            &["unknown ?", "read /etc/passwd deep", "read ? deep"],
        ]
        .concat(),
    );
    assert_effects(
        "git diff /dev/null /etc/passwd",
        &[
            &READS[..],
            &["read /dev/null deep", "read /etc/passwd deep"],
        ]
        .concat(),
    );
    assert_effects(
        "git grep x /etc src",
        &[&READS[..], &["read /etc deep", "read src deep"]].concat(),
    );
    assert_effects(
        "git grep -e x -f y /etc",
        &[&READS[..], &["read y", "read /etc deep"]].concat(),
    );
}

#[test]
fn what_only_changes_what_git_keeps_says_so() {
    for command in [
        "git add .",
        "git add -A",
        "git add -u src",
        "git commit -m x",
        "git commit -am 'fix: a && b'",
        "git commit --amend --no-edit",
        "git commit -m \"$x\"",
        "git reset HEAD~1",
        "git reset --soft HEAD~1",
        "git reset -- x",
        "git branch x",
        "git branch -D x",
        "git tag v1",
        "git rm --cached x",
        "git restore --staged x",
        "git restore -S .",
        "git checkout -b x",
        "git switch -c x",
        "git stash drop",
        "git notes add -m x",
        "git gc",
        "git update-ref refs/heads/x HEAD",
        "git reflog expire --all",
        "git worktree prune",
    ] {
        let told = tell(command);
        let mut effects = told.effects.clone();
        effects.dedup();
        assert_eq!(effects, STORES, "{command}");
        assert!(!told.harmless, "{command}");
    }
}

#[test]
fn what_changes_files_says_so() {
    for command in [
        "git checkout main",
        "git checkout -- x",
        "git checkout HEAD -- .",
        "git checkout -b x origin/x",
        "git switch -",
        "git switch main",
        "git restore .",
        "git restore ':/*.rs'",
        "git reset --hard HEAD~5",
        "git merge x",
        "git rebase main",
        "git rebase --continue",
        "git cherry-pick -x abc",
        "git revert --no-edit HEAD",
        "git stash",
        "git stash pop",
        "git bisect start",
        "git read-tree -m",
    ] {
        let told = tell(command);
        let known: Vec<_> = told
            .effects
            .iter()
            .filter(|one| *one != "unknown ?")
            .collect();
        assert_eq!(known, CHANGES.iter().collect::<Vec<_>>(), "{command}");
        assert!(!told.harmless, "{command}");
    }
}

#[test]
fn paths_that_are_named_are_told() {
    assert_tells(
        "git rm -r x y",
        &STORES,
        &["delete x deep", "delete y deep"],
    );
    assert_tells("git rm -r .", &STORES, &["delete (work tree) deep"]);
    assert_tells("git mv a b", &STORES, &["delete a deep", "write b deep"]);
    assert_tells(
        "git restore a b",
        &STORES,
        &["write a deep", "write b deep"],
    );
    assert_tells("git restore -SW a", &STORES, &["write a deep"]);
    assert_tells("git clean -fd", &READS, &["delete (work tree) deep"]);
    assert_tells("git clean -fd a", &READS, &["delete a deep"]);
    assert_tells("git commit -F a", &STORES, &["read a"]);
    assert_tells("git am a", &CHANGES, &["read a deep"]);
    assert_tells(
        "git apply a",
        &READS,
        &["write (repository)", "write (work tree) deep", "read a"],
    );
    assert_tells("git bundle create x --all", &READS, &["write x"]);
    assert_tells("git archive -o x HEAD", &READS, &["write x"]);
    assert_tells("git worktree add ../x", &STORES, &["create ../x deep"]);
    assert_tells("git worktree remove ../x", &STORES, &["delete ../x deep"]);
    assert_tells("git format-patch -o x HEAD~1", &READS, &["create x deep"]);
    assert_tells(
        "git checkout-index -a --prefix=/x/",
        &CHANGES,
        &["write /x/ deep"],
    );
    assert_tells(
        "git merge-file a b c",
        &READS,
        &["write a", "read b", "read c"],
    );
}

#[test]
fn programs_in_the_words_are_told() {
    assert_tells("git bisect run make test", &CHANGES, &["execute make"]);
    assert_tells(
        "git rebase -x 'cargo test' main",
        &CHANGES,
        &["execute cargo test"],
    );
    assert_tells(
        "git clone -u ./x host:y",
        &READS,
        &["create (work tree) deep", "execute ./x", "connect host:y"],
    );
    assert_tells(
        "git grep -Oless x",
        &READS,
        &["execute (pager)", "execute less"],
    );
    assert_tells(
        "git ls-remote --upload-pack='touch x;' .",
        &READS,
        &["execute touch x;", "read . deep"],
    );
    assert_tells("git ls-remote 'ext::x y'", &READS, &["execute ext::x y"]);
    let told = tell("git submodule foreach 'rm x'").effects;
    assert!(told.contains(&"execute rm x".to_owned()), "{told:?}");
    let told = tell("git filter-branch --tree-filter 'rm x' HEAD").effects;
    assert!(told.contains(&"execute rm x".to_owned()), "{told:?}");
}

#[test]
fn remotes_are_told() {
    assert_tells("git push", &STORES, &["connect (remote)"]);
    assert_tells("git push -u origin main", &STORES, &["connect origin"]);
    assert_tells("git push ../x", &STORES, &["write ../x deep"]);
    assert_tells("git fetch --all --prune", &STORES, &["connect (remote)"]);
    assert_tells("git fetch origin a:b", &STORES, &["connect origin"]);
    assert_tells("git pull", &CHANGES, &["connect (remote)"]);
    assert_tells(
        "git pull --rebase origin main",
        &CHANGES,
        &["connect origin"],
    );
    assert_tells(
        "git clone https://host/x",
        &READS,
        &["create (work tree) deep", "connect https://host/x"],
    );
    assert_tells(
        "git clone --depth 1 /a/b c",
        &READS,
        &["create (work tree) deep", "read /a/b deep", "create c deep"],
    );
    assert_tells("git remote show origin", &READS, &["connect (remote)"]);
    assert_tells("git ls-remote", &READS, &["connect (remote)"]);
}

#[test]
fn what_makes_git_run_something_is_told_by_its_path() {
    for command in [
        "git config core.hooksPath x",
        "git remote add x y",
        "git remote set-url x y",
        "git init --template=x",
        "git clone -c core.fsmonitor=x host:y",
        "git clone --template=x host:y",
        "git submodule add host:y",
        "git submodule init",
        "git submodule update --init",
        "git sparse-checkout set x",
        "git maintenance start",
    ] {
        let effects = tell(command).effects;
        assert!(
            effects.contains(&"write .git/config".to_owned()),
            "{command}"
        );
    }
    for command in [
        "git add .",
        "git commit -m x",
        "git push -u origin x",
        "git checkout -b x",
        "git merge x",
        "git pull",
        "git stash",
        "git init",
        "git clone host:y",
    ] {
        let effects = tell(command).effects;
        assert!(
            effects.iter().all(|effect| !effect.contains(".git")),
            "{command}: {effects:?}"
        );
    }
    assert_tells("git init", &READS, &["create (repository)"]);
    assert_tells("git init .", &READS, &["create (repository)"]);
    assert_tells("git init x", &READS, &["create x deep"]);
    assert_tells(
        "git init --template=x",
        &READS,
        &[
            "write .git/config",
            "write .git/hooks deep",
            "read x deep",
            "create (repository)",
        ],
    );
}

#[test]
fn everyday_changes_are_fully_described() {
    for command in [
        "git add -A && git commit",
        "git add -p src",
        "git commit -m \"fix\" -m 'body' --no-verify",
        "git commit -s -S --allow-empty -m x",
        "git commit --fixup HEAD~1",
        "git checkout -q --detach HEAD~1",
        "git checkout -t origin/x",
        "git switch -C x origin/x",
        "git merge --no-ff --no-edit -m x y",
        "git merge -s ours x",
        "git merge --abort",
        "git rebase -i --autosquash --onto a b c",
        "git cherry-pick -n a b",
        "git stash push -u -m x -- src",
        "git stash apply --index",
        "git push --force-with-lease origin HEAD:main",
        "git push --tags --dry-run",
        "git push origin --delete x",
        "git pull --ff-only --tags -p",
        "git fetch -p -t --depth=1 origin main",
        "git clone --depth 1 -b main --single-branch https://host/x y",
        "git clone --recurse-submodules -j8 https://host/x",
        "git tag -a v1 -m x",
        "git branch -m a b",
        "git branch --set-upstream-to=origin/x",
        "git worktree add -b x ../y main",
        "git submodule update --init --recursive",
        "git reset --hard origin/main",
        "git clean -fdx -e .env",
        "git rm -rf --ignore-unmatch x",
        "git format-patch -1 HEAD",
        "git gc --aggressive --prune=now",
        "git bisect bad HEAD",
        "git notes append -m x HEAD",
        "git remote rename a b",
        "git init -b main",
    ] {
        let command = command.split(" && ").next().unwrap();
        let told = tell(command);
        assert_eq!(told.rules, [], "{command}");
        assert!(!told.harmless, "{command}");
    }
}

#[test]
fn subcommands_are_sorted_at_every_depth() {
    fn check(tree: &crate::model::Tree) {
        assert!(tree.branches.is_sorted_by(|left, right| left.0 < right.0));
        for (_, grammar) in tree.branches {
            if let crate::model::Grammar::Tree(tree) = grammar {
                check(tree);
            }
        }
    }
    let crate::model::Grammar::Tree(tree) = &super::TOOL.grammar else {
        panic!("git has subcommands");
    };
    check(tree);
}
