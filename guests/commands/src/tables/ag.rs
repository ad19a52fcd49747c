//! `ag`. It asks git for the file of patterns that git ignores everywhere, so it runs git whatever it is told. `--pager`
//! runs a program.
//!
//! `-A`, `-B` and `-C` take the next word only if it is a number; any other is the pattern. Its long forms take a number
//! only if it is attached.

use crate::{
    model::{
        Abbreviations, Always, Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value,
    },
    report::{Condition, Kind, PROJECT},
    tables::values,
};

const FILES: Form = Form::each(Role::Path(PathRole {
    depth: Depth::Deep,
    ..PathRole::INPUT
}));

/// `ag`.
pub(super) static TOOL: Tool = Tool {
    names: &["ag"],
    summary: native!("searches directories for lines"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!(FLAGS),
    // Every type of files is an option of its own, so what an abbreviation stands for differs between versions.
    abbreviations: Abbreviations::Refused,
    forms: &[
        FILES.when(Marks::FIRST_GIVEN).or_here(),
        FILES.first(&[Role::Text]).or_here(),
    ],
    always: &[Always::flat(Kind::Execute, PROJECT)],
    conditions: &[Condition::Contained, Condition::GitNeutral],
    ..Spec::GNU
};

const FLAGS: &[Flag] = &[
    Flag::letter(b'A').value(Value::Own(values::digits)),
    Flag::letter(b'B').value(Value::Own(values::digits)),
    Flag::letter(b'C').value(Value::Own(values::digits)),
    Flag::letter(b'R'),
    Flag::letter(b'r'),
    Flag::letter(b'n'),
    Flag::long("ackmate"),
    Flag::long("after").attached(Value::Number),
    Flag::both(b't', "all-text"),
    Flag::both(b'a', "all-types"),
    Flag::long("before").attached(Value::Number),
    Flag::long("break"),
    Flag::both(b's', "case-sensitive"),
    Flag::long("color"),
    Flag::long("color-line-number").value(Value::Text),
    Flag::long("color-match").value(Value::Text),
    Flag::long("color-path").value(Value::Text),
    Flag::long("column"),
    Flag::long("context").attached(Value::Number),
    Flag::both(b'c', "count"),
    Flag::long("cpp"),
    Flag::long("css"),
    Flag::both(b'D', "debug"),
    Flag::long("depth").value(Value::Number),
    Flag::both(b'G', "file-search-regex").value(Value::Text),
    Flag::long("filename"),
    Flag::both(b'g', "filename-pattern")
        .value(Value::Text)
        .states(Marks::FIRST_GIVEN),
    Flag::both(b'l', "files-with-matches"),
    Flag::both(b'L', "files-without-matches"),
    Flag::both(b'F', "fixed-strings"),
    Flag::both(b'f', "follow").states(Marks::FOLLOWS_LINKS),
    Flag::long("go"),
    Flag::long("group"),
    Flag::both(b'H', "heading"),
    Flag::both(b'h', "help").states(Marks::FIRST_GIVEN),
    Flag::long("hidden"),
    Flag::long("html"),
    Flag::long("ignore").value(Value::Text),
    Flag::both(b'i', "ignore-case"),
    Flag::long("ignore-dir").value(Value::Text),
    Flag::both(b'v', "invert-match"),
    Flag::long("java"),
    Flag::long("js"),
    Flag::long("json"),
    Flag::long("kotlin"),
    Flag::long("list-file-types").states(Marks::FIRST_GIVEN),
    Flag::both(b'Q', "literal"),
    Flag::long("lua"),
    Flag::long("make"),
    Flag::long("markdown"),
    Flag::both(b'm', "max-count").value(Value::Number),
    Flag::long("md"),
    Flag::long("nobreak"),
    Flag::long("nocolor"),
    Flag::long("nofilename"),
    Flag::long("nogroup"),
    Flag::long("noheading"),
    Flag::long("nonumbers"),
    Flag::long("nopager"),
    Flag::both(b'0', "null"),
    Flag::long("numbers"),
    Flag::long("one-device"),
    Flag::both(b'o', "only-matching"),
    Flag::long("pager").value(Value::Program),
    Flag::long("passthrough"),
    Flag::both(b'p', "path-to-ignore").value(Value::Path(PathRole::of(Kind::Read, Depth::Flat))),
    Flag::long("perl"),
    Flag::long("php"),
    Flag::long("print-all-files"),
    Flag::long("print-long-lines"),
    Flag::long("print0"),
    Flag::long("proto"),
    Flag::long("python"),
    Flag::long("recurse"),
    Flag::long("ruby"),
    Flag::long("rust"),
    Flag::long("scala"),
    Flag::long("search-binary"),
    Flag::both(b'z', "search-zip"),
    Flag::long("shell"),
    Flag::long("silent"),
    Flag::both(b'U', "skip-vcs-ignores"),
    Flag::both(b'S', "smart-case"),
    Flag::long("sql"),
    Flag::long("stats"),
    Flag::long("stats-only"),
    Flag::long("swift"),
    Flag::long("toml"),
    Flag::long("ts"),
    Flag::both(b'u', "unrestricted"),
    Flag::both(b'V', "version").states(Marks::FIRST_GIVEN),
    Flag::long("vimgrep"),
    Flag::long("vue"),
    Flag::both(b'W', "width").value(Value::Number),
    Flag::both(b'w', "word-regexp"),
    Flag::long("workers").value(Value::Number),
    Flag::long("xml"),
    Flag::long("yaml"),
];

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn searching_reads_and_asks_git() {
        let git = "execute (project)";
        assert_effects("ag foo", &[git, "read . deep"]);
        assert_effects(
            "ag -i foo src tests",
            &[git, "read src deep", "read tests deep"],
        );
        assert_effects("ag -g 'x$' src", &[git, "read src deep"]);
        assert_effects("ag -p x foo", &[git, "read x", "read . deep"]);
        for command in [
            "ag -lQ --hidden --python foo src -A3 -C 2",
            "ag --nocolor --nogroup -G '\\.rs$' foo --ignore target",
            "ag -f foo src/*",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn a_context_that_is_no_number_is_unknown() {
        for command in ["ag -A foo ../x", "ag -C 2x ../x", "ag -B -- ../x"] {
            assert_unknown(command, Rule::UnknownValue);
        }
        // The long forms leave the number to the operands.
        assert_effects("ag --after 3 x", &["execute (project)", "read x deep"]);
    }

    #[test]
    fn a_pager_is_run() {
        assert!(
            tell("ag foo --pager ./x")
                .effects
                .contains(&"execute ./x".to_owned())
        );
        assert!(!tell("ag foo --pager=./x").harmless);
        assert_unknown("ag --page ./x foo", Rule::UnknownFlag);
        assert_unknown("ag foo *", Rule::DynamicOption);
    }
}
