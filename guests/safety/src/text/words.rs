//! Words of a text as one of the views shows them, cut at blanks and operators: names of commands, variables that are set,
//! flags.
//!
//! What is found may be a text that only looks like a command. Here nothing better is known, and it only adds a reason.

use super::{Marked, View, marks::Mark};
use crate::{
    checks::{builtins, interpreters, jq},
    report::Report,
    rules::Rule,
    variables,
};

/// A word as a view shows it.
#[derive(Debug, Default)]
struct Seen {
    text: String,
    /// All of it but quotes and backslashes, whatever the view.
    joined: String,
    start: usize,
    end: usize,
    /// Whether a quote or a backslash stands in it, and before its first character.
    is_quoted: bool,
    begins_quoted: bool,
    /// Whether quotes stand between two of its letters.
    is_split: bool,
}

/// Words up to an operator.
#[derive(Debug, Default)]
struct Segment {
    words: Vec<Seen>,
    /// The operator before it.
    operator: String,
}

/// Words behind which another command may begin.
const OPENERS: [&str; 29] = [
    "!",
    "builtin",
    "command",
    "do",
    "doas",
    "elif",
    "else",
    "env",
    "exec",
    "if",
    "in",
    "nice",
    "nocorrect",
    "noglob",
    "nohup",
    "setsid",
    "stdbuf",
    "sudo",
    "then",
    "time",
    "timeout",
    "until",
    "while",
    "xargs",
    "{",
    "}",
    "((",
    "[[",
    "case",
];

/// Looks at a text in one view.
pub(super) fn look(marked: &Marked<'_>, view: View, report: &mut Report) {
    for segment in segments(marked, view) {
        look_at_segment(marked, view, &segment, report);
    }
}

fn segments(marked: &Marked<'_>, view: View) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut segment = Segment::default();
    let mut word = Seen::default();
    let mut is_open = false;
    for (at, byte, mark) in marked.bytes() {
        let is_bare = mark == Mark::Bare || (mark == Mark::Double && view == View::Double);
        let is_blank = is_bare && matches!(byte, b' ' | b'\t' | b'\n');
        let is_operator =
            is_bare && matches!(byte, b'\n' | b';' | b'|' | b'&' | b'(' | b')' | b'`');
        if is_blank || is_operator {
            if is_open {
                segment.words.push(std::mem::take(&mut word));
                is_open = false;
            }
            if is_operator {
                // A pipe goes on behind the end of its line.
                let goes_on = byte == b'\n' && segment.operator.ends_with(['|', '&']);
                let is_same = segment.words.is_empty() && (byte != b'\n' || goes_on);
                if !is_same {
                    segments.push(std::mem::take(&mut segment));
                }
                if !(is_same && goes_on) {
                    segment.operator.push(char::from(byte));
                }
            }
            continue;
        }
        if mark == Mark::Comment {
            continue;
        }
        if !is_open {
            is_open = true;
            word = Seen {
                start: at,
                begins_quoted: matches!(mark, Mark::Quote | Mark::Backslash),
                ..Seen::default()
            };
        }
        word.end = at + 1;
        match mark {
            Mark::Quote | Mark::Backslash => {
                word.is_quoted = true;
                word.is_split |= splits(marked, at);
            }
            _ => {}
        }
        let is_content = !matches!(mark, Mark::Quote | Mark::Backslash) && byte.is_ascii();
        if is_content {
            word.joined.push(char::from(byte));
        }
        if view.shows(mark) && mark != Mark::Backslash && byte.is_ascii() {
            word.text.push(char::from(byte));
        }
    }
    if is_open {
        segment.words.push(word);
    }
    segments.push(segment);
    segments
}

