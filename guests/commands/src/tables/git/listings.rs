//! Git: what lists or changes, depending on flags and operands: `branch`, `tag`, `stash`, `worktree` and their like.

use super::{
    CHANGER, CHANGES_FILES, CONFIGURES, LISTS, READER, READER_PLAIN, READS, RUNS, STORER,
    STORER_PLAIN, STORES, STORING, flags::HISTORY, history::LOG, refuse_option,
};
use crate::{
    model::{
        Always, Clusters, Depth, Digits, Flag, Flags, Form, Grammar, Marks, Order, PathRole, Role,
        Spec, Tree, Value,
    },
    report::Kind,
};

/// With operands something is made, unless it was said that they are patterns.
const LISTS_OR_STORES: &[Form] = &[
    Form::each(Role::Text).when(LISTS),
    Form::each(Role::Text).when(Marks::OPERANDS).does(STORING),
    Form::each(Role::Text),
];

/// `git branch`. The commit after `--contains` and its kin may be missing, so it is an operand here.
pub(super) static BRANCH: Spec = Spec {
    flags: flags!([
        Flag::letter(b'C').does(STORING),
        Flag::letter(b'D').does(STORING),
        Flag::letter(b'M').does(STORING),
        Flag::long("abbrev").attached(Value::Number),
        Flag::both(b'a', "all"),
        Flag::long("color").attached(Value::Text),
        Flag::long("column").attached(Value::Text),
        Flag::long("contains").attached(Value::Text).states(LISTS),
        Flag::both(b'c', "copy").does(STORING),
        Flag::long("create-reflog").does(STORING),
        Flag::both(b'd', "delete").does(STORING),
        Flag::long("edit-description").does(STORING),
        Flag::both(b'f', "force").does(STORING),
        Flag::long("format").value(Value::Text),
        Flag::both(b'i', "ignore-case"),
        Flag::both(b'l', "list").states(LISTS),
        Flag::long("merged").attached(Value::Text).states(LISTS),
        Flag::both(b'm', "move").does(STORING),
        Flag::long("no-abbrev"),
        Flag::long("no-color"),
        Flag::long("no-column"),
        Flag::long("no-contains")
            .attached(Value::Text)
            .states(LISTS),
        Flag::long("no-merged").attached(Value::Text).states(LISTS),
        Flag::long("no-track").does(STORING),
        Flag::long("omit-empty"),
        Flag::long("points-at").value(Value::Text).states(LISTS),
        Flag::both(b'q', "quiet"),
        Flag::both(b'r', "remotes"),
        Flag::both(b'u', "set-upstream-to")
            .value(Value::Text)
            .does(STORING),
        Flag::long("show-current"),
        Flag::long("sort").value(Value::Text),
        Flag::both(b't', "track")
            .attached(Value::Text)
            .does(STORING),
        Flag::long("unset-upstream").does(STORING),
        Flag::both(b'v', "verbose"),
    ]),
    forms: LISTS_OR_STORES,
    ..READER
};

/// `git tag`.
pub(super) static TAG: Spec = Spec {
    flags: flags!([
        Flag::letter(b'n').attached(Value::Number).states(LISTS),
        Flag::both(b'a', "annotate").does(STORING),
        Flag::long("cleanup").value(Value::Text),
        Flag::long("color").attached(Value::Text),
        Flag::long("column").attached(Value::Text),
        Flag::long("contains").attached(Value::Text).states(LISTS),
        Flag::long("create-reflog").does(STORING),
        Flag::both(b'd', "delete").does(STORING),
        Flag::both(b'e', "edit").does(STORING),
        Flag::both(b'F', "file")
            .value(Value::Path(PathRole::INPUT))
            .does(STORING),
        Flag::both(b'f', "force").does(STORING),
        Flag::long("format").value(Value::Text),
        Flag::both(b'i', "ignore-case"),
        Flag::both(b'l', "list").states(LISTS),
        Flag::both(b'u', "local-user")
            .value(Value::Text)
            .does(STORING),
        Flag::long("merged").attached(Value::Text).states(LISTS),
        Flag::both(b'm', "message").value(Value::Text).does(STORING),
        Flag::long("no-color"),
        Flag::long("no-column"),
        Flag::long("no-contains")
            .attached(Value::Text)
            .states(LISTS),
        Flag::long("no-merged").attached(Value::Text).states(LISTS),
        Flag::long("no-sign"),
        Flag::long("omit-empty"),
        Flag::long("points-at").value(Value::Text).states(LISTS),
        Flag::both(b's', "sign").does(STORING),
        Flag::long("sort").value(Value::Text),
        Flag::long("trailer").value(Value::Text).does(STORING),
        Flag::both(b'v', "verify").does(&[Always::flat(Kind::Execute, "gpg")]),
    ]),
    forms: LISTS_OR_STORES,
    ..READER
};

