//! Processes and jobs: `kill`, and `jobs`, `fg`, `bg`, `disown`, which reach no further than what the script itself
//! started.
//!
//! `kill -0` only asks whether a process is there. It is known by its first words, since a later option would send
//! another signal.

use crate::{
    argument::{Argument, Dynamic, Spread, Text},
    model::{Context, Flag, Form, Grammar, Order, Role, Spec, Tool},
    report::{Extent, Kind, Report, Rule, Target},
};

/// `bg`, `disown`, `fg`.
pub(super) static FOREGROUND: Tool = Tool {
    names: &["bg", "disown", "fg"],
    summary: native!("goes on with jobs of the script"),
    grammar: Grammar::Text,
};

/// `jobs`.
pub(super) static JOBS: Tool = Tool {
    names: &["jobs"],
    summary: native!("lists jobs of the script"),
    grammar: Grammar::Options(&JOBS_SPEC),
};

static JOBS_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'l'),
        Flag::letter(b'n'),
        Flag::letter(b'p'),
        Flag::letter(b'r'),
        Flag::letter(b's'),
    ]),
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

/// `kill`.
pub(super) static KILL: Tool = Tool {
    names: &["kill"],
    summary: native!("sends signals to processes"),
    grammar: Grammar::Own(describe_kill),
};

fn describe_kill<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let (asked, processes) = match arguments {
        [] => return report.unknown(Rule::MissingValue, Text::Certain(""), context.name),
        [first, rest @ ..] if is_listing(first.text) && rest.iter().all(is_plain) => return,
        [first, rest @ ..] if first.text == Text::Certain("-0") => (true, rest),
        [first, second, rest @ ..]
            if matches!(first.text, Text::Certain("-s" | "-n"))
                && second.text == Text::Certain("0") =>
        {
            (true, rest)
        }
        arguments => (false, arguments),
    };
    if asked && (processes.iter().all(is_certain) || matches!(processes, [one] if is_plain(one))) {
        return;
    }
    signal(processes, context, report);
}

/// Whether names and numbers of signals are listed.
fn is_listing(text: Text<'_>) -> bool {
    matches!(
        text,
        Text::Certain("-l" | "-L" | "--list" | "--table" | "--help" | "--version")
    )
}

/// Whether it is certain to name a process.
fn is_certain(argument: &Argument<'_>) -> bool {
    match argument.text {
        Text::Certain(text) => !text.starts_with('-'),
        Text::Dynamic(Dynamic { spread, .. }) => spread == Spread::Number,
    }
}

/// Whether it is one argument. If it is an option with a signal, that is sent only to what stands beside it.
fn is_plain(argument: &Argument<'_>) -> bool {
    is_certain(argument)
        || matches!(
            argument.text,
            Text::Dynamic(Dynamic {
                spread: Spread::One,
                ..
            })
        )
}

/// Every word may name a process, but those that begin with a dash, of which a first one is a signal.
fn signal<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let mut rest = arguments;
    if let [first, after @ ..] = rest
        && let Text::Certain(text) = first.text
        && text.starts_with('-')
        && text != "--"
    {
        let has_value = matches!(
            text,
            "-s" | "-n" | "-q" | "--signal" | "--queue" | "--timeout"
        );
        rest = if has_value {
            after.get(1..).unwrap_or(&[])
        } else {
            after
        };
    }
    for process in rest.iter().filter(|it| it.text != Text::Certain("--")) {
        report.add(
            Kind::Process,
            Target::of(process.text),
            Extent::Flat,
            process.span,
        );
    }
    if rest.is_empty() {
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
    fn jobs_of_the_script_are_its_own() {
        for command in ["jobs", "jobs -lp %1", "fg", "bg %1", "disown -a"] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
        assert_unknown("jobs -x rm %1", Rule::UnknownFlag);
    }

    #[test]
    fn asking_sends_no_signal() {
        for command in [
            "kill -l",
            "kill -l 9",
            "kill -0 \"$pid\"",
            "kill -s 0 12",
            "kill -0 12 13",
        ] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
    }

    #[test]
    fn signals_are_sent() {
        for (command, effects) in [
            ("kill 12", &["process 12"][..]),
            ("kill -9 12 13", &["process 12", "process 13"]),
            ("kill -s KILL 12", &["process 12"]),
            ("kill -9 -1", &["process -1"]),
            ("kill -TERM -- -12", &["process -12"]),
            ("kill $x", &["process ?"]),
            ("kill %1", &["process %1"]),
            ("kill -0 $x", &["process ?"]),
            ("kill -0 \"$x\" 12", &["process ?", "process 12"]),
            ("kill -0 -s KILL 12", &["process 12"]),
            ("kill -l -9 12", &["process -9", "process 12"]),
        ] {
            assert!(!tell(command).harmless, "{command}");
            assert_effects(command, effects);
        }
        assert_unknown("kill", Rule::MissingValue);
        assert_unknown("kill -9", Rule::MissingValue);
    }
}
