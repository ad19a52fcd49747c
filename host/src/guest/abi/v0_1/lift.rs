//! From the contract's types to the host's. A guest is not believed: every index, span, word and length is checked, and
//! what doesn't hold is a fault of the whole result (R3.11).

use super::{
    super::{About, Answer, Example},
    bindings::{
        exports::shellward::policy::{about, effects, exit_codes},
        shellward::policy::types,
    },
    lower::{FILES, FOLLOWS_LINKS, INSIDE, LIFTED_BY, NO_FILE, ONLY_IF_OPTION},
};
use crate::{
    judge::{
        Activity, Condition, Description, Edit, Effect, EffectKind, FaultCode, Finding, Judgement,
        Lifter, Meaning, Site, Verdict,
    },
    limits::{GUEST_MESSAGE_CHARS, GUEST_RESULT_ITEMS},
    read::Script,
    span::Span,
    untrusted::tame,
};

/// The program whose edits can be computed.
const SED: &str = "sed";
/// The attribute of an edit that names an option of its program.
const OPTION: &str = "option";

pub(super) fn about(about: about::Description) -> Answer<About> {
    count(about.triggers.len() + about.rules.len() + about.examples.len())?;
    let mut triggers = about.triggers;
    triggers.sort_unstable();
    Ok(About {
        name: message(&about.name),
        version: message(&about.version),
        summary: message(&about.summary),
        dialects: about.dialects,
        triggers,
        rules: about
            .rules
            .iter()
            .map(|rule| (message(&rule.id), message(&rule.summary)))
            .collect(),
        examples: about
            .examples
            .into_iter()
            .map(|example| Example {
                note: message(&example.note),
                verdict: verdict(example.verdict),
                command: example.command,
            })
            .collect(),
    })
}

pub(super) fn description(
    description: effects::Description,
    script: &Script,
) -> Answer<Description> {
    count(description.effects.len())?;
    Ok(Description {
        effects: description
            .effects
            .into_iter()
            .map(|one| effect(one, script))
            .collect::<Answer<_>>()?,
        judgements: judgements(description.judgements, script)?,
        edits: edits(description.edits, script)?,
    })
}

/// Reads edits. One by a program that this host can't run for its result is no edit here.
fn edits(edits: Vec<types::Edit>, script: &Script) -> Answer<Vec<Edit>> {
    count(edits.len())?;
    edits
        .into_iter()
        .filter(|edit| edit.kind == SED)
        .map(|edit| {
            known_command(edit.command, script)?;
            count(edit.files.len())?;
            let options = edit.attrs.into_iter().filter(|attr| attr.key == OPTION);
            Ok(Edit {
                command: edit.command,
                files: edit.files,
                script: edit.script,
                options: options.map(|attr| attr.value).collect(),
            })
        })
        .collect()
}

pub(super) fn judgements(
    judgements: Vec<types::Judgement>,
    script: &Script,
) -> Answer<Vec<Judgement>> {
    count(judgements.len())?;
    judgements
        .into_iter()
        .map(|judgement| {
            if let Some(command) = judgement.command {
                known_command(command, script)?;
            }
            count(judgement.conditions.len())?;
            Ok(Judgement {
                command: judgement.command,
                verdict: verdict(judgement.verdict),
                conditions: judgement
                    .conditions
                    .iter()
                    .map(condition)
                    .collect::<Answer<_>>()?,
                findings: findings(judgement.findings, script)?,
                lifted_by: lifters(&judgement.attrs),
            })
        })
        .collect()
}

/// Reads what may lift an ask: an allow rule on the identical text, unless it says otherwise. A word this host has never
/// heard of lifts nothing.
fn lifters(attrs: &[types::AttrResult]) -> Vec<Lifter> {
    let said = attrs.iter().find(|attr| attr.key == LIFTED_BY);
    said.map_or_else(
        || vec![Lifter::ExactRule],
        |said| {
            said.value
                .split(' ')
                .filter_map(Lifter::from_code)
                .collect()
        },
    )
}

