//! `ln`, `link`: a new name is made, and what it leads to can be read and changed by way of it.
//!
//! What a symbolic link holds is relative to where the link lies. It is told as if it were relative to the working
//! directory: what climbs from below climbs no further from there.

use crate::{
    argument::{Span, Text},
    model::{Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Extent, Kind, Report, Stance, Target},
};

const SYMBOLIC: Marks = Marks::own(0);
const LED_TO: Role = Role::Path(PathRole::of(Kind::Read, Depth::Flat));
/// A file with a second name can be changed by way of that.
const SHARED: Role = Role::Path(PathRole::of(Kind::Write, Depth::Flat));
/// The new name, or the directory in which it is made.
const MADE: Role = Role::Path(PathRole::of(Kind::Create, Depth::Inside));

/// `ln`.
pub(super) static LN: Tool = Tool {
    names: &["ln"],
    summary: native!("makes links"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'b'),
        Flag::letter(b'F'),
        Flag::long("backup").attached(Value::Text),
        Flag::both(b'd', "directory"),
        Flag::both(b'f', "force"),
        Flag::HELP,
        Flag::both(b'i', "interactive"),
        Flag::both(b'L', "logical"),
        Flag::both(b'n', "no-dereference"),
        Flag::both(b'T', "no-target-directory"),
        Flag::both(b'P', "physical"),
        Flag::both(b'r', "relative"),
        Flag::both(b'S', "suffix").value(Value::Text),
        Flag::both(b's', "symbolic").states(SYMBOLIC),
        Flag::both(b't', "target-directory")
            .value(Value::Path(PathRole::of(Kind::Create, Depth::Inside)))
            .states(Marks::LAST_GIVEN),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
    ]),
    stance: Stance::Changer,
    forms: &[
        Form::each(LED_TO).when(SYMBOLIC.and(Marks::LAST_GIVEN)),
        Form::each(SHARED).when(Marks::LAST_GIVEN),
        Form::each(LED_TO)
            .when(SYMBOLIC.and(Marks::SEVERAL))
            .last(MADE),
        Form::each(SHARED).when(Marks::SEVERAL).last(MADE),
        Form::each(Role::Refused)
            .when(SYMBOLIC)
            .first(&[Role::Own(lead_here)]),
        Form::each(Role::Refused).first(&[Role::Own(share_here)]),
    ],
    ..Spec::GNU
};

fn lead_here<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.touch(Kind::Read, path, Extent::Flat, span);
    make_here(path, span, report);
}

fn share_here<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.touch(Kind::Write, path, Extent::Flat, span);
    make_here(path, span, report);
}

/// A link of the same name is made in the working directory: what it leads to is below it from then on.
fn make_here<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    let name = path
        .certain()
        .and_then(|path| path.trim_end_matches('/').rsplit('/').next())
        .filter(|name| !matches!(*name, "" | "." | ".."));
    match name {
        Some(name) => report.add(Kind::Create, Target::Exact(name), Extent::Deep, span),
        None => report.add(Kind::Create, Target::Exact("."), Extent::Inside, span),
    }
}

/// `link`.
pub(super) static LINK: Tool = Tool {
    names: &["link"],
    summary: native!("makes a hard link"),
    grammar: Grammar::Options(&PLAIN),
};

static PLAIN: Spec = Spec {
    flags: flags!([Flag::HELP, Flag::VERSION]),
    stance: Stance::Changer,
    forms: &[Form::each(Role::Refused)
        .first(&[SHARED, Role::Path(PathRole::of(Kind::Create, Depth::Deep))])],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown},
    };

    #[test]
    fn the_new_name_is_made_and_what_it_leads_to_is_in_reach() {
        assert_effects(
            "ln -s /etc/passwd x",
            &["read /etc/passwd", "create x inside"],
        );
        assert_effects("ln -sfn ../a b", &["read ../a", "create b inside"]);
        assert_effects("ln a b", &["write a", "create b inside"]);
        assert_effects("ln -s a b dir", &["read a", "read b", "create dir inside"]);
        assert_effects("ln -st dir a b", &["create dir inside", "read a", "read b"]);
        assert_effects(
            "ln a b --target-dir=dir",
            &["create dir inside", "write a", "write b"],
        );
        assert_effects("link a b", &["write a", "create b deep"]);
        assert_unknown("link a b c", Rule::UnexpectedOperand);
    }

    #[test]
    fn one_operand_gets_its_own_name_here() {
        assert_effects("ln -s /opt/tool/", &["read /opt/tool/", "create tool deep"]);
        assert_effects("ln ../a", &["write ../a", "create a deep"]);
        assert_effects("ln -s ..", &["read ..", "create . inside"]);
        assert_effects("ln -s -- \"$x\"", &["read ?", "create . inside"]);
        assert_unknown("ln -s /opt/*", Rule::DynamicPosition);
    }
}
