//! `git`, every subcommand that people use (R3.1, R3.2).
//!
//! Files of the repository choose programs that git runs: hooks, filters, text conversions, pagers, helpers. What only
//! reads is harmless contained, and with those programs kept from running, which the host does by the environment. Flags
//! that bring them back (`--ext-diff`, `--textconv`, `--show-signature`, `-p` before the subcommand), that look into
//! submodules, or that lead elsewhere (`-C`, `--git-dir`, `--work-tree`: the host has looked only at the repository
//! around the working directory) are not described.
//!
//! What git changes is a place of its own kind, since it is no path that the words name: [`REPOSITORY`] are the files in
//! which git keeps history, references and the index; [`WORK_TREE`] are the tracked files around the working directory.
//! What makes git run something when it is changed (`.git/config`, `.git/hooks`) is told by its path, and never part of
//! these.
//!
//! Git understands abbreviations, but not everywhere the same way, so none is described. Which flags have an argument of
//! their own word differs too (`-U` has not, whatever its help says): where something may be harmless, one that begins
//! with a dash, or may, is not described.

mod changes;
mod config;
mod flags;
mod history;
mod listings;
mod plumbing;
mod remotes;
mod settings;
mod state;
#[cfg(test)]
mod tests;

use crate::{
    argument::{Span, Text},
    model::{
        Abbreviations, Always, Apart, Clusters, Flag, Flags, Form, Grammar, Marks, Order, Role,
        Spec, Tool, Tree, Value,
    },
    report::{Condition, Extent, Kind, PROJECT, Report, Rule, Stance, Target},
};

/// The files in which git keeps history, references and the index, wherever they are. What git writes there by itself
/// makes it run nothing later.
const REPOSITORY: &str = "(repository)";

/// The tracked files around the working directory, and those that become tracked.
const WORK_TREE: &str = "(work tree)";

/// A repository that only the configuration names.
const REMOTE: &str = "(remote)";

/// Where git finds what it is to run.
const CONFIG: &str = ".git/config";

/// The words given list something, whatever the operands are.
const LISTS: Marks = Marks::own(0);

const READS: Always = Always::deep(Kind::Read, ".");
const RUNS: Always = Always::flat(Kind::Execute, PROJECT);
const STORES: Always = Always::flat(Kind::Write, REPOSITORY);
const CHANGES_FILES: Always = Always::deep(Kind::Write, WORK_TREE);
const CONNECTS: Always = Always::flat(Kind::Connect, REMOTE);
const CONFIGURES: Always = Always::flat(Kind::Write, CONFIG);

const STORING: &[Always] = &[STORES];
const CONFIGURING: &[Always] = &[CONFIGURES];
const CHANGING_FILES: &[Always] = &[CHANGES_FILES];
const CONNECTING: &[Always] = &[CONNECTS];

/// What reading a repository means. Operands are revisions and paths in it.
const READER: Spec = Spec {
    abbreviations: Abbreviations::Refused,
    apart: Apart::Undashed,
    order: Order::Free,
    forms: &[Form::each(Role::Text)],
    always: &[READS, RUNS],
    conditions: &[Condition::Contained, Condition::GitNeutral],
    ..Spec::GNU
};

/// What changing the repository means, and nothing outside of it.
const STORER: Spec = Spec {
    apart: Apart::Any,
    always: &[READS, RUNS, STORES],
    stance: Stance::Changer,
    ..READER
};

/// What changing the repository and the files around it means.
const CHANGER: Spec = Spec {
    always: &[READS, RUNS, STORES, CHANGES_FILES],
    ..STORER
};

/// Changes the repository, and has no flags of interest.
static STORER_PLAIN: Spec = STORER;
/// Changes files, and has no flags of interest.
static CHANGER_PLAIN: Spec = CHANGER;
/// Only reads, and has no flags of interest.
static READER_PLAIN: Spec = READER;

