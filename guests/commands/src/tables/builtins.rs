//! Builtins that tell something of the shell, and where they change it instead: `alias`, `hash`, `history`, `shopt`,
//! `trap`, `ulimit`, `umask`, `unset` and their kin. What a change means for the commands behind it is the reader's to
//! know.

use crate::{
    argument::{Argument, Text},
    model::{
        Context, Digits, Flag, Flags, Form, Grammar, Order, PathRole, Role, Spec, Tool, Value,
    },
    report::{Extent, Kind, Report, Rule, Target},
};

/// `caller`.
pub(super) static CALLER: Tool = Tool {
    names: &["caller"],
    summary: native!("says which function has called"),
    grammar: Grammar::Text,
};

/// `dirs`.
pub(super) static DIRS: Tool = Tool {
    names: &["dirs"],
    summary: native!("lists the directories of pushd"),
    grammar: Grammar::Text,
};

/// `help`.
pub(super) static HELP: Tool = Tool {
    names: &["help"],
    summary: native!("explains builtins"),
    grammar: Grammar::Text,
};

/// `logout`.
pub(super) static LOGOUT: Tool = Tool {
    names: &["logout"],
    summary: native!("ends the shell"),
    grammar: Grammar::Text,
};

/// `popd`.
pub(super) static POPD: Tool = Tool {
    names: &["popd"],
    summary: native!("goes back to the directory before pushd"),
    grammar: Grammar::Text,
};

/// `times`.
pub(super) static TIMES: Tool = Tool {
    names: &["times"],
    summary: native!("prints how long the shell has run"),
    grammar: Grammar::Text,
};

/// `fc`.
pub(super) static FC: Tool = Tool {
    names: &["fc"],
    summary: native!("lists what was run before"),
    grammar: Grammar::Own(describe_fc),
};

static FC_SPEC: Spec = Spec {
    flags: flags!([Flag::letter(b'l'), Flag::letter(b'n'), Flag::letter(b'r')]),
    digits: Digits::Alone,
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

/// `getopts`.
pub(super) static GETOPTS: Tool = Tool {
    names: &["getopts"],
    summary: native!("reads options"),
    grammar: Grammar::Options(&GETOPTS_SPEC),
};

static GETOPTS_SPEC: Spec = Spec {
    flags: Flags::NONE,
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Text).first(&[Role::Text, Role::Variable])],
    ..Spec::GNU
};

/// `hash`.
pub(super) static HASH: Tool = Tool {
    names: &["hash"],
    summary: native!("says where programs are"),
    grammar: Grammar::Options(&HASH_SPEC),
};

static HASH_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'd'),
        Flag::letter(b'l'),
        Flag::letter(b'r'),
        Flag::letter(b't'),
    ]),
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

/// `history`.
pub(super) static HISTORY: Tool = Tool {
    names: &["history"],
    summary: native!("lists what was run before"),
    grammar: Grammar::Options(&HISTORY_SPEC),
};

static HISTORY_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'a').value(Value::Path(PathRole::OUTPUT)),
        Flag::letter(b'n').value(Value::Path(PathRole::INPUT)),
        Flag::letter(b'r').value(Value::Path(PathRole::INPUT)),
        Flag::letter(b'w').value(Value::Path(PathRole::OUTPUT)),
    ]),
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

/// `unset`.
pub(super) static UNSET: Tool = Tool {
    names: &["unset"],
    summary: native!("drops variables"),
    grammar: Grammar::Options(&UNSET_SPEC),
};

static UNSET_SPEC: Spec = Spec {
    flags: flags!([Flag::letter(b'v')]),
    order: Order::OperandEnds,
    forms: &[Form::each(Role::Variable)],
    ..Spec::GNU
};

/// `alias`.
pub(super) static ALIAS: Tool = Tool {
    names: &["alias"],
    summary: native!("lists aliases"),
    grammar: Grammar::Own(describe_alias),
};

