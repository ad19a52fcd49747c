//! `mv`. Sources vanish from where they were; the last operand, or `-t`, is written.

use crate::{
    model::{Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Kind, Stance},
};

const SOURCE: Role = Role::Path(PathRole::of(Kind::Delete, Depth::Deep));
const INTO: PathRole = PathRole::of(Kind::Write, Depth::Inside);
const TARGET: Role = Role::Path(INTO);

/// `mv`.
pub(super) static TOOL: Tool = Tool {
    names: &["mv"],
    summary: native!("moves files"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'b'),
        Flag::letter(b'u'),
        Flag::long("backup").attached(Value::Text),
        Flag::both(b'Z', "context"),
        Flag::long("debug"),
        Flag::long("exchange"),
        Flag::both(b'f', "force"),
        Flag::HELP,
        Flag::both(b'i', "interactive"),
        Flag::both(b'n', "no-clobber"),
        Flag::long("no-copy"),
        Flag::both(b'T', "no-target-directory"),
        Flag::long("strip-trailing-slashes"),
        Flag::both(b'S', "suffix").value(Value::Text),
        Flag::both(b't', "target-directory")
            .value(Value::Path(INTO))
            .states(Marks::LAST_GIVEN),
        Flag::long("update").attached(Value::Text),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
    ]),
    stance: Stance::Changer,
    forms: &[
        Form::each(SOURCE).when(Marks::LAST_GIVEN),
        Form::each(SOURCE).last(TARGET),
    ],
    ..Spec::GNU
};
