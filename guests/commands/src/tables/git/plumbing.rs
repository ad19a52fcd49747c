//! Git: what scripts use, and what is seldom used by hand.

use super::{CHANGER, CONNECTS, READER, READS, RUNS, STORER, STORES, STORING};
use crate::{
    argument::{Span, Text},
    model::{
        Always, Depth, Digits, Flag, Flags, Form, Grammar, Marks, Order, PathRole, Role, Spec,
        Tree, Value,
    },
    report::{Extent, Kind, Report, Stance, Target},
};

/// What is made goes to standard output.
const PRINTS: Marks = Marks::own(5);

const MADE: PathRole = PathRole::of(Kind::Create, Depth::Deep);
/// The files of a repository in one: what reads them.
const INPUT: Role = Role::Path(PathRole::INPUT);

/// `git archive`.
pub(super) static ARCHIVE: Spec = Spec {
    flags: flags!([
        Flag::long("add-file").value(Value::Path(PathRole::INPUT)),
        Flag::long("add-virtual-file").value(Value::Text),
        Flag::long("exec").value(Value::Program),
        Flag::long("format").value(Value::Text),
        Flag::both(b'l', "list"),
        Flag::long("mtime").value(Value::Text),
        Flag::both(b'o', "output").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("prefix").value(Value::Text),
        Flag::long("remote").value(Value::Thing(Kind::Connect)),
        Flag::both(b'v', "verbose"),
        Flag::long("worktree-attributes"),
    ]),
    digits: Digits::Alone,
    ..READER
};

/// `git bugreport` and `git diagnose` write a file into the working directory, or where they are told.
pub(super) static REPORT: Spec = Spec {
    flags: flags!([
        Flag::long("mode").value(Value::Text),
        Flag::long("no-suffix"),
        Flag::both(b'o', "output-directory").value(Value::Path(MADE)),
        Flag::both(b's', "suffix").value(Value::Text),
    ]),
    ..CHANGER
};

const BUNDLE_FLAGS: Flags = flags!([
    Flag::long("all"),
    Flag::long("all-progress"),
    Flag::long("branches").attached(Value::Text),
    Flag::long("progress"),
    Flag::both(b'q', "quiet"),
    Flag::long("since").value(Value::Text),
    Flag::long("tags").attached(Value::Text),
    Flag::long("version").attached(Value::Number),
]);

static BUNDLE_READER: Spec = Spec {
    flags: BUNDLE_FLAGS,
    forms: &[Form::each(Role::Text).first(&[INPUT])],
    ..READER
};

static BUNDLE_UNPACKER: Spec = Spec {
    flags: BUNDLE_FLAGS,
    forms: &[Form::each(Role::Text).first(&[INPUT])],
    ..STORER
};

static BUNDLE_MAKER: Spec = Spec {
    flags: BUNDLE_FLAGS,
    forms: &[Form::each(Role::Text).first(&[Role::Path(PathRole::OUTPUT)])],
    always: &[READS, RUNS],
    ..STORER
};

/// `git bundle`.
pub(super) static BUNDLE: Tree = Tree {
    globals: Spec {
        always: &[],
        conditions: &[],
        order: Order::OperandEnds,
        ..READER
    },
    branches: &[
        ("create", Grammar::Options(&BUNDLE_MAKER)),
        ("list-heads", Grammar::Options(&BUNDLE_READER)),
        ("unbundle", Grammar::Options(&BUNDLE_UNPACKER)),
        ("verify", Grammar::Options(&BUNDLE_READER)),
    ],
    alone: None,
};

/// `git checkout-index`. A prefix leads anywhere.
pub(super) static CHECKOUT_INDEX: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "all"),
        Flag::both(b'f', "force"),
        Flag::both(b'u', "index"),
        Flag::both(b'n', "no-create"),
        Flag::long("prefix").value(Value::Path(PathRole::of(Kind::Write, Depth::Deep))),
        Flag::both(b'q', "quiet"),
        Flag::long("stage").value(Value::Text),
    ]),
    ..CHANGER
};

