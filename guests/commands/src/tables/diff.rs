//! Tools that compare files: `cmp`, `diff`, `diff3`, `sdiff`, `wdiff`.
//!
//! `colordiff`, `diff3`, `sdiff` and `wdiff` run `diff` for it, with arguments that only read. Of directories
//! `diff` compares the files in them, and those below with `-r`, through symbolic links. So do `colordiff` and `sdiff`.

use crate::{
    argument::{Span, Text},
    model::{
        Always, AnyFlag, Depth, Digits, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool,
        Value,
    },
    report::{Extent, Kind, Report},
};

/// A file, or a directory whose files are compared.
const COMPARED: PathRole = PathRole {
    depth: Depth::Deep,
    ..PathRole::INPUT
};
/// `diff` compares links themselves.
const NO_LINKS: Marks = Marks::own(0);
const PAGINATES: &[Always] = &[Always::flat(Kind::Execute, "pr")];
const PAGES: &[Always] = &[Always::flat(Kind::Execute, "pager")];
const EDITS: &[Always] = &[Always::flat(Kind::Execute, "editor")];

/// `cmp`.
pub(super) static CMP: Tool = Tool {
    names: &["cmp"],
    summary: native!("compares files byte by byte"),
    grammar: Grammar::Options(&CMP_SPEC),
};

static CMP_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'n', "bytes").value(Value::Number),
        Flag::HELP,
        Flag::both(b'i', "ignore-initial").value(Value::Text),
        Flag::both(b'b', "print-bytes"),
        Flag::both(b's', "quiet"),
        Flag::long("silent"),
        Flag::both(b'l', "verbose"),
        Flag::both(b'v', "version"),
    ]),
    // What may be skipped stands behind the files; as the name of one it does no harm.
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `diff`, `colordiff`.
pub(super) static DIFF: Tool = Tool {
    names: &["diff", "colordiff"],
    summary: native!("compares files line by line"),
    grammar: Grammar::Options(&DIFF_SPEC),
};

static DIFF_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'c'),
        Flag::letter(b'C').value(Value::Number),
        Flag::letter(b'h'),
        Flag::letter(b'L').value(Value::Text),
        Flag::letter(b'u'),
        Flag::letter(b'U').value(Value::Number),
        Flag::letter(b'f'),
        Flag::letter(b'P'),
        Flag::long("binary"),
        Flag::both(b'q', "brief"),
        Flag::long("changed-group-format").value(Value::Text),
        Flag::long("color").attached(Value::Text),
        Flag::long("context").attached(Value::Number),
        Flag::long("difftype").value(Value::Text),
        Flag::both(b'e', "ed"),
        Flag::both(b'x', "exclude").value(Value::Text),
        Flag::both(b'X', "exclude-from").value(Value::Path(PathRole::INPUT)),
        Flag::both(b't', "expand-tabs"),
        Flag::long("fakeexitcode"),
        Flag::long("forward-ed"),
        Flag::long("from-file").value(Value::Own(compare_through_links)),
        Flag::HELP,
        Flag::long("horizon-lines").value(Value::Number),
        Flag::both(b'D', "ifdef").value(Value::Text),
        Flag::both(b'w', "ignore-all-space"),
        Flag::both(b'B', "ignore-blank-lines"),
        Flag::both(b'i', "ignore-case"),
        Flag::long("ignore-file-name-case"),
        Flag::both(b'I', "ignore-matching-lines").value(Value::Text),
        Flag::both(b'b', "ignore-space-change"),
        Flag::both(b'E', "ignore-tab-expansion"),
        Flag::both(b'Z', "ignore-trailing-space"),
        Flag::long("inhibit-hunk-merge"),
        Flag::both(b'T', "initial-tab"),
        Flag::long("label").value(Value::Text),
        Flag::long("left-column"),
        Flag::long("line-format").value(Value::Text),
        Flag::both(b'd', "minimal"),
        Flag::both(b'N', "new-file"),
        Flag::long("new-group-format").value(Value::Text),
        Flag::long("new-line-format").value(Value::Text),
        Flag::long("no-dereference").states(NO_LINKS),
        Flag::long("no-ignore-file-name-case"),
        Flag::long("normal"),
        Flag::long("old-group-format").value(Value::Text),
        Flag::long("old-line-format").value(Value::Text),
        Flag::both(b'l', "paginate").does(PAGINATES),
        Flag::long("palette").value(Value::Text),
        Flag::both(b'n', "rcs"),
        Flag::both(b'r', "recursive"),
        Flag::both(b's', "report-identical-files"),
        Flag::both(b'p', "show-c-function"),
        Flag::both(b'F', "show-function-line").value(Value::Text),
        Flag::both(b'y', "side-by-side"),
        Flag::both(b'H', "speed-large-files"),
        Flag::both(b'S', "starting-file").value(Value::Text),
        Flag::long("strip-trailing-cr"),
        Flag::long("suppress-blank-empty"),
        Flag::long("suppress-common-lines"),
        Flag::long("tabsize").value(Value::Number),
        Flag::both(b'a', "text"),
        Flag::long("to-file").value(Value::Own(compare_through_links)),
        Flag::long("unchanged-group-format").value(Value::Text),
        Flag::long("unchanged-line-format").value(Value::Text),
        Flag::long("unidirectional-new-file"),
        Flag::long("unified").attached(Value::Number),
        Flag::both(b'v', "version"),
        Flag::both(b'W', "width").value(Value::Number),
    ]),
    digits: Digits::Letters,
    forms: &[
        Form::each(Role::Path(COMPARED)).when(NO_LINKS),
        Form::each(Role::Own(compare_through_links)),
    ],
    ..Spec::GNU
};

