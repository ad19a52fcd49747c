//! Words of the shell that change nothing outside of it: they steer the script, or say what a name means.
//!
//! What they mean for the commands around them is the reader's to know. The arguments of `exit`, `return`, `break`,
//! `continue` and `shift` are numbers, which none of them evaluates.

use crate::{
    argument::{Argument, Text},
    model::{Context, Flag, Form, Grammar, Order, Role, Spec, Tool, Value},
    report::{Report, Rule},
};

/// `((`. That evaluating its expression runs nothing that was not read, the host has made sure of.
pub(super) static ARITHMETIC: Tool = Tool {
    names: &["(("],
    summary: native!("calculates"),
    grammar: Grammar::Text,
};

/// `break`, `continue`, `shift`.
pub(super) static JUMP: Tool = Tool {
    names: &["break", "continue", "shift"],
    summary: native!("goes on elsewhere, or with other arguments"),
    grammar: Grammar::Text,
};

/// `exit` and `return`.
pub(super) static LEAVE: Tool = Tool {
    names: &["exit", "return"],
    summary: native!("ends the script or a function"),
    grammar: Grammar::Text,
};

/// `type`.
pub(super) static TYPE: Tool = Tool {
    names: &["type"],
    summary: native!("says what names mean"),
    grammar: Grammar::Text,
};

/// `wait`.
pub(super) static WAIT: Tool = Tool {
    names: &["wait"],
    summary: native!("waits for what runs in the background"),
    grammar: Grammar::Options(&WAIT_SPEC),
};

static WAIT_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'f'),
        Flag::letter(b'n'),
        Flag::letter(b'p').value(Value::Variable),
    ]),
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

/// `command`, where it says what names mean. Where it runs one, the host looks through it.
pub(super) static COMMAND: Tool = Tool {
    names: &["command"],
    summary: native!("says what names mean"),
    grammar: Grammar::Own(describe_command),
};

fn describe_command<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    match arguments.first().map(|first| (first.text, first.span)) {
        Some((Text::Certain("-v" | "-V" | "-pv" | "-pV" | "-vp" | "-Vp"), _)) => {}
        Some((text, span)) => report.unknown(Rule::RunsCommand, text, span),
        None => report.unknown(Rule::RunsCommand, Text::Certain(""), context.name),
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn words_that_steer_the_script_are_harmless() {
        for command in [
            "(( x++ ))",
            "break 2",
            "continue",
            "shift \"$n\"",
            "exit $code",
            "return 1",
            "type -a ls \"$x\"",
        ] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
    }

    #[test]
    fn waiting_names_a_variable_only_plainly() {
        assert_allowed("wait");
        assert_allowed("wait -n 123 %1");
        assert_allowed("wait -p pid -n");
        assert_effects("wait -p PATH", &["environment PATH"]);
        assert_unknown("wait -p 'a[$(id)]'", Rule::NoVariable);
        assert_unknown("wait $pid", Rule::DynamicOption);
    }

    #[test]
    fn command_is_harmless_where_it_only_tells() {
        assert_allowed("command -v git");
        assert_allowed("command -V \"$x\"");
        assert_unknown("command rm x", Rule::RunsCommand);
        assert_unknown("command -p rm x", Rule::RunsCommand);
        assert_unknown("command $x", Rule::RunsCommand);
        assert_unknown("command", Rule::RunsCommand);
    }
}
