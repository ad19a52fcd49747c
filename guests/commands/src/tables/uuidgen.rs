//! `uuidgen`. Of what it makes only random names need no clock that is kept in a file.

use crate::model::{Flag, Form, Grammar, Role, Spec, Tool};

/// `uuidgen`.
pub(super) static TOOL: Tool = Tool {
    names: &["uuidgen"],
    summary: native!("makes a unique name"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'h', "help"),
        Flag::both(b'r', "random"),
        Flag::both(b'V', "version"),
    ]),
    forms: &[Form::each(Role::Refused)],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_unknown},
    };

    #[test]
    fn random_names_are_harmless() {
        assert_allowed("uuidgen");
        assert_allowed("uuidgen -r");
        assert_unknown("uuidgen -t", Rule::UnknownFlag);
    }
}
