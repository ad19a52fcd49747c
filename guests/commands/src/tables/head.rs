//! `head`. No flag names a file.

use crate::model::{AnyFlag, Digits, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value};

/// `head`.
pub(super) static TOOL: Tool = Tool {
    names: &["head"],
    summary: native!("prints the beginning of files"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'c', "bytes").value(Value::Number),
        Flag::HELP,
        Flag::both(b'n', "lines").value(Value::Number),
        Flag::both(b'q', "quiet"),
        Flag::long("silent"),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
        Flag::both(b'z', "zero-terminated"),
    ]),
    digits: Digits::Alone,
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};
