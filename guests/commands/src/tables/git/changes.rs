//! Git: what people change history and files with.

use super::{
    CHANGER, CHANGING_FILES, READER, READS, RUNS, STORER, STORES, WORK_TREE, delete_pathspec,
    write_pathspec,
};
use crate::{
    model::{Always, Depth, Digits, Flag, Form, Marks, PathRole, Role, Spec, Value},
    report::Kind,
};

/// The files are changed, and not only the index.
const IN_WORK_TREE: Marks = Marks::own(1);
/// Only the index is changed.
const IN_INDEX: Marks = Marks::own(2);
/// A branch is made where the work tree is.
const CREATES: Marks = Marks::own(3);
/// Nothing is done, only shown.
const SHOWS: Marks = Marks::own(4);

const LIST_OF_PATHS: Flag = Flag::long("pathspec-from-file").value(Value::Path(PathRole::INPUT));

/// `git add`.
pub(super) static ADD: Spec = Spec {
    flags: flags!([
        Flag::both(b'A', "all"),
        Flag::long("chmod").value(Value::Text),
        Flag::both(b'n', "dry-run"),
        Flag::both(b'e', "edit"),
        Flag::both(b'f', "force"),
        Flag::long("ignore-errors"),
        Flag::long("ignore-missing"),
        Flag::long("ignore-removal"),
        Flag::both(b'N', "intent-to-add"),
        Flag::both(b'i', "interactive"),
        Flag::long("no-all"),
        Flag::long("no-ignore-removal"),
        Flag::both(b'p', "patch"),
        Flag::long("pathspec-file-nul"),
        LIST_OF_PATHS,
        Flag::long("refresh"),
        Flag::long("renormalize"),
        Flag::long("sparse"),
        Flag::both(b'u', "update"),
        Flag::both(b'v', "verbose"),
    ]),
    ..STORER
};

/// `git commit`. Its operands are paths that are taken into the index first.
pub(super) static COMMIT: Spec = Spec {
    flags: flags!([
        Flag::long("ahead-behind"),
        Flag::both(b'a', "all"),
        Flag::long("allow-empty"),
        Flag::long("allow-empty-message"),
        Flag::long("amend"),
        Flag::long("author").value(Value::Text),
        Flag::long("branch"),
        Flag::long("cleanup").value(Value::Text),
        Flag::long("date").value(Value::Text),
        Flag::long("dry-run"),
        Flag::both(b'e', "edit"),
        Flag::both(b'F', "file").value(Value::Path(PathRole::INPUT)),
        Flag::long("fixup").value(Value::Text),
        Flag::both(b'S', "gpg-sign").attached(Value::Text),
        Flag::both(b'i', "include"),
        Flag::long("interactive"),
        Flag::long("long"),
        Flag::both(b'm', "message").value(Value::Text),
        Flag::long("no-edit"),
        Flag::long("no-gpg-sign"),
        Flag::long("no-post-rewrite"),
        Flag::long("no-signoff"),
        Flag::long("no-status"),
        Flag::both(b'n', "no-verify"),
        Flag::both(b'z', "null"),
        Flag::both(b'o', "only"),
        Flag::both(b'p', "patch"),
        Flag::long("pathspec-file-nul"),
        LIST_OF_PATHS,
        Flag::long("porcelain"),
        Flag::both(b'q', "quiet"),
        Flag::both(b'c', "reedit-message").value(Value::Text),
        Flag::long("reset-author"),
        Flag::both(b'C', "reuse-message").value(Value::Text),
        Flag::long("short"),
        Flag::both(b's', "signoff"),
        Flag::long("squash").value(Value::Text),
        Flag::long("status"),
        Flag::both(b't', "template").value(Value::Path(PathRole::INPUT)),
        Flag::long("trailer").value(Value::Text),
        Flag::both(b'u', "untracked-files").attached(Value::Text),
        Flag::both(b'v', "verbose"),
        Flag::long("verify"),
    ]),
    ..STORER
};

/// `git rm`.
pub(super) static RM: Spec = Spec {
    flags: flags!([
        Flag::letter(b'r'),
        Flag::long("cached").states(IN_INDEX),
        Flag::both(b'n', "dry-run").states(IN_INDEX),
        Flag::both(b'f', "force"),
        Flag::long("ignore-unmatch"),
        Flag::long("pathspec-file-nul"),
        Flag::long("pathspec-from-file")
            .value(Value::Path(PathRole::INPUT))
            .does(&[Always::deep(Kind::Delete, WORK_TREE)]),
        Flag::both(b'q', "quiet"),
        Flag::long("sparse"),
    ]),
    forms: &[
        Form::each(Role::Text).when(IN_INDEX),
        Form::each(Role::Own(delete_pathspec)),
    ],
    ..STORER
};

