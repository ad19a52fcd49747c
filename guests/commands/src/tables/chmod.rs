//! `chmod`, `chown`, `chgrp`: the first operand says what, unless a flag does; the others are changed.
//!
//! A mode may begin with a dash (`chmod -x file`), and then is no operand: for `getopt` each of its characters is a flag
//! that may have the rest of the mode attached.

use crate::{
    model::{Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Kind, Stance},
};

const LOOKED_AT: Value = Value::Path(PathRole::of(Kind::Read, Depth::Flat));
const CHANGED: Role = Role::Path(PathRole::of(Kind::Write, Depth::DeepIf(Marks::RECURSIVE)));
const FORMS: &[Form] = &[
    Form::each(CHANGED).when(Marks::FIRST_GIVEN),
    Form::each(CHANGED).first(&[Role::Text]),
];

/// A character with which a mode that follows a dash begins.
const fn mode(letter: u8) -> Flag {
    Flag::letter(letter)
        .attached(Value::Text)
        .states(Marks::FIRST_GIVEN)
}

/// `chmod`.
pub(super) static CHMOD: Tool = Tool {
    names: &["chmod"],
    summary: native!("changes the modes of files"),
    grammar: Grammar::Options(&MODES),
};

static MODES: Spec = Spec {
    flags: flags!([
        mode(b'r'),
        mode(b'w'),
        mode(b'x'),
        mode(b'X'),
        mode(b's'),
        mode(b't'),
        mode(b'u'),
        mode(b'g'),
        mode(b'o'),
        mode(b'a'),
        mode(b','),
        mode(b'+'),
        mode(b'='),
        mode(b'0'),
        mode(b'1'),
        mode(b'2'),
        mode(b'3'),
        mode(b'4'),
        mode(b'5'),
        mode(b'6'),
        mode(b'7'),
        Flag::both(b'c', "changes"),
        Flag::HELP,
        Flag::long("no-preserve-root"),
        Flag::long("preserve-root"),
        Flag::long("quiet"),
        Flag::both(b'R', "recursive").states(Marks::RECURSIVE),
        Flag::long("reference")
            .value(LOOKED_AT)
            .states(Marks::FIRST_GIVEN),
        Flag::both(b'f', "silent"),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
    ]),
    stance: Stance::Changer,
    forms: FORMS,
    ..Spec::GNU
};

/// `chown`.
pub(super) static CHOWN: Tool = Tool {
    names: &["chown"],
    summary: native!("changes the owners of files"),
    grammar: Grammar::Options(&OWNERS),
};

/// `chgrp`.
pub(super) static CHGRP: Tool = Tool {
    names: &["chgrp"],
    summary: native!("changes the groups of files"),
    grammar: Grammar::Options(&OWNERS),
};

static OWNERS: Spec = Spec {
    flags: flags!([
        Flag::letter(b'H'),
        Flag::letter(b'L').states(Marks::FOLLOWS_LINKS),
        Flag::letter(b'P'),
        Flag::both(b'c', "changes"),
        Flag::long("dereference"),
        Flag::long("from").value(Value::Text),
        Flag::HELP,
        Flag::both(b'h', "no-dereference"),
        Flag::long("no-preserve-root"),
        Flag::long("preserve-root"),
        Flag::long("quiet"),
        Flag::both(b'R', "recursive").states(Marks::RECURSIVE),
        Flag::long("reference")
            .value(LOOKED_AT)
            .states(Marks::FIRST_GIVEN),
        Flag::both(b'f', "silent"),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
    ]),
    stance: Stance::Changer,
    forms: FORMS,
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown},
    };

    #[test]
    fn the_first_operand_says_what() {
        assert_effects("chmod +x run.sh", &["write run.sh"]);
        assert_effects("chmod 755 a b", &["write a", "write b"]);
        assert_effects("chmod u+w,go-rwx -- a", &["write a"]);
        assert_effects("chown me: a b", &["write a", "write b"]);
        assert_effects("chgrp -v staff a", &["write a"]);
        assert_effects("chmod a+r src/*", &["write src/…"]);
    }

    #[test]
    fn a_mode_may_begin_with_a_dash() {
        assert_effects("chmod -x a b", &["write a", "write b"]);
        assert_effects("chmod -rwx,go+r a", &["write a"]);
        assert_effects("chmod -R -w dir", &["write dir deep"]);
        assert_effects("chmod a -x", &["write a"]);
        assert_effects("chmod -0022 a", &["write a"]);
        assert_unknown("chmod -k a", Rule::UnknownFlag);
    }

    #[test]
    fn another_file_may_say_what() {
        assert_effects("chmod --reference=a b c", &["read a", "write b", "write c"]);
        assert_effects("chown --ref a b", &["read a", "write b"]);
    }

    #[test]
    fn everything_below_is_meant_if_flags_say_so() {
        assert_effects("chmod -R 777 /", &["write / deep"]);
        assert_effects("chown -hR me .", &["write . deep"]);
        assert_effects("chown -RL me dir", &["write dir deep links"]);
    }

    #[test]
    fn what_may_be_the_mode_or_a_file_is_not_told_apart() {
        assert_unknown("chmod \"$x\" a", Rule::DynamicOption);
        assert_unknown("chmod -- $x a", Rule::DynamicPosition);
        assert_effects("chmod -- \"$x\" a", &["write a"]);
    }
}
