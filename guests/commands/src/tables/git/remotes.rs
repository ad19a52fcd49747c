//! Git: what talks to other repositories.

use super::{
    CHANGER, CHANGES_FILES, CONFIGURES, CONFIGURING, CONNECTING, CONNECTS, LISTS, READER, READS,
    RUNS, STORER, STORES, WORK_TREE, is_pattern,
};
use crate::{
    argument::{Span, Text},
    model::{
        Always, Apart, Depth, Flag, Flags, Form, Grammar, Marks, Order, PathRole, Role, Spec, Tree,
        Value,
    },
    report::{Extent, Kind, Report, Stance, Target},
};

/// How a word names a repository.
#[derive(Debug, PartialEq, Eq)]
enum Address<'a> {
    /// By a path.
    Path(&'a str),
    /// By a program that is run to reach it: `ext::program`.
    Helper,
    /// By a machine, or by the name that the configuration gives it.
    Elsewhere,
}

impl<'a> Address<'a> {
    fn of(word: &'a str) -> Self {
        if let Some(path) = word.strip_prefix("file://") {
            return Self::Path(path);
        }
        match word.split_once(':') {
            Some((_, rest)) if rest.starts_with(':') => Self::Helper,
            // A slash before the colon keeps it from being a machine.
            Some((machine, _)) if !machine.contains('/') => Self::Elsewhere,
            Some(_) => Self::Path(word),
            None if word.contains('/') || word.starts_with('.') => Self::Path(word),
            None => Self::Elsewhere,
        }
    }
}

/// Tells what is done to reach a repository, of which `kind` is done if it is a path.
fn reach<'a>(kind: Kind, word: Text<'a>, span: Span, report: &mut Report<'a>) {
    let (kind, extent) = match word.certain().map(Address::of) {
        Some(Address::Path(path)) => {
            return report.add(kind, Target::Exact(path), Extent::Deep, span);
        }
        Some(Address::Helper) => (Kind::Execute, Extent::Flat),
        Some(Address::Elsewhere) | None => (Kind::Connect, Extent::Flat),
    };
    report.add(kind, Target::of(word), extent, span);
}

fn read_from<'a>(word: Text<'a>, span: Span, report: &mut Report<'a>) {
    reach(Kind::Read, word, span, report);
}

fn write_to<'a>(word: Text<'a>, span: Span, report: &mut Report<'a>) {
    reach(Kind::Write, word, span, report);
}

const SOURCE: Role = Role::Own(read_from);
const MADE: PathRole = PathRole::of(Kind::Create, Depth::Deep);

/// With operands the first names the remote, without it the configuration does.
const FROM_REMOTE: &[Form] = &[
    Form::each(Role::Text)
        .first(&[SOURCE])
        .when(Marks::OPERANDS),
    Form::each(Role::Text).does(CONNECTING),
];

/// `git clone`. The directory that it makes may be named by the address alone.
pub(super) static CLONE: Spec = Spec {
    flags: flags!([
        Flag::long("also-filter-submodules"),
        Flag::long("bare"),
        Flag::both(b'b', "branch").value(Value::Text),
        Flag::long("bundle-uri").value(Value::Own(read_from)),
        Flag::both(b'c', "config")
            .value(Value::Text)
            .does(CONFIGURING),
        Flag::long("depth").value(Value::Number),
        Flag::long("dissociate"),
        Flag::long("filter").value(Value::Text),
        Flag::both(b'4', "ipv4"),
        Flag::both(b'6', "ipv6"),
        Flag::both(b'j', "jobs").value(Value::Number),
        Flag::both(b'l', "local"),
        Flag::long("mirror"),
        Flag::both(b'n', "no-checkout"),
        Flag::long("no-hardlinks"),
        Flag::long("no-recurse-submodules"),
        Flag::long("no-single-branch"),
        Flag::long("no-tags"),
        Flag::both(b'o', "origin").value(Value::Text),
        Flag::long("progress"),
        Flag::both(b'q', "quiet"),
        Flag::long("recurse-submodules").attached(Value::Text),
        Flag::long("recursive").attached(Value::Text),
        Flag::long("reference").value(Value::Own(read_from)),
        Flag::long("reference-if-able").value(Value::Own(read_from)),
        Flag::long("reject-shallow"),
        Flag::long("remote-submodules"),
        Flag::long("separate-git-dir").value(Value::Path(MADE)),
        Flag::long("server-option").value(Value::Text),
        Flag::long("shallow-exclude").value(Value::Text),
        Flag::long("shallow-since").value(Value::Text),
        Flag::long("shallow-submodules"),
        Flag::both(b's', "shared"),
        Flag::long("single-branch"),
        Flag::long("sparse"),
        Flag::long("tags"),
        Flag::long("template")
            .value(Value::Path(TEMPLATE))
            .does(FROM_TEMPLATE),
        Flag::both(b'u', "upload-pack").value(Value::Program),
        Flag::both(b'v', "verbose"),
    ]),
    forms: &[Form::each(Role::Refused).first(&[SOURCE, Role::Path(MADE)])],
    always: &[READS, RUNS, Always::deep(Kind::Create, WORK_TREE)],
    ..STORER
};

