//! `strip`, `objcopy`. Without another name they change the file in its place.

use crate::{
    argument::{Argument, Dynamic, Span, Spread, Text},
    check,
    model::{
        Abbreviations, Context, Dashes, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool,
        Value,
    },
    report::{Extent, Kind, Report, Rule, Stance},
    tables::ar,
};

const ELSEWHERE: Marks = Marks::own(0);
const CHANGED: Role = Role::Path(PathRole::OUTPUT);
const READ: Role = Role::Path(PathRole::INPUT);
const INPUT: Value = Value::Path(PathRole::INPUT);

/// `strip`.
pub(super) static STRIP: Tool = Tool {
    names: &["strip"],
    summary: native!("takes symbols out of programs"),
    grammar: Grammar::Own(describe_strip),
};

static STRIP_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'd'),
        Flag::letter(b'o')
            .value(Value::Path(PathRole::OUTPUT))
            .states(ELSEWHERE),
        Flag::letter(b'S'),
        Flag::both(b'U', "disable-deterministic-archives"),
        Flag::both(b'x', "discard-all"),
        Flag::both(b'X', "discard-locals"),
        Flag::both(b'D', "enable-deterministic-archives"),
        Flag::both(b'h', "help"),
        Flag::long("info"),
        Flag::both(b'I', "input-target").value(Value::Text),
        Flag::long("keep-file-symbols"),
        Flag::long("keep-section").value(Value::Text),
        Flag::long("keep-section-symbols"),
        Flag::both(b'K', "keep-symbol").value(Value::Text),
        Flag::both(b'M', "merge-notes"),
        Flag::long("no-merge-notes"),
        Flag::long("only-keep-debug"),
        Flag::both(b'O', "output-target").value(Value::Text),
        Flag::long("plugin").value(Value::Program),
        Flag::both(b'p', "preserve-dates"),
        Flag::long("remove-relocations").value(Value::Text),
        Flag::both(b'R', "remove-section").value(Value::Text),
        Flag::both(b's', "strip-all"),
        Flag::both(b'g', "strip-debug"),
        Flag::long("strip-dwo"),
        Flag::both(b'N', "strip-symbol").value(Value::Text),
        Flag::long("strip-unneeded"),
        Flag::both(b'F', "target").value(Value::Text),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
        Flag::both(b'w', "wildcard"),
    ]),
    stance: Stance::Changer,
    forms: &[Form::each(READ).when(ELSEWHERE), Form::each(CHANGED)],
    ..Spec::GNU
};

fn describe_strip<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    ar::refuse_response_files(arguments, report);
    check::describe(&Grammar::Options(&STRIP_SPEC), arguments, context, report);
}

/// `objcopy`.
pub(super) static OBJCOPY: Tool = Tool {
    names: &["objcopy"],
    summary: native!("copies programs and changes them"),
    grammar: Grammar::Own(describe_objcopy),
};

/// The flags that are used much; others are unknown.
static OBJCOPY_SPEC: Spec = Spec {
    flags: flags!([
        Flag::long("add-gnu-debuglink").value(INPUT),
        Flag::long("add-section").value(Value::Own(section_read)),
        Flag::both(b'B', "binary-architecture").value(Value::Text),
        Flag::long("compress-debug-sections").attached(Value::Text),
        Flag::long("decompress-debug-sections"),
        Flag::both(b'U', "disable-deterministic-archives"),
        Flag::both(b'x', "discard-all"),
        Flag::both(b'X', "discard-locals"),
        Flag::long("dump-section").value(Value::Own(section_written)),
        Flag::both(b'D', "enable-deterministic-archives"),
        Flag::long("extract-dwo"),
        Flag::long("gap-fill").value(Value::Text),
        Flag::both(b'h', "help"),
        Flag::long("info"),
        Flag::both(b'I', "input-target").value(Value::Text),
        Flag::both(b'K', "keep-symbol").value(Value::Text),
        Flag::long("only-keep-debug"),
        Flag::both(b'j', "only-section").value(Value::Text),
        Flag::both(b'O', "output-target").value(Value::Text),
        Flag::long("pad-to").value(Value::Text),
        Flag::both(b'p', "preserve-dates"),
        Flag::long("redefine-sym").value(Value::Text),
        Flag::long("redefine-syms").value(INPUT),
        Flag::both(b'R', "remove-section").value(Value::Text),
        Flag::long("rename-section").value(Value::Text),
        Flag::long("set-section-flags").value(Value::Text),
        Flag::both(b'S', "strip-all"),
        Flag::both(b'g', "strip-debug"),
        Flag::long("strip-dwo"),
        Flag::both(b'N', "strip-symbol").value(Value::Text),
        Flag::long("strip-unneeded"),
        Flag::both(b'F', "target").value(Value::Text),
        Flag::long("update-section").value(Value::Own(section_read)),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
        Flag::both(b'w', "wildcard"),
    ]),
    abbreviations: Abbreviations::Refused,
    dashes: Dashes::Two,
    stance: Stance::Changer,
    forms: &[
        Form::each(Role::Refused)
            .when(Marks::SEVERAL)
            .first(&[READ, CHANGED]),
        Form::each(Role::Refused).first(&[CHANGED]),
    ],
    ..Spec::GNU
};

fn describe_objcopy<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    ar::refuse_response_files(arguments, report);
    check::describe(&Grammar::Options(&OBJCOPY_SPEC), arguments, context, report);
}

fn section_read<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    section(Kind::Read, text, span, report);
}

fn section_written<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    section(Kind::Write, text, span, report);
}

/// `section=file`.
fn section<'a>(kind: Kind, text: Text<'a>, span: Span, report: &mut Report<'a>) {
    match (text.prefix().split_once('='), text) {
        (Some((_, file)), Text::Certain(_)) => {
            report.touch(kind, Text::Certain(file), Extent::Flat, span);
        }
        (Some((_, prefix)), Text::Dynamic(_)) => {
            let file = Dynamic {
                prefix,
                spread: Spread::One,
            };
            report.touch(kind, Text::Dynamic(file), Extent::Flat, span);
        }
        (None, _) => report.unknown(Rule::UnknownValue, text, span),
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown},
    };

    #[test]
    fn files_change_in_their_place_unless_another_is_named() {
        assert_effects("strip -s a b", &["write a", "write b"]);
        assert_effects("strip -o out a", &["write out", "read a"]);
        assert_effects("objcopy -O binary a b", &["read a", "write b"]);
        assert_effects("objcopy -g a", &["write a"]);
        assert_effects(
            "objcopy --dump-section .text=out a b",
            &["write out", "read a", "write b"],
        );
        assert_unknown("strip @words", Rule::UnexpectedOperand);
        assert_unknown("objcopy --frob a", Rule::UnknownFlag);
    }
}
