//! `patch`. Without operands the patch itself says which files it changes, all of them below the directory it runs in:
//! names that lead out of it are refused. A patch may be a script for `ed`, which is run for it unless nothing is to
//! change.

use crate::{
    argument::{Span, Text},
    model::{Always, Dash, Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Extent, Kind, Report, Stance, Target},
};

const DRY: Marks = Marks::own(0);
const ELSEWHERE: Marks = Marks::own(1);
const INPUT: Role = Role::Path(PathRole::INPUT);
const FILE: PathRole = PathRole {
    dash: Dash::Stream,
    ..PathRole::OUTPUT
};

/// A part of the names of backups.
const AFFIX: Value = Value::When(&[(DRY, Value::Text), (Marks::NONE, Value::Own(read_affix))]);

/// `patch`.
pub(super) static TOOL: Tool = Tool {
    names: &["patch"],
    summary: native!("changes files as a difference says"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'b', "backup"),
        Flag::long("backup-if-mismatch"),
        Flag::both(b'Y', "basename-prefix").value(AFFIX),
        Flag::both(b't', "batch"),
        Flag::long("binary"),
        Flag::both(b'c', "context"),
        Flag::both(b'd', "directory")
            .value(Value::When(&[
                (DRY, Value::Path(PathRole::of(Kind::Read, Depth::Deep))),
                (
                    Marks::NONE,
                    Value::Path(PathRole::of(Kind::Write, Depth::Inside)),
                ),
            ]))
            .states(ELSEWHERE),
        Flag::long("dry-run").states(DRY),
        Flag::both(b'e', "ed").does(&[Always::flat(Kind::Execute, "ed")]),
        Flag::long("follow-symlinks").states(Marks::FOLLOWS_LINKS),
        Flag::both(b'f', "force"),
        Flag::both(b'N', "forward"),
        Flag::both(b'F', "fuzz").value(Value::Number),
        // What keeps old versions of files, such as RCS, is run for a new one.
        Flag::both(b'g', "get")
            .value(Value::Number)
            .does(&[Always::flat(Kind::Execute, "co")]),
        Flag::HELP,
        Flag::both(b'D', "ifdef").value(Value::Text),
        Flag::both(b'l', "ignore-whitespace"),
        Flag::both(b'i', "input").value(Value::Path(PathRole::INPUT)),
        Flag::long("merge").attached(Value::Text),
        Flag::long("no-backup-if-mismatch"),
        Flag::both(b'n', "normal"),
        Flag::both(b'o', "output").value(Value::Path(FILE)),
        Flag::long("posix"),
        Flag::both(b'B', "prefix").value(AFFIX),
        Flag::long("quiet"),
        Flag::long("quoting-style").value(Value::Text),
        Flag::long("read-only").value(Value::Text),
        Flag::both(b'r', "reject-file").value(Value::Path(FILE)),
        Flag::long("reject-format").value(Value::Text),
        Flag::both(b'E', "remove-empty-files"),
        Flag::both(b'R', "reverse"),
        Flag::both(b'T', "set-time"),
        Flag::both(b'Z', "set-utc"),
        Flag::both(b's', "silent"),
        Flag::both(b'p', "strip").value(Value::Number),
        Flag::both(b'z', "suffix").value(AFFIX),
        Flag::both(b'u', "unified"),
        Flag::long("verbose"),
        Flag::both(b'v', "version"),
        Flag::both(b'V', "version-control").value(Value::Text),
    ]),
    forms: &[
        Form::each(Role::Refused)
            .when(DRY.and(ELSEWHERE))
            .first(&[INPUT, INPUT]),
        Form::each(Role::Refused)
            .when(DRY)
            .first(&[INPUT, INPUT])
            .does(&[Always::deep(Kind::Read, ".")]),
        Form::each(Role::Refused)
            .when(ELSEWHERE)
            .first(&[Role::Path(PathRole::OUTPUT), INPUT]),
        Form::each(Role::Refused)
            .when(Marks::OPERANDS)
            .first(&[Role::Path(PathRole::OUTPUT), INPUT]),
        Form::each(Role::Refused).does(&[Always::inside(Kind::Write, ".")]),
    ],
    stance: Stance::Reader,
    ..Spec::GNU
};

/// With a slash in its name a backup lies elsewhere.
fn read_affix<'a>(affix: Text<'a>, span: Span, report: &mut Report<'a>) {
    if affix.certain().is_none_or(|affix| affix.contains('/')) {
        report.add(Kind::Write, Target::Unknown, Extent::Flat, span);
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{assert_allowed, assert_effects, tell};

    #[test]
    fn the_patch_says_what_changes_unless_an_operand_does() {
        assert_effects("patch -p1", &["write . inside"]);
        assert_effects(
            "patch -p1 -i fix.patch",
            &["read fix.patch", "write . inside"],
        );
        assert_effects("patch -d sub -p0 -i f", &["read f", "write sub inside"]);
        assert_effects("patch a fix.patch", &["write a", "read fix.patch"]);
        assert_effects("patch -o out a fix", &["write out", "write a", "read fix"]);
        assert!(!tell("patch").harmless);
    }

    #[test]
    fn backups_may_lie_elsewhere() {
        for flag in ["-B ../x", "-Y .git/", "-z/x", "--suffix=\"$x\""] {
            let command = ["patch -b -p1 ", flag].concat();
            assert_effects(&command, &["write ?", "write . inside"]);
        }
        assert_effects("patch -b -z .old -p1", &["write . inside"]);
        assert_allowed("patch --dry-run -B ../x");
    }

    #[test]
    fn nothing_changes_in_a_dry_run() {
        assert_allowed("patch --dry-run -p1 -i fix.patch");
        assert_effects("patch --dry -d sub -i f", &["read f", "read sub deep"]);
        assert!(!tell("patch --dry-run -o out -i f").harmless);
        assert!(!tell("patch --dry-run -g 1 -i f").harmless);
    }
}
