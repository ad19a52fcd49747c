//! What is found in the words of a command, said in a short form, and the same compared with what tools really run.

use std::fmt::Write as _;

use super::*;
use crate::span::{Range, Span};

mod known;
#[cfg(target_os = "linux")]
mod oracle;

const CLOSED: Standing = Standing {
    dialect: Dialect::Bash,
    lookup: Lookup::AsWritten,
    ending: Ending::Closed,
};

/// Makes words of a line: `$x` may become any one argument, `ab$` one that begins with `ab`, `$*` any number of them,
/// `a|b` is one of the two, and `_` in a word is a blank.
fn words_of(line: &str) -> Vec<Word> {
    line.split(' ').map(word_of).collect()
}

fn word_of(text: &str) -> Word {
    let text = text.replace('_', " ");
    let (values, prefix) = match text.split_once('$') {
        Some((prefix, _)) => (Vec::new(), prefix.to_owned()),
        None if text.len() > 1 && text.contains('|') => {
            (text.split('|').map(str::to_owned).collect(), String::new())
        }
        None => (vec![text.clone()], text.clone()),
    };
    Word {
        span: Span::source(0, 0),
        values,
        fields: if text.ends_with('*') && text.contains('$') {
            Fields::Many
        } else {
            Fields::One
        },
        prefix,
        pieces: Range::default(),
    }
}

/// Says what was found, leaving out what is as usual.
fn told(look: &Look) -> String {
    let open = |ending: &Ending| match ending {
        Ending::Closed => "",
        Ending::Open => " ...",
    };
    match look {
        Look::Plain => "plain".to_owned(),
        Look::Unreadable(_) => "unreadable".to_owned(),
        Look::Command(inner) => {
            let mut text = format!("at {}", inner.at);
            if inner.lookup != Lookup::Program {
                write!(text, " {:?}", inner.lookup).unwrap();
            }
            if inner.search != Search::Path {
                write!(text, " {:?}", inner.search).unwrap();
            }
            if !inner.placeholders.is_empty() {
                write!(text, " {:?}", inner.placeholders).unwrap();
            }
            text + open(&inner.ending) + &told_change(&inner.change)
        }
        Look::Body(body) => {
            let startup = match body.startup {
                Startup::Nothing => String::new(),
                other => format!(" {other:?}"),
            };
            let change = told_change(&body.change);
            format!("body {} {:?}{startup}{change}", body.word, body.shell)
        }
        Look::Joined(joined) => format!(
            "joined <{}> {:?} {}{}",
            joined.text,
            joined.shell,
            joined.site,
            told_change(&joined.change)
        ),
        Look::Same(parts) => {
            let part = |part: &Part| match part {
                Part::Kept(at) => at.to_string(),
                Part::Made { text, .. } => format!("<{text}>"),
            };
            format!(
                "same {}",
                parts.iter().map(part).collect::<Vec<_>>().join(" ")
            )
        }
        Look::Inside(found) => {
            let inside = |one: &Inside| {
                let many = match one.fields {
                    Fields::One => "",
                    Fields::Many => "*",
                };
                let place = match one.place {
                    Place::Same => "",
                    Place::Named(_) | Place::Unknown => " elsewhere",
                };
                let (at, end, holders) = (one.at, one.end, &one.placeholders);
                format!("{at}..{end} {holders:?}{many}{}{place}", open(&one.ending))
            };
            format!(
                "inside {}",
                found.iter().map(inside).collect::<Vec<_>>().join(", ")
            )
        }
    }
}

