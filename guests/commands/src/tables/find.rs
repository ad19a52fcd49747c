//! `find`. Its arguments are starting points and then an expression: a small language of its own, read by allowlist.
//!
//! It has no `--` that would keep a starting point from being taken for an expression, so one that is not certain must
//! begin with something that is neither a dash nor an operator.

use crate::{
    argument::{Argument, Dynamic, Judged, Links, Spread, Text},
    model::{Context, Grammar, Tool},
    report::{Extent, Kind, Report, Rule, Target},
};

/// `find`.
pub(super) static TOOL: Tool = Tool {
    names: &["find"],
    summary: native!("lists files for which an expression holds"),
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
const PRIMARIES: [(&str, Primary); 82] = [
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
    ("-help", Primary::Plain),
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
    ("-version", Primary::Plain),
    ("-warn", Primary::Plain),
    ("-wholename", Primary::Text),
    ("-xautofs", Primary::Plain),
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
        starts.push(Argument::new(Text::Certain("."), context.name));
    }
    for start in &starts {
        report.touch(Kind::Read, start.text, extent, start.span);
        if deletes == Deletes::Yes {
            report.touch(Kind::Delete, start.text, extent, start.span);
        }
    }
}

/// Whether what is found is deleted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deletes {
    No,
    Yes,
}

/// Where a search begins, and what it finds.
pub(crate) struct Search<'a> {
    /// The starting points, all certain.
    pub(crate) starts: Vec<&'a str>,
    /// Whether symbolic links may be among what is found.
    pub(crate) links: Links,
}

/// Words that make another thing of an expression than all of its parts together, or that follow links.
const NOT_ALL: [&str; 10] = [
    "!", "(", ")", ",", "-L", "-follow", "-not", "-o", "-or", "-xtype",
];

