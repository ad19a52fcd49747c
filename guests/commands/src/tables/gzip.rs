//! `gzip`, `gunzip`, `zcat`, `compress` and their kind. With `-c`, `-l`, `-t` or without operands they print; otherwise
//! they put another file in the place of each operand. Of a file that is missing, the one with an end of a compressed
//! file's name is unpacked, also for printing; what is printed below a directory is so through symbolic links.

use crate::{
    argument::{Argument, Span, Text},
    check,
    model::{
        Abbreviations, AnyFlag, Context, Digits, Flag, Flags, Form, Grammar, Marks, PathRole, Role,
        Spec, Tool, Value,
    },
    report::{Extent, Kind, Report, Rule, Target},
    tables::{
        diff,
        packed::{self, Source},
    },
};

/// Prints what it makes.
const OUT: Marks = Marks::own(0);
/// Only looks.
const LOOKS: Marks = Marks::own(1);
const UNPACKS: Marks = Marks::own(2);
const KEEPS: Marks = Marks::own(3);
/// The archive says what its contents are called.
const NAMES: Marks = Marks::own(4);
/// A flag says how names end.
const ENDS: Marks = Marks::own(5);

const READ: Role = Role::Path(PathRole::INPUT);
/// Reads a file to unpack it.
const READ_PACKED: Role = Role::Own(read_packed);
/// Reads everything below a directory.
const READ_BELOW: Role = Role::Own(read_below);
/// Reads a file whose end of the name a flag tells.
const READ_OTHER: Role = Role::Own(read_with_other_end);
/// Compares with a file or what is in a directory.
const COMPARE: Role = Role::Own(diff::compare_through_links);

const FLAGS: Flags = flags!([
    Flag::letter(b'?'),
    Flag::letter(b'H'),
    Flag::letter(b'm'),
    Flag::letter(b'M'),
    Flag::both(b'a', "ascii"),
    Flag::long("best"),
    Flag::both(b'b', "bits").value(Value::Number),
    Flag::both(b'd', "decompress").states(UNPACKS),
    Flag::long("fast"),
    Flag::both(b'f', "force"),
    Flag::both(b'h', "help"),
    Flag::both(b'k', "keep").states(KEEPS),
    Flag::both(b'L', "license"),
    Flag::both(b'l', "list").states(LOOKS),
    Flag::both(b'Z', "lzw"),
    Flag::both(b'N', "name").states(NAMES),
    Flag::both(b'n', "no-name"),
    Flag::both(b'q', "quiet"),
    Flag::both(b'r', "recursive").states(Marks::RECURSIVE),
    Flag::long("rsyncable"),
    Flag::long("silent"),
    Flag::both(b'c', "stdout").states(OUT),
    Flag::both(b'S', "suffix").value(Value::Text).states(ENDS),
    Flag::long("synchronous"),
    Flag::both(b't', "test").states(LOOKS),
    Flag::long("to-stdout").states(OUT),
    Flag::long("uncompress").states(UNPACKS),
    Flag::both(b'v', "verbose"),
    Flag::both(b'V', "version"),
]);

/// `gzip`.
pub(super) static GZIP: Tool = Tool {
    names: &["gzip"],
    summary: native!("compresses files"),
    grammar: Grammar::Options(&PACKING),
};

static PACKING: Spec = Spec {
    flags: FLAGS,
    digits: Digits::Letters,
    forms: &[
        Form::each(READ_OTHER).when(OUT.and(UNPACKS).and(ENDS)),
        Form::each(READ_OTHER).when(LOOKS.and(ENDS)),
        Form::each(READ_BELOW).when(OUT.and(Marks::RECURSIVE)),
        Form::each(READ_BELOW).when(LOOKS.and(Marks::RECURSIVE)),
        Form::each(READ_PACKED).when(OUT.and(UNPACKS)),
        Form::each(READ_PACKED).when(LOOKS),
        Form::each(READ).when(OUT),
        Form::each(Role::Own(packed::everything_below)).when(Marks::RECURSIVE),
        Form::each(Role::Own(packed::renamed)).when(ENDS),
        Form::each(Role::Own(packed::renamed)).when(UNPACKS.and(NAMES)),
        Form::each(Role::Own(unpack_copy)).when(UNPACKS.and(KEEPS)),
        Form::each(Role::Own(unpack)).when(UNPACKS),
        Form::each(Role::Own(pack_copy)).when(KEEPS),
        Form::each(Role::Own(pack)),
    ],
    ..Spec::GNU
};