const STASHING: Flags = flags!([
    Flag::both(b'a', "all"),
    Flag::both(b'u', "include-untracked"),
    Flag::long("index"),
    Flag::both(b'k', "keep-index"),
    Flag::both(b'm', "message").value(Value::Text),
    Flag::long("no-keep-index"),
    Flag::both(b'p', "patch"),
    Flag::long("pathspec-file-nul"),
    Flag::long("pathspec-from-file").value(Value::Path(PathRole::INPUT)),
    Flag::both(b'q', "quiet"),
    Flag::both(b'S', "staged"),
]);

static STASH_CHANGER: Spec = Spec {
    flags: STASHING,
    ..CHANGER
};

static STASH_STORER: Spec = Spec {
    flags: STASHING,
    ..STORER
};

/// A `--` is forgotten, and what follows it is taken for options.
static STASH_SHOW: Spec = Spec {
    flags: HISTORY,
    clusters: Clusters::Refused,
    digits: Digits::Alone,
    forms: &[Form::each(Role::Own(refuse_option))],
    ..READER
};

/// `git stash`. Alone it pushes.
pub(super) static STASH: Tree = Tree {
    globals: Spec {
        flags: STASHING,
        order: Order::OperandEnds,
        ..SILENT
    },
    branches: &[
        ("apply", Grammar::Options(&STASH_CHANGER)),
        ("branch", Grammar::Options(&STASH_CHANGER)),
        ("clear", Grammar::Options(&STASH_STORER)),
        ("create", Grammar::Options(&STASH_STORER)),
        ("drop", Grammar::Options(&STASH_STORER)),
        ("list", Grammar::Options(&STASH_SHOW)),
        ("pop", Grammar::Options(&STASH_CHANGER)),
        ("push", Grammar::Options(&STASH_CHANGER)),
        ("save", Grammar::Options(&STASH_CHANGER)),
        ("show", Grammar::Options(&STASH_SHOW)),
        ("store", Grammar::Options(&STASH_STORER)),
    ],
    alone: Some(&STASH_CHANGER),
};

/// What stands before a subcommand's subcommand, and does nothing by itself.
const SILENT: Spec = Spec {
    always: &[],
    conditions: &[],
    order: Order::OperandEnds,
    ..READER
};

/// `git reflog`. Alone it shows.
pub(super) static REFLOG: Tree = Tree {
    globals: Spec {
        flags: HISTORY,
        clusters: Clusters::Refused,
        digits: Digits::Alone,
        ..SILENT
    },
    branches: &[
        ("HEAD", Grammar::Options(&LOG)),
        ("delete", Grammar::Options(&STORER_PLAIN)),
        ("drop", Grammar::Options(&STORER_PLAIN)),
        ("exists", Grammar::Options(&READER_PLAIN)),
        ("expire", Grammar::Options(&REFLOG_EXPIRE)),
        ("list", Grammar::Options(&READER_PLAIN)),
        ("show", Grammar::Options(&LOG)),
    ],
    alone: Some(&LOG),
};

static REFLOG_EXPIRE: Spec = Spec {
    flags: flags!([
        Flag::long("all"),
        Flag::both(b'n', "dry-run"),
        Flag::long("expire").value(Value::Text),
        Flag::long("expire-unreachable").value(Value::Text),
        Flag::long("rewrite"),
        Flag::long("stale-fix"),
        Flag::long("updateref"),
        Flag::long("verbose"),
    ]),
    ..STORER
};

const MADE: Role = Role::Path(PathRole::of(Kind::Create, Depth::Deep));
const MOVED: Role = Role::Path(PathRole::of(Kind::Delete, Depth::Deep));

static WORKTREE_ADD: Spec = Spec {
    flags: flags!([
        Flag::letter(b'B').value(Value::Text),
        Flag::letter(b'b').value(Value::Text),
        Flag::long("checkout"),
        Flag::both(b'd', "detach"),
        Flag::both(b'f', "force"),
        Flag::long("guess-remote"),
        Flag::long("lock"),
        Flag::long("no-checkout"),
        Flag::long("no-track"),
        Flag::long("orphan"),
        Flag::both(b'q', "quiet"),
        Flag::long("reason").value(Value::Text),
        Flag::long("track"),
    ]),
    forms: &[Form::each(Role::Text).first(&[MADE])],
    ..STORER
};

static WORKTREE_REMOVE: Spec = Spec {
    flags: flags!([Flag::both(b'f', "force")]),
    forms: &[Form::each(MOVED)],
    ..STORER
};

static WORKTREE_MOVE: Spec = Spec {
    flags: flags!([Flag::both(b'f', "force")]),
    forms: &[Form::each(Role::Refused).first(&[MOVED, MADE])],
    ..STORER
};

static WORKTREE_STORER: Spec = Spec {
    flags: flags!([
        Flag::both(b'n', "dry-run"),
        Flag::long("expire").value(Value::Text),
        Flag::long("reason").value(Value::Text),
        Flag::both(b'v', "verbose"),
    ]),
    ..STORER
};

static WORKTREE_LIST: Spec = Spec {
    flags: flags!([
        Flag::letter(b'z'),
        Flag::long("porcelain"),
        Flag::both(b'v', "verbose"),
    ]),
    ..READER
};

