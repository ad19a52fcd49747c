//! `dmesg`. It prints the messages of the kernel; `-c` and `-C` throw them away, `-D`, `-E` and `-n` change what the
//! console shows. A pager is run only for a terminal.

use crate::{
    model::{Always, Flag, Grammar, PathRole, Spec, Tool, Value},
    report::Kind,
};

/// `dmesg`.
pub(super) static TOOL: Tool = Tool {
    names: &["dmesg"],
    summary: native!("prints the messages of the kernel"),
    grammar: Grammar::Options(&SPEC),
};

const CONSOLE: &[Always] = &[Always::flat(Kind::System, "(console)")];
const MESSAGES: &[Always] = &[Always::flat(Kind::System, "(kernel messages)")];

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b's', "buffer-size").value(Value::Number),
        Flag::both(b'C', "clear").does(MESSAGES),
        Flag::both(b'L', "color").attached(Value::Text),
        Flag::both(b'n', "console-level")
            .value(Value::Text)
            .does(CONSOLE),
        Flag::both(b'D', "console-off").does(CONSOLE),
        Flag::both(b'E', "console-on").does(CONSOLE),
        Flag::both(b'T', "ctime"),
        Flag::both(b'x', "decode"),
        Flag::both(b'f', "facility").value(Value::Text),
        Flag::both(b'F', "file").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'w', "follow"),
        Flag::both(b'W', "follow-new"),
        Flag::both(b'p', "force-prefix"),
        Flag::both(b'h', "help"),
        Flag::both(b'H', "human"),
        Flag::both(b'J', "json"),
        Flag::both(b'k', "kernel"),
        Flag::both(b'K', "kmsg-file").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'l', "level").value(Value::Text),
        Flag::long("noescape"),
        Flag::both(b'P', "nopager"),
        Flag::both(b't', "notime"),
        Flag::both(b'r', "raw"),
        Flag::both(b'c', "read-clear").does(MESSAGES),
        Flag::both(b'e', "reltime"),
        Flag::both(b'd', "show-delta"),
        Flag::long("since").value(Value::Text),
        Flag::both(b'S', "syslog"),
        Flag::long("time-format").value(Value::Text),
        Flag::long("until").value(Value::Text),
        Flag::both(b'u', "userspace"),
        Flag::both(b'V', "version"),
    ]),
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::testing::{assert_allowed, assert_effects, tell};

    #[test]
    fn messages_are_printed() {
        for command in [
            "dmesg",
            "dmesg -T",
            "dmesg -HxL=always",
            "dmesg --level=err,warn -w",
        ] {
            assert_allowed(command);
        }
        assert_effects("dmesg -F kern.log", &["read kern.log"]);
    }

    #[test]
    fn messages_are_lost_and_consoles_change() {
        for command in [
            "dmesg -c",
            "dmesg -TC",
            "dmesg --clear",
            "dmesg --read-c",
            "dmesg -D",
            "dmesg -E",
            "dmesg -n 1",
        ] {
            let told = tell(command);
            assert!(
                !told.harmless && told.rules.is_empty(),
                "{command}: {told:?}"
            );
        }
        assert_effects("dmesg -c", &["system (kernel messages)"]);
    }
}
