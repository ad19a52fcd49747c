//! `pgrep`, `pidwait` and `pkill`, which choose processes the same way: the first two print or wait, the last signals.

use crate::{
    argument::{Argument, Text},
    check,
    model::{Always, Context, Flag, Flags, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::{Kind, Report, Stance},
    tables::killall,
};

/// `pgrep`.
pub(super) static PGREP: Tool = Tool {
    names: &["pgrep"],
    summary: native!("finds processes"),
    grammar: Grammar::Options(&SPEC),
};

/// `pidwait`.
pub(super) static PIDWAIT: Tool = Tool {
    names: &["pidwait"],
    summary: native!("waits for processes to end"),
    grammar: Grammar::Options(&SPEC),
};

/// `pkill`.
pub(super) static PKILL: Tool = Tool {
    names: &["pkill"],
    summary: native!("signals processes"),
    grammar: Grammar::Own(signal),
};

/// Those of the tools that only look. `-q` is of BSD: quiet.
static SPEC: Spec = Spec {
    flags: FLAGS,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

const FLAGS: Flags = flags!([
    Flag::long("cgroup").value(Value::Text),
    Flag::both(b'c', "count"),
    Flag::both(b'd', "delimiter").value(Value::Text),
    Flag::both(b'e', "echo"),
    Flag::long("env").value(Value::Text),
    Flag::both(b'u', "euid").value(Value::Text),
    Flag::both(b'x', "exact"),
    Flag::both(b'f', "full"),
    Flag::both(b'G', "group").value(Value::Text),
    Flag::both(b'h', "help"),
    Flag::both(b'A', "ignore-ancestors"),
    Flag::both(b'i', "ignore-case"),
    Flag::both(b'v', "inverse"),
    Flag::both(b'w', "lightweight"),
    Flag::both(b'a', "list-full"),
    Flag::both(b'l', "list-name"),
    Flag::both(b'L', "logpidfile"),
    Flag::both(b'n', "newest"),
    Flag::long("ns").value(Value::Number),
    Flag::long("nslist").value(Value::Text),
    Flag::both(b'O', "older").value(Value::Number),
    Flag::both(b'o', "oldest"),
    Flag::both(b'P', "parent").value(Value::Text),
    Flag::both(b'g', "pgroup").value(Value::Text),
    Flag::both(b'F', "pidfile").value(Value::Path(PathRole::INPUT)),
    Flag::both(b'q', "quiet"),
    Flag::both(b'r', "runstates").value(Value::Text),
    Flag::both(b's', "session").value(Value::Text),
    Flag::both(b't', "terminal").value(Value::Text),
    Flag::both(b'U', "uid").value(Value::Text),
    Flag::both(b'V', "version"),
]);

/// What is signalled is said by the operand, or by flags alone.
static PKILL_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'I'),
        Flag::long("cgroup").value(Value::Text),
        Flag::both(b'c', "count"),
        Flag::both(b'e', "echo"),
        Flag::long("env").value(Value::Text),
        Flag::both(b'u', "euid").value(Value::Text),
        Flag::both(b'x', "exact"),
        Flag::both(b'f', "full"),
        Flag::both(b'G', "group").value(Value::Text),
        Flag::both(b'h', "help"),
        Flag::both(b'A', "ignore-ancestors"),
        Flag::both(b'i', "ignore-case"),
        Flag::both(b'v', "inverse"),
        Flag::both(b'L', "logpidfile"),
        Flag::both(b'n', "newest"),
        Flag::long("ns").value(Value::Number),
        Flag::long("nslist").value(Value::Text),
        Flag::both(b'O', "older").value(Value::Number),
        Flag::both(b'o', "oldest"),
        Flag::both(b'P', "parent").value(Value::Text),
        Flag::both(b'g', "pgroup").value(Value::Text),
        Flag::both(b'F', "pidfile").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'q', "queue").value(Value::Number),
        Flag::both(b'r', "runstates").value(Value::Text),
        Flag::both(b's', "session").value(Value::Text),
        Flag::long("signal").value(Value::Text),
        Flag::both(b't', "terminal").value(Value::Text),
        Flag::both(b'U', "uid").value(Value::Text),
        Flag::both(b'V', "version"),
    ]),
    forms: &[
        Form::each(Role::Thing(Kind::Process)).when(crate::model::Marks::OPERANDS),
        Form::each(Role::Text).does(&[Always::flat(Kind::Process, "(all that match)")]),
    ],
    stance: Stance::Changer,
    ..Spec::GNU
};

fn signal<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let arguments: Vec<_> = arguments
        .iter()
        .filter(
            |argument| !matches!(argument.text, Text::Certain(text) if killall::is_signal(text)),
        )
        .copied()
        .collect();
    check::describe(&Grammar::Options(&PKILL_SPEC), &arguments, context, report);
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn looking_is_harmless() {
        for command in [
            "pgrep -fl node",
            "pgrep -a -f 'npm run dev'",
            "pgrep -u root,daemon sshd",
            "pgrep -P 123",
            "pgrep -x nginx",
            "pidwait -f build",
        ] {
            assert_allowed(command);
        }
        assert_effects("pgrep -F run.pid", &["read run.pid"]);
        assert_unknown("pgrep \"$x\"", Rule::DynamicOption);
    }

    #[test]
    fn signalling_is_not() {
        assert_effects("pkill -9 node", &["process node"]);
        assert_effects("pkill -f 'npm run dev'", &["process npm run dev"]);
        assert_effects("pkill -HUP -u daemon", &["process (all that match)"]);
        assert_effects("pkill --signal TERM -x nginx", &["process nginx"]);
        for command in ["pkill x", "pkill -0 x", "pkill -e x"] {
            let told = tell(command);
            assert!(!told.harmless && told.rules.is_empty(), "{command}");
        }
    }
}
