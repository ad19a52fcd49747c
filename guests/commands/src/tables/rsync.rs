//! `rsync`. Operands are paths here or on another machine; the last of several is written. With `-n` nothing is.

use crate::{
    argument::{Span, Text},
    model::{
        Abbreviations, Depth, Flag, Form, Grammar, Marks, Order, PathRole, Role, Spec, Tool, Value,
    },
    report::{Extent, Kind, Report, Rule, Target},
    tables::remote,
};

const DRY: Marks = Marks::own(0);
const DELETES: Marks = Marks::own(1);
const REMOVES: Marks = Marks::own(2);
const FOLLOWS: Marks = Marks::own(3);
/// What is to be done was written down before.
const BATCH: Marks = Marks::own(4);
/// Directories of the sources' own paths are made below the destination.
const RELATIVE: Marks = Marks::own(5);
const SOURCES_KEPT: Marks = RELATIVE.and(Marks::SEVERAL);

const INPUT: Value = Value::Path(PathRole::INPUT);
const OUTPUT: Value = Value::Path(PathRole::OUTPUT);
const NEAR: Value = Value::Path(PathRole::of(Kind::Read, Depth::Deep));
const INTO: Value = Value::Path(PathRole::of(Kind::Write, Depth::Inside));

/// `rsync`.
pub(super) static TOOL: Tool = Tool {
    names: &["rsync"],
    summary: native!("copies what differs"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!(&FLAGS),
    abbreviations: Abbreviations::Refused,
    order: Order::Free,
    forms: &[
        Form::each(Role::Own(looked_through)).when(DRY.and(FOLLOWS)),
        Form::each(Role::Own(looked_at)).when(DRY),
        Form::each(Role::Own(replaced)).when(BATCH.and(DELETES)),
        Form::each(Role::Own(written)).when(BATCH),
        Form::each(Role::Own(moved))
            .when(REMOVES.and(SOURCES_KEPT))
            .last(Role::Own(replaced_below)),
        Form::each(Role::Own(looked_through))
            .when(FOLLOWS.and(SOURCES_KEPT))
            .last(Role::Own(replaced_below)),
        Form::each(Role::Own(looked_at))
            .when(DELETES.and(SOURCES_KEPT))
            .last(Role::Own(replaced_below)),
        Form::each(Role::Own(looked_at))
            .when(SOURCES_KEPT)
            .last(Role::Own(written_below)),
        Form::each(Role::Own(moved))
            .when(REMOVES.and(Marks::SEVERAL))
            .last(Role::Own(replaced)),
        Form::each(Role::Own(looked_through))
            .when(FOLLOWS.and(Marks::SEVERAL))
            .last(Role::Own(replaced)),
        Form::each(Role::Own(looked_at))
            .when(DELETES.and(Marks::SEVERAL))
            .last(Role::Own(replaced)),
        Form::each(Role::Own(looked_at))
            .when(Marks::SEVERAL)
            .last(Role::Own(written)),
        // With one operand it lists.
        Form::each(Role::Own(moved)).when(REMOVES),
        Form::each(Role::Own(looked_through)).when(FOLLOWS),
        Form::each(Role::Own(looked_at)),
    ],
    ..Spec::GNU
};

const FLAGS: [Flag; 188] = [
    Flag::letter(b'D'),
    Flag::letter(b'F'),
    Flag::letter(b'P'),
    Flag::both(b'8', "8-bit-output"),
    Flag::both(b'A', "acls"),
    Flag::long("address").value(Value::Text),
    Flag::long("append"),
    Flag::long("append-verify"),
    Flag::both(b'a', "archive"),
    Flag::both(b'U', "atimes"),
    Flag::both(b'b', "backup"),
    Flag::long("backup-dir").value(INTO),
    Flag::both(b'B', "block-size").value(Value::Text),
    Flag::long("blocking-io"),
    Flag::long("bwlimit").value(Value::Text),
    Flag::long("cc").value(Value::Text),
    Flag::both(b'c', "checksum"),
    Flag::long("checksum-choice").value(Value::Text),
    Flag::long("checksum-seed").value(Value::Text),
    Flag::long("chmod").value(Value::Text),
    Flag::long("chown").value(Value::Text),
    Flag::long("compare-dest").value(NEAR),
    Flag::both(b'z', "compress"),
    Flag::long("compress-choice").value(Value::Text),
    Flag::long("compress-level").value(Value::Text),
    Flag::long("compress-threads").value(Value::Text),
    Flag::long("confine-root").value(Value::Text),
    Flag::long("contimeout").value(Value::Text),
    Flag::long("copy-as").value(Value::Text),
    Flag::long("copy-dest").value(NEAR),
    Flag::long("copy-devices"),
    Flag::both(b'k', "copy-dirlinks").states(FOLLOWS),
    Flag::both(b'L', "copy-links").states(FOLLOWS),
    Flag::long("copy-unsafe-links").states(FOLLOWS),
    Flag::both(b'N', "crtimes"),
    Flag::both(b'C', "cvs-exclude"),
    Flag::long("debug").value(Value::Text),
    Flag::long("del").states(DELETES),
    Flag::long("delay-updates"),
    Flag::long("delete").states(DELETES),
    Flag::long("delete-after").states(DELETES),
    Flag::long("delete-before").states(DELETES),
    Flag::long("delete-delay").states(DELETES),
    Flag::long("delete-during").states(DELETES),
    Flag::long("delete-excluded").states(DELETES),
    Flag::long("delete-missing-args").states(DELETES),
    Flag::long("devices"),
    Flag::both(b'd', "dirs"),
    Flag::long("drop-D"),
    Flag::both(b'n', "dry-run").states(DRY),
    Flag::long("early-input").value(INPUT),
    Flag::long("exclude").value(Value::Text),
    Flag::long("exclude-from").value(INPUT),
    Flag::both(b'E', "executability"),
    Flag::long("existing"),
    Flag::long("fake-super"),
    Flag::long("files-from")
        .value(Value::NameList)
        .states(RELATIVE),
    Flag::both(b'f', "filter").value(Value::Own(filter)),
    Flag::long("force"),
    Flag::both(b'0', "from0"),
    Flag::long("fsync"),
    Flag::both(b'y', "fuzzy"),
    Flag::both(b'g', "group"),
    Flag::long("groupmap").value(Value::Text),
    Flag::both(b'H', "hard-links"),
    Flag::HELP,
    Flag::both(b'h', "human-readable"),
    Flag::long("i-r"),
    Flag::long("iconv").value(Value::Text),
    Flag::long("ignore-errors"),
    Flag::long("ignore-existing"),
    Flag::long("ignore-missing-args"),
    Flag::long("ignore-non-existing"),
    Flag::both(b'I', "ignore-times"),
    Flag::long("inc-recursive"),
    Flag::long("include").value(Value::Text),
    Flag::long("include-from").value(INPUT),
    Flag::long("info").value(Value::Text),
    Flag::long("inplace"),
    Flag::long("insecure-links"),
    Flag::both(b'4', "ipv4"),
    Flag::both(b'6', "ipv6"),
    Flag::both(b'i', "itemize-changes"),
    Flag::both(b'K', "keep-dirlinks"),
    Flag::long("link-dest").value(NEAR),
    Flag::both(b'l', "links"),
    Flag::long("list-only"),
    Flag::long("log-file").value(OUTPUT),
    Flag::long("log-file-format").value(Value::Text),
    Flag::long("max-alloc").value(Value::Text),
    Flag::long("max-delete").value(Value::Text),
    Flag::long("max-size").value(Value::Text),
    Flag::long("min-size").value(Value::Text),
    Flag::long("mkpath"),
    Flag::both(b'@', "modify-window").value(Value::Text),
    Flag::long("msgs2stderr"),
    Flag::long("munge-links"),
    Flag::long("new-compress"),
    Flag::long("no-D"),
    Flag::long("no-R"),
    Flag::long("no-W"),
    Flag::long("no-acls"),
    Flag::long("no-compress"),
    Flag::long("no-devices"),
    Flag::long("no-g"),
    Flag::long("no-group"),
    Flag::long("no-h"),
    Flag::long("no-human-readable"),
    Flag::long("no-i-r"),
    Flag::long("no-implied-dirs"),
    Flag::long("no-inc-recursive"),
    Flag::long("no-l"),
    Flag::long("no-links"),
    Flag::long("no-motd"),
    Flag::long("no-o"),
    Flag::long("no-one-file-system"),
    Flag::long("no-owner"),
    Flag::long("no-p"),
    Flag::long("no-perms"),
    Flag::long("no-progress"),
    Flag::long("no-r"),
    Flag::long("no-recursive"),
    Flag::long("no-relative"),
    Flag::long("no-specials"),
    Flag::long("no-t"),
    Flag::long("no-times"),
    Flag::long("no-whole-file"),
    Flag::long("no-xattrs"),
    Flag::long("no-z"),
    Flag::long("numeric-ids"),
    Flag::long("old-args"),
    Flag::long("old-compress"),
    Flag::long("old-d"),
    Flag::long("old-dirs"),
    Flag::both(b'O', "omit-dir-times"),
    Flag::both(b'J', "omit-link-times"),
    Flag::both(b'x', "one-file-system"),
    Flag::long("only-write-batch").value(OUTPUT),
    Flag::long("open-noatime"),
    Flag::long("out-format").value(Value::Text),
    Flag::long("outbuf").value(Value::Text),
    Flag::both(b'o', "owner"),
    Flag::long("partial"),
    Flag::long("partial-dir").value(INTO),
    Flag::long("password-file").value(INPUT),
    Flag::both(b'p', "perms"),
    Flag::long("port").value(Value::Text),
    Flag::long("preallocate"),
    Flag::long("progress"),
    Flag::long("protect-args"),
    Flag::long("protocol").value(Value::Text),
    Flag::both(b'm', "prune-empty-dirs"),
    Flag::both(b'q', "quiet"),
    Flag::long("read-batch").value(INPUT).states(BATCH),
    Flag::both(b'r', "recursive"),
    Flag::both(b'R', "relative").states(RELATIVE),
    Flag::long("remove-source-files").states(REMOVES),
    Flag::both(b'e', "rsh").value(Value::Program),
    Flag::long("rsync-path").value(Value::Text),
    Flag::long("safe-links"),
    Flag::both(b's', "secluded-args"),
    Flag::long("size-only"),
    Flag::long("skip-compress").value(Value::Text),
    Flag::long("sockopts").value(Value::Text),
    Flag::both(b'S', "sparse"),
    Flag::long("specials"),
    Flag::long("stats"),
    Flag::long("stderr").value(Value::Text),
    Flag::long("stop-after").value(Value::Text),
    Flag::long("stop-at").value(Value::Text),
    Flag::long("suffix").value(Value::Text),
    Flag::long("super"),
    Flag::both(b'T', "temp-dir").value(INTO),
    Flag::long("time-limit").value(Value::Text),
    Flag::long("timeout").value(Value::Text),
    Flag::both(b't', "times"),
    Flag::long("trust-sender"),
    Flag::both(b'u', "update"),
    Flag::long("usermap").value(Value::Text),
    Flag::both(b'v', "verbose"),
    Flag::both(b'V', "version"),
    Flag::both(b'W', "whole-file"),
    Flag::long("write-batch").value(OUTPUT),
    Flag::long("write-devices"),
    Flag::both(b'X', "xattrs"),
    Flag::long("zc").value(Value::Text),
    Flag::long("zl").value(Value::Text),
    Flag::long("zt").value(Value::Text),
];

fn looked_at<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    remote::touch(PathRole::of(Kind::Read, Depth::Deep), path, span, report);
}

