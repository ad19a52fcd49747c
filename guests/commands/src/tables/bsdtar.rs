//! `bsdtar`. As `tar`, but with flags of its own. It reads more kinds of archives, one of which (mtree) names files of the
//! machine as contents, so unpacking to standard output is not described.

use crate::{
    argument::{Span, Text},
    model::{
        Abbreviations, Always, Dash, Depth, FirstWord, Flag, Form, Grammar, Marks, PathRole, Role,
        Spec, Tool, Value,
    },
    report::{Kind, Report, Rule},
    tables::values,
};

const CREATES: Marks = Marks::own(0);
const EXTRACTS: Marks = Marks::own(1);
const LISTS: Marks = Marks::own(2);
const ABSOLUTE: Marks = Marks::own(3);
const ELSEWHERE: Marks = Marks::own(4);

const INPUT: Value = Value::Path(PathRole::INPUT);
const BELOW: PathRole = PathRole::of(Kind::Read, Depth::Deep);
const MADE: PathRole = PathRole {
    dash: Dash::Stream,
    ..PathRole::OUTPUT
};

/// `bsdtar`.
pub(super) static TOOL: Tool = Tool {
    names: &["bsdtar"],
    summary: native!("packs and unpacks archives"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'B'),
        Flag::letter(b'H'),
        Flag::letter(b'L').states(Marks::FOLLOWS_LINKS),
        Flag::letter(b'n'),
        Flag::letter(b'h').states(Marks::FOLLOWS_LINKS),
        Flag::letter(b'I').value(Value::Own(list_of_names)),
        Flag::letter(b'l'),
        Flag::letter(b'm'),
        Flag::letter(b'o'),
        Flag::letter(b'p'),
        Flag::letter(b's').value(Value::Text),
        Flag::letter(b'v'),
        Flag::letter(b'w'),
        Flag::letter(b'y'),
        Flag::both(b'P', "absolute-paths").states(ABSOLUTE),
        Flag::long("acls"),
        Flag::both(b'r', "append").states(CREATES),
        Flag::both(b'a', "auto-compress"),
        Flag::both(b'b', "block-size").value(Value::Number),
        Flag::both(b'j', "bzip2"),
        Flag::long("cd").value(DIRECTORY).states(ELSEWHERE),
        Flag::both(b'Z', "compress"),
        Flag::both(b'c', "create").states(CREATES),
        Flag::both(b'C', "directory")
            .value(DIRECTORY)
            .states(ELSEWHERE),
        Flag::long("exclude").value(Value::Text),
        Flag::both(b'X', "exclude-from").value(INPUT),
        Flag::long("exclude-vcs"),
        Flag::both(b'x', "extract").states(EXTRACTS),
        Flag::both(b'q', "fast-read"),
        Flag::both(b'f', "file").value(Value::When(&[
            (CREATES, Value::Path(MADE)),
            (Marks::NONE, INPUT),
        ])),
        Flag::both(b'T', "files-from").value(Value::Own(list_of_names)),
        Flag::long("format").value(Value::Text),
        Flag::both(b'z', "gzip"),
        Flag::HELP,
        Flag::long("include").value(Value::Text),
        Flag::both(b'k', "keep-old-files"),
        Flag::both(b't', "list").states(LISTS),
        Flag::long("lz4"),
        Flag::long("lzma"),
        Flag::long("no-acls"),
        Flag::long("no-recursion"),
        Flag::long("no-same-owner"),
        Flag::long("no-same-permissions"),
        Flag::long("no-xattrs"),
        Flag::long("null"),
        Flag::long("numeric-owner"),
        Flag::long("same-owner"),
        Flag::both(b'S', "sparse"),
        Flag::long("strip-components").value(Value::Number),
        Flag::both(b'U', "unlink"),
        Flag::both(b'u', "update").states(CREATES),
        Flag::long("use-compress-program").value(Value::Program),
        Flag::VERSION,
        Flag::long("xattrs"),
        Flag::both(b'J', "xz"),
        Flag::long("zstd"),
    ]),
    first_word: FirstWord::Letters,
    // There are more, so a beginning is no name.
    abbreviations: Abbreviations::Refused,
    forms: &[
        Form::each(Role::Own(packed)).when(CREATES),
        Form::each(Role::Text)
            .when(EXTRACTS.and(ABSOLUTE))
            .does(&[Always::deep(Kind::Write, "/")]),
        Form::each(Role::Text).when(EXTRACTS.and(ELSEWHERE)),
        Form::each(Role::Text)
            .when(EXTRACTS)
            .does(&[Always::inside(Kind::Write, ".")]),
        Form::each(Role::Text).when(LISTS),
        Form::each(Role::Refused),
    ],
    ..Spec::GNU
};

const DIRECTORY: Value = Value::When(&[
    (
        EXTRACTS,
        Value::Path(PathRole::of(Kind::Write, Depth::Inside)),
    ),
    (Marks::NONE, Value::Path(BELOW)),
]);

fn list_of_names<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    PathRole::INPUT.touch(text, span, report);
    report.unknown(Rule::UnknownValue, text, span);
}

/// What is packed; with `@` before it, an archive whose contents are. One of the kind mtree names files anywhere.
fn packed<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    let path = match text {
        Text::Certain(name) => Text::Certain(name.strip_prefix('@').unwrap_or(name)),
        Text::Dynamic(_) => text,
    };
    BELOW.touch(path, span, report);
    let may_be_archive = match text {
        Text::Certain(name) => name.starts_with('@'),
        Text::Dynamic(dynamic) => values::may_begin_with(dynamic, '@'),
    };
    if may_be_archive {
        values::anything(span, report);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn listing_is_harmless() {
        assert_allowed("bsdtar -tvf a.tar");
        assert_allowed("bsdtar tf a.zip");
        assert_effects("bsdtar -tf a.tar x", &["read a.tar"]);
    }

    #[test]
    fn the_rest_is_described_or_unknown() {
        assert_effects("bsdtar xf a.tar", &["read a.tar", "write . inside"]);
        assert_effects(
            "bsdtar -xf a.tar -C dir",
            &["read a.tar", "write dir inside"],
        );
        assert_effects(
            "bsdtar -cf a.tar src @b.tar",
            &[
                "write a.tar",
                "read src deep",
                "read b.tar deep",
                "read ? deep links",
            ],
        );
        assert_effects("bsdtar -cf a.tar ./@b", &["write a.tar", "read ./@b deep"]);
        assert_unknown("bsdtar -xOf a.mtree", Rule::UnknownFlag);
        assert_unknown("bsdtar -tf a.tar -T names", Rule::UnknownValue);
        assert_effects(
            "bsdtar -tf a --use-compress-program ./x",
            &["execute ./x", "read a"],
        );
    }
}
