//! `printf`. Its format is a small language, of which `%n` assigns a variable, as `-v` does; assigning to `a[$(cmd)]`
//! runs `cmd`.

use crate::{
    argument::{Argument, Text},
    model::{Context, Grammar, Tool},
    report::{Report, Rule},
};

/// `printf`.
pub(super) static TOOL: Tool = Tool {
    names: &["printf"],
    summary: native!("prints text by a format"),
    grammar: Grammar::Own(describe),
};

fn describe<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    let format = match arguments.split_first() {
        Some((first, rest)) if first.text == Text::Certain("--") => rest.first(),
        Some((first, _)) => Some(first),
        None => None,
    };
    let Some(format) = format else {
        return;
    };
    match format.text {
        Text::Certain(text) if text.starts_with('-') && arguments.first() == Some(format) => {
            report.unknown(Rule::UnknownFlag, format.text, format.span);
        }
        Text::Certain(text) if !only_prints(text) => {
            report.unknown(Rule::UnknownExpression, format.text, format.span);
        }
        Text::Certain(_) => {}
        Text::Dynamic(_) => report.unknown(Rule::DynamicValue, format.text, format.span),
    }
}

/// Whether every conversion of a format only prints.
fn only_prints(format: &str) -> bool {
    let mut rest = format;
    while let Some((_, conversion)) = rest.split_once('%') {
        let conversion = conversion.trim_start_matches(['#', '-', '+', ' ', '0', '\'', '*', '.']);
        let conversion = conversion.trim_start_matches(|letter: char| {
            letter.is_ascii_digit()
                || matches!(letter, '*' | '.' | 'h' | 'j' | 'l' | 'L' | 't' | 'z')
        });
        let mut letters = conversion.chars();
        rest = match letters.next() {
            // The shell counts parentheses to find the end, so there may be none inside.
            Some('(') => match letters.as_str().split_once(")T") {
                Some((time, after)) if !time.contains(['(', ')']) => after,
                Some(_) | None => return false,
            },
            Some(letter) if "%aAbcdeEfFgGioqQsuxX".contains(letter) => letters.as_str(),
            // A lone `%` at the end is an error of the format.
            Some(_) | None => return false,
        };
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_allowed, assert_unknown};

    #[test]
    fn formats_that_print_are_harmless_with_any_arguments() {
        assert_allowed("printf '%s\\n' a b c");
        assert_allowed("printf '%-20s|%5.2f%%\\n' $x \"$y\" *");
        assert_allowed("printf '%(%F %T)T %*d %q %b %5ld\\n' -1");
        assert_allowed("printf -- '-%s-' x");
        assert_allowed("printf");
    }

    #[test]
    fn a_variable_is_never_assigned() {
        assert_unknown("printf -v x %s 1", Rule::UnknownFlag);
        assert_unknown("printf '%n' 'a[$(id)]'", Rule::UnknownExpression);
        assert_unknown("printf 'ab%-5n' v", Rule::UnknownExpression);
        assert_unknown("printf 'ab%ln' v", Rule::UnknownExpression);
        assert_unknown("printf '%(%F)T%n' 0 v", Rule::UnknownExpression);
        assert_unknown("printf '%%%n' v", Rule::UnknownExpression);
        assert_unknown("printf -- '%n' v", Rule::UnknownExpression);
    }

    #[test]
    fn a_format_that_is_not_certain_is_unknown() {
        assert_unknown("printf \"$x\"", Rule::DynamicValue);
        assert_unknown("printf \"count: $x\"", Rule::DynamicValue);
        assert_unknown("printf -- $x", Rule::DynamicValue);
    }

    #[test]
    fn only_prints_reads_formats_to_their_end() {
        assert!(only_prints("no conversion"));
        assert!(only_prints("%%n"));
        assert!(!only_prints("100%"));
        assert!(!only_prints("%y"));
        assert!(!only_prints("%(%n"));
        assert!(!only_prints("%(a(b)T"));
    }
}
