//! `git -c name=value`: settings that only change how things look.
//!
//! What is given so is stronger than what the host sets to neutralise git, so only settings are described of which no
//! value runs, reads or leads anywhere.

use crate::{
    argument::{Span, Text},
    report::{Report, Rule},
};

/// Settings that may have any value, in lower case, sorted. With a point at the end all below are meant.
const ANY_VALUE: [&str; 33] = [
    "advice.",
    "blame.coloring",
    "blame.date",
    "blame.showemail",
    "branch.sort",
    "color.",
    "column.",
    "core.abbrev",
    "core.autocrlf",
    "core.eol",
    "core.filemode",
    "core.longpaths",
    "core.quotepath",
    "core.whitespace",
    "diff.algorithm",
    "diff.colormoved",
    "diff.context",
    "diff.mnemonicprefix",
    "diff.noprefix",
    "diff.renamelimit",
    "diff.renames",
    "grep.column",
    "grep.linenumber",
    "i18n.logoutputencoding",
    "init.defaultbranch",
    "log.abbrevcommit",
    "log.date",
    "log.decorate",
    "status.relativepaths",
    "status.short",
    "status.showuntrackedfiles",
    "user.email",
    "user.name",
];

/// Settings with the one value that only keeps something from happening.
const ONE_VALUE: [&str; 5] = [
    "commit.gpgsign=false",
    "core.fsmonitor=false",
    "core.pager=cat",
    "log.showsignature=false",
    "tag.gpgsign=false",
];

/// Reads a setting.
pub(super) fn read<'a>(setting: Text<'a>, span: Span, report: &mut Report<'a>) {
    match setting {
        Text::Certain(text) if is_harmless(text) => {}
        Text::Certain(_) => report.unknown(Rule::UnknownValue, setting, span),
        Text::Dynamic(dynamic) => match dynamic.prefix.split_once('=') {
            Some((name, _)) if may_have_any_value(name) && !setting.is_many() => {}
            Some(_) | None => report.unknown(Rule::DynamicValue, setting, span),
        },
    }
}

fn is_harmless(setting: &str) -> bool {
    let name = setting.split_once('=').map_or(setting, |(name, _)| name);
    let one = |known: &&str| setting.eq_ignore_ascii_case(known);
    may_have_any_value(name) || ONE_VALUE.iter().any(one)
}

fn may_have_any_value(name: &str) -> bool {
    ANY_VALUE.iter().any(|known| match known.strip_suffix('.') {
        Some(section) => {
            let given = name.split_once('.').map_or("", |(section, _)| section);
            given.eq_ignore_ascii_case(section)
        }
        None => name.eq_ignore_ascii_case(known),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_unknown},
    };

    #[test]
    fn settings_of_looks_are_harmless() {
        for command in [
            "git -c color.ui=always diff",
            "git -c core.quotePath=off ls-files",
            "git -c core.quotepath=false -c Color.UI=never status",
            "git -c log.showSignature=false log",
            "git -c core.pager=cat log",
            "git -c advice.statusHints=false status",
            "git -c \"color.ui=$x\" status",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn other_settings_are_not_described() {
        for command in [
            "git -c core.fsmonitor=./x status",
            "git -c core.pager=./x log",
            "git -c core.pager log",
            "git -c log.showSignature=true log",
            "git -c alias.status=!x status",
            "git -c colorx.ui=always status",
            "git -c diff.external=x diff",
            "git -c include.path=x status",
            "git -c blame.ignoreRevsFile=x blame f",
            "git -c \"\" status",
        ] {
            assert_unknown(command, Rule::UnknownValue);
        }
        assert_unknown("git -c \"$x\" status", Rule::DashedValue);
        assert_unknown("git -c \"color.$x\" status", Rule::DynamicValue);
        assert_unknown("git -c color.ui=$x status", Rule::DynamicOption);
    }

    #[test]
    fn settings_are_sorted() {
        assert!(ANY_VALUE.is_sorted() && ONE_VALUE.is_sorted());
    }
}
