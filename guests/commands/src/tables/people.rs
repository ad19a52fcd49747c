//! Tools that say who uses the machine, and since when it runs: `pinky`, `uptime`, `users`, `who`.

use crate::{
    argument::{Span, Text},
    model::{Always, AnyFlag, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool},
    report::{Extent, Kind, Report, Target},
};

/// What somebody has in their home is printed, too.
const LONG: Marks = Marks::own(0);
/// Names of hosts are looked up.
const LOOK_UP: &[Always] = &[Always::flat(Kind::Connect, "(name server)")];

/// `pinky`.
pub(super) static PINKY: Tool = Tool {
    names: &["pinky"],
    summary: native!("says who uses the machine"),
    grammar: Grammar::Options(&PINKY_SPEC),
};

static PINKY_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'b'),
        Flag::letter(b'f'),
        Flag::letter(b'h'),
        Flag::letter(b'i'),
        Flag::letter(b'l').states(LONG),
        Flag::letter(b'p'),
        Flag::letter(b'q'),
        Flag::letter(b's'),
        Flag::letter(b'w'),
        Flag::HELP,
        Flag::long("lookup").does(LOOK_UP),
        Flag::VERSION,
    ]),
    forms: &[
        Form::each(Role::Own(read_plan)).when(LONG),
        Form::each(Role::Text),
    ],
    ..Spec::GNU
};

/// `uptime`.
pub(super) static UPTIME: Tool = Tool {
    names: &["uptime"],
    summary: native!("says since when the machine runs"),
    grammar: Grammar::Options(&UPTIME_SPEC),
};

static UPTIME_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'h', "help"),
        Flag::both(b'p', "pretty"),
        Flag::both(b's', "since"),
        Flag::both(b'V', "version"),
    ]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `users`.
pub(super) static USERS: Tool = Tool {
    names: &["users"],
    summary: native!("says who uses the machine"),
    grammar: Grammar::Options(&USERS_SPEC),
};

static USERS_SPEC: Spec = Spec {
    flags: flags!([Flag::HELP, Flag::VERSION]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `who`.
pub(super) static WHO: Tool = Tool {
    names: &["who"],
    summary: native!("says who uses the machine"),
    grammar: Grammar::Options(&WHO_SPEC),
};

static WHO_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'm'),
        Flag::letter(b'w'),
        Flag::both(b'a', "all"),
        Flag::both(b'b', "boot"),
        Flag::both(b'q', "count"),
        Flag::both(b'd', "dead"),
        Flag::both(b'H', "heading"),
        Flag::HELP,
        Flag::long("ips"),
        Flag::both(b'l', "login"),
        Flag::long("lookup").does(LOOK_UP),
        Flag::both(b'T', "mesg"),
        Flag::long("message"),
        Flag::both(b'p', "process"),
        Flag::both(b'r', "runlevel"),
        Flag::both(b's', "short"),
        Flag::both(b't', "time"),
        Flag::both(b'u', "users"),
        Flag::VERSION,
        Flag::long("writable"),
    ]),
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// Reads files in somebody's home.
fn read_plan<'a>(_: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.add(Kind::Read, Target::Unknown, Extent::Flat, span);
}

#[cfg(test)]
mod tests {
    use crate::testing::{assert_allowed, assert_effects, tell};

    #[test]
    fn what_the_machine_keeps_is_printed() {
        assert_effects("who -a", &[]);
        assert_effects("who notes", &["read notes"]);
        assert_effects("uptime -p", &[]);
        assert_effects("pinky somebody", &[]);
        assert_allowed("users");
        assert_allowed("who -uH");
    }

    #[test]
    fn homes_and_names_of_hosts_are_something_else() {
        assert_effects("pinky -l somebody", &["read ?"]);
        assert_effects("who --lookup", &["connect (name server)"]);
        assert!(!tell("pinky --look").harmless);
    }
}
