//! The policy on scripts with resolved effects, as the host hands them over.

use shellward_sdk::{
    Attr, CommandView, Effect, Place, Resolved, Script, ScriptView, Verdict,
    test_kit::{self, Builder},
};

use super::*;

/// An effect of a command's last word on a place.
fn resolved(command: CommandView<'_>, kind: &str, class: &str, canonical: &str) -> Resolved {
    let word = command.words().next_back().expect("commands have words");
    Resolved {
        effect: Effect::new(kind, command)
            .at(word.span())
            .with_target(word.certain().unwrap_or("")),
        places: vec![Place {
            canonical: canonical.to_owned(),
            kind: "file".to_owned(),
            class: class.to_owned(),
            attrs: Vec::new(),
        }],
    }
}

fn said(script: &Script, effects: &[Resolved]) -> Vec<(String, Option<String>)> {
    let judgements = Places::classify(ScriptView::new(script), &test_kit::session(), effects);
    judgements
        .iter()
        .map(|judgement| {
            assert_eq!(judgement.verdict, Verdict::Ask);
            let lifted_by: Vec<&Attr> = judgement.attrs.iter().collect();
            assert_eq!(lifted_by[0].key, "lifted-by");
            (
                judgement.findings[0].rule.clone(),
                judgement
                    .findings
                    .first()
                    .map(|finding| finding.message.clone()),
            )
        })
        .collect()
}

/// The rules that speak of one command with one effect.
fn rules_for(kind: &str, class: &str) -> Vec<String> {
    let script = test_kit::script(&[&["tool", "x"]]);
    let command = ScriptView::new(&script).command(0).expect("there is one");
    let effect = resolved(command, kind, class, "/place");
    said(&script, &[effect])
        .into_iter()
        .map(|said| said.0)
        .collect()
}

#[test]
fn every_class_of_place_has_its_answer_for_readers_and_changers() {
    for (kind, class, rule) in [
        ("read", "root", None),
        ("read", "temp", None),
        ("read", "public", None),
        ("read", "outside", Some("places.outside-read")),
        ("read", "hidden", Some("places.hidden")),
        ("read", "unknown", None),
        ("write", "root", None),
        ("create", "temp", None),
        ("write", "public", Some("places.outside-write")),
        ("delete", "outside", Some("places.outside-write")),
        ("create", "hidden", Some("places.hidden")),
        ("write", "dangerous", Some("places.dangerous")),
        ("delete", "unknown", Some("places.unknown-write")),
        ("write", "of a later version", Some("places.unknown-write")),
    ] {
        let wanted: Vec<&str> = rule.into_iter().collect();
        assert_eq!(rules_for(kind, class), wanted, "{kind} {class}");
    }
}

#[test]
fn nothing_lifts_what_does_harm_beyond_the_work() {
    assert!(Rule::Dangerous.lifted_by().is_empty());
    assert!(Rule::Hidden.lifted_by().is_empty());
    assert_eq!(Rule::UnknownWrite.lifted_by(), ["auto-allow"]);
}

#[test]
fn one_of_each_kind_is_enough_to_say() {
    let script = test_kit::script(&[&["rm", "x"]]);
    let command = ScriptView::new(&script).command(0).expect("there is one");
    let mut effect = resolved(command, "delete", "outside", "/a");
    effect
        .places
        .extend(resolved(command, "delete", "outside", "/b").places);
    effect
        .places
        .extend(resolved(command, "delete", "dangerous", "/c").places);
    let said = said(&script, &[effect]);
    assert_eq!(said.len(), 2, "{said:?}");
}

#[test]
fn a_redirect_needs_a_yes_of_its_own() {
    let script = Builder::new()
        .command(&["echo", "a"])
        .redirect(">", "out")
        .build();
    let view = ScriptView::new(&script);
    let command = view.command(0).expect("there is one");
    let mut effect = resolved(command, "write", "root", "/work/out");
    effect.effect.span = command.redirects().next().expect("there is one").raw().span;
    assert_eq!(said(&script, &[effect])[0].0, "places.redirect");
}

#[test]
fn a_share_of_another_machine_is_no_file() {
    let told = |target: &'static str| {
        let script = test_kit::script(&[&["cat", target]]);
        let command = ScriptView::new(&script).command(0).expect("there is one");
        said(&script, &[resolved(command, "read", "root", "/work/x")])
    };
    assert_eq!(told(r"\\host\share")[0].0, "places.unc");
    assert_eq!(told(r"\\?\UNC\host\share")[0].0, "places.unc");
    assert!(told(r"\name").is_empty() && told("a").is_empty());
}

#[test]
fn git_that_left_the_project_is_asked_about() {
    let ran_in = |cwds: &[&str]| {
        let script = Builder::new()
            .command(&["git", "status"])
            .starts_in(cwds)
            .build();
        said(&script, &[])
            .into_iter()
            .map(|said| said.0)
            .collect::<Vec<_>>()
    };
    assert!(ran_in(&["/work"]).is_empty());
    assert!(ran_in(&["/work/sub"]).is_empty());
    assert_eq!(ran_in(&["/work2"]), ["places.git-elsewhere"]);
    assert_eq!(ran_in(&["/work", "/elsewhere"]), ["places.git-elsewhere"]);
    assert_eq!(ran_in(&[]), ["places.git-elsewhere"]);
}

#[test]
fn git_after_a_change_of_its_files_is_asked_about() {
    let after = |path: &str| {
        let script = Builder::new()
            .command(&["tee", "x"])
            .starts_in(&["/work"])
            .command(&["git", "status"])
            .starts_in(&["/work"])
            .build();
        let command = ScriptView::new(&script).command(0).expect("there is one");
        let effect = resolved(command, "write", "root", path);
        said(&script, &[effect])
            .into_iter()
            .map(|said| said.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        after("/work/.git/info/attributes"),
        ["places.git-after-change"]
    );
    assert_eq!(after("/work/x/HEAD"), ["places.git-after-change"]);
    assert!(after("/work/src/config").is_empty());
}

#[test]
fn triggers_are_sorted_and_rule_ids_unique() {
    let about = Places::about();
    assert!(about.triggers.is_sorted());
    let mut ids: Vec<_> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), Rule::ALL.len());
}

#[test]
fn settings_are_refused_because_there_are_none() {
    assert!(Places::check_settings("{}").is_ok());
    assert!(Places::check_settings("{\"a\":1}").is_err());
}
