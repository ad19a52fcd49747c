//! `xmllint`. Without the flags that load what a document names, it reads only the document.
//!
//! Operands may be addresses, and what looks like part of one is taken so: `file:/x` and `%2e%2e/x` are files elsewhere.
//! Flags that load more are not described: `--noent`, `--valid`, `--loaddtd`, `--dtdattr`, `--postvalid`, `--xinclude`, the
//! canonical forms, and, whatever its name says, `--nodefdtd`. A schema may name further ones anywhere. `--shell` runs a small shell.

use crate::{
    argument::{Span, Text},
    model::{
        Abbreviations, Always, Clusters, Dashes, Flag, Form, Grammar, Order, PathRole, Role, Spec,
        Tool, Value,
    },
    report::{Extent, Kind, Report, Rule},
    tables::values,
};

/// What a schema names may be anywhere.
const SCHEMAS: &[Always] = &[Always::flat(Kind::Connect, "what the schema names")];

/// `xmllint`.
pub(super) static TOOL: Tool = Tool {
    names: &["xmllint"],
    summary: native!("checks and prints XML"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!(FLAGS),
    abbreviations: Abbreviations::Refused,
    dashes: Dashes::OneOrTwo,
    clusters: Clusters::Refused,
    order: Order::Free,
    forms: &[Form::each(Role::Own(read_document))],
    ..Spec::GNU
};

const OUTPUT: Value = Value::Path(PathRole::OUTPUT);

const FLAGS: &[Flag] = &[
    Flag::long("copy"),
    Flag::long("debug"),
    Flag::long("dropdtd"),
    Flag::long("encode").values(&[Value::Text]),
    Flag::long("format"),
    Flag::long("html"),
    Flag::long("htmlout"),
    Flag::long("huge"),
    Flag::long("maxmem").values(&[Value::Number]),
    Flag::long("memory"),
    Flag::long("noblanks"),
    Flag::long("nocatalogs"),
    Flag::long("nocdata"),
    Flag::long("nocompact"),
    Flag::long("noenc"),
    Flag::long("nonet"),
    Flag::long("noout"),
    Flag::long("nowarning"),
    Flag::long("nowrap"),
    Flag::long("nsclean"),
    Flag::both(b'o', "output").values(&[OUTPUT]),
    Flag::long("pattern").values(&[Value::Text]),
    Flag::long("pretty").values(&[Value::Number]),
    Flag::long("push"),
    Flag::long("quiet"),
    Flag::long("recover"),
    Flag::long("relaxng")
        .values(&[Value::Own(read_document)])
        .does(SCHEMAS),
    Flag::long("repeat"),
    Flag::long("schema")
        .values(&[Value::Own(read_document)])
        .does(SCHEMAS),
    Flag::long("schematron")
        .values(&[Value::Own(read_document)])
        .does(SCHEMAS),
    Flag::long("stream"),
    Flag::long("timing"),
    Flag::long("version"),
    Flag::long("walker"),
    Flag::long("xmlout"),
    Flag::long("xpath").values(&[Value::Text]),
];

/// Reads the name of a document. A match of a glob may have been named to lead elsewhere.
fn read_document<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    match text {
        Text::Certain("-") => {}
        Text::Certain(name) if name.contains([':', '%']) => {
            report.unknown(Rule::UnknownValue, text, span);
        }
        Text::Certain(_) => report.touch(Kind::Read, text, Extent::Flat, span),
        Text::Dynamic(_) => values::anything(span, report),
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn checking_and_printing_is_harmless() {
        assert_effects("xmllint --noout a.xml b.xml", &["read a.xml", "read b.xml"]);
        for command in [
            "xmllint --format f.xml",
            "xmllint f.xml -noout",
            "xmllint --xpath '//a[@b=\"c\"]' f.xml",
            "xmllint --html --nowarning --xpath 'string(//title)' -",
            "xmllint --nonet --encode utf-8 --pretty 1 f.xml",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn what_writes_connects_or_reads_more_is_not_harmless() {
        assert_effects("xmllint --output out f.xml", &["write out", "read f.xml"]);
        assert_effects("xmllint -o out f.xml", &["write out", "read f.xml"]);
        for command in [
            "xmllint --shell f.xml",
            "xmllint --noent f.xml",
            "xmllint --nodefdtd f.xml",
            "xmllint -noent f.xml",
            "xmllint --c14n f.xml",
            "xmllint --xinclude f.xml",
            "xmllint --valid f.xml",
            "xmllint --dtdvalid http://x f.xml",
            "xmllint --schema s.xsd f.xml",
            "xmllint --out out f.xml",
            "xmllint -oout f.xml",
            "xmllint --output=out f.xml",
        ] {
            assert!(!tell(command).harmless, "{command}");
        }
    }

    #[test]
    fn addresses_are_unknown() {
        for command in [
            "xmllint http://x/y",
            "xmllint file:///x",
            "xmllint file:/x",
            "xmllint %2e%2e/x",
            "xmllint --xpath 1 ftp://x",
        ] {
            assert_unknown(command, Rule::UnknownValue);
        }
        assert_effects("xmllint src/*.xml", &["read ? deep links"]);
        assert_unknown("xmllint *.xml", Rule::DynamicOption);
    }
}