/// `pushd`.
pub(super) static PUSHD: Tool = Tool {
    names: &["pushd"],
    summary: native!("goes to a directory and keeps where it was"),
    grammar: Grammar::Own(describe_pushd),
};

/// `shopt`.
pub(super) static SHOPT: Tool = Tool {
    names: &["shopt"],
    summary: native!("lists options of the shell"),
    grammar: Grammar::Own(describe_shopt),
};

/// `trap`.
pub(super) static TRAP: Tool = Tool {
    names: &["trap"],
    summary: native!("lists what signals run"),
    grammar: Grammar::Own(describe_trap),
};

/// `ulimit`.
pub(super) static ULIMIT: Tool = Tool {
    names: &["ulimit"],
    summary: native!("prints limits of processes; sets them"),
    grammar: Grammar::Own(describe_ulimit),
};

/// `umask`.
pub(super) static UMASK: Tool = Tool {
    names: &["umask"],
    summary: native!("prints what new files may not be; sets it"),
    grammar: Grammar::Own(describe_umask),
};

/// Names are listed; with a value they would get one.
fn describe_alias<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    for argument in arguments {
        match argument.text {
            Text::Certain("-p") => {}
            Text::Certain(name) if !name.contains('=') && !name.starts_with('-') => {}
            text => report.unknown(Rule::UnexpectedOperand, text, argument.span),
        }
    }
}

/// Without `-l` an editor is run, and what it leaves.
fn describe_fc<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let lists = |argument: &Argument<'_>| argument.text.prefix().starts_with("-l");
    match arguments.first() {
        Some(first) if lists(first) => {
            crate::check::describe(&Grammar::Options(&FC_SPEC), arguments, context, report);
        }
        Some(first) => report.unknown(Rule::RunsCommand, first.text, first.span),
        None => report.unknown(Rule::RunsCommand, Text::Certain(""), context.name),
    }
}

/// A directory is looked at, as by `cd`; without one those that are kept change places.
fn describe_pushd<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    for argument in arguments {
        match argument.text {
            Text::Certain("-n" | "--") => {}
            Text::Certain("-") => {
                report.add(Kind::Read, Target::Unknown, Extent::Flat, argument.span);
            }
            Text::Certain(text) if text.starts_with('-') && !is_place(text) => {
                report.unknown(Rule::UnknownFlag, argument.text, argument.span);
            }
            Text::Certain(text) if is_place(text) => {}
            text => report.touch(Kind::Read, text, Extent::Flat, argument.span),
        }
    }
}

/// Whether it says how far from an end of the list a directory is.
fn is_place(text: &str) -> bool {
    text.strip_prefix(['+', '-']).is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Options that may be set, since what is read of a script takes account of them. Sorted.
const SETTABLE: [&str; 2] = ["checkwinsize", "nullglob"];

fn describe_shopt<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    let flags = arguments
        .iter()
        .take_while(|argument| argument.text.prefix().starts_with('-'))
        .count();
    let (flags, names) = arguments.split_at(flags);
    let mut sets = false;
    for flag in flags {
        match flag.text {
            Text::Certain("-s" | "-u" | "-qs" | "-qu" | "-sq" | "-uq") => sets = true,
            Text::Certain("-p" | "-q" | "-o" | "-po" | "-op" | "-qo" | "-oq") => {}
            text => report.unknown(Rule::UnknownFlag, text, flag.span),
        }
    }
    for name in names {
        match name.text {
            Text::Certain(text) if !sets || SETTABLE.binary_search(&text).is_ok() => {}
            Text::Certain(_) => report.unknown(Rule::UnknownValue, name.text, name.span),
            Text::Dynamic(_) => report.unknown(Rule::DynamicValue, name.text, name.span),
        }
    }
}

/// Listing, and going back to what signals do by themselves.
fn describe_trap<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    match arguments.first().map(|first| (first.text, first.span)) {
        None | Some((Text::Certain("-p" | "-l" | "-"), _)) => {}
        Some((text, span)) => report.unknown(Rule::RunsCommand, text, span),
    }
}

