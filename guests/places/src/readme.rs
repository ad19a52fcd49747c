//! Keeps the table in `README.md` equal to the rules in the code. To update it: `UPDATE=1 cargo test -p places readme`.

use std::fmt::Write as _;

use crate::rules::Rule;

const START: &str = "<!-- generated from here -->\n";
const END: &str = "<!-- generated up to here -->\n";

fn generated() -> String {
    let mut page =
        String::from("\n| rule | asks about what | what lifts it |\n| --- | --- | --- |\n");
    for rule in Rule::ALL {
        let lifters = match rule.lifted_by() {
            [] => "nothing but a person, each time".to_owned(),
            lifters => lifters.join(", "),
        };
        writeln!(page, "| `{}` | {} | {lifters} |", rule.id(), rule.summary())
            .expect("strings take text");
    }
    page.push('\n');
    page
}

#[test]
fn readme_shows_the_rules() {
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
            "README.md is stale: UPDATE=1 cargo test -p places readme"
        );
    }
}