/// `diff3`.
pub(super) static DIFF3: Tool = Tool {
    names: &["diff3"],
    summary: native!("compares three files"),
    grammar: Grammar::Options(&DIFF3_SPEC),
};

static DIFF3_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'i'),
        Flag::letter(b'X'),
        Flag::long("diff-program").value(Value::Program),
        Flag::both(b'3', "easy-only"),
        Flag::both(b'e', "ed"),
        Flag::HELP,
        Flag::both(b'T', "initial-tab"),
        Flag::both(b'L', "label").value(Value::Text),
        Flag::both(b'm', "merge"),
        Flag::both(b'x', "overlap-only"),
        Flag::both(b'A', "show-all"),
        Flag::both(b'E', "show-overlap"),
        Flag::long("strip-trailing-cr"),
        Flag::both(b'a', "text"),
        Flag::both(b'v', "version"),
    ]),
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `sdiff`.
pub(super) static SDIFF: Tool = Tool {
    names: &["sdiff"],
    summary: native!("shows files side by side; merges them"),
    grammar: Grammar::Options(&SDIFF_SPEC),
};

static SDIFF_SPEC: Spec = Spec {
    flags: flags!([
        Flag::long("diff-program").value(Value::Program),
        Flag::both(b't', "expand-tabs"),
        Flag::HELP,
        Flag::both(b'W', "ignore-all-space"),
        Flag::both(b'B', "ignore-blank-lines"),
        Flag::both(b'i', "ignore-case"),
        Flag::both(b'I', "ignore-matching-lines").value(Value::Text),
        Flag::both(b'b', "ignore-space-change"),
        Flag::both(b'E', "ignore-tab-expansion"),
        Flag::both(b'Z', "ignore-trailing-space"),
        Flag::both(b'l', "left-column"),
        Flag::both(b'd', "minimal"),
        Flag::both(b'o', "output")
            .value(Value::Path(PathRole::OUTPUT))
            .does(EDITS),
        Flag::both(b'H', "speed-large-files"),
        Flag::long("strip-trailing-cr"),
        Flag::both(b's', "suppress-common-lines"),
        Flag::long("tabsize").value(Value::Number),
        Flag::both(b'a', "text"),
        Flag::both(b'v', "version"),
        Flag::both(b'w', "width").value(Value::Number),
    ]),
    forms: &[Form::each(Role::Own(compare_through_links))],
    ..Spec::GNU
};

