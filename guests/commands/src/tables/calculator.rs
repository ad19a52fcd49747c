//! `bc`, whose programs calculate and print, and `dc`, whose programs may run commands (`!`) and read further ones
//! (`?`).
//!
//! Of `dc` only programs are described that stand in the command and hold nothing but what calculates and prints.

use crate::{
    argument::{Argument, Span, Text},
    check,
    model::{AnyFlag, Context, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::{Report, Rule},
};

/// `dc`.
pub(super) static DC: Tool = Tool {
    names: &["dc"],
    summary: native!("calculates"),
    grammar: Grammar::Own(describe_dc),
};

/// `bc`.
pub(super) static BC: Tool = Tool {
    names: &["bc"],
    summary: native!("calculates"),
    grammar: Grammar::Options(&BC_SPEC),
};

static BC_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'h', "help"),
        Flag::both(b'i', "interactive"),
        Flag::both(b'l', "mathlib"),
        Flag::both(b'q', "quiet"),
        Flag::both(b's', "standard"),
        Flag::both(b'v', "version"),
        Flag::both(b'w', "warn"),
    ]),
    any_flag: AnyFlag::Reads,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

static DC_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'e', "expression").value(Value::Own(read_program)),
        Flag::both(b'f', "file").value(Value::Own(refuse)),
        Flag::both(b'h', "help"),
        Flag::both(b'V', "version"),
    ]),
    forms: &[Form::each(Role::Own(refuse))],
    ..Spec::GNU
};

/// What may stand in a program besides letters, digits and white space.
const CALCULATES: &str = "+-*/%~^|._[]<>=:;";
/// What is followed by the name of a register, which may be any character.
const NAMES_FOLLOW: &str = "slSL:;<>=";

fn describe_dc<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    check::describe(&Grammar::Options(&DC_SPEC), arguments, context, report);
    let ends = |argument: &Argument<'_>| {
        let text = argument.text.prefix();
        text.starts_with("-e") || text.starts_with("--") || matches!(text, "-h" | "-V")
    };
    // Without a program it reads one from standard input.
    if !arguments.iter().any(ends) || arguments.iter().any(|it| it.text == Text::Certain("--")) {
        report.unknown(Rule::UnknownExpression, Text::Certain(""), context.name);
    }
}

fn read_program<'a>(program: Text<'a>, span: Span, report: &mut Report<'a>) {
    match program {
        Text::Certain(text) if only_calculates(text) => {}
        Text::Certain(_) => report.unknown(Rule::UnknownExpression, program, span),
        Text::Dynamic(_) => report.unknown(Rule::DynamicValue, program, span),
    }
}

fn refuse<'a>(program: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.unknown(Rule::UnknownExpression, program, span);
}

/// Whether a program neither runs nor reads anything. What stands in brackets is text that may be run as a program,
/// too, so it is held to the same. `a` makes a character of a number, and so could make any command.
fn only_calculates(program: &str) -> bool {
    let mut characters = program.chars();
    while let Some(character) = characters.next() {
        let is_known = (character.is_ascii_alphanumeric() && character != 'a')
            || character.is_ascii_whitespace()
            || CALCULATES.contains(character);
        if !is_known {
            return false;
        }
        if NAMES_FOLLOW.contains(character) {
            let register = characters.next();
            if !register.is_none_or(|name| name.is_ascii_alphanumeric()) {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_allowed, assert_effects, assert_unknown};

    #[test]
    fn calculating_is_harmless() {
        assert_allowed("dc -e '2 3 + p'");
        assert_allowed("dc -e '[la1-d sa 0<b]sb 5sa lbx' --expression='2 k 10 3/ p'");
        assert_allowed("dc --help");
        assert_allowed("bc -l");
        assert_effects("bc -lq notes", &["read notes"]);
        assert_effects("bc *", &["read ? deep links if an option", "read ./…"]);
    }

    #[test]
    fn a_program_that_may_run_something_is_unknown() {
        for program in [
            "!id", "2p!id", "[!id]x", "? x", "33a x", "[33a]x", "33ssa", "sa!id", "s!id", "1 2!=x",
            "#!", "\n!id",
        ] {
            assert!(!only_calculates(program), "{program}");
        }
        assert_unknown("dc -e '!id'", Rule::UnknownExpression);
        assert_unknown("dc -e'!id'", Rule::UnknownExpression);
        assert_unknown("dc --expr='!id'", Rule::UnknownExpression);
        assert_unknown("dc -e 2p -e '!id'", Rule::UnknownExpression);
        assert_unknown("dc -e \"$x\"", Rule::DynamicValue);
    }

    #[test]
    fn a_program_that_stands_elsewhere_is_unknown() {
        for command in [
            "dc",
            "dc notes",
            "dc -f notes",
            "dc -e 2p notes",
            "dc -",
            "dc -- -e",
        ] {
            assert_unknown(command, Rule::UnknownExpression);
        }
    }
}
