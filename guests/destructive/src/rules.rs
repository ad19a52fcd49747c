//! The rules a warning can name: stable ids, and what each stands for.

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    /// Its stable id.
    pub(crate) id: &'static str,
    /// What it stands for.
    pub(crate) summary: &'static str,
}

const fn rule(id: &'static str, summary: &'static str) -> Rule {
    Rule { id, summary }
}

/// `rm -r`, `rm -f`, `rm` of what a pattern finds, `find -delete`.
pub(crate) const DELETE: Rule = rule("files.delete", "Files are deleted without asking");
/// `shred`, `srm`, `wipe`.
pub(crate) const SHRED: Rule = rule("files.shred", "Contents are made unrecoverable");
/// `>`, `cp`, `mv`, `tee`, `truncate` over what exists.
pub(crate) const OVERWRITE: Rule = rule(
    "files.overwrite",
    "What a file holds is replaced or cut off",
);
/// `rsync --delete`, `tar --remove-files`, `zip -m`.
pub(crate) const MIRROR: Rule = rule(
    "files.mirror",
    "Files are deleted as a part of copying or packing",
);
/// `chmod -R`, `chown -R`.
pub(crate) const PERMISSIONS: Rule = rule(
    "files.permissions",
    "Owners or permissions of a whole tree change; the old ones are kept nowhere",
);
/// `dd of=`, `mkfs`, `wipefs`.
pub(crate) const DISK: Rule = rule(
    "disk.overwrite",
    "A disk, partition or volume is overwritten",
);
/// `git reset --hard`.
pub(crate) const RESET: Rule = rule("git.reset-hard", "Uncommitted changes are thrown away");
/// `git checkout -- path`, `git restore path`.
pub(crate) const DISCARD: Rule = rule("git.discard", "Changes to files are thrown away");
/// `git clean -f`.
pub(crate) const CLEAN: Rule = rule("git.clean", "Files that git does not track are deleted");
/// `git push --force`, `+refspec`, `--mirror`.
pub(crate) const FORCE_PUSH: Rule = rule(
    "git.force-push",
    "Commits of others on the remote may be lost",
);
/// `git push --delete`, `:branch`.
pub(crate) const DELETE_REMOTE: Rule = rule(
    "git.delete-remote",
    "Branches or tags of the remote are deleted",
);
/// `git branch -D`, `-f`, `tag -d`, `update-ref -d`.
pub(crate) const DELETE_REF: Rule = rule(
    "git.delete-ref",
    "A branch, tag or reference is deleted or moved, merged or not",
);
/// `git stash drop`, `clear`.
pub(crate) const STASH: Rule = rule("git.drop-stash", "Stashed changes are thrown away");
/// `git filter-branch`, `commit --amend`.
pub(crate) const HISTORY: Rule = rule("git.rewrite-history", "Commits are replaced by others");
/// `git commit --no-verify`.
pub(crate) const SKIP_HOOKS: Rule = rule("git.skip-hooks", "Checks of the project are left out");
/// `git reflog expire`, `git gc --prune=now`.
pub(crate) const EXPIRE: Rule = rule(
    "git.expire",
    "What could bring lost commits back is deleted",
);
/// `git worktree remove --force`.
pub(crate) const WORKTREE: Rule = rule(
    "git.remove-worktree",
    "Files of a worktree are deleted with their changes",
);
/// `DROP`, `TRUNCATE`, `DELETE` without `WHERE`.
pub(crate) const SQL: Rule = rule("database.delete", "Data of a database is deleted");
/// `FLUSHALL`, `dropdb`, `db:reset`.
pub(crate) const DATABASE: Rule = rule("database.drop", "A whole database is emptied or deleted");
/// `docker system prune`, `volume rm`, `rm -f`.
pub(crate) const CONTAINER: Rule = rule(
    "container.delete",
    "Containers, images or volumes are deleted",
);
/// `kubectl delete`, `drain`, `helm uninstall`.
pub(crate) const CLUSTER: Rule = rule(
    "cluster.delete",
    "Objects of a cluster are deleted or moved",
);
/// `terraform destroy`.
pub(crate) const INFRASTRUCTURE: Rule =
    rule("infrastructure.destroy", "Infrastructure is destroyed");
/// `terraform apply -auto-approve`.
pub(crate) const UNSEEN_PLAN: Rule = rule(
    "infrastructure.unseen-plan",
    "Changes are made to infrastructure that nobody has looked at",
);
/// `aws … delete-…`, `gcloud … delete`, `az … delete`.
pub(crate) const CLOUD: Rule = rule(
    "cloud.delete",
    "Resources or objects in a cloud are deleted",
);
/// `npm unpublish`, `gh repo delete`.
pub(crate) const PUBLISHED: Rule = rule("published.delete", "What others use or see is taken away");
/// `kill -9 -1`, `killall`.
pub(crate) const PROCESSES: Rule = rule(
    "process.kill-many",
    "Several processes are ended, with what they have not saved",
);
/// `crontab -r`, `history -c`, `userdel -r`, `iptables -F`.
pub(crate) const MACHINE: Rule = rule(
    "machine.settings",
    "Settings or records of the machine are deleted",
);

/// All rules.
pub(crate) const ALL: [Rule; 28] = [
    DELETE,
    SHRED,
    OVERWRITE,
    MIRROR,
    PERMISSIONS,
    DISK,
    RESET,
    DISCARD,
    CLEAN,
    FORCE_PUSH,
    DELETE_REMOTE,
    DELETE_REF,
    STASH,
    HISTORY,
    SKIP_HOOKS,
    EXPIRE,
    WORKTREE,
    SQL,
    DATABASE,
    CONTAINER,
    CLUSTER,
    INFRASTRUCTURE,
    UNSEEN_PLAN,
    CLOUD,
    PUBLISHED,
    PROCESSES,
    MACHINE,
    POWER,
];

/// `shutdown`, `reboot`.
pub(crate) const POWER: Rule = rule(
    "machine.power",
    "The machine goes down with all that runs on it",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_read_as_subject_and_deed() {
        for (at, rule) in ALL.iter().enumerate() {
            assert!(rule.id.contains('.'), "{}", rule.id);
            let same = ALL.iter().skip(at + 1).any(|other| other.id == rule.id);
            assert!(!same, "{}", rule.id);
        }
    }
}