/// Whether a quote or a backslash stands behind a letter, and another letter outside or inside follows at once.
fn splits(marked: &Marked<'_>, at: usize) -> bool {
    let is_letter = |at: usize| {
        marked
            .at(at)
            .is_some_and(|(byte, _)| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let before = at.checked_sub(1).is_some_and(is_letter);
    let is_empty_pair = marked
        .at(at + 1)
        .is_some_and(|(_, mark)| mark == Mark::Quote)
        && marked.text.as_bytes().get(at) == marked.text.as_bytes().get(at + 1);
    (before && is_letter(at + 1)) || (is_empty_pair && is_letter(at + 2))
}

fn look_at_segment(marked: &Marked<'_>, view: View, segment: &Segment, report: &mut Report) {
    let mut words = segment.words.as_slice();
    while let Some((word, rest)) = words.split_first() {
        let span = marked.span(word.start, word.end);
        if let Some(name) = assigned(&word.text) {
            look_at_assignment(marked, name, word, report);
        } else if word.text == "exec" && !rest.is_empty() {
            report.add_in_text(Rule::Exec, span);
        } else if !OPENERS.contains(&word.text.as_str()) && !is_wrapper_word(&word.text) {
            break;
        }
        words = rest;
    }
    for word in words {
        look_at_word(marked, view, word, report);
    }
    let Some((name, rest)) = words.split_first() else {
        return;
    };
    let span = marked.span(name.start, name.end);
    if name.is_split && view == View::Bare {
        report.add_in_text(Rule::HiddenName, span);
    }
    let text = name.text.as_str();
    look_at_builtin(marked, name, rest, report);
    let operator = segment.operator.trim_end_matches('(');
    let is_fed = matches!(operator, "|" | "|&");
    if is_fed && interpreters::find(text).is_some() && view != View::Double {
        report.add_in_text(Rule::PipeToInterpreter, span);
    }
    if jq::is_jq(text) {
        let program = marked.text.get(name.end..).unwrap_or("");
        let inside = program.split(['\'', '"']).nth(1).unwrap_or(program);
        if jq::named(inside).is_some() {
            report.add_in_text(Rule::Jq, span);
        }
    }
}

/// Looks at words of the shell that run, keep or set something.
fn look_at_builtin(marked: &Marked<'_>, name: &Seen, rest: &[Seen], report: &mut Report) {
    let arguments = || rest.iter().map(|word| Some(word.text.as_str()));
    let text = name.text.as_str();
    let span = marked.span(name.start, name.end);
    if let Some(row) = builtins::find(text, marked.dialect)
        && !row.unless.lets_through(&arguments)
    {
        report.add_in_text(row.rule, span);
    }
    let evaluates = match text {
        "let" => true,
        "test" | "[" | "printf" => rest.iter().any(|word| word.text == "-v"),
        _ => false,
    };
    if evaluates {
        report.add_in_text(Rule::Evaluated, span);
    }
    if matches!(
        text,
        "export" | "declare" | "typeset" | "local" | "readonly" | "read"
    ) {
        for word in rest {
            let name = assigned(&word.text).or(Some(word.text.as_str()).filter(|_| text == "read"));
            if let Some(name) = name {
                look_at_assignment(marked, name, word, report);
            }
        }
    }
}

/// A number or an option behind `timeout`, `nice` and their kin. What takes it for one only looks at more words.
fn is_wrapper_word(text: &str) -> bool {
    let is_number = text.starts_with(|first: char| first.is_ascii_digit());
    is_number && text.len() < 8
}

/// Returns the name of `NAME=…`, `NAME+=…`, `NAME[…]=…`.
fn assigned(text: &str) -> Option<&str> {
    let (name, _) = text.split_once('=')?;
    let name = name.strip_suffix('+').unwrap_or(name);
    let name = name.split('[').next().unwrap_or(name);
    let is_name = !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name.then_some(name)
}

fn look_at_assignment(marked: &Marked<'_>, name: &str, word: &Seen, report: &mut Report) {
    let span = marked.span(word.start, word.end);
    if name == "IFS" {
        report.add_in_text(Rule::FieldSeparator, span);
    } else if let Some(row) = variables::find(name, marked.dialect) {
        let value = word.text.split_once('=').map_or("", |(_, value)| value);
        if (word.is_quoted || !row.is_harmless(value)) && !report.has(Rule::Variable) {
            report.add_about(Rule::Variable, None, span, name, row.why.sentence());
        }
    }
}

fn look_at_word(marked: &Marked<'_>, view: View, word: &Seen, report: &mut Report) {
    let span = marked.span(word.start, word.end);
    let text = word.text.as_str();
    if text.contains("$IFS") || text.contains("${IFS") {
        report.add_in_text(Rule::FieldSeparator, span);
    }
    if text.contains("/proc/") && text.contains("/environ") {
        report.add_in_text(Rule::ProcessEnvironment, span);
    }
    if text.contains("@P}") {
        report.add_in_text(Rule::Evaluated, span);
    }
    match view {
        View::Bare => {
            let is_flag = word.joined.starts_with('-') && !word.joined.contains('=');
            if is_flag && word.is_split {
                report.add_in_text(Rule::HiddenFlag, span);
            }
        }
        View::Quotes => {
            let braces = text
                .split_once('{')
                .and_then(|(_, rest)| rest.rsplit_once('}'));
            if braces.is_some_and(|(inside, _)| inside.contains(['\'', '"'])) {
                report.add_in_text(Rule::BraceQuotes, span);
            }
            let is_equals = text.strip_prefix('=').is_some_and(|rest| {
                rest.starts_with(|first: char| {
                    first.is_ascii_alphanumeric() || "(=_./".contains(first)
                })
            });
            // A comparison.
            let is_equals = is_equals && text != "==";
            if marked.dialect == "zsh" && is_equals && !word.begins_quoted {
                report.add_in_text(Rule::ZshEquals, span);
            }
        }
        View::Double => {}
    }
}
