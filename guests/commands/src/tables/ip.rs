//! `ip`. An object and a command, both of which may be abbreviated; what shows is harmless, what else is there changes
//! the network of the machine. Which abbreviation means what is an order inside the tool (`ip link s` is `set`), so only
//! those are described that mean the same for every object. `-batch` and `exec` run, `-netns` enters a name space: not
//! described. Names are looked up at most over the network.

use crate::{
    argument::{Argument, Text},
    model::{Context, Grammar, Tool},
    report::{Condition, Extent, Kind, Report, Rule, Target},
};

/// `ip`.
pub(super) static TOOL: Tool = Tool {
    names: &["ip"],
    summary: native!("shows or changes addresses, links and routes"),
    grammar: Grammar::Own(describe),
};

/// Options without a value, after one dash or two.
const OPTIONS: [&str; 35] = [
    "0",
    "4",
    "6",
    "B",
    "M",
    "N",
    "Numeric",
    "V",
    "Version",
    "a",
    "all",
    "br",
    "bri",
    "brief",
    "c",
    "color",
    "d",
    "details",
    "echo",
    "h",
    "human",
    "human-readable",
    "iec",
    "j",
    "json",
    "o",
    "oneline",
    "p",
    "pretty",
    "r",
    "resolve",
    "s",
    "statistics",
    "t",
    "timestamp",
];
/// Options with a value.
const WITH_VALUE: [&str; 5] = ["f", "family", "l", "loops", "rc"];

/// Objects that can be shown, and the shortest beginning that means them.
const OBJECTS: [(&str, usize); 14] = [
    ("address", 1),
    ("link", 1),
    ("route", 1),
    ("neighbor", 1),
    ("neighbour", 1),
    ("rule", 2),
    ("maddress", 1),
    ("netns", 4),
    ("netconf", 5),
    ("nexthop", 3),
    ("ntable", 6),
    ("token", 2),
    ("tcp_metrics", 5),
    ("mroute", 2),
];
/// Commands that show, whatever the object is.
const SHOW: [&str; 8] = ["sh", "sho", "show", "lis", "list", "ls", "lst", "help"];

fn describe<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    report.conditions.push(Condition::NoNetwork);
    let mut rest = arguments;
    let object = loop {
        let Some((word, after)) = rest.split_first() else {
            // A page of help.
            return;
        };
        rest = after;
        let Text::Certain(text) = word.text else {
            return report.unknown(Rule::DynamicOption, word.text, word.span);
        };
        let Some(option) = text.strip_prefix('-') else {
            break word;
        };
        let option = option.strip_prefix('-').unwrap_or(option);
        let name = option.split_once('=').map_or(option, |(name, _)| name);
        if WITH_VALUE.contains(&name) {
            rest = rest.get(1..).unwrap_or(&[]);
        } else if !OPTIONS.contains(&name) {
            return report.unknown(Rule::UnknownFlag, word.text, word.span);
        }
    };
    describe_object(object, rest, context, report);
}

fn describe_object<'a>(
    object: &Argument<'a>,
    rest: &[Argument<'a>],
    context: Context,
    report: &mut Report<'a>,
) {
    let name = object.text.prefix();
    if name == "help" {
        return;
    }
    let is_known = OBJECTS
        .iter()
        .any(|(object, shortest)| object.starts_with(name) && name.len() >= *shortest);
    let Some((command, _)) = rest.split_first() else {
        if !is_known {
            report.unknown(Rule::UnknownSubcommand, object.text, object.span);
        }
        return;
    };
    let Text::Certain(verb) = command.text else {
        return report.unknown(Rule::DynamicValue, command.text, command.span);
    };
    let is_route = "route".starts_with(name);
    match verb {
        "exec" | "exe" | "ex" | "e" => {
            report.unknown(Rule::RunsCommand, command.text, command.span);
        }
        _ if is_known && SHOW.contains(&verb) => {}
        "get" if is_route && is_known => {}
        _ => {
            let target = Target::Thing("(network)");
            report.add(Kind::System, target, Extent::Flat, context.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_allowed, assert_effects, assert_unknown, tell};

    #[test]
    fn what_is_there_is_shown() {
        for command in [
            "ip a",
            "ip addr",
            "ip addr show dev eth0",
            "ip -br a",
            "ip -4 -o addr show",
            "ip --json link show",
            "ip -s link ls eth0",
            "ip r",
            "ip route show table all",
            "ip route get 1.1.1.1",
            "ip -6 ro",
            "ip n sh",
            "ip neigh",
            "ip ru",
            "ip netns list",
            "ip -f inet addr",
            "ip -color=always a",
            "ip -V",
            "ip",
        ] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
    }

    #[test]
    fn changes_are_effects() {
        for command in [
            "ip link set eth0 down",
            "ip l s eth0 up",
            "ip link s eth0 up",
            "ip addr add 10.0.0.1/8 dev eth0",
            "ip a f dev eth0",
            "ip route del default",
            "ip netns add x",
            "ip neigh flush all",
            "ip tuntap add tap0 mode tap",
            "ip addr restore",
        ] {
            assert_effects(command, &["system (network)"]);
            assert!(!tell(command).harmless, "{command}");
        }
    }

    #[test]
    fn what_runs_is_unknown() {
        assert_unknown("ip netns exec x id", Rule::RunsCommand);
        assert_unknown("ip vrf exec x id", Rule::RunsCommand);
        assert_unknown("ip -batch f", Rule::UnknownFlag);
        assert_unknown("ip -b f", Rule::UnknownFlag);
        assert_unknown("ip -n x a", Rule::UnknownFlag);
        assert_unknown("ip -force a", Rule::UnknownFlag);
        assert_unknown("ip \"$x\"", Rule::DynamicOption);
        assert_unknown("ip a \"$x\"", Rule::DynamicValue);
        assert_unknown("ip monitor", Rule::UnknownSubcommand);
    }
}
