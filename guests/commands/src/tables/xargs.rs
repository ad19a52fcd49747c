//! `xargs` where no command follows it: then it prints its input, as `echo` would. A command that it runs is judged
//! apart, unless nobody could tell which it is.

use crate::{
    model::{Depth, Flag, Form, Grammar, Order, PathRole, Role, Spec, Tool, Value},
    report::Kind,
    tables::values,
};

/// `xargs`.
pub(super) static TOOL: Tool = Tool {
    names: &["xargs"],
    summary: native!("runs commands with words of its input"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'E').value(Value::Text),
        Flag::letter(b'I').value(Value::Text),
        Flag::letter(b'L').value(Value::Number),
        Flag::both(b'a', "arg-file").value(Value::Path(PathRole::of(Kind::Read, Depth::Flat))),
        Flag::both(b'd', "delimiter").value(Value::Text),
        Flag::both(b'e', "eof").attached(Value::Text),
        Flag::both(b'x', "exit"),
        Flag::HELP,
        Flag::both(b'p', "interactive"),
        Flag::both(b'n', "max-args").value(Value::Number),
        Flag::both(b's', "max-chars").value(Value::Number),
        Flag::both(b'l', "max-lines").attached(Value::Number),
        Flag::both(b'P', "max-procs").value(Value::Number),
        Flag::both(b'r', "no-run-if-empty"),
        Flag::both(b'0', "null"),
        Flag::both(b'o', "open-tty"),
        Flag::long("process-slot-var").value(Value::Variable),
        Flag::both(b'i', "replace").attached(Value::Text),
        Flag::long("show-limits"),
        Flag::both(b't', "verbose"),
        Flag::VERSION,
    ]),
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Text).first(&[Role::Own(values::command)])],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn alone_it_prints() {
        assert_allowed("xargs");
        assert_allowed("xargs -0 -n 1");
        assert_effects("xargs -a list", &["read list"]);
    }

    #[test]
    fn a_command_that_it_runs_is_unknown() {
        assert_effects("xargs -n1 rm -rf", &["execute rm", "unknown ?"]);
        assert_unknown("xargs -I{} rm {}", Rule::RunsCommand);
        assert_unknown("xargs $x", Rule::DynamicOption);
    }
}
