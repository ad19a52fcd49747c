//! `ionice`, `chrt`, `taskset`, `renice` where they are about processes that run: those of the wrappers are read by the
//! host. Asking is harmless.

use crate::{
    argument::{Span, Text},
    model::{Always, Flag, Form, Grammar, Marks, Order, Role, Spec, Tool, Value},
    report::{Kind, Report, Rule, Stance},
};

const PROCESS: Marks = Marks::own(0);
const SETS: Marks = Marks::own(1);
const PRINTS: Marks = Marks::own(2);
const CHANGES: &[Always] = &[Always::flat(Kind::Process, "(process)")];
/// A command, which is not looked at here.
const RUN: Form = Form::each(Role::Text)
    .when(Marks::OPERANDS)
    .first(&[Role::Own(run)]);

fn run<'a>(command: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.unknown(Rule::RunsCommand, command, span);
}

/// `ionice`.
pub(super) static IONICE: Tool = Tool {
    names: &["ionice"],
    summary: native!("shows or sets how much a process may use disks"),
    grammar: Grammar::Options(&IONICE_SPEC),
};

static IONICE_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'c', "class").value(Value::Text).states(SETS),
        Flag::both(b'n', "classdata")
            .value(Value::Number)
            .states(SETS),
        Flag::both(b'h', "help"),
        Flag::both(b't', "ignore"),
        Flag::both(b'P', "pgid")
            .value(Value::Number)
            .states(PROCESS),
        Flag::both(b'p', "pid").value(Value::Number).states(PROCESS),
        Flag::both(b'u', "uid").value(Value::Number).states(PROCESS),
        Flag::both(b'V', "version"),
    ]),
    order: Order::OperandEnds,
    forms: &[
        Form::each(Role::Text).when(SETS.and(PROCESS)).does(CHANGES),
        Form::each(Role::Text).when(PROCESS),
        RUN,
        Form::each(Role::Refused),
    ],
    ..Spec::GNU
};

/// `chrt`.
pub(super) static CHRT: Tool = Tool {
    names: &["chrt"],
    summary: native!("shows or sets how a process is scheduled"),
    grammar: Grammar::Options(&CHRT_SPEC),
};

static CHRT_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "all-tasks"),
        Flag::both(b'b', "batch").states(SETS),
        Flag::both(b'd', "deadline").states(SETS),
        Flag::both(b'f', "fifo").states(SETS),
        Flag::both(b'h', "help"),
        Flag::both(b'i', "idle").states(SETS),
        Flag::both(b'm', "max").states(PRINTS),
        Flag::both(b'o', "other").states(SETS),
        Flag::both(b'p', "pid").states(PROCESS),
        Flag::both(b'R', "reset-on-fork").states(SETS),
        Flag::both(b'r', "rr").states(SETS),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
    ]),
    order: Order::OperandEnds,
    forms: SHOWN_OR_SET,
    ..Spec::GNU
};

/// `taskset`.
pub(super) static TASKSET: Tool = Tool {
    names: &["taskset"],
    summary: native!("shows or sets on which processors a process runs"),
    grammar: Grammar::Options(&TASKSET_SPEC),
};

static TASKSET_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "all-tasks"),
        Flag::both(b'c', "cpu-list"),
        Flag::both(b'h', "help"),
        Flag::both(b'p', "pid").states(PROCESS),
        Flag::both(b'V', "version"),
    ]),
    order: Order::OperandEnds,
    forms: SHOWN_OR_SET,
    ..Spec::GNU
};

/// One operand is a process that is asked about; the first of two is what to set.
const SHOWN_OR_SET: &[Form] = &[
    Form::each(Role::Text).when(SETS.and(PROCESS)).does(CHANGES),
    Form::each(Role::Text)
        .when(PROCESS.and(Marks::SEVERAL))
        .does(CHANGES),
    Form::each(Role::Refused).when(PROCESS).first(&[Role::Text]),
    RUN,
    Form::each(Role::Refused),
];

/// `renice`.
pub(super) static RENICE: Tool = Tool {
    names: &["renice"],
    summary: native!("sets the priority of processes"),
    grammar: Grammar::Options(&RENICE_SPEC),
};

static RENICE_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'h', "help"),
        Flag::both(b'g', "pgrp"),
        Flag::both(b'p', "pid"),
        Flag::both(b'n', "priority").value(Value::Number),
        Flag::long("relative").value(Value::Number),
        Flag::both(b'u', "user"),
        Flag::both(b'V', "version"),
    ]),
    always: CHANGES,
    stance: Stance::Changer,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn asking_is_harmless() {
        for command in [
            "ionice",
            "ionice -p 1",
            "chrt -p 1",
            "chrt -m",
            "taskset -p 1",
            "taskset -cp 1",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn setting_acts_on_processes() {
        for command in [
            "ionice -c 3 -p 1",
            "chrt -b -p 0 1",
            "chrt -p 10 1",
            "taskset -p 3 1",
            "renice 5 1",
        ] {
            assert_effects(command, &["process (process)"]);
        }
        assert_unknown("taskset 1 ls", Rule::RunsCommand);
        assert_unknown("ionice -c3 ls", Rule::RunsCommand);
    }
}
