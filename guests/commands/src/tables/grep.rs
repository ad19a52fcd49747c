//! `grep`. The first operand is the pattern unless `-e` or `-f` gave it; `-f` and `--exclude-from` read.

use crate::model::{
    AnyFlag, Depth, Digits, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value,
};

const FILES: Form = Form::each(Role::Path(PathRole {
    depth: Depth::DeepIf(Marks::RECURSIVE),
    ..PathRole::INPUT
}));

/// `grep`.
pub(super) static TOOL: Tool = Tool {
    names: &["grep", "egrep", "fgrep"],
    summary: native!("searches files for lines"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'y'),
        Flag::letter(b'I'),
        Flag::both(b'A', "after-context").value(Value::Number),
        Flag::both(b'G', "basic-regexp"),
        Flag::both(b'B', "before-context").value(Value::Number),
        Flag::both(b'U', "binary"),
        Flag::long("binary-files").value(Value::Choice(&["binary", "text", "without-match"])),
        Flag::both(b'b', "byte-offset"),
        Flag::long("color").attached(Value::Text),
        Flag::long("colour").attached(Value::Text),
        Flag::both(b'C', "context").value(Value::Number),
        Flag::both(b'c', "count"),
        Flag::both(b'R', "dereference-recursive")
            .states(Marks::RECURSIVE.and(Marks::FOLLOWS_LINKS)),
        Flag::both(b'D', "devices").value(Value::Choice(&["read", "skip"])),
        Flag::both(b'd', "directories").value(Value::Choice(&["read", "skip"])),
        Flag::long("exclude").value(Value::Text),
        Flag::long("exclude-dir").value(Value::Text),
        Flag::long("exclude-from").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'E', "extended-regexp"),
        Flag::both(b'f', "file")
            .value(Value::Path(PathRole::INPUT))
            .states(Marks::FIRST_GIVEN),
        Flag::both(b'l', "files-with-matches"),
        Flag::both(b'L', "files-without-match"),
        Flag::both(b'F', "fixed-strings"),
        Flag::long("group-separator").value(Value::Text),
        Flag::HELP,
        Flag::both(b'i', "ignore-case"),
        Flag::long("include").value(Value::Text),
        Flag::both(b'T', "initial-tab"),
        Flag::both(b'v', "invert-match"),
        Flag::long("label").value(Value::Text),
        Flag::long("line-buffered"),
        Flag::both(b'n', "line-number"),
        Flag::both(b'x', "line-regexp"),
        Flag::both(b'm', "max-count").value(Value::Number),
        Flag::both(b'h', "no-filename"),
        Flag::long("no-group-separator"),
        Flag::long("no-ignore-case"),
        Flag::both(b's', "no-messages"),
        Flag::both(b'Z', "null"),
        Flag::both(b'z', "null-data"),
        Flag::both(b'o', "only-matching"),
        Flag::both(b'P', "perl-regexp"),
        Flag::both(b'q', "quiet"),
        Flag::both(b'r', "recursive").states(Marks::RECURSIVE),
        Flag::both(b'e', "regexp")
            .value(Value::Text)
            .states(Marks::FIRST_GIVEN),
        Flag::long("silent"),
        Flag::both(b'a', "text"),
        Flag::both(b'V', "version"),
        Flag::both(b'H', "with-filename"),
        Flag::both(b'w', "word-regexp"),
    ]),
    digits: Digits::Letters,
    any_flag: AnyFlag::Reads,
    forms: &[
        FILES
            .when(Marks::RECURSIVE.and(Marks::FIRST_GIVEN))
            .or_here(),
        FILES.when(Marks::FIRST_GIVEN),
        FILES.when(Marks::RECURSIVE).first(&[Role::Text]).or_here(),
        FILES.first(&[Role::Text]),
    ],
    ..Spec::GNU
};
