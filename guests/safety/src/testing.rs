//! What unit tests are written with: scripts as text.
//!
//! The reader in `reader` knows as much of bash as the tests write, and is no part of the policy. It gives what the host
//! gives, as far as the checks look at it, with spans into the text itself.

mod reader;

use shellward_sdk::{Classifier, Gap, Judgement, Script, ScriptView, Span, Verdict, test_kit};

use crate::{Safety, rules::Rule};

/// Reads a script that is fully understood.
pub(crate) fn read(source: &str, dialect: &str) -> Script {
    reader::read(source, dialect)
}

/// Makes a script of which only the text is there.
pub(crate) fn unread(source: &str, dialect: &str, reading: &str) -> Script {
    let mut script = test_kit::Builder::new().build();
    dialect.clone_into(&mut script.dialect);
    reading.clone_into(&mut script.reading);
    if let Some(text) = script.texts.first_mut() {
        source.clone_into(&mut text.content);
    }
    if reading == "partial" {
        let span = Span {
            text: 0,
            start: 0,
            end: u32::try_from(source.len()).expect("test scripts are short"),
        };
        script.gaps.push(Gap {
            reason: "syntax".to_owned(),
            message: "not understood".to_owned(),
            node: String::new(),
            span,
            attrs: Vec::new(),
        });
    }
    script
}

/// Judges a script.
pub(crate) fn judge_script(script: &Script) -> Vec<Judgement> {
    let judgements = Safety::classify(ScriptView::new(script), &test_kit::session(), &[]);
    for judgement in &judgements {
        assert_eq!(judgement.verdict, Verdict::Ask);
        assert!(
            judgement
                .command
                .is_none_or(|index| (index as usize) < script.commands.len())
        );
        let [finding] = judgement.findings.as_slice() else {
            panic!("one reason: {judgement:?}");
        };
        let span = finding.span.expect("a place");
        let text = &script.texts[span.text as usize].content;
        let bytes = span.start as usize..span.end as usize;
        assert!(text.get(bytes).is_some(), "{finding:?} lies in {text:?}");
    }
    judgements
}

/// Judges a script of bash.
pub(crate) fn judge(source: &str) -> Vec<Judgement> {
    judge_script(&read(source, "bash"))
}

fn rules(judgements: &[Judgement]) -> Vec<&str> {
    let findings = judgements.iter().flat_map(|judgement| &judgement.findings);
    findings.map(|finding| finding.rule.as_str()).collect()
}

/// Asserts that a script is asked about by one rule and no other.
#[track_caller]
pub(crate) fn assert_asks(source: &str, rule: Rule) {
    assert_asks_in("bash", source, rule);
}

/// The same in another dialect.
#[track_caller]
pub(crate) fn assert_asks_in(dialect: &str, source: &str, rule: Rule) {
    let judgements = judge_script(&read(source, dialect));
    let mut rules = rules(&judgements);
    rules.dedup();
    assert_eq!(rules, [rule.row().id], "{source}");
}

/// Asserts that there is nothing to say.
#[track_caller]
pub(crate) fn assert_silent(source: &str) {
    assert_silent_in("bash", source);
}

/// The same in another dialect.
#[track_caller]
pub(crate) fn assert_silent_in(dialect: &str, source: &str) {
    let judgements = judge_script(&read(source, dialect));
    assert_eq!(rules(&judgements), [] as [&str; 0], "{source}");
}

/// Returns the rules by which a text is asked about of which nothing was read.
pub(crate) fn rules_of_text(source: &str, dialect: &str) -> Vec<String> {
    let judgements = judge_script(&unread(source, dialect, "unavailable"));
    assert!(
        judgements
            .iter()
            .all(|judgement| judgement.command.is_none())
    );
    rules(&judgements).into_iter().map(str::to_owned).collect()
}
