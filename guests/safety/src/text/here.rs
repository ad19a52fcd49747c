//! Here-documents of a text without structure: those that end too early, and those that never end.

use super::{
    Marked,
    marks::{Mark, marks},
};
use crate::{checks::said, report::Report, rules::Rule};

/// Looks at all of them.
pub(super) fn look(marked: &Marked<'_>, report: &mut Report) {
    let lines = lines(marked.text);
    let mut number = 0;
    let mut ended: Vec<(&str, usize)> = Vec::new();
    while let Some((start, line)) = lines.get(number).copied() {
        if let Some((_, first)) = ended
            .iter()
            .find(|(delimiter, _)| *delimiter == line.trim())
        {
            let between = lines.get(*first..=number).unwrap_or(&[]);
            let count = between.iter().filter(|(_, line)| !line.trim().is_empty());
            let (subject, because) = said(count.count(), line.trim());
            let from = between.first().map_or(start, |(start, _)| *start);
            let span = marked.span(from, start + line.len());
            if !report.has(Rule::HereDocument) {
                report.add_counted(Rule::HereDocument, None, span, subject, because);
            }
        }
        number += 1;
        for opened in opened(line) {
            let Some(end) = end_of(&lines, number, &opened) else {
                let span = marked.span(start, start + line.len());
                report.add_in_text(Rule::OpenHereDocument, span);
                return;
            };
            number = end + 1;
            // The first document of a name stands for all of them.
            if !ended
                .iter()
                .any(|(delimiter, _)| *delimiter == opened.delimiter)
            {
                ended.push((opened.delimiter, number));
            }
        }
    }
}

/// Returns the lines with their places.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    text.split('\n')
        .map(|line| {
            let start = at;
            at += line.len() + 1;
            (start, line)
        })
        .collect()
}

/// A here-document that a line begins.
struct Opened<'a> {
    delimiter: &'a str,
    strips_tabs: bool,
}

fn opened(line: &str) -> Vec<Opened<'_>> {
    if !line.contains("<<") {
        return Vec::new();
    }
    // Inside of `"$(cat <<EOF` the line ends in quotes that it opened; there it begins one, too.
    let (marks, _) = marks(line);
    let mut found = Vec::new();
    for (at, _) in line.match_indices("<<") {
        let is_text = matches!(
            marks.get(at),
            Some(Mark::Single | Mark::Comment | Mark::Escaped)
        );
        let behind = line.get(at + 2..).unwrap_or("");
        let is_here_string =
            behind.starts_with('<') || line.get(..at).is_some_and(|before| before.ends_with('<'));
        if is_text || is_here_string {
            continue;
        }
        let (strips_tabs, word) = match behind.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, behind),
        };
        let word = word.trim_start_matches([' ', '\t']);
        let quoted = word.trim_start_matches(['\'', '"', '\\']);
        let is_of_word = |one: char| one.is_alphanumeric() || matches!(one, '_' | '-' | '.' | '!');
        let end = quoted
            .find(|one: char| !is_of_word(one))
            .unwrap_or(quoted.len());
        // `1 << 2` calculates.
        let is_word = quoted.starts_with(|one: char| one.is_alphabetic() || one == '_');
        if let Some(delimiter) = quoted.get(..end).filter(|_| is_word) {
            found.push(Opened {
                delimiter,
                strips_tabs,
            });
        }
    }
    found
}

/// Finds the line that ends a here-document.
fn end_of(lines: &[(usize, &str)], from: usize, opened: &Opened<'_>) -> Option<usize> {
    let rest = lines.get(from..)?;
    let found = rest.iter().position(|(_, line)| {
        let line = if opened.strips_tabs {
            line.trim_start_matches('\t')
        } else {
            line
        };
        line == opened.delimiter
    })?;
    Some(from + found)
}
