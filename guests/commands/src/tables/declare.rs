//! `declare`, `typeset`, `local`, `readonly` and `export`: variables get values and attributes.
//!
//! An assignment among their words that the host has read as one is judged there, as one that stands alone is. Of the
//! attributes only those are described that leave the value as it is: an integer's value is evaluated, a reference's or a
//! read-only one's is another than what is written.

use crate::{
    argument::{Argument, Dynamic, Judged, Spread, Text},
    check::{is_variable, name_variable},
    model::{Context, Grammar, Tool},
    report::{Report, Rule},
};

/// `declare`, `typeset`, `local`.
pub(super) static DECLARE: Tool = Tool {
    names: &["declare", "local", "typeset"],
    summary: native!("declares variables"),
    grammar: Grammar::Own(describe_declare),
};

/// `export`.
pub(super) static EXPORT: Tool = Tool {
    names: &["export"],
    summary: native!("gives variables to the programs that are run"),
    grammar: Grammar::Own(describe_export),
};

/// `readonly`. That a variable keeps its value from there on, the reader knows.
pub(super) static READONLY: Tool = Tool {
    names: &["readonly"],
    summary: native!("declares variables that keep their value"),
    grammar: Grammar::Own(describe_readonly),
};

/// Whether programs get to see the variables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    ByTheShell,
    ByPrograms,
}

fn describe_declare<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    describe(arguments, "gp", Seen::ByTheShell, report);
}

fn describe_readonly<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    describe(arguments, "p", Seen::ByTheShell, report);
}

fn describe_export<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    describe(arguments, "p", Seen::ByPrograms, report);
}

fn describe<'a>(
    arguments: &[Argument<'a>],
    letters: &str,
    mut seen: Seen,
    report: &mut Report<'a>,
) {
    let mut rest = arguments;
    while let Some((first, after)) = rest.split_first() {
        match first
            .text
            .certain()
            .map(|text| (text, text.strip_prefix('-')))
        {
            Some(("--", _)) => {
                rest = after;
                break;
            }
            Some((_, Some("x"))) => seen = Seen::ByPrograms,
            Some((_, Some(given)))
                if !given.is_empty() && given.chars().all(|letter| letters.contains(letter)) => {}
            Some((_, Some(_))) => report.unknown(Rule::UnknownFlag, first.text, first.span),
            Some((_, None)) | None => break,
        }
        rest = after;
    }
    for operand in rest {
        describe_variable(operand, seen, report);
    }
}

fn describe_variable<'a>(operand: &Argument<'a>, seen: Seen, report: &mut Report<'a>) {
    if operand.judged == Judged::Apart && operand_is_one(operand.text) {
        return;
    }
    let name = match operand.text {
        Text::Certain(text) => text.split_once('=').map_or(text, |(name, _)| name),
        // `x="$1"`: that it is an assignment, and to what, is certain.
        Text::Dynamic(Dynamic { prefix, .. }) if operand_is_one(operand.text) => {
            prefix.split_once('=').map_or("", |(name, _)| name)
        }
        Text::Dynamic(_) => "",
    };
    let name = name.strip_suffix('+').unwrap_or(name);
    if !is_variable(name) {
        report.unknown(Rule::NoVariable, operand.text, operand.span);
    } else if seen == Seen::ByPrograms {
        // Which program obeys it only the host could say, and it has not read it.
        report.unknown(Rule::UnexpectedOperand, operand.text, operand.span);
    } else {
        let name = Argument::new(Text::Certain(name), operand.span);
        name_variable(&name, report);
    }
}

/// Whether it is one argument, so that nothing else comes in with its value.
fn operand_is_one(text: Text<'_>) -> bool {
    match text {
        Text::Certain(_) => true,
        Text::Dynamic(dynamic) => matches!(dynamic.spread, Spread::One | Spread::Number),
    }
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
    fn variables_of_the_script_are_harmless() {
        for command in [
            "local x",
            "local x=1 y=\"two words\"",
            "local dir=\"$1\"",
            "declare -g x+=1",
            "declare -p",
            "export -p",
            "export",
        ] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
    }

    #[test]
    fn variables_may_keep_their_value() {
        assert_allowed("readonly x=1");
        assert_allowed("readonly -p");
        assert_effects("readonly PATH", &["environment PATH"]);
        assert_unknown("readonly -f f", Rule::UnknownFlag);
        assert_unknown("readonly 'a[$(id)]=1'", Rule::NoVariable);
    }

    #[test]
    fn a_variable_that_others_may_look_at_is_named() {
        assert_effects("local PATH=x", &["environment PATH"]);
        assert_effects("declare -g IFS", &["environment IFS"]);
    }

    #[test]
    fn what_programs_see_must_have_been_read_by_the_host() {
        assert_unknown("export x", Rule::UnexpectedOperand);
        assert_unknown("export LANG=C", Rule::UnexpectedOperand);
        assert_unknown("declare -x y=1", Rule::UnexpectedOperand);
        let told = |text, judged| {
            let operand = Argument {
                judged,
                ..Argument::new(text, Span::default())
            };
            let context = Context {
                name: Span::default(),
                late_options: LateOptions::AreOptions,
            };
            let mut report = Report::default();
            describe_export(&[operand], context, &mut report);
            report.is_harmless() && report.effects.is_empty()
        };
        let open = |spread| {
            Text::Dynamic(Dynamic {
                prefix: "LANG=",
                spread,
            })
        };
        assert!(told(Text::Certain("LANG=C"), Judged::Apart));
        assert!(told(open(Spread::One), Judged::Apart));
        assert!(!told(open(Spread::Split), Judged::Apart));
        assert!(!told(Text::Certain("LANG=C"), Judged::Here));
    }

    #[test]
    fn only_plain_names_are_declared() {
        assert_unknown("local 'a[$(id)]=1'", Rule::NoVariable);
        assert_unknown("declare \"$x\"", Rule::NoVariable);
        assert_unknown("declare x=1 $y", Rule::NoVariable);
        assert_unknown("local x=$y", Rule::NoVariable);
    }

    #[test]
    fn attributes_that_change_values_are_unknown() {
        for command in [
            "declare -i x=1",
            "declare -n x=y",
            "local -r x=1",
            "declare -A map",
            "declare -f",
            "export -f f",
            "export -n x",
            "declare +x y",
        ] {
            let told = crate::testing::tell(command);
            assert!(!told.harmless, "{command}: {told:?}");
        }
    }
}
