//! Deciding with somebody to ask (R4.6), and keeping the rules they chose (R4.5).

use std::path::PathBuf;

use super::{Session, SessionError};
use crate::{
    call::Call,
    config::{RuleLayer, allow_in},
    decide::{Answer, Approver, Asked, Decision, Next, Permit},
    rules::{Rule, RuleSet, Source, Wish},
};

/// What became of a call that somebody could be asked about.
#[derive(Debug)]
#[non_exhaustive]
#[must_use = "a permit that is dropped lets nothing run"]
pub struct Settled {
    /// What was decided, before anybody was asked.
    pub decision: Decision,
    /// It may run. None: it may not.
    pub permit: Option<Permit>,
    /// What the person who said no wants the caller to know.
    pub message: Option<String>,
    /// The rules that were chosen to be kept.
    pub remembered: Option<Remembered>,
}

/// Rules that a person chose to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remembered {
    /// The rules.
    pub rules: Vec<String>,
    /// The layer.
    pub layer: RuleLayer,
    /// Its file.
    pub file: PathBuf,
    /// Why they could not be written. Then they hold for this session only.
    pub problem: Option<String>,
}

impl Session {
    /// Decides a call and asks, if it must be asked about. A rule that is kept holds from the next call on.
    ///
    /// # Errors
    /// Those of [`Session::decide_showing_edits`].
    ///
    /// # Cancel safety
    /// Dropping the future before anybody was asked changes nothing.
    pub async fn decide_with(
        &mut self,
        call: Call,
        approver: &mut dyn Approver,
    ) -> Result<Settled, SessionError> {
        let (decision, next) = self.decide_showing_edits(call).await?;
        let mut settled = Settled {
            decision,
            permit: None,
            message: None,
            remembered: None,
        };
        let question = match next {
            Next::Run(permit) => {
                settled.permit = Some(permit);
                return Ok(settled);
            }
            Next::Refuse => return Ok(settled),
            Next::Ask(question) => question,
        };
        match approver.ask(Asked::new(&settled.decision, question.plan())) {
            Answer::Once => settled.permit = Some(question.approve()),
            Answer::Always { rules, layer } => {
                settled.remembered = Some(self.remember(rules, layer));
                settled.permit = Some(question.approve());
            }
            Answer::No { message } => settled.message = message,
        }
        Ok(settled)
    }

    /// Returns the file of a layer.
    pub fn layer_file(&self, layer: RuleLayer) -> PathBuf {
        let project = self.roots.first().unwrap_or(&self.cwd);
        layer.file(self.runtime.environment.config.path(), project)
    }

    /// Writes rules to their layer. A permit made before stays good: an allow rule more takes nothing from it.
    fn remember(&mut self, rules: Vec<String>, layer: RuleLayer) -> Remembered {
        let file = self.layer_file(layer);
        let project = self.roots.first().unwrap_or(&self.cwd).clone();
        let environment = &self.runtime.environment;
        let mut problem = None;
        for rule in &rules {
            if let Err(error) = allow_in(environment, &project, layer, rule) {
                problem = Some(error.to_string());
            }
            self.remembered.extend(Rule::parse(rule).ok().map(|rule| {
                let source = Source {
                    layer: layer.code().to_owned(),
                    file: Some(file.display().to_string()),
                    line: None,
                };
                (rule, source)
            }));
        }
        Remembered {
            rules,
            layer,
            file,
            problem,
        }
    }

    /// The rules of the settings, and those chosen since.
    pub(super) fn rules(&self) -> RuleSet {
        let mut rules = self.runtime.settings.rules.clone();
        for (rule, source) in &self.remembered {
            // One that can't be added allows nothing.
            rules.add(Wish::Allow, rule.clone(), source.clone()).ok();
        }
        rules
    }
}
