//! GNU `tar`. What its archive and its operands are, the operation says, which may come before or after them.
//!
//! Listing and unpacking to standard output are harmless; unpacking writes names that only the archive knows, which lead
//! out of the directory only with `-P`. An archive `host:file` is fetched by a remote shell, unless `--force-local` is
//! given. The programs of `-z` and its kind are the system's. A list of names (`-T`) may hold options. Volumes (`-M`)
//! are not described: at their prompt a command can be given.

use crate::{
    argument::{Span, Text},
    model::{
        Always, Dash, Depth, FirstWord, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool,
        Value,
    },
    report::{Extent, Kind, Report, Rule},
    tables::remote,
};

const CREATES: Marks = Marks::own(0);
/// Appends to an archive or deletes from it.
const ALTERS: Marks = Marks::own(1);
const EXTRACTS: Marks = Marks::own(2);
const LISTS: Marks = Marks::own(3);
const COMPARES: Marks = Marks::own(4);
const FORCE_LOCAL: Marks = Marks::own(5);
const TO_STDOUT: Marks = Marks::own(6);
const ABSOLUTE: Marks = Marks::own(7);
/// Another directory is given.
const ELSEWHERE: Marks = Marks::own(8);
const REMOVES: Marks = Marks::own(9);

const INPUT: Value = Value::Path(PathRole::INPUT);
const OUTPUT: Value = Value::Path(PathRole::OUTPUT);
const ARCHIVE_MADE: PathRole = PathRole {
    dash: Dash::Stream,
    ..PathRole::OUTPUT
};
const BELOW: PathRole = PathRole::of(Kind::Read, Depth::Deep);
const PACKED: Role = Role::Path(BELOW);
const REMOVED_BELOW: PathRole = PathRole::of(Kind::Delete, Depth::Deep);
const REMOVED: Role = Role::Path(REMOVED_BELOW);
const ADDED: Value = Value::When(&[
    (REMOVES, Value::Path(REMOVED_BELOW)),
    (Marks::NONE, Value::Path(BELOW)),
]);
const UNPACKED_INTO: Value = Value::Path(PathRole::of(Kind::Write, Depth::Inside));

const ARCHIVE: Value = Value::When(&[
    (CREATES.and(FORCE_LOCAL), Value::Path(ARCHIVE_MADE)),
    (ALTERS.and(FORCE_LOCAL), Value::Path(ARCHIVE_MADE)),
    (CREATES, Value::Own(archive_made)),
    (ALTERS, Value::Own(archive_made)),
    (FORCE_LOCAL, INPUT),
    (Marks::NONE, Value::Own(archive_read)),
]);
const DIRECTORY: Value = Value::When(&[
    (
        EXTRACTS.and(TO_STDOUT),
        Value::Path(PathRole::of(Kind::Read, Depth::Flat)),
    ),
    (EXTRACTS, UNPACKED_INTO),
    (CREATES.and(REMOVES), Value::Path(REMOVED_BELOW)),
    (ALTERS.and(REMOVES), Value::Path(REMOVED_BELOW)),
    (CREATES, Value::Path(BELOW)),
    (ALTERS, Value::Path(BELOW)),
    (COMPARES, Value::Path(BELOW)),
    (
        Marks::NONE,
        Value::Path(PathRole::of(Kind::Read, Depth::Flat)),
    ),
]);

