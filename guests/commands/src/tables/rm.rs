//! `rm`.

use crate::{
    model::{Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Kind, Stance},
};

/// `rm`.
pub(super) static TOOL: Tool = Tool {
    names: &["rm"],
    summary: native!("removes files"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'i'),
        Flag::letter(b'I'),
        Flag::letter(b'R').states(Marks::RECURSIVE),
        Flag::both(b'd', "dir"),
        Flag::both(b'f', "force"),
        Flag::HELP,
        Flag::long("interactive").attached(Value::Text),
        Flag::long("no-preserve-root"),
        Flag::long("one-file-system"),
        Flag::long("preserve-root").attached(Value::Text),
        Flag::both(b'r', "recursive").states(Marks::RECURSIVE),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
    ]),
    stance: Stance::Changer,
    forms: &[Form::each(Role::Path(PathRole::of(
        Kind::Delete,
        Depth::DeepIf(Marks::RECURSIVE),
    )))],
    ..Spec::GNU
};
