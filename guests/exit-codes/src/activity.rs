//! What a script was for: search, read, list, or something else (R3.5).
//!
//! A script has an activity only if every part of it is known to have one: a part of another kind, an option that writes
//! or runs something, or a redirect into a file makes it other. Of several the strongest names the whole, so that
//! `ls | grep x` is a search.

mod table;

use shellward_sdk::{CommandView, RedirectView, ScriptView, WordView};

use crate::{command, subcommand};

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

/// One program, or some of its subcommands, with an activity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Programs, separated by spaces.
    pub(crate) programs: &'static str,
    /// Subcommands, separated by `|`. Empty: the program has none that matter.
    pub(crate) subcommands: &'static str,
    /// What it is for.
    pub(crate) activity: Activity,
    /// What takes the activity away.
    unless: Unless,
    /// Which of its operands are files.
    files: Files,
}

/// Which operands of a program are files.
#[derive(Clone, Copy, Debug)]
struct Files {
    /// The first of them; none: no operand is one.
    first: Option<usize>,
    /// Letters of options that take the next word.
    takes: &'static str,
    /// Letters of options that take the place of the operand before the files.
    instead: &'static str,
}

/// What of a program's arguments takes its activity away.
#[derive(Clone, Copy, Debug)]
struct Unless {
    /// Beginnings of words.
    words: &'static [&'static str],
    /// Letters in a cluster of options.
    letters: &'static [char],
    /// What may not be in any word.
    parts: &'static [&'static str],
    /// Operands it may have; one more is an output.
    operands: usize,
    /// One of these must be given; none: nothing must.
    without: &'static [&'static str],
}

const ALWAYS: Unless = Unless {
    words: &[],
    letters: &[],
    parts: &[],
    operands: usize::MAX,
    without: &[],
};

impl Row {
    const fn unless(self, unless: Unless) -> Self {
        Self { unless, ..self }
    }

    const fn of(self, subcommands: &'static str) -> Self {
        Self {
            subcommands,
            ..self
        }
    }

    /// Says from which operand on they are files, and which letters take the next word.
    const fn files(self, first: usize, takes: &'static str, instead: &'static str) -> Self {
        Self {
            files: Files {
                first: Some(first),
                takes,
                instead,
            },
            ..self
        }
    }
}

const fn row(activity: Activity, programs: &'static str) -> Row {
    Row {
        programs,
        subcommands: "",
        activity,
        unless: ALWAYS,
        files: Files {
            first: None,
            takes: "",
            instead: "",
        },
    }
}

/// Goes through all rows.
pub(crate) fn rows() -> impl Iterator<Item = &'static Row> {
    table::ROWS.iter()
}

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
    let row = row_of(command)?;
    (!takes_away(&row.unless, command)).then_some(row.activity)
}

