//! Commands that run others: what was looked through, and where what it runs stands.

use super::{complete, facts, gaps, has_reason, held, last, shape, wrapped};
use crate::{
    limits::MAX_WRAPPERS,
    read::{Dialect, ShellFacts, TextOrigin, read},
};

#[test]
fn wrappers_are_taken_off_outermost_first() {
    assert_eq!(
        wrapped("timeout 5 env A=1 nice -n 5 rm x"),
        ["[timeout] [5] > [env] [A=1] > [nice] [-n] [5] > A=[1] [rm] [x] (file, local)"]
    );
    assert_eq!(
        wrapped("nohup sudo -u root timeout -s KILL 5 A=1 rm x"),
        [
            "[nohup] > [sudo] [-u] [root] > [timeout] [-s] [KILL] [5] [A=1] > A=[1] [rm] [x] (unknown, local)"
        ]
    );
    for (source, expected) in [
        ("time -p ls", "[time] [-p] > [ls] (file, local)"),
        ("exec rm x", "[exec] > [rm] [x] (file, local)"),
        ("command rm x", "[command] > [rm] [x] (file, local)"),
        (
            "command -p rm x",
            "[command] [-p] > [rm] [x] (unknown, local)",
        ),
        ("builtin cd x", "[builtin] > [cd] [x] (builtin, local)"),
        ("doas rm x", "[doas] > [rm] [x] (unknown, local)"),
        (
            "setsid stdbuf -oL ionice -c3 rm x",
            "[setsid] > [stdbuf] [-oL] > [ionice] [-c3] > [rm] [x] (file, local)",
        ),
        ("env -u A rm x", "[env] [-u] [A] > [rm] [x] (file, local)"),
        (
            "B=2 env A=\"a $x\" rm",
            "[env] [A=a …] > B=[2] A=[a …] [rm] (file, local)",
        ),
        ("env echo a", "[env] > [echo] [a] (file, local)"),
        ("/usr/bin/env ls", "[/usr/bin/env] > [ls] (file, local)"),
    ] {
        assert_eq!(wrapped(source), [expected], "{source}");
    }
}

#[test]
fn assignments_of_wrappers_are_of_the_command() {
    let script = read("A=1 env B=2 rm x", &facts());
    let found: Vec<_> = script
        .commands
        .iter()
        .flat_map(|command| script.assignments(command))
        .map(|one| (one.name.as_str(), one.scope.code(), script.text(one.span)))
        .collect();
    assert_eq!(found, [("A", "command", "A=1"), ("B", "command", "B=2")]);
    assert_eq!(last("env x=b ls; c \"$x\""), "[c] […]");
}

#[test]
fn operands_that_only_the_run_will_know_are_said() {
    assert_eq!(
        wrapped("a | xargs -n1 rm -r"),
        [
            "[a] (file, local)",
            "[xargs] [-n1] > [rm] [-r] … (file, local)"
        ]
    );
    assert_eq!(
        wrapped("xargs rm <f"),
        ["[xargs] > [rm] <[f] … (file, local)"]
    );
    assert_eq!(
        wrapped("xargs -I{} mv {} x"),
        ["[xargs] [-I{}] > [mv] […] [x] (file, local)"]
    );
    assert_eq!(wrapped("xargs -o"), ["[xargs] [-o] (file, local)"]);
}

#[test]
fn find_runs_commands_in_loops_of_their_own() {
    assert_eq!(
        held("find . -name x -exec rm {} \\; -print"),
        ["loop 0 \"-exec rm {} \\\\;\""]
    );
    assert_eq!(
        wrapped("find . -name x -exec rm {} \\;"),
        [
            "[find] [.] [-name] [x] [-exec] [rm] [{}] [;] (file, local)",
            "[find] [.] [-name] [x] [-exec] > [rm] […] (file, local)"
        ]
    );
    assert_eq!(
        wrapped("find . -exec rm -r {} +")
            .last()
            .map(String::as_str),
        Some("[find] [.] [-exec] > [rm] [-r] […*] (file, local)")
    );
    assert_eq!(
        shape("a && find . -exec b {} \\; -exec c {} + ; d"),
        [
            "a 0/0.0 first",
            "find 0/1.0 and",
            "b 1/2.0 first",
            "c 2/3.0 first",
            "d 0/4.0 then"
        ]
    );
    assert_eq!(
        held("find . -exec sh -c 'rm \"$1\"' _ {} \\;"),
        [
            "loop 0 \"-exec sh -c 'rm \\\"$1\\\"' _ {} \\\\;\"",
            "script 1 \"rm \\\"$1\\\"\"",
        ]
    );
    assert_eq!(complete("find . -delete"), ["[find] [.] [-delete]"]);
}

#[test]
fn the_text_of_a_shell_is_read_as_a_script() {
    assert_eq!(
        held("bash -c 'a; (b)'"),
        ["script 0 \"a; (b)\"", "subshell 1 \"(b)\""]
    );
    assert_eq!(
        wrapped("bash -c 'a; b \"$x\"' q"),
        [
            "[bash] [-c] [a; b \"$x\"] [q] > [a] (file, local)",
            "[bash] [-c] [a; b \"$x\"] [q] > [b] […] (file, local)"
        ]
    );
    let script = read("nice bash -c 'timeout 3 rm x'", &facts());
    let text = script.texts.get(1).unwrap();
    assert_eq!(text.origin, TextOrigin::CommandString);
    assert_eq!(text.content, "timeout 3 rm x");
    assert_eq!(text.at.map(|at| script.text(at)), Some("'timeout 3 rm x'"));
    let command = script.commands.first().unwrap();
    assert_eq!(command.span.text, 1);
    let names: Vec<&str> = command
        .wrappers
        .iter()
        .map(|wrapper| wrapper.name.as_str())
        .collect();
    assert_eq!(names, ["nice", "bash", "timeout"]);
}

