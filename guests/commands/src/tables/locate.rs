//! `locate` and its kin: names of files anywhere on the machine, from a database.

use crate::{
    model::{Abbreviations, Always, Depth, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::Kind,
};

/// `locate`.
pub(super) static TOOL: Tool = Tool {
    names: &["locate", "plocate", "mlocate"],
    summary: native!("lists files anywhere whose names match a pattern"),
    grammar: Grammar::Options(&SPEC),
};

/// Those flags that all of these programs have.
static SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'b', "basename"),
        Flag::both(b'c', "count"),
        Flag::both(b'd', "database").value(Value::Path(PathRole::of(Kind::Read, Depth::Flat))),
        Flag::both(b'e', "existing"),
        Flag::HELP,
        Flag::both(b'i', "ignore-case"),
        Flag::both(b'l', "limit").value(Value::Number),
        Flag::both(b'0', "null"),
        Flag::long("regex"),
        Flag::VERSION,
        Flag::both(b'w', "wholename"),
    ]),
    abbreviations: Abbreviations::Refused,
    forms: &[Form::each(Role::Text)],
    always: &[Always::deep(Kind::Read, "/")],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown},
    };

    #[test]
    fn it_lists_the_whole_machine() {
        assert_effects("locate passwd", &["read / deep"]);
        assert_effects("plocate -i -l 5 x", &["read / deep"]);
        assert_effects("locate -d db x", &["read / deep", "read db"]);
        assert_unknown("locate -S", Rule::UnknownFlag);
        assert_unknown("locate *", Rule::DynamicOption);
    }
}
