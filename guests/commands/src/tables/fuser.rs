//! `fuser`. With `-k` it kills the processes that use a file; then a signal may be among the
//! options. It asks about sockets through sockets, which harmless commands have none of.

use crate::{
    argument::{Argument, Text},
    check,
    model::{Always, Context, Depth, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::{Kind, Report},
    tables::killall,
};

/// `fuser`.
pub(super) static TOOL: Tool = Tool {
    names: &["fuser"],
    summary: native!("shows which processes use files or sockets"),
    grammar: Grammar::Own(describe),
};

/// An operand is a file, or a port such as `8080/tcp`, which looks like one below the working directory.
static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'c'),
        Flag::letter(b'f'),
        Flag::both(b'a', "all"),
        Flag::both(b'I', "inode"),
        Flag::both(b'i', "interactive"),
        Flag::both(b'4', "ipv4"),
        Flag::both(b'6', "ipv6"),
        Flag::both(b'M', "ismountpoint"),
        Flag::both(b'k', "kill").does(&[Always::flat(Kind::Process, "(users)")]),
        Flag::both(b'l', "list-signals"),
        Flag::both(b'm', "mount"),
        Flag::both(b'n', "namespace").value(Value::Choice(&["file", "udp", "tcp"])),
        Flag::both(b's', "silent"),
        Flag::both(b'u', "user"),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
        Flag::both(b'w', "writeonly"),
    ]),
    always: &[Always::flat(Kind::Connect, "(kernel)")],
    forms: &[Form::each(Role::Path(PathRole::of(
        Kind::Read,
        Depth::Flat,
    )))],
    ..Spec::GNU
};

fn describe<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let arguments: Vec<_> = arguments
        .iter()
        .filter(|argument| !matches!(argument.text, Text::Certain(text) if is_signal(text)))
        .copied()
        .collect();
    check::describe(&Grammar::Options(&SPEC), &arguments, context, report);
}

/// Whether a text is a signal: `-4` and `-6` are kinds of sockets.
fn is_signal(text: &str) -> bool {
    killall::is_signal(text) && !matches!(text, "-4" | "-6")
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown, tell},
    };

    #[test]
    fn users_are_shown() {
        assert_effects("fuser -v 8080/tcp", &["connect (kernel)", "read 8080/tcp"]);
        assert_effects("fuser -n tcp 8080", &["connect (kernel)", "read 8080"]);
        assert_effects("fuser notes", &["connect (kernel)", "read notes"]);
    }

    #[test]
    fn users_are_killed() {
        for command in [
            "fuser -k 8080/tcp",
            "fuser -km .",
            "fuser --kill x",
            "fuser -k -TERM x",
            "fuser --ki x",
        ] {
            assert!(!tell(command).harmless, "{command}");
        }
        assert_effects(
            "fuser -k -9 x",
            &["connect (kernel)", "process (users)", "read x"],
        );
        assert_unknown("fuser *", Rule::DynamicOption);
    }
}
