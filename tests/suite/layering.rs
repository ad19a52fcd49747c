//! Who may import whom: a lower layer never imports a higher one, and outside crates stay where they belong.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use crate::support::repository;

/// The layers, lowest first. Inside a layer only what [`NEIGHBOURS`] names may be imported.
const LAYERS: [&[&str]; 9] = [
    &["limits", "ids", "span", "untrusted"],
    &[
        "call",
        "read",
        "judge",
        "rules",
        "plan",
        "outcome",
        "variables",
    ],
    &["sys", "warden", "config", "guest"],
    &["decide"],
    &["shell", "contain", "output"],
    &["run"],
    &["runtime", "session"],
    &["lib"],
    &["cli", "main"],
];

/// Imports inside a layer: who, whom.
const NEIGHBOURS: [(&str, &str); 12] = [
    ("judge", "read"),
    ("outcome", "judge"),
    ("outcome", "plan"),
    ("outcome", "read"),
    ("plan", "read"),
    ("rules", "judge"),
    ("rules", "read"),
    ("rules", "variables"),
    ("warden", "sys"),
    ("runtime", "session"),
    ("session", "runtime"),
    ("main", "cli"),
];

/// Modules that touch nothing: no files, environment, processes, threads, async runtime or WebAssembly.
const PURE: [&str; 11] = [
    "limits",
    "ids",
    "span",
    "untrusted",
    "call",
    "read",
    "judge",
    "rules",
    "plan",
    "outcome",
    "variables",
];
const IMPURE: [&str; 7] = [
    "std::fs",
    "std::env",
    "std::process",
    "std::net",
    "std::thread",
    "tokio::",
    "wasmtime::",
];

/// Outside crates and the modules that may know them.
const CRATES: [(&str, &[&str]); 11] = [
    ("wasmtime", &["guest"]),
    ("tree_sitter", &["read"]),
    ("tree_sitter_bash", &["read"]),
    ("nix", &["sys", "warden"]),
    ("libc", &["sys", "warden"]),
    // `contain` has a module of this name.
    ("landlock", &["warden", "contain"]),
    ("seccompiler", &["warden"]),
    ("clap", &["cli"]),
    ("anyhow", &["cli"]),
    ("etcetera", &["config"]),
    ("toml", &["config"]),
];

/// Modules in which `unsafe` may stand; `guest/cache.rs` has one block more.
const UNSAFE: [&str; 2] = ["sys", "warden"];

struct Source {
    module: String,
    path: PathBuf,
    code: String,
}

/// All sources without comments, strings' contents left alone, and without their tests.
fn sources() -> Vec<Source> {
    let root = repository().join("host/src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    assert!(files.len() > 50, "the sources were not found");
    files
        .into_iter()
        .filter(|path| {
            !path.ends_with("tests.rs") && !path.components().any(|one| one.as_os_str() == "tests")
        })
        .map(|path| {
            let relative = path.strip_prefix(&root).unwrap();
            let first = relative.components().next().unwrap().as_os_str();
            let module = first.to_str().unwrap().trim_end_matches(".rs").to_owned();
            let text = fs::read_to_string(&path).unwrap();
            let code = text
                .split("\n#[cfg(test)]\nmod tests")
                .next()
                .unwrap()
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"))
                .collect::<Vec<_>>()
                .join("\n");
            Source {
                module,
                path: relative.to_owned(),
                code,
            }
        })
        .collect()
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The modules of ours that a source names, by `crate::x` or inside `use crate::{x…, y…}`.
fn imports(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        // `$crate` and `other_crate::` are not ours.
        if code[..at].ends_with(['_', '$']) {
            continue;
        }
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            None => names.push(identifier(rest)),
            Some(list) => names.extend(top_level(list)),
        }
    }
    names.retain(|name| name.starts_with(|first: char| first.is_ascii_lowercase()));
    names
}

fn identifier(text: &str) -> String {
    text.chars()
        .take_while(|one| one.is_ascii_alphanumeric() || *one == '_')
        .collect()
}

/// The first names of the items of a braced list, whatever is nested in them.
fn top_level(list: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut depth = 0;
    let mut item = String::new();
    for one in list.chars() {
        match one {
            '}' if depth == 0 => break,
            ',' if depth == 0 => names.push(identifier(std::mem::take(&mut item).trim())),
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if !(one == ',' && depth == 0) {
            item.push(one);
        }
    }
    names.push(identifier(item.trim()));
    names
}

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

#[test]
fn lower_layers_never_import_higher_ones() {
    let mut wrong = Vec::new();
    for source in sources() {
        let own = layer_of(&source.module)
            .unwrap_or_else(|| panic!("`{}` has no layer in layering.rs", source.module));
        for import in imports(&source.code) {
            let Some(layer) = layer_of(&import) else {
                continue;
            };
            let is_neighbour = import == source.module
                || NEIGHBOURS.contains(&(source.module.as_str(), import.as_str()));
            if layer > own || (layer == own && !is_neighbour) {
                wrong.push(format!("{} imports `{import}`", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn outside_crates_stay_where_they_belong() {
    let allowed: BTreeMap<&str, &[&str]> = CRATES.into_iter().collect();
    let mut wrong = Vec::new();
    for source in sources() {
        for (name, modules) in &allowed {
            let named = [
                format!("{name}::"),
                format!("use {name};"),
                format!("use {name} "),
            ]
            .iter()
            .any(|form| is_named(&source.code, form));
            if named && !modules.contains(&source.module.as_str()) {
                wrong.push(format!("{} uses {name}", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a path of an outside crate is used: its first name doesn't continue another one.
fn is_named(code: &str, form: &str) -> bool {
    code.match_indices(form).any(|(at, _)| {
        !code[..at]
            .ends_with(|before: char| before.is_alphanumeric() || matches!(before, '_' | ':' | '"'))
    })
}

#[test]
fn pure_modules_touch_nothing() {
    let mut wrong = Vec::new();
    for source in sources() {
        if !PURE.contains(&source.module.as_str()) {
            continue;
        }
        for name in IMPURE {
            if source.code.contains(name) {
                wrong.push(format!("{} uses {name}", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unsafe_code_stands_only_where_it_may() {
    let mut wrong = Vec::new();
    for source in sources() {
        let is_cache = source.path == Path::new("guest/cache.rs");
        let blocks = source.code.matches("unsafe {").count();
        if blocks > 0 && !UNSAFE.contains(&source.module.as_str()) && !(is_cache && blocks == 1) {
            wrong.push(format!(
                "{} has {blocks} unsafe blocks",
                source.path.display()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn imports_are_found_in_all_forms() {
    let code = "use crate::{a::{b, c}, d, self_e::F};\ncrate::g::h(); $crate::no; use crate::K;";
    assert_eq!(imports(code), ["a", "d", "self_e", "g"]);
}