fn row_of(command: CommandView<'_>) -> Option<&'static Row> {
    let program = command::program(command)?;
    let mut own = rows().filter(|row| row.programs.split(' ').any(|name| name == program));
    own.find(|row| {
        row.subcommands.is_empty() || {
            let given = subcommand::split(program, command).subcommand;
            given.is_some_and(|given| row.subcommands.split('|').any(|one| one == given))
        }
    })
}

/// Returns how many files the parts that make a script's activity name. None: the words do not tell.
pub(crate) fn count_files(script: ScriptView<'_>, activity: Activity) -> Option<usize> {
    let mut count = 0;
    for command in script.commands() {
        let row = row_of(command).filter(|row| row.activity == activity);
        if let Some(row) = row {
            count += files_of(&row.files, command)?;
        }
    }
    (count > 0).then_some(count)
}

fn files_of(files: &Files, command: CommandView<'_>) -> Option<usize> {
    let mut first = files.first?;
    // What runs often, or reads what is found, has more than its words say.
    if command.may_run_often() {
        return None;
    }
    let mut operands = 0;
    let mut is_value = false;
    let mut only_operands = false;
    for word in command.arguments() {
        let text = word.certain()?;
        if std::mem::take(&mut is_value) {
            continue;
        }
        let cluster = text
            .strip_prefix('-')
            .filter(|rest| !rest.is_empty() && !only_operands);
        match cluster {
            Some("-") => only_operands = true,
            // A long option may take the next word or not.
            Some(long) if long.starts_with('-') => {}
            Some(letters) => {
                is_value = letters
                    .chars()
                    .last()
                    .is_some_and(|last| files.takes.contains(last));
                if letters.contains(|letter| files.instead.contains(letter)) {
                    first = 0;
                }
            }
            None => operands += 1,
        }
    }
    Some(usize::saturating_sub(operands, first))
}

fn takes_away(unless: &Unless, command: CommandView<'_>) -> bool {
    // What `find` runs is a part of its own, if it was read.
    let reads_actions = command.inner().next().is_some();
    let is_action = |word: &str| word.starts_with("-exec") || word.starts_with("-ok");
    let has_options =
        !unless.words.is_empty() || !unless.letters.is_empty() || !unless.parts.is_empty();
    let unseen = has_options && command::may_have_unseen_option(command);
    let told = command
        .arguments()
        .filter_map(WordView::certain)
        .filter(|word| !(reads_actions && is_action(word)))
        .any(|word| {
            let cluster = word.starts_with('-') && !word.starts_with("--");
            let begins = unless
                .words
                .iter()
                .any(|beginning| word.starts_with(beginning));
            let has = unless.parts.iter().any(|part| word.contains(part));
            begins || has || cluster && word.contains(unless.letters)
        });
    let mut certain = command.arguments().filter_map(WordView::certain);
    let lacks = !unless.without.is_empty() && !certain.any(|word| unless.without.contains(&word));
    let operand = |word: &str| !word.starts_with('-') || word == "-";
    let operands = command
        .arguments()
        .filter(|word| word.certain().is_none_or(operand))
        .count();
    unseen || told || lacks || operands > unless.operands
}

#[cfg(test)]
mod tests {
    use shellward_sdk::Script;
    use shellward_sdk::test_kit::{Builder, Join, glob, script, variable};

    use super::*;

    fn files(words: &[&str]) -> Option<usize> {
        let script = script(&[words]);
        let view = ScriptView::new(&script);
        count_files(view, of_script(view)?)
    }

    #[test]
    fn files_are_counted_where_the_words_tell() {
        assert_eq!(files(&["cat", "a", "b", "c"]), Some(3));
        assert_eq!(files(&["head", "-n", "5", "a"]), Some(1));
        assert_eq!(files(&["grep", "-rn", "x", "a", "b"]), Some(2));
        assert_eq!(files(&["grep", "-e", "x", "a", "b"]), Some(2));
        assert_eq!(files(&["sed", "-n", "1,5p", "a"]), Some(1));
        assert_eq!(files(&["grep", "x"]), None);
        assert_eq!(files(&["pwd"]), None);
        let globbed = Builder::new().command(&["cat"]).word(glob("*")).build();
        assert_eq!(count_files(ScriptView::new(&globbed), Activity::Read), None);
    }

    #[test]
    fn subcommands_have_activities() {
        for (words, expected) in [
            (&["git", "log", "--oneline"][..], "read"),
            (&["git", "-C", "x", "grep", "y"], "search"),
            (&["git", "status"], "list"),
            (&["git", "commit"], "other"),
            (&["git", "diff", "--output=x"], "other"),
            (&["git", "stash", "list"], "list"),
            (&["git", "stash"], "other"),
            (&["git", "branch", "x"], "other"),
            (&["git", "branch", "-a"], "list"),
            (&["docker", "ps"], "list"),
            (&["docker", "rm", "x"], "other"),
            (&["kubectl", "get", "pods"], "list"),
            (&["tar", "-tf", "x"], "list"),
            (&["tar", "-xf", "x"], "other"),
            (&["unzip", "-l", "x"], "list"),
            (&["unzip", "x"], "other"),
            (&["awk", "{print $1}", "x"], "read"),
            (&["awk", "{print > \"x\"}"], "other"),
            (&["awk", "BEGIN{system(\"id\")}"], "other"),
            (&["sed", "-n", "1,5p", "x"], "read"),
            (&["sed", "-i", "s/a/b/", "x"], "other"),
            (&["xxd", "x"], "read"),
            (&["xxd", "-r", "a", "b"], "other"),
            (&["yq", "-i", ".a=1", "x"], "other"),
            (&["ps", "aux"], "list"),
            (&["command", "-v", "x"], "search"),
            (&["command", "x"], "other"),
            (&["date"], "read"),
            (&["date", "-s", "x"], "other"),
            (&["hostname"], "read"),
            (&["hostname", "new"], "other"),
        ] {
            assert_eq!(of(&script(&[words])), expected, "{words:?}");
        }
    }

    fn of(script: &Script) -> &'static str {
        of_script(ScriptView::new(script)).map_or("other", Activity::code)
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
    fn what_loops_and_find_run_are_parts() {
        let each = |words: &[&str]| {
            Builder::new()
                .for_each(Join::Then, &["a", "b"], |body| body.command(words))
                .build()
        };
        assert_eq!(of(&each(&["head", "-1", "a"])), "read");
        assert_eq!(of(&each(&["make"])), "other");
        let found = |words: &[&str]| {
            Builder::new()
                .command(&["find", ".", "-exec", "…", "{}", ";"])
                .runs_each(3, |inner| inner.command(words))
                .build()
        };
        assert_eq!(of(&found(&["grep", "x"])), "search");
        assert_eq!(of(&found(&["rm"])), "other");
    }

    #[test]
    fn what_was_not_read_to_the_end_is_other() {
        assert_eq!(
            of(&Builder::new().command(&["ls"]).partial("node").build()),
            "other"
        );
    }
}
