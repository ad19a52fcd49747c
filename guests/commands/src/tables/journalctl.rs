//! `journalctl`. It reads the system's journal; what else it can do is asked of the journal's service or done to its
//! files. An operand is a match, or the path of a program of which it looks what it is. A pager is run only for a
//! terminal. `--image` mounts: not described.

use crate::{
    model::{Always, Depth, Digits, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::Kind,
};

/// `journalctl`.
pub(super) static TOOL: Tool = Tool {
    names: &["journalctl"],
    summary: native!("prints the system's journal"),
    grammar: Grammar::Options(&SPEC),
};

const TREE: Value = Value::Path(PathRole::of(Kind::Read, Depth::Deep));
const FILE: PathRole = PathRole::of(Kind::Read, Depth::Flat);
const LOST: &[Always] = &[Always::deep(Kind::Delete, "/var/log/journal")];
const ASKED: &[Always] = &[Always::flat(Kind::System, "(journal)")];

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::long("after-cursor").value(Value::Text),
        Flag::both(b'a', "all"),
        Flag::both(b'b', "boot").attached(Value::Text),
        Flag::long("case-sensitive").attached(Value::Text),
        Flag::both(b'x', "catalog"),
        Flag::both(b'c', "cursor").value(Value::Text),
        Flag::long("cursor-file").value(Value::Path(PathRole::OUTPUT)),
        Flag::both(b'D', "directory").value(TREE),
        Flag::long("disk-usage"),
        Flag::both(b'k', "dmesg"),
        Flag::long("dump-catalog"),
        Flag::long("exclude-identifier").value(Value::Text),
        Flag::long("facility").value(Value::Text),
        Flag::both(b'F', "field").value(Value::Text),
        Flag::both(b'N', "fields"),
        Flag::long("file").value(TREE),
        Flag::long("flush").does(ASKED),
        Flag::both(b'f', "follow"),
        Flag::long("force"),
        Flag::both(b'l', "full"),
        Flag::both(b'g', "grep").value(Value::Text),
        Flag::long("header"),
        Flag::both(b'h', "help"),
        Flag::both(b't', "identifier").value(Value::Text),
        Flag::long("interval").value(Value::Text),
        Flag::long("invocation").value(Value::Text),
        Flag::both(b'n', "lines").attached(Value::Text),
        Flag::long("list-boots"),
        Flag::long("list-catalog"),
        Flag::long("list-invocations"),
        Flag::long("list-namespaces"),
        Flag::both(b'M', "machine").value(Value::Thing(Kind::Connect)),
        Flag::both(b'm', "merge"),
        Flag::long("namespace").value(Value::Text),
        Flag::long("no-full"),
        Flag::long("no-hostname"),
        Flag::long("no-pager"),
        Flag::long("no-tail"),
        Flag::both(b'o', "output").value(Value::Text),
        Flag::long("output-fields").value(Value::Text),
        Flag::both(b'e', "pager-end"),
        Flag::both(b'p', "priority").value(Value::Text),
        Flag::both(b'q', "quiet"),
        Flag::long("relinquish-var").does(ASKED),
        Flag::both(b'r', "reverse"),
        Flag::long("root").value(TREE),
        Flag::long("rotate").does(ASKED),
        Flag::long("setup-keys").does(ASKED),
        Flag::long("show-cursor"),
        Flag::both(b'S', "since").value(Value::Text),
        Flag::long("smart-relinquish-var").does(ASKED),
        Flag::long("sync").does(ASKED),
        Flag::long("system"),
        Flag::long("truncate-newline"),
        Flag::both(b'u', "unit").value(Value::Text),
        Flag::both(b'U', "until").value(Value::Text),
        Flag::long("update-catalog").does(ASKED),
        Flag::long("user"),
        Flag::long("user-unit").value(Value::Text),
        Flag::long("utc"),
        Flag::long("vacuum-files").value(Value::Text).does(LOST),
        Flag::long("vacuum-size").value(Value::Text).does(LOST),
        Flag::long("vacuum-time").value(Value::Text).does(LOST),
        Flag::long("verify"),
        Flag::long("verify-key").value(Value::Text),
        Flag::VERSION,
    ]),
    digits: Digits::Alone,
    forms: &[Form::each(Role::Path(FILE))],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn the_journal_is_read() {
        for command in [
            "journalctl -u nginx --since today --no-pager",
            "journalctl -xe",
            "journalctl -b -1 -p err",
            "journalctl -n 50 -f",
            "journalctl -n50 -o json-pretty _PID=1",
            "journalctl --disk-usage",
            "journalctl --user -u x --since '1 hour ago'",
        ] {
            assert_allowed(command);
        }
        assert_effects("journalctl -D logs", &["read logs deep"]);
    }

    #[test]
    fn it_is_changed() {
        assert_effects(
            "journalctl --vacuum-time=1d",
            &["delete /var/log/journal deep"],
        );
        assert_effects("journalctl --rotate", &["system (journal)"]);
        assert_effects("journalctl --cursor-file=out", &["write out"]);
        for command in [
            "journalctl --flush",
            "journalctl --sync",
            "journalctl --setup-keys",
            "journalctl --rot",
            "journalctl -M box",
        ] {
            assert!(!tell(command).harmless, "{command}");
        }
        assert_unknown("journalctl --image=disk", Rule::UnknownFlag);
    }
}
