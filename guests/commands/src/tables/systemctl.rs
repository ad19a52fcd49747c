//! The tools of systemd that talk to its services: `systemctl`, `loginctl`, `hostnamectl`, `timedatectl`, `localectl`.
//!
//! All of them ask over a socket, which harmless commands have none of, so even showing something connects. What changes
//! the machine says so; `-H` asks another machine. `--root` and `--image` work on other files and are not described, nor
//! are subcommands that edit.

use crate::{
    model::{Always, Digits, Flag, Flags, Form, Grammar, Order, Role, Spec, Tool, Tree, Value},
    report::{Kind, Stance},
};

/// `systemctl`.
pub(super) static SYSTEMCTL: Tool = Tool {
    names: &["systemctl"],
    summary: native!("shows or changes services"),
    grammar: Grammar::Tree(&Tree {
        globals: GLOBAL,
        branches: SYSTEMCTL_BRANCHES,
        alone: Some(&SHOWS),
    }),
};

/// `loginctl`.
pub(super) static LOGINCTL: Tool = Tool {
    names: &["loginctl"],
    summary: native!("shows or changes sessions of users"),
    grammar: Grammar::Tree(&Tree {
        globals: GLOBAL,
        branches: LOGINCTL_BRANCHES,
        alone: Some(&SHOWS),
    }),
};

/// `hostnamectl`.
pub(super) static HOSTNAMECTL: Tool = Tool {
    names: &["hostnamectl"],
    summary: native!("shows or changes the name of the machine"),
    grammar: Grammar::Tree(&Tree {
        globals: GLOBAL,
        branches: HOSTNAMECTL_BRANCHES,
        alone: Some(&SHOWS),
    }),
};

/// `timedatectl`.
pub(super) static TIMEDATECTL: Tool = Tool {
    names: &["timedatectl"],
    summary: native!("shows or changes the clock"),
    grammar: Grammar::Tree(&Tree {
        globals: GLOBAL,
        branches: TIMEDATECTL_BRANCHES,
        alone: Some(&SHOWS),
    }),
};

/// `localectl`.
pub(super) static LOCALECTL: Tool = Tool {
    names: &["localectl"],
    summary: native!("shows or changes language and keyboard"),
    grammar: Grammar::Tree(&Tree {
        globals: GLOBAL,
        branches: LOCALECTL_BRANCHES,
        alone: Some(&SHOWS),
    }),
};

/// Of all of them together: none means something else in another tool.
const FLAGS: Flags = flags!([
    Flag::letter(b'P').value(Value::Text),
    Flag::letter(b'i'),
    Flag::letter(b'j'),
    Flag::long("adjust-system-clock"),
    Flag::long("after"),
    Flag::both(b'a', "all"),
    Flag::long("before"),
    Flag::long("boot-loader-entry").value(Value::Text),
    Flag::long("boot-loader-menu").value(Value::Text),
    Flag::long("check-inhibitors").value(Value::Text),
    Flag::long("dry-run"),
    Flag::long("failed"),
    Flag::long("firmware-setup"),
    Flag::both(b'f', "force"),
    Flag::both(b'l', "full"),
    Flag::long("global"),
    Flag::both(b'h', "help"),
    Flag::both(b'H', "host").value(Value::Thing(Kind::Connect)),
    Flag::long("job-mode").value(Value::Text),
    Flag::long("json").value(Value::Text),
    Flag::long("kill-value").value(Value::Text),
    Flag::long("kill-who").value(Value::Text),
    Flag::long("kill-whom").value(Value::Text),
    Flag::long("legend").value(Value::Text),
    Flag::both(b'n', "lines").value(Value::Number),
    Flag::both(b'M', "machine").value(Value::Thing(Kind::Connect)),
    Flag::long("marked"),
    Flag::long("message").value(Value::Text),
    Flag::long("mkdir"),
    Flag::long("monitor"),
    Flag::long("no-ask-password"),
    Flag::long("no-block"),
    Flag::long("no-convert"),
    Flag::long("no-legend"),
    Flag::long("no-pager"),
    Flag::long("no-reload"),
    Flag::long("no-wall"),
    Flag::long("now"),
    Flag::both(b'o', "output").value(Value::Text),
    Flag::long("plain"),
    Flag::long("preset-mode").value(Value::Text),
    Flag::long("pretty"),
    Flag::both(b'p', "property").value(Value::Text),
    Flag::both(b'q', "quiet"),
    Flag::long("read-only"),
    Flag::both(b'r', "recursive"),
    Flag::long("reverse"),
    Flag::long("runtime"),
    Flag::both(b'T', "show-transaction"),
    Flag::long("show-types"),
    Flag::both(b's', "signal").value(Value::Text),
    Flag::long("state").value(Value::Text),
    Flag::long("static"),
    Flag::long("system"),
    Flag::long("timestamp").value(Value::Text),
    Flag::long("transient"),
    Flag::both(b't', "type").value(Value::Text),
    Flag::long("user"),
    Flag::long("value"),
    Flag::VERSION,
    Flag::long("wait"),
    Flag::long("what").value(Value::Text),
    Flag::long("with-dependencies"),
]);

