//! `/proc/*/environ`: the variables of running programs, with every secret that they were given.
//!
//! Whether a word is a file or only a text is for the effects to say (`grep -rn /proc/self/environ src` looks for the
//! text). Only of a command that nobody describes the words are looked at.

use shellward_sdk::{CommandView, RedirectView, Resolved, Span};

use super::interpreters;
use crate::{report::Report, rules::Rule};

/// Looks at what a command reads.
pub(super) fn look(command: CommandView<'_>, effects: &[Resolved], report: &mut Report) {
    let mut is_described = !effects.is_empty();
    for resolved in effects {
        let effect = &resolved.effect;
        if effect.command != command.index() {
            continue;
        }
        is_described &= effect.kind != "unknown";
        if touches_files(&effect.kind) && is_environment(command, resolved) {
            report.add(Rule::ProcessEnvironment, command, effect.span);
            return;
        }
    }
    let prints = matches!(command.name(), Some("echo" | "printf"));
    if !is_described && !prints {
        look_at_words(command, report);
    }
}

fn touches_files(kind: &str) -> bool {
    !matches!(kind, "connect" | "environment" | "process" | "system")
}

fn look_at_words(command: CommandView<'_>, report: &mut Report) {
    let targets = command
        .redirects()
        .filter(|redirect| redirect.raw().body.is_none())
        .filter_map(RedirectView::target);
    // A text with blanks in it is a message, unless it is a program.
    let is_program = command
        .name()
        .is_some_and(|name| interpreters::find(name).is_some());
    let is_file = |text: &str| is_program || !text.contains(char::is_whitespace);
    for word in command.arguments().chain(targets) {
        let is_one = match word.values() {
            [] => is_file(word.text()) && names_environment(&unquoted(word.text())),
            values => values
                .iter()
                .any(|value| is_file(value) && names_environment(value)),
        };
        if is_one {
            report.add(Rule::ProcessEnvironment, command, word.span());
        }
    }
}

fn is_environment(command: CommandView<'_>, resolved: &Resolved) -> bool {
    let effect = &resolved.effect;
    let target = effect.target.as_deref().unwrap_or("");
    let canonical = || resolved.places.iter().map(|place| place.canonical.as_str());
    if names_environment(target) || canonical().any(names_environment) {
        return true;
    }
    let is_in_proc = |path: &str| path == "/proc" || path.starts_with("/proc/");
    if effect.recursive && (is_in_proc(target) || canonical().any(is_in_proc)) {
        return true;
    }
    // `/proc/$pid/environ` and `/proc/*/environ` begin for certain, and end as written.
    !effect.exact && is_in_proc(target) && names_environment(&written(command, effect.span))
}

fn written(command: CommandView<'_>, span: Span) -> String {
    unquoted(command.script().text(span))
}

fn unquoted(text: &str) -> String {
    text.replace(['\'', '"', '\\'], "")
}

/// `/proc/1/environ`, `/proc/self/task/1/environ`, `//proc/self/./environ`, `/proc/*/env*`.
fn names_environment(path: &str) -> bool {
    path.find("/proc/").is_some_and(|at| {
        let rest = path.get(at + "/proc/".len()..).unwrap_or("");
        let ends =
            |one: char| one.is_whitespace() || matches!(one, ';' | '|' | ')' | ',' | '\'' | '"');
        let end = rest.find(ends).unwrap_or(rest.len());
        let path = rest.get(..end).unwrap_or("");
        path.trim_end_matches('/')
            .rsplit_once('/')
            .is_some_and(|(_, name)| may_match(name.as_bytes(), b"environ"))
    })
}

/// Whether a glob may match a name. What stands in brackets counts as any character.
fn may_match(glob: &[u8], name: &[u8]) -> bool {
    match (glob, name) {
        ([], []) => true,
        ([b'*', rest @ ..], _) => {
            may_match(rest, name)
                || name
                    .split_first()
                    .is_some_and(|(_, after)| may_match(glob, after))
        }
        ([b'?', rest @ ..], [_, after @ ..]) => may_match(rest, after),
        ([b'[', rest @ ..], [_, after @ ..]) => rest
            .iter()
            .position(|byte| *byte == b']')
            .and_then(|end| rest.get(end + 1..))
            .is_some_and(|rest| may_match(rest, after)),
        ([byte, rest @ ..], [first, after @ ..]) => byte == first && may_match(rest, after),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use shellward_sdk::{Classifier, Effect, Place, ScriptView, test_kit};

    use super::*;
    use crate::{
        Safety,
        testing::{assert_asks, assert_silent, read},
    };

    /// Judges a command of whose effects one is known.
    fn asks(source: &str, change: impl FnOnce(Effect) -> Effect, canonical: &str) -> bool {
        let script = read(source, "bash");
        let view = ScriptView::new(&script);
        let command = view.command(0).expect("there is one");
        let effect = match command.arguments().last() {
            Some(word) => Effect::read(command, word),
            None => Effect::new("read", command),
        };
        let place = Place {
            canonical: canonical.to_owned(),
            kind: "file".to_owned(),
            class: "outside".to_owned(),
            attrs: Vec::new(),
        };
        let resolved = Resolved {
            effect: change(effect),
            places: vec![place],
        };
        !Safety::classify(view, &test_kit::session(), &[resolved]).is_empty()
    }

    #[test]
    fn reading_the_variables_of_programs_asks() {
        for command in [
            "cat /proc/self/environ",
            "cat /proc/*/environ",
            "cat /proc/$pid/environ",
            "cat \"/proc/1/task/1/environ\"",
            "xxd < /proc/1/environ",
            "dd if=/proc/1/environ",
            "cat //proc/self/./environ",
            "cat /proc/self/env*",
            "cat /proc/self/e?v[i]ron",
            "cat /proc/self/*",
            "python3 -c \"print(open('/proc/1/environ'), 1)\"",
        ] {
            assert_asks(command, Rule::ProcessEnvironment);
        }
        assert!(asks("cat x", |effect| effect, "/proc/12/environ"));
        assert!(asks("cat /proc/*/environ", |effect| effect, ""));
        assert!(asks("grep -r x /proc", Effect::recursive, "/proc"));
    }

    #[test]
    fn speaking_of_them_does_not() {
        assert_silent("echo /proc/self/environ");
        assert_silent("cat /proc/cpuinfo");
        assert_silent("cat proc/environ");
        assert_silent("cat /proc/self/m*");
        assert_silent("git commit -m 'no more /proc/self/environ'");
        assert!(!asks(
            "grep -rn /proc/self/environ src",
            |effect| effect,
            "/work/src"
        ));
    }
}
