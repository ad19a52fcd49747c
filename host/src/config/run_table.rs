//! The table `[run]`: what runs get and how long they may take.

use std::{path::PathBuf, time::Duration};

use serde::Deserialize;
use toml::Spanned;

use super::{
    error::{ConfigError, ConfigErrorKind},
    load::Reader,
    settings::Settings,
};
use crate::limits::{MAX_TIMEOUT, OUTPUT_CHARS};

/// Most characters of returned text that may be asked for (R7.2).
const MAX_OUTPUT_CHARS: usize = 5 * OUTPUT_CHARS;

/// The table.
#[derive(Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RunTable {
    /// Time limit of a call that names none, in milliseconds.
    #[schemars(with = "Option<u64>", range(min = 1))]
    timeout_ms: Option<Spanned<u64>>,
    /// Characters of returned text, for each stream.
    #[schemars(with = "Option<usize>", range(min = 1))]
    output_chars: Option<Spanned<usize>>,
    /// Names of secrets that approved runs get all the same.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pass_variables: Vec<Spanned<String>>,
    /// Further folders to work in, as absolute paths.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    roots: Vec<Spanned<PathBuf>>,
}

impl Reader<'_> {
    /// Takes it over.
    pub(super) fn run_table(
        &self,
        table: RunTable,
        settings: &mut Settings,
    ) -> Result<(), ConfigError> {
        let out_of_range = |name: &str, value: u64, limit: u64, at: usize| {
            let message = format!("`{name}` is {value}; it must be 1 to {limit}");
            self.error(Some(at), ConfigErrorKind::Value(message))
        };
        if let Some(timeout) = table.timeout_ms {
            let limit = u64::try_from(MAX_TIMEOUT.as_millis()).unwrap_or(u64::MAX);
            let value = *timeout.get_ref();
            if !(1..=limit).contains(&value) {
                return Err(out_of_range(
                    "timeout-ms",
                    value,
                    limit,
                    timeout.span().start,
                ));
            }
            self.single(
                settings,
                "run.timeout-ms",
                &value.to_string(),
                timeout.span(),
            );
            settings.timeout = Duration::from_millis(value);
        }
        if let Some(chars) = table.output_chars {
            let value = *chars.get_ref();
            if !(1..=MAX_OUTPUT_CHARS).contains(&value) {
                let at = chars.span().start;
                return Err(out_of_range(
                    "output-chars",
                    value as u64,
                    MAX_OUTPUT_CHARS as u64,
                    at,
                ));
            }
            self.single(
                settings,
                "run.output-chars",
                &value.to_string(),
                chars.span(),
            );
            settings.output_chars = value;
        }
        for root in table.roots {
            let shown = root.get_ref().display().to_string();
            if !root.get_ref().is_absolute() {
                let message = format!("the root `{shown}` is not an absolute path");
                return Err(self.error(Some(root.span().start), ConfigErrorKind::Value(message)));
            }
            self.listed(settings, "run.roots", &shown, root.span());
            settings.roots.push(root.into_inner());
        }
        for variable in table.pass_variables {
            self.listed(
                settings,
                "run.pass-variables",
                variable.get_ref(),
                variable.span(),
            );
            settings.passed_variables.push(variable.into_inner());
        }
        Ok(())
    }
}
