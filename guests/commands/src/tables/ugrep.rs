//! `ugrep`. `--filter`, `--pager` and `--view` run programs, `--save-config` writes, and `--config` names a file that may say
//! to do so. `ug` reads such a file from the working directory unasked, so it is not described at all.

use crate::{
    model::{
        Abbreviations, Always, Depth, Digits, Flag, Form, Grammar, Marks, Order, PathRole, Role,
        Spec, Tool, Value,
    },
    report::Kind,
    tables::values,
};

/// Whether directories are searched depends on flags, on operands and on the terminal.
const FILES: Form = Form::each(Role::Path(PathRole {
    depth: Depth::Deep,
    ..PathRole::INPUT
}));

const LOOKED_AT: Value = Value::Path(PathRole::of(Kind::Read, Depth::Flat));

/// `ugrep`.
pub(super) static TOOL: Tool = Tool {
    names: &["ugrep"],
    summary: native!("searches files for lines"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!(FLAGS),
    abbreviations: Abbreviations::Refused,
    digits: Digits::Alone,
    order: Order::Free,
    forms: &[
        FILES.when(Marks::FIRST_GIVEN).or_here(),
        FILES.first(&[Role::Text]).or_here(),
    ],
    ..Spec::GNU
};

const FLAGS: &[Flag] = &[
    Flag::letter(b'A').value(Value::Own(values::digits)),
    Flag::letter(b'B').value(Value::Own(values::digits)),
    Flag::letter(b'C').value(Value::Own(values::digits)),
    Flag::long("after-context").value(Value::Number),
    Flag::both(b'G', "basic-regexp"),
    Flag::long("before-context").value(Value::Number),
    Flag::both(b'U', "binary"),
    Flag::long("binary-files").value(Value::Text),
    Flag::long("break"),
    Flag::both(b'b', "byte-offset"),
    Flag::long("color").attached(Value::Text),
    Flag::long("colors").value(Value::Text),
    Flag::long("colour").attached(Value::Text),
    Flag::both(b'k', "column-number"),
    Flag::long("context").value(Value::Number),
    Flag::both(b'c', "count"),
    Flag::long("csv"),
    Flag::both(b'z', "decompress"),
    Flag::long("depth").value(Value::Text),
    Flag::both(b'S', "dereference").states(Marks::FOLLOWS_LINKS),
    Flag::both(b'R', "dereference-recursive").states(Marks::FOLLOWS_LINKS),
    Flag::long("dotall"),
    Flag::both(b'Y', "empty"),
    Flag::long("exclude").value(Value::Text),
    Flag::long("exclude-dir").value(Value::Text),
    Flag::long("exclude-from").value(LOOKED_AT),
    Flag::both(b'E', "extended-regexp"),
    Flag::both(b'f', "file")
        .value(Value::Own(values::input))
        .states(Marks::FIRST_GIVEN),
    Flag::both(b'O', "file-extension").value(Value::Text),
    Flag::both(b't', "file-type").value(Value::Text),
    Flag::both(b'l', "files-with-matches"),
    Flag::both(b'L', "files-without-match"),
    Flag::both(b'F', "fixed-strings"),
    Flag::both(b'g', "glob").value(Value::Text),
    Flag::long("heading"),
    Flag::long("help"),
    Flag::both(b'.', "hidden"),
    Flag::both(b'I', "ignore-binary"),
    Flag::both(b'i', "ignore-case"),
    Flag::long("ignore-files").attached(Value::Text),
    Flag::long("include").value(Value::Text),
    Flag::long("include-dir").value(Value::Text),
    Flag::both(b'T', "initial-tab"),
    Flag::both(b'v', "invert-match"),
    Flag::both(b'J', "jobs").value(Value::Own(values::digits)),
    Flag::long("json"),
    Flag::long("label").value(Value::Text),
    Flag::long("line-buffered"),
    Flag::both(b'n', "line-number"),
    Flag::both(b'x', "line-regexp"),
    Flag::both(b'm', "max-count").value(Value::Text),
    Flag::long("max-files").value(Value::Number),
    Flag::long("no-color"),
    Flag::both(b'p', "no-dereference"),
    Flag::both(b'h', "no-filename"),
    Flag::long("no-heading"),
    Flag::long("no-hidden"),
    Flag::both(b's', "no-messages"),
    Flag::both(b'0', "null"),
    Flag::both(b'o', "only-matching"),
    Flag::long("pager")
        .attached(Value::Program)
        .does(&[Always::flat(Kind::Execute, "less")]),
    Flag::both(b'y', "passthru"),
    Flag::both(b'P', "perl-regexp"),
    Flag::both(b'q', "quiet"),
    Flag::both(b'r', "recursive"),
    Flag::both(b'e', "regexp")
        .value(Value::Text)
        .states(Marks::FIRST_GIVEN),
    Flag::long("silent"),
    Flag::both(b'j', "smart-case"),
    Flag::long("sort").attached(Value::Text),
    Flag::long("stats"),
    Flag::both(b'a', "text"),
    Flag::both(b'u', "ungroup"),
    Flag::both(b'V', "version"),
    Flag::long("width").attached(Value::Number),
    Flag::both(b'H', "with-filename"),
    Flag::both(b'w', "word-regexp"),
    Flag::long("xml"),
];

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn the_first_operand_is_the_pattern_unless_a_flag_gave_it() {
        assert_effects("ugrep foo", &["read . deep"]);
        assert_effects("ugrep -rn foo src", &["read src deep"]);
        assert_effects("ugrep -f words src", &["read words", "read src deep"]);
        assert_effects("ugrep -R foo src", &["read src deep links"]);
        assert_allowed("ugrep -riw -A2 --include='*.rs' -t rust 'a|b' src");
    }

    #[test]
    fn what_runs_or_writes_is_not_harmless() {
        for command in [
            "ugrep --filter='pdf:./x %' foo",
            "ugrep --save-config foo",
            "ugrep --config=x foo",
            "ugrep ---x foo",
            "ugrep --view=./x foo",
            "ugrep -Q foo",
            "ugrep --fil='*:./x' foo",
        ] {
            assert_unknown(command, Rule::UnknownFlag);
        }
        assert!(
            tell("ugrep --pager=./x foo")
                .effects
                .contains(&"execute ./x".to_owned())
        );
        assert!(!tell("ugrep --pager=less foo").harmless);
        assert_effects("ugrep --pager foo", &["execute less", "read . deep"]);
        assert_unknown("ugrep foo *", Rule::DynamicOption);
        assert_unknown("ugrep -f=../x foo", Rule::UnknownValue);
    }
}
