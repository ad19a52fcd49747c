//! `git status`, `git log`, `git diff`, `git show`. Everything else of git is not described yet.
//!
//! Files of the repository choose programs that git runs (R3.2): these commands are harmless only contained, and with
//! those programs kept from running, which the host does by the environment. Flags that bring them back (`--ext-diff`,
//! `--textconv`, `-p` before the subcommand), look into submodules, run `gpg`, or lead elsewhere (`-C`, `--git-dir`)
//! are not in the tables. Git understands abbreviations, but not everywhere the same way, so none is described. Which
//! flags have an argument of their own word differs too (`-U` has not, whatever its help says): one that begins with a
//! dash, or may, is not described.

use crate::{
    model::{
        Abbreviations, Always, Apart, Clusters, Dash, Depth, Digits, Flag, Flags, Form, Grammar,
        Order, PathRole, Role, Spec, Tool, Tree, Value,
    },
    report::{Condition, Kind, PROJECT},
};

/// `git`.
pub(super) static TOOL: Tool = Tool {
    names: &["git"],
    summary: "shows the state and history of a repository",
    grammar: Grammar::Tree(&Tree {
        globals: Spec {
            flags: GLOBAL_FLAGS,
            clusters: Clusters::Refused,
            order: Order::OperandEnds,
            ..READER
        },
        branches: &[
            ("diff", Grammar::Options(&DIFF)),
            ("log", Grammar::Options(&LOG)),
            ("show", Grammar::Options(&SHOW)),
            ("status", Grammar::Options(&STATUS)),
        ],
    }),
};

/// What reading a repository means. Operands are revisions and paths in it.
const READER: Spec = Spec {
    abbreviations: Abbreviations::Refused,
    apart: Apart::Undashed,
    order: Order::Free,
    forms: &[Form::each(Role::Text)],
    always: &[
        Always {
            kind: Kind::Read,
            target: ".",
            depth: Depth::Deep,
        },
        Always {
            kind: Kind::Execute,
            target: PROJECT,
            depth: Depth::Flat,
        },
    ],
    conditions: &[Condition::Contained, Condition::GitNeutral],
    ..Spec::GNU
};

const ORDER_FILE: PathRole = PathRole::of(Kind::Read, Depth::Flat);

static STATUS: Spec = Spec {
    flags: STATUS_FLAGS,
    ..READER
};

static LOG: Spec = Spec {
    flags: LOG_FLAGS,
    clusters: Clusters::Refused,
    digits: Digits::Alone,
    ..READER
};

static SHOW: Spec = Spec {
    flags: LOG_FLAGS,
    clusters: Clusters::Refused,
    digits: Digits::Alone,
    ..READER
};

/// Two paths of which one is outside of the repository are compared without being asked for by `--no-index`, so operands
/// are read. A revision looks like a path below the working directory.
static DIFF: Spec = Spec {
    flags: DIFF_FLAGS,
    clusters: Clusters::Refused,
    forms: &[Form::each(Role::Path(PathRole {
        kind: Kind::Read,
        depth: Depth::Deep,
        dash: Dash::Stream,
    }))],
    ..READER
};

