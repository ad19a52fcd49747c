//! `ss`. It asks the kernel over netlink. `-K` closes sockets, `-D` writes, `-F` reads; a filter may name hosts, so
//! it is harmless only without a network; `-r` looks names up by services of this machine, too. `-N` enters another name space and mounts there: not
//! described.

use crate::{
    model::{Always, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::{Condition, Kind},
};

/// `ss`.
pub(super) static TOOL: Tool = Tool {
    names: &["ss"],
    summary: native!("shows sockets"),
    grammar: Grammar::Options(&SPEC),
};

const ASKS: &[Always] = &[Always::flat(Kind::Connect, "(name services)")];
const CLOSES: &[Always] = &[Always::flat(Kind::Process, "(sockets)")];

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'Q'),
        Flag::both(b'a', "all"),
        Flag::both(b'B', "bound-inactive"),
        Flag::both(b'b', "bpf"),
        Flag::long("cgroup"),
        Flag::both(b'Z', "context"),
        Flag::both(b'z', "contexts"),
        Flag::both(b'd', "dccp"),
        Flag::both(b'D', "diag").value(Value::Path(PathRole::OUTPUT)),
        Flag::both(b'E', "events"),
        Flag::both(b'e', "extended"),
        Flag::both(b'f', "family").value(Value::Text),
        Flag::both(b'F', "filter").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'h', "help"),
        Flag::long("inet-sockopt"),
        Flag::both(b'i', "info"),
        Flag::both(b'4', "ipv4"),
        Flag::both(b'6', "ipv6"),
        Flag::both(b'K', "kill").does(CLOSES),
        Flag::both(b'l', "listening"),
        Flag::both(b'm', "memory"),
        Flag::both(b'M', "mptcp"),
        Flag::both(b'H', "no-header"),
        Flag::long("no-queues"),
        Flag::both(b'n', "numeric"),
        Flag::both(b'O', "oneline"),
        Flag::both(b'o', "options"),
        Flag::both(b'0', "packet"),
        Flag::both(b'p', "processes"),
        Flag::both(b'A', "query").value(Value::Text),
        Flag::both(b'w', "raw"),
        Flag::both(b'r', "resolve").does(ASKS),
        Flag::both(b'S', "sctp"),
        Flag::long("socket").value(Value::Text),
        Flag::both(b's', "summary"),
        Flag::both(b't', "tcp"),
        Flag::both(b'T', "threads"),
        Flag::long("tipc"),
        Flag::long("tipcinfo"),
        Flag::long("tos"),
        Flag::both(b'u', "udp"),
        Flag::both(b'x', "unix"),
        Flag::both(b'V', "version"),
        Flag::long("vsock"),
        Flag::long("xdp"),
    ]),
    forms: &[Form::each(Role::Text)],
    conditions: &[Condition::NoNetwork],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn sockets_are_shown() {
        for command in [
            "ss -tulpn",
            "ss -tan state established '( dport = :443 )'",
            "ss -s",
            "ss -ltnp 'sport = :3000'",
            "ss -F filter",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn closing_and_dumping_are_effects() {
        assert_effects("ss -K dst 10.0.0.1", &["process (sockets)"]);
        assert_effects("ss -tK", &["process (sockets)"]);
        assert_effects("ss --ki", &["process (sockets)"]);
        assert_effects("ss -D out", &["write out"]);
        assert_effects("ss --diag=out -F in", &["write out", "read in"]);
        for command in ["ss -K", "ss -tK", "ss -Dout", "ss --kill"] {
            assert!(!tell(command).harmless, "{command}");
        }
        assert_unknown("ss -N blue", Rule::UnknownFlag);
        assert_unknown("ss *", Rule::DynamicOption);
    }
}
