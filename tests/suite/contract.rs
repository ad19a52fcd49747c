//! The contract in `wit/` parses, and every part of it is documented (R3.22), the words of its vocabularies among it
//! (R3.21).

use std::fs;

use wit_parser::{Docs, Resolve, TypeDefKind, WorldItem};

use crate::support::repository;

fn contract() -> Resolve {
    let mut resolve = Resolve::default();
    resolve.push_dir(repository().join("wit/v0.1")).unwrap();
    resolve
}

fn is_documented(docs: &Docs) -> bool {
    docs.contents
        .as_deref()
        .is_some_and(|text| !text.trim().is_empty())
}

#[test]
fn everything_is_documented() {
    let resolve = contract();
    let mut bare = Vec::new();
    let mut seen = 0;
    let mut check = |what: String, docs: &Docs| {
        seen += 1;
        if !is_documented(docs) {
            bare.push(what);
        }
    };
    for (_, interface) in &resolve.interfaces {
        let interface_name = interface.name.clone().unwrap_or_default();
        check(interface_name.clone(), &interface.docs);
        for (name, function) in &interface.functions {
            check(format!("{interface_name}.{name}"), &function.docs);
        }
        for (name, id) in &interface.types {
            let definition = &resolve.types[*id];
            match &definition.kind {
                // A type taken over from another interface is documented there.
                TypeDefKind::Type(wit_parser::Type::Id(_)) => {}
                TypeDefKind::Record(record) => {
                    check(format!("{interface_name}.{name}"), &definition.docs);
                    for field in &record.fields {
                        check(
                            format!("{interface_name}.{name}.{}", field.name),
                            &field.docs,
                        );
                    }
                }
                TypeDefKind::Enum(choices) => {
                    check(format!("{interface_name}.{name}"), &definition.docs);
                    for case in &choices.cases {
                        check(format!("{interface_name}.{name}.{}", case.name), &case.docs);
                    }
                }
                _ => check(format!("{interface_name}.{name}"), &definition.docs),
            }
        }
    }
    for (_, world) in &resolve.worlds {
        check(world.name.clone(), &world.docs);
    }
    for (_, package) in &resolve.packages {
        check(package.name.to_string(), &package.docs);
    }
    assert!(seen > 100, "only {seen} parts were looked at");
    assert!(bare.is_empty(), "without documentation: {bare:?}");
}

#[test]
fn its_version_is_the_one_that_host_and_guests_name() {
    let resolve = contract();
    let names: Vec<String> = resolve
        .packages
        .iter()
        .map(|(_, package)| package.name.to_string())
        .collect();
    assert_eq!(names, ["shellward:policy@0.1.0-draft"]);
}

/// A world asks for nothing but the log, and gives `about` and one role.
#[test]
fn worlds_import_only_the_log() {
    let resolve = contract();
    assert_eq!(resolve.worlds.len(), 4);
    for (_, world) in &resolve.worlds {
        let imports: Vec<String> = world
            .imports
            .values()
            .filter_map(|item| match item {
                WorldItem::Interface { id, .. } => resolve.interfaces[*id].name.clone(),
                WorldItem::Function(_) | WorldItem::Type { .. } => None,
            })
            .filter(|name| name != "types")
            .collect();
        assert_eq!(imports, ["log"], "{}", world.name);
        assert_eq!(world.exports.len(), 2, "{}", world.name);
    }
}

/// The vocabularies in which the host describes a script, and the fields of the contract that carry them.
const VOCABULARIES: [(&str, &str, &str); 10] = [
    ("AssignmentScope", "assignment", "scope"),
    ("Binding", "command", "binding"),
    ("BlockKind", "block", "kind"),
    ("Connector", "command", "connector"),
    ("Dialect", "script", "dialect"),
    ("Fields", "word", "fields"),
    ("PieceKind", "piece", "kind"),
    ("Reading", "script", "reading"),
    ("Site", "command", "site"),
    ("TextOrigin", "text", "origin"),
];

/// Returns the documentation of a field.
fn documentation(resolve: &Resolve, record: &str, field: &str) -> String {
    resolve
        .types
        .iter()
        .filter(|(_, definition)| definition.name.as_deref() == Some(record))
        .filter_map(|(_, definition)| match &definition.kind {
            TypeDefKind::Record(shape) => shape.fields.iter().find(|one| one.name == field),
            _ => None,
        })
        .find_map(|found| found.docs.contents.clone())
        .unwrap_or_default()
}

/// Returns the vocabularies of a source file: the name of each, and its words.
fn vocabularies(source: &str) -> Vec<(String, Vec<String>)> {
    let blocks = source.split("\nvocabulary! {\n").skip(1);
    blocks
        .map(|block| {
            let lines = || block.lines().take_while(|line| *line != "}");
            let name = lines().find_map(|line| line.trim().strip_suffix(" {"));
            let words = lines()
                .filter(|line| !line.trim_start().starts_with("///"))
                .filter_map(|line| line.split_once(" = \"")?.1.strip_suffix("\","))
                .map(str::to_owned);
            (name.unwrap_or_default().to_owned(), words.collect())
        })
        .collect()
}

#[test]
fn every_word_that_the_host_says_of_a_script_is_documented() {
    let resolve = contract();
    let source = fs::read_to_string(repository().join("host/src/read/script.rs")).unwrap();
    let found = vocabularies(&source);
    assert!(found.len() >= 10, "only {} vocabularies", found.len());
    let mut missing = Vec::new();
    for (name, words) in found {
        let (_, record, field) = VOCABULARIES
            .iter()
            .find(|row| row.0 == name)
            .unwrap_or_else(|| panic!("no field of the contract carries {name}"));
        let documented = documentation(&resolve, record, field);
        assert!(words.len() > 1, "{name} has words");
        let is_missing = |word: &&String| !documented.contains(&format!("\"{word}\""));
        missing.extend(
            words
                .iter()
                .filter(is_missing)
                .map(|word| format!("{record}.{field}: {word}")),
        );
    }
    assert!(missing.is_empty(), "not documented: {missing:?}");
}

/// A record that may grow says what is not yet a field in `attrs`; those that never do are few and listed.
#[test]
fn records_that_may_grow_have_room_for_more_facts() {
    const CLOSED: [&str; 9] = [
        "attr",
        "condition",
        "description",
        "example",
        "piece",
        "range",
        "resolved",
        "rule",
        "span",
    ];
    let resolve = contract();
    let mut without = Vec::new();
    for (_, definition) in &resolve.types {
        let TypeDefKind::Record(shape) = &definition.kind else {
            continue;
        };
        let name = definition.name.as_deref().unwrap_or_default();
        if shape.fields.iter().all(|field| field.name != "attrs") && !CLOSED.contains(&name) {
            without.push(name);
        }
    }
    assert!(without.is_empty(), "without attrs: {without:?}");
}
