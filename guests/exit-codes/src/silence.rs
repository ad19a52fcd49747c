//! Whether a script prints nothing when all goes well, so that an empty answer can be called "Done" (R3.5).

use shellward_sdk::{CommandView, RedirectView, ScriptView, WordView};

use crate::command;

/// Whether options make a program print after all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verbosity {
    /// It prints nothing whatever it is told.
    Never,
    /// `-v` and `--verbose` make it print.
    Flag,
}

/// Programs that print nothing when all goes well. Sorted.
const PROGRAMS: &[(&str, Verbosity)] = &[
    (":", Verbosity::Never),
    ("[", Verbosity::Never),
    ("[[", Verbosity::Never),
    ("cd", Verbosity::Never),
    ("chgrp", Verbosity::Flag),
    ("chmod", Verbosity::Flag),
    ("chown", Verbosity::Flag),
    ("cp", Verbosity::Flag),
    ("false", Verbosity::Never),
    ("install", Verbosity::Flag),
    ("kill", Verbosity::Never),
    ("ln", Verbosity::Flag),
    ("mkdir", Verbosity::Flag),
    ("mkfifo", Verbosity::Never),
    ("mv", Verbosity::Flag),
    ("rm", Verbosity::Flag),
    ("rmdir", Verbosity::Flag),
    ("sleep", Verbosity::Never),
    ("test", Verbosity::Never),
    ("touch", Verbosity::Never),
    ("true", Verbosity::Never),
    ("truncate", Verbosity::Never),
    ("unset", Verbosity::Never),
    ("wait", Verbosity::Never),
];

/// Whether success prints nothing: every command whose output would be seen prints none, or has it taken elsewhere.
pub(crate) fn is_silent(script: ScriptView<'_>) -> bool {
    script.is_complete()
        && script.commands().len() > 0
        && script
            .commands()
            .filter(|command| !command.is_substituted())
            .all(is_silent_command)
}

fn is_silent_command(command: CommandView<'_>) -> bool {
    let elsewhere = command.redirects().any(RedirectView::takes_output);
    elsewhere || !command.is_last_stage() || command.is_nameless() || prints_nothing(command)
}

fn prints_nothing(command: CommandView<'_>) -> bool {
    let Some(program) = command::program(command) else {
        return false;
    };
    let place = PROGRAMS.binary_search_by_key(&program, |&(name, _)| name);
    match place.ok().and_then(|at| PROGRAMS.get(at)) {
        Some((_, Verbosity::Never)) => true,
        Some((_, Verbosity::Flag)) => !may_be_verbose(command),
        None => false,
    }
}

fn may_be_verbose(command: CommandView<'_>) -> bool {
    let told = command
        .arguments()
        .filter_map(WordView::certain)
        .any(|word| {
            let long = word.starts_with("--v") || word.starts_with("--c");
            let cluster = word.starts_with('-') && !word.starts_with("--");
            // `-c` of chmod and its kin prints what changed.
            long || cluster && word.contains(['v', 'c'])
        });
    told || command::may_have_unseen_option(command)
}

#[cfg(test)]
mod tests {
    use shellward_sdk::Script;
    use shellward_sdk::test_kit::{Builder, Join, script, variable};

    use super::*;

    fn silent(script: &Script) -> bool {
        is_silent(ScriptView::new(script))
    }

    #[test]
    fn the_table_is_sorted() {
        assert!(PROGRAMS.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn all_that_is_seen_must_print_nothing() {
        assert!(silent(&script(&[&["mkdir", "-p", "x"]])));
        assert!(silent(
            &Builder::new()
                .command(&["mkdir", "x"])
                .and(&["touch", "x/y"])
                .build()
        ));
        assert!(!silent(
            &Builder::new().command(&["mkdir", "x"]).and(&["ls"]).build()
        ));
        assert!(!silent(&script(&[&["make"]])));
        assert!(!silent(&Builder::new().build()));
    }

    #[test]
    fn output_that_goes_elsewhere_is_not_seen() {
        assert!(silent(
            &Builder::new().command(&["ls"]).redirect(">", "out").build()
        ));
        assert!(!silent(
            &Builder::new()
                .command(&["ls"])
                .redirect("2>", "out")
                .build()
        ));
        assert!(silent(&script(&[&["ls"], &["true"]])));
        let inside = Builder::new()
            .command(&["touch", "x"])
            .block("substitution", Join::Then, |inner| inner.command(&["ls"]))
            .build();
        assert!(silent(&inside));
    }

    #[test]
    fn verbose_options_print() {
        for words in [["rm", "-rv"], ["cp", "--verb"], ["chmod", "-c"]] {
            assert!(!silent(&script(&[&words])), "{words:?}");
        }
        assert!(!silent(
            &Builder::new().command(&["rm"]).word(variable("x")).build()
        ));
        assert!(silent(&script(&[&["test", "-v", "HOME"]])));
    }

    #[test]
    fn what_was_not_read_to_the_end_may_print() {
        assert!(!silent(
            &Builder::new().command(&["true"]).partial("node").build()
        ));
    }
}
