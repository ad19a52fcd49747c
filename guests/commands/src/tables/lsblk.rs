//! Lists of util-linux: `lscpu`, `lsblk`, `lsmem`, `lsns`, `lsipc`, `lslocks`, `findmnt`, `blkid`. They print what the
//! kernel tells; `--sysroot` and `-F` read other files instead, and `blkid` writes a cache unless told to probe.

use crate::{
    model::{Always, Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::Kind,
};

/// `lscpu`.
pub(super) static LSCPU: Tool = Tool {
    names: &["lscpu"],
    summary: native!("shows processors"),
    grammar: Grammar::Options(&LSCPU_SPEC),
};

/// `lsblk`.
pub(super) static LSBLK: Tool = Tool {
    names: &["lsblk"],
    summary: native!("lists block devices"),
    grammar: Grammar::Options(&LSBLK_SPEC),
};

/// `lsmem`.
pub(super) static LSMEM: Tool = Tool {
    names: &["lsmem"],
    summary: native!("lists ranges of memory"),
    grammar: Grammar::Options(&LSMEM_SPEC),
};

/// `lsns`.
pub(super) static LSNS: Tool = Tool {
    names: &["lsns"],
    summary: native!("lists name spaces"),
    grammar: Grammar::Options(&LSNS_SPEC),
};

/// `lsipc`.
pub(super) static LSIPC: Tool = Tool {
    names: &["lsipc"],
    summary: native!("lists shared memory, queues and semaphores"),
    grammar: Grammar::Options(&LSIPC_SPEC),
};

/// `lslocks`.
pub(super) static LSLOCKS: Tool = Tool {
    names: &["lslocks"],
    summary: native!("lists locks on files"),
    grammar: Grammar::Options(&LSLOCKS_SPEC),
};

/// `findmnt`.
pub(super) static FINDMNT: Tool = Tool {
    names: &["findmnt"],
    summary: native!("lists what is mounted"),
    grammar: Grammar::Options(&FINDMNT_SPEC),
};

/// `blkid`.
pub(super) static BLKID: Tool = Tool {
    names: &["blkid"],
    summary: native!("shows what is on block devices"),
    grammar: Grammar::Options(&BLKID_SPEC),
};

/// The files of another system.
const SYSTEM: Value = Value::Path(PathRole::of(Kind::Read, Depth::Deep));
const DEVICE: Role = Role::Path(PathRole::of(Kind::Read, Depth::Flat));

static LSCPU_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "all"),
        Flag::both(b'B', "bytes"),
        Flag::both(b'C', "caches").attached(Value::Text),
        Flag::both(b'e', "extended").attached(Value::Text),
        Flag::both(b'h', "help"),
        Flag::both(b'x', "hex"),
        Flag::long("hierarchic").attached(Value::Text),
        Flag::both(b'J', "json"),
        Flag::both(b'c', "offline"),
        Flag::both(b'b', "online"),
        Flag::long("output-all"),
        Flag::both(b'p', "parse").attached(Value::Text),
        Flag::both(b'y', "physical"),
        Flag::both(b'r', "raw"),
        Flag::both(b's', "sysroot").value(SYSTEM),
        Flag::both(b'V', "version"),
    ]),
    ..Spec::GNU
};

static LSBLK_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "all"),
        Flag::both(b'i', "ascii"),
        Flag::both(b'b', "bytes"),
        Flag::both(b'E', "dedup").value(Value::Text),
        Flag::both(b'D', "discard"),
        Flag::both(b'e', "exclude").value(Value::Text),
        Flag::both(b'Q', "filter").value(Value::Text),
        Flag::both(b'f', "fs"),
        Flag::both(b'h', "help"),
        Flag::both(b'I', "include").value(Value::Text),
        Flag::both(b's', "inverse"),
        Flag::both(b'J', "json"),
        Flag::both(b'l', "list"),
        Flag::both(b'H', "list-columns"),
        Flag::both(b'M', "merge"),
        Flag::both(b'd', "nodeps"),
        Flag::both(b'A', "noempty"),
        Flag::both(b'n', "noheadings"),
        Flag::both(b'N', "nvme"),
        Flag::both(b'o', "output").value(Value::Text),
        Flag::both(b'O', "output-all"),
        Flag::both(b'P', "pairs"),
        Flag::both(b'p', "paths"),
        Flag::both(b'm', "perms"),
        Flag::both(b'r', "raw"),
        Flag::both(b'S', "scsi"),
        Flag::both(b'y', "shell"),
        Flag::both(b'x', "sort").value(Value::Text),
        Flag::long("sysroot").value(SYSTEM),
        Flag::both(b't', "topology"),
        Flag::both(b'T', "tree").attached(Value::Text),
        Flag::both(b'V', "version"),
        Flag::both(b'v', "virtio"),
        Flag::both(b'w', "width").value(Value::Number),
        Flag::both(b'z', "zoned"),
    ]),
    forms: &[Form::each(DEVICE)],
    ..Spec::GNU
};

