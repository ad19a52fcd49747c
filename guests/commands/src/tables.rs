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
