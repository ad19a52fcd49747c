//! `hexyl`. No flag names a file.

use crate::model::{
    Abbreviations, AnyFlag, Flag, Form, Grammar, Order, PathRole, Role, Spec, Tool, Value,
};

/// `hexyl`.
pub(super) static TOOL: Tool = Tool {
    names: &["hexyl"],
    summary: native!("prints bytes as numbers"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'b', "base").value(Value::Text),
        Flag::long("block-size").value(Value::Number),
        Flag::long("border").value(Value::Text),
        Flag::both(b'c', "bytes").value(Value::Number),
        Flag::long("character-table").value(Value::Text),
        Flag::long("characters"),
        Flag::long("color").value(Value::Text),
        Flag::both(b'o', "display-offset").value(Value::Number),
        Flag::long("endianness").value(Value::Text),
        Flag::both(b'g', "group-size").value(Value::Number),
        Flag::both(b'h', "help"),
        Flag::both(b'n', "length").value(Value::Number),
        Flag::long("no-characters"),
        Flag::both(b'P', "no-position"),
        Flag::both(b'v', "no-squeezing"),
        Flag::long("panels").value(Value::Text),
        Flag::both(b'p', "plain"),
        Flag::both(b's', "skip").value(Value::Number),
        Flag::long("terminal-width").value(Value::Number),
        Flag::both(b'V', "version"),
    ]),
    abbreviations: Abbreviations::Refused,
    order: Order::Free,
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
    fn printing_bytes_is_harmless() {
        assert_effects("hexyl -n 64 f", &["read f"]);
        assert_allowed("hexyl --border none *");
        assert_unknown("hexyl --frobnicate", Rule::UnknownFlag);
    }
}
