//! Git: what shows the state of a repository, its objects and references. Nothing here changes anything, apart from what
//! one flag asks for.

use super::{READER, STORING};
use crate::{
    model::{Always, Dash, Depth, Digits, Flag, Form, Marks, PathRole, Role, Spec, Value},
    report::Kind,
};

/// `git status`.
pub(super) static STATUS: Spec = Spec {
    flags: flags!([
        Flag::letter(b'M'),
        Flag::long("ahead-behind"),
        Flag::both(b'b', "branch"),
        Flag::long("column").attached(Value::Text),
        Flag::long("find-renames").attached(Value::Number),
        Flag::long("ignore-submodules").attached(Value::Choice(&["all"])),
        Flag::long("ignored").attached(Value::Choice(&["traditional", "matching", "no"])),
        Flag::long("long"),
        Flag::long("no-ahead-behind"),
        Flag::long("no-branch"),
        Flag::long("no-column"),
        Flag::long("no-ignored"),
        Flag::long("no-long"),
        Flag::long("no-null"),
        Flag::long("no-porcelain"),
        Flag::long("no-renames"),
        Flag::long("no-short"),
        Flag::long("no-show-stash"),
        Flag::long("no-untracked-files"),
        Flag::long("no-verbose"),
        Flag::both(b'z', "null"),
        Flag::long("porcelain").attached(Value::Choice(&["1", "2", "v1", "v2"])),
        Flag::long("renames"),
        Flag::both(b's', "short"),
        Flag::long("show-stash"),
        Flag::both(b'u', "untracked-files").attached(Value::Choice(&["all", "normal", "no"])),
        Flag::both(b'v', "verbose"),
    ]),
    ..READER
};

/// `git ls-files`.
pub(super) static LS_FILES: Spec = Spec {
    flags: flags!([
        Flag::letter(b'f'),
        Flag::letter(b't'),
        Flag::letter(b'v'),
        Flag::letter(b'z'),
        Flag::long("abbrev").attached(Value::Number),
        Flag::both(b'c', "cached"),
        Flag::long("debug"),
        Flag::long("deduplicate"),
        Flag::both(b'd', "deleted"),
        Flag::long("directory"),
        Flag::long("empty-directory"),
        Flag::long("eol"),
        Flag::long("error-unmatch"),
        Flag::both(b'x', "exclude").value(Value::Text),
        Flag::both(b'X', "exclude-from").value(Value::Path(PathRole::INPUT)),
        Flag::long("exclude-per-directory").value(Value::Text),
        Flag::long("exclude-standard"),
        Flag::long("format").value(Value::Text),
        Flag::long("full-name"),
        Flag::both(b'i', "ignored"),
        Flag::both(b'k', "killed"),
        Flag::both(b'm', "modified"),
        Flag::long("no-empty-directory"),
        Flag::both(b'o', "others"),
        Flag::long("resolve-undo"),
        Flag::long("sparse"),
        Flag::both(b's', "stage"),
        Flag::both(b'u', "unmerged"),
        Flag::long("with-tree").value(Value::Text),
    ]),
    ..READER
};

/// `git ls-tree`.
pub(super) static LS_TREE: Spec = Spec {
    flags: flags!([
        Flag::letter(b'd'),
        Flag::letter(b'r'),
        Flag::letter(b't'),
        Flag::letter(b'z'),
        Flag::long("abbrev").attached(Value::Number),
        Flag::long("format").value(Value::Text),
        Flag::long("full-name"),
        Flag::long("full-tree"),
        Flag::both(b'l', "long"),
        Flag::long("name-only"),
        Flag::long("name-status"),
        Flag::long("object-only"),
    ]),
    ..READER
};

