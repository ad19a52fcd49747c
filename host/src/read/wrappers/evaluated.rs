//! Commands and assignments that evaluate what their words say: names with subscripts, numbers (R2.3).
//!
//! What they run stands in quotes that the parser does not look into, so a script that uses one is not complete.

use crate::read::{
    gaps::Trouble,
    script::{Fields, Word},
};

/// Returns what keeps a command from being read, if it may evaluate what one of its words says.
///
/// `name` is the certain name; `words` are all its words, the name first.
pub(in crate::read) fn hidden_command(name: &str, words: &[Word]) -> Option<Trouble> {
    let name = name.rsplit('/').next().unwrap_or(name);
    let arguments = words.get(1..).unwrap_or(&[]);
    if name == "compgen" && !arguments.is_empty() {
        let message = "`compgen` runs what some of its options say, which is not read";
        return Some(Trouble::new("evaluated", message).at_node("command"));
    }
    if name == "let" {
        let trouble = Trouble::new("evaluated", "`let` does arithmetic, which is not read");
        return Some(trouble.at_node("command"));
    }
    evaluates_a_name(name, arguments).then(|| {
        let message = format!(
            "`{name} -v`, which this is or may become, runs what stands in the subscript of a name"
        );
        Trouble::new("evaluated", message).at_node("command")
    })
}

/// `test -v 'a[$(x)]'` and `printf -v 'a[$(x)]'` run `x`, quoted as it is.
fn evaluates_a_name(name: &str, arguments: &[Word]) -> bool {
    match name {
        "test" | "[" => arguments
            .iter()
            .enumerate()
            .any(|(index, word)| match word.certain() {
                Some(value) => value == "-v",
                // A single word that turns out to be `-v` does harm only before a name with a subscript.
                None if word.fields == Fields::One => {
                    may_begin_with_dash(word)
                        && arguments.get(index + 1).is_some_and(may_be_subscript)
                }
                None => may_begin_with_dash(word),
            }),
        // `%n` gives the variable that the next argument names a value, such as PATH.
        "printf" => arguments.first().is_some_and(|word| match word.certain() {
            Some(value) => value.starts_with("-v") || assigns(value),
            None => may_begin_with_dash(word),
        }),
        _ => false,
    }
}

/// Whether a format holds a `%n`, with whatever between the two.
fn assigns(format: &str) -> bool {
    format.split('%').skip(1).any(|conversion| {
        let flags = |one: char| one.is_ascii_digit() || "-+ #0.*'hlLjzt".contains(one);
        conversion.trim_start_matches(flags).starts_with('n')
    })
}

fn may_begin_with_dash(word: &Word) -> bool {
    word.prefix.is_empty() || word.prefix.starts_with('-')
}

fn may_be_subscript(word: &Word) -> bool {
    word.certain().is_none_or(|value| value.contains('['))
}

/// Variables that the shell treats as numbers, sorted: giving them a value evaluates it.
const NUMBERS: [&str; 8] = [
    "BASHPID",
    "EPOCHSECONDS",
    "HISTCMD",
    "LINENO",
    "OPTIND",
    "RANDOM",
    "SECONDS",
    "SRANDOM",
];

/// Variables whose value a shell runs or reads as text of its own, now or when it starts, sorted.
const RUN: [&str; 9] = [
    "BASHOPTS",
    "BASH_ENV",
    "ENV",
    "PROMPT_COMMAND",
    "PS0",
    "PS1",
    "PS2",
    "PS4",
    "SHELLOPTS",
];

/// Whether the shell evaluates or runs what a variable of this name is given.
pub(in crate::read) fn is_evaluated(name: &str) -> bool {
    NUMBERS.binary_search(&name).is_ok() || RUN.binary_search(&name).is_ok()
}

/// Returns the trouble with giving a variable a value, if that may run a command: `RANDOM='a[$(x)]'` runs `x`.
pub(in crate::read) fn hidden_in_assignment(name: &str, value: Option<&Word>) -> Option<Trouble> {
    let value = value?;
    if RUN.binary_search(&name).is_ok() || name.starts_with("BASH_FUNC_") {
        let message = format!("a shell runs what stands in `{name}`");
        return Some(Trouble::new("evaluated", message).at_node("variable_assignment"));
    }
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if NUMBERS.binary_search(&name).is_err() || value.certain().is_some_and(is_number) {
        return None;
    }
    let message = format!(
        "`{name}` is a number to the shell: its new value is evaluated, which can run commands"
    );
    Some(Trouble::new("evaluated", message).at_node("variable_assignment"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::{Range, Span};

    /// A word of one certain value.
    fn word(value: &str) -> Word {
        Word {
            span: Span::source(0, 0),
            values: vec![value.to_owned()],
            fields: Fields::One,
            prefix: value.to_owned(),
            pieces: Range::default(),
        }
    }

    /// An uncertain word.
    fn dynamic(prefix: &str, fields: Fields) -> Word {
        Word {
            values: Vec::new(),
            fields,
            ..word(prefix)
        }
    }

    fn reason(words: &[Word]) -> Option<&'static str> {
        let name = words.first().and_then(Word::certain).unwrap();
        hidden_command(name, words).map(|trouble| trouble.reason)
    }

    fn reason_of(command: &str) -> Option<&'static str> {
        reason(&command.split(' ').map(word).collect::<Vec<_>>())
    }

    #[test]
    fn numbers_are_sorted() {
        assert!(NUMBERS.is_sorted());
    }

    #[test]
    fn a_word_that_may_become_an_evaluating_option_counts_as_one() {
        assert_eq!(reason_of("test -v x"), Some("evaluated"));
        assert_eq!(reason_of("[ -v x ]"), Some("evaluated"));
        assert_eq!(reason_of("printf -vx y"), Some("evaluated"));
        assert_eq!(reason_of("let x"), Some("evaluated"));
        assert_eq!(reason_of("printf %s -v"), None);
        let many = dynamic("", Fields::Many);
        let one = dynamic("", Fields::One);
        let letter = dynamic("a", Fields::One);
        assert_eq!(reason(&[word("printf"), one.clone()]), Some("evaluated"));
        assert_eq!(reason(&[word("printf"), letter]), None);
        assert_eq!(reason(&[word("test"), many]), Some("evaluated"));
        assert_eq!(
            reason(&[word("test"), one.clone(), one.clone()]),
            Some("evaluated")
        );
        assert_eq!(
            reason(&[word("test"), one.clone(), word("a[0]")]),
            Some("evaluated")
        );
        assert_eq!(reason(&[word("test"), one, word("="), word("x")]), None);
    }

    #[test]
    fn a_number_of_the_shell_takes_only_digits() {
        for name in NUMBERS {
            let reason = |value: Option<&Word>| {
                hidden_in_assignment(name, value).map(|trouble| trouble.reason)
            };
            assert_eq!(reason(Some(&word("a[0]"))), Some("evaluated"), "{name}");
            assert_eq!(
                reason(Some(&dynamic("1", Fields::One))),
                Some("evaluated"),
                "{name}"
            );
            assert_eq!(reason(Some(&word("12"))), None, "{name}");
            assert_eq!(reason(None), None, "{name}");
        }
        for name in RUN.iter().chain(&["BASH_FUNC_ls%%"]) {
            let found = hidden_in_assignment(name, Some(&word("x")));
            assert_eq!(
                found.map(|trouble| trouble.reason),
                Some("evaluated"),
                "{name}"
            );
        }
        assert!(RUN.is_sorted());
        assert!(hidden_in_assignment("PATH", Some(&word("a[0]"))).is_none());
    }
}
