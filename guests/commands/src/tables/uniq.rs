//! `uniq`. Its second operand is written, so what could become an operand or push one along is unknown.

use crate::{
    model::{Digits, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::Kind,
};

/// `uniq`.
pub(super) static TOOL: Tool = Tool {
    names: &["uniq"],
    summary: native!("drops repeated lines; writes a second operand"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'D'),
        Flag::long("all-repeated").attached(Value::Choice(&["none", "prepend", "separate"])),
        Flag::both(b'w', "check-chars").value(Value::Number),
        Flag::both(b'c', "count"),
        Flag::long("group").attached(Value::Choice(&["separate", "prepend", "append", "both"])),
        Flag::HELP,
        Flag::both(b'i', "ignore-case"),
        Flag::both(b'd', "repeated"),
        Flag::both(b's', "skip-chars").value(Value::Number),
        Flag::both(b'f', "skip-fields").value(Value::Number),
        Flag::both(b'u', "unique"),
        Flag::VERSION,
        Flag::both(b'z', "zero-terminated"),
    ]),
    digits: Digits::Alone,
    forms: &[Form::each(Role::Refused).first(&[
        Role::Path(PathRole::INPUT),
        Role::Path(PathRole {
            kind: Kind::Write,
            ..PathRole::INPUT
        }),
    ])],
    ..Spec::GNU
};