/// Links below are followed.
fn looked_through<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    looked_at(path, span, report);
    report.touch(Kind::Read, path, Extent::DeepThroughLinks, span);
}

fn moved<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    remote::touch(PathRole::of(Kind::Delete, Depth::Deep), path, span, report);
}

fn written<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    remote::touch(PathRole::of(Kind::Write, Depth::Inside), path, span, report);
}

/// What is there and is not among the sources is deleted.
fn replaced<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    written(path, span, report);
    remote::touch(PathRole::of(Kind::Delete, Depth::Deep), path, span, report);
}

/// Where below the destination something lands, the sources' paths say.
fn written_below<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    written(path, span, report);
    report.add(Kind::Write, Target::Unknown, Extent::Deep, span);
}

fn replaced_below<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    replaced(path, span, report);
    report.add(Kind::Write, Target::Unknown, Extent::Deep, span);
}

/// A rule, or a file with rules.
fn filter<'a>(rule: Text<'a>, span: Span, report: &mut Report<'a>) {
    let text = rule.prefix();
    let is_plain = [
        "+", "-", "include", "exclude", "hide", "show", "protect", "risk", "H", "S", "P", "R",
    ]
    .iter()
    .any(|kind| {
        text.strip_prefix(kind)
            .is_some_and(|rest| rest.starts_with([' ', '_']))
    });
    if !is_plain {
        report.unknown(Rule::UnknownValue, rule, span);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn the_last_operand_is_written() {
        assert_effects(
            "rsync -a src/ dst/",
            &["read src/ deep", "write dst/ inside"],
        );
        assert_effects(
            "rsync -av --delete --exclude .git src dst",
            &["read src deep", "write dst inside", "delete dst deep"],
        );
        assert_effects(
            "rsync -a --remove-source-files a b",
            &["delete a deep", "write b inside", "delete b deep"],
        );
        assert_effects(
            "rsync a b --log-file=log",
            &["write log", "read a deep", "write b inside"],
        );
    }

    #[test]
    fn a_batch_is_written_to_the_only_operand() {
        assert_effects(
            "rsync -a --read-batch=batch .",
            &["read batch", "write . inside"],
        );
        assert_effects(
            "rsync --delete --read-batch batch d",
            &["read batch", "write d inside", "delete d deep"],
        );
        assert_allowed("rsync -n --read-batch=batch .");
    }

    #[test]
    fn where_paths_of_sources_land_is_not_told() {
        assert_effects(
            "rsync -aR sub/./.git/hooks/x .",
            &[
                "read sub/./.git/hooks/x deep",
                "write . inside",
                "write ? deep",
            ],
        );
        for command in [
            "rsync --relative --delete a b",
            "rsync -RL a b",
            "rsync -R --remove-source-files a b",
            "rsync --files-from=names a b",
        ] {
            let told = tell(command);
            assert!(
                told.effects.contains(&"write ? deep".to_owned()),
                "{command}: {told:?}"
            );
        }
        assert_allowed("rsync -anR a b");
    }

    #[test]
    fn other_machines_are_connected_to() {
        assert_effects(
            "rsync -a src me@host:dst",
            &["read src deep", "connect host"],
        );
        assert_effects(
            "rsync rsync://host/module/x .",
            &["connect host", "write . inside"],
        );
        assert!(!tell("rsync -n host::module").harmless);
        assert!(!tell("rsync -n -e ./x src dst").harmless);
        assert_unknown("rsync -n \"$x\" dst", Rule::DynamicOption);
        assert_unknown("rsync -n -- \"$x\" dst", Rule::DynamicValue);
        assert_unknown("rsync -n -M--log-file=x a b", Rule::UnknownFlag);
        assert_unknown("rsync --daemon", Rule::UnknownFlag);
    }

    #[test]
    fn nothing_is_written_in_a_dry_run() {
        assert_allowed("rsync -avn --delete src/ dst/");
        assert_allowed("rsync --dry-run -i src/ dst/");
        assert_allowed("rsync src/");
        assert_effects("rsync -n src dst", &["read src deep", "read dst deep"]);
        assert!(!tell("rsync -n --log-file=log a b").harmless);
        assert_unknown("rsync -n -f 'merge x' a b", Rule::UnknownValue);
        assert_allowed("rsync -n --filter='- *.o' a b");
    }
}