/// `git`.
pub(super) static TOOL: Tool = Tool {
    names: &["git"],
    summary: native!("shows and changes a repository"),
    grammar: Grammar::Tree(&Tree {
        globals: Spec {
            flags: GLOBAL_FLAGS,
            clusters: Clusters::Refused,
            order: Order::OperandEnds,
            // The subcommand says what is done.
            always: &[],
            conditions: &[],
            ..READER
        },
        branches: BRANCHES,
        alone: Some(&ALONE),
    }),
};

/// Before the subcommand.
const GLOBAL_FLAGS: Flags = flags!([
    Flag::letter(b'c').value(Value::Own(settings::read)),
    Flag::long("glob-pathspecs"),
    Flag::long("icase-pathspecs"),
    Flag::long("literal-pathspecs"),
    Flag::long("no-advice"),
    Flag::long("no-lazy-fetch"),
    Flag::long("no-optional-locks"),
    Flag::both(b'P', "no-pager"),
    Flag::long("no-replace-objects"),
    Flag::long("noglob-pathspecs"),
]);

/// `git` without a subcommand says something about itself.
static ALONE: Spec = Spec {
    flags: flags!([
        Flag::letter(b'h').states(SAYS),
        Flag::letter(b'v').states(SAYS),
        Flag::long("build-options"),
        Flag::long("exec-path"),
        Flag::HELP.states(SAYS),
        Flag::long("html-path"),
        Flag::long("info-path"),
        Flag::long("man-path"),
        Flag::VERSION.states(SAYS),
    ]),
    forms: &[
        // The first is a subcommand then (`git version --help`), of which a page is shown by a program that is configured.
        Form::each(Role::Refused)
            .when(Marks::TWICE)
            .does(&[Always::flat(Kind::Execute, "man")]),
        Form::each(Role::Refused),
    ],
    ..READER
};

/// It says something and ends.
const SAYS: Marks = Marks::own(0);

/// `git version`, without the help that every subcommand has: a page by a program that is configured.
static SAYING_VERSION: Spec = Spec {
    flags: flags!([Flag::letter(b'h'), Flag::long("build-options")]),
    forms: &[Form::each(Role::Refused)],
    ..READER
};

