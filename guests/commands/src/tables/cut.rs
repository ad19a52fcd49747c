//! `cut`. No flag names a file.

use crate::model::{AnyFlag, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value};

/// `cut`.
pub(super) static TOOL: Tool = Tool {
    names: &["cut"],
    summary: native!("prints parts of lines"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'n'),
        Flag::both(b'b', "bytes").value(Value::Text),
        Flag::both(b'c', "characters").value(Value::Text),
        Flag::long("complement"),
        Flag::both(b'd', "delimiter").value(Value::Text),
        Flag::both(b'f', "fields").value(Value::Text),
        Flag::HELP,
        Flag::both(b's', "only-delimited"),
        Flag::long("output-delimiter").value(Value::Text),
        Flag::VERSION,
        Flag::both(b'z', "zero-terminated"),
    ]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};
