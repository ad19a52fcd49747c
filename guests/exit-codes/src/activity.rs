//! What a script was for: search, read, list, or something else (R3.5).
//!
//! A script has an activity only if every part of it is known to have one: a part of another kind, an option that writes
//! or runs something, or a redirect into a file makes it other. Of several the strongest names the whole, so that
//! `ls | grep x` is a search.

use shellward_sdk::{CommandView, RedirectView, ScriptView, WordView};

use crate::command;

/// What a part of a script was for, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Activity {
    /// It says nothing about the whole, such as `echo`.
    Neutral,
    /// It shows what there is.
    List,
    /// It shows what is in something.
    Read,
    /// It looks for something.
    Search,
}

impl Activity {
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::Neutral => "other",
            Self::List => "list",
            Self::Read => "read",
            Self::Search => "search",
        }
    }
}

/// What of a program's arguments takes its activity away.
struct Unless {
    /// Beginnings of words.
    words: &'static [&'static str],
    /// Letters in a cluster of options.
    letters: &'static [char],
    /// Operands it may have; one more is an output.
    operands: usize,
}

const ALWAYS: Unless = Unless {
    words: &[],
    letters: &[],
    operands: usize::MAX,
};
const FD: Unless = Unless {
    words: &["--exec"],
    letters: &['x', 'X'],
    ..ALWAYS
};
const FIND: Unless = Unless {
    words: &["-delete", "-exec", "-fls", "-fprint", "-ok"],
    ..ALWAYS
};
const LESS: Unless = Unless {
    words: &["+", "--l", "--o", "--L", "--O"],
    letters: &['o', 'O', 'k'],
    ..ALWAYS
};
const RG: Unless = Unless {
    words: &["--pre"],
    ..ALWAYS
};
const SORT: Unless = Unless {
    words: &["--o", "--co"],
    letters: &['o'],
    ..ALWAYS
};
const TREE: Unless = Unless {
    letters: &['o'],
    ..ALWAYS
};
const UNIQ: Unless = Unless {
    operands: 1,
    ..ALWAYS
};

/// Programs with an activity. Sorted.
const PROGRAMS: &[(&str, Activity, Unless)] = &[
    (":", Activity::Neutral, ALWAYS),
    ("ack", Activity::Search, ALWAYS),
    ("ag", Activity::Search, ALWAYS),
    ("cat", Activity::Read, ALWAYS),
    ("cut", Activity::Read, ALWAYS),
    ("df", Activity::List, ALWAYS),
    ("du", Activity::List, ALWAYS),
    ("echo", Activity::Neutral, ALWAYS),
    ("egrep", Activity::Search, ALWAYS),
    ("false", Activity::Neutral, ALWAYS),
    ("fd", Activity::Search, FD),
    ("fgrep", Activity::Search, ALWAYS),
    (
        "file",
        Activity::Read,
        Unless {
            letters: &['C'],
            words: &["--comp"],
            ..ALWAYS
        },
    ),
    ("find", Activity::Search, FIND),
    ("grep", Activity::Search, ALWAYS),
    ("head", Activity::Read, ALWAYS),
    ("jq", Activity::Read, ALWAYS),
    ("less", Activity::Read, LESS),
    ("locate", Activity::Search, ALWAYS),
    ("ls", Activity::List, ALWAYS),
    ("nl", Activity::Read, ALWAYS),
    ("od", Activity::Read, ALWAYS),
    (
        "printf",
        Activity::Neutral,
        Unless {
            letters: &['v'],
            ..ALWAYS
        },
    ),
    ("pwd", Activity::List, ALWAYS),
    ("rg", Activity::Search, RG),
    ("sort", Activity::Read, SORT),
    ("stat", Activity::Read, ALWAYS),
    ("strings", Activity::Read, ALWAYS),
    ("tail", Activity::Read, ALWAYS),
    ("tr", Activity::Read, ALWAYS),
    ("tree", Activity::List, TREE),
    ("true", Activity::Neutral, ALWAYS),
    ("uniq", Activity::Read, UNIQ),
    ("wc", Activity::Read, ALWAYS),
    ("which", Activity::Search, ALWAYS),
    ("zgrep", Activity::Search, ALWAYS),
];

/// Returns what a script was for. None: something else, or not known.
pub(crate) fn of_script(script: ScriptView<'_>) -> Option<Activity> {
    if !script.is_complete() {
        return None;
    }
    let parts: Option<Vec<Activity>> = script.commands().map(of_command).collect();
    parts?
        .into_iter()
        .max()
        .filter(|&strongest| strongest != Activity::Neutral)
}