const GLOBAL: Spec = Spec {
    flags: FLAGS,
    order: Order::OperandEnds,
    digits: Digits::Refused,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

/// Asks a service and prints.
static SHOWS: Spec = Spec {
    flags: FLAGS,
    forms: &[Form::each(Role::Text)],
    always: &[Always::flat(Kind::Connect, "(system services)")],
    ..Spec::GNU
};

/// Changes what its operands name, or the machine.
static CHANGES: Spec = Spec {
    flags: FLAGS,
    forms: &[Form::each(Role::Thing(Kind::System))],
    always: &[Always::flat(Kind::System, "(machine)")],
    stance: Stance::Changer,
    ..Spec::GNU
};

const SHOW: Grammar = Grammar::Options(&SHOWS);
const CHANGE: Grammar = Grammar::Options(&CHANGES);
const SYSTEMCTL_BRANCHES: &[(&str, Grammar)] = &[
    ("add-requires", CHANGE),
    ("add-wants", CHANGE),
    ("bind", CHANGE),
    ("cancel", CHANGE),
    ("cat", SHOW),
    ("clean", CHANGE),
    ("daemon-reexec", CHANGE),
    ("daemon-reload", CHANGE),
    ("default", CHANGE),
    ("disable", CHANGE),
    ("emergency", CHANGE),
    ("enable", CHANGE),
    ("exit", CHANGE),
    ("freeze", CHANGE),
    ("get-default", SHOW),
    ("halt", CHANGE),
    ("help", SHOW),
    ("hibernate", CHANGE),
    ("hybrid-sleep", CHANGE),
    ("import-environment", CHANGE),
    ("is-active", SHOW),
    ("is-enabled", SHOW),
    ("is-failed", SHOW),
    ("is-system-running", SHOW),
    ("isolate", CHANGE),
    ("kexec", CHANGE),
    ("kill", CHANGE),
    ("link", CHANGE),
    ("list-automounts", SHOW),
    ("list-dependencies", SHOW),
    ("list-jobs", SHOW),
    ("list-machines", SHOW),
    ("list-paths", SHOW),
    ("list-sockets", SHOW),
    ("list-timers", SHOW),
    ("list-unit-files", SHOW),
    ("list-units", SHOW),
    ("log-level", CHANGE),
    ("log-target", CHANGE),
    ("mask", CHANGE),
    ("mount-image", CHANGE),
    ("poweroff", CHANGE),
    ("preset", CHANGE),
    ("preset-all", CHANGE),
    ("reboot", CHANGE),
    ("reenable", CHANGE),
    ("reload", CHANGE),
    ("reload-or-restart", CHANGE),
    ("rescue", CHANGE),
    ("reset-failed", CHANGE),
    ("restart", CHANGE),
    ("revert", CHANGE),
    ("service-log-level", CHANGE),
    ("service-log-target", CHANGE),
    ("service-watchdogs", CHANGE),
    ("set-default", CHANGE),
    ("set-environment", CHANGE),
    ("set-property", CHANGE),
    ("show", SHOW),
    ("show-environment", SHOW),
    ("sleep", CHANGE),
    ("soft-reboot", CHANGE),
    ("start", CHANGE),
    ("status", SHOW),
    ("stop", CHANGE),
    ("suspend", CHANGE),
    ("suspend-then-hibernate", CHANGE),
    ("switch-root", CHANGE),
    ("thaw", CHANGE),
    ("try-reload-or-restart", CHANGE),
    ("try-restart", CHANGE),
    ("unmask", CHANGE),
    ("unset-environment", CHANGE),
    ("whoami", SHOW),
];

const LOGINCTL_BRANCHES: &[(&str, Grammar)] = &[
    ("activate", CHANGE),
    ("attach", CHANGE),
    ("disable-linger", CHANGE),
    ("enable-linger", CHANGE),
    ("flush-devices", CHANGE),
    ("kill-session", CHANGE),
    ("kill-user", CHANGE),
    ("list-seats", SHOW),
    ("list-sessions", SHOW),
    ("list-users", SHOW),
    ("lock-session", CHANGE),
    ("lock-sessions", CHANGE),
    ("seat-status", SHOW),
    ("session-status", SHOW),
    ("show-seat", SHOW),
    ("show-session", SHOW),
    ("show-user", SHOW),
    ("terminate-seat", CHANGE),
    ("terminate-session", CHANGE),
    ("terminate-user", CHANGE),
    ("unlock-session", CHANGE),
    ("unlock-sessions", CHANGE),
    ("user-status", SHOW),
];

const HOSTNAMECTL_BRANCHES: &[(&str, Grammar)] = &[
    ("chassis", CHANGE),
    ("deployment", CHANGE),
    ("hostname", CHANGE),
    ("icon-name", CHANGE),
    ("location", CHANGE),
    ("set-chassis", CHANGE),
    ("set-deployment", CHANGE),
    ("set-hostname", CHANGE),
    ("set-icon-name", CHANGE),
    ("set-location", CHANGE),
    ("status", SHOW),
];

const TIMEDATECTL_BRANCHES: &[(&str, Grammar)] = &[
    ("list-timezones", SHOW),
    ("ntp-servers", CHANGE),
    ("revert", CHANGE),
    ("set-local-rtc", CHANGE),
    ("set-ntp", CHANGE),
    ("set-time", CHANGE),
    ("set-timezone", CHANGE),
    ("show", SHOW),
    ("show-timesync", SHOW),
    ("status", SHOW),
    ("timesync-status", SHOW),
];

const LOCALECTL_BRANCHES: &[(&str, Grammar)] = &[
    ("list-keymaps", SHOW),
    ("list-locales", SHOW),
    ("list-x11-keymap-layouts", SHOW),
    ("list-x11-keymap-models", SHOW),
    ("list-x11-keymap-options", SHOW),
    ("set-keymap", CHANGE),
    ("set-locale", CHANGE),
    ("set-x11-keymap", CHANGE),
    ("status", SHOW),
];

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown, tell},
    };

    #[test]
    fn showing_asks_over_a_socket() {
        for command in [
            "systemctl",
            "systemctl status nginx",
            "systemctl --user list-timers --all",
            "systemctl is-active x --quiet",
            "systemctl show -p MainPID nginx",
            "loginctl",
            "hostnamectl",
            "hostnamectl status",
            "timedatectl",
            "timedatectl show --value -p Timezone",
            "localectl status",
        ] {
            assert_effects(command, &["connect (system services)"]);
            assert!(!tell(command).harmless, "{command}");
        }
        assert_effects(
            "systemctl -H me@x status",
            &["connect me@x", "connect (system services)"],
        );
    }

    #[test]
    fn changes_name_what_they_change() {
        assert_effects(
            "systemctl restart nginx --no-block",
            &["system (machine)", "system nginx"],
        );
        assert_effects("systemctl --user daemon-reload", &["system (machine)"]);
        assert_effects("hostnamectl hostname x", &["system (machine)", "system x"]);
        assert_effects(
            "timedatectl set-ntp false",
            &["system (machine)", "system false"],
        );
    }

    #[test]
    fn what_is_not_described_is_unknown() {
        assert_unknown("systemctl edit x", Rule::UnknownSubcommand);
        assert_unknown("systemctl --root=x enable y", Rule::UnknownFlag);
        assert_unknown("systemctl \"$x\"", Rule::DynamicOption);
    }
}
