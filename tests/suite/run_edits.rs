//! `sed -i` as an edit (R8.1): shown before it is made, and then exactly that is written.
#![expect(
    clippy::disallowed_methods,
    reason = "the tools themselves are started, to make what is looked at or to compare with"
)]

use std::{fs, os::unix::fs::PermissionsExt as _};

use crate::support::TestEnv;

const EDIT: &str = "sed -i 's/one/two/' notes.txt";

fn project() -> TestEnv {
    let env = TestEnv::new();
    env.write("notes.txt", "one\r\nother\r\n");
    env
}

fn notes(env: &TestEnv) -> String {
    fs::read_to_string(env.path("project/notes.txt")).unwrap()
}

#[test]
fn the_difference_is_shown_with_the_question_and_nothing_is_written() {
    let env = project();
    let ran = env.run(&["run", EDIT]);
    assert_eq!(ran.code, 121, "{}", ran.stderr);
    for line in ["a/notes.txt", "-one", "+two"] {
        assert!(ran.stderr.contains(line), "{}", ran.stderr);
    }
    assert_eq!(notes(&env), "one\r\nother\r\n");
}

#[test]
fn a_yes_writes_exactly_that_and_keeps_mode_and_line_endings() {
    let env = project();
    let file = env.path("project/notes.txt");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    let json = env.run(&["run", "--yes", "--json", EDIT]).json();
    assert_eq!(json["outcome"]["exit_code"], 0, "{json}");
    let changes = json["outcome"]["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 1, "{json}");
    assert_eq!(changes[0]["diff"], json["decision"]["edits"][0]["diff"]);
    assert_eq!(notes(&env), "two\r\nother\r\n");
    let mode = fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn under_an_allow_rule_it_is_made_unasked_and_the_outcome_shows_it() {
    let env = project();
    env.settings("[rules]\nallow = [\"Bash(sed -i:*)\"]\n");
    let ran = env.run(&["run", EDIT]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("+two"), "{}", ran.stderr);
    assert_eq!(notes(&env), "two\r\nother\r\n");
}

#[test]
fn who_said_yes_beforehand_sees_what_was_changed() {
    let env = project();
    let ran = env.run(&["run", "--yes", EDIT]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("-one") && ran.stderr.contains("+two"),
        "{}",
        ran.stderr
    );
}

/// The real `sed -i` is the oracle: whatever it makes of a file, the edit makes too.
#[test]
fn what_is_written_is_what_sed_itself_would_write() {
    for (script, content) in [
        ("s/a/b/g", "aaa\nb a\n"),
        ("2s/x/y/", "x\nx\nx"),
        ("s/\\(.\\)\\1/<\\1>/;s/</[/", "aa\nbb\n\n"),
        ("s/it's/its/", "it's\n"),
        ("s/$/\\r/", "one\ntwo\n"),
        ("/two/s/^/# /", "one\ntwo\n"),
    ] {
        let (ours, theirs) = (TestEnv::new(), TestEnv::new());
        let command = format!("sed -i '{}' f", script.replace('\'', "'\\''"));
        for env in [&ours, &theirs] {
            env.write("f", content);
        }
        let json = ours.run(&["run", "--yes", "--json", &command]).json();
        assert_eq!(json["outcome"]["launcher"], "shellward", "{command} {json}");
        let theirs_folder = theirs.path("project");
        let status = std::process::Command::new("sed")
            .args(["-i", script, "f"])
            .current_dir(&theirs_folder)
            .status()
            .unwrap();
        assert!(status.success());
        let read = |env: &TestEnv| fs::read(env.path("project/f")).unwrap();
        assert_eq!(read(&ours), read(&theirs), "{command}");
    }
}

#[test]
fn what_is_more_than_an_edit_is_run_as_any_command() {
    let env = project();
    std::os::unix::fs::symlink("notes.txt", env.path("project/link")).unwrap();
    for command in [
        "sed -i s/one/two/ link",
        "sed -i.bak s/one/two/ notes.txt",
        "sed -i s/one/two/ notes.txt && true",
        "sed -i s/one/two/ notes.txt > log",
        "for i in 1 2; do sed -i s/one/two/ notes.txt; done",
        "! sed -i s/one/two/ notes.txt",
        "sed -i s/one/two/ missing.txt",
        "sed -i 's/one/two/w copy' notes.txt",
    ] {
        let json = env.run(&["run", "--json", command]).json();
        assert_eq!(json["decision"]["verdict"], "ask", "{command}");
        assert!(json["decision"]["edits"].is_null(), "{command} {json}");
    }
}

#[test]
fn a_denied_edit_is_not_even_computed() {
    let env = project();
    env.settings("[rules]\ndeny = [\"Edit(notes.txt)\"]\n");
    let json = env.run(&["run", "--yes", "--json", EDIT]).json();
    assert_eq!(json["decision"]["verdict"], "deny", "{json}");
    assert!(json["decision"]["edits"].is_null(), "{json}");
    assert_eq!(notes(&env), "one\r\nother\r\n");
}
