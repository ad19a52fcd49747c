//! Everything that the tables call harmless is run, and does nothing but read.
//!
//! `SHELLWARD_ORACLE_PAIRS=100` makes many more commands, `SHELLWARD_ORACLE_TOOL=sort` only those of one tool, and
//! `SHELLWARD_ORACLE_SEED` others.

use std::{fmt::Write as _, fs, path::Path, time::Duration};

use super::{
    cases::{self, Case, Effort, Random},
    driver,
    expected::{self, IsScript},
    program, skipped, sources,
    trace::{Deed, What},
    walls::{self, Outcome},
};
use crate::{
    model::Grammar,
    report::Condition,
    tables::{self, TOOLS},
};

/// Returns all commands that are run.
fn commands(effort: Effort) -> Vec<Case> {
    let only = std::env::var("SHELLWARD_ORACLE_TOOL").ok();
    let is_wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
    let mut random = Random::seeded();
    let mut commands = Vec::new();
    for table in super::described() {
        let name = table.words.first().copied().unwrap_or("");
        let is_alias = tables::find(name).is_some_and(|tool| {
            let first = tool.names.first().copied().unwrap_or(name);
            first != name && program(first).is_some()
        });
        let is_short = effort == Effort::Short && only.is_none();
        if is_wanted(name) && program(name).is_some() && !(is_alias && is_short) {
            commands.extend(cases::of_table(&table, effort, &mut random));
        }
    }
    for (name, tool) in TOOLS {
        let is_own = matches!(tool.grammar, Grammar::Own(_));
        if is_own && is_wanted(name) && program(name).is_some() {
            commands.extend(sources::recombined(
                name,
                effort.recombinations(),
                &mut random,
            ));
        }
    }
    let of_source = sources::commands().into_iter();
    commands.extend(of_source.filter(|case| {
        let name = &case.words[0];
        !name.contains('/') && is_wanted(name) && program(name).is_some()
    }));
    commands
}

/// Whether a program is a script.
fn is_script(program: &Path) -> IsScript {
    let text = fs::read(program).unwrap_or_default();
    if text.starts_with(b"#!") {
        IsScript::Yes
    } else {
        IsScript::No
    }
}

/// Returns what a command did that is not expected.
fn faults(case: &Case, outcome: &Outcome) -> Vec<Deed> {
    let name = &case.words[0];
    let script = program(name).map_or(IsScript::No, |program| is_script(&program));
    let no_network = case.conditions.contains(&Condition::NoNetwork);
    let mut faults = outcome.deeds.clone();
    // The walls keep it from the network; that it tries is expected.
    faults.retain(|deed| {
        let refused = no_network && deed.what == What::Connect && deed.target.contains("AF_INET");
        !refused && !expected::is_expected(&case.words, deed, script)
    });
    let output = String::from_utf8_lossy(&outcome.output);
    if output.contains(driver::SECRET_VALUE) {
        faults.push(Deed {
            what: What::Secret,
            target: driver::SECRET.to_owned(),
        });
    }
    faults
}

fn run(commands: &[Case], patience: Duration) -> Vec<Outcome> {
    let with_programs = commands.iter().map(|case| {
        let path = program(&case.words[0]).expect("only programs that are there are run");
        let path = path.to_string_lossy().into_owned();
        let rest = case.words.iter().skip(1).cloned();
        [path].into_iter().chain(rest).collect()
    });
    let with_programs: Vec<Vec<String>> = with_programs.collect();
    walls::run(&with_programs, patience)
}

#[test]
#[expect(clippy::print_stderr, reason = "says how much was run")]
fn what_is_harmless_only_reads() {
    if let Some(why) = walls::missing() {
        return skipped(why);
    }
    let effort = Effort::wanted();
    let patience = match effort {
        Effort::Short => Duration::from_millis(250),
        Effort::Long { .. } => Duration::from_secs(1),
    };
    let commands = commands(effort);
    let outcomes = run(&commands, patience);
    let mut page = String::new();
    for (case, outcome) in commands.iter().zip(&outcomes) {
        let mut faults = faults(case, outcome);
        faults.dedup();
        if !faults.is_empty() {
            writeln!(page, "{:?}: {faults:?}", case.words).expect("strings take text");
        }
    }
    let names: std::collections::BTreeSet<_> =
        commands.iter().map(|case| case.words[0].as_str()).collect();
    eprintln!(
        "{} commands of {} tools were run",
        commands.len(),
        names.len()
    );
    assert!(page.is_empty(), "called harmless, but:\n{page}");
}

#[test]
fn tools_that_are_not_there_are_named() {
    let missing: Vec<_> = TOOLS
        .iter()
        .map(|row| row.0)
        .filter(|name| *name != ":" && program(name).is_none())
        .collect();
    if !missing.is_empty() {
        report_missing(&missing);
    }
}

#[expect(clippy::print_stderr, reason = "says what was not run")]
fn report_missing(missing: &[&str]) {
    eprintln!("not run, since not on this machine: {}", missing.join(" "));
}

/// The walls must see each kind of thing, or all else is worth nothing.
#[test]
fn the_walls_see_what_is_tried() {
    if let Some(why) = walls::missing() {
        return skipped(why);
    }
    let shell = |script: &str| ["/bin/sh", "-c", script].map(str::to_owned).to_vec();
    let commands = [
        shell("exit 0"),
        shell("echo x > /etc/passwd"),
        shell("rm -f /bin/ls"),
        shell("kill -TERM 1"),
        ["/usr/bin/env"].map(str::to_owned).to_vec(),
        ["/bin/sh", "-c", "cat /proc/$PPID/environ"]
            .map(str::to_owned)
            .to_vec(),
    ];
    let outcomes = walls::run(&commands, Duration::from_secs(2));
    let seen =
        |number: usize, what: What| outcomes[number].deeds.iter().any(|deed| deed.what == what);
    assert!(outcomes[0].deeds.is_empty(), "{:?}", outcomes[0].deeds);
    assert!(seen(1, What::Write), "{:?}", outcomes[1].deeds);
    assert!(
        seen(2, What::Run) && seen(2, What::Write),
        "{:?}",
        outcomes[2].deeds
    );
    assert!(seen(3, What::Signal), "{:?}", outcomes[3].deeds);
    let printed = |number: usize| String::from_utf8_lossy(&outcomes[number].output).into_owned();
    assert!(!printed(4).contains(driver::SECRET_VALUE), "{}", printed(4));
    assert!(printed(5).contains(driver::SECRET_VALUE), "{}", printed(5));
}
