//! `cat`. No flag names a file.

use crate::model::{AnyFlag, Flag, Form, Grammar, PathRole, Role, Spec, Tool};

/// `cat`.
pub(super) static TOOL: Tool = Tool {
    names: &["cat"],
    summary: native!("prints files"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'e'),
        Flag::letter(b't'),
        Flag::letter(b'u'),
        Flag::HELP,
        Flag::both(b'n', "number"),
        Flag::both(b'b', "number-nonblank"),
        Flag::both(b'A', "show-all"),
        Flag::both(b'E', "show-ends"),
        Flag::both(b'v', "show-nonprinting"),
        Flag::both(b'T', "show-tabs"),
        Flag::both(b's', "squeeze-blank"),
        Flag::VERSION,
    ]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};
