//! Decisions for people: the text underlined where something was found, and what it means.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::ui::{FAINT, HEAD, style_of};
use crate::{
    decide::Decision,
    judge::{Finding, Resolved, Verdict},
    read::Script,
    span::Span,
    untrusted::{is_unshowable, tame},
};

/// Longest path or message on one line, in characters.
const MAX_LINE_CHARS: usize = 300;

/// The headline: what was decided and why, the part underlined.
pub(super) fn headline(decision: &Decision) -> String {
    let style = style_of(decision.verdict);
    let reason = &decision.reason;
    let mut text = format!(
        "{style}{}{style:#}: {}\n",
        decision.verdict,
        line(&reason.message)
    );
    if decision.verdict != Verdict::Allow
        && let Some(span) = reason.span
    {
        text += &underlined(&decision.script, &[(span, reason.step.code().to_owned())]);
    }
    if let Some(rule) = &reason.rule {
        text += &format!(
            "  {FAINT}rule{FAINT:#}   {} ({})\n",
            line(&rule.text),
            line(&rule.source)
        );
    }
    if let Some(policy) = &reason.policy {
        text += &format!("  {FAINT}policy{FAINT:#} {policy}\n");
    }
    if let (Some(remedy), true) = (&reason.remedy, decision.verdict != Verdict::Allow) {
        text += &format!("  {FAINT}allowed by{FAINT:#} {}\n", line(remedy));
    }
    text
}

/// What the commands do, and what will be lost.
pub(super) fn effects(decision: &Decision) -> String {
    let mut text = String::new();
    for resolved in &decision.effects {
        text += &format!("  {}\n", effect(&decision.script, resolved));
    }
    for warning in &decision.warnings {
        text += &format!("  warning: {}\n", finding(warning));
    }
    text
}

/// Everything: commands, effects, places, walls, trace.
pub(super) fn explanation(decision: &Decision) -> String {
    let script = &decision.script;
    let mut text = headline(decision);
    text += &format!(
        "\n{HEAD}read{HEAD:#} as {}, {}\n",
        script.dialect, script.reading
    );
    let mut marks: Vec<(Span, String)> = script
        .commands
        .iter()
        .enumerate()
        .map(|(index, command)| (command.span, command_label(decision, index)))
        .collect();
    marks.extend(script.gaps.iter().map(|gap| (gap.span, line(&gap.message))));
    text += &underlined(script, &marks);
    if !decision.effects.is_empty() {
        text += &format!("\n{HEAD}effects{HEAD:#}\n{}", effects(decision));
    }
    text += &format!(
        "\n{HEAD}walls{HEAD:#}\n  {}: {}\n",
        decision.walls.shape,
        line(&decision.walls.because)
    );
    text += &format!("\n{HEAD}trace{HEAD:#}\n");
    for entry in &decision.trace {
        let style = style_of(entry.verdict);
        let part = entry.reason.span.map_or_else(String::new, |span| {
            format!(" {FAINT}`{}`{FAINT:#}", line(script.text(span)))
        });
        let lifted = entry
            .lifted_by
            .as_ref()
            .map_or_else(String::new, |by| format!(" by {}", line(by)));
        text += &format!(
            "  {style}{}{style:#} {:<12} {:<9}{lifted} {}{part}\n",
            entry.verdict,
            entry.reason.step.code(),
            entry.standing.code(),
            line(&entry.reason.message)
        );
    }
    for note in &decision.notes {
        text += &format!("  {FAINT}note{FAINT:#} {}\n", line(note));
    }
    text
}

/// What allows a command, or that nothing does.
fn command_label(decision: &Decision, index: usize) -> String {
    let index = u32::try_from(index).ok();
    decision
        .trace
        .iter()
        .rfind(|entry| {
            entry.reason.command == index && index.is_some() && entry.lifted_by.is_none()
        })
        .map_or_else(String::new, |entry| {
            format!("{}: {}", entry.verdict, entry.reason.step)
        })
}

fn effect(script: &Script, resolved: &Resolved) -> String {
    let effect = &resolved.effect;
    let target = effect.target.as_deref().map_or_else(
        || "something that only the run will know".to_owned(),
        |target| {
            let more = if effect.exact { "" } else { "…" };
            format!("{}{more}", line(target))
        },
    );
    let below = if effect.recursive {
        " and all below"
    } else {
        ""
    };
    let mut classes: Vec<&str> = resolved
        .places
        .iter()
        .map(|place| place.class.code())
        .collect();
    classes.dedup();
    let places = match resolved.places.as_slice() {
        [] => String::new(),
        [one] => format!(" {FAINT}[{}: {}]{FAINT:#}", one.class, line(&one.canonical)),
        many => format!(
            " {FAINT}[{}: {} places]{FAINT:#}",
            classes.join(", "),
            many.len()
        ),
    };
    let part = line(script.text(effect.span));
    format!(
        "{:<11} {target}{below}{places} {FAINT}by `{part}`{FAINT:#}",
        effect.kind.code()
    )
}

fn finding(finding: &Finding) -> String {
    let suggestion = finding
        .suggestion
        .as_ref()
        .map_or_else(String::new, |safer| format!(" (safer: {})", line(safer)));
    format!(
        "{} ({}){suggestion}",
        line(&finding.message),
        line(&finding.rule)
    )
}

/// The source with marks under its parts. Characters that could change how it is shown are replaced one for one, so that
/// spans still fit.
fn underlined(script: &Script, marks: &[(Span, String)]) -> String {
    let source = showable(script.source());
    let annotations = marks
        .iter()
        .filter(|(span, _)| span.text == 0 && source.get(span.bytes()).is_some())
        .map(|(span, label)| {
            AnnotationKind::Primary
                .span(span.bytes())
                .label(label.as_str())
        });
    let snippet = Snippet::source(source.as_str()).annotations(annotations);
    let report = [Level::NOTE.no_name().primary_title("").element(snippet)];
    let rendered = Renderer::styled().render(&report);
    // The renderer wants a title; its line is left out.
    let body = rendered.split_once('\n').map_or("", |(_, body)| body);
    format!("{body}\n")
}

/// Replaces characters that can't be shown by as many bytes that can.
fn showable(text: &str) -> String {
    text.chars()
        .map(|one| {
            if is_unshowable(one) && !matches!(one, '\n' | '\t') {
                "?".repeat(one.len_utf8())
            } else {
                one.to_string()
            }
        })
        .collect()
}

fn line(text: &str) -> String {
    tame(text, MAX_LINE_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_shown_keeps_its_length() {
        let text = "a\u{202e}b\u{1b}c\n";
        assert_eq!(showable(text), "a???b?c\n");
        assert_eq!(showable(text).len(), text.len());
    }
}
