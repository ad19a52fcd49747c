//! What each effect's places mean.

use shellward_sdk::{Finding, Judgement, Place, Resolved, ScriptView, Span};

use crate::rules::Rule;

/// Judges the places of one effect. One of each kind is enough to say: a glob can have a thousand.
pub(crate) fn judge(script: ScriptView<'_>, resolved: &Resolved) -> Vec<Judgement> {
    let mut seen: Vec<Rule> = Vec::new();
    let mut judgements = Vec::new();
    for place in &resolved.places {
        if let Some((rule, message)) = of_place(script, resolved, place)
            && !seen.contains(&rule)
        {
            seen.push(rule);
            judgements.push(ask(
                resolved.effect.command,
                resolved.effect.span,
                rule,
                &message,
            ));
        }
    }
    if touches_files(resolved) && is_unc(resolved.effect.target.as_deref()) {
        let message = "names another machine, to which Windows would log in";
        judgements.push(ask(
            resolved.effect.command,
            resolved.effect.span,
            Rule::Unc,
            message,
        ));
    }
    judgements
}

/// Asks about a command, by a rule.
pub(crate) fn ask(command: u32, span: Span, rule: Rule, message: &str) -> Judgement {
    Judgement {
        command: Some(command),
        ..Judgement::of_script(shellward_sdk::Verdict::Ask)
    }
    .lifted_by(rule.lifted_by())
    .with_finding(Finding::new(rule.id(), message).at(span))
}

fn of_place(script: ScriptView<'_>, resolved: &Resolved, place: &Place) -> Option<(Rule, String)> {
    let changes = changes(resolved);
    let verb = if changes { "changes" } else { "reads" };
    let what = &place.canonical;
    let (rule, rest) = match (place.class.as_str(), changes) {
        ("dangerous", true) => (Rule::Dangerous, ", which does harm beyond the work at hand"),
        ("hidden", _) => (Rule::Hidden, ", which is or holds a hidden place"),
        ("outside", false) => (Rule::OutsideRead, ", which is outside the project"),
        ("outside" | "public", true) => (Rule::OutsideWrite, ", which is outside the project"),
        ("root" | "temp", true) if is_of_redirect(script, resolved) => {
            let message = [
                "a redirect writes ",
                what,
                ", and no rule on the command covers that",
            ];
            return Some((Rule::Redirect, message.concat()));
        }
        // Reading here is no question. Of what only the run will know it is not harmless, which the host sees to; a rule
        // may allow it.
        ("root" | "temp", true) | (_, false) => return None,
        // A class that this policy has never heard of is one that it knows nothing of.
        (_, true) => {
            let span = resolved.effect.span;
            let message = [
                "what `",
                script.text(span),
                "` changes is known only when it runs",
            ];
            return Some((Rule::UnknownWrite, message.concat()));
        }
    };
    Some((rule, [verb, " ", what, rest].concat()))
}

fn changes(resolved: &Resolved) -> bool {
    matches!(resolved.effect.kind.as_str(), "write" | "create" | "delete")
}

fn touches_files(resolved: &Resolved) -> bool {
    changes(resolved) || resolved.effect.kind == "read"
}

/// Whether an effect is of the shell itself: no rule on the command covers what its redirects do.
fn is_of_redirect(script: ScriptView<'_>, resolved: &Resolved) -> bool {
    script
        .command(resolved.effect.command)
        .is_some_and(|command| {
            command
                .redirects()
                .any(|redirect| redirect.raw().span == resolved.effect.span)
        })
}

/// Whether a target names a share of another machine, as `\\host\share` does.
fn is_unc(target: Option<&str>) -> bool {
    let Some(rest) = target.and_then(|target| target.strip_prefix(r"\\")) else {
        return false;
    };
    rest.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '?' || first == '.')
}