static LSMEM_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "all"),
        Flag::both(b'b', "bytes"),
        Flag::both(b'h', "help"),
        Flag::both(b'J', "json"),
        Flag::both(b'n', "noheadings"),
        Flag::both(b'o', "output").value(Value::Text),
        Flag::long("output-all"),
        Flag::both(b'P', "pairs"),
        Flag::both(b'r', "raw"),
        Flag::both(b'S', "split").value(Value::Text),
        Flag::long("summary").attached(Value::Text),
        Flag::both(b's', "sysroot").value(SYSTEM),
        Flag::both(b'V', "version"),
    ]),
    ..Spec::GNU
};

/// An operand is the number of a name space, or a file below `/proc`.
static LSNS_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'h', "help"),
        Flag::both(b'J', "json"),
        Flag::both(b'l', "list"),
        Flag::both(b'n', "noheadings"),
        Flag::both(b'u', "notruncate"),
        Flag::both(b'W', "nowrap"),
        Flag::both(b'o', "output").value(Value::Text),
        Flag::long("output-all"),
        Flag::both(b'P', "persistent"),
        Flag::both(b'r', "raw"),
        Flag::both(b'p', "task").value(Value::Number),
        Flag::both(b'T', "tree").attached(Value::Text),
        Flag::both(b't', "type").value(Value::Text),
        Flag::both(b'V', "version"),
    ]),
    forms: &[Form::each(DEVICE)],
    ..Spec::GNU
};

static LSIPC_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'b', "bytes"),
        Flag::both(b'c', "creator"),
        Flag::both(b'e', "export"),
        Flag::both(b'g', "global"),
        Flag::both(b'h', "help"),
        Flag::both(b'i', "id").value(Value::Number),
        Flag::both(b'J', "json"),
        Flag::both(b'l', "list"),
        Flag::both(b'n', "newline"),
        Flag::long("noheadings"),
        Flag::long("notruncate"),
        Flag::both(b'P', "numeric-perms"),
        Flag::both(b'o', "output").attached(Value::Text),
        Flag::both(b'q', "queues"),
        Flag::both(b'r', "raw"),
        Flag::both(b's', "semaphores"),
        Flag::both(b'y', "shell"),
        Flag::both(b'm', "shmems"),
        Flag::both(b't', "time"),
        Flag::long("time-format").value(Value::Text),
        Flag::both(b'V', "version"),
    ]),
    ..Spec::GNU
};

static LSLOCKS_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'b', "bytes"),
        Flag::both(b'h', "help"),
        Flag::both(b'J', "json"),
        Flag::both(b'n', "noheadings"),
        Flag::both(b'i', "noinaccessible"),
        Flag::both(b'u', "notruncate"),
        Flag::both(b'o', "output").value(Value::Text),
        Flag::long("output-all"),
        Flag::both(b'p', "pid").value(Value::Number),
        Flag::both(b'r', "raw"),
        Flag::both(b'V', "version"),
    ]),
    ..Spec::GNU
};