const TEMPLATE: PathRole = PathRole::of(Kind::Read, Depth::Deep);
/// What a template holds is copied as it is: configuration and hooks, too.
const FROM_TEMPLATE: &[Always] = &[CONFIGURES, Always::deep(Kind::Write, ".git/hooks")];

fn make_repository<'a>(place: Text<'a>, span: Span, report: &mut Report<'a>) {
    match place {
        Text::Certain(text) if is_pattern(text) => {
            report.add(
                Kind::Create,
                Target::Thing(super::REPOSITORY),
                Extent::Flat,
                span,
            );
        }
        place => report.touch(Kind::Create, place, Extent::Deep, span),
    }
}

/// `git init`.
pub(super) static INIT: Spec = Spec {
    flags: flags!([
        Flag::long("bare"),
        Flag::both(b'b', "initial-branch").value(Value::Text),
        Flag::long("object-format").value(Value::Text),
        Flag::both(b'q', "quiet"),
        Flag::long("ref-format").value(Value::Text),
        Flag::long("separate-git-dir").value(Value::Path(MADE)),
        Flag::long("shared").attached(Value::Text),
        Flag::long("template")
            .value(Value::Path(TEMPLATE))
            .does(FROM_TEMPLATE),
    ]),
    forms: &[
        Form::each(Role::Refused)
            .first(&[Role::Own(make_repository)])
            .when(Marks::OPERANDS),
        Form::each(Role::Text).does(&[Always::flat(Kind::Create, super::REPOSITORY)]),
    ],
    always: &[READS, RUNS],
    ..STORER
};

const FETCH_FLAGS: Flags = flags!([
    Flag::letter(b'n'),
    Flag::long("all"),
    Flag::long("allow-unrelated-histories"),
    Flag::both(b'a', "append"),
    Flag::long("atomic"),
    Flag::long("autostash"),
    Flag::long("commit"),
    Flag::long("deepen").value(Value::Number),
    Flag::long("depth").value(Value::Number),
    Flag::long("dry-run"),
    Flag::long("edit"),
    Flag::long("ff"),
    Flag::long("ff-only"),
    Flag::long("filter").value(Value::Text),
    Flag::both(b'f', "force"),
    Flag::both(b'S', "gpg-sign").attached(Value::Text),
    Flag::both(b'4', "ipv4"),
    Flag::both(b'6', "ipv6"),
    Flag::both(b'j', "jobs").value(Value::Number),
    Flag::both(b'k', "keep"),
    Flag::both(b'm', "multiple"),
    Flag::long("no-all"),
    Flag::long("no-autostash"),
    Flag::long("no-commit"),
    Flag::long("no-edit"),
    Flag::long("no-ff"),
    Flag::long("no-progress"),
    Flag::long("no-rebase"),
    Flag::long("no-recurse-submodules"),
    Flag::long("no-stat"),
    Flag::long("no-tags"),
    Flag::long("no-verify"),
    Flag::long("porcelain"),
    Flag::long("prefetch"),
    Flag::long("progress"),
    Flag::both(b'p', "prune"),
    Flag::both(b'P', "prune-tags"),
    Flag::both(b'q', "quiet"),
    Flag::both(b'r', "rebase").attached(Value::Text),
    Flag::long("recurse-submodules").attached(Value::Text),
    Flag::long("refetch"),
    Flag::long("refmap").value(Value::Text),
    Flag::both(b'o', "server-option").value(Value::Text),
    Flag::long("set-upstream"),
    Flag::long("shallow-exclude").value(Value::Text),
    Flag::long("shallow-since").value(Value::Text),
    Flag::long("squash"),
    Flag::long("stat"),
    Flag::both(b's', "strategy").value(Value::Text),
    Flag::both(b'X', "strategy-option").value(Value::Text),
    Flag::both(b't', "tags"),
    Flag::long("unshallow"),
    Flag::both(b'u', "update-head-ok"),
    Flag::long("upload-pack").value(Value::Program),
    Flag::both(b'v', "verbose"),
    Flag::long("verify-signatures"),
]);

