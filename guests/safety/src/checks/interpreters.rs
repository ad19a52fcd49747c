//! Programs that run what they are given as text, and where in their words that text may stand.

use shellward_sdk::WordView;

use super::base_name;

/// One kind of interpreter.
#[derive(Debug)]
pub(crate) struct Interpreter {
    /// Names, without a version.
    names: &'static [&'static str],
    /// Whether it reads commands of a shell.
    pub(crate) language: Language,
    /// Letters, in a cluster of one dash, behind which the program stands among the words.
    code: &'static str,
    /// Letters that take the next word, or what is attached.
    valued: &'static str,
    /// Letters that take what is attached, be it nothing.
    attached: &'static str,
    /// Letters with which nothing runs.
    idle: &'static str,
    /// Long options behind which the program stands.
    long_code: &'static [&'static str],
    /// Long options that take the next word.
    long_valued: &'static [&'static str],
}

/// What an interpreter reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// Commands, as this shell does.
    Shell,
    /// Another language.
    Other,
}

/// Where the program of an interpreter is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Program<'a> {
    /// It comes from standard input.
    Input,
    /// It is a file, named by this word.
    File(WordView<'a>),
    /// It stands among the words, or none is run.
    Elsewhere,
}

static INTERPRETERS: [Interpreter; 13] = [
    Interpreter {
        names: &["ash", "bash", "dash", "ksh", "mksh", "rbash", "sh", "zsh"],
        language: Language::Shell,
        code: "c",
        valued: "oO",
        attached: "",
        idle: "n",
        long_code: &[],
        long_valued: &["--init-file", "--rcfile"],
    },
    Interpreter {
        names: &["csh", "fish", "tcsh", "xonsh", "elvish", "nu", "yash"],
        language: Language::Shell,
        code: "c",
        valued: "",
        attached: "",
        idle: "n",
        long_code: &["--command", "--commands"],
        long_valued: &[],
    },
    Interpreter {
        names: &["pwsh", "powershell"],
        language: Language::Shell,
        code: "cCeEfF",
        valued: "",
        attached: "",
        idle: "",
        long_code: &[],
        long_valued: &[],
    },
    Interpreter {
        names: &["pypy", "python", "ipython"],
        language: Language::Other,
        code: "cm",
        valued: "WXQ",
        attached: "",
        idle: "Vh",
        long_code: &[],
        long_valued: &["--check-hash-based-pycs"],
    },
    Interpreter {
        names: &["node", "nodejs"],
        language: Language::Other,
        code: "epc",
        valued: "rC",
        attached: "",
        idle: "vh",
        long_code: &["--check", "--eval", "--print", "--run", "--test"],
        long_valued: &["--conditions", "--import", "--loader", "--require"],
    },
    Interpreter {
        names: &["bun", "deno", "tsx", "ts-node"],
        language: Language::Other,
        code: "ep",
        valued: "r",
        attached: "",
        idle: "vh",
        long_code: &["--eval", "--print"],
        long_valued: &["--import", "--require", "--preload", "--config"],
    },
    Interpreter {
        names: &["perl"],
        language: Language::Other,
        code: "eE",
        valued: "I",
        attached: "MmiFdDxC",
        idle: "vV",
        long_code: &[],
        long_valued: &[],
    },
    Interpreter {
        names: &["irb", "jruby", "ruby"],
        language: Language::Other,
        code: "e",
        valued: "rIC",
        attached: "iKTFWx0E",
        idle: "vhc",
        long_code: &[],
        long_valued: &["--require"],
    },
    Interpreter {
        names: &["php"],
        language: Language::Other,
        code: "rRBEF",
        valued: "cdf",
        attached: "",
        idle: "vimlh",
        long_code: &["--run"],
        long_valued: &["--define", "--file", "--php-ini"],
    },
    Interpreter {
        names: &["lua", "luajit"],
        language: Language::Other,
        code: "e",
        valued: "l",
        attached: "",
        idle: "v",
        long_code: &[],
        long_valued: &[],
    },
    Interpreter {
        names: &["julia", "R", "Rscript", "groovy"],
        language: Language::Other,
        code: "eEf",
        valued: "L",
        attached: "",
        idle: "vh",
        long_code: &["--eval", "--file", "--print"],
        long_valued: &[],
    },
    Interpreter {
        names: &["osascript"],
        language: Language::Other,
        code: "e",
        valued: "ls",
        attached: "",
        idle: "",
        long_code: &[],
        long_valued: &[],
    },
    Interpreter {
        names: &["expect", "ghci", "guile", "racket", "tclsh", "wish"],
        language: Language::Other,
        code: "ce",
        valued: "",
        attached: "",
        idle: "v",
        long_code: &[],
        long_valued: &[],
    },
];