#[test]
fn the_block_of_a_text_stands_where_the_shell_does() {
    assert_eq!(
        shape("! a | bash -c 'b && c' || d"),
        [
            "a 0/0.0 first !",
            "b 1/1.0 first",
            "c 1/2.0 and",
            "d 0/3.0 or"
        ]
    );
    assert_eq!(
        super::blocks("! a | bash -c 'b && c' || d"),
        ["script 0/0.1 first !"]
    );
    assert_eq!(held("bash -ec 'rm x' >f 2>&1 &"), ["script 0 \"rm x\" &"]);
    // Redirects and assignments of the shell itself are a command without words.
    assert_eq!(
        complete("A=1 bash -c 'echo \"$A\"' >f"),
        ["[echo] […]", "A=[1] >[f]"]
    );
}

#[test]
fn a_shell_with_nothing_to_run_is_a_command() {
    assert_eq!(complete("bash -c ''"), ["[bash] [-c] []"]);
    assert!(held("bash -c ''").is_empty());
    assert_eq!(complete("bash -c '# a'"), ["[bash] [-c] [# a]"]);
}

#[test]
fn another_shell_starts_with_variables_of_its_own() {
    for source in [
        "x=a; bash -c 'c \"$x\"'",
        "export x=a; bash -c 'c \"$x\"'",
        "x=a bash -c 'c \"$x\"'",
        "env x=a bash -c 'c \"$x\"'",
        "HOME=/x bash -c 'c \"$HOME\"'",
        "export HOME=/x; bash -c 'c \"$HOME\"'",
    ] {
        let found = complete(source);
        assert!(found.contains(&"[c] […]".to_owned()), "{source}: {found:?}");
    }
    assert_eq!(complete("bash -c 'c \"$HOME\"'"), ["[c] [/home/u]"]);
    assert_eq!(complete("bash -c 'f() { a; }; f'"), ["[a]", "[f]"]);
    assert_eq!(
        wrapped("f() { a; }; bash -c f").last().map(String::as_str),
        Some("[bash] [-c] [f] > [f] (file, local)")
    );
}

#[test]
fn what_only_bash_has_is_a_gap_in_sh() {
    for source in [
        "sh -c '[[ a ]]'",
        "sh -c 'ls &> f'",
        "sh -c 'cat <(a)'",
        "sh -c 'echo {a,b}'",
        "sh -c 'x+=a'",
        "dash -c 'source f'",
    ] {
        has_reason(source, "dialect");
    }
    assert_eq!(
        complete("sh -c 'for x in a b; do c \"$x\"; done'"),
        ["[c] [a|b]"]
    );
}

#[test]
fn a_text_on_another_machine_is_remote() {
    assert_eq!(
        wrapped("ssh -p 22 h 'cd x; rm \"$y\"'"),
        [
            "[ssh] [-p] [22] [h] [cd x; rm \"$y\"] > [cd] [x] (unknown, remote)",
            "[ssh] [-p] [22] [h] [cd x; rm \"$y\"] > [rm] […] (unknown, remote)"
        ]
    );
    assert_eq!(
        wrapped("ssh h rm x"),
        ["[ssh] [h] [rm] [x] > [rm] [x] (unknown, remote)"]
    );
    assert_eq!(
        wrapped("ssh h \"bash -c 'rm x'\"")
            .last()
            .map(String::as_str),
        Some("[ssh] [h] [bash -c 'rm x'] > [bash] [-c] [rm x] > [rm] [x] (unknown, remote)")
    );
}

#[test]
fn what_cannot_be_found_is_a_gap() {
    for source in [
        "bash -c \"rm $x\"",
        "bash -c $x",
        "sudo $x",
        "timeout \"$x\" rm",
        "env $x rm",
        "nice -n$x rm",
        "bash $x",
        "ssh h \"$x\"",
        "watch $x",
        "xargs $x",
        "su -c \"$x\"",
    ] {
        has_reason(source, "wrapper");
    }
    assert!(!gaps("sh -c 'a; coproc b'").is_empty());
    assert!(!gaps("bash -c 'a ('").is_empty());
}

#[test]
fn a_gap_in_a_text_points_into_it() {
    let script = read("a; bash -c 'b; coproc c'", &facts());
    let gap = script.gaps.first().unwrap();
    assert_eq!(gap.span.text, 1);
    assert_eq!(script.text(gap.span), "coproc");
}

#[test]
fn wrappers_and_shells_are_bounded() {
    let deep = format!("{}rm x", "nice ".repeat(MAX_WRAPPERS + 2));
    has_reason(&deep, "bound.wrappers");
    complete(&format!("{}rm x", "nice ".repeat(MAX_WRAPPERS - 1)));
    let mut nested = "rm x".to_owned();
    for _ in 0..4 {
        nested = format!("bash -c {}", quoted(&nested));
    }
    assert_eq!(complete(&nested), ["[rm] [x]"]);
}

/// A text in single quotes.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[test]
fn a_text_for_zsh_is_read_as_zsh() {
    assert_eq!(
        wrapped("zsh -c ls"),
        ["[zsh] [-c] [ls] > [ls] (unknown, local)"]
    );
    assert!(!gaps("zsh -c 'a =b'").is_empty());
    let zsh = ShellFacts {
        dialect: Dialect::Zsh,
        ..facts()
    };
    let script = read("bash -c 'a =b'", &zsh);
    assert_eq!(script.gaps, []);
}
