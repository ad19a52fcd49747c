//! `sort`. `-o` and `-T` write, `--compress-program` runs, so no uncertain word may become a flag.

use crate::{
    model::{Depth, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::Kind,
};

/// `sort`.
pub(super) static TOOL: Tool = Tool {
    names: &["sort"],
    summary: native!("sorts lines"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'c'),
        Flag::letter(b'C'),
        Flag::long("batch-size").value(Value::Number),
        Flag::both(b'S', "buffer-size").value(Value::Number),
        Flag::long("check").attached(Value::Choice(&["diagnose-first", "quiet", "silent"])),
        Flag::long("compress-program").value(Value::Program),
        Flag::long("debug"),
        Flag::both(b'd', "dictionary-order"),
        Flag::both(b't', "field-separator").value(Value::Text),
        Flag::long("files0-from").value(Value::NameList),
        Flag::both(b'g', "general-numeric-sort"),
        Flag::HELP,
        Flag::both(b'h', "human-numeric-sort"),
        Flag::both(b'f', "ignore-case"),
        Flag::both(b'b', "ignore-leading-blanks"),
        Flag::both(b'i', "ignore-nonprinting"),
        Flag::both(b'k', "key").value(Value::Text),
        Flag::both(b'm', "merge"),
        Flag::both(b'M', "month-sort"),
        Flag::both(b'n', "numeric-sort"),
        Flag::both(b'o', "output").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("parallel").value(Value::Number),
        Flag::both(b'R', "random-sort"),
        Flag::long("random-source").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'r', "reverse"),
        Flag::long("sort").value(Value::Choice(&[
            "general-numeric",
            "human-numeric",
            "month",
            "numeric",
            "random",
            "version",
        ])),
        Flag::both(b's', "stable"),
        Flag::both(b'T', "temporary-directory")
            .value(Value::Path(PathRole::of(Kind::Write, Depth::Inside))),
        Flag::both(b'u', "unique"),
        Flag::VERSION,
        Flag::both(b'V', "version-sort"),
        Flag::both(b'z', "zero-terminated"),
    ]),
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};
