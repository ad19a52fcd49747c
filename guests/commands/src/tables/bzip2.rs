//! `bzip2`, `bunzip2`, `bzcat`. It reads its options itself, wherever they stand. Of two operations the last one counts,
//! so that one which only looks is harmless only alone.

use crate::{
    argument::{Span, Text},
    model::{
        Abbreviations, Digits, Flag, Flags, Form, Grammar, Marks, Order, PathRole, Role, Spec, Tool,
    },
    report::Report,
    tables::packed::{self, Source},
};

const OUT: Marks = Marks::own(0);
const LOOKS: Marks = Marks::own(1);
const UNPACKS: Marks = Marks::own(2);
const KEEPS: Marks = Marks::own(3);
const PACKS: Marks = Marks::own(4);

const READ: Role = Role::Path(PathRole::INPUT);

const FLAGS: Flags = flags!([
    Flag::long("best"),
    Flag::both(b'z', "compress").states(PACKS),
    Flag::both(b'd', "decompress").states(UNPACKS),
    Flag::long("exponential"),
    Flag::long("fast"),
    Flag::both(b'f', "force"),
    Flag::both(b'h', "help"),
    Flag::both(b'k', "keep").states(KEEPS),
    Flag::both(b'L', "license"),
    Flag::both(b'q', "quiet"),
    Flag::long("repetitive-best"),
    Flag::long("repetitive-fast"),
    Flag::both(b's', "small"),
    Flag::both(b'c', "stdout").states(OUT),
    Flag::both(b't', "test").states(LOOKS),
    Flag::both(b'v', "verbose"),
    Flag::both(b'V', "version"),
]);

const BASE: Spec = Spec {
    flags: FLAGS,
    abbreviations: Abbreviations::Refused,
    digits: Digits::Letters,
    order: Order::Free,
    ..Spec::GNU
};

/// `bzip2`.
pub(super) static BZIP2: Tool = Tool {
    names: &["bzip2"],
    summary: native!("compresses files"),
    grammar: Grammar::Options(&PACKING),
};

static PACKING: Spec = Spec {
    forms: &[
        Form::each(READ).when(OUT),
        Form::each(Role::Own(unpack_copy)).when(UNPACKS.and(KEEPS)),
        Form::each(Role::Own(unpack)).when(UNPACKS),
        Form::each(Role::Own(pack_copy)).when(PACKS.and(KEEPS)),
        Form::each(Role::Own(pack)).when(PACKS),
        Form::each(READ).when(LOOKS),
        Form::each(Role::Own(pack_copy)).when(KEEPS),
        Form::each(Role::Own(pack)),
    ],
    ..BASE
};

/// `bunzip2`.
pub(super) static BUNZIP2: Tool = Tool {
    names: &["bunzip2"],
    summary: native!("decompresses files"),
    grammar: Grammar::Options(&UNPACKING),
};

static UNPACKING: Spec = Spec {
    forms: &[
        Form::each(READ).when(OUT),
        Form::each(Role::Own(pack_copy)).when(PACKS.and(KEEPS)),
        Form::each(Role::Own(pack)).when(PACKS),
        Form::each(Role::Own(unpack)).when(UNPACKS),
        Form::each(READ).when(LOOKS),
        Form::each(Role::Own(unpack_copy)).when(KEEPS),
        Form::each(Role::Own(unpack)),
    ],
    ..BASE
};

/// `bzcat`: it prints, whatever the operation is.
pub(super) static BZCAT: Tool = Tool {
    names: &["bzcat"],
    summary: native!("prints compressed files"),
    grammar: Grammar::Options(&PRINTING),
};

static PRINTING: Spec = Spec {
    forms: &[Form::each(READ)],
    ..BASE
};

const ENDS: &[(&str, &str)] = &[
    (".bz2", ""),
    (".bz", ""),
    (".tbz2", ".tar"),
    (".tbz", ".tar"),
];

fn pack<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::pack(".bz2", Source::Deleted, path, span, report);
}

fn pack_copy<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::pack(".bz2", Source::Kept, path, span, report);
}

fn unpack<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::unpack(ENDS, Source::Deleted, path, span, report);
}

fn unpack_copy<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::unpack(ENDS, Source::Kept, path, span, report);
}

#[cfg(test)]
mod tests {
    use crate::testing::{assert_allowed, assert_effects, tell};

    #[test]
    fn what_prints_is_harmless() {
        for command in [
            "bzip2 -9",
            "bzip2 -c notes",
            "bzip2 -dc a.bz2",
            "bzip2 -tv a.bz2",
            "bunzip2 -t a.bz2",
            "bzcat a.bz2",
            "bzcat ./*.bz2",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn operands_are_replaced() {
        assert_effects("bzip2 a", &["delete a", "write a.bz2"]);
        assert_effects("bzip2 -d a.tbz2", &["delete a.tbz2", "write a.tar"]);
        assert_effects("bunzip2 -k a.bz2", &["read a.bz2", "write a"]);
        assert!(!tell("bzip2 -t -z a").harmless && !tell("bzip2 -td a").harmless);
        assert!(!tell("bunzip2 -zt a").harmless);
    }
}
