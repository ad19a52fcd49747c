//! `getconf`, `getent`, `localedef`: what the system is set to, whom it knows, and which languages.
//!
//! `getconf -v` runs a program, `getent -s` loads a library by its name, and some of its databases are asked over the
//! network.

use crate::{
    model::{
        Always, Depth, Flag, Form, Grammar, Marks, Order, PathRole, Role, Spec, Tool, Tree, Value,
    },
    report::{Kind, Stance},
};

/// The archive of locales is changed.
const ARCHIVE: &[Always] = &[Always::flat(Kind::System, "locales")];
const NEW: PathRole = PathRole::of(Kind::Write, Depth::Deep);
/// Operands are locales of the archive.
const LOCALES: Marks = Marks::own(0);

/// `getconf`.
pub(super) static GETCONF: Tool = Tool {
    names: &["getconf"],
    summary: native!("prints limits of the system"),
    grammar: Grammar::Options(&GETCONF_SPEC),
};

static GETCONF_SPEC: Spec = Spec {
    flags: flags!([Flag::letter(b'a'), Flag::HELP, Flag::VERSION]),
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Path(PathRole::INPUT)).first(&[Role::Text])],
    ..Spec::GNU
};

/// `getent`.
pub(super) static GETENT: Tool = Tool {
    names: &["getent"],
    summary: native!("prints entries of the system's databases"),
    grammar: Grammar::Tree(&GETENT_TREE),
};

static GETENT_TREE: Tree = Tree {
    globals: Spec {
        flags: flags!([
            Flag::HELP,
            Flag::both(b'A', "no-addrconfig"),
            Flag::both(b'i', "no-idn"),
            Flag::VERSION,
        ]),
        ..Spec::GNU
    },
    branches: &[
        ("ahosts", Grammar::Options(&HOSTS)),
        ("ahostsv4", Grammar::Options(&HOSTS)),
        ("ahostsv6", Grammar::Options(&HOSTS)),
        ("aliases", Grammar::Text),
        ("ethers", Grammar::Text),
        ("group", Grammar::Text),
        ("hosts", Grammar::Options(&HOSTS)),
        ("initgroups", Grammar::Text),
        ("networks", Grammar::Options(&HOSTS)),
        ("passwd", Grammar::Text),
        ("protocols", Grammar::Text),
        ("rpc", Grammar::Text),
        ("services", Grammar::Text),
    ],
    alone: None,
};

/// Names of hosts, which are looked up.
static HOSTS: Spec = Spec {
    forms: &[Form::each(Role::Thing(Kind::Connect))],
    ..Spec::GNU
};

/// `localedef`.
pub(super) static LOCALEDEF: Tool = Tool {
    names: &["localedef"],
    summary: native!("makes locales"),
    grammar: Grammar::Options(&LOCALEDEF_SPEC),
};

static LOCALEDEF_SPEC: Spec = Spec {
    flags: flags!([
        Flag::long("add-to-archive").states(LOCALES).does(ARCHIVE),
        Flag::both(b'A', "alias-file").value(Value::Path(PathRole::INPUT)),
        Flag::long("big-endian"),
        Flag::both(b'f', "charmap").value(Value::Path(PathRole::INPUT)),
        Flag::long("delete-from-archive")
            .states(LOCALES)
            .does(ARCHIVE),
        Flag::both(b'c', "force"),
        Flag::HELP,
        Flag::both(b'i', "inputfile").value(Value::Path(PathRole::INPUT)),
        Flag::long("list-archive").states(LOCALES),
        Flag::long("little-endian"),
        Flag::long("no-archive"),
        Flag::long("no-hard-links"),
        Flag::long("no-warnings").value(Value::Text),
        Flag::long("posix"),
        Flag::long("prefix").value(Value::Path(NEW)),
        Flag::long("quiet"),
        Flag::both(b'u', "repertoire-map").value(Value::Path(PathRole::INPUT)),
        Flag::long("replace").states(LOCALES).does(ARCHIVE),
        Flag::long("usage"),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
        Flag::long("warnings").value(Value::Text),
    ]),
    stance: Stance::Changer,
    forms: &[
        Form::each(Role::Path(PathRole::INPUT)).when(LOCALES),
        Form::each(Role::Path(NEW)).does(ARCHIVE),
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
    fn printing_is_harmless() {
        assert_allowed("getconf PAGE_SIZE");
        assert_effects("getconf NAME_MAX dir", &["read dir"]);
        assert_allowed("getconf -a");
        assert_allowed("getent passwd root");
        assert_allowed("getent group");
    }

    #[test]
    fn what_is_asked_over_the_network_is_named() {
        assert_effects("getent hosts x.invalid", &["connect x.invalid"]);
        assert_unknown("getent ahosts \"$x\"", Rule::DynamicOption);
        assert!(!tell("getent ahostsv4 x.invalid").harmless);
    }

    #[test]
    fn what_runs_or_loads_is_unknown() {
        assert_unknown("getconf -v POSIX_V7 PATH", Rule::UnknownFlag);
        assert_unknown("getent -s x/y passwd", Rule::UnknownFlag);
        assert_unknown("getent shadow", Rule::UnknownSubcommand);
        assert_unknown("getent $x", Rule::UnknownSubcommand);
    }

    #[test]
    fn locales_are_made() {
        assert_effects(
            "localedef -i in -f UTF-8 ./out",
            &[
                "read in",
                "read UTF-8",
                "system locales",
                "write ./out deep",
            ],
        );
        assert!(!tell("localedef --delete-from-archive x").harmless);
    }
}
