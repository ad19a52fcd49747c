//! Keeps the tables in `README.md` equal to the ones in the code. To update it: `UPDATE=1 cargo test -p safety readme`.

use std::fmt::Write as _;

use shellward_sdk::Verdict;

use crate::{
    examples::EXAMPLES,
    rules::{Looks, ROWS},
};

const START: &str = "<!-- generated from here -->\n";
const END: &str = "<!-- generated up to here -->\n";

/// Returns the generated part of the page.
fn generated() -> String {
    let mut page =
        String::from("\n## Rules\n\n| rule | looks at | reason |\n| --- | --- | --- |\n");
    for row in &ROWS {
        let looks = match row.looks {
            Looks::Both => "commands; text if need be",
            Looks::Commands => "commands",
            Looks::Text => "text if need be",
        };
        writeln!(page, "| `{}` | {looks} | {} |", row.id, row.summary).expect("strings take text");
    }
    page.push_str("\n## Examples\n\n| command | asks | why |\n| --- | --- | --- |\n");
    for example in &EXAMPLES {
        let asks = if example.verdict == Verdict::Ask {
            "yes"
        } else {
            "no"
        };
        let command = example.command.replace('\n', "⏎").replace('|', "\\|");
        writeln!(page, "| `{command}` | {asks} | {} |", example.note).expect("strings take text");
    }
    page.push('\n');
    page
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
            "README.md is stale: UPDATE=1 cargo test -p safety readme"
        );
    }
}
