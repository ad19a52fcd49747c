//! Prompt rules in the settings, and who judges them (R4.11).
//!
//! ```toml
//! [[prompt-rules]]
//! deny = "it sends anything of this project to another machine"
//! rule = "Bash(curl:*)"         # where it is judged; without it, everywhere
//!
//! [prompt-judge]
//! program = ["/usr/local/bin/judge"]
//! ```

use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::programs::{self, Program};
use crate::{
    limits::{MAX_HOOKS, PROMPT_TIME},
    rules::{Rule, Source, Wish},
};

/// A prompt rule as it is written.
#[derive(Clone, Debug)]
pub struct PromptRuleSetting {
    /// The condition, in words.
    pub when: String,
    /// What it wants where that holds.
    pub wish: Wish,
    /// Where it is judged. None: everywhere.
    pub rule: Option<Rule>,
    /// Where it was written.
    pub source: Source,
}

impl PromptJudgeTable {
    /// Where it is written.
    pub(super) fn span(&self) -> std::ops::Range<usize> {
        self.program.span()
    }
}

/// One of them in the file: one of `allow`, `ask` and `deny`.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PromptRuleTable {
    /// The condition under which a call is allowed.
    #[schemars(with = "Option<String>")]
    allow: Option<Spanned<String>>,
    /// The condition under which a person is asked.
    #[schemars(with = "Option<String>")]
    ask: Option<Spanned<String>>,
    /// The condition under which a call is denied.
    #[schemars(with = "Option<String>")]
    deny: Option<Spanned<String>>,
    /// The rule that says where it is judged. Without it, everywhere.
    rule: Option<String>,
}

/// The judge in the file.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PromptJudgeTable {
    /// The program with its arguments.
    #[schemars(with = "Vec<String>")]
    program: Spanned<Vec<String>>,
    /// How long it may take, in milliseconds.
    timeout_ms: Option<u64>,
}

/// Reads them. `source` says of a place in the file how it is shown.
///
/// # Errors
/// In words for a person, with the place if there is one.
pub(super) fn read(
    tables: Vec<PromptRuleTable>,
    source: impl Fn(usize) -> Source,
) -> Result<Vec<PromptRuleSetting>, (usize, String)> {
    let mut rules = Vec::new();
    for table in tables {
        let written = [
            (Wish::Allow, table.allow),
            (Wish::Ask, table.ask),
            (Wish::Deny, table.deny),
        ];
        let mut written = written
            .into_iter()
            .filter_map(|(wish, when)| Some((wish, when?)));
        let (Some((wish, when)), None) = (written.next(), written.next()) else {
            let message = "a prompt rule has one of `allow`, `ask` and `deny`";
            return Err((0, message.to_owned()));
        };
        let at = when.span().start;
        if when.get_ref().trim().is_empty() || rules.len() == MAX_HOOKS {
            let message = format!("a prompt rule is empty, or there are more than {MAX_HOOKS}");
            return Err((at, message));
        }
        let rule = table.rule.as_deref().map(Rule::parse).transpose();
        rules.push(PromptRuleSetting {
            when: when.into_inner(),
            wish,
            rule: rule.map_err(|error| (at, error.to_string()))?,
            source: source(at),
        });
    }
    Ok(rules)
}

/// Reads who judges.
///
/// # Errors
/// In words for a person, with the place.
pub(super) fn judge(table: PromptJudgeTable, folder: &Path) -> Result<Program, (usize, String)> {
    let at = table.program.span().start;
    programs::limit(table.timeout_ms, PROMPT_TIME)
        .and_then(|limit| Program::read(table.program.into_inner(), folder, limit))
        .map_err(|error| (at, format!("the prompt judge: {error}")))
}
