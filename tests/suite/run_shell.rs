//! What a script meets in its shell, and where it leaves the session (R5.3, R5.4), with real shells and the real warden.

use std::path::Path;

use shellward::{Session, outcome::Outcome};

use super::run_support::{Desk, dialects};

fn moved(session: &Session, outcome: &Outcome, to: &Path) {
    assert_eq!(session.cwd(), to, "{:?}", outcome.notes);
    assert_eq!(outcome.cwd, to.to_str().unwrap());
}

fn has_note(outcome: &Outcome, text: &str) {
    let notes = &outcome.notes;
    assert!(notes.iter().any(|note| note.contains(text)), "{notes:?}");
}

#[test]
fn working_directory_is_followed_inside_the_project_only() {
    for dialect in dialects() {
        let mut desk = Desk::new();
        desk.dialect = dialect;
        let project = desk.path("project");
        let sub = project.join("sub");
        for (script, to, note) in [
            ("cd sub", &sub, "the working directory is now"),
            ("cd sub && false", &sub, "the working directory is now"),
            ("cd sub; exit 3", &sub, "the working directory is now"),
            ("cd /usr", &project, "outside of the folders"),
            ("cd sub; exec true", &project, "did not report"),
        ] {
            let mut session = desk.session();
            let outcome = desk.run_in(&mut session, script);
            moved(&session, &outcome, to);
            has_note(&outcome, note);
        }
        let mut session = desk.session();
        let outcome = desk.run_in(&mut session, "(cd sub)");
        moved(&session, &outcome, &project);
        let moves = |note: &String| note.contains("working directory");
        assert!(!outcome.notes.iter().any(moves), "{:?}", outcome.notes);
    }
}

#[test]
fn function_that_forges_the_report_gets_no_further_than_cd() {
    let desk = Desk::new();
    let mut session = desk.session();
    let script = "builtin() { echo /etc; }; pwd() { echo /etc; }; cd sub";
    let outcome = desk.run_in(&mut session, script);
    moved(&session, &outcome, &desk.path("project"));
    has_note(
        &outcome,
        "the command ended in /etc, outside of the folders",
    );
}

#[test]
fn long_script_arrives_whole() {
    for dialect in dialects() {
        let mut desk = Desk::new();
        desk.dialect = dialect;
        let script = format!("# {}\necho end", "é".repeat(65_000));
        assert_eq!(desk.run(&script).stdout.text, "end\n");
    }
}

#[test]
fn inherited_functions_and_secrets_do_not_arrive() {
    let mut desk = Desk::new();
    for (name, value) in [
        ("BASH_FUNC_ls%%", "() { echo forged; }"),
        ("BASH_ENV", "/dev/stdin"),
        ("MY_API_KEY", "hush"),
        ("PLAIN", "plain"),
    ] {
        desk.inherited.push((name.to_owned(), value.to_owned()));
    }
    desk.stdin = Some("echo forged".to_owned());
    let outcome = desk.run("ls; echo \"<$MY_API_KEY> $PLAIN $SHELLWARD\"");
    assert_eq!(outcome.stdout.text, "sub\n<> plain 1\n");
}

#[test]
fn no_descriptor_but_the_report_reaches_what_the_script_starts() {
    for dialect in dialects() {
        let mut desk = Desk::new();
        desk.dialect = dialect;
        let script = "sh -c 'for fd in /proc/$$/fd/*; do echo ${fd##*/}; done'";
        let mut open: Vec<u32> = desk
            .run(script)
            .stdout
            .text
            .lines()
            .map(|line| line.parse().unwrap())
            .collect();
        open.sort_unstable();
        open.retain(|fd| !(3..200).contains(fd));
        assert_eq!(open, [0, 1, 2, 201], "{dialect}");
    }
}