/// `git cat-file`. With `--textconv` or `--filters` it would run what the repository names.
pub(super) static CAT_FILE: Spec = Spec {
    flags: flags!([
        Flag::letter(b'Z'),
        Flag::letter(b'e'),
        Flag::letter(b'p'),
        Flag::letter(b's'),
        Flag::letter(b't'),
        Flag::letter(b'z'),
        Flag::long("allow-unknown-type"),
        Flag::long("batch").attached(Value::Text),
        Flag::long("batch-all-objects"),
        Flag::long("batch-check").attached(Value::Text),
        Flag::long("batch-command").attached(Value::Text),
        Flag::long("buffer"),
        Flag::long("follow-symlinks"),
        Flag::long("mailmap"),
        Flag::long("no-buffer"),
        Flag::long("no-mailmap"),
        Flag::long("no-use-mailmap"),
        Flag::long("unordered"),
        Flag::long("use-mailmap"),
    ]),
    ..READER
};

/// `git show-ref`.
pub(super) static SHOW_REF: Spec = Spec {
    flags: flags!([
        Flag::long("abbrev").attached(Value::Number),
        Flag::long("branches"),
        Flag::both(b'd', "dereference"),
        Flag::long("exclude-existing").attached(Value::Text),
        Flag::long("exists"),
        Flag::both(b's', "hash").attached(Value::Number),
        Flag::long("head"),
        Flag::long("heads"),
        Flag::both(b'q', "quiet"),
        Flag::long("tags"),
        Flag::long("verify"),
    ]),
    ..READER
};

/// `git for-each-ref`. The commit after `--contains` and its kin may be missing, so it is an operand here.
pub(super) static REFS: Spec = Spec {
    flags: flags!([
        Flag::long("color").attached(Value::Text),
        Flag::long("contains").attached(Value::Text),
        Flag::long("count").value(Value::Number),
        Flag::long("exclude").value(Value::Text),
        Flag::long("format").value(Value::Text),
        Flag::long("ignore-case"),
        Flag::long("include-root-refs"),
        Flag::long("merged").attached(Value::Text),
        Flag::long("no-color"),
        Flag::long("no-contains").attached(Value::Text),
        Flag::long("no-merged").attached(Value::Text),
        Flag::long("omit-empty"),
        Flag::both(b'p', "perl"),
        Flag::long("points-at").value(Value::Text),
        Flag::long("python"),
        Flag::both(b's', "shell"),
        Flag::long("sort").value(Value::Text),
        Flag::long("stdin"),
        Flag::long("tcl"),
    ]),
    ..READER
};

/// `git check-attr`, `git check-ignore`, `git check-mailmap` and `git check-ref-format`: text goes in, text comes out.
pub(super) static CHECK: Spec = Spec {
    flags: flags!([
        Flag::letter(b'z'),
        Flag::both(b'a', "all"),
        Flag::long("allow-onelevel"),
        Flag::long("branch"),
        Flag::long("cached"),
        Flag::long("index"),
        Flag::long("mailmap-blob").value(Value::Text),
        Flag::long("mailmap-file").value(Value::Path(PathRole::INPUT)),
        Flag::long("no-allow-onelevel"),
        Flag::long("no-index"),
        Flag::both(b'n', "non-matching"),
        Flag::long("normalize"),
        Flag::both(b'q', "quiet"),
        Flag::long("refspec-pattern"),
        Flag::long("source").value(Value::Text),
        Flag::long("stdin"),
        Flag::both(b'v', "verbose"),
    ]),
    ..READER
};

/// `git column`, `git fmt-merge-msg`, `git patch-id` and `git stripspace`: filters of standard input.
pub(super) static TEXT_FILTER: Spec = Spec {
    flags: flags!([
        Flag::both(b'c', "comment-lines"),
        Flag::long("mode").attached(Value::Text),
        Flag::long("padding").attached(Value::Number),
        Flag::long("raw-mode").attached(Value::Number),
        Flag::long("stable"),
        Flag::both(b's', "strip-comments"),
        Flag::long("unstable"),
        Flag::long("verbatim"),
        Flag::long("width").attached(Value::Number),
    ]),
    ..READER
};

/// `git count-objects`.
pub(super) static COUNT_OBJECTS: Spec = Spec {
    flags: flags!([
        Flag::both(b'H', "human-readable"),
        Flag::both(b'v', "verbose"),
    ]),
    ..READER
};

