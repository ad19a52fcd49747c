//! `set`. Only options that make the shell stricter or chattier are described: others change how words are expanded, what
//! is exported, or the arguments of the script. What an option means for the commands behind it is the reader's to know.

use crate::{
    argument::{Argument, Text},
    model::{Context, Grammar, Tool},
    report::{Report, Rule},
};

/// `set`.
pub(super) static TOOL: Tool = Tool {
    names: &["set"],
    summary: native!("makes the shell stricter or chattier"),
    grammar: Grammar::Own(describe),
};

/// Letters of options: a failure ends the script, an unset variable is an error, what runs is printed, and the like.
const LETTERS: &str = "CETbeuvx";
/// Names of the same options, and one that has no letter. Sorted.
const NAMES: [&str; 9] = [
    "errexit",
    "errtrace",
    "functrace",
    "noclobber",
    "notify",
    "nounset",
    "pipefail",
    "verbose",
    "xtrace",
];

fn describe<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    let mut names = 0;
    for argument in arguments {
        let Text::Certain(text) = argument.text else {
            report.unknown(Rule::DynamicOption, argument.text, argument.span);
            continue;
        };
        if names > 0 {
            names -= 1;
            if NAMES.binary_search(&text).is_err() {
                report.unknown(Rule::UnknownValue, argument.text, argument.span);
            }
            continue;
        }
        match text.strip_prefix(['-', '+']) {
            Some(letters) if is_known(letters) => names = letters.matches('o').count(),
            Some(_) => report.unknown(Rule::UnknownFlag, argument.text, argument.span),
            None => report.unknown(Rule::UnexpectedOperand, argument.text, argument.span),
        }
    }
}

fn is_known(letters: &str) -> bool {
    !letters.is_empty()
        && letters
            .chars()
            .all(|letter| letter == 'o' || LETTERS.contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_allowed, assert_effects, assert_unknown};

    #[test]
    fn names_are_sorted() {
        assert!(NAMES.is_sorted());
    }

    #[test]
    fn stricter_and_chattier_is_harmless() {
        for command in [
            "set -e",
            "set -euo pipefail",
            "set -o errexit -o nounset",
            "set +e",
            "set -x +v",
            "set -o",
            "set",
        ] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
    }

    #[test]
    fn other_options_and_arguments_are_unknown() {
        assert_unknown("set -a", Rule::UnknownFlag);
        assert_unknown("set -f", Rule::UnknownFlag);
        assert_unknown("set -ek", Rule::UnknownFlag);
        assert_unknown("set +B", Rule::UnknownFlag);
        assert_unknown("set -o posix", Rule::UnknownValue);
        assert_unknown("set -eo allexport", Rule::UnknownValue);
        assert_unknown("set -- a b", Rule::UnknownFlag);
        assert_unknown("set -", Rule::UnknownFlag);
        assert_unknown("set a", Rule::UnexpectedOperand);
        assert_unknown("set $x", Rule::DynamicOption);
        assert_unknown("set -o \"$x\"", Rule::DynamicOption);
    }
}
