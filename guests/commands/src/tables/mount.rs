//! `mount`, `umount`. Without operands `mount` lists.

use crate::{
    model::{Abbreviations, Always, Flag, Form, Grammar, Marks, Role, Spec, Tool, Value},
    report::{Kind, Stance},
};

const MOUNTS: &[Always] = &[Always::flat(Kind::System, "mounts")];

/// `mount`.
pub(super) static MOUNT: Tool = Tool {
    names: &["mount"],
    summary: native!("lists or changes what is mounted"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "all").does(MOUNTS),
        Flag::both(b'B', "bind").does(MOUNTS),
        Flag::both(b'h', "help"),
        Flag::both(b'M', "move").does(MOUNTS),
        Flag::both(b'o', "options").value(Value::Text).does(MOUNTS),
        Flag::both(b'R', "rbind").does(MOUNTS),
        Flag::both(b'r', "read-only").does(MOUNTS),
        Flag::both(b'l', "show-labels"),
        Flag::both(b't', "types").value(Value::Text),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
        Flag::both(b'w', "write").does(MOUNTS),
    ]),
    // There are more, so a beginning is no name.
    abbreviations: Abbreviations::Refused,
    forms: &[
        Form::each(Role::Text).when(Marks::OPERANDS).does(MOUNTS),
        Form::each(Role::Text),
    ],
    ..Spec::GNU
};

/// `umount`.
pub(super) static UMOUNT: Tool = Tool {
    names: &["umount"],
    summary: native!("takes file systems away"),
    grammar: Grammar::Options(&UMOUNT_SPEC),
};

static UMOUNT_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "all"),
        Flag::both(b'A', "all-targets"),
        Flag::both(b'd', "detach-loop"),
        Flag::long("fake"),
        Flag::both(b'f', "force"),
        Flag::both(b'h', "help"),
        Flag::both(b'i', "internal-only"),
        Flag::both(b'l', "lazy"),
        Flag::both(b'N', "namespace").value(Value::Text),
        Flag::both(b'c', "no-canonicalize"),
        Flag::both(b'n', "no-mtab"),
        Flag::both(b'q', "quiet"),
        Flag::both(b'r', "read-only"),
        Flag::both(b'R', "recursive"),
        Flag::both(b'O', "test-opts").value(Value::Text),
        Flag::both(b't', "types").value(Value::Text),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
    ]),
    always: MOUNTS,
    stance: Stance::Changer,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::testing::{assert_allowed, assert_effects, tell};

    #[test]
    fn listing_is_harmless() {
        assert_allowed("mount");
        assert_allowed("mount -l -t ext4");
    }

    #[test]
    fn mounting_changes_the_system() {
        for command in ["mount /mnt", "mount -a", "mount -o loop a b", "mount -L x"] {
            assert!(!tell(command).harmless, "{command}");
        }
        assert_effects("umount /mnt", &["system mounts"]);
    }
}