/// Finds an interpreter by a name as written: `/usr/bin/python3.12`.
pub(crate) fn find(name: &str) -> Option<&'static Interpreter> {
    let name = base_name(name);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let is_of_version = |one: char| one.is_ascii_digit() || one == '.';
    let plain = name.trim_end_matches(is_of_version).trim_end_matches('-');
    INTERPRETERS
        .iter()
        .find(|one| one.names.contains(&plain) || one.names.contains(&name))
}

impl Interpreter {
    /// Finds the program among the words behind the name. `-` and `/dev/stdin` mean standard input.
    pub(crate) fn program<'a>(&self, mut words: impl Iterator<Item = WordView<'a>>) -> Program<'a> {
        while let Some(word) = words.next() {
            let Some(text) = word.certain() else {
                // Whatever it is; the file of a process substitution is one.
                return Program::File(word);
            };
            if is_standard_input(text) {
                return Program::Input;
            }
            if text == "--" {
                return words.next().map_or(Program::Input, |word| {
                    if word.certain().is_some_and(is_standard_input) {
                        Program::Input
                    } else {
                        Program::File(word)
                    }
                });
            }
            if let Some(long) = text.strip_prefix("--") {
                let name = long.split('=').next().unwrap_or(long);
                if matches!(name, "help" | "version")
                    || self.long_code.iter().any(|one| one.get(2..) == Some(name))
                {
                    return Program::Elsewhere;
                }
                if self.long_valued.contains(&text) {
                    words.next();
                }
                continue;
            }
            let Some(letters) = text.strip_prefix('-').or_else(|| text.strip_prefix('+')) else {
                // The subcommands that take a program behind them.
                if matches!(text, "run") && self.names.contains(&"deno") {
                    continue;
                }
                return Program::File(word);
            };
            match self.in_cluster(letters) {
                Cluster::Plain => {}
                Cluster::TakesNext => {
                    words.next();
                }
                Cluster::Ends => return Program::Elsewhere,
                Cluster::Input => return Program::Input,
            }
        }
        Program::Input
    }

    fn in_cluster(&self, letters: &str) -> Cluster {
        // PowerShell has words behind one dash, of which the first letter is enough.
        let is_cluster = !self.names.contains(&"pwsh");
        let most = if is_cluster { letters.len() } else { 1 };
        for (at, letter) in letters.char_indices().take(most) {
            if self.code.contains(letter) || self.idle.contains(letter) {
                return Cluster::Ends;
            }
            if letter == 's' && self.language == Language::Shell {
                return Cluster::Input;
            }
            if self.attached.contains(letter) {
                return Cluster::Plain;
            }
            if self.valued.contains(letter) {
                return if at + 1 == letters.len() {
                    Cluster::TakesNext
                } else {
                    Cluster::Plain
                };
            }
        }
        Cluster::Plain
    }
}

/// What a cluster of letters says.
enum Cluster {
    Plain,
    TakesNext,
    Ends,
    Input,
}

/// Whether a word is standard input by another name.
pub(crate) fn is_standard_input(word: &str) -> bool {
    matches!(
        word,
        "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0" | "/proc/thread-self/fd/0"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_and_directories_belong_to_a_name() {
        for name in [
            "python3",
            "/usr/bin/python3.12",
            "bash",
            "node",
            "lua5.4",
            "ksh93",
            "R",
            "bash-5.2",
        ] {
            assert!(find(name).is_some(), "{name}");
        }
        for name in ["pytest", "basher", "nodemon", "shfmt", "perltidy", "3", ""] {
            assert!(find(name).is_none(), "{name}");
        }
    }
}