fn told_change(change: &Change) -> String {
    let named = |value: &Value| value.text.clone().unwrap_or_else(|| "?".to_owned());
    let mut text = String::new();
    if !change.assignments.is_empty() {
        write!(text, " sets {:?}", change.assignments).unwrap();
    }
    match &change.place {
        Place::Same => {}
        Place::Named(value) => write!(text, " in {}", named(value)).unwrap(),
        Place::Unknown => text += " elsewhere",
    }
    match &change.environment {
        Environment::Kept => {}
        Environment::Cleared => text += " cleared",
        Environment::Thinned(variables) => {
            write!(
                text,
                " without {}",
                variables.iter().map(named).collect::<Vec<_>>().join(",")
            )
            .unwrap();
        }
    }
    for value in &change.reads {
        write!(text, " reads {}", named(value)).unwrap();
    }
    for value in &change.writes {
        write!(text, " writes {}", named(value)).unwrap();
    }
    text
}

fn look_at(line: &str) -> String {
    told(&look(&words_of(line), CLOSED))
}

/// Compares a table of lines and what is to be found in them.
#[track_caller]
fn assert_found(table: &[(&str, &str)]) {
    let wrong: Vec<_> = table
        .iter()
        .map(|(line, wanted)| (line, wanted, look_at(line)))
        .filter(|(_, wanted, found)| wanted != &found)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn tables_that_are_searched_are_sorted() {
    assert!(joined::SETTINGS.is_sorted());
    assert!(programs::ARCHITECTURES.is_sorted());
    assert!(shells::OTHER_SHELLS.is_sorted());
    assert!(transparent::NAMES.is_sorted());
    assert!(unread::NAMES.is_sorted());
    assert!(words::RESERVED.is_sorted());
}

#[test]
fn other_commands_are_plain() {
    assert_found(&[
        ("ls -l", "plain"),
        ("$x rm", "plain"),
        ("timeouts 5 rm x", "plain"),
        ("eval rm x", "plain"),
        ("source x", "plain"),
        (". x", "plain"),
        ("trap x EXIT", "plain"),
    ]);
}

#[test]
fn options_are_read_as_getopt_does() {
    assert_found(&[
        ("timeout 5 rm x", "at 2"),
        ("/usr/bin/timeout 5 rm x", "at 2"),
        ("timeout -s KILL -k1 -v 5 rm -s x", "at 6"),
        ("timeout -vs KILL 5 rm", "at 4"),
        ("timeout -vsKILL 5 rm", "at 3"),
        ("timeout --signal KILL 5 rm", "at 4"),
        ("timeout --sig=KILL 5 rm", "at 3"),
        ("timeout --s KILL 5 rm", "at 4"),
        ("timeout --ver 5 rm", "unreadable"),
        ("timeout --verb 5 rm", "at 3"),
        ("timeout -- 5 rm", "at 3"),
        ("timeout 5 -- rm", "at 2"),
        ("timeout -z 5 rm", "unreadable"),
        ("timeout --verbose=x 5 rm", "unreadable"),
        ("timeout -s", "unreadable"),
        ("timeout", "plain"),
        ("timeout 5", "plain"),
        ("timeout --help", "plain"),
        ("timeout --help 5 rm", "unreadable"),
    ]);
}

#[test]
fn an_uncertain_word_stands_only_where_it_changes_nothing() {
    assert_found(&[
        ("timeout $x rm x", "unreadable"),
        ("timeout 5$ rm x", "at 2"),
        ("timeout -- $x rm x", "at 3"),
        ("timeout -- $* rm x", "unreadable"),
        ("timeout -k $x 5 rm", "at 4"),
        ("timeout -k $* 5 rm", "unreadable"),
        ("timeout -k$x 5 rm", "unreadable"),
        ("timeout -k1$ 5 rm", "at 3"),
        ("timeout --kill-after=$x 5 rm", "at 3"),
        ("timeout --kill$x 5 rm", "unreadable"),
        ("timeout -$x 5 rm", "unreadable"),
        ("timeout --$x 5 rm", "unreadable"),
        ("timeout 1|2 rm x", "at 2"),
        ("timeout 1|-v rm x", "unreadable"),
        ("timeout 5 $*", "at 2"),
        ("nice $x", "unreadable"),
        ("nice -- $x", "at 2"),
        ("nice ./$x", "at 1"),
        ("env $x", "unreadable"),
        ("env A=$x ls", "at 2 sets [1]"),
        ("env A=1|A=2 ls", "at 2 sets [1]"),
        ("env A=1|ls ls", "unreadable"),
        ("env A=1 $x", "unreadable"),
    ]);
}

#[test]
fn a_name_that_can_only_be_a_program_is_no_word_of_the_shell() {
    let look_at = |line, lookup| told(&look(&words_of(line), Standing { lookup, ..CLOSED }));
    assert_eq!(look_at("time -o f rm", Lookup::NoReserved), "at 3 writes f");
    assert_eq!(look_at("time -p rm", Lookup::Program), "at 2");
    assert_eq!(look_at("exec rm", Lookup::Program), "unreadable");
    assert_eq!(look_at("command rm", Lookup::Program), "unreadable");
    assert_eq!(look_at("command rm", Lookup::NoFunction), "at 1 NoFunction");
}

#[test]
fn a_command_that_comes_from_the_input_is_not_found() {
    let open = Standing {
        ending: Ending::Open,
        ..CLOSED
    };
    let look_at = |line| told(&look(&words_of(line), open));
    for line in [
        "timeout 5",
        "timeout",
        "nice -n 5",
        "env A=1",
        "env",
        "sh",
        "sh -c",
        "xargs",
        "sudo",
        "ssh",
        "ssh h",
        "ssh h x",
        "watch ls",
        "parallel x ::: y",
        "exec",
        "command",
        "flock f",
        "su -c x",
        "script -c x f",
        "ksh",
    ] {
        assert_eq!(look_at(line), "unreadable", "{line}");
    }
    assert_eq!(look_at("timeout 5 rm"), "at 2 ...");
    assert_eq!(look_at("sh -c x"), "body 2 Posix");
    assert_eq!(look_at("xargs -I{} rm {}"), "at 2 [3] ...");
}

#[test]
fn wrappers_that_do_something_themselves_are_not_transparent() {
    let is_transparent = |line| is_transparent(&words_of(line), Dialect::Bash);
    for line in [
        "time",
        "timeout 5",
        "/usr/bin/timeout 5",
        "nice -n 5",
        "nohup",
        "stdbuf -oL",
        "ionice -c3",
        "setsid",
        "command -p",
        "builtin",
        "exec",
        "env A=1",
        "env -C x",
        "xargs -0",
        "xargs -I{}",
        "find . -exec",
        "find",
        "bash -c x",
        "sh -c x a b",
        "zsh -fc x",
        "watch -n1",
        "fd -x",
    ] {
        assert!(is_transparent(line), "{line}");
    }
    for line in [
        "./timeout 5",
        "/tmp/nice",
        "sudo",
        "doas",
        "su -c x",
        "ssh h",
        "parallel",
        "strace",
        "script -c x f",
        "env -i",
        "env -u X",
        "exec -c",
        "/usr/bin/time -o f",
        "xargs -a f",
        "bash -lc x",
        "bash -ic x",
        "zsh -c x",
        "env -S x",
        "flock f",
        "timeout -z",
        "unheard",
        "$x",
        "setpriv",
        "chrt 1",
    ] {
        assert!(!is_transparent(line), "{line}");
    }
}

#[test]
fn what_is_not_read_says_why() {
    let message = |line| match look(&words_of(line), CLOSED) {
        Look::Unreadable(trouble) => trouble.message.into_owned(),
        other => told(&other),
    };
    assert_eq!(
        message("timeout -z 5 rm"),
        "`timeout` runs another command, which was not found: its option `-z` is not known"
    );
    assert_eq!(
        message("nice $x rm"),
        "`nice` runs another command, which was not found: a word that is known only when it runs may be an option or \
         several words"
    );
}
