//! What a script meets in its shell, and where it leaves the session (R5.3, R5.4), with real shells and the real warden.

use shellward::shell::cwd::{CwdChange, CwdDoubt, follow};

use super::run_support::{Desk, dialects};

#[test]
fn working_directory_is_followed_inside_the_project_only() {
    for dialect in dialects() {
        let mut desk = Desk::new();
        desk.dialect = dialect;
        let project = desk.path("project");
        let roots = [project.clone()];
        let change = |script| follow(&desk.run(script).cwd_report, &project, &roots);
        let sub = CwdChange::Moved(project.join("sub"));
        assert_eq!(change("cd sub"), sub);
        assert_eq!(change("cd sub && false"), sub);
        assert_eq!(change("cd sub; exit 3"), sub);
        assert_eq!(change("(cd sub)"), CwdChange::Same);
        let outside = CwdDoubt::OutsideRoots("/usr".into());
        assert_eq!(change("cd /usr"), CwdChange::Kept(outside));
        let silent = CwdChange::Kept(CwdDoubt::NotReported);
        assert_eq!(change("cd sub; exec true"), silent);
    }
}

#[test]
fn function_that_forges_the_report_gets_no_further_than_cd() {
    let desk = Desk::new();
    let project = desk.path("project");
    let script = "builtin() { echo /etc; }; pwd() { echo /etc; }; cd sub";
    let report = desk.run(script).cwd_report;
    let outside = CwdDoubt::OutsideRoots("/etc".into());
    assert_eq!(
        follow(&report, &project, std::slice::from_ref(&project)),
        CwdChange::Kept(outside)
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
    let finished = desk.run("ls; echo \"<$MY_API_KEY> $PLAIN $SHELLWARD\"");
    assert_eq!(finished.stdout.text, "sub\n<> plain 1\n");
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
