//! What opens a connection and hands it to standard input and output: `nc`, `telnet`, `ftp`. Flags that run programs
//! (`-e`, `-c`) differ between the versions of `nc`, so they are not described; in `telnet` and `ftp` what is typed may
//! run programs and write files.

use crate::{
    model::{Always, Flag, Form, Grammar, Role, Spec, Tool, Value},
    report::{Kind, Stance},
};

/// `nc`.
pub(super) static NC: Tool = Tool {
    names: &["nc", "netcat"],
    summary: native!("connects, or waits for connections"),
    grammar: Grammar::Options(&NC_SPEC),
};

/// `telnet` and `ftp`.
pub(super) static TELNET: Tool = Tool {
    names: &["telnet", "ftp"],
    summary: native!("talks to a server"),
    grammar: Grammar::Options(&TELNET_SPEC),
};

/// `-l` waits for connections, `-U` is a socket among the files.
static NC_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'4'),
        Flag::letter(b'6'),
        Flag::letter(b'b'),
        Flag::letter(b'C'),
        Flag::letter(b'D'),
        Flag::letter(b'd'),
        Flag::letter(b'h'),
        Flag::letter(b'k'),
        Flag::letter(b'l').does(&[Always::flat(Kind::Connect, "(anybody)")]),
        Flag::letter(b'N'),
        Flag::letter(b'n'),
        Flag::letter(b'r'),
        Flag::letter(b'S'),
        Flag::letter(b't'),
        Flag::letter(b'U'),
        Flag::letter(b'u'),
        Flag::letter(b'v'),
        Flag::letter(b'Z'),
        Flag::letter(b'z'),
        Flag::letter(b'I').value(Value::Number),
        Flag::letter(b'i').value(Value::Text),
        Flag::letter(b'M').value(Value::Number),
        Flag::letter(b'm').value(Value::Number),
        Flag::letter(b'O').value(Value::Number),
        Flag::letter(b'P').value(Value::Text),
        Flag::letter(b'p').value(Value::Text),
        Flag::letter(b'q').value(Value::Number),
        Flag::letter(b's').value(Value::Text),
        Flag::letter(b'T').value(Value::Text),
        Flag::letter(b'V').value(Value::Text),
        Flag::letter(b'W').value(Value::Number),
        Flag::letter(b'w').value(Value::Text),
        Flag::letter(b'X').value(Value::Text),
        Flag::letter(b'x').value(Value::Thing(Kind::Connect)),
    ]),
    stance: Stance::Changer,
    forms: &[Form::each(Role::Text).first(&[Role::Thing(Kind::Connect)])],
    ..Spec::GNU
};

/// No flag is described.
static TELNET_SPEC: Spec = Spec {
    stance: Stance::Changer,
    forms: &[Form::each(Role::Text).first(&[Role::Thing(Kind::Connect)])],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown, tell},
    };

    #[test]
    fn hosts_are_told() {
        assert_effects("nc -zv x.example 443", &["connect x.example"]);
        assert_effects("nc -l 8080", &["connect (anybody)", "connect 8080"]);
        assert_effects("telnet x.example 25", &["connect x.example"]);
        for command in ["nc x 1", "nc -h", "telnet x", "ftp x", "telnet"] {
            assert!(!tell(command).harmless, "{command}");
        }
        assert_unknown("nc -e ./x y 1", Rule::UnknownFlag);
        assert_unknown("nc -c ./x y 1", Rule::UnknownFlag);
        assert_unknown("ftp -p x", Rule::UnknownFlag);
    }
}
