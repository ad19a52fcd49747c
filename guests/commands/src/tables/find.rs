//! `find`. Its arguments are starting points and then an expression: a small language of its own, read by allowlist.
//!
//! It has no `--` that would keep a starting point from being taken for an expression, so one that is not certain must
//! begin with something that is neither a dash nor an operator.

use crate::{
    argument::{Argument, Dynamic, Spread, Text},
    model::{Context, Grammar, Tool},
    report::{Extent, Kind, Report, Rule, Target},
};

/// `find`.
pub(super) static TOOL: Tool = Tool {
    names: &["find"],
    summary: "lists files for which an expression holds",
    grammar: Grammar::Own(describe),
};

/// What a word of the expression takes and does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Primary {
    /// Nothing.
    Plain,
    /// Follows symbolic links.
    Follow,
    /// Takes a text, such as a pattern, a number or a format.
    Text,
    /// Takes a file that is looked at.
    Look,
    /// Takes a file that names starting points.
    Starts,
    /// Takes a file that is written.
    Write,
    /// Takes a file that is written, and a format.
    WriteFormat,
    /// Deletes what it finds.
    Delete,
    /// Runs the command that follows.
    Run,
}

/// The words of an expression that are described, sorted.
const PRIMARIES: [(&str, Primary); 79] = [
    ("!", Primary::Plain),
    ("(", Primary::Plain),
    (")", Primary::Plain),
    (",", Primary::Plain),
    ("--help", Primary::Plain),
    ("--version", Primary::Plain),
    ("-a", Primary::Plain),
    ("-amin", Primary::Text),
    ("-and", Primary::Plain),
    ("-anewer", Primary::Look),
    ("-atime", Primary::Text),
    ("-cmin", Primary::Text),
    ("-cnewer", Primary::Look),
    ("-context", Primary::Text),
    ("-ctime", Primary::Text),
    ("-d", Primary::Plain),
    ("-daystart", Primary::Plain),
    ("-delete", Primary::Delete),
    ("-depth", Primary::Plain),
    ("-empty", Primary::Plain),
    ("-exec", Primary::Run),
    ("-execdir", Primary::Run),
    ("-executable", Primary::Plain),
    ("-false", Primary::Plain),
    ("-files0-from", Primary::Starts),
    ("-fls", Primary::Write),
    ("-follow", Primary::Follow),
    ("-fprint", Primary::Write),
    ("-fprint0", Primary::Write),
    ("-fprintf", Primary::WriteFormat),
    ("-fstype", Primary::Text),
    ("-gid", Primary::Text),
    ("-group", Primary::Text),
    ("-ignore_readdir_race", Primary::Plain),
    ("-ilname", Primary::Text),
    ("-iname", Primary::Text),
    ("-inum", Primary::Text),
    ("-ipath", Primary::Text),
    ("-iregex", Primary::Text),
    ("-iwholename", Primary::Text),
    ("-links", Primary::Text),
    ("-lname", Primary::Text),
    ("-ls", Primary::Plain),
    ("-maxdepth", Primary::Text),
    ("-mindepth", Primary::Text),
    ("-mmin", Primary::Text),
    ("-mount", Primary::Plain),
    ("-mtime", Primary::Text),
    ("-name", Primary::Text),
    ("-newer", Primary::Look),
    ("-noignore_readdir_race", Primary::Plain),
    ("-noleaf", Primary::Plain),
    ("-not", Primary::Plain),
    ("-nowarn", Primary::Plain),
    ("-o", Primary::Plain),
    ("-ok", Primary::Run),
    ("-okdir", Primary::Run),
    ("-or", Primary::Plain),
    ("-path", Primary::Text),
    ("-perm", Primary::Text),
    ("-print", Primary::Plain),
    ("-print0", Primary::Plain),
    ("-printf", Primary::Text),
    ("-prune", Primary::Plain),
    ("-quit", Primary::Plain),
    ("-readable", Primary::Plain),
    ("-regex", Primary::Text),
    ("-regextype", Primary::Text),
    ("-samefile", Primary::Look),
    ("-size", Primary::Text),
    ("-true", Primary::Plain),
    ("-type", Primary::Text),
    ("-uid", Primary::Text),
    ("-used", Primary::Text),
    ("-user", Primary::Text),
    ("-warn", Primary::Plain),
    ("-wholename", Primary::Text),
    ("-xdev", Primary::Plain),
    ("-xtype", Primary::Text),
];

