//! `jq`. Filters can't write, run or connect; what a filter imports is read. `-f` makes the first operand a file that
//! holds the filter.
//!
//! `-L` is not described: whether it may be joined with other letters differs between versions.

mod filter;

pub(super) use filter::{Dialect, FieldDash, Finding, WORDS, examine};

use crate::{
    argument::{Span, Text},
    model::{
        Abbreviations, AnyFlag, Depth, Flag, Form, Grammar, Marks, Order, PathRole, Role, Spec,
        Tool, Value,
    },
    report::{Extent, Kind, Report, Rule},
    tables::values,
};

const INPUT: Role = Role::Path(PathRole::of(Kind::Read, Depth::Flat));
const FILE: Value = Value::Path(PathRole::of(Kind::Read, Depth::Flat));

/// `jq`.
pub(super) static TOOL: Tool = Tool {
    names: &["jq"],
    summary: native!("filters JSON"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!(FLAGS),
    abbreviations: Abbreviations::Refused,
    order: Order::Free,
    any_flag: AnyFlag::Reads,
    forms: &[
        Form::each(INPUT)
            .first(&[Role::Own(read_filter_file)])
            .when(Marks::FIRST_GIVEN),
        Form::each(INPUT).first(&[Role::Own(read_filter)]),
    ],
    ..Spec::GNU
};

const FLAGS: &[Flag] = &[
    Flag::long("arg").values(&[Value::Text, Value::Text]),
    Flag::long("argfile").values(&[Value::Text, FILE]),
    Flag::long("argjson").values(&[Value::Text, Value::Text]),
    // The operands after it are no files, but those before it are.
    Flag::long("args"),
    Flag::both(b'a', "ascii-output"),
    Flag::both(b'b', "binary"),
    Flag::long("build-configuration"),
    Flag::both(b'C', "color-output"),
    Flag::both(b'c', "compact-output"),
    Flag::both(b'e', "exit-status"),
    Flag::both(b'f', "from-file").states(Marks::FIRST_GIVEN),
    Flag::both(b'h', "help"),
    Flag::long("indent").values(&[Value::Number]),
    Flag::both(b'j', "join-output"),
    Flag::long("jsonargs"),
    Flag::both(b'M', "monochrome-output"),
    Flag::both(b'n', "null-input"),
    Flag::both(b'R', "raw-input"),
    Flag::both(b'r', "raw-output"),
    Flag::long("raw-output0"),
    Flag::long("rawfile").values(&[Value::Text, FILE]),
    Flag::long("seq"),
    Flag::both(b's', "slurp"),
    Flag::long("slurpfile").values(&[Value::Text, FILE]),
    Flag::both(b'S', "sort-keys"),
    Flag::long("stream"),
    Flag::long("stream-errors"),
    Flag::long("tab"),
    Flag::long("unbuffered"),
    Flag::both(b'V', "version"),
];

/// Reads a filter.
fn read_filter<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    match examine(text, &Dialect::JQ) {
        Finding::Understood => {}
        Finding::ReadsFiles => values::anything(span, report),
        Finding::NotUnderstood => report.unknown(Rule::UnknownExpression, text, span),
    }
}

/// Reads the name of a file that holds a filter, which may import what it likes.
fn read_filter_file<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.touch(Kind::Read, text, Extent::Flat, span);
    values::anything(span, report);
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn filters_are_harmless() {
        for command in [
            "jq -r '.a[] | select(.b == 1) | .c' f.json",
            "jq . package.json",
            "jq",
            "jq -n '\"hello\"'",
            "jq --arg x \"$y\" '.[$x]' f",
            "jq -r '.scripts | keys[]' package.json",
            "jq .version */package.json",
            "jq -nr --argjson a 1 --indent 2 '$a + 1'",
            "jq -sS --slurpfile a b 'map({id, name: .n})' c d",
            "jq '.a' f.json -r",
            "jq -r \".[\\\"$x\\\"]\" f",
        ] {
            assert_allowed(command);
        }
        assert_effects("jq . a b", &["read a", "read b"]);
        assert_effects("jq --slurpfile x y . z", &["read y", "read z"]);
        assert_effects("jq . *", &["read ? deep links if an option", "read ./…"]);
    }

    #[test]
    fn what_is_imported_is_read() {
        let anything = "read ? deep links";
        assert_effects("jq -n 'import \"x\" as $x; $x'", &[anything]);
        assert_effects("jq \"$f\" a", &[anything, anything, "read a"]);
        assert_effects("jq -- \"$f\" a", &[anything, "read a"]);
        assert_effects("jq -f prog a", &["read prog", anything, "read a"]);
        assert_effects("jq prog --from-file a", &["read prog", anything, "read a"]);
    }

    #[test]
    fn what_is_not_understood_is_unknown() {
        assert_unknown("jq 'system(\"id\")' f", Rule::UnknownExpression);
        assert_unknown("jq -L x . f", Rule::UnknownFlag);
        assert_unknown("jq -rL . x", Rule::UnknownFlag);
        assert_unknown("jq --run-tests x", Rule::UnknownFlag);
        assert_unknown("jq --arg x $y . f", Rule::DynamicPosition);
        assert_unknown("jq --arg x", Rule::MissingValue);
    }
}