/// `git mv`.
pub(super) static MV: Spec = Spec {
    flags: flags!([
        Flag::letter(b'k'),
        Flag::both(b'n', "dry-run"),
        Flag::both(b'f', "force"),
        Flag::long("sparse"),
        Flag::both(b'v', "verbose"),
    ]),
    forms: &[
        Form::each(Role::Path(PathRole::of(Kind::Delete, Depth::Deep)))
            .last(Role::Own(write_pathspec)),
    ],
    ..STORER
};

/// `git restore`.
pub(super) static RESTORE: Spec = Spec {
    flags: flags!([
        Flag::long("conflict").value(Value::Text),
        Flag::long("ignore-skip-worktree-bits"),
        Flag::long("ignore-unmerged"),
        Flag::both(b'm', "merge"),
        Flag::long("no-overlay"),
        Flag::both(b'2', "ours"),
        Flag::long("overlay"),
        Flag::both(b'p', "patch").does(CHANGING_FILES),
        Flag::long("pathspec-file-nul"),
        Flag::long("pathspec-from-file")
            .value(Value::Path(PathRole::INPUT))
            .does(CHANGING_FILES),
        Flag::long("progress"),
        Flag::both(b'q', "quiet"),
        Flag::long("recurse-submodules").attached(Value::Text),
        Flag::both(b's', "source").value(Value::Text),
        Flag::both(b'S', "staged").states(IN_INDEX),
        Flag::both(b'3', "theirs"),
        Flag::both(b'W', "worktree").states(IN_WORK_TREE),
    ]),
    forms: &[
        Form::each(Role::Own(write_pathspec)).when(IN_WORK_TREE),
        Form::each(Role::Text).when(IN_INDEX),
        Form::each(Role::Own(write_pathspec)),
    ],
    ..STORER
};

/// `git checkout` and `git switch`. Whether an operand is a branch or a path, only the repository says.
pub(super) static CHECKOUT: Spec = Spec {
    flags: flags!([
        Flag::letter(b'B').value(Value::Text).states(CREATES),
        Flag::letter(b'b').value(Value::Text).states(CREATES),
        Flag::letter(b'l'),
        Flag::long("conflict").value(Value::Text),
        Flag::both(b'c', "create")
            .value(Value::Text)
            .states(CREATES),
        Flag::both(b'd', "detach"),
        Flag::long("discard-changes").does(CHANGING_FILES),
        Flag::both(b'f', "force").does(CHANGING_FILES),
        Flag::both(b'C', "force-create")
            .value(Value::Text)
            .states(CREATES),
        Flag::long("guess"),
        Flag::long("ignore-other-worktrees"),
        Flag::long("ignore-skip-worktree-bits"),
        Flag::both(b'm', "merge").does(CHANGING_FILES),
        Flag::long("no-guess"),
        Flag::long("no-overlay"),
        Flag::long("no-progress"),
        Flag::long("no-recurse-submodules"),
        Flag::long("no-track"),
        Flag::long("orphan").value(Value::Text).does(CHANGING_FILES),
        Flag::both(b'2', "ours").does(CHANGING_FILES),
        Flag::long("overlay"),
        Flag::long("overwrite-ignore"),
        Flag::both(b'p', "patch").does(CHANGING_FILES),
        Flag::long("pathspec-file-nul"),
        Flag::long("pathspec-from-file")
            .value(Value::Path(PathRole::INPUT))
            .does(CHANGING_FILES),
        Flag::long("progress"),
        Flag::both(b'q', "quiet"),
        Flag::long("recurse-submodules")
            .attached(Value::Text)
            .does(CHANGING_FILES),
        Flag::both(b'3', "theirs").does(CHANGING_FILES),
        Flag::both(b't', "track").attached(Value::Text),
    ]),
    forms: &[
        Form::each(Role::Text)
            .when(CREATES.and(Marks::OPERANDS))
            .does(CHANGING_FILES),
        Form::each(Role::Text).when(CREATES),
        Form::each(Role::Text).does(CHANGING_FILES),
    ],
    ..STORER
};

