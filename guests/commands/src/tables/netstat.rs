//! The old tools of the network: `netstat`, `route`, `arp`, `ifconfig`, `iptables`.
//!
//! `netstat` and `route` print files of the kernel; they look names up unless told not to, so they are harmless only
//! without a network. Interfaces are asked about through an internet socket, which harmless commands have none of:
//! `ifconfig`, `arp` and `netstat -i` are never harmless.

use crate::{
    model::{Always, Flag, Form, Grammar, Marks, Role, Spec, Tool, Value},
    report::{Condition, Kind, Stance},
};

/// `netstat`.
pub(super) static NETSTAT: Tool = Tool {
    names: &["netstat"],
    summary: native!("shows sockets and routes"),
    grammar: Grammar::Options(&NETSTAT_SPEC),
};

/// `route`.
pub(super) static ROUTE: Tool = Tool {
    names: &["route"],
    summary: native!("shows or changes routes"),
    grammar: Grammar::Options(&ROUTE_SPEC),
};

/// `arp`.
pub(super) static ARP: Tool = Tool {
    names: &["arp"],
    summary: native!("shows or changes neighbours"),
    grammar: Grammar::Options(&ARP_SPEC),
};

/// `ifconfig`.
pub(super) static IFCONFIG: Tool = Tool {
    names: &["ifconfig"],
    summary: native!("shows or changes interfaces"),
    grammar: Grammar::Options(&IFCONFIG_SPEC),
};

/// `iptables` and its kin.
pub(super) static IPTABLES: Tool = Tool {
    names: &["iptables", "ip6tables", "nft", "ufw"],
    summary: native!("shows or changes what the network lets through"),
    grammar: Grammar::Options(&IPTABLES_SPEC),
};

const CHANGES: &[Always] = &[Always::flat(Kind::System, "(network)")];

/// On some systems a protocol follows `-p`, so there may be operands.
static NETSTAT_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'L'),
        Flag::letter(b'b'),
        Flag::both(b'a', "all"),
        Flag::both(b'C', "cache"),
        Flag::both(b'Z', "context"),
        Flag::both(b'c', "continuous"),
        Flag::both(b'e', "extend"),
        Flag::both(b'F', "fib"),
        Flag::both(b'g', "groups"),
        Flag::both(b'h', "help"),
        Flag::both(b'4', "inet"),
        Flag::both(b'6', "inet6"),
        Flag::both(b'l', "listening"),
        Flag::both(b'n', "numeric"),
        Flag::long("numeric-hosts"),
        Flag::long("numeric-ports"),
        Flag::long("numeric-users"),
        Flag::both(b'p', "programs"),
        Flag::both(b'w', "raw"),
        Flag::both(b'r', "route"),
        Flag::both(b'S', "sctp"),
        Flag::both(b's', "statistics"),
        Flag::both(b'N', "symbolic"),
        Flag::both(b't', "tcp"),
        Flag::both(b'o', "timers"),
        Flag::both(b'u', "udp"),
        Flag::both(b'U', "udplite"),
        Flag::both(b'x', "unix"),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
        Flag::both(b'W', "wide"),
    ]),
    forms: &[Form::each(Role::Text)],
    conditions: &[Condition::NoNetwork],
    ..Spec::GNU
};

static ROUTE_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'A').value(Value::Text),
        Flag::both(b'C', "cache"),
        Flag::both(b'e', "extend"),
        Flag::both(b'F', "fib"),
        Flag::both(b'h', "help"),
        Flag::both(b'4', "inet"),
        Flag::both(b'6', "inet6"),
        Flag::both(b'n', "numeric"),
        Flag::both(b'N', "symbolic"),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
    ]),
    forms: &[
        Form::each(Role::Text).when(Marks::OPERANDS).does(CHANGES),
        Form::each(Role::Text),
    ],
    conditions: &[Condition::NoNetwork],
    ..Spec::GNU
};

static ARP_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'a'),
        Flag::letter(b'e'),
        Flag::letter(b'A').value(Value::Text),
        Flag::both(b'd', "delete").does(CHANGES),
        Flag::both(b'i', "device").value(Value::Text),
        Flag::both(b'f', "file").does(CHANGES),
        Flag::both(b'h', "help"),
        Flag::both(b'H', "hw-type").value(Value::Text),
        Flag::both(b'n', "numeric"),
        Flag::both(b'p', "protocol").value(Value::Text),
        Flag::both(b's', "set").does(CHANGES),
        Flag::both(b'D', "use-device").does(CHANGES),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
    ]),
    forms: &[Form::each(Role::Text)],
    stance: Stance::Changer,
    ..Spec::GNU
};

/// What follows the name of an interface changes it.
static IFCONFIG_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'a'),
        Flag::letter(b'v'),
        Flag::letter(b's'),
        Flag::both(b'h', "help"),
        Flag::both(b'V', "version"),
    ]),
    forms: &[Form::each(Role::Thing(Kind::System)).first(&[Role::Text])],
    stance: Stance::Changer,
    ..Spec::GNU
};

/// No flag is described.
static IPTABLES_SPEC: Spec = Spec {
    forms: &[Form::each(Role::Text).does(CHANGES)],
    stance: Stance::Changer,
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn sockets_and_routes_are_shown() {
        for command in [
            "netstat -tulpn",
            "netstat -an",
            "netstat -rn",
            "netstat -p tcp",
            "route -n",
            "route",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn the_network_is_changed() {
        assert_effects("route add default gw 10.0.0.1", &["system (network)"]);
        assert_effects("arp -d x", &["system (network)"]);
        assert_effects("ifconfig eth0 down", &["system down"]);
        for command in [
            "route add default gw 10.0.0.1",
            "arp -n",
            "arp -d x",
            "ifconfig",
            "ifconfig eth0 down",
            "iptables -L",
        ] {
            assert!(!tell(command).harmless, "{command}");
        }
        assert_unknown("netstat -i", Rule::UnknownFlag);
    }
}