/// Before the subcommand.
const GLOBAL_FLAGS: Flags = Flags::new(&[
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

/// Of `git status`.
const STATUS_FLAGS: Flags = Flags::new(&[
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
]);

/// Of `git diff`.
const DIFF_FLAGS: Flags = Flags::new(&[
    Flag::letter(b'B').attached(Value::Text),
    Flag::letter(b'C').attached(Value::Text),
    Flag::letter(b'D'),
    Flag::letter(b'l').value(Value::Number),
    Flag::letter(b'M').attached(Value::Text),
    Flag::letter(b'O').value(Value::Path(ORDER_FILE)),
    Flag::letter(b'u'),
    Flag::letter(b'U').attached(Value::Number),
    Flag::letter(b'z'),
    Flag::letter(b'G').value(Value::Text),
    Flag::letter(b'S').value(Value::Text),
    Flag::letter(b'R'),
    Flag::letter(b'1'),
    Flag::letter(b'2'),
    Flag::letter(b'3'),
    Flag::long("abbrev").attached(Value::Number),
    Flag::long("anchored").value(Value::Text),
    Flag::long("base"),
    Flag::long("binary"),
    Flag::long("break-rewrites").attached(Value::Text),
    Flag::long("cached"),
    Flag::long("check"),
    Flag::long("color").attached(Value::Text),
    Flag::long("color-moved").attached(Value::Text),
    Flag::long("color-moved-ws").value(Value::Text),
    Flag::long("color-words").attached(Value::Text),
    Flag::long("compact-summary"),
    Flag::long("cumulative"),
    Flag::long("default-prefix"),
    Flag::long("diff-algorithm").value(Value::Text),
    Flag::long("diff-filter").value(Value::Text),
    Flag::long("dirstat").attached(Value::Text),
    Flag::long("dirstat-by-file").attached(Value::Text),
    Flag::long("dst-prefix").value(Value::Text),
    Flag::long("exit-code"),
    Flag::long("find-copies").attached(Value::Text),
    Flag::long("find-copies-harder"),
    Flag::long("find-object").value(Value::Text),
    Flag::long("find-renames").attached(Value::Text),
    Flag::long("full-index"),
    Flag::both(b'W', "function-context"),
    Flag::long("histogram"),
    Flag::both(b'w', "ignore-all-space"),
    Flag::long("ignore-blank-lines"),
    Flag::long("ignore-cr-at-eol"),
    Flag::both(b'I', "ignore-matching-lines").value(Value::Text),
    Flag::long("ignore-space-at-eol"),
    Flag::both(b'b', "ignore-space-change"),
    Flag::long("ignore-submodules").attached(Value::Choice(&["all"])),
    Flag::long("indent-heuristic"),
    Flag::long("inter-hunk-context").value(Value::Number),
    Flag::long("irreversible-delete"),
    Flag::long("ita-invisible-in-index"),
    Flag::long("ita-visible-in-index"),
    Flag::long("line-prefix").value(Value::Text),
    Flag::long("merge-base"),
    Flag::long("minimal"),
    Flag::long("name-only"),
    Flag::long("name-status"),
    Flag::long("no-abbrev"),
    Flag::long("no-color"),
    Flag::long("no-color-moved"),
    Flag::long("no-color-moved-ws"),
    Flag::long("no-ext-diff"),
    Flag::long("no-indent-heuristic"),
    Flag::long("no-index"),
    Flag::both(b's', "no-patch"),
    Flag::long("no-prefix"),
    Flag::long("no-relative"),
    Flag::long("no-rename-empty"),
    Flag::long("no-renames"),
    Flag::long("no-textconv"),
    Flag::long("numstat"),
    Flag::long("ours"),
    Flag::long("output").value(Value::Path(PathRole::OUTPUT)),
    Flag::long("output-indicator-context").value(Value::Text),
    Flag::long("output-indicator-new").value(Value::Text),
    Flag::long("output-indicator-old").value(Value::Text),
    Flag::both(b'p', "patch"),
    Flag::long("patch-with-raw"),
    Flag::long("patch-with-stat"),
    Flag::long("patience"),
    Flag::long("pickaxe-all"),
    Flag::long("pickaxe-regex"),
    Flag::long("quiet"),
    Flag::long("raw"),
    Flag::long("relative").attached(Value::Text),
    Flag::long("rename-empty"),
    Flag::long("shortstat"),
    Flag::long("src-prefix").value(Value::Text),
    Flag::long("staged"),
    Flag::long("stat").attached(Value::Text),
    Flag::long("stat-count").value(Value::Number),
    Flag::long("stat-graph-width").value(Value::Number),
    Flag::long("stat-name-width").value(Value::Number),
    Flag::long("stat-width").value(Value::Number),
    Flag::long("summary"),
    Flag::both(b'a', "text"),
    Flag::long("theirs"),
    Flag::long("unified").attached(Value::Number),
    Flag::long("word-diff").attached(Value::Text),
    Flag::long("word-diff-regex").value(Value::Text),
    Flag::long("ws-error-highlight").value(Value::Text),
]);

/// Of `git log` and `git show`: those of `git diff`, and which commits are shown how.
const LOG_FLAGS: Flags = Flags::new(&[
    Flag::letter(b'B').attached(Value::Text),
    Flag::letter(b'C').attached(Value::Text),
    Flag::letter(b'D'),
    Flag::letter(b'l').value(Value::Number),
    Flag::letter(b'M').attached(Value::Text),
    Flag::letter(b'O').value(Value::Path(ORDER_FILE)),
    Flag::letter(b'u'),
    Flag::letter(b'U').attached(Value::Number),
    Flag::letter(b'z'),
    Flag::letter(b'G').value(Value::Text),
    Flag::letter(b'S').value(Value::Text),
    Flag::letter(b'I').value(Value::Text),
    Flag::letter(b'R'),
    Flag::letter(b'c'),
    Flag::letter(b'm'),
    Flag::letter(b'n').value(Value::Number),
    Flag::letter(b'q'),
    Flag::letter(b'r'),
    Flag::letter(b't'),
    Flag::long("abbrev").attached(Value::Number),
    Flag::long("abbrev-commit"),
    Flag::long("after").value(Value::Text),
    Flag::long("all"),
    Flag::long("all-match"),
    Flag::long("ancestry-path").attached(Value::Text),
    Flag::long("anchored").value(Value::Text),
    Flag::long("author").value(Value::Text),
    Flag::long("author-date-order"),
    Flag::long("basic-regexp"),
    Flag::long("before").value(Value::Text),
    Flag::long("binary"),
    Flag::long("bisect"),
    Flag::long("boundary"),
    Flag::long("branches").attached(Value::Text),
    Flag::long("break-rewrites").attached(Value::Text),
    Flag::long("cc"),
    Flag::long("check"),
    Flag::long("cherry"),
    Flag::long("cherry-mark"),
    Flag::long("cherry-pick"),
    Flag::long("children"),
    Flag::long("clear-decorations"),
    Flag::long("color").attached(Value::Text),
    Flag::long("color-moved").attached(Value::Text),
    Flag::long("color-moved-ws").value(Value::Text),
    Flag::long("color-words").attached(Value::Text),
    Flag::long("combined-all-paths"),
    Flag::long("committer").value(Value::Text),
    Flag::long("compact-summary"),
    Flag::long("cumulative"),
    Flag::long("date").value(Value::Text),
    Flag::long("date-order"),
    Flag::long("decorate").attached(Value::Choice(&["short", "full", "auto", "no"])),
    Flag::long("decorate-refs").value(Value::Text),
    Flag::long("decorate-refs-exclude").value(Value::Text),
    Flag::long("default-prefix"),
    Flag::long("dense"),
    Flag::long("diff-algorithm").value(Value::Text),
    Flag::long("diff-filter").value(Value::Text),
    Flag::long("diff-merges").value(Value::Text),
    Flag::long("dirstat").attached(Value::Text),
    Flag::long("dirstat-by-file").attached(Value::Text),
    Flag::long("dst-prefix").value(Value::Text),
    Flag::long("encoding").value(Value::Text),
    Flag::long("exclude").value(Value::Text),
    Flag::long("exit-code"),
    Flag::long("expand-tabs").attached(Value::Number),
    Flag::both(b'E', "extended-regexp"),
    Flag::long("find-copies").attached(Value::Text),
    Flag::long("find-copies-harder"),
    Flag::long("find-object").value(Value::Text),
    Flag::long("find-renames").attached(Value::Text),
    Flag::long("first-parent"),
    Flag::both(b'F', "fixed-strings"),
    Flag::long("follow"),
    Flag::long("format").attached(Value::Text),
    Flag::long("full-diff"),
    Flag::long("full-history"),
    Flag::long("full-index"),
    Flag::both(b'W', "function-context"),
    Flag::long("glob").value(Value::Text),
    Flag::long("graph"),
    Flag::long("grep").value(Value::Text),
    Flag::long("grep-reflog").value(Value::Text),
    Flag::long("histogram"),
    Flag::both(b'w', "ignore-all-space"),
    Flag::long("ignore-blank-lines"),
    Flag::long("ignore-cr-at-eol"),
    Flag::long("ignore-matching-lines").value(Value::Text),
    Flag::long("ignore-missing"),
    Flag::long("ignore-space-at-eol"),
    Flag::both(b'b', "ignore-space-change"),
    Flag::long("ignore-submodules").attached(Value::Choice(&["all"])),
    Flag::long("indent-heuristic"),
    Flag::long("inter-hunk-context").value(Value::Number),
    Flag::long("invert-grep"),
    Flag::long("irreversible-delete"),
    Flag::long("ita-invisible-in-index"),
    Flag::long("ita-visible-in-index"),
    Flag::long("left-only"),
    Flag::long("left-right"),
    Flag::long("line-prefix").value(Value::Text),
    Flag::long("log-size"),
    Flag::long("mailmap"),
    Flag::long("max-age").value(Value::Text),
    Flag::long("max-count").value(Value::Number),
    Flag::long("max-parents").attached(Value::Number),
    Flag::long("merge"),
    Flag::long("merges"),
    Flag::long("min-age").value(Value::Text),
    Flag::long("min-parents").attached(Value::Number),
    Flag::long("minimal"),
    Flag::long("name-only"),
    Flag::long("name-status"),
    Flag::long("no-abbrev"),
    Flag::long("no-abbrev-commit"),
    Flag::long("no-color"),
    Flag::long("no-color-moved"),
    Flag::long("no-color-moved-ws"),
    Flag::long("no-decorate"),
    Flag::long("no-diff-merges"),
    Flag::long("no-expand-tabs"),
    Flag::long("no-ext-diff"),
    Flag::long("no-graph"),
    Flag::long("no-indent-heuristic"),
    Flag::long("no-mailmap"),
    Flag::long("no-max-parents"),
    Flag::long("no-merges"),
    Flag::long("no-min-parents"),
    Flag::long("no-notes"),
    Flag::both(b's', "no-patch"),
    Flag::long("no-prefix"),
    Flag::long("no-relative"),
    Flag::long("no-rename-empty"),
    Flag::long("no-renames"),
    Flag::long("no-show-signature"),
    Flag::long("no-textconv"),
    Flag::long("no-use-mailmap"),
    Flag::long("no-walk").attached(Value::Choice(&["sorted", "unsorted"])),
    Flag::long("not"),
    Flag::long("numstat"),
    Flag::long("oneline"),
    Flag::long("output").value(Value::Path(PathRole::OUTPUT)),
    Flag::long("output-indicator-context").value(Value::Text),
    Flag::long("output-indicator-new").value(Value::Text),
    Flag::long("output-indicator-old").value(Value::Text),
    Flag::long("parents"),
    Flag::both(b'p', "patch"),
    Flag::long("patch-with-raw"),
    Flag::long("patch-with-stat"),
    Flag::long("patience"),
    Flag::both(b'P', "perl-regexp"),
    Flag::long("pickaxe-all"),
    Flag::long("pickaxe-regex"),
    Flag::long("pretty").attached(Value::Text),
    Flag::long("quiet"),
    Flag::long("raw"),
    Flag::long("reflog"),
    Flag::both(b'i', "regexp-ignore-case"),
    Flag::long("relative").attached(Value::Text),
    Flag::long("relative-date"),
    Flag::long("remotes").attached(Value::Text),
    Flag::long("remove-empty"),
    Flag::long("rename-empty"),
    Flag::long("reverse"),
    Flag::long("right-only"),
    Flag::long("shortstat"),
    Flag::long("show-pulls"),
    Flag::long("simplify-by-decoration"),
    Flag::long("simplify-merges"),
    Flag::long("since").value(Value::Text),
    Flag::long("since-as-filter").value(Value::Text),
    Flag::long("skip").value(Value::Number),
    Flag::long("source"),
    Flag::long("sparse"),
    Flag::long("src-prefix").value(Value::Text),
    Flag::long("stat").attached(Value::Text),
    Flag::long("stat-count").value(Value::Number),
    Flag::long("stat-graph-width").value(Value::Number),
    Flag::long("stat-name-width").value(Value::Number),
    Flag::long("stat-width").value(Value::Number),
    Flag::long("summary"),
    Flag::long("tags").attached(Value::Text),
    Flag::both(b'a', "text"),
    Flag::long("topo-order"),
    Flag::long("unified").attached(Value::Number),
    Flag::long("unpacked"),
    Flag::long("until").value(Value::Text),
    Flag::long("use-mailmap"),
    Flag::both(b'g', "walk-reflogs"),
    Flag::long("word-diff").attached(Value::Text),
    Flag::long("word-diff-regex").value(Value::Text),
    Flag::long("ws-error-highlight").value(Value::Text),
]);

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn what_people_use_all_day_is_harmless() {
        for command in [
            "git status",
            "git status -sb",
            "git status --porcelain=v2 --branch -uno --ignored",
            "git log --oneline --graph --all -n 5",
            "git log -10 --pretty=format:'%h %s' --since='2 weeks ago' --author=me",
            "git log --follow -p -- src/main.rs",
            "git log -S needle --name-only main..HEAD",
            "git diff",
            "git diff --cached --stat -U3 -w",
            "git diff main...HEAD --name-status -- src ':!lock'",
            "git show --stat HEAD~2",
            "git show HEAD:src/main.rs",
            "git --no-pager --no-optional-locks show --no-color abc123",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn flags_that_run_write_or_lead_elsewhere_are_not_described() {
        for command in [
            "git diff --ext-diff",
            "git log -p --textconv",
            "git log --show-signature",
            "git diff --submodule=diff",
            "git status --column --help",
            "git log --remerge-diff",
            "git log --stdin",
            "git -p log",
            "git --paginate log",
            "git -C .. status",
            "git -c core.fsmonitor=./x status",
            "git --config-env=core.pager=X log",
            "git --git-dir=x log",
            "git --work-tree=.. status",
            "git --exec-path=. status",
            "git diff --outp=x",
            "git status -help",
        ] {
            assert_unknown(command, Rule::UnknownFlag);
        }
        assert_unknown("git status --ignore-submodules=none", Rule::UnknownValue);
        assert_unknown("git grep -O x", Rule::UnknownSubcommand);
    }

    #[test]
    fn output_and_order_files_are_effects() {
        let git = ["read . deep", "execute (project)"];
        assert_effects("git diff --output=x", &[&git[..], &["write x"]].concat());
        assert_effects("git show --output x", &[&git[..], &["write x"]].concat());
        assert_effects("git log -Oorder", &[&git[..], &["read order"]].concat());
    }

    #[test]
    fn diff_reads_what_it_is_given() {
        assert_effects(
            "git diff --no-index /etc/passwd \"$x\"",
            &[
                "read . deep",
                "execute (project)",
                "unknown ?",
                "read /etc/passwd deep",
                "read ? deep",
            ],
        );
        assert_effects(
            "git diff /dev/null /etc/passwd",
            &[
                "read . deep",
                "execute (project)",
                "read /dev/null deep",
                "read /etc/passwd deep",
            ],
        );
    }
}
