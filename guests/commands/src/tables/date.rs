//! `date`. An operand without a plus, and `-s`, set the clock.

use crate::{
    argument::{Dynamic, Span, Spread, Text},
    model::{Always, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::{Extent, Kind, Report, Rule, Target},
};

/// What is set.
const CLOCK: &str = "clock";

/// `date`.
pub(super) static TOOL: Tool = Tool {
    names: &["date"],
    summary: native!("prints the time; sets the clock"),
    grammar: Grammar::Options(&TOOL_SPEC),
};

static TOOL_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'd', "date").value(Value::Text),
        Flag::long("debug"),
        Flag::both(b'f', "file").value(Value::Path(PathRole::INPUT)),
        Flag::HELP,
        Flag::both(b'I', "iso-8601").attached(Value::Text),
        Flag::both(b'r', "reference").value(Value::Path(PathRole::INPUT)),
        Flag::long("resolution"),
        Flag::long("rfc-2822"),
        Flag::long("rfc-3339").value(Value::Text),
        Flag::both(b'R', "rfc-email"),
        Flag::both(b's', "set")
            .value(Value::Text)
            .does(&[Always::flat(Kind::System, CLOCK)]),
        Flag::long("uct"),
        Flag::long("universal"),
        Flag::both(b'u', "utc"),
        Flag::VERSION,
    ]),
    forms: &[Form::each(Role::Own(read_format))],
    ..Spec::GNU
};

/// Reads a format, which begins with a plus. Anything else is a time to set.
fn read_format<'a>(operand: Text<'a>, span: Span, report: &mut Report<'a>) {
    match operand {
        Text::Certain(text) if text.starts_with('+') => {}
        Text::Certain(_) => report.add(Kind::System, Target::Exact(CLOCK), Extent::Flat, span),
        Text::Dynamic(Dynamic {
            prefix,
            spread: Spread::One | Spread::Number,
        }) if prefix.starts_with('+') => {}
        Text::Dynamic(_) => report.unknown(Rule::DynamicValue, operand, span),
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn printing_the_time_is_harmless() {
        for command in [
            "date",
            "date +%Y-%m-%d",
            "date -u '+%s %N'",
            "date -d \"$when\" +%s",
            "date --date='2 days ago' --rfc-3339=seconds",
            "date -Iseconds",
            "date -R --utc",
            "date \"+$format\"",
        ] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
        assert_effects("date -r notes +%s", &["read notes"]);
        assert_effects("date -f dates", &["read dates"]);
    }

    #[test]
    fn setting_the_clock_is_not() {
        for command in [
            "date -s 12:00",
            "date -us12:00",
            "date --set=12:00",
            "date --se 12:00",
            "date +%s -s \"$x\"",
            "date 01020304",
            "date -u 01020304",
            "date -- 01020304",
        ] {
            assert!(!tell(command).harmless, "{command}");
            assert_effects(command, &["system clock"]);
        }
    }

    #[test]
    fn what_may_set_the_clock_is_unknown() {
        assert_unknown("date \"$x\"", Rule::DynamicOption);
        assert_unknown("date +$x", Rule::DynamicOption);
        assert_unknown("date *", Rule::DynamicOption);
        assert_unknown("date -- \"$x\"", Rule::DynamicValue);
        assert_unknown("date -j 0102", Rule::UnknownFlag);
    }
}