/// `git commit-tree`.
pub(super) static COMMIT_TREE: Spec = Spec {
    flags: flags!([
        Flag::letter(b'F').value(Value::Path(PathRole::INPUT)),
        Flag::letter(b'm').value(Value::Text),
        Flag::letter(b'p').value(Value::Text),
        Flag::both(b'S', "gpg-sign").attached(Value::Text),
    ]),
    ..STORER
};

/// What runs programs that are configured, or found by name, and that may do anything to the work tree.
pub(super) static TOOL_RUNNER: Spec = Spec {
    flags: flags!([
        Flag::long("cached"),
        Flag::both(b'd', "dir-diff"),
        Flag::both(b'x', "extcmd").value(Value::Program),
        Flag::both(b'g', "gui"),
        Flag::both(b'y', "no-prompt"),
        Flag::long("prompt"),
        Flag::long("raw"),
        Flag::long("staged"),
        Flag::both(b't', "tool").value(Value::Text),
        Flag::both(b'v', "verbose"),
    ]),
    ..CHANGER
};

/// `git fast-export` prints, and may keep marks in files. It forgets a `--`, and takes what follows for options.
pub(super) static FAST_EXPORT: Spec = Spec {
    flags: flags!([
        Flag::long("all"),
        Flag::long("export-marks").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("full-tree"),
        Flag::long("import-marks").value(Value::Path(PathRole::INPUT)),
        Flag::long("no-data"),
        Flag::long("signed-tags").value(Value::Text),
        Flag::long("tag-of-filtered-object").value(Value::Text),
        Flag::long("use-done-feature"),
    ]),
    stance: Stance::Changer,
    ..READER
};

/// `git filter-branch` runs its filters for each commit.
pub(super) static FILTER_BRANCH: Spec = Spec {
    flags: flags!([
        Flag::letter(b'd').value(Value::Path(MADE)),
        Flag::long("all"),
        Flag::long("commit-filter").value(Value::Program),
        Flag::long("env-filter").value(Value::Program),
        Flag::both(b'f', "force"),
        Flag::long("index-filter").value(Value::Program),
        Flag::long("msg-filter").value(Value::Program),
        Flag::long("original").value(Value::Text),
        Flag::long("parent-filter").value(Value::Program),
        Flag::long("prune-empty"),
        Flag::long("setup").value(Value::Program),
        Flag::long("subdirectory-filter").value(Value::Text),
        Flag::long("tag-name-filter").value(Value::Program),
        Flag::long("tree-filter").value(Value::Program),
    ]),
    ..CHANGER
};

/// `git format-patch` makes files, here or elsewhere. Even printed, its text may hold a file that the configuration names.
pub(super) static FORMAT_PATCH: Spec = Spec {
    flags: flags!([
        Flag::long("add-header").value(Value::Text),
        Flag::long("attach").attached(Value::Text),
        Flag::long("base").value(Value::Text),
        Flag::long("cc").value(Value::Text),
        Flag::long("cover-letter"),
        Flag::long("filename-max-length").value(Value::Number),
        Flag::long("from").attached(Value::Text),
        Flag::long("in-reply-to").value(Value::Text),
        Flag::long("inline").attached(Value::Text),
        Flag::both(b'k', "keep-subject"),
        Flag::both(b'N', "no-numbered"),
        Flag::long("no-signature"),
        Flag::both(b'p', "no-stat"),
        Flag::both(b'n', "numbered"),
        Flag::long("numbered-files"),
        Flag::both(b'o', "output-directory")
            .value(Value::Path(MADE))
            .states(PRINTS),
        Flag::both(b'q', "quiet"),
        Flag::both(b'v', "reroll-count").value(Value::Text),
        Flag::long("rfc").attached(Value::Text),
        Flag::long("root"),
        Flag::long("signature").value(Value::Text),
        Flag::both(b's', "signoff"),
        Flag::long("start-number").value(Value::Number),
        Flag::long("stdout").states(PRINTS),
        Flag::long("subject-prefix").value(Value::Text),
        Flag::long("suffix").value(Value::Text),
        Flag::long("thread").attached(Value::Text),
        Flag::long("to").value(Value::Text),
        Flag::long("zero-commit"),
    ]),
    digits: Digits::Alone,
    forms: &[
        Form::each(Role::Text).when(PRINTS),
        Form::each(Role::Text).does(super::CHANGING_FILES),
    ],
    always: &[READS, RUNS],
    ..STORER
};

