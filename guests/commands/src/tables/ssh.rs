//! `ssh`. It connects and runs a command over there, of which nothing is known here. Its options (`-o`) and
//! configurations (`-F`) may run programs here: unknown.

use crate::{
    argument::{Span, Text},
    model::{
        Abbreviations, Depth, Flag, Form, Grammar, Order, PathRole, Reader, Role, Spec, Tool, Value,
    },
    report::{Kind, Report, Rule, Stance},
};

/// `ssh`.
pub(super) static TOOL: Tool = Tool {
    names: &["ssh"],
    summary: native!("runs a command on another machine"),
    grammar: Grammar::Options(&SPEC),
};

const FILE: Value = Value::Path(PathRole::of(Kind::Read, Depth::Flat));

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'4'),
        Flag::letter(b'6'),
        Flag::letter(b'A'),
        Flag::letter(b'a'),
        Flag::letter(b'C'),
        Flag::letter(b'f'),
        Flag::letter(b'G'),
        Flag::letter(b'g'),
        Flag::letter(b'K'),
        Flag::letter(b'k'),
        Flag::letter(b'M'),
        Flag::letter(b'N'),
        Flag::letter(b'n'),
        Flag::letter(b'q'),
        Flag::letter(b's'),
        Flag::letter(b'T'),
        Flag::letter(b't'),
        Flag::letter(b'V'),
        Flag::letter(b'v'),
        Flag::letter(b'X'),
        Flag::letter(b'x'),
        Flag::letter(b'Y'),
        Flag::letter(b'y'),
        Flag::letter(b'B').value(Value::Text),
        Flag::letter(b'b').value(Value::Text),
        Flag::letter(b'c').value(Value::Text),
        Flag::letter(b'D').value(Value::Thing(Kind::Connect)),
        Flag::letter(b'E').value(Value::Path(PathRole::OUTPUT)),
        Flag::letter(b'e').value(Value::Text),
        Flag::letter(b'F').value(Value::Own(SETTINGS)),
        Flag::letter(b'I').value(Value::Program),
        Flag::letter(b'i').value(FILE),
        Flag::letter(b'J').value(Value::Thing(Kind::Connect)),
        Flag::letter(b'L').value(Value::Thing(Kind::Connect)),
        Flag::letter(b'l').value(Value::Text),
        Flag::letter(b'm').value(Value::Text),
        Flag::letter(b'O').value(Value::Text),
        Flag::letter(b'o').value(Value::Own(SETTINGS)),
        Flag::letter(b'p').value(Value::Text),
        Flag::letter(b'P').value(Value::Text),
        Flag::letter(b'Q').value(Value::Text),
        Flag::letter(b'R').value(Value::Thing(Kind::Connect)),
        Flag::letter(b'S').value(Value::Thing(Kind::Connect)),
        Flag::letter(b'W').value(Value::Thing(Kind::Connect)),
        Flag::letter(b'w').value(Value::Text),
    ]),
    abbreviations: Abbreviations::Refused,
    order: Order::OperandEnds,
    stance: Stance::Changer,
    forms: &[Form::each(Role::Text).first(&[Role::Thing(Kind::Connect)])],
    ..Spec::GNU
};

const SETTINGS: Reader = read_settings;

/// Settings may name programs.
fn read_settings<'a>(settings: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.unknown(Rule::UnknownValue, settings, span);
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown, tell},
    };

    #[test]
    fn hosts_are_told() {
        assert_effects("ssh me@x.example uptime", &["connect me@x.example"]);
        assert_effects("ssh -p 22 -i key x rm -rf a", &["read key", "connect x"]);
        assert_effects(
            "ssh -E log -J hop x",
            &["write log", "connect hop", "connect x"],
        );
        assert!(!tell("ssh x").harmless && !tell("ssh -V").harmless);
    }

    #[test]
    fn settings_may_run_programs() {
        assert_unknown("ssh -o ProxyCommand=./x y", Rule::UnknownValue);
        assert_unknown("ssh -oProxyCommand=./x y", Rule::UnknownValue);
        assert_unknown("ssh -F config y", Rule::UnknownValue);
    }
}
