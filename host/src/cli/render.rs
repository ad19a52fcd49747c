//! Decisions for people: the text underlined where something was found, and what it means.

use std::{collections::BTreeSet, fmt::Write as _, path::PathBuf};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::{
    draw,
    ui::{FAINT, HEAD, style_of},
};
use crate::{
    decide::{Decision, TraceEntry},
    judge::{Finding, PlaceClass, Resolved, Verdict},
    plan::{Plan, Shape},
    read::{Reading, Script, TextOrigin},
    span::Span,
    untrusted::{is_unshowable, tame},
};

/// Most paths of one kind that are shown of a plan.
const MAX_PLAN_PATHS: usize = 6;
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
    text + &grounds(decision)
}

/// The same without the underlined text.
fn summary(decision: &Decision) -> String {
    first_line(decision) + &grounds(decision)
}

fn first_line(decision: &Decision) -> String {
    let style = style_of(decision.verdict);
    format!(
        "{style}{}{style:#}: {}\n",
        decision.verdict,
        line(&decision.reason.message)
    )
}

/// The rule or policy behind it, and what would make it allowed.
fn grounds(decision: &Decision) -> String {
    let reason = &decision.reason;
    let mut text = String::new();
    if let Some(rule) = &reason.rule {
        writeln!(
            text,
            "  {FAINT}rule{FAINT:#}   {} ({})",
            line(&rule.text),
            line(&rule.source)
        )
        .ok();
    }
    if let Some(policy) = &reason.policy {
        writeln!(text, "  {FAINT}policy{FAINT:#} {policy}").ok();
    }
    if let (Some(remedy), true) = (&reason.remedy, decision.verdict != Verdict::Allow) {
        writeln!(text, "  {FAINT}remedy{FAINT:#} {}", line(remedy)).ok();
    }
    for suggestion in &decision.suggestions {
        writeln!(text, "  {FAINT}always{FAINT:#} {}", line(&suggestion.label)).ok();
    }
    text
}

/// What the commands do, and what will be lost.
pub(super) fn effects(decision: &Decision) -> String {
    let mut text = String::new();
    for resolved in &decision.effects {
        writeln!(text, "  {}", effect(&decision.script, resolved)).ok();
    }
    for warning in &decision.warnings {
        writeln!(text, "  warning: {}", finding(warning)).ok();
    }
    text
}

/// Everything: commands, what they come to, effects, places, walls, trace.
pub(super) fn explanation(decision: &Decision, plan: &Plan) -> String {
    let script = &decision.script;
    let mut text = summary(decision);
    write!(
        text,
        "\n{HEAD}read{HEAD:#} as {}\n",
        draw::understanding(script)
    )
    .ok();
    let mut marks: Vec<(Span, String)> = script
        .commands
        .iter()
        .enumerate()
        .map(|(index, command)| (command.span, command_label(decision, index)))
        .collect();
    marks.extend(script.gaps.iter().map(|gap| (gap.span, line(&gap.message))));
    text += &underlined(script, &marks);
    if let Some(drawing) = draw::reading(script) {
        let limit = match script.reading {
            Reading::Complete => "",
            Reading::Partial | Reading::Unavailable => ", as far as they were understood",
        };
        write!(text, "\n{HEAD}steps{HEAD:#}{limit}\n{drawing}").ok();
    }
    if !decision.effects.is_empty() || !decision.warnings.is_empty() {
        write!(text, "\n{HEAD}effects{HEAD:#}\n{}", effects(decision)).ok();
    }
    write!(
        text,
        "\n{HEAD}walls{HEAD:#} {}: {}\n{}",
        decision.walls.shape,
        line(&decision.walls.because),
        walls(plan)
    )
    .ok();
    write!(text, "\n{HEAD}trace{HEAD:#}\n").ok();
    for entry in &decision.trace {
        text += &trace_line(script, entry);
    }
    for note in &decision.notes {
        writeln!(text, "  {FAINT}note{FAINT:#} {}", line(note)).ok();
    }
    text
}

