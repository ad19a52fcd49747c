//! `readlink`, `realpath`, `pathchk`, `stat`: what paths are and where they lead. The files are not opened.

use crate::{
    model::{AnyFlag, Depth, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::Kind,
};

const LOOKED_AT: PathRole = PathRole::of(Kind::Read, Depth::Flat);
const PATHS: &[Form] = &[Form::each(Role::Path(LOOKED_AT))];

/// `pathchk`.
pub(super) static PATHCHK: Tool = Tool {
    names: &["pathchk"],
    summary: native!("says whether names of files are portable"),
    grammar: Grammar::Options(&PATHCHK_SPEC),
};

static PATHCHK_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'p'),
        Flag::letter(b'P'),
        Flag::HELP,
        Flag::long("portability"),
        Flag::VERSION,
    ]),
    any_flag: AnyFlag::Safe,
    forms: PATHS,
    ..Spec::GNU
};

/// `readlink`.
pub(super) static READLINK: Tool = Tool {
    names: &["readlink"],
    summary: native!("prints where links lead"),
    grammar: Grammar::Options(&READLINK_SPEC),
};

static READLINK_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'f', "canonicalize"),
        Flag::both(b'e', "canonicalize-existing"),
        Flag::both(b'm', "canonicalize-missing"),
        Flag::HELP,
        Flag::both(b'n', "no-newline"),
        Flag::both(b'q', "quiet"),
        Flag::both(b's', "silent"),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
        Flag::both(b'z', "zero"),
    ]),
    any_flag: AnyFlag::Safe,
    forms: PATHS,
    ..Spec::GNU
};

/// `realpath`.
pub(super) static REALPATH: Tool = Tool {
    names: &["realpath"],
    summary: native!("prints where paths lead"),
    grammar: Grammar::Options(&REALPATH_SPEC),
};

static REALPATH_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'e', "canonicalize-existing"),
        Flag::both(b'm', "canonicalize-missing"),
        Flag::HELP,
        Flag::both(b'L', "logical"),
        Flag::both(b's', "no-symlinks"),
        Flag::both(b'P', "physical"),
        Flag::both(b'q', "quiet"),
        Flag::long("relative-base").value(Value::Path(LOOKED_AT)),
        Flag::long("relative-to").value(Value::Path(LOOKED_AT)),
        Flag::long("strip"),
        Flag::VERSION,
        Flag::both(b'z', "zero"),
    ]),
    any_flag: AnyFlag::Reads,
    forms: PATHS,
    ..Spec::GNU
};

/// `stat`.
pub(super) static STAT: Tool = Tool {
    names: &["stat"],
    summary: native!("prints what is known of files"),
    grammar: Grammar::Options(&STAT_SPEC),
};

static STAT_SPEC: Spec = Spec {
    flags: flags!([
        Flag::long("cached").value(Value::Text),
        Flag::both(b'L', "dereference"),
        Flag::both(b'f', "file-system"),
        Flag::both(b'c', "format").value(Value::Text),
        Flag::HELP,
        Flag::long("printf").value(Value::Text),
        Flag::both(b't', "terse"),
        Flag::VERSION,
    ]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn paths_are_looked_at() {
        assert_effects("readlink -f notes", &["read notes"]);
        assert_effects("readlink -f *", &["read ./…"]);
        assert_effects(
            "realpath --relative-to=src notes",
            &["read src", "read notes"],
        );
        assert_effects(
            "realpath *",
            &["read ? deep links if an option", "read ./…"],
        );
        assert_effects("stat -c '%n %s' notes", &["read notes"]);
        assert_effects("stat -L --printf=%s src/*", &["read src/…"]);
        assert_effects("pathchk -p notes", &["read notes"]);
        assert_allowed("readlink -f \"$0\"");
        assert_allowed("stat -f .");
    }

    #[test]
    fn other_flags_are_unknown() {
        assert_unknown("readlink --canon x", Rule::AmbiguousFlag);
        assert_unknown("stat -x notes", Rule::UnknownFlag);
    }
}
