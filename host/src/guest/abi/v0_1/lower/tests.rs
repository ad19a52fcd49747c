use super::*;
use crate::read::{
    Binding, BlockKind, Connector, Dialect, Fields, Site, TextOrigin, Word as ReadWord,
};

fn at(start: u32, end: u32) -> span::Span {
    span::Span::source(start, end)
}

fn indices(start: u32, len: u32) -> span::Range {
    span::Range { start, len }
}

fn word(values: &[&str]) -> ReadWord {
    ReadWord {
        span: at(0, 0),
        values: values.iter().map(|&value| value.to_owned()).collect(),
        fields: Fields::One,
        prefix: String::new(),
        pieces: span::Range::default(),
    }
}

fn command(words: span::Range, cwds: &[&str], wrappers: Vec<read::Wrapper>) -> read::Command {
    read::Command {
        span: at(0, 0),
        block: 0,
        pipeline: 0,
        stage: 0,
        connector: Connector::First,
        negated: false,
        background: false,
        assignments: span::Range::default(),
        words,
        redirects: span::Range::default(),
        wrappers,
        binding: Binding::File,
        site: Site::Local,
        cwds: cwds.iter().map(|&cwd| cwd.to_owned()).collect(),
        shell_cwds: None,
        open_ended: false,
    }
}

fn wrapper(name: &str, words: span::Range) -> read::Wrapper {
    read::Wrapper {
        name: name.to_owned(),
        words,
    }
}

/// Three commands: one with two wrappers and two directories, one with none of both, one with one of each.
fn script() -> read::Script {
    let mut script = read::Script::unread(Dialect::Bash, "");
    script.words = ["timeout", "env", "ls", "ls", "xargs", "rm"]
        .into_iter()
        .map(|value| word(&[value]))
        .collect();
    script.words[3] = word(&["a", "b"]);
    script.words.push(word(&[]));
    script.commands = vec![
        command(
            indices(2, 1),
            &["/work/src", "/work"],
            vec![
                wrapper("timeout", indices(0, 1)),
                wrapper("env", indices(1, 1)),
            ],
        ),
        command(indices(3, 1), &[], Vec::new()),
        read::Command {
            site: Site::Remote,
            open_ended: true,
            background: true,
            ..command(
                indices(5, 1),
                &["/tmp"],
                vec![wrapper("xargs", indices(4, 1))],
            )
        },
    ];
    script
}

#[test]
fn every_word_keeps_its_own_values() {
    let script = script();
    let flat = Flat::new(&script);
    let lists = flat.lists(&script);
    let values: Vec<_> = lists.words.iter().map(|word| word.values).collect();
    assert_eq!(values[2..4], [&["ls"][..], &["a", "b"]]);
    assert_eq!(values[5..], [&["rm"][..], &[]]);
}

#[test]
fn every_command_keeps_its_own_directories_and_wrappers() {
    let script = script();
    let flat = Flat::new(&script);
    let lists = flat.lists(&script);
    let cwds: Vec<_> = lists.commands.iter().map(|one| one.cwds).collect();
    assert_eq!(cwds, [&["/work/src", "/work"][..], &[], &["/tmp"]]);
    let wrappers: Vec<Vec<_>> = lists
        .commands
        .iter()
        .map(|one| {
            let names = one.wrappers.iter();
            names
                .map(|wrapper| (wrapper.name, wrapper.words.start))
                .collect()
        })
        .collect();
    assert_eq!(
        wrappers,
        [
            vec![("timeout", 0), ("env", 1)],
            Vec::new(),
            vec![("xargs", 4)]
        ]
    );
}

#[test]
fn where_and_how_far_a_command_runs_is_told() {
    let script = script();
    let flat = Flat::new(&script);
    let lists = flat.lists(&script);
    let told: Vec<_> = lists
        .commands
        .iter()
        .map(|one| (one.site, one.open_ended, one.background))
        .collect();
    assert_eq!(
        told,
        [
            ("local", false, false),
            ("local", false, false),
            ("remote", true, true)
        ]
    );
}

#[test]
fn what_loops_functions_and_here_documents_hold_is_told() {
    let mut script = script();
    script.texts.push(read::Text {
        origin: TextOrigin::HereDocument,
        at: Some(at(3, 5)),
        content: "x\n".to_owned(),
    });
    script.blocks = vec![
        read::Block::apart(BlockKind::Script, None, at(0, 0)),
        read::Block {
            subject: indices(2, 2),
            ..read::Block::apart(BlockKind::Body, Some(0), at(0, 0))
        },
    ];
    script.functions = vec![read::Function {
        name: "f".to_owned(),
        block: 1,
        span: at(0, 0),
    }];
    script.redirects = vec![read::Redirect {
        span: at(0, 0),
        descriptor: None,
        operator: "<<".to_owned(),
        target: Some(3),
        body: Some(1),
    }];
    let flat = Flat::new(&script);
    let lists = flat.lists(&script);
    let shown = lists.script();
    assert_eq!(shown.texts[1].origin, "here-document");
    let subject = shown.blocks[1].subject;
    assert_eq!(
        (shown.blocks[1].kind, subject.start, subject.len),
        ("body", 2, 2)
    );
    assert_eq!(
        (shown.functions[0].name, shown.functions[0].block),
        ("f", 1)
    );
    assert_eq!(
        (shown.redirects[0].target, shown.redirects[0].body),
        (Some(3), Some(1))
    );
}
