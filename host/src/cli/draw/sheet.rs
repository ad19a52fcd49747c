//! The page that is drawn on: lines with an indentation, remarks in a column beside them, and a bound. It knows no
//! script.

use std::{
    collections::{HashMap, HashSet},
    fmt::{self, Write as _},
};

use crate::cli::ui::{FAINT, HEAD};

/// Most rows of a drawing. What is left out is counted.
const MAX_ROWS: usize = 60;
/// Most rows of one text that is drawn below its line.
const MAX_BODY_ROWS: usize = 6;
/// Most remarks beside one line.
const MAX_NOTES: usize = 8;
/// Most parts that one remark is about.
const MAX_PARTS: usize = 6;
/// Longest row of a text, and longest remark, in characters.
const MAX_ROW_CHARS: usize = 100;
/// What is nested deeper than this many columns stays there, so that it can still be read.
const MAX_INDENT: usize = 48;
/// The column of remarks is no further to the right than this.
const MAX_TEXT_COLUMNS: usize = 44;
/// What the whole drawing is indented by.
const MARGIN: usize = 2;

/// Remarks on a line. What is said of several parts is said once.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    remarks: Vec<Remark>,
    /// Where each remark on parts is.
    known: HashMap<String, usize>,
}

#[derive(Clone, Debug, Default)]
struct Remark {
    text: String,
    /// The first of the parts it is about.
    parts: Vec<String>,
    all_parts: HashSet<String>,
}

impl Notes {
    /// Remarks something on the whole line.
    pub(super) fn say(&mut self, remark: impl Into<String>) {
        self.remarks.push(Remark {
            text: remark.into(),
            ..Remark::default()
        });
    }

    /// Remarks something on a part of it.
    pub(super) fn of(&mut self, part: &str, remark: impl Into<String>) {
        let text = remark.into();
        let index = *self.known.entry(text.clone()).or_insert_with(|| {
            self.remarks.push(Remark {
                text,
                ..Remark::default()
            });
            self.remarks.len() - 1
        });
        if let Some(remark) = self.remarks.get_mut(index)
            && remark.all_parts.insert(part.to_owned())
            && remark.parts.len() < MAX_PARTS
        {
            remark.parts.push(part.to_owned());
        }
    }

    /// Puts other remarks before these.
    pub(super) fn after(self, mut earlier: Self) -> Self {
        earlier.remarks.extend(self.remarks);
        earlier
    }

    fn rows(&self) -> Vec<String> {
        let mut rows: Vec<String> = self
            .remarks
            .iter()
            .take(MAX_NOTES)
            .map(|remark| cut(&remark.to_string()))
            .collect();
        let more = self.remarks.len().saturating_sub(MAX_NOTES);
        if more > 0 {
            rows.push(format!(
                "… and {more} more {}",
                plural(more, "remark", "remarks")
            ));
        }
        rows
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts.join(", ");
        match (self.parts.len(), self.all_parts.len() - self.parts.len()) {
            (0, _) => f.write_str(&self.text),
            (_, 0) => write!(f, "{parts}: {}", self.text),
            (_, more) => write!(f, "{parts} and {more} more: {}", self.text),
        }
    }
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Ours, about the lines below.
    Heading,
    /// A command.
    Command,
    /// A text that a command is given.
    Body,
}

#[derive(Debug)]
struct Line {
    role: Role,
    indent: usize,
    text: String,
    notes: Vec<String>,
}

impl Line {
    fn width(&self) -> usize {
        self.indent + self.text.chars().count()
    }

    /// How many rows it takes if remarks begin at a column.
    fn rows(&self, column: usize) -> usize {
        let below = usize::from(!self.notes.is_empty() && self.width() + 2 > column);
        self.notes.len().max(1 - below) + below
    }
}

/// The lines drawn so far.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    lines: Vec<Line>,
    bodies: Vec<String>,
}

impl Sheet {
    /// Adds a line.
    pub(super) fn add(&mut self, role: Role, indent: usize, text: String, notes: &Notes) {
        self.lines.push(Line {
            role,
            indent: MARGIN + indent.min(MAX_INDENT),
            text,
            notes: notes.rows(),
        });
    }

    /// Adds a text below a line, unless it was shown before.
    pub(super) fn add_body(&mut self, indent: usize, body: &str, visible: fn(&str) -> String) {
        let body = body.trim_end();
        if self.is_full() || self.bodies.iter().any(|shown| shown == body) {
            return;
        }
        self.bodies.push(body.to_owned());
        let mut rows = body.lines();
        for row in rows.by_ref().take(MAX_BODY_ROWS) {
            let text = format!("│ {}", cut(&visible(row)));
            self.add(
                Role::Body,
                indent,
                text.trim_end().to_owned(),
                &Notes::default(),
            );
        }
        let more = rows.count();
        if more > 0 {
            let text = format!("│ … {more} more {}", plural(more, "line", "lines"));
            self.add(Role::Body, indent, text, &Notes::default());
        }
    }

