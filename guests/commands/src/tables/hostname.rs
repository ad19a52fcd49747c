//! `hostname`. An operand, `-F` and `-b` set the name. What it looks up is only the machine's own name.

use crate::{
    model::{Always, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::Kind,
};

const SETS: &[Always] = &[Always::flat(Kind::System, "hostname")];

/// `hostname`.
pub(super) static TOOL: Tool = Tool {
    names: &["hostname"],
    summary: native!("prints the name of the machine; sets it"),
    grammar: Grammar::Options(&TOOL_SPEC),
};

static TOOL_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "alias"),
        Flag::both(b'A', "all-fqdns"),
        Flag::both(b'I', "all-ip-addresses"),
        Flag::both(b'b', "boot").does(SETS),
        Flag::both(b'd', "domain"),
        Flag::both(b'F', "file")
            .value(Value::Path(PathRole::INPUT))
            .does(SETS),
        Flag::both(b'f', "fqdn"),
        Flag::both(b'h', "help"),
        Flag::both(b'i', "ip-address"),
        Flag::long("long"),
        Flag::long("nis"),
        Flag::long("node"),
        Flag::both(b's', "short"),
        Flag::both(b'V', "version"),
        Flag::both(b'y', "yp"),
    ]),
    forms: &[Form::each(Role::Thing(Kind::System))],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn the_name_is_printed() {
        for command in ["hostname", "hostname -f", "hostname -I", "hostname --short"] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
    }

    #[test]
    fn the_name_is_set() {
        assert_effects("hostname new", &["system new"]);
        assert_effects("hostname -F notes", &["system hostname", "read notes"]);
        assert_effects("hostname -b", &["system hostname"]);
        assert!(!tell("hostname new -s").harmless && !tell("hostname -Fnotes").harmless);
        assert_unknown("hostname $x", Rule::DynamicOption);
        assert_unknown("hostname -v", Rule::UnknownFlag);
    }
}
