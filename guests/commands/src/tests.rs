use shellward_sdk::{
    Script,
    test_kit::{Builder, glob, quoted_variable, script, session},
};

use super::*;

fn described(script: &Script) -> EffectsDescription {
    Commands::describe(ScriptView::new(script), &session())
}

fn verdicts(script: &Script) -> Vec<(Option<u32>, Verdict)> {
    let judgements = described(script).judgements.into_iter();
    judgements
        .map(|judgement| (judgement.command, judgement.verdict))
        .collect()
}

#[test]
fn triggers_are_the_names_of_the_tables_sorted() {
    let triggers = Commands::about().triggers;
    assert!(triggers.is_sorted());
    assert_eq!(triggers.len(), tables::TOOLS.len());
    assert!(triggers.iter().any(|name| name == "git"));
}

#[test]
fn there_are_examples_of_every_tool() {
    let examples = Commands::about().examples;
    assert!(examples.len() >= 40);
    for (_, tool) in tables::TOOLS {
        let named = |example: &shellward_sdk::Example| {
            let name = example.command.split(' ').next().and_then(tables::find);
            name.is_some_and(|found| std::ptr::eq(found, tool))
        };
        assert!(examples.iter().any(named), "{:?}", tool.names);
    }
}

#[test]
fn settings_are_refused_because_there_are_none() {
    assert!(Commands::check_settings("{}").is_ok());
    let error = Commands::check_settings("{\"ls\":1}").expect_err("refused");
    assert!(error.contains("no settings"));
}

#[test]
fn effects_say_which_command_and_which_words() {
    let script = script(&[&["cat", "notes"], &["sort", "-o", "out"]]);
    let view = ScriptView::new(&script);
    let effects = described(&script).effects;
    let told: Vec<_> = effects
        .iter()
        .map(|effect| (effect.command, effect.kind.as_str(), view.text(effect.span)))
        .collect();
    assert_eq!(told, [(0, "read", "notes"), (1, "write", "out")]);
    assert!(
        effects
            .iter()
            .all(|effect| effect.exact && effect.site == "local")
    );
    assert_eq!(
        verdicts(&script),
        [(Some(0), Verdict::Allow), (Some(1), Verdict::Pass)]
    );
}

#[test]
fn uncertain_targets_are_not_exact() {
    let script = Builder::new()
        .command(&["cat", "--"])
        .word(glob("src/*.rs"))
        .word(quoted_variable("x"))
        .build();
    let effects = described(&script).effects;
    let targets: Vec<_> = effects
        .iter()
        .map(|effect| effect.target.as_deref())
        .collect();
    assert_eq!(targets, [Some("src/"), None]);
    assert!(effects.iter().all(|effect| !effect.exact));
}

#[test]
fn a_search_that_follows_links_says_so() {
    let script = script(&[&["grep", "-R", "foo", "src"]]);
    let effects = described(&script).effects;
    let effect = effects.first().expect("it reads");
    assert!(effect.recursive);
    assert!(
        effect
            .attrs
            .iter()
            .any(|attr| attr.key == "follows-links" && attr.value == "true")
    );
}

#[test]
fn git_is_allowed_on_conditions() {
    let script = script(&[&["git", "status"]]);
    let description = described(&script);
    let judgement = description.judgements.first().expect("there is one");
    let conditions: Vec<_> = judgement
        .conditions
        .iter()
        .map(|it| it.kind.as_str())
        .collect();
    assert_eq!(judgement.verdict, Verdict::Allow);
    assert_eq!(conditions, ["contained", "git-neutral"]);
}

#[test]
fn reasons_are_findings_at_their_words() {
    let script = script(&[&["ls", "--frobnicate"]]);
    let description = described(&script);
    let finding = description
        .judgements
        .first()
        .and_then(|it| it.findings.first());
    let finding = finding.expect("there is one");
    assert_eq!(finding.rule, "commands.unknown-flag");
    assert!(finding.message.contains("--frobnicate"));
    let span = finding.span.expect("it has a place");
    assert_eq!(ScriptView::new(&script).text(span), "--frobnicate");
    assert!(
        Commands::about()
            .rules
            .iter()
            .any(|rule| rule.id == finding.rule)
    );
}

#[test]
fn nothing_is_said_of_what_is_not_known() {
    for script in [
        script(&[&["frobnicate"]]),
        script(&[&["./cat", "notes"]]),
        Builder::new().command(&["ls"]).bound_to("function").build(),
        Builder::new().command(&["ls"]).bound_to("unknown").build(),
        Builder::new()
            .command(&[])
            .word(quoted_variable("x"))
            .build(),
        Script {
            dialect: "zsh".to_owned(),
            ..script(&[&["ls"]])
        },
    ] {
        let description = described(&script);
        assert!(description.effects.is_empty() && description.judgements.is_empty());
    }
}

#[test]
fn a_tool_by_its_path_is_known() {
    let script = script(&[&["/usr/bin/ls", "src"]]);
    assert_eq!(verdicts(&script), [(Some(0), Verdict::Allow)]);
}

#[test]
fn operands_nobody_sees_count() {
    let open_ended = |words: &[&str]| {
        let mut script = script(&[words]);
        script.commands[0].open_ended = true;
        verdicts(&script)
    };
    assert_eq!(open_ended(&["sort"]), [(Some(0), Verdict::Pass)]);
    assert_eq!(open_ended(&["cat"]), [(Some(0), Verdict::Allow)]);
}

#[test]
fn late_options_are_uncertain_under_posixly_correct_and_elsewhere_than_on_linux() {
    let plain = script(&[&["sort", "in", "-r"]]);
    assert_eq!(verdicts(&plain), [(Some(0), Verdict::Allow)]);
    let posix = Builder::new()
        .command(&["sort", "in", "-r"])
        .assign("POSIXLY_CORRECT", "1")
        .build();
    assert_eq!(verdicts(&posix), [(Some(0), Verdict::Pass)]);
    let mut elsewhere = session();
    "macos".clone_into(&mut elsewhere.platform);
    let description = Commands::describe(ScriptView::new(&plain), &elsewhere);
    assert_eq!(description.judgements[0].verdict, Verdict::Pass);
}
