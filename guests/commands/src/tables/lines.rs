//! Tools that print lines of files in another order or combination: `comm`, `join`, `paste`, `tac`, `tsort`, `shuf`,
//! `look`, `ptx`.
//!
//! `shuf -o` writes, and so does a second operand of `ptx -G`.

use crate::{
    model::{AnyFlag, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::Kind,
};

/// Operands of `shuf` are lines, or there are none.
const NO_FILES: Marks = Marks::own(0);
/// The second operand of `ptx` is written.
const SECOND_WRITTEN: Marks = Marks::own(1);

const READ: Role = Role::Path(PathRole::INPUT);
const WRITTEN: Role = Role::Path(PathRole {
    kind: Kind::Write,
    ..PathRole::INPUT
});

/// `comm`.
pub(super) static COMM: Tool = Tool {
    names: &["comm"],
    summary: native!("compares sorted files"),
    grammar: Grammar::Options(&COMM_SPEC),
};

static COMM_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'1'),
        Flag::letter(b'2'),
        Flag::letter(b'3'),
        Flag::long("check-order"),
        Flag::HELP,
        Flag::long("nocheck-order"),
        Flag::long("output-delimiter").value(Value::Text),
        Flag::long("total"),
        Flag::VERSION,
        Flag::both(b'z', "zero-terminated"),
    ]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `join`.
pub(super) static JOIN: Tool = Tool {
    names: &["join"],
    summary: native!("joins lines of two files"),
    grammar: Grammar::Options(&JOIN_SPEC),
};

static JOIN_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'1').value(Value::Number),
        Flag::letter(b'2').value(Value::Number),
        Flag::letter(b'a').value(Value::Number),
        Flag::letter(b'e').value(Value::Text),
        Flag::letter(b'j').value(Value::Number),
        Flag::letter(b'o').value(Value::Text),
        Flag::letter(b't').value(Value::Text),
        Flag::letter(b'v').value(Value::Number),
        Flag::long("check-order"),
        Flag::long("header"),
        Flag::HELP,
        Flag::both(b'i', "ignore-case"),
        Flag::long("nocheck-order"),
        Flag::VERSION,
        Flag::both(b'z', "zero-terminated"),
    ]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `look`.
pub(super) static LOOK: Tool = Tool {
    names: &["look"],
    summary: native!("prints lines that begin with a text"),
    grammar: Grammar::Options(&LOOK_SPEC),
};

static LOOK_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'b'),
        Flag::both(b'd', "alphanum"),
        Flag::both(b'a', "alternative"),
        Flag::both(b'h', "help"),
        Flag::both(b'f', "ignore-case"),
        Flag::both(b't', "terminate").value(Value::Text),
        Flag::both(b'V', "version"),
    ]),
    any_flag: AnyFlag::Reads,
    forms: &[Form::each(READ).first(&[Role::Text])],
    ..Spec::GNU
};

/// `paste`.
pub(super) static PASTE: Tool = Tool {
    names: &["paste"],
    summary: native!("joins lines of files"),
    grammar: Grammar::Options(&PASTE_SPEC),
};

static PASTE_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'd', "delimiters").value(Value::Text),
        Flag::HELP,
        Flag::both(b's', "serial"),
        Flag::VERSION,
        Flag::both(b'z', "zero-terminated"),
    ]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `ptx`.
pub(super) static PTX: Tool = Tool {
    names: &["ptx"],
    summary: native!("prints an index of words"),
    grammar: Grammar::Options(&PTX_SPEC),
};

