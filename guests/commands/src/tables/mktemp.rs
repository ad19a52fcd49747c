//! `mktemp`. It makes a file or directory, among the temporary ones unless it is told where; with `-u` it only prints a
//! name.

use crate::{
    argument::{Span, Text},
    model::{Always, Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Extent, Kind, Report, Target},
};

/// Nothing is made.
const DRY: Marks = Marks::own(0);
/// A flag has said in which directory it is made.
const PLACED: Marks = Marks::own(1);

const INTO: PathRole = PathRole::of(Kind::Create, Depth::Deep);
/// What it makes by itself.
const TEMPORARY: &[Always] = &[Always::flat(Kind::Create, "/tmp/tmp.XXXXXXXXXX")];

/// `mktemp`.
pub(super) static TOOL: Tool = Tool {
    names: &["mktemp"],
    summary: native!("makes a temporary file"),
    grammar: Grammar::Options(&TOOL_SPEC),
};

static TOOL_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'p').value(Value::Path(INTO)).states(PLACED),
        Flag::letter(b't').states(PLACED).does(TEMPORARY),
        Flag::letter(b'V'),
        Flag::both(b'd', "directory"),
        Flag::both(b'u', "dry-run").states(DRY),
        Flag::HELP,
        Flag::both(b'q', "quiet"),
        Flag::long("suffix").value(Value::Text),
        Flag::long("tmpdir")
            .attached(Value::Path(INTO))
            .states(PLACED)
            .does(TEMPORARY),
        Flag::VERSION,
    ]),
    forms: &[
        Form::each(Role::Text).when(DRY),
        Form::each(Role::Text).when(PLACED),
        Form::each(Role::Own(make)).when(Marks::OPERANDS),
        Form::each(Role::Refused).does(TEMPORARY),
    ],
    ..Spec::GNU
};

/// Makes a file whose name begins as the template does.
fn make<'a>(template: Text<'a>, span: Span, report: &mut Report<'a>) {
    let target = template.certain().map_or(Target::Unknown, |template| {
        let end = template.rfind("XXX").unwrap_or(template.len());
        let start = template.get(..end).unwrap_or(template);
        Target::Below(start.trim_end_matches('X'))
    });
    report.add(Kind::Create, target, Extent::Flat, span);
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn what_is_made_is_named() {
        for (command, effect) in [
            ("mktemp", "create /tmp/tmp.XXXXXXXXXX"),
            ("mktemp -d", "create /tmp/tmp.XXXXXXXXXX"),
            ("mktemp -t x.XXXXXX", "create /tmp/tmp.XXXXXXXXXX"),
            ("mktemp -p dir x.XXXXXX", "create dir deep"),
            ("mktemp -d build/x.XXXXXXXX", "create build/x.…"),
            ("mktemp XXXX.txt", "create …"),
            ("mktemp -- \"$x\"", "create ?"),
        ] {
            let told = tell(command);
            assert!(
                !told.harmless && told.effects.contains(&effect.to_owned()),
                "{told:?}"
            );
        }
    }

    #[test]
    fn a_dry_run_prints_a_name() {
        assert_effects("mktemp -u x.XXXX", &[]);
        assert_allowed("mktemp -du");
        assert_unknown("mktemp -x", Rule::UnknownFlag);
    }
}
