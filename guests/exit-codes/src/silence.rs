//! Whether a script prints nothing when all goes well, so that an empty answer can be called "Done" (R3.5).

use shellward_sdk::{CommandView, RedirectView, ScriptView, WordView};

use crate::{command, subcommand};

/// A program, or some of its subcommands, that prints nothing when all goes well.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Programs, separated by spaces.
    programs: &'static str,
    /// Subcommands, separated by `|`. Empty: the program has none that matter.
    subcommands: &'static str,
    /// Options that make it print after all: letters in clusters, and beginnings of long names.
    printing: Printing,
    /// One of these words must be given; none: nothing must.
    needs: &'static [&'static str],
    /// Operands it must have.
    operands: usize,
}

/// Options that make a program print.
#[derive(Clone, Copy, Debug)]
struct Printing {
    letters: &'static [char],
    words: &'static [&'static str],
}

/// It prints nothing whatever it is told.
const NEVER: Printing = Printing {
    letters: &[],
    words: &[],
};

/// `-v` prints what is done, `-c` of chmod and its kin what changed.
const VERBOSE: Printing = Printing {
    letters: &['v', 'c'],
    words: &["--v", "--c", "--deb"],
};

const fn row(programs: &'static str, printing: Printing) -> Row {
    Row {
        programs,
        subcommands: "",
        printing,
        needs: &[],
        operands: 0,
    }
}

impl Row {
    const fn of(self, subcommands: &'static str) -> Self {
        Self {
            subcommands,
            ..self
        }
    }

    const fn needing(self, needs: &'static [&'static str]) -> Self {
        Self { needs, ..self }
    }

    const fn operands(self, operands: usize) -> Self {
        Self { operands, ..self }
    }
}

/// All rows; the first that fits holds.
const ROWS: &[Row] = &[
    row(
        "(( : [ [[ break cd continue exit false kill let mkfifo mknod return shift sleep sync test touch true \
        truncate unset wait",
        NEVER,
    ),
    row(
        "chgrp chmod chown cp install ln mkdir mv rm rmdir setfacl chattr split",
        VERBOSE,
    ),
    row("unlink link logger disown", NEVER),
    row("set", NEVER).needing(&["-e", "-u", "-eu", "-euo", "-ex", "+e", "+u", "+x", "--"]),
    // Without words these list what there is.
    row(
        "export readonly local declare typeset alias trap \
        umask",
        Printing {
            letters: &['p', 'f', 'F', 'l', 'S'],
            words: &[],
        },
    )
    .operands(1),
    row("unalias read mapfile readarray getopts", NEVER),
    row("printf", NEVER).needing(&["-v"]),
    row(
        "crontab",
        Printing {
            letters: &['l', 'e', 'i'],
            words: &[],
        },
    ),
    row("sort gsort", NEVER).needing(&["-o", "--output"]),
    row("sort gsort", NEVER).needing(&["-c", "-C", "--check"]),
    row(
        "sed gsed",
        Printing {
            letters: &['n'],
            words: &["--deb"],
        },
    )
    .needing(&["-i", "--in-place", "-Ei", "-ri"]),
    row("perl", NEVER).needing(&["-pi", "-pi.bak", "-i"]),
    row(
        "tar gtar bsdtar",
        Printing {
            letters: &['v', 't', 'O', 'd'],
            words: &["--v", "--l", "--to-", "--ch", "--tot", "--diff"],
        },
    ),
    row(
        "gzip gunzip bzip2 bunzip2 xz unxz compress \
        uncompress",
        Printing {
            letters: &['v', 'c', 'l', 't', 'V', 'h'],
            words: &["--"],
        },
    ),
    row(
        "unzip zip",
        Printing {
            letters: &['l', 'v', 'p', 'Z', 't', 'c'],
            words: &["-sf"],
        },
    )
    .needing(&["-q", "-qq", "-qo", "-oq", "-qr", "-rq"]),
    row(
        "rsync",
        Printing {
            letters: &['v', 'P', 'i', 'n', 'h'],
            words: &[
                "--v", "--prog", "--stat", "--item", "--dry", "--list", "--info", "--out",
                "--debug",
            ],
        },
    ),
    row("scp", NEVER).needing(&["-q", "-rq", "-qr"]),
    row(
        "curl",
        Printing {
            letters: &['v', 'i', 'I', 'w', 'D'],
            words: &["--v", "--tr", "--w", "--dump", "--incl", "--head"],
        },
    )
    .needing(&[
        "-so", "-sSo", "-sSLo", "-sLo", "-fsSLo", "-sO", "-sSLO", "-fsSLO",
    ]),
    row("wget", NEVER).needing(&["-q", "--quiet", "-qc"]),
    row(
        "git",
        Printing {
            letters: &['v', 'n'],
            words: &["--v", "--dry", "--in", "--p"],
        },
    )
    .of("add|mv|update-index|update-ref"),
    row("git", NEVER)
        .of(
            "commit|init|clone|checkout|switch|reset|pull|push|fetch|merge|rebase|stash|rm|clean|\
        branch|revert|cherry-pick|gc",
        )
        .needing(&["-q", "--quiet"]),
    row(
        "git",
        Printing {
            letters: &['p'],
            words: &["--p"],
        },
    )
    .of("restore"),
    row(
        "git",
        Printing {
            letters: &['l', 'e', 'z'],
            words: &["--get", "--l", "--e", "get", "list"],
        },
    )
    .of("config")
    .operands(3),
    row(
        "git",
        Printing {
            letters: &['l', 'v', 'n', 'd', 'a', 'r'],
            words: &["--"],
        },
    )
    .of("tag|branch")
    .operands(2),
    row(
        "git",
        Printing {
            letters: &['v'],
            words: &["show", "get-url", "update", "prune", "-v"],
        },
    )
    .of("remote")
    .operands(3),
    row("grep egrep fgrep rg", NEVER).needing(&["-q", "--quiet", "--silent"]),
    row("cmp", NEVER).needing(&["-s", "--silent", "--quiet"]),
    row(
        "gofmt goimports",
        Printing {
            letters: &['d', 'l'],
            words: &["-d", "-l"],
        },
    )
    .needing(&["-w"]),
    row(
        "rustfmt",
        Printing {
            letters: &['v', 'l'],
            words: &["--check", "--emit", "--v", "--p"],
        },
    ),
    row(
        "cargo",
        Printing {
            letters: &['v'],
            words: &["--check", "--v", "--message"],
        },
    )
    .of("fmt"),
    row("go", NEVER).of("fmt|vet|build|clean"),
    row(
        "systemctl",
        Printing {
            letters: &[],
            words: &["--v", "--wait"],
        },
    )
    .of("start|stop|restart|reload|\
        daemon-reload|try-restart"),
    row("tmux", NEVER).of("kill-session|kill-server|send-keys|kill-window|kill-pane"),
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
    let words: Vec<&str> = command.arguments().filter_map(WordView::certain).collect();
    let mut own = ROWS
        .iter()
        .filter(|row| row.programs.split(' ').any(|name| name == program));
    own.any(|row| fits(row, program, &words, command))
}

