//! What was found, until it becomes judgements.

use shellward_sdk::{CommandView, Finding, Judgement, Span, Verdict};

use crate::rules::Rule;

/// Most findings of one script. One is enough for a person to be asked; more only take room.
const MOST_FINDINGS: usize = 100;

/// One finding.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    rule: Rule,
    /// The command it is about; None: the script.
    command: Option<u32>,
    span: Span,
    /// What stands before the rule's sentence, and the sentence instead of it.
    subject: String,
    because: &'static str,
}

/// Collects findings.
#[derive(Debug, Default)]
pub(crate) struct Report {
    found: Vec<Found>,
}

impl Report {
    /// Adds a finding about a command, with the sentence of its rule.
    pub(crate) fn add(&mut self, rule: Rule, command: CommandView<'_>, span: Span) {
        self.push(
            rule,
            Some(command.index()),
            span,
            String::new(),
            rule.row().summary,
        );
    }

    /// Adds a finding about something named in a command, with a sentence of its own that goes on after the name.
    pub(crate) fn add_about(
        &mut self,
        rule: Rule,
        command: Option<u32>,
        span: Span,
        subject: &str,
        because: &'static str,
    ) {
        let subject = ["`", subject, "` "].concat();
        self.push(rule, command, span, subject, because);
    }

    /// Adds a finding that begins with a count.
    pub(crate) fn add_counted(
        &mut self,
        rule: Rule,
        command: Option<u32>,
        span: Span,
        subject: String,
        because: &'static str,
    ) {
        self.push(rule, command, span, subject, because);
    }

    /// Adds a finding about the text, unless the same was found already.
    pub(crate) fn add_in_text(&mut self, rule: Rule, span: Span) {
        if !self.has(rule) {
            self.push(rule, None, span, String::new(), rule.row().summary);
        }
    }

    /// Whether something was found by a rule.
    pub(crate) fn has(&self, rule: Rule) -> bool {
        self.found.iter().any(|found| found.rule == rule)
    }

    fn push(
        &mut self,
        rule: Rule,
        command: Option<u32>,
        span: Span,
        subject: String,
        because: &'static str,
    ) {
        let is_known = |found: &Found| {
            found.rule == rule && found.command == command && found.subject == subject
        };
        if self.found.len() < MOST_FINDINGS && !self.found.iter().any(is_known) {
            self.found.push(Found {
                rule,
                command,
                span,
                subject,
                because,
            });
        }
    }

    /// Makes one judgement per finding: the host shows the first finding of each.
    pub(crate) fn into_judgements(self) -> Vec<Judgement> {
        let judge = |found: Found| {
            let message = [found.subject.as_str(), found.because].concat();
            let finding = Finding::new(found.rule.row().id, &message).at(found.span);
            Judgement {
                command: found.command,
                ..Judgement::of_script(Verdict::Ask)
            }
            .with_finding(finding)
        };
        self.found.into_iter().map(judge).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPAN: Span = Span {
        text: 0,
        start: 0,
        end: 1,
    };

    #[test]
    fn the_same_is_said_once() {
        let mut report = Report::default();
        report.add_in_text(Rule::Eval, SPAN);
        report.add_in_text(Rule::Eval, SPAN);
        report.add_about(Rule::Variable, Some(0), SPAN, "PATH", "x");
        report.add_about(Rule::Variable, Some(0), SPAN, "PATH", "x");
        report.add_about(Rule::Variable, Some(0), SPAN, "CC", "x");
        assert_eq!(report.into_judgements().len(), 3);
    }

    #[test]
    fn there_is_an_end_to_it() {
        let mut report = Report::default();
        for command in 0..1000 {
            report.add_about(Rule::Variable, Some(command), SPAN, "PATH", "x");
        }
        let judgements = report.into_judgements();
        assert_eq!(judgements.len(), MOST_FINDINGS);
        assert!(judgements.iter().all(|one| one.verdict == Verdict::Ask));
    }
}