/// `git fetch`.
pub(super) static FETCH: Spec = Spec {
    flags: FETCH_FLAGS,
    forms: FROM_REMOTE,
    ..STORER
};

/// `git pull`.
pub(super) static PULL: Spec = Spec {
    flags: FETCH_FLAGS,
    forms: FROM_REMOTE,
    ..CHANGER
};

/// `git push`.
pub(super) static PUSH: Spec = Spec {
    flags: flags!([
        Flag::long("all"),
        Flag::long("atomic"),
        Flag::long("branches"),
        Flag::both(b'd', "delete"),
        Flag::both(b'n', "dry-run"),
        Flag::long("exec").value(Value::Program),
        Flag::long("follow-tags"),
        Flag::both(b'f', "force"),
        Flag::long("force-if-includes"),
        Flag::long("force-with-lease").attached(Value::Text),
        Flag::both(b'4', "ipv4"),
        Flag::both(b'6', "ipv6"),
        Flag::long("mirror"),
        Flag::long("no-force-with-lease"),
        Flag::long("no-progress"),
        Flag::long("no-recurse-submodules"),
        Flag::long("no-signed"),
        Flag::long("no-thin"),
        Flag::long("no-verify"),
        Flag::long("porcelain"),
        Flag::long("progress"),
        Flag::long("prune"),
        Flag::both(b'o', "push-option").value(Value::Text),
        Flag::both(b'q', "quiet"),
        Flag::long("receive-pack").value(Value::Program),
        Flag::long("recurse-submodules").value(Value::Text),
        Flag::long("repo").value(Value::Own(write_to)),
        Flag::both(b'u', "set-upstream"),
        Flag::long("signed").attached(Value::Text),
        Flag::long("tags"),
        Flag::long("thin"),
        Flag::both(b'v', "verbose"),
        Flag::long("verify"),
    ]),
    forms: &[
        Form::each(Role::Text)
            .first(&[Role::Own(write_to)])
            .when(Marks::OPERANDS),
        Form::each(Role::Text).does(CONNECTING),
    ],
    ..STORER
};

/// `git ls-remote`.
pub(super) static LS_REMOTE: Spec = Spec {
    flags: flags!([
        Flag::both(b'b', "branches"),
        Flag::long("exec").value(Value::Program),
        Flag::long("exit-code"),
        Flag::long("get-url"),
        Flag::both(b'h', "heads"),
        Flag::both(b'q', "quiet"),
        Flag::long("refs"),
        Flag::both(b'o', "server-option").value(Value::Text),
        Flag::long("sort").value(Value::Text),
        Flag::long("symref"),
        Flag::both(b't', "tags"),
        Flag::long("upload-pack").value(Value::Program),
    ]),
    forms: FROM_REMOTE,
    stance: Stance::Changer,
    ..READER
};

/// What names remotes in the configuration.
const REMOTE_CHANGER: Spec = Spec {
    flags: flags!([
        Flag::letter(b'm').value(Value::Text),
        Flag::long("add"),
        Flag::both(b'a', "auto").does(CONNECTING),
        Flag::both(b'd', "delete"),
        Flag::both(b'f', "fetch").does(CONNECTING),
        Flag::long("mirror").attached(Value::Text),
        Flag::long("no-progress"),
        Flag::long("no-tags"),
        Flag::long("progress"),
        Flag::long("push"),
        Flag::both(b't', "track").value(Value::Text),
    ]),
    always: &[READS, RUNS, STORES, CONFIGURES],
    ..STORER
};

