//! Programs whose codes depend on the words after their name: subcommands of git and systemctl.

use shellward_sdk::CommandView;

use crate::codes::Code;

/// One meaning of a subcommand's code.
struct Row {
    program: &'static str,
    subcommand: &'static str,
    status: i32,
    /// One of these must be given; none: always.
    flags: &'static [&'static str],
    code: Code,
}

const fn row(
    program: &'static str,
    subcommand: &'static str,
    status: i32,
    flags: &'static [&'static str],
    message: &'static str,
) -> Row {
    Row {
        program,
        subcommand,
        status,
        flags,
        code: Code::answer(message),
    }
}

const ROWS: &[Row] = &[
    row("git", "check-ignore", 1, &[], "none of them is ignored"),
    row(
        "git",
        "diff",
        1,
        &["--exit-code", "--no-index", "--quiet"],
        "files differ",
    ),
    row(
        "git",
        "diff-files",
        1,
        &["--exit-code", "--quiet"],
        "files differ",
    ),
    row(
        "git",
        "diff-index",
        1,
        &["--exit-code", "--quiet"],
        "files differ",
    ),
    row(
        "git",
        "diff-tree",
        1,
        &["--exit-code", "--quiet"],
        "files differ",
    ),
    row("git", "grep", 1, &[], "no matches"),
    row(
        "git",
        "merge-base",
        1,
        &["--is-ancestor"],
        "not an ancestor",
    ),
    row("systemctl", "is-active", 3, &[], "not active"),
];

/// Options of git itself that take the next word. Sorted.
const GIT_VALUE_OPTIONS: [&str; 6] = [
    "--exec-path",
    "--git-dir",
    "--namespace",
    "--work-tree",
    "-C",
    "-c",
];

/// Returns what a code of a program with subcommands says.
pub(crate) fn of_subcommand(program: &str, command: CommandView<'_>, status: i32) -> Option<Code> {
    let (subcommand, rest) = split(program, command)?;
    let given = |flag: &&str| rest.contains(flag);
    ROWS.iter()
        .find(|row| row.program == program && row.subcommand == subcommand && row.status == status)
        .filter(|row| row.flags.is_empty() || row.flags.iter().any(given))
        .map(|row| row.code)
}

/// Returns the subcommand and the certain words after it, up to `--`. None if anything before it is not certain.
fn split<'a>(program: &str, command: CommandView<'a>) -> Option<(&'a str, Vec<&'a str>)> {
    let mut words = command.arguments();
    let subcommand = loop {
        let word = words.next()?.certain()?;
        if !word.starts_with('-') {
            break word;
        }
        if program == "git" && GIT_VALUE_OPTIONS.binary_search(&word).is_ok() {
            words.next()?.certain()?;
        }
    };
    let rest = words.map_while(|word| match word.certain() {
        Some("--") => None,
        certain => Some(certain),
    });
    Some((subcommand, rest.flatten().collect()))
}

#[cfg(test)]
mod tests {
    use shellward_sdk::ScriptView;
    use shellward_sdk::test_kit::{Builder, script, variable};

    use super::*;

    fn message(words: &[&str], status: i32) -> Option<&'static str> {
        let script = script(&[words]);
        let command = ScriptView::new(&script).command(0)?;
        of_subcommand(command.name()?, command, status).map(|code| code.message)
    }

    #[test]
    fn git_options_are_stepped_over() {
        assert!(GIT_VALUE_OPTIONS.is_sorted());
        let expected = Some("files differ");
        assert_eq!(message(&["git", "diff", "--quiet"], 1), expected);
        assert_eq!(
            message(
                &[
                    "git",
                    "-C",
                    "diff",
                    "--no-pager",
                    "diff",
                    "--exit-code",
                    "x"
                ],
                1
            ),
            expected
        );
        assert_eq!(
            message(&["git", "-c", "a=b", "grep", "x"], 1),
            Some("no matches")
        );
    }

    #[test]
    fn diff_says_nothing_unless_it_was_told_to() {
        assert_eq!(message(&["git", "diff"], 1), None);
        assert_eq!(message(&["git", "diff", "--", "--quiet"], 1), None);
        assert_eq!(message(&["git", "diff", "--quiet"], 2), None);
        assert_eq!(message(&["git", "commit", "--quiet"], 1), None);
    }

    #[test]
    fn a_word_before_the_subcommand_that_is_not_certain_hides_it() {
        let script = Builder::new()
            .command(&["git"])
            .word(variable("x"))
            .word("grep")
            .build();
        let command = ScriptView::new(&script).command(0).expect("there is one");
        assert_eq!(of_subcommand("git", command, 1), None);
    }
}