/// The subcommands.
static BRANCHES: &[(&str, Grammar)] = &[
    ("add", Grammar::Options(&changes::ADD)),
    ("am", Grammar::Options(&changes::AM)),
    ("annotate", Grammar::Options(&history::BLAME)),
    ("apply", Grammar::Options(&changes::APPLY)),
    ("archive", Grammar::Options(&plumbing::ARCHIVE)),
    ("bisect", Grammar::Tree(&listings::BISECT)),
    ("blame", Grammar::Options(&history::BLAME)),
    ("branch", Grammar::Options(&listings::BRANCH)),
    ("bugreport", Grammar::Options(&plumbing::REPORT)),
    ("bundle", Grammar::Tree(&plumbing::BUNDLE)),
    ("cat-file", Grammar::Options(&state::CAT_FILE)),
    ("check-attr", Grammar::Options(&state::CHECK)),
    ("check-ignore", Grammar::Options(&state::CHECK)),
    ("check-mailmap", Grammar::Options(&state::CHECK)),
    ("check-ref-format", Grammar::Options(&state::CHECK)),
    ("checkout", Grammar::Options(&changes::CHECKOUT)),
    (
        "checkout-index",
        Grammar::Options(&plumbing::CHECKOUT_INDEX),
    ),
    ("cherry", Grammar::Options(&history::CHERRY)),
    ("cherry-pick", Grammar::Options(&changes::MERGE)),
    ("clean", Grammar::Options(&changes::CLEAN)),
    ("clone", Grammar::Options(&remotes::CLONE)),
    ("column", Grammar::Options(&state::TEXT_FILTER)),
    ("commit", Grammar::Options(&changes::COMMIT)),
    ("commit-graph", Grammar::Options(&STORER_PLAIN)),
    ("commit-tree", Grammar::Options(&plumbing::COMMIT_TREE)),
    ("config", Grammar::Own(config::describe)),
    ("count-objects", Grammar::Options(&state::COUNT_OBJECTS)),
    ("credential", Grammar::Options(&remotes::CREDENTIAL)),
    ("credential-cache", Grammar::Options(&remotes::CREDENTIAL)),
    ("credential-store", Grammar::Options(&remotes::CREDENTIAL)),
    ("daemon", Grammar::Options(&remotes::SERVER)),
    ("describe", Grammar::Options(&history::DESCRIBE)),
    ("diagnose", Grammar::Options(&plumbing::REPORT)),
    ("diff", Grammar::Options(&history::DIFF)),
    ("diff-files", Grammar::Options(&history::LOG)),
    ("diff-index", Grammar::Options(&history::LOG)),
    ("diff-tree", Grammar::Options(&history::LOG)),
    ("difftool", Grammar::Options(&plumbing::TOOL_RUNNER)),
    ("fast-export", Grammar::Options(&plumbing::FAST_EXPORT)),
    ("fast-import", Grammar::Options(&STORER_PLAIN)),
    ("fetch", Grammar::Options(&remotes::FETCH)),
    ("filter-branch", Grammar::Options(&plumbing::FILTER_BRANCH)),
    ("fmt-merge-msg", Grammar::Options(&state::TEXT_FILTER)),
    ("for-each-ref", Grammar::Options(&state::REFS)),
    ("format-patch", Grammar::Options(&plumbing::FORMAT_PATCH)),
    ("fsck", Grammar::Options(&state::FSCK)),
    ("gc", Grammar::Options(&plumbing::REPACK)),
    ("get-tar-commit-id", Grammar::Options(&READER_PLAIN)),
    ("grep", Grammar::Options(&state::GREP)),
    ("gui", Grammar::Options(&plumbing::TOOL_RUNNER)),
    ("hash-object", Grammar::Options(&plumbing::HASH_OBJECT)),
    ("help", Grammar::Options(&plumbing::HELP)),
    ("hook", Grammar::Options(&plumbing::TOOL_RUNNER)),
    ("init", Grammar::Options(&remotes::INIT)),
    ("init-db", Grammar::Options(&remotes::INIT)),
    ("instaweb", Grammar::Options(&remotes::SERVER)),
    ("interpret-trailers", Grammar::Options(&plumbing::TRAILERS)),
    ("lfs", Grammar::Options(&remotes::EXCHANGE)),
    ("log", Grammar::Options(&history::LOG)),
    ("ls-files", Grammar::Options(&state::LS_FILES)),
    ("ls-remote", Grammar::Options(&remotes::LS_REMOTE)),
    ("ls-tree", Grammar::Options(&state::LS_TREE)),
    ("maintenance", Grammar::Tree(&plumbing::MAINTENANCE)),
    ("merge", Grammar::Options(&changes::MERGE)),
    ("merge-base", Grammar::Options(&history::MERGE_BASE)),
    ("merge-file", Grammar::Options(&plumbing::MERGE_FILE)),
    ("merge-tree", Grammar::Options(&STORER_PLAIN)),
    ("mergetool", Grammar::Options(&plumbing::TOOL_RUNNER)),
    ("mktag", Grammar::Options(&STORER_PLAIN)),
    ("mktree", Grammar::Options(&STORER_PLAIN)),
    ("multi-pack-index", Grammar::Options(&STORER_PLAIN)),
    ("mv", Grammar::Options(&changes::MV)),
    ("name-rev", Grammar::Options(&history::NAME_REV)),
    ("notes", Grammar::Tree(&listings::NOTES)),
    ("p4", Grammar::Options(&remotes::EXCHANGE)),
    ("pack-refs", Grammar::Options(&plumbing::REPACK)),
    ("patch-id", Grammar::Options(&state::TEXT_FILTER)),
    ("prune", Grammar::Options(&plumbing::REPACK)),
    ("prune-packed", Grammar::Options(&plumbing::REPACK)),
    ("pull", Grammar::Options(&remotes::PULL)),
    ("push", Grammar::Options(&remotes::PUSH)),
    ("range-diff", Grammar::Options(&history::LOG)),
    ("read-tree", Grammar::Options(&CHANGER_PLAIN)),
    ("rebase", Grammar::Options(&changes::REBASE)),
    ("reflog", Grammar::Tree(&listings::REFLOG)),
    ("remote", Grammar::Tree(&remotes::REMOTES)),
    ("repack", Grammar::Options(&plumbing::REPACK)),
    ("replace", Grammar::Options(&plumbing::REPLACE)),
    ("request-pull", Grammar::Options(&remotes::EXCHANGE)),
    ("rerere", Grammar::Options(&CHANGER_PLAIN)),
    ("reset", Grammar::Options(&changes::RESET)),
    ("restore", Grammar::Options(&changes::RESTORE)),
    ("rev-list", Grammar::Options(&history::LOG)),
    ("rev-parse", Grammar::Options(&history::REV_PARSE)),
    ("revert", Grammar::Options(&changes::MERGE)),
    ("rm", Grammar::Options(&changes::RM)),
    ("send-email", Grammar::Options(&remotes::SEND_EMAIL)),
    ("shortlog", Grammar::Options(&history::SHORTLOG)),
    ("show", Grammar::Options(&history::LOG)),
    ("show-branch", Grammar::Options(&history::SHOW_BRANCH)),
    ("show-ref", Grammar::Options(&state::SHOW_REF)),
    ("sparse-checkout", Grammar::Tree(&listings::SPARSE_CHECKOUT)),
    ("stage", Grammar::Options(&changes::ADD)),
    ("stash", Grammar::Tree(&listings::STASH)),
    ("status", Grammar::Options(&state::STATUS)),
    ("stripspace", Grammar::Options(&state::TEXT_FILTER)),
    ("submodule", Grammar::Tree(&remotes::SUBMODULE)),
    ("svn", Grammar::Options(&remotes::EXCHANGE)),
    ("switch", Grammar::Options(&changes::CHECKOUT)),
    ("symbolic-ref", Grammar::Options(&plumbing::SYMBOLIC_REF)),
    ("tag", Grammar::Options(&listings::TAG)),
    ("unpack-file", Grammar::Options(&CHANGER_PLAIN)),
    ("unpack-objects", Grammar::Options(&STORER_PLAIN)),
    ("update-index", Grammar::Options(&plumbing::UPDATE_INDEX)),
    ("update-ref", Grammar::Options(&plumbing::UPDATE_REF)),
    ("update-server-info", Grammar::Options(&STORER_PLAIN)),
    ("var", Grammar::Options(&READER_PLAIN)),
    ("verify-commit", Grammar::Options(&plumbing::TOOL_RUNNER)),
    ("verify-pack", Grammar::Options(&state::VERIFY_PACK)),
    ("verify-tag", Grammar::Options(&plumbing::TOOL_RUNNER)),
    ("version", Grammar::Options(&SAYING_VERSION)),
    ("worktree", Grammar::Tree(&listings::WORKTREE)),
    ("write-tree", Grammar::Options(&STORER_PLAIN)),
];

/// Whether what stands for paths in the work tree means more than one that it names: `.`, `:/`, `'*.rs'`.
fn is_pattern(pathspec: &str) -> bool {
    pathspec.starts_with(':')
        || pathspec.contains(['*', '?', '['])
        || pathspec.bytes().all(|byte| matches!(byte, b'.' | b'/'))
}

/// Something is done to paths of the work tree.
fn touch_pathspec<'a>(kind: Kind, path: Text<'a>, span: Span, report: &mut Report<'a>) {
    match path {
        Text::Certain(text) if is_pattern(text) => {
            report.add(kind, Target::Thing(WORK_TREE), Extent::Deep, span);
        }
        path => report.touch(kind, path, Extent::Deep, span),
    }
}

/// Paths of the work tree are written.
fn write_pathspec<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    touch_pathspec(Kind::Write, path, span, report);
}

/// Paths of the work tree are deleted.
fn delete_pathspec<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    touch_pathspec(Kind::Delete, path, span, report);
}

/// What is no option, even to a subcommand that forgets a `--` before it.
fn refuse_option<'a>(operand: Text<'a>, span: Span, report: &mut Report<'a>) {
    if !operand.is_no_option() {
        report.unknown(Rule::UnexpectedOperand, operand, span);
    }
}
