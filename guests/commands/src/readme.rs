//! Keeps the tables in `README.md` equal to the ones in the code. To update it: `UPDATE=1 cargo test -p commands readme`.

use std::fmt::Write as _;

use shellward_sdk::Verdict;

use crate::{
    examples,
    model::{Flag, Grammar, PathRole, Spec, Takes, Tool, Value},
    report::{Kind, Rule, Stance},
    tables::{BUILTINS, TOOLS},
};

const START: &str = "<!-- generated from here -->\n";
const END: &str = "<!-- generated up to here -->\n";

/// Returns the generated part of the page.
fn generated() -> String {
    let mut page = String::from(
        "\n## Commands\n\n| command | does | flags | of these with effects |\n| --- | --- | --- | --- |\n",
    );
    for (name, tool) in TOOLS
        .iter()
        .chain(BUILTINS)
        .filter(|row| row.1.names.first() == Some(&row.0))
    {
        let names = tool.names.join("`, `");
        match &tool.grammar {
            Grammar::Tree(tree) => {
                row(&mut page, &names, tool.summary, &tree.globals);
                for (branch, grammar) in tree.branches {
                    if let Grammar::Options(spec) = grammar {
                        row(&mut page, &format!("{name} {branch}"), "", spec);
                    }
                }
            }
            Grammar::Options(spec) => row(&mut page, &names, tool.summary, spec),
            Grammar::Text => plain(&mut page, &names, tool, "any; none has an effect"),
            Grammar::Own(_) => plain(&mut page, &names, tool, "a language of its own"),
        }
    }
    page.push_str("\n## Rules\n\n| rule | reason |\n| --- | --- |\n");
    for rule in Rule::ALL {
        writeln!(page, "| `{}` | {} |", rule.id(), rule.summary()).expect("strings take text");
    }
    page.push_str("\n## Examples\n\n| command | harmless | why |\n| --- | --- | --- |\n");
    for example in examples::all() {
        let answer = if example.verdict == Verdict::Allow {
            "yes"
        } else {
            "no"
        };
        writeln!(
            page,
            "| `{}` | {answer} | {} |",
            example.command, example.note
        )
        .expect("strings take text");
    }
    page.push('\n');
    page
}

fn plain(page: &mut String, names: &str, tool: &Tool, flags: &str) {
    writeln!(page, "| `{names}` | {} | {flags} | |", tool.summary).expect("strings take text");
}

fn row(page: &mut String, names: &str, summary: &str, spec: &Spec) {
    let changes = match spec.stance {
        Stance::Reader => "",
        Stance::Changer => ": never harmless",
    };
    let list = spec.flags.list();
    let telling: Vec<_> = list.filter_map(|flag| effect_of(&flag)).collect();
    let (count, telling) = (spec.flags.len(), telling.join(", "));
    writeln!(
        page,
        "| `{names}` | {summary}{changes} | {count} | {telling} |"
    )
    .expect("strings take text");
}

fn effect_of(flag: &Flag) -> Option<String> {
    let values = match flag.takes {
        Takes::Nothing => Vec::new(),
        Takes::Value(value) | Takes::Attached(value) => vec![value],
        Takes::Several(values) => values.to_vec(),
    };
    let done = flag.does.iter().map(|does| verb(does.kind));
    let mut effects: Vec<_> = done
        .chain(values.into_iter().filter_map(effect_of_value))
        .collect();
    effects.dedup();
    if effects.is_empty() {
        return None;
    }
    let name = match (flag.letter, flag.long) {
        (0, long) => format!("--{long}"),
        (letter, "") => format!("-{}", char::from(letter)),
        (letter, long) => format!("-{}, --{long}", char::from(letter)),
    };
    Some(format!("`{name}` {}", effects.join(" and ")))
}

fn effect_of_value(value: Value) -> Option<&'static str> {
    Some(match value {
        Value::Number | Value::Text | Value::Choice(_) => return None,
        Value::Path(PathRole { kind, .. }) | Value::Thing(kind) => verb(kind),
        Value::TextOrFile => "may read",
        Value::NameList => "reads, and what is named in it",
        Value::Program => "runs",
        Value::Variable => "sets",
        Value::Own(_) => "is a language of its own",
        Value::When(_) => "is what other flags make of it",
    })
}

fn verb(kind: Kind) -> &'static str {
    match kind {
        Kind::Read => "reads",
        Kind::Write => "writes",
        Kind::Create => "creates",
        Kind::Delete => "deletes",
        Kind::Execute => "runs",
        Kind::Connect => "connects",
        Kind::Environment => "sets",
        Kind::Process => "signals",
        Kind::System => "changes the machine",
        Kind::Unknown => "is not described",
    }
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
            "README.md is stale: UPDATE=1 cargo test -p commands readme"
        );
    }
}
