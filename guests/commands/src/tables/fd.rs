//! `fd`. The first operand is the pattern. `-x` and `-X` run what follows them, `-l` runs `ls`.

use crate::{
    model::{
        Abbreviations, Always, Depth, Flag, Form, Grammar, Marks, Order, PathRole, Role, Spec,
        Tool, Value,
    },
    report::Kind,
    tables::values,
};

/// Paths are relative to another directory.
const ELSEWHERE: Marks = Marks::own(0);
/// A flag named a path.
const NAMED: Marks = Marks::own(1);
/// Flags said where to search.
const PLACED: Marks = Marks::own(2);

const BELOW: PathRole = PathRole::of(Kind::Read, Depth::Deep);
const TREES: Form = Form::each(Role::Path(BELOW)).first(&[Role::Text]);

/// `fd`.
pub(super) static TOOL: Tool = Tool {
    names: &["fd", "fdfind"],
    summary: native!("lists files whose names match a pattern"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!(FLAGS),
    abbreviations: Abbreviations::Refused,
    order: Order::Free,
    forms: &[
        // It goes there before it looks at any path.
        Form::each(Role::Refused)
            .first(&[Role::Text])
            .when(ELSEWHERE.and(NAMED))
            .does(&[Always::flat(Kind::Unknown, "paths below another directory")]),
        Form::each(Role::Refused)
            .first(&[Role::Text])
            .when(ELSEWHERE),
        TREES.when(PLACED),
        TREES.or_here(),
    ],
    ..Spec::GNU
};

const FLAGS: &[Flag] = &[
    Flag::letter(b'1'),
    Flag::both(b'a', "absolute-path"),
    Flag::long("and").value(Value::Text),
    Flag::long("base-directory")
        .value(Value::Path(BELOW))
        .states(ELSEWHERE),
    Flag::long("batch-size").value(Value::Number),
    Flag::both(b's', "case-sensitive"),
    Flag::long("change-newer-than").value(Value::Text),
    Flag::long("change-older-than").value(Value::Text),
    Flag::long("changed-after").value(Value::Text),
    Flag::long("changed-before").value(Value::Text),
    Flag::long("changed-within").value(Value::Text),
    Flag::both(b'c', "color").value(Value::Text),
    Flag::long("dereference").states(Marks::FOLLOWS_LINKS),
    Flag::long("exact-depth").value(Value::Number),
    Flag::both(b'E', "exclude").value(Value::Text),
    Flag::both(b'x', "exec").value(Value::Own(values::command)),
    Flag::both(b'X', "exec-batch").value(Value::Own(values::command)),
    Flag::both(b'e', "extension").value(Value::Text),
    Flag::both(b'F', "fixed-strings"),
    Flag::both(b'L', "follow").states(Marks::FOLLOWS_LINKS),
    Flag::long("format").value(Value::Text),
    Flag::both(b'p', "full-path"),
    Flag::long("gen-completions").attached(Value::Text),
    Flag::both(b'g', "glob"),
    Flag::long("has-results"),
    Flag::both(b'h', "help"),
    Flag::both(b'H', "hidden"),
    Flag::long("hyperlink").attached(Value::Text),
    Flag::long("ignore"),
    Flag::both(b'i', "ignore-case"),
    Flag::long("ignore-contain").value(Value::Text),
    Flag::long("ignore-file")
        .value(Value::Path(PathRole::of(Kind::Read, Depth::Flat)))
        .states(NAMED),
    Flag::long("ignore-parent"),
    Flag::long("ignore-vcs"),
    // The program is whichever the search path leads to.
    Flag::both(b'l', "list-details").does(&[Always::flat(Kind::Execute, "ls")]),
    Flag::long("literal"),
    Flag::both(b'd', "max-depth").value(Value::Number),
    Flag::long("max-results").value(Value::Number),
    Flag::long("maxdepth").value(Value::Number),
    Flag::long("min-depth").value(Value::Number),
    Flag::long("mount"),
    Flag::long("newer").value(Value::Text),
    Flag::long("no-follow"),
    Flag::long("no-global-ignore-file"),
    Flag::long("no-hidden"),
    Flag::both(b'I', "no-ignore"),
    Flag::long("no-ignore-parent"),
    Flag::long("no-ignore-vcs"),
    Flag::long("no-require-git"),
    Flag::long("older").value(Value::Text),
    Flag::long("one-file-system"),
    Flag::both(b'o', "owner").value(Value::Text),
    Flag::long("path-separator").value(Value::Text),
    Flag::both(b'0', "print0"),
    Flag::long("prune"),
    Flag::both(b'q', "quiet"),
    Flag::long("regex"),
    Flag::long("relative-path"),
    Flag::long("require-git"),
    Flag::long("search-path")
        .value(Value::Path(BELOW))
        .states(NAMED.and(PLACED)),
    Flag::long("show-errors"),
    Flag::both(b'S', "size").value(Value::Text),
    Flag::long("strip-cwd-prefix").attached(Value::Text),
    Flag::both(b'j', "threads").value(Value::Number),
    Flag::both(b't', "type").value(Value::Text),
    Flag::both(b'u', "unrestricted"),
    Flag::both(b'V', "version"),
    Flag::long("xdev"),
];

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn the_first_operand_is_the_pattern() {
        assert_effects("fd", &["read . deep"]);
        assert_effects("fd -e rs", &["read . deep"]);
        assert_effects("fd pattern dir -t f -H", &["read dir deep"]);
        assert_effects(
            "fdfind . src tests -L",
            &["read src deep links", "read tests deep links"],
        );
        assert_effects("fd x --search-path a", &["read a deep"]);
    }

    #[test]
    fn looking_for_files_is_harmless() {
        for command in [
            "fd -HI -tf -d3 --exclude .git 'a.*b'",
            "fd -g '*.rs' --changed-within 2weeks -S +10k -0",
            "fd -u -1 Cargo.toml --color never",
            "fd . src/*",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn what_is_run_is_an_effect_and_unknown() {
        for command in [
            "fd . -x id",
            "fd . -X id",
            "fd . --exec id",
            "fd . --exec=id",
            "fd . --exec-batch id",
            "fd . -Hxid",
            "fd . -Hx id",
            "fd -x id",
        ] {
            assert_unknown(command, Rule::RunsCommand);
            assert!(
                tell(command).effects.contains(&"execute id".to_owned()),
                "{command}"
            );
        }
        assert_effects("fd -l", &["execute ls", "read . deep"]);
    }

    #[test]
    fn another_directory_moves_all_paths() {
        assert_effects("fd --base-directory src x", &["read src deep"]);
        assert_unknown("fd --base-directory src x ../y", Rule::UnexpectedOperand);
        assert!(!tell("fd --base-directory src --search-path ../x").harmless);
        assert!(!tell("fd --ignore-file ../x --base-directory src").harmless);
    }

    #[test]
    fn what_may_become_an_option_is_unknown() {
        assert_unknown("fd x *", Rule::DynamicOption);
        assert_unknown("fd $x", Rule::DynamicOption);
        assert_unknown("fd \"$x\"", Rule::DynamicOption);
        assert_unknown("fd --exe id", Rule::UnknownFlag);
        assert_allowed("fd -- \"$x\" src");
    }
}
