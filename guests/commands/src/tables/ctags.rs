//! `ctags`. It writes its list to `tags`, unless `-f` or `-o` names another file or `-x` prints it.
//!
//! A file of the project may hold options, and so name another list; only `--options=NONE` at the very beginning keeps it
//! from being read.

use crate::{
    argument::{Argument, Text},
    check,
    model::{
        Abbreviations, Always, Context, Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec,
        Tool, Value,
    },
    report::{Extent, Kind, Report, Stance, Target},
};

const SOURCES: Form = Form::each(Role::Path(PathRole::of(
    Kind::Read,
    Depth::DeepIf(Marks::RECURSIVE),
)));

/// `ctags`.
pub(super) static TOOL: Tool = Tool {
    names: &["ctags"],
    summary: native!("writes a list of where names are defined"),
    grammar: Grammar::Own(describe),
};

fn describe<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let alone = arguments
        .split_first()
        .filter(|(first, _)| first.text == Text::Certain("--options=NONE"));
    let own = alone.map_or(arguments, |(_, rest)| rest);
    check::describe(&Grammar::Options(&SPEC), own, context, report);
    if alone.is_none() {
        report.add(Kind::Write, Target::Unknown, Extent::Flat, context.name);
    }
}

const LIST: Value = Value::Path(PathRole {
    kind: Kind::Write,
    ..PathRole::INPUT
});

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'L').value(Value::NameList),
        Flag::letter(b'R').states(Marks::RECURSIVE),
        Flag::letter(b'a'),
        Flag::letter(b'e'),
        Flag::letter(b'f').value(LIST).states(Marks::LAST_GIVEN),
        Flag::letter(b'n'),
        Flag::letter(b'o').value(LIST).states(Marks::LAST_GIVEN),
        Flag::letter(b'x'),
        Flag::long("exclude").value(Value::Text),
        Flag::long("extras").value(Value::Text),
        Flag::long("fields").value(Value::Text),
        Flag::long("help"),
        Flag::long("languages").value(Value::Text),
        Flag::long("recurse").states(Marks::RECURSIVE),
        Flag::long("version"),
    ]),
    abbreviations: Abbreviations::Refused,
    forms: &[
        SOURCES.when(Marks::LAST_GIVEN),
        SOURCES.does(&[
            Always::flat(Kind::Write, "tags"),
            Always::flat(Kind::Write, "TAGS"),
        ]),
    ],
    stance: Stance::Changer,
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown, tell},
    };

    #[test]
    fn the_list_is_written() {
        assert_effects(
            "ctags --options=NONE -R src",
            &["write tags", "write TAGS", "read src deep"],
        );
        assert_effects(
            "ctags --options=NONE -f out a.c",
            &["write out", "read a.c"],
        );
        assert_effects("ctags -f out a.c", &["write out", "read a.c", "write ?"]);
        assert_unknown("ctags -x --options=NONE a.c", Rule::UnknownFlag);
        assert!(!tell("ctags a.c").harmless && !tell("ctags -f - a.c").harmless);
    }
}
