//! Tools that print sums of files. With `-c` operands are lists of files, which are read and whose sums are compared.

use crate::model::{
    Abbreviations, AnyFlag, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value,
};

/// `-c` was given.
const CHECK: Marks = Marks::own(0);

const FORMS: &[Form] = &[
    Form::each(Role::NameList).when(CHECK),
    Form::each(Role::Path(PathRole::INPUT)),
];

/// `md5sum`, `sha1sum`, `sha224sum`, `sha256sum`, `sha384sum`, `sha512sum`.
pub(super) static DIGEST: Tool = Tool {
    names: &[
        "md5sum",
        "sha1sum",
        "sha224sum",
        "sha256sum",
        "sha384sum",
        "sha512sum",
    ],
    summary: native!("prints sums of files, or compares them"),
    grammar: Grammar::Options(&DIGEST_SPEC),
};

static DIGEST_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'b', "binary"),
        Flag::both(b'c', "check").states(CHECK),
        Flag::HELP,
        Flag::long("ignore-missing"),
        Flag::long("quiet"),
        Flag::long("status"),
        Flag::long("strict"),
        Flag::long("tag"),
        Flag::both(b't', "text"),
        Flag::VERSION,
        Flag::both(b'w', "warn"),
        Flag::both(b'z', "zero"),
    ]),
    any_flag: AnyFlag::Reads,
    forms: FORMS,
    ..Spec::GNU
};

/// `cksum`, `b2sum`.
pub(super) static CKSUM: Tool = Tool {
    names: &["cksum", "b2sum"],
    summary: native!("prints sums of files, or compares them"),
    grammar: Grammar::Options(&CKSUM_SPEC),
};

static CKSUM_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "algorithm").value(Value::Text),
        Flag::long("base64"),
        Flag::both(b'b', "binary"),
        Flag::both(b'c', "check").states(CHECK),
        Flag::long("debug"),
        Flag::HELP,
        Flag::long("ignore-missing"),
        Flag::both(b'l', "length").value(Value::Number),
        Flag::long("quiet"),
        Flag::long("raw"),
        Flag::long("status"),
        Flag::long("strict"),
        Flag::long("tag"),
        Flag::both(b't', "text"),
        Flag::long("untagged"),
        Flag::VERSION,
        Flag::both(b'w', "warn"),
        Flag::both(b'z', "zero"),
    ]),
    any_flag: AnyFlag::Reads,
    forms: FORMS,
    ..Spec::GNU
};

/// `shasum`.
pub(super) static SHASUM: Tool = Tool {
    names: &["shasum"],
    summary: native!("prints sums of files, or compares them"),
    grammar: Grammar::Options(&SHASUM_SPEC),
};

static SHASUM_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'0', "01"),
        Flag::both(b'U', "UNIVERSAL"),
        Flag::both(b'a', "algorithm").value(Value::Text),
        Flag::both(b'b', "binary"),
        Flag::both(b'c', "check").states(CHECK),
        Flag::both(b'h', "help"),
        Flag::long("ignore-missing"),
        Flag::both(b'q', "quiet"),
        Flag::both(b's', "status"),
        Flag::long("strict"),
        Flag::long("tag"),
        Flag::both(b't', "text"),
        Flag::both(b'v', "version"),
        Flag::both(b'w', "warn"),
    ]),
    abbreviations: Abbreviations::Refused,
    any_flag: AnyFlag::Reads,
    forms: FORMS,
    ..Spec::GNU
};

/// `sum`.
pub(super) static SUM: Tool = Tool {
    names: &["sum"],
    summary: native!("prints sums of files"),
    grammar: Grammar::Options(&SUM_SPEC),
};

static SUM_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'r'),
        Flag::HELP,
        Flag::both(b's', "sysv"),
        Flag::VERSION,
    ]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn files_are_read() {
        assert_effects("sha256sum notes -", &["read notes"]);
        assert_effects("cksum -a sha256 notes", &["read notes"]);
        assert_effects("md5sum *", &["read ? deep links if an option", "read ./…"]);
        assert_effects("sum -r *", &["read ./…"]);
        assert_allowed("b2sum -l 128 --tag notes");
        assert_allowed("shasum -a 256 notes");
    }

    #[test]
    fn a_list_names_files_that_are_read() {
        assert_effects("sha256sum -c SUMS", &["read SUMS", "read ? deep links"]);
        assert_effects(
            "sha256sum SUMS --check --quiet",
            &["read SUMS", "read ? deep links"],
        );
        assert_effects("md5sum --ch -", &["read ? deep links"]);
        assert_effects("shasum -a 1 -c SUMS", &["read SUMS", "read ? deep links"]);
    }

    #[test]
    fn flags_of_other_tools_are_unknown() {
        assert_unknown("md5sum -a md5 notes", Rule::UnknownFlag);
        assert_unknown("sum -c notes", Rule::UnknownFlag);
        assert_unknown("shasum --chec SUMS", Rule::UnknownFlag);
    }
}
