//! `tail`. No flag names a file; `--pid` only looks whether a process is there.

use crate::model::{AnyFlag, Digits, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value};

/// `tail`.
pub(super) static TOOL: Tool = Tool {
    names: &["tail"],
    summary: native!("prints the end of files"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'F'),
        Flag::letter(b'f'),
        Flag::both(b'c', "bytes").value(Value::Number),
        Flag::long("debug"),
        // The long form alone may have an argument: `-fn5` is `-f -n 5`.
        Flag::long("follow").attached(Value::Choice(&["name", "descriptor"])),
        Flag::HELP,
        Flag::both(b'n', "lines").value(Value::Number),
        Flag::long("max-unchanged-stats").value(Value::Number),
        Flag::long("pid").value(Value::Number),
        Flag::both(b'q', "quiet"),
        Flag::long("retry"),
        Flag::long("silent"),
        Flag::both(b's', "sleep-interval").value(Value::Number),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
        Flag::both(b'z', "zero-terminated"),
    ]),
    digits: Digits::Alone,
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};
