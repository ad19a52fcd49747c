//! `base32`, `base64` and `basenc`. Elsewhere than with GNU `-o` writes, so no uncertain word may become a flag.

use crate::model::{Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value};

/// `base64`, `base32`.
pub(super) static BASE: Tool = Tool {
    names: &["base64", "base32"],
    summary: native!("encodes and decodes"),
    grammar: Grammar::Options(&BASE_SPEC),
};

static BASE_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'd', "decode"),
        Flag::HELP,
        Flag::both(b'i', "ignore-garbage"),
        Flag::VERSION,
        Flag::both(b'w', "wrap").value(Value::Number),
    ]),
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `basenc`.
pub(super) static BASENC: Tool = Tool {
    names: &["basenc"],
    summary: native!("encodes and decodes"),
    grammar: Grammar::Options(&BASENC_SPEC),
};

static BASENC_SPEC: Spec = Spec {
    flags: flags!([
        Flag::long("base16"),
        Flag::long("base2lsbf"),
        Flag::long("base2msbf"),
        Flag::long("base32"),
        Flag::long("base32hex"),
        Flag::long("base58"),
        Flag::long("base64"),
        Flag::long("base64url"),
        Flag::both(b'd', "decode"),
        Flag::HELP,
        Flag::both(b'i', "ignore-garbage"),
        Flag::VERSION,
        Flag::both(b'w', "wrap").value(Value::Number),
        Flag::long("z85"),
    ]),
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
    fn what_is_read_is_printed() {
        assert_effects("base64 -d notes", &["read notes"]);
        assert_effects("base64 -w0 notes -", &["read notes"]);
        assert_allowed("basenc --base64url -d");
        assert_allowed("base32 --dec notes");
    }

    #[test]
    fn a_flag_of_another_system_that_writes_is_unknown() {
        assert_unknown("base64 -d -o x notes", Rule::UnknownFlag);
        assert_unknown("base64 *", Rule::DynamicOption);
        assert_unknown("base64 --base64 x", Rule::UnknownFlag);
    }
}
