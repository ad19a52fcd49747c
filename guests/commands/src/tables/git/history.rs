//! Git: what shows history. Nothing here changes anything.

use super::{READER, flags::HISTORY};
use crate::{
    model::{Clusters, Dash, Depth, Digits, Flag, Form, PathRole, Role, Spec, Value},
    report::Kind,
};

/// `git log` and everything else whose arguments are revisions, paths, and ways to show them.
pub(super) static LOG: Spec = Spec {
    flags: HISTORY,
    clusters: Clusters::Refused,
    digits: Digits::Alone,
    ..READER
};

/// `git diff`. Two paths of which one is outside of the repository are compared without being asked for by `--no-index`,
/// so operands are read. A revision looks like a path below the working directory.
pub(super) static DIFF: Spec = Spec {
    flags: HISTORY,
    clusters: Clusters::Refused,
    digits: Digits::Alone,
    forms: &[Form::each(Role::Path(PathRole {
        kind: Kind::Read,
        depth: Depth::Deep,
        dash: Dash::Stream,
    }))],
    ..READER
};

/// `git blame`.
pub(super) static BLAME: Spec = Spec {
    flags: flags!([
        Flag::letter(b'C').attached(Value::Number),
        Flag::letter(b'L').value(Value::Text),
        Flag::letter(b'M').attached(Value::Number),
        Flag::letter(b'S').value(Value::Path(PathRole::INPUT)),
        Flag::letter(b'b'),
        Flag::letter(b'c'),
        Flag::letter(b'l'),
        Flag::letter(b's'),
        Flag::letter(b't'),
        Flag::letter(b'w'),
        Flag::long("abbrev").attached(Value::Number),
        Flag::long("color-by-age"),
        Flag::long("color-lines"),
        Flag::long("contents").value(Value::Path(PathRole::INPUT)),
        Flag::long("date").value(Value::Text),
        Flag::long("first-parent"),
        Flag::long("ignore-rev").value(Value::Text),
        Flag::long("ignore-revs-file").value(Value::Path(PathRole::INPUT)),
        Flag::long("incremental"),
        Flag::long("line-porcelain"),
        Flag::long("minimal"),
        Flag::long("no-progress"),
        Flag::both(b'p', "porcelain"),
        Flag::long("progress"),
        Flag::long("reverse"),
        Flag::long("root"),
        Flag::long("score-debug"),
        Flag::both(b'e', "show-email"),
        Flag::both(b'f', "show-name"),
        Flag::both(b'n', "show-number"),
        Flag::long("show-stats"),
        Flag::long("since").value(Value::Text),
    ]),
    ..READER
};

/// `git shortlog`. Its options of `git log` are few here, since that has letters of other meaning.
pub(super) static SHORTLOG: Spec = Spec {
    flags: flags!([
        Flag::letter(b'w').attached(Value::Text),
        Flag::long("after").value(Value::Text),
        Flag::long("all"),
        Flag::long("author").value(Value::Text),
        Flag::long("before").value(Value::Text),
        Flag::long("branches").attached(Value::Text),
        Flag::both(b'c', "committer"),
        Flag::both(b'e', "email"),
        Flag::long("first-parent"),
        Flag::long("format").attached(Value::Text),
        Flag::long("grep").value(Value::Text),
        Flag::long("group").value(Value::Text),
        Flag::long("max-count").value(Value::Number),
        Flag::long("merges"),
        Flag::long("no-merges"),
        Flag::both(b'n', "numbered"),
        Flag::long("remotes").attached(Value::Text),
        Flag::long("since").value(Value::Text),
        Flag::both(b's', "summary"),
        Flag::long("tags").attached(Value::Text),
        Flag::long("until").value(Value::Text),
    ]),
    digits: Digits::Alone,
    ..READER
};

/// `git describe`.
pub(super) static DESCRIBE: Spec = Spec {
    flags: flags!([
        Flag::long("abbrev").attached(Value::Number),
        Flag::long("all"),
        Flag::long("always"),
        Flag::long("broken").attached(Value::Text),
        Flag::long("candidates").value(Value::Number),
        Flag::long("contains"),
        Flag::long("debug"),
        Flag::long("dirty").attached(Value::Text),
        Flag::long("exact-match"),
        Flag::long("exclude").value(Value::Text),
        Flag::long("first-parent"),
        Flag::long("long"),
        Flag::long("match").value(Value::Text),
        Flag::long("no-exclude"),
        Flag::long("no-match"),
        Flag::long("tags"),
    ]),
    ..READER
};

