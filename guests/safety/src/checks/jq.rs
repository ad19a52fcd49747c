//! Programs for jq and its kin: whether they look at the environment, or at files and programs of their own accord.
//!
//! It is enough to see names: `env` as a function is one, `.env` and `{env: …}` are keys of the input.

use shellward_sdk::{CommandView, WordView};

use super::base_name;
use crate::{report::Report, rules::Rule};

/// Programs with this language, sorted.
const PROGRAMS: [&str; 4] = ["gojq", "jaq", "jq", "yq"];

/// Functions that look elsewhere than at the input, sorted. `input_filename`, `@sh`, `input` and `debug` only print.
const FUNCTIONS: [&str; 12] = [
    "env",
    "envsubst",
    "eval",
    "get_search_list",
    "getenv",
    "import",
    "include",
    "load",
    "load_str",
    "modulemeta",
    "strenv",
    "system",
];

/// Options that take so many words.
const VALUED: [(&str, usize); 9] = [
    ("--arg", 2),
    ("--argjson", 2),
    ("--from-file", 1),
    ("--indent", 1),
    ("--library-path", 1),
    ("--rawfile", 2),
    ("--slurpfile", 2),
    ("-L", 1),
    ("-f", 1),
];

/// Whether a program speaks jq.
pub(crate) fn is_jq(name: &str) -> bool {
    PROGRAMS.binary_search(&name).is_ok()
}

/// Looks at the program that a command is given.
pub(super) fn look(command: CommandView<'_>, report: &mut Report) {
    let is_yq = command.name().map(base_name) == Some("yq");
    let mut words = command.arguments();
    while let Some(word) = words.next() {
        let text = word.certain().unwrap_or("");
        if text.starts_with('-') {
            let valued = VALUED.iter().find(|(option, _)| *option == text);
            for _ in 0..valued.map_or(0, |(_, count)| *count) {
                words.next();
            }
            // The program is in a file, and no word is one.
            if matches!(text, "-f" | "--from-file") && !is_yq {
                return;
            }
            continue;
        }
        if is_yq && matches!(text, "e" | "ea" | "eval" | "eval-all") {
            continue;
        }
        look_at_program(command, word, report);
        return;
    }
}

fn look_at_program(command: CommandView<'_>, word: WordView<'_>, report: &mut Report) {
    // Of a program that is not certain as much is looked at as is: what is put in may be anything anyhow.
    let named = match word.values() {
        [] => named(word.prefix()),
        values => values.iter().find_map(|value| named(value)),
    };
    if let Some(name) = named {
        report.add_about(
            Rule::Jq,
            Some(command.index()),
            word.span(),
            name,
            "looks at variables of the environment or outside of the input",
        );
    }
}

/// Returns the first name in a program that looks elsewhere.
pub(crate) fn named(program: &str) -> Option<&str> {
    let mut lexer = Lexer {
        text: program,
        at: 0,
        open: Vec::new(),
        before: Before::Start,
    };
    loop {
        match lexer.next_name()? {
            "$ENV" => return Some("$ENV"),
            name if FUNCTIONS.binary_search(&name).is_ok() => return Some(name),
            _ => {}
        }
    }
}

/// What stands before a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Start,
    /// A dot, behind which a key follows.
    Dot,
    /// `{` or a comma in braces, behind which a key follows.
    Brace,
    Other,
}

/// Goes through a program, brackets and strings with programs in them included.
struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Brackets that are open, and `"` for a string around a `\(`.
    open: Vec<u8>,
    before: Before,
}

impl<'a> Lexer<'a> {
    /// Returns the next name that is neither a key nor in a string.
    fn next_name(&mut self) -> Option<&'a str> {
        loop {
            let byte = *self.text.as_bytes().get(self.at)?;
            match byte {
                b'"' => {
                    self.at += 1;
                    self.pass_string();
                    continue;
                }
                b'#' => {
                    self.pass_while(|byte| byte != b'\n');
                    continue;
                }
                b' ' | b'\t' | b'\r' | b'\n' => {
                    self.at += 1;
                    continue;
                }
                _ => {}
            }
            let before = std::mem::replace(&mut self.before, Before::Other);
            if byte == b'$' || is_of_name(byte) {
                let start = self.at;
                self.at += 1;
                self.pass_while(is_of_name);
                let name = self.text.get(start..self.at)?;
                let is_key = match before {
                    Before::Dot => true,
                    // `{$ENV}` is `{ENV: $ENV}`.
                    Before::Brace => byte != b'$',
                    Before::Start | Before::Other => false,
                };
                if !is_key && !name.bytes().all(|byte| byte.is_ascii_digit()) {
                    return Some(name);
                }
                continue;
            }
            self.at += 1;
            self.pass_bracket(byte);
        }
    }

    fn pass_while(&mut self, holds: impl Fn(u8) -> bool) {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(|byte| holds(*byte)) {
            self.at += 1;
        }
    }

    /// Passes a string up to its end, or to a program in it.
    fn pass_string(&mut self) {
        let bytes = self.text.as_bytes();
        self.before = Before::Other;
        while let Some(byte) = bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'"' => return,
                b'\\' => {
                    if bytes.get(self.at) == Some(&b'(') {
                        self.open.push(b'"');
                        self.at += 1;
                        return;
                    }
                    self.at += 1;
                }
                _ => {}
            }
        }
    }

    fn pass_bracket(&mut self, byte: u8) {
        match byte {
            b'.' => self.before = Before::Dot,
            b'{' => {
                self.open.push(byte);
                self.before = Before::Brace;
            }
            b'(' | b'[' => self.open.push(byte),
            b')' | b']' | b'}' if self.open.pop() == Some(b'"') => self.pass_string(),
            b',' if self.open.last() == Some(&b'{') => self.before = Before::Brace,
            _ => {}
        }
    }
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_asks, assert_silent};

    #[test]
    fn tables_are_sorted() {
        assert!(PROGRAMS.is_sorted());
        assert!(FUNCTIONS.is_sorted());
    }

    #[test]
    fn programs_that_look_at_the_environment_ask() {
        for command in [
            "jq -n env",
            "jq -n '$ENV.HOME'",
            "jq -n 'env.HOME'",
            "jq '.a | system(\"id\")' f",
            "jq '\"\\(env.HOME)\"' f",
            "jq '{a: env}' f",
            "jq '{$ENV}' f",
            "jq --arg x y '[.a, $ENV]' f",
            "jq 'include \"x\"; .' f",
            "yq '.a = strenv(X)' f",
            "gojq -n env",
            "/usr/bin/jq -n env",
        ] {
            assert_asks(command, Rule::Jq);
        }
    }

    #[test]
    fn keys_and_strings_do_not() {
        for command in [
            "jq .env f",
            "jq '.spec.containers[].env[]' f",
            "jq '.[\"env\"]' f",
            "jq '{env: .a, system: .b}' f",
            "jq '{env, b}' f",
            "jq 'select(.x == \"env\")' f",
            "jq '\"\\(.env) system\"' f",
            "jq -r '.a | @sh' f",
            "jq -r input_filename f",
            "jq . env",
            "jq --arg env x '.a' f",
            "jq '.a # env' f",
            "jq '.environment, .env?' f",
            "jq -n 'input'",
            "echo env",
        ] {
            assert_silent(command);
        }
    }
}