fn describe_ulimit<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    set_unless_dashed(arguments, "limits", report);
}

fn describe_umask<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    set_unless_dashed(arguments, "umask", report);
}

/// Whatever is no option is a value to set.
fn set_unless_dashed<'a>(arguments: &[Argument<'a>], what: &'static str, report: &mut Report<'a>) {
    let prints = |text: &str| {
        text.strip_prefix('-').is_some_and(|letters| {
            !letters.is_empty() && letters.bytes().all(|letter| letter.is_ascii_alphabetic())
        })
    };
    for argument in arguments {
        if !argument.text.certain().is_some_and(prints) {
            report.add(
                Kind::Process,
                Target::Exact(what),
                Extent::Flat,
                argument.span,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SETTABLE;
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn options_are_sorted() {
        assert!(SETTABLE.is_sorted());
    }

    #[test]
    fn telling_is_harmless() {
        for command in [
            "alias",
            "alias -p ls",
            "caller 0",
            "dirs -v",
            "fc -l -10",
            "fc -ln 1 5",
            "getopts :ab: opt",
            "hash",
            "hash -r",
            "hash git",
            "help cd",
            "history 20",
            "logout",
            "popd",
            "pushd +1",
            "shopt",
            "shopt -p nullglob",
            "shopt -qo errexit",
            "shopt -s nullglob",
            "times",
            "trap -p EXIT",
            "trap -l",
            "trap - EXIT",
            "ulimit -a",
            "ulimit -Sn",
            "umask",
            "umask -S",
            "unset x y",
            "unset -v x",
        ] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
    }

    #[test]
    fn what_is_changed_is_named() {
        for (command, effect) in [
            ("ulimit -n 4096", "process limits"),
            ("umask 000", "process umask"),
            ("umask -- 0", "process umask"),
            ("history -w out", "write out"),
            ("unset PATH", "environment PATH"),
            ("getopts ab PATH", "environment PATH"),
            ("pushd src", "read src"),
            ("pushd -n \"$x\"", "read ?"),
            ("pushd -", "read ?"),
        ] {
            let told = tell(command);
            assert!(
                told.effects.contains(&effect.to_owned()),
                "{command}: {told:?}"
            );
        }
        assert!(!tell("umask 0").harmless && !tell("ulimit \"$x\"").harmless);
    }

    #[test]
    fn what_later_words_mean_is_not_changed() {
        assert_unknown("alias ls=rm", Rule::UnexpectedOperand);
        assert_unknown("alias \"$x\"", Rule::UnexpectedOperand);
        assert_unknown("fc", Rule::RunsCommand);
        assert_unknown("fc -s", Rule::RunsCommand);
        assert_unknown("fc -le vi", Rule::UnknownFlag);
        assert_unknown("hash -p ./x ls", Rule::UnknownFlag);
        assert_unknown("history -c", Rule::UnknownFlag);
        assert_unknown("history -p '!!'", Rule::UnknownFlag);
        assert_unknown("shopt -s expand_aliases", Rule::UnknownValue);
        assert_unknown("shopt -so posix", Rule::UnknownFlag);
        assert_unknown("shopt -s \"$x\"", Rule::DynamicValue);
        assert_unknown("trap 'rm x' EXIT", Rule::RunsCommand);
        assert_unknown("trap -- 'rm x' EXIT", Rule::RunsCommand);
        assert_unknown("trap \"$x\" EXIT", Rule::RunsCommand);
        assert_unknown("trap '' TERM", Rule::RunsCommand);
        assert_unknown("unset -f ls", Rule::UnknownFlag);
        assert_unknown("unset 'a[$(id)]'", Rule::NoVariable);
        assert_unknown("getopts ab 'a[$(id)]'", Rule::NoVariable);
    }
}