/// `git rev-parse`. What it does not know it prints.
pub(super) static REV_PARSE: Spec = Spec {
    flags: flags!([
        Flag::long("abbrev-ref").attached(Value::Choice(&["loose", "strict"])),
        Flag::long("absolute-git-dir"),
        Flag::long("after").attached(Value::Text),
        Flag::long("all"),
        Flag::long("before").attached(Value::Text),
        Flag::long("branches").attached(Value::Text),
        Flag::long("default").value(Value::Text),
        Flag::long("disambiguate").attached(Value::Text),
        Flag::long("exclude").attached(Value::Text),
        Flag::long("flags"),
        Flag::long("git-common-dir"),
        Flag::long("git-dir"),
        Flag::long("git-path").value(Value::Text),
        Flag::long("glob").attached(Value::Text),
        Flag::long("is-bare-repository"),
        Flag::long("is-inside-git-dir"),
        Flag::long("is-inside-work-tree"),
        Flag::long("is-shallow-repository"),
        Flag::long("keep-dashdash"),
        Flag::long("local-env-vars"),
        Flag::long("no-flags"),
        Flag::long("no-revs"),
        Flag::long("not"),
        Flag::long("parseopt"),
        Flag::long("path-format").attached(Value::Choice(&["absolute", "relative"])),
        Flag::long("prefix").value(Value::Text),
        Flag::both(b'q', "quiet"),
        Flag::long("remotes").attached(Value::Text),
        Flag::long("revs-only"),
        Flag::long("shared-index-path"),
        Flag::long("short").attached(Value::Number),
        Flag::long("show-cdup"),
        Flag::long("show-object-format").attached(Value::Text),
        Flag::long("show-prefix"),
        Flag::long("show-ref-format"),
        Flag::long("show-toplevel"),
        Flag::long("since").attached(Value::Text),
        Flag::long("sq"),
        Flag::long("sq-quote"),
        Flag::long("stop-at-non-option"),
        Flag::long("stuck-long"),
        Flag::long("symbolic"),
        Flag::long("symbolic-full-name"),
        Flag::long("tags").attached(Value::Text),
        Flag::long("until").attached(Value::Text),
        Flag::long("verify"),
    ]),
    ..READER
};

/// `git merge-base`.
pub(super) static MERGE_BASE: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "all"),
        Flag::long("fork-point"),
        Flag::long("independent"),
        Flag::long("is-ancestor"),
        Flag::long("octopus"),
    ]),
    ..READER
};

/// `git name-rev`.
pub(super) static NAME_REV: Spec = Spec {
    flags: flags!([
        Flag::long("all"),
        Flag::long("always"),
        Flag::long("annotate-stdin"),
        Flag::long("exclude").value(Value::Text),
        Flag::long("name-only"),
        Flag::long("no-undefined"),
        Flag::long("refs").value(Value::Text),
        Flag::long("tags"),
        Flag::long("undefined"),
    ]),
    ..READER
};

/// `git cherry`.
pub(super) static CHERRY: Spec = Spec {
    flags: flags!([
        Flag::long("abbrev").attached(Value::Number),
        Flag::both(b'v', "verbose"),
    ]),
    ..READER
};

/// `git show-branch`.
pub(super) static SHOW_BRANCH: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "all"),
        Flag::long("color").attached(Value::Text),
        Flag::long("current"),
        Flag::long("date-order"),
        Flag::long("independent"),
        Flag::long("list"),
        Flag::long("merge-base"),
        Flag::long("more").attached(Value::Number),
        Flag::long("name"),
        Flag::long("no-color"),
        Flag::long("no-name"),
        Flag::both(b'g', "reflog").attached(Value::Text),
        Flag::both(b'r', "remotes"),
        Flag::long("sha1-name"),
        Flag::long("sparse"),
        Flag::long("topics"),
        Flag::long("topo-order"),
    ]),
    ..READER
};
