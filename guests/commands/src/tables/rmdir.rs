//! `rmdir`, `unlink`.

use crate::{
    argument::{Span, Text},
    model::{Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool},
    report::{Extent, Kind, Report, Stance, Target},
};

const PARENTS: Marks = Marks::own(0);
const DELETED: Role = Role::Path(PathRole::of(Kind::Delete, Depth::Flat));

/// `rmdir`.
pub(super) static RMDIR: Tool = Tool {
    names: &["rmdir"],
    summary: native!("removes empty directories"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::HELP,
        Flag::long("ignore-fail-on-non-empty"),
        Flag::both(b'p', "parents").states(PARENTS),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
    ]),
    stance: Stance::Changer,
    forms: &[
        Form::each(Role::Own(delete_with_parents)).when(PARENTS),
        Form::each(DELETED),
    ],
    ..Spec::GNU
};

/// Deletes a directory, and those that it names above it.
fn delete_with_parents<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.touch(Kind::Delete, path, Extent::Flat, span);
    let mut rest = path.certain().unwrap_or("").trim_end_matches('/');
    while let Some((parent, _)) = rest.rsplit_once('/') {
        rest = parent.trim_end_matches('/');
        if !rest.is_empty() {
            report.add(Kind::Delete, Target::Exact(rest), Extent::Flat, span);
        }
    }
}

/// `unlink`.
pub(super) static UNLINK: Tool = Tool {
    names: &["unlink"],
    summary: native!("removes a file"),
    grammar: Grammar::Options(&UNLINK_SPEC),
};

static UNLINK_SPEC: Spec = Spec {
    flags: flags!([Flag::HELP, Flag::VERSION]),
    stance: Stance::Changer,
    forms: &[Form::each(Role::Refused).first(&[DELETED])],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::testing::assert_effects;

    #[test]
    fn directories_are_deleted_and_those_above_if_asked_for() {
        assert_effects("rmdir a b/", &["delete a", "delete b/"]);
        assert_effects(
            "rmdir -p a//b/c/",
            &["delete a//b/c/", "delete a//b", "delete a"],
        );
        assert_effects("rmdir -p /a/b", &["delete /a/b", "delete /a"]);
        assert_effects("unlink a", &["delete a"]);
    }
}
