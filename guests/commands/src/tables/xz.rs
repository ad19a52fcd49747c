//! `xz`, `lzma` and their kind. Of two operations the last one counts, so that one which only looks is harmless only
//! alone. `--files` is not described: what it names is replaced.

use crate::{
    argument::{Span, Text},
    model::{
        Abbreviations, Digits, Flag, Flags, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value,
    },
    report::Report,
    tables::packed::{self, Source},
};

const OUT: Marks = Marks::own(0);
const LOOKS: Marks = Marks::own(1);
const UNPACKS: Marks = Marks::own(2);
const KEEPS: Marks = Marks::own(3);
const PACKS: Marks = Marks::own(4);
/// A flag says how names end.
const ENDS: Marks = Marks::own(5);

const READ: Role = Role::Path(PathRole::INPUT);

const FLAGS: Flags = flags!([
    Flag::long("arm").attached(Value::Text),
    Flag::long("arm64").attached(Value::Text),
    Flag::long("armthumb").attached(Value::Text),
    Flag::long("best"),
    Flag::long("block-list").value(Value::Text),
    Flag::long("block-size").value(Value::Number),
    Flag::both(b'C', "check").value(Value::Text),
    Flag::both(b'z', "compress").states(PACKS),
    Flag::both(b'd', "decompress").states(UNPACKS),
    Flag::long("delta").attached(Value::Text),
    Flag::both(b'e', "extreme"),
    Flag::long("fast"),
    Flag::long("flush-timeout").value(Value::Number),
    Flag::both(b'f', "force"),
    Flag::both(b'F', "format").value(Value::Text).states(ENDS),
    Flag::both(b'h', "help"),
    Flag::long("ia64").attached(Value::Text),
    Flag::long("ignore-check"),
    Flag::long("info-memory"),
    Flag::both(b'k', "keep").states(KEEPS),
    Flag::both(b'l', "list").states(LOOKS),
    Flag::both(b'H', "long-help"),
    Flag::long("lzma1").attached(Value::Text),
    Flag::long("lzma2").attached(Value::Text),
    Flag::both(b'M', "memlimit").value(Value::Number),
    Flag::long("memlimit-compress").value(Value::Number),
    Flag::long("memlimit-decompress").value(Value::Number),
    Flag::long("memlimit-mt-decompress").value(Value::Number),
    Flag::long("memory").value(Value::Number),
    Flag::long("no-adjust"),
    Flag::long("no-sparse"),
    Flag::both(b'Q', "no-warn"),
    Flag::long("powerpc").attached(Value::Text),
    Flag::both(b'q', "quiet"),
    Flag::long("robot"),
    Flag::long("single-stream"),
    Flag::long("sparc").attached(Value::Text),
    Flag::both(b'c', "stdout").states(OUT),
    Flag::both(b'S', "suffix").value(Value::Text).states(ENDS),
    Flag::both(b't', "test").states(LOOKS),
    Flag::both(b'T', "threads").value(Value::Number),
    Flag::long("to-stdout").states(OUT),
    Flag::long("uncompress").states(UNPACKS),
    Flag::both(b'v', "verbose"),
    Flag::both(b'V', "version"),
    Flag::long("x86").attached(Value::Text),
]);

const BASE: Spec = Spec {
    flags: FLAGS,
    digits: Digits::Letters,
    // A beginning could be one of `--files`.
    abbreviations: Abbreviations::Refused,
    ..Spec::GNU
};

/// `xz`.
pub(super) static XZ: Tool = Tool {
    names: &["xz"],
    summary: native!("compresses files"),
    grammar: Grammar::Options(&PACKING),
};

