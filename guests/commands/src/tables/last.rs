//! Who is and was there: `w`, `last`, `lastb`, `lastlog`. `last -d` looks names up, so it is harmless only without a
//! network; `lastlog` can change what it shows.

use crate::{
    model::{Always, Digits, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::{Condition, Kind},
};

/// `w`.
pub(super) static W: Tool = Tool {
    names: &["w"],
    summary: native!("shows who is logged in and does what"),
    grammar: Grammar::Options(&W_SPEC),
};

/// `last` and `lastb`.
pub(super) static LAST: Tool = Tool {
    names: &["last", "lastb"],
    summary: native!("shows who was logged in"),
    grammar: Grammar::Options(&LAST_SPEC),
};

/// `lastlog`.
pub(super) static LASTLOG: Tool = Tool {
    names: &["lastlog"],
    summary: native!("shows when users last logged in"),
    grammar: Grammar::Options(&LASTLOG_SPEC),
};

static W_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'c', "container"),
        Flag::both(b'f', "from"),
        Flag::HELP,
        Flag::both(b'i', "ip-addr"),
        Flag::both(b'u', "no-current"),
        Flag::both(b'h', "no-header"),
        Flag::both(b'o', "old-style"),
        Flag::both(b'p', "pids"),
        Flag::both(b's', "short"),
        Flag::both(b'V', "version"),
    ]),
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

static LAST_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'd', "dns"),
        Flag::both(b'f', "file").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'w', "fullnames"),
        Flag::both(b'F', "fulltimes"),
        Flag::both(b'h', "help"),
        Flag::both(b'a', "hostlast"),
        Flag::both(b'i', "ip"),
        Flag::both(b'n', "limit").value(Value::Number),
        Flag::both(b'R', "nohostname"),
        Flag::both(b'p', "present").value(Value::Text),
        Flag::both(b's', "since").value(Value::Text),
        Flag::both(b'x', "system"),
        Flag::both(b'T', "tab-separated"),
        Flag::long("time-format").value(Value::Text),
        Flag::both(b't', "until").value(Value::Text),
        Flag::both(b'V', "version"),
    ]),
    digits: Digits::Alone,
    forms: &[Form::each(Role::Text)],
    conditions: &[Condition::NoNetwork],
    ..Spec::GNU
};

const CHANGES: &[Always] = &[Always::flat(Kind::System, "(times of logins)")];

static LASTLOG_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "active"),
        Flag::both(b'b', "before").value(Value::Number),
        Flag::both(b'C', "clear").does(CHANGES),
        Flag::both(b'h', "help"),
        Flag::both(b'S', "set").does(CHANGES),
        Flag::both(b't', "time").value(Value::Number),
        Flag::both(b'u', "user").value(Value::Text),
    ]),
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn logins_are_shown() {
        for command in [
            "w",
            "w -h root",
            "last -n 5",
            "last -5 reboot",
            "lastlog -u root",
        ] {
            assert_allowed(command);
        }
        assert_effects("last -f wtmp", &["read wtmp"]);
    }

    #[test]
    fn logins_are_forgotten() {
        assert!(!tell("lastlog -C -u x").harmless && !tell("lastlog --set -u x").harmless);
        assert_unknown("lastlog -R dir", Rule::UnknownFlag);
    }
}
