//! `sysctl`. A name with `=` and a value is changed, without it is printed; files of such lines may be loaded.

use crate::{
    argument::{Span, Text},
    model::{Always, Flag, Form, Grammar, Marks, PathRole, Reader, Role, Spec, Tool, Value},
    report::{Extent, Kind, Report, Rule, Target},
};

/// `sysctl`.
pub(super) static TOOL: Tool = Tool {
    names: &["sysctl"],
    summary: native!("shows or changes settings of the kernel"),
    grammar: Grammar::Options(&SPEC),
};

const LOADS: Marks = Marks::own(0);
const CHANGES: &[Always] = &[Always::flat(Kind::System, "(kernel settings)")];

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'A'),
        Flag::letter(b'X'),
        Flag::letter(b'f')
            .attached(Value::Path(PathRole::INPUT))
            .does(CHANGES)
            .states(LOADS),
        Flag::letter(b'o'),
        Flag::letter(b'x'),
        Flag::letter(b'd'),
        Flag::both(b'a', "all"),
        Flag::both(b'b', "binary"),
        Flag::long("deprecated"),
        Flag::long("dry-run"),
        Flag::both(b'h', "help"),
        Flag::both(b'e', "ignore"),
        Flag::both(b'p', "load")
            .attached(Value::Path(PathRole::INPUT))
            .does(CHANGES)
            .states(LOADS),
        Flag::both(b'N', "names"),
        Flag::both(b'r', "pattern").value(Value::Text),
        Flag::both(b'q', "quiet"),
        Flag::long("system").does(CHANGES),
        Flag::both(b'n', "values"),
        Flag::both(b'V', "version"),
        Flag::both(b'w', "write").does(CHANGES),
    ]),
    forms: &[
        Form::each(Role::Path(PathRole::INPUT)).when(LOADS),
        Form::each(Role::Own(SETTING)),
    ],
    ..Spec::GNU
};

const SETTING: Reader = read_setting;

fn read_setting<'a>(setting: Text<'a>, span: Span, report: &mut Report<'a>) {
    match setting {
        Text::Certain(text) => {
            if let Some((name, _)) = text.split_once('=') {
                report.add(Kind::System, Target::Exact(name), Extent::Flat, span);
            }
        }
        Text::Dynamic(_) => report.unknown(Rule::DynamicValue, setting, span),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_allowed, assert_effects, assert_unknown, tell};

    #[test]
    fn settings_are_shown() {
        for command in [
            "sysctl -a",
            "sysctl -n kernel.hostname",
            "sysctl vm.swappiness",
            "sysctl -ar 'net.*'",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn settings_are_changed() {
        assert_effects("sysctl vm.swappiness=1", &["system vm.swappiness"]);
        assert_effects("sysctl -p file", &["system (kernel settings)", "read file"]);
        for command in [
            "sysctl -w a=b",
            "sysctl -w a",
            "sysctl a=b",
            "sysctl --system",
            "sysctl -nw a=b",
            "sysctl -f",
            "sysctl --lo",
        ] {
            let told = tell(command);
            assert!(
                !told.harmless && told.rules.is_empty(),
                "{command}: {told:?}"
            );
        }
        assert_unknown("sysctl ./$x", Rule::DynamicOption);
        assert_unknown("sysctl -- \"$x\"", Rule::DynamicValue);
    }
}
