//! `scp`. Operands are paths here or on another machine; the last one is written. What options of `ssh` do is not told.

use crate::{
    argument::{Span, Text},
    model::{Abbreviations, Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Kind, Report, Rule, Stance},
    tables::remote,
};

/// `scp`.
pub(super) static TOOL: Tool = Tool {
    names: &["scp"],
    summary: native!("copies files from and to other machines"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'3'),
        Flag::letter(b'4'),
        Flag::letter(b'6'),
        Flag::letter(b'A'),
        Flag::letter(b'B'),
        Flag::letter(b'c').value(Value::Text),
        Flag::letter(b'C'),
        Flag::letter(b'D').value(Value::Program),
        Flag::letter(b'F').value(Value::Own(settings)),
        Flag::letter(b'i').value(Value::Path(PathRole::INPUT)),
        Flag::letter(b'J').value(Value::Thing(Kind::Connect)),
        Flag::letter(b'l').value(Value::Number),
        Flag::letter(b'o').value(Value::Own(settings)),
        Flag::letter(b'O'),
        Flag::letter(b'P').value(Value::Number),
        Flag::letter(b'p'),
        Flag::letter(b'q'),
        Flag::letter(b'R'),
        Flag::letter(b'r').states(Marks::RECURSIVE),
        Flag::letter(b's'),
        Flag::letter(b'S').value(Value::Program),
        Flag::letter(b'T'),
        Flag::letter(b'v'),
        Flag::letter(b'X').value(Value::Text),
    ]),
    abbreviations: Abbreviations::Refused,
    stance: Stance::Changer,
    forms: &[Form::each(Role::Own(copied)).last(Role::Own(written))],
    ..Spec::GNU
};

fn copied<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    remote::touch(PathRole::of(Kind::Read, Depth::Deep), path, span, report);
}

fn written<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    remote::touch(PathRole::of(Kind::Write, Depth::Inside), path, span, report);
}

/// Settings of `ssh` may name programs.
fn settings<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.unknown(Rule::UnknownValue, text, span);
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown},
    };

    #[test]
    fn machines_and_files_are_told() {
        assert_effects("scp a me@host:b", &["read a deep", "connect host"]);
        assert_effects("scp -P 22 host:a .", &["connect host", "write . inside"]);
        assert_effects(
            "scp -S ./x a b",
            &["execute ./x", "read a deep", "write b inside"],
        );
        assert_unknown("scp -oProxyCommand=./x a h:b", Rule::UnknownValue);
    }
}
