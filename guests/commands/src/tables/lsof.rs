//! `lsof`. Options begin with a dash or a plus; some have an argument only if the next word is none of them. It looks
//! names of hosts up unless told not to, so it is harmless only without a network. `-D` (a cache of devices that is
//! written), `-A`, `-k` and `-m` (other kernels' files) are not described.

use crate::{
    argument::{Argument, Text},
    model::{Context, Grammar, Tool},
    report::{Condition, Extent, Kind, Report, Rule},
};

/// `lsof`.
pub(super) static TOOL: Tool = Tool {
    names: &["lsof"],
    summary: native!("shows which processes have which files open"),
    grammar: Grammar::Own(describe),
};

/// Letters without an argument.
const LETTERS: &str = "?abChHlnNOPQRtUvVwMXE";
/// Letters whose argument is the rest of the word, or the next word.
const WITH_VALUE: &str = "cdepsuxgKiFoSTLrfZ";
/// Those of them that may have none: then a word that begins with a dash or a plus is not taken.
const MAYBE_WITH_VALUE: &str = "gKiFoSTLrfZxs";
/// Letters after a plus, without those that take a directory.
const PLUS_LETTERS: &str = "EwMc|erLf";

fn describe<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    report.conditions.push(Condition::NoNetwork);
    let mut rest = arguments;
    while let Some((word, after)) = rest.split_first() {
        rest = after;
        match word.text {
            Text::Certain("--") => {
                for file in after {
                    look_at(file, report);
                }
                return;
            }
            Text::Certain(text) if text.starts_with(['-', '+']) && text.len() > 1 => {
                rest = read_option(text, word, after, report);
            }
            Text::Certain(_) => look_at(word, report),
            Text::Dynamic(_)
                if word.text.is_no_option() && !word.text.prefix().starts_with('+') =>
            {
                look_at(word, report);
            }
            Text::Dynamic(_) => report.unknown(Rule::DynamicOption, word.text, word.span),
        }
    }
}

/// Reads the letters of one word, and returns the words that are left.
fn read_option<'s, 'a>(
    text: &'a str,
    word: &Argument<'a>,
    after: &'s [Argument<'a>],
    report: &mut Report<'a>,
) -> &'s [Argument<'a>] {
    let is_plus = text.starts_with('+');
    let mut letters = text.chars();
    letters.next();
    while let Some(letter) = letters.next() {
        let attached = letters.as_str();
        match (is_plus, letter) {
            (true, 'd' | 'D') => {
                let extent = if letter == 'D' {
                    Extent::Deep
                } else {
                    Extent::Flat
                };
                return read_directory(attached, extent, word, after, report);
            }
            (false, _) if WITH_VALUE.contains(letter) => {
                return skip_value(letter, attached, word, after, report);
            }
            (true, _) if PLUS_LETTERS.contains(letter) && WITH_VALUE.contains(letter) => {
                return skip_value(letter, attached, word, after, report);
            }
            (false, _) if LETTERS.contains(letter) => {}
            (true, _) if PLUS_LETTERS.contains(letter) => {}
            _ => {
                report.unknown(Rule::UnknownFlag, word.text, word.span);
                return after;
            }
        }
    }
    after
}

fn read_directory<'s, 'a>(
    attached: &'a str,
    extent: Extent,
    word: &Argument<'a>,
    after: &'s [Argument<'a>],
    report: &mut Report<'a>,
) -> &'s [Argument<'a>] {
    if !attached.is_empty() {
        report.touch(Kind::Read, Text::Certain(attached), extent, word.span);
        return after;
    }
    let Some((directory, rest)) = after.split_first() else {
        report.unknown(Rule::MissingValue, word.text, word.span);
        return after;
    };
    report.touch(Kind::Read, directory.text, extent, directory.span);
    rest
}

/// Goes past the argument of a letter.
fn skip_value<'s, 'a>(
    letter: char,
    attached: &str,
    word: &Argument<'a>,
    after: &'s [Argument<'a>],
    report: &mut Report<'a>,
) -> &'s [Argument<'a>] {
    if !attached.is_empty() {
        return after;
    }
    let may_be_missing = MAYBE_WITH_VALUE.contains(letter);
    match after.split_first() {
        None if may_be_missing => after,
        None => {
            report.unknown(Rule::MissingValue, word.text, word.span);
            after
        }
        Some((value, rest)) if value.text.is_many() => {
            report.unknown(Rule::DynamicPosition, value.text, value.span);
            rest
        }
        Some((value, rest)) => match value.text {
            Text::Certain(text) if may_be_missing && text.starts_with(['-', '+']) => after,
            // Whether it is an option or an argument, only the run will know.
            Text::Dynamic(_) if may_be_missing && !value.text.is_no_option() => {
                report.unknown(Rule::DynamicOption, value.text, value.span);
                rest
            }
            Text::Certain(_) | Text::Dynamic(_) => rest,
        },
    }
}

fn look_at<'a>(file: &Argument<'a>, report: &mut Report<'a>) {
    report.touch(Kind::Read, file.text, Extent::Flat, file.span);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_allowed, assert_effects, assert_unknown, examine};

    #[test]
    fn open_files_are_shown() {
        for command in [
            "lsof",
            "lsof -i :3000",
            "lsof -i:3000 -sTCP:LISTEN -t",
            "lsof -ti:8080",
            "lsof -nP -iTCP -sTCP:LISTEN",
            "lsof -i tcp:22 -a -u daemon",
            "lsof -p \"$x\"",
            "lsof -i -P -n",
            "lsof -U +c 15",
            "lsof -i :\"$x\"",
        ] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
        assert_effects("lsof notes -t sub", &["read notes", "read sub"]);
        assert_effects("lsof +D src", &["read src deep"]);
        assert_effects("lsof +d src -- -x", &["read src", "read -x"]);
    }

    #[test]
    fn no_names_are_looked_up_over_a_network() {
        let late = crate::model::LateOptions::AreOptions;
        let conditions = examine("lsof -i", late, |report| report.conditions.clone());
        assert_eq!(conditions, [Condition::NoNetwork]);
    }

    #[test]
    fn what_writes_or_is_uncertain_is_unknown() {
        for command in [
            "lsof -Db",
            "lsof -D b",
            "lsof -m x",
            "lsof +m",
            "lsof -k x",
            "lsof --help",
        ] {
            assert_unknown(command, Rule::UnknownFlag);
        }
        assert_unknown("lsof \"$x\"", Rule::DynamicOption);
        assert_unknown("lsof -i \"$x\"", Rule::DynamicOption);
        assert_unknown("lsof -p $x", Rule::DynamicPosition);
        assert_unknown("lsof -p", Rule::MissingValue);
    }
}
