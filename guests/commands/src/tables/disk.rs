//! `df` and `du`: how full disks and directories are; `sync`, which writes what is waiting.

use crate::{
    model::{
        Always, AnyFlag, Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value,
    },
    report::Kind,
};

const LOOKED_AT: Role = Role::Path(PathRole::of(Kind::Read, Depth::Flat));
/// What is waiting is written to all disks.
const WRITE_OUT: &[Always] = &[Always::flat(Kind::System, "disks")];

/// `df`.
pub(super) static DF: Tool = Tool {
    names: &["df"],
    summary: native!("prints how full file systems are"),
    grammar: Grammar::Options(&DF_SPEC),
};

static DF_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'k'),
        Flag::letter(b'm'),
        Flag::letter(b'v'),
        Flag::both(b'a', "all"),
        Flag::both(b'B', "block-size").value(Value::Text),
        Flag::both(b'x', "exclude-type").value(Value::Text),
        Flag::HELP,
        Flag::both(b'h', "human-readable"),
        Flag::both(b'i', "inodes"),
        Flag::both(b'l', "local"),
        Flag::long("no-sync"),
        Flag::long("output").attached(Value::Text),
        Flag::both(b'P', "portability"),
        Flag::both(b'T', "print-type"),
        Flag::both(b'H', "si"),
        Flag::long("sync").does(WRITE_OUT),
        Flag::long("total"),
        Flag::both(b't', "type").value(Value::Text),
        Flag::VERSION,
    ]),
    forms: &[Form::each(LOOKED_AT)],
    ..Spec::GNU
};

/// `du`.
pub(super) static DU: Tool = Tool {
    names: &["du"],
    summary: native!("prints how large files are"),
    grammar: Grammar::Options(&DU_SPEC),
};

static DU_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'H'),
        Flag::letter(b'k'),
        Flag::letter(b'm'),
        Flag::both(b'a', "all"),
        Flag::long("apparent-size"),
        Flag::both(b'B', "block-size").value(Value::Text),
        Flag::both(b'b', "bytes"),
        Flag::both(b'l', "count-links"),
        Flag::both(b'L', "dereference").states(Marks::FOLLOWS_LINKS),
        Flag::both(b'D', "dereference-args"),
        Flag::long("exclude").value(Value::Text),
        Flag::both(b'X', "exclude-from").value(Value::Path(PathRole::INPUT)),
        Flag::long("files0-from").value(Value::NameList),
        Flag::HELP,
        Flag::both(b'h', "human-readable"),
        Flag::long("inodes"),
        Flag::both(b'd', "max-depth").value(Value::Number),
        Flag::both(b'P', "no-dereference"),
        Flag::both(b'0', "null"),
        Flag::both(b'x', "one-file-system"),
        Flag::both(b'S', "separate-dirs"),
        Flag::long("si"),
        Flag::both(b's', "summarize"),
        Flag::both(b't', "threshold").value(Value::Number),
        Flag::long("time").attached(Value::Text),
        Flag::long("time-style").value(Value::Text),
        Flag::both(b'c', "total"),
        Flag::VERSION,
    ]),
    any_flag: AnyFlag::Reads,
    forms: &[Form::each(Role::Path(PathRole::of(Kind::Read, Depth::Deep))).or_here()],
    ..Spec::GNU
};

/// `sync`.
pub(super) static SYNC: Tool = Tool {
    names: &["sync"],
    summary: native!("writes what is waiting to disks"),
    grammar: Grammar::Options(&SYNC_SPEC),
};

static SYNC_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'd', "data"),
        Flag::both(b'f', "file-system"),
        Flag::HELP,
        Flag::VERSION,
    ]),
    forms: &[Form::each(LOOKED_AT)],
    always: WRITE_OUT,
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn sizes_are_looked_at() {
        assert_effects("df -h", &[]);
        assert_effects("df -hT --output=size .", &["read ."]);
        assert_effects("du -sh", &["read . deep"]);
        assert_effects(
            "du -sh *",
            &[
                "read ? deep links if an option",
                "read ./… deep",
                "read . deep",
            ],
        );
        assert_effects("du -d1 src -h", &["read src deep"]);
        assert_effects("du -L src", &["read src deep links"]);
        assert_effects("du -X list src", &["read list", "read src deep"]);
        assert_effects(
            "du --files0-from=list",
            &["read list", "read ? deep links", "read . deep"],
        );
        assert_allowed("df -P /");
        assert_allowed("du -ah --max-depth 2 .");
    }

    #[test]
    fn writing_out_changes_the_machine() {
        assert_effects("sync", &["system disks"]);
        assert_effects("sync -d notes", &["system disks", "read notes"]);
        assert_effects("df --sync", &["system disks"]);
        assert!(!tell("sync").harmless && !tell("df --sy").harmless);
        assert_unknown("df *", Rule::DynamicOption);
    }
}
