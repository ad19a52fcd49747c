//! `touch`. `-` is standard output, whose times it changes.

use crate::{
    model::{Dash, Depth, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::{Kind, Stance},
};

/// `touch`.
pub(super) static TOOL: Tool = Tool {
    names: &["touch"],
    summary: native!("creates files or changes their times"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'a'),
        Flag::letter(b'f'),
        Flag::letter(b'm'),
        Flag::letter(b't').value(Value::Text),
        Flag::both(b'd', "date").value(Value::Text),
        Flag::HELP,
        Flag::both(b'c', "no-create"),
        Flag::both(b'h', "no-dereference"),
        Flag::both(b'r', "reference").value(Value::Path(PathRole::of(Kind::Read, Depth::Flat))),
        Flag::long("time").value(Value::Text),
        Flag::VERSION,
    ]),
    stance: Stance::Changer,
    forms: &[Form::each(Role::Path(PathRole {
        dash: Dash::Stream,
        ..PathRole::OUTPUT
    }))],
    ..Spec::GNU
};