/// `gunzip`, and `uncompress`, which is a copy of it.
pub(super) static GUNZIP: Tool = Tool {
    names: &["gunzip", "uncompress"],
    summary: native!("decompresses files"),
    grammar: Grammar::Options(&UNPACKING),
};

static UNPACKING: Spec = Spec {
    flags: FLAGS,
    digits: Digits::Letters,
    forms: &[
        Form::each(READ_OTHER).when(OUT.and(ENDS)),
        Form::each(READ_OTHER).when(LOOKS.and(ENDS)),
        Form::each(READ_BELOW).when(OUT.and(Marks::RECURSIVE)),
        Form::each(READ_BELOW).when(LOOKS.and(Marks::RECURSIVE)),
        Form::each(READ_PACKED).when(OUT),
        Form::each(READ_PACKED).when(LOOKS),
        Form::each(Role::Own(packed::everything_below)).when(Marks::RECURSIVE),
        Form::each(Role::Own(packed::renamed)).when(ENDS),
        Form::each(Role::Own(packed::renamed)).when(NAMES),
        Form::each(Role::Own(unpack_copy)).when(KEEPS),
        Form::each(Role::Own(unpack)),
    ],
    ..Spec::GNU
};

/// `zcat`: `gzip -cd`, and no flag takes `-c` back.
pub(super) static ZCAT: Tool = Tool {
    names: &["zcat", "gzcat"],
    summary: native!("prints compressed files"),
    grammar: Grammar::Options(&PRINTING),
};

static PRINTING: Spec = Spec {
    flags: FLAGS,
    digits: Digits::Letters,
    any_flag: AnyFlag::Reads,
    forms: &[
        Form::each(READ_OTHER).when(ENDS),
        Form::each(READ_BELOW).when(Marks::RECURSIVE),
        Form::each(READ_PACKED),
    ],
    ..Spec::GNU
};

/// `compress`.
pub(super) static COMPRESS: Tool = Tool {
    names: &["compress"],
    summary: native!("compresses files"),
    grammar: Grammar::Options(&COMPRESSING),
};

static COMPRESSING: Spec = Spec {
    flags: flags!([
        Flag::letter(b'b').value(Value::Number),
        Flag::letter(b'c').states(OUT),
        Flag::letter(b'd').states(UNPACKS),
        Flag::letter(b'f'),
        Flag::letter(b'k').states(KEEPS),
        Flag::letter(b'r').states(Marks::RECURSIVE),
        Flag::letter(b'v'),
        Flag::letter(b'V'),
    ]),
    forms: &[
        Form::each(READ_BELOW).when(OUT.and(Marks::RECURSIVE)),
        Form::each(Role::Own(read_z)).when(OUT.and(UNPACKS)),
        Form::each(READ).when(OUT),
        Form::each(Role::Own(packed::everything_below)).when(Marks::RECURSIVE),
        Form::each(Role::Own(unpack_z)).when(UNPACKS),
        Form::each(Role::Own(pack_z)),
    ],
    ..Spec::GNU
};

/// Ends of names that are taken away, and what comes instead.
type Ends = &'static [(&'static str, &'static str)];

const GZIP_ENDS: Ends = &[
    (".gz", ""),
    (".tgz", ".tar"),
    (".taz", ".tar"),
    (".Z", ""),
    (".z", ""),
    ("-gz", ""),
    ("-z", ""),
    ("_z", ""),
];

const Z_ENDS: Ends = &[(".Z", "")];

fn pack<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::pack(".gz", Source::Deleted, path, span, report);
}

fn pack_copy<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::pack(".gz", Source::Kept, path, span, report);
}

fn unpack<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::unpack(GZIP_ENDS, Source::Deleted, path, span, report);
}

fn unpack_copy<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::unpack(GZIP_ENDS, Source::Kept, path, span, report);
}

fn pack_z<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::pack(".Z", Source::Deleted, path, span, report);
}