/// The plan of walls, one line for each kind of place.
fn walls(plan: &Plan) -> String {
    let paths = |paths: &[PathBuf]| {
        let shown: Vec<String> = paths
            .iter()
            .take(MAX_PLAN_PATHS)
            .map(|path| line(&path.to_string_lossy()))
            .collect();
        let more = paths.len().saturating_sub(MAX_PLAN_PATHS);
        let more = if more > 0 {
            format!(", and {more} more")
        } else {
            String::new()
        };
        if shown.is_empty() {
            "nothing".to_owned()
        } else {
            format!("{}{more}", shown.join(", "))
        }
    };
    let mut text = match plan.shape {
        Shape::Open => return String::new(),
        Shape::Observe => "  writable   nothing\n  network    no sockets\n".to_owned(),
        Shape::Work => format!(
            "  writable   {}\n  protected  {}\n  /tmp is    {}\n  network    {}\n",
            paths(&plan.writable),
            paths(&plan.protected),
            line(&plan.temp.to_string_lossy()),
            plan.network
        ),
    };
    if let Some(readable) = &plan.readable {
        writeln!(
            text,
            "  readable   only {}, and what programs start from",
            paths(readable)
        )
        .ok();
    }
    writeln!(text, "  hidden     {}", paths(&plan.hidden)).ok();
    if !plan.environment.is_empty() {
        writeln!(
            text,
            "  set        {} variables that keep git from running programs of the project",
            plan.environment.len()
        )
        .ok();
    }
    text
}

fn trace_line(script: &Script, entry: &TraceEntry) -> String {
    let style = style_of(entry.verdict);
    let reason = &entry.reason;
    let part = reason.span.map_or_else(String::new, |span| {
        format!(" {FAINT}`{}`{FAINT:#}", line(script.text(span)))
    });
    let by = match (&entry.lifted_by, &reason.rule, &reason.policy) {
        (Some(by), _, _) => format!(" by {}", line(by)),
        (None, Some(rule), _) => format!(" {}", line(&rule.source)),
        (None, None, Some(policy)) => format!(" by `{policy}`"),
        (None, None, None) => String::new(),
    };
    format!(
        "  {style}{:<5}{style:#} {:<13} {:<9}{by} {}{part}\n",
        entry.verdict.code(),
        reason.step.code(),
        entry.standing.code(),
        line(&reason.message)
    )
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
        [one] if one.class == PlaceClass::Unknown => format!(" {FAINT}[unknown]{FAINT:#}"),
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

/// The texts that have marks, each with the marks under its parts. What became a text of its own is marked in the text
/// around it.
fn underlined(script: &Script, marks: &[(Span, String)]) -> String {
    let mut marks = marks.to_vec();
    let mut texts = BTreeSet::new();
    let mut next = 0;
    while let Some((span, _)) = marks.get(next) {
        let at = script
            .texts
            .get(span.text as usize)
            .and_then(|text| text.at);
        if texts.insert(span.text)
            && let Some(at) = at
        {
            marks.push((at, "read as a text of its own, below".to_owned()));
        }
        next += 1;
    }
    texts
        .into_iter()
        .map(|text| underlined_text(script, text, &marks))
        .collect()
}

/// One text with marks under its parts. Characters that could change how it is shown are replaced one for one, so that
/// spans still fit.
fn underlined_text(script: &Script, index: u32, marks: &[(Span, String)]) -> String {
    let Some(text) = script.texts.get(index as usize) else {
        return String::new();
    };
    let title = match text.origin {
        TextOrigin::Source => String::new(),
        TextOrigin::CommandString => format!("  {FAINT}in the script of a word{FAINT:#}\n"),
        TextOrigin::Alias => format!("  {FAINT}in an alias{FAINT:#}\n"),
        TextOrigin::HereDocument => format!("  {FAINT}in a here-document{FAINT:#}\n"),
    };
    let source = showable(&text.content);
    let annotations = marks
        .iter()
        .filter(|(span, _)| span.text == index && source.get(span.bytes()).is_some())
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
    format!("{title}{body}\n")
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
    use crate::read::{Dialect, Text};

    #[test]
    fn what_cannot_be_shown_keeps_its_length() {
        let text = "a\u{202e}b\u{1b}c\n";
        assert_eq!(showable(text), "a???b?c\n");
        assert_eq!(showable(text).len(), text.len());
    }

    #[test]
    fn a_mark_is_shown_in_the_text_it_is_of() {
        let mut script = Script::unread(Dialect::Bash, "sh -c 'rm x'");
        script.texts.push(Text {
            origin: TextOrigin::CommandString,
            at: Some(Span::source(6, 12)),
            content: "rm x".to_owned(),
        });
        let inner = Span {
            text: 1,
            start: 0,
            end: 2,
        };
        let nowhere = Span { text: 2, ..inner };
        let marks = [(inner, "here".to_owned()), (nowhere, "lost".to_owned())];
        let text = anstream::adapter::strip_str(&underlined(&script, &marks)).to_string();
        insta::assert_snapshot!(text, @r#"
        1 | sh -c 'rm x'
          |       ^^^^^^ read as a text of its own, below
          in the script of a word
        1 | rm x
          | ^^ here
        "#);
    }
}