fn fits(row: &Row, program: &str, words: &[&str], command: CommandView<'_>) -> bool {
    let is_subcommand = row.subcommands.is_empty() || {
        let given = subcommand::split(program, command).subcommand;
        given.is_some_and(|given| row.subcommands.split('|').any(|one| one == given))
    };
    let has_needed = row.needs.is_empty() || words.iter().any(|word| row.needs.contains(word));
    let operands = words.iter().filter(|word| !word.starts_with('-')).count();
    is_subcommand
        && has_needed
        && operands >= row.operands
        && !may_print(row.printing, words, command)
}

fn may_print(printing: Printing, words: &[&str], command: CommandView<'_>) -> bool {
    let told = words.iter().any(|word| {
        let cluster = word.starts_with('-') && !word.starts_with("--");
        let begins = printing.words.iter().any(|start| word.starts_with(start));
        begins || cluster && word.contains(printing.letters)
    });
    let has_options = !printing.letters.is_empty() || !printing.words.is_empty();
    told || has_options && command::may_have_unseen_option(command)
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
    fn quiet_forms_of_programs_that_print_are_known() {
        for words in [
            &["git", "add", "."][..],
            &["git", "commit", "-q", "-m", "x"],
            &["git", "config", "user.name", "x"],
            &["git", "tag", "v1"],
            &["git", "remote", "add", "o", "u"],
            &["sed", "-i", "s/a/b/", "x"],
            &["tar", "-xf", "x.tar"],
            &["tar", "-czf", "x.tgz", "y"],
            &["gzip", "x"],
            &["unzip", "-q", "x.zip"],
            &["sort", "-o", "x", "x"],
            &["rsync", "-a", "x", "y"],
            &["export", "X=1"],
            &["set", "-euo", "pipefail"],
            &["grep", "-q", "x", "f"],
            &["cargo", "fmt"],
            &["go", "build", "./..."],
            &["crontab", "x"],
            &["printf", "-v", "x", "y"],
        ] {
            assert!(silent(&script(&[words])), "{words:?}");
        }
        for words in [
            &["git", "add", "-v", "."][..],
            &["git", "commit", "-m", "x"],
            &["git", "config", "user.name"],
            &["git", "config", "--get", "a", "b"],
            &["git", "tag"],
            &["git", "tag", "-l", "v*"],
            &["git", "remote", "-v"],
            &["git", "remote", "show", "o"],
            &["sed", "s/a/b/", "x"],
            &["tar", "-tf", "x.tar"],
            &["tar", "-xvf", "x.tar"],
            &["gzip", "-c", "x"],
            &["unzip", "x.zip"],
            &["rsync", "-av", "x", "y"],
            &["export"],
            &["export", "-p"],
            &["grep", "x", "f"],
            &["cargo", "fmt", "--check"],
            &["cargo", "build"],
            &["crontab", "-l"],
            &["printf", "x"],
        ] {
            assert!(!silent(&script(&[words])), "{words:?}");
        }
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
