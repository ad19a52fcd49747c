//! `ls`. No flag names a file.

use crate::{
    model::{AnyFlag, Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::Kind,
};

/// `ls`.
pub(super) static TOOL: Tool = Tool {
    names: &["ls"],
    summary: native!("lists directories"),
    grammar: Grammar::Options(&SPEC),
};

/// `dir` and `vdir`, which are `ls` with another way of listing.
pub(super) static DIR: Tool = Tool {
    names: &["dir", "vdir"],
    summary: native!("lists directories"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'F'),
        Flag::letter(b'c'),
        Flag::letter(b'C'),
        Flag::letter(b'f'),
        Flag::letter(b'g'),
        Flag::letter(b'l'),
        Flag::letter(b'm'),
        Flag::letter(b'o'),
        Flag::letter(b'p'),
        Flag::letter(b'S'),
        Flag::letter(b't'),
        Flag::letter(b'u'),
        Flag::letter(b'U'),
        Flag::letter(b'v'),
        Flag::letter(b'x'),
        Flag::letter(b'X'),
        Flag::letter(b'1'),
        Flag::both(b'a', "all"),
        Flag::both(b'A', "almost-all"),
        Flag::long("author"),
        Flag::long("block-size").value(Value::Text),
        // The long form alone may have an argument: `-Fl` is `-F -l`.
        Flag::long("classify").attached(Value::Text),
        Flag::long("color").attached(Value::Text),
        Flag::both(b'Z', "context"),
        Flag::both(b'L', "dereference").states(Marks::FOLLOWS_LINKS),
        Flag::both(b'H', "dereference-command-line"),
        Flag::long("dereference-command-line-symlink-to-dir"),
        Flag::both(b'd', "directory"),
        Flag::both(b'D', "dired"),
        Flag::both(b'b', "escape"),
        Flag::long("file-type"),
        Flag::long("format").value(Value::Text),
        Flag::long("full-time"),
        Flag::long("group-directories-first"),
        Flag::HELP,
        Flag::long("hide").value(Value::Text),
        Flag::both(b'q', "hide-control-chars"),
        Flag::both(b'h', "human-readable"),
        Flag::long("hyperlink").attached(Value::Text),
        Flag::both(b'I', "ignore").value(Value::Text),
        Flag::both(b'B', "ignore-backups"),
        Flag::long("indicator-style").value(Value::Text),
        Flag::both(b'i', "inode"),
        Flag::both(b'k', "kibibytes"),
        Flag::both(b'N', "literal"),
        Flag::both(b'G', "no-group"),
        Flag::both(b'n', "numeric-uid-gid"),
        Flag::both(b'Q', "quote-name"),
        Flag::long("quoting-style").value(Value::Text),
        Flag::both(b'R', "recursive").states(Marks::RECURSIVE),
        Flag::both(b'r', "reverse"),
        Flag::long("show-control-chars"),
        Flag::long("si"),
        Flag::both(b's', "size"),
        Flag::long("sort").value(Value::Text),
        Flag::both(b'T', "tabsize").value(Value::Number),
        Flag::long("time").value(Value::Text),
        Flag::long("time-style").value(Value::Text),
        Flag::VERSION,
        Flag::both(b'w', "width").value(Value::Number),
        Flag::long("zero"),
    ]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::of(
        Kind::Read,
        Depth::DeepIf(Marks::RECURSIVE),
    )))
    .or_here()],
    ..Spec::GNU
};
