//! The real tools as oracles: what they do when they are run, and what their own help says they understand.
//!
//! `cases.rs` makes command lines of the tables, `walls.rs` runs those that are called harmless behind walls, in a
//! throw-away project, where `driver.rs` starts one after the other; `trace.rs` reads what they tried. `soundness.rs` and
//! `help.rs` are the tests. What a machine lacks is skipped with a word about it, and missed where
//! `SHELLWARD_TEST_REQUIRE_ALL` is set. No text of a command ever goes through a shell.

use std::path::{Path, PathBuf};

use crate::{
    model::{Grammar, Spec, Tree},
    tables::TOOLS,
};

mod cases;
mod driver;
mod expected;
mod help;
mod left_out;
mod letters;
mod soundness;
mod sources;
mod trace;
mod walls;
mod workspace;

/// Directories of programs, in the order in which they are searched.
const PROGRAMS: [&str; 5] = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"];

/// Finds a program of the system.
fn program(name: &str) -> Option<PathBuf> {
    let mut places = PROGRAMS
        .iter()
        .map(|directory| Path::new(directory).join(name));
    places.find(|path| path.is_file())
}

/// Says that something is not compared, and why. Fails where nothing may be skipped.
#[expect(clippy::print_stderr, reason = "a skipped test says why")]
fn skipped(why: &str) {
    let require_all = std::env::var_os("SHELLWARD_TEST_REQUIRE_ALL").is_some();
    assert!(!require_all, "missing: {why}");
    eprintln!("skipped: {why}");
}

/// Flags and operands as they are described for a command or one of its subcommands.
struct Described {
    /// The command's name, and the names of the subcommand.
    words: Vec<&'static str>,
    spec: &'static Spec,
}

/// Returns every description of flags and operands there is, by each name of its command.
fn described() -> Vec<Described> {
    let mut all = Vec::new();
    for &(name, tool) in TOOLS {
        describe_grammar(&[name], &tool.grammar, &mut all);
    }
    all
}

fn describe_grammar(words: &[&'static str], grammar: &'static Grammar, all: &mut Vec<Described>) {
    match grammar {
        Grammar::Options(spec) => all.push(Described {
            words: words.to_vec(),
            spec,
        }),
        Grammar::Tree(tree) => describe_tree(words, tree, all),
        Grammar::Text | Grammar::Own(_) => {}
    }
}

fn describe_tree(words: &[&'static str], tree: &'static Tree, all: &mut Vec<Described>) {
    for spec in [&tree.globals].into_iter().chain(tree.alone) {
        all.push(Described {
            words: words.to_vec(),
            spec,
        });
    }
    for (branch, grammar) in tree.branches {
        describe_grammar(&[words, &[*branch]].concat(), grammar, all);
    }
}

/// Whether a tool is GNU's, by what it says of its version.
fn is_gnu(outcome: &walls::Outcome) -> bool {
    String::from_utf8_lossy(&outcome.output).contains("GNU")
}
