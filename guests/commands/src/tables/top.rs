//! `top` and `htop`. With `-b` `top` only prints; without it, and in `htop`, keys signal processes and write a
//! configuration.

use crate::{
    model::{Always, Flag, Form, Grammar, Marks, Role, Spec, Tool, Value},
    report::{Kind, Stance},
};

/// `top`.
pub(super) static TOP: Tool = Tool {
    names: &["top"],
    summary: native!("shows processes as they run; with `-b` it prints them"),
    grammar: Grammar::Options(&TOP_SPEC),
};

/// `htop`.
pub(super) static HTOP: Tool = Tool {
    names: &["htop"],
    summary: native!("shows processes as they run"),
    grammar: Grammar::Options(&HTOP_SPEC),
};

/// It prints and ends, or goes on printing. The number behind `-w` may be a word of its own.
const PRINTS: Marks = Marks::own(0);
const KEYS: &[Always] = &[Always::flat(Kind::Process, "(chosen by keys)")];

static TOP_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'S', "accum-time-toggle"),
        Flag::both(b'b', "batch-mode").states(PRINTS),
        Flag::both(b'c', "cmdline-toggle"),
        Flag::both(b'd', "delay").value(Value::Number),
        Flag::both(b'U', "filter-any-user").value(Value::Text),
        Flag::both(b'u', "filter-only-euser").value(Value::Text),
        Flag::both(b'h', "help").states(PRINTS),
        Flag::both(b'i', "idle-toggle"),
        Flag::both(b'n', "iterations").value(Value::Number),
        Flag::both(b'O', "list-fields").states(PRINTS),
        Flag::both(b'p', "pid").value(Value::Text),
        Flag::both(b'E', "scale-summary-mem").value(Value::Text),
        Flag::both(b'e', "scale-task-mem").value(Value::Text),
        Flag::both(b's', "secure-mode"),
        Flag::both(b'1', "single-cpu-toggle"),
        Flag::both(b'o', "sort-override").value(Value::Text),
        Flag::both(b'H', "threads-show"),
        Flag::both(b'V', "version").states(PRINTS),
        Flag::both(b'w', "width").attached(Value::Number),
    ]),
    forms: &[
        Form::each(Role::Text).when(PRINTS),
        Form::each(Role::Refused).does(KEYS),
    ],
    ..Spec::GNU
};

static HTOP_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'U'),
        Flag::both(b'd', "delay").value(Value::Number),
        Flag::both(b'F', "filter").value(Value::Text),
        Flag::both(b'h', "help"),
        Flag::both(b'H', "highlight-changes").attached(Value::Number),
        Flag::both(b'n', "max-iterations").value(Value::Number),
        Flag::both(b'C', "no-color"),
        Flag::both(b'M', "no-mouse"),
        Flag::long("no-unicode"),
        Flag::both(b'p', "pid").value(Value::Text),
        Flag::long("readonly"),
        Flag::both(b's', "sort-key").value(Value::Text),
        Flag::both(b't', "tree"),
        Flag::both(b'u', "user").attached(Value::Text),
        Flag::both(b'V', "version"),
    ]),
    forms: &[Form::each(Role::Refused).does(KEYS)],
    stance: Stance::Changer,
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::testing::{assert_allowed, assert_effects, tell};

    #[test]
    fn in_batch_mode_it_prints() {
        for command in [
            "top -b -n 1",
            "top -bn1",
            "top -bn1 -o %CPU -w 200",
            "top -b -d 0.5 -n 2 -p 1,2",
            "top -V",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn keys_signal_processes() {
        assert_effects("top", &["process (chosen by keys)"]);
        assert_effects("htop -t", &["process (chosen by keys)"]);
        for command in ["top -n 1", "top -p 1", "htop", "htop --version"] {
            assert!(!tell(command).harmless, "{command}");
        }
    }
}