pub(super) fn findings(findings: Vec<types::Finding>, script: &Script) -> Answer<Vec<Finding>> {
    count(findings.len())?;
    findings
        .into_iter()
        .map(|finding| {
            Ok(Finding {
                rule: message(&finding.rule),
                message: message(&finding.message),
                span: finding.span.map(|one| span(one, script)).transpose()?,
                suggestion: finding.suggestion.as_deref().map(message),
            })
        })
        .collect()
}

pub(super) fn meaning(meaning: &exit_codes::Meaning) -> Answer<Meaning> {
    count(meaning.hints.len())?;
    Ok(Meaning {
        is_error: meaning.is_error,
        message: meaning.message.as_deref().map(message),
        hints: meaning.hints.iter().map(|hint| message(hint)).collect(),
        activity: Activity::from_code(&meaning.activity)
            .ok_or_else(|| unknown_word("activity", &meaning.activity))?,
        silent: meaning.silent,
        files: meaning
            .attrs
            .iter()
            .find(|attr| attr.key == FILES)
            .and_then(|attr| attr.value.parse().ok()),
    })
}

fn effect(effect: types::EffectResult, script: &Script) -> Answer<Effect> {
    known_command(effect.command, script)?;
    Ok(Effect {
        command: effect.command,
        // The vocabulary grows, and a kind this host has never heard of is not one it may take lightly.
        kind: EffectKind::from_code(&effect.kind).unwrap_or(EffectKind::Unknown),
        target: effect.target,
        exact: effect.exact,
        recursive: effect.recursive,
        follows_links: is_set(&effect.attrs, FOLLOWS_LINKS),
        only_if_option: is_set(&effect.attrs, ONLY_IF_OPTION),
        inside: is_set(&effect.attrs, INSIDE),
        no_file: is_set(&effect.attrs, NO_FILE),
        site: Site::from_code(&effect.site).ok_or_else(|| unknown_word("site", &effect.site))?,
        span: span(effect.span, script)?,
    })
}

fn is_set(attrs: &[types::AttrResult], key: &str) -> bool {
    attrs
        .iter()
        .any(|attr| attr.key == key && attr.value == "true")
}

fn condition(condition: &types::Condition) -> Answer<Condition> {
    Condition::from_code(&condition.kind)
        .filter(|_| condition.value.is_empty())
        .ok_or_else(|| {
            (
                FaultCode::UnknownCondition,
                format!(
                    "the host can't bring about the condition `{}` with value `{}`",
                    message(&condition.kind),
                    message(&condition.value)
                ),
            )
        })
}

const fn verdict(verdict: types::Verdict) -> Verdict {
    match verdict {
        types::Verdict::Pass => Verdict::Pass,
        types::Verdict::Allow => Verdict::Allow,
        types::Verdict::Ask => Verdict::Ask,
        types::Verdict::Deny => Verdict::Deny,
    }
}

fn span(span: types::Span, script: &Script) -> Answer<Span> {
    let span = Span {
        text: span.text,
        start: span.start,
        end: span.end,
    };
    let lies_within = script
        .texts
        .get(span.text as usize)
        .is_some_and(|text| text.content.get(span.bytes()).is_some());
    if lies_within {
        Ok(span)
    } else {
        Err((
            FaultCode::BadSpan,
            format!(
                "the span {}..{} of text {} is not in the script",
                span.start, span.end, span.text
            ),
        ))
    }
}

fn known_command(command: u32, script: &Script) -> Answer<()> {
    if (command as usize) < script.commands.len() {
        Ok(())
    } else {
        Err((
            FaultCode::MissingCommand,
            format!(
                "it speaks of command {command}, of a script with {}",
                script.commands.len()
            ),
        ))
    }
}

fn count(items: usize) -> Answer<()> {
    if items <= GUEST_RESULT_ITEMS {
        Ok(())
    } else {
        Err((
            FaultCode::ResultTooLarge,
            format!(
                "its result has {items} items in one list; at most {GUEST_RESULT_ITEMS} are read"
            ),
        ))
    }
}

fn unknown_word(field: &str, word: &str) -> (FaultCode, String) {
    (
        FaultCode::UnknownWord,
        format!("`{}` is not a known {field}", message(word)),
    )
}

fn message(text: &str) -> String {
    tame(text, GUEST_MESSAGE_CHARS)
}