static REMOTE_CONFIGURER: Spec = REMOTE_CHANGER;

static REMOTE_UPDATER: Spec = Spec {
    flags: flags!([Flag::both(b'n', "dry-run"), Flag::both(b'p', "prune")]),
    always: &[READS, RUNS, STORES, CONNECTS],
    ..STORER
};

static REMOTE_URL: Spec = Spec {
    flags: flags!([Flag::long("all"), Flag::long("push")]),
    ..READER
};

/// Without `-n` a remote is asked.
static REMOTE_SHOW: Spec = Spec {
    flags: flags!([Flag::letter(b'n').states(LISTS)]),
    forms: &[
        Form::each(Role::Text).when(LISTS),
        Form::each(Role::Text)
            .when(Marks::OPERANDS)
            .does(CONNECTING),
        Form::each(Role::Text),
    ],
    ..READER
};

static REMOTE_LIST: Spec = Spec {
    flags: VERBOSE,
    ..READER
};

const VERBOSE: Flags = flags!([Flag::both(b'v', "verbose")]);

/// `git remote`. Alone it lists.
pub(super) static REMOTES: Tree = Tree {
    globals: Spec {
        flags: VERBOSE,
        always: &[],
        conditions: &[],
        order: Order::OperandEnds,
        ..READER
    },
    branches: &[
        ("add", Grammar::Options(&REMOTE_CONFIGURER)),
        ("get-url", Grammar::Options(&REMOTE_URL)),
        ("prune", Grammar::Options(&REMOTE_UPDATER)),
        ("remove", Grammar::Options(&REMOTE_CONFIGURER)),
        ("rename", Grammar::Options(&REMOTE_CONFIGURER)),
        ("rm", Grammar::Options(&REMOTE_CONFIGURER)),
        ("set-branches", Grammar::Options(&REMOTE_CONFIGURER)),
        ("set-head", Grammar::Options(&REMOTE_CONFIGURER)),
        ("set-url", Grammar::Options(&REMOTE_CONFIGURER)),
        ("show", Grammar::Options(&REMOTE_SHOW)),
        ("update", Grammar::Options(&REMOTE_UPDATER)),
    ],
    alone: Some(&REMOTE_LIST),
};

const SUBMODULE_FLAGS: Flags = flags!([
    Flag::letter(b'N'),
    Flag::long("all"),
    Flag::both(b'b', "branch").value(Value::Text),
    Flag::long("cached"),
    Flag::long("checkout"),
    Flag::both(b'd', "default"),
    Flag::long("depth").value(Value::Number),
    Flag::long("files"),
    Flag::both(b'f', "force"),
    Flag::long("init"),
    Flag::long("jobs").value(Value::Number),
    Flag::long("merge"),
    Flag::long("name").value(Value::Text),
    Flag::both(b'q', "quiet"),
    Flag::long("rebase"),
    Flag::long("recursive"),
    Flag::long("reference").value(Value::Own(read_from)),
    Flag::long("remote"),
]);

/// What only shows submodules runs git in each of them, with configuration that the host has not looked at.
static SUBMODULE_SHOW: Spec = Spec {
    flags: SUBMODULE_FLAGS,
    stance: Stance::Changer,
    ..READER
};

const SUBMODULE_CHANGER: Spec = Spec {
    flags: SUBMODULE_FLAGS,
    always: &[READS, RUNS, STORES, CHANGES_FILES, CONFIGURES],
    ..STORER
};

static SUBMODULE_LOCAL: Spec = SUBMODULE_CHANGER;

static SUBMODULE_ADD: Spec = Spec {
    forms: &[Form::each(Role::Refused).first(&[SOURCE, Role::Path(MADE)])],
    ..SUBMODULE_CHANGER
};

static SUBMODULE_UPDATE: Spec = Spec {
    always: &[READS, RUNS, STORES, CHANGES_FILES, CONFIGURES, CONNECTS],
    ..SUBMODULE_CHANGER
};

