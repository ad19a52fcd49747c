//! `rg`. The first operand is the pattern unless `-e` or `-f` gave it, or no pattern is asked for. `--pre` and
//! `--hostname-bin` run a program, and `-z` those that unpack, so no uncertain word may become a flag.

use crate::{
    model::{
        Abbreviations, Always, Depth, Flag, Form, Grammar, Marks, Order, PathRole, Role, Spec,
        Tool, Value,
    },
    report::Kind,
    tables::values,
};

/// Below operands it looks into everything.
const FILES: Form = Form::each(Role::Path(PathRole {
    depth: Depth::Deep,
    ..PathRole::INPUT
}));

/// What `-z` runs, whichever of them the search path leads to.
const UNPACKERS: &[Always] = &[
    Always::flat(Kind::Execute, "gzip"),
    Always::flat(Kind::Execute, "bzip2"),
    Always::flat(Kind::Execute, "xz"),
    Always::flat(Kind::Execute, "lz4"),
    Always::flat(Kind::Execute, "brotli"),
    Always::flat(Kind::Execute, "zstd"),
    Always::flat(Kind::Execute, "uncompress"),
];

/// `rg`.
pub(super) static TOOL: Tool = Tool {
    names: &["rg"],
    summary: native!("searches directories for lines"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!(FLAGS),
    abbreviations: Abbreviations::Refused,
    order: Order::Free,
    forms: &[
        FILES.when(Marks::FIRST_GIVEN).or_here(),
        FILES.first(&[Role::Text]).or_here(),
    ],
    ..Spec::GNU
};

const FLAGS: &[Flag] = &[
    Flag::both(b'A', "after-context").value(Value::Number),
    Flag::long("auto-hybrid-regex"),
    Flag::both(b'B', "before-context").value(Value::Number),
    Flag::long("binary"),
    Flag::long("block-buffered"),
    Flag::both(b'b', "byte-offset"),
    Flag::both(b's', "case-sensitive"),
    Flag::long("color").value(Value::Text),
    Flag::long("colors").value(Value::Text),
    Flag::long("column"),
    Flag::both(b'C', "context").value(Value::Number),
    Flag::long("context-separator").value(Value::Text),
    Flag::both(b'c', "count"),
    Flag::long("count-matches"),
    Flag::long("crlf"),
    Flag::long("debug"),
    Flag::long("dfa-size-limit").value(Value::Text),
    Flag::both(b'E', "encoding").value(Value::Text),
    Flag::long("engine").value(Value::Text),
    Flag::long("field-context-separator").value(Value::Text),
    Flag::long("field-match-separator").value(Value::Text),
    Flag::both(b'f', "file")
        .value(Value::Own(values::input))
        .states(Marks::FIRST_GIVEN),
    Flag::long("files").states(Marks::FIRST_GIVEN),
    Flag::both(b'l', "files-with-matches"),
    Flag::long("files-without-match"),
    Flag::both(b'F', "fixed-strings"),
    Flag::both(b'L', "follow").states(Marks::FOLLOWS_LINKS),
    Flag::long("generate")
        .value(Value::Text)
        .states(Marks::FIRST_GIVEN),
    Flag::both(b'g', "glob").value(Value::Text),
    Flag::long("glob-case-insensitive"),
    Flag::long("heading"),
    Flag::both(b'h', "help"),
    Flag::both(b'.', "hidden"),
    Flag::long("hostname-bin").value(Value::Program),
    Flag::long("hyperlink-format").value(Value::Text),
    Flag::long("iglob").value(Value::Text),
    Flag::long("ignore"),
    Flag::both(b'i', "ignore-case"),
    Flag::long("ignore-dot"),
    Flag::long("ignore-exclude"),
    Flag::long("ignore-file").value(Value::Path(PathRole::of(Kind::Read, Depth::Flat))),
    Flag::long("ignore-file-case-insensitive"),
    Flag::long("ignore-files"),
    Flag::long("ignore-global"),
    Flag::long("ignore-messages"),
    Flag::long("ignore-parent"),
    Flag::long("ignore-vcs"),
    Flag::long("include-zero"),
    Flag::both(b'v', "invert-match"),
    Flag::long("json"),
    Flag::long("line-buffered"),
    Flag::both(b'n', "line-number"),
    Flag::both(b'x', "line-regexp"),
    Flag::both(b'M', "max-columns").value(Value::Number),
    Flag::long("max-columns-preview"),
    Flag::both(b'm', "max-count").value(Value::Number),
    Flag::both(b'd', "max-depth").value(Value::Number),
    Flag::long("max-filesize").value(Value::Number),
    Flag::long("maxdepth").value(Value::Number),
    Flag::long("messages"),
    Flag::long("mmap"),
    Flag::both(b'U', "multiline"),
    Flag::long("multiline-dotall"),
    Flag::long("no-auto-hybrid-regex"),
    Flag::long("no-binary"),
    Flag::long("no-block-buffered"),
    Flag::long("no-byte-offset"),
    Flag::long("no-column"),
    Flag::long("no-config"),
    Flag::long("no-context-separator"),
    Flag::long("no-crlf"),
    Flag::long("no-encoding"),
    Flag::both(b'I', "no-filename"),
    Flag::long("no-fixed-strings"),
    Flag::long("no-follow"),
    Flag::long("no-glob-case-insensitive"),
    Flag::long("no-heading"),
    Flag::long("no-hidden"),
    Flag::long("no-ignore"),
    Flag::long("no-ignore-dot"),
    Flag::long("no-ignore-exclude"),
    Flag::long("no-ignore-file-case-insensitive"),
    Flag::long("no-ignore-files"),
    Flag::long("no-ignore-global"),
    Flag::long("no-ignore-messages"),
    Flag::long("no-ignore-parent"),
    Flag::long("no-ignore-vcs"),
    Flag::long("no-include-zero"),
    Flag::long("no-invert-match"),
    Flag::long("no-json"),
    Flag::long("no-line-buffered"),
    Flag::both(b'N', "no-line-number"),
    Flag::long("no-max-columns-preview"),
    Flag::long("no-messages"),
    Flag::long("no-mmap"),
    Flag::long("no-multiline"),
    Flag::long("no-multiline-dotall"),
    Flag::long("no-one-file-system"),
    Flag::long("no-pcre2"),
    Flag::long("no-pcre2-unicode"),
    Flag::long("no-pre"),
    Flag::long("no-require-git"),
    Flag::long("no-search-zip"),
    Flag::long("no-sort-files"),
    Flag::long("no-stats"),
    Flag::long("no-text"),
    Flag::long("no-trim"),
    Flag::long("no-unicode"),
    Flag::both(b'0', "null"),
    Flag::long("null-data"),
    Flag::long("one-file-system"),
    Flag::both(b'o', "only-matching"),
    Flag::long("passthrough"),
    Flag::long("passthru"),
    Flag::long("path-separator").value(Value::Text),
    Flag::both(b'P', "pcre2"),
    Flag::long("pcre2-unicode"),
    Flag::long("pcre2-version").states(Marks::FIRST_GIVEN),
    Flag::long("pre").value(Value::Program),
    Flag::long("pre-glob").value(Value::Text),
    Flag::both(b'p', "pretty"),
    Flag::both(b'q', "quiet"),
    Flag::long("regex-size-limit").value(Value::Text),
    Flag::both(b'e', "regexp")
        .value(Value::Text)
        .states(Marks::FIRST_GIVEN),
    Flag::both(b'r', "replace").value(Value::Text),
    Flag::long("require-git"),
    Flag::both(b'z', "search-zip").does(UNPACKERS),
    Flag::both(b'S', "smart-case"),
    Flag::long("sort").value(Value::Text),
    Flag::long("sort-files"),
    Flag::long("sortr").value(Value::Text),
    Flag::long("stats"),
    Flag::long("stop-on-nonmatch"),
    Flag::both(b'a', "text"),
    Flag::both(b'j', "threads").value(Value::Number),
    Flag::long("trace"),
    Flag::long("trim"),
    Flag::both(b't', "type").value(Value::Text),
    Flag::long("type-add").value(Value::Text),
    Flag::long("type-clear").value(Value::Text),
    Flag::long("type-list").states(Marks::FIRST_GIVEN),
    Flag::both(b'T', "type-not").value(Value::Text),
    Flag::long("unicode"),
    Flag::both(b'u', "unrestricted"),
    Flag::both(b'V', "version"),
    Flag::long("vimgrep"),
    Flag::both(b'H', "with-filename"),
    Flag::both(b'w', "word-regexp"),
];

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn the_first_operand_is_the_pattern_unless_a_flag_gave_it() {
        assert_effects("rg -n foo src -g '*.rs' -A3", &["read src deep"]);
        assert_effects("rg foo", &["read . deep"]);
        assert_effects("rg -e foo src", &["read src deep"]);
        assert_effects("rg -f words src", &["read words", "read src deep"]);
        assert_effects("rg -f - src", &["read src deep"]);
        assert_effects("rg --files", &["read . deep"]);
        assert_effects("rg --files -g '*.ts' web", &["read web deep"]);
        assert_effects("rg -L foo src", &["read src deep links"]);
        assert_effects("rg -- -x -y", &["read -y deep"]);
        assert_effects("rg --ignore-file x foo a", &["read x", "read a deep"]);
    }

    #[test]
    fn searching_is_harmless() {
        for command in [
            "rg -l x -t py",
            "rg -inH --no-heading --color=never 'a|b' src tests",
            "rg -U --multiline-dotall 'a.*b' -C 2 --sort path",
            "rg -uuu --hidden -g !target --json foo",
            "rg -oP --replace '$1' 'x(\\d+)' notes",
            "rg -e --pre=./x src",
            "rg foo --type-add 'web:*.{html,css}' -tweb",
            "rg --no-config -c foo src/*",
        ] {
            assert_allowed(command);
        }
        assert_allowed("rg -- \"$x\" src");
        assert_allowed("rg -e \"$x\" src");
    }

    #[test]
    fn programs_are_effects() {
        assert_effects("rg --pre ./x foo", &["execute ./x", "read . deep"]);
        assert_effects("rg foo --pre=./x a", &["execute ./x", "read a deep"]);
        assert_effects(
            "rg --hostname-bin ./x foo a",
            &["execute ./x", "read a deep"],
        );
        assert!(!tell("rg -nz foo").harmless && !tell("rg --search-zip foo").harmless);
    }

    #[test]
    fn what_may_become_an_option_is_unknown() {
        for command in [
            "rg foo *",
            "rg foo */*.rs",
            "rg foo $x",
            "rg $x",
            "rg \"$x\" src",
            "rg foo -g *.rs",
        ] {
            assert_unknown(command, Rule::DynamicOption);
        }
        assert_allowed("rg foo ./*/*.rs");
        assert_allowed("rg foo -- */*.rs");
        assert_allowed("rg foo --glob=*.rs");
    }

    #[test]
    fn what_is_not_described_is_unknown() {
        assert_unknown("rg --pr ./x foo", Rule::UnknownFlag);
        assert_unknown("rg --frobnicate foo", Rule::UnknownFlag);
        assert_unknown("rg -f=../x foo", Rule::UnknownValue);
        assert_unknown("rg -A foo bar", Rule::UnknownValue);
    }
}
