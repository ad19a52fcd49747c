//! `zstd` and its kind. It reads its options itself: letters and numbers may follow each other in one word, and of two
//! operations the last one counts. So numbers are digits and nothing else here, and what has a word of its own has
//! nothing attached.

use crate::{
    argument::{Span, Text},
    model::{
        Abbreviations, Always, Apart, Dash, Depth, Digits, Flag, Flags, Form, Grammar, Marks,
        Order, PathRole, Role, Spec, Tool, Value,
    },
    report::{Kind, Report, Rule},
    tables::packed::{self, Source},
};

const OUT: Marks = Marks::own(0);
const LOOKS: Marks = Marks::own(1);
const UNPACKS: Marks = Marks::own(2);
const REMOVES: Marks = Marks::own(3);
const PACKS: Marks = Marks::own(4);
const NAMED: Marks = Marks::own(5);
/// A flag says how names end.
const ENDS: Marks = Marks::own(6);
const TRAINS: Marks = Marks::own(7);

const READ: Role = Role::Path(PathRole {
    depth: Depth::DeepIf(Marks::RECURSIVE),
    ..PathRole::INPUT
});
const INPUT: Value = Value::Path(PathRole::INPUT);
const OUTPUT: Value = Value::Path(PathRole {
    dash: Dash::Stream,
    ..PathRole::OUTPUT
});
const INTO: Value = Value::Path(PathRole::of(Kind::Write, Depth::Inside));

const FLAGS: Flags = flags!([
    Flag::letter(b'h'),
    Flag::letter(b'H'),
    Flag::letter(b'r').states(Marks::RECURSIVE),
    Flag::letter(b'D').values(&[INPUT]),
    Flag::letter(b'o').values(&[OUTPUT]).states(NAMED),
    Flag::letter(b'b')
        .attached(Value::Own(digits))
        .states(LOOKS),
    Flag::letter(b'e').attached(Value::Own(digits)),
    Flag::letter(b'i').attached(Value::Own(digits)),
    Flag::letter(b'B').attached(Value::Own(digits)),
    Flag::letter(b'M').attached(Value::Own(digits)),
    Flag::letter(b'T').attached(Value::Own(digits)),
    Flag::letter(b'S'),
    Flag::long("adapt").attached(Value::Text),
    Flag::long("asyncio"),
    Flag::long("auto-threads").attached(Value::Text),
    Flag::long("check"),
    Flag::both(b'z', "compress").states(PACKS),
    Flag::long("compress-literals"),
    Flag::both(b'C', "content-size"),
    Flag::both(b'd', "decompress").states(UNPACKS),
    Flag::long("dictID").attached(Value::Text),
    Flag::long("exclude-compressed"),
    Flag::long("fast").attached(Value::Own(digits)),
    Flag::both(b'f', "force"),
    Flag::long("format").attached(Value::Text).states(ENDS),
    Flag::HELP,
    Flag::both(b'k', "keep"),
    Flag::both(b'l', "list").states(LOOKS),
    Flag::long("long").attached(Value::Own(digits)),
    Flag::long("max"),
    Flag::long("maxdict").attached(Value::Text),
    Flag::long("memory").attached(Value::Text),
    Flag::long("no-asyncio"),
    Flag::long("no-check"),
    Flag::long("no-compress-literals"),
    Flag::long("no-content-size"),
    Flag::long("no-dictID"),
    Flag::long("no-pass-through"),
    Flag::long("no-progress"),
    Flag::long("no-row-match-finder"),
    Flag::long("no-sparse"),
    Flag::long("output-dir-flat").value(INTO).states(NAMED),
    Flag::long("output-dir-mirror").value(INTO).states(NAMED),
    Flag::long("pass-through"),
    Flag::long("patch-from").value(INPUT),
    Flag::long("priority").attached(Value::Text),
    Flag::long("progress"),
    Flag::both(b'q', "quiet"),
    Flag::long("rm").states(REMOVES),
    Flag::long("row-match-finder"),
    Flag::long("rsyncable"),
    Flag::long("single-thread"),
    Flag::long("size-hint").attached(Value::Text),
    Flag::long("sparse"),
    Flag::both(b'c', "stdout").states(OUT),
    Flag::long("stream-size").attached(Value::Text),
    Flag::long("target-compressed-block-size").attached(Value::Text),
    Flag::both(b't', "test").states(LOOKS),
    Flag::long("trace").value(Value::Path(PathRole::OUTPUT)),
    Flag::long("train").states(TRAINS),
    Flag::long("train-cover")
        .attached(Value::Text)
        .states(TRAINS),
    Flag::long("train-fastcover")
        .attached(Value::Text)
        .states(TRAINS),
    Flag::long("train-legacy")
        .attached(Value::Text)
        .states(TRAINS),
    Flag::long("ultra"),
    Flag::long("uncompress").states(UNPACKS),
    Flag::both(b'v', "verbose"),
    Flag::both(b'V', "version"),
    Flag::long("zstd").attached(Value::Text),
]);

const BASE: Spec = Spec {
    flags: FLAGS,
    abbreviations: Abbreviations::Refused,
    digits: Digits::Letters,
    order: Order::Free,
    apart: Apart::Undashed,
    ..Spec::GNU
};

/// `zstd`.
pub(super) static ZSTD: Tool = Tool {
    names: &["zstd", "zstdmt"],
    summary: native!("compresses files"),
    grammar: Grammar::Options(&PACKING),
};

