//! `wc`. `--files0-from` reads whatever its file names.

use crate::model::{AnyFlag, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value};

/// `wc`.
pub(super) static TOOL: Tool = Tool {
    names: &["wc"],
    summary: native!("counts lines, words and bytes"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'c', "bytes"),
        Flag::both(b'm', "chars"),
        Flag::long("debug"),
        Flag::long("files0-from").value(Value::NameList),
        Flag::HELP,
        Flag::both(b'l', "lines"),
        Flag::both(b'L', "max-line-length"),
        Flag::long("total").value(Value::Choice(&["auto", "always", "only", "never"])),
        Flag::VERSION,
        Flag::both(b'w', "words"),
    ]),
    any_flag: AnyFlag::Reads,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};
