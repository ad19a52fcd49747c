//! The environment of a run (R5.3, R5.4). PURE: the inherited variables are handed in; only names ever leave here.
//!
//! Three tables decide, in this order:
//! - [`reshapes_the_shell`]: variables that change what a script *means* to its shell. The script was read without
//!   them, so no run gets them, not even by name.
//! - [`is_secret`]: approved runs get them only if one setting passes the name; harmless runs never do.
//! - for harmless runs, an allowlist, and [`steers_tools`]: variables that change what tools *do*. Presence is what
//!   counts, so a script doesn't get them for naming them.
//!
//! Decided knowingly: `TOKENIZERS_PARALLELISM`, `MAX_OUTPUT_TOKENS` and `KEYBOARD` are no secrets (whole words of a name
//! are compared, not letters). `GH_TOKEN`, `GITHUB_TOKEN` and `NPM_TOKEN` are: they push and publish far from here.
//! `AWS_PROFILE` is only a name, but `AWS_ACCESS_KEY_ID` goes with its secret, since half a pair of keys breaks the
//! tools' fallback to profiles. `SSH_AUTH_SOCK` is a path that approved runs need to push; walls decide whether it leads
//! anywhere.

use std::collections::BTreeMap;

use crate::variables::{
    ADDED, is_added, is_always_passed, is_secret, is_set_by_the_shell, reshapes_the_shell,
    steers_tools,
};

/// What shellward itself puts into the environment.
#[derive(Clone, Copy, Debug)]
pub struct Additions<'a> {
    /// The shell, by absolute path.
    pub shell: &'a str,
    /// The session's temporary directory, as the run sees it.
    pub temp: &'a str,
    /// What carries out the conditions of the decision (R3.2). It wins over everything.
    pub conditions: &'a [(String, String)],
}

/// An environment, and what is not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// Names and values, each name once.
    pub variables: Vec<(String, String)>,
    /// Names of secrets that were left out, for the outcome (R5.4).
    pub scrubbed: Vec<String>,
    /// Names the script uses that a harmless run doesn't get, for the outcome: what it printed may differ for them.
    pub withheld: Vec<String>,
}

/// Makes the environment of an approved run: inherited, minus secrets. `passed` names secrets that may stay.
pub fn approved(
    inherited: &[(String, String)],
    passed: &[String],
    additions: Additions<'_>,
) -> Environment {
    let mut environment = Builder::default();
    for (name, value) in inherited {
        if !is_name(name) || reshapes_the_shell(name) {
            continue;
        }
        if is_secret(name) && !passed.contains(name) {
            environment.scrubbed.push(name.clone());
        } else {
            environment.keep(name, value);
        }
    }
    environment.finish(additions)
}

/// Makes the environment of a harmless run: an allowlist, and what the script names if that can do no harm.
pub fn harmless(
    inherited: &[(String, String)],
    named: &[String],
    additions: Additions<'_>,
) -> Environment {
    let mut environment = Builder::default();
    for (name, value) in inherited {
        if !is_name(name) {
            continue;
        }
        let is_named = named.contains(name);
        if is_always_passed(name) {
            environment.keep(name, value);
        } else if is_secret(name) {
            // Only those that matter to the script: naming all of them says nothing about it.
            if is_named {
                environment.scrubbed.push(name.clone());
            }
        } else if is_named && !steers_tools(name) && !reshapes_the_shell(name) {
            environment.keep(name, value);
        } else if is_named && !is_set_by_the_shell(name) && !is_added(name) {
            environment.withheld.push(name.clone());
        }
    }
    environment.finish(additions)
}

/// Makes the environment of a helper, which is a program of the person's own: what it needs to reach its service may be a
/// secret. Only what reshapes shells is left out.
pub fn of_helper(inherited: &[(String, String)]) -> Vec<(String, String)> {
    let is_passed = |name: &str| is_name(name) && !reshapes_the_shell(name);
    let passed = inherited.iter().filter(|(name, _)| is_passed(name));
    passed.cloned().collect()
}

#[derive(Default)]
struct Builder<'a> {
    variables: BTreeMap<&'a str, &'a str>,
    scrubbed: Vec<String>,
    withheld: Vec<String>,
}

impl<'a> Builder<'a> {
    /// Keeps a variable. Of a name that comes twice the first counts, as it does for `getenv`.
    fn keep(&mut self, name: &'a str, value: &'a str) {
        self.variables.entry(name).or_insert(value);
    }

    fn finish(mut self, additions: Additions<'a>) -> Environment {
        self.variables.insert("SHELL", additions.shell);
        self.variables.insert("TMPDIR", additions.temp);
        self.variables.extend(ADDED);
        let conditions = additions.conditions.iter();
        self.variables
            .extend(conditions.map(|(name, value)| (name.as_str(), value.as_str())));
        let variables = self.variables.into_iter();
        for names in [&mut self.scrubbed, &mut self.withheld] {
            names.sort_unstable();
            names.dedup();
        }
        Environment {
            variables: variables
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            scrubbed: self.scrubbed,
            withheld: self.withheld,
        }
    }
}

/// Whether a name can be in an environment at all.
fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(['=', '\0'])
}

#[cfg(test)]
mod tests;
