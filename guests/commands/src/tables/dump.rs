//! `od` and `hexdump`: bytes of files as numbers. `hexdump -f` reads its format from a file.

use crate::model::{AnyFlag, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value};

/// `od`.
pub(super) static OD: Tool = Tool {
    names: &["od"],
    summary: native!("prints bytes as numbers"),
    grammar: Grammar::Options(&OD_SPEC),
};

static OD_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'a'),
        Flag::letter(b'b'),
        Flag::letter(b'B'),
        Flag::letter(b'c'),
        Flag::letter(b'd'),
        Flag::letter(b'D'),
        Flag::letter(b'e'),
        Flag::letter(b'f'),
        Flag::letter(b'F'),
        Flag::letter(b'h'),
        Flag::letter(b'H'),
        Flag::letter(b'i'),
        Flag::letter(b'I'),
        Flag::letter(b'l'),
        Flag::letter(b'L'),
        Flag::letter(b'o'),
        Flag::letter(b'O'),
        Flag::letter(b's'),
        Flag::letter(b'S').value(Value::Number),
        Flag::letter(b'x'),
        Flag::letter(b'X'),
        Flag::both(b'A', "address-radix").value(Value::Text),
        Flag::long("endian").value(Value::Text),
        Flag::both(b't', "format").value(Value::Text),
        Flag::HELP,
        Flag::both(b'v', "output-duplicates"),
        Flag::both(b'N', "read-bytes").value(Value::Number),
        Flag::both(b'j', "skip-bytes").value(Value::Number),
        Flag::long("strings").attached(Value::Number),
        Flag::long("traditional"),
        Flag::VERSION,
        Flag::both(b'w', "width").attached(Value::Number),
    ]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `hexdump`, `hd`.
pub(super) static HEXDUMP: Tool = Tool {
    names: &["hexdump", "hd"],
    summary: native!("prints bytes as numbers"),
    grammar: Grammar::Options(&HEXDUMP_SPEC),
};

static HEXDUMP_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'C', "canonical"),
        Flag::both(b'L', "color").attached(Value::Text),
        Flag::both(b'e', "format").value(Value::Text),
        Flag::both(b'f', "format-file").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'h', "help"),
        Flag::both(b'n', "length").value(Value::Number),
        Flag::both(b'v', "no-squeezing"),
        Flag::both(b'c', "one-byte-char"),
        Flag::both(b'b', "one-byte-octal"),
        Flag::both(b's', "skip").value(Value::Number),
        Flag::both(b'd', "two-bytes-decimal"),
        Flag::both(b'x', "two-bytes-hex"),
        Flag::both(b'o', "two-bytes-octal"),
        Flag::both(b'V', "version"),
    ]),
    any_flag: AnyFlag::Reads,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn files_are_read() {
        assert_effects("od -An -tx1 -N16 notes", &["read notes"]);
        assert_effects("od -c *", &["read ./…"]);
        assert_effects("od -w8 -S 4 notes", &["read notes"]);
        assert_effects("hexdump -C -n 64 notes", &["read notes"]);
        assert_effects("hd -f format notes", &["read format", "read notes"]);
        assert_effects(
            "hexdump -C *",
            &["read ? deep links if an option", "read ./…"],
        );
        assert_allowed("hexdump -ve '1/1 \"%02x\"'");
    }

    #[test]
    fn other_flags_are_unknown() {
        assert_unknown("od -z notes", Rule::UnknownFlag);
        assert_unknown("hexdump --two-bytes notes", Rule::AmbiguousFlag);
    }
}
