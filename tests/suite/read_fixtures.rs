//! The scripts lowered by hand (R3.20): all are well-formed and use documented words, and reading one for bash gives what
//! its file says. How the files are written is told in `tests/fixtures/scripts/README.md`.

mod contract;
mod shape;

use std::{fmt::Debug, fs};

use shellward::{
    read::{Alias, AliasReach, Dialect, Script, ShellFacts, read},
    span::Range,
};
use toml::{Table, Value};

use crate::support::repository;

/// What is read, by name and sorted, so that a file that was not found does not pass.
const BASH: [&str; 47] = [
    "alias",
    "arithmetic-command",
    "arithmetic-in-word",
    "assignments",
    "background",
    "brace-expansion",
    "case",
    "cd-and",
    "cd-then",
    "command-string",
    "command-substitution",
    "coprocess",
    "default-value",
    "double-bracket",
    "export",
    "find-exec",
    "for-arithmetic",
    "for-glob",
    "for-set",
    "function",
    "function-and-cd",
    "function-named-like-a-tool",
    "glob-and-tilde",
    "group",
    "here-document-expanding",
    "here-document-in-argument",
    "here-document-quoted",
    "here-document-tabs",
    "here-string",
    "if",
    "list",
    "partial",
    "pipe-of-errors",
    "pipeline",
    "process-substitution",
    "quoting",
    "select",
    "ssh",
    "subshell",
    "sudo",
    "test-and-negation",
    "until",
    "variable-after-branch",
    "variable-resolved",
    "while-read",
    "wrappers",
    "xargs",
];

/// What is only looked at for its shape: nothing reads PowerShell yet.
const POWERSHELL: [&str; 12] = [
    "aliases-and-script-block",
    "call-operator",
    "download-cradle",
    "encoded-command",
    "here-string-and-redirects",
    "invoke-expression",
    "loop-and-branch",
    "modules-and-remote",
    "pipeline-of-cmdlets",
    "run-as",
    "splatting-and-environment",
    "static-method",
];

/// What a field has that a file leaves out, list by list.
const USUAL: &str = r#"
[script]
gaps = []
blocks = []
commands = []
words = []
pieces = []
assignments = []
redirects = []
functions = []

[gaps]
message = ""
node = ""

[blocks]
stage = 0
connector = "first"
negated = false
background = false
subject = [0, 0]

[commands]
stage = 0
connector = "first"
negated = false
background = false
assignments = [0, 0]
words = [0, 0]
redirects = [0, 0]
wrappers = []
site = "local"
cwds = []
open_ended = false

[words]
fields = "one"

[pieces]
quoted = false

[assignments]
append = false
"#;

/// One file.
struct Fixture {
    name: String,
    facts: ShellFacts,
    /// The fields of a script.
    fields: Table,
}

impl Fixture {
    /// Reads a file and completes it.
    fn load(folder: &str, name: &str) -> Self {
        let path = folder_of(folder).join(name).with_extension("toml");
        let text = fs::read_to_string(&path).unwrap();
        let mut fields: Table =
            toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let facts = facts(fields.remove("facts"));
        complete(&mut fields);
        Self {
            name: format!("{folder}/{name}"),
            facts,
            fields,
        }
    }
}

fn folder_of(folder: &str) -> std::path::PathBuf {
    repository().join("tests/fixtures/scripts").join(folder)
}

/// The facts that the README names, and the aliases of a file.
fn facts(given: Option<Value>) -> ShellFacts {
    let mut facts = ShellFacts::of(Dialect::Bash, "/work");
    facts.home = Some("/home/u".to_owned());
    let aliases = given.and_then(|given| given.get("aliases").cloned());
    for (name, value) in aliases
        .map(Table::try_from)
        .transpose()
        .unwrap()
        .unwrap_or_default()
    {
        facts.aliases.push(Alias {
            name,
            value: value.as_str().unwrap().to_owned(),
            reach: AliasReach::Command,
        });
    }
    facts
}

/// Fills in what a file leaves out.
fn complete(fields: &mut Table) {
    let mut usual: Table = toml::from_str(USUAL).unwrap();
    add(fields, usual.remove("script").unwrap().as_table().unwrap());
    for (list, values) in &usual {
        for row in rows(fields, list) {
            add(row, values.as_table().unwrap());
        }
    }
    // The beginning of a word of one value is that value.
    for word in rows(fields, "words") {
        let prefix = match word["values"].as_array().unwrap().as_slice() {
            [value] => value.clone(),
            _ => Value::from(""),
        };
        word.entry("prefix").or_insert(prefix);
    }
}

