//! `tee`.

use crate::model::{Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value};

/// `tee`.
pub(super) static TOOL: Tool = Tool {
    names: &["tee"],
    summary: native!("writes what it reads to files"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'p'),
        Flag::both(b'a', "append"),
        Flag::HELP,
        Flag::both(b'i', "ignore-interrupts"),
        Flag::long("output-error").attached(Value::Text),
        Flag::VERSION,
    ]),
    forms: &[Form::each(Role::Path(PathRole::OUTPUT))],
    ..Spec::GNU
};
