//! What the bytes of an input mean: facts of a shell, and a script. The first two bytes choose the facts, which in the
//! corpus are digits, so that an input can be read by a person: `00ls -l`.

use shellward::{
    limits::MAX_COMMAND_BYTES,
    read::{Alias, AliasReach, Dialect, ShellFacts},
};

/// Aliases as people have them.
const PLAIN: [(&str, &str); 6] = [
    ("ll", "ls -l"),
    ("sudo", "sudo "),
    ("x", "y "),
    ("y", "x "),
    ("rm", "rm -i"),
    ("grep", "grep --color=auto | cat"),
];
/// Aliases that are no whole command.
const BROKEN: [(&str, &str); 9] = [
    ("e", "echo \""),
    ("q", "echo '"),
    ("s", "$(ls"),
    ("f", "for i in a b; do"),
    ("d", "done"),
    ("h", "cat <<E\n"),
    ("c", "# "),
    ("n", "\n"),
    ("t", "time ! "),
];
/// Aliases that zsh replaces everywhere.
const EVERYWHERE: [(&str, &str); 3] = [("G", "| grep"), ("N", ">/dev/null"), ("Q", "'")];
/// Endings of file names that zsh knows a program for.
const ENDINGS: [(&str, &str); 1] = [("txt", "less")];

/// What is read.
pub(crate) struct Case {
    /// The shell.
    pub(crate) facts: ShellFacts,
    /// The script.
    pub(crate) source: String,
}

/// Takes an input apart.
pub(crate) fn case(dialect: Dialect, data: &[u8]) -> Case {
    let (head, text) = data.split_at_checked(2).unwrap_or((b"00", data));
    Case {
        facts: facts(dialect, head),
        source: String::from_utf8_lossy(text).into_owned(),
    }
}

/// Takes an input apart that is of three parts, with a unit separator between them: what comes first, what is
/// repeated, what comes last. The third byte says how often.
pub(crate) fn repeated(data: &[u8]) -> Case {
    let (head, rest) = data.split_at_checked(3).unwrap_or((b"000", data));
    let text = String::from_utf8_lossy(rest);
    let mut parts = text.splitn(3, '\u{1f}');
    let [first, middle, last] = std::array::from_fn(|_| parts.next().unwrap_or(""));
    let times = 1_usize << (head[2] & 15);
    let room = MAX_COMMAND_BYTES.saturating_sub(first.len() + last.len());
    let times = times.min(room / middle.len().max(1));
    Case {
        facts: facts(Dialect::Bash, head),
        source: [first, &middle.repeat(times), last].concat(),
    }
}

fn facts(dialect: Dialect, head: &[u8]) -> ShellFacts {
    let bit = |byte: usize, bit: u8| head.get(byte).is_some_and(|byte| byte >> bit & 1 == 1);
    let mut facts = ShellFacts::of(dialect, "/work");
    if bit(0, 0) {
        alias(&mut facts, AliasReach::Command, &PLAIN);
    }
    if bit(0, 1) {
        alias(&mut facts, AliasReach::Command, &BROKEN);
    }
    if bit(0, 2) && dialect == Dialect::Zsh {
        alias(&mut facts, AliasReach::Everywhere, &EVERYWHERE);
        alias(&mut facts, AliasReach::Suffix, &ENDINGS);
    }
    if bit(1, 0) {
        facts.functions = ["ls", "cd", "a"].map(str::to_owned).to_vec();
    }
    if bit(1, 1) {
        facts.path = Some(vec!["/usr/bin".to_owned(), "/bin".to_owned()]);
    }
    if !bit(1, 2) {
        facts.home = Some("/home/u".to_owned());
    }
    facts
}

fn alias(facts: &mut ShellFacts, reach: AliasReach, table: &[(&str, &str)]) {
    facts
        .aliases
        .extend(table.iter().map(|(name, value)| Alias {
            name: (*name).to_owned(),
            value: (*value).to_owned(),
            reach,
        }));
}
