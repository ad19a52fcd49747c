//! `less` and `more`: without a terminal, which a run does not have, they print what they are given.
//!
//! `less` goes on with further options where the value of one ends: after a number, or after a dollar sign in a text.
//! So values are read narrowly. Words that begin with a plus are its commands.

use crate::{
    argument::{Span, Text},
    model::{Abbreviations, Digits, Flag, Form, Grammar, Order, PathRole, Role, Spec, Tool, Value},
    report::{Extent, Kind, Report, Rule},
};

const NUMBERS: Value = Value::Own(read_numbers);
const PATTERN: Value = Value::Own(read_pattern);

/// `less`.
pub(super) static LESS: Tool = Tool {
    names: &["less"],
    summary: native!("shows files"),
    grammar: Grammar::Options(&LESS_SPEC),
};

static LESS_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'G', "HILITE-SEARCH"),
        Flag::both(b'W', "HILITE-UNREAD"),
        Flag::both(b'I', "IGNORE-CASE"),
        Flag::both(b'N', "LINE-NUMBERS"),
        Flag::both(b'O', "LOG-FILE").value(Value::Path(PathRole::OUTPUT)),
        Flag::both(b'M', "LONG-PROMPT"),
        Flag::long("MOUSE"),
        Flag::both(b'Q', "QUIET"),
        Flag::both(b'E', "QUIT-AT-EOF"),
        Flag::both(b'R', "RAW-CONTROL-CHARS"),
        Flag::both(b'A', "SEARCH-SKIP-SCREEN"),
        Flag::long("SILENT"),
        Flag::both(b'U', "UNDERLINE-SPECIAL"),
        Flag::both(b'B', "auto-buffers"),
        Flag::both(b'b', "buffers").value(NUMBERS),
        Flag::both(b'S', "chop-long-lines"),
        Flag::both(b'c', "clear-screen"),
        Flag::both(b'D', "color").value(PATTERN),
        Flag::both(b'd', "dumb"),
        Flag::long("file-size"),
        Flag::long("follow-name"),
        Flag::both(b'f', "force"),
        Flag::both(b'?', "help"),
        Flag::both(b'g', "hilite-search"),
        Flag::both(b'w', "hilite-unread"),
        Flag::both(b'i', "ignore-case"),
        Flag::long("incsearch"),
        Flag::both(b'j', "jump-target").value(NUMBERS),
        Flag::long("line-num-width").value(NUMBERS),
        Flag::both(b'n', "line-numbers"),
        Flag::both(b'o', "log-file").value(Value::Path(PathRole::OUTPUT)),
        Flag::both(b'm', "long-prompt"),
        Flag::both(b'h', "max-back-scroll").value(NUMBERS),
        Flag::both(b'y', "max-forw-scroll").value(NUMBERS),
        Flag::long("mouse"),
        Flag::long("no-histdups"),
        Flag::both(b'X', "no-init"),
        Flag::long("no-keypad"),
        Flag::both(b'L', "no-lessopen"),
        Flag::both(b'p', "pattern").value(PATTERN),
        Flag::both(b'P', "prompt").value(PATTERN),
        Flag::both(b'q', "quiet"),
        Flag::both(b'e', "quit-at-eof"),
        Flag::both(b'F', "quit-if-one-screen"),
        Flag::both(b'K', "quit-on-intr"),
        Flag::both(b'"', "quotes").value(PATTERN),
        Flag::both(b'r', "raw-control-chars"),
        Flag::long("rscroll").value(PATTERN),
        Flag::long("save-marks"),
        Flag::both(b'a', "search-skip-screen"),
        Flag::both(b'#', "shift").value(NUMBERS),
        Flag::long("silent"),
        Flag::both(b's', "squeeze-blank-lines"),
        Flag::long("status-col-width").value(NUMBERS),
        Flag::both(b'J', "status-column"),
        Flag::both(b'x', "tabs").value(NUMBERS),
        Flag::both(b'~', "tilde"),
        Flag::both(b'u', "underline-special"),
        Flag::long("use-backslash"),
        Flag::long("use-color"),
        Flag::both(b'V', "version"),
        Flag::long("wheel-lines").value(NUMBERS),
        Flag::both(b'z', "window").value(NUMBERS),
    ]),
    abbreviations: Abbreviations::Refused,
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Own(show_with_less))],
    ..Spec::GNU
};

