//! `which` and `whereis`: where commands are found. Neither takes a flag that does more than print.

use crate::model::{Abbreviations, Flag, Form, Grammar, Order, Role, Spec, Tool};

/// `which`.
pub(super) static WHICH: Tool = Tool {
    names: &["which"],
    summary: native!("says which file a name runs"),
    grammar: Grammar::Text,
};

/// `whereis`.
pub(super) static WHEREIS: Tool = Tool {
    names: &["whereis"],
    summary: native!("says where a command's files are"),
    grammar: Grammar::Options(&SPEC),
};

/// Without `-B`, `-M` and `-S`, which name directories to look into.
static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'b'),
        Flag::letter(b'g'),
        Flag::letter(b'l'),
        Flag::letter(b'm'),
        Flag::letter(b's'),
        Flag::letter(b'u'),
        Flag::both(b'h', "help"),
        Flag::both(b'V', "version"),
    ]),
    abbreviations: Abbreviations::Refused,
    order: Order::Free,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_unknown},
    };

    #[test]
    fn looking_for_commands_is_harmless() {
        for command in [
            "which python3",
            "which -a node npm",
            "which \"$x\"",
            "whereis -b ls",
            "whereis git",
        ] {
            assert_allowed(command);
        }
        assert_unknown("whereis -B /x -f y", Rule::UnknownFlag);
    }
}