fn unpack_z<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::unpack(Z_ENDS, Source::Deleted, path, span, report);
}

fn read_packed<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    read(GZIP_ENDS, Extent::Flat, path, span, report);
}

fn read_below<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    read(GZIP_ENDS, Extent::DeepThroughLinks, path, span, report);
}

fn read_z<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    read(Z_ENDS, Extent::Flat, path, span, report);
}

fn read_with_other_end<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    if path != Text::Certain("-") {
        read_below(path, span, report);
        report.unknown(Rule::UnknownValue, path, span);
    }
}

fn read<'a>(ends: Ends, extent: Extent, path: Text<'a>, span: Span, report: &mut Report<'a>) {
    if path == Text::Certain("-") {
        return;
    }
    report.touch(Kind::Read, path, extent, span);
    if let Text::Certain(name) = path {
        read_with_ends(ends, name, span, report);
    }
}

/// Describes that in the place of a missing file whose name has no such end, one with such an end is unpacked.
fn read_with_ends<'a>(ends: Ends, name: &'a str, span: Span, report: &mut Report<'a>) {
    let has_end = ends.iter().any(|(end, _)| {
        let stem = name.strip_suffix(end);
        stem.is_some_and(|stem| !stem.is_empty() && !stem.ends_with('/'))
    });
    if has_end {
        return;
    }
    // Ends that stand for two are taken away only.
    for (end, _) in ends.iter().filter(|(_, instead)| instead.is_empty()) {
        report.add(Kind::Read, Target::Suffixed(name, end), Extent::Flat, span);
    }
}

/// Describes that the files which are read so far are unpacked, should they have no end of a compressed file's name.
pub(super) fn unpack_what_is_read(report: &mut Report<'_>) {
    let read: Vec<_> = report
        .effects
        .iter()
        .filter_map(|effect| match (effect.kind, effect.target) {
            (Kind::Read, Target::Exact(name)) => Some((name, effect.span)),
            _ => None,
        })
        .collect();
    for (name, span) in read {
        read_with_ends(GZIP_ENDS, name, span, report);
    }
}

/// `zdiff` and `zcmp`: scripts that give words of theirs to a shell once more.
pub(super) static ZDIFF: Tool = Tool {
    names: &["zdiff", "zcmp"],
    summary: native!("compares compressed files"),
    grammar: Grammar::Own(describe_zdiff),
};

static COMPARING: Spec = Spec {
    flags: flags!([
        Flag::letter(b'a'),
        Flag::letter(b'b'),
        Flag::letter(b'B'),
        Flag::letter(b'c'),
        Flag::letter(b'i'),
        Flag::letter(b'l'),
        Flag::letter(b'n'),
        Flag::letter(b'q'),
        Flag::letter(b's'),
        Flag::letter(b'u'),
        Flag::letter(b'w'),
        Flag::letter(b'y'),
        Flag::HELP,
        Flag::VERSION,
    ]),
    abbreviations: Abbreviations::Refused,
    // With one operand the other file is the one without the end of its name.
    forms: &[
        Form::each(Role::Refused)
            .when(Marks::SEVERAL)
            .first(&[COMPARE, COMPARE]),
        Form::each(Role::Refused).first(&[Role::Own(compare_with_unpacked)]),
    ],
    ..Spec::GNU
};

fn describe_zdiff<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    refuse_quotes(Careless::OptionsAndValues, arguments, report);
    check::describe(&Grammar::Options(&COMPARING), arguments, context, report);
}

fn compare_with_unpacked<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::unpack(GZIP_ENDS, Source::Kept, path, span, report);
    for effect in &mut report.effects {
        if effect.kind == Kind::Write {
            effect.kind = Kind::Read;
        }
    }
}

/// Which words a script has the shell read once more without care for quotes in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Careless {
    /// Options.
    Options,
    /// Options and words behind them that may be their values.
    OptionsAndValues,
}