/// `more`.
pub(super) static MORE: Tool = Tool {
    names: &["more"],
    summary: native!("shows files"),
    grammar: Grammar::Options(&MORE_SPEC),
};

static MORE_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'p', "clean-print"),
        Flag::both(b'e', "exit-on-eof"),
        Flag::both(b'h', "help"),
        Flag::both(b'n', "lines").value(Value::Number),
        Flag::both(b'f', "logical"),
        Flag::both(b'l', "no-pause"),
        Flag::both(b'u', "plain"),
        Flag::both(b'c', "print-over"),
        Flag::both(b'd', "silent"),
        Flag::both(b's', "squeeze"),
        Flag::both(b'V', "version"),
    ]),
    digits: Digits::Alone,
    forms: &[Form::each(Role::Own(show_with_more))],
    ..Spec::GNU
};

/// Reads numbers that are all of the value.
fn read_numbers<'a>(value: Text<'a>, span: Span, report: &mut Report<'a>) {
    let is_number = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_digit() || b".,-".contains(&byte))
    };
    if !value.certain().is_some_and(is_number) {
        report.unknown(Rule::UnknownValue, value, span);
    }
}

/// Reads a text that is all of the value, and no more than one command long.
fn read_pattern<'a>(value: Text<'a>, span: Span, report: &mut Report<'a>) {
    let is_plain = |text: &str| !text.contains(|one: char| one == '$' || one.is_control());
    if !value.certain().is_some_and(is_plain) {
        report.unknown(Rule::UnknownValue, value, span);
    }
}

fn show_with_less<'a>(file: Text<'a>, span: Span, report: &mut Report<'a>) {
    let prefix = file.prefix();
    if prefix.starts_with('+') || (prefix.is_empty() && file.certain().is_none()) {
        // What follows may be options again.
        report.unknown(Rule::UnknownExpression, file, span);
    } else if file != Text::Certain("-") {
        report.touch(Kind::Read, file, Extent::Flat, span);
    }
}

/// Reads a file, or where in the file to begin.
fn show_with_more<'a>(file: Text<'a>, span: Span, report: &mut Report<'a>) {
    if !file.prefix().starts_with('+') && file != Text::Certain("-") {
        report.touch(Kind::Read, file, Extent::Flat, span);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn files_are_shown() {
        assert_effects("less notes", &["read notes"]);
        assert_effects("less -RNFX notes -", &["read notes"]);
        assert_effects("less -p two -x4 notes", &["read notes"]);
        assert_effects("more -20 notes", &["read notes"]);
        assert_effects("more +10 notes", &["read notes"]);
        assert_allowed("less");
        assert_allowed("less --chop-long-lines --tabs=4");
        assert_allowed("more -s");
    }

    #[test]
    fn a_log_is_written() {
        for command in [
            "less -o out",
            "less -Roout",
            "less --log-file=out",
            "less -O out",
            "less --LOG-FILE=out",
        ] {
            assert!(!tell(command).harmless, "{command}");
            assert_effects(command, &["write out"]);
        }
    }

    #[test]
    fn options_behind_values_and_commands_are_unknown() {
        assert_unknown("less -j5oout", Rule::UnknownValue);
        assert_unknown("less -x4oout", Rule::UnknownValue);
        assert_unknown("less '-pa$-oout'", Rule::UnknownValue);
        assert_unknown("less -P 'a$oout'", Rule::UnknownValue);
        assert_unknown("less '+!id' notes", Rule::UnknownExpression);
        assert_unknown("less +G -o out notes", Rule::UnknownExpression);
        assert_unknown("less -k keys", Rule::UnknownFlag);
        assert_unknown("less --lesskey-src=keys", Rule::UnknownFlag);
        assert_unknown("less -t tag", Rule::UnknownFlag);
        assert_unknown("less --log out", Rule::UnknownFlag);
        assert_unknown("less -+o", Rule::UnknownFlag);
        assert_unknown("less *", Rule::DynamicOption);
        assert_unknown("more $x", Rule::DynamicOption);
    }
}
