//! The tools that are known, by subject.

mod cloud;
mod clusters;
mod databases;
mod disks;
mod files;
mod git;
mod infrastructure;
mod machine;
mod published;
mod runners;

use crate::model::{Style, Takes, Tool};

/// All tools. A name may stand in several of them.
pub(crate) const GROUPS: [&[Tool]; 9] = [
    files::TOOLS,
    git::TOOLS,
    disks::TOOLS,
    databases::TOOLS,
    clusters::TOOLS,
    infrastructure::TOOLS,
    cloud::TOOLS,
    published::TOOLS,
    machine::TOOLS,
];

/// What else the policy looks at: a redirect may empty a file, whatever the command is called.
const WRITING: &str = "effect:write";

/// A program that runs another one, of which the host does not say so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runner {
    /// Its names, separated by spaces.
    pub(crate) names: &'static str,
    /// How it reads options.
    pub(crate) style: Style,
    /// Options before the verb that take a value.
    pub(crate) takes: Takes,
    /// The verb; empty: none.
    pub(crate) path: &'static [&'static str],
    /// Options after the verb that take a value. None: those before it.
    pub(crate) verb_takes: Option<Takes>,
    /// Operands before the other program's name.
    pub(crate) operands: usize,
}

/// Goes through what is known of a name.
pub(crate) fn find(name: &str) -> impl Iterator<Item = &'static Tool> + use<'_> {
    let tools = GROUPS.into_iter().flatten();
    tools.filter(move |tool| has_name(tool.names, name))
}

/// Goes through what a program of a name may run.
pub(crate) fn runners(name: &str) -> impl Iterator<Item = &'static Runner> + use<'_> {
    let runners = runners::RUNNERS.iter();
    runners.filter(move |runner| has_name(runner.names, name))
}

/// Returns all names, and what else is looked at.
pub(crate) fn names() -> Vec<&'static str> {
    let tools = GROUPS.into_iter().flatten().map(|tool| tool.names);
    let runners = runners::RUNNERS.iter().map(|runner| runner.names);
    let mut names: Vec<&str> = tools
        .chain(runners)
        .flat_map(|names| names.split(' '))
        .chain([WRITING])
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn has_name(names: &str, name: &str) -> bool {
    names.split(' ').any(|one| one == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_danger_says_what_is_lost_in_a_sentence() {
        for tool in GROUPS.into_iter().flatten() {
            assert!(!tool.names.is_empty());
            for danger in tool.verbs.iter().flat_map(|verb| verb.dangers) {
                let first = danger.loss.chars().next();
                let is_sentence =
                    first.is_some_and(char::is_uppercase) && !danger.loss.ends_with('.');
                assert!(is_sentence, "{}: {}", tool.names, danger.loss);
                assert!(crate::rules::ALL.contains(&danger.rule), "{}", tool.names);
            }
        }
    }
}
