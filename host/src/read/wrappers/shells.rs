//! Shells that get a script with `-c` (R2.3). Where a shell is given no script in its words it is an ordinary command:
//! it runs a file or its input, which others judge.
//!
//! Bash, dash and zsh go through all options first and take the next word for the script, so that `-c -e x` is the
//! script `x`. An option that changes how the script is read makes the command unreadable.

use super::{
    Body, BodyShell, Change, Ending, Found, Look, Startup,
    options::{Obstacle, is_operand},
};
use crate::read::script::{Fields, Word};

/// What is known of one kind of shell.
struct Shell {
    names: &'static [&'static str],
    language: BodyShell,
    /// Letters that leave the reading of a script as it is, behind `-`.
    letters: &'static str,
    /// Those behind `+`.
    plus_letters: &'static str,
    /// Names of such options for `-o`.
    settings: &'static [&'static str],
    /// Names of such options for `-O`; empty: there is no `-O`.
    o_settings: &'static [&'static str],
    /// Long options without an argument that leave it as it is.
    long: &'static [&'static str],
    /// What it always reads.
    startup: Startup,
}

/// `-a` is missing since it makes variables of the script the environment of its commands.
static SHELLS: [Shell; 3] = [
    Shell {
        names: &["bash", "rbash"],
        language: BodyShell::Bash,
        letters: "euxvnfhbmpCETBl",
        plus_letters: "euxvnfhbmCETPl",
        settings: &[
            "errexit",
            "errtrace",
            "functrace",
            "hashall",
            "monitor",
            "noclobber",
            "noexec",
            "noglob",
            "notify",
            "nounset",
            "pipefail",
            "privileged",
            "verbose",
            "xtrace",
        ],
        o_settings: &[
            "checkwinsize",
            "cmdhist",
            "dotglob",
            "globasciiranges",
            "huponexit",
            "inherit_errexit",
            "nullglob",
        ],
        long: &["norc", "noprofile", "noediting", "verbose", "login"],
        startup: Startup::Nothing,
    },
    Shell {
        names: &["sh", "dash", "ash"],
        language: BodyShell::Posix,
        letters: "euxvnfbmCl",
        plus_letters: "euxvnfbmCl",
        settings: &[
            "errexit",
            "monitor",
            "noclobber",
            "noexec",
            "noglob",
            "notify",
            "nounset",
            "pipefail",
            "verbose",
            "xtrace",
        ],
        o_settings: &[],
        long: &[],
        startup: Startup::Nothing,
    },
    Shell {
        names: &["zsh"],
        language: BodyShell::Zsh,
        letters: "euxvnfdl",
        plus_letters: "euxvn",
        settings: &[
            "errexit", "noexec", "norcs", "nounset", "pipefail", "verbose", "xtrace",
        ],
        o_settings: &[],
        long: &[],
        startup: Startup::Always,
    },
];

/// Shells whose languages are not read, sorted.
pub(super) const OTHER_SHELLS: [&str; 20] = [
    "bosh",
    "csh",
    "elvish",
    "fish",
    "ksh",
    "ksh93",
    "lksh",
    "loksh",
    "mksh",
    "nu",
    "oksh",
    "osh",
    "posh",
    "powershell",
    "pwsh",
    "rzsh",
    "tcsh",
    "xonsh",
    "yash",
    "ysh",
];

/// Looks at a shell.
pub(super) fn look_at_shell(name: &str, words: &[Word], ending: Ending) -> Option<Found> {
    let shell = SHELLS.iter().find(|shell| shell.names.contains(&name));
    let is_other = OTHER_SHELLS.binary_search(&name).is_ok();
    let is_asked =
        matches!(words, [_, only] if matches!(only.certain(), Some("--help" | "--version")));
    match shell {
        _ if is_asked && (shell.is_some() || is_other) && ending == Ending::Closed => {
            Some(Ok(Look::Plain))
        }
        Some(shell) => Some(look_at(shell, words, ending)),
        None => is_other.then(|| look_at_other(words, ending)),
    }
}

/// A shell that is not read is ordinary as long as its first argument is a file.
fn look_at_other(words: &[Word], ending: Ending) -> Found {
    match words.get(1) {
        Some(word) if is_file(word) => Ok(Look::Plain),
        Some(_) => Err(Obstacle::Other("the language of that shell is not read")),
        None if ending == Ending::Open => Err(Obstacle::FromInput),
        None => Ok(Look::Plain),
    }
}

/// Whether a word ends a shell's options.
fn is_file(word: &Word) -> bool {
    is_operand(word)
        && !word.prefix.starts_with('+')
        && word.certain() != Some("-")
        && !word
            .values
            .iter()
            .any(|value| value.starts_with('+') || value == "-")
}

/// What the options of a shell say so far.
struct Reading<'a> {
    shell: &'a Shell,
    words: &'a [Word],
    /// The next word.
    at: usize,
    /// Whether there was a `-c`.
    script: Script,
    startup: Startup,
    /// The first thing that keeps a script from being read. It does not matter where there is none.
    obstacle: Option<Obstacle>,
}

/// Whether a script stands in the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Script {
    Given,
    Absent,
}

