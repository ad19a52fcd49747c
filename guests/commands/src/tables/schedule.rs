//! `crontab`, `at`, `batch`, `atq`, `atrm`, `logger`, `wall`, `write`: what runs later, and what others get to read.

use crate::{
    model::{Abbreviations, Always, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Kind, Stance},
};

const LISTS: Marks = Marks::own(0);
const INPUT: Value = Value::Path(PathRole::INPUT);
const SCHEDULES: &[Always] = &[Always::flat(Kind::System, "what runs later")];
const TELLS: &[Always] = &[Always::flat(Kind::System, "messages")];
const LOGS: &[Always] = &[Always::flat(Kind::System, "the log")];

/// `crontab`.
pub(super) static CRONTAB: Tool = Tool {
    names: &["crontab"],
    summary: native!("lists or sets what runs regularly"),
    grammar: Grammar::Options(&CRONTAB_SPEC),
};

static CRONTAB_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'e').does(SCHEDULES),
        Flag::letter(b'i'),
        Flag::letter(b'l').states(LISTS),
        Flag::letter(b'r').does(SCHEDULES),
        Flag::letter(b'u').value(Value::Text),
    ]),
    forms: &[
        Form::each(Role::Path(PathRole::INPUT))
            .when(Marks::OPERANDS)
            .does(SCHEDULES),
        Form::each(Role::Refused)
            .when(LISTS)
            .does(&[Always::deep(Kind::Read, "/var/spool/cron")]),
        Form::each(Role::Refused).does(SCHEDULES),
    ],
    ..Spec::GNU
};

/// `at` and `batch`.
pub(super) static AT: Tool = Tool {
    names: &["at", "batch"],
    summary: native!("has commands run later"),
    grammar: Grammar::Options(&AT_SPEC),
};

static AT_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'b'),
        Flag::letter(b'c'),
        Flag::letter(b'd'),
        Flag::letter(b'f').value(INPUT),
        Flag::letter(b'l'),
        Flag::letter(b'm'),
        Flag::letter(b'M'),
        Flag::letter(b'q').value(Value::Text),
        Flag::letter(b'r'),
        Flag::letter(b't').value(Value::Text),
        Flag::letter(b'u').value(Value::Text),
        Flag::letter(b'v'),
        Flag::letter(b'V'),
    ]),
    abbreviations: Abbreviations::Refused,
    always: SCHEDULES,
    stance: Stance::Changer,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

/// `atq`: it reads the queue.
pub(super) static ATQ: Tool = Tool {
    names: &["atq"],
    summary: native!("lists what runs later"),
    grammar: Grammar::Options(&ATQ_SPEC),
};

static ATQ_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'o').value(Value::Text),
        Flag::letter(b'q').value(Value::Text),
        Flag::letter(b'V'),
    ]),
    always: &[Always::deep(Kind::Read, "/var/spool/cron")],
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

/// `atrm`.
pub(super) static ATRM: Tool = Tool {
    names: &["atrm"],
    summary: native!("forgets what should run later"),
    grammar: Grammar::Options(&ATRM_SPEC),
};

static ATRM_SPEC: Spec = Spec {
    flags: flags!([Flag::letter(b'V')]),
    always: SCHEDULES,
    stance: Stance::Changer,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

/// `logger`.
pub(super) static LOGGER: Tool = Tool {
    names: &["logger"],
    summary: native!("writes to the system's log"),
    grammar: Grammar::Options(&LOGGER_SPEC),
};

static LOGGER_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'i'),
        Flag::both(b'f', "file").value(INPUT),
        Flag::both(b'h', "help"),
        Flag::long("id").attached(Value::Text),
        Flag::long("no-act"),
        Flag::both(b'P', "port").value(Value::Text),
        Flag::both(b'p', "priority").value(Value::Text),
        Flag::both(b'n', "server").value(Value::Thing(Kind::Connect)),
        Flag::both(b'S', "size").value(Value::Number),
        Flag::both(b'e', "skip-empty"),
        Flag::both(b'u', "socket").value(Value::Path(PathRole::OUTPUT)),
        Flag::both(b's', "stderr"),
        Flag::both(b't', "tag").value(Value::Text),
        Flag::both(b'T', "tcp"),
        Flag::both(b'd', "udp"),
        Flag::both(b'V', "version"),
    ]),
    abbreviations: Abbreviations::Refused,
    always: LOGS,
    stance: Stance::Changer,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

/// `wall` and `write`: others read what they say.
pub(super) static WALL: Tool = Tool {
    names: &["wall", "write"],
    summary: native!("writes to terminals of others"),
    grammar: Grammar::Options(&WALL_SPEC),
};

static WALL_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'g', "group").value(Value::Text),
        Flag::both(b'h', "help"),
        Flag::both(b'n', "nobanner"),
        Flag::both(b't', "timeout").value(Value::Number),
        Flag::both(b'V', "version"),
    ]),
    always: TELLS,
    stance: Stance::Changer,
    // `wall` reads a file that its operand names, if nothing else is in it.
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::testing::{assert_effects, tell};

    #[test]
    fn listing_reads_what_the_system_keeps() {
        assert_effects("crontab -l", &["read /var/spool/cron deep"]);
        assert_effects("crontab -l -u me", &["read /var/spool/cron deep"]);
        assert_effects("atq", &["read /var/spool/cron deep"]);
    }

    #[test]
    fn the_rest_changes_the_system() {
        for command in [
            "crontab file",
            "crontab -r",
            "crontab -e",
            "crontab -l -r",
            "crontab",
            "crontab -",
            "at now",
            "at -f job 10:00",
            "batch",
            "atrm 1",
            "logger hello",
            "wall hello",
            "write me",
        ] {
            assert!(!tell(command).harmless, "{command}");
        }
        assert_effects("crontab jobs", &["system what runs later", "read jobs"]);
        assert_effects("logger -n host x", &["system the log", "connect host"]);
    }
}
