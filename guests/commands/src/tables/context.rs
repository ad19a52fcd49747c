//! `chcon` changes the security context of files; `runcon` runs a program in one, and without a program prints its own.

use crate::{
    argument::{Argument, Text},
    model::{Context, Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Kind, Report, Rule, Stance},
};

const CHANGED: Role = Role::Path(PathRole::of(Kind::Write, Depth::DeepIf(Marks::RECURSIVE)));

/// `chcon`.
pub(super) static CHCON: Tool = Tool {
    names: &["chcon"],
    summary: native!("changes security contexts"),
    grammar: Grammar::Options(&CHCON_SPEC),
};

static CHCON_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'H'),
        Flag::letter(b'L').states(Marks::FOLLOWS_LINKS),
        Flag::letter(b'P'),
        Flag::long("dereference"),
        Flag::HELP,
        Flag::both(b'h', "no-dereference"),
        Flag::long("no-preserve-root"),
        Flag::long("preserve-root"),
        Flag::both(b'l', "range")
            .value(Value::Text)
            .states(Marks::FIRST_GIVEN),
        Flag::both(b'R', "recursive").states(Marks::RECURSIVE),
        Flag::long("reference")
            .value(Value::Path(PathRole::INPUT))
            .states(Marks::FIRST_GIVEN),
        Flag::both(b'r', "role")
            .value(Value::Text)
            .states(Marks::FIRST_GIVEN),
        Flag::both(b't', "type")
            .value(Value::Text)
            .states(Marks::FIRST_GIVEN),
        Flag::both(b'u', "user")
            .value(Value::Text)
            .states(Marks::FIRST_GIVEN),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
    ]),
    stance: Stance::Changer,
    forms: &[
        Form::each(CHANGED).when(Marks::FIRST_GIVEN),
        Form::each(CHANGED).first(&[Role::Text]),
    ],
    ..Spec::GNU
};

/// `runcon`.
pub(super) static RUNCON: Tool = Tool {
    names: &["runcon"],
    summary: native!("prints a security context"),
    grammar: Grammar::Own(describe_runcon),
};

fn describe_runcon<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    for argument in arguments {
        if !matches!(argument.text, Text::Certain("--help" | "--version")) {
            report.unknown(Rule::RunsCommand, argument.text, argument.span);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn contexts_are_changed() {
        assert_effects("chcon -R -t etc_t src", &["write src deep"]);
        assert_effects("chcon u:r:t a b", &["write a", "write b"]);
        assert_effects("chcon --reference=a b", &["read a", "write b"]);
        assert!(!tell("chcon --help").harmless);
    }

    #[test]
    fn running_in_a_context_is_not_described() {
        assert_allowed("runcon");
        assert_unknown("runcon -t etc_t rm x", Rule::RunsCommand);
        assert_unknown("runcon --help rm x", Rule::RunsCommand);
    }
}
