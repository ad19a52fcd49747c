//! The command line as it presents itself: its whole reference, its exit codes, and the text of decisions. A change here is
//! one that people see, so it is reviewed as a snapshot.

use insta::{assert_snapshot, with_settings};

use crate::support::TestEnv;

/// Runs it in a terminal of a fixed width and without colours, and shows all that came of it.
fn shown(env: &TestEnv, arguments: &[&str]) -> String {
    let mut command = env.command(arguments);
    let output = command
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    let mut text = format!("{stdout}[EOF]\n");
    if !stderr.is_empty() {
        text += &format!("{stderr}[EOF of standard error]\n");
    }
    text += &format!("exit code {}", output.status.code().unwrap());
    text.replace(env.path("").to_str().unwrap(), "[PLACE]/")
}

#[test]
fn the_reference_is_as_it_was_reviewed() {
    let env = TestEnv::new();
    for (name, arguments) in [
        ("shellward", &["--help"][..]),
        ("run", &["run", "--help"]),
        ("check", &["check", "--help"]),
        ("explain", &["explain", "--help"]),
        ("hook", &["hook", "--help"]),
        ("hook_claude_code", &["hook", "claude-code", "--help"]),
        ("hook_install", &["hook", "install", "--help"]),
        ("schema", &["schema", "--help"]),
        ("config", &["config", "--help"]),
        ("config_show", &["config", "show", "--help"]),
        ("config_trust", &["config", "trust", "--help"]),
        ("short", &["-h"]),
        ("nothing", &[]),
        ("unknown_command", &["launch"]),
        ("no_command", &["run"]),
        ("unknown_flag", &["check", "--fast", "ls"]),
    ] {
        with_settings!({description => arguments.join(" "), omit_expression => true}, {
            assert_snapshot!(name, shown(&env, arguments));
        });
    }
}

#[test]
fn an_allow_says_what_it_is_by() {
    let env = TestEnv::new();
    assert_snapshot!(shown(&env, &["check", "ls -l"]), @r"
    allow: it only reads and prints
      read        . [root: [PLACE]/project] by `ls`
    [EOF]
    exit code 0
    ");
}

#[test]
fn an_ask_by_place_names_the_place_and_the_rule_that_would_allow_it() {
    let env = TestEnv::new();
    assert_snapshot!(shown(&env, &["check", "cat /etc/hostname-of-nobody"]), @r"
    ask: reads /etc/hostname-of-nobody, which is outside the project (places.outside-read)
    1 | cat /etc/hostname-of-nobody
      |     ^^^^^^^^^^^^^^^^^^^^^^^ policy-ask
      policy places
      remedy an allow rule such as Bash(cat /etc/hostname-of-nobody)
      always Read(//etc/hostname-of-nobody)
      always Bash(cat /etc/hostname-of-nobody)
      read        /etc/hostname-of-nobody [outside: /etc/hostname-of-nobody] by `/etc/hostname-of-nobody`
    [EOF]
    exit code 121
    ");
}

#[test]
fn a_deny_names_the_rule_and_where_it_is_written() {
    let env = TestEnv::new();
    env.settings("[rules]\ndeny = [\"Bash(frob push:*)\"]\n");
    assert_snapshot!(shown(&env, &["check", "frob push x"]), @r"
    deny: the deny rule Bash(frob push:*) matches
    1 | frob push x
      | ^^^^^^^^^ deny-rule
      rule   Bash(frob push:*) (user: [PLACE]/home/.config/shellward/config.toml:2)
      unknown     something that only the run will know by `frob push x`
    [EOF]
    exit code 120
    ");
}
