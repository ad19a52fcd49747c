//! `install`. Sources are copied to the last operand, or into `-t`; with `-d` all operands are made.

use crate::{
    model::{Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Kind, Stance},
};

const DIRECTORIES: Marks = Marks::own(0);
const SOURCE: Role = Role::Path(PathRole::of(Kind::Read, Depth::Flat));

/// `install`.
pub(super) static TOOL: Tool = Tool {
    names: &["install"],
    summary: native!("copies files and sets their modes"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'b'),
        Flag::letter(b'c'),
        Flag::letter(b'D'),
        Flag::letter(b'Z'),
        Flag::long("backup").attached(Value::Text),
        Flag::both(b'C', "compare"),
        Flag::long("context").attached(Value::Text),
        Flag::long("debug"),
        Flag::both(b'd', "directory").states(DIRECTORIES),
        Flag::both(b'g', "group").value(Value::Text),
        Flag::HELP,
        Flag::both(b'm', "mode").value(Value::Text),
        Flag::both(b'T', "no-target-directory"),
        Flag::both(b'o', "owner").value(Value::Text),
        Flag::long("preserve-context"),
        Flag::both(b'p', "preserve-timestamps"),
        Flag::both(b's', "strip"),
        Flag::long("strip-program").value(Value::Program),
        Flag::both(b'S', "suffix").value(Value::Text),
        Flag::both(b't', "target-directory")
            .value(Value::Path(PathRole::of(Kind::Write, Depth::Inside)))
            .states(Marks::LAST_GIVEN),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
    ]),
    stance: Stance::Changer,
    forms: &[
        Form::each(Role::Path(PathRole::of(Kind::Create, Depth::Flat))).when(DIRECTORIES),
        Form::each(SOURCE).when(Marks::LAST_GIVEN),
        Form::each(SOURCE).last(Role::Path(PathRole::of(Kind::Write, Depth::Inside))),
    ],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::testing::assert_effects;

    #[test]
    fn sources_are_read_and_targets_written() {
        assert_effects("install -m 755 a b", &["read a", "write b inside"]);
        assert_effects("install -Dm644 a -t dir", &["write dir inside", "read a"]);
        assert_effects("install -d a b", &["create a", "create b"]);
        assert_effects(
            "install -s --strip-program=./x a b",
            &["execute ./x", "read a", "write b inside"],
        );
    }
}
