//! `ack`. `--pager` runs a program, and `--ackrc` names a file that may name one; a project's `.ackrc` may not.
//! But that may say which files are searched, and to follow links, unless `--noenv` keeps it from being read.
//!
//! It goes over its arguments several times, each time for some of the options, and takes what looks like one of those
//! even where it is the value of another. So no value may look like an option. `-C` takes the next word only if it is a
//! number; any other is the pattern.

use crate::{
    argument::{Span, Text},
    model::{
        Abbreviations, Always, Apart, Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec,
        Tool, Value,
    },
    report::{Kind, Report},
    tables::values,
};

const NO_FILE: Marks = Marks::own(0);
/// Something about itself is printed.
const SAYS: Marks = Marks::own(1).and(Marks::FIRST_GIVEN);

const FILES: Form = Form::each(Role::Path(PathRole {
    depth: Depth::Deep,
    ..PathRole::INPUT
}));

/// What is searched as far as the arguments say.
const PERHAPS: Form = Form::each(Role::Own(search));

/// `ack`.
pub(super) static TOOL: Tool = Tool {
    names: &["ack", "ack-grep"],
    summary: native!("searches directories for lines"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!(FLAGS),
    abbreviations: Abbreviations::Refused,
    apart: Apart::Undashed,
    forms: &[
        Form::each(Role::Text).when(SAYS),
        FILES.when(Marks::FIRST_GIVEN.and(NO_FILE)).or_here(),
        FILES.when(NO_FILE).first(&[Role::Text]).or_here(),
        PERHAPS.when(Marks::FIRST_GIVEN).or_here(),
        PERHAPS.first(&[Role::Text]).or_here(),
    ],
    ..Spec::GNU
};

const FLAGS: &[Flag] = &[
    Flag::letter(b'1'),
    Flag::letter(b'C').value(Value::Own(values::digits)),
    Flag::letter(b'f').states(Marks::FIRST_GIVEN),
    Flag::letter(b'g'),
    Flag::letter(b'o'),
    Flag::letter(b'p'),
    Flag::letter(b'P'),
    Flag::letter(b'r'),
    Flag::letter(b'R'),
    Flag::letter(b's'),
    Flag::letter(b'T').value(Value::Text),
    Flag::both(b'A', "after-context").value(Value::Number),
    Flag::long("bar").states(Marks::FIRST_GIVEN),
    Flag::both(b'B', "before-context").value(Value::Number),
    Flag::long("break"),
    Flag::long("cathy").states(Marks::FIRST_GIVEN),
    Flag::long("color"),
    Flag::long("color-colno").value(Value::Text),
    Flag::long("color-filename").value(Value::Text),
    Flag::long("color-lineno").value(Value::Text),
    Flag::long("color-match").value(Value::Text),
    Flag::long("colour"),
    Flag::long("column"),
    Flag::long("context").attached(Value::Own(values::digits)),
    Flag::both(b'c', "count"),
    Flag::long("cpp"),
    Flag::long("create-ackrc").states(Marks::FIRST_GIVEN),
    Flag::long("css"),
    Flag::long("dump").states(Marks::FIRST_GIVEN),
    Flag::long("env"),
    Flag::both(b'l', "files-with-matches"),
    Flag::both(b'L', "files-without-matches"),
    Flag::long("filter"),
    Flag::long("flush"),
    Flag::long("follow").states(Marks::FOLLOWS_LINKS),
    Flag::long("go"),
    Flag::long("group"),
    Flag::long("heading"),
    Flag::long("help").states(SAYS),
    Flag::long("help-colors").states(Marks::FIRST_GIVEN),
    Flag::long("help-rgb-colors").states(Marks::FIRST_GIVEN),
    Flag::long("help-types").states(SAYS),
    Flag::long("html"),
    Flag::long("ignore-ack-defaults"),
    Flag::both(b'i', "ignore-case"),
    Flag::long("ignore-dir").value(Value::Text),
    Flag::long("ignore-directory").value(Value::Text),
    Flag::long("ignore-file").value(Value::Text),
    Flag::both(b'v', "invert-match"),
    Flag::long("java"),
    Flag::long("js"),
    Flag::long("json"),
    Flag::both(b'k', "known-types"),
    Flag::both(b'Q', "literal"),
    Flag::long("markdown"),
    Flag::long("match")
        .value(Value::Text)
        .states(Marks::FIRST_GIVEN),
    Flag::both(b'm', "max-count").value(Value::Number),
    Flag::both(b'h', "no-filename"),
    Flag::both(b'I', "no-ignore-case"),
    Flag::both(b'n', "no-recurse"),
    Flag::long("nobreak"),
    Flag::long("nocolor"),
    Flag::long("nocolour"),
    Flag::long("nocolumn"),
    Flag::long("noenv").states(NO_FILE),
    Flag::long("nofilter"),
    Flag::long("nofollow"),
    Flag::long("nogroup"),
    Flag::long("noheading"),
    Flag::long("noignore-dir").value(Value::Text),
    Flag::long("noignore-directory").value(Value::Text),
    Flag::long("nopager"),
    Flag::long("nosmart-case"),
    Flag::long("nounderline"),
    Flag::long("output").value(Value::Text),
    Flag::long("pager")
        .value(Value::Program)
        .does(&[Always::flat(Kind::Execute, "pager")]),
    Flag::long("passthru"),
    Flag::long("perl"),
    Flag::long("php"),
    Flag::long("print0"),
    Flag::long("proximate").attached(Value::Own(values::digits)),
    Flag::long("python"),
    Flag::long("range-end").value(Value::Text),
    Flag::long("range-start").value(Value::Text),
    Flag::long("recurse"),
    Flag::long("ruby"),
    Flag::long("rust"),
    Flag::long("shell"),
    Flag::long("show-types"),
    Flag::both(b'S', "smart-case"),
    Flag::long("sort-files"),
    Flag::long("sql"),
    Flag::long("thpppt").states(Marks::FIRST_GIVEN),
    Flag::long("ts"),
    Flag::both(b't', "type").value(Value::Text),
    Flag::long("type-add").value(Value::Text),
    Flag::long("type-del").value(Value::Text),
    Flag::long("type-set").value(Value::Text),
    Flag::long("underline"),
    Flag::long("version").states(SAYS),
    Flag::both(b'H', "with-filename"),
    Flag::both(b'w', "word-regexp"),
    Flag::long("xml"),
    Flag::long("yaml"),
];

/// A file of the project may name others to search.
fn search<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    PathRole::of(Kind::Read, Depth::Deep).touch(path, span, report);
    values::anything(span, report);
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn the_first_operand_is_the_pattern_unless_a_flag_gave_it() {
        assert_effects("ack --noenv foo", &["read . deep"]);
        assert_effects(
            "ack --noenv -i foo lib t",
            &["read lib deep", "read t deep"],
        );
        assert_effects("ack --noenv -f lib", &["read lib deep"]);
        assert_effects("ack -g x lib --noenv", &["read lib deep"]);
        assert_effects("ack --noenv --match foo lib", &["read lib deep"]);
        assert_effects("ack --noenv --follow foo", &["read . deep links"]);
        for command in [
            "ack -lw --python foo -A 3 -C 2 src",
            "ack --nocolor --nogroup --sort-files --ignore-dir=target foo",
            "ack --type-add=web:ext:html -t web foo src/*",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn a_file_of_the_project_may_name_others() {
        assert_effects("ack foo", &["read . deep", "read ? deep links"]);
        assert_effects("ack -f lib", &["read lib deep", "read ? deep links"]);
        assert_effects("ack --version", &[]);
    }

    #[test]
    fn what_runs_or_may_name_a_program_is_not_harmless() {
        assert!(
            tell("ack foo --pager=./x")
                .effects
                .contains(&"execute ./x".to_owned())
        );
        assert_effects(
            "ack --noenv --pager ./x foo lib",
            &["execute pager", "execute ./x", "read lib deep"],
        );
        assert!(!tell("ack foo --pager").harmless);
        assert_unknown("ack --ackrc=x foo", Rule::UnknownFlag);
        assert_unknown("ack --match --ackrc=x foo", Rule::DashedValue);
        assert_unknown("ack -x foo", Rule::UnknownFlag);
        assert_unknown("ack --files-from=x foo", Rule::UnknownFlag);
        assert_unknown("ack foo *", Rule::DynamicOption);
    }

    #[test]
    fn a_context_that_is_no_number_is_unknown() {
        assert_unknown("ack -C foo ../x", Rule::UnknownValue);
        assert_unknown("ack -C 2x ../x", Rule::UnknownValue);
    }
}
