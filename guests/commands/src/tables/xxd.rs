//! `xxd`. A second operand is written, with and without `-r`.
//!
//! Only the first letter of an option counts, and a word that begins with one is that option; so nothing may be joined
//! to a letter but its value.

use crate::{
    model::{
        Abbreviations, Clusters, Dashes, Flag, Form, Grammar, Order, PathRole, Role, Spec, Tool,
        Value,
    },
    report::Kind,
};

/// `xxd`.
pub(super) static TOOL: Tool = Tool {
    names: &["xxd"],
    summary: native!("prints bytes as numbers, and makes bytes of numbers"),
    grammar: Grammar::Options(&SPEC),
};

const OUT: PathRole = PathRole {
    kind: Kind::Write,
    ..PathRole::INPUT
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'C'),
        Flag::letter(b'E'),
        Flag::letter(b'R').value(Value::Text),
        Flag::letter(b'a'),
        Flag::letter(b'b'),
        Flag::letter(b'c').value(Value::Text),
        Flag::letter(b'd'),
        Flag::letter(b'e'),
        Flag::letter(b'g').value(Value::Text),
        Flag::letter(b'h'),
        Flag::letter(b'i'),
        Flag::letter(b'l').value(Value::Text),
        Flag::letter(b'n').value(Value::Text),
        Flag::letter(b'o').value(Value::Text),
        Flag::letter(b'p'),
        Flag::letter(b'r'),
        Flag::letter(b's').value(Value::Text),
        Flag::letter(b'u'),
        Flag::letter(b'v'),
        Flag::long("cols").values(&[Value::Text]),
        Flag::long("help"),
        Flag::long("len").values(&[Value::Text]),
        Flag::long("plain"),
        Flag::long("ps"),
        Flag::long("revert"),
        Flag::long("seek").values(&[Value::Text]),
        Flag::long("version"),
    ]),
    abbreviations: Abbreviations::Refused,
    dashes: Dashes::OneOrTwo,
    clusters: Clusters::Refused,
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Refused).first(&[Role::Path(PathRole::INPUT), Role::Path(OUT)])],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn printing_bytes_is_harmless() {
        assert_effects("xxd f", &["read f"]);
        for command in [
            "xxd -l 64 f",
            "xxd -s 0x10 -c8 -g 1 f",
            "xxd -p f",
            "xxd -ps f",
            "xxd -i f -",
            "xxd -r -p",
            "xxd -r f -",
            "xxd",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn the_second_operand_is_written() {
        assert_effects("xxd -r a b", &["read a", "write b"]);
        assert_effects("xxd a b", &["read a", "write b"]);
        assert_effects("xxd -p -r - b", &["write b"]);
        for command in [
            "xxd -r dump.hex out.bin",
            "xxd -rp a b",
            "xxd -groupsize 4 f",
            "xxd -c 8 -- a b",
            "xxd f -r",
            "xxd src/*",
            "xxd a \"$x\"",
            "xxd -c $x a",
            "xxd *",
        ] {
            assert!(!tell(command).harmless, "{command}");
        }
        assert_unknown("xxd a b c", Rule::UnexpectedOperand);
    }
}
