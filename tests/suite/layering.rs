//! Who may import whom: a lower layer never imports a higher one, and outside crates stay where they belong.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use crate::support::repository;

/// The layers, lowest first. Inside a layer only what [`NEIGHBOURS`] names may be imported.
const LAYERS: [&[&str]; 10] = [
    &["limits", "ids", "span", "untrusted", "forms"],
    &[
        "call",
        "read",
        "judge",
        "rules",
        "plan",
        "outcome",
        "variables",
    ],
    &["sys", "warden", "helper", "config", "guest"],
    &["decide"],
    &["shell", "contain", "output"],
    &["run"],
    &["edit"],
    &["runtime", "session"],
    &["lib"],
    &["cli", "main"],
];

/// Imports inside a layer: who, whom.
const NEIGHBOURS: [(&str, &str); 17] = [
    ("judge", "read"),
    ("outcome", "call"),
    ("outcome", "judge"),
    ("outcome", "plan"),
    ("outcome", "read"),
    ("plan", "read"),
    ("rules", "judge"),
    ("rules", "read"),
    ("rules", "variables"),
    // The cache of compiled policies must know whose its directory is.
    ("guest", "sys"),
    ("warden", "sys"),
    // The other door to the warden, for the host's own programs.
    ("helper", "sys"),
    ("helper", "warden"),
    // Settings are read as far as a file may be long, and trusted only in a directory of one's own.
    ("config", "sys"),
    ("runtime", "session"),
    ("session", "runtime"),
    ("main", "cli"),
];

/// Modules that touch nothing: no files, environment, processes, threads, async runtime or WebAssembly.
const PURE: [&str; 12] = [
    "forms",
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
/// Of the standard library, what touches something.
const IMPURE: [&str; 6] = ["fs", "env", "process", "net", "thread", "os"];
/// Methods of paths that look at the disk.
const LOOKS: [&str; 9] = [
    ".canonicalize()",
    ".exists()",
    ".is_dir()",
    ".is_file()",
    ".is_symlink()",
    ".metadata()",
    ".read_dir()",
    ".read_link()",
    ".symlink_metadata()",
];

/// Outside crates and the modules that may know them.
const CRATES: [(&str, &[&str]); 15] = [
    // Deciding needs no async runtime, and neither does the warden, which forks.
    ("tokio", &["run", "session", "cli", "sys"]),
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
    ("similar", &["edit"]),
    ("toml_edit", &["config"]),
    ("inquire", &["cli"]),
];

/// Modules in which `unsafe` may stand; `guest/cache.rs` has one block more.
const UNSAFE: [&str; 2] = ["sys", "warden"];

/// What `lib.rs` exports that is no module: the type and the module it is of.
const EXPORTS: [(&str, &str); 10] = [
    ("Call", "call"),
    ("CallError", "call"),
    ("BuildError", "runtime"),
    ("Runtime", "runtime"),
    ("RuntimeOptions", "runtime"),
    ("Remembered", "session"),
    ("Session", "session"),
    ("Settled", "session"),
    ("SessionError", "session"),
    ("WallsError", "session"),
];

/// Who may not import whom, though the layers would let them: what builds walls, reads output and wraps shells is told
/// what to do and knows nothing of why.
const NEVER: [(&str, &str); 3] = [
    ("contain", "decide"),
    ("output", "decide"),
    ("shell", "decide"),
];

/// All that reading output may know: it is as useful without any run.
const OF_OUTPUT: [&str; 1] = ["sys"];

/// What `run` may name of `decide`: a permit is the only way to run something, and is all that running knows of deciding.
const DECIDE_OF_RUN: [&str; 3] = ["Permit", "Permitted", "Spent"];

/// The warden's client, which starts processes, and who may name it: `run` starts what was permitted, `helper` the host's own
/// programs, `session` owns the warden, and `contain` tries walls out before anything is permitted to run in them.
const CLIENT: [&str; 2] = ["Warden", "RunChannel"];
const OF_CLIENT: [&str; 5] = ["warden", "helper", "run", "session", "contain"];

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
    let first = |path: &String| path.split("::").next().unwrap().to_owned();
    let mut names: Vec<String> = paths(code, "crate").iter().map(first).collect();
    for name in &mut names {
        if let Some((_, module)) = EXPORTS.iter().find(|(export, _)| export == name) {
            (*module).clone_into(name);
        }
    }
    names
}

