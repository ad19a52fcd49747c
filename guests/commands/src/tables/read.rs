//! `read` and `mapfile`: lines become the values of variables. A name may have a subscript, which is evaluated, so only
//! plain ones are described; `-e` has an editor with keys that run commands, and `-C` runs one.

use crate::model::{Flag, Form, Grammar, Order, Role, Spec, Tool, Value};

/// `read`.
pub(super) static READ: Tool = Tool {
    names: &["read"],
    summary: native!("reads a line into variables"),
    grammar: Grammar::Options(&READ_SPEC),
};

static READ_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'a').value(Value::Variable),
        Flag::letter(b'd').value(Value::Text),
        Flag::letter(b'n').value(Value::Number),
        Flag::letter(b'N').value(Value::Number),
        Flag::letter(b'p').value(Value::Text),
        Flag::letter(b'r'),
        Flag::letter(b's'),
        Flag::letter(b't').value(Value::Number),
        Flag::letter(b'u').value(Value::Number),
    ]),
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Variable)],
    ..Spec::GNU
};

/// `mapfile`, also called `readarray`.
pub(super) static MAPFILE: Tool = Tool {
    names: &["mapfile", "readarray"],
    summary: native!("reads lines into an array"),
    grammar: Grammar::Options(&MAPFILE_SPEC),
};

static MAPFILE_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'C').value(Value::Program),
        Flag::letter(b'c').value(Value::Number),
        Flag::letter(b'd').value(Value::Text),
        Flag::letter(b'n').value(Value::Number),
        Flag::letter(b'O').value(Value::Number),
        Flag::letter(b's').value(Value::Number),
        Flag::letter(b't'),
        Flag::letter(b'u').value(Value::Number),
    ]),
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Variable)],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn lines_become_values() {
        for command in [
            "read -r line",
            "read -rsn1 key",
            "read -r -d '' -a words",
            "read -p 'Go on? ' -t 5 answer rest",
            "read",
            "mapfile -t lines",
            "readarray -d '' -n 3 lines",
        ] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
    }

    #[test]
    fn a_variable_that_others_may_look_at_is_named() {
        assert_effects("read -r PATH", &["environment PATH"]);
        assert_effects("read a http_proxy", &["environment http_proxy"]);
        assert_effects("mapfile npm_config_x", &["environment npm_config_x"]);
    }

    #[test]
    fn only_plain_names_are_read_into() {
        assert_unknown("read 'a[$(id)]'", Rule::NoVariable);
        assert_unknown("read -a 'a[$(id)]'", Rule::NoVariable);
        assert_unknown("read x \"$y\"", Rule::NoVariable);
        assert_unknown("read 1x", Rule::NoVariable);
        assert_unknown("read \"$x\"", Rule::DynamicOption);
    }

    #[test]
    fn what_runs_something_is_not_harmless() {
        assert_unknown("read -e line", Rule::UnknownFlag);
        let told = tell("mapfile -C 'rm x' -c 1 lines");
        assert!(!told.harmless);
        assert_eq!(told.effects, ["execute rm x"]);
    }
}
