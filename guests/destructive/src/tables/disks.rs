//! Disks, partitions and volumes.

use crate::{
    call::{Call, Operand},
    loss,
    model::{
        Danger, Facts, Hit, Takes, Tool,
        When::{AnyOperand, Given, Own, Without},
        both, letter, long, loses, takes, tool, verb,
    },
    rules,
};

/// The tools.
pub(super) const TOOLS: &[Tool] = &[
    tool("dd gdd", Takes::NOTHING, &[verb(&[], &[DD])]),
    tool(
        "mkfs mkfs.bfs mkfs.btrfs mkfs.cramfs mkfs.exfat mkfs.f2fs mkfs.fat mkfs.jfs \
         mkfs.minix mkfs.msdos mkfs.ntfs mkfs.reiserfs mkfs.udf mkfs.vfat mkfs.xfs mkswap mkntfs mkdosfs newfs",
        takes("tLbU", "type label"),
        &[verb(&[], &[MKFS])],
    ),
    tool(
        "mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4",
        takes("tLbU", ""),
        &[verb(&[], &[MKE2FS])],
    ),
    tool(
        "wipefs",
        takes("tO", "types output"),
        &[verb(&[], &[WIPEFS])],
    ),
    tool(
        "blkdiscard",
        takes("olp", "offset length step"),
        &[verb(&[], &[OVERWRITES])],
    ),
    tool(
        "fdisk cfdisk gdisk cgdisk",
        takes("bCcHSt", ""),
        &[verb(&[], &[FDISK])],
    ),
    tool(
        "sfdisk",
        takes("NXYo", "partno label"),
        &[verb(&[], &[SFDISK])],
    ),
    tool("sgdisk", Takes::NOTHING, &[verb(&[], &[SGDISK])]),
    tool("parted", takes("a", "align"), &[verb(&[], &[PARTED])]),
    tool(
        "cryptsetup",
        takes("cshSd", "cipher key-size hash key-slot key-file"),
        &[verb(
            &["luksFormat|erase|luksErase|luksKillSlot|luksRemoveKey|reencrypt"],
            &[OVERWRITES],
        )],
    ),
    tool(
        "lvremove vgremove pvremove lvreduce",
        Takes::NOTHING,
        &[verb(&[], &[VOLUME])],
    ),
    tool(
        "zpool",
        Takes::NOTHING,
        &[verb(&["destroy|labelclear|create"], &[VOLUME])],
    ),
    tool(
        "zfs",
        Takes::NOTHING,
        &[verb(&["destroy|rollback"], &[DRY_VOLUME])],
    ),
    tool(
        "btrfs",
        Takes::NOTHING,
        &[verb(&["subvolume", "delete"], &[VOLUME])],
    ),
    tool("mdadm", Takes::NOTHING, &[verb(&[], &[MDADM])]),
    tool("hdparm", Takes::NOTHING, &[verb(&[], &[HDPARM])]),
    tool(
        "nvme",
        Takes::NOTHING,
        &[verb(&["format|sanitize|delete-ns"], &[OVERWRITES])],
    ),
    tool(
        "diskutil",
        Takes::NOTHING,
        &[verb(
            &["erase*|partitionDisk|zeroDisk|secureErase|reformat"],
            &[OVERWRITES],
        )],
    )
    .exact(),
];

const LOOK: &str = "lsblk -f shows what is on it";

const OVERWRITES: Danger = loses(rules::DISK, &[], "All that is on it is lost", LOOK);

const DD: Danger = loses(
    rules::DISK,
    &[Own(dd_overwrites)],
    "What is at the target is overwritten",
    "lsblk -f shows what is on a disk; dd of= a file that is not there yet",
);

const MKFS: Danger = loses(
    rules::DISK,
    &[],
    "A new file system takes the place of all that is on it",
    LOOK,
);

/// With `-n` it only says what it would do; with others of its kind that is a name.
const MKE2FS: Danger = Danger {
    when: &[Without(&[letter('n')])],
    ..MKFS
};

const WIPEFS: Danger = loses(
    rules::DISK,
    &[
        Given(&[both('a', "all"), both('o', "offset")]),
        Without(&[both('n', "no-act")]),
    ],
    "What says which file system is on it is deleted",
    "wipefs -n shows it; wipefs --backup keeps it",
);

const FDISK: Danger = loses(
    rules::DISK,
    &[Without(&[
        both('l', "list"),
        both('s', "getsz"),
        both('x', "list-details"),
    ])],
    "The table of partitions may be changed, and all that is on them lost",
    "sfdisk -d keeps the table in a file",
);

