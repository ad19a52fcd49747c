//! What holds for the policy as a whole.

use shellward_sdk::{About, Classifier, ScriptView, test_kit};

use super::*;
use crate::testing::{assert_silent, judge, judge_script, read, unread};

#[test]
fn the_policy_is_always_asked_and_names_its_rules() {
    let about = Safety::about();
    assert!(about.triggers.is_empty());
    assert_eq!(about.dialects, ["bash", "zsh"]);
    assert_eq!(about.rules.len(), ROWS.len());
}

#[test]
fn settings_are_refused_because_there_are_none() {
    assert!(Safety::check_settings(" {} ").is_ok());
    let error = Safety::check_settings("{\"a\":0}").expect_err("refused");
    assert!(error.contains("no settings"));
}

#[test]
fn what_is_written_all_day_is_let_through() {
    for source in include_str!("tests/everyday.txt").split("\n---\n") {
        assert_silent(source);
    }
}

#[test]
fn what_can_not_be_trusted_is_asked_about() {
    for source in include_str!("tests/hostile.txt").split("\n---\n") {
        assert!(!judge(source).is_empty(), "{source}");
    }
}

#[test]
fn a_script_of_another_language_is_left_to_others() {
    let script = unread("iex $x", "powershell", "complete");
    assert!(judge_script(&script).is_empty());
}

#[test]
fn a_script_of_which_nothing_is_known_does_not_stop_it() {
    let script = test_kit::Builder::new().build();
    let session = test_kit::session();
    assert!(Safety::classify(ScriptView::new(&script), &session, &[]).is_empty());
    let mut broken = read("PATH=x eval a | sh <<EOF\nEOF\n", "bash");
    broken.words.clear();
    broken.pieces.clear();
    broken.texts.clear();
    drop(Safety::classify(ScriptView::new(&broken), &session, &[]));
}

#[test]
fn what_was_read_of_a_partial_script_is_looked_at_too() {
    let mut script = read("eval \"$x\"; ls", "bash");
    "partial".clone_into(&mut script.reading);
    let judgements = judge_script(&script);
    assert_eq!(judgements.len(), 1);
    assert_eq!(judgements[0].command, Some(0));
}
