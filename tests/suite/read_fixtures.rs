//! The scripts lowered by hand (R3.20): reading each gives what its file says.

use std::{fs, path::Path};

use shellward::read::{Dialect, Script, ShellFacts, read};

/// How many there are, so that a folder that was not found does not pass.
const FIXTURES: usize = 11;

fn facts() -> ShellFacts {
    ShellFacts {
        dialect: Dialect::Bash,
        path: None,
        home: Some("/home/u".to_owned()),
        cwd: "/work".to_owned(),
        functions: Vec::new(),
    }
}

#[test]
fn scripts_are_read_as_they_were_lowered_by_hand() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/scripts");
    let mut seen = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let expected: Script =
            toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let found = read(expected.source(), &facts());
        compare(&path, &expected, &found);
        seen += 1;
    }
    assert_eq!(seen, FIXTURES);
}

/// Compares list by list, so that a difference is small enough to look at.
fn compare(path: &Path, expected: &Script, found: &Script) {
    let name = path.file_stem().unwrap().to_string_lossy();
    assert_eq!(found.gaps, expected.gaps, "{name}: gaps");
    assert_eq!(found.blocks, expected.blocks, "{name}: blocks");
    assert_eq!(found.commands, expected.commands, "{name}: commands");
    assert_eq!(found.words, expected.words, "{name}: words");
    assert_eq!(found.pieces, expected.pieces, "{name}: pieces");
    assert_eq!(
        found.assignments, expected.assignments,
        "{name}: assignments"
    );
    assert_eq!(found.redirects, expected.redirects, "{name}: redirects");
    assert_eq!(found, expected, "{name}");
}
