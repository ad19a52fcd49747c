//! The commands that are described: one file each, data only, and the list of all names.
//!
//! What is special about a tool stands in its own file; there is no case for one anywhere else.

mod cat;
mod cp;
mod cut;
mod find;
mod git;
mod grep;
mod head;
mod ls;
mod mkdir;
mod mv;
mod printf;
mod rm;
mod sort;
mod tail;
mod tee;
mod test;
mod text;
mod touch;
mod uniq;
mod wc;

use crate::model::Tool;

/// All commands, by each of their names, sorted.
pub static TOOLS: [(&str, &Tool); 28] = [
    (":", &text::TRUE),
    ("[", &test::BRACKET),
    ("cat", &cat::TOOL),
    ("cp", &cp::TOOL),
    ("cut", &cut::TOOL),
    ("echo", &text::ECHO),
    ("egrep", &grep::TOOL),
    ("false", &text::FALSE),
    ("fgrep", &grep::TOOL),
    ("find", &find::TOOL),
    ("git", &git::TOOL),
    ("grep", &grep::TOOL),
    ("head", &head::TOOL),
    ("ls", &ls::TOOL),
    ("mkdir", &mkdir::TOOL),
    ("mv", &mv::TOOL),
    ("printf", &printf::TOOL),
    ("pwd", &text::PWD),
    ("rm", &rm::TOOL),
    ("sleep", &text::SLEEP),
    ("sort", &sort::TOOL),
    ("tail", &tail::TOOL),
    ("tee", &tee::TOOL),
    ("test", &test::TEST),
    ("touch", &touch::TOOL),
    ("true", &text::TRUE),
    ("uniq", &uniq::TOOL),
    ("wc", &wc::TOOL),
];

/// Directories in which a name means the system's tool.
const SYSTEM_DIRECTORIES: [&str; 3] = ["/bin", "/usr/bin", "/usr/local/bin"];

/// Finds a command by its name, or by its path in one of the system's directories.
///
/// ```
/// use commands::tables::find;
///
/// assert_eq!(find("/usr/bin/ls").map(|tool| tool.names), Some(&["ls"][..]));
/// assert!(find("./ls").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static Tool> {
    let name = match name.rsplit_once('/') {
        Some((directory, name)) if SYSTEM_DIRECTORIES.contains(&directory) => name,
        Some(_) => return None,
        None => name,
    };
    let index = TOOLS.binary_search_by_key(&name, |row| row.0).ok()?;
    TOOLS.get(index).map(|row| row.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{AnyFlag, Form, Grammar, Marks, Role, Spec, Takes, Value},
        report::{Condition, Kind, Stance},
    };

    /// Returns every description of flags and operands there is, with the name of its command.
    fn specs() -> Vec<(&'static str, &'static Spec)> {
        let mut specs = Vec::new();
        for (name, tool) in TOOLS {
            match &tool.grammar {
                Grammar::Options(spec) => specs.push((name, *spec)),
                Grammar::Tree(tree) => {
                    specs.push((name, &tree.globals));
                    specs.extend(
                        tree.branches
                            .iter()
                            .filter_map(|(_, grammar)| match grammar {
                                Grammar::Options(spec) => Some((name, *spec)),
                                Grammar::Text | Grammar::Tree(_) | Grammar::Own(_) => None,
                            }),
                    );
                }
                Grammar::Text | Grammar::Own(_) => {}
            }
        }
        specs
    }

    fn values(spec: &Spec) -> impl Iterator<Item = Value> {
        spec.flags
            .list()
            .iter()
            .filter_map(|flag| match flag.takes {
                Takes::Nothing => None,
                Takes::Value(value) | Takes::Attached(value) => Some(value),
            })
    }

    #[test]
    fn names_are_sorted_and_belong_to_their_tools() {
        assert!(TOOLS.is_sorted_by(|left, right| left.0 < right.0));
        for (name, tool) in TOOLS {
            assert!(tool.names.contains(&name), "{name}");
        }
    }

    #[test]
    fn every_name_of_a_tool_is_listed() {
        for name in TOOLS.iter().flat_map(|row| row.1.names) {
            assert!(find(name).is_some(), "{name}");
        }
    }

    #[test]
    fn subcommands_are_sorted() {
        for (name, tool) in TOOLS {
            if let Grammar::Tree(tree) = &tool.grammar {
                let sorted = tree.branches.is_sorted_by(|left, right| left.0 < right.0);
                assert!(sorted, "{name}");
            }
        }
    }

    #[test]
    fn the_last_form_of_operands_needs_no_flag() {
        for (name, spec) in specs() {
            let when = spec.forms.last().map(|form| form.when);
            assert_eq!(when, Some(Marks::NONE), "{name}");
        }
    }

    #[test]
    fn tools_that_any_word_may_be_an_option_of_do_no_more_than_read() {
        let reads = |role: &Role| match role {
            Role::Path(role) => role.kind == Kind::Read,
            Role::Text => true,
            Role::Refused => false,
        };
        for (name, spec) in specs() {
            if spec.any_flag == AnyFlag::Unknown {
                continue;
            }
            assert_eq!(spec.stance, Stance::Reader, "{name}");
            assert!(values(spec).all(|value| match value {
                Value::Number | Value::Text | Value::Choice(_) => true,
                Value::Path(role) => spec.any_flag == AnyFlag::Reads && role.kind == Kind::Read,
                Value::TextOrFile | Value::NameList => spec.any_flag == AnyFlag::Reads,
                Value::Program => false,
            }));
            assert!(spec.forms.iter().all(|form| {
                let Form {
                    first, last, rest, ..
                } = form;
                first.iter().chain(last).chain([rest]).all(reads) && !matches!(rest, Role::Text)
            }));
            // Of a tool that is safe with any flag all operands are the same thing.
            let uniform = spec
                .forms
                .iter()
                .all(|form| form.first.is_empty() && form.last.is_none());
            assert!(uniform || spec.any_flag == AnyFlag::Reads, "{name}");
        }
    }

    #[test]
    fn what_the_project_may_run_is_kept_from_running() {
        for (name, spec) in specs() {
            if spec
                .always
                .iter()
                .any(|always| always.kind == Kind::Execute)
            {
                assert!(spec.conditions.contains(&Condition::Contained), "{name}");
                assert!(spec.conditions.contains(&Condition::GitNeutral), "{name}");
            }
        }
    }

    #[test]
    fn a_path_is_known_only_in_the_directories_of_the_system() {
        assert!(find("/bin/ls").is_some() && find("/usr/bin/ls").is_some());
        for name in [
            "./cat",
            "bin/ls",
            "/tmp/ls",
            "/usr/bin/../../tmp/ls",
            "/bin//ls",
            "ls/",
            "",
        ] {
            assert!(find(name).is_none(), "{name}");
        }
    }
}
