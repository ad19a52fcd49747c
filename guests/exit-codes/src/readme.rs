//! Keeps the tables in `README.md` equal to the ones in the code. To update it:
//! `UPDATE=1 cargo test -p exit-codes readme`.

use std::fmt::Write as _;

use crate::{
    activity,
    codes::{self, Harm, Stderr},
    hints,
};

const START: &str = "<!-- generated from here -->\n";
const END: &str = "<!-- generated up to here -->\n";

/// Returns the generated part of the page.
fn generated() -> String {
    let mut page = String::from("\n## Exit codes\n\n");
    page.push_str(
        "| programs | only with | code | answer | meaning |\n| --- | --- | --- | --- | --- |\n",
    );
    for row in codes::rows() {
        let mut only: Vec<String> = Vec::new();
        if !row.subcommands.is_empty() {
            only.push(words(row.subcommands, '|'));
        }
        if !row.flags.is_empty() {
            only.push(words(&row.flags.join(" "), ' '));
        }
        match row.stderr {
            Stderr::Any => {}
            Stderr::Silent => only.push("nothing on stderr".to_owned()),
            Stderr::Only(text) => only.push(format!("nothing on stderr but `{text}`")),
        }
        let status = if row.last == row.status {
            row.status.to_string()
        } else {
            format!("{}–{}", row.status, row.last)
        };
        let answer = if row.code.harm == Harm::None {
            "yes"
        } else {
            ""
        };
        writeln!(
            page,
            "| {} | {} | {status} | {answer} | {} |",
            words(row.programs, ' '),
            only.join("; "),
            row.code.message
        )
        .expect("strings take text");
    }
    page.push_str("\n## Hints\n\n| printed | hint |\n| --- | --- |\n");
    for hint in hints::OF_SUCCESS.iter().chain(hints::OF_FAILURE) {
        let printed: Vec<String> = hint
            .printed
            .iter()
            .map(|text| format!("`{}`", text.escape_debug()))
            .collect();
        writeln!(page, "| {} | {} |", printed.join(", "), hint.text).expect("strings take text");
    }
    page.push_str("\n## Activities\n\n| activity | programs | of these |\n| --- | --- | --- |\n");
    for row in activity::rows() {
        let activity = format!("{:?}", row.activity).to_lowercase();
        let subcommands = words(row.subcommands, '|');
        writeln!(
            page,
            "| {activity} | {} | {subcommands} |",
            words(row.programs, ' ')
        )
        .expect("strings take text");
    }
    page.push('\n');
    page
}

fn words(text: &str, separator: char) -> String {
    let words: Vec<String> = text
        .split(separator)
        .filter(|word| !word.is_empty())
        .map(|word| format!("`{word}`"))
        .collect();
    words.join(" ")
}

#[test]
fn readme_shows_the_tables() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    let (before, rest) = page
        .split_once(START)
        .expect("the generated part has a start");
    let (_, after) = rest.split_once(END).expect("the generated part has an end");
    let wanted = [before, START, &generated(), END, after].concat();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, wanted).expect("the page can be written");
    } else {
        assert!(
            page == wanted,
            "README.md is stale: UPDATE=1 cargo test -p exit-codes readme"
        );
    }
}
