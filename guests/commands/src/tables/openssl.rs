//! `openssl`: the few of its subcommands that look at a certificate, hash files, or make random bytes. What loads providers or
//! engines, or asks for keys, is not described. A name with a colon may be an address in a store.

use crate::{
    argument::{Span, Text},
    model::{
        Abbreviations, Clusters, Dashes, Flag, Form, Grammar, Order, PathRole, Role, Spec, Tool,
        Tree, Value,
    },
    report::{Extent, Kind, Report, Rule},
};

/// `openssl`.
pub(super) static TOOL: Tool = Tool {
    names: &["openssl"],
    summary: native!("looks at certificates, hashes, and does much more"),
    grammar: Grammar::Tree(&TREE),
};

static TREE: Tree = Tree {
    globals: Spec {
        order: Order::OperandEnds,
        ..WORDS
    },
    branches: &[
        ("dgst", Grammar::Options(&DGST)),
        ("rand", Grammar::Options(&RAND)),
        ("sha256", Grammar::Options(&DGST)),
        ("sha512", Grammar::Options(&DGST)),
        ("version", Grammar::Options(&VERSION)),
        ("x509", Grammar::Options(&X509)),
    ],
    alone: None,
};

/// Options are words after one dash, or two, and stand before operands.
const WORDS: Spec = Spec {
    abbreviations: Abbreviations::Refused,
    dashes: Dashes::OneOrTwo,
    clusters: Clusters::Refused,
    order: Order::OperandEnds,
    ..Spec::GNU
};

const OUT: Flag = Flag::long("out").values(&[Value::Path(PathRole::OUTPUT)]);

static DGST: Spec = Spec {
    flags: flags!([
        Flag::letter(b'c'),
        Flag::letter(b'r'),
        Flag::long("binary"),
        Flag::long("help"),
        Flag::long("hex"),
        Flag::long("md5"),
        OUT,
        Flag::long("sha1"),
        Flag::long("sha224"),
        Flag::long("sha256"),
        Flag::long("sha384"),
        Flag::long("sha512"),
    ]),
    forms: &[Form::each(Role::Own(read_file))],
    ..WORDS
};

static RAND: Spec = Spec {
    flags: flags!([
        Flag::long("base64"),
        Flag::long("help"),
        Flag::long("hex"),
        OUT,
    ]),
    forms: &[Form::each(Role::Refused).first(&[Role::Text])],
    ..WORDS
};

static VERSION: Spec = Spec {
    flags: flags!([
        Flag::letter(b'a'),
        Flag::letter(b'b'),
        Flag::letter(b'd'),
        Flag::letter(b'e'),
        Flag::letter(b'f'),
        Flag::letter(b'm'),
        Flag::letter(b'o'),
        Flag::letter(b'p'),
        Flag::letter(b'r'),
        Flag::letter(b'v'),
        Flag::long("help"),
    ]),
    ..WORDS
};

static X509: Spec = Spec {
    flags: flags!([
        Flag::long("checkend").values(&[Value::Number]),
        Flag::long("dates"),
        Flag::long("email"),
        Flag::long("enddate"),
        Flag::long("ext").values(&[Value::Text]),
        Flag::long("fingerprint"),
        Flag::long("hash"),
        Flag::long("help"),
        Flag::long("in").values(&[Value::Own(read_file)]),
        Flag::long("inform").values(&[Value::Text]),
        Flag::long("issuer"),
        Flag::long("modulus"),
        Flag::long("nameopt").values(&[Value::Text]),
        Flag::long("noout"),
        Flag::long("ocsp_uri"),
        OUT,
        Flag::long("outform").values(&[Value::Text]),
        Flag::long("pubkey"),
        Flag::long("purpose"),
        Flag::long("serial"),
        Flag::long("sha1"),
        Flag::long("sha256"),
        Flag::long("startdate"),
        Flag::long("subject"),
        Flag::long("text"),
    ]),
    ..WORDS
};

fn read_file<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    match text {
        Text::Certain("-") => {}
        text if text.prefix().contains(':') => report.unknown(Rule::UnknownValue, text, span),
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
    fn looking_and_hashing_is_harmless() {
        assert_effects("openssl x509 -in c.pem -noout -text", &["read c.pem"]);
        assert_effects("openssl dgst -sha256 a b", &["read a", "read b"]);
        for command in [
            "openssl version -a",
            "openssl rand -hex 16",
            "openssl sha256 a",
            "openssl x509 -noout -subject -enddate -in c.pem",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn what_writes_loads_or_connects_is_not_harmless() {
        assert_effects("openssl rand -out x 16", &["write x"]);
        assert_unknown("openssl s_client -connect x:443", Rule::UnknownSubcommand);
        assert_unknown("openssl dgst -engine ./x a", Rule::UnknownFlag);
        assert_unknown("openssl dgst -sign key a", Rule::UnknownFlag);
        assert_unknown("openssl rand -writerand x 16", Rule::UnknownFlag);
        assert_unknown("openssl x509 -in file:/x -text", Rule::UnknownValue);
        assert_unknown("openssl x509 -in http://x", Rule::UnknownValue);
        assert_unknown("openssl", Rule::UnknownSubcommand);
    }
}
