//! Whether the tables have every flag that a tool's own help shows, and whether it takes the same.

use std::{collections::BTreeMap, sync::OnceLock, time::Duration};

use super::{
    Described, described, is_gnu,
    left_out::LEFT_OUT,
    program, skipped,
    walls::{self, Outcome},
};
use crate::model::{Abbreviations, Digits, Found, Spec, Takes};

/// How long a page of help may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// Ways to ask for help. The answer with the most options counts.
const QUESTIONS: [&[&str]; 4] = [&["--help"], &["-h"], &["--help", "all"], &["help"]];
/// Commands that a word such as `help` may change something of, so only `--help` is asked.
const ONLY_LONG: [&str; 4] = ["hostname", "kill", "killall", "service"];

/// Flags whose help does not show their argument, or not that it must be attached.
const FORGOTTEN: [&str; 4] = [
    "wget --backups",
    "wget --hsts-file",
    "wget --max-redirect",
    "xargs --max-lines",
];

/// An option as a page of help shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shown {
    /// As it is written: `-o`, `--output`.
    name: String,
    takes: Argument,
}

/// Whether a page of help shows an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Argument {
    None,
    Apart,
    Attached,
    /// A letter beside a long name: what is said there holds for both.
    Unsaid,
}

/// Reads a page of help, or a line of usage.
fn shown(help: &str) -> Vec<Shown> {
    let mut options = Vec::new();
    for line in help.lines() {
        let line = line.trim();
        if line.starts_with('-') {
            read_line(line, &mut options);
        }
        for bracket in line.split('[').skip(1) {
            read_bracket(bracket, &mut options);
        }
    }
    options
}

/// Reads `-o, --output=FILE   …`, `--color[=WHEN]   …`, `-r, -R, --recursive`, `--[no-]quiet`, `-m/--merge`.
fn read_line(line: &str, options: &mut Vec<Shown>) {
    let head = line.split(['\t']).next().unwrap_or(line);
    let head = head.split("  ").next().unwrap_or(head);
    let mut words = head.split([',', ' ', '|', '/']).map(str::trim).peekable();
    while let Some(word) = words.next() {
        if let Some(long) = word.strip_prefix("--") {
            let (both, long) = match long.strip_prefix("[no-]") {
                Some(long) => (true, long),
                None => (false, long),
            };
            let end = long.find(['=', '[', '<']).unwrap_or(long.len());
            let (name, rest) = long.split_at(end);
            let name = name.trim_end_matches('.');
            let takes = match rest.chars().next() {
                Some('[') => Argument::Attached,
                Some(_) => Argument::Apart,
                None if words.peek().is_some_and(|next| is_placeholder(next)) => Argument::Apart,
                None => Argument::None,
            };
            if is_name(name) {
                add(options, format!("--{name}"), takes);
                if both {
                    add(options, format!("--no-{name}"), Argument::None);
                }
            }
        } else if let Some(letter) = word.strip_prefix('-') {
            let mut characters = letter.chars();
            let first = characters.next();
            let alone = characters
                .next()
                .is_none_or(|next| matches!(next, '[' | '<' | '='));
            if let Some(first) = first.filter(|first| alone && first.is_ascii_alphanumeric()) {
                add(options, format!("-{first}"), Argument::Unsaid);
            }
        }
    }
}

/// Whether a word stands for an argument, as in `--label LABEL`, `--variable VAR=VALUE`. What is in angles may be an operand.
fn is_placeholder(word: &str) -> bool {
    let is_shouted = |byte: u8| byte.is_ascii_uppercase() || matches!(byte, b'=' | b'_' | b'-');
    !word.starts_with('-') && word.len() > 1 && word.bytes().all(is_shouted)
}