/// Takes note of words that are or may be options with a quote in them. Scripts around `gzip` put options between quotes
/// and have the shell read them once more, without care for quotes in all of them.
pub(super) fn refuse_quotes<'a>(
    careless: Careless,
    arguments: &[Argument<'a>],
    report: &mut Report<'a>,
) {
    let mut after_option = false;
    for argument in arguments {
        let (text, span) = (argument.text, argument.span);
        let may_be_option = after_option || !text.is_no_option();
        let may_have_quote = match text {
            Text::Certain("--") => return,
            Text::Certain(word) => word.contains('\''),
            Text::Dynamic(_) => true,
        };
        if may_be_option && may_have_quote {
            report.unknown(Rule::UnknownValue, text, span);
        }
        after_option = careless == Careless::OptionsAndValues
            && matches!(text, Text::Certain(word) if word.starts_with('-'));
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
            "gzip",
            "gzip -9",
            "gzip -c notes",
            "gzip --stdout -d a.gz",
            "gzip -l a.gz",
            "gzip -tv a.gz",
            "gunzip -c a.gz",
            "gunzip",
            "gzip -dc -- a.gz -",
            "zcat a.gz",
            "zcat *.gz",
            "zcat *",
            "compress -c a",
            "zdiff -u a.gz b.gz",
            "zcmp a.gz",
            "zdiff -u a.gz \"./$x\" b -",
        ] {
            let told = tell(command);
            assert!(
                told.harmless || command.ends_with("b -"),
                "{command}: {told:?}"
            );
        }
        assert_allowed("zdiff -u a.gz -- \"$x\"");
    }

    #[test]
    fn a_missing_file_is_looked_for_with_an_end() {
        const ALL: [&str; 7] = [
            "read x",
            "read x.gz",
            "read x.Z",
            "read x.z",
            "read x-gz",
            "read x-z",
            "read x_z",
        ];
        for command in [
            "zcat -f x",
            "gzip -cdf x",
            "gunzip -cf x",
            "uncompress -cf x",
            "gzip -l x",
        ] {
            assert_effects(command, &ALL);
        }
        assert_effects("gzip -c x", &["read x"]);
        assert_effects("zcat x.gz x.tgz", &["read x.gz", "read x.tgz"]);
        assert!(
            tell("zcat d/.gz")
                .effects
                .contains(&"read d/.gz.gz".to_owned())
        );
        assert_effects("compress -dc x.gz", &["read x.gz", "read x.gz.Z"]);
        assert_unknown("zcat -S .x a", Rule::UnknownValue);
        assert_unknown("gzip -dc --suffix=.x a", Rule::UnknownValue);
        assert_unknown("gunzip -lS .x a", Rule::UnknownValue);
    }

    #[test]
    fn what_is_in_directories_is_printed_through_links() {
        assert_effects("gzip -crd d.gz", &["read d.gz deep links"]);
        assert_effects("zcat -r d.gz", &["read d.gz deep links"]);
        assert_effects("zdiff a b", &["read a deep links", "read b deep links"]);
        assert_effects("zcmp a b", &["read a deep links", "read b deep links"]);
    }

    #[test]
    fn operands_are_replaced() {
        assert_effects("gzip a", &["delete a", "write a.gz"]);
        assert_effects("gzip -9k a", &["read a", "write a.gz"]);
        assert_effects(
            "gunzip a.gz b.tgz",
            &["delete a.gz", "write a", "delete b.tgz", "write b.tar"],
        );
        assert_effects("gzip -dk a.gz", &["read a.gz", "write a"]);
        assert_effects("gzip -r dir", &["delete dir deep", "write dir deep"]);
        assert_effects("compress a", &["delete a", "write a.Z"]);
        assert!(tell("gunzip a").effects.contains(&"delete a.gz".to_owned()));
        assert_unknown("gunzip -N a.gz", Rule::UnknownValue);
        assert_unknown("gzip -S .x a", Rule::UnknownValue);
        assert_unknown("gzip *", Rule::DynamicOption);
        assert_effects("gzip -- *", &["delete ./…", "write ./…"]);
    }

    #[test]
    fn quotes_never_reach_a_script_that_reads_them_again() {
        assert_unknown("zdiff \"-F';id;'\" a b", Rule::UnknownValue);
        assert_unknown("zdiff -F \"';id;'\" a b", Rule::UnknownValue);
        assert_unknown("zdiff -u \"$x\" b", Rule::UnknownValue);
        assert_unknown("zdiff --unified a b", Rule::UnknownFlag);
    }
}