static SUBMODULE_FOREACH: Spec = Spec {
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Text).first(&[Role::Program])],
    ..SUBMODULE_CHANGER
};

/// `git submodule`. Alone it shows.
pub(super) static SUBMODULE: Tree = Tree {
    globals: Spec {
        flags: flags!([Flag::long("cached"), Flag::both(b'q', "quiet")]),
        always: &[],
        conditions: &[],
        order: Order::OperandEnds,
        ..READER
    },
    branches: &[
        ("absorbgitdirs", Grammar::Options(&SUBMODULE_LOCAL)),
        ("add", Grammar::Options(&SUBMODULE_ADD)),
        ("deinit", Grammar::Options(&SUBMODULE_LOCAL)),
        ("foreach", Grammar::Options(&SUBMODULE_FOREACH)),
        ("init", Grammar::Options(&SUBMODULE_LOCAL)),
        ("set-branch", Grammar::Options(&SUBMODULE_LOCAL)),
        ("set-url", Grammar::Options(&SUBMODULE_LOCAL)),
        ("status", Grammar::Options(&SUBMODULE_SHOW)),
        ("summary", Grammar::Options(&SUBMODULE_SHOW)),
        ("sync", Grammar::Options(&SUBMODULE_LOCAL)),
        ("update", Grammar::Options(&SUBMODULE_UPDATE)),
    ],
    alone: Some(&SUBMODULE_SHOW),
};

/// `git lfs`, `git svn`, `git p4`, `git request-pull`: exchange with something that is configured.
pub(super) static EXCHANGE: Spec = Spec {
    always: &[READS, RUNS, STORES, CHANGES_FILES, CONNECTS],
    ..CHANGER
};

/// `git send-email`. What it sends are files, or commits.
pub(super) static SEND_EMAIL: Spec = Spec {
    flags: flags!([
        Flag::long("annotate"),
        Flag::long("cc").value(Value::Text),
        Flag::long("compose"),
        Flag::long("confirm").value(Value::Text),
        Flag::long("cover-letter"),
        Flag::long("dry-run"),
        Flag::long("from").value(Value::Text),
        Flag::long("in-reply-to").value(Value::Text),
        Flag::long("sendmail-cmd").value(Value::Program),
        Flag::long("smtp-server").value(Value::Thing(Kind::Connect)),
        Flag::long("subject").value(Value::Text),
        Flag::long("to").value(Value::Text),
    ]),
    forms: &[Form::each(Role::Path(PathRole::of(
        Kind::Read,
        Depth::Deep,
    )))],
    always: &[READS, RUNS, CONNECTS],
    ..STORER
};

/// `git daemon` and `git instaweb` serve repositories to others.
pub(super) static SERVER: Spec = Spec {
    forms: &[Form::each(Role::Path(PathRole::of(
        Kind::Read,
        Depth::Deep,
    )))],
    always: &[READS, RUNS, CONNECTS],
    ..STORER
};

/// `git credential` and its helpers print and keep passwords.
pub(super) static CREDENTIAL: Spec = Spec {
    flags: flags!([Flag::long("file").value(Value::Path(PathRole::OUTPUT))]),
    apart: Apart::Any,
    always: &[
        Always::flat(Kind::Read, "~/.git-credentials"),
        Always::flat(Kind::Write, "~/.git-credentials"),
        RUNS,
    ],
    ..STORER
};

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn an_address_is_a_path_a_machine_or_a_program() {
        for (word, address) in [
            ("origin", Address::Elsewhere),
            ("https://host/x.git", Address::Elsewhere),
            ("git@host:x/y.git", Address::Elsewhere),
            ("host:x", Address::Elsewhere),
            ("../x", Address::Path("../x")),
            (".", Address::Path(".")),
            ("/srv/x:y", Address::Path("/srv/x:y")),
            ("file:///srv/x", Address::Path("/srv/x")),
            ("ext::sh -c x", Address::Helper),
            ("fd::17", Address::Helper),
        ] {
            assert_eq!(Address::of(word), address, "{word}");
        }
    }
}