fn add(row: &mut Table, usual: &Table) {
    for (field, value) in usual {
        row.entry(field.as_str()).or_insert_with(|| value.clone());
    }
}

fn rows<'a>(fields: &'a mut Table, list: &str) -> impl Iterator<Item = &'a mut Table> {
    let list = fields[list].as_array_mut().unwrap();
    list.iter_mut().map(|row| row.as_table_mut().unwrap())
}

#[test]
fn no_fixture_is_forgotten() {
    for (folder, names) in [("bash", &BASH[..]), ("powershell", &POWERSHELL[..])] {
        let mut found: Vec<String> = fs::read_dir(folder_of(folder))
            .unwrap()
            .map(|entry| {
                entry
                    .unwrap()
                    .path()
                    .file_stem()
                    .unwrap()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        found.sort();
        assert_eq!(found, names, "{folder}");
    }
}

#[test]
fn fixtures_are_well_formed_and_use_documented_words() {
    let documented = shape::Vocabulary::of_contract();
    let of_bash = BASH.map(|name| ("bash", name));
    let of_powershell = POWERSHELL.map(|name| ("powershell", name));
    let mut faults = Vec::new();
    for (folder, name) in of_bash.into_iter().chain(of_powershell) {
        let fixture = Fixture::load(folder, name);
        let found = shape::faults(fixture.fields, &documented);
        faults.extend(
            found
                .into_iter()
                .map(|fault| format!("{}: {fault}", fixture.name)),
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn scripts_are_read_as_they_were_lowered_by_hand() {
    let differences: Vec<String> = BASH
        .into_iter()
        .filter_map(|name| difference(Fixture::load("bash", name)))
        .collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Returns the first difference between what a file says and what is read, small enough to look at.
fn difference(fixture: Fixture) -> Option<String> {
    let name = fixture.name;
    let mut expected: Script = match fixture.fields.try_into() {
        Ok(expected) => expected,
        Err(error) => return Some(format!("{name}: {error}")),
    };
    let mut found = read(expected.source(), &fixture.facts);
    forget_details(&mut expected);
    forget_details(&mut found);
    let (one, two) = (&found, &expected);
    let what = first_difference("gaps", &one.gaps, &two.gaps)
        .or_else(|| first_difference("texts", &one.texts, &two.texts))
        .or_else(|| first_difference("blocks", &one.blocks, &two.blocks))
        .or_else(|| first_difference("commands", &one.commands, &two.commands))
        .or_else(|| first_difference("words", &one.words, &two.words))
        .or_else(|| first_difference("pieces", &one.pieces, &two.pieces))
        .or_else(|| first_difference("assignments", &one.assignments, &two.assignments))
        .or_else(|| first_difference("redirects", &one.redirects, &two.redirects))
        .or_else(|| first_difference("functions", &one.functions, &two.functions))
        .or_else(|| (one != two).then(|| format!("{:?} and {:?}", one.reading, two.reading)))?;
    Some(format!("{name}: {what}"))
}

fn first_difference<T: Debug + PartialEq>(
    list: &str,
    found: &[T],
    expected: &[T],
) -> Option<String> {
    let len = found.len().max(expected.len());
    let at = (0..len).find(|&at| found.get(at) != expected.get(at))?;
    let say = |one: Option<&T>| one.map_or_else(|| "nothing".to_owned(), |one| format!("{one:?}"));
    Some(format!(
        "{list}[{at}]\n  read:    {}\n  by hand: {}",
        say(found.get(at)),
        say(expected.get(at))
    ))
}

/// An empty range is empty wherever it lies, and a message is for people.
fn forget_details(script: &mut Script) {
    for gap in &mut script.gaps {
        gap.message.clear();
    }
    let blocks = script.blocks.iter_mut().map(|block| &mut block.subject);
    let commands = script.commands.iter_mut().flat_map(|command| {
        [
            &mut command.assignments,
            &mut command.words,
            &mut command.redirects,
        ]
    });
    let words = script.words.iter_mut().map(|word| &mut word.pieces);
    for range in blocks.chain(commands).chain(words) {
        if range.is_empty() {
            *range = Range::default();
        }
    }
}