/// `wdiff`.
pub(super) static WDIFF: Tool = Tool {
    names: &["wdiff"],
    summary: native!("compares words"),
    grammar: Grammar::Options(&WDIFF_SPEC),
};

static WDIFF_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "auto-pager").does(PAGES),
        Flag::both(b'n', "avoid-wraps"),
        Flag::both(b'C', "copyright"),
        Flag::both(b'd', "diff-input"),
        Flag::both(b'x', "end-delete").value(Value::Text),
        Flag::both(b'z', "end-insert").value(Value::Text),
        Flag::both(b'h', "help"),
        Flag::both(b'i', "ignore-case"),
        Flag::both(b'l', "less-mode"),
        Flag::both(b'3', "no-common"),
        Flag::both(b'1', "no-deleted"),
        Flag::both(b'2', "no-inserted"),
        Flag::both(b'p', "printer"),
        Flag::both(b'w', "start-delete").value(Value::Text),
        Flag::both(b'y', "start-insert").value(Value::Text),
        Flag::both(b's', "statistics"),
        Flag::both(b't', "terminal"),
        Flag::both(b'v', "version"),
    ]),
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// Reads a file, or whatever is below a directory or linked from there.
pub(super) fn compare_through_links<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    if path != Text::Certain("-") {
        report.touch(Kind::Read, path, Extent::DeepThroughLinks, span);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn files_are_compared() {
        assert_effects("cmp -s a b", &["read a", "read b"]);
        assert_effects("diff -u a -", &["read a deep links"]);
        let both = ["read a deep links", "read b deep links"];
        for command in [
            "diff -qy a b",
            "diff -U3 --color=always a b",
            "diff -q a b",
            "colordiff -u a b",
            "sdiff -s a b",
        ] {
            assert_effects(command, &both);
        }
        assert_effects(
            "diff --to-file=a b c",
            &[
                "read a deep links",
                "read b deep links",
                "read c deep links",
            ],
        );
        assert_effects("diff --no-dereference a b", &["read a deep", "read b deep"]);
        assert_effects("diff -r a b", &["read a deep links", "read b deep links"]);
        assert_effects(
            "diff -X list a b",
            &["read list", "read a deep links", "read b deep links"],
        );
        assert_effects("diff3 -m a b c", &["read a", "read b", "read c"]);
        assert_effects("wdiff -3n a b", &["read a", "read b"]);
        assert_effects("diff -rq --no-dereference a -", &["read a deep"]);
        assert_allowed("diff -Nwp -x '*.o' src/a src/b");
    }

    #[test]
    fn what_is_run_or_written_is_named() {
        for (command, effect) in [
            ("diff -l a b", "execute pr"),
            ("diff a b --pag", "execute pr"),
            ("diff3 --diff-program=./x a b c", "execute ./x"),
            ("diff3 --diff ./x a b c", "execute ./x"),
            ("sdiff --diff-program ./x a b", "execute ./x"),
            ("sdiff -o out a b", "write out"),
            ("sdiff -soout a b", "execute editor"),
            ("wdiff -a a b", "execute pager"),
        ] {
            let told = tell(command);
            assert!(!told.harmless, "{command}");
            assert!(
                told.effects.contains(&effect.to_owned()),
                "{command}: {told:?}"
            );
        }
    }

    #[test]
    fn no_match_may_become_a_flag_that_runs() {
        assert_unknown("diff *", Rule::DynamicOption);
        assert_unknown("sdiff $x", Rule::DynamicOption);
        assert_effects("cmp *", &["read ./…"]);
        assert_unknown("diff --no a b", Rule::AmbiguousFlag);
    }
}