fn of_command(command: CommandView<'_>) -> Option<Activity> {
    if command.redirects().any(RedirectView::may_write) {
        return None;
    }
    if command.is_nameless() {
        return Some(Activity::Neutral);
    }
    let program = command::program(command)?;
    let place = PROGRAMS
        .binary_search_by_key(&program, |&(name, ..)| name)
        .ok()?;
    let (_, activity, unless) = PROGRAMS.get(place)?;
    (!takes_away(unless, command)).then_some(*activity)
}

fn takes_away(unless: &Unless, command: CommandView<'_>) -> bool {
    let has_options = !unless.words.is_empty() || !unless.letters.is_empty();
    let unseen = has_options && command::may_have_unseen_option(command);
    let told = command
        .arguments()
        .filter_map(WordView::certain)
        .any(|word| {
            let cluster = word.starts_with('-') && !word.starts_with("--");
            unless
                .words
                .iter()
                .any(|beginning| word.starts_with(beginning))
                || cluster && word.contains(unless.letters)
        });
    let operand = |word: &str| !word.starts_with('-') || word == "-";
    let operands = command
        .arguments()
        .filter(|word| word.certain().is_none_or(operand))
        .count();
    unseen || told || operands > unless.operands
}

#[cfg(test)]
mod tests {
    use shellward_sdk::Script;
    use shellward_sdk::test_kit::{Builder, Join, glob, script, variable};

    use super::*;

    fn of(script: &Script) -> &'static str {
        of_script(ScriptView::new(script)).map_or("other", Activity::code)
    }

    #[test]
    fn the_table_is_sorted() {
        assert!(PROGRAMS.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn the_strongest_part_names_the_whole() {
        assert_eq!(of(&script(&[&["ls"]])), "list");
        assert_eq!(of(&script(&[&["ls"], &["grep", "x"]])), "search");
        assert_eq!(of(&script(&[&["cat", "x"], &["head"]])), "read");
        assert_eq!(of(&script(&[&["find", "."], &["wc", "-l"]])), "search");
    }

    #[test]
    fn neutral_parts_neither_make_nor_take_an_activity() {
        let mixed = Builder::new()
            .command(&["echo", "--"])
            .command(&["grep", "x", "f"])
            .or(&["true"])
            .build();
        assert_eq!(of(&mixed), "search");
        let assigned = Builder::new()
            .command(&[])
            .assign("x", "1")
            .command(&["cat", "f"])
            .build();
        assert_eq!(of(&assigned), "read");
        assert_eq!(of(&script(&[&["echo", "hi"]])), "other");
    }

    #[test]
    fn one_part_of_another_kind_makes_it_other() {
        assert_eq!(of(&script(&[&["cat", "x"], &["sh"]])), "other");
        let inside = Builder::new()
            .command(&["cat"])
            .block("substitution", Join::Then, |inner| inner.command(&["make"]))
            .build();
        assert_eq!(of(&inside), "other");
        let wrapped = Builder::new()
            .command(&["cat"])
            .wrapped_in(&["xargs"])
            .build();
        assert_eq!(of(&wrapped), "other");
    }

    #[test]
    fn a_writing_redirect_makes_it_other() {
        let with = |operator, target: &str| {
            Builder::new()
                .command(&["cat", "x"])
                .redirect(operator, target)
                .build()
        };
        assert_eq!(of(&with(">", "out")), "other");
        assert_eq!(of(&with("2>", "/dev/null")), "read");
        assert_eq!(of(&with("2>&", "1")), "read");
        assert_eq!(
            of(&Builder::new()
                .command(&["cat", "x"])
                .redirect(">", variable("x"))
                .build()),
            "other"
        );
        assert_eq!(
            of(&Builder::new().command(&[]).redirect(">", "out").build()),
            "other"
        );
    }

    #[test]
    fn options_that_write_or_run_make_it_other() {
        let words: [&[&str]; 7] = [
            &["find", ".", "-delete"],
            &["find", ".", "-execdir", "rm", ";"],
            &["sort", "-no", "out", "in"],
            &["sort", "--output=out", "in"],
            &["uniq", "in", "out"],
            &["fd", "-x", "rm"],
            &["rg", "--pre=x", "y"],
        ];
        for words in words {
            assert_eq!(of(&script(&[words])), "other", "{words:?}");
        }
        assert_eq!(
            of(&script(&[&["sort", "-n", "in"], &["uniq", "-c"]])),
            "read"
        );
        assert_eq!(
            of(&Builder::new().command(&["sort"]).word(glob("*")).build()),
            "other"
        );
        assert_eq!(
            of(&Builder::new().command(&["cat"]).word(glob("*")).build()),
            "read"
        );
    }

    #[test]
    fn what_was_not_read_to_the_end_is_other() {
        assert_eq!(
            of(&Builder::new().command(&["ls"]).partial("node").build()),
            "other"
        );
    }
}
