//! The policy's self-tests: commands, and what it says of the first one in each. The host runs them end to end.

use shellward_sdk::Verdict;

/// All self-tests.
pub(crate) const EXAMPLES: &[(&str, Verdict, &str)] = &[
    ("cat notes", Verdict::Pass, "reads in the project"),
    ("cat /etc/hosts", Verdict::Ask, "reads outside the project"),
    ("cat /dev/null", Verdict::Pass, "public"),
    ("cp notes /etc/hosts", Verdict::Ask, "changes the system"),
    (
        "touch .git/hooks/pre-commit",
        Verdict::Ask,
        "git would run it",
    ),
    ("touch .envrc", Verdict::Ask, "a shell would run it"),
    (
        "touch notes",
        Verdict::Pass,
        "changes the project, which needs an allow source anyway",
    ),
    ("rm \"$x\"", Verdict::Ask, "nobody knows what is deleted"),
    ("echo a > notes", Verdict::Ask, "a redirect writes"),
    ("git status", Verdict::Pass, "in the project"),
];