/// Reads what is in brackets of a line of usage: `-abc]`, `-o file]`.
fn read_bracket(bracket: &str, options: &mut Vec<Shown>) {
    let Some((content, _)) = bracket.split_once(']') else {
        return;
    };
    let Some(letters) = content.strip_prefix('-') else {
        return;
    };
    let is_cluster = letters.len() > 2 && letters.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let mut words = letters.split(' ');
    let single = words
        .next()
        .filter(|word| word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    if is_cluster && looks_mixed(letters) {
        for letter in letters.chars() {
            add(options, format!("-{letter}"), Argument::Unsaid);
        }
    } else if let Some(letter) = single {
        add(options, format!("-{letter}"), Argument::Unsaid);
    }
}

/// Whether letters are several flags and no word: no letter comes twice, and they are in some order.
fn looks_mixed(letters: &str) -> bool {
    let mut seen: Vec<_> = letters.chars().collect();
    seen.sort_unstable();
    let count = seen.len();
    seen.dedup();
    seen.len() == count
        && letters
            .chars()
            .any(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit())
}

fn is_name(name: &str) -> bool {
    name.len() > 1
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
        && !name.ends_with('-')
}

fn add(options: &mut Vec<Shown>, name: String, takes: Argument) {
    options.push(Shown { name, takes });
}

/// Whether a table has a flag.
fn has(spec: &Spec, name: &str) -> bool {
    match name.strip_prefix("--") {
        Some(long) => matches!(
            spec.flags.by_long(long, Abbreviations::Refused),
            Found::Flag(_)
        ),
        None => name.as_bytes().get(1).is_some_and(|&letter| {
            let is_digit = letter.is_ascii_digit() && spec.digits != Digits::Refused;
            is_digit || spec.flags.by_letter(letter).is_some() || long_of_one_letter(spec, name)
        }),
    }
}

/// Whether a letter is a long name there.
fn long_of_one_letter(spec: &Spec, name: &str) -> bool {
    let long = name.trim_start_matches('-');
    matches!(
        spec.flags.by_long(long, Abbreviations::Refused),
        Found::Flag(_)
    )
}

/// A table, the options that its tool's help shows, and whether the tool is GNU's.
type Page = (Described, Vec<Shown>, bool);

/// Returns the tables whose help can be asked for, and what was said.
fn pages() -> &'static [Page] {
    static PAGES: OnceLock<Vec<Page>> = OnceLock::new();
    PAGES.get_or_init(ask)
}

fn ask() -> Vec<Page> {
    let mut seen = Vec::new();
    let mut tables = described();
    tables.retain(|table| {
        let is_new = !seen.contains(&table.words);
        seen.push(table.words.clone());
        is_new && is_compared(table) && program(table.words[0]).is_some()
    });
    let mut questions = Vec::new();
    let mut counts = Vec::new();
    for table in &tables {
        let path = program(table.words[0]).expect("it is there");
        let path = path.to_string_lossy().into_owned();
        let subcommand = table.words.iter().skip(1).map(|word| (*word).to_owned());
        let words: Vec<String> = [path].into_iter().chain(subcommand).collect();
        let asked = questions_to(&table.words);
        counts.push(asked.len() + 1);
        for question in asked.iter().chain(&[&["--version"][..]]) {
            let question = question.iter().map(|word| (*word).to_owned());
            questions.push(words.iter().cloned().chain(question).collect());
        }
    }
    let mut answers = walls::run(&questions, PATIENCE).into_iter();
    let read = |(table, count): (Described, usize)| {
        let mut answers: Vec<_> = answers.by_ref().take(count).collect();
        let version = answers.pop().expect("each is asked several times");
        (table, best(&answers), is_gnu(&version))
    };
    tables.into_iter().zip(counts).map(read).collect()
}

/// Whether a table is compared here. Git's subcommands have a test and a list of their own; and of tools of which only
/// the version is described everything else is left out.
fn is_compared(table: &Described) -> bool {
    let is_version = |name: &str| matches!(name, "version" | "verbose");
    let mut flags = table.spec.flags.list().peekable();
    let only_version = flags.peek().is_some() && flags.all(|flag| is_version(flag.long));
    !only_version && (table.words[0] != "git" || table.words.len() == 1)
}

/// Returns the ways in which a command is asked for help.
fn questions_to(words: &[&str]) -> &'static [&'static [&'static str]] {
    if ONLY_LONG.contains(&words[0]) {
        &[&["--help"]]
    } else if words.len() > 1 {
        &[&["-h"]]
    } else {
        &QUESTIONS
    }
}

/// Returns the options of the page that shows most.
fn best(pages: &[Outcome]) -> Vec<Shown> {
    let shown = pages
        .iter()
        .map(|page| shown(&String::from_utf8_lossy(&page.output)));
    shown.max_by_key(Vec::len).unwrap_or_default()
}