impl Primary {
    /// Finds what a word of the expression is. `-nouser` and `-nogroup` and the forms of `-newerXY` are rules, not rows.
    fn of(word: &str) -> Option<Self> {
        if let Ok(index) = PRIMARIES.binary_search_by_key(&word, |row| row.0) {
            return PRIMARIES.get(index).map(|row| row.1);
        }
        match word.strip_prefix("-newer").map(str::as_bytes) {
            Some([b'a' | b'B' | b'c' | b'm', b't']) => Some(Self::Text),
            Some([b'a' | b'B' | b'c' | b'm', b'a' | b'B' | b'c' | b'm']) => Some(Self::Look),
            _ if word == "-nouser" || word == "-nogroup" => Some(Self::Plain),
            _ => None,
        }
    }
}

fn describe<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let mut reader = Reader {
        rest: arguments,
        starts: Vec::new(),
        extent: Extent::Deep,
        report,
    };
    reader.read_options();
    reader.read_starts();
    let deletes = reader.read_expression();
    let Reader {
        mut starts, extent, ..
    } = reader;
    if starts.is_empty() {
        starts.push(Argument {
            text: Text::Certain("."),
            span: context.name,
        });
    }
    for start in &starts {
        report.add(Kind::Read, Target::of(start.text), extent, start.span);
        if deletes == Deletes::Yes {
            report.add(Kind::Delete, Target::of(start.text), extent, start.span);
        }
    }
}

/// Whether what is found is deleted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deletes {
    No,
    Yes,
}

struct Reader<'r, 'a> {
    rest: &'r [Argument<'a>],
    starts: Vec<Argument<'a>>,
    extent: Extent,
    report: &'r mut Report<'a>,
}

impl<'a> Reader<'_, 'a> {
    fn take(&mut self) -> Option<Argument<'a>> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    /// Reads `-H`, `-L`, `-P`, `-D` and `-O`, which come before the starting points.
    fn read_options(&mut self) {
        while let Some(Text::Certain(word)) = self.rest.first().map(|first| first.text) {
            match word {
                "-H" | "-P" | "-O0" | "-O1" | "-O2" | "-O3" => {}
                "-L" => self.extent = Extent::DeepThroughLinks,
                "-D" => {
                    let option = self.take();
                    let _what = option.and_then(|option| self.take_value(&option));
                    continue;
                }
                _ => return,
            }
            let _option = self.take();
        }
    }

    fn read_starts(&mut self) {
        while let Some(first) = self.rest.first() {
            match first.text {
                Text::Certain(word) if begins_expression(word) => return,
                Text::Certain(_) => {}
                Text::Dynamic(dynamic) if is_start(dynamic) => {}
                Text::Dynamic(_) => {
                    self.report
                        .unknown(Rule::DynamicOption, first.text, first.span);
                }
            }
            let start = self.take();
            self.starts.extend(start);
        }
    }

    fn read_expression(&mut self) -> Deletes {
        let mut deletes = Deletes::No;
        while let Some(argument) = self.take() {
            let Text::Certain(word) = argument.text else {
                self.report
                    .unknown(Rule::DynamicOption, argument.text, argument.span);
                continue;
            };
            match Primary::of(word) {
                None => self
                    .report
                    .unknown(Rule::UnknownExpression, argument.text, argument.span),
                Some(Primary::Plain) => {}
                Some(Primary::Follow) => self.extent = Extent::DeepThroughLinks,
                Some(Primary::Delete) => deletes = Deletes::Yes,
                Some(Primary::Text) => {
                    let _value = self.take_value(&argument);
                }
                Some(Primary::Look) => self.touch(Kind::Read, &argument),
                Some(Primary::Write) => self.touch(Kind::Write, &argument),
                Some(Primary::WriteFormat) => {
                    self.touch(Kind::Write, &argument);
                    let _format = self.take_value(&argument);
                }
                Some(Primary::Starts) => {
                    self.touch(Kind::Read, &argument);
                    let (unknown, extent) = (Target::Unknown, self.extent);
                    self.report.add(Kind::Read, unknown, extent, argument.span);
                }
                Some(Primary::Run) => {
                    self.run(&argument);
                    return deletes;
                }
            }
        }
        deletes
    }

    /// Takes the argument of a word of the expression. It must be one argument, or what follows means something else.
    fn take_value(&mut self, word: &Argument<'a>) -> Option<Argument<'a>> {
        let value = self.take();
        match value {
            None => self
                .report
                .unknown(Rule::MissingValue, word.text, word.span),
            Some(value) if value.text.is_many() => {
                self.report
                    .unknown(Rule::DynamicPosition, value.text, value.span);
            }
            Some(_) => {}
        }
        value
    }

    fn touch(&mut self, kind: Kind, word: &Argument<'a>) {
        if let Some(file) = self.take_value(word) {
            self.report
                .add(kind, Target::of(file.text), Extent::Flat, file.span);
        }
    }

    /// Describes `-exec` and its like. What the command does is not looked at, nor is what comes after it.
    fn run(&mut self, word: &Argument<'a>) {
        if let Some(program) = self.take_value(word) {
            let target = Target::of(program.text);
            self.report
                .add(Kind::Execute, target, Extent::Flat, program.span);
        }
        self.report.unknown(Rule::RunsCommand, word.text, word.span);
    }
}