/// All paths below a crate that a source names, whole, whatever braces they were in: `a::B` for `crate::{a::{B}}`.
fn paths(code: &str, root: &str) -> Vec<String> {
    let start = format!("{root}::");
    let mut found = Vec::new();
    for (at, _) in code.match_indices(&start) {
        // `$crate` and `other_crate::` are not ours, and `a::std::` is no crate.
        let is_continued = |before: char| before.is_alphanumeric() || "_$:".contains(before);
        if !code[..at].ends_with(is_continued) {
            tree(&code[at + start.len()..], "", &mut found);
        }
    }
    found
}

/// Reads one path or braced list of paths. Returns what comes after it.
fn tree<'a>(text: &'a str, above: &str, found: &mut Vec<String>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = rest.trim_start().trim_start_matches(',').trim_start();
            if let Some(after) = rest.strip_prefix('}') {
                return after;
            }
            let before = rest.len();
            rest = tree(rest, above, found);
            let end = rest.find([',', '}']).unwrap_or(rest.len());
            // What is left is `as name`.
            rest = &rest[end..];
            assert!(rest.len() < before, "not a list of paths: {text:.80}");
        }
    }
    let name = identifier(text);
    let rest = &text[name.len()..];
    let path = format!("{above}{name}");
    match rest.strip_prefix("::") {
        // A turbofish.
        Some(after) if after.starts_with('<') => {
            found.push(path);
            after
        }
        Some(after) => tree(after, &format!("{path}::"), found),
        None => {
            found.push(path);
            rest
        }
    }
}

fn identifier(text: &str) -> String {
    text.chars()
        .take_while(|one| one.is_ascii_alphanumeric() || *one == '_')
        .collect()
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
            let layer = layer_of(&import).unwrap_or_else(|| {
                panic!(
                    "{} names `crate::{import}`, which layering.rs does not know",
                    source.path.display()
                )
            });
            let is_neighbour = import == source.module
                || NEIGHBOURS.contains(&(source.module.as_str(), import.as_str()));
            let is_forbidden = NEVER.contains(&(source.module.as_str(), import.as_str()))
                || (source.module == "output"
                    && layer > 1
                    && import != source.module
                    && !OF_OUTPUT.contains(&import.as_str()));
            if layer > own || (layer == own && !is_neighbour) || is_forbidden {
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
        let of_std = paths(&source.code, "std").into_iter().filter(|path| {
            let module = path.split("::").next().unwrap_or_default();
            IMPURE.contains(&module)
        });
        let looks = LOOKS.iter().filter(|look| source.code.contains(**look));
        for name in of_std.chain(looks.map(|look| (*look).to_owned())) {
            wrong.push(format!("{} uses {name}", source.path.display()));
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
fn running_knows_of_deciding_only_the_permit() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| source.module == "run") {
        for path in paths(&source.code, "crate") {
            if let Some(name) = path.strip_prefix("decide::")
                && !DECIDE_OF_RUN.contains(&name)
            {
                wrong.push(format!("{} names {path}", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_these_modules_can_start_anything() {
    let mut wrong = Vec::new();
    for source in sources() {
        if OF_CLIENT.contains(&source.module.as_str()) {
            continue;
        }
        for path in paths(&source.code, "crate") {
            let name = path.strip_prefix("warden::").unwrap_or_default();
            let own = identifier(name);
            // A glob has no name.
            if path.starts_with("warden::") && (CLIENT.contains(&own.as_str()) || own.is_empty()) {
                wrong.push(format!("{} names {path}", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn imports_are_found_in_all_forms() {
    let code = "use crate::{a::{b, c}, d, self_e::F as G};\ncrate::g::h(); $crate::no; use crate::Call;\n\
                use crate::{\n    x::{self, y::{Z, W}},\n    v,\n};";
    assert_eq!(
        imports(code),
        ["a", "a", "d", "self_e", "g", "call", "x", "x", "x", "v"]
    );
    assert_eq!(
        paths(code, "crate"),
        [
            "a::b",
            "a::c",
            "d",
            "self_e::F",
            "g::h",
            "Call",
            "x::self",
            "x::y::Z",
            "x::y::W",
            "v"
        ]
    );
    assert_eq!(
        paths(
            "use std::{fs, io::{self, Read as _}}; my_std::no; std::env::var()",
            "std"
        ),
        ["fs", "io::self", "io::Read", "env::var"]
    );
    assert_eq!(paths("use crate::warden::*;", "crate"), ["warden::"]);
}