/// Whether a flag of a tool or subcommand is on the list. What is there for a tool holds for its subcommands.
fn is_left_out(tool: &str, flag: &str) -> bool {
    LEFT_OUT.iter().any(|row| {
        let is_same = |name: &&str| {
            let rest = tool.strip_prefix(*name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        row.tools.iter().any(is_same)
            && row
                .flags
                .iter()
                .any(|other| *other == flag || *other == "*")
    })
}

#[test]
#[expect(clippy::print_stderr, reason = "prints rows that can be taken over")]
fn every_flag_of_the_help_is_in_its_table_or_left_out() {
    if let Some(why) = walls::missing() {
        return skipped(why);
    }
    let mut missing: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (table, options, _) in pages() {
        let tool = table.words.join(" ");
        for option in options {
            if !is_left_out(&tool, &option.name) && !has(table.spec, &option.name) {
                let flags = missing.entry(tool.clone()).or_default();
                flags.push(option.name.clone());
            }
        }
    }
    for flags in missing.values_mut() {
        flags.sort_unstable();
        flags.dedup();
    }
    if std::env::var_os("UPDATE").is_some() {
        // What is missing of a tool as a whole is said once.
        let is_new = |tool: &str, flags: &Vec<String>| {
            let parent = tool.split_once(' ').and_then(|(name, _)| missing.get(name));
            parent.is_none_or(|parent| !flags.iter().all(|flag| parent.contains(flag)))
        };
        for (tool, flags) in missing.iter().filter(|(tool, flags)| is_new(tool, flags)) {
            eprintln!("    left_out(&[{tool:?}], &{flags:?}, \"not looked at yet\"),");
        }
        return;
    }
    assert!(
        missing.is_empty(),
        "neither described nor left out: {missing:#?}"
    );
}

#[test]
fn what_is_left_out_is_not_described() {
    let tables = described();
    assert!(LEFT_OUT.is_sorted_by(|left, right| left.tools <= right.tools));
    for row in LEFT_OUT {
        assert!(!row.why.is_empty(), "{:?} have a reason", row.tools);
        for tool in row.tools {
            let mut same = tables.iter().filter(|table| table.words.join(" ") == *tool);
            let table = same.next();
            assert!(table.is_some(), "{tool} is described");
            for flag in row.flags {
                let stale = table.is_some_and(|table| has(table.spec, flag));
                assert!(!stale, "{tool} {flag} is described now");
            }
        }
    }
}

#[test]
fn arguments_are_as_the_help_of_gnu_says() {
    if let Some(why) = walls::missing() {
        return skipped(why);
    }
    let mut faults = Vec::new();
    for (table, options, _) in pages().iter().filter(|page| page.2) {
        let [name] = table.words[..] else {
            continue;
        };
        for option in options {
            let long = option.name.strip_prefix("--");
            let Some(Found::Flag(flag)) =
                long.map(|long| table.spec.flags.by_long(long, Abbreviations::Refused))
            else {
                continue;
            };
            // Whether an attached argument is understood differs between versions, and moves no word.
            let mut same = options.iter().filter(|other| other.name == option.name);
            let apart = same.all(|other| other.takes == Argument::Apart);
            let takes = matches!(flag.takes, Takes::Value(_) | Takes::Several(_));
            let words = format!("{name} {}", option.name);
            if takes != apart && !FORGOTTEN.contains(&words.as_str()) {
                faults.push(words);
            }
        }
    }
    assert!(faults.is_empty(), "these take something else: {faults:?}");
}

#[test]
fn pages_of_help_are_read() {
    let names = |help: &str| {
        let shown = shown(help).into_iter();
        shown.map(|option| option.name).collect::<Vec<_>>()
    };
    assert_eq!(
        names("  -o, --output=FILE  write to FILE"),
        ["-o", "--output"]
    );
    assert_eq!(names("      --color[=WHEN]   use colors -x"), ["--color"]);
    assert_eq!(
        names(" -d, --data <data>        HTTP POST data"),
        ["-d", "--data"]
    );
    assert_eq!(
        names("    -q, --[no-]quiet      be quiet"),
        ["-q", "--quiet", "--no-quiet"]
    );
    assert_eq!(
        names("usage: nc [-46Cd] [-I length]"),
        ["-4", "-6", "-C", "-d", "-I"]
    );
    assert_eq!(
        names("  -A NUM, --after-context=NUM"),
        ["-A", "--after-context"]
    );
    assert_eq!(names("- item\n--\n -- x"), Vec::<String>::new());
    assert_eq!(names("  --verbose...  say more"), ["--verbose"]);
    let takes = |help: &str| shown(help).last().map(|option| option.takes);
    for help in ["--label LABEL  x", "-v, --variable VAR=VALUE"] {
        assert_eq!(takes(help), Some(Argument::Apart), "{help}");
    }
    for help in ["--all, -A  x", "--all  ALL of them", "--list <file>"] {
        assert_ne!(takes(help), Some(Argument::Apart), "{help}");
    }
}