static PACKING: Spec = Spec {
    forms: &[
        Form::each(READ).when(OUT),
        Form::each(Role::Own(unpack_copy)).when(UNPACKS.and(KEEPS)),
        Form::each(Role::Own(unpack)).when(UNPACKS),
        Form::each(Role::Own(packed::renamed)).when(PACKS.and(ENDS)),
        Form::each(Role::Own(pack_copy)).when(PACKS.and(KEEPS)),
        Form::each(Role::Own(pack)).when(PACKS),
        Form::each(READ).when(LOOKS),
        Form::each(Role::Own(packed::renamed)).when(ENDS),
        Form::each(Role::Own(pack_copy)).when(KEEPS),
        Form::each(Role::Own(pack)),
    ],
    ..BASE
};

/// `unxz`, `unlzma`.
pub(super) static UNXZ: Tool = Tool {
    names: &["unxz", "unlzma"],
    summary: native!("decompresses files"),
    grammar: Grammar::Options(&UNPACKING),
};

static UNPACKING: Spec = Spec {
    forms: &[
        Form::each(READ).when(OUT),
        Form::each(Role::Own(packed::renamed)).when(PACKS),
        Form::each(Role::Own(unpack)).when(UNPACKS),
        Form::each(READ).when(LOOKS),
        Form::each(Role::Own(packed::renamed)).when(ENDS),
        Form::each(Role::Own(unpack_copy)).when(KEEPS),
        Form::each(Role::Own(unpack)),
    ],
    ..BASE
};

/// `xzcat`, `lzcat`: they print, whatever the operation is.
pub(super) static XZCAT: Tool = Tool {
    names: &["xzcat", "lzcat"],
    summary: native!("prints compressed files"),
    grammar: Grammar::Options(&PRINTING),
};

static PRINTING: Spec = Spec {
    forms: &[Form::each(READ)],
    ..BASE
};

/// `lzma`.
pub(super) static LZMA: Tool = Tool {
    names: &["lzma"],
    summary: native!("compresses files"),
    grammar: Grammar::Options(&LZMA_PACKING),
};

static LZMA_PACKING: Spec = Spec {
    forms: &[
        Form::each(READ).when(OUT),
        Form::each(Role::Own(unpack_copy)).when(UNPACKS.and(KEEPS)),
        Form::each(Role::Own(unpack)).when(UNPACKS),
        Form::each(Role::Own(pack_lzma)).when(PACKS),
        Form::each(READ).when(LOOKS),
        Form::each(Role::Own(pack_lzma)),
    ],
    ..BASE
};

const XZ_ENDS: &[(&str, &str)] = &[
    (".xz", ""),
    (".txz", ".tar"),
    (".lzma", ""),
    (".tlz", ".tar"),
    (".lz", ""),
];

fn pack<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::pack(".xz", Source::Deleted, path, span, report);
}

fn pack_copy<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::pack(".xz", Source::Kept, path, span, report);
}

fn pack_lzma<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::pack(".lzma", Source::Deleted, path, span, report);
}

fn unpack<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::unpack(XZ_ENDS, Source::Deleted, path, span, report);
}

fn unpack_copy<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::unpack(XZ_ENDS, Source::Kept, path, span, report);
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
            "xz",
            "xz -9e -T0",
            "xz -c notes",
            "xz -dc a.xz",
            "xz -l a.xz",
            "xz --list --verbose a.xz",
            "xz -t ./*.xz",
            "unxz -c a.xz",
            "xzcat a.xz",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn operands_are_replaced() {
        assert_effects("xz -9 a", &["delete a", "write a.xz"]);
        assert_effects("xz -dk a.txz", &["read a.txz", "write a.tar"]);
        assert_effects("unxz a.xz", &["delete a.xz", "write a"]);
        assert_effects("lzma a", &["delete a", "write a.lzma"]);
        assert!(!tell("xz -t -z a").harmless && !tell("xz -ld a").harmless);
        assert_unknown("xz -l --files=list", Rule::UnknownFlag);
        assert_unknown("xz -l --fil", Rule::UnknownFlag);
        assert_unknown("xz -S .x a", Rule::UnknownValue);
    }
}