const SFDISK: Danger = loses(
    rules::DISK,
    &[Without(&[
        both('l', "list"),
        both('d', "dump"),
        both('J', "json"),
        both('s', "show-size"),
        both('F', "list-free"),
        both('V', "verify"),
        both('n', "no-act"),
        long("version"),
    ])],
    "The table of partitions is changed, and all that is on them may be lost",
    "sfdisk -d keeps the table in a file",
);

const SGDISK: Danger = loses(
    rules::DISK,
    &[
        Given(&[
            both('Z', "zap-all"),
            both('z', "zap"),
            both('d', "delete"),
            both('o', "clear"),
            both('n', "new"),
        ]),
        Without(&[both('P', "pretend")]),
    ],
    "The table of partitions is changed, and all that is on them may be lost",
    "sgdisk --backup keeps the table in a file",
);

const PARTED: Danger = loses(
    rules::DISK,
    &[AnyOperand("rm|mklabel|mktable|mkpart|resizepart|rescue")],
    "The table of partitions is changed, and all that is on them may be lost",
    "parted print shows it",
);

const VOLUME: Danger = loses(
    rules::DISK,
    &[],
    "Volumes are deleted or cut with all that is on them",
    "a snapshot first",
);

const DRY_VOLUME: Danger = loses(
    rules::DISK,
    &[Without(&[letter('n')])],
    "Data sets, or changes to them, are deleted",
    "zfs destroy -nv shows what would go",
);

const MDADM: Danger = loses(
    rules::DISK,
    &[Given(&[long("zero-superblock")])],
    "What makes the disk a part of an array is deleted",
    "mdadm --examine shows it",
);

const HDPARM: Danger = loses(
    rules::DISK,
    &[Given(&[
        long("security-erase"),
        long("security-erase-enhanced"),
        long("trim-sector-ranges"),
        long("make-bad-sector"),
    ])],
    "All that is on it is lost",
    LOOK,
);

/// `of=`, unless it is certain that nothing is there.
fn dd_overwrites(call: &Call<'_>, facts: &Facts<'_>) -> Option<Hit> {
    let is_target = |operand: &&Operand<'_>| operand.beginning().starts_with("of=");
    let target = call.operands.iter().find(is_target)?;
    let name = target.beginning().strip_prefix("of=")?;
    if target.text.is_some() && matches!(name, "/dev/null" | "/dev/stdout" | "/dev/stderr" | "-") {
        return None;
    }
    let mut places = loss::places(facts.effects, call.command.index(), target.span()).peekable();
    let known = places.peek().is_some();
    let nothing_there =
        |place: &shellward_sdk::Place| place.kind == "missing" && !loss::is_disk(&place.canonical);
    if known && places.all(nothing_there) {
        return None;
    }
    Some(Hit::at(target.span()).of(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use shellward_sdk::test_kit::script;

    use crate::testing::{assert_quiet, assert_warns, place, resolved, warnings};

    #[test]
    fn what_overwrites_disks_is_warned_of() {
        for command in [
            "dd if=/dev/zero of=/dev/sda bs=1M",
            "dd of=disk.img",
            "mkfs.ext4 /dev/sdb1",
            "mkfs -t xfs /dev/sdb1",
            "mkfs.vfat -n LABEL /dev/sdb1",
            "mkswap /dev/sdb2",
            "wipefs -a /dev/sdb",
            "wipefs --all /dev/sdb",
            "blkdiscard /dev/sdb",
            "fdisk /dev/sdb",
            "sfdisk /dev/sdb",
            "sgdisk -Z /dev/sdb",
            "parted -s /dev/sdb mklabel gpt",
            "cryptsetup luksFormat /dev/sdb1",
            "lvremove vg/lv",
            "zpool destroy tank",
            "zfs destroy -r tank/x",
            "btrfs subvolume delete x",
            "diskutil eraseDisk APFS x disk2",
        ] {
            assert_warns(command, "disk.overwrite");
        }
        for command in [
            "dd if=/dev/sda of=/dev/null",
            "dd if=x bs=1",
            "mkfs.ext4 -n /dev/sdb1",
            "wipefs /dev/sdb",
            "wipefs -an /dev/sdb",
            "fdisk -l",
            "sfdisk -d /dev/sdb",
            "parted /dev/sdb print",
            "cryptsetup luksDump /dev/sdb1",
            "zfs list",
            "zfs destroy -n tank/x",
            "diskutil list",
        ] {
            assert_quiet(command);
        }
    }

    #[test]
    fn dd_into_a_new_file_overwrites_nothing() {
        let script = script(&[&["dd", "if=/dev/zero", "of=new.img"]]);
        let effect = |kind| resolved(&script, 0, 2, "write", place("/work/new.img", kind, "root"));
        assert!(warnings(&script, &[effect("missing")]).is_empty());
        assert_eq!(warnings(&script, &[effect("file")]).len(), 1);
    }
}
