//! Pages of help of tools that read their arguments in their own way: every flag that is shown there is described.

use std::process::{Command, Stdio};

use crate::{report::Rule, testing::tell};

/// Says that something is not compared, and why. Fails where nothing may be skipped.
#[expect(clippy::print_stderr, reason = "a skipped test says why")]
fn skipped(name: &str) {
    let require_all = std::env::var_os("SHELLWARD_TEST_REQUIRE_ALL").is_some();
    assert!(!require_all, "missing: {name}");
    eprintln!("skipped: no {name} on this machine");
}

/// Returns the page of help of a program that is there.
fn help(name: &str) -> Option<String> {
    let output = Command::new(name)
        .arg("--help")
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output();
    let Ok(output) = output else {
        skipped(name);
        return None;
    };
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the flags that begin a line, such as `-a` and `--all` of `  -a, --all=N   …`.
fn flags(line: &str) -> impl Iterator<Item = &str> {
    let words = line.trim_start().split([' ', ',']);
    words
        .filter(|word| !word.is_empty())
        .map_while(|word| word.starts_with('-').then(|| word.split(['=', '[']).next()))
        .flatten()
}

#[test]
fn flags_that_are_shown_are_described() {
    for name in ["split", "dc", "dos2unix"] {
        let Some(help) = help(name) else {
            continue;
        };
        let shown: Vec<_> = help.lines().flat_map(flags).collect();
        assert!(shown.len() > 3, "{name} has a page of help");
        for flag in shown {
            // A value for those that want one.
            let told = tell(&format!("{name} {flag} ascii"));
            assert!(!told.rules.contains(&Rule::UnknownFlag), "{name} {flag}");
        }
    }
}

#[test]
fn a_line_shows_its_flags() {
    let told = |line| flags(line).collect::<Vec<_>>();
    assert_eq!(told("  -a, --all=N   does it"), ["-a", "--all"]);
    assert_eq!(told("      --x[=Y]  -z"), ["--x", "-z"]);
    assert_eq!(told("does -a"), [""; 0]);
}
