//! `tree`. `-o` writes, and `-R` writes pages below the directories it lists.
//!
//! A letter with an argument always takes the next word, also in the middle of joined letters: `-Po x F` writes `F`.

use crate::{
    model::{
        Abbreviations, Always, Depth, Flag, Form, Grammar, Marks, Order, PathRole, Role, Spec,
        Tool, Value,
    },
    report::Kind,
    tables::values,
};

/// Files that tell about others, anywhere below; with the flag, links are followed.
const HERE: &[Always] = &[Always::deep(Kind::Read, ".")];
const LOOKED_AT: Value = Value::Path(PathRole::of(Kind::Read, Depth::Flat));

/// `tree`.
pub(super) static TOOL: Tool = Tool {
    names: &["tree"],
    summary: native!("lists directories as a tree"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!(FLAGS),
    abbreviations: Abbreviations::Refused,
    order: Order::Free,
    forms: &[Form::each(Role::Path(PathRole::of(Kind::Read, Depth::Deep))).or_here()],
    ..Spec::GNU
};

const FLAGS: &[Flag] = &[
    Flag::letter(b'A'),
    Flag::letter(b'C'),
    Flag::letter(b'D'),
    Flag::letter(b'F'),
    Flag::letter(b'H').values(&[Value::Text]),
    Flag::letter(b'I').values(&[Value::Text]),
    Flag::letter(b'J'),
    Flag::letter(b'L').value(Value::Own(values::digits)),
    Flag::letter(b'N'),
    Flag::letter(b'P').values(&[Value::Text]),
    Flag::letter(b'Q'),
    Flag::letter(b'S'),
    Flag::letter(b'T').values(&[Value::Text]),
    Flag::letter(b'U'),
    Flag::letter(b'X'),
    Flag::letter(b'a'),
    Flag::letter(b'c'),
    Flag::letter(b'd'),
    Flag::letter(b'f'),
    Flag::letter(b'g'),
    Flag::letter(b'h'),
    Flag::letter(b'i'),
    Flag::letter(b'l').states(Marks::FOLLOWS_LINKS),
    Flag::letter(b'n'),
    Flag::letter(b'o').values(&[Value::Path(PathRole::OUTPUT)]),
    Flag::letter(b'p'),
    Flag::letter(b'q'),
    Flag::letter(b'r'),
    Flag::letter(b's'),
    Flag::letter(b't'),
    Flag::letter(b'u'),
    Flag::letter(b'v'),
    Flag::letter(b'x'),
    Flag::long("charset").value(Value::Text),
    Flag::long("device"),
    Flag::long("dirsfirst"),
    Flag::long("du"),
    Flag::long("fflinks"),
    Flag::long("filelimit").value(Value::Number),
    Flag::long("filesfirst"),
    Flag::long("fromfile"),
    Flag::long("fromtabfile"),
    Flag::long("gitfile").value(LOOKED_AT),
    Flag::long("gitignore"),
    Flag::HELP,
    Flag::long("hintro").value(LOOKED_AT),
    Flag::long("houtro").value(LOOKED_AT),
    Flag::long("ignore-case"),
    // Prints what is in `.info` of the directories and of those above them, through links.
    Flag::long("info").states(Marks::FOLLOWS_LINKS).does(HERE),
    Flag::long("infofile").value(LOOKED_AT),
    Flag::long("inodes"),
    Flag::long("matchdirs"),
    Flag::long("metafirst"),
    Flag::long("nolinks"),
    Flag::long("noreport"),
    Flag::long("prune"),
    Flag::long("si"),
    Flag::long("sort").value(Value::Text),
    Flag::long("timefmt").value(Value::Text),
    Flag::VERSION,
];

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn listing_is_harmless() {
        assert_effects("tree", &["read . deep"]);
        assert_effects(
            "tree -l src docs",
            &["read src deep links", "read docs deep links"],
        );
        assert_effects(
            "tree --info src",
            &["read . deep links", "read src deep links"],
        );
        assert_effects("tree --gitfile x", &["read x", "read . deep"]);
        for command in [
            "tree -L 2 -I node_modules",
            "tree -L 2 -I 'node_modules|target' --dirsfirst src",
            "tree -L2",
            "tree -aCfph --du --sort=size",
            "tree -daL 3 -P '*.rs' --prune --noreport -- src",
            "tree -J src/*",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn what_it_writes_is_an_effect() {
        assert_effects("tree -o out", &["write out", "read . deep"]);
        assert_effects("tree -ao out src", &["write out", "read src deep"]);
        assert_effects("tree src -o -", &["write -", "read src deep"]);
    }

    #[test]
    fn letters_in_the_middle_take_the_next_word() {
        for command in [
            "tree -Po x out",
            "tree -Io x out",
            "tree -Ho x out",
            "tree -To x out",
            "tree -oout",
            "tree -oa out",
            "tree -R -L 1",
            "tree -aR",
        ] {
            assert_unknown(command, Rule::UnknownFlag);
        }
        assert_unknown("tree -Lo 1 out", Rule::UnknownValue);
        assert_unknown("tree *", Rule::DynamicOption);
        assert_unknown("tree -L 1 $x", Rule::DynamicOption);
        assert!(!tell("tree --output out").harmless);
    }
}
