//! A command's words as far as exit codes depend on them: the subcommand, and which options are given.

use shellward_sdk::CommandView;

use crate::codes::Row;

/// Options that take the next word, by program.
const VALUE_OPTIONS: &[(&str, &[&str])] = &[
    (
        "git",
        &[
            "-C",
            "-c",
            "--exec-path",
            "--git-dir",
            "--namespace",
            "--work-tree",
        ],
    ),
    (
        "kubectl",
        &["-n", "--namespace", "--context", "--kubeconfig"],
    ),
    ("gh", &["-R", "--repo"]),
    ("helm", &["-n", "--namespace", "--kube-context"]),
    ("npm", &["-C", "--prefix", "-w", "--workspace"]),
    ("systemctl", &["-H", "-M", "-p", "-t"]),
    ("tmux", &["-L", "-S", "-f"]),
];

/// A command's words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments<'a> {
    /// The first word that is no option. None: there is none, or something before it is not certain.
    pub(crate) subcommand: Option<&'a str>,
    /// All certain words up to `--`.
    words: Vec<&'a str>,
}

impl Arguments<'_> {
    /// Whether a row's subcommand and words are there.
    pub(crate) fn fit(&self, row: &Row) -> bool {
        let is_subcommand = row.subcommands.is_empty()
            || self
                .subcommand
                .is_some_and(|given| row.subcommands.split('|').any(|one| one == given));
        is_subcommand && (row.flags.is_empty() || row.flags.iter().any(|flag| self.has(flag)))
    }

    /// Whether a word is given: a long option with a value or without, a letter in a cluster, or the word itself.
    fn has(&self, flag: &str) -> bool {
        // A digit is no option that could stand beside others: `kill -10` is not `kill -0`.
        let is_letter = |letter: &&str| {
            letter.len() == 1 && letter.bytes().all(|byte| byte.is_ascii_alphabetic())
        };
        let letter = flag.strip_prefix('-').filter(is_letter);
        self.words.iter().any(|word| match letter {
            Some(letter) => {
                let cluster = word.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
                cluster.is_some_and(|cluster| cluster.contains(letter))
            }
            None => word.split('=').next() == Some(flag),
        })
    }
}

/// Splits a command's words.
pub(crate) fn split<'a>(program: &str, command: CommandView<'a>) -> Arguments<'a> {
    let takes_next = VALUE_OPTIONS
        .iter()
        .find(|(name, _)| *name == program)
        .map_or(&[][..], |(_, options)| *options);
    let mut arguments = Arguments::default();
    let mut is_value = false;
    let mut may_have_subcommand = true;
    for word in command.arguments() {
        let Some(text) = word.certain() else {
            may_have_subcommand &= is_value && !word.may_be_many();
            is_value = false;
            continue;
        };
        if text == "--" {
            break;
        }
        if std::mem::take(&mut is_value) {
            continue;
        }
        if text.starts_with('-') {
            is_value = arguments.subcommand.is_none() && takes_next.contains(&text);
        } else if may_have_subcommand && arguments.subcommand.is_none() {
            arguments.subcommand = Some(text);
            continue;
        }
        arguments.words.push(text);
    }
    arguments
}

#[cfg(test)]
mod tests {
    use shellward_sdk::{
        ScriptView,
        test_kit::{self, Builder, script, variable},
    };

    use crate::codes::of_program;

    fn message(words: &[&str], status: i32) -> Option<&'static str> {
        let script = script(&[words]);
        let command = ScriptView::new(&script).command(0)?;
        of_program(command.name()?, command, &test_kit::ending(status)).map(|code| code.message)
    }

    #[test]
    fn git_options_are_stepped_over() {
        let expected = Some("files differ");
        assert_eq!(message(&["git", "diff", "--quiet"], 1), expected);
        let words = [
            "git",
            "-C",
            "diff",
            "--no-pager",
            "diff",
            "--exit-code",
            "x",
        ];
        assert_eq!(message(&words, 1), expected);
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
        assert_ne!(
            message(&["git", "commit", "--quiet"], 1),
            Some("files differ")
        );
    }

    #[test]
    fn a_word_before_the_subcommand_that_is_not_certain_hides_it() {
        let script = Builder::new()
            .command(&["git"])
            .word(variable("x"))
            .word("grep")
            .build();
        let command = ScriptView::new(&script).command(0).expect("there is one");
        assert_eq!(of_program("git", command, &test_kit::ending(1)), None);
    }
}