/// `git fsck`.
pub(super) static FSCK: Spec = Spec {
    flags: flags!([
        Flag::long("cache"),
        Flag::long("connectivity-only"),
        Flag::long("dangling"),
        Flag::long("full"),
        Flag::long("lost-found").does(STORING),
        Flag::long("name-objects"),
        Flag::long("no-dangling"),
        Flag::long("no-full"),
        Flag::long("no-progress"),
        Flag::long("no-reflogs"),
        Flag::long("progress"),
        Flag::long("reflogs"),
        Flag::long("root"),
        Flag::long("strict"),
        Flag::long("tags"),
        Flag::long("unreachable"),
        Flag::both(b'v', "verbose"),
    ]),
    ..READER
};

/// `git verify-pack`.
pub(super) static VERIFY_PACK: Spec = Spec {
    flags: flags!([
        Flag::long("object-format").value(Value::Text),
        Flag::both(b's', "stat-only"),
        Flag::both(b'v', "verbose"),
    ]),
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..READER
};

const SEARCHED: Role = Role::Path(PathRole {
    kind: Kind::Read,
    depth: Depth::Deep,
    dash: Dash::File,
});

/// `git grep`. Paths outside the repository can be searched, so operands are read; a revision looks like a path below the
/// working directory.
pub(super) static GREP: Spec = Spec {
    flags: flags!([
        Flag::letter(b'I'),
        Flag::letter(b'e')
            .value(Value::Text)
            .states(Marks::FIRST_GIVEN),
        Flag::letter(b'f')
            .value(Value::Path(PathRole::INPUT))
            .states(Marks::FIRST_GIVEN),
        Flag::letter(b'h'),
        Flag::letter(b'H'),
        Flag::both(b'A', "after-context").value(Value::Number),
        Flag::long("all-match"),
        Flag::long("and"),
        Flag::both(b'G', "basic-regexp"),
        Flag::both(b'B', "before-context").value(Value::Number),
        Flag::long("break"),
        Flag::long("cached"),
        Flag::long("color").attached(Value::Text),
        Flag::long("column"),
        Flag::both(b'C', "context").value(Value::Number),
        Flag::both(b'c', "count"),
        Flag::long("exclude-standard"),
        Flag::both(b'E', "extended-regexp"),
        Flag::both(b'l', "files-with-matches"),
        Flag::both(b'L', "files-without-match"),
        Flag::both(b'F', "fixed-strings"),
        Flag::long("full-name"),
        Flag::both(b'W', "function-context"),
        Flag::long("heading"),
        Flag::both(b'i', "ignore-case"),
        Flag::long("index"),
        Flag::both(b'v', "invert-match"),
        Flag::both(b'n', "line-number"),
        Flag::both(b'm', "max-count").value(Value::Number),
        Flag::long("max-depth").value(Value::Number),
        Flag::long("name-only"),
        Flag::long("no-break"),
        Flag::long("no-color"),
        Flag::long("no-column"),
        Flag::long("no-exclude-standard"),
        Flag::long("no-full-name"),
        Flag::long("no-heading"),
        Flag::long("no-index"),
        Flag::long("no-line-number"),
        Flag::long("no-recursive"),
        Flag::long("no-textconv"),
        Flag::long("not"),
        Flag::both(b'z', "null"),
        Flag::both(b'o', "only-matching"),
        // The pager runs, and it is another program, wherever the output goes.
        Flag::both(b'O', "open-files-in-pager")
            .attached(Value::Program)
            .does(&[Always::flat(Kind::Execute, "(pager)")]),
        Flag::long("or"),
        Flag::both(b'P', "perl-regexp"),
        Flag::both(b'q', "quiet"),
        Flag::both(b'r', "recursive"),
        Flag::both(b'p', "show-function"),
        Flag::both(b'a', "text"),
        Flag::long("threads").value(Value::Number),
        Flag::long("untracked"),
        Flag::both(b'w', "word-regexp"),
    ]),
    digits: Digits::Alone,
    forms: &[
        Form::each(SEARCHED).when(Marks::FIRST_GIVEN),
        Form::each(SEARCHED).first(&[Role::Text]),
    ],
    ..READER
};
