//! `zgrep` and its kind: a script that reads the options of `grep` itself, less well, and has the shell read them once
//! more. So an option must be one that both read alike, and no quote may be in it.

use crate::{
    argument::{Argument, Text},
    check,
    model::{Context, Grammar, Tool},
    report::{Report, Rule},
    tables::{
        self,
        gzip::{self, Careless},
    },
};

/// `zgrep`.
pub(super) static TOOL: Tool = Tool {
    names: &["zgrep", "zegrep", "zfgrep"],
    summary: native!("searches compressed files"),
    grammar: Grammar::Own(describe),
};

/// Long options that never have an argument of their own word: sorted.
const LONG: [&str; 27] = [
    "--basic-regexp",
    "--byte-offset",
    "--color",
    "--colour",
    "--count",
    "--extended-regexp",
    "--files-with-matches",
    "--files-without-match",
    "--fixed-strings",
    "--help",
    "--ignore-case",
    "--initial-tab",
    "--invert-match",
    "--line-buffered",
    "--line-number",
    "--line-regexp",
    "--no-filename",
    "--no-ignore-case",
    "--no-messages",
    "--only-matching",
    "--perl-regexp",
    "--quiet",
    "--silent",
    "--text",
    "--version",
    "--with-filename",
    "--word-regexp",
];

fn describe<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    gzip::refuse_quotes(Careless::Options, arguments, report);
    for argument in arguments {
        let Text::Certain(word) = argument.text else {
            continue;
        };
        if word == "--" {
            break;
        }
        let known = !word.starts_with("--") || word.contains('=') || LONG.contains(&word);
        if !known {
            report.unknown(Rule::UnknownFlag, argument.text, argument.span);
        }
    }
    if let Some(grep) = tables::find("grep") {
        check::describe(&grep.grammar, arguments, context, report);
    }
    gzip::unpack_what_is_read(report);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_allowed, assert_effects, assert_unknown};

    #[test]
    fn searching_is_harmless() {
        assert_allowed("zgrep -in 'it'\\''s' a.gz");
        assert_allowed("zgrep -E 'a|b' ./*.gz");
        assert_allowed("zgrep --color=never -- \"$x\" a.gz");
        assert_effects("zgrep -f words.z a.gz", &["read words.z", "read a.gz"]);
    }

    #[test]
    fn a_missing_file_is_looked_for_with_an_end() {
        assert_effects(
            "zgrep root x",
            &[
                "read x",
                "read x.gz",
                "read x.Z",
                "read x.z",
                "read x-gz",
                "read x-z",
                "read x_z",
            ],
        );
    }

    #[test]
    fn options_are_what_both_readers_take_them_for() {
        assert_unknown("zgrep --group-separator x ../secret a", Rule::UnknownFlag);
        assert_unknown("zgrep --context 3 x a", Rule::UnknownFlag);
        assert_allowed("zgrep --context=3 x a");
    }

    #[test]
    fn quotes_never_reach_the_shell_again() {
        assert_unknown("zgrep \"-ex'\" '-e;id;' a", Rule::UnknownValue);
        assert_unknown("zgrep \"-e';id;'\" a", Rule::UnknownValue);
        assert_unknown("zgrep \"$x\" a", Rule::UnknownValue);
        assert_unknown("zgrep -m \"$x\" y a", Rule::UnknownValue);
    }

    #[test]
    fn the_table_is_sorted() {
        assert!(LONG.is_sorted());
    }
}
