//! Words of builtins, and words before a command.

use super::{super::*, reason};
use crate::{
    read::script::{Fields, Word},
    span::{Range, Span},
};

/// A word of a certain value or, if it is written with a `$`, one that only the run will know.
fn word(raw: &str) -> Word {
    let prefix = raw
        .split('$')
        .next()
        .unwrap_or("")
        .trim_matches(['"', '\'']);
    let is_certain = !raw.contains('$') || raw.starts_with('\'');
    let value = raw.trim_matches(['"', '\'']);
    Word {
        span: Span::source(0, 0),
        values: is_certain.then(|| value.to_owned()).into_iter().collect(),
        fields: if is_certain || raw.starts_with('"') {
            Fields::One
        } else {
            Fields::Many
        },
        prefix: if is_certain { value } else { prefix }.to_owned(),
        pieces: Range { start: 0, len: 0 },
    }
}

fn check(line: &str) -> &'static str {
    // Words are parted by two blanks here, so that one may hold a blank.
    let (name, rest) = line.split_once("  ").unwrap_or((line, ""));
    let words: Vec<(&str, Word)> = rest
        .split("  ")
        .filter(|raw| !raw.is_empty())
        .map(|raw| (raw, word(raw)))
        .collect();
    let arguments: Vec<Argument<'_>> = words
        .iter()
        .map(|(raw, word)| Argument { raw, word })
        .collect();
    reason(check_builtin(name, &arguments))
}

#[test]
fn uses_that_both_shells_read_alike_pass() {
    for line in [
        "echo  -n  $x",
        "true",
        "pwd",
        ":  $x",
        "print  -r  --  $x",
        "print  -l  a",
        "print  a",
        "printf  '%s\\n'  $x",
        "printf  '%5.2s|%-3s%%'  \"$x\"",
        "printf  '%d'  5",
        "printf",
        "printf  --  '%s'  x",
        "test  -n  \"$x\"",
        "[  \"$x\"  =  y  ]",
        "[  -t  0  ]",
        "[  -f  a  -a  -d  b  ]",
        "[  $#  -eq  0  ]",
        "exit",
        "exit  3",
        "return  $?",
        "return  \"$?\"",
        "shift  2",
        "cd",
        "cd  sub",
        "cd  -",
        "cd  -P  sub",
        "cd  --  sub",
        "cd  \"$x\"",
        "pushd  sub",
        "popd",
        "export  X=1  Y",
        "local  x  y=$z",
        "readonly  x=1",
        "read  -r  x  y",
        "read",
        "unset  x",
        "set  -e",
        "set  -euo  pipefail",
        "set  +x",
        "set  --  $x",
        "getopts  ab  opt",
        "kill  1",
        "wait",
        "umask  022",
        "type  ls",
        "builtin  cd",
        "command  ls",
    ] {
        assert_eq!(check(line), "", "{line}");
    }
}

#[test]
fn uses_that_zsh_evaluates_or_reads_in_its_own_way_are_named() {
    for line in [
        "print  -v  x  y",
        "print  -z  x",
        "print  -P  x",
        "print  -f  '%d'  x",
        "print  $x",
        "printf  $x",
        "printf  -v  x  y",
        "printf  '%d'  $x",
        "printf  '%*s'  $x  y",
        "printf  'a%n'  PATH",
        "printf  '%1$s'  a",
        "printf  '%\\x64'  a",
        "printf  '%'",
        "test  -t  'a[$(x)1]'",
        "test  -v  'a[$(x)1]'",
        "test  \"$x\"  'a[$(x)1]'",
        "test  $x  =  y",
        "[  a  <  b  ]",
        "exit  'a[$(x)1]'",
        "exit  $x",
        "shift  $x",
        "return  1  2",
        "break  x",
        "cd  a  b",
        "cd  +1",
        "cd  -q  a",
        "cd  -2",
        "dirs  a",
        "popd  +1",
        "let  x=1",
        "integer  x",
        "float  x",
        "vared  x",
        "eval  x",
        "source  f",
        ".  f",
        "trap  x  EXIT",
        "setopt  x",
        "unsetopt  x",
        "emulate  sh",
        "alias  x=y",
        "hash  x=y",
        "autoload  f",
        "zmodload  x",
        "functions  -M  f",
        "r",
        "fc",
        "disable  x",
        "enable  x",
        "suspend",
        "read  -A  x",
        "read  -p  x",
        "unset  -m  x",
        "unset  -f  f",
        "set  -k",
        "set  -o  globsubst",
        "set  -y",
        "set  -A  x",
        "set  x",
        "set  -o",
        "getopts  ab  'a[$(x)1]'",
        "nosuch",
    ] {
        assert_eq!(check(line), "zsh.builtin", "{line}");
    }
    for line in [
        "export  path=x",
        "export  -T  A  b",
        "local  path",
        "export  'a[$(x)1]=1'",
        "typeset  -i  x",
        "export  $x=1",
        "declare  1=x",
    ] {
        assert_eq!(check(line), "zsh.variable", "{line}");
    }
}

#[test]
fn what_a_builtin_leaves_behind_is_known() {
    for (name, wanted) in [
        ("echo", Some(After::Keeps)),
        ("[", Some(After::Keeps)),
        ("cd", Some(After::Moves)),
        ("read", Some(After::Assigns)),
        ("hash", Some(After::Anything)),
        ("r", Some(After::Anything)),
        ("ls", None),
        ("mapfile", None),
    ] {
        assert_eq!(after(name), wanted, "{name}");
        assert_eq!(is_builtin(name), wanted.is_some(), "{name}");
    }
}

#[test]
fn words_before_a_command_are_told_apart() {
    for (name, following, wanted) in [
        ("noglob", Some("ls"), Some(Precommand::Plain)),
        ("noglob", None, Some(Precommand::Unread)),
        ("time", Some("ls"), Some(Precommand::Plain)),
        ("time", Some("-p"), Some(Precommand::Unread)),
        ("command", Some("cd"), Some(Precommand::File)),
        ("builtin", Some("cd"), Some(Precommand::Builtin)),
        ("exec", Some("ls"), Some(Precommand::Replace)),
        ("nocorrect", Some("x=1"), Some(Precommand::Unread)),
        ("-", Some("ls"), Some(Precommand::Unread)),
        ("coproc", Some("ls"), Some(Precommand::Unread)),
        ("ls", Some("-l"), None),
    ] {
        assert_eq!(precommand(name, following), wanted, "{name} {following:?}");
    }
}