/// `git reset`.
pub(super) static RESET: Spec = Spec {
    flags: flags!([
        Flag::long("hard").does(CHANGING_FILES),
        Flag::both(b'N', "intent-to-add"),
        Flag::long("keep").does(CHANGING_FILES),
        Flag::long("merge").does(CHANGING_FILES),
        Flag::long("mixed"),
        Flag::long("no-refresh"),
        Flag::both(b'p', "patch"),
        Flag::long("pathspec-file-nul"),
        LIST_OF_PATHS,
        Flag::both(b'q', "quiet"),
        Flag::long("recurse-submodules")
            .attached(Value::Text)
            .does(CHANGING_FILES),
        Flag::long("refresh"),
        Flag::long("soft"),
    ]),
    ..STORER
};

/// Flags of `merge`, `cherry-pick` and `revert`. `-s` has an argument in one of them, which is text wherever it stands.
pub(super) static MERGE: Spec = Spec {
    flags: flags!([
        Flag::letter(b'n'),
        Flag::letter(b's'),
        Flag::letter(b'x'),
        Flag::long("abort"),
        Flag::long("allow-empty"),
        Flag::long("allow-empty-message"),
        Flag::long("allow-unrelated-histories"),
        Flag::long("autostash"),
        Flag::long("cleanup").value(Value::Text),
        Flag::long("commit"),
        Flag::long("continue"),
        Flag::both(b'e', "edit"),
        Flag::long("empty").value(Value::Text),
        Flag::long("ff"),
        Flag::long("ff-only"),
        Flag::both(b'F', "file").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'S', "gpg-sign").attached(Value::Text),
        Flag::long("into-name").value(Value::Text),
        Flag::long("keep-redundant-commits"),
        Flag::long("log").attached(Value::Number),
        Flag::long("mainline").value(Value::Number),
        Flag::both(b'm', "message").value(Value::Text),
        Flag::long("no-autostash"),
        Flag::long("no-commit"),
        Flag::long("no-edit"),
        Flag::long("no-ff"),
        Flag::long("no-gpg-sign"),
        Flag::long("no-progress"),
        Flag::long("no-rerere-autoupdate"),
        Flag::long("no-signoff"),
        Flag::long("no-squash"),
        Flag::long("no-stat"),
        Flag::long("no-verify"),
        Flag::long("no-verify-signatures"),
        Flag::long("overwrite-ignore"),
        Flag::long("progress"),
        Flag::both(b'q', "quiet"),
        Flag::long("quit"),
        Flag::long("reference"),
        Flag::long("rerere-autoupdate"),
        Flag::long("signoff"),
        Flag::long("skip"),
        Flag::long("squash"),
        Flag::long("stat"),
        Flag::long("strategy").value(Value::Text),
        Flag::both(b'X', "strategy-option").value(Value::Text),
        Flag::both(b'v', "verbose"),
        Flag::long("verify"),
        Flag::long("verify-signatures"),
    ]),
    ..CHANGER
};

/// `git rebase`.
pub(super) static REBASE: Spec = Spec {
    flags: flags!([
        Flag::letter(b'C').value(Value::Number),
        Flag::long("abort"),
        Flag::long("apply"),
        Flag::long("autosquash"),
        Flag::long("autostash"),
        Flag::long("committer-date-is-author-date"),
        Flag::long("continue"),
        Flag::long("edit-todo"),
        Flag::long("empty").value(Value::Text),
        Flag::both(b'x', "exec").value(Value::Program),
        Flag::long("ff"),
        Flag::both(b'f', "force-rebase"),
        Flag::long("fork-point"),
        Flag::both(b'S', "gpg-sign").attached(Value::Text),
        Flag::long("ignore-whitespace"),
        Flag::both(b'i', "interactive"),
        Flag::long("keep-base"),
        Flag::long("keep-empty"),
        Flag::both(b'm', "merge"),
        Flag::long("no-autosquash"),
        Flag::long("no-autostash"),
        Flag::long("no-ff"),
        Flag::long("no-fork-point"),
        Flag::long("no-gpg-sign"),
        Flag::long("no-keep-empty"),
        Flag::both(b'n', "no-stat"),
        Flag::long("no-update-refs"),
        Flag::long("no-verify"),
        Flag::long("onto").value(Value::Text),
        Flag::both(b'q', "quiet"),
        Flag::long("quit"),
        Flag::long("reapply-cherry-picks"),
        Flag::both(b'r', "rebase-merges").attached(Value::Text),
        Flag::long("reschedule-failed-exec"),
        Flag::long("reset-author-date"),
        Flag::long("root"),
        Flag::long("show-current-patch"),
        Flag::long("signoff"),
        Flag::long("skip"),
        Flag::long("stat"),
        Flag::both(b's', "strategy").value(Value::Text),
        Flag::both(b'X', "strategy-option").value(Value::Text),
        Flag::long("update-refs"),
        Flag::both(b'v', "verbose"),
        Flag::long("verify"),
        Flag::long("whitespace").value(Value::Text),
    ]),
    ..CHANGER
};

