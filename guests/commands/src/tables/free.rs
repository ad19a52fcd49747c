//! What shows the load of the machine: `free`, `vmstat`, `iostat`, `mpstat`. They read what the kernel tells, name no
//! file, and run until they have printed as often as they were told.

use crate::model::{Digits, Flag, Form, Grammar, Role, Spec, Tool, Value};

/// `free`.
pub(super) static FREE: Tool = Tool {
    names: &["free"],
    summary: native!("shows how much memory is used"),
    grammar: Grammar::Options(&FREE_SPEC),
};

/// `vmstat`.
pub(super) static VMSTAT: Tool = Tool {
    names: &["vmstat"],
    summary: native!("shows memory, swapping and disks"),
    grammar: Grammar::Options(&VMSTAT_SPEC),
};

/// `iostat`.
pub(super) static IOSTAT: Tool = Tool {
    names: &["iostat"],
    summary: native!("shows what disks do"),
    grammar: Grammar::Options(&IOSTAT_SPEC),
};

/// `mpstat`.
pub(super) static MPSTAT: Tool = Tool {
    names: &["mpstat"],
    summary: native!("shows what processors do"),
    grammar: Grammar::Options(&MPSTAT_SPEC),
};

static FREE_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'b', "bytes"),
        Flag::both(b'v', "committed"),
        Flag::both(b'c', "count").value(Value::Number),
        Flag::both(b'g', "gibi"),
        Flag::long("giga"),
        Flag::HELP,
        Flag::both(b'h', "human"),
        Flag::both(b'k', "kibi"),
        Flag::long("kilo"),
        Flag::both(b'L', "line"),
        Flag::both(b'l', "lohi"),
        Flag::both(b'm', "mebi"),
        Flag::long("mega"),
        Flag::long("pebi"),
        Flag::long("peta"),
        Flag::both(b's', "seconds").value(Value::Number),
        Flag::long("si"),
        Flag::long("tebi"),
        Flag::long("tera"),
        Flag::both(b't', "total"),
        Flag::both(b'V', "version"),
        Flag::both(b'w', "wide"),
    ]),
    ..Spec::GNU
};

/// Operands are an interval and a count.
static VMSTAT_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "active"),
        Flag::both(b'd', "disk"),
        Flag::both(b'D', "disk-sum"),
        Flag::both(b'f', "forks"),
        Flag::both(b'h', "help"),
        Flag::both(b'y', "no-first"),
        Flag::both(b'n', "one-header"),
        Flag::both(b'p', "partition").value(Value::Text),
        Flag::both(b'm', "slabs"),
        Flag::both(b's', "stats"),
        Flag::both(b't', "timestamp"),
        Flag::both(b'S', "unit").value(Value::Text),
        Flag::both(b'V', "version"),
        Flag::both(b'w', "wide"),
    ]),
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

/// Operands are names of devices, an interval and a count. `-f` and `+f` lead to another tree of the kernel's files
/// and are not described.
static IOSTAT_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'c'),
        Flag::letter(b'd'),
        Flag::letter(b'h'),
        Flag::letter(b'H'),
        Flag::letter(b'j').value(Value::Text),
        Flag::letter(b'k'),
        Flag::letter(b'm'),
        Flag::letter(b'N'),
        Flag::letter(b'o').value(Value::Text),
        Flag::letter(b's'),
        Flag::letter(b't'),
        Flag::letter(b'V'),
        Flag::letter(b'x'),
        Flag::letter(b'y'),
        Flag::letter(b'z'),
        Flag::letter(b'g').value(Value::Text),
        Flag::long("compact"),
        Flag::long("dec").value(Value::Number),
        Flag::long("human"),
        Flag::long("pretty"),
        Flag::VERSION,
    ]),
    digits: Digits::Refused,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

/// Operands are an interval and a count.
static MPSTAT_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'A'),
        Flag::letter(b'n'),
        Flag::letter(b'T'),
        Flag::letter(b'u'),
        Flag::letter(b'V'),
        Flag::letter(b'I').value(Value::Text),
        Flag::letter(b'N').value(Value::Text),
        Flag::letter(b'P').value(Value::Text),
        Flag::letter(b'o').value(Value::Text),
        Flag::long("dec").value(Value::Number),
        Flag::VERSION,
    ]),
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_unknown},
    };

    #[test]
    fn the_load_is_shown() {
        for command in [
            "free -h",
            "free -m",
            "free -s 1 -c 3",
            "vmstat 1 5",
            "vmstat -s",
            "iostat -xz 1 3",
            "mpstat -P ALL 1 1",
        ] {
            assert_allowed(command);
        }
        assert_unknown("free extra", Rule::UnexpectedOperand);
        assert_unknown("iostat -f dir", Rule::UnknownFlag);
    }
}
