//! `cp`. Sources are read; the last operand, or `-t`, is written.

use crate::{
    argument::{Span, Text},
    model::{Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Extent, Kind, Report, Stance, Target},
};

const SOURCE: Role = Role::Path(PathRole::of(Kind::Read, Depth::DeepIf(Marks::RECURSIVE)));
/// A file with a second name can be changed by way of that.
const SHARED: Role = Role::Path(PathRole::of(Kind::Write, Depth::DeepIf(Marks::RECURSIVE)));
const LINKS: Marks = Marks::own(0);
/// The whole path of a source is made below the target.
const PARENTS: Marks = Marks::own(1);
const INTO: PathRole = PathRole::of(Kind::Write, Depth::Inside);
const TARGET: Role = Role::Path(INTO);
const BELOW: Role = Role::Own(write_below);

/// `cp`.
pub(super) static TOOL: Tool = Tool {
    names: &["cp"],
    summary: native!("copies files"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'b'),
        Flag::letter(b'd'),
        Flag::letter(b'H'),
        Flag::letter(b'p'),
        Flag::letter(b'R').states(Marks::RECURSIVE),
        Flag::letter(b'u'),
        Flag::letter(b'Z'),
        Flag::both(b'a', "archive").states(Marks::RECURSIVE),
        Flag::long("attributes-only"),
        Flag::long("backup").attached(Value::Text),
        Flag::long("context").attached(Value::Text),
        Flag::long("copy-contents"),
        Flag::long("debug"),
        Flag::both(b'L', "dereference").states(Marks::FOLLOWS_LINKS),
        Flag::both(b'f', "force"),
        Flag::HELP,
        Flag::both(b'i', "interactive"),
        Flag::long("keep-directory-symlink"),
        Flag::both(b'l', "link").states(LINKS),
        Flag::both(b'n', "no-clobber"),
        Flag::both(b'P', "no-dereference"),
        Flag::long("no-preserve").value(Value::Text),
        Flag::both(b'T', "no-target-directory"),
        Flag::both(b'x', "one-file-system"),
        Flag::long("parents").states(PARENTS),
        Flag::long("preserve").attached(Value::Text),
        Flag::both(b'r', "recursive").states(Marks::RECURSIVE),
        Flag::long("reflink").attached(Value::Text),
        Flag::long("remove-destination"),
        Flag::long("sparse").value(Value::Text),
        Flag::long("strip-trailing-slashes"),
        Flag::both(b'S', "suffix").value(Value::Text),
        Flag::both(b's', "symbolic-link"),
        Flag::both(b't', "target-directory")
            .value(Value::When(&[
                (PARENTS, Value::Own(write_below)),
                (Marks::NONE, Value::Path(INTO)),
            ]))
            .states(Marks::LAST_GIVEN),
        Flag::long("update").attached(Value::Text),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
    ]),
    stance: Stance::Changer,
    forms: &[
        Form::each(SHARED).when(LINKS.and(Marks::LAST_GIVEN)),
        Form::each(SHARED).when(LINKS.and(PARENTS)).last(BELOW),
        Form::each(SHARED).when(LINKS).last(TARGET),
        Form::each(SOURCE).when(Marks::LAST_GIVEN),
        Form::each(SOURCE).when(PARENTS).last(BELOW),
        Form::each(SOURCE).last(TARGET),
    ],
    ..Spec::GNU
};

/// Where below the target something lands, the sources' paths say.
fn write_below<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    INTO.touch(path, span, report);
    report.add(Kind::Write, Target::Unknown, Extent::Deep, span);
}

#[cfg(test)]
mod tests {
    use crate::testing::assert_effects;

    #[test]
    fn where_whole_paths_land_is_not_told() {
        assert_effects(
            "cp --parents a/b .",
            &["read a/b", "write . inside", "write ? deep"],
        );
        assert_effects(
            "cp -t d --par a",
            &["write d inside", "write ? deep", "read a"],
        );
        assert_effects(
            "cp -l --parents a d",
            &["write a", "write d inside", "write ? deep"],
        );
    }
}
