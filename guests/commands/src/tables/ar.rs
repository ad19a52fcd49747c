//! `ar`, `ranlib`. The first word of `ar` is an operation and its modifiers, with or without a dash. A word that begins
//! with `@` is a file with further words, options among them, for all tools of this family.

use crate::{
    argument::{Argument, Span, Text},
    check,
    model::{
        Abbreviations, Always, Context, Dashes, Depth, FirstWord, Flag, Form, Grammar, Marks,
        PathRole, Role, Spec, Tool, Value,
    },
    report::{Extent, Kind, Report, Rule, Stance, Target},
};

const EXTRACTS: Marks = Marks::own(0);
const CHANGES: Marks = Marks::own(1);
const PRINTS: Marks = Marks::own(2);
const ELSEWHERE: Marks = Marks::own(3);
const CONTENTS: Marks = Marks::own(4);

const ARCHIVE_READ: Role = Role::Path(PathRole::INPUT);
const ARCHIVE_CHANGED: Role = Role::Path(PathRole::OUTPUT);

/// `ar`.
pub(super) static AR: Tool = Tool {
    names: &["ar"],
    summary: native!("makes libraries and looks into them"),
    grammar: Grammar::Own(describe_ar),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'd').states(CHANGES),
        Flag::letter(b'm').states(CHANGES),
        Flag::letter(b'p').states(CONTENTS),
        Flag::letter(b'q').states(CHANGES),
        Flag::letter(b'r').states(CHANGES),
        Flag::letter(b's').states(CHANGES),
        Flag::letter(b't').states(PRINTS),
        Flag::letter(b'x').states(EXTRACTS),
        // Beside which member: a word before the archive.
        Flag::letter(b'a').value(Value::Text),
        Flag::letter(b'b').value(Value::Text),
        Flag::letter(b'i').value(Value::Text),
        Flag::letter(b'N').value(Value::Number),
        Flag::letter(b'c'),
        Flag::letter(b'D'),
        Flag::letter(b'f'),
        Flag::letter(b'o'),
        Flag::letter(b'O'),
        Flag::letter(b'P'),
        Flag::letter(b'S'),
        Flag::letter(b'T'),
        Flag::letter(b'u'),
        Flag::letter(b'U'),
        Flag::letter(b'v'),
        Flag::letter(b'V'),
        Flag::HELP,
        Flag::long("output")
            .value(Value::Path(PathRole::of(Kind::Write, Depth::Inside)))
            .states(ELSEWHERE),
        Flag::long("plugin").value(Value::Program),
        Flag::long("target").value(Value::Text),
        Flag::long("thin"),
        Flag::VERSION,
    ]),
    abbreviations: Abbreviations::Refused,
    first_word: FirstWord::Letters,
    forms: &[
        Form::each(Role::Path(PathRole::INPUT))
            .when(CHANGES)
            .first(&[ARCHIVE_CHANGED]),
        Form::each(Role::Text)
            .when(EXTRACTS.and(ELSEWHERE))
            .first(&[ARCHIVE_READ]),
        Form::each(Role::Text)
            .when(EXTRACTS)
            .first(&[ARCHIVE_READ])
            .does(&[Always::inside(Kind::Write, ".")]),
        Form::each(Role::Text)
            .when(CONTENTS)
            .first(&[Role::Own(print_contents)]),
        Form::each(Role::Text).when(PRINTS).first(&[ARCHIVE_READ]),
        Form::each(Role::Refused),
    ],
    ..Spec::GNU
};

/// A thin archive has only names of files, which may lie anywhere, and those are printed.
fn print_contents<'a>(archive: Text<'a>, span: Span, report: &mut Report<'a>) {
    PathRole::INPUT.touch(archive, span, report);
    report.add(Kind::Read, Target::Unknown, Extent::Flat, span);
}

fn describe_ar<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    refuse_response_files(arguments, report);
    // Letters before the archive have words before it, with a dash or without; only without they are told apart so.
    let dashed = arguments.first().and_then(|first| {
        let letters = first.text.certain()?.strip_prefix('-')?;
        letters.contains(['a', 'b', 'i', 'N']).then_some(first)
    });
    if let Some(first) = dashed.filter(|first| !first.text.prefix().starts_with("--")) {
        report.unknown(Rule::UnknownFlag, first.text, first.span);
    }
    check::describe(&Grammar::Options(&SPEC), arguments, context, report);
}

/// Takes note of words that are, or may be, files with further words.
pub(super) fn refuse_response_files<'a>(arguments: &[Argument<'a>], report: &mut Report<'a>) {
    for argument in arguments {
        let (text, span) = (argument.text, argument.span);
        match text {
            Text::Certain(word) if word.starts_with('@') => refuse(text, span, report),
            Text::Dynamic(dynamic) if dynamic.prefix.is_empty() || !text.is_no_option() => {
                refuse(text, span, report);
            }
            Text::Dynamic(dynamic) if dynamic.prefix.starts_with('@') => {
                refuse(text, span, report);
            }
            Text::Certain(_) | Text::Dynamic(_) => {}
        }
    }
}

fn refuse<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.unknown(Rule::UnexpectedOperand, text, span);
}

/// `ranlib`.
pub(super) static RANLIB: Tool = Tool {
    names: &["ranlib"],
    summary: native!("writes the index of a library"),
    grammar: Grammar::Own(describe_ranlib),
};

static RANLIB_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'D'),
        Flag::letter(b'U'),
        Flag::letter(b't'),
        Flag::both(b'h', "help"),
        Flag::long("plugin").value(Value::Program),
        Flag::both(b'v', "version"),
    ]),
    abbreviations: Abbreviations::Refused,
    dashes: Dashes::Two,
    stance: Stance::Changer,
    forms: &[Form::each(ARCHIVE_CHANGED)],
    ..Spec::GNU
};

fn describe_ranlib<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    refuse_response_files(arguments, report);
    check::describe(&Grammar::Options(&RANLIB_SPEC), arguments, context, report);
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn listing_is_harmless_and_printing_reads_what_a_thin_archive_names() {
        assert_allowed("ar t lib.a");
        assert_allowed("ar -tv lib.a");
        assert_allowed("ar tvO lib.a x.o");
        assert_effects("ar tN 1 lib.a x.o", &["read lib.a"]);
        assert_effects("ar p lib.a x.o", &["read lib.a", "read ?"]);
    }

    #[test]
    fn other_operations_write() {
        assert_effects("ar x lib.a", &["write . inside", "read lib.a"]);
        assert_effects(
            "ar x --output dir lib.a",
            &["write dir inside", "read lib.a"],
        );
        assert_effects(
            "ar rcs lib.a a.o b.o",
            &["write lib.a", "read a.o", "read b.o"],
        );
        assert_effects("ar rb m.o lib.a a.o", &["write lib.a", "read a.o"]);
        assert_effects("ranlib lib.a", &["write lib.a"]);
        assert!(!tell("ar -M").harmless);
    }

    #[test]
    fn what_brings_in_other_words_or_code_is_not_harmless() {
        assert_unknown("ar t @words", Rule::UnexpectedOperand);
        assert_unknown("ar @words", Rule::UnexpectedOperand);
        assert_unknown("ar t \"$x\"", Rule::UnexpectedOperand);
        assert_unknown("ar t *.a", Rule::UnexpectedOperand);
        assert_allowed("ar t \"./$x\"");
        assert!(!tell("ar t --plugin ./x.so lib.a").harmless);
        assert_unknown("ar -tN 1 lib.a", Rule::UnknownFlag);
    }
}