/// Operands are looked up in the table of what is mounted; of what lies there nothing is shown.
static FINDMNT_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'A', "all"),
        Flag::both(b'a', "ascii"),
        Flag::both(b'b', "bytes"),
        Flag::both(b'c', "canonicalize"),
        Flag::both(b'D', "df"),
        Flag::both(b'd', "direction").value(Value::Text),
        Flag::both(b'e', "evaluate"),
        Flag::both(b'f', "first-only"),
        Flag::both(b's', "fstab"),
        Flag::both(b'h', "help"),
        Flag::both(b'i', "invert"),
        Flag::both(b'J', "json"),
        Flag::both(b'k', "kernel"),
        Flag::both(b'l', "list"),
        Flag::both(b'M', "mountpoint").value(Value::Text),
        Flag::both(b'm', "mtab"),
        Flag::both(b'C', "nocanonicalize"),
        Flag::both(b'v', "nofsroot"),
        Flag::both(b'n', "noheadings"),
        Flag::both(b'u', "notruncate"),
        Flag::both(b'O', "options").value(Value::Text),
        Flag::both(b'o', "output").value(Value::Text),
        Flag::long("output-all"),
        Flag::both(b'P', "pairs"),
        Flag::both(b'p', "poll").attached(Value::Text),
        Flag::long("pseudo"),
        Flag::both(b'r', "raw"),
        Flag::long("real"),
        Flag::long("shadowed"),
        Flag::both(b'y', "shell"),
        Flag::both(b'S', "source").value(Value::Text),
        Flag::both(b'R', "submounts"),
        Flag::both(b'F', "tab-file").value(SYSTEM),
        Flag::both(b'T', "target").value(Value::Text),
        Flag::both(b'N', "task").value(Value::Number),
        Flag::both(b'w', "timeout").value(Value::Number),
        Flag::long("tree"),
        Flag::both(b't', "types").value(Value::Text),
        Flag::both(b'U', "uniq"),
        Flag::long("verbose"),
        Flag::both(b'x', "verify"),
        Flag::both(b'V', "version"),
        Flag::long("vfs-all"),
    ]),
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

/// Nothing is remembered.
const PROBES: Marks = Marks::own(0);
const REMEMBERS: &[Always] = &[Always::flat(Kind::Write, "/run/blkid/blkid.tab")];

static BLKID_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'c', "cache-file").value(Value::Path(PathRole::OUTPUT)),
        Flag::both(b'g', "garbage-collect"),
        Flag::both(b'h', "help"),
        Flag::both(b'H', "hint").value(Value::Text),
        Flag::both(b'i', "info").states(PROBES),
        Flag::both(b'L', "label").value(Value::Text),
        Flag::both(b'k', "list-filesystems").states(PROBES),
        Flag::both(b'l', "list-one"),
        Flag::both(b's', "match-tag").value(Value::Text),
        Flag::both(b't', "match-token").value(Value::Text),
        Flag::both(b'n', "match-types").value(Value::Text),
        Flag::both(b'd', "no-encoding"),
        Flag::both(b'D', "no-part-details"),
        Flag::both(b'O', "offset").value(Value::Text),
        Flag::both(b'o', "output").value(Value::Text),
        Flag::both(b'p', "probe").states(PROBES),
        Flag::both(b'S', "size").value(Value::Text),
        Flag::both(b'u', "usages").value(Value::Text),
        Flag::both(b'U', "uuid").value(Value::Text),
        Flag::both(b'V', "version"),
    ]),
    forms: &[
        Form::each(DEVICE).when(PROBES),
        Form::each(DEVICE).does(REMEMBERS),
    ],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::testing::{assert_allowed, assert_effects, tell};

    #[test]
    fn the_machine_is_shown() {
        for command in [
            "lscpu",
            "lscpu -e=cpu,node",
            "lsblk -f",
            "lsblk -o NAME,SIZE,MOUNTPOINT --json",
            "lsmem --summary=only",
            "lsns -t net",
            "lsipc -m",
            "lslocks -p 1",
            "findmnt /",
            "findmnt -T . -no SOURCE",
            "blkid -k",
        ] {
            assert_allowed(command);
        }
        assert_effects("lsblk /dev/sda", &["read /dev/sda"]);
        assert_effects("lscpu -s root", &["read root deep"]);
        assert_effects("findmnt -F table", &["read table deep"]);
        assert_effects("blkid -p /dev/sda", &["read /dev/sda"]);
    }

    #[test]
    fn a_cache_is_written() {
        assert_effects("blkid", &["write /run/blkid/blkid.tab"]);
        assert!(!tell("blkid").harmless);
        assert!(!tell("blkid -c cache -p x").harmless);
    }
}