/// Where patches are read from: files, or directories of mails.
const PATCHES: Role = Role::Path(PathRole::of(Kind::Read, Depth::Deep));

/// `git am`.
pub(super) static AM: Spec = Spec {
    flags: flags!([
        Flag::letter(b'C').value(Value::Number),
        Flag::letter(b'p').value(Value::Number),
        Flag::both(b'3', "3way"),
        Flag::long("abort"),
        Flag::long("allow-empty"),
        Flag::long("continue"),
        Flag::long("directory").value(Value::Text),
        Flag::long("exclude").value(Value::Text),
        Flag::both(b'S', "gpg-sign").attached(Value::Text),
        Flag::long("ignore-space-change"),
        Flag::long("ignore-whitespace"),
        Flag::long("include").value(Value::Text),
        Flag::both(b'i', "interactive"),
        Flag::both(b'k', "keep"),
        Flag::long("keep-cr"),
        Flag::long("keep-non-patch"),
        Flag::both(b'm', "message-id"),
        Flag::both(b'n', "no-verify"),
        Flag::long("patch-format").value(Value::Text),
        Flag::both(b'q', "quiet"),
        Flag::long("quit"),
        Flag::long("reject"),
        Flag::both(b'r', "resolved"),
        Flag::both(b'c', "scissors"),
        Flag::long("show-current-patch").attached(Value::Text),
        Flag::both(b's', "signoff"),
        Flag::long("skip"),
        Flag::both(b'u', "utf8"),
        Flag::long("whitespace").value(Value::Text),
    ]),
    forms: &[Form::each(PATCHES)],
    ..CHANGER
};

/// `git apply`. With one of a few flags it only tells about a patch; `--unsafe-paths` would lead out of the work tree.
pub(super) static APPLY: Spec = Spec {
    flags: flags!([
        Flag::letter(b'C').value(Value::Number),
        Flag::letter(b'p').value(Value::Number),
        Flag::letter(b'z'),
        Flag::both(b'3', "3way").does(APPLYING),
        Flag::long("add"),
        Flag::long("allow-empty"),
        Flag::long("allow-overlap"),
        Flag::long("apply").does(APPLYING),
        Flag::long("cached"),
        Flag::long("check").states(SHOWS),
        Flag::long("directory").value(Value::Text),
        Flag::long("exclude").value(Value::Text),
        Flag::long("ignore-space-change"),
        Flag::long("ignore-whitespace"),
        Flag::long("inaccurate-eof"),
        Flag::long("include").value(Value::Text),
        Flag::long("index"),
        Flag::both(b'N', "intent-to-add").does(APPLYING),
        Flag::long("no-add"),
        Flag::long("numstat").states(SHOWS),
        Flag::both(b'q', "quiet"),
        Flag::long("recount"),
        Flag::long("reject").does(APPLYING),
        Flag::both(b'R', "reverse"),
        Flag::long("stat").states(SHOWS),
        Flag::long("summary").states(SHOWS),
        Flag::long("unidiff-zero"),
        Flag::both(b'v', "verbose"),
        Flag::long("whitespace").value(Value::Text),
    ]),
    forms: &[
        Form::each(Role::Path(PathRole::INPUT)).when(SHOWS),
        Form::each(Role::Path(PathRole::INPUT)).does(APPLYING),
    ],
    ..READER
};

const APPLYING: &[Always] = &[STORES, super::CHANGES_FILES];

/// `git clean`. With `-n` it only tells what it would delete.
pub(super) static CLEAN: Spec = Spec {
    flags: flags!([
        Flag::letter(b'X'),
        Flag::letter(b'd'),
        Flag::letter(b'x'),
        Flag::both(b'n', "dry-run").states(SHOWS),
        Flag::both(b'e', "exclude").value(Value::Text),
        Flag::both(b'f', "force"),
        Flag::both(b'i', "interactive").does(CHANGING_FILES),
        Flag::both(b'q', "quiet"),
    ]),
    forms: &[
        Form::each(Role::Text).when(SHOWS),
        Form::each(Role::Own(delete_pathspec)).when(Marks::OPERANDS),
        Form::each(Role::Text).does(&[Always::deep(Kind::Delete, WORK_TREE)]),
    ],
    always: &[READS, RUNS],
    digits: Digits::Refused,
    ..READER
};
