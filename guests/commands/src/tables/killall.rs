//! `killall`, `skill` and `snice`. Listing the names of signals is harmless, everything else signals.

use crate::{
    argument::{Argument, Text},
    check,
    model::{Context, Flag, Form, Grammar, Marks, Role, Spec, Tool, Value},
    report::{Kind, Report, Stance},
};

/// `killall`.
pub(super) static KILLALL: Tool = Tool {
    names: &["killall"],
    summary: native!("signals processes by name; `-l` lists signals"),
    grammar: Grammar::Own(signal_by_name),
};

/// `skill` and `snice`.
pub(super) static SKILL: Tool = Tool {
    names: &["skill", "snice"],
    summary: native!("signals processes, or makes them wait"),
    grammar: Grammar::Options(&SKILL_SPEC),
};

/// Names of signals without `SIG`.
const SIGNALS: [&str; 35] = [
    "ABRT", "ALRM", "BUS", "CHLD", "CLD", "CONT", "EMT", "EXIT", "FPE", "HUP", "ILL", "INFO",
    "INT", "IO", "IOT", "KILL", "PIPE", "POLL", "PROF", "PWR", "QUIT", "SEGV", "STKFLT", "STOP",
    "SYS", "TERM", "TRAP", "TSTP", "TTIN", "TTOU", "URG", "USR1", "USR2", "VTALRM", "WINCH",
];

/// Whether a text is a dash and a signal: `-9`, `-KILL`, `-SIGKILL`.
pub(super) fn is_signal(text: &str) -> bool {
    let Some(signal) = text.strip_prefix('-') else {
        return false;
    };
    let name = signal.strip_prefix("SIG").unwrap_or(signal);
    let is_number = !signal.is_empty() && signal.bytes().all(|byte| byte.is_ascii_digit());
    is_number || SIGNALS.contains(&name)
}

/// Reads the arguments of `killall`, which may hold a signal.
fn signal_by_name<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let arguments: Vec<_> = arguments
        .iter()
        .filter(|argument| !matches!(argument.text, Text::Certain(text) if is_signal(text)))
        .copied()
        .collect();
    check::describe(
        &Grammar::Options(&KILLALL_SPEC),
        &arguments,
        context,
        report,
    );
}

/// Only `-l` and `-V` keep it from signalling.
static KILLALL_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'Z', "context").value(Value::Text),
        Flag::both(b'e', "exact"),
        Flag::both(b'I', "ignore-case"),
        Flag::both(b'i', "interactive"),
        Flag::both(b'l', "list").states(LISTS),
        Flag::both(b'n', "ns").value(Value::Number),
        Flag::both(b'o', "older-than").value(Value::Text),
        Flag::both(b'g', "process-group"),
        Flag::both(b'q', "quiet"),
        Flag::both(b'r', "regexp"),
        Flag::both(b's', "signal").value(Value::Text),
        Flag::both(b'u', "user").value(Value::Text),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version").states(LISTS),
        Flag::both(b'w', "wait"),
        Flag::both(b'y', "younger-than").value(Value::Text),
    ]),
    forms: &[
        Form::each(Role::Thing(Kind::Process)).when(Marks::OPERANDS),
        Form::each(Role::Text).when(LISTS),
        Form::each(Role::Text).does(&[crate::model::Always::flat(
            Kind::Process,
            "(all that match)",
        )]),
    ],
    ..Spec::GNU
};

const LISTS: Marks = Marks::own(0);

/// How words are told apart is not described: each may be what is signalled.
static SKILL_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'c', "command").value(Value::Thing(Kind::Process)),
        Flag::both(b'f', "fast"),
        Flag::both(b'h', "help"),
        Flag::both(b'i', "interactive"),
        Flag::both(b'l', "list"),
        Flag::both(b'n', "no-action"),
        Flag::long("ns").value(Value::Number),
        Flag::long("nslist").value(Value::Text),
        Flag::both(b'p', "pid").value(Value::Thing(Kind::Process)),
        Flag::both(b'L', "table"),
        Flag::both(b't', "tty").value(Value::Thing(Kind::Process)),
        Flag::both(b'u', "user").value(Value::Thing(Kind::Process)),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
        Flag::both(b'w', "warnings"),
    ]),
    forms: &[Form::each(Role::Thing(Kind::Process))],
    stance: Stance::Changer,
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Rule;
    use crate::testing::{assert_allowed, assert_effects, assert_unknown, tell};

    #[test]
    fn signals_are_listed() {
        for command in ["killall -l", "killall -V"] {
            assert_allowed(command);
        }
    }

    #[test]
    fn processes_are_signalled() {
        assert_effects("killall -9 node", &["process node"]);
        assert_effects("killall -r 'x.*' -s HUP", &["process x.*"]);
        assert_effects("killall -u daemon", &["process (all that match)"]);
        assert_effects("killall -l node", &["process node"]);
        for command in ["killall node", "skill node"] {
            assert!(!tell(command).harmless, "{command}");
        }
        assert_unknown("killall --frobnicate x", Rule::UnknownFlag);
    }

    #[test]
    fn a_signal_is_a_number_or_a_name() {
        assert!(is_signal("-9") && is_signal("-KILL") && is_signal("-SIGUSR1"));
        assert!(!is_signal("-") && !is_signal("9") && !is_signal("-f") && !is_signal("-RUN"));
    }
}
