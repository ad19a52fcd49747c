//! `mkdir`.

use crate::{
    model::{Depth, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::{Kind, Stance},
};

/// `mkdir`.
pub(super) static TOOL: Tool = Tool {
    names: &["mkdir"],
    summary: native!("makes directories"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'Z'),
        Flag::long("context").attached(Value::Text),
        Flag::HELP,
        Flag::both(b'm', "mode").value(Value::Text),
        Flag::both(b'p', "parents"),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
    ]),
    stance: Stance::Changer,
    forms: &[Form::each(Role::Path(PathRole::of(
        Kind::Create,
        Depth::Flat,
    )))],
    ..Spec::GNU
};
