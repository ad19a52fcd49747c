//! Counters of lines of code: `cloc` and `tokei`.
//!
//! `cloc` unpacks archives and asks git about what looks like a commit, so only names are described that are neither.
//! Of its many flags those that only choose what is counted and how it is shown.

use crate::{
    argument::{Span, Text},
    model::{
        Abbreviations, AnyFlag, Depth, Flag, Form, Grammar, Marks, Order, PathRole, Role, Spec,
        Tool, Value,
    },
    report::{Extent, Kind, Report, Rule},
};

const COUNTED: PathRole = PathRole {
    depth: Depth::Deep,
    ..PathRole::INPUT
};

/// `cloc`.
pub(super) static CLOC: Tool = Tool {
    names: &["cloc"],
    summary: native!("counts lines of code"),
    grammar: Grammar::Options(&CLOC_SPEC),
};

static CLOC_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'v').attached(Value::Number),
        Flag::long("by-file"),
        Flag::long("by-file-by-lang"),
        Flag::long("by-percent").value(Value::Text),
        Flag::long("categorized").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("counted").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("csv"),
        Flag::long("csv-delimiter").value(Value::Text),
        Flag::long("docstring-as-code"),
        Flag::long("exclude-content").value(Value::Text),
        Flag::long("exclude-dir").value(Value::Text),
        Flag::long("exclude-ext").value(Value::Text),
        Flag::long("exclude-lang").value(Value::Text),
        Flag::long("follow-links").states(Marks::FOLLOWS_LINKS),
        Flag::long("found").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("fullpath"),
        Flag::HELP,
        Flag::long("hide-rate"),
        Flag::long("ignored").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("include-content").value(Value::Text),
        Flag::long("include-ext").value(Value::Text),
        Flag::long("include-lang").value(Value::Text),
        Flag::long("json"),
        Flag::long("match-d").value(Value::Text),
        Flag::long("match-f").value(Value::Text),
        Flag::long("max-file-size").value(Value::Number),
        Flag::long("md"),
        Flag::long("no-recurse"),
        Flag::long("not-match-d").value(Value::Text),
        Flag::long("not-match-f").value(Value::Text),
        Flag::long("out").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("progress-rate").value(Value::Number),
        Flag::long("quiet"),
        Flag::long("read-binary-files"),
        Flag::long("report-file").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("skip-uniqueness"),
        Flag::long("sum-one"),
        Flag::long("timeout").value(Value::Number),
        Flag::long("unicode"),
        Flag::VERSION,
        Flag::long("xml"),
        Flag::long("yaml"),
    ]),
    abbreviations: Abbreviations::Refused,
    order: Order::Free,
    forms: &[Form::each(Role::Own(count))],
    ..Spec::GNU
};

/// `tokei`.
pub(super) static TOKEI: Tool = Tool {
    names: &["tokei"],
    summary: native!("counts lines of code"),
    grammar: Grammar::Options(&TOKEI_SPEC),
};

static TOKEI_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'c', "columns").value(Value::Number),
        Flag::both(b'C', "compact"),
        Flag::both(b'e', "exclude").value(Value::Text),
        Flag::both(b'f', "files"),
        Flag::both(b'h', "help"),
        Flag::long("hidden"),
        Flag::both(b'i', "input").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'l', "languages"),
        Flag::long("no-ignore"),
        Flag::long("no-ignore-dot"),
        Flag::long("no-ignore-parent"),
        Flag::long("no-ignore-vcs"),
        Flag::both(b'n', "num-format").value(Value::Text),
        Flag::both(b'o', "output").value(Value::Text),
        Flag::both(b'r', "rsort").value(Value::Text),
        Flag::both(b's', "sort").value(Value::Text),
        Flag::long("streaming").value(Value::Text),
        Flag::both(b't', "type").value(Value::Text),
        Flag::long("types").value(Value::Text),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
    ]),
    abbreviations: Abbreviations::Refused,
    order: Order::Free,
    any_flag: AnyFlag::Reads,
    forms: &[Form::each(Role::Path(COUNTED)).or_here()],
    ..Spec::GNU
};

/// What names of files end with that are text. Sorted.
const TEXTS: [&str; 40] = [
    "asm", "bash", "c", "cc", "clj", "cpp", "cs", "css", "cxx", "dart", "ex", "exs", "go", "h",
    "hpp", "hs", "html", "java", "js", "json", "jsx", "kt", "lua", "md", "ml", "php", "pl", "pm",
    "proto", "py", "r", "rb", "rs", "scala", "sh", "sql", "swift", "toml", "ts", "tsx",
];

fn count<'a>(name: Text<'a>, span: Span, report: &mut Report<'a>) {
    match name {
        Text::Certain(path) if is_counted(path) => {
            report.touch(Kind::Read, name, Extent::Deep, span);
        }
        Text::Certain(_) => report.unknown(Rule::UnexpectedOperand, name, span),
        Text::Dynamic(_) => report.unknown(Rule::DynamicValue, name, span),
    }
}

/// Whether a name can neither be an archive nor be taken for a commit. What stands for standard input is removed at the end
/// as if it were a file of its own.
fn is_counted(path: &str) -> bool {
    let bare = path.trim_end_matches('/');
    let name = bare.rsplit_once('/').map_or(bare, |(_, name)| name);
    let is_text = match name.rsplit_once('.') {
        None => true,
        Some((before, ending)) => {
            matches!(before, "" | ".") && ending.is_empty() || TEXTS.binary_search(&ending).is_ok()
        }
    };
    is_text && path != "-" && !looks_like_commit(path)
}

fn looks_like_commit(name: &str) -> bool {
    let commit = name.split_once('~').map_or(name, |(commit, _)| commit);
    matches!(commit, "master" | "HEAD")
        || (commit.len() > 4 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_allowed, assert_effects, assert_unknown, tell};

    #[test]
    fn endings_are_sorted() {
        assert!(TEXTS.is_sorted());
    }

    #[test]
    fn counting_reads() {
        assert_effects("cloc .", &["read . deep"]);
        assert_effects(
            "cloc --by-file --exclude-dir=x src/ ../lib main.rs",
            &["read src/ deep", "read ../lib deep", "read main.rs deep"],
        );
        assert_effects("tokei", &["read . deep"]);
        assert_effects("tokei src -o json", &["read src deep"]);
        assert_effects(
            "tokei -i counts src/*",
            &["read counts", "read src/… deep", "read . deep"],
        );
        assert_allowed("cloc src --json --quiet");
    }

    #[test]
    fn archives_and_commits_are_unknown() {
        for name in [
            "-",
            "x.zip",
            "src/x.tar.gz",
            "x.jar",
            "HEAD",
            "master~2",
            "abcdef1",
            "x.unknown",
        ] {
            assert!(!is_counted(name), "{name}");
        }
        assert_unknown("cloc x.tgz", Rule::UnexpectedOperand);
        assert_unknown("cloc src/*", Rule::DynamicValue);
    }

    #[test]
    fn flags_that_write_or_run_are_not_harmless() {
        assert_effects("cloc --out=x .", &["write x", "read . deep"]);
        assert_unknown("cloc --extract-with=./x .", Rule::UnknownFlag);
        assert_unknown("cloc --ext=./x .", Rule::UnknownFlag);
        assert_unknown("cloc --vcs=./x .", Rule::UnknownFlag);
        assert_unknown("cloc --list-file=x", Rule::UnknownFlag);
        assert_unknown("cloc -diff a b", Rule::UnknownFlag);
        assert_unknown("cloc *", Rule::DynamicOption);
        assert!(!tell("cloc . --report-file x").harmless);
    }
}