static PTX_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'O'),
        Flag::letter(b'T'),
        Flag::both(b'A', "auto-reference"),
        Flag::both(b'b', "break-file").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'F', "flag-truncation").value(Value::Text),
        Flag::long("format").value(Value::Text),
        Flag::both(b'g', "gap-size").value(Value::Number),
        Flag::HELP,
        Flag::both(b'f', "ignore-case"),
        Flag::both(b'i', "ignore-file").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'M', "macro-name").value(Value::Text),
        Flag::both(b'o', "only-file").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'r', "references"),
        Flag::both(b'R', "right-side-refs"),
        Flag::both(b'S', "sentence-regexp").value(Value::Text),
        Flag::both(b'G', "traditional").states(SECOND_WRITTEN),
        Flag::both(b't', "typeset-mode"),
        Flag::VERSION,
        Flag::both(b'w', "width").value(Value::Number),
        Flag::both(b'W', "word-regexp").value(Value::Text),
    ]),
    forms: &[
        Form::each(Role::Refused)
            .first(&[READ, WRITTEN])
            .when(SECOND_WRITTEN),
        Form::each(READ),
    ],
    ..Spec::GNU
};

/// `shuf`.
pub(super) static SHUF: Tool = Tool {
    names: &["shuf"],
    summary: native!("prints lines in random order"),
    grammar: Grammar::Options(&SHUF_SPEC),
};

static SHUF_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'e', "echo").states(NO_FILES),
        Flag::both(b'n', "head-count").value(Value::Number),
        Flag::HELP,
        Flag::both(b'i', "input-range")
            .value(Value::Text)
            .states(NO_FILES),
        Flag::both(b'o', "output").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("random-source").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'r', "repeat"),
        Flag::VERSION,
        Flag::both(b'z', "zero-terminated"),
    ]),
    forms: &[Form::each(Role::Text).when(NO_FILES), Form::each(READ)],
    ..Spec::GNU
};

/// `tac`.
pub(super) static TAC: Tool = Tool {
    names: &["tac"],
    summary: native!("prints lines in reverse order"),
    grammar: Grammar::Options(&TAC_SPEC),
};

static TAC_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'b', "before"),
        Flag::HELP,
        Flag::both(b'r', "regex"),
        Flag::both(b's', "separator").value(Value::Text),
        Flag::VERSION,
    ]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `tsort`.
pub(super) static TSORT: Tool = Tool {
    names: &["tsort"],
    summary: native!("sorts by what comes before what"),
    grammar: Grammar::Options(&TSORT_SPEC),
};

static TSORT_SPEC: Spec = Spec {
    flags: flags!([Flag::HELP, Flag::VERSION]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn files_are_read() {
        assert_effects("comm -12 a b", &["read a", "read b"]);
        assert_effects("join -t: -1 2 -o 1.1,2.2 a -", &["read a"]);
        assert_effects("paste -sd, notes", &["read notes"]);
        assert_effects("paste -d '' *", &["read ./…"]);
        assert_effects("tac -s x src/*", &["read src/…"]);
        assert_effects("look -f beg notes", &["read notes"]);
        assert_effects(
            "ptx -i stop notes more",
            &["read stop", "read notes", "read more"],
        );
        assert_effects(
            "shuf -n1 --random-source=seed notes",
            &["read seed", "read notes"],
        );
        assert_allowed("shuf -e a b");
        assert_allowed("shuf -i 1-10 -n 3");
        assert_allowed("tsort -");
    }

    #[test]
    fn what_is_written_is_named() {
        for (command, effects) in [
            ("shuf -o out notes", &["write out", "read notes"][..]),
            ("shuf notes --outp=out", &["write out", "read notes"]),
            ("shuf -eo out a b", &["write out"]),
            ("ptx -G notes out", &["read notes", "write out"]),
            ("ptx notes out --trad", &["read notes", "write out"]),
        ] {
            assert_effects(command, effects);
            assert!(!tell(command).harmless, "{command}");
        }
    }

    #[test]
    fn no_match_may_become_a_flag_that_writes() {
        assert_unknown("shuf *", Rule::DynamicOption);
        assert_unknown("shuf -e *", Rule::DynamicOption);
        assert_unknown("ptx $x", Rule::DynamicOption);
        assert_allowed("shuf -- *");
        assert_unknown("ptx -G src/*", Rule::DynamicPosition);
    }
}
