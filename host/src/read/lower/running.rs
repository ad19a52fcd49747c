//! What running a simple command does to the shell, as far as later text depends on it: `cd`, assignments by builtins,
//! functions that are called, the end of the script.

use std::rc::Rc;

use super::{
    Lowering,
    builtins::{Reach, reach_of},
    changes::forget_changed,
    lex::{Lexed, TokenKind},
    names::is_name,
    state::{Flow, Names, State, Value, merge},
};
use crate::{
    read::{
        gaps::Trouble,
        script::{AssignmentScope, Binding, Fields, Word},
        wrappers,
    },
    span::Range,
};

/// Builtins whose arguments of the form `NAME=value` are read as assignments, sorted.
const DECLARING: [&str; 5] = ["declare", "export", "local", "readonly", "typeset"];

/// Options of those builtins that only mark a variable or print.
const PLAIN_DECLARATIONS: [&str; 6] = ["--", "-g", "-p", "-r", "-x", "+x"];

/// Whether a command's arguments of the form `NAME=value` are read as assignments. Only a name that is plainly written
/// counts for the shell.
pub(super) fn declares(name: &str) -> bool {
    DECLARING.binary_search(&name).is_ok()
}

impl Lowering<'_, '_, '_> {
    /// Returns what a certain name is bound to, where the lowering stands.
    pub(super) fn binding(&self, name: &str) -> Binding {
        let state = &self.common.state;
        if state.defines(name) {
            return Binding::Function;
        }
        if self.may_be_function(name, state) {
            return Binding::Unknown;
        }
        match self.common.facts.binding_in(self.dialect, name) {
            // A name that is no path can have been bound to something else by then.
            Binding::File if state.names() == Names::Unknown && !name.contains('/') => {
                Binding::Unknown
            }
            binding => binding,
        }
    }

    /// Returns what a name is bound to that is looked for as a program.
    pub(super) fn program(&self, name: &str) -> Binding {
        if self.common.state.names() == Names::Unknown && !name.contains('/') {
            Binding::Unknown
        } else {
            Binding::File
        }
    }

    /// Whether a name may be a function that the script defines.
    pub(super) fn may_be_function(&self, name: &str, state: &State) -> bool {
        state.defines(name) || self.is_defined(name)
    }

    /// Whether the text may define a function of this name.
    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.defined
            .binary_search_by(|known| known.as_str().cmp(name))
            .is_ok()
    }

    /// Whether a name may be something else than what it is to the system: a function of the script, or an alias.
    pub(super) fn may_be_anything(&self, name: &str, state: &State) -> bool {
        self.may_be_function(name, state) || self.alias_of(name).is_some()
    }

    /// Whether a name is the system's tool here, and nothing of the script's or the session's.
    pub(super) fn is_the_system_s(&self, name: &str, state: &State) -> bool {
        let facts = self.common.facts;
        !self.may_be_function(name, state)
            && !facts.functions.iter().any(|function| function == name)
            && !facts.aliases.iter().any(|alias| alias.name == name)
    }

    /// Returns how control leaves a command that was just added, and notes what it changes.
    pub(super) fn after(&mut self, words: Range, assignments: Range, redirects: Range) -> Flow {
        let words = self
            .common
            .script
            .words
            .get(words.indices())
            .unwrap_or(&[])
            .to_vec();
        let Some(first) = words.first() else {
            return Flow::either(&self.common.state);
        };
        let Some(name) = first.certain() else {
            if !first.values.is_empty() && first.values.iter().all(|name| self.is_file(name)) {
                return Flow::either(&self.common.state);
            }
            self.common.state.forget_everything();
            return Flow::either(&self.common.state);
        };
        let name = name.to_owned();
        let before = self.common.state.clone();
        let mut flow = match self.binding(&name) {
            Binding::File => Flow::either(&self.common.state),
            Binding::Function if self.common.state.defines(&name) => {
                self.call_function();
                Flow::either(&self.common.state)
            }
            Binding::Function | Binding::Unknown => {
                self.common.state.forget_everything();
                Flow::either(&self.common.state)
            }
            Binding::Builtin => self.after_builtin(&name, &words, assignments, redirects),
        };
        self.forget_prefix(&name, assignments);
        if !redirects.is_empty() && !matches!(self.binding(&name), Binding::File) {
            // A redirect that fails keeps it from running.
            flow.failure = super::state::merge(flow.failure, Some(before));
        }
        flow
    }

    fn is_file(&self, name: &str) -> bool {
        self.binding(name) == Binding::File
    }

    /// `X=1 export X` and its like may keep what was meant for one command.
    fn forget_prefix(&mut self, name: &str, assignments: Range) {
        if reach_of(self.dialect, name).is_none_or(|reach| reach == Reach::Nothing) {
            return;
        }
        let named: Vec<String> = self
            .common
            .script
            .assignments
            .get(assignments.indices())
            .unwrap_or(&[])
            .iter()
            .filter(|assignment| assignment.scope == AssignmentScope::Command)
            .map(|assignment| assignment.name.clone())
            .collect();
        for name in &named {
            self.common.state.forget(name);
        }
    }

    /// A function that is called does what its body does, or that of any other of the script.
    fn call_function(&mut self) {
        let found = self.function_changes;
        if found.forgets {
            self.common.state.forget_everything();
        } else if found.moves {
            self.common.state.get_lost();
        }
        let bodies = self.function_bodies.clone();
        let mut state = self.common.state.clone();
        if self.may_recur(&bodies) {
            // Nested too deeply it ends its line, and control goes on with the next one.
            let failed = self.common.failed.take();
            self.common.failed = merge(failed, Some(state.clone()));
        }
        for (region, from, to) in bodies {
            let tokens = region.tokens.get(from..to).unwrap_or(&[]);
            self.common.steps += forget_changed(&mut state, self.source, tokens);
        }
        self.common.state = state;
    }

    /// Whether the body of a function may call one.
    fn may_recur(&self, bodies: &[(Rc<Lexed<'_>>, usize, usize)]) -> bool {
        bodies.iter().any(|(region, from, to)| {
            let tokens = region.tokens.get(*from..*to).unwrap_or(&[]);
            let mut words = tokens.iter().filter(|token| token.kind == TokenKind::Word);
            words.any(|word| self.is_defined(self.text_of(*word)))
        })
    }

    fn after_builtin(
        &mut self,
        name: &str,
        words: &[Word],
        assignments: Range,
        redirects: Range,
    ) -> Flow {
        let arguments = words.get(1..).unwrap_or(&[]);
        match name {
            "cd" => return self.after_cd(arguments, assignments),
            "hash" if !arguments.is_empty() => {
                self.reshaped(name, words);
                self.common.state.forget_everything();
            }
            "exit" if self.is_certain_exit(arguments) && redirects.is_empty() => {
                return Flow::never();
            }
            "return"
                if self.scope.in_function
                    && self.is_certain_exit(arguments)
                    && redirects.is_empty() =>
            {
                return Flow::never();
            }
            "break" | "continue"
                if self.scope.in_loop && arguments.is_empty() && redirects.is_empty() =>
            {
                return Flow::never();
            }
            // Looked through, they would not be here: they only print.
            "command" | "builtin" => {}
            "trap" if !is_plain_trap(arguments) => {
                self.reshaped(name, words);
                self.common.state.forget_everything();
            }
            "set" if is_plain_set(arguments) => {}
            "shopt" if arguments.iter().all(is_plain_shopt) => {}
            "set" | "shopt" => {
                self.reshaped(name, words);
                self.common.state.forget_everything();
            }
            _ => match reach_of(self.dialect, name) {
                Some(Reach::Nothing) | None => {}
                Some(Reach::Directory) => self.common.state.get_lost(),
                Some(Reach::Named) => self.after_declaration(name, arguments),
                Some(Reach::Everything) => self.common.state.forget_everything(),
            },
        }
        Flow::either(&self.common.state)
    }

    /// Whether `exit` or `return` with these arguments certainly ends what it stands in: `--help` does not.
    fn is_certain_exit(&self, arguments: &[Word]) -> bool {
        match arguments {
            [] => true,
            [status] => {
                let is_number =
                    |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                let written = self.common.script.text(status.span);
                status.certain().is_some_and(is_number) || matches!(written, "$?" | "\"$?\"")
            }
            _ => false,
        }
    }

    /// Where the shell is after `cd`: in the directory if it succeeded, where it was if not.
    fn after_cd(&mut self, arguments: &[Word], assignments: Range) -> Flow {
        let failure = self.common.state.clone();
        let mut success = failure.clone();
        // `HOME=/x cd` and `CDPATH=/x cd y` go elsewhere.
        let targets = self
            .cd_targets(arguments)
            .filter(|_| assignments.is_empty());
        match targets {
            Some(directories) => success.move_to(directories),
            None => success.get_lost(),
        }
        // PWD and OLDPWD are never known.
        self.common.state = success.clone().join(&failure);
        Flow {
            success: Some(success),
            failure: Some(failure),
        }
    }

    fn cd_targets(&self, arguments: &[Word]) -> Option<Vec<String>> {
        let state = &self.common.state;
        let arguments = match arguments {
            [option, rest @ ..] if matches!(option.certain(), Some("--" | "-L")) => rest,
            arguments => arguments,
        };
        let targets: Vec<String> = match arguments {
            [] => vec![
                state
                    .only_value("HOME")
                    .filter(|home| home.starts_with('/'))?
                    .to_owned(),
            ],
            [target] if target.fields == Fields::One && !target.values.is_empty() => {
                target.values.clone()
            }
            _ => return None,
        };
        let mut found = Vec::new();
        for target in targets {
            if target.starts_with(['-', '+']) {
                return None;
            }
            if target.starts_with('/') {
                found.push(normalized("/", &target));
                continue;
            }
            // CDPATH has no say over these.
            let is_dotted = matches!(target.split('/').next(), Some("." | ".."));
            if target.is_empty() || (!is_dotted && state.only_value("CDPATH") != Some("")) {
                return None;
            }
            if state.directories().is_empty() {
                return None;
            }
            found.extend(
                state
                    .directories()
                    .iter()
                    .map(|directory| normalized(directory, &target)),
            );
        }
        Some(found)
    }

    /// Notes what a builtin does to the variables that its words name, and refuses names that are evaluated.
    fn after_declaration(&mut self, name: &str, arguments: &[Word]) {
        let is_declaration = declares(name);
        if !is_declaration && !arguments.iter().all(|word| is_plain_option(name, word)) {
            self.common.state.forget_everything();
        }
        let is_frozen = is_declaration
            && (name == "readonly"
                || arguments.iter().any(|option| {
                    option
                        .certain()
                        .is_some_and(|text| text.starts_with('-') && text.contains('r'))
                }));
        for argument in arguments {
            let Some(text) = argument.certain() else {
                // `export NAME=$x`: the name is certain, the value is not.
                match argument.prefix.split_once('=') {
                    Some((variable, _)) if is_declaration && is_name(variable) => {
                        self.common.state.forget(variable);
                    }
                    _ => {
                        self.evaluated_name(name, argument);
                        self.common.state.forget_everything();
                    }
                }
                continue;
            };
            if is_declaration && text.starts_with(['-', '+']) {
                let is_plain = PLAIN_DECLARATIONS.contains(&text)
                    || (text.len() > 2
                        && text.chars().skip(1).all(|letter| "grx".contains(letter)));
                if !is_plain {
                    self.evaluated_name(name, argument);
                    self.common.state.forget_everything();
                }
                continue;
            }
            // A callback of `mapfile`.
            if matches!(name, "mapfile" | "readarray") && text.starts_with("-C") {
                self.evaluated_name(name, argument);
            }
            let (variable, value) = match text.split_once('=') {
                Some((variable, value)) if is_declaration => (variable, Some(value)),
                _ => (text, None),
            };
            if is_name(variable) {
                if wrappers::is_evaluated(variable) && name != "unset" {
                    self.evaluated_name(name, argument);
                }
                let known = value
                    .filter(|_| name == "export")
                    .map(|value| Value::Known(vec![value.to_owned()]));
                if is_frozen {
                    self.common.frozen.insert(variable.to_owned());
                }
                if name == "unset" {
                    // Without such a variable it is the function that goes.
                    self.common.state.undefine(variable);
                }
                if is_declaration && value.is_none() {
                    // It keeps the value that it has; `local` alone makes it empty.
                    if name != "export" {
                        self.common.state.forget(variable);
                    }
                } else {
                    let known = known.filter(|_| !self.common.frozen.contains(variable));
                    self.common.state.set(variable, known);
                }
            } else if text.contains('[') || (is_declaration && text.contains('=')) {
                self.evaluated_name(name, argument);
                self.common.state.forget_everything();
            } else if name == "unset" && matches!(text, "-f" | "-n") {
                self.common.state.forget_everything();
            }
        }
        if matches!(name, "read" | "mapfile" | "readarray" | "getopts") {
            for variable in ["REPLY", "MAPFILE", "OPTARG", "OPTIND"] {
                self.common.state.forget(variable);
            }
        }
    }

    fn reshaped(&mut self, name: &str, words: &[Word]) {
        let message = format!("`{name}` may change what the rest of the script means");
        if let Some(first) = words.first() {
            let span = first.span;
            self.common
                .gaps
                .add(Trouble::new("options", message).at_node("command"), span);
        }
    }

    fn evaluated_name(&mut self, name: &str, word: &Word) {
        let message = format!(
            "`{name}` may evaluate this word, as the name of a variable or otherwise, which can run commands"
        );
        let span = word.span;
        self.common
            .gaps
            .add(Trouble::new("evaluated", message).at_node("command"), span);
    }
}

/// Whether a word of `read` and its like is an operand, or an option that has no name of a variable attached to it, as
/// `-rax` has.
pub(super) fn is_plain_option(name: &str, word: &Word) -> bool {
    word.certain()
        .is_none_or(|text| is_plain_option_text(name, text))
}

pub(super) fn is_plain_option_text(name: &str, text: &str) -> bool {
    let Some(letters) = text.strip_prefix('-') else {
        return true;
    };
    let (flags, taking) = match name {
        "read" => ("ersE", "adinNptu"),
        "mapfile" | "readarray" => ("t", "dnOscu"),
        "wait" => ("nf", "p"),
        _ => ("fnv", ""),
    };
    let rest = letters.trim_start_matches(|letter| flags.contains(letter));
    let mut rest = rest.chars();
    match rest.next() {
        None | Some('-') => true,
        // Its argument is the next word, or a number that is attached.
        Some(letter) if taking.contains(letter) => rest
            .as_str()
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.'),
        Some(_) => false,
    }
}

/// Whether `trap` with these arguments runs nothing later: it prints, resets or ignores.
fn is_plain_trap(arguments: &[Word]) -> bool {
    arguments
        .first()
        .is_none_or(|first| matches!(first.certain(), Some("-p" | "-l" | "-" | "")))
}

/// Options of `set` by name that leave alone what later text means.
const PLAIN_OPTIONS: [&str; 10] = [
    "errexit",
    "errtrace",
    "functrace",
    "monitor",
    "noclobber",
    "noexec",
    "noglob",
    "nounset",
    "pipefail",
    "xtrace",
];

/// Whether `set` with these arguments leaves alone what later text means. Positional parameters are never known.
fn is_plain_set(arguments: &[Word]) -> bool {
    let mut names = 0;
    for argument in arguments {
        let Some(text) = argument.certain() else {
            return false;
        };
        if names > 0 {
            names -= 1;
            if !PLAIN_OPTIONS.contains(&text) {
                return false;
            }
            continue;
        }
        if !text.starts_with(['-', '+']) || matches!(text, "--" | "-" | "+") {
            return true;
        }
        let letters = text.get(1..).unwrap_or("");
        if !letters
            .chars()
            .all(|letter| "befhmnuvxCETo".contains(letter))
        {
            return false;
        }
        names += letters.matches('o').count();
    }
    true
}

/// Whether an argument of `shopt` only prints, or is one of the options that leave alone what later text means.
fn is_plain_shopt(argument: &Word) -> bool {
    let plain = [
        "-s",
        "-u",
        "-q",
        "-p",
        "nullglob",
        "dotglob",
        "inherit_errexit",
        "checkwinsize",
    ];
    argument.certain().is_some_and(|text| plain.contains(&text))
}

/// Returns the names that a text may define as functions, sorted: what stands before `()` or behind `function`.
pub(super) fn defined_functions(source: &str) -> Vec<String> {
    const BLANKS: [char; 4] = [' ', '\t', '\\', '\n'];
    let is_border = |one: char| one.is_whitespace() || ";&|()<>{}`$\"'\\".contains(one);
    let bracketed = source.match_indices('(').filter_map(|(at, _)| {
        let after = source.get(at + 1..)?.trim_start_matches(BLANKS);
        let before = source.get(..at)?.trim_end_matches(BLANKS);
        after
            .starts_with(')')
            .then(|| before.rsplit(is_border).next())
            .flatten()
    });
    let announced = source.match_indices("function").filter_map(|(at, word)| {
        let behind = source.get(at + word.len()..)?;
        // Otherwise it is a part of a word: looking for the end of that from each of its parts would take very long.
        let after = behind
            .starts_with(BLANKS)
            .then(|| behind.trim_start_matches(BLANKS))?;
        after.split(is_border).next()
    });
    let mut names: Vec<String> = bracketed
        .chain(announced)
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Returns where a program goes that enters a directory, from any of these: links are followed later.
pub(super) fn directories(from: &[String], target: &str) -> Vec<String> {
    if target.is_empty() {
        return Vec::new();
    }
    if target.starts_with('/') {
        return vec![target.to_owned()];
    }
    from.iter()
        .map(|directory| format!("{}/{target}", directory.trim_end_matches('/')))
        .collect()
}

/// Returns where `cd` goes from a directory, by the names alone, as the shell does.
fn normalized(directory: &str, target: &str) -> String {
    let mut parts: Vec<&str> = if target.starts_with('/') {
        Vec::new()
    } else {
        directory
            .split('/')
            .filter(|part| !part.is_empty())
            .collect()
    };
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(DECLARING.is_sorted());
    }

    #[test]
    fn cd_goes_by_the_names() {
        for (from, target, to) in [
            ("/w", "src", "/w/src"),
            ("/w", "../x/./y//z", "/x/y/z"),
            ("/w", "/a/../b", "/b"),
            ("/", "..", "/"),
            ("/w/a", "..", "/w"),
        ] {
            assert_eq!(normalized(from, target), to, "{from} {target}");
        }
    }

    #[test]
    fn a_definition_is_found_in_either_form() {
        for source in [
            "f() { :; }",
            "f  ( ) (ls)",
            "function f { ls; }",
            "function  f()\n{ :; }",
            "a;f\\\n() (b)",
        ] {
            assert!(
                defined_functions(source).contains(&"f".to_owned()),
                "{source}"
            );
        }
        assert!(defined_functions("f; echo f $(f)").is_empty());
        assert!(defined_functions(&"function".repeat(9)).is_empty());
    }
}
