//! The system as a whole: `service`, `lsb_release`, `sw_vers`, `sestatus`.

use crate::{
    model::{Always, Flag, Form, Grammar, Order, Role, Spec, Tool},
    report::{Kind, Stance},
};

/// `service`. Its own scripts answer, even if they are only asked how they are.
pub(super) static SERVICE: Tool = Tool {
    names: &["service"],
    summary: native!("starts, stops or asks services"),
    grammar: Grammar::Options(&SERVICE_SPEC),
};

/// `lsb_release`.
pub(super) static LSB_RELEASE: Tool = Tool {
    names: &["lsb_release"],
    summary: native!("names the system"),
    grammar: Grammar::Options(&LSB_RELEASE_SPEC),
};

/// `sw_vers` and `sestatus`, of which no flag does more than print.
pub(super) static NAMES: Tool = Tool {
    names: &["sestatus", "sw_vers"],
    summary: native!("tells the version or the state of the system"),
    grammar: Grammar::Text,
};

static SERVICE_SPEC: Spec = Spec {
    flags: flags!([
        Flag::long("full-restart"),
        Flag::HELP,
        Flag::long("status-all"),
        Flag::VERSION,
    ]),
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Text)
        .first(&[Role::Thing(Kind::System)])
        .does(&[Always::flat(Kind::Execute, "/etc/init.d")])],
    stance: Stance::Changer,
    ..Spec::GNU
};

static LSB_RELEASE_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "all"),
        Flag::both(b'c', "codename"),
        Flag::both(b'd', "description"),
        Flag::both(b'h', "help"),
        Flag::both(b'i', "id"),
        Flag::both(b'r', "release"),
        Flag::both(b's', "short"),
        Flag::both(b'v', "version"),
    ]),
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::testing::{assert_allowed, assert_effects, tell};

    #[test]
    fn the_system_is_named() {
        for command in [
            "lsb_release -a",
            "lsb_release -cs",
            "sw_vers -productVersion",
            "sestatus",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn services_run_scripts() {
        assert_effects(
            "service nginx status",
            &["execute /etc/init.d", "system nginx"],
        );
        assert!(!tell("service --status-all").harmless);
    }
}
