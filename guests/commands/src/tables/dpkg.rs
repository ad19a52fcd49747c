//! `dpkg`, `dpkg-deb`, `dpkg-query`: what packages hold and which are there. What `dpkg` does to the machine is not
//! described. Looking into a package makes a temporary directory for it.

use crate::{
    model::{
        Abbreviations, Always, Clusters, Depth, Flag, Form, Grammar, Marks, Order, PathRole, Role,
        Spec, Tool, Value,
    },
    report::{Condition, Kind},
};

/// Looks into packages.
const OPENS: Marks = Marks::own(0);
/// Asks what the machine has.
const ASKS: Marks = Marks::own(1);
const EXTRACTS: Marks = Marks::own(2);
/// Extracts into a directory that has a name of its own if none is given.
const CONTROLS: Marks = Marks::own(3);
const BUILDS: Marks = Marks::own(4);

const PACKAGE: Role = Role::Path(PathRole::INPUT);
const INTO: Role = Role::Path(PathRole::of(Kind::Write, Depth::Inside));

/// `dpkg`.
pub(super) static DPKG: Tool = Tool {
    names: &["dpkg"],
    summary: native!("tells about packages"),
    grammar: Grammar::Options(&DPKG_SPEC),
};

static DPKG_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'C', "audit").states(ASKS),
        Flag::long("compare-versions").states(ASKS),
        Flag::both(b'c', "contents").states(OPENS),
        Flag::both(b'f', "field").states(OPENS),
        Flag::long("get-selections").states(ASKS),
        Flag::both(b'?', "help"),
        Flag::both(b'I', "info").states(OPENS),
        Flag::both(b'l', "list").states(ASKS),
        Flag::both(b'L', "listfiles").states(ASKS),
        Flag::long("no-pager"),
        Flag::long("print-architecture").states(ASKS),
        Flag::both(b'p', "print-avail").states(ASKS),
        Flag::long("print-foreign-architectures").states(ASKS),
        Flag::both(b'S', "search").states(ASKS),
        Flag::both(b's', "status").states(ASKS),
        Flag::VERSION,
    ]),
    abbreviations: Abbreviations::Refused,
    clusters: Clusters::Refused,
    order: Order::OperandEnds,
    conditions: &[Condition::Contained],
    forms: &[
        Form::each(Role::Text).when(OPENS).first(&[PACKAGE]),
        Form::each(Role::Text).when(ASKS),
        Form::each(Role::Refused),
    ],
    ..Spec::GNU
};

/// `dpkg-query`.
pub(super) static DPKG_QUERY: Tool = Tool {
    names: &["dpkg-query"],
    summary: native!("tells about packages"),
    grammar: Grammar::Options(&QUERY_SPEC),
};

static QUERY_SPEC: Spec = Spec {
    flags: flags!([
        Flag::long("control-list").states(ASKS),
        Flag::both(b'c', "control-path").states(ASKS),
        Flag::long("control-show").states(ASKS),
        Flag::both(b'?', "help"),
        Flag::both(b'l', "list").states(ASKS),
        Flag::both(b'L', "listfiles").states(ASKS),
        Flag::long("load-avail"),
        Flag::long("no-pager"),
        Flag::both(b'p', "print-avail").states(ASKS),
        Flag::both(b'S', "search").states(ASKS),
        Flag::both(b'W', "show").states(ASKS),
        Flag::both(b'f', "showformat").value(Value::Text),
        Flag::both(b's', "status").states(ASKS),
        Flag::VERSION,
    ]),
    abbreviations: Abbreviations::Refused,
    clusters: Clusters::Refused,
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Text).when(ASKS), Form::each(Role::Refused)],
    ..Spec::GNU
};

/// `dpkg-deb`.
pub(super) static DPKG_DEB: Tool = Tool {
    names: &["dpkg-deb"],
    summary: native!("looks into packages, packs and unpacks them"),
    grammar: Grammar::Options(&DEB_SPEC),
};

static DEB_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'S').value(Value::Text),
        Flag::letter(b'z').value(Value::Number),
        Flag::letter(b'Z').value(Value::Text),
        Flag::both(b'b', "build").states(BUILDS),
        Flag::both(b'c', "contents").states(OPENS),
        Flag::both(b'e', "control").states(CONTROLS),
        Flag::long("ctrl-tarfile").states(OPENS),
        Flag::both(b'D', "debug"),
        Flag::both(b'x', "extract").states(EXTRACTS),
        Flag::both(b'f', "field").states(OPENS),
        Flag::long("fsys-tarfile").states(OPENS),
        Flag::both(b'?', "help"),
        Flag::both(b'I', "info").states(OPENS),
        Flag::long("nocheck"),
        Flag::both(b'R', "raw-extract").states(EXTRACTS),
        Flag::long("root-owner-group"),
        Flag::both(b'W', "show").states(OPENS),
        Flag::long("showformat").value(Value::Text),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
        Flag::both(b'X', "vextract").states(EXTRACTS),
    ]),
    abbreviations: Abbreviations::Refused,
    clusters: Clusters::Refused,
    order: Order::OperandEnds,
    conditions: &[Condition::Contained],
    forms: &[
        Form::each(Role::Refused)
            .when(BUILDS.and(Marks::SEVERAL))
            .first(&[Role::Path(PathRole::of(Kind::Read, Depth::Deep)), INTO]),
        Form::each(Role::Refused)
            .when(BUILDS)
            .first(&[Role::Path(PathRole::of(Kind::Read, Depth::Deep))])
            .does(&[Always::inside(Kind::Write, ".")]),
        Form::each(Role::Refused)
            .when(EXTRACTS)
            .first(&[PACKAGE, INTO]),
        Form::each(Role::Refused)
            .when(CONTROLS.and(Marks::SEVERAL))
            .first(&[PACKAGE, INTO]),
        Form::each(Role::Refused)
            .when(CONTROLS)
            .first(&[PACKAGE])
            .does(&[Always::deep(Kind::Write, "DEBIAN")]),
        Form::each(Role::Text).when(OPENS).first(&[PACKAGE]),
        Form::each(Role::Refused),
    ],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn asking_is_harmless() {
        for command in [
            "dpkg -l",
            "dpkg -l 'lib*'",
            "dpkg -L coreutils",
            "dpkg -S /bin/ls",
            "dpkg -s bash",
            "dpkg --print-architecture",
            "dpkg --compare-versions 1 lt 2",
            "dpkg -c a.deb",
            "dpkg -I a.deb postinst",
            "dpkg-deb -c a.deb",
            "dpkg-query -W -f='${Package}\\n'",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn the_rest_is_described_or_unknown() {
        assert_effects("dpkg-deb -x a.deb dir", &["read a.deb", "write dir inside"]);
        assert_effects(
            "dpkg-deb -b dir a.deb",
            &["read dir deep", "write a.deb inside"],
        );
        assert_effects("dpkg-deb -e a.deb", &["write DEBIAN deep", "read a.deb"]);
        assert_unknown("dpkg -i a.deb", Rule::UnknownFlag);
        assert_unknown("dpkg -r bash", Rule::UnknownFlag);
        assert_unknown("dpkg --log=x -l", Rule::UnknownFlag);
        assert_unknown("dpkg --pre-invoke=./x -l", Rule::UnknownFlag);
        assert!(!tell("dpkg").rules.contains(&Rule::UnknownFlag));
    }
}