fn look_at(shell: &Shell, words: &[Word], ending: Ending) -> Found {
    let mut reading = Reading {
        shell,
        words,
        at: 1,
        script: Script::Absent,
        startup: shell.startup,
        obstacle: None,
    };
    if shell.language == BodyShell::Bash {
        reading.long_options()?;
    }
    reading.letters()?;
    reading.into_look(ending)
}

impl Reading<'_> {
    fn keep(&mut self, obstacle: Obstacle) {
        self.obstacle.get_or_insert(obstacle);
    }

    /// Bash takes its long options first, with one dash or two.
    fn long_options(&mut self) -> Result<(), Obstacle> {
        while let Some(word) = self.words.get(self.at) {
            if is_file(word) {
                return Ok(());
            }
            let text = word.certain().ok_or(Obstacle::Uncertain)?;
            let Some(rest) = text.strip_prefix('-') else {
                return Ok(());
            };
            match rest.strip_prefix('-').unwrap_or(rest) {
                "rcfile" | "init-file" => {
                    self.at += 1;
                    self.keep(Obstacle::Hidden(text.to_owned()));
                }
                "login" => self.startup = self.startup.max(Startup::Login),
                name if self.shell.long.contains(&name) => {}
                "" => return Ok(()),
                _ if rest.starts_with('-') => return Err(Obstacle::Unknown(text.to_owned())),
                _ => return Ok(()),
            }
            self.at += 1;
        }
        Ok(())
    }

    /// All shells take letters, of which some take words from behind.
    fn letters(&mut self) -> Result<(), Obstacle> {
        while let Some(word) = self.words.get(self.at) {
            if is_file(word) {
                return Ok(());
            }
            let text = word.certain().ok_or(Obstacle::Uncertain)?;
            self.at += 1;
            if text == "-" || text == "--" {
                return Ok(());
            }
            let allowed = if text.starts_with('-') {
                self.shell.letters
            } else {
                self.shell.plus_letters
            };
            let mut letters = text.chars().skip(1);
            while let Some(letter) = letters.next() {
                match letter {
                    '-' => return Err(Obstacle::Unknown(text.to_owned())),
                    'c' => self.script = Script::Given,
                    'o' if self.shell.language == BodyShell::Zsh => {
                        let attached: String = letters.by_ref().collect();
                        self.zsh_setting(&attached)?;
                    }
                    'o' => self.setting(self.shell.settings)?,
                    'O' if !self.shell.o_settings.is_empty() => {
                        self.setting(self.shell.o_settings)?;
                    }
                    'i' if text.starts_with('-') => self.startup = Startup::Interactive,
                    // Behind it zsh takes no more options.
                    'b' if self.shell.language == BodyShell::Zsh => {
                        return Err(Obstacle::Unknown(text.to_owned()));
                    }
                    letter if allowed.contains(letter) => self.allowed(letter),
                    letter => self.keep(Obstacle::Unknown(format!("-{letter}"))),
                }
            }
        }
        Ok(())
    }

    fn allowed(&mut self, letter: char) {
        match letter {
            'l' => self.startup = self.startup.max(Startup::Login),
            // No startup files, whatever else is asked for.
            'f' if self.shell.language == BodyShell::Zsh => self.startup = Startup::Nothing,
            _ => {}
        }
    }

    /// Takes the next word for the name of a setting.
    fn setting(&mut self, known: &[&str]) -> Result<(), Obstacle> {
        let Some(word) = self.words.get(self.at) else {
            return Err(Obstacle::Lacking("-o".to_owned()));
        };
        if word.fields == Fields::Many {
            return Err(Obstacle::Uncertain);
        }
        self.at += 1;
        match word.certain() {
            Some(name) if known.contains(&name) => {}
            Some(name) => self.keep(Obstacle::Unknown(format!("-o {name}"))),
            None => self.keep(Obstacle::Uncertain),
        }
        Ok(())
    }

    /// To zsh the name of a setting may be attached.
    fn zsh_setting(&mut self, attached: &str) -> Result<(), Obstacle> {
        if attached.is_empty() {
            return self.setting(self.shell.settings);
        }
        if !self.shell.settings.contains(&attached) {
            self.keep(Obstacle::Unknown(format!("-o {attached}")));
        }
        Ok(())
    }

    /// Whether no word that is left may be an option.
    fn all_files(&self) -> bool {
        self.words.iter().skip(self.at).all(is_file)
    }

    fn into_look(self, ending: Ending) -> Found {
        let word = self.words.get(self.at);
        let all_files = self.all_files();
        match (self.script, word, self.obstacle) {
            (Script::Absent, None, _) if ending == Ending::Open => Err(Obstacle::FromInput),
            // What is not known may have taken an argument, so that a script may come yet.
            (Script::Absent, _, Some(obstacle)) if !all_files => Err(obstacle),
            (Script::Absent, _, _) => Ok(Look::Plain),
            (Script::Given, _, Some(obstacle)) => Err(obstacle),
            (Script::Given, None, None) => Err(Obstacle::Lacking("-c".to_owned())),
            (Script::Given, Some(word), None) if word.certain().is_none() => {
                Err(Obstacle::Other("its script is known only when it runs"))
            }
            (Script::Given, Some(_), None) => Ok(Look::Body(Body {
                word: self.at,
                shell: self.shell.language,
                arguments: self.at + 1,
                startup: self.startup,
                change: Change::default(),
            })),
        }
    }
}