/// `git hash-object`.
pub(super) static HASH_OBJECT: Spec = Spec {
    flags: flags!([
        Flag::letter(b't').value(Value::Text),
        Flag::letter(b'w').does(STORING),
        Flag::long("literally"),
        Flag::long("no-filters"),
        Flag::long("path").value(Value::Text),
        Flag::long("stdin"),
    ]),
    forms: &[Form::each(INPUT)],
    ..READER
};

/// `git help` shows a page by a program that is configured.
pub(super) static HELP: Spec = Spec {
    forms: &[
        Form::each(Role::Text)
            .when(Marks::OPERANDS)
            .does(&[Always::flat(Kind::Execute, "man")]),
        Form::each(Role::Text),
    ],
    ..READER
};

/// `git interpret-trailers` runs what is configured for a trailer.
pub(super) static TRAILERS: Spec = Spec {
    flags: flags!([
        Flag::long("if-exists").value(Value::Text),
        Flag::long("if-missing").value(Value::Text),
        Flag::long("in-place").does(super::CHANGING_FILES),
        Flag::long("no-divider"),
        Flag::long("only-input"),
        Flag::long("only-trailers"),
        Flag::long("parse"),
        Flag::long("trailer").value(Value::Text),
        Flag::long("trim-empty"),
        Flag::long("unfold"),
        Flag::long("where").value(Value::Text),
    ]),
    forms: &[Form::each(INPUT)],
    always: &[READS, RUNS],
    ..STORER
};

static MAINTENANCE_RUN: Spec = Spec {
    flags: flags!([
        Flag::long("auto"),
        Flag::long("detach"),
        Flag::long("no-detach"),
        Flag::long("no-quiet"),
        Flag::long("quiet"),
        Flag::long("schedule").attached(Value::Text),
        Flag::long("task").value(Value::Text),
    ]),
    // It fetches, too.
    always: &[READS, RUNS, STORES, CONNECTS],
    ..STORER
};

/// The machine is told to run it from time to time, and the person's configuration names the repository.
static MAINTENANCE_SCHEDULE: Spec = Spec {
    flags: flags!([
        Flag::long("config-file").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("force"),
        Flag::long("scheduler").value(Value::Text),
    ]),
    always: &[
        READS,
        RUNS,
        super::CONFIGURES,
        Always::flat(Kind::Write, "~/.gitconfig"),
        Always::flat(Kind::System, "scheduler"),
    ],
    ..STORER
};

/// `git maintenance`.
pub(super) static MAINTENANCE: Tree = Tree {
    globals: Spec {
        always: &[],
        conditions: &[],
        order: Order::OperandEnds,
        ..READER
    },
    branches: &[
        ("register", Grammar::Options(&MAINTENANCE_SCHEDULE)),
        ("run", Grammar::Options(&MAINTENANCE_RUN)),
        ("start", Grammar::Options(&MAINTENANCE_SCHEDULE)),
        ("stop", Grammar::Options(&MAINTENANCE_SCHEDULE)),
        ("unregister", Grammar::Options(&MAINTENANCE_SCHEDULE)),
    ],
    alone: None,
};

/// `git merge-file`: the first file is changed, unless the result is printed.
pub(super) static MERGE_FILE: Spec = Spec {
    flags: flags!([
        Flag::letter(b'L').value(Value::Text),
        Flag::long("diff-algorithm").value(Value::Text),
        Flag::long("diff3"),
        Flag::long("marker-size").value(Value::Number),
        Flag::long("ours"),
        Flag::both(b'q', "quiet"),
        Flag::both(b'p', "stdout").states(PRINTS),
        Flag::long("theirs"),
        Flag::long("union"),
        Flag::long("zdiff3"),
    ]),
    forms: &[
        Form::each(INPUT).when(PRINTS),
        Form::each(INPUT).first(&[Role::Path(PathRole::OUTPUT)]),
    ],
    ..READER
};

