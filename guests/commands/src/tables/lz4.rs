//! `lz4` and its kind. A second operand is what is written, unless there are several by a flag. Letters may follow
//! numbers, and of two operations the last one counts.

use crate::{
    argument::{Span, Text},
    model::{
        Abbreviations, Always, Digits, Flag, Form, Grammar, Marks, Order, PathRole, Role, Spec,
        Tool, Value,
    },
    report::{Kind, Report},
    tables::packed::{self, Source},
};

const OUT: Marks = Marks::own(0);
const LOOKS: Marks = Marks::own(1);
const UNPACKS: Marks = Marks::own(2);
const REMOVES: Marks = Marks::own(3);
const PACKS: Marks = Marks::own(4);
const LISTS: Marks = Marks::own(5);
const MANY: Marks = Marks::own(6);

const READ: Role = Role::Path(PathRole::INPUT);
const WRITTEN: Role = Role::Own(written);

/// `lz4`.
pub(super) static LZ4: Tool = Tool {
    names: &["lz4"],
    summary: native!("compresses files"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'D').values(&[Value::Path(PathRole::INPUT)]),
        Flag::letter(b'h'),
        Flag::letter(b'H'),
        Flag::letter(b'l').states(PACKS),
        Flag::letter(b'm').states(MANY),
        Flag::letter(b'r').states(MANY.and(REMOVES)),
        Flag::long("best"),
        Flag::both(b'z', "compress").states(PACKS),
        Flag::long("content-size"),
        Flag::both(b'd', "decompress").states(UNPACKS),
        Flag::long("fast"),
        Flag::long("favor-decSpeed"),
        Flag::both(b'f', "force"),
        Flag::long("help"),
        Flag::both(b'k', "keep"),
        Flag::long("list").states(LISTS),
        Flag::long("no-content-size"),
        Flag::long("no-frame-crc"),
        Flag::long("no-sparse"),
        Flag::both(b'q', "quiet"),
        Flag::long("rm").states(REMOVES),
        Flag::long("sparse"),
        Flag::both(b'c', "stdout").states(OUT),
        Flag::both(b't', "test").states(LOOKS),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
    ]),
    abbreviations: Abbreviations::Refused,
    digits: Digits::Letters,
    order: Order::Free,
    forms: &[
        Form::each(Role::Own(packed::everything_below)).when(REMOVES.and(Marks::OPERANDS)),
        // Standard input has a name for it, and a file of that name is removed.
        Form::each(Role::Refused)
            .when(REMOVES)
            .does(&[Always::flat(Kind::Delete, "stdin")]),
        Form::each(READ).when(OUT.and(MANY)),
        Form::each(WRITTEN).when(OUT).first(&[READ]),
        Form::each(Role::Own(unpack_copy)).when(UNPACKS.and(MANY)),
        Form::each(WRITTEN)
            .when(UNPACKS.and(Marks::SEVERAL))
            .first(&[READ]),
        Form::each(Role::Own(unpack_copy)).when(UNPACKS),
        Form::each(Role::Own(pack_copy)).when(PACKS.and(MANY)),
        Form::each(WRITTEN)
            .when(PACKS.and(Marks::SEVERAL))
            .first(&[READ]),
        Form::each(Role::Own(pack_copy)).when(PACKS),
        Form::each(READ).when(LISTS),
        Form::each(WRITTEN).when(LOOKS).first(&[READ]),
        Form::each(Role::Own(pack_copy)).when(MANY),
        Form::each(WRITTEN).when(Marks::SEVERAL).first(&[READ]),
        Form::each(Role::Own(either_copy)),
    ],
    ..Spec::GNU
};

/// `lz4cat`.
pub(super) static LZ4CAT: Tool = Tool {
    names: &["lz4cat"],
    summary: native!("prints compressed files"),
    grammar: Grammar::Options(&PRINTING),
};

static PRINTING: Spec = Spec {
    abbreviations: Abbreviations::Refused,
    order: Order::Free,
    forms: &[Form::each(READ)],
    ..Spec::GNU
};

fn written<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    if !matches!(path, Text::Certain("-" | "stdout" | "null")) {
        PathRole::OUTPUT.touch(path, span, report);
    }
}

fn pack_copy<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::pack(".lz4", Source::Kept, path, span, report);
}

fn unpack_copy<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::unpack(&[(".lz4", "")], Source::Kept, path, span, report);
}

/// The end of the name says which.
fn either_copy<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    if path.prefix().strip_suffix(".lz4").is_some() {
        unpack_copy(path, span, report);
    } else {
        pack_copy(path, span, report);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn what_prints_is_harmless() {
        for command in [
            "lz4 -9",
            "lz4 -dc a.lz4",
            "lz4 -d a.lz4 -",
            "lz4 -t a.lz4",
            "lz4 --list a.lz4 b.lz4",
            "lz4cat a.lz4",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn others_write() {
        assert_effects("lz4 --rm", &["delete stdin"]);
        assert_effects("lz4 a", &["read a", "write a.lz4"]);
        assert_effects("lz4 a.lz4", &["read a.lz4", "write a"]);
        assert_effects("lz4 a b", &["read a", "write b"]);
        assert_effects("lz4 -d a.lz4 b", &["read a.lz4", "write b"]);
        assert_effects("lz4 -t a b", &["read a", "write b"]);
        assert_effects("lz4 --rm a", &["delete a deep", "write a deep"]);
        assert!(!tell("lz4 -td a.lz4").harmless);
        assert_unknown("lz4 -B4d a", Rule::UnknownFlag);
        assert_unknown("lz4cat -z a", Rule::UnknownFlag);
    }
}
