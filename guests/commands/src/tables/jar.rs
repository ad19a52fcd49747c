//! `jar`. The tool runs in a virtual machine, which keeps notes on itself in the temporary directory. `-J` is for that
//! machine, and `@file` has further words.

use crate::{
    argument::Argument,
    check,
    model::{
        Abbreviations, Always, Context, Depth, FirstWord, Flag, Form, Grammar, Marks, PathRole,
        Role, Spec, Tool, Value,
    },
    report::{Condition, Kind, Report},
    tables::ar,
};

const CREATES: Marks = Marks::own(0);
const EXTRACTS: Marks = Marks::own(1);
const LISTS: Marks = Marks::own(2);
const ELSEWHERE: Marks = Marks::own(3);

/// `jar`.
pub(super) static TOOL: Tool = Tool {
    names: &["jar"],
    summary: native!("packs and unpacks archives of Java"),
    grammar: Grammar::Own(describe),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'C').values(&[
            Value::Path(PathRole::of(Kind::Read, Depth::Deep)),
            Value::Text,
        ]),
        Flag::both(b'c', "create").states(CREATES),
        Flag::long("date").value(Value::Text),
        Flag::both(b'd', "describe-module").states(LISTS),
        Flag::long("dir")
            .value(Value::Path(PathRole::of(Kind::Write, Depth::Inside)))
            .states(ELSEWHERE),
        Flag::both(b'x', "extract").states(EXTRACTS),
        Flag::both(b'f', "file").value(Value::When(&[
            (CREATES, Value::Path(PathRole::OUTPUT)),
            (Marks::NONE, Value::Path(PathRole::INPUT)),
        ])),
        Flag::both(b'h', "help"),
        Flag::both(b'k', "keep-old-files"),
        Flag::both(b't', "list").states(LISTS),
        Flag::both(b'e', "main-class").value(Value::Text),
        Flag::both(b'm', "manifest").value(Value::Path(PathRole::INPUT)),
        Flag::long("module-version").value(Value::Text),
        Flag::both(b'0', "no-compress"),
        Flag::both(b'M', "no-manifest"),
        Flag::long("release").value(Value::Number),
        Flag::both(b'u', "update").states(CREATES),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
    ]),
    abbreviations: Abbreviations::Refused,
    first_word: FirstWord::Letters,
    conditions: &[Condition::Contained],
    forms: &[
        Form::each(Role::Path(PathRole::of(Kind::Read, Depth::Deep))).when(CREATES),
        Form::each(Role::Text).when(EXTRACTS.and(ELSEWHERE)),
        Form::each(Role::Text)
            .when(EXTRACTS)
            .does(&[Always::inside(Kind::Write, ".")]),
        Form::each(Role::Text).when(LISTS),
        Form::each(Role::Refused),
    ],
    ..Spec::GNU
};

fn describe<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    ar::refuse_response_files(arguments, report);
    check::describe(&Grammar::Options(&SPEC), arguments, context, report);
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn listing_is_harmless() {
        assert_allowed("jar tf a.jar");
        assert_allowed("jar -tvf a.jar");
        assert_allowed("jar --list --file=a.jar");
        assert_allowed("jar --describe-module --file a.jar");
    }

    #[test]
    fn the_rest_is_described_or_unknown() {
        assert_effects("jar xf a.jar", &["read a.jar", "write . inside"]);
        assert_effects(
            "jar cfm a.jar manifest -C build .",
            &["read manifest", "read build deep", "write a.jar"],
        );
        assert_effects("jar cf a.jar src", &["write a.jar", "read src deep"]);
        assert!(!tell("jar tf a.jar -J-javaagent:x").harmless);
        assert_unknown("jar @words", Rule::UnexpectedOperand);
    }
}
