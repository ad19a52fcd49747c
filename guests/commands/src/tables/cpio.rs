//! `cpio`. Names of what is packed come from standard input. What is unpacked may have absolute names, unless that is
//! ruled out.

use crate::{
    argument::{Span, Text},
    model::{Always, Dash, Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Kind, Report},
    tables::remote,
};

const CREATES: Marks = Marks::own(0);
const LISTS: Marks = Marks::own(1);
const PASSES: Marks = Marks::own(2);
const RELATIVE: Marks = Marks::own(3);
const EXTRACTS: Marks = Marks::own(4);

const MADE: PathRole = PathRole {
    dash: Dash::Stream,
    ..PathRole::OUTPUT
};
/// What is read is named in the run.
const ANYTHING: Always = Always::deep(Kind::Read, "/");

/// `cpio`.
pub(super) static TOOL: Tool = Tool {
    names: &["cpio"],
    summary: native!("packs and unpacks archives"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'B'),
        Flag::letter(b'c'),
        Flag::letter(b'I').value(Value::Own(archive_read)),
        Flag::letter(b'O').value(Value::Own(archive_made)),
        Flag::long("absolute-filenames"),
        Flag::both(b'A', "append"),
        Flag::long("block-size").value(Value::Number),
        Flag::both(b'o', "create").states(CREATES),
        Flag::both(b'L', "dereference"),
        Flag::long("device-independent"),
        // Where names are relative to; what is unpacked may have other ones.
        Flag::both(b'D', "directory").value(Value::When(&[
            (LISTS, Value::Path(PathRole::of(Kind::Read, Depth::Flat))),
            (CREATES, Value::Path(PathRole::of(Kind::Read, Depth::Deep))),
            (
                Marks::NONE,
                Value::Path(PathRole::of(Kind::Write, Depth::Inside)),
            ),
        ])),
        Flag::both(b'V', "dot"),
        Flag::both(b'i', "extract").states(EXTRACTS),
        Flag::both(b'F', "file").value(Value::When(&[
            (CREATES, Value::Own(archive_made)),
            (Marks::NONE, Value::Own(archive_read)),
        ])),
        Flag::long("force-local"),
        Flag::both(b'H', "format").value(Value::Text),
        Flag::both(b'?', "help"),
        Flag::long("ignore-devno"),
        Flag::both(b'C', "io-size").value(Value::Number),
        Flag::both(b'l', "link"),
        Flag::both(b't', "list").states(LISTS),
        Flag::both(b'd', "make-directories"),
        Flag::both(b'M', "message").value(Value::Text),
        Flag::long("no-absolute-filenames").states(RELATIVE),
        Flag::long("no-preserve-owner"),
        Flag::both(b'f', "nonmatching"),
        Flag::both(b'0', "null"),
        Flag::both(b'n', "numeric-uid-gid"),
        Flag::long("only-verify-crc"),
        Flag::both(b'R', "owner").value(Value::Text),
        Flag::both(b'p', "pass-through").states(PASSES),
        Flag::both(b'E', "pattern-file").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'm', "preserve-modification-time"),
        Flag::long("quiet"),
        Flag::both(b'r', "rename"),
        Flag::long("renumber-inodes"),
        Flag::long("reproducible"),
        Flag::both(b'a', "reset-access-time"),
        Flag::long("rsh-command").value(Value::Program),
        Flag::long("sparse"),
        Flag::both(b'b', "swap"),
        Flag::both(b's', "swap-bytes"),
        Flag::both(b'S', "swap-halfwords"),
        Flag::long("to-stdout"),
        Flag::both(b'u', "unconditional"),
        Flag::long("usage"),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
        Flag::both(b'W', "warning").value(Value::Text),
    ]),
    forms: &[
        Form::each(Role::Refused).when(CREATES).does(&[ANYTHING]),
        Form::each(Role::Refused)
            .when(PASSES)
            .first(&[Role::Path(PathRole::of(Kind::Write, Depth::Inside))])
            .does(&[ANYTHING]),
        Form::each(Role::Text).when(LISTS),
        Form::each(Role::Text)
            .when(EXTRACTS.and(RELATIVE))
            .does(&[Always::inside(Kind::Write, ".")]),
        Form::each(Role::Text)
            .when(EXTRACTS)
            .does(&[Always::deep(Kind::Write, "/")]),
        Form::each(Role::Refused),
    ],
    ..Spec::GNU
};

fn archive_made<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    remote::touch(MADE, text, span, report);
}

fn archive_read<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    remote::touch(PathRole::INPUT, text, span, report);
}

#[cfg(test)]
mod tests {
    use crate::testing::{assert_allowed, assert_effects, tell};

    #[test]
    fn listing_is_harmless() {
        assert_allowed("cpio -tv");
        assert_allowed("cpio -itF a.cpio");
        assert_effects("cpio -t -I a.cpio '*.c'", &["read a.cpio"]);
        assert!(!tell("cpio -tF host:a.cpio").harmless);
        assert!(!tell("cpio -t --rsh-command=./x").harmless);
    }

    #[test]
    fn the_rest_reads_or_writes_what_the_run_names() {
        assert_effects("cpio -idm", &["write / deep"]);
        assert_effects("cpio -id --no-absolute-filenames", &["write . inside"]);
        assert_effects("cpio -o -F a.cpio", &["write a.cpio", "read / deep"]);
        assert_effects("cpio -pdm dir", &["read / deep", "write dir inside"]);
        assert_effects("cpio -pt", &["read / deep"]);
    }
}
