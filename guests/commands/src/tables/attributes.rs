//! `chattr`, `lsattr`, `setfacl`, `getfacl`.

use crate::{
    argument::{Span, Text},
    model::{Abbreviations, Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Extent, Kind, Report, Rule, Stance},
};

const LOOKED_AT: PathRole = PathRole::of(Kind::Read, Depth::DeepIf(Marks::RECURSIVE));
const CHANGED: Role = Role::Path(PathRole::of(Kind::Write, Depth::DeepIf(Marks::RECURSIVE)));

/// `chattr`.
pub(super) static CHATTR: Tool = Tool {
    names: &["chattr"],
    summary: native!("changes attributes of files"),
    grammar: Grammar::Options(&CHATTR_SPEC),
};

/// An attribute that is taken away.
const fn without(letter: u8) -> Flag {
    Flag::letter(letter).states(Marks::FIRST_GIVEN)
}

static CHATTR_SPEC: Spec = Spec {
    flags: flags!([
        without(b'a'),
        without(b'A'),
        without(b'c'),
        without(b'C'),
        without(b'd'),
        without(b'D'),
        without(b'e'),
        without(b'F'),
        without(b'i'),
        without(b'j'),
        without(b'm'),
        without(b'P'),
        without(b's'),
        without(b'S'),
        without(b't'),
        without(b'T'),
        without(b'u'),
        without(b'x'),
        Flag::letter(b'f'),
        Flag::letter(b'p')
            .value(Value::Number)
            .states(Marks::FIRST_GIVEN),
        Flag::letter(b'R').states(Marks::RECURSIVE),
        Flag::letter(b'v')
            .value(Value::Number)
            .states(Marks::FIRST_GIVEN),
        Flag::letter(b'V'),
    ]),
    stance: Stance::Changer,
    forms: &[
        Form::each(CHANGED).when(Marks::FIRST_GIVEN),
        Form::each(CHANGED).first(&[Role::Text]),
    ],
    ..Spec::GNU
};

/// `lsattr`.
pub(super) static LSATTR: Tool = Tool {
    names: &["lsattr"],
    summary: native!("lists attributes of files"),
    grammar: Grammar::Options(&LSATTR_SPEC),
};

static LSATTR_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'a'),
        Flag::letter(b'd'),
        Flag::letter(b'l'),
        Flag::letter(b'p'),
        Flag::letter(b'R').states(Marks::RECURSIVE),
        Flag::letter(b'v'),
        Flag::letter(b'V'),
    ]),
    abbreviations: Abbreviations::Refused,
    forms: &[Form::each(Role::Path(LOOKED_AT)).or_here()],
    ..Spec::GNU
};

/// `setfacl`.
pub(super) static SETFACL: Tool = Tool {
    names: &["setfacl"],
    summary: native!("changes who may use files"),
    grammar: Grammar::Options(&SETFACL_SPEC),
};

static SETFACL_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'd', "default"),
        Flag::both(b'h', "help"),
        Flag::both(b'L', "logical").states(Marks::FOLLOWS_LINKS),
        Flag::long("mask"),
        Flag::both(b'm', "modify").value(Value::Text),
        Flag::both(b'M', "modify-file").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'n', "no-mask"),
        Flag::both(b'P', "physical"),
        Flag::both(b'R', "recursive").states(Marks::RECURSIVE),
        Flag::both(b'x', "remove").value(Value::Text),
        Flag::both(b'b', "remove-all"),
        Flag::both(b'k', "remove-default"),
        Flag::both(b'X', "remove-file").value(Value::Path(PathRole::INPUT)),
        Flag::long("restore").value(Value::Own(listed)),
        Flag::long("set").value(Value::Text),
        Flag::long("set-file").value(Value::Path(PathRole::INPUT)),
        Flag::long("test"),
        Flag::both(b'v', "version"),
    ]),
    stance: Stance::Changer,
    forms: &[Form::each(CHANGED)],
    ..Spec::GNU
};

/// The file says which files change.
fn listed<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    PathRole::INPUT.touch(text, span, report);
    report.unknown(Rule::UnknownValue, text, span);
}

/// `getfacl`.
pub(super) static GETFACL: Tool = Tool {
    names: &["getfacl"],
    summary: native!("shows who may use files"),
    grammar: Grammar::Options(&GETFACL_SPEC),
};

static GETFACL_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'p', "absolute-names"),
        Flag::both(b'a', "access"),
        Flag::both(b'e', "all-effective"),
        Flag::both(b'd', "default"),
        Flag::both(b'h', "help"),
        Flag::both(b'L', "logical").states(Marks::FOLLOWS_LINKS),
        Flag::both(b'E', "no-effective"),
        Flag::both(b'n', "numeric"),
        Flag::both(b'c', "omit-header"),
        Flag::long("one-file-system"),
        Flag::both(b'P', "physical"),
        Flag::both(b'R', "recursive").states(Marks::RECURSIVE),
        Flag::both(b's', "skip-base"),
        Flag::both(b't', "tabular"),
        Flag::both(b'v', "version"),
    ]),

    forms: &[
        Form::each(Role::Own(looked_through)).when(Marks::RECURSIVE.and(Marks::FOLLOWS_LINKS)),
        Form::each(Role::Own(looked_below)).when(Marks::RECURSIVE),
        Form::each(Role::Own(looked_at)),
    ],
    ..Spec::GNU
};

fn looked_at<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    look(PathRole::of(Kind::Read, Depth::Flat), text, span, report);
}

fn looked_below<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    look(PathRole::of(Kind::Read, Depth::Deep), text, span, report);
}

fn looked_through<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.touch(Kind::Read, text, Extent::DeepThroughLinks, span);
}

/// With `-` the names come from standard input.
fn look<'a>(role: PathRole, text: Text<'a>, span: Span, report: &mut Report<'a>) {
    match text {
        Text::Certain("-") => report.unknown(Rule::UnexpectedOperand, text, span),
        Text::Certain(_) | Text::Dynamic(_) => role.touch(text, span, report),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{assert_allowed, assert_effects, tell};

    #[test]
    fn listing_is_harmless() {
        assert_allowed("lsattr");
        assert_allowed("lsattr -Rd src");
        assert_allowed("getfacl -R src");
        assert_effects("getfacl -c a", &["read a"]);
        assert_effects("getfacl -RL a", &["read a deep links"]);
        assert!(!tell("getfacl -").harmless);
    }

    #[test]
    fn files_that_change_are_named() {
        assert_effects("chattr +i a b", &["write a", "write b"]);
        assert_effects("chattr -R -i dir", &["write dir deep"]);
        assert_effects("chattr =e a", &["write a"]);
        assert_effects("setfacl -Rm u:me:rw dir", &["write dir deep"]);
        assert_effects("setfacl -b a", &["write a"]);
        assert!(!tell("setfacl --restore=list").harmless);
    }
}
