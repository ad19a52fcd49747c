//! The policy's self-tests. A warning is no verdict, so the verdict on each is "pass"; the note says whether it warns.

/// A self-test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Example {
    /// A command.
    pub(crate) command: &'static str,
    /// The rule it is warned of by; empty: none.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "the contract has no place for it")
    )]
    pub(crate) rule: &'static str,
    /// Why.
    pub(crate) note: &'static str,
}

const fn warns(command: &'static str, rule: &'static str, note: &'static str) -> Example {
    Example {
        command,
        rule,
        note,
    }
}

const fn quiet(command: &'static str, note: &'static str) -> Example {
    warns(command, "", note)
}

/// All of them.
pub(crate) const ALL: &[Example] = &[
    warns("rm -rf build", "files.delete", "a tree is deleted"),
    warns(
        "rm *.o",
        "files.delete",
        "a pattern finds more than one sees",
    ),
    quiet("rm notes", "one file, by name"),
    warns(
        "find . -name '*.o' -delete",
        "files.delete",
        "all that is found",
    ),
    warns(
        "chmod -R 777 .",
        "files.permissions",
        "the old permissions are kept nowhere",
    ),
    warns(
        "rsync -a --delete a/ b/",
        "files.mirror",
        "the destination loses files",
    ),
    warns(
        "git reset --hard HEAD~5",
        "git.reset-hard",
        "uncommitted changes are lost",
    ),
    quiet("git reset --soft HEAD~1", "changes stay"),
    warns(
        "git push --force origin main",
        "git.force-push",
        "the remote loses commits",
    ),
    warns(
        "git push origin +main",
        "git.force-push",
        "the same, spelled otherwise",
    ),
    quiet(
        "git push --force-with-lease",
        "only what was seen is replaced",
    ),
    warns(
        "git clean -fdx",
        "git.clean",
        "files that git does not know",
    ),
    quiet("git clean -nfd", "a dry run"),
    warns(
        "git checkout -- .",
        "git.discard",
        "changes to files are lost",
    ),
    warns("git checkout src/", "git.discard", "a path, no branch"),
    quiet("git checkout main", "a branch"),
    quiet("git checkout -b x", "a new branch"),
    warns("git branch -D x", "git.delete-ref", "merged or not"),
    warns(
        "git stash clear",
        "git.drop-stash",
        "stashed changes are lost",
    ),
    warns(
        "git commit --amend",
        "git.rewrite-history",
        "a commit is replaced",
    ),
    warns(
        "git commit --no-verify -m x",
        "git.skip-hooks",
        "checks are left out",
    ),
    quiet("git commit -m 'use --no-verify'", "words of a message"),
    warns(
        "psql -c 'DROP TABLE users'",
        "database.delete",
        "a statement in an argument",
    ),
    warns(
        "echo 'delete from t' | sqlite3 x.db",
        "database.delete",
        "a statement that is fed",
    ),
    quiet("grep 'DROP TABLE' x.sql", "only looks for the words"),
    quiet("echo 'rm -rf /'", "only prints the words"),
    warns("redis-cli FLUSHALL", "database.drop", "all keys"),
    warns(
        "kubectl -n prod delete ns x",
        "cluster.delete",
        "a name space with all in it",
    ),
    warns(
        "docker system prune -af",
        "container.delete",
        "all that is not in use",
    ),
    quiet("docker ps", "only lists"),
    warns(
        "terraform destroy",
        "infrastructure.destroy",
        "all that is described",
    ),
    warns(
        "terraform apply -auto-approve",
        "infrastructure.unseen-plan",
        "nobody has seen the plan",
    ),
    warns(
        "aws ec2 terminate-instances --instance-ids i-1",
        "cloud.delete",
        "a verb that deletes",
    ),
    quiet(
        "aws ec2 run-instances --instance-initiated-shutdown-behavior stop",
        "a flag that only contains the word",
    ),
    warns("npm unpublish x@1.0.0", "published.delete", "others use it"),
    warns("kill -9 -1", "process.kill-many", "every process"),
    warns(
        "dd if=/dev/zero of=/dev/sda",
        "disk.overwrite",
        "a whole disk",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_quiet, assert_warns};

    #[test]
    fn each_example_is_as_it_says() {
        for example in ALL {
            match example.rule {
                "" => assert_quiet(example.command),
                rule => assert_warns(example.command, rule),
            }
        }
    }
}