/// `git gc`, `git repack`, `git prune` and their like.
pub(super) static REPACK: Spec = Spec {
    flags: flags!([
        Flag::letter(b'A'),
        Flag::letter(b'F'),
        Flag::letter(b'a'),
        Flag::letter(b'd'),
        Flag::letter(b'f'),
        Flag::long("aggressive"),
        Flag::long("all"),
        Flag::long("auto"),
        Flag::long("cruft"),
        Flag::long("depth").value(Value::Number),
        Flag::both(b'n', "dry-run"),
        Flag::long("expire").value(Value::Text),
        Flag::long("force"),
        Flag::both(b'g', "geometric").value(Value::Number),
        Flag::both(b'k', "keep-unreachable"),
        Flag::both(b'l', "local"),
        Flag::long("max-pack-size").value(Value::Text),
        Flag::long("no-auto"),
        Flag::long("no-cruft"),
        Flag::long("no-prune"),
        Flag::long("progress"),
        Flag::long("prune").attached(Value::Text),
        Flag::both(b'q', "quiet"),
        Flag::long("threads").value(Value::Number),
        Flag::both(b'v', "verbose"),
        Flag::long("window").value(Value::Number),
        Flag::long("window-memory").value(Value::Text),
        Flag::both(b'b', "write-bitmap-index"),
        Flag::both(b'm', "write-midx"),
    ]),
    ..STORER
};

/// `git replace`. Without operands it lists; with one it lists too, but who knows.
pub(super) static REPLACE: Spec = Spec {
    flags: flags!([
        Flag::both(b'd', "delete"),
        Flag::both(b'e', "edit"),
        Flag::both(b'f', "force"),
        Flag::long("format").value(Value::Text),
        Flag::both(b'g', "graft"),
        Flag::both(b'l', "list"),
    ]),
    ..STORER
};

fn point<'a>(_: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.add(
        Kind::Write,
        Target::Thing(super::REPOSITORY),
        Extent::Flat,
        span,
    );
}

/// `git symbolic-ref`: one operand is shown, with a second it is changed.
pub(super) static SYMBOLIC_REF: Spec = Spec {
    flags: flags!([
        Flag::letter(b'm').value(Value::Text),
        Flag::both(b'd', "delete").does(STORING),
        Flag::long("no-recurse"),
        Flag::both(b'q', "quiet"),
        Flag::long("recurse"),
        Flag::long("short"),
    ]),
    forms: &[Form::each(Role::Own(point)).first(&[Role::Text])],
    ..READER
};

/// `git update-index`.
pub(super) static UPDATE_INDEX: Spec = Spec {
    flags: flags!([
        Flag::letter(b'z'),
        Flag::long("add"),
        Flag::both(b'g', "again"),
        Flag::long("assume-unchanged"),
        Flag::long("cacheinfo").value(Value::Text),
        Flag::long("chmod").value(Value::Text),
        Flag::long("force-remove"),
        Flag::long("index-info"),
        Flag::long("info-only"),
        Flag::long("no-assume-unchanged"),
        Flag::long("no-skip-worktree"),
        Flag::both(b'q', "quiet"),
        Flag::long("really-refresh"),
        Flag::long("refresh"),
        Flag::long("remove"),
        Flag::long("replace"),
        Flag::long("skip-worktree"),
        Flag::long("stdin"),
        Flag::long("unmerged"),
        Flag::long("verbose"),
    ]),
    ..STORER
};

/// `git update-ref`.
pub(super) static UPDATE_REF: Spec = Spec {
    flags: flags!([
        Flag::letter(b'd'),
        Flag::letter(b'm').value(Value::Text),
        Flag::letter(b'z'),
        Flag::long("create-reflog"),
        Flag::long("no-deref"),
        Flag::long("stdin"),
    ]),
    ..STORER
};
