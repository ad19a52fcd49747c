//! The real tools as oracles: their `--help` against the tables, and what they do when they are run.
//!
//! Only flags that the tables call harmless are run, in a fresh directory each, with an empty environment. What a
//! machine lacks is skipped with a word about it, and missed where `SHELLWARD_TEST_REQUIRE_ALL` is set.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

use crate::{
    model::{Abbreviations, Flag, Found, Grammar, Spec, Takes, Tool, Value},
    report::Stance,
    tables::{self, TOOLS},
};

/// A directory with a few files, removed when it is dropped.
struct Workspace {
    path: PathBuf,
}

impl Workspace {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("shellward-commands-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(path.join("sub")).expect("the directory can be made");
        for file in ["a", "b", "sub/c"] {
            fs::write(path.join(file), "one\ntwo\n").expect("files can be made");
        }
        Self { path }
    }

    /// Runs a program here. Whatever blocks is ended by `timeout`.
    fn run(&self, words: &[&str]) -> Output {
        Command::new("timeout")
            .arg("0.2")
            .args(words)
            .current_dir(&self.path)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", &self.path)
            .env("LC_ALL", "C")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_OPTIONAL_LOCKS", "0")
            .stdin(Stdio::null())
            .output()
            .expect("programs can be started")
    }

    /// Names of all files but git's own.
    fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let mut open = vec![self.path.clone()];
        while let Some(directory) = open.pop() {
            for entry in fs::read_dir(directory).expect("directories can be read") {
                let path = entry.expect("entries can be read").path();
                if path.is_dir() && path.file_name() != Some(".git".as_ref()) {
                    open.push(path.clone());
                }
                files.push(path);
            }
        }
        files.sort_unstable();
        files
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.path));
    }
}

/// Says that something is not compared, and why. Fails where nothing may be skipped.
#[expect(clippy::print_stderr, reason = "a skipped test says why")]
fn skipped(why: &str) {
    let require_all = std::env::var_os("SHELLWARD_TEST_REQUIRE_ALL").is_some();
    assert!(!require_all, "missing: {why}");
    eprintln!("skipped: {why}");
}

/// Whether a program is there and GNU's.
fn is_gnu(name: &str) -> bool {
    let there = ["/usr/bin", "/bin"]
        .iter()
        .any(|folder| Path::new(folder).join(name).exists());
    let gnu = there && {
        let version = Workspace::new().run(&[name, "--version"]).stdout;
        String::from_utf8_lossy(&version).contains("GNU")
    };
    if !gnu {
        skipped(&format!("no GNU {name} on this machine"));
    }
    gnu
}

/// Tools with flags and operands, by their first name.
fn tools_with_flags() -> impl Iterator<Item = (&'static str, &'static Spec)> {
    let by_first_name = TOOLS
        .iter()
        .filter(|row| row.1.names.first() == Some(&row.0));
    by_first_name.filter_map(|&(name, Tool { grammar, .. })| match grammar {
        Grammar::Options(spec) => Some((name, *spec)),
        Grammar::Text | Grammar::Tree(_) | Grammar::Own(_) => None,
    })
}

/// An option as a page of help shows it.
#[derive(Debug)]
struct Shown {
    letter: Option<u8>,
    long: Option<String>,
    takes: &'static str,
}

/// Reads lines such as `  -o, --output=FILE   …`, `      --color[=WHEN]   …`, `  -r, -R, --recursive`.
fn shown(help: &str) -> Vec<Shown> {
    let mut options = Vec::new();
    for line in help
        .lines()
        .filter(|line| line.trim_start().starts_with('-'))
    {
        let head = line.trim().split("  ").next().unwrap_or("");
        let mut letters = Vec::new();
        for word in head.split([',', ' ']).filter(|word| word.starts_with('-')) {
            if let Some(long) = word.strip_prefix("--") {
                let end = long.find(['=', '[']).unwrap_or(long.len());
                let (name, rest) = long.split_at(end);
                options.push(Shown {
                    letter: letters.pop(),
                    long: Some(name.to_owned()),
                    takes: match rest.chars().next() {
                        Some('[') => "attached",
                        Some(_) => "value",
                        None => "nothing",
                    },
                });
            } else if let [b'-', letter] = word.as_bytes() {
                letters.push(*letter);
            }
        }
        options.extend(letters.into_iter().map(|letter| Shown {
            letter: Some(letter),
            long: None,
            takes: "unsaid",
        }));
    }
    options
}

