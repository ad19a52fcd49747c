//! Tools for the terminal: `clear` and `tput` print what controls it, `reset` sets it up, `dircolors` prints colours
//! for `ls`.
//!
//! `reset`, `tput reset` and `tput init` change how the terminal is set, and may run a program that its description
//! names.

use crate::{
    argument::{Argument, Text},
    model::{Always, AnyFlag, Context, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::{Extent, Kind, Report, Rule, Stance, Target},
};

const TERMINAL: &str = "terminal";

/// `clear`.
pub(super) static CLEAR: Tool = Tool {
    names: &["clear"],
    summary: native!("clears the terminal"),
    grammar: Grammar::Options(&CLEAR_SPEC),
};

static CLEAR_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'T').value(Value::Text),
        Flag::letter(b'V'),
        Flag::letter(b'x'),
    ]),
    forms: &[Form::each(Role::Refused)],
    ..Spec::GNU
};

/// `dircolors`.
pub(super) static DIRCOLORS: Tool = Tool {
    names: &["dircolors"],
    summary: native!("prints the colours of ls"),
    grammar: Grammar::Options(&DIRCOLORS_SPEC),
};

static DIRCOLORS_SPEC: Spec = Spec {
    flags: flags!([
        Flag::long("bourne-shell"),
        Flag::both(b'c', "c-shell"),
        Flag::long("csh"),
        Flag::HELP,
        Flag::both(b'p', "print-database"),
        Flag::long("print-ls-colors"),
        Flag::both(b'b', "sh"),
        Flag::VERSION,
    ]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `reset`, `tset`.
pub(super) static RESET: Tool = Tool {
    names: &["reset", "tset"],
    summary: native!("sets the terminal up"),
    grammar: Grammar::Options(&RESET_SPEC),
};

static RESET_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'c'),
        Flag::letter(b'e').value(Value::Text),
        Flag::letter(b'I'),
        Flag::letter(b'i').value(Value::Text),
        Flag::letter(b'k').value(Value::Text),
        Flag::letter(b'm').value(Value::Text),
        Flag::letter(b'Q'),
        Flag::letter(b'q'),
        Flag::letter(b'r'),
        Flag::letter(b's'),
        Flag::letter(b'V'),
        Flag::letter(b'w'),
    ]),
    forms: &[Form::each(Role::Text)],
    always: &[Always::flat(Kind::Process, TERMINAL)],
    stance: Stance::Changer,
    ..Spec::GNU
};

/// `tput`.
pub(super) static TPUT: Tool = Tool {
    names: &["tput"],
    summary: native!("prints what controls the terminal"),
    grammar: Grammar::Own(describe_tput),
};

fn describe_tput<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let mut rest = arguments;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match first.text {
            Text::Certain("-V" | "-x") => {}
            // The name of a terminal: one with a slash in it is not looked up.
            Text::Certain("-T") => match after.split_first() {
                Some((terminal, after)) if !terminal.text.is_many() => rest = after,
                Some(_) | None => {
                    return report.unknown(Rule::DynamicValue, first.text, first.span);
                }
            },
            Text::Certain("init" | "reset") => {
                report.add(
                    Kind::Process,
                    Target::Exact(TERMINAL),
                    Extent::Flat,
                    first.span,
                );
                return;
            }
            Text::Certain(text) if text.starts_with("-T") => {}
            Text::Certain(text) if text.starts_with('-') => {
                report.unknown(Rule::UnknownFlag, first.text, first.span);
            }
            // The arguments of a capability are numbers and texts that are printed.
            Text::Certain(_) => return,
            Text::Dynamic(_) => {
                return report.unknown(Rule::DynamicValue, first.text, first.span);
            }
        }
    }
    let is_version = |argument: &Argument<'_>| argument.text == Text::Certain("-V");
    if !arguments.iter().any(is_version) {
        report.unknown(Rule::MissingValue, Text::Certain(""), context.name);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn printing_is_harmless() {
        for command in [
            "clear -x",
            "tput cols",
            "tput setaf 1",
            "tput -T xterm colors",
            "tput -V",
            "tput cup $row 0",
        ] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
        assert_effects("dircolors -b notes", &["read notes"]);
    }

    #[test]
    fn setting_the_terminal_up_is_not() {
        for command in [
            "reset",
            "tset xterm",
            "tput init",
            "tput -Txterm reset",
            "reset -q",
        ] {
            assert_effects(command, &["process terminal"]);
            assert!(!tell(command).harmless, "{command}");
        }
        assert_unknown("tput -S", Rule::UnknownFlag);
        assert_unknown("tput \"$x\"", Rule::DynamicValue);
        assert_unknown("tput -T $x init", Rule::DynamicValue);
        assert_unknown("tput", Rule::MissingValue);
    }
}
