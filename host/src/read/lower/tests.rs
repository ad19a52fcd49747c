//! What is read, rule by rule. Each script is summed up in a line a command.

mod arithmetic;
mod assignments;
mod bounds;
mod branches;
mod conditionals;
mod directories;
mod functions;
mod gaps;
mod here_documents;
mod loops;
mod parameters;
mod properties;
mod state;
mod structure;
mod words;
mod wrappers;
mod zsh;

use crate::read::{Dialect, Fields, Reading, Script, ShellFacts, Word, read};

fn facts() -> ShellFacts {
    ShellFacts {
        home: Some("/home/u".to_owned()),
        functions: vec!["greet".to_owned()],
        ..ShellFacts::of(Dialect::Bash, "/w")
    }
}

/// A certain word as it is passed, with every value it may have; an uncertain one as its beginning and a mark for how
/// many it becomes.
fn show_word(word: &Word) -> String {
    match (word.values.is_empty(), word.fields) {
        (false, Fields::One) => format!("[{}]", word.values.join("|")),
        (_, Fields::One) => format!("[{}…]", word.prefix),
        (_, _) => format!("[{}…*]", word.prefix),
    }
}

fn show_command(script: &Script, command: &crate::read::Command) -> String {
    let word = |index: Option<u32>| {
        index
            .and_then(|index| script.word(index))
            .map_or(String::new(), show_word)
    };
    let mut parts = Vec::new();
    for assignment in script.assignments(command) {
        let sign = if assignment.append { "+=" } else { "=" };
        parts.push(format!(
            "{}{sign}{}",
            assignment.name,
            word(assignment.value)
        ));
    }
    parts.extend(script.words(command).iter().map(show_word));
    for redirect in script.redirects(command) {
        let descriptor = redirect
            .descriptor
            .map_or(String::new(), |number| number.to_string());
        parts.push(format!(
            "{descriptor}{}{}",
            redirect.operator,
            word(redirect.target)
        ));
    }
    parts.join(" ")
}

fn commands(script: &Script) -> Vec<String> {
    script
        .commands
        .iter()
        .map(|command| show_command(script, command))
        .collect()
}

/// Reads a script that must be complete.
fn complete(source: &str) -> Vec<String> {
    let script = read(source, &facts());
    assert_eq!(
        script.reading,
        Reading::Complete,
        "{source:?}: {:?}",
        script.gaps
    );
    commands(&script)
}

/// Reads a script that must be partial; returns reasons and nodes of its gaps.
fn gaps(source: &str) -> Vec<(String, String)> {
    let script = read(source, &facts());
    assert_eq!(
        script.reading,
        Reading::Partial,
        "{source:?}: {:?}",
        commands(&script)
    );
    script
        .gaps
        .into_iter()
        .map(|gap| (gap.reason, gap.node))
        .collect()
}

fn has_reason(source: &str, reason: &str) {
    let gaps = gaps(source);
    assert!(
        gaps.iter().any(|(found, _)| found == reason),
        "{source:?}: {gaps:?}"
    );
}

#[track_caller]
fn words(source: &str, expected: &str) {
    assert_eq!(complete(source), [expected], "{source:?}");
}

/// Block, pipeline, stage and connector of every command, and a `!` if its pipeline is negated.
fn shape(source: &str) -> Vec<String> {
    let script = read(source, &facts());
    assert_eq!(
        script.reading,
        Reading::Complete,
        "{source:?}: {:?}",
        script.gaps
    );
    let line = |command: &crate::read::Command| {
        let name = script.name(command).unwrap_or("-").to_owned();
        let (block, pipeline, stage) = (command.block, command.pipeline, command.stage);
        let sign = if command.negated { " !" } else { "" };
        format!(
            "{name} {block}/{pipeline}.{stage} {}{sign}",
            command.connector
        )
    };
    script.commands.iter().map(line).collect()
}

/// Place of every block but the first; one that stands in no pipeline has none.
fn blocks(source: &str) -> Vec<String> {
    let script = read(source, &facts());
    let line = |block: &crate::read::Block| {
        let parent = block.parent.unwrap_or_default();
        let pipeline = block
            .pipeline
            .map_or("-".to_owned(), |number| number.to_string());
        let sign = if block.negated { " !" } else { "" };
        format!(
            "{} {parent}/{pipeline}.{} {}{sign}",
            block.kind, block.stage, block.connector
        )
    };
    script.blocks.iter().skip(1).map(line).collect()
}

/// Every block but the first: what it is, the block around it, its text, what it runs on, and `&` if
/// nothing waits for it.
fn held(source: &str) -> Vec<String> {
    let script = read(source, &facts());
    let line = |block: &crate::read::Block| {
        let words = script.words.get(block.subject.indices()).unwrap_or(&[]);
        let subject: Vec<String> = words.iter().map(show_word).collect();
        let sign = if block.background { "&" } else { "" };
        let text = format!("{:?}", script.text(block.span));
        let parts = [text, subject.join(" "), sign.to_owned()];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let parent = block.parent.unwrap_or_default();
        format!("{} {parent} {}", block.kind, parts.join(" "))
    };
    script.blocks.iter().skip(1).map(line).collect()
}

/// The last command of a script that must be complete.
fn last(source: &str) -> String {
    complete(source).pop().unwrap_or_default()
}

/// Where each command of a script that must be complete may start.
fn cwds(source: &str) -> Vec<String> {
    let script = read(source, &facts());
    assert_eq!(
        script.reading,
        Reading::Complete,
        "{source:?}: {:?}",
        script.gaps
    );
    script
        .commands
        .iter()
        .map(|command| command.cwds.join(" "))
        .collect()
}

/// Every command with what was looked through to find it, what its name means, and whether operands follow.
fn wrapped(source: &str) -> Vec<String> {
    let script = read(source, &facts());
    let line = |command: &crate::read::Command| {
        let own = |wrapper: &crate::read::Wrapper| {
            let words: Vec<String> = script
                .wrapper_words(wrapper)
                .iter()
                .map(show_word)
                .collect();
            format!("{} > ", words.join(" "))
        };
        let wrappers: String = command.wrappers.iter().map(own).collect();
        let sign = if command.open_ended { " …" } else { "" };
        let binding = command.binding;
        format!(
            "{wrappers}{}{sign} ({binding}, {})",
            show_command(&script, command),
            command.site
        )
    };
    script.commands.iter().map(line).collect()
}