/// `git worktree`.
pub(super) static WORKTREE: Tree = Tree {
    globals: SILENT,
    branches: &[
        ("add", Grammar::Options(&WORKTREE_ADD)),
        ("list", Grammar::Options(&WORKTREE_LIST)),
        ("lock", Grammar::Options(&WORKTREE_STORER)),
        ("move", Grammar::Options(&WORKTREE_MOVE)),
        ("prune", Grammar::Options(&WORKTREE_STORER)),
        ("remove", Grammar::Options(&WORKTREE_REMOVE)),
        ("repair", Grammar::Options(&STORER_PLAIN)),
        ("unlock", Grammar::Options(&STORER_PLAIN)),
    ],
    alone: None,
};

static NOTES_STORER: Spec = Spec {
    flags: flags!([
        Flag::long("abort"),
        Flag::long("allow-empty"),
        Flag::long("commit"),
        Flag::both(b'F', "file").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'f', "force"),
        Flag::long("ignore-missing"),
        Flag::both(b'm', "message").value(Value::Text),
        Flag::both(b'q', "quiet"),
        Flag::both(b'C', "reuse-message").value(Value::Text),
        Flag::both(b's', "strategy").value(Value::Text),
        Flag::both(b'v', "verbose"),
    ]),
    ..STORER
};

/// `git notes`. Alone it lists.
pub(super) static NOTES: Tree = Tree {
    globals: Spec {
        flags: flags!([Flag::long("ref").value(Value::Text)]),
        ..SILENT
    },
    branches: &[
        ("add", Grammar::Options(&NOTES_STORER)),
        ("append", Grammar::Options(&NOTES_STORER)),
        ("copy", Grammar::Options(&NOTES_STORER)),
        ("edit", Grammar::Options(&NOTES_STORER)),
        ("get-ref", Grammar::Options(&READER_PLAIN)),
        ("list", Grammar::Options(&READER_PLAIN)),
        ("merge", Grammar::Options(&NOTES_STORER)),
        ("prune", Grammar::Options(&NOTES_STORER)),
        ("remove", Grammar::Options(&NOTES_STORER)),
        ("show", Grammar::Options(&READER_PLAIN)),
    ],
    alone: Some(&NOTES_LIST),
};

static NOTES_LIST: Spec = Spec {
    flags: flags!([Flag::long("ref").value(Value::Text)]),
    ..READER
};

/// The program and its arguments are run for each commit that is tried.
static BISECT_RUN: Spec = Spec {
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Text).first(&[Role::Program])],
    ..CHANGER
};

static BISECT_START: Spec = Spec {
    flags: flags!([
        Flag::long("first-parent"),
        Flag::long("no-checkout"),
        Flag::long("term-bad").value(Value::Text),
        Flag::long("term-good").value(Value::Text),
        Flag::long("term-new").value(Value::Text),
        Flag::long("term-old").value(Value::Text),
    ]),
    ..CHANGER
};

static BISECT_REPLAY: Spec = Spec {
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..CHANGER
};

static BISECT_TERMS: Spec = Spec {
    flags: flags!([
        Flag::long("term-bad"),
        Flag::long("term-good"),
        Flag::long("term-new"),
        Flag::long("term-old"),
    ]),
    ..READER
};

/// `git bisect`.
pub(super) static BISECT: Tree = Tree {
    globals: SILENT,
    branches: &[
        ("bad", Grammar::Options(&BISECT_START)),
        ("good", Grammar::Options(&BISECT_START)),
        ("log", Grammar::Options(&READER_PLAIN)),
        ("new", Grammar::Options(&BISECT_START)),
        ("next", Grammar::Options(&BISECT_START)),
        ("old", Grammar::Options(&BISECT_START)),
        ("replay", Grammar::Options(&BISECT_REPLAY)),
        ("reset", Grammar::Options(&BISECT_START)),
        ("run", Grammar::Options(&BISECT_RUN)),
        ("skip", Grammar::Options(&BISECT_START)),
        ("start", Grammar::Options(&BISECT_START)),
        ("terms", Grammar::Options(&BISECT_TERMS)),
    ],
    alone: None,
};

static SPARSE: Spec = Spec {
    flags: flags!([
        Flag::long("cone"),
        Flag::long("no-cone"),
        Flag::long("no-sparse-index"),
        Flag::long("skip-checks"),
        Flag::long("sparse-index"),
        Flag::long("stdin"),
    ]),
    always: &[
        READS,
        RUNS,
        STORES,
        CHANGES_FILES,
        CONFIGURES,
        Always::flat(Kind::Write, ".git/info/sparse-checkout"),
    ],
    ..CHANGER
};

/// `git sparse-checkout`.
pub(super) static SPARSE_CHECKOUT: Tree = Tree {
    globals: SILENT,
    branches: &[
        ("add", Grammar::Options(&SPARSE)),
        ("disable", Grammar::Options(&SPARSE)),
        ("init", Grammar::Options(&SPARSE)),
        ("list", Grammar::Options(&READER_PLAIN)),
        ("reapply", Grammar::Options(&SPARSE)),
        ("set", Grammar::Options(&SPARSE)),
    ],
    alone: None,
};
