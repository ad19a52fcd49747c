//! `gron`. An operand that begins like an address is fetched.

use crate::{
    argument::{Span, Text},
    model::{Abbreviations, Clusters, Dashes, Flag, Form, Grammar, Order, Role, Spec, Tool},
    report::{Extent, Kind, Report, Rule, Target},
};

/// `gron`.
pub(super) static TOOL: Tool = Tool {
    names: &["gron"],
    summary: native!("makes lines of JSON"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'c', "colorize"),
        Flag::both(b'h', "help"),
        Flag::both(b'k', "insecure"),
        Flag::both(b'j', "json"),
        Flag::both(b'm', "monochrome"),
        Flag::long("no-sort"),
        Flag::both(b's', "stream"),
        Flag::both(b'u', "ungron"),
        Flag::both(b'v', "values"),
        Flag::long("version"),
    ]),
    abbreviations: Abbreviations::Refused,
    dashes: Dashes::OneOrTwo,
    clusters: Clusters::Refused,
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Refused).first(&[Role::Own(read_source)])],
    ..Spec::GNU
};

/// Reads the name of a file, or an address. No glob matches two slashes.
fn read_source<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    let start: String = text.prefix().chars().take(8).collect();
    let start = start.to_ascii_lowercase();
    let is_address = start.starts_with("http://") || start.starts_with("https://");
    match text {
        Text::Certain("-") => {}
        _ if is_address => report.add(Kind::Connect, Target::of(text), Extent::Flat, span),
        Text::Dynamic(_) if !text.is_glob() && "https://".starts_with(&start) => {
            report.unknown(Rule::DynamicValue, text, span);
        }
        Text::Dynamic(_) if !text.is_glob() && "http://".starts_with(&start) => {
            report.unknown(Rule::DynamicValue, text, span);
        }
        text => report.touch(Kind::Read, text, Extent::Flat, span),
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn files_are_read_and_addresses_fetched() {
        assert_effects("gron f.json", &["read f.json"]);
        assert_effects("gron -u -", &[]);
        assert_effects("gron HTTPS://x/y", &["connect HTTPS://x/y"]);
        assert_effects("gron \"http://x/$y\"", &["connect ?"]);
        assert_effects("gron \"./$x\"", &["read ?"]);
        assert_allowed("gron --ungron");
        assert_unknown("gron -- \"$x\"", Rule::DynamicValue);
        assert_unknown("gron \"http:$x\"", Rule::DynamicValue);
        assert_unknown("gron a b", Rule::UnexpectedOperand);
        assert_unknown("gron -uk", Rule::UnknownFlag);
    }
}
