//! Hooks in the settings (R4.7).
//!
//! ```toml
//! [[hooks]]
//! name = "pushes"
//! program = ["/usr/local/bin/look-at-push", "--strict"]
//! rule = "Bash(git push:*)"     # without it, every call
//! on = ["before", "after"]      # without it, before
//! failure = "required"          # or "advisory"
//! ```

use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::programs::{self, Program};
use crate::{
    limits::{HOOK_TIME, MAX_HOOKS},
    rules::{Rule, Source},
};

/// What it means that a hook has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FailureMode {
    /// A person is asked.
    Required,
    /// Nothing; the trace says so.
    Advisory,
}

/// When a hook is told of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HookEvent {
    /// It is asked before it runs.
    Before,
    /// It is told after it ran.
    After,
}

/// A hook as it is written.
#[derive(Clone, Debug)]
pub struct HookSetting {
    /// Its name.
    pub name: String,
    /// What runs.
    pub program: Program,
    /// When it has a say. None: always.
    pub rule: Option<Rule>,
    /// When it is told.
    pub on: Vec<HookEvent>,
    /// What it means that it has no answer.
    pub failure: FailureMode,
    /// Where it was written.
    pub source: Source,
}

/// One of them in the file.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct HookTable {
    /// Its name.
    #[schemars(with = "String")]
    name: Spanned<String>,
    /// The program with its arguments.
    program: Vec<String>,
    /// The rule that says when it has a say. Without it, always.
    rule: Option<String>,
    /// When it is told. Without it, before.
    on: Option<Vec<HookEvent>>,
    /// What it means that it has no answer.
    failure: FailureMode,
    /// How long it may take, in milliseconds.
    timeout_ms: Option<u64>,
}

/// Reads them. `source` says of a place in the file how it is shown.
///
/// # Errors
/// In words for a person, with the place.
pub(super) fn read(
    tables: Vec<HookTable>,
    folder: &Path,
    source: impl Fn(usize) -> Source,
) -> Result<Vec<HookSetting>, (usize, String)> {
    let mut hooks: Vec<HookSetting> = Vec::new();
    for table in tables {
        let at = table.name.span().start;
        let name = table.name.into_inner();
        let about = |error: String| (at, format!("the hook `{name}`: {error}"));
        if name.is_empty() || hooks.iter().any(|hook| hook.name == name) {
            return Err(about("its name is empty or taken".to_owned()));
        }
        if hooks.len() == MAX_HOOKS {
            return Err(about(format!("there are more than {MAX_HOOKS}")));
        }
        let limit = programs::limit(table.timeout_ms, HOOK_TIME).map_err(about)?;
        let rule = table.rule.as_deref().map(Rule::parse).transpose();
        hooks.push(HookSetting {
            program: Program::read(table.program, folder, limit).map_err(about)?,
            rule: rule.map_err(|error| about(error.to_string()))?,
            on: table.on.unwrap_or_else(|| vec![HookEvent::Before]),
            failure: table.failure,
            source: source(at),
            name,
        });
    }
    Ok(hooks)
}
