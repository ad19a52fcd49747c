//! What sends packets to a host: `ping`, `tracepath`, `traceroute`.

use crate::{
    model::{Flag, Form, Grammar, Role, Spec, Tool, Value},
    report::{Kind, Stance},
};

/// `ping`.
pub(super) static PING: Tool = Tool {
    names: &["ping", "ping4", "ping6"],
    summary: native!("asks hosts whether they are there"),
    grammar: Grammar::Options(&PING_SPEC),
};

/// `traceroute` and `tracepath`.
pub(super) static TRACEROUTE: Tool = Tool {
    names: &["traceroute", "tracepath", "traceroute6"],
    summary: native!("shows the way to a host"),
    grammar: Grammar::Options(&TRACEROUTE_SPEC),
};

static PING_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'a'),
        Flag::letter(b'A'),
        Flag::letter(b'B'),
        Flag::letter(b'c').value(Value::Number),
        Flag::letter(b'C'),
        Flag::letter(b'D'),
        Flag::letter(b'd'),
        Flag::letter(b'e').value(Value::Text),
        Flag::letter(b'f'),
        Flag::letter(b'h'),
        Flag::letter(b'I').value(Value::Text),
        Flag::letter(b'i').value(Value::Number),
        Flag::letter(b'L'),
        Flag::letter(b'l').value(Value::Number),
        Flag::letter(b'm').value(Value::Text),
        Flag::letter(b'M').value(Value::Text),
        Flag::letter(b'n'),
        Flag::letter(b'O'),
        Flag::letter(b'o'),
        Flag::letter(b'p').value(Value::Text),
        Flag::letter(b'q'),
        Flag::letter(b'Q').value(Value::Text),
        Flag::letter(b's').value(Value::Number),
        Flag::letter(b'S').value(Value::Text),
        Flag::letter(b't').value(Value::Number),
        Flag::letter(b'U'),
        Flag::letter(b'v'),
        Flag::letter(b'V'),
        Flag::letter(b'w').value(Value::Number),
        Flag::letter(b'W').value(Value::Number),
        Flag::letter(b'4'),
        Flag::letter(b'b'),
        Flag::letter(b'R'),
        Flag::letter(b'r'),
        Flag::letter(b'T').value(Value::Text),
        Flag::letter(b'6'),
        Flag::letter(b'F').value(Value::Text),
        Flag::letter(b'N').value(Value::Text),
        Flag::letter(b'H'),
        Flag::HELP,
    ]),
    stance: Stance::Changer,
    forms: &[Form::each(Role::Thing(Kind::Connect))],
    ..Spec::GNU
};

static TRACEROUTE_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'4'),
        Flag::letter(b'6'),
        Flag::letter(b'n'),
        Flag::letter(b'b'),
        Flag::letter(b'r'),
        Flag::both(b'A', "as-path-lookups"),
        Flag::long("back"),
        Flag::both(b'D', "dccp"),
        Flag::both(b'd', "debug"),
        Flag::both(b'F', "dont-fragment"),
        Flag::both(b'e', "extensions"),
        Flag::both(b'f', "first").value(Value::Number),
        Flag::both(b'l', "flowlabel").value(Value::Number),
        Flag::long("fwmark").value(Value::Number),
        Flag::both(b'g', "gateway").value(Value::Thing(Kind::Connect)),
        Flag::HELP,
        Flag::both(b'I', "icmp"),
        Flag::both(b'i', "interface").value(Value::Text),
        Flag::both(b'm', "max-hops").value(Value::Number),
        Flag::long("mtu"),
        Flag::both(b'p', "port").value(Value::Text),
        Flag::both(b'P', "protocol").value(Value::Text),
        Flag::both(b'q', "queries").value(Value::Number),
        Flag::both(b'z', "sendwait").value(Value::Text),
        Flag::both(b'N', "sim-queries").value(Value::Number),
        Flag::both(b's', "source").value(Value::Text),
        Flag::long("sport").value(Value::Number),
        Flag::both(b'T', "tcp"),
        Flag::both(b't', "tos").value(Value::Number),
        Flag::both(b'U', "udp"),
        Flag::both(b'V', "version"),
        Flag::both(b'w', "wait").value(Value::Text),
    ]),
    stance: Stance::Changer,
    forms: &[Form::each(Role::Text).first(&[Role::Thing(Kind::Connect)])],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown},
    };

    #[test]
    fn hosts_are_told() {
        assert_effects("ping -c 1 x.example", &["connect x.example"]);
        assert_effects("ping -c1 -W 2 $x", &["unknown ?", "connect ?"]);
        assert_effects("traceroute -n x.example 60", &["connect x.example"]);
        assert_unknown("traceroute -M ./x y", Rule::UnknownFlag);
    }
}
