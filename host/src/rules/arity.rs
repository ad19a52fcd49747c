//! How many words of a command say what it does (R4.5): `git push` two, `npm run build` three. A table and the
//! questions put to it; nothing else.

use super::programs::is_runner;

/// Commands whose first words are not two, by those words. The longest that fits counts. Sorted.
const ARITIES: [(&str, usize); 62] = [
    ("aws", 3),
    ("az", 3),
    ("bazel", 2),
    ("bun run", 3),
    ("cargo", 2),
    ("cat", 1),
    ("cp", 1),
    ("cut", 1),
    ("diff", 1),
    ("dirname", 1),
    ("docker", 2),
    ("docker compose", 3),
    ("docker container", 3),
    ("docker image", 3),
    ("docker network", 3),
    ("docker volume", 3),
    ("echo", 1),
    ("file", 1),
    ("gcloud", 3),
    ("gh", 3),
    ("git", 2),
    ("git bisect", 3),
    ("git config", 3),
    ("git remote", 3),
    ("git stash", 3),
    ("git submodule", 3),
    ("git worktree", 3),
    ("go", 2),
    ("go mod", 3),
    ("grep", 1),
    ("head", 1),
    ("helm", 2),
    ("jq", 1),
    ("kubectl", 2),
    ("kubectl config", 3),
    ("ln", 1),
    ("ls", 1),
    ("make", 2),
    ("mkdir", 1),
    ("mv", 1),
    ("npm", 2),
    ("npm run", 3),
    ("pip", 2),
    ("pip3", 2),
    ("pnpm", 2),
    ("pnpm run", 3),
    ("podman", 2),
    ("podman compose", 3),
    ("poetry", 2),
    ("pytest", 1),
    ("rg", 1),
    ("sort", 1),
    ("tail", 1),
    ("tee", 1),
    ("terraform", 2),
    ("touch", 1),
    ("tsc", 1),
    ("uv", 2),
    ("uv pip", 3),
    ("wc", 1),
    ("yarn", 2),
    ("yarn run", 3),
];

/// What says nothing without a subcommand: `git -C x push` has none where one is looked for, and `git` alone is too much.
const NEEDS_ALL: [&str; 27] = [
    "aws",
    "az",
    "bazel",
    "bun",
    "cargo",
    "docker",
    "gcloud",
    "gh",
    "git",
    "go",
    "helm",
    "kubectl",
    "make",
    "npm",
    "pip",
    "pip3",
    "pnpm",
    "podman",
    "poetry",
    "terraform",
    "uv",
    "yarn",
    "apt",
    "brew",
    "systemctl",
    "gradle",
    "mvn",
];

/// First words after which anything may run, or anything be lost, so that no rule leaves the rest open.
const OPEN: [&str; 116] = [
    ".",
    "R",
    "Rscript",
    "apt",
    "apt-get",
    "ash",
    "at",
    "awk",
    "bash",
    "batch",
    "brew",
    "builtin",
    "bun",
    "bun exec",
    "bun x",
    "bunx",
    "bundle exec",
    "busybox",
    "bwrap",
    "chgrp",
    "chmod",
    "chown",
    "chroot",
    "command",
    "coproc",
    "crontab",
    "csh",
    "curl",
    "dash",
    "dd",
    "deno",
    "deno eval",
    "deno run",
    "doas",
    "docker compose exec",
    "docker compose run",
    "docker container exec",
    "docker container run",
    "docker exec",
    "docker run",
    "ed",
    "emacs",
    "env",
    "erl",
    "eval",
    "ex",
    "exec",
    "expect",
    "export",
    "fakeroot",
    "find",
    "fish",
    "flock",
    "gawk",
    "gdb",
    "git bisect run",
    "git config",
    "git filter-branch",
    "git submodule foreach",
    "gh api",
    "go run",
    "go tool",
    "ionice",
    "irb",
    "java",
    "julia",
    "kill",
    "killall",
    "ksh",
    "kubectl exec",
    "kubectl run",
    "lua",
    "mawk",
    "mksh",
    "nawk",
    "nc",
    "nice",
    "nix",
    "node",
    "nohup",
    "npm exec",
    "npx",
    "osascript",
    "parallel",
    "perl",
    "php",
    "pip install",
    "pkill",
    "pnpm dlx",
    "pnpm exec",
    "podman exec",
    "podman run",
    "poetry run",
    "powershell",
    "pwsh",
    "python",
    "python2",
    "python3",
    "rm",
    "rsync",
    "ruby",
    "scp",
    "script",
    "sed",
    "setsid",
    "sh",
    "shred",
    "source",
    "ssh",
    "strace",
    "su",
    "sudo",
    "tclsh",
    "tcsh",
    "time",
    "timeout",
];

