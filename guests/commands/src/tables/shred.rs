//! `shred`, `truncate`, `fallocate`, `sponge`: what is in a file goes, or its size changes.

use crate::{
    model::{Dash, Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Kind, Stance},
};

const REMOVES: Marks = Marks::own(0);

/// `shred`.
pub(super) static SHRED: Tool = Tool {
    names: &["shred"],
    summary: native!("overwrites files"),
    grammar: Grammar::Options(&SHRED_SPEC),
};

static SHRED_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'u').states(REMOVES),
        Flag::both(b'x', "exact"),
        Flag::both(b'f', "force"),
        Flag::HELP,
        Flag::both(b'n', "iterations").value(Value::Number),
        Flag::long("random-source").value(Value::Path(PathRole::INPUT)),
        Flag::long("remove").attached(Value::Text).states(REMOVES),
        Flag::both(b's', "size").value(Value::Number),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
        Flag::both(b'z', "zero"),
    ]),
    stance: Stance::Changer,
    forms: &[
        Form::each(Role::Path(PathRole::of(Kind::Delete, Depth::Flat))).when(REMOVES),
        Form::each(Role::Path(PathRole {
            dash: Dash::Stream,
            ..PathRole::OUTPUT
        })),
    ],
    ..Spec::GNU
};

/// `truncate`.
pub(super) static TRUNCATE: Tool = Tool {
    names: &["truncate"],
    summary: native!("sets the sizes of files"),
    grammar: Grammar::Options(&TRUNCATE_SPEC),
};

static TRUNCATE_SPEC: Spec = Spec {
    flags: flags!([
        Flag::HELP,
        Flag::both(b'o', "io-blocks"),
        Flag::both(b'c', "no-create"),
        Flag::both(b'r', "reference").value(Value::Path(PathRole::of(Kind::Read, Depth::Flat))),
        Flag::both(b's', "size").value(Value::Text),
        Flag::VERSION,
    ]),
    stance: Stance::Changer,
    forms: &[Form::each(Role::Path(PathRole::OUTPUT))],
    ..Spec::GNU
};

/// `fallocate`.
pub(super) static FALLOCATE: Tool = Tool {
    names: &["fallocate"],
    summary: native!("gives room to a file or takes it away"),
    grammar: Grammar::Options(&FALLOCATE_SPEC),
};

static FALLOCATE_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'c', "collapse-range"),
        Flag::both(b'd', "dig-holes"),
        Flag::both(b'h', "help"),
        Flag::both(b'i', "insert-range"),
        Flag::both(b'n', "keep-size"),
        Flag::both(b'l', "length").value(Value::Number),
        Flag::both(b'o', "offset").value(Value::Number),
        Flag::both(b'x', "posix"),
        Flag::both(b'p', "punch-hole"),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
        Flag::both(b'z', "zero-range"),
    ]),
    stance: Stance::Changer,
    forms: &[Form::each(Role::Refused).first(&[Role::Path(PathRole::OUTPUT)])],
    ..Spec::GNU
};

/// `sponge`.
pub(super) static SPONGE: Tool = Tool {
    names: &["sponge"],
    summary: native!("writes to a file once it has read everything"),
    grammar: Grammar::Options(&SPONGE_SPEC),
};

static SPONGE_SPEC: Spec = Spec {
    flags: flags!([Flag::letter(b'a'), Flag::letter(b'h')]),
    stance: Stance::Changer,
    forms: &[Form::each(Role::Refused).first(&[Role::Path(PathRole::OUTPUT)])],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::testing::assert_effects;

    #[test]
    fn the_files_that_change_are_named() {
        assert_effects("shred -n 1 a -", &["write a"]);
        assert_effects("shred -uz a", &["delete a"]);
        assert_effects("shred --remove=unlink a", &["delete a"]);
        assert_effects("truncate -s 0 a b", &["write a", "write b"]);
        assert_effects("truncate -r a b", &["read a", "write b"]);
        assert_effects("truncate -s -1K a", &["write a"]);
        assert_effects("fallocate -l 1G a", &["write a"]);
        assert_effects("sponge -a a", &["write a"]);
    }
}
