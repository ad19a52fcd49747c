//! `split` and `csplit`: write the pieces of a file, whose names begin with a prefix.
//!
//! A suffix with a slash in it would lead the pieces elsewhere; `split` refuses that itself, `csplit` does not.

use crate::{
    argument::{Argument, Span, Text},
    check,
    model::{Context, Digits, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Extent, Kind, Report, Rule, Stance, Target},
};

/// `csplit -f` was given.
const NAMED: Marks = Marks::own(0);
/// `split --filter` was given.
const FILTERED: Marks = Marks::own(1);

/// `csplit`.
pub(super) static CSPLIT: Tool = Tool {
    names: &["csplit"],
    summary: native!("writes the sections of a file"),
    grammar: Grammar::Options(&CSPLIT_SPEC),
};

/// `split`.
pub(super) static SPLIT: Tool = Tool {
    names: &["split"],
    summary: native!("writes the pieces of a file"),
    grammar: Grammar::Own(describe_split),
};

static CSPLIT_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'q'),
        Flag::both(b'n', "digits").value(Value::Number),
        Flag::both(b'z', "elide-empty-files"),
        Flag::HELP,
        Flag::both(b'k', "keep-files"),
        Flag::both(b'f', "prefix")
            .value(Value::Own(name_pieces))
            .states(NAMED),
        Flag::both(b's', "quiet"),
        Flag::long("silent"),
        Flag::both(b'b', "suffix-format").value(Value::Own(name_suffix)),
        Flag::long("suppress-matched"),
        Flag::VERSION,
    ]),
    stance: Stance::Changer,
    forms: &[
        Form::each(Role::Text)
            .first(&[Role::Path(PathRole::INPUT)])
            .when(NAMED),
        Form::each(Role::Text).first(&[Role::Own(cut_up)]),
    ],
    ..Spec::GNU
};

static SPLIT_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'd'),
        Flag::letter(b'x'),
        Flag::long("additional-suffix").value(Value::Own(name_suffix)),
        Flag::both(b'b', "bytes").value(Value::Number),
        Flag::both(b'e', "elide-empty-files"),
        Flag::long("filter").value(Value::Program).states(FILTERED),
        Flag::HELP,
        Flag::long("hex-suffixes").attached(Value::Number),
        Flag::both(b'C', "line-bytes").value(Value::Number),
        Flag::both(b'l', "lines").value(Value::Number),
        Flag::both(b'n', "number").value(Value::Text),
        Flag::long("numeric-suffixes").attached(Value::Number),
        Flag::both(b't', "separator").value(Value::Text),
        Flag::both(b'a', "suffix-length").value(Value::Number),
        Flag::both(b'u', "unbuffered"),
        Flag::long("verbose"),
        Flag::VERSION,
    ]),
    digits: Digits::Letters,
    stance: Stance::Changer,
    forms: &[
        Form::each(Role::Refused)
            .first(&[Role::Path(PathRole::INPUT), Role::Text])
            .when(FILTERED),
        Form::each(Role::Refused).first(&[Role::Path(PathRole::INPUT), Role::Own(name_pieces)]),
    ],
    ..Spec::GNU
};

/// Adds the pieces that are called `x…`, if no prefix is given and no program gets them.
fn describe_split<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    check::describe(&Grammar::Options(&SPLIT_SPEC), arguments, context, report);
    let told = report
        .effects
        .iter()
        .any(|effect| matches!(effect.kind, Kind::Write | Kind::Execute));
    if !told {
        report.add(Kind::Write, Target::Below("x"), Extent::Flat, context.name);
    }
}

/// Reads a file and writes pieces called `xx…`.
fn cut_up<'a>(file: Text<'a>, span: Span, report: &mut Report<'a>) {
    if file != Text::Certain("-") {
        report.touch(Kind::Read, file, Extent::Flat, span);
    }
    report.add(Kind::Write, Target::Below("xx"), Extent::Flat, span);
}

fn name_pieces<'a>(prefix: Text<'a>, span: Span, report: &mut Report<'a>) {
    let target = prefix.certain().map_or(Target::Unknown, Target::Below);
    report.add(Kind::Write, target, Extent::Flat, span);
}

fn name_suffix<'a>(suffix: Text<'a>, span: Span, report: &mut Report<'a>) {
    match suffix {
        Text::Certain(certain) if !certain.contains('/') => {}
        Text::Certain(_) => report.unknown(Rule::UnknownValue, suffix, span),
        Text::Dynamic(_) => report.unknown(Rule::DynamicValue, suffix, span),
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown, tell},
    };

    #[test]
    fn pieces_are_written_beside_the_prefix() {
        assert_effects("split -l 100 notes", &["read notes", "write x…"]);
        assert_effects("split -100 notes out/p-", &["read notes", "write out/p-…"]);
        assert_effects("split - p", &["write p…"]);
        assert_effects("split", &["write x…"]);
        assert_effects("split -- notes \"$x\"", &["read notes", "write ?"]);
        assert_effects("csplit notes /a/ {*}", &["read notes", "write xx…"]);
        assert_effects("csplit -f out/p notes 10", &["write out/p…", "read notes"]);
        assert_effects("csplit - 10", &["write xx…"]);
        for command in ["split notes", "csplit notes 10", "split --help"] {
            assert!(!tell(command).harmless, "{command}");
        }
    }

    #[test]
    fn a_filter_is_run() {
        assert_effects(
            "split --filter='gzip > $FILE.gz' notes p",
            &["execute gzip > $FILE.gz", "read notes"],
        );
    }

    #[test]
    fn a_suffix_does_not_lead_elsewhere() {
        assert_unknown("csplit -b /../%d notes 10", Rule::UnknownValue);
        assert_unknown("csplit -b \"$x\" notes 10", Rule::DynamicValue);
        assert_unknown("split --additional-suffix=/x notes", Rule::UnknownValue);
        assert_unknown("split *", Rule::DynamicOption);
        assert_unknown("split a b c", Rule::UnexpectedOperand);
    }
}
