//! What finds and draws processes: `pidof`, `pstree`, `pwdx`. None of them reads a file that is named to it.

use crate::{
    argument::{Span, Text},
    model::{Flag, Form, Grammar, Reader, Role, Spec, Tool, Value},
    report::{Report, Rule},
};

/// `pidof`.
pub(super) static PIDOF: Tool = Tool {
    names: &["pidof"],
    summary: native!("finds processes by the name of their program"),
    grammar: Grammar::Options(&PIDOF_SPEC),
};

/// `pstree`.
pub(super) static PSTREE: Tool = Tool {
    names: &["pstree"],
    summary: native!("draws the tree of processes"),
    grammar: Grammar::Options(&PSTREE_SPEC),
};

/// `pwdx`.
pub(super) static PWDX: Tool = Tool {
    names: &["pwdx"],
    summary: native!("shows working directories of processes"),
    grammar: Grammar::Options(&PWDX_SPEC),
};

static PIDOF_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'c'),
        Flag::letter(b'd').value(Value::Text),
        Flag::letter(b'h'),
        Flag::letter(b'n'),
        Flag::letter(b'o').value(Value::Own(OMITTED)),
        Flag::letter(b'q'),
        Flag::letter(b's'),
        Flag::letter(b'x'),
        Flag::letter(b'z'),
    ]),
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

const OMITTED: Reader = read_omitted;

/// Numbers of processes. About anything else it complains to the system's log.
fn read_omitted<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    let is_number = |number: &str| {
        number == "%PPID" || !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    match text {
        Text::Certain(list) if list.split(',').all(is_number) => {}
        Text::Certain(_) => report.unknown(Rule::UnknownValue, text, span),
        Text::Dynamic(_) => report.unknown(Rule::DynamicValue, text, span),
    }
}

static PSTREE_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "arguments"),
        Flag::both(b'A', "ascii"),
        Flag::both(b'C', "color").value(Value::Text),
        Flag::both(b'c', "compact-not"),
        Flag::both(b'T', "hide-threads"),
        Flag::both(b'h', "highlight-all"),
        Flag::both(b'H', "highlight-pid").value(Value::Number),
        Flag::both(b'l', "long"),
        Flag::both(b'S', "ns-changes"),
        Flag::both(b'N', "ns-sort").value(Value::Text),
        Flag::both(b'n', "numeric-sort"),
        Flag::both(b'Z', "security-context"),
        Flag::both(b's', "show-parents"),
        Flag::both(b'g', "show-pgids"),
        Flag::both(b'p', "show-pids"),
        Flag::both(b't', "thread-names"),
        Flag::both(b'u', "uid-changes"),
        Flag::both(b'U', "unicode"),
        Flag::both(b'V', "version"),
        Flag::both(b'G', "vt100"),
    ]),
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

static PWDX_SPEC: Spec = Spec {
    flags: flags!([Flag::both(b'h', "help"), Flag::both(b'V', "version")]),
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_unknown},
    };

    #[test]
    fn processes_are_found() {
        for command in [
            "pidof -s nginx",
            "pidof -x script.sh",
            "pstree -ap",
            "pstree -p 1",
            "pwdx 1 2",
        ] {
            assert_allowed(command);
        }
        assert_allowed("pidof -o 1,%PPID sshd");
        assert_unknown("pidof -o x sshd", Rule::UnknownValue);
        assert_unknown("pidof \"$x\"", Rule::DynamicOption);
    }
}
