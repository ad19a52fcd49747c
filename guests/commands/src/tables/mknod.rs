//! `mkfifo`, `mknod`.

use crate::{
    model::{Depth, Flag, Flags, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::{Kind, Stance},
};

const MADE: Role = Role::Path(PathRole::of(Kind::Create, Depth::Flat));
const FLAGS: Flags = flags!([
    Flag::letter(b'Z'),
    Flag::long("context").attached(Value::Text),
    Flag::HELP,
    Flag::both(b'm', "mode").value(Value::Text),
    Flag::VERSION,
]);

/// `mkfifo`.
pub(super) static MKFIFO: Tool = Tool {
    names: &["mkfifo"],
    summary: native!("makes named pipes"),
    grammar: Grammar::Options(&PIPES),
};

static PIPES: Spec = Spec {
    flags: FLAGS,
    stance: Stance::Changer,
    forms: &[Form::each(MADE)],
    ..Spec::GNU
};

/// `mknod`.
pub(super) static MKNOD: Tool = Tool {
    names: &["mknod"],
    summary: native!("makes a device or a named pipe"),
    grammar: Grammar::Options(&DEVICES),
};

static DEVICES: Spec = Spec {
    flags: FLAGS,
    stance: Stance::Changer,
    forms: &[Form::each(Role::Text).first(&[MADE])],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::testing::assert_effects;

    #[test]
    fn what_is_made_is_named() {
        assert_effects("mkfifo -m 600 a b", &["create a", "create b"]);
        assert_effects("mknod a b 8 0", &["create a"]);
    }
}
