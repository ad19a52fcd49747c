//! The contract in `wit/` parses, and every part of it is documented (R3.22).

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
