//! `script`: runs a shell or a command and keeps what it prints.

use crate::{
    argument::{Span, Text},
    model::{Abbreviations, Always, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Kind, Report, Rule, Stance},
};

const OUTPUT: Value = Value::Path(PathRole::OUTPUT);
const NAMED: Marks = Marks::own(0);
const SHELL: Always = Always::flat(Kind::Execute, "(shell)");

/// `script`.
pub(super) static TOOL: Tool = Tool {
    names: &["script"],
    summary: native!("runs something and keeps what it prints"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "append"),
        Flag::both(b'c', "command").value(Value::Own(run)),
        Flag::both(b'E', "echo").value(Value::Text),
        Flag::both(b'f', "flush"),
        Flag::long("force"),
        Flag::both(b'h', "help"),
        Flag::both(b'I', "log-in").value(OUTPUT).states(NAMED),
        Flag::both(b'B', "log-io").value(OUTPUT).states(NAMED),
        Flag::both(b'O', "log-out").value(OUTPUT).states(NAMED),
        Flag::both(b'T', "log-timing").value(OUTPUT),
        Flag::both(b'm', "logging-format").value(Value::Text),
        Flag::both(b'o', "output-limit").value(Value::Number),
        Flag::both(b'q', "quiet"),
        Flag::both(b'e', "return"),
        Flag::both(b't', "timing").attached(OUTPUT),
        Flag::both(b'V', "version"),
    ]),
    abbreviations: Abbreviations::Refused,

    stance: Stance::Changer,
    forms: &[
        Form::each(Role::Refused)
            .when(Marks::OPERANDS)
            .first(&[Role::Path(PathRole::OUTPUT)])
            .does(&[SHELL]),
        Form::each(Role::Refused).when(NAMED).does(&[SHELL]),
        Form::each(Role::Refused).does(&[SHELL, Always::flat(Kind::Write, "typescript")]),
    ],
    ..Spec::GNU
};

fn run<'a>(command: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.unknown(Rule::RunsCommand, command, span);
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown},
    };

    #[test]
    fn it_runs_and_writes() {
        assert_effects("script", &["execute (shell)", "write typescript"]);
        assert_effects("script -q out", &["execute (shell)", "write out"]);
        assert_unknown("script -qc 'rm x' /dev/null", Rule::RunsCommand);
    }
}