/// Reads the words between `find` and an `-exec`, for the sake of what that gets in the place of `{}`. None: where the
/// search begins is not certain.
pub(crate) fn search<'a>(words: &[Option<&'a str>]) -> Option<Search<'a>> {
    let words: Vec<&str> = words.iter().copied().collect::<Option<_>>()?;
    let mut rest = words.as_slice();
    loop {
        rest = match rest {
            [
                "-H" | "-L" | "-P" | "-O0" | "-O1" | "-O2" | "-O3",
                after @ ..,
            ]
            | ["-D", _, after @ ..] => after,
            _ => break,
        };
    }
    let count = rest
        .iter()
        .take_while(|word| !begins_expression(word))
        .count();
    let (starts, expression) = rest.split_at(count);
    let is_action = |word: &&str| matches!(Primary::of(word), Some(Primary::Run | Primary::Starts));
    if expression.contains(&"-files0-from") {
        return None;
    }
    let only_files = expression.windows(2).any(|pair| pair == ["-type", "f"])
        && !words.iter().any(|word| NOT_ALL.contains(word))
        && !expression.iter().any(is_action);
    Some(Search {
        starts: if starts.is_empty() {
            vec!["."]
        } else {
            starts.to_vec()
        },
        links: if only_files {
            Links::None
        } else {
            Links::Possible
        },
    })
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
                Some(Primary::Run) if argument.judged == Judged::Apart => {
                    self.step_over_command(&argument, word);
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
            self.report.touch(kind, file.text, Extent::Flat, file.span);
        }
    }

    /// Steps over a command that is judged apart, up to the `;` or `{} +` that ends it. A word in it that may become its end
    /// would make an expression of what follows.
    fn step_over_command(&mut self, action: &Argument<'a>, word: &str) {
        let mut after_braces = false;
        while let Some(argument) = self.take() {
            match argument.text {
                Text::Certain(";") => return,
                Text::Certain("+") if after_braces && word.starts_with("-exec") => return,
                Text::Certain(text) => after_braces = text == "{}",
                Text::Dynamic(dynamic) => {
                    let next = self.rest.first().map(|next| next.text);
                    if may_end_command(dynamic) || next == Some(Text::Certain("+")) {
                        let (text, span) = (argument.text, argument.span);
                        self.report.unknown(Rule::DynamicPosition, text, span);
                    }
                    after_braces = false;
                }
            }
        }
        let nothing = Text::Certain("");
        self.report
            .unknown(Rule::MissingValue, nothing, action.span);
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

/// Whether an uncertain word among those of a command may become `;` or `+`.
fn may_end_command(dynamic: Dynamic<'_>) -> bool {
    match dynamic.spread {
        Spread::Number => false,
        Spread::Split => true,
        Spread::One | Spread::Match(_) | Spread::Matches(_) | Spread::Found(_) => {
            matches!(dynamic.prefix, "" | ";" | "+")
        }
    }
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
    use crate::{
        argument::Span,
        model::LateOptions,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

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

    /// Reads `find` with words in which `-exec` and its like are followed by a command that is judged apart.
    fn told_apart(words: &[Text<'_>]) -> (Vec<Rule>, Vec<Kind>) {
        let arguments: Vec<_> = words
            .iter()
            .map(|&text| {
                let runs = text.certain().is_some_and(|word| word.starts_with("-exec"));
                Argument {
                    judged: if runs { Judged::Apart } else { Judged::Here },
                    ..Argument::new(text, Span::default())
                }
            })
            .collect();
        let context = Context {
            name: Span::default(),
            late_options: LateOptions::AreOptions,
        };
        let mut report = Report::default();
        describe(&arguments, context, &mut report);
        let rules = report.reasons.iter().map(|reason| reason.rule);
        let kinds = report.effects.iter().map(|effect| effect.kind);
        (rules.collect(), kinds.collect())
    }

    fn certain(command: &str) -> Vec<Text<'_>> {
        command.split(' ').map(Text::Certain).collect()
    }

    #[test]
    fn a_command_that_is_judged_apart_is_stepped_over() {
        for command in [
            ". -exec rm {} ;",
            ". -name x -exec rm -rf {} + -print",
            ". -exec a -delete ; -execdir b {} ; -name c",
            // The first `+` does not follow `{}`.
            ". -exec a + {} + -print",
        ] {
            let told = told_apart(&certain(command));
            assert_eq!(told, (vec![], vec![Kind::Read]), "{command}");
        }
        let (rules, kinds) = told_apart(&certain(". -exec a {} ; -delete"));
        assert_eq!((rules, kinds), (vec![], vec![Kind::Read, Kind::Delete]));
    }

    #[test]
    fn a_word_that_may_end_the_command_is_unknown() {
        let open = |prefix, spread| Text::Dynamic(Dynamic { prefix, spread });
        let with = |word| {
            let mut words = certain(". -exec echo");
            words.push(word);
            words.extend(certain("-delete ;"));
            told_apart(&words).0
        };
        assert_eq!(with(open("", Spread::One)), [Rule::DynamicPosition]);
        assert_eq!(with(open("x", Spread::Split)), [Rule::DynamicPosition]);
        assert_eq!(with(open("x", Spread::One)), []);
        assert_eq!(with(open("", Spread::Number)), []);
        let mut words = certain(". -exec echo");
        words.push(open("{", Spread::One));
        words.extend(certain("+ -delete ;"));
        assert_eq!(told_apart(&words).0, [Rule::DynamicPosition]);
        assert_eq!(
            told_apart(&certain(". -exec rm {}")).0,
            [Rule::MissingValue]
        );
    }

    #[test]
    fn a_search_finds_files_below_its_starting_points() {
        let read = |words: &str| {
            let words: Vec<_> = words.split_whitespace().map(Some).collect();
            let search = search(&words).expect("it is certain where it begins");
            (search.starts.join(" "), search.links)
        };
        let files = |starts: &str| (starts.to_owned(), Links::None);
        let anything = |starts: &str| (starts.to_owned(), Links::Possible);
        assert_eq!(read(". -type f"), files("."));
        assert_eq!(read("-type f -name x"), files("."));
        assert_eq!(
            read("-H -O2 -D tree src docs -size +1k -type f"),
            files("src docs")
        );
        assert_eq!(read("src"), anything("src"));
        assert_eq!(read("src -type l"), anything("src"));
        assert_eq!(read("src -type f -o -name x"), anything("src"));
        assert_eq!(read("src ! -type f"), anything("src"));
        assert_eq!(read("-L src -type f"), anything("src"));
        assert_eq!(read("src -exec a -type f ;"), anything("src"));
        assert!(search(&[Some("src"), None]).is_none());
        assert!(search(&[Some("-files0-from"), Some("x")]).is_none());
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