/// More of them.
const OPEN_TOO: [&str; 16] = [
    "toybox",
    "trap",
    "truncate",
    "ts-node",
    "tsx",
    "uv run",
    "uvx",
    "vi",
    "vim",
    "watch",
    "wget",
    "xargs",
    "yarn dlx",
    "yarn exec",
    "zsh",
    "sqlite3",
];

/// Returns how many words the rule on a command has. None: no rule that leaves the rest open is fit for it.
pub(super) fn arity(words: &[&str]) -> Option<usize> {
    let name = words.first()?;
    let joined = |count: usize| words.get(..count).map(|first| first.join(" "));
    if (1..=3)
        .filter_map(joined)
        .any(|first| opens_everything(&first))
    {
        return None;
    }
    let known = (1..=2).rev().filter_map(joined).find_map(|first| {
        let at = ARITIES.binary_search_by(|(words, _)| (*words).cmp(first.as_str()));
        ARITIES.get(at.ok()?).map(|(_, count)| *count)
    });
    let wanted = known.unwrap_or(2);
    // A third word that is none, as in `git stash`, leaves two.
    let found = 1 + words
        .iter()
        .skip(1)
        .take(wanted - 1)
        .take_while(|word| looks_like_subcommand(word))
        .count();
    let is_too_little = found == 1 && wanted > 1 && NEEDS_ALL.contains(name);
    let says_too_little =
        found < wanted && joined(found).is_some_and(|first| known_wants_more(&first));
    (!is_too_little && !says_too_little).then_some(found)
}

/// Whether what follows these words says what runs: `npm run` alone is every script.
fn known_wants_more(first: &str) -> bool {
    first.ends_with(" run") || matches!(first, "docker compose" | "podman compose")
}

/// Whether anything may run or be lost after these words.
pub(super) fn opens_everything(first: &str) -> bool {
    OPEN.contains(&first)
        || OPEN_TOO.contains(&first)
        || is_runner(first)
        || is_versioned_interpreter(first)
}

/// `python3.12`, `ruby3.1`, `node22`, `lua5.4`: an interpreter with its version.
fn is_versioned_interpreter(name: &str) -> bool {
    let base = name.trim_end_matches(|one: char| one.is_ascii_digit() || matches!(one, '.' | '-'));
    base != name && OPEN.contains(&base)
}

/// Whether a word looks like a subcommand and not like a file or a value.
fn looks_like_subcommand(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_lowercase())
        && word.chars().all(|one| {
            one.is_ascii_lowercase() || one.is_ascii_digit() || matches!(one, '-' | '_' | ':')
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<usize> {
        let words: Vec<&str> = text.split(' ').collect();
        arity(&words)
    }

    #[test]
    fn the_words_that_say_what_it_does_are_counted() {
        for (text, wanted) in [
            ("git push origin main", Some(2)),
            ("git stash pop", Some(3)),
            ("git stash", Some(2)),
            ("npm run build -- --prod", Some(3)),
            ("npm run test:unit", Some(3)),
            ("npm install", Some(2)),
            ("docker compose up -d", Some(3)),
            ("cargo test --lib", Some(2)),
            ("ls -la /opt", Some(1)),
            ("mkdir build", Some(1)),
            ("mytool deploy x", Some(2)),
            ("mytool ./x", Some(1)),
            ("make", None),
            ("git -C x push", None),
            ("npm run", None),
            ("docker run --rm x", None),
            ("docker compose exec web sh", None),
            ("python3 x.py", None),
            ("python3.12 x.py", None),
            ("sudo systemctl restart x", None),
            ("bash x.sh", None),
            ("rm x", None),
        ] {
            assert_eq!(of(text), wanted, "{text}");
        }
    }

    #[test]
    fn the_table_is_sorted() {
        assert!(ARITIES.is_sorted_by_key(|(words, _)| *words));
    }
}