fn takes(flag: &Flag) -> &'static str {
    match flag.takes {
        Takes::Nothing => "nothing",
        Takes::Value(_) => "value",
        Takes::Attached(_) => "attached",
    }
}

/// What looks like a flag in a page of help and is none: `cut` explains ranges so.
const NO_FLAGS: [&str; 1] = ["cut -M"];

#[test]
fn every_flag_of_the_help_is_in_its_table_and_takes_the_same() {
    let mut missing = Vec::new();
    for (name, spec) in tools_with_flags() {
        if !is_gnu(name) {
            continue;
        }
        let help = Workspace::new().run(&[name, "--help"]).stdout;
        let options = shown(&String::from_utf8_lossy(&help));
        assert!(options.len() > 3, "{name} has a page of help");
        for option in &options {
            if let Some(letter) = option.letter
                && spec.flags.by_letter(letter).is_none()
            {
                missing.push(format!("{name} -{}", char::from(letter)));
            }
            let Some(long) = &option.long else {
                continue;
            };
            match spec.flags.by_long(long, Abbreviations::Refused) {
                // Whether an attached argument is understood differs between versions, and moves no word.
                Found::Flag(flag) => {
                    let same = options.iter().filter(|other| other.long == option.long);
                    let apart = same.clone().all(|other| other.takes == "value");
                    assert_eq!(takes(flag) == "value", apart, "{name} --{long}");
                }
                Found::Ambiguous | Found::Nothing => missing.push(format!("{name} --{long}")),
            }
        }
    }
    missing.retain(|flag| !NO_FLAGS.contains(&flag.as_str()));
    assert!(missing.is_empty(), "not described: {missing:?}");
}

#[test]
fn letters_take_what_their_table_says() {
    for (name, spec) in tools_with_flags().filter(|(name, _)| is_gnu(name)) {
        for flag in spec.flags.list().iter().filter(|flag| flag.letter != 0) {
            let workspace = Workspace::new();
            let letter = format!("-{}", char::from(flag.letter));
            let output = workspace.run(&[name, &letter]);
            let errors = String::from_utf8_lossy(&output.stderr);
            let wants = errors.contains("requires an argument");
            assert_eq!(wants, takes(flag) == "value", "{name} {letter}: {errors}");
            assert!(
                !errors.contains("invalid option"),
                "{name} {letter}: {errors}"
            );
        }
    }
}

#[test]
fn abbreviations_of_sort_are_as_ambiguous_as_sort_says() {
    if !is_gnu("sort") {
        return;
    }
    let Some(Grammar::Options(spec)) = tables::find("sort").map(|tool| &tool.grammar) else {
        panic!("sort has flags");
    };
    let workspace = Workspace::new();
    for flag in spec
        .flags
        .list()
        .iter()
        .filter(|flag| !flag.long.is_empty())
    {
        for end in 1..flag.long.len() {
            let abbreviation = flag.long.get(..end).expect("names are ASCII");
            let output = workspace.run(&["sort", &format!("--{abbreviation}"), "a", "a"]);
            let errors = String::from_utf8_lossy(&output.stderr);
            let found = spec.flags.by_long(abbreviation, Abbreviations::Understood);
            let ambiguous = matches!(found, Found::Ambiguous);
            assert_eq!(
                errors.contains("ambiguous"),
                ambiguous,
                "sort --{abbreviation}: {errors}"
            );
        }
    }
}