/// `tar`.
pub(super) static TOOL: Tool = Tool {
    names: &["tar", "gtar"],
    summary: native!("packs and unpacks archives"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!(&FLAGS),
    first_word: FirstWord::Letters,
    forms: &[
        Form::each(Role::Own(removed_elsewhere)).when(CREATES.and(REMOVES).and(ELSEWHERE)),
        Form::each(Role::Own(removed_elsewhere)).when(ALTERS.and(REMOVES).and(ELSEWHERE)),
        Form::each(REMOVED).when(CREATES.and(REMOVES)),
        Form::each(REMOVED).when(ALTERS.and(REMOVES)),
        Form::each(Role::Own(packed_elsewhere)).when(CREATES.and(ELSEWHERE)),
        Form::each(Role::Own(packed_elsewhere)).when(ALTERS.and(ELSEWHERE)),
        Form::each(PACKED).when(CREATES),
        Form::each(PACKED).when(ALTERS),
        Form::each(Role::Text).when(EXTRACTS.and(TO_STDOUT)),
        Form::each(Role::Text)
            .when(EXTRACTS.and(ABSOLUTE))
            .does(&[Always::deep(Kind::Write, "/")]),
        Form::each(Role::Text).when(EXTRACTS.and(ELSEWHERE)),
        Form::each(Role::Text)
            .when(EXTRACTS)
            .does(&[Always::inside(Kind::Write, ".")]),
        Form::each(Role::Text)
            .when(COMPARES.and(ABSOLUTE))
            .does(&[Always::deep(Kind::Read, "/")]),
        Form::each(Role::Text).when(COMPARES.and(ELSEWHERE)),
        Form::each(Role::Text)
            .when(COMPARES)
            .does(&[Always::deep(Kind::Read, ".")]),
        Form::each(Role::Text).when(LISTS),
        Form::each(Role::Refused),
    ],
    ..Spec::GNU
};

const FLAGS: [Flag; 170] = [
    Flag::letter(b'o'),
    Flag::both(b'P', "absolute-names").states(ABSOLUTE),
    Flag::long("acls"),
    Flag::long("add-file").value(ADDED),
    Flag::long("after-date").value(Value::Own(date_or_file)),
    Flag::long("anchored"),
    Flag::both(b'r', "append").states(ALTERS),
    Flag::long("atime-preserve").attached(Value::Text),
    Flag::both(b'a', "auto-compress"),
    Flag::long("backup").attached(Value::Text),
    Flag::both(b'R', "block-number"),
    Flag::both(b'b', "blocking-factor").value(Value::Number),
    Flag::both(b'j', "bzip2"),
    Flag::both(b'A', "catenate").states(ALTERS),
    Flag::long("check-device"),
    Flag::both(b'l', "check-links"),
    Flag::long("checkpoint").attached(Value::Text),
    Flag::long("checkpoint-action").value(Value::Own(checkpoint_action)),
    Flag::long("clamp-mtime"),
    Flag::long("compare").states(COMPARES),
    Flag::both(b'Z', "compress"),
    Flag::long("concatenate").states(ALTERS),
    Flag::long("confirmation"),
    Flag::both(b'c', "create").states(CREATES),
    Flag::long("delay-directory-restore"),
    Flag::long("delete").states(ALTERS),
    Flag::both(b'h', "dereference").states(Marks::FOLLOWS_LINKS),
    Flag::both(b'd', "diff").states(COMPARES),
    Flag::both(b'C', "directory")
        .value(DIRECTORY)
        .states(ELSEWHERE),
    Flag::long("exclude").value(Value::Text),
    Flag::long("exclude-backups"),
    Flag::long("exclude-caches"),
    Flag::long("exclude-caches-all"),
    Flag::long("exclude-caches-under"),
    Flag::both(b'X', "exclude-from").value(INPUT),
    Flag::long("exclude-ignore").value(Value::Text),
    Flag::long("exclude-ignore-recursive").value(Value::Text),
    Flag::long("exclude-tag").value(Value::Text),
    Flag::long("exclude-tag-all").value(Value::Text),
    Flag::long("exclude-tag-under").value(Value::Text),
    Flag::long("exclude-vcs"),
    Flag::long("exclude-vcs-ignores"),
    Flag::both(b'x', "extract").states(EXTRACTS),
    Flag::both(b'f', "file").value(ARCHIVE),
    Flag::both(b'T', "files-from").value(Value::Own(list_of_names)),
    Flag::long("force-local").states(FORCE_LOCAL),
    // The value is named, since `-H` has none where another `tar` is the system's.
    Flag::both(b'H', "format").value(Value::Choice(&[
        "gnu", "oldgnu", "pax", "posix", "ustar", "v7",
    ])),
    Flag::long("full-time"),
    Flag::long("get").states(EXTRACTS),
    Flag::long("group").value(Value::Text),
    Flag::long("group-map").value(INPUT),
    Flag::long("gunzip"),
    Flag::both(b'z', "gzip"),
    Flag::long("hard-dereference"),
    Flag::both(b'?', "help"),
    Flag::long("hole-detection").value(Value::Text),
    Flag::long("ignore-case"),
    Flag::long("ignore-command-error"),
    Flag::long("ignore-failed-read"),
    Flag::both(b'i', "ignore-zeros"),
    Flag::both(b'G', "incremental"),
    Flag::long("index-file").value(OUTPUT),
    Flag::both(b'F', "info-script").value(Value::Program),
    Flag::both(b'w', "interactive"),
    Flag::long("keep-directory-symlink"),
    Flag::long("keep-newer-files"),
    Flag::both(b'k', "keep-old-files"),
    Flag::both(b'V', "label").value(Value::Text),
    Flag::long("level").value(Value::Number),
    Flag::both(b't', "list").states(LISTS),
    Flag::both(b'g', "listed-incremental").value(OUTPUT),
    Flag::long("lzip"),
    Flag::long("lzma"),
    Flag::long("lzop"),
    Flag::long("mode").value(Value::Text),
    Flag::long("mtime").value(Value::Own(date_or_file)),
    Flag::long("new-volume-script").value(Value::Program),
    Flag::both(b'N', "newer").value(Value::Own(date_or_file)),
    Flag::long("newer-mtime").value(Value::Own(date_or_file)),
    Flag::long("no-acls"),
    Flag::long("no-anchored"),
    Flag::long("no-auto-compress"),
    Flag::long("no-check-device"),
    Flag::long("no-delay-directory-restore"),
    Flag::long("no-ignore-case"),
    Flag::long("no-ignore-command-error"),
    Flag::long("no-null"),
    Flag::long("no-overwrite-dir"),
    Flag::long("no-quote-chars").value(Value::Text),
    Flag::long("no-recursion"),
    Flag::long("no-same-owner"),
    Flag::long("no-same-permissions"),
    Flag::long("no-seek"),
    Flag::long("no-selinux"),
    Flag::long("no-unquote"),
    Flag::long("no-verbatim-files-from"),
    Flag::long("no-wildcards"),
    Flag::long("no-wildcards-match-slash"),
    Flag::long("no-xattrs"),
    Flag::long("null"),
    Flag::long("numeric-owner"),
    Flag::long("occurrence").attached(Value::Number),
    Flag::long("old-archive"),
    Flag::long("one-file-system"),
    Flag::long("one-top-level").attached(UNPACKED_INTO),
    Flag::long("overwrite"),
    Flag::long("overwrite-dir"),
    Flag::long("owner").value(Value::Text),
    Flag::long("owner-map").value(INPUT),
    Flag::long("pax-option").value(Value::Text),
    Flag::long("portability"),
    Flag::long("posix"),
    Flag::both(b's', "preserve-order"),
    Flag::both(b'p', "preserve-permissions"),
    Flag::long("program-name").value(Value::Text),
    Flag::long("quote-chars").value(Value::Text),
    Flag::long("quoting-style").value(Value::Text),
    Flag::both(b'B', "read-full-records"),
    Flag::long("record-size").value(Value::Number),
    Flag::long("recursion"),
    Flag::long("recursive-unlink"),
    Flag::long("remove-files").states(REMOVES),
    Flag::long("restrict"),
    Flag::long("rmt-command").value(Value::Program),
    Flag::long("rsh-command").value(Value::Program),
    Flag::long("same-order"),
    Flag::long("same-owner"),
    Flag::long("same-permissions"),
    Flag::both(b'n', "seek"),
    Flag::long("selinux"),
    Flag::long("show-defaults"),
    Flag::long("show-omitted-dirs"),
    Flag::long("show-snapshot-field-ranges"),
    Flag::long("show-stored-names"),
    Flag::long("show-transformed-names"),
    Flag::long("skip-old-files"),
    Flag::long("sort").value(Value::Text),
    Flag::both(b'S', "sparse"),
    Flag::long("sparse-version").value(Value::Text),
    Flag::both(b'K', "starting-file").value(Value::Text),
    Flag::long("strip-components").value(Value::Number),
    Flag::long("suffix").value(Value::Text),
    Flag::long("test-label").states(LISTS),
    Flag::long("to-command").value(Value::Program),
    Flag::both(b'O', "to-stdout").states(TO_STDOUT),
    Flag::long("totals").attached(Value::Text),
    Flag::both(b'm', "touch"),
    Flag::long("transform").value(Value::Text),
    Flag::long("uncompress"),
    Flag::long("ungzip"),
    Flag::both(b'U', "unlink-first"),
    Flag::long("unquote"),
    Flag::both(b'u', "update").states(ALTERS),
    Flag::long("usage"),
    Flag::both(b'I', "use-compress-program").value(Value::Program),
    Flag::long("utc"),
    Flag::long("verbatim-files-from"),
    Flag::both(b'v', "verbose"),
    Flag::both(b'W', "verify"),
    Flag::VERSION,
    Flag::long("volno-file").value(OUTPUT),
    Flag::long("warning").value(Value::Text),
    Flag::long("wildcards"),
    Flag::long("wildcards-match-slash"),
    Flag::long("xattrs"),
    Flag::long("xattrs-exclude").value(Value::Text),
    Flag::long("xattrs-include").value(Value::Text),
    Flag::long("xform").value(Value::Text),
    Flag::both(b'J', "xz"),
    Flag::long("zstd"),
];

fn archive_made<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    remote::touch(ARCHIVE_MADE, text, span, report);
}

