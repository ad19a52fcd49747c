//! Keeps the tables in `README.md` equal to the ones in the code. To update it:
//! `UPDATE=1 cargo test -p destructive readme`.

use std::fmt::Write as _;

use crate::{examples, model::Tool, rules, tables};

const START: &str = "<!-- generated from here -->\n";
const END: &str = "<!-- generated up to here -->\n";

/// Returns the generated part of the page.
fn generated() -> String {
    let mut page =
        String::from("\n## Rules\n\n| rule | stands for | tools |\n| --- | --- | --- |\n");
    for rule in rules::ALL {
        let tools: Vec<&str> = tables::GROUPS
            .into_iter()
            .flatten()
            .filter(|tool| names_rule(tool, rule))
            .flat_map(|tool| tool.names.split_whitespace())
            .collect();
        let redirects = if rule == rules::OVERWRITE {
            "`>`, "
        } else {
            ""
        };
        let tools = tools.join("`, `");
        writeln!(
            page,
            "| `{}` | {} | {redirects}`{tools}` |",
            rule.id, rule.summary
        )
        .expect("strings take text");
    }
    page.push_str("\n## Examples\n\n| command | warning | why |\n| --- | --- | --- |\n");
    for example in examples::ALL {
        let rule = match example.rule {
            "" => "none".to_owned(),
            rule => format!("`{rule}`"),
        };
        let command = example.command.replace('|', "\\|");
        writeln!(page, "| `{command}` | {rule} | {} |", example.note).expect("strings take text");
    }
    page.push('\n');
    page
}

fn names_rule(tool: &Tool, rule: rules::Rule) -> bool {
    let mut dangers = tool.verbs.iter().flat_map(|verb| verb.dangers);
    dangers.any(|danger| danger.rule == rule)
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
            "README.md is stale: UPDATE=1 cargo test -p destructive readme"
        );
    }
}