    /// Whether nothing of what is added will be shown; commands are still counted.
    pub(super) fn is_full(&self) -> bool {
        self.lines.len() > MAX_ROWS
    }

    /// Whether nothing was drawn.
    pub(super) const fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether it says no more than this text does.
    pub(super) fn is_only(&self, text: &str) -> bool {
        match self.lines.as_slice() {
            [line] => line.notes.is_empty() && line.text == text,
            _ => false,
        }
    }

    /// Returns it as text, remarks in a column.
    pub(super) fn render(&self) -> String {
        let widest = self
            .lines
            .iter()
            .filter(|line| !line.notes.is_empty())
            .map(Line::width)
            .filter(|width| *width <= MAX_TEXT_COLUMNS)
            .max()
            .unwrap_or(MAX_TEXT_COLUMNS);
        let column = widest + 3;
        let mut text = String::new();
        let mut rows = 0;
        for (index, line) in self.lines.iter().enumerate() {
            rows += line.rows(column);
            if rows > MAX_ROWS {
                text += &self.left_out(index);
                break;
            }
            write_line(&mut text, line, column);
        }
        text
    }

    /// Says how much isn't shown from a line on.
    fn left_out(&self, from: usize) -> String {
        let rest = self.lines.get(from..).unwrap_or(&[]);
        let commands = rest
            .iter()
            .filter(|line| line.role == Role::Command)
            .count();
        let (count, what) = match commands {
            0 => (rest.len(), plural(rest.len(), "line", "lines")),
            _ => (commands, plural(commands, "command", "commands")),
        };
        format!("{:MARGIN$}{FAINT}… and {count} more {what}{FAINT:#}\n", "")
    }
}

fn write_line(text: &mut String, line: &Line, column: usize) {
    let (indent, content) = (line.indent, &line.text);
    // Writing to a string can't fail.
    match line.role {
        Role::Heading => write!(text, "{:indent$}{HEAD}{content}{HEAD:#}", ""),
        Role::Command => write!(text, "{:indent$}{content}", ""),
        Role::Body => write!(text, "{:indent$}{FAINT}{content}{FAINT:#}", ""),
    }
    .ok();
    let mut at = line.width();
    for note in &line.notes {
        if at + 2 > column {
            text.push('\n');
            at = 0;
        }
        let gap = column - at;
        write!(text, "{:gap$}{FAINT}{note}{FAINT:#}", "").ok();
        // The next remark goes to a row of its own.
        at = column;
    }
    text.push('\n');
}

fn cut(text: &str) -> String {
    if text.chars().count() <= MAX_ROW_CHARS {
        return text.to_owned();
    }
    let kept: String = text.chars().take(MAX_ROW_CHARS).collect();
    format!("{kept}…")
}

const fn plural<'a>(count: usize, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(sheet: &Sheet) -> String {
        anstream::adapter::strip_str(&sheet.render()).to_string()
    }

    #[test]
    fn remarks_stand_in_one_column_and_below_what_is_too_long_for_it() {
        let mut sheet = Sheet::default();
        let mut notes = Notes::default();
        notes.say("first");
        notes.of("a", "open");
        notes.of("b", "open");
        notes.of("a", "open");
        sheet.add(Role::Command, 0, "short".to_owned(), &notes);
        sheet.add(Role::Command, 4, "x".repeat(60), &notes);
        let long = "x".repeat(60);
        assert_eq!(
            plain(&sheet),
            format!(
                "  short   first\n          a, b: open\n      {long}\n          first\n          a, b: open\n"
            )
        );
    }

    #[test]
    fn what_is_left_out_is_counted_exactly() {
        let mut sheet = Sheet::default();
        for _ in 0..MAX_ROWS + 12 {
            sheet.add(Role::Command, 0, "ls".to_owned(), &Notes::default());
        }
        sheet.add(Role::Heading, 0, "then:".to_owned(), &Notes::default());
        let text = plain(&sheet);
        assert_eq!(text.lines().count(), MAX_ROWS + 1);
        assert!(text.ends_with("  … and 12 more commands\n"));
    }

    #[test]
    fn a_text_is_shown_once_and_cut() {
        let mut sheet = Sheet::default();
        let body = "a\nb\nc\nd\ne\nf\ng\nh\n";
        sheet.add_body(0, body, str::to_owned);
        sheet.add_body(0, body.trim_end(), str::to_owned);
        assert_eq!(sheet.lines.len(), MAX_BODY_ROWS + 1);
        assert!(plain(&sheet).ends_with("│ … 2 more lines\n"));
    }

    #[test]
    fn nothing_moves_out_of_sight() {
        let mut sheet = Sheet::default();
        sheet.add(Role::Command, 400, "ls".to_owned(), &Notes::default());
        assert_eq!(
            plain(&sheet),
            format!("{}ls\n", " ".repeat(MARGIN + MAX_INDENT))
        );
    }
}
