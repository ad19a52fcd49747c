//! Devices and modules: `lspci`, `lsusb`, `lsmod`, `modinfo`.
//!
//! What sends something to devices (`lsusb -v`, `lspci -M`, `-x`, `-H`) or asks the network (`lspci -q`) is not
//! described.

use crate::{
    model::{Depth, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::Kind,
};

/// `lspci`.
pub(super) static LSPCI: Tool = Tool {
    names: &["lspci"],
    summary: native!("lists devices on the bus"),
    grammar: Grammar::Options(&LSPCI_SPEC),
};

/// `lsusb`.
pub(super) static LSUSB: Tool = Tool {
    names: &["lsusb"],
    summary: native!("lists devices on the outer bus"),
    grammar: Grammar::Options(&LSUSB_SPEC),
};

/// `lsmod`.
pub(super) static LSMOD: Tool = Tool {
    names: &["lsmod"],
    summary: native!("lists modules of the kernel"),
    grammar: Grammar::Text,
};

/// `modinfo`.
pub(super) static MODINFO: Tool = Tool {
    names: &["modinfo"],
    summary: native!("shows what a module of the kernel is"),
    grammar: Grammar::Options(&MODINFO_SPEC),
};

static LSPCI_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'm'),
        Flag::letter(b't'),
        Flag::letter(b'v'),
        Flag::letter(b'k'),
        Flag::letter(b'b'),
        Flag::letter(b'D'),
        Flag::letter(b'P'),
        Flag::letter(b'n'),
        Flag::letter(b's').value(Value::Text),
        Flag::letter(b'd').value(Value::Text),
        Flag::letter(b'i').value(Value::Path(PathRole::INPUT)),
        Flag::letter(b'p').value(Value::Path(PathRole::INPUT)),
        Flag::letter(b'F').value(Value::Path(PathRole::INPUT)),
        Flag::VERSION,
    ]),
    ..Spec::GNU
};

static LSUSB_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b's').value(Value::Text),
        Flag::letter(b'd').value(Value::Text),
        Flag::both(b'h', "help"),
        Flag::both(b't', "tree"),
        Flag::both(b'V', "version"),
    ]),
    ..Spec::GNU
};

/// An operand is the name of a module, or a file.
static MODINFO_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "author"),
        Flag::both(b'b', "basedir").value(BASE),
        Flag::both(b'd', "description"),
        Flag::both(b'F', "field").value(Value::Text),
        Flag::both(b'n', "filename"),
        Flag::both(b'h', "help"),
        Flag::both(b'l', "license"),
        Flag::both(b'm', "modname"),
        Flag::both(b'0', "null"),
        Flag::both(b'p', "parameters"),
        Flag::both(b'k', "set-version").value(Value::Text),
        Flag::both(b'V', "version"),
    ]),
    forms: &[Form::each(Role::Path(PathRole::of(
        Kind::Read,
        Depth::Flat,
    )))],
    ..Spec::GNU
};

const BASE: Value = Value::Path(PathRole::of(Kind::Read, Depth::Deep));

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_unknown},
    };

    #[test]
    fn devices_are_listed() {
        for command in [
            "lspci -nnk",
            "lspci -vmm -s 00:02.0",
            "lsusb -t",
            "lsmod",
            "modinfo -F version ext4",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn devices_are_not_talked_to() {
        for command in [
            "lspci -M",
            "lspci -q",
            "lspci -xxx",
            "lspci -H1",
            "lspci -A x",
            "lspci -O a=b",
            "lsusb -v",
            "lsusb -D x",
        ] {
            assert_unknown(command, Rule::UnknownFlag);
        }
    }
}
