//! `zip`. The first operand is the archive, the others are packed. Where the archive's name has no dot, the tool adds an
//! end to it, and then the name that is written is not told.

use crate::{
    argument::{Span, Text},
    model::{
        Abbreviations, Dash, Dashes, Depth, Digits, Flag, Form, Grammar, Marks, Order, PathRole,
        Role, Spec, Tool, Value,
    },
    report::{Kind, Report, Rule, Stance},
};

const MOVES: Marks = Marks::own(0);
const INTO: PathRole = PathRole {
    dash: Dash::Stream,
    ..PathRole::OUTPUT
};

/// `zip`.
pub(super) static TOOL: Tool = Tool {
    names: &["zip"],
    summary: native!("packs archives"),
    grammar: Grammar::Options(&SPEC),
};

/// Letters of two characters are long options that may have one dash.
static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'@'),
        Flag::letter(b'A'),
        Flag::letter(b'c'),
        Flag::letter(b'd'),
        Flag::letter(b'D'),
        Flag::letter(b'e'),
        Flag::letter(b'F'),
        Flag::letter(b'f'),
        Flag::letter(b'g'),
        Flag::letter(b'h'),
        Flag::letter(b'H'),
        Flag::letter(b'J'),
        Flag::letter(b'k'),
        Flag::letter(b'l'),
        Flag::letter(b'L'),
        Flag::letter(b'n').value(Value::Text),
        Flag::letter(b'o'),
        Flag::letter(b'p'),
        Flag::letter(b'R'),
        Flag::letter(b't').value(Value::Text),
        Flag::letter(b'U'),
        Flag::letter(b'X'),
        Flag::letter(b'z'),
        Flag::long("DF"),
        Flag::long("FF"),
        Flag::long("FI"),
        Flag::long("FS"),
        Flag::long("MM"),
        Flag::long("RE"),
        Flag::long("TT").value(Value::Program),
        Flag::long("UN").value(Value::Text),
        Flag::both(b'Z', "compression-method").value(Value::Text),
        Flag::long("copy-entries"),
        Flag::long("db"),
        Flag::long("dc"),
        Flag::long("dd"),
        Flag::long("delete"),
        Flag::long("dg"),
        Flag::long("difference-archive"),
        Flag::long("ds").value(Value::Text),
        Flag::long("du"),
        Flag::long("dv"),
        Flag::long("encrypt"),
        Flag::both(b'x', "exclude").value(Value::Text),
        Flag::long("fd"),
        Flag::long("filesync"),
        Flag::long("fix"),
        Flag::long("fixfix"),
        Flag::long("freshen"),
        Flag::long("from-crlf"),
        Flag::long("from-date").value(Value::Text),
        Flag::long("fz"),
        Flag::long("grow"),
        Flag::long("h2"),
        Flag::HELP,
        Flag::both(b'i', "include").value(Value::Text),
        Flag::both(b'j', "junk-paths"),
        Flag::long("la"),
        Flag::long("latest-time"),
        Flag::long("lf").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("li"),
        Flag::long("license"),
        Flag::long("ll"),
        Flag::long("log-append"),
        Flag::long("log-info"),
        Flag::long("logfile-path").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("more-help"),
        Flag::both(b'm', "move").states(MOVES),
        Flag::long("must-match"),
        Flag::long("names-stdin"),
        Flag::long("no-dir-entries"),
        Flag::long("no-wild"),
        Flag::long("nw"),
        Flag::long("out").value(Value::Path(PathRole::OUTPUT)),
        Flag::both(b'O', "output-file").value(Value::Path(PathRole::OUTPUT)),
        Flag::both(b'P', "password").value(Value::Text),
        Flag::both(b'q', "quiet"),
        Flag::both(b'r', "recurse-paths"),
        Flag::long("recurse-patterns"),
        Flag::long("regex"),
        Flag::long("sb"),
        Flag::long("sc"),
        Flag::long("sd"),
        Flag::long("sf"),
        Flag::long("show-files"),
        Flag::long("so"),
        Flag::long("sp"),
        Flag::both(b's', "split-size").value(Value::Text),
        Flag::long("strip-extra"),
        Flag::long("sv"),
        Flag::both(b'y', "symlinks"),
        Flag::both(b'b', "temp-path").value(Value::Path(PathRole::of(Kind::Write, Depth::Inside))),
        Flag::both(b'T', "test"),
        Flag::long("to-crlf"),
        Flag::long("tt").value(Value::Text),
        Flag::long("unzip-command").value(Value::Program),
        Flag::both(b'u', "update"),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
        Flag::long("wild-stop-dirs"),
        Flag::long("ws"),
    ]),
    abbreviations: Abbreviations::Refused,
    dashes: Dashes::OneOrTwo,
    digits: Digits::Letters,
    order: Order::Free,
    stance: Stance::Changer,
    forms: &[
        Form::each(Role::Path(PathRole::of(Kind::Delete, Depth::Deep)))
            .when(MOVES)
            .first(&[Role::Own(archive)]),
        Form::each(Role::Path(PathRole {
            depth: Depth::Deep,
            ..PathRole::INPUT
        }))
        .first(&[Role::Own(archive)]),
    ],
    ..Spec::GNU
};

fn archive<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    INTO.touch(path, span, report);
    let name = path.prefix().rsplit('/').next().unwrap_or("");
    if path != Text::Certain("-") && !name.contains('.') {
        report.unknown(Rule::UnknownValue, path, span);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown, tell},
    };

    #[test]
    fn the_archive_is_written_and_the_rest_read() {
        assert_effects("zip -r9 a.zip src", &["write a.zip", "read src deep"]);
        assert_effects(
            "zip -qry a.zip src -x '*.o'",
            &["write a.zip", "read src deep"],
        );
        assert_effects("zip -rm a.zip src", &["write a.zip", "delete src deep"]);
        assert_effects("zip -r - src", &["read src deep"]);
        assert_effects(
            "zip -lf log a.zip b",
            &["write log", "write a.zip", "read b deep"],
        );
        assert!(!tell("zip -sf a.zip").harmless);
    }

    #[test]
    fn what_is_run_or_called_otherwise_is_told() {
        assert_effects(
            "zip a.zip b -T -TT ./x",
            &["execute ./x", "write a.zip", "read b deep"],
        );
        assert_unknown("zip -r a src", Rule::UnknownValue);
        assert_unknown("zip -r \"$x\" src", Rule::DynamicOption);
    }
}