fn archive_read<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    remote::touch(PathRole::INPUT, text, span, report);
}

/// A date, or a file whose date is looked at: that begins with a slash or a dot.
fn date_or_file<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    let prefix = text.prefix();
    if prefix.starts_with(['/', '.']) || (prefix.is_empty() && text.certain().is_none()) {
        report.touch(Kind::Read, text, Extent::Flat, span);
    }
}

fn checkpoint_action<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    let action = text.certain().unwrap_or("");
    let (name, _) = action.split_once('=').unwrap_or((action, ""));
    if !matches!(name, "." | "bell" | "dot" | "echo" | "sleep" | "totals") {
        report.unknown(Rule::UnknownValue, text, span);
    }
}

fn list_of_names<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    PathRole::INPUT.touch(text, span, report);
    report.unknown(Rule::UnknownValue, text, span);
}

/// What is packed below another directory is read together with that. Where a name leads that climbs out of it again is
/// not told.
fn packed_elsewhere<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    touch_elsewhere(BELOW, text, span, report);
}

fn removed_elsewhere<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    touch_elsewhere(REMOVED_BELOW, text, span, report);
}

fn touch_elsewhere<'a>(role: PathRole, text: Text<'a>, span: Span, report: &mut Report<'a>) {
    let climbs = text.prefix().split('/').any(|part| part == "..");
    if climbs || text.certain().is_none() {
        report.unknown(Rule::DynamicPosition, text, span);
    } else if text.prefix().starts_with('/') {
        role.touch(text, span, report);
    }
}

#[cfg(test)]
mod tests;