/// Whether a word ends the starting points.
fn begins_expression(word: &str) -> bool {
    matches!(word, "(" | ")" | "!" | ",") || (word.starts_with('-') && word != "-")
}

/// Whether whatever an uncertain word becomes is a starting point.
fn is_start(dynamic: Dynamic<'_>) -> bool {
    let first = dynamic.prefix.chars().next();
    dynamic.spread != Spread::Split
        && first.is_some_and(|first| !matches!(first, '-' | '(' | ')' | '!' | ','))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_allowed, assert_effects, assert_unknown};

    #[test]
    fn the_table_is_sorted() {
        assert!(PRIMARIES.is_sorted_by_key(|row| row.0));
    }

    #[test]
    fn starting_points_are_read_with_everything_below() {
        assert_effects("find", &["read . deep"]);
        assert_effects(
            "find src docs -name '*.rs'",
            &["read src deep", "read docs deep"],
        );
        assert_effects("find -type f", &["read . deep"]);
        assert_effects("find src/* -type f", &["read src/… deep"]);
        assert_effects("find \"./$x\" -type f", &["read ? deep"]);
        assert_effects("find -L src", &["read src deep links"]);
        assert_effects("find src -follow", &["read src deep links"]);
        assert_effects("find . -newer old", &["read old", "read . deep"]);
        assert_effects("find . -newermt '2 days ago'", &["read . deep"]);
        assert_effects(
            "find . -files0-from list",
            &["read list", "read ? deep", "read . deep"],
        );
    }

    #[test]
    fn expressions_that_look_are_harmless() {
        for command in [
            "find . -type f \\( -name '*.ts' -o -name '*.tsx' \\) -not -path '*/node_modules/*'",
            "find . -maxdepth 2 -mindepth 1 -empty -print0",
            "find . -printf '%p %s\\n' -size +1M -mtime -7 -perm -u=x",
            "find -H -O3 . -regextype posix-extended -iregex '.*\\.(c|h)'",
            "find . -name \"$pattern\" -prune -o -print",
            "find -D tree . -samefile x , -nouser ! -nogroup -ls -quit",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn actions_that_write_or_delete_are_effects() {
        assert_effects("find . -fprintf out '%p'", &["write out", "read . deep"]);
        assert_effects("find . -fprint out", &["write out", "read . deep"]);
        assert_effects("find . -fls out", &["write out", "read . deep"]);
        assert_effects("find a -name x -delete", &["read a deep", "delete a deep"]);
    }

    #[test]
    fn a_command_that_is_run_is_unknown() {
        for action in ["-exec", "-execdir", "-ok", "-okdir"] {
            assert_unknown(&format!("find . {action} rm {{}} \\;"), Rule::RunsCommand);
        }
        assert_effects(
            "find . -exec rm {} +",
            &["execute rm", "unknown ?", "read . deep"],
        );
    }

    #[test]
    fn words_that_may_become_an_expression_are_unknown() {
        assert_unknown("find *", Rule::DynamicOption);
        assert_unknown("find \"$x\"", Rule::DynamicOption);
        assert_unknown("find src$x", Rule::DynamicOption);
        assert_unknown("find \"!$x\"", Rule::DynamicOption);
        assert_unknown("find . $x", Rule::DynamicOption);
        assert_unknown("find . -name *.rs", Rule::DynamicPosition);
        assert_unknown("find . -name $x -type f", Rule::DynamicPosition);
    }

    #[test]
    fn what_is_not_described_is_unknown() {
        assert_unknown("find . -frobnicate", Rule::UnknownExpression);
        assert_unknown("find . -name x y", Rule::UnknownExpression);
        assert_unknown("find . -newerxt now", Rule::UnknownExpression);
        assert_unknown("find . -name", Rule::MissingValue);
        assert_unknown("find -- .", Rule::UnknownExpression);
    }
}
