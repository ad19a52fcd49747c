//! `tee`.

use crate::{
    model::{Flag, Flags, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::Stance,
};

/// `tee`.
pub(super) static TOOL: Tool = Tool {
    names: &["tee"],
    summary: "writes what it reads to files",
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: Flags::new(&[
        Flag::letter(b'p'),
        Flag::both(b'a', "append"),
        Flag::HELP,
        Flag::both(b'i', "ignore-interrupts"),
        Flag::long("output-error").attached(Value::Text),
        Flag::VERSION,
    ]),
    stance: Stance::Changer,
    forms: &[Form::each(Role::Path(PathRole::OUTPUT))],
    ..Spec::GNU
};