static PACKING: Spec = Spec {
    forms: &[
        Form::each(Role::Own(packed::everything_below)).when(REMOVES.and(Marks::RECURSIVE)),
        Form::each(READ)
            .when(TRAINS)
            .does(&[Always::flat(Kind::Write, "dictionary")]),
        Form::each(Role::Own(packed::renamed)).when(REMOVES.and(ENDS)),
        Form::each(Role::Own(unpack)).when(REMOVES.and(UNPACKS)),
        Form::each(Role::Own(pack)).when(REMOVES),
        Form::each(READ).when(OUT),
        Form::each(READ).when(NAMED),
        Form::each(Role::Own(packed::everything_below)).when(UNPACKS.and(Marks::RECURSIVE)),
        Form::each(Role::Own(unpack_copy)).when(UNPACKS),
        Form::each(Role::Own(pack_copy)).when(PACKS),
        Form::each(READ).when(LOOKS),
        Form::each(Role::Own(packed::everything_below)).when(Marks::RECURSIVE),
        Form::each(Role::Own(packed::renamed)).when(ENDS),
        Form::each(Role::Own(pack_copy)),
    ],
    ..BASE
};

/// `unzstd`.
pub(super) static UNZSTD: Tool = Tool {
    names: &["unzstd"],
    summary: native!("decompresses files"),
    grammar: Grammar::Options(&UNPACKING),
};

static UNPACKING: Spec = Spec {
    forms: &[
        Form::each(Role::Own(packed::everything_below)).when(Marks::RECURSIVE),
        Form::each(READ)
            .when(TRAINS)
            .does(&[Always::flat(Kind::Write, "dictionary")]),
        Form::each(Role::Own(unpack)).when(REMOVES),
        Form::each(READ).when(OUT),
        Form::each(READ).when(NAMED),
        Form::each(Role::Own(pack_copy)).when(PACKS),
        Form::each(Role::Own(unpack_copy)).when(UNPACKS),
        Form::each(READ).when(LOOKS),
        Form::each(Role::Own(unpack_copy)),
    ],
    ..BASE
};

/// `zstdcat`.
pub(super) static ZSTDCAT: Tool = Tool {
    names: &["zstdcat"],
    summary: native!("prints compressed files"),
    grammar: Grammar::Options(&PRINTING),
};

/// Only what changes nothing about where it prints to is described.
static PRINTING: Spec = Spec {
    flags: flags!([
        Flag::letter(b'T').attached(Value::Own(digits)),
        Flag::letter(b'M').attached(Value::Own(digits)),
        Flag::both(b'f', "force"),
        Flag::HELP,
        Flag::long("long").attached(Value::Own(digits)),
        Flag::both(b'q', "quiet"),
        Flag::both(b'c', "stdout"),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
    ]),
    forms: &[Form::each(READ)],
    ..BASE
};

/// A number without a unit: letters behind it are flags.
fn digits<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    match text {
        Text::Certain(number) if number.bytes().all(|byte| byte.is_ascii_digit()) => {}
        Text::Certain(_) | Text::Dynamic(_) => report.unknown(Rule::UnknownValue, text, span),
    }
}

const ZSTD_ENDS: &[(&str, &str)] = &[
    (".zst", ""),
    (".tzst", ".tar"),
    (".gz", ""),
    (".tgz", ".tar"),
    (".xz", ""),
    (".txz", ".tar"),
    (".lzma", ""),
    (".lz4", ""),
    (".tlz4", ".tar"),
];

fn pack<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::pack(".zst", Source::Deleted, path, span, report);
}

fn pack_copy<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::pack(".zst", Source::Kept, path, span, report);
}

fn unpack<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::unpack(ZSTD_ENDS, Source::Deleted, path, span, report);
}

fn unpack_copy<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::unpack(ZSTD_ENDS, Source::Kept, path, span, report);
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
            "zstd -19 -T0",
            "zstd -c notes",
            "zstd -dc a.zst",
            "zstd -l a.zst",
            "zstd --test a.zst",
            "zstd -dcf --long=31 a.zst",
            "zstd -b3 notes",
            "unzstd -c a.zst",
            "zstdcat a.zst",
            "zstdcat ./*.zst",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn others_write() {
        assert_effects("zstd a", &["read a", "write a.zst"]);
        assert_effects("zstd --rm a", &["delete a", "write a.zst"]);
        assert_effects("zstd -d a.zst", &["read a.zst", "write a"]);
        assert_effects("zstd -d a.zst -o b", &["write b", "read a.zst"]);
        assert_effects(
            "zstd a --output-dir-flat dir",
            &["write dir inside", "read a"],
        );
        assert_effects("zstd -c --trace=- a", &["write -", "read a"]);
        assert!(!tell("zstd -c --rm a").harmless);
        assert!(!tell("zstd -l -d a.zst").harmless);
        assert!(!tell("zstd --train a b").harmless);
    }

    #[test]
    fn letters_behind_numbers_are_flags() {
        assert_unknown("zstd -l -T0d a.zst", Rule::UnknownValue);
        assert_unknown("zstd -l -Dd dict a.zst", Rule::UnknownFlag);
        assert_unknown("zstdcat -T0o b a.zst", Rule::UnknownValue);
        assert!(!tell("zstd -l9d a.zst").harmless);
    }
}
