//! `cp`. Sources are read; the last operand, or `-t`, is written.

use crate::{
    model::{Depth, Flag, Flags, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Kind, Stance},
};

const SOURCE: Role = Role::Path(PathRole::of(Kind::Read, Depth::DeepIf(Marks::RECURSIVE)));
const INTO: PathRole = PathRole::of(Kind::Write, Depth::Deep);
const TARGET: Role = Role::Path(INTO);

/// `cp`.
pub(super) static TOOL: Tool = Tool {
    names: &["cp"],
    summary: "copies files",
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: Flags::new(&[
        Flag::letter(b'b'),
        Flag::letter(b'd'),
        Flag::letter(b'H'),
        Flag::letter(b'p'),
        Flag::letter(b'R').states(Marks::RECURSIVE),
        Flag::letter(b'u'),
        Flag::letter(b'Z'),
        Flag::both(b'a', "archive").states(Marks::RECURSIVE),
        Flag::long("attributes-only"),
        Flag::long("backup").attached(Value::Text),
        Flag::long("context").attached(Value::Text),
        Flag::long("copy-contents"),
        Flag::long("debug"),
        Flag::both(b'L', "dereference").states(Marks::FOLLOWS_LINKS),
        Flag::both(b'f', "force"),
        Flag::HELP,
        Flag::both(b'i', "interactive"),
        Flag::long("keep-directory-symlink"),
        Flag::both(b'l', "link"),
        Flag::both(b'n', "no-clobber"),
        Flag::both(b'P', "no-dereference"),
        Flag::long("no-preserve").value(Value::Text),
        Flag::both(b'T', "no-target-directory"),
        Flag::both(b'x', "one-file-system"),
        Flag::long("parents"),
        Flag::long("preserve").attached(Value::Text),
        Flag::both(b'r', "recursive").states(Marks::RECURSIVE),
        Flag::long("reflink").attached(Value::Text),
        Flag::long("remove-destination"),
        Flag::long("sparse").value(Value::Text),
        Flag::long("strip-trailing-slashes"),
        Flag::both(b'S', "suffix").value(Value::Text),
        Flag::both(b's', "symbolic-link"),
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