/// Returns a flag as it is written alone, and with each kind of argument that has no effect of its own.
fn spellings(flag: &Flag) -> Vec<Vec<String>> {
    let mut names = Vec::new();
    if flag.letter != 0 {
        names.push(format!("-{}", char::from(flag.letter)));
    }
    if !flag.long.is_empty() {
        names.push(format!("--{}", flag.long));
    }
    let values = |value| match value {
        Value::Number => vec!["1"],
        Value::Text | Value::TextOrFile => vec!["a", "1"],
        Value::Choice(words) => words.to_vec(),
        Value::Path(_) | Value::NameList | Value::Program => Vec::new(),
    };
    let attach = |name: &str, value: &str| {
        let equals = if name.starts_with("--") { "=" } else { "" };
        vec![format!("{name}{equals}{value}")]
    };
    let mut spellings = Vec::new();
    for name in &names {
        match flag.takes {
            Takes::Nothing => spellings.push(vec![name.clone()]),
            Takes::Attached(value) => {
                spellings.push(vec![name.clone()]);
                spellings.extend(values(value).iter().map(|value| attach(name, value)));
            }
            Takes::Value(value) => {
                spellings.extend(values(value).iter().map(|value| attach(name, value)));
                let apart = values(value);
                spellings.extend(
                    apart
                        .iter()
                        .map(|&value| vec![name.clone(), value.to_owned()]),
                );
            }
        }
    }
    spellings
}

/// Runs a reader with every flag that is harmless, and with words behind it that would write if the flag took another
/// number of arguments than its table says. Returns what wrote.
fn writers(workspace: &Workspace, command: &[&str], spec: &Spec, write: &str) -> Vec<String> {
    let before = workspace.files();
    let mut writers = Vec::new();
    let mut run = |words: &[&str]| {
        workspace.run(&[command, words].concat());
        let after = workspace.files();
        for file in after.iter().filter(|file| !before.contains(file)) {
            fs::remove_file(file).expect("files can be removed");
            writers.push([command, words].concat().join(" "));
        }
    };
    for flag in spec.flags.list() {
        for spelling in spellings(flag) {
            let words: Vec<&str> = spelling.iter().map(String::as_str).collect();
            run(&[&words[..], &["a"]].concat());
            run(&[&words[..], &["--", write, "a"]].concat());
        }
        if matches!(
            flag.takes,
            Takes::Value(Value::Text | Value::Number | Value::Choice(_))
        ) {
            let alone = Flag {
                takes: Takes::Nothing,
                ..*flag
            };
            for name in spellings(&alone).concat() {
                run(&[&name, write, "a"]);
            }
        }
    }
    assert!(
        before.iter().all(|file| file.exists()),
        "{command:?} removed something"
    );
    writers
}

#[test]
fn readers_write_nothing_with_any_harmless_flag() {
    for (name, spec) in tools_with_flags() {
        if spec.stance == Stance::Reader && is_gnu(name) {
            let writers = writers(&Workspace::new(), &[name], spec, "-oVICTIM");
            assert!(writers.is_empty(), "{writers:#?}");
        }
    }
}

#[test]
fn git_writes_nothing_with_any_harmless_flag() {
    let workspace = Workspace::new();
    if !Path::new("/usr/bin/git").exists() {
        skipped("no git on this machine");
        return;
    }
    let identity = ["-c", "user.name=x", "-c", "user.email=x@x.invalid"];
    for words in [
        &["init", "-q"][..],
        &["add", "."],
        &["commit", "-q", "-m", "first"],
    ] {
        let output = workspace.run(&[&["git"], &identity[..], words].concat());
        assert!(output.status.success(), "{output:?}");
    }
    fs::write(workspace.path.join("a"), "one\nthree\n").expect("files can be written");
    let Some(Grammar::Tree(tree)) = tables::find("git").map(|tool| &tool.grammar) else {
        panic!("git has subcommands");
    };
    let mut found = Vec::new();
    let mut seen = Vec::new();
    for (name, grammar) in tree.branches {
        let Grammar::Options(spec) = grammar else {
            panic!("git {name} has flags");
        };
        // `log` and `show` share a table, and in git the code that reads it.
        let names: Vec<_> = spec
            .flags
            .list()
            .iter()
            .map(|flag| (flag.letter, flag.long))
            .collect();
        if !seen.contains(&names) {
            found.extend(writers(&workspace, &["git", name], spec, "--output=VICTIM"));
            seen.push(names);
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
